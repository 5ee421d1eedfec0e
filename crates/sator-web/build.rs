//! Lists the files of `page/` as a table of names and contents, for `src/assets.rs`.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=page");
    let page = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("page");
    let mut files = Vec::new();
    list(&page, &mut files)?;
    files.sort();
    let mut table = "&[\n".to_owned();
    for file in &files {
        let name = file.strip_prefix(&page)?.to_string_lossy().replace('\\', "/");
        writeln!(table, "    ({name:?}, include_bytes!({:?})),", file.to_string_lossy())?;
    }
    table += "]\n";
    fs::write(Path::new(&env::var("OUT_DIR")?).join("page.rs"), table)?;
    Ok(())
}

/// All files of a folder and its subfolders.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
