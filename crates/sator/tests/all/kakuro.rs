//! Kakuro: every format, the board, and the rules against trying everything.

use sator::GridPuzzle;
use sator::engine::{self, Options};
use sator::model::{CellId, Solution};
use sator::puzzle::{AnyPuzzle, ParseOptions};
use sator::puzzles::kakuro::{KIND, Kakuro, Run};
use sator::puzzles::recognise;
use sator::render::Look;

fn error(text: &str) -> String {
    text.parse::<Kakuro>().unwrap_err().to_string()
}

const TEXT: &str = " # 4\\ 3\\\n\\3  .  2\n\\4  .  .";

#[test]
fn every_format_states_the_same_puzzle() {
    let json = r#"{"rows":3,"cols":3,"runs":[{"sum":3,"cells":[[1,2],[1,1]]},{"sum":4,"cells":[[1,1],[2,1]]},
        {"sum":3,"cells":[[1,2],[2,2]]},{"sum":4,"cells":[[2,1],[2,2]]}],
        "givens":[[0,0,0],[0,0,2],[0,null,0]],"solution":[[9]],"status":"SAT"}"#;
    let commented = "# a comment, and an empty one\n#\n#  4\\  3\\\n\\3  _  2\n\n\\4  0  .\r\n";
    for text in [TEXT, json, commented] {
        let kakuro: Kakuro = text.parse().unwrap();
        assert_eq!(kakuro.print(), TEXT);
        assert_eq!(kakuro.notes(), [""; 0]);
        assert_eq!((kakuro.dimensions(), kakuro.runs().len()), ([3, 3], 4));
        assert_eq!((kakuro.square(1), kakuro.givens()[1]), ([1, 2], Some(2)));
        assert_eq!(recognise(text, &ParseOptions::default()).unwrap().kind().name, "kakuro");
    }
}

#[test]
fn runs_without_a_black_square_before_them_stand_below_the_board() {
    let run = |sum, cells: &[[usize; 2]]| Run { sum, cells: cells.to_vec() };
    let runs = vec![run(5, &[[0, 0], [0, 1]]), run(7, &[[0, 1], [1, 1]]), run(3, &[[1, 1]])];
    let kakuro = Kakuro::new([2, 2], runs).unwrap();
    let text = " . .\n\\3 .\nr1c1 + r1c2 = 5\nr1c2 + r2c2 = 7";
    assert_eq!(kakuro.print(), text.replace(" . .", " .  .").replace("\\3 .", "\\3  ."));
    assert_eq!(text.parse(), Ok(kakuro));
}

#[test]
fn errors_have_their_places() {
    let square = r"2:4: expected '#', totals such as 16\7, '.' or a value 1-9, found 'x'";
    assert_eq!(error("# 3\\ 4\\\n\\7 x ."), square);
    assert_eq!(error("# 3\\\n\\7 . ."), "2: expected a row of 2 squares, found 3");
    assert_eq!(error("# \\3\n\\7 ."), "no cells follow the total 3 in r1c2");
    assert_eq!(error("\\3 . # ."), "r1c4 is in no run");
    assert_eq!(
        error(". .\nr1c1 + x = 4"),
        "2: expected a run such as r1c2 + r1c3 = 5, found 'r1c1 + x = 4'"
    );
    let outside = "run 1: expected cells from [0,0] to [0,1], found [0,2]";
    assert_eq!(error(r#"{"rows":1,"cols":2,"runs":[{"sum":3,"cells":[[0,2]]}]}"#), outside);
    let twice = "run 1: expected different cells, found r1c2 twice";
    assert_eq!(error(r#"{"rows":1,"cols":2,"runs":[{"sum":3,"cells":[[0,1],[0,1]]}]}"#), twice);
    let large =
        error("{\"rows\":1,\"cols\":2,\n\"runs\":[{\"sum\":4294967296,\"cells\":[[0,1]]}]}");
    assert_eq!(large, "2:25: expected a sum from 0 to 4294967295, found 4294967296");
    let givens = |givens: &str| {
        let runs = r#""runs":[{"sum":3,"cells":[[0,0],[0,1]]}]"#;
        error(&format!(r#"{{"rows":1,"cols":2,{runs},"givens":{givens}}}"#))
    };
    assert_eq!(givens("[[0,0],[1,0]]"), "givens: expected 1 row, found 2");
    assert_eq!(givens("[[0]]"), "givens row 1: expected 2 values, found 1");
    assert_eq!(givens("[[0,10]]"), "givens row 1, column 2: expected 0 to 9, found 10");
    assert_eq!(
        error(r#"{"rows":0,"cols":2,"runs":[]}"#),
        "expected 1 to 100 rows and columns, found 0 and 2"
    );
    assert_eq!(error(r#"{"rows":1,"cols":2,"runs":[]}"#), "expected a run, found none");
}

#[test]
fn answers_are_checked_in_every_form() {
    let puzzle = KIND.read(TEXT, &ParseOptions::default()).unwrap();
    let answer = Solution { values: vec![1, 2, 3, 1] };
    let board = puzzle.board(Some(&answer)).to_text(Look::default());
    assert_eq!(board, " # 4\\ 3\\\n\\3  1  2\n\\4  3  1\n");
    let json = puzzle.answer_json(&answer).to_string();
    assert_eq!(json, r#"{"grid":[[0,0,0],[0,1,2],[0,3,1]]}"#);
    for text in [board, json, "# # #\n# 1 2\n# 3 1".to_owned(), "0 0 0\n0 1 2\n0 3 1".to_owned()] {
        assert_eq!(puzzle.check_text(&text), Ok(Ok(answer.clone())), "{text}");
    }
    let broken = |text: &str| puzzle.check_text(text).unwrap().unwrap_err().to_string();
    assert_eq!(broken("# # #\n# 1 2\n# 3 ."), "r3c3 is empty");
    let twice = "the run down at r2c2 (r2c2, r3c2) has 1 twice, r2c2 and r3c2";
    assert_eq!(broken("# # #\n# 1 2\n# 1 3"), twice);
    assert_eq!(
        broken("# # #\n# 1 2\n# 3 4"),
        "the run down at r2c3 (r2c3, r3c3) adds up to 6, not 3"
    );
    let given = KIND.read("\\3 1 .", &ParseOptions::default()).unwrap();
    let changed = given.check_text("# 2 1").unwrap().unwrap_err().to_string();
    assert_eq!(changed, "r1c2 is given as 1, and is 2 here");
    let unfit = |text: &str| puzzle.check_text(text).unwrap_err().to_string();
    assert_eq!(unfit("# #\n# 1"), "board: expected 3 rows, found 2");
    assert_eq!(unfit("5 # #\n# 1 2\n# 3 1"), "r1c1 is black, and is 5 here");
}

#[test]
fn totals_out_of_reach_are_named() {
    let reason = |text: &str| {
        let puzzle = KIND.read(text, &ParseOptions::default()).unwrap();
        puzzle.contradiction().unwrap().to_string()
    };
    let low = "the run across at r1c2 (r1c2, r1c3): 2 different values from 1 to 9 add up to 3 at \
               least, and its total is 2";
    assert_eq!(reason("\\2 . ."), low);
    assert_eq!(reason("\\9 4 4"), "the run across at r1c2 (r1c2, r1c3) has 4 twice, r1c2 and r1c3");
    let long = reason("\\45 . . . . . . . . . .");
    assert!(long.ends_with("has 10 cells, and there are 9 values"), "{long}");
}

#[test]
fn rules_of_the_model_and_plain_rules_agree_on_every_filling() {
    let mut chance: u64 = 3;
    let mut dice = |sides: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (chance >> 33) as usize % sides
    };
    for _ in 0..60 {
        let (rows, columns) = (1 + dice(2), 1 + dice(2));
        let mut runs = Vec::new();
        for _ in 0..=dice(3) {
            let mut cells: Vec<_> = (0..=dice(3)).map(|_| [dice(rows), dice(columns)]).collect();
            cells.sort_unstable();
            cells.dedup();
            runs.push(Run { sum: dice(9 * cells.len()) as u32 + 1, cells });
        }
        let mut kakuro = Kakuro::new([rows, columns], runs).unwrap();
        if dice(3) == 0 {
            let square = kakuro.square(0);
            kakuro = kakuro.with_given(square, 1 + dice(9) as i32).unwrap();
        }
        // The reader notes runs without a total; all else is the same.
        let again: Kakuro = kakuro.print().parse().unwrap();
        assert_eq!((again.runs(), again.print()), (kakuro.runs(), kakuro.print()));
        let puzzle: AnyPuzzle = std::sync::Arc::new(kakuro);
        let (rules, clues) = (puzzle.rules(), puzzle.clues());
        let cells = rules.cells().len();
        let mut answers = 0_u32;
        for filling in 0..9_usize.pow(cells as u32) {
            let value = |cell: usize| (filling / 9_usize.pow(cell as u32) % 9) as i32 + 1;
            let solution = Solution { values: (0..cells).map(value).collect() };
            let value_of = |cell: CellId| solution[cell];
            let holds = clues.facts.iter().all(|fact| fact.is_true(&value_of))
                && clues.rules.iter().all(|rule| rule.constraint.holds(&value_of));
            assert_eq!(puzzle.check(&solution).is_ok(), holds, "{}", puzzle.print());
            answers += u32::from(holds);
        }
        assert!(answers == 0 || puzzle.contradiction().is_none(), "{}", puzzle.print());
        let options = Options::default();
        let count = engine::count(&puzzle, &options, false, &mut |_, _| {}).unwrap();
        let number = count.map_or_else(
            || engine::count_visiting(&puzzle, &options, false, None, |_| {}).unwrap().number,
            |count| count.number,
        );
        assert_eq!(number, answers.into(), "{}", puzzle.print());
    }
}

#[test]
fn a_field_of_a_run_that_is_not_known_is_noted() {
    let text = r#"{"rows":1,"cols":2,"runs":[{"sum":3,"cells":[[0,0],[0,1]],"total":4,"id":1}]}"#;
    let kakuro: Kakuro = text.parse().unwrap();
    assert_eq!(kakuro.notes(), ["the field 'total' is not known, and was ignored"]);
    assert_eq!(kakuro.runs().len(), 1);
}
