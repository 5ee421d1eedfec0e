//! A split: a folder with one large task in independent parts, for several machines.
//!
//! | file | holds |
//! |---|---|
//! | `split.json` | the manifest: task, options, version, digests of itself and of the files below |
//! | `puzzle.txt` | the puzzle; of many puzzles `chunks/K.txt` |
//! | `cubes.jsonl` | a cube or chunk a line; cube K is line K, from 0 |
//! | `results/K.json` | the result of cube K, which appears whole or not at all |
//! | `proofs/K-DIGEST.lrat` | the refutation of cube K, for the task `prove` |
//! | `outputs/K-DIGEST.txt` | the output for chunk K |
//! | `run.*`, `run_*.py` | scripts for job systems |
//!
//! A result names the digests of its manifest and of its cube, and has one of its own: results that are
//! foreign, stale or damaged are not used, and their cubes are named as missing.

mod digest;
mod folder;
mod lock;
mod merge;
mod result;
mod scripts;
mod work;

pub use digest::Digest;
pub use folder::{
    CHUNKS, CUBES, ChunkLine, CubeLine, Draft, MANIFEST, Manifest, OUTPUTS, PROOFS, RESULTS,
    SplitError, SplitFolder, Task,
};
pub use lock::{CubeLock, Temporary};
pub use merge::{ChunkOutput, CubesToRun, MergeError, Merged, compose, merge, ranges};
pub use result::{CubeOutcome, CubeResult, Invalid, Tallied};
pub use work::{WorkError, Worked, conclusion_and_formula, split, work};
