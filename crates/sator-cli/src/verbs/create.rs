//! `sator create`: makes a new puzzle, with the command to make it again.

use std::hash::{BuildHasher, RandomState};

use sator::create::{Created, Refusal, Wish};
use sator::puzzle::Kind;
use sator::puzzles::{self, KINDS};
use sator_sat::text::shown;
use serde_json::json;

use super::{Outcome, VerbError, watch_for_interrupt};
use crate::args::Create;
use crate::failure::Failure;
use crate::output::Output;
use crate::status::Status;

pub(crate) fn run(args: &Create) -> Outcome {
    let interrupt = watch_for_interrupt();
    let kind = kind(&args.kind)?;
    let created = kind.create(&args.wish(), args.seed.unwrap_or_else(fresh_seed))?;
    let text = if args.show.json { in_json(kind, &created) } else { in_text(kind, &created) };
    if interrupt.is_raised() {
        return Err(VerbError::Interrupted);
    }
    let mut output = Output::open(args.output.as_deref())?;
    output.print(&text)?;
    output.commit()?;
    let place = args.output.as_ref().map(|path| format!(" in '{}'", path.display()));
    let seed = created.seed.map(|seed| format!(", with --seed {seed}"));
    let [place, seed] = [place, seed].map(Option::unwrap_or_default);
    args.show.note(&format!("Created {}{place}{seed}", created.puzzle.title()));
    Ok(Status::Yes)
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

fn in_text(kind: &Kind, created: &Created) -> String {
    let text = created.puzzle.print();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("# {}\n{text}{end}", command(kind, created))
}

fn in_json(kind: &Kind, created: &Created) -> String {
    let object = json!({
        "puzzle": kind.name,
        "text": created.puzzle.print(),
        "seed": created.seed,
        "command": command(kind, created),
    });
    format!("{object}\n")
}

/// The command that makes the same puzzle again.
fn command(kind: &Kind, created: &Created) -> String {
    let Wish { size, difficulty, mines, density, revealed, clicks, hides_total, hard } =
        &created.wish;
    let flags = [
        hard.as_ref().map(|hard| format!(" --hard {hard}")),
        difficulty.as_ref().map(|level| format!(" --difficulty {level}")),
        size.map(|size| format!(" --size {size}")),
        mines.map(|mines| format!(" --mines {mines}")),
        density.map(|density| format!(" --density {density}")),
        revealed.map(|revealed| format!(" --revealed {revealed}")),
        clicks.map(|clicks| format!(" --clicks {clicks}")),
        hides_total.then(|| " --no-total".to_owned()),
        created.seed.map(|seed| format!(" --seed {seed}")),
    ];
    let flags: String = flags.into_iter().flatten().collect();
    format!("sator create {}{flags}", kind.name)
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::plain(refusal.to_string())
    }
}
