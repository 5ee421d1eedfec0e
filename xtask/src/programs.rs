//! The programs that the tests need, and how to get those that are missing.

use std::ffi::OsStr;
use std::process::Command;

use crate::step::succeeds;

/// Debian packages, each named as the program that it brings: two solvers to compare
/// with, and the compiler of CaDiCaL.
const DEBIAN: [&str; 3] = ["minisat", "cadical", "g++"];

/// The steps that install what is missing, or what to do by hand.
pub(crate) fn to_install() -> Result<Vec<String>, String> {
    if !(succeeds("cargo fmt --version") && succeeds("cargo clippy --version")) {
        return Err("rustfmt or clippy is missing: rustup component add rustfmt clippy".into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let missing = missing(&path);
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    let packages = missing.join(" ");
    let apt = "env DEBIAN_FRONTEND=noninteractive apt-get";
    let sudo = if is_root() { "" } else { "sudo -n " };
    if on_path("apt-get", &path) && (sudo.is_empty() || succeeds("sudo -n true")) {
        let install = "install -y --no-install-recommends";
        Ok(vec![format!("{sudo}{apt} update"), format!("{sudo}{apt} {install} {packages}")])
    } else {
        Err(format!(
            "missing: {packages}\non Debian: sudo apt-get install --no-install-recommends {packages}"
        ))
    }
}

fn missing(path: &OsStr) -> Vec<&'static str> {
    DEBIAN.into_iter().filter(|program| !on_path(program, path)).collect()
}

fn on_path(program: &str, path: &OsStr) -> bool {
    std::env::split_paths(path).any(|folder| folder.join(program).is_file())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n")
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::*;

    #[test]
    fn a_program_in_any_folder_of_the_path_is_not_missing() {
        let root = env::temp_dir().join(format!("sator-xtask-{}", std::process::id()));
        let [empty, tools] = ["empty", "tools"].map(|name| root.join(name));
        for folder in [&empty, &tools] {
            fs::create_dir_all(folder).unwrap();
        }
        fs::write(tools.join("cadical"), "").unwrap();
        // A folder is not a program.
        fs::create_dir_all(tools.join("g++")).unwrap();

        assert_eq!(missing(empty.as_os_str()), DEBIAN);
        assert_eq!(missing(&env::join_paths([empty, tools]).unwrap()), ["minisat", "g++"]);
        fs::remove_dir_all(root).unwrap();
    }
}
