//! Puzzles with stored results, as text for Sator and as JSON for others; and the contenders that
//! solve them.

use std::cell::RefCell;
use std::time::Duration;

use sator::engine::{self, Method, Options, Solutions};
use sator::model::Solution;
use sator::puzzle::{AnyPuzzle, Kind};
use sator::puzzles::{killer, queens, sudoku};
use serde_json::{Value, json};

use crate::ours::{self, Goal};
use crate::peers::python::{self, Model, Peer};
use crate::race::{Contender, Lap, timed};
use crate::shared::{Listed, objects, values};

/// A puzzle with its stored results.
pub(crate) struct Stored {
    pub(crate) name: String,
    pub(crate) group: String,
    /// The side length of its grid.
    pub(crate) size: u32,
    kind: &'static Kind,
    text: String,
    puzzle: Value,
    /// The number of answers, if it is known.
    number: Option<u64>,
    is_solvable: Option<bool>,
    /// The answer, if it is unique.
    answer: Option<Vec<i32>>,
}

/// The sudokus of a file.
pub(crate) fn sudokus(file: &str) -> Vec<Stored> {
    let of = |object| Stored::new(&sudoku::KIND, &object, &["n", "box_h", "box_w", "grid"]);
    objects(file).into_iter().map(of).collect()
}

/// The killers of a file.
pub(crate) fn killers(file: &str) -> Vec<Stored> {
    let parts = ["n", "box_h", "box_w", "cages", "givens"];
    let of = |object| Stored::new(&killer::KIND, &object, &parts);
    objects(file).into_iter().map(of).collect()
}

/// The sudokus with extra rules of a file.
pub(crate) fn variants(file: &str) -> Vec<Stored> {
    let parts = ["n", "box_h", "box_w", "regions", "values", "givens", "constraints"];
    let of = |object| Stored::new(&sudoku::KIND, &object, &parts);
    objects(file).into_iter().map(of).collect()
}

/// The boards of a file with some queens placed.
pub(crate) fn placed_queens(file: &str) -> Vec<Stored> {
    objects(file)
        .iter()
        .map(|object| Stored::new(&queens::KIND, object, &["n", "queens"]))
        .collect()
}

impl Stored {
    /// A puzzle that consists of these fields of the object; others hold results.
    pub(crate) fn new(kind: &'static Kind, object: &Value, fields: &[&str]) -> Self {
        let word = |name: &str| object[name].as_str().unwrap_or_default().to_owned();
        // Null regions are none.
        let known = fields.iter().filter(|field| object.get(**field).is_some());
        let puzzle: Value =
            known.map(|field| (field.to_string(), object[*field].clone())).collect();
        let is_unique = object["unique"].as_bool().map(|is_unique| if is_unique { 1 } else { 2 });
        let number = object["count"].as_u64().or(is_unique);
        let status = word("status");
        Self {
            name: word("id"),
            group: word("group"),
            size: object["n"].as_u64().expect("the size is stored") as u32,
            kind,
            text: puzzle.to_string(),
            number,
            is_solvable: (!status.is_empty()).then(|| status == "SAT"),
            answer: values(&object["solution"]).filter(|_| number == Some(1)),
            puzzle,
        }
    }

    /// A 9×9 sudoku of a list.
    pub(crate) fn listed(listed: &Listed) -> Self {
        Self::of_line(&listed.line, &listed.answer)
    }

    /// A 9×9 sudoku from a line of 81 characters, with its only answer.
    fn of_line(line: &str, answer: &str) -> Self {
        let digit = |byte: u8| if byte.is_ascii_digit() { byte - b'0' } else { 0 };
        let grid = |line: &str| {
            let rows = line.as_bytes().chunks(9);
            rows.map(|row| row.iter().map(|&it| digit(it)).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        let object = json!({ "id": line, "n": 9, "box_h": 3, "box_w": 3, "grid": grid(line), "status": "SAT",
            "count": 1, "solution": grid(answer) });
        Self::new(&sudoku::KIND, &object, &["n", "box_h", "box_w", "grid"])
    }

    /// Compares a result with the stored one and with the plain rules. A wrong answer ends the run.
    fn confirm(&self, goal: Goal, number: u64, first: Option<&[i32]>, solver: &str) {
        let Self { name, .. } = self;
        if let Some(is_solvable) = self.is_solvable {
            assert_eq!(number > 0, is_solvable, "{solver}: whether {name} has an answer");
        }
        if let (Goal::OnlyAnswer, Some(stored)) = (goal, self.number) {
            assert_eq!(number, stored.min(2), "{solver}: the answers of {name}");
        }
        let Some(values) = first.map(<[i32]>::to_vec) else { return };
        if let Some(answer) = &self.answer {
            // Auxiliary cells follow those of the grid.
            assert_eq!(values.get(..answer.len()), Some(&answer[..]), "{solver}: {name}");
        }
        let checked = ours::read(self.kind, &self.text).check(&Solution { values });
        assert_eq!(checked.err().map(|violation| violation.to_string()), None, "{solver}: {name}");
    }
}

/// Sator from the text to the verified answers, with rules that are compiled anew.
pub(crate) fn sator<'a>(goal: Goal, limit: Duration, method: Method) -> Contender<'a, &'a Stored> {
    ours(goal, limit, method, ours::compiled_anew)
}

/// Sator as in a batch: the rules of an earlier puzzle are cached.
pub(crate) fn sator_in_a_batch<'a>(goal: Goal, limit: Duration) -> Contender<'a, &'a Stored> {
    ours(goal, limit, Method::Auto, engine::solutions)
}

fn ours<'a>(
    goal: Goal,
    limit: Duration,
    method: Method,
    solutions: fn(&AnyPuzzle, &Options) -> Solutions,
) -> Contender<'a, &'a Stored> {
    Box::new(move |puzzles| {
        let [puzzle] = puzzles else { panic!("one puzzle at a time") };
        let (found, time) = timed(|| {
            let options = ours::within(limit, 1).backend(method.clone());
            let read = ours::read(puzzle.kind, &puzzle.text);
            ours::search(solutions(&read, &options), goal)
        });
        if found.is_over {
            let first = found.first.as_ref().map(|first| first.values.as_slice());
            puzzle.confirm(goal, found.number as u64, first, "sator");
        }
        Lap { is_over: found.is_over, ..Lap::whole(time) }
    })
}

/// A Python solver, from JSON to its answers.
pub(crate) fn peer(
    peer: &RefCell<Peer>,
    model: Model,
    goal: Goal,
    limit: Duration,
) -> Contender<'_, &Stored> {
    let asked = match goal {
        Goal::FirstAnswer => python::Goal::First,
        Goal::OnlyAnswer => python::Goal::Only,
    };
    Box::new(move |puzzles| {
        let [puzzle] = puzzles else { panic!("one puzzle at a time") };
        let mut peer = peer.borrow_mut();
        let answer = peer.ask(&puzzle.puzzle, model, asked, limit);
        if answer.lap.is_over {
            puzzle.confirm(goal, answer.number, answer.first.as_deref(), peer.name);
        }
        answer.lap
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four_queens() -> Stored {
        let object =
            json!({ "id": "four", "n": 4, "queens": [[0, 1]], "status": "SAT", "count": 1 });
        Stored::new(&queens::KIND, &object, &["n", "queens"])
    }

    #[test]
    fn sator_agrees_with_stored_results() {
        let four = four_queens();
        for goal in [Goal::FirstAnswer, Goal::OnlyAnswer] {
            let limit = Duration::from_secs(60);
            assert!(sator(goal, limit, Method::Auto)(&[&four]).is_over);
            assert!(sator_in_a_batch(goal, limit)(&[&four]).is_over);
        }
    }

    #[test]
    #[should_panic(expected = "peer: four")]
    fn an_answer_that_breaks_the_rules_ends_the_run() {
        four_queens().confirm(Goal::FirstAnswer, 1, Some(&[2, 4, 3, 1]), "peer");
    }

    #[test]
    #[should_panic(expected = "peer: the answers of four")]
    fn a_wrong_number_of_answers_ends_the_run() {
        four_queens().confirm(Goal::OnlyAnswer, 2, Some(&[2, 4, 1, 3]), "peer");
    }

    #[test]
    #[should_panic(expected = "peer: whether four has an answer")]
    fn an_answer_that_was_missed_ends_the_run() {
        four_queens().confirm(Goal::FirstAnswer, 0, None, "peer");
    }

    #[test]
    fn a_line_and_its_grid_are_the_same_puzzle() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let answer =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let stored = Stored::of_line(line, answer);
        assert_eq!(stored.puzzle["grid"][1], json!([6, 0, 0, 1, 9, 5, 0, 0, 0]));
        assert!(sator(Goal::OnlyAnswer, Duration::from_secs(60), Method::Auto)(&[&stored]).is_over);
    }
}
