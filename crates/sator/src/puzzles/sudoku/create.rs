//! New sudokus: the clues are given values.

use std::sync::Arc;

use super::extras::{self, Extra, ExtraRule, random};
use super::{Notation, Sudoku};
use crate::boxes::BoxShape;
use crate::create::{
    Aspect, CreateError, Creation, Design, Draft, ExtraWish, Make, RATED_LEVELS, Refusal, Size,
    Symmetry, Wish, Workshop, square_size,
};
use crate::puzzle::AnyPuzzle;
use sator_model::{Solution, Value};

/// The entry for creation.
pub(super) static CREATION: Creation = Creation {
    aspects: &[
        Aspect::Size,
        Aspect::Boxes,
        Aspect::Symmetry,
        Aspect::With,
        Aspect::Clues,
        Aspect::Minimal,
        Aspect::Difficulty,
    ],
    levels: RATED_LEVELS,
    families: &[],
    make: Make::Unique(|wish| Ok(Box::new(NewSudoku::of(wish)?))),
};

/// The least number of clues of puzzles with one answer, where it is known.
const FEWEST_CLUES: [(usize, usize, usize); 4] = [(2, 2, 4), (2, 3, 8), (3, 2, 8), (3, 3, 17)];

struct NewSudoku {
    shape: BoxShape,
    symmetry: Symmetry,
    /// The kinds of extra rules, and how many of each.
    extras: Vec<(&'static ExtraRule, usize)>,
    wish: Wish,
}

impl NewSudoku {
    fn of(wish: &Wish) -> Result<Self, Refusal> {
        let shape = shape(wish, [2, 25])?;
        let symmetry = wish.symmetry.unwrap_or(Symmetry::None);
        let extras = wish.with.iter().map(extra_rule).collect::<Result<Vec<_>, _>>()?;
        if let Some(clues) = wish.clues.filter(|_| extras.is_empty()) {
            check_clues(shape, clues)?;
        }
        let boxes = Some(shape).filter(|_| BoxShape::usual(shape.n()) != Some(shape));
        let size = Some(Size::square(shape.n()));
        Ok(Self { shape, symmetry, extras, wish: Wish { size, boxes, ..wish.clone() } })
    }
}

/// The shape of the boxes of a wish, in grids of so many rows.
pub(in crate::puzzles) fn shape(wish: &Wish, range: [usize; 2]) -> Result<BoxShape, Refusal> {
    let n = square_size(wish, wish.boxes.map_or(9, BoxShape::n), range)?;
    match wish.boxes {
        Some(boxes) if boxes.n() == n => Ok(boxes),
        Some(boxes) => {
            Err(Refusal(format!("expected boxes of {n} cells in a grid of {n}x{n}, found {boxes}")))
        }
        None => BoxShape::usual(n).ok_or_else(|| {
            Refusal(format!(
                "a grid of {n}x{n} has no usual boxes: give their shape, such as 1x{n}"
            ))
        }),
    }
}

fn check_clues(shape: BoxShape, clues: usize) -> Result<(), Refusal> {
    let n = shape.n();
    let known = FEWEST_CLUES.iter().find(|it| [it.0, it.1] == [shape.rows(), shape.columns()]);
    // Two values without a clue can be exchanged in every answer.
    let fewest = known.map_or(n - 1, |it| it.2);
    if (fewest..=n * n).contains(&clues) {
        return Ok(());
    }
    let reason = match known {
        _ if clues > n * n => String::new(),
        Some(_) => format!(": no {n}×{n} sudoku with fewer than {fewest} clues has one answer"),
        None => ": two values without a clue could be exchanged".to_owned(),
    };
    Err(Refusal(format!("expected {fewest} to {} clues, found {clues}{reason}", n * n)))
}

impl Design for NewSudoku {
    fn wish(&self) -> Wish {
        self.wish.clone()
    }

    fn draft(&self, workshop: &mut Workshop<'_>) -> Result<Option<Box<dyn Draft>>, CreateError> {
        let n = self.shape.n();
        let mut puzzle = sudoku(self.shape, vec![None; n * n]);
        let globals = self.extras.iter().filter(|(rule, _)| rule.is_global());
        puzzle.extras.extend(globals.map(|(rule, _)| Extra::new(rule)));
        let empty: AnyPuzzle = Arc::new(puzzle.clone());
        let Some(answer) = workshop.random_answer(&empty)? else { return Ok(None) };
        for &(rule, count) in self.extras.iter().filter(|(rule, _)| !rule.is_global()) {
            for _ in 0..count {
                let extra = random::extra(rule, &puzzle, &answer.values, &mut workshop.dice);
                let Some(extra) = extra else { return Ok(None) };
                puzzle.extras.push(extra);
            }
        }
        let mut groups = self.symmetry.orbits(n);
        workshop.dice.shuffle(&mut groups);
        Ok(Some(Box::new(Grid { puzzle, answer, groups }) as _))
    }
}

/// A sudoku of given values.
pub(in crate::puzzles) fn sudoku(shape: BoxShape, given: Vec<Option<Value>>) -> Sudoku {
    Sudoku::plain(shape, given, Notation::usual(shape.n()))
}

/// The rule of a wish.
fn extra_rule(wish: &ExtraWish) -> Result<(&'static ExtraRule, usize), Refusal> {
    let rule = extras::by_word(&wish.rule).filter(|rule| random::can_make(rule));
    let rule = rule.ok_or_else(|| {
        let known = extras::RULES.iter().filter(|rule| random::can_make(rule));
        let known: Vec<_> = known.map(|rule| rule.words[0].0).collect();
        Refusal(format!("expected a rule of {}, found '{}'", known.join(", "), wish.rule))
    })?;
    if rule.is_global() && wish.count > 1 {
        return Err(Refusal(format!(
            "'{}' is a rule of the whole grid, and occurs once",
            wish.rule
        )));
    }
    Ok((rule, wish.count))
}

/// A filled grid.
struct Grid {
    /// The puzzle without given values.
    puzzle: Sudoku,
    answer: Solution,
    groups: Vec<Vec<usize>>,
}

impl Draft for Grid {
    fn answer(&self) -> &Solution {
        &self.answer
    }

    fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    fn puzzle(&self, is_dropped: &[bool]) -> AnyPuzzle {
        let mut given: Vec<_> = self.answer.values.iter().copied().map(Some).collect();
        let dropped = self.groups.iter().zip(is_dropped).filter(|(_, is_dropped)| **is_dropped);
        for &cell in dropped.flat_map(|(cells, _)| cells) {
            given[cell] = None;
        }
        Arc::new(Sudoku { given, ..self.puzzle.clone() })
    }
}
