//! Puzzles of a requested difficulty, by their rating.
//!
//! More clues make a puzzle easier, with few exceptions. So a puzzle that is too difficult gets back
//! clues, the last dropped ones first, as many as a binary search finds. One that is too easy gets
//! back a few clues and loses others, again and again, as long as it does not become easier. Layouts
//! become easier by finer cuts; for a more difficult one, another is drawn.

use super::unique::{Candidate, Draft, Workshop, marked};
use super::{CreateError, Shortfall};
use crate::engine;
use crate::engine::explain::{Extent, Word};

/// So many variations in a row that make a puzzle no more difficult are the last of an answer.
const MAX_VAIN_VARIATIONS: usize = 60;

/// How many groups of clues are dropped otherwise in a variation.
const VARIED_GROUPS: usize = 4;

/// How often a layout is made easier.
const MAX_EASINGS: usize = 20;

/// A puzzle and its rating.
struct Rated {
    candidate: Candidate,
    /// The groups of clues that it does not have, in the order in which they were dropped.
    dropped: Vec<usize>,
    tenths: u32,
    word: Word,
}

/// The puzzle of a draft whose difficulty is closest to the requested one. If the clues are to be
/// minimal, all that can go are dropped. If the budget ends, it is the closest so far.
pub(super) fn fit(
    workshop: &mut Workshop<'_>,
    draft: &mut dyn Draft,
    dropped: Vec<usize>,
    wanted: Word,
    minimal: bool,
) -> Result<Candidate, CreateError> {
    let mut rated = rate(workshop, draft, dropped, wanted)?;
    if draft.groups().is_empty() {
        return ease_layout(workshop, draft, rated, wanted);
    }
    let mut vain = 0;
    while rated.word < wanted && vain < MAX_VAIN_VARIATIONS {
        let mut again = rated.dropped.clone();
        workshop.dice.shuffle(&mut again);
        let back = again.split_off(again.len().saturating_sub(VARIED_GROUPS));
        let is_dropped = marked(draft, &rated.dropped);
        let mut order: Vec<_> = (0..is_dropped.len()).filter(|&it| !is_dropped[it]).collect();
        workshop.dice.shuffle(&mut order);
        order.extend(back);
        let dropped = workshop.drop_more(draft, again, &order, minimal);
        let next = dropped.and_then(|dropped| rate(workshop, draft, dropped, wanted));
        let Some(next) = unless_stopped(next)? else { break };
        vain = if next.tenths > rated.tenths { 0 } else { vain + 1 };
        if next.tenths >= rated.tenths {
            rated = next;
        }
    }
    if rated.word > wanted && !minimal {
        return give_back(workshop, draft, rated, wanted);
    }
    Ok(rated.candidate)
}

/// Rates a puzzle that is too difficult as a whole, if there is time for it.
pub(super) fn complete(
    workshop: &Workshop<'_>,
    candidate: &mut Candidate,
) -> Result<(), CreateError> {
    let Some(Shortfall::Difficulty { wanted, is_exact: false, .. }) = candidate.shortfall else {
        return Ok(());
    };
    let options = workshop.options(&candidate.puzzle);
    let rating = engine::rate(&candidate.puzzle, &options, &mut |_| ())?;
    if !matches!(rating.extent, Extent::Stopped(_)) {
        let reached = rating.tenths().1;
        candidate.gap = (reached as usize).abs_diff(wanted as usize);
        candidate.shortfall = Some(Shortfall::Difficulty { wanted, reached, is_exact: true });
    }
    Ok(())
}

/// Gives back clues to a puzzle that is too difficult.
fn give_back(
    workshop: &mut Workshop<'_>,
    draft: &dyn Draft,
    hard: Rated,
    wanted: Word,
) -> Result<Candidate, CreateError> {
    let (mut closest, dropped) = (hard.candidate, hard.dropped);
    let (mut easy, mut hard) = (0, dropped.len());
    while closest.gap > 0 && hard > easy + 1 {
        let number = usize::midpoint(easy, hard);
        let next = rate(workshop, draft, dropped[..number].to_vec(), wanted);
        let Some(next) = unless_stopped(next)? else { break };
        *(if next.word < wanted { &mut easy } else { &mut hard }) = number;
        // With more clues it is hardly more difficult.
        if next.candidate.gap <= closest.gap {
            closest = next.candidate;
        }
    }
    Ok(closest)
}

/// Makes a layout easier as long as it is too difficult.
fn ease_layout(
    workshop: &mut Workshop<'_>,
    draft: &mut dyn Draft,
    first: Rated,
    wanted: Word,
) -> Result<Candidate, CreateError> {
    let (mut closest, mut word) = (first.candidate, first.word);
    for _ in 0..MAX_EASINGS {
        if word <= wanted || !draft.refine(None, &mut workshop.dice) {
            break;
        }
        let is_unique = unless_stopped(workshop.make_unique(draft))?;
        if is_unique != Some(true) {
            break;
        }
        let next = unless_stopped(rate(workshop, draft, Vec::new(), wanted))?;
        let Some(next) = next else { break };
        word = next.word;
        if next.candidate.gap <= closest.gap {
            closest = next.candidate;
        }
    }
    Ok(closest)
}

/// The result, or `None` if the budget ended.
fn unless_stopped<T>(result: Result<T, CreateError>) -> Result<Option<T>, CreateError> {
    match result {
        Err(CreateError::Stopped(_)) => Ok(None),
        result => result.map(Some),
    }
}

/// The puzzle without these groups, with its rating, which ends above the requested difficulty.
fn rate(
    workshop: &mut Workshop<'_>,
    draft: &dyn Draft,
    dropped: Vec<usize>,
    wanted: Word,
) -> Result<Rated, CreateError> {
    workshop.ratings += 1;
    let puzzle = draft.puzzle(&marked(draft, &dropped));
    let rating = engine::rate_up_to(wanted, &puzzle, &workshop.options(&puzzle))?;
    let (tenths, word) = rating.tenths();
    match rating.extent {
        Extent::Stopped(reason) if word <= wanted => return Err(reason.into()),
        _ => {}
    }
    let gap = (word as usize).abs_diff(wanted as usize);
    let is_exact = !matches!(rating.extent, Extent::Stopped(_));
    let shortfall = (gap > 0).then_some(Shortfall::Difficulty { wanted, reached: word, is_exact });
    let candidate = Candidate { puzzle, answer: draft.answer().clone(), gap, shortfall };
    Ok(Rated { candidate, dropped, tenths, word })
}
