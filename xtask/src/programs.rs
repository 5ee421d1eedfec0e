//! The programs that the tests need, and steps that install missing ones.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::step::{self, succeeds};

/// Debian packages, each with a program of it: build tools for the embedded solvers, solvers to
/// compare with, a job system, and the browser for tests of the page.
const DEBIAN: [(&str, &str); 15] = [
    ("g++", "g++"),
    ("cmake", "cmake"),
    ("make", "make"),
    ("minisat", "minisat"),
    ("minisat+", "minisat+"),
    ("cadical", "cadical"),
    ("cryptominisat", "cryptominisat5"),
    ("picosat", "picosat"),
    ("clasp", "clasp"),
    ("parallel", "parallel"),
    ("z3", "z3"),
    ("cvc5", "cvc5"),
    ("nodejs", "node"),
    ("npm", "npm"),
    ("chromium", "chromium"),
];

/// Debian packages of the long tests: Slurm, which runs on one machine.
const DEBIAN_FULL: [(&str, &str); 2] = [("slurm-wlm", "slurmctld"), ("munge", "munged")];

/// A package with a library for the bindings of MiniSat and Glucose.
const LIBCLANG: &str = "libclang-dev";

/// An independent proof checker, the name of both crate and program, and the version that the tests
/// expect.
const CHECKER: &str = "rate";
const CHECKER_VERSION: &str = "0.3.0";

/// The steps that install missing programs, or advice if that is not possible.
pub(crate) fn to_install(full: bool) -> Result<Vec<String>, String> {
    if !(succeeds("cargo fmt --version") && succeeds("cargo clippy --version")) {
        return Err("rustfmt or clippy is missing: rustup component add rustfmt clippy".into());
    }
    let path = step::path();
    let long = DEBIAN_FULL.iter().filter(|(_, program)| full && !on_path(program, &path));
    let long = long.map(|(package, _)| *package);
    let absent: Vec<_> = missing(&path, has_libclang()).into_iter().chain(long).collect();
    let mut steps = from_debian(&absent, &path)?;
    if !on_path(CHECKER, &path) {
        steps.push(format!("cargo install {CHECKER} --version {CHECKER_VERSION} --locked"));
    }
    Ok(steps)
}

/// Whether the solvers that need more than a C++ compiler can be built.
pub(crate) fn can_build_all_solvers() -> bool {
    on_path("cmake", &step::path()) && has_libclang()
}

/// The steps that install packages, or advice if that is not possible.
pub(crate) fn from_debian(packages: &[&str], path: &OsStr) -> Result<Vec<String>, String> {
    if packages.is_empty() {
        return Ok(Vec::new());
    }
    let packages = packages.join(" ");
    let apt = "env DEBIAN_FRONTEND=noninteractive apt-get";
    let sudo = if is_root() { "" } else { "sudo -n " };
    if on_path("apt-get", path) && (sudo.is_empty() || succeeds("sudo -n true")) {
        let install = "install -y --no-install-recommends";
        Ok(vec![format!("{sudo}{apt} update"), format!("{sudo}{apt} {install} {packages}")])
    } else {
        Err(format!(
            "missing: {packages}\non Debian: sudo apt-get install --no-install-recommends {packages}"
        ))
    }
}

/// The missing packages.
fn missing(path: &OsStr, has_libclang: bool) -> Vec<&'static str> {
    let absent = DEBIAN.into_iter().filter(|(_, program)| !on_path(program, path));
    let libclang = (!has_libclang).then_some(LIBCLANG);
    absent.map(|(package, _)| package).chain(libclang).collect()
}

fn on_path(program: &str, path: &OsStr) -> bool {
    env::split_paths(path).any(|folder| folder.join(program).is_file())
}

/// Crates that load the library also look in the folder `LIBCLANG_PATH`.
fn has_libclang() -> bool {
    let roots = ["/usr/lib", "/usr/lib64", "/usr/local/lib"];
    env::var_os("LIBCLANG_PATH").is_some() || roots.iter().any(|root| libclang_in(Path::new(root)))
}

/// Looks in the folder itself, and as on Debian in that of each version: `llvm-14/lib`.
fn libclang_in(root: &Path) -> bool {
    let has_library = |folder: &Path| folder.join("libclang.so").is_file();
    let versions = fs::read_dir(root).into_iter().flatten().flatten();
    has_library(root) || versions.map(|entry| entry.path().join("lib")).any(|lib| has_library(&lib))
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n")
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// A new folder of that name, with these files.
    fn folder(name: &str, files: &[&str]) -> PathBuf {
        let root = env::temp_dir().join(format!("sator-xtask-{}-{name}", std::process::id()));
        for file in files {
            let file = root.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        root
    }

    #[test]
    fn a_program_in_any_folder_of_the_path_is_not_missing() {
        // A folder is not a program, and a package may have another name than its program.
        let root =
            folder("path", &["empty/a", "tools/cadical", "tools/cryptominisat5", "tools/g++/b"]);
        let [empty, tools] = ["empty", "tools"].map(|name| root.join(name));

        let all: Vec<_> = DEBIAN.map(|(package, _)| package).into();
        assert_eq!(missing(empty.as_os_str(), true), all);
        let others = missing(&env::join_paths([empty, tools]).unwrap(), true);
        assert!(others.contains(&"g++") && others.contains(&"cvc5"), "{others:?}");
        assert!(!others.contains(&"cadical") && !others.contains(&"cryptominisat"), "{others:?}");
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn the_library_is_found_in_the_folder_of_a_version() {
        let root = folder("library", &["llvm-14/lib/libclang.so", "llvm-13/lib/libclang-13.so.1"]);
        assert!(libclang_in(&root));
        assert!(libclang_in(&root.join("llvm-14/lib")));
        assert!(!libclang_in(&root.join("llvm-13")), "that folder has no `libclang.so`");
        assert!(!libclang_in(&root.join("nowhere")));
        assert_eq!(missing(OsStr::new(""), false).last(), Some(&LIBCLANG));
        fs::remove_dir_all(root).unwrap();
    }
}
