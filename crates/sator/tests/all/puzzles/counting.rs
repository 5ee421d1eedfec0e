//! Counting by the native search: the same number on any number of threads as by visiting each
//! solution, and a lower bound when it is interrupted.

use num_bigint::BigUint;
use sator::engine::{Count, Options, Unfinished, count, count_visiting};
use sator::puzzle::AnyPuzzle;
use sator::puzzles::killer::KIND;
use sator_sat::backend::{Interrupt, StopReason};

use super::common::read;

fn on(threads: usize) -> Options {
    Options::new().threads(threads)
}

fn killer_of_six(cages: &[(&str, u32)]) -> AnyPuzzle {
    let cage = |(cells, sum): &(&str, u32)| format!(r#"{{"cells":{cells},"sum":{sum}}}"#);
    let cages: Vec<_> = cages.iter().map(cage).collect();
    read(&KIND, &format!(r#"{{"n":6,"box_h":2,"box_w":3,"cages":[{}]}}"#, cages.join(",")))
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

fn visited(puzzle: &AnyPuzzle) -> BigUint {
    let counted = count_visiting(puzzle, &on(1), false, None, |_| ()).unwrap();
    assert_eq!(counted.stopped, None);
    counted.number
}

fn counted(puzzle: &AnyPuzzle, threads: usize) -> Count {
    let counted = count(puzzle, &on(threads), false, &mut |_, _| ());
    let counted = counted.unwrap().expect("the search counts these");
    assert_eq!(counted.stopped, None);
    counted
}

#[test]
fn killers_that_are_counted_by_components_have_as_many_solutions_as_are_visited() {
    for cages in [&CAGES[..], &CAGES[1..], &CAGES[2..6]] {
        let puzzle = killer_of_six(cages);
        let counted = counted(&puzzle, 1);
        assert_eq!(counted.report.solver.decisions, None, "by components");
        assert!(!counted.is_zero());
        assert_eq!(counted.number, visited(&puzzle));
    }
}

#[test]
fn the_number_is_the_same_on_any_number_of_threads_and_by_visiting() {
    // They leave too much open for components, and have few enough solutions to be visited.
    for cages in [&CAGES[2..5], &CAGES[4..7]] {
        let puzzle = killer_of_six(cages);
        let all = visited(&puzzle);
        let on_one = counted(&puzzle, 1).report.solver.decisions;
        assert!(on_one.is_some_and(|it| it > 10_000), "{on_one:?} decisions");
        for threads in 1..=3 {
            let counted = counted(&puzzle, threads);
            assert_eq!(counted.number, all, "{threads} threads");
            assert_eq!(counted.report.solver.decisions, on_one, "{threads} threads");
        }
    }
}

#[test]
fn with_an_impossible_cage_the_count_is_zero() {
    let cages = [&CAGES[1..], &[("[[4,4]]", 7)]].concat();
    assert!(counted(&killer_of_six(&cages), 2).is_zero());
}

#[test]
fn an_interrupted_count_is_a_lower_bound() {
    let cage = r#"{"cells":[[0,0],[0,1]],"sum":3}"#;
    let puzzle = read(&KIND, &format!(r#"{{"n":9,"box_h":3,"box_w":3,"cages":[{cage}]}}"#));
    for threads in [1, 2] {
        let interrupt = Interrupt::default();
        let mut reported = 0;
        let mut progress = |number, _| {
            reported = number;
            if number > 0 {
                interrupt.raise();
            }
        };
        let options = on(threads).interrupt(interrupt.clone());
        let counted = count(&puzzle, &options, false, &mut progress).unwrap();
        let counted = counted.expect("the search counts these");
        assert_eq!(counted.stopped, Some(Unfinished::Stopped(StopReason::Interrupted)));
        assert!(reported > 0 && counted.number >= reported.into(), "{reported} reported");
    }
}
