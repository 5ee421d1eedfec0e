//! Random positions of games: random mines, some open safe squares, and their numbers.

use super::layout::Layout;
use crate::create::{Share, Size, Wish};
use crate::dice::Dice;

/// A game, and its progress.
pub(super) struct Game {
    pub(super) size: Size,
    /// Less than the number of squares.
    pub(super) mines: usize,
    /// The first click, if it is not random.
    pub(super) first: Option<usize>,
    pub(super) opening: Opening,
    pub(super) tells_total: bool,
}

/// Which squares are open.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Opening {
    /// A random selection of this share of the safe squares.
    Share(Share),
    /// This number of clicks on safe squares that are still hidden; a 0 opens its neighbours.
    Clicks(usize),
    /// One click, from which the game can be won without a guess; until it is played, none.
    NoGuess,
}

impl Game {
    /// The wish that makes the same board again.
    pub(super) fn wish(&self) -> Wish {
        let (revealed, clicks) = match self.opening {
            Opening::Share(share) => (Some(share), None),
            Opening::Clicks(clicks) => (None, Some(clicks)),
            Opening::NoGuess => (None, None),
        };
        let square = |index: usize| [index / self.size.columns, index % self.size.columns];
        Wish {
            size: Some(self.size),
            mines: Some(self.mines),
            revealed,
            clicks,
            first: self.first.map(square),
            no_guess: self.opening == Opening::NoGuess,
            hides_total: !self.tells_total,
            ..Wish::default()
        }
    }

    /// Draws the mines uniformly. A game that moves a mine away from a random first click has the
    /// same distribution, because clicks are drawn from the safe squares.
    pub(super) fn layout(&self, dice: &mut Dice) -> Layout {
        let (mut layout, mut safe) = self.hidden(dice);
        match self.opening {
            Opening::Share(share) => {
                let count = share.of(safe.len());
                dice.draw(&mut safe, count);
                for &place in &safe[..count] {
                    layout.show(place as usize);
                }
            }
            Opening::Clicks(clicks) => {
                let count = safe.len();
                dice.draw(&mut safe, count);
                let places = self.first.into_iter().chain(safe.into_iter().map(|it| it as usize));
                click(&mut layout, places, clicks);
            }
            Opening::NoGuess => {}
        }
        layout
    }

    /// Draws the mines outside the start. Returns the other squares as well, without the start.
    fn hidden(&self, dice: &mut Dice) -> (Layout, Vec<u32>) {
        let mut layout = Layout::new(self.size, []);
        layout.board.mines = self.tells_total.then_some(self.mines);
        let start = self.start(&layout);
        let places = 0..layout.is_mine.len();
        let mut places: Vec<u32> =
            places.filter(|it| !start.contains(it)).map(|it| it as u32).collect();
        dice.draw(&mut places, self.mines);
        let safe = places.split_off(self.mines);
        for place in places {
            layout.is_mine[place as usize] = true;
        }
        (layout, safe)
    }

    /// The squares without mines at the start: the first click and its neighbours, or the click alone
    /// if the mines need the other squares.
    pub(super) fn start(&self, layout: &Layout) -> Vec<usize> {
        let Some(first) = self.first else { return Vec::new() };
        let mut start = vec![first];
        start.extend(layout.board.around(first));
        if layout.is_mine.len() - start.len() < self.mines {
            start.truncate(1);
        }
        start
    }
}

/// Clicks on the first of these squares that are still hidden.
fn click(layout: &mut Layout, places: impl Iterator<Item = usize>, clicks: usize) {
    let mut left = clicks;
    for place in places {
        if left == 0 {
            return;
        }
        if layout.is_hidden(place) {
            layout.open(place);
            left -= 1;
        }
    }
}
