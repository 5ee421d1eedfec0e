//! Tells the tests whether the data beside the repository is there: `cfg(shared_data)`.

#![expect(clippy::print_stdout, reason = "a build script speaks to Cargo on standard output")]

use std::path::Path;

fn main() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    println!("cargo::rustc-check-cfg=cfg(shared_data)");
    println!("cargo::rerun-if-changed={}", data.display());
    if data.is_dir() {
        println!("cargo::rustc-cfg=shared_data");
    }
}
