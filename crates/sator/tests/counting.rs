//! Counting by our own search where rules are of any kind: the same number on any number of threads
//! as by meeting each answer, and a lower bound when it is interrupted.

use num_bigint::BigUint;
use sator::engine::{Count, Options, Search, Unfinished, count, count_at_once};
use sator::puzzle::{ParseOptions, Puzzle};
use sator::puzzles::killer::KIND;
use sator_sat::backend::{Budget, Interrupt, StopReason};

fn killer(text: &str) -> Box<dyn Puzzle> {
    KIND.read(text, &ParseOptions::default()).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn on(threads: usize) -> Options {
    Options { threads: Some(threads), ..Options::default() }
}

fn killer_of_six(cages: &[(&str, u32)]) -> Box<dyn Puzzle> {
    let cage = |(cells, sum): &(&str, u32)| format!(r#"{{"cells":{cells},"sum":{sum}}}"#);
    let cages: Vec<_> = cages.iter().map(cage).collect();
    killer(&format!(r#"{{"n":6,"box_h":2,"box_w":3,"cages":[{}]}}"#, cages.join(",")))
}

/// Cages that have answers together; any of them may be left out.
const CAGES: [(&str, u32); 7] = [
    ("[[0,0],[0,1]]", 4),
    ("[[1,0],[2,0]]", 11),
    ("[[1,1],[1,2],[2,2]]", 13),
    ("[[1,3],[1,4],[1,5]]", 6),
    ("[[0,2],[0,3]]", 8),
    ("[[0,4],[0,5]]", 9),
    ("[[2,1],[3,1]]", 6),
];

fn one_by_one(puzzle: &dyn Puzzle) -> BigUint {
    let counted = count(Search::open(puzzle, &on(1)), false, None, |_| ()).unwrap();
    assert_eq!(counted.stopped, None);
    counted.number
}

fn at_once(puzzle: &dyn Puzzle, threads: usize) -> Count {
    let counted = count_at_once(puzzle, &on(threads), false, &mut |_| ());
    let counted = counted.unwrap().expect("a search is the way to count these");
    assert_eq!(counted.stopped, None);
    counted
}

#[test]
fn killers_that_are_counted_by_parts_have_the_number_of_those_met_one_by_one() {
    for cages in [&CAGES[..], &CAGES[1..], &CAGES[2..6]] {
        let puzzle = killer_of_six(cages);
        let counted = at_once(puzzle.as_ref(), 1);
        assert_eq!(counted.report.solver.decisions, None, "by parts");
        assert!(!counted.is_zero());
        assert_eq!(counted.number, one_by_one(puzzle.as_ref()));
    }
}

#[test]
fn the_number_is_the_same_on_any_number_of_threads_and_one_by_one() {
    // They leave too much open to be counted by parts, and few enough to be met.
    for cages in [&CAGES[2..5], &CAGES[4..7]] {
        let puzzle = killer_of_six(cages);
        let all = one_by_one(puzzle.as_ref());
        let on_one = at_once(puzzle.as_ref(), 1).report.solver.decisions;
        assert!(on_one.is_some_and(|it| it > 10_000), "{on_one:?} choices");
        for threads in 1..=3 {
            let counted = at_once(puzzle.as_ref(), threads);
            assert_eq!(counted.number, all, "{threads} threads");
            assert_eq!(counted.report.solver.decisions, on_one, "{threads} threads");
        }
    }
}

#[test]
fn a_cage_that_cannot_be_leaves_nothing_to_count() {
    let cages = [&CAGES[1..], &[("[[4,4]]", 7)]].concat();
    assert!(at_once(killer_of_six(&cages).as_ref(), 2).is_zero());
}

#[test]
fn who_interrupts_a_count_without_end_hears_at_least_what_was_met() {
    let cage = r#"{"cells":[[0,0],[0,1]],"sum":3}"#;
    let puzzle = killer(&format!(r#"{{"n":9,"box_h":3,"box_w":3,"cages":[{cage}]}}"#));
    for threads in [1, 2] {
        let interrupt = Interrupt::default();
        let budget = Budget { interrupt: interrupt.clone(), ..Budget::default() };
        let mut heard = 0;
        let mut progress = |number| {
            heard = number;
            if number > 0 {
                interrupt.raise();
            }
        };
        let options = Options { budget, ..on(threads) };
        let counted = count_at_once(puzzle.as_ref(), &options, false, &mut progress).unwrap();
        let counted = counted.expect("a search is the way to count these");
        assert_eq!(counted.stopped, Some(Unfinished::Stopped(StopReason::Interrupted)));
        assert!(heard > 0 && counted.number >= heard.into(), "{} of {heard}", counted.number);
    }
}
