//! Finds the data and the programs that some tests need.

fn main() {
    sator_testing::find_what_tests_need();
}
