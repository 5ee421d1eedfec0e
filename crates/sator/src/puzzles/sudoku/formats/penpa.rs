//! Links of Penpa (`…/penpa-edit/#m=edit&p=…`): Base64 of a raw deflate stream of lines. The first has
//! the kind of grid and its size, the second the margins, the third the mode, the fourth the drawing.
//! Only the numbers of a sudoku are read; everything else there is a drawing.

use miniz_oxide::inflate::decompress_to_vec_with_limit;
use sator_sat::TextError;
use sator_sat::text::shown;
use serde_json::{Map, Value as Json};

use super::super::Sudoku;
use super::super::options::GridOptions;
use super::address::{parameter, plain};
use super::{fpuzzles, is_one_line, json, line, lzstring, size};
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::text::lines;

pub(super) static FORMAT: Format<Sudoku> = Format::new(
    "penpa",
    "a link of Penpa: https://…/penpa-edit/#m=edit&p=…",
    |text| {
        let is_one = is_one_line(text) && lines(text).any(|line| line.text.contains(NAME));
        Confidence::Certain.only_if(is_one)
    },
    |text, options| read(text, &GridOptions::of(options)?),
);

/// The part of every address.
const NAME: &str = "/penpa-edit/";

/// The abbreviations of the names that matter here.
const NAMES: [(&str, &str); 30] = [
    ("z9", "\"qa\""),
    ("zQ", "\"pu_q\""),
    ("zA", "\"pu_a\""),
    ("zG", "\"grid\""),
    ("zM", "\"edit_mode\""),
    ("zS", "\"surface\""),
    ("zL", "\"line\""),
    ("zE", "\"edge\""),
    ("zW", "\"wall\""),
    ("zC", "\"cage\""),
    ("zN", "\"number\""),
    ("z1", "\"sudoku\""),
    ("zY", "\"symbol\""),
    ("zP", "\"special\""),
    ("zB", "\"board\""),
    ("zR", "\"command_redo\""),
    ("zU", "\"command_undo\""),
    ("z8", "\"command_replay\""),
    ("zF", "\"freeline\""),
    ("z2", "\"freeedge\""),
    ("zT", "\"thermo\""),
    ("z3", "\"arrows\""),
    ("zD", "\"d\""),
    ("z0", "\"squareframe\""),
    ("z5", "\"polygon\""),
    ("z4", "\"deleteedge\""),
    ("z6", "\"killercages\""),
    ("z7", "\"nobulbthermo\""),
    ("z_", "\"__a\""),
    ("zO", "null"),
];

/// Fields of the drawing that may state rules.
const DRAWINGS: [&str; 15] = [
    "surface",
    "line",
    "edge",
    "wall",
    "cage",
    "symbol",
    "freeline",
    "freeedge",
    "thermo",
    "nobulbthermo",
    "arrows",
    "killercages",
    "squareframe",
    "polygon",
    "direction",
];

/// Rows and columns around every grid, which have no cells.
const FRAME: usize = 2;

fn read(text: &str, options: &GridOptions<'_>) -> Result<Sudoku, TextError> {
    let address = line::only(text)?;
    let letters = parameter(address.text.trim(), "p=").map(plain);
    let letters =
        letters.ok_or_else(|| address.error("expected a puzzle after 'p=', found none"))?;
    let text = inflated(&letters).map_err(TextError::whole)?;
    let lines: Vec<_> = text.lines().collect();
    let field = |number: usize| lines.get(number).copied().unwrap_or_default();
    let header: Vec<_> = field(0).split(',').collect();
    let [kind, columns, rows, ..] = header[..] else {
        return Err(TextError::whole("expected a grid in the link, found none"));
    };
    check_kind(kind, &lines)?;
    let margins: [usize; 4] = serde_json::from_str(field(1)).unwrap_or_default();
    let [top, bottom, left, right] = margins;
    let count = |text: &str| text.trim().parse::<usize>().ok().filter(|it| *it < 1000);
    let (Some(all_rows), Some(all_columns)) = (count(rows), count(columns)) else {
        let message = format!("expected rows and columns, found {}", shown(field(0)));
        return Err(TextError::whole(message));
    };
    let n = all_rows.saturating_sub(top + bottom);
    let found = all_columns.saturating_sub(left + right);
    if n != found || n == 0 {
        let message = format!("expected as many rows as columns, found {n} and {found}");
        return Err(TextError::whole(message));
    }
    let shape = size::shape(n, options.box_shape)?;
    let drawing = object(field(3)).map_err(TextError::whole)?;
    let mut sudoku = Sudoku::plain(shape, vec![None; n * n], json::notation(options.alphabet, n)?);
    let width = all_columns + 2 * FRAME;
    let mut outside = 0;
    for (index, number) in drawing.get("number").and_then(Json::as_object).into_iter().flatten() {
        let place = index.parse::<usize>().ok().and_then(|index| {
            let row = (index / width).checked_sub(FRAME + top).filter(|row| *row < n)?;
            let column = (index % width).checked_sub(FRAME + left).filter(|it| *it < n)?;
            Some(row * n + column)
        });
        let value = fpuzzles::number_of(&number[0]).filter(|value| (1..=n as i64).contains(value));
        // Normal, small, medium and large; other numbers are candidates and texts.
        let is_normal = matches!(number[2].as_str(), Some("1" | "5" | "6" | "10"));
        match (place, value) {
            (Some(cell), Some(value)) if is_normal => sudoku.given[cell] = Some(value as Value),
            _ => outside += 1,
        }
    }
    note_drawings(&drawing, outside, &mut sudoku);
    Ok(sudoku)
}

/// The lines of the link.
fn inflated(letters: &str) -> Result<String, String> {
    /// The largest text.
    const LONGEST: usize = 1 << 24;
    let mut bytes = Vec::new();
    let (mut bits, mut number) = (0_u32, 0_u32);
    for (place, letter) in letters.trim_end_matches('=').chars().enumerate() {
        let value = lzstring::value(letter).ok_or_else(|| {
            let letter = shown(&letter.to_string());
            format!("the link is damaged: letter {} is {letter}", place + 1)
        })?;
        number = number << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((number >> bits) as u8);
            number &= (1 << bits) - 1;
        }
    }
    let text = decompress_to_vec_with_limit(&bytes, LONGEST)
        .map_err(|_| "the link is damaged or cut off: it cannot be decompressed".to_owned())?;
    String::from_utf8(text).map_err(|_| "the link is damaged: it is no text".to_owned())
}

/// A line of JSON with abbreviations.
fn object(line: &str) -> Result<Map<String, Json>, String> {
    let long = NAMES.iter().fold(line.to_owned(), |line, (short, long)| line.replace(short, long));
    serde_json::from_str(&long).map_err(|_| "expected the drawing of a grid in the link".to_owned())
}

/// Refuses grids that are no sudokus.
fn check_kind(kind: &str, lines: &[&str]) -> Result<(), TextError> {
    let mode = lines.get(2).and_then(|line| object(line).ok()).unwrap_or_default();
    let mode = |side: &str| mode.get(side).and_then(|it| it["edit_mode"].as_str());
    let is_meant = [mode("pu_q"), mode("pu_a")].contains(&Some("sudoku"));
    let is_called = || lines.iter().skip(5).any(|line| line.to_lowercase().contains("sudoku"));
    match kind {
        "sudoku" => Ok(()),
        "square" if is_meant || is_called() => Ok(()),
        "square" => Err(TextError::whole(
            "expected a sudoku, found a square grid of Penpa that is not in its sudoku mode",
        )),
        other => {
            let message =
                format!("expected a sudoku, found a grid of Penpa of the kind {}", shown(other));
            Err(TextError::whole(message))
        }
    }
}

fn note_drawings(drawing: &Map<String, Json>, outside: usize, sudoku: &mut Sudoku) {
    let is_something = |field: &&&str| match drawing.get(**field) {
        Some(Json::Object(fields)) => !fields.is_empty(),
        Some(Json::Array(list)) => !list.is_empty(),
        _ => false,
    };
    let mut drawn: Vec<_> = DRAWINGS.iter().filter(is_something).copied().collect();
    if outside > 0 {
        drawn.push("numbers that are no values");
    }
    if !drawn.is_empty() {
        let drawn = drawn.join(", ");
        sudoku.notes.push(format!("only drawn, and ignored: {drawn}"));
    }
}

#[cfg(test)]
mod tests {
    use miniz_oxide::deflate::compress_to_vec;

    use super::super::tests::{error, read_as};

    /// A link of these lines.
    fn link(lines: &[&str]) -> String {
        const LETTERS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let bytes = compress_to_vec(lines.join("\n").as_bytes(), 6);
        let mut letters = String::new();
        for three in bytes.chunks(3) {
            let number = (0..3).fold(0, |number, at| {
                number << 8 | usize::from(three.get(at).copied().unwrap_or(0))
            });
            let four = [18, 12, 6, 0].map(|bits| char::from(LETTERS[number >> bits & 63]));
            letters.extend(&four[..=three.len()]);
        }
        format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={letters}&a=x")
    }

    #[test]
    fn the_numbers_of_a_sudoku_are_its_given_values() {
        // r1c1 of a grid with a margin to the left is the cell after three columns of two rows.
        let drawing = r#"{zS:{},zN:{"21":["1",1,"1"],"42":[3,1,"1"],"20":["9",1,"1"],"22":["12",1,"7"]},
            zL:{"1,2":3}}"#;
        let text = link(&["sudoku,5,4,38", "[0,0,1,0]", "{}", &drawing.replace('\n', ""), "{}"]);
        let sudoku = read_as("penpa", &text);
        let given: Vec<_> = sudoku.given.iter().map(|value| value.unwrap_or(0)).collect();
        assert_eq!(given, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0]);
        let notes = crate::puzzles::recognise(&text, &crate::kind::ParseOptions::default());
        let note = "only drawn, and ignored: line, numbers that are no values";
        assert_eq!(notes.unwrap().notes(), [note]);
    }

    #[test]
    fn other_grids_and_damaged_links_are_refused() {
        let square =
            "expected a sudoku, found a square grid of Penpa that is not in its sudoku mode";
        let hex = "expected a sudoku, found a grid of Penpa of the kind 'hex'";
        assert_eq!(error("penpa", &link(&["square,4,4,38", "[0,0,0,0]", "{}", "{}"])), square);
        assert_eq!(error("penpa", &link(&["hex,4,4,38", "[0,0,0,0]", "{}", "{}"])), hex);
        let mode = r#"{zQ:{zM:"sudoku"}}"#;
        read_as("penpa", &link(&["square,4,4,38", "[0,0,0,0]", mode, "{}"]));
        let damaged = "the link is damaged or cut off: it cannot be decompressed";
        let whole = link(&["sudoku,4,4,38", "[0,0,0,0]", "{}", "{}"]);
        let (begin, _) = whole.split_once('&').unwrap();
        assert_eq!(error("penpa", &format!("{begin}&p=7Zz")), damaged);
        let expected = "1: expected a puzzle after 'p=', found none";
        assert_eq!(error("penpa", "https://swaroopg92.github.io/penpa-edit/"), expected);
    }
}
