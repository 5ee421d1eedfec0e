//! Finds the data that some tests need: the folder `SATOR_DATA`, or `../shared/data` beside the
//! workspace. Tests that need it carry
//! `#[cfg_attr(not(shared_data), ignore = "needs ../shared/data")]` and read `env!("SATOR_DATA")`.

use std::env;
use std::path::PathBuf;

fn main() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let folder = env::var_os("SATOR_DATA").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SATOR_DATA");
    println!("cargo::rustc-check-cfg=cfg(shared_data)");
    println!("cargo::rustc-env=SATOR_DATA={}", folder.display());
    if folder.is_dir() {
        println!("cargo::rustc-cfg=shared_data");
    }
}
