//! Sator against `ms_toollib` on positions of expert games, one thread each, turn by turn. Our time is
//! from the text to exact fractions, theirs that of the call alone, from numbers to doubles. The
//! results must agree.

use std::time::Duration;

use sator::create::Wish;
use sator::engine::{Fraction, Odds};
use sator::model::CellName;
use sator::puzzle::AnyPuzzle;
use serde_json::{Value, json};

use super::{analyse, create, read};
use crate::peers::script::Script;
use crate::race::timed;
use crate::report::{Report, Row, Times};

/// Longer than any position takes.
const LIMIT: Duration = Duration::from_secs(60);

/// The largest difference that rounding may cause.
const NEAR: f64 = 1e-9;

pub(crate) fn measure(report: &mut Report) {
    let peer = Script::start("with_ms_toollib.py", "ms_toollib", report);
    let Some(mut peer) = peer else { return };
    let positions = report.quick_or(100, 200);
    let mut times: [Vec<_>; 2] = Default::default();
    let mut furthest = 0.0_f64;
    for seed in 1..=positions {
        let text = position(seed);
        let mut best = [LIMIT; 2];
        for _ in 0..report.quick_or(2, 3) {
            let ((puzzle, odds), our_time) = timed(|| our_odds(&text));
            let (theirs, their_time) = their_chances(&mut peer, &text);
            let ours = chances(&puzzle, odds);
            furthest = furthest.max(distance(&ours, &theirs, seed));
            best = [best[0].min(our_time), best[1].min(their_time)];
        }
        times[0].push(best[0]);
        times[1].push(best[1]);
    }
    let [ours, theirs] = times.map(|times| Times::new(times.into_iter().map(Some), LIMIT));
    for (what, figure) in [
        ("mean", Times::mean as fn(&Times) -> _),
        ("median", Times::median),
        ("worst", Times::worst),
    ] {
        let [our_time, their_time] = [&ours, &theirs].map(|times| times.figure(figure(times)));
        let row = Row::new(format!("{positions} positions, {what}"), our_time);
        report.row(row.against("ms_toollib", their_time));
    }
    report.note(format!("all chances are the same; the furthest apart differ by {furthest:.1e}"));
}

/// A position of an expert game after 1 to 100 clicks.
fn position(seed: u64) -> String {
    let clicks = seed.div_ceil(2) as usize;
    let difficulty = Some("expert".to_owned());
    create(&Wish { difficulty, clicks: Some(clicks), ..Wish::default() }, seed)
}

fn our_odds(text: &str) -> (AnyPuzzle, Odds) {
    let puzzle = read(text);
    let odds = analyse(&puzzle, 1, LIMIT).expect("it comes from a layout");
    (puzzle, odds)
}

/// The chance of each hidden square, by row and column.
fn chances(puzzle: &AnyPuzzle, odds: Odds) -> Vec<(usize, usize, Fraction)> {
    let rules = puzzle.rules();
    let names = rules.cells().iter().map(|(_, name, _)| name);
    let chances = names.zip(odds.cells).map(|(name, chance)| {
        let CellName::Square { row, column } = name else { panic!("{name} is no square") };
        (row, column, chance.probability.expect("positions of games can be counted"))
    });
    chances.collect()
}

fn their_chances(peer: &mut Script, text: &str) -> (Value, Duration) {
    const HIDDEN: u8 = 10;
    let number = |word: &str| word.parse().unwrap_or(HIDDEN);
    let mut rows = text.lines().map(|line| line.split(' ').map(number).collect::<Vec<u8>>());
    let header = rows.next().unwrap_or_default();
    let (mines, board) = (header[2], rows.collect::<Vec<_>>());
    let mut answer = peer.ask(&json!({ "mines": mines, "board": board }));
    let seconds = answer["seconds"].as_f64().expect("the script measures its time");
    (answer["chances"].take(), Duration::from_secs_f64(seconds))
}

/// The largest difference.
fn distance(ours: &[(usize, usize, Fraction)], theirs: &Value, seed: u64) -> f64 {
    let mut furthest = 0.0_f64;
    for (row, column, chance) in ours {
        let theirs = theirs[row - 1][column - 1].as_f64().expect("a chance for each square");
        let distance = (decimal(chance) - theirs).abs();
        assert!(distance <= NEAR, "they disagree on r{row}c{column} of position {seed}");
        furthest = furthest.max(distance);
    }
    furthest
}

/// With twelve digits after the point.
fn decimal(fraction: &Fraction) -> f64 {
    const ONE: u64 = 1_000_000_000_000;
    let digits = fraction.numerator() * ONE / fraction.denominator();
    u64::try_from(digits).expect("a chance is at most 1") as f64 / ONE as f64
}
