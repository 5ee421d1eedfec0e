//! A text that is read beside a puzzle is validated against it: a board of any kind, of any size, with
//! regions, rules or values of its own is an answer, a mistake or an error, and never a panic.

use sator::engine::{Options, solutions};
use sator::kind::ParseOptions;
use sator::puzzle::AnyPuzzle;
use sator::puzzles::{KINDS, TEMPLATE, recognise};
use sator::render::{Look, Paint};

/// Sudokus and others beside the examples of the kinds, which are mostly 4×4.
const TEXTS: [&str; 12] = [
    "1...\n....\n....\n....\nregions\nAAAB\nACBB\nCCDB\nCDDD",
    "1...\n....\n....\n....\nregions\nAABB\nAABB\nCCDD\nCCDD",
    "values 0-5\n1...\n....\n....\n....\nthermo r1c1 r1c2",
    "no boxes\n1..\n...\n...",
    "1...\n....\n....\n....\nthermo r1c1 r1c2\narrow r2c1: r3c1 r4c1\nanti-knight",
    "......\n......\n......\n......\n......\n.....6\nentropic r1c1 r2c2 r3c3",
    r#"{"n":4,"regions":null,"grid":[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}"#,
    r#"{"n":5,"regions":[[0,0,0,0,0],[1,1,1,1,1],[2,2,2,2,2],[3,3,3,3,3],[4,4,4,4,4]],"values":[0,1,2,3,4,5],"givens":[[1,null,null,null,null],[null,null,null,null,null],[null,null,null,null,null],[null,null,null,null,null],[null,null,null,null,null]]}"#,
    "................................................................................1",
    "........................................................................................................................................................................................................................................................12345678",
    "6",
    "2 2 1\n1?\n??",
];

fn puzzles() -> Vec<AnyPuzzle> {
    let examples = KINDS.iter().chain([&TEMPLATE]);
    let examples = examples.map(|kind| kind.read(kind.example, &ParseOptions::default()).unwrap());
    let others = TEXTS.iter().map(|text| recognise(text, &ParseOptions::default()).unwrap());
    examples.chain(others).collect()
}

/// Every text that such a puzzle has in some format, as it is and with an answer.
fn texts(puzzle: &AnyPuzzle) -> Vec<String> {
    let kind = puzzle.kind();
    let mut texts = vec![puzzle.print()];
    let formats = kind.formats.list().into_iter().filter(|format| format.prints);
    texts.extend(formats.filter_map(|format| kind.print(puzzle.as_ref(), format.name).ok()));
    texts.push(puzzle.board(None).to_text(Look::default()));
    if let Some(answer) = solutions(puzzle, &Options::default()).next() {
        let answer = answer.unwrap();
        texts.push(puzzle.board(Some(&answer)).to_text(Look { ascii: true, ..Look::default() }));
        let marked = Look { paint: Paint::Marked, ..Look::default() };
        texts.push(puzzle.board(Some(&answer)).to_text(marked));
        texts.push(puzzle.answer_line(&answer));
        texts.push(puzzle.answer_json(&answer).to_string());
        texts.push(serde_json::json!({ "solutions": [puzzle.answer_json(&answer)] }).to_string());
    }
    texts
}

#[test]
fn every_text_beside_a_puzzle_is_read_without_a_panic() {
    let puzzles = puzzles();
    let mut texts: Vec<_> = puzzles.iter().flat_map(texts).collect();
    // Halves of texts, and longer ones.
    let halves: Vec<_> =
        texts.iter().map(|text| text.chars().take(text.len() / 2).collect()).collect();
    let doubled: Vec<_> = texts.iter().map(|text| format!("{text}\n{text}")).collect();
    texts.extend(halves);
    texts.extend(doubled);
    let (mut read, mut refused) = (0, 0);
    for puzzle in &puzzles {
        let cells = sator::engine::instance(puzzle).cells().len();
        for text in &texts {
            match puzzle.check_text(text) {
                Ok(_) => read += 1,
                Err(_) => refused += 1,
            }
            let _mistake = puzzle.check_partial(text);
            if let Ok(entries) = puzzle.entries(text) {
                assert!(entries.len() <= cells, "{} {text}", puzzle.title());
            }
        }
    }
    assert!(read > 100 && refused > read, "{read} read, {refused} refused");
}

/// The puzzle's own texts stay answers and boards of it.
#[test]
fn a_board_of_the_puzzle_itself_is_read_in_every_form() {
    for puzzle in puzzles() {
        let Some(answer) = solutions(&puzzle, &Options::default()).next() else { continue };
        let answer = answer.unwrap();
        let board = puzzle.board(Some(&answer));
        for text in [
            board.to_text(Look { ascii: true, ..Look::default() }),
            board.to_text(Look { paint: Paint::Marked, ..Look::default() }),
            puzzle.answer_line(&answer),
            puzzle.answer_json(&answer).to_string(),
        ] {
            let checked = puzzle.check_text(&text);
            assert!(matches!(checked, Ok(Ok(_))), "{} {checked:?}\n{text}", puzzle.title());
        }
    }
}
