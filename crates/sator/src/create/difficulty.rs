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
/// minimal, all that can go are dropped.
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
        let dropped = workshop.drop_more(draft, again, &order, minimal)?;
        let next = rate(workshop, draft, dropped, wanted)?;
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
        let next = rate(workshop, draft, dropped[..number].to_vec(), wanted)?;
        *(if next.word < wanted { &mut easy } else { &mut hard }) = number;
        if next.candidate.gap < closest.gap {
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
        let is_eased = word > wanted
            && draft.refine(None, &mut workshop.dice)
            && workshop.make_unique(draft)?;
        if !is_eased {
            break;
        }
        let next = rate(workshop, draft, Vec::new(), wanted)?;
        word = next.word;
        if next.candidate.gap < closest.gap {
            closest = next.candidate;
        }
    }
    Ok(closest)
}

/// The puzzle without these groups, with its rating.
fn rate(
    workshop: &mut Workshop<'_>,
    draft: &dyn Draft,
    dropped: Vec<usize>,
    wanted: Word,
) -> Result<Rated, CreateError> {
    workshop.ratings += 1;
    let puzzle = draft.puzzle(&marked(draft, &dropped));
    let rating = engine::rate(&puzzle, &workshop.options(&puzzle), &mut |_| ())?;
    if let Extent::Stopped(reason) = rating.extent {
        return Err(reason.into());
    }
    let (tenths, word) = rating.tenths();
    let gap = (word as usize).abs_diff(wanted as usize);
    let shortfall = (gap > 0).then_some(Shortfall::Difficulty { wanted, reached: word });
    let candidate = Candidate { puzzle, answer: draft.answer().clone(), gap, shortfall };
    Ok(Rated { candidate, dropped, tenths, word })
}
