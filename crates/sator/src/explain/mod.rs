//! Explanations in the words of players: each step with its facts, the name of its pattern, and its
//! reasons as sentences.

mod highlights;
pub mod html;
mod names;
pub mod pictures;
mod reasons;
mod sentences;
mod totals;

pub(crate) use self::highlights::square;
pub use self::highlights::{Highlights, conflict_squares, named_squares};

use sator_model::explain::{Fact, Step, UnitId, Units};
use serde::{Serialize, Serializer};

use self::highlights::Known;
use self::sentences::{Earlier, Left, Words, auxiliary, canonical};
use crate::model::{CellName, Value};
use crate::puzzle::AnyPuzzle;

/// A step of an explanation, in words.
#[derive(Debug, Clone, Serialize)]
pub struct ExplainedStep {
    /// The facts that it states; none if it is a contradiction.
    pub facts: Vec<StatedFact>,
    /// The name of its pattern, or its size in words.
    pub name: String,
    /// Whether the pattern has a name of its own.
    #[serde(skip)]
    pub is_named: bool,
    /// The number of rules and clues that it needs.
    pub size: usize,
    /// The rules, clues and earlier facts that force the facts, as sentences.
    pub because: Vec<String>,
    /// The facts as a sentence.
    pub text: String,
    /// The squares of its facts, rules and reasons.
    pub highlights: Highlights,
}

/// A fact: a cell has a value, or does not have it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StatedFact {
    /// The cell's name.
    pub cell: String,
    /// The value: a number, or a word like `mine`.
    pub value: StatedValue,
    /// Whether the cell has the value.
    pub holds: bool,
}

/// A value in an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatedValue {
    /// A number.
    Number(Value),
    /// A word.
    Word(&'static str),
    /// What is said about a cell that is not on the board: "smaller than row 1 from the left".
    Text(String),
}

impl Serialize for StatedValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Word(word) => word.serialize(serializer),
            Self::Text(text) => text.serialize(serializer),
        }
    }
}

/// Composes the words of steps, in the order of the steps.
#[derive(Debug)]
pub struct Narrator<'p> {
    puzzle: &'p AnyPuzzle,
    earlier: Earlier,
    steps: usize,
}

impl std::fmt::Debug for dyn crate::puzzle::Puzzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.title())
    }
}

/// The unit and the placed value that exclude a value without a step of their own.
pub type Scan<'s> = dyn Fn(Fact) -> Option<(UnitId, Fact)> + 's;

impl<'p> Narrator<'p> {
    /// Nothing was told yet. A player's entries count as given.
    pub fn new(puzzle: &'p AnyPuzzle, entries: &[Fact]) -> Self {
        let steps_of = entries.iter().map(|&fact| (fact, 0)).collect();
        Self { puzzle, earlier: Earlier { steps_of, ..Earlier::default() }, steps: 0 }
    }

    /// The next step in words. `scan` finds the origin of facts that were noted without a step.
    pub fn tell(&mut self, units: &Units, step: &Step, scan: &Scan<'_>) -> ExplainedStep {
        if self.steps == 0 {
            let given = &units.instance().clues().facts;
            self.earlier.steps_of.extend(given.iter().map(|&fact| (canonical(units, fact), 0)));
        }
        self.steps += 1;
        let words = Words { puzzle: self.puzzle, units, earlier: &self.earlier, scan };
        let name = names::name(self.puzzle, units, step, &|cell| words.left(cell, &[]));
        let because = words.because(step);
        let is_known = |fact: Fact| self.earlier.steps_of.contains_key(&fact);
        let highlights = Known { units, scan, holds: &is_known }.highlights(step);
        let (text, left) = words.conclusion(step);
        for (cell, values) in left {
            let left = Left { step: self.steps, values };
            self.earlier.left.entry(cell).or_default().push(left);
        }
        for &fact in &step.facts {
            self.earlier.steps_of.insert(canonical(units, fact), self.steps);
        }
        let mut facts: Vec<StatedFact> = Vec::with_capacity(step.facts.len());
        for &fact in &step.facts {
            let stated = self.stated(units, fact);
            if !facts.contains(&stated) {
                facts.push(stated);
            }
        }
        ExplainedStep {
            facts,
            is_named: name.is_some(),
            name: name.unwrap_or_else(|| names::by_size(step.units.len())),
            size: step.units.len(),
            because,
            text,
            highlights,
        }
    }

    /// A fact as a sentence.
    pub fn fact(&self, units: &Units, fact: Fact) -> String {
        let (puzzle, earlier) = (self.puzzle, &self.earlier);
        Words { puzzle, units, earlier, scan: &|_| None }.facts(&[fact])
    }

    fn stated(&self, units: &Units, fact: Fact) -> StatedFact {
        let Fact { cell, value, holds } = fact;
        let name = units.instance().cells().name(cell);
        if let CellName::Auxiliary(_) = name {
            let (cell, value, holds) = auxiliary(units, fact);
            return StatedFact { cell, value: StatedValue::Text(value), holds };
        }
        let truth = self.puzzle.truth_words();
        let holds = if truth.is_some() { holds == (value == 1) } else { holds };
        let (cell, value) = on_board(name, value, truth);
        StatedFact { cell, value, holds }
    }
}

/// The square and the value that players see for a value of a cell: of a row's cell, the queen on one
/// of its squares, and of a cell that is true or false, the word for true.
pub(crate) fn on_board(
    name: CellName,
    value: Value,
    truth_words: Option<[&'static str; 2]>,
) -> (String, StatedValue) {
    match (truth_words, name) {
        (Some([_, truth]), _) => (name.to_string(), StatedValue::Word(truth)),
        (None, CellName::Row(row)) => (format!("r{row}c{value}"), StatedValue::Word("queen")),
        (None, _) => (name.to_string(), StatedValue::Number(value)),
    }
}
