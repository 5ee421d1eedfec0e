//! One large task as a tree of independent cubes.
//!
//! A cube is a conjunction of literals of cells: `cell = value` or `cell ≠ value`. The cubes are the
//! leaves of a binary tree: an inner node branches on a literal and on its negation. So any solution
//! lies in exactly one cube, whatever the puzzle is, and [`Tree::check`] sees that from the literals
//! alone. A count may use symmetries: then the tree begins with orbits of literals, and the solutions
//! of a cube stand for symmetric ones that lie in no cube.

mod count;
mod grow;
mod tree;

pub use count::{CubeCount, count_cube, total};
pub use grow::{Branching, grow};
pub use tree::{Cube, Incomplete, Tree};
