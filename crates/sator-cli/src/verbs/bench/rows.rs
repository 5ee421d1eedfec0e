//! The figures of each solve, and of each way over all puzzles.

use sator_sat::backend::Stats;

use super::contest::{Contest, Solved, Track};
use crate::table::{Cell, Column, Form, Table, Time};
use crate::verbs::figures::{Figures, names};

/// The columns of the table: a row for each puzzle and way.
static COLUMNS: [Column; 14] = [
    Column::words("puzzle", "puzzle"),
    Column::figures("n", "N"),
    Column::words("backend", "backend"),
    Column::words("encoding", "encoding"),
    Column::words("status", "status"),
    Column::words("agrees", "agree"),
    Column::figures("variables", "variables"),
    Column::figures("clauses", "clauses"),
    Column::figures("literals", "literals"),
    Column::figures("conflicts", "conflicts"),
    Column::figures("decisions", "decisions"),
    Column::figures("propagations", "propagations"),
    Column { name: "seconds", heading: "time ms", form: Form::Times },
    Column { name: "error", heading: "", form: Form::Details },
];

/// The columns of the summary: a row for each way.
static SUMMARY: [Column; 7] = [
    Column::words("backend", "backend"),
    Column::words("encoding", "encoding"),
    Column::figures("solved", "solved"),
    Column::words("agrees", "agree"),
    Column { name: "median_seconds", heading: "median ms", form: Form::Times },
    Column { name: "worst_seconds", heading: "worst ms", form: Form::Times },
    Column::figures("relative", "relative"),
];

/// A row for each puzzle and way, in the order of the arguments.
pub(super) fn figures(contest: &Contest<'_>) -> Figures {
    let (mut rows, mut marks) = (Vec::new(), Vec::new());
    for (at, puzzle) in contest.puzzles.iter().enumerate() {
        for track in &contest.tracks {
            // An interrupt leaves solves that never began.
            if track.best[at].is_none() && track.failure.is_none() {
                continue;
            }
            let mut row = names(puzzle).to_vec();
            row.extend(cells(track, at, contest));
            rows.push(row);
            marks.push((puzzle.n(), series(track, contest)));
        }
    }
    Figures { table: Table { columns: &COLUMNS, rows }, marks }
}

/// The name of a way, without the part that all ways share.
fn series(track: &Track, contest: &Contest<'_>) -> String {
    let same =
        |part: fn(&Track) -> String| contest.tracks.iter().all(|other| part(other) == part(track));
    let (backend, encoding): (fn(&Track) -> String, _) =
        (|track| track.way.backend.name().to_owned(), encoding as fn(&Track) -> String);
    match (same(backend), same(encoding)) {
        (true, false) => encoding(track),
        (false, true) => backend(track),
        _ => track.way.to_string(),
    }
}

fn encoding(track: &Track) -> String {
    track.way.encoding().map_or("-".to_owned(), |encoding| encoding.to_string())
}

/// The cells after the name of the puzzle.
fn cells(track: &Track, puzzle: usize, contest: &Contest<'_>) -> Vec<Cell> {
    let solved = track.best[puzzle].as_ref().filter(|_| track.failure.is_none());
    let size = solved.and_then(|solved| solved.report.size.as_ref());
    let counters = solved.map_or(Stats::default(), effort);
    let status = match solved {
        None => "failed",
        Some(solved) if solved.report.digest.number > 0 => "SAT",
        Some(solved) if solved.is_decided() => "UNSAT",
        Some(_) => "unknown",
    };
    let error = track.failure.clone().map_or(Cell::Unknown, Cell::Word);
    vec![
        Cell::Word(track.way.backend.name().to_owned()),
        Cell::Word(encoding(track)),
        Cell::Verdict(status),
        Cell::truth(agreement(track, puzzle, contest)),
        Cell::number(size.map(|size| size.variables)),
        Cell::count(size.map(|size| size.total().clauses)),
        Cell::count(size.map(|size| size.total().literals)),
        Cell::count(counters.conflicts),
        Cell::count(counters.decisions),
        Cell::count(counters.propagations),
        Cell::time(solved.map(time)),
        error,
    ]
}

/// The solver's counters; all are 0 if it did not run.
fn effort(solved: &Solved) -> Stats {
    let none = Some(0);
    match &solved.report {
        report if report.used_solver => report.solver,
        _ => Stats { conflicts: none, decisions: none, propagations: none, ..Stats::default() },
    }
}

fn time(solved: &Solved) -> Time {
    Time { seconds: solved.time().as_secs_f64(), is_least: !solved.is_decided() }
}

/// Whether a way agrees with the others on a puzzle, if there is another result.
fn agreement(track: &Track, puzzle: usize, contest: &Contest<'_>) -> Option<bool> {
    if track.disagrees.contains(&puzzle) {
        return Some(false);
    }
    let decides = |track: &Track| {
        track.failure.is_none() && track.best[puzzle].as_ref().is_some_and(Solved::is_decided)
    };
    let mut others = contest.tracks.iter().filter(|other| !std::ptr::eq(*other, track));
    (decides(track) && others.any(decides)).then_some(true)
}

/// Whether each row has the shortest time for its puzzle.
pub(super) fn fastest_rows(figures: &Figures) -> Vec<bool> {
    let time = |row: &Vec<Cell>| match row[12] {
        Cell::Time(time) if !time.is_least => time.seconds,
        _ => f64::INFINITY,
    };
    let rows = &figures.table.rows;
    let groups = rows.chunk_by(|first, second| first[..2] == second[..2]);
    let fastest = groups.flat_map(|group| {
        let best = group.iter().map(time).fold(f64::INFINITY, f64::min);
        group.iter().map(move |row| time(row) <= best && best.is_finite())
    });
    fastest.collect()
}

/// A row for each way, in the order of the arguments.
pub(super) fn summary(contest: &Contest<'_>) -> Table {
    let times: Vec<_> = contest.tracks.iter().map(|it| median_and_worst(&times(it))).collect();
    let known = times.iter().filter_map(|[median, _]| *median);
    let known = known.filter(|median| !median.is_least && median.seconds > 0.0);
    let fastest = known.map(|median| median.seconds).min_by(f64::total_cmp);
    let row = |(track, [median, worst]): (&Track, &[Option<Time>; 2])| {
        let solved = track.best.iter().flatten().filter(|solved| solved.is_decided()).count();
        let solved = match track.failure {
            Some(_) => "failed".to_owned(),
            None => format!("{solved}/{}", track.best.len()),
        };
        let all = (0..track.best.len()).map(|puzzle| agreement(track, puzzle, contest));
        let all = all.reduce(|first, second| match (first, second) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        });
        let relative = median.zip(fastest).map(|(median, fastest)| {
            let mark = if median.is_least { ">" } else { "" };
            format!("{mark}{:.2}", median.seconds / fastest)
        });
        vec![
            Cell::Word(track.way.backend.name().to_owned()),
            Cell::Word(encoding(track)),
            Cell::Word(solved),
            Cell::truth(all.flatten()),
            Cell::time(*median),
            Cell::time(*worst),
            relative.map_or(Cell::Unknown, Cell::Word),
        ]
    };
    Table { columns: &SUMMARY, rows: contest.tracks.iter().zip(&times).map(row).collect() }
}

/// The times from the shortest; lower bounds come last.
fn times(track: &Track) -> Vec<Time> {
    let solved = track.best.iter().flatten().filter(|_| track.failure.is_none());
    let mut times: Vec<_> = solved.map(time).collect();
    times.sort_by(|first, second| {
        let by_kind = first.is_least.cmp(&second.is_least);
        by_kind.then(first.seconds.total_cmp(&second.seconds))
    });
    times
}

/// The median is in the middle, or between the two in the middle.
fn median_and_worst(times: &[Time]) -> [Option<Time>; 2] {
    let median = times.get(times.len() / 2).map(|upper| {
        let lower = times[(times.len() - 1) / 2];
        Time { seconds: f64::midpoint(lower.seconds, upper.seconds), is_least: upper.is_least }
    });
    [median, times.last().copied()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(seconds: f64, is_least: bool) -> Time {
        Time { seconds, is_least }
    }

    #[test]
    fn a_median_is_in_the_middle_and_a_stopped_solve_is_a_lower_bound() {
        let (one, two, cut) = (time(1.0, false), time(2.0, false), time(2.0, true));
        for (times, median, worst) in [
            (vec![two], two, two),
            (vec![one, two], time(1.5, false), two),
            (vec![one, one, two], one, two),
            (vec![one, one, cut], one, cut),
            (vec![one, cut], time(1.5, true), cut),
            (vec![cut], cut, cut),
        ] {
            assert_eq!(median_and_worst(&times), [Some(median), Some(worst)], "{times:?}");
        }
        assert_eq!(median_and_worst(&[]), [None, None]);
    }
}
