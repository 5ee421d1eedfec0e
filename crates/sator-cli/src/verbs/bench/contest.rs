//! The contest: every way to solve takes its turn at every puzzle, several times.

use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use sator::ask::cross_check::{Claim, Disagreement};
use sator::engine::{Agreement, EngineError, Lowering, Method, Report, compare};
use sator::puzzle::AnyPuzzle;
use sator_sat::backend::{Interrupt, StopReason};

use crate::disagreement;
use crate::failure::Failure;
use crate::verbs::gather::Named;

/// A way to solve.
pub(super) struct Way {
    pub(super) backend: Method,
    pub(super) lowering: Lowering,
}

/// `batsat with minimal,pairwise`.
impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.encoding() {
            Some(encoding) => write!(f, "{} with {encoding}", self.backend.name()),
            None => f.write_str(self.backend.name()),
        }
    }
}

impl Way {
    /// The encoding, unless the backend takes no clauses and the rules are the default ones.
    pub(super) fn encoding(&self) -> Option<Lowering> {
        let is_chosen = self.backend.solver().is_some() || self.lowering != Lowering::default();
        is_chosen.then_some(self.lowering)
    }
}

/// The result of a solve.
pub(super) struct Solved {
    pub(super) report: Report,
    /// Why it was stopped before the result was known, if it was.
    pub(super) stopped: Option<StopReason>,
}

impl Solved {
    /// The time, without the parts that are the same for all ways: stating the rules, checking
    /// answers.
    pub(super) fn time(&self) -> Duration {
        let times = self.report.times;
        let optional = [times.eliminate, times.load].into_iter().flatten();
        times.encode + times.solve + optional.sum::<Duration>()
    }

    pub(super) fn is_decided(&self) -> bool {
        self.stopped.is_none()
    }
}

/// Solves a puzzle once.
pub(super) type Solve<'a> = &'a dyn Fn(&AnyPuzzle, &Way) -> Result<Solved, EngineError>;

/// The results of one way.
pub(super) struct Track {
    pub(super) way: Way,
    /// The best for each puzzle so far.
    pub(super) best: Vec<Option<Solved>>,
    /// Why it was excluded, if it was.
    pub(super) failure: Option<String>,
    /// The puzzles about which it contradicts another way.
    pub(super) disagrees: HashSet<usize>,
}

impl Track {
    fn new(way: Way, puzzles: usize) -> Self {
        let best = (0..puzzles).map(|_| None).collect();
        Self { way, best, failure: None, disagrees: HashSet::new() }
    }

    /// A solve that was stopped is not repeated.
    fn takes_turn_at(&self, puzzle: usize) -> bool {
        self.failure.is_none() && self.best[puzzle].as_ref().is_none_or(Solved::is_decided)
    }

    fn keep_better(&mut self, puzzle: usize, solved: Solved) {
        let best = &mut self.best[puzzle];
        let is_better = |best: &Solved| solved.is_decided() && solved.time() < best.time();
        if best.as_ref().is_none_or(is_better) {
            *best = Some(solved);
        }
    }
}

/// All ways, and all puzzles.
pub(super) struct Contest<'a> {
    pub(super) puzzles: &'a [Named],
    pub(super) tracks: Vec<Track>,
    /// The folder for the files that show a disagreement.
    folder: PathBuf,
    /// The flags that reproduce it.
    flags: String,
    /// The puzzles about which ways disagree.
    disputed: HashSet<usize>,
}

/// Files are kept for this many disagreements.
const MAX_KEPT: usize = 10;

impl<'a> Contest<'a> {
    pub(super) fn new(
        puzzles: &'a [Named],
        ways: Vec<Way>,
        folder: PathBuf,
        flags: String,
    ) -> Self {
        let tracks = ways.into_iter().map(|way| Track::new(way, puzzles.len())).collect();
        Self { puzzles, tracks, folder, flags, disputed: HashSet::new() }
    }

    /// The number of turns in this many runs.
    pub(super) fn turns(&self, runs: u32) -> u64 {
        u64::from(runs) * (self.puzzles.len() * self.tracks.len()) as u64
    }

    /// Runs all ways in turn, so that a busy machine affects them alike; `after` gets the failure of
    /// each turn, if there is one.
    pub(super) fn run(
        &mut self,
        runs: u32,
        interrupt: &Interrupt,
        solve: Solve<'_>,
        after: &mut dyn FnMut(Option<Failure>),
    ) {
        for _ in 0..runs {
            for puzzle in 0..self.puzzles.len() {
                for track in 0..self.tracks.len() {
                    if interrupt.is_raised() {
                        return;
                    }
                    after(self.turn(puzzle, track, solve));
                }
            }
        }
    }

    fn turn(&mut self, puzzle: usize, number: usize, solve: Solve<'_>) -> Option<Failure> {
        let (named, track) = (&self.puzzles[puzzle], &mut self.tracks[number]);
        if !track.takes_turn_at(puzzle) {
            return None;
        }
        match solve(&named.puzzle, &track.way) {
            Ok(solved) if solved.stopped == Some(StopReason::Interrupted) => None,
            Ok(solved) => {
                let dispute = self.dispute(puzzle, number, &solved.report);
                self.tracks[number].keep_better(puzzle, solved);
                dispute
            }
            Err(error) => {
                let failure = named.failure(format!("{}: {error}", track.way));
                track.failure = Some(error.to_string());
                Some(failure)
            }
        }
    }

    /// Compares a report with those of all ways for the same puzzle, this one included. A disagreement
    /// about a puzzle is reported once.
    fn dispute(&mut self, puzzle: usize, number: usize, report: &Report) -> Option<Failure> {
        let contradicts = |known: &Solved| compare(&known.report, report) == Agreement::Disagree;
        let mut opponent = None;
        for (other, track) in self.tracks.iter_mut().enumerate() {
            if track.best[puzzle].as_ref().is_some_and(contradicts) {
                track.disagrees.insert(puzzle);
                opponent = opponent.or(Some(other));
            }
        }
        let opponent = opponent?;
        self.tracks[number].disagrees.insert(puzzle);
        if !self.disputed.insert(puzzle) {
            return None;
        }
        let (first, second) = (&self.tracks[opponent], &self.tracks[number]);
        let known = first.best[puzzle].as_ref()?;
        let named = &self.puzzles[puzzle];
        let disagreement = Disagreement {
            puzzle: named.puzzle.clone(),
            sides: [
                Claim::of(&first.way.to_string(), &known.report),
                Claim::of(&second.way.to_string(), report),
            ],
            commands: vec![self.command(named, [&first.way, &second.way])],
            answer: None,
        };
        let is_kept = self.disputed.len() <= MAX_KEPT;
        let message = if is_kept {
            disagreement::keep(&disagreement, &self.folder)
        } else {
            disagreement.text()
        };
        Some(named.failure(message))
    }

    /// The command that reproduces a disagreement.
    fn command(&self, named: &Named, [first, second]: [&Way; 2]) -> String {
        let (kind, flags) = (named.puzzle.kind().name, &self.flags);
        let backends = format!("{},{}", first.backend.name(), second.backend.name());
        let encodings = format!("--encoding {} --encoding {}", first.lowering, second.lowering);
        format!("sator bench {kind} puzzle.txt --backend {backends} {encodings}{flags}")
    }

    /// Whether two ways disagree.
    pub(super) fn is_disputed(&self) -> bool {
        !self.disputed.is_empty()
    }

    /// Whether two ways disagree, or one failed.
    pub(super) fn went_wrong(&self) -> bool {
        self.is_disputed() || self.tracks.iter().any(|track| track.failure.is_some())
    }

    /// Whether a solve was stopped before its result was known.
    pub(super) fn was_stopped(&self) -> bool {
        let mut all = self.tracks.iter().flat_map(|track| track.best.iter().flatten());
        all.any(|solved| !solved.is_decided())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::fs;
    use std::path::Path;

    use sator::engine::{self, Options, SolutionDigest, Times};
    use sator::puzzle::ParseOptions;
    use sator_sat::backend::BackendError;

    use super::*;

    fn queens(number: &str) -> Named {
        Named::alone(sator::puzzles::recognise(number, &ParseOptions::default()).unwrap())
    }

    /// A correct result.
    fn solved(puzzle: &AnyPuzzle) -> Solved {
        let mut search = engine::solutions(puzzle, &Options::default());
        search.step().unwrap();
        Solved { report: search.report(), stopped: None }
    }

    /// The result of a solver that claims that there is no answer.
    fn denied(puzzle: &AnyPuzzle) -> Solved {
        let (digest, is_complete) = (SolutionDigest::default(), true);
        let report = Report { digest, is_complete, ..solved(puzzle).report };
        Solved { report, stopped: None }
    }

    /// A contest after three runs.
    struct Held<'a> {
        contest: Contest<'a>,
        messages: Vec<String>,
        /// The puzzle and the backend of each turn.
        turns: Vec<String>,
    }

    /// Holds a contest; `result` gets the puzzle, the name of the backend, and the number of turns.
    fn hold<'a>(
        puzzles: &'a [Named],
        backends: &[&str],
        folder: &Path,
        result: impl Fn(&AnyPuzzle, &str, usize) -> Result<Solved, EngineError>,
    ) -> Held<'a> {
        let lowering = Lowering::default();
        let way = |name: &&str| Way { backend: name.parse().unwrap(), lowering };
        let ways = backends.iter().map(way).collect();
        let (mut messages, turns) = (Vec::new(), RefCell::new(Vec::new()));
        let solve = |puzzle: &AnyPuzzle, way: &Way| {
            let name = way.backend.name();
            turns.borrow_mut().push(format!("{} {name}", puzzle.subject()));
            result(puzzle, name, turns.borrow().len())
        };
        let mut contest = Contest::new(puzzles, ways, folder.into(), " --unique".to_owned());
        contest.run(3, &Interrupt::default(), &solve, &mut |failure| {
            messages.extend(failure.map(|failure| failure.to_string()));
        });
        Held { contest, messages, turns: turns.take() }
    }

    #[test]
    fn a_way_that_denies_an_answer_is_reported_and_the_files_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let puzzles = [queens("6"), queens("8")];
        let backends = ["batsat", "varisat", "auto"];
        let Held { contest, messages, .. } =
            hold(&puzzles, &backends, folder.path(), |puzzle, name, _| {
                let is_wrong = name == "varisat" && puzzle.title() == "8-Queens";
                Ok(if is_wrong { denied(puzzle) } else { solved(puzzle) })
            });
        let [message] = &messages[..] else { panic!("{messages:?}") };
        let expected = "8-Queens: batsat with auto and varisat with auto disagree: batsat with auto \
            finds at least 1, varisat with auto finds 0; this is a bug in one of them or in sator; \
            the files are in ";
        assert!(message.starts_with(expected), "{message}");
        assert!(contest.went_wrong());
        assert!(contest.tracks.iter().all(|track| track.disagrees.len() == 1));
        let kept = folder.path().join("sator-disagreement-1");
        let story = fs::read_to_string(kept.join("README.txt")).unwrap();
        let command = "sator bench queens puzzle.txt --backend batsat,varisat --encoding auto \
            --encoding auto --unique\n";
        assert!(story.contains(command), "{story}");
        assert!(kept.join("puzzle.txt").exists() && kept.join("formula.cnf").exists());
        assert!(!folder.path().join("sator-disagreement-2").exists());
    }

    #[test]
    fn a_way_that_contradicts_itself_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let puzzles = [queens("6")];
        let held = hold(&puzzles, &["batsat"], folder.path(), |puzzle, _, turn| {
            Ok(if turn == 2 { denied(puzzle) } else { solved(puzzle) })
        });
        assert!(held.contest.went_wrong() && held.messages.len() == 1, "{:?}", held.messages);
    }

    #[test]
    fn files_are_kept_for_a_limited_number_of_disagreements() {
        let folder = tempfile::tempdir().unwrap();
        let puzzles: Vec<_> = (0..MAX_KEPT + 3).map(|_| queens("4")).collect();
        let held = hold(&puzzles, &["batsat", "varisat"], folder.path(), |puzzle, name, _| {
            Ok(if name == "varisat" { denied(puzzle) } else { solved(puzzle) })
        });
        assert_eq!(held.messages.len(), puzzles.len());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), MAX_KEPT);
    }

    #[test]
    fn a_way_that_fails_is_excluded_and_the_others_continue() {
        let puzzles = [queens("6"), queens("8")];
        let held = hold(&puzzles, &["batsat", "varisat"], Path::new(""), |puzzle, name, _| {
            if name == "batsat" {
                let (backend, message) = (name.to_owned(), "no more".to_owned());
                return Err(BackendError { backend, message }.into());
            }
            Ok(solved(puzzle))
        });
        let error = "the solver batsat failed: no more";
        assert_eq!(held.messages, [format!("6-Queens: batsat with auto: {error}")]);
        assert_eq!(held.turns.len(), 1 + 3 * 2);
        let [batsat, varisat] = &held.contest.tracks[..] else { panic!() };
        assert_eq!(batsat.failure.as_deref(), Some(error));
        assert!(
            batsat.best.iter().all(Option::is_none) && varisat.best.iter().all(Option::is_some)
        );
        assert!(held.contest.went_wrong() && !held.contest.was_stopped());
    }

    #[test]
    fn a_stopped_solve_is_no_disagreement_and_is_not_repeated() {
        let puzzles = [queens("6")];
        let held = hold(&puzzles, &["batsat", "varisat"], Path::new(""), |puzzle, name, _| {
            if name == "varisat" {
                return Ok(solved(puzzle));
            }
            let report = Report { is_complete: false, ..denied(puzzle).report };
            Ok(Solved { report, stopped: Some(StopReason::Time) })
        });
        assert!(held.messages.is_empty(), "{:?}", held.messages);
        assert_eq!(held.turns.len(), 1 + 3);
        assert!(held.contest.was_stopped() && !held.contest.went_wrong());
    }

    #[test]
    fn turns_are_interleaved_and_the_best_run_counts() {
        let puzzles = [queens("4"), queens("6")];
        let held = hold(&puzzles, &["batsat", "varisat"], Path::new(""), |puzzle, _, turn| {
            let mut solved = solved(puzzle);
            // The second of three runs is the fastest.
            let seconds = if (5..9).contains(&turn) { 1 } else { turn as u64 + 1 };
            solved.report.times = Times { solve: Duration::from_secs(seconds), ..Times::default() };
            Ok(solved)
        });
        let run = ["N=4 batsat", "N=4 varisat", "N=6 batsat", "N=6 varisat"];
        assert_eq!(held.turns, [run, run, run].concat());
        for solved in held.contest.tracks.iter().flat_map(|track| &track.best) {
            assert_eq!(solved.as_ref().map(Solved::time), Some(Duration::from_secs(1)));
        }
    }
}
