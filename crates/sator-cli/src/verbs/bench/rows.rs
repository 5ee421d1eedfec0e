//! The figures of each way over all puzzles.

use super::contest::{Contest, Solved, Track};

/// The figures of a way. Unknown figures are absent.
#[derive(Default)]
pub(super) struct Row {
    pub(super) backend: String,
    pub(super) encoding: String,
    pub(super) puzzles: usize,
    /// The number of puzzles with a result.
    pub(super) solved: usize,
    pub(super) stopped: usize,
    /// Whether all other ways agree, if there is another result for each puzzle.
    pub(super) agrees: Option<bool>,
    /// Medians.
    pub(super) variables: Option<f64>,
    pub(super) clauses: Option<f64>,
    pub(super) literals: Option<f64>,
    pub(super) conflicts: Option<f64>,
    /// The median over the puzzles of their best runs.
    pub(super) median: Option<Time>,
    /// The longest of these times.
    pub(super) worst: Option<Time>,
    /// The median as a multiple of the shortest of all ways.
    pub(super) relative: Option<f64>,
    /// Whether its median is the shortest.
    pub(super) is_fastest: bool,
    /// Why it was excluded, if it was.
    pub(super) failure: Option<String>,
}

/// A time, or a lower bound of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Time {
    pub(super) seconds: f64,
    /// Whether the solve was stopped, so that the time is a lower bound.
    pub(super) is_least: bool,
}

/// The figures of all ways, in the order of the arguments.
pub(super) fn rows(contest: &Contest<'_>) -> Vec<Row> {
    let mut rows: Vec<_> = contest.tracks.iter().map(|track| row(track, contest)).collect();
    let medians = rows.iter().enumerate().filter_map(|(at, row)| Some((at, row.median?)));
    let known = medians.filter(|(_, time)| !time.is_least && time.seconds > 0.0);
    let fastest = known.min_by(|(_, first), (_, second)| first.seconds.total_cmp(&second.seconds));
    if let Some((at, fastest)) = fastest {
        rows[at].is_fastest = true;
        for row in &mut rows {
            row.relative = row.median.map(|median| median.seconds / fastest.seconds);
        }
    }
    rows
}

fn row(track: &Track, contest: &Contest<'_>) -> Row {
    let named = Row {
        backend: track.way.backend.name().to_owned(),
        encoding: track.way.encoding().map_or("-".to_owned(), |it| it.to_string()),
        puzzles: track.best.len(),
        agrees: agreement(track, contest),
        failure: track.failure.clone(),
        ..Row::default()
    };
    if track.failure.is_some() {
        return named;
    }
    let best = || track.best.iter().flatten();
    let sizes = || best().filter_map(|solved| solved.report.size.as_ref());
    let solved = best().filter(|solved| solved.is_decided()).count();
    let [median, worst] = median_and_worst(&times(track));
    Row {
        solved,
        stopped: best().count() - solved,
        variables: median_of(sizes().map(|size| f64::from(size.variables))),
        clauses: median_of(sizes().map(|size| size.total().clauses as f64)),
        literals: median_of(sizes().map(|size| size.total().literals as f64)),
        conflicts: conflicts(track),
        median,
        worst,
        ..named
    }
}

/// Whether it agrees with the others on every puzzle, if each has another result.
fn agreement(track: &Track, contest: &Contest<'_>) -> Option<bool> {
    if track.disagrees {
        return Some(false);
    }
    let decides =
        |track: &Track, puzzle: usize| track.best[puzzle].as_ref().is_some_and(Solved::is_decided);
    let is_confirmed = |puzzle| {
        let mut others = contest.tracks.iter().filter(|other| !std::ptr::eq(*other, track));
        decides(track, puzzle) && others.any(|other| decides(other, puzzle))
    };
    (0..track.best.len()).all(is_confirmed).then_some(true)
}

/// The median, if the solver reports conflicts for all puzzles.
fn conflicts(track: &Track) -> Option<f64> {
    let numbers = track.best.iter().flatten().map(|Solved { report, .. }| {
        if report.used_solver { report.solver.conflicts } else { Some(0) }
    });
    let numbers: Option<Vec<_>> = numbers.collect();
    median_of(numbers?.into_iter().map(|number| number as f64))
}

/// The times from the shortest; lower bounds come last.
fn times(track: &Track) -> Vec<Time> {
    let time = |solved: &Solved| Time {
        seconds: solved.time().as_secs_f64(),
        is_least: !solved.is_decided(),
    };
    let mut times: Vec<_> = track.best.iter().flatten().map(time).collect();
    times.sort_by(|first, second| {
        let by_kind = first.is_least.cmp(&second.is_least);
        by_kind.then(first.seconds.total_cmp(&second.seconds))
    });
    times
}

fn median_and_worst(times: &[Time]) -> [Option<Time>; 2] {
    let seconds: Vec<_> = times.iter().map(|time| time.seconds).collect();
    let upper = times.get(times.len() / 2);
    let median = middle(&seconds).zip(upper);
    let median = median.map(|(seconds, upper)| Time { seconds, is_least: upper.is_least });
    [median, times.last().copied()]
}

fn median_of(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let mut numbers: Vec<_> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    middle(&numbers)
}

/// The number in the middle, or between the two in the middle.
fn middle(sorted: &[f64]) -> Option<f64> {
    let upper = *sorted.get(sorted.len() / 2)?;
    let lower = sorted[(sorted.len() - 1) / 2];
    Some(f64::midpoint(lower, upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(seconds: f64, is_least: bool) -> Time {
        Time { seconds, is_least }
    }

    #[test]
    fn a_median_is_in_the_middle() {
        for (numbers, median) in [
            (vec![], None),
            (vec![3.0], Some(3.0)),
            (vec![4.0, 1.0], Some(2.5)),
            (vec![9.0, 1.0, 2.0], Some(2.0)),
            (vec![8.0, 2.0, 4.0, 1.0], Some(3.0)),
        ] {
            assert_eq!(median_of(numbers.iter().copied()), median, "{numbers:?}");
        }
    }

    #[test]
    fn the_time_of_a_stopped_solve_is_a_lower_bound() {
        let (one, two, cut) = (time(1.0, false), time(2.0, false), time(2.0, true));
        for (times, median, worst) in [
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
