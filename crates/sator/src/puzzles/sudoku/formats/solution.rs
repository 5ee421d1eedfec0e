//! A filled board, as users write it or as `solve` prints it.

use sator_sat::TextError;

use super::super::Sudoku;
use super::super::extras::Extra;
use super::super::extras::text::is_rule;
use super::super::options::{ALPHABET, BOX, GridOptions};
use super::{FORMATS, json, parts_of_extras, plain, text as text_format};
use crate::kind::ParseOptions;
use crate::model::Value;
use crate::text::{Span, is_object, lines, only_answer};

/// The cells of a board, row by row. They are not checked here. A text that is a puzzle of its own must
/// have the same grid, and no rule that this one lacks.
pub(in crate::puzzles) fn solution(
    text: &str,
    sudoku: &Sudoku,
) -> Result<Vec<Option<Value>>, TextError> {
    if let Some(board) = puzzle_with_regions(text)? {
        return cells_of(board, sudoku);
    }
    let rows = if sudoku.is_plain() { None } else { rows_of_drawing(text, sudoku.n()) };
    let text = rows.as_deref().unwrap_or(text);
    // The rules below a drawing are sentences.
    if !sudoku.is_plain() && rows.is_none() && !text.lines().any(is_across) {
        expect_own_rules(text, sudoku)?;
    }
    if !sudoku.has_usual_grid() {
        return unusual(text, sudoku);
    }
    if !sudoku.extras.is_empty() {
        return solution_by_format(&without_drawing(&only_answer(text)?), sudoku);
    }
    plain::solution(text, sudoku).map_or_else(|| solution_by_format(text, sudoku), Ok)
}

/// The puzzle that a text is by itself, if it says more about its grid than a board does.
fn puzzle_with_regions(text: &str) -> Result<Option<Sudoku>, TextError> {
    let options = GridOptions::default();
    if is_object(text) {
        return Ok(if json::has_regions(text) { Some(json::read(text, &options)?) } else { None });
    }
    if !lines(text).any(|line| text_format::is_heading(line, text_format::REGIONS)) {
        return Ok(None);
    }
    text_format::read(text, &options).map(Some)
}

/// The cells of a board that was read as a puzzle, if it has the grid of this one and only its rules.
fn cells_of(board: Sudoku, sudoku: &Sudoku) -> Result<Vec<Option<Value>>, TextError> {
    let error = |message: String| Err(TextError::whole(message));
    let (n, found) = (sudoku.n(), board.n());
    if n != found {
        return error(format!("expected a board of {n}×{n}, found one of {found}×{found}"));
    }
    let [expected, regions] = [sudoku, &board].map(|it| it.regions.clone().simplified());
    if expected != regions {
        return error(format!("expected the regions of the puzzle ({expected}), found {regions}"));
    }
    if sudoku.values != board.values {
        let (expected, found) = (&sudoku.values, &board.values);
        return error(format!("expected the values of the puzzle, {expected}, found {found}"));
    }
    let known = parts_of_extras(sudoku);
    match parts_of_extras(&board).iter().find(|extra| !known.contains(extra)) {
        Some(extra) => {
            let line = extra.line(n);
            error(format!("expected a board of the puzzle, found a rule that it lacks: {line}"))
        }
        None => Ok(board.given),
    }
}

/// Refuses a rule below a board that the puzzle lacks.
fn expect_own_rules(text: &str, sudoku: &Sudoku) -> Result<(), TextError> {
    let known = parts_of_extras(sudoku);
    for line in lines(text).filter(|line| is_rule(*line)) {
        let extra = Extra::of_line(line, sudoku)?;
        let parts = parts_of_extras(&Sudoku { extras: vec![extra], ..sudoku.clone() });
        if parts.iter().any(|part| !known.contains(part)) {
            return Err(line.error("expected a rule of the puzzle, found one that it lacks"));
        }
    }
    Ok(())
}

/// The cells of a board with irregular regions or unusual values: rows of symbols, or an object.
fn unusual(text: &str, sudoku: &Sudoku) -> Result<Vec<Option<Value>>, TextError> {
    let n = sudoku.n();
    if is_object(text) || text.trim_start().starts_with('[') {
        return json::read_grid(text, sudoku);
    }
    let text = without_drawing(&only_answer(text)?.replace('\'', " "));
    let mut cells = Vec::with_capacity(n * n);
    for line in lines(&text) {
        let words: Vec<_> = line.spaced().collect();
        let cut = if words.len() == n { words } else { line.symbols().collect() };
        for cell in cut {
            cells.push(match cell.text {
                "." | "_" => None,
                symbol => {
                    let value = symbol.parse().ok().filter(|it| sudoku.values.contains(*it));
                    let expected = format!("a value of {} or '.'", sudoku.values);
                    Some(value.ok_or_else(|| cell.unexpected(&expected))?)
                }
            });
        }
    }
    if cells.len() == n * n {
        return Ok(cells);
    }
    Err(TextError::whole(format!("expected {} cells, found {}", n * n, cells.len())))
}

/// The rows of values of a board with lines between its rows, as [`Board::to_text`] draws boards with
/// signs: the lines and the rows alternate, and all squares have the same width. Everything between
/// the squares and outside the frame is left out. Line numbers are preserved.
///
/// [`Board::to_text`]: crate::render::Board::to_text
fn rows_of_drawing(text: &str, n: usize) -> Option<String> {
    let text = only_answer(text).ok()?;
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let top = lines.iter().position(|line| is_across(&String::from_iter(line)))?;
    let is_corner = |sign: &char| matches!(sign, '+' | '┌' | '┏' | '┐' | '┓');
    let left = lines[top].iter().position(is_corner)?;
    let right = lines[top].iter().rposition(is_corner)?;
    let pitch = (right - left) / n;
    if pitch < 4 || pitch * n != right - left || top + 2 * n >= lines.len() {
        return None;
    }
    let is_side = |line: usize| {
        let side = |at: usize| lines[line].get(at).is_some_and(|sign| is_down(*sign));
        side(left) && side(right)
    };
    let mut rows = vec![String::new(); top + 2];
    for line in (top + 1..).step_by(2).take(n) {
        if !is_side(line) {
            return None;
        }
        for square in 0..n {
            let start = left + 1 + square * pitch;
            let value = String::from_iter(&lines[line][start..start + pitch - 1]);
            let value = value.replace(is_sign, "");
            let row = rows.last_mut()?;
            row.push_str(&value.replace(char::is_whitespace, ""));
            row.push(' ');
        }
        rows.extend([String::new(), String::new()]);
    }
    Some(rows.join("\n"))
}

/// Whether a symbol is drawn around a value.
fn is_sign(sign: char) -> bool {
    matches!(sign, '\'' | '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | '░' | '~')
}

/// Removes the lines around cages and regions, which may contain totals, and the rules below from a
/// drawing; other texts are unchanged. Line numbers are preserved.
fn without_drawing(text: &str) -> String {
    let is_drawn = text.lines().any(is_across);
    let row = |line: &str| {
        let is_listed = is_cage(line) || is_rule(Span { line: 1, column: 0, text: line });
        match is_drawn {
            _ if is_listed => String::new(),
            true if is_across(line) => String::new(),
            true => line.replace(is_down, " "),
            false => line.to_owned(),
        }
    };
    text.lines().map(row).collect::<Vec<_>>().join("\n")
}

/// Whether a line is a drawn horizontal line.
fn is_across(line: &str) -> bool {
    let is_drawn = |sign: char| matches!(sign, '\u{2500}'..='\u{257f}');
    line.trim_start().starts_with('+') || line.contains(|sign| is_drawn(sign) && !is_down(sign))
}

/// Whether a line is a cage that overlaps others: `r1c1 + r1c2 = 3`.
fn is_cage(line: &str) -> bool {
    line.starts_with('r') && line.contains('=')
}

/// Whether a symbol is drawn between values.
fn is_down(sign: char) -> bool {
    matches!(sign, '│' | '┃' | '║' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋' | '|' | ':' | '#' | '!')
}

fn solution_by_format(text: &str, sudoku: &Sudoku) -> Result<Vec<Option<Value>>, TextError> {
    // Given values have a mark in output without colour.
    let text = &only_answer(text)?.replace('\'', " ");
    if text.trim().is_empty() {
        return Err(TextError::whole("expected a filled board, found nothing"));
    }
    if *FORMATS.recognise(text) == json::FORMAT {
        return json::read_answer(text, sudoku.n());
    }
    // Other symbols than the puzzle's are accepted; errors mention the puzzle's own.
    let shape = sudoku.regions.boxes().map_or_else(String::new, |shape| shape.to_string());
    let alphabet = sudoku.notation.name(sudoku.n());
    let values = [(BOX.name, &*shape), (ALPHABET.name, &*alphabet)];
    let read = |values| FORMATS.parse(text, &ParseOptions::with(values));
    let board = read(&values).or_else(|error| read(&values[..1]).map_err(|_| error))?;
    cells_of(board, sudoku)
}

#[cfg(test)]
mod tests {
    use super::super::super::notation::Notation;
    use super::super::tests::{patterned, sudoku, written};
    use super::*;
    use crate::boxes::BoxShape;

    const ROWS: [&str; 4] = ["1324", "4231", "2413", "3142"];

    fn error(text: &str) -> String {
        solution(text, &sudoku(&ROWS)).unwrap_err().to_string()
    }

    #[test]
    fn the_same_answer_is_read_however_it_is_written() {
        let drawn = "┌───────┬───────┐\n│ 1' 3  │ 2  4  │\n│ 4  2  │ 3' 1  │\n├───────┼───────┤\n\
                     │ 2  4' │ 1  3  │\n│ 3  1  │ 4  2' │\n└───────┴───────┘\n";
        let grid = "[[1,3,2,4],[4,2,3,1],[2,4,1,3],[3,1,4,2]]";
        for text in [
            "1324423124133142",
            "1324\n4231\n2413\n3142\n",
            "\u{feff}1 3 2 4\r\n4 2 3 1\r\n2 4 1 3\r\n3 1 4 2\r\n",
            drawn,
            &format!("Found a solution for 4×4 Sudoku\n\n--- Solution 1 ---\n{drawn}"),
            &format!("--- Solution 1 ---\n{drawn}\nUnique: yes\n"),
            grid,
            &format!(r#"{{"grid":{grid}}}"#),
            &format!(r#"{{"puzzle":"sudoku","status":"sat","solutions":[{{"grid":{grid}}}]}}"#),
        ] {
            assert_eq!(solution(text, &sudoku(&ROWS)), Ok(sudoku(&ROWS).given), "{text}");
        }
    }

    #[test]
    fn our_own_symbols_are_expected_first_and_others_understood() {
        let sixteen = |notation| patterned(BoxShape::new(4, 4).unwrap(), notation);
        let full = |notation: Notation| {
            let sudoku = sixteen(notation);
            let cell = |value: Option<i32>| value.map_or(".".to_owned(), |it| notation.text(it));
            written(&sudoku, cell).join(" ")
        };
        for ours in [Notation::FromOne, Notation::FromZero, Notation::Letters, Notation::Numbers] {
            for theirs in [ours, Notation::Numbers] {
                let puzzle = sixteen(ours);
                assert_eq!(solution(&full(theirs), &puzzle), Ok(puzzle.given.clone()), "{ours:?}");
            }
        }
        let zeros = sixteen(Notation::FromZero);
        let text = full(Notation::FromZero).replace('F', "E");
        assert_ne!(solution(&text, &zeros), Ok(zeros.given.clone()));
    }

    #[test]
    fn several_answers_are_refused_lest_one_of_them_goes_unchecked() {
        let two = "--- Solution 1 ---\n1\n--- Solution 2 ---\n1";
        assert_eq!(error(two), "3: expected one filled board, found several");
        let two = r#"{"solutions":[{"grid":[[1]]},{"grid":[[1]]}]}"#;
        assert_eq!(error(two), "expected one filled board, found several");
    }

    #[test]
    fn the_smallest_board_is_read_too() {
        let shape = BoxShape::new(1, 1).unwrap();
        let smallest = Sudoku::plain(shape, vec![None], Notation::FromOne);
        for text in ["1", "+---+\n| 1 |\n+---+", "[[1]]"] {
            assert_eq!(solution(text, &smallest), Ok(vec![Some(1)]), "{text}");
        }
    }
}
