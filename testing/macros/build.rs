//! Finds the data and the programs that some tests need.

#[path = "../find.rs"]
mod find;

fn main() {
    find::tell_cargo("../find.rs", "../..");
}
