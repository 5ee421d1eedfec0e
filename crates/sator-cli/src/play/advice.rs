//! Answers to a player's questions: which entries are wrong, the next step, the odds of mines.

use std::collections::BTreeMap;

use sator::engine::explain::{End, Fact};
use sator::engine::{self, CellState, EngineError, Limits, Options, Step, candidates};
use sator::explain::Narrator;
use sator::model::{CellId, CellName, Cells, Condition, Value};
use sator::puzzle::AnyPuzzle;
use sator_sat::text::counted;

use super::game::Square;
use super::values::squares_of;

/// A question of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    Check,
    Hint,
    Odds,
}

/// A fact about a square: it has a value, or does not have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Claim {
    pub(crate) square: Square,
    pub(crate) value: Value,
    pub(crate) holds: bool,
}

/// A puzzle and the player's knowledge of it when a question is asked.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) puzzle: AnyPuzzle,
    /// The entries of the player, and the facts of earlier hints.
    pub(crate) claims: Vec<Claim>,
    /// Whether claims may be guesses, so that only certain ones count.
    pub(crate) are_guesses: bool,
}

/// An answer.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Advice {
    pub(crate) text: String,
    pub(crate) wrong: Vec<Square>,
    /// The facts that a hint states.
    pub(crate) facts: Vec<Claim>,
    /// The chance of a mine in percent, or `s` for a safe square and `*` for a mine.
    pub(crate) odds: BTreeMap<Square, String>,
}

impl Advice {
    fn say(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl Snapshot {
    pub(crate) fn answer(
        &self,
        question: Question,
        options: &Options,
    ) -> Result<Advice, EngineError> {
        match question {
            Question::Check => self.check(options),
            Question::Hint => self.hint(options),
            Question::Odds => self.odds(options),
        }
    }

    /// The entries that are in no solution.
    fn check(&self, options: &Options) -> Result<Advice, EngineError> {
        let cells = self.puzzle.rules().cells().clone();
        let entries = conditions(&cells, &self.claims);
        let found = candidates(engine::solutions(&self.puzzle, options), |_| {})?;
        if found.has_answer == Some(false) {
            return Ok(Advice::say(NO_SOLUTION));
        }
        let is_wrong = |entry: &Condition| {
            let possible = &found.cells[entry.cell.index()];
            !possible.values.contains(&entry.value) && !possible.undecided.contains(&entry.value)
        };
        let wrong: Vec<Square> = entries
            .iter()
            .filter(|entry| is_wrong(entry))
            .filter_map(|&entry| square(&cells, entry))
            .collect();
        if !wrong.is_empty() {
            let names: Vec<String> = wrong.iter().map(|&square| name(square)).collect();
            let number = counted(wrong.len(), "entry").replace("entrys", "entries");
            return Ok(Advice {
                text: format!("Wrong, {number}: {}.", names.join(", ")),
                wrong,
                ..Advice::default()
            });
        }
        Ok(Advice::say(match engine::solutions_with(&self.puzzle, &entries, options).step()? {
            Step::Solution(_) => "No entry is wrong.",
            Step::Exhausted => "Each entry may be right, but not all of them together.",
            Step::Stopped(_) => "It was not found out in time.",
        }))
    }

    /// The next step and its reason, or a wrong entry.
    fn hint(&self, options: &Options) -> Result<Advice, EngineError> {
        let puzzle = &self.puzzle;
        let cells = puzzle.rules().cells().clone();
        let mut entries = conditions(&cells, &self.claims);
        if self.are_guesses {
            let Some(odds) = engine::odds(puzzle, options)? else {
                return Ok(Advice::say(NO_SOLUTION));
            };
            entries.retain(|entry| match odds.cells[entry.cell.index()].state {
                CellState::AlwaysTrue => entry.value == 1,
                CellState::AlwaysFalse => entry.value == 0,
                _ => false,
            });
        }
        let limits = Limits { steps: Some(1), entries: &entries };
        let found = engine::explain(puzzle, options, limits, &mut |_, _| {})?;
        if found.has_solution == Some(false) {
            return Ok(Advice::say(NO_SOLUTION));
        }
        // A wrong entry is no reason for anything.
        let is_right = |entry: &&Condition| !found.mistakes.contains(entry);
        let right: Vec<Condition> = entries.iter().filter(is_right).copied().collect();
        let mut narrator = Narrator::new(puzzle, &right);
        let step = found.steps.first();
        let told = step.map(|step| narrator.tell(&found.units, step, &|fact| found.scan(fact)));
        let because = told.as_ref().map(|told| told.because.join("; ")).unwrap_or_default();
        let squares = |facts: &[Fact]| -> Vec<Claim> {
            let claim = |&fact: &Fact| {
                Some(Claim { square: square(&cells, fact)?, value: fact.value, holds: fact.holds })
            };
            facts.iter().filter_map(claim).collect()
        };
        if let Some(&mistake) = found.mistakes.first() {
            let mistake = narrator.fact(&found.units, mistake);
            let text = match (&told, found.steps.len()) {
                (None, _) => format!("Wrong: {mistake}."),
                (Some(told), 1) => format!("Wrong: {mistake}.\n{}: {because}", told.text),
                // The first step rests on no other, and is no reason for the rest.
                (Some(told), number) => format!(
                    "Wrong: {mistake}.\nIt takes {number} steps to see why. The first: {} ({})\n{because}",
                    told.text, told.name
                ),
            };
            let wrong = squares(&found.mistakes).iter().map(|claim| claim.square).collect();
            return Ok(Advice { text, wrong, ..Advice::default() });
        }
        Ok(match (told, step, found.end) {
            (Some(told), Some(step), _) if !step.facts.is_empty() => {
                let text = format!("{} ({})\n{because}", told.text, told.name);
                Advice { text, facts: squares(&step.facts), ..Advice::default() }
            }
            (_, _, End::Contradiction) => {
                Advice::say(format!("Your entries cannot all be right.\n{because}"))
            }
            (_, _, End::Stopped(_)) => Advice::say("No step was found in time."),
            _ if self.are_guesses => {
                let Advice { text, odds, .. } = self.odds(options)?;
                Advice {
                    text: format!("Nothing more is certain. {text}"),
                    odds,
                    ..Advice::default()
                }
            }
            _ => Advice::say("No step: nothing more is determined."),
        })
    }

    /// The chance of a mine in each square.
    fn odds(&self, options: &Options) -> Result<Advice, EngineError> {
        let Some(found) = engine::odds(&self.puzzle, options)? else {
            return Ok(Advice::say(NO_SOLUTION));
        };
        let cells = self.puzzle.rules().cells().clone();
        let mut odds = BTreeMap::new();
        let mut best: Option<(Square, u32)> = None;
        for ((cell, ..), chance) in cells.iter().zip(&found.cells) {
            let Some(square) = square(&cells, cell.is(1)) else { continue };
            let percent = chance.probability.as_ref().map(|it| it.parts_of(100).clamp(1, 99));
            let (text, percent) = match (chance.state, percent) {
                (CellState::AlwaysFalse, _) => ("s".to_owned(), Some(0)),
                (CellState::AlwaysTrue, _) => ("*".to_owned(), None),
                (_, Some(percent)) => (format!("{percent:02}"), Some(percent)),
                (_, None) => ("?".to_owned(), None),
            };
            odds.insert(square, text);
            if let Some(percent) = percent.filter(|&it| best.is_none_or(|(_, least)| it < least)) {
                best = Some((square, percent));
            }
        }
        let text = match best {
            Some((square, 0)) => format!("{} is safe.", name(square)),
            Some((square, percent)) => {
                format!("The least likely mine is on {}: {percent} %.", name(square))
            }
            None => "No square is safe.".to_owned(),
        };
        Ok(Advice { text, odds, ..Advice::default() })
    }
}

const NO_SOLUTION: &str = "This puzzle has no solution: sator explain says why.";

/// `r3c7`, from 1.
fn name([row, column]: Square) -> String {
    format!("r{}c{}", row + 1, column + 1)
}

/// The square that a condition is about.
fn square(cells: &Cells, condition: Condition) -> Option<Square> {
    let Condition { cell, value, .. } = condition;
    let squares = squares_of(cells.name(cell), (value, value));
    squares.first().map(|(square, _)| *square)
}

/// Claims about squares as conditions on cells. Squares that are no cells are left out.
fn conditions(cells: &Cells, claims: &[Claim]) -> Vec<Condition> {
    let cell = |name: CellName| match name {
        CellName::Square { row, column } => Some([row - 1, column - 1]),
        CellName::Row(row) => Some([row - 1, usize::MAX]),
        _ => None,
    };
    let cell_at: BTreeMap<Square, CellId> =
        cells.iter().filter_map(|(id, name, _)| Some((cell(name)?, id))).collect();
    let condition = |&Claim { square: [row, column], value, holds }: &Claim| {
        let cell = cell_at.get(&[row, column]).or_else(|| cell_at.get(&[row, usize::MAX]))?;
        Some(Condition { cell: *cell, value, holds })
    };
    claims.iter().filter_map(condition).collect()
}
