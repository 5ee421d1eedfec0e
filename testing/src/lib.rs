//! The shared data and the programs that some tests need. A test that carries `#[needs(…)]` is reported
//! as ignored where something is absent; only such a test gets [`SharedData`].
//!
//! Only tests depend on this crate, so it is no part of the crates that are published.

#[expect(dead_code, reason = "build scripts use the rest")]
#[expect(clippy::print_stdout, reason = "build scripts tell Cargo by printing")]
#[path = "../find.rs"]
mod find;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

pub use sator_testing_macros::needs;

/// The Python that has the job systems: [`needs`] tells which.
pub const CLUSTER_PYTHON: &str = env!("SATOR_CLUSTER_PYTHON");

/// Whether a program or package was here when the tests were built, by its name in `#[needs(…)]`.
pub fn is_here(name: &str) -> bool {
    env!("SATOR_HERE").split(' ').any(|here| here == name)
}

/// The names of the programs and packages that are here now.
pub fn found(path: &OsStr, python: &Path) -> Vec<&'static str> {
    find::places(path, python).filter_map(|(name, place)| place.map(|_| name)).collect()
}

/// The Python that `cargo xtask test` sets up for job systems.
pub fn cluster_python(target: &Path) -> PathBuf {
    find::cluster_python(target)
}

/// Real puzzles with verified answers, which are not part of the project: a token that only a test with
/// `#[needs(shared_data)]` is given.
#[cfg(shared_data)]
#[derive(Debug)]
pub struct SharedData(());

/// Real puzzles with verified answers: absent, so there is no such value.
#[cfg(not(shared_data))]
#[derive(Debug)]
pub enum SharedData {}

impl SharedData {
    /// For the code that `#[needs(shared_data)]` writes.
    #[cfg(shared_data)]
    #[doc(hidden)]
    pub fn open() -> Self {
        Self(())
    }

    /// The path of a file or folder.
    #[cfg(shared_data)]
    pub fn path(&self, name: &str) -> PathBuf {
        Path::new(env!("SATOR_DATA")).join(name)
    }

    /// The path of a file or folder.
    #[cfg(not(shared_data))]
    pub fn path(&self, _: &str) -> PathBuf {
        match *self {}
    }

    /// The text of a file.
    ///
    /// # Panics
    ///
    /// Panics if the file cannot be read.
    pub fn text(&self, name: &str) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}

/// Declares a test for each program, which calls the function of the same name as the module with
/// the program's name: `with_programs!(enumerates: minisat z3)` makes `enumerates::z3`. A function that
/// takes the shared data as well says so: `with_programs!(enumerates, shared_data: z3)`.
#[macro_export]
macro_rules! with_programs {
    ($promise:ident: $($program:ident)*) => {
        mod $promise {
            $(
                #[$crate::needs($program)]
                fn $program() {
                    super::$promise(stringify!($program));
                }
            )*
        }
    };
    ($promise:ident, shared_data: $($program:ident)*) => {
        mod $promise {
            $(
                #[$crate::needs($program, shared_data)]
                fn $program(data: &$crate::SharedData) {
                    super::$promise(stringify!($program), data);
                }
            )*
        }
    };
}

#[cfg(test)]
mod tests {
    use std::{env, path::Path};

    use super::{CLUSTER_PYTHON, found, is_here};

    const AGAIN: &str = "run `touch testing/find.rs` and test again";

    /// Data and programs that were added after the build must not leave tests ignored.
    #[test]
    fn tests_are_enabled_when_their_data_and_programs_exist() {
        let path = env::var_os("PATH").unwrap_or_default();
        for name in found(&path, CLUSTER_PYTHON.as_ref()) {
            assert!(is_here(name), "{name}: {AGAIN}");
        }
        let data = Path::new(env!("SATOR_DATA"));
        assert_eq!(is_here("shared_data"), data.is_dir(), "{}: {AGAIN}", data.display());
        assert_eq!(is_here("shared_data"), cfg!(shared_data));
    }

    #[test]
    fn what_is_absent_is_not_here() {
        let absent = env!("SATOR_ABSENT").split_whitespace();
        assert!(absent.into_iter().all(|name| !is_here(name)));
        assert!(!is_here("a program that does not exist"));
    }
}
