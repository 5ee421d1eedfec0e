//! Sator's own plain format, easy to type.
//!
//! ```text
//! # Header lines for what is unusual may come first: box 2x3, diagonals, alphabet A-I.
//! AABBBCDEF
//! GGHHCCDEF      a map of the cages: the same letter is the same cage, '.' is in none
//! …
//!
//! A 3, B 15      the totals, as many a line as one likes; also A=3 or A: 3
//! C 22, D 4
//!
//! givens         perhaps, and then a grid as for a sudoku
//! 2........
//! …
//! ```
//!
//! Where there are more cages than letters, rows are words with spaces between: `A1 A1 B7 .`
//!
//! The words may be capitalised, and have a colon; `diagonals` may also come last. Above the given
//! values `#` after a space begins a comment. Totals may come before the map, or be written in it,
//! with the first cells of their cages: `A3 A B15 B B`.

use sator_sat::TextError;

use super::super::super::sudoku::Notation;
use super::super::super::sudoku::formats::{grid, size};
use super::super::super::sudoku::options::GridOptions;
use super::super::Killer;
use super::totals::{Named, is_sign};
use super::{
    HEADING, OVERLAPS, cagemap, cages, empty_grid, has_givens, is_headed, list, only_cages,
};
use crate::boxes::{BoxShape, LARGEST};
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::text::{Span, counted, lines, refuse_if};

pub(super) static FORMAT: Format<Killer> = Format::new(
    "text",
    "9 rows of 9 letters for the cages, '.' for none; A 3, B 15, … for their totals, or in the \
     rows: A3 A B15 B; perhaps 'givens' and 9 rows",
    sniff,
    |text, options| read(text, &GridOptions::of(options)?),
)
.printed(|killer| {
    only_cages(killer)?;
    refuse_if(&[(killer.has_overlaps(), OVERLAPS)])?;
    Ok(print_map(killer))
});

fn sniff(text: &str) -> Confidence {
    if is_map_with_totals(text) {
        Confidence::Likely
    } else if cagemap::is_run_on(text) || list::cells(text).is_some() {
        Confidence::No
    } else if is_headed(text) || has_map_and_totals(text) {
        Confidence::Likely
    } else {
        Confidence::Possible
    }
}

/// Whether a text has rows of letters, and after them letters with numbers.
fn has_map_and_totals(text: &str) -> bool {
    let lines: Vec<_> = lines(text).map(uncommented).take(EXAMINED_LINES).collect();
    let Ok((_, lines)) = Header::of(&lines) else { return false };
    let (lines, before) = totals_last(lines);
    let Some(first) = lines.first() else { return false };
    let is_map = !first.text.contains(|symbol| is_sign(symbol) || "(){}[]/".contains(symbol));
    let inside = || map(&lines).is_ok_and(|rows| lines.len() == rows.len() && has_totals(&rows));
    is_map && (before > 0 || lines.iter().skip(2).any(|line| has_total(*line)) || inside())
}

/// The lines with the totals after the map, and how many of them came before it.
fn totals_last<'t>(lines: &[Span<'t>]) -> (Vec<Span<'t>>, usize) {
    let before = lines.iter().take_while(|line| has_total(**line)).count();
    let mut lines = lines.to_vec();
    lines.rotate_left(before);
    (lines, before)
}

/// Whether a map has the total of each cage with one of its cells: some cells are letters, and others
/// are letters with numbers.
fn has_totals(rows: &[Vec<Span<'_>>]) -> bool {
    let mut cells = rows.iter().flatten().filter(|cell| cell.text != ".").peekable();
    let is_cell = |cell: &&Span<'_>| {
        let name = name_inside(**cell);
        name.chars().all(char::is_alphabetic) && name.chars().count() == 1
    };
    cells.clone().all(|cell| is_cell(&cell))
        && cells.clone().any(|cell| name_inside(*cell) == cell.text)
        && cells.any(|cell| name_inside(*cell) != cell.text)
}

/// The name of a cage without a total before or after it.
fn name_inside(cell: Span<'_>) -> &str {
    cell.text.trim_matches(|symbol: char| symbol.is_ascii_digit())
}

/// Whether a line has a total: `A 3`, `A=3`, `A3, B4`.
fn has_total(line: Span<'_>) -> bool {
    let is_word = |symbol: char| !symbol.is_whitespace() && !is_sign(symbol);
    let mut words: Vec<_> = line.split(is_word).collect();
    let has_signs = words.iter().any(|word| word.text.contains(is_sign));
    words.retain(|word| !word.text.contains(is_sign));
    let is_number = |word: &Span<'_>| word.text.parse::<i64>().is_ok();
    let is_named = |word: &Span<'_>| word.text.contains(char::is_alphabetic);
    words.retain(|word| word.text != "-");
    match &words[..] {
        [one, other] => (is_named(one) && is_number(other)) || (is_number(one) && is_named(other)),
        words => {
            has_signs
                && words.iter().any(is_named)
                && words.iter().any(|word| word.text.ends_with(|it: char| it.is_ascii_digit()))
        }
    }
}

/// The number of lines to examine: more than the largest puzzle has, with a line for each total.
const EXAMINED_LINES: usize = 2 * LARGEST * LARGEST;

/// The word above given values.
const GIVENS: &str = "givens";

fn read(text: &str, options: &GridOptions<'_>) -> Result<Killer, TextError> {
    let lines: Vec<_> = lines(text).take(EXAMINED_LINES).collect();
    let end = lines.iter().position(|line| is_givens(uncommented(*line)));
    let (before, given) = lines.split_at(end.unwrap_or(lines.len()));
    let before: Vec<_> = before.iter().copied().map(uncommented).collect();
    let (header, lines) = Header::of(&before)?;
    let options = &header.beside(options)?;
    let (lines, _) = totals_last(lines);
    let mut rows = map(&lines)?;
    let n = rows.len();
    header.fits(n)?;
    let mut grid = empty_grid(n, options)?;
    let is_diagonals = |line: &Span<'_>| matches!(Keyword::of(*line), Some(Keyword::Diagonals));
    let after = lines[n..].iter().chain(given).copied();
    let diagonals = header.diagonals || after.into_iter().any(|line| is_diagonals(&line));
    let mut totals: Vec<_> = lines[n..].iter().copied().filter(|line| !is_heading(*line)).collect();
    if totals.is_empty() && has_totals(&rows) {
        let cells = rows.iter_mut().flatten();
        for cell in cells.filter(|cell| name_inside(**cell) != cell.text) {
            totals.push(*cell);
            cell.text = name_inside(*cell);
        }
    }
    let drafts = Named::of(n, rows.into_iter().flatten())?.with_totals(totals.into_iter())?;
    if let Some((heading, given)) = given.split_first() {
        let given: Vec<_> = given.iter().copied().filter(|line| !is_diagonals(line)).collect();
        if given.is_empty() {
            return Err(heading.error("expected rows of values, found nothing"));
        }
        grid = grid::of_lines(&given, false, options)?;
        if grid.n() != n {
            let (expected, found) = (counted(n, "row"), grid.n());
            return Err(heading.error(format!("expected {expected} of values, found {found}")));
        }
    }
    cages::killer(grid, drafts, diagonals)
}

/// Whether a line belongs to the header.
pub(super) fn is_header(line: Span<'_>) -> bool {
    Header::of(&[line]).is_ok_and(|(_, rest)| rest.is_empty())
}

/// Whether a line after the map has no totals.
fn is_heading(line: Span<'_>) -> bool {
    matches!(Keyword::of(line), Some(Keyword::Diagonals | Keyword::Totals))
}

/// A line that is neither a row nor totals, in upper or lower case, perhaps with a colon.
#[derive(Clone, Copy)]
enum Keyword<'t> {
    Killer,
    Totals,
    Diagonals,
    Givens,
    Alphabet(Span<'t>),
    Box(Span<'t>),
}

impl<'t> Keyword<'t> {
    fn of(line: Span<'t>) -> Option<Self> {
        let end = line.text.trim_end().trim_end_matches(':').len();
        let mut words = Span { text: &line.text[..end], ..line }.spaced();
        let word = words.next()?.text.trim_end_matches(':').to_ascii_lowercase();
        match (&*word, words.next(), words.next()) {
            (HEADING, ..) => Some(Self::Killer),
            ("totals" | "sums" | "cages", None, _) => Some(Self::Totals),
            ("diagonals", None, _) => Some(Self::Diagonals),
            (GIVENS, None, _) => Some(Self::Givens),
            ("alphabet", Some(name), None) => Some(Self::Alphabet(name)),
            ("box", Some(shape), None) => Some(Self::Box(shape)),
            _ => None,
        }
    }
}

/// Whether a line announces given values.
pub(super) fn is_givens(line: Span<'_>) -> bool {
    matches!(Keyword::of(line), Some(Keyword::Givens))
}

/// The lines before the map.
#[derive(Default)]
struct Header<'t> {
    box_shape: Option<(Span<'t>, BoxShape)>,
    alphabet: Option<&'t str>,
    diagonals: bool,
}

impl<'t> Header<'t> {
    /// The header and the lines after it.
    fn of<'l>(lines: &'l [Span<'t>]) -> Result<(Self, &'l [Span<'t>]), TextError> {
        let mut header = Self::default();
        for (at, &line) in lines.iter().enumerate() {
            match Keyword::of(line) {
                Some(Keyword::Killer | Keyword::Totals) => {}
                Some(Keyword::Diagonals) => header.diagonals = true,
                Some(Keyword::Alphabet(name)) => header.alphabet = Some(name.text),
                Some(Keyword::Box(shape)) => {
                    let read = shape.text.parse();
                    let read =
                        read.map_err(|_| shape.unexpected("the shape of a box, such as 2x3"));
                    header.box_shape = Some((shape, read?));
                }
                Some(Keyword::Givens) | None => return Ok((header, &lines[at..])),
            }
        }
        Ok((header, &[]))
    }

    /// Refuses a box shape in the text that does not fit a grid of this size.
    fn fits(&self, n: usize) -> Result<(), TextError> {
        match self.box_shape {
            Some((span, shape)) => {
                let error = |error: TextError| span.error(error.message);
                size::shape(n, Some(shape)).map(drop).map_err(error)
            }
            None => Ok(()),
        }
    }

    /// The options combined with the header, which must not contradict them.
    fn beside<'r>(&self, options: &GridOptions<'r>) -> Result<GridOptions<'r>, TextError>
    where
        't: 'r,
    {
        match (self.box_shape, options.box_shape) {
            (Some((span, written)), Some(said)) if written != said => {
                Err(span.error(format!("expected boxes of {said} as said, found {written}")))
            }
            (written, said) => Ok(GridOptions {
                box_shape: said.or(written.map(|(_, shape)| shape)),
                alphabet: options.alphabet.or(self.alphabet),
                ..*options
            }),
        }
    }
}

/// The rows of the map, split into names: as many rows as columns.
fn map<'t>(lines: &[Span<'t>]) -> Result<Vec<Vec<Span<'t>>>, TextError> {
    let Some(&first) = lines.first() else {
        return Err(TextError::whole("expected rows of letters for the cages, found nothing"));
    };
    let cut = Cut::of(&[first]);
    let n = cut.count(first);
    let is_row = |line: &Span<'_>| {
        !line.text.contains(is_sign) && Cut::of(&[*line]) == cut && cut.count(*line) == n
    };
    match lines.get(..n) {
        Some(rows) if n <= LARGEST && rows.iter().all(is_row) => {
            Ok(rows.iter().map(|row| cut.cells(*row)).collect())
        }
        _ => uneven(lines, first),
    }
}

/// The rows of an irregular map, up to the totals. The most common length, or the number of rows,
/// is taken as right, and the first row that differs is reported.
fn uneven<'t>(lines: &[Span<'t>], first: Span<'t>) -> Result<Vec<Vec<Span<'t>>>, TextError> {
    let is_row = |line: &&Span<'_>| !is_total(**line, first);
    let rows: Vec<_> = lines.iter().take_while(is_row).copied().collect();
    let rows = if rows.is_empty() { vec![first] } else { rows };
    let cut = Cut::of(&rows);
    let lengths: Vec<_> = rows.iter().map(|row| cut.count(*row)).collect();
    let share = |n: usize| lengths.iter().filter(|&&length| length == n).count();
    let lengths_from_the_last = lengths.iter().rev().copied();
    let n = lengths_from_the_last.max_by_key(|&n| (share(n), n == rows.len())).unwrap_or(0);
    for (row, &found) in rows.iter().zip(&lengths) {
        if found > LARGEST {
            let expected = format!("expected a row of at most {LARGEST} cells");
            return Err(row.error(format!("{expected}, found {found}")));
        }
        if found != n {
            let expected = counted(n, "cell");
            return Err(row.error(format!("expected a row of {expected}, found {found}")));
        }
    }
    if rows.len() != n {
        let (expected, found) = (counted(n, "row"), rows.len());
        let last = rows.last().unwrap_or(&first);
        return Err(last.error(format!("expected {expected} of cages, found {found}")));
    }
    Ok(rows.into_iter().map(|row| cut.cells(row)).collect())
}

/// How rows are split into cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cut {
    Symbols,
    Words,
}

impl Cut {
    /// Words, if most rows have several.
    fn of(rows: &[Span<'_>]) -> Self {
        let several = rows.iter().filter(|row| row.spaced().nth(1).is_some()).count();
        if 2 * several > rows.len() { Self::Words } else { Self::Symbols }
    }

    fn cells(self, row: Span<'_>) -> Vec<Span<'_>> {
        match self {
            Self::Symbols => row.symbols().collect(),
            Self::Words => row.spaced().collect(),
        }
    }

    fn count(self, row: Span<'_>) -> usize {
        match self {
            Self::Symbols => row.symbols().count(),
            Self::Words => row.spaced().count(),
        }
    }
}

/// Whether a line after the first row looks like totals or later lines rather than a row: `A 3, B
/// 4`, `A=3`, `A 3`, or `A3` where rows are longer.
pub(super) fn is_total(line: Span<'_>, first: Span<'_>) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let mut words = line.spaced();
    line.text.contains(is_sign)
        || Keyword::of(line).is_some()
        || match (words.next(), words.next(), words.next()) {
            (Some(one), Some(other), None) => is_number(one.text) || is_number(other.text),
            (Some(word), None, None) => {
                let mut symbols = word.text.chars();
                symbols.next().is_some_and(char::is_alphabetic)
                    && is_number(symbols.as_str())
                    && word.text.chars().count() < first.text.trim().chars().count()
            }
            _ => false,
        }
}

/// Whether a text has as many rows as columns of symbols, and after them one of the symbols with a
/// number; or of words, and after them one of the words, a sign and a number. So digits and numbers
/// may be the names of cages.
pub(super) fn is_map_with_totals(text: &str) -> bool {
    let lines: Vec<_> = lines(text).map(uncommented).take(LARGEST + 1).collect();
    let Some(&first) = lines.first() else { return false };
    let cut = Cut::of(&[first]);
    let n = cut.count(first);
    let is_row = |line: &Span<'_>| {
        !line.text.contains(is_sign) && Cut::of(&[*line]) == cut && cut.count(*line) == n
    };
    let (Some(rows), Some(&after)) = (lines.get(..n), lines.get(n)) else { return false };
    let mut named = after.split(|symbol| !symbol.is_whitespace() && !is_sign(symbol));
    let is_name =
        |name: &str| rows.iter().any(|row| cut.cells(*row).iter().any(|cell| cell.text == name));
    let is_linked = after.text.contains(is_sign);
    n > 1
        && rows.iter().all(is_row)
        && named.next().is_some_and(|name| is_name(name.text))
        && named.find(|span| !span.text.contains(is_sign)).is_some_and(|total| {
            total.text.bytes().all(|digit| digit.is_ascii_digit())
                && (is_linked || (cut == Cut::Symbols && after.spaced().count() == 2))
        })
}

/// A line without the comment at its end, which begins with `#` after a space.
pub(super) fn uncommented(line: Span<'_>) -> Span<'_> {
    let starts = line.text.match_indices('#').map(|(at, _)| at);
    let is_start = |at: &usize| line.text[..*at].ends_with(char::is_whitespace);
    let end = starts.into_iter().find(is_start).unwrap_or(line.text.len());
    Span { text: &line.text[..end], ..line }
}

// Printing.

/// Names of one symbol.
const SYMBOLS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Prints the puzzle, whose cages do not overlap, without a final line end.
pub(super) fn print_map(killer: &Killer) -> String {
    let parts = [printed_header(killer), printed_map(killer), totals(killer), givens(killer)];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("\n\n")
}

/// The header, for unusual properties only.
fn printed_header(killer: &Killer) -> String {
    let (n, grid) = (killer.n(), killer);
    let boxes = grid
        .box_shape()
        .filter(|shape| BoxShape::usual(n) != Some(*shape))
        .map(|shape| format!("box {shape}"));
    let is_clear = grid.notation == Notation::usual(n) && !look_like_symbols(&grid.given, n);
    let alphabet = (!is_clear).then(|| format!("alphabet {}", grid.notation.name(n)));
    let diagonals = killer.has_diagonals().then(|| "diagonals".to_owned());
    let lines = boxes.into_iter().chain(alphabet).chain(diagonals);
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether all numbers are so small that their rows may be read as symbols.
fn look_like_symbols(given: &[Option<Value>], n: usize) -> bool {
    let mut given = given.iter().flatten().peekable();
    n > 9 && given.peek().is_some() && given.all(|&value| value < 10)
}

/// The names of the cages: a symbol each, or a letter and a number if there are too many.
pub(super) fn names(count: usize) -> Vec<String> {
    const PER_LETTER: usize = 10;
    let letters = || SYMBOLS.chars().take(26 + 26);
    if count <= SYMBOLS.len() {
        return SYMBOLS.chars().take(count).map(String::from).collect();
    }
    let pairs = letters().flat_map(|letter| (0..PER_LETTER).map(move |i| format!("{letter}{i}")));
    // There are never more cages than cells, 1296 at most.
    let longer = (letters().count() * PER_LETTER..).map(|number| format!("Z{number}"));
    pairs.chain(longer).take(count).collect()
}

/// The name of each cell's cage, `.` for none.
pub(super) fn symbol_map(killer: &Killer) -> Vec<String> {
    let names = names(killer.cages().len());
    let name = |cage: &Option<usize>| cage.map_or(".".to_owned(), |cage| names[cage].clone());
    killer.cage_of_each_cell().iter().map(name).collect()
}

/// The rows of [`symbol_map`].
fn printed_map(killer: &Killer) -> String {
    let cells = symbol_map(killer);
    let width = cells.iter().map(String::len).max().unwrap_or(1);
    let gap = if width > 1 { " " } else { "" };
    let row = |row: &[String]| {
        let cells: Vec<_> = row.iter().map(|name| format!("{name:<width$}")).collect();
        cells.join(gap).trim_end().to_owned()
    };
    cells.chunks(killer.n()).map(row).collect::<Vec<_>>().join("\n")
}

fn totals(killer: &Killer) -> String {
    const PER_LINE: usize = 10;
    let names = names(killer.cages().len());
    let totals = names.iter().zip(killer.cages());
    let totals: Vec<_> = totals.map(|(name, cage)| format!("{name} {}", cage.total)).collect();
    totals.chunks(PER_LINE).map(|line| line.join(", ")).collect::<Vec<_>>().join("\n")
}

fn givens(killer: &Killer) -> String {
    if !has_givens(killer) {
        return String::new();
    }
    format!("{GIVENS}\n{}", grid::rows(killer))
}

#[cfg(test)]
mod tests {
    use super::super::super::super::sudoku::extras::{DIAGONALS, Extra};
    use super::super::super::super::sudoku::{Cage, Regions, Sudoku};
    use super::super::FORMATS;
    use super::super::tests::{read_as, same};
    use super::*;
    use crate::kind::{FormatTable, ParseOptions};

    #[test]
    fn digits_may_be_names() {
        let text = "1122\n3344\n1122\n3344\n1 10\n2 10\n3 10\n4 10";
        let killer = FORMATS.parse(text, &ParseOptions::default()).unwrap();
        assert_eq!(killer, read_as("text", text));
        let cages: Vec<_> = killer.cages().iter().map(|cage| (cage.total, cage.cells[0])).collect();
        assert_eq!(cages, [(10, 0), (10, 2), (10, 4), (10, 6)]);
        assert!(FORMATS.sniff(text) >= Confidence::Likely);
    }

    #[test]
    fn a_map_and_totals_say_it_all() {
        let expected = "AABC\nDDBC\nEFFG\nEFGG\n\nA 3, B 4, C 6, D 7, E 6, F 8, G 6";
        assert_eq!(print_map(&same()), expected);
    }

    #[test]
    fn what_is_unusual_comes_first_and_what_is_given_last() {
        let mut killer = same();
        killer.extras.truncate(1);
        killer.regions = Regions::Boxes(BoxShape::new(1, 4).unwrap());
        killer.notation = Notation::Letters;
        killer.given[15] = Some(4);
        killer.extras.splice(0..0, DIAGONALS.map(Extra::new));
        let expected = "box 1x4\nalphabet A-D\ndiagonals\n\nAA..\n....\n....\n....\n\nA 3\n\n\
                        givens\n....\n....\n....\n...D";
        assert_eq!(print_map(&killer), expected);
    }

    #[test]
    fn many_cages_have_names_of_a_letter_and_a_number() {
        let symbols = names(62);
        assert_eq!((&*symbols[0], &*symbols[61]), ("A", "9"));
        let words = names(63);
        assert_eq!((&*words[0], &*words[62]), ("A0", "G2"));
        let most = names(1296);
        let mut distinct = most.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), 1296);
        let mut killer = same();
        killer = Sudoku::plain(BoxShape::new(3, 3).unwrap(), vec![None; 81], killer.notation);
        killer.add_cages((0..81).map(|cell| Cage { total: 5, cells: vec![cell] }).collect());
        let text = print_map(&killer);
        assert_eq!(text.lines().next(), Some("A0 A1 A2 A3 A4 A5 A6 A7 A8"));
        assert!(text.contains("\nA0 5, A1 5"), "{text}");
    }
}
