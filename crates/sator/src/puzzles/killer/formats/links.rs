//! The links of f-puzzles and SudokuPad, and their JSON, as those of sudoku. Without the word killer a
//! link is a sudoku, so none is more than likely here.

use super::super::super::sudoku::formats::{fpuzzles, sudokupad};
use super::super::Killer;
use crate::kind::{Confidence, Format};

pub(super) static FPUZZLES: Format<Killer> = Format::new(
    "fpuzzles",
    fpuzzles::SUMMARY,
    |text| likely(fpuzzles::sniff(text)),
    fpuzzles::read,
)
.printed(fpuzzles::json);

pub(super) static FPUZZLES_LINK: Format<Killer> = Format::new(
    "fpuzzles-link",
    fpuzzles::LINK_SUMMARY,
    |text| likely(fpuzzles::sniff_link(text)),
    fpuzzles::read,
)
.printed(fpuzzles::link)
.listed(fpuzzles::are_links);

pub(super) static SUDOKUPAD: Format<Killer> = Format::new(
    "sudokupad",
    sudokupad::SUMMARY,
    |text| likely(sudokupad::sniff(text)),
    fpuzzles::read,
)
.printed(sudokupad::link);

pub(super) static SCL: Format<Killer> = Format::new(
    "scl",
    sudokupad::SCL_SUMMARY,
    |text| likely(sudokupad::sniff_json(text)),
    fpuzzles::read,
)
.printed(sudokupad::print);

pub(super) static SCL_LINK: Format<Killer> = Format::new(
    "scl-link",
    sudokupad::SCL_LINK_SUMMARY,
    |text| likely(sudokupad::sniff_scl(text)),
    fpuzzles::read,
)
.printed(sudokupad::scl_link);

fn likely(confidence: Confidence) -> Confidence {
    confidence.min(Confidence::Likely)
}
