//! New boards of queens: some queens of an answer are placed, or regions leave one answer.

use std::sync::Arc;

use super::{Queens, Square};
use crate::create::{
    Aspect, CreateError, Creation, Design, Draft, Make, RATED_LEVELS, Refusal, Size, Wish,
    Workshop, is_connected, neighbours, square_size,
};
use crate::dice::Dice;
use crate::puzzle::AnyPuzzle;
use sator_model::Solution;

/// The entry for creation.
pub(super) static CREATION: Creation = Creation {
    aspects: &[Aspect::Size, Aspect::Placed, Aspect::Regions, Aspect::Minimal, Aspect::Difficulty],
    levels: RATED_LEVELS,
    families: &[],
    make: Make::Unique(|wish| Ok(Box::new(NewQueens::of(wish)?))),
};

/// The largest new board.
const LARGEST: usize = 100;

/// The largest new board with regions, which have a letter each.
const LARGEST_WITH_REGIONS: usize = 26;

struct NewQueens {
    n: usize,
    has_regions: bool,
    wish: Wish,
}

impl NewQueens {
    fn of(wish: &Wish) -> Result<Self, Refusal> {
        let has_regions = wish.regions;
        let most = if has_regions { LARGEST_WITH_REGIONS } else { LARGEST };
        // Boards of 2x2 and 3x3 have no answer, by either rule.
        let n = square_size(wish, 8, [4, most])?;
        if has_regions && (wish.placed.is_some() || wish.minimal) {
            return Err(Refusal("boards with regions have no placed queens".to_owned()));
        }
        if let Some(placed) = wish.placed.filter(|&placed| placed > n) {
            return Err(Refusal(format!("expected 0 to {n} placed queens, found {placed}")));
        }
        Ok(Self { n, has_regions, wish: Wish { size: Some(Size::square(n)), ..wish.clone() } })
    }
}

impl Design for NewQueens {
    fn wish(&self) -> Wish {
        self.wish.clone()
    }

    fn draft(&self, workshop: &mut Workshop<'_>) -> Result<Option<Box<dyn Draft>>, CreateError> {
        let n = self.n;
        if self.has_regions {
            let answer = apart(n, &mut workshop.dice);
            let regions = grown(&answer, &mut workshop.dice);
            return Ok(Some(Box::new(Areas { n, answer, regions })));
        }
        let answer = workshop.random_answer(&board(n, Vec::new(), None))?;
        let mut groups: Vec<_> = (0..n).map(|row| vec![row]).collect();
        workshop.dice.shuffle(&mut groups);
        Ok(answer.map(|answer| Box::new(Completion { n, answer, groups }) as _))
    }
}

fn board(n: usize, placed: Vec<Square>, regions: Option<Vec<usize>>) -> AnyPuzzle {
    Arc::new(Queens { n, placed, blocked: Vec::new(), regions, notes: Vec::new() })
}

/// An answer without regions.
struct Completion {
    n: usize,
    answer: Solution,
    /// The rows, in random order.
    groups: Vec<Vec<usize>>,
}

impl Draft for Completion {
    fn answer(&self) -> &Solution {
        &self.answer
    }

    fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    fn puzzle(&self, is_dropped: &[bool]) -> AnyPuzzle {
        let groups = self.groups.iter().zip(is_dropped);
        let mut rows: Vec<_> = groups.filter(|it| !it.1).flat_map(|it| it.0).copied().collect();
        rows.sort_unstable();
        let square = |row: usize| Square { row, column: self.answer.values[row] as usize - 1 };
        board(self.n, rows.into_iter().map(square).collect(), None)
    }
}

/// A queen in each row and column, none touching another; all such boards are equally likely.
fn apart(n: usize, dice: &mut Dice) -> Solution {
    let mut values: Vec<i32> = (1..=n as i32).collect();
    loop {
        dice.shuffle(&mut values);
        if values.windows(2).all(|pair| pair[0].abs_diff(pair[1]) > 1) {
            return Solution { values };
        }
    }
}

/// Regions that grow from the queens by random squares until they cover the board.
fn grown(answer: &Solution, dice: &mut Dice) -> Vec<usize> {
    let n = answer.values.len();
    let mut regions = vec![None; n * n];
    let queens = answer.values.iter().enumerate();
    let queens = queens.map(|(row, &column)| (row * n + column as usize - 1, row));
    for (square, region) in queens.clone() {
        regions[square] = Some(region);
    }
    let beside = |(square, region)| neighbours(square, [n, n]).map(move |next| (next, region));
    let mut border: Vec<_> = queens.flat_map(beside).collect();
    while !border.is_empty() {
        let (square, region) = border.swap_remove(dice.below(border.len()));
        if regions[square].is_none() {
            regions[square] = Some(region);
            border.extend(beside((square, region)));
        }
    }
    regions.into_iter().flatten().collect()
}

/// An answer with regions, each of which hangs together.
struct Areas {
    n: usize,
    answer: Solution,
    /// The number of each square's region, which is the row of its queen.
    regions: Vec<usize>,
}

impl Areas {
    /// The regions that a square can join so that its own still hangs together.
    fn others(&self, square: usize) -> Vec<usize> {
        let own = self.regions[square];
        let is_rest = |&other: &usize| self.regions[other] == own && other != square;
        let rest: Vec<_> = (0..self.n * self.n).filter(is_rest).collect();
        if !is_connected(&rest, [self.n, self.n]) {
            return Vec::new();
        }
        let beside = neighbours(square, [self.n, self.n]).map(|next| self.regions[next]);
        beside.filter(|&region| region != own).collect()
    }
}

impl Draft for Areas {
    fn answer(&self) -> &Solution {
        &self.answer
    }

    fn puzzle(&self, _: &[bool]) -> AnyPuzzle {
        // Regions are numbered in the order of their first squares, as they are read.
        let mut numbers: Vec<usize> = Vec::new();
        let mut regions = Vec::new();
        for &region in &self.regions {
            let known = numbers.iter().position(|&it| it == region);
            regions.push(known.unwrap_or(numbers.len()));
            if known.is_none() {
                numbers.push(region);
            }
        }
        board(self.n, Vec::new(), Some(regions))
    }

    /// A square with a queen of the other answer alone joins another region, which then has two.
    fn refine(&mut self, other: Option<&Solution>, dice: &mut Dice) -> bool {
        let Some(other) = other else { return false };
        let rows = other.values.iter().zip(&self.answer.values).enumerate();
        let squares = rows.filter(|(_, (column, own))| column != own);
        let squares = squares.map(|(row, (&column, _))| row * self.n + column as usize - 1);
        let moves: Vec<_> = squares
            .flat_map(|square| self.others(square).into_iter().map(move |it| (square, it)))
            .collect();
        let Some(&(square, region)) = dice.pick(&moves) else { return false };
        self.regions[square] = region;
        true
    }
}
