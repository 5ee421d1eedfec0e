//! The second witness, which uses the plain rules only, against the engine.

use std::collections::BTreeSet;

use sator::engine::{Options, solutions};
use sator::model::Solution;
use sator::puzzle::AnyPuzzle;
use sator::puzzles::sudoku::KIND;
use sator::puzzles::sudoku::extras::examples;
use sator::puzzles::{killer, queens};
use sator::witness::{self, End, Opinion, Testimony, Witness};
use sator_testing::{SharedData, needs};

use super::common::{full, note, read, some_answers};

fn ask(puzzle: &AnyPuzzle, most: u64) -> Testimony {
    witness::ask(&**puzzle, most, &|| false)
}

/// Every answer, without the auxiliary cells of a model.
fn all(puzzle: &AnyPuzzle) -> BTreeSet<Solution> {
    let never = || false;
    let mut witness = Witness::new(&**puzzle, witness::MOST_LOOKS, &never);
    let mut answers = BTreeSet::new();
    let end = loop {
        match witness.next_answer() {
            Ok(answer) => assert!(answers.insert(answer), "an answer twice"),
            Err(end) => break end,
        }
    };
    assert_eq!(end, End::Complete);
    answers
}

/// The engine's answers of a grid, without auxiliary cells.
fn by_engine(puzzle: &AnyPuzzle, most: usize) -> BTreeSet<Solution> {
    let [rows, columns] = puzzle.board_size();
    let own = |answer: Solution| Solution { values: answer.values[..rows * columns].to_vec() };
    some_answers(puzzle, &Options::new(), most).into_iter().map(own).collect()
}

#[test]
fn every_extra_rule_has_the_same_answers_by_its_plain_check_alone() {
    for (name, example) in examples() {
        let puzzle = read(&KIND, &format!("....\n....\n....\n....\n{example}"));
        assert_eq!(all(&puzzle), by_engine(&puzzle, 1000), "{name}: {example}");
    }
}

/// Two rows of 6×6 are given, so that there are many answers without the extra rule.
#[test]
fn every_extra_rule_in_six_rows_has_as_many_answers_by_its_plain_check_alone() {
    const MOST: usize = 40;
    let rows = "123456\n456123\n......\n......\n......\n......";
    let empty = "......\n......\n......\n......\n231564\n564231";
    for (name, example) in examples() {
        for rows in [rows, empty] {
            let puzzle = read(&KIND, &format!("{rows}\n{example}"));
            let found = some_answers(&puzzle, &Options::new(), MOST).len();
            let said = ask(&puzzle, MOST as u64);
            assert_eq!(said.number, found as u64, "{name}: {example} below {rows}");
            assert!([End::Complete, End::Enough].contains(&said.end));
        }
    }
}

#[test]
fn a_claim_is_confirmed_contradicted_or_left_open() {
    let empty = read(&KIND, "....\n....\n....\n....");
    let none = read(&KIND, "1...\n1...\n....\n....");
    let one = read(&KIND, "1..4\n.23.\n.41.\n3..2");
    for (puzzle, number, is_exact, opinion) in [
        (&empty, 288, true, Opinion::Confirmed),
        (&empty, 287, true, Opinion::Contradicted),
        (&empty, 289, true, Opinion::Contradicted),
        (&empty, 0, true, Opinion::Contradicted),
        (&empty, 200, false, Opinion::Confirmed),
        (&empty, 289, false, Opinion::Contradicted),
        (&none, 0, true, Opinion::Confirmed),
        (&none, 1, true, Opinion::Contradicted),
        (&none, 1, false, Opinion::Contradicted),
        (&one, 1, true, Opinion::Confirmed),
        (&one, 0, true, Opinion::Contradicted),
        (&one, 2, false, Opinion::Contradicted),
    ] {
        let said = witness::ask_about(&**puzzle, number, is_exact, &|| false).unwrap();
        assert_eq!(said.opinion(number, is_exact), opinion, "{number} {is_exact}: {said:?}");
    }
    assert!(witness::ask_about(&*empty, witness::MOST_ANSWERS + 1, true, &|| false).is_none());
}

#[test]
fn the_limit_and_a_stop_leave_it_open() {
    let empty = read(&KIND, &"................\n".repeat(16));
    let said = witness::ask_within(&*empty, u64::MAX, 100_000, &|| false);
    assert_eq!(said.end, End::Undecided);
    assert_eq!(said.opinion(0, false), Opinion::Confirmed);
    assert_eq!(said.opinion(1_000_000, true), Opinion::Undecided);
    let again = witness::ask_within(&*empty, u64::MAX, 100_000, &|| false);
    assert_eq!(said, again, "the limit does not depend on time");
    assert_eq!(witness::ask(&*empty, 1, &|| true).end, End::Stopped);
    // Too large to begin.
    let large = read(&queens::KIND, "2000");
    let said = ask(&large, 1);
    assert_eq!((said.end, said.boards), (End::Undecided, 0));
}

#[test]
fn queens_are_counted_by_the_plain_rules_alone() {
    for (n, count) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)] {
        let said = ask(&read(&queens::KIND, &n.to_string()), u64::MAX);
        assert_eq!((said.number, said.end), (count, End::Complete), "{n} queens");
    }
}

/// Nearly all puzzles of nine rows are decided; hard ones may not be.
#[needs(shared_data)]
fn shared_puzzles_of_nine_rows_are_confirmed(data: &SharedData) {
    let sample = |file: &str, step: usize| {
        let step = if full() { 1 } else { step };
        let text = data.text(file);
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.step_by(step).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut decided = Vec::new();
    for (file, step) in [
        ("sudoku9/clue17.txt", 250),
        ("sudoku9/hard_sudokus_hard.txt", 40),
        ("sudoku9/invalid_zero.txt", 1),
        ("sudoku9/multi_solutions.txt", 2),
        ("killer/killer.jsonl", 20),
        ("killer/killer_unsat.jsonl", 7),
    ] {
        let (mut confirmed, mut all) = (0, 0);
        for line in sample(file, step) {
            let (kind, text) = match line.split_once(' ') {
                Some((grid, _)) if !line.starts_with('{') => (&KIND, grid),
                _ => (&killer::KIND, &*line),
            };
            let puzzle = read(kind, text);
            if puzzle.board_size() != [9, 9] {
                continue;
            }
            let number = solutions(&puzzle, &Options::new()).take(2).count() as u64;
            let is_exact = number < 2;
            let said = witness::ask_about(&*puzzle, number, is_exact, &|| false).unwrap();
            let opinion = said.opinion(number, is_exact);
            assert_ne!(opinion, Opinion::Contradicted, "{line}");
            confirmed += usize::from(opinion == Opinion::Confirmed);
            all += 1;
        }
        note(&format!("{file}: {confirmed} of {all} confirmed by the plain rules alone"));
        decided.push((file, confirmed, all));
    }
    for (file, confirmed, all) in decided {
        assert!(confirmed * 2 > all, "{file}: {confirmed} of {all}");
    }
}
