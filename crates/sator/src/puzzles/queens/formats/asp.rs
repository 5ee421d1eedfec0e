//! `board(4). block(1,1). queen(2,3).`: facts of answer set programs, from 1.

use sator_sat::TextError;

use super::super::{Queens, Square};
use super::{bare, content, number, refuse_unless_plain};
use crate::kind::{Confidence, Format};
use crate::text::{Cursor, Span, lines};

pub(super) static FORMAT: Format<Queens> =
    Format::new("asp", "board(4). block(1,1). queen(2,3)., from 1", sniff, |text, _| read(text))
        .printed(print);

fn sniff(text: &str) -> Confidence {
    let text = content(text);
    let is_named = ["board", "block", "queen"].iter().any(|name| text.contains(name));
    let confidence = if is_named { Confidence::Likely } else { Confidence::Possible };
    confidence.only_if(text.contains('(') && !text.starts_with(['{', '[']))
}

fn print(queens: &Queens) -> Result<String, String> {
    refuse_unless_plain(queens)?;
    let fact = |name: &str, squares: &[Square]| -> String {
        let fact = |at: &Square| format!("\n{name}({},{}).", at.row + 1, at.column + 1);
        squares.iter().map(fact).collect()
    };
    let (blocked, placed) = (fact("block", &queens.blocked), fact("queen", &queens.placed));
    Ok(format!("board({}).{blocked}{placed}", queens.n))
}

fn read(text: &str) -> Result<Queens, TextError> {
    let facts = facts(text)?;
    let mut queens = bare(size(&facts)?);
    for fact in &facts {
        let [row, column] = fact.values[..] else { continue };
        let square = Square {
            row: row.number("a row", 1..=queens.n)? - 1,
            column: column.number("a column", 1..=queens.n)? - 1,
        };
        let squares =
            if fact.name.text == "queen" { &mut queens.placed } else { &mut queens.blocked };
        squares.push(square);
    }
    Ok(queens)
}

struct Fact<'t> {
    name: Span<'t>,
    values: Vec<Span<'t>>,
}

fn facts(text: &str) -> Result<Vec<Fact<'_>>, TextError> {
    let mut cursor = Cursor::over(lines(text).map(Span::uncommented).flat_map(Span::words));
    let mut facts = Vec::new();
    while cursor.peek().is_some() {
        facts.push(fact(&mut cursor)?);
    }
    Ok(facts)
}

fn fact<'t>(cursor: &mut Cursor<'t>) -> Result<Fact<'t>, TextError> {
    const NAMES: &str = "board, block or queen";
    let name = cursor.take(NAMES)?;
    let is_board = name.text == "board";
    if !is_board && !matches!(name.text, "block" | "queen") {
        return Err(name.unexpected(NAMES));
    }
    cursor.expect("(")?;
    let mut values = vec![cursor.take("a number")?];
    if !is_board {
        cursor.expect(",")?;
        values.push(cursor.take("a number")?);
    }
    cursor.expect(")")?;
    cursor.expect(".")?;
    Ok(Fact { name, values })
}

fn size(facts: &[Fact]) -> Result<usize, TextError> {
    let mut size = None;
    for fact in facts.iter().filter(|fact| fact.name.text == "board") {
        let value = fact.values[0];
        let n = number::size(value.text).map_err(|message| value.error(message))?;
        if size.replace(n).is_some_and(|before| before != n) {
            return Err(fact.name.error("expected one board, found a second of another size"));
        }
    }
    size.ok_or_else(|| TextError::whole("expected a fact such as board(8), found none"))
}
