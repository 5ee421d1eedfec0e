//! Sets `cfg(shared_data)` for the tests when the data beside the repository exists.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(shared_data)");
    println!("cargo::rerun-if-changed=build.rs");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    // Cargo rebuilds the crate every time if it is asked to watch a path that does not exist.
    if data.is_dir() {
        println!("cargo::rerun-if-changed={}", data.display());
        println!("cargo::rustc-cfg=shared_data");
    }
}
