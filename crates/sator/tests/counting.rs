//! Counting by our own search where rules are of any kind: the same number on any number of threads
//! as by meeting each answer, and a lower bound when it is interrupted.

use sator::engine::{Options, Search, Unfinished, count, count_at_once};
use sator::puzzle::{Puzzle, Reading};
use sator::puzzles::killer::KIND;
use sator_sat::backend::{Budget, Interrupt, StopReason};

fn killer(text: &str) -> Box<dyn Puzzle> {
    KIND.read(text, &Reading::default()).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn on(threads: usize) -> Options {
    Options { threads: Some(threads), ..Options::default() }
}

/// The cages leave most cells free.
fn loose_killers() -> [Box<dyn Puzzle>; 3] {
    let cage = |cells: &str, sum| format!(r#"{{"cells":{cells},"sum":{sum}}}"#);
    let of = |cages: &[String]| {
        killer(&format!(r#"{{"n":6,"box_h":2,"box_w":3,"cages":[{}]}}"#, cages.join(",")))
    };
    let corner = cage("[[0,0],[0,1]]", 4);
    let side = cage("[[1,0],[2,0]]", 11);
    let bent = cage("[[1,1],[1,2],[2,2]]", 13);
    let row = cage("[[1,3],[1,4],[1,5]]", 6);
    let others = [cage("[[0,2],[0,3]]", 8), cage("[[0,4],[0,5]]", 9), cage("[[2,1],[3,1]]", 6)];
    let some = [&[corner, side, bent, row][..], &others[..]].concat();
    [of(&some), of(&some[1..]), of(&[&some[..], &[cage("[[4,4]]", 7)]].concat()[1..])]
}

#[test]
fn the_number_is_the_same_on_any_number_of_threads_and_one_by_one() {
    for puzzle in loose_killers() {
        let one_by_one = count(Search::open(puzzle.as_ref(), &on(1)), false, None, |_| ()).unwrap();
        assert_eq!(one_by_one.stopped, None);
        for threads in 1..=3 {
            let counted = count_at_once(puzzle.as_ref(), &on(threads), false, &mut |_| ());
            let counted = counted.unwrap().expect("a search is the way to count these");
            assert_eq!(counted.stopped, None);
            assert_eq!(counted.number, one_by_one.number, "{threads} threads");
        }
    }
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
