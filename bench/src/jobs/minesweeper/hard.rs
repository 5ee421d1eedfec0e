//! Families of minesweeper boards that are hard for search alone: chessboards that dominoes cannot
//! cover, ones that they can, and planted lattices.

use std::time::Duration;

use sator::create::Wish;
use sator::engine::{Step, solutions};

use super::{analyse, create, findings, read};
use crate::ours;
use crate::race::timed;
use crate::report::{Figure, Report, Row};

/// For each board and question.
const LIMIT: Duration = Duration::from_secs(60);

const THREADS: usize = 2;

pub(crate) fn measure(report: &mut Report) {
    report.note(format!("at most {} s each, {THREADS} threads", LIMIT.as_secs()));
    for m in [8, 10, 13, 16, 20, 25, 30] {
        let text = family("mutilated", m);
        let (has_answer, solving) = timed(|| has_answer(&text));
        assert_ne!(has_answer, Some(true), "a mutilated chessboard cannot be covered");
        line(report, &format!("mutilated:{m}"), "solve", has_answer.map(|_| solving));
        analysis(report, &format!("mutilated:{m}"), &text, false);
    }
    for m in [4, 6, 8, 10, 12] {
        analysis(report, &format!("consistent:{m}"), &family("consistent", m), true);
    }
    for (name, sizes) in [("consistent", [10, 20, 30]), ("lattice", [40, 80, 120])] {
        for m in sizes {
            let (has_answer, solving) = timed(|| has_answer(&family(name, m)));
            assert_ne!(has_answer, Some(false), "{name}:{m} has an answer");
            line(report, &format!("{name}:{m}"), "solve", has_answer.map(|_| solving));
        }
    }
    for m in [40, 60, 80, 100, 120] {
        analysis(report, &format!("lattice:{m}"), &family("lattice", m), true);
    }
}

fn family(name: &str, m: usize) -> String {
    create(&Wish { hard: Some(format!("{name}:{m}")), ..Wish::default() }, 1)
}

/// Whether there is an answer, from the text; `None` if time is up.
fn has_answer(text: &str) -> Option<bool> {
    let options = ours::within(LIMIT, THREADS);
    match solutions(&read(text), &options).step().expect("no solver fails") {
        Step::Solution(_) => Some(true),
        Step::Exhausted => Some(false),
        Step::Stopped(_) => None,
    }
}

/// Reports the time of an analysis, from the text.
fn analysis(report: &mut Report, what: &str, text: &str, is_consistent: bool) {
    let (odds, time) = timed(|| analyse(&read(text), THREADS, LIMIT));
    match odds {
        None => {
            assert!(!is_consistent, "{what} has an answer");
            line(report, what, "analyze", Some(time));
        }
        Some(odds) => {
            assert!(is_consistent || odds.stopped.is_some(), "{what} has no answer");
            line(report, what, "analyze", odds.stopped.is_none().then_some(time));
            report.note(findings(&odds));
        }
    }
}

fn line(report: &mut Report, what: &str, verb: &str, time: Option<Duration>) {
    let figure = time.map_or(Figure::more_than(LIMIT), Figure::time);
    report.row(Row::new(format!("{what}, {verb}"), figure));
}
