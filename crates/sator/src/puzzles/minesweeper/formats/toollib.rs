//! `.board` files of `ms_toollib`: `# MINESWEEPER-BOARD v0.1`, lines such as `rows: 16`, then
//! `[view]` and the player's view, in letters or in pictures. The section `[real]` has the answer
//! and is ignored; without another section, it is read as a layout.

use sator_sat::TextError;
use sator_sat::text::shown;

use super::super::board::symbol;
use super::super::{Minesweeper, Square};
use super::layout::opened;
use super::rows::{Size, mines, number, printed};
use crate::kind::{Confidence, Format};
use crate::text::{Span, all_lines, unmarked};

pub(super) static FORMAT: Format<Minesweeper> = Format::new(
    "toollib",
    "# MINESWEEPER-BOARD v0.1, then rows:, columns:, mines:, [view] and rows of U, 0-8, F",
    |text| Confidence::Certain.only_if(begins(text)),
    |text, _| read(text),
)
.printed(|board| Ok(print(board)));

fn print(board: &Minesweeper) -> String {
    let Minesweeper { rows, columns, .. } = board;
    let mines = board.mines.map(|mines| format!("mines: {mines}\n")).unwrap_or_default();
    let view = printed(board, "", |square| match square {
        Square::Hidden => "U",
        Square::Mine => "F",
        Square::Safe => "#",
        number @ Square::Number(_) => symbol(number),
    });
    let head = format!("{MAGIC} v0.1\nrows: {rows}\ncolumns: {columns}\n{mines}");
    format!("{head}[view]\n{}", view.join("\n"))
}

/// The first line of such a file.
const MAGIC: &str = "# MINESWEEPER-BOARD";

/// Whether a text is meant as such a file.
fn begins(text: &str) -> bool {
    let text = unmarked(text).trim_start();
    text.get(..MAGIC.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(MAGIC))
}

fn read(text: &str) -> Result<Minesweeper, TextError> {
    let text = in_letters(unmarked(text));
    let file = File::read(&text)?;
    let size = file.size()?;
    let total = file.mines.map(mines).transpose()?;
    let mut board = match (file.view, file.real) {
        (Some((heading, rows)), _) => size.board(size.squares(heading, rows.into_iter(), seen)?),
        (None, Some((heading, rows))) => laid_out(size, heading, rows)?,
        (None, None) => return Err(TextError::whole("expected [view] or [real], found neither")),
    };
    board.mines = total.or(board.mines);
    Ok(board)
}

/// The parts of a file.
#[derive(Default)]
struct File<'t> {
    rows: Option<Span<'t>>,
    columns: Option<Span<'t>>,
    mines: Option<Span<'t>>,
    view: Option<Section<'t>>,
    real: Option<Section<'t>>,
}

/// A heading and the rows below it.
type Section<'t> = (Span<'t>, Vec<Span<'t>>);

impl<'t> File<'t> {
    fn read(text: &'t str) -> Result<Self, TextError> {
        let mut file = Self::default();
        let mut section: Option<fn(&mut Self) -> &mut Option<Section<'t>>> = None;
        for line in all_lines(text) {
            let word = line.text.trim();
            match section {
                _ if word.starts_with('[') => {
                    let named = Self::section(line)?;
                    *named(&mut file) = Some((line, Vec::new()));
                    section = Some(named);
                }
                _ if file.is_comment(word) => {}
                Some(section) => {
                    section(&mut file).get_or_insert((line, Vec::new())).1.push(line);
                }
                None => file.field(line)?,
            }
        }
        Ok(file)
    }

    fn section(line: Span<'t>) -> Result<fn(&mut Self) -> &mut Option<Section<'t>>, TextError> {
        match line.text.trim() {
            "[view]" => Ok(|file| &mut file.view),
            "[real]" => Ok(|file| &mut file.real),
            _ => Err(line.unexpected("[view] or [real]")),
        }
    }

    /// A row may begin with the sign of a wrong flag, which is also that of a comment.
    fn is_comment(&self, line: &str) -> bool {
        let is_section = self.view.is_some() || self.real.is_some();
        let columns = self.columns.and_then(|columns| columns.text.parse().ok());
        let is_symbol = |symbol: char| "U?FX@#*".contains(symbol) || symbol.is_ascii_digit();
        let is_row =
            is_section && columns == Some(line.chars().count()) && line.chars().all(is_symbol);
        line.starts_with('#') && !is_row
    }

    /// `rows: 16`. Other fields are ignored.
    fn field(&mut self, line: Span<'t>) -> Result<(), TextError> {
        let Some((name, value)) = line.text.split_once(':') else {
            return Err(line.unexpected("a field such as rows: 16, [view] or [real]"));
        };
        let before = line.text.len() - value.trim_start().len();
        let column = line.text[..before].chars().count() + 1;
        let value = Some(Span { column, text: value.trim(), ..line });
        match name.trim() {
            "rows" => self.rows = value,
            "columns" => self.columns = value,
            "mines" => self.mines = value,
            _ => {}
        }
        Ok(())
    }

    fn size(&self) -> Result<Size, TextError> {
        let missing = |field: &str| {
            TextError::whole(format!(
                "expected a line {}, found none",
                shown(&format!("{field}: N"))
            ))
        };
        let rows = self.rows.ok_or_else(|| missing("rows"))?;
        let columns = self.columns.ok_or_else(|| missing("columns"))?;
        Size::read(rows, columns, rows)
    }
}

/// Parses a square of the player's view, perhaps after the end of the game.
fn seen(symbol: Span<'_>) -> Result<Square, TextError> {
    match symbol.text {
        "U" | "?" => Ok(Square::Hidden),
        // A flag; an exploded mine, or one shown in the end.
        "F" | "X" | "@" | "*" => Ok(Square::Mine),
        // A wrong flag.
        "#" => Ok(Square::Safe),
        _ => number(symbol).ok_or_else(|| symbol.unexpected("a digit 0-8 or one of UF?X@*#")),
    }
}

fn laid_out(size: Size, heading: Span<'_>, rows: Vec<Span<'_>>) -> Result<Minesweeper, TextError> {
    let square = |symbol: Span<'_>| match symbol.text {
        "*" => Ok(Square::Mine),
        _ => number(symbol).ok_or_else(|| symbol.unexpected("a digit 0-8 or '*'")),
    };
    let squares = size.squares(heading, rows.into_iter(), square)?;
    let is_mine: Vec<_> = squares.iter().map(|&square| square == Square::Mine).collect();
    let board = opened(size, &is_mine);
    let differs = |&(index, &square): &(usize, &Square)| {
        square != Square::Mine && square != board.squares[index]
    };
    if let Some((index, _)) = squares.iter().enumerate().find(differs) {
        let name = board.name(index);
        let message = format!("the number of {name} does not count the mines around it");
        return Err(heading.error(message));
    }
    Ok(board)
}

/// The text with letters instead of pictures. A digit in a box is the digit and two marks.
fn in_letters(text: &str) -> String {
    let letter = |symbol: char| match symbol {
        '\u{fe0f}' | '\u{20e3}' => None,
        '⬜' => Some('U'),
        '🚩' => Some('F'),
        '❓' => Some('?'),
        '💥' => Some('X'),
        '💣' => Some('@'),
        '❌' => Some('#'),
        other => Some(other),
    };
    text.chars().filter_map(letter).collect()
}

#[cfg(test)]
mod tests {

    use super::super::tests::{board, read_as};
    use super::*;

    const HEAD: &str = "# MINESWEEPER-BOARD v0.1\n# Render: ascii\n\nauthor: me: myself\nrows: 2\n\
                        columns: 4\nmines: 3\ngame_mode: classic\n\n";

    fn file(rest: &str) -> String {
        format!("{HEAD}{rest}")
    }

    #[test]
    fn what_the_player_sees_is_read_and_the_answer_is_not() {
        let expected = Minesweeper { mines: Some(3), ..board(&["?1F*", "sF??"]) };
        let real = "[real]\n00000\n";
        let view = "[view]\nU1FX\n#@?U\n";
        for text in [file(view), file(&format!("{real}\n{view}")), file(&format!("{view}\n{real}"))]
        {
            assert_eq!(read_as("toollib", &text), expected, "{text}");
        }
        let pictures = "[view]\n⬜1️⃣🚩💥\n❌💣❓⬜\n";
        assert_eq!(read_as("toollib", &file(pictures)), expected);
    }
}
