//! Scripts that run all cubes of a split on the job systems of clusters.
//!
//! Each begins where an earlier run has ended: a cube with a valid result is passed over. Paths are
//! relative to the folder, and the program is `$SATOR`, or `sator` on the `PATH`.

use std::fs;
use std::io;
use std::path::Path;

use super::Manifest;

/// The scripts, by their names.
const SCRIPTS: [(&str, &str); 5] = [
    ("run.sbatch", include_str!("scripts/run.sbatch")),
    ("run.hq.sh", include_str!("scripts/run.hq.sh")),
    ("run.parallel.sh", include_str!("scripts/run.parallel.sh")),
    ("run_dask.py", include_str!("scripts/run_dask.py")),
    ("run_ray.py", include_str!("scripts/run_ray.py")),
];

/// The most tasks of a Slurm array: the default of `MaxArraySize` allows indices below 1001.
const SLURM_TASKS: usize = 1_000;

/// Writes the scripts into a folder.
pub(super) fn write(folder: &Path, manifest: &Manifest) -> io::Result<()> {
    let cubes = manifest.cubes;
    let block = cubes.div_ceil(SLURM_TASKS).max(1);
    let values = [
        ("@TITLE@", shown_in_comments(&manifest.title)),
        ("@CUBES@", cubes.to_string()),
        ("@LAST@", cubes.saturating_sub(1).to_string()),
        ("@BLOCK@", block.to_string()),
        ("@LAST_TASK@", cubes.div_ceil(block).saturating_sub(1).to_string()),
    ];
    for (name, template) in SCRIPTS {
        let text = filled_in(template, &values);
        let path = folder.join(name);
        fs::write(&path, text)?;
        make_executable(&path)?;
    }
    Ok(())
}

/// A template with values for its keys. Values are taken as they are: a title may look like a key.
fn filled_in(template: &str, values: &[(&str, String)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some(at) = rest.find('@') {
        text += &rest[..at];
        rest = &rest[at..];
        let found = values.iter().find(|(key, _)| rest.starts_with(key));
        let (key, value) = found.map_or(("@", "@"), |(key, value)| (*key, &**value));
        text += value;
        rest = &rest[key.len()..];
    }
    text + rest
}

/// A title without symbols that end a comment, or mean something in a string of Python.
fn shown_in_comments(title: &str) -> String {
    title.replace(|it: char| it.is_control() || matches!(it, '\\' | '"'), " ")
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(path)?.permissions().mode();
    fs::set_permissions(path, fs::Permissions::from_mode(mode | 0o111))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::filled_in;

    #[test]
    fn a_value_that_looks_like_a_key_stays_as_it_is() {
        let values = [("@TITLE@", "a@LAST@b".to_owned()), ("@LAST@", "9".to_owned())];
        assert_eq!(filled_in("(@TITLE@) 0-@LAST@ \"$@\"", &values), "(a@LAST@b) 0-9 \"$@\"");
    }
}
