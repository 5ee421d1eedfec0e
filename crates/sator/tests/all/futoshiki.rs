//! Futoshiki: every format, the board, and the rules against trying everything.

use sator::GridPuzzle;
use sator::engine::{self, Options};
use sator::model::{CellId, Solution};
use sator::puzzle::{AnyPuzzle, ParseOptions};
use sator::puzzles::futoshiki::{Futoshiki, KIND};
use sator::puzzles::{by_word, recognise};
use sator::render::Look;

fn read(text: &str) -> AnyPuzzle {
    KIND.read(text, &ParseOptions::default()).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn error(text: &str) -> String {
    text.parse::<Futoshiki>().unwrap_err().to_string()
}

const TEXT: &str = ". < . < .\n    v\n.   2   .\n^\n.   .   .";

#[test]
fn every_format_states_the_same_puzzle() {
    let json = r#"{"n":3,"grid":[[0,0,0],[0,2,0],[0,0,0]],
        "less":[[[0,0],[0,1]],[[0,1],[0,2]],[[1,1],[0,1]],[[1,0],[2,0]],[[0,0],[0,1]]],"solution":[[9]]}"#;
    let glued = ".<_<0\n  ∨\n. 2 .\n∧\n...";
    for text in [TEXT, json, glued, "3:0,0DL,0L,0,2,0,0U,0,0"] {
        let futoshiki: Futoshiki = text.parse().unwrap();
        assert_eq!(futoshiki.print(), TEXT);
        assert_eq!(futoshiki.notes(), [""; 0]);
        assert_eq!((futoshiki.dimensions(), futoshiki.givens()[4]), ([3, 3], Some(2)));
        assert_eq!(futoshiki.less().len(), 4);
        assert_eq!(recognise(text, &ParseOptions::default()).unwrap().kind().name, "futoshiki");
    }
    assert_eq!(by_word("unequal").unwrap().name, "futoshiki");
}

#[test]
fn pairs_that_are_no_neighbours_stand_below_the_board() {
    let far = r#"{"n":2,"grid":[[0,0],[0,0]],"less":[[[0,0],[1,1]],[[0,1],[1,0]],[[0,0],[0,1]],[[0,1],[0,0]]]}"#;
    let text = ". < .\n.   .\nr1c1 < r2c2\nr1c2 < r1c1\nr1c2 < r2c1";
    let far: Futoshiki = far.parse().unwrap();
    assert_eq!(far.print(), text);
    assert_eq!(text.parse::<Futoshiki>(), Ok(far));
    assert_eq!("..\n..\nr2c2 > r1c1".parse::<Futoshiki>().unwrap().less().len(), 1);
}

#[test]
fn numbers_of_two_digits_have_their_signs_in_place() {
    let mut grid = vec![vec![0; 12]; 12];
    grid[0][0] = 12;
    let large = Futoshiki::new(&grid, vec![[[1, 1], [0, 1]], [[0, 2], [0, 1]]]).unwrap();
    assert!(large.print().starts_with("12    . >  ."), "{}", large.print());
    assert_eq!(large.print().parse(), Ok(large));
}

#[test]
fn errors_have_their_places() {
    assert_eq!(error(". <\n. ."), "1:3: expected a cell after the sign, found none");
    assert_eq!(error("< . .\n. ."), "1:1: expected a cell, found '<'");
    assert_eq!(error(". .\n.\n"), "2: expected a row of 2 cells, found 1");
    assert_eq!(error(". x\n. ."), "1:3: expected '.', '<', '>' or a value from 0 to 2, found 'x'");
    assert_eq!(error(". .\n ^\n. ."), "2:2: expected a sign between two cells, found none above");
    assert_eq!(error(". .\n. .\n^"), "3:1: expected a sign between two cells, found none above");
    let pair = "3: expected two cells such as r1c1 < r3c3, found 'r1c1 < r3c1'";
    assert_eq!(error(". .\n. .\nr1c1 < r3c1"), pair);
    assert_eq!(error(r#"{"n":3,"grid":[[0]]}"#), "grid: expected 3 rows, found 1");
    assert_eq!(error(r#"{"n":1000000000}"#), "expected 1 to 25 rows, found 1000000000");
    let cells = "pair 1: expected cells from [0,0] to [1,1], found [0,2]";
    assert_eq!(error(r#"{"n":2,"less":[[[0,0],[0,2]]]}"#), cells);
    let twice = "pair 1: expected different cells, found r1c2 twice";
    assert_eq!(error(r#"{"n":2,"less":[[[0,1],[0,1]]]}"#), twice);
    assert_eq!(error("2:0,0,0,0,0"), "expected 4 cells for 2×2, found 5");
    assert_eq!(error(""), "expected 1 to 25 rows, found 0");
}

#[test]
fn answers_are_checked_in_every_form() {
    let puzzle = read(TEXT);
    let broken = |text: &str| puzzle.check_text(text).unwrap().unwrap_err().to_string();
    assert_eq!(broken("123\n321\n231"), "column 2 has 2 twice, r1c2 and r2c2");
    let sign = "r2c2 is 3, which is not less than r1c2, which is 2";
    assert_eq!(broken("1 2 3\n2 3 1\n3 1 2"), sign);
    assert_eq!(broken("12.\n231\n312"), "r1c3 is empty");
    let free = read(". < .\n.   .");
    let answer = Solution { values: vec![1, 2, 2, 1] };
    let board = free.board(Some(&answer)).to_text(Look::default());
    assert_eq!(board, "1 < 2\n2   1\n");
    for text in [board, "12\n21".to_owned(), free.answer_json(&answer).to_string()] {
        assert_eq!(free.check_text(&text), Ok(Ok(answer.clone())), "{text}");
    }
    let other_size = puzzle.check_text("12\n21").unwrap_err().to_string();
    assert_eq!(other_size, "board: expected 3 rows, found 2");
}

#[test]
fn rules_of_the_model_and_plain_rules_agree_on_every_filling() {
    let mut chance: u64 = 5;
    let mut dice = |sides: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (chance >> 33) as usize % sides
    };
    for _ in 0..60 {
        let n = 1 + dice(3);
        let mut grid = vec![vec![0; n]; n];
        grid[dice(n)][dice(n)] = dice(n + 1) as i32;
        let pairs: Vec<_> =
            (0..dice(4)).map(|_| [[dice(n), dice(n)], [dice(n), dice(n)]]).collect();
        let pairs = pairs.into_iter().filter(|[a, b]| a != b).collect();
        let puzzle: AnyPuzzle = std::sync::Arc::new(Futoshiki::new(&grid, pairs).unwrap());
        let (rules, clues) = (puzzle.rules(), puzzle.clues());
        let mut answers = 0_u32;
        for filling in 0..n.pow((n * n) as u32) {
            let value = |cell: usize| (filling / n.pow(cell as u32) % n) as i32 + 1;
            let solution = Solution { values: (0..n * n).map(value).collect() };
            let value_of = |cell: CellId| solution[cell];
            let holds = rules.violation(&solution).is_none()
                && clues.facts.iter().all(|fact| fact.is_true(&value_of))
                && clues.rules.iter().all(|rule| rule.constraint.holds(&value_of));
            assert_eq!(puzzle.check(&solution).is_ok(), holds, "{}", puzzle.print());
            answers += u32::from(holds);
        }
        assert!(answers == 0 || puzzle.contradiction().is_none(), "{}", puzzle.print());
        let count = engine::count(&puzzle, &Options::default(), false, &mut |_, _| {}).unwrap();
        assert_eq!(count.unwrap().number, answers.into(), "{}", puzzle.print());
    }
}
