//! `sator create`: makes new puzzles, with the commands to make them again.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use sator::booklet::Booklet;
use sator::create::{
    CreateError, Created, Creation, ExtraWish, Refusal, Shortfall, Wish, seed_in_series,
};
use sator::model::Solution;
use sator::puzzle::{AnyPuzzle, Kind};
use sator::puzzles::{self, KINDS};
use sator_sat::backend::{Interrupt, StopReason};
use sator_sat::clock::Instant;
use sator_sat::text::{counted, shown};
use serde_json::{Value, json};

use super::{Outcome, VerbError, because, watch_for_interrupt};
use crate::args::Create;
use crate::failure::{Failure, no_thread};
use crate::output::Output;
use crate::progress::Progress;
use sator::ask::Status;

pub(crate) fn run(args: &Create) -> Outcome {
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let (kind, wish) = (kind(&args.kind)?, args.wish());
    let request = Request { args, kind, wish, seed, interrupt: watch_for_interrupt() };
    match args.count {
        None if args.to.is_none() => request.one(),
        count => request.series(count.unwrap_or(1)),
    }
}

/// The kind with this name, if its puzzles can be created.
fn kind(word: &str) -> Result<&'static Kind, Failure> {
    let names = KINDS.iter().filter(|kind| kind.creation.is_some()).map(|kind| kind.name);
    let names = names.collect::<Vec<_>>().join(", ");
    match puzzles::by_word(&word.to_lowercase()) {
        Some(kind) if kind.creation.is_some() => Ok(kind),
        Some(kind) => Err(Failure::plain(format!(
            "{} puzzles cannot be created: expected one of these kinds: {names}",
            kind.name
        ))),
        None => Err(Failure::plain(format!(
            "expected a kind of puzzle that can be created ({names}), found {}",
            shown(word)
        ))),
    }
}

/// A random seed that is short enough to be typed.
pub(crate) fn fresh_seed() -> u64 {
    RandomState::new().hash_one(()) >> 32
}

/// The puzzles that are requested.
struct Request<'a> {
    args: &'a Create,
    kind: &'static Kind,
    wish: Wish,
    seed: u64,
    interrupt: Interrupt,
}

/// The result of one puzzle.
type Made = Result<Created, CreateError>;

impl Request<'_> {
    /// Makes a puzzle of the series, or the only one.
    fn make(&self, index: u64) -> Made {
        let seed = seed_in_series(self.seed, index);
        self.kind.create_within(&self.wish, seed, &self.args.budget(&self.interrupt))
    }

    /// One puzzle, as a text that begins with its command.
    fn one(&self) -> Outcome {
        let (args, show) = (self.args, &self.args.show);
        let created = match self.make(0) {
            Err(CreateError::Stopped(reason)) if reason != StopReason::Interrupted => {
                show.note(&format!("{}; no puzzle was created", because(reason)));
                return Ok(Status::Stopped);
            }
            Err(CreateError::Stopped(_)) => {
                return Err(VerbError::Stopped(StopReason::Interrupted));
            }
            Err(error @ CreateError::NotFound { .. }) => {
                show.note(&error.to_string());
                return Ok(Status::Stopped);
            }
            made => made?,
        };
        // The closest puzzle that a search found before an interrupt is printed.
        if self.interrupt.is_raised() && created.shortfall.is_none() {
            return Err(VerbError::Stopped(StopReason::Interrupted));
        }
        let mut output = Output::open(args.output.as_deref())?;
        let text = if show.json { self.object(&created) } else { self.text(&created) };
        output.print(&text)?;
        output.commit()?;
        let place = args.output.as_ref().map(|path| format!(" in '{}'", path.display()));
        let seed = created.seed.map(|seed| format!(", with --seed {seed}"));
        let [place, seed] = [place, seed].map(Option::unwrap_or_default);
        show.note(&format!("Created {}{place}{seed}", created.puzzle.title()));
        if let Some(shortfall) = created.shortfall {
            show.note(&format!("{shortfall}; try another --seed or --size, or a longer --timeout"));
        }
        Ok(status(&created))
    }

    /// Many puzzles, one a line.
    fn series(&self, count: u64) -> Outcome {
        let next = AtomicU64::new(0);
        // Where the output is slow, the threads wait for it.
        let (sender, results) = sync_channel(100);
        thread::scope(|scope| {
            for number in 0..self.args.threads().min(count.max(1) as usize) {
                let (sender, next) = (sender.clone(), &next);
                let work = move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let is_over = index >= count || self.interrupt.is_raised();
                        if is_over || sender.send((index, self.make(index))).is_err() {
                            return;
                        }
                    }
                };
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(_) => {}
                    // Fewer threads do the same work.
                    Err(_) if number > 0 => break,
                    Err(error) => return Err(no_thread(&error).into()),
                }
            }
            drop(sender);
            let outcome = self.print_series(results, count);
            if outcome.is_err() {
                // The threads need not finish their puzzles.
                self.interrupt.raise();
            }
            outcome
        })
    }

    /// Prints the puzzles in their order. Those before an interrupt stay valid.
    fn print_series(&self, results: Receiver<(u64, Made)>, count: u64) -> Outcome {
        let (show, started) = (&self.args.show, Instant::now());
        let mut output = Output::open(self.args.output.as_deref())?;
        let mut progress = Progress::over_turns(show, count, "puzzles");
        let mut waiting = BTreeMap::new();
        let (mut done, mut printed, mut worst) = (0, 0, Status::Yes);
        let mut missed: BTreeMap<String, usize> = BTreeMap::new();
        let mut booklet = Vec::new();
        for (index, made) in results {
            waiting.insert(index, made);
            while let Some(made) = waiting.remove(&done) {
                done += 1;
                match made {
                    Ok(created) => {
                        printed += 1;
                        worst = worst.max(status(&created));
                        if let Some(shortfall) = created.shortfall {
                            *missed.entry(miss(shortfall)).or_default() += 1;
                        }
                        if self.args.to.is_some() {
                            booklet.push((created.puzzle, created.solution));
                        } else {
                            output.print(&self.line(&created))?;
                        }
                    }
                    Err(error @ (CreateError::Stopped(_) | CreateError::NotFound { .. })) => {
                        worst = Status::Stopped;
                        let is_late = matches!(error, CreateError::Stopped(_));
                        let miss = if is_late { "not created in time" } else { "not found" };
                        *missed.entry(miss.to_owned()).or_default() += 1;
                    }
                    Err(error) => return Err(error.into()),
                }
                progress.advance(printed, done);
            }
            output.flush_now()?;
        }
        drop(progress);
        if self.args.to.is_some() {
            output.print(&self.booklet(&booklet))?;
        }
        output.commit()?;
        let rate = printed as f64 / started.elapsed().as_secs_f64();
        let puzzles = counted(printed as usize, "puzzle");
        let note = if self.interrupt.is_raised() {
            worst = Status::Stopped;
            format!("interrupted after {puzzles}, with --seed {}", self.seed)
        } else {
            let missed = missed.iter().map(|(miss, number)| format!("; {number} {miss}"));
            let missed: String = missed.collect();
            format!("Created {puzzles}, with --seed {}; {rate:.0} a second{missed}", self.seed)
        };
        show.note(&note);
        Ok(worst)
    }

    /// Puzzles to print, under their common title or the name of their kind.
    fn booklet(&self, puzzles: &[(AnyPuzzle, Option<Solution>)]) -> String {
        let mut titles: Vec<_> = puzzles.iter().map(|(puzzle, _)| puzzle.title()).collect();
        titles.dedup();
        let title = if let [title] = &titles[..] { title } else { self.kind.name };
        Booklet { title, puzzles, per_page: self.args.per_page }.to_html()
    }

    /// A puzzle of a series: in the format for lines, if the kind has one, or else as an object.
    fn line(&self, created: &Created) -> String {
        match self.kind.print(&*created.puzzle, "line") {
            Ok(line) if !self.args.show.json => match self.solution(created) {
                Some(solution) => format!("{line},{}\n", created.puzzle.answer_line(solution)),
                None => line + "\n",
            },
            _ => self.object(created),
        }
    }

    /// The solution, if it was asked for.
    fn solution<'c>(&self, created: &'c Created) -> Option<&'c Solution> {
        created.solution.as_ref().filter(|_| self.args.with_solution)
    }

    fn text(&self, created: &Created) -> String {
        let puzzle = &created.puzzle;
        let text = puzzle.print();
        // An object, which has no comments, has the command as a label.
        if text.starts_with('{') {
            return self.object(created);
        }
        let solution = self.solution(created);
        let solution = solution.map(|it| format!("# solution: {}\n", puzzle.answer_line(it)));
        let solution = solution.unwrap_or_default();
        let end = if text.ends_with('\n') { "" } else { "\n" };
        format!("# {}\n{solution}{text}{end}", self.command(created))
    }

    /// An object that reads back as the puzzle, with labels.
    fn object(&self, created: &Created) -> String {
        let mut object = json!({ "puzzle": self.kind.name });
        // Puzzles with any number of answers were always a text in an object.
        let is_unique = self.kind.creation.is_some_and(Creation::is_unique);
        let fields = created.solution.as_ref().filter(|_| is_unique).and_then(|_| {
            let printed = self.kind.print(&*created.puzzle, "json").ok()?;
            serde_json::from_str(&printed).ok()
        });
        match (object.as_object_mut(), fields) {
            (Some(object), Some(Value::Object(fields))) => object.extend(fields),
            _ => object["text"] = json!(created.puzzle.print()),
        }
        if let Some(solution) = self.solution(created) {
            object["solution"] = created.puzzle.answer_json(solution);
        }
        object["seed"] = json!(created.seed);
        object["command"] = json!(self.command(created));
        format!("{object}\n")
    }

    /// The command that makes the same puzzle again.
    fn command(&self, created: &Created) -> String {
        let Wish {
            size,
            difficulty,
            boxes,
            symmetry,
            with,
            clues,
            minimal,
            cage_sizes,
            givens,
            placed,
            regions,
            preset,
            mines,
            density,
            revealed,
            clicks,
            first,
            no_guess,
            hides_total,
            hard,
        } = &created.wish;
        let flags = [
            hard.as_ref().map(|hard| format!(" --hard {hard}")),
            difficulty.as_ref().map(|level| format!(" --difficulty {level}")),
            size.map(|size| format!(" --size {size}")),
            boxes.map(|boxes| format!(" --box {boxes}")),
            symmetry.map(|symmetry| format!(" --symmetry {symmetry}")),
            Some(with.iter().fold(String::new(), |all, it| all + " --with " + &quoted(it))),
            clues.map(|clues| format!(" --clues {clues}")),
            minimal.then(|| " --minimal".to_owned()),
            cage_sizes.map(|sizes| format!(" --cage-size {sizes}")),
            givens.map(|givens| format!(" --givens {givens}")),
            placed.map(|placed| format!(" --placed {placed}")),
            regions.then(|| " --regions".to_owned()),
            preset.as_ref().map(|preset| format!(" --preset {preset}")),
            mines.map(|mines| format!(" --mines {mines}")),
            density.map(|density| format!(" --density {density}")),
            revealed.map(|revealed| format!(" --revealed {revealed}")),
            clicks.map(|clicks| format!(" --clicks {clicks}")),
            first.map(|[row, column]| format!(" --first {},{}", row + 1, column + 1)),
            no_guess.then(|| " --no-guess".to_owned()),
            hides_total.then(|| " --no-total".to_owned()),
            created.seed.map(|seed| format!(" --seed {seed}")),
        ];
        let flags: String = flags.into_iter().flatten().collect();
        format!("sator create {}{flags}", self.kind.name)
    }
}

/// An argument of two words needs quotes.
fn quoted(wish: &ExtraWish) -> String {
    let text = wish.to_string();
    if text.contains(' ') { format!("'{text}'") } else { text }
}

/// The property of a puzzle of a series that is not the requested one.
fn miss(shortfall: Shortfall) -> String {
    match shortfall {
        Shortfall::Clues { wanted, reached } => {
            format!("with {} instead of {wanted}", counted(reached, "clue"))
        }
        Shortfall::Difficulty { wanted, reached, is_exact } => {
            let bound = if is_exact { "" } else { "at least " };
            format!("{bound}{reached} instead of {wanted}")
        }
    }
}

/// A puzzle of another difficulty is an unfinished search.
fn status(created: &Created) -> Status {
    match created.shortfall {
        Some(Shortfall::Difficulty { .. }) => Status::Stopped,
        _ => Status::Yes,
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::plain(refusal.to_string())
    }
}

impl From<CreateError> for Failure {
    fn from(error: CreateError) -> Self {
        Self::plain(error.to_string())
    }
}
