//! New killers: a random grid cut into random cages, which are cut differently where there is a second
//! answer.

use std::sync::Arc;

use super::sudoku::Cage;
use super::sudoku::create::{shape, sudoku};
use crate::boxes::BoxShape;
use crate::create::{
    Aspect, CageSizes, CreateError, Creation, Design, Draft, Make, RATED_LEVELS, Refusal, Size,
    Wish, Word, Workshop, is_connected, neighbours, rated_difficulty,
};
use crate::dice::Dice;
use crate::puzzle::AnyPuzzle;
use sator_model::Solution;

/// The entry for creation.
pub(super) static CREATION: Creation = Creation {
    aspects: &[Aspect::Size, Aspect::Boxes, Aspect::CageSizes, Aspect::Givens, Aspect::Difficulty],
    levels: RATED_LEVELS,
    families: &[],
    make: Make::Unique(|wish| Ok(Box::new(NewKiller::of(wish)?))),
};

struct NewKiller {
    shape: BoxShape,
    sizes: CageSizes,
    givens: usize,
    wish: Wish,
}

impl NewKiller {
    fn of(wish: &Wish) -> Result<Self, Refusal> {
        let shape = shape(wish, [4, 16])?;
        let n = shape.n();
        let cells = n * n;
        let sizes = wish.cage_sizes.unwrap_or(usual_sizes(n, wish)?);
        let CageSizes { least, most } = sizes;
        if most > n {
            let reason = format!("the values of a cage differ, and there are {n}");
            return Err(Refusal(format!(
                "expected cages of at most {n} cells, found {most}: {reason}"
            )));
        }
        if cells.div_ceil(most) * least > cells {
            return Err(Refusal(format!(
                "{cells} cells cannot be cut into cages of {sizes} cells"
            )));
        }
        let givens = wish.givens.unwrap_or(0);
        if givens > cells {
            return Err(Refusal(format!("expected 0 to {cells} given values, found {givens}")));
        }
        let boxes = Some(shape).filter(|_| BoxShape::usual(n) != Some(shape));
        let (size, cage_sizes) = (Some(Size::square(n)), Some(sizes));
        Ok(Self { shape, sizes, givens, wish: Wish { size, boxes, cage_sizes, ..wish.clone() } })
    }
}

/// Large cages make a puzzle difficult, and large grids with large cages take long.
fn usual_sizes(n: usize, wish: &Wish) -> Result<CageSizes, Refusal> {
    let most = match rated_difficulty(wish)? {
        _ if n > 9 => 4,
        Some(Word::Gentle | Word::Easy) => 3,
        Some(Word::Medium) => 4,
        None => 5,
        Some(Word::Hard) => 6,
        Some(Word::Fiendish | Word::Diabolical) => 7,
    };
    Ok(CageSizes { least: 2, most: most.min(n) })
}

impl Design for NewKiller {
    fn wish(&self) -> Wish {
        self.wish.clone()
    }

    fn draft(&self, workshop: &mut Workshop<'_>) -> Result<Option<Box<dyn Draft>>, CreateError> {
        let Self { shape, sizes, givens, .. } = *self;
        let cells = shape.n() * shape.n();
        let empty: AnyPuzzle = Arc::new(sudoku(shape, vec![None; cells]));
        let Some(answer) = workshop.random_answer(&empty)? else { return Ok(None) };
        let mut is_given = vec![false; cells];
        let mut places: Vec<_> = (0..cells).collect();
        workshop.dice.draw(&mut places, givens);
        for &cell in &places[..givens] {
            is_given[cell] = true;
        }
        let mut cages = Cages { shape, sizes, answer, is_given, list: Vec::new() };
        let is_cut = cages.cut(&mut workshop.dice);
        Ok(is_cut.then(|| Box::new(cages) as _))
    }
}

/// A filled grid cut into cages.
struct Cages {
    shape: BoxShape,
    sizes: CageSizes,
    answer: Solution,
    is_given: Vec<bool>,
    list: Vec<Vec<usize>>,
}

impl Cages {
    /// Cuts the grid; false if some cage cannot get enough cells.
    fn cut(&mut self, dice: &mut Dice) -> bool {
        let (size, CageSizes { least, most }) = (self.size(), self.sizes);
        let mut free: Vec<usize> = (0..self.is_given.len()).collect();
        dice.shuffle(&mut free);
        while !free.is_empty() {
            // A cell with few free neighbours would be left alone later.
            let is_free = |cell: &usize| free.contains(cell);
            let room = |&at: &usize| neighbours(free[at], size).filter(is_free).count();
            let first = (0..free.len()).min_by_key(room).unwrap_or(0);
            let mut cage = vec![free.swap_remove(first)];
            let wanted = least + dice.below(most - least + 1);
            while cage.len() < wanted {
                let beside = cage.iter().flat_map(|&cell| neighbours(cell, size));
                let fitting: Vec<_> =
                    beside.filter(|it| free.contains(it) && self.fits(*it, &cage)).collect();
                let Some(&next) = dice.pick(&fitting) else { break };
                free.retain(|&cell| cell != next);
                cage.push(next);
            }
            self.list.push(cage);
        }
        self.join_small(dice)
    }

    /// Joins cages that are too small with others.
    fn join_small(&mut self, dice: &mut Dice) -> bool {
        while let Some(at) = self.list.iter().position(|cage| cage.len() < self.sizes.least) {
            let small = self.list.swap_remove(at);
            let can_take = |other: &usize| {
                let cage = &self.list[*other];
                cage.len() + small.len() <= self.sizes.most
                    && small.iter().all(|&cell| self.fits(cell, cage))
                    && is_connected(&[&cage[..], &small].concat(), self.size())
            };
            let takers: Vec<_> = (0..self.list.len()).filter(can_take).collect();
            let Some(&taker) = dice.pick(&takers) else { return false };
            self.list[taker].extend(small);
        }
        true
    }

    fn size(&self) -> [usize; 2] {
        [self.shape.n(); 2]
    }

    /// Whether the value of a cell is not in a cage.
    fn fits(&self, cell: usize, cage: &[usize]) -> bool {
        cage.iter().all(|&other| self.answer.values[other] != self.answer.values[cell])
    }

    /// Cuts a cage in two where the parts have other totals in the other answer.
    fn split(&mut self, other: Option<&Solution>, dice: &mut Dice) -> bool {
        let mut cuts = Vec::new();
        for (number, cage) in self.list.iter().enumerate() {
            if cage.len() < 2 * self.sizes.least || !self.is_told_apart(cage, other) {
                continue;
            }
            // The first cell is in the first part.
            for bits in (1..1_usize << cage.len()).step_by(2) {
                let part = |wanted| {
                    let cells = cage.iter().enumerate();
                    let cells = cells.filter(move |(at, _)| bits >> at & 1 == wanted);
                    cells.map(|(_, &cell)| cell).collect::<Vec<_>>()
                };
                let parts = [part(1), part(0)];
                let is_cut = parts
                    .iter()
                    .all(|part| part.len() >= self.sizes.least && is_connected(part, self.size()));
                let total = |values: &Solution| -> i32 {
                    parts[0].iter().map(|&cell| values.values[cell]).sum()
                };
                if is_cut && other.is_none_or(|other| total(other) != total(&self.answer)) {
                    cuts.push((number, parts));
                }
            }
        }
        let Some((number, parts)) = dice.pick(&cuts).cloned() else { return false };
        self.list.swap_remove(number);
        self.list.extend(parts);
        true
    }

    /// Moves a cell that differs from its cage to another.
    fn move_border(&mut self, other: &Solution, dice: &mut Dice) -> bool {
        let mut moves = Vec::new();
        for (from, cage) in self.list.iter().enumerate() {
            if cage.len() == self.sizes.least {
                continue;
            }
            for &cell in cage.iter().filter(|&&cell| self.is_told_apart(&[cell], Some(other))) {
                let rest: Vec<_> = cage.iter().copied().filter(|&it| it != cell).collect();
                if !is_connected(&rest, self.size()) {
                    continue;
                }
                let can_take = |&to: &usize| {
                    let taker = &self.list[to];
                    to != from
                        && taker.len() < self.sizes.most
                        && self.fits(cell, taker)
                        && neighbours(cell, self.size()).any(|it| taker.contains(&it))
                };
                let takers = (0..self.list.len()).filter(can_take);
                moves.extend(takers.map(|to| (cell, from, to)));
            }
        }
        let Some(&(cell, from, to)) = dice.pick(&moves) else { return false };
        self.list[from].retain(|&it| it != cell);
        self.list[to].push(cell);
        true
    }

    /// Whether the other answer has other values in some of the cells.
    fn is_told_apart(&self, cells: &[usize], other: Option<&Solution>) -> bool {
        let own = &self.answer.values;
        other.is_none_or(|other| cells.iter().any(|&cell| other.values[cell] != own[cell]))
    }
}

impl Draft for Cages {
    fn answer(&self) -> &Solution {
        &self.answer
    }

    fn puzzle(&self, _: &[bool]) -> AnyPuzzle {
        let values = &self.answer.values;
        let given =
            values.iter().zip(&self.is_given).map(|(&it, &is_given)| is_given.then_some(it));
        let cage = |cells: &Vec<usize>| {
            let mut cells = cells.clone();
            cells.sort_unstable();
            let total = cells.iter().map(|&cell| values[cell].unsigned_abs()).sum();
            Cage { cells, total }
        };
        let mut cages: Vec<_> = self.list.iter().map(cage).collect();
        cages.sort_unstable();
        let mut killer = sudoku(self.shape, given.collect());
        killer.add_cages(cages);
        Arc::new(killer)
    }

    fn refine(&mut self, other: Option<&Solution>, dice: &mut Dice) -> bool {
        self.split(other, dice) || other.is_some_and(|other| self.move_border(other, dice))
    }
}
