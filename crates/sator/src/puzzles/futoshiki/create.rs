//! New futoshikis: the clues are given values, and signs between neighbours.

use std::sync::Arc;

use super::Futoshiki;
use crate::create::{
    Aspect, CreateError, Creation, Design, Draft, Make, RATED_LEVELS, Refusal, Size, Wish,
    Workshop, neighbours, square_size,
};
use crate::model::Solution;
use crate::puzzle::AnyPuzzle;

/// The entry for creation.
pub(super) static CREATION: Creation = Creation {
    aspects: &[Aspect::Size, Aspect::Minimal, Aspect::Difficulty],
    levels: RATED_LEVELS,
    families: &[],
    make: Make::Unique(|wish| Ok(Box::new(NewFutoshiki::of(wish)?))),
};

struct NewFutoshiki {
    n: usize,
    wish: Wish,
}

impl NewFutoshiki {
    fn of(wish: &Wish) -> Result<Self, Refusal> {
        let n = square_size(wish, 5, [2, 9])?;
        Ok(Self { n, wish: Wish { size: Some(Size::square(n)), ..wish.clone() } })
    }
}

impl Design for NewFutoshiki {
    fn wish(&self) -> Wish {
        self.wish.clone()
    }

    /// Given values are dropped before signs, so that most clues that are left are signs.
    fn draft(&self, workshop: &mut Workshop<'_>) -> Result<Option<Box<dyn Draft>>, CreateError> {
        let n = self.n;
        let cells = n * n;
        let empty = futoshiki(n, vec![None; cells], Vec::new());
        let Some(answer) = workshop.random_answer(&empty)? else { return Ok(None) };
        let mut groups: Vec<Vec<usize>> = (0..cells).map(|cell| vec![cell]).collect();
        let mut signs: Vec<Vec<usize>> = Vec::new();
        for cell in 0..cells {
            let larger = neighbours(cell, [n, n]);
            let larger = larger.filter(|&other| answer.values[cell] < answer.values[other]);
            signs.extend(larger.map(|other| vec![cell, other]));
        }
        workshop.dice.shuffle(&mut groups);
        workshop.dice.shuffle(&mut signs);
        groups.append(&mut signs);
        Ok(Some(Box::new(Square { n, answer, groups })))
    }
}

fn futoshiki(n: usize, given: Vec<Option<i32>>, less: Vec<[usize; 2]>) -> AnyPuzzle {
    let square = |cell: usize| [cell / n, cell % n];
    let mut less: Vec<_> = less.into_iter().map(|pair| pair.map(square)).collect();
    less.sort_unstable();
    Arc::new(Futoshiki { n, given, less, notes: Vec::new() })
}

/// A Latin square.
struct Square {
    n: usize,
    answer: Solution,
    /// A given value is a group of one cell, a sign a group of two, the smaller first.
    groups: Vec<Vec<usize>>,
}

impl Draft for Square {
    fn answer(&self) -> &Solution {
        &self.answer
    }

    fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    fn puzzle(&self, is_dropped: &[bool]) -> AnyPuzzle {
        let (mut given, mut less) = (vec![None; self.n * self.n], Vec::new());
        for (group, _) in self.groups.iter().zip(is_dropped).filter(|(_, is_dropped)| !**is_dropped)
        {
            match group[..] {
                [smaller, larger] => less.push([smaller, larger]),
                _ => given[group[0]] = Some(self.answer.values[group[0]]),
            }
        }
        futoshiki(self.n, given, less)
    }
}
