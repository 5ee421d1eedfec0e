//! The puzzles of a table, all read before it begins: files, folders, ranges of N, new puzzles.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sator::ParseError;
use sator::create::{Refusal, Size, Wish};
use sator::kind::Kind;
use sator::puzzle::AnyPuzzle;
use sator_sat::backend::{Interrupt, StopReason};
use sator_sat::text::shown;

use super::{Item, Outcome, PuzzleVerb, VerbError, for_each};
use crate::args::{Family, Input, Show};
use crate::failure::Failure;
use crate::input::{Reader, names_a_file, place};
use sator::ask::Status;

/// A puzzle, and where it came from.
pub(super) struct Named {
    pub(super) puzzle: AnyPuzzle,
    /// The name of the input, or the title of the puzzle.
    place: String,
    /// The line of the input, or 0 if it is the only one there.
    line: usize,
    /// Rows and columns of its board.
    size: Size,
}

impl Named {
    fn new(puzzle: AnyPuzzle, place: String, line: usize) -> Self {
        let board = puzzle.board(None);
        let columns = board.rows.first().map_or(0, Vec::len);
        let size = Size { rows: board.rows.len(), columns };
        Self { puzzle, place, line, size }
    }

    /// A puzzle that is not one of many.
    #[cfg(test)]
    pub(super) fn alone(puzzle: AnyPuzzle) -> Self {
        let place = puzzle.title();
        Self::new(puzzle, place, 0)
    }

    /// A failure with the place of the puzzle.
    pub(super) fn failure(&self, message: String) -> Failure {
        Failure::at(&self.place, ParseError::line(self.line, message))
    }

    /// Its name in a table.
    pub(super) fn label(&self) -> String {
        match self.line {
            0 => self.place.clone(),
            line => format!("{}:{line}", self.place),
        }
    }

    /// The side of a square board; of another one `16x30`.
    pub(super) fn n_text(&self) -> String {
        let Size { rows, columns } = self.size;
        if rows == columns { rows.to_string() } else { self.size.to_string() }
    }

    /// The side of a square board, or of the square with as many cells.
    pub(super) fn n(&self) -> f64 {
        let Size { rows, columns } = self.size;
        if rows == columns { rows as f64 } else { (rows as f64 * columns as f64).sqrt() }
    }
}

/// Reads or makes all puzzles that the arguments name. A puzzle that cannot be read is reported, and
/// the status says so.
pub(super) fn gather(
    input: &Input,
    family: &Family,
    show: &Show,
    interrupt: &Interrupt,
) -> Result<(Vec<Named>, Status), VerbError> {
    let reader = Reader::new(input);
    let (mut items, mut created) = (Vec::new(), Vec::new());
    for item in reader.items() {
        match expand(reader, item)? {
            Expanded::Items(more) => items.extend(more),
            Expanded::Sizes(kind, sizes) => {
                created.extend(create(kind, &sizes, family, show, interrupt)?);
            }
        }
    }
    if created.is_empty() && family.is_asked_for() {
        return Err(Failure::plain(
            "--samples, --density, --revealed and --clicks are for new puzzles: name their sizes, \
             such as 'minesweeper 5x5..50x50'",
        )
        .into());
    }
    let mut gathering = Gathering::default();
    let mut status = Status::Yes;
    if !items.is_empty() {
        let input = input.with_items(reader.kind.map(|kind| kind.name), items);
        status = for_each(&input, show, None, interrupt, &mut gathering);
    }
    gathering.puzzles.extend(created);
    Ok((gathering.puzzles, status))
}

/// The meaning of an argument.
enum Expanded {
    /// Inputs, to be read as usual.
    Items(Vec<OsString>),
    /// The sizes of new puzzles.
    Sizes(&'static Kind, Vec<Size>),
}

fn expand(reader: Reader<'_>, item: &OsStr) -> Result<Expanded, Failure> {
    let path = Path::new(item);
    if path.is_dir() {
        let mut files = Vec::new();
        list(path, &mut files)?;
        if files.is_empty() {
            return Err(Failure::at(place(path), ParseError::whole("the folder has no files")));
        }
        return Ok(Expanded::Items(files.into_iter().map(OsString::from).collect()));
    }
    let text = item.to_str().filter(|text| *text != "-" && !names_a_file(path));
    if let Some(text) = text {
        let creator = reader.kind.filter(|kind| kind.creation.is_some());
        if let Some(kind) = creator
            && let Some(sizes) = sizes(text)?
        {
            return Ok(Expanded::Sizes(kind, sizes));
        }
        if let Some(numbers) = numbers(reader, text)? {
            return Ok(Expanded::Items(numbers));
        }
        if let Some(kind) = creator
            && let Some(sizes) = sides(text)?
        {
            return Ok(Expanded::Sizes(kind, sizes));
        }
        expect_no_side(reader, text)?;
    }
    Ok(Expanded::Items(vec![item.to_owned()]))
}

/// The files of a folder and its subfolders by name, without hidden ones.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let fail = |error| Failure::io(place(folder), &error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            paths.push(entry.path());
        }
    }
    paths.sort();
    for path in paths {
        // A link to a folder may lead back to this one.
        if path.is_dir() && !path.is_symlink() {
            list(&path, files)?;
        } else if path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

/// The ends of a range, `FIRST..LAST` or `FIRST-LAST`.
fn ends(text: &str) -> Option<(&str, &str)> {
    let (first, last) = text.split_once("..").or_else(|| text.split_once('-'))?;
    Some((first.trim(), last.trim_start_matches('=').trim()))
}

/// All numbers of a range `4..32`, both ends included, if a number is a puzzle of this side.
fn numbers(reader: Reader<'_>, text: &str) -> Result<Option<Vec<OsString>>, Failure> {
    let Some((first, last)) = ends(text) else { return Ok(None) };
    let (Ok(from), Ok(to)) = (first.parse::<usize>(), last.parse::<usize>()) else {
        return Ok(None);
    };
    // To a reader of boards, a number is a board of one square.
    if reader.read(first).ok().is_none_or(|puzzle| puzzle.board_size() != [from; 2]) {
        return Ok(None);
    }
    reader.read(last).map_err(|error| Failure::at(shown(text), error))?;
    expect_rising(text, from <= to)?;
    Ok(Some((from..=to).map(|number| number.to_string().into()).collect()))
}

/// The square sizes of `9..16`, both ends included.
fn sides(text: &str) -> Result<Option<Vec<Size>>, Failure> {
    let Some((first, last)) = ends(text) else { return Ok(None) };
    let (Ok(from), Ok(to)) = (first.parse::<usize>(), last.parse::<usize>()) else {
        return Ok(None);
    };
    expect_rising(text, from <= to)?;
    Ok(Some((from..=to).map(|side| Size { rows: side, columns: side }).collect()))
}

/// Refuses a number alone, which may be meant as a size, if it is no puzzle.
fn expect_no_side(reader: Reader<'_>, text: &str) -> Result<(), Failure> {
    let creates = reader.kind.is_some_and(|kind| kind.creation.is_some());
    // Of queens a number is a puzzle.
    let is_side = text.parse::<usize>().is_ok_and(|side| side > 0) && reader.read("8").is_err();
    match reader.read(text) {
        Err(error) if creates && is_side => Err(Failure::at(
            "argument",
            ParseError::whole(format!(
                "there is no file or folder '{text}'; new puzzles of a size are written as a range, \
                 {text}..{text}; read as a puzzle: {}",
                error.message
            )),
        )),
        _ => Ok(()),
    }
}

/// All sizes of `5x5..50x50`, both ends included, or the one of `5x5`.
fn sizes(text: &str) -> Result<Option<Vec<Size>>, Failure> {
    let (first, last) = ends(text).unwrap_or((text, text));
    // A number alone is no size here: it may be a number of queens.
    let size = |text: &str| text.parse::<Size>().ok().filter(|_| text.parse::<usize>().is_err());
    let (Some(from), Some(to)) = (size(first), size(last)) else { return Ok(None) };
    expect_rising(text, from.rows <= to.rows && from.columns <= to.columns)?;
    let (rows, columns) = (to.rows - from.rows, to.columns - from.columns);
    let steps = rows.max(columns);
    // The shorter side grows in proportion.
    let between =
        |from: usize, by: usize, step: usize| from + (by * step).checked_div(steps).unwrap_or(0);
    let size = |step| Size {
        rows: between(from.rows, rows, step),
        columns: between(from.columns, columns, step),
    };
    Ok(Some((0..=steps).map(size).collect()))
}

fn expect_rising(text: &str, is_rising: bool) -> Result<(), Failure> {
    let message =
        || format!("expected a range from the smallest to the largest, found {}", shown(text));
    if is_rising { Ok(()) } else { Err(Failure::plain(message())) }
}

/// New puzzles of each size. Samples have consecutive seeds, so that a table can be made again. Of
/// several sizes, those that the kind does not have are left out, with a note.
fn create(
    kind: &Kind,
    sizes: &[Size],
    family: &Family,
    show: &Show,
    interrupt: &Interrupt,
) -> Result<Vec<Named>, VerbError> {
    let mut puzzles = Vec::new();
    let mut refused: Vec<(Size, Refusal)> = Vec::new();
    for &size in sizes {
        for sample in 0..family.samples.unwrap_or(1) {
            if interrupt.is_raised() {
                return Err(VerbError::Stopped(StopReason::Interrupted));
            }
            let seed = family.seed.unwrap_or(1).wrapping_add(sample.into());
            match kind.create(&Wish { size: Some(size), ..family.wish() }, seed) {
                Ok(created) => {
                    let place = format!("{} {size}, seed {seed}", kind.name);
                    puzzles.push(Named::new(created.puzzle, place, 0));
                }
                Err(refusal) => {
                    refused.push((size, refusal));
                    break;
                }
            }
        }
    }
    if puzzles.is_empty() && !refused.is_empty() {
        return Err(refused.swap_remove(0).1.into());
    }
    if let [(_, reason), ..] = &refused[..] {
        let names: Vec<_> = refused.iter().map(|(size, _)| size.to_string()).collect();
        let (name, names) = (kind.name, names.join(", "));
        show.note(&format!("{name} of these sizes are left out: {names} ({reason})"));
    }
    Ok(puzzles)
}

/// Keeps the puzzles that are read.
#[derive(Default)]
struct Gathering {
    puzzles: Vec<Named>,
}

impl PuzzleVerb for Gathering {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        let place = match item.file {
            Some(file) => place(file),
            None if item.line > 0 => "standard input".to_owned(),
            None => item.puzzle.title(),
        };
        self.puzzles.push(Named::new(Arc::clone(item.puzzle), place, item.line));
        Ok(Status::Yes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_grow_from_the_first_to_the_last() {
        let list = |text| {
            let sizes = sizes(text).unwrap()?;
            Some(sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        };
        for (text, expected) in [
            ("5x5..7x7", Some("5x5 6x6 7x7")),
            ("5x5..=6x6", Some("5x5 6x6")),
            ("2x4..4x8", Some("2x4 2x5 3x6 3x7 4x8")),
            ("3x9", Some("3x9")),
            ("3..9", None),
            ("3x9..", None),
            ("board", None),
        ] {
            assert_eq!(list(text).as_deref(), expected, "{text}");
        }
        assert!(sizes("5x5..4x9").is_err());
        let squares = sides("9..11").unwrap().unwrap();
        let squares: Vec<_> = squares.iter().map(ToString::to_string).collect();
        assert_eq!(squares, ["9x9", "10x10", "11x11"]);
        assert!(sides("9").unwrap().is_none() && sides("11..9").is_err());
    }
}
