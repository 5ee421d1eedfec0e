//! The second witness: answers by the plain rules alone, found by trying.
//!
//! It knows how many cells there are, between which values each lies, and whether the plain rules
//! allow a board of which some cells are filled: no rule of the model, no encoding, no search of the
//! engines. So a rule that is stated wrongly for all of them shows here, unless its plain check has
//! the same mistake. A full board counts as an answer only if [`Puzzle::check`] accepts it.
//!
//! It fills one cell after the other, first where the rules leave the fewest values, and asks again
//! about the cells that a rule looked at together with the new one. When a cell has no value left,
//! the cells that the refusals looked at are the reason, and the search goes back to the latest of
//! them. Three cells that differ, with the values 1 to 3; r1 is filled first:
//!
//! ```text
//! r1=1        r2: 2 3   r3: 2 3       1 was refused, because of r1
//! r1=1 r2=2             r3: 3         2 was refused, because of r2
//! r1=1 r2=2 r3=3                      an answer; 3 is tried no more under r1=1 r2=2
//! ```

use std::cell::Cell;

use crate::model::{Solution, Value};
use crate::puzzle::{Allows, Puzzle};

/// The most times that the rules look at a cell: two or three seconds.
pub const MOST_LOOKS: u64 = 200_000_000;

/// The most cells, and the most values of all cells together.
const MOST_CELLS: usize = 1 << 12;
const MOST_CHOICES: usize = 1 << 16;

/// The result of a search by the plain rules alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Testimony {
    /// The answers that were found.
    pub number: u64,
    /// The first two of them.
    pub answers: Vec<Solution>,
    /// How the search ended.
    pub end: End,
    /// The number of boards that the plain rules were asked about.
    pub boards: u64,
}

/// How a search by the plain rules ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// There are no more answers.
    Complete,
    /// As many answers as wanted were found.
    Enough,
    /// The limit was reached.
    Undecided,
    /// The search was stopped.
    Stopped,
}

/// The comparison of a claimed number of answers with the result of the witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opinion {
    /// The witness found the claimed number.
    Confirmed,
    /// The witness found another number.
    Contradicted,
    /// The search ended before that was known.
    Undecided,
}

/// The largest claimed number of answers that is compared: answers are found one by one.
pub const MOST_ANSWERS: u64 = 100_000;

/// Searches as far as the claim needs that there are `number` answers: exactly, or at least. `None` if
/// `number` is above [`MOST_ANSWERS`].
pub fn ask_about(
    puzzle: &dyn Puzzle,
    number: u64,
    is_exact: bool,
    stop: &dyn Fn() -> bool,
) -> Option<Testimony> {
    (number <= MOST_ANSWERS).then(|| ask(puzzle, number + u64::from(is_exact), stop))
}

impl Testimony {
    /// Compares the claim that there are `number` answers: exactly, or at least.
    pub fn opinion(&self, number: u64, is_exact: bool) -> Opinion {
        let is_complete = self.end == End::Complete;
        if is_complete && self.number < number || is_exact && self.number > number {
            Opinion::Contradicted
        } else if is_complete || !is_exact && self.number >= number {
            Opinion::Confirmed
        } else {
            Opinion::Undecided
        }
    }
}

/// Asks for up to `most` answers, within a limit of [`MOST_LOOKS`]; `stop` is called at intervals.
pub fn ask(puzzle: &dyn Puzzle, most: u64, stop: &dyn Fn() -> bool) -> Testimony {
    ask_within(puzzle, most, MOST_LOOKS, stop)
}

/// The same with another limit.
pub fn ask_within(
    puzzle: &dyn Puzzle,
    most: u64,
    most_looks: u64,
    stop: &dyn Fn() -> bool,
) -> Testimony {
    const KEPT: usize = 2;
    let (mut number, mut answers) = (0, Vec::new());
    let mut witness = Witness::new(puzzle, most_looks, stop);
    let end = loop {
        if number == most {
            break End::Enough;
        }
        match witness.next_answer() {
            Ok(answer) => {
                number += 1;
                if answers.len() < KEPT {
                    answers.push(answer);
                }
            }
            Err(end) => break end,
        }
    };
    Testimony { number, answers, end, boards: witness.boards }
}

/// A search in progress.
pub struct Witness<'p> {
    puzzle: &'p dyn Puzzle,
    allows: Allows<'p>,
    /// The value of each filled cell.
    board: Vec<Option<Value>>,
    choices: Choices,
    /// The filled cells, in order.
    steps: Vec<Filled>,
    /// The place of each filled cell among the steps.
    place: Vec<usize>,
    /// For each cell the cells that rules about it have looked at.
    beside: Vec<CellSet>,
    /// How often a cell had no value left, and 1.
    weight: Vec<u64>,
    looks: Looks,
    boards: u64,
    stop: &'p dyn Fn() -> bool,
    phase: Phase,
}

/// The values of cells that are still possible.
struct Choices {
    /// The number of the first choice of each cell, and of the last cell's end.
    begin: Vec<usize>,
    /// The smallest value of each cell.
    smallest: Vec<Value>,
    is_left: Vec<bool>,
    /// How many are left for each cell.
    left: Vec<usize>,
    /// For each choice that was refused, the filled cells because of which.
    reason: Vec<Vec<usize>>,
}

/// A filled cell.
struct Filled {
    cell: usize,
    choice: usize,
    /// The choices that are refused as long as this cell has its value.
    refused: Vec<(usize, usize)>,
}

#[derive(Clone, Copy)]
enum Phase {
    New,
    Begun,
    Ended(End),
}

impl<'p> Witness<'p> {
    /// A search that has not begun.
    pub fn new(puzzle: &'p dyn Puzzle, most_looks: u64, stop: &'p dyn Fn() -> bool) -> Self {
        let ranges = puzzle.choices();
        let choices: usize = ranges.iter().map(|range| range.clone().count()).sum();
        let is_too_large = ranges.len() > MOST_CELLS || choices > MOST_CHOICES;
        let (ranges, phase) = if is_too_large {
            (Vec::new(), Phase::Ended(End::Undecided))
        } else {
            (ranges, Phase::New)
        };
        let cells = ranges.len();
        let allows: Allows<'p> =
            if is_too_large { Box::new(|_, _| false) } else { puzzle.allows() };
        Self {
            puzzle,
            allows,
            board: vec![None; cells],
            choices: Choices::new(&ranges),
            steps: Vec::new(),
            place: vec![0; cells],
            beside: vec![CellSet::none(cells); cells],
            weight: vec![1; cells],
            looks: Looks::new(cells, most_looks),
            boards: 0,
            stop,
            phase,
        }
    }

    /// The next answer, or why there is none.
    pub fn next_answer(&mut self) -> Result<Solution, End> {
        match self.phase {
            Phase::Ended(end) => return Err(end),
            Phase::New => self.begin(),
            Phase::Begun => {}
        }
        loop {
            if let Phase::Ended(end) = self.phase {
                return Err(end);
            }
            match self.next_cell() {
                None => {
                    if let Some(answer) = self.full_board() {
                        return Ok(answer);
                    }
                }
                Some(cell) if self.choices.left[cell] == 0 => {
                    self.weight[cell] += 1;
                    let reason = self.choices.reasons(cell);
                    self.go_back(reason);
                }
                Some(cell) => self.fill(cell),
            }
        }
    }

    /// Asks about every value of every cell on an empty board.
    fn begin(&mut self) {
        self.phase = Phase::Begun;
        if self.puzzle.contradiction().is_some() {
            self.boards += 1;
            self.phase = Phase::Ended(End::Complete);
            return;
        }
        for cell in 0..self.board.len() {
            self.ask_about(cell, None);
        }
    }

    /// The empty cell to be filled next: few values are left, and it often had none.
    fn next_cell(&self) -> Option<usize> {
        let mut best: Option<usize> = None;
        for cell in (0..self.board.len()).filter(|&cell| self.board[cell].is_none()) {
            let left = self.choices.left[cell];
            if left <= 1 {
                return Some(cell);
            }
            let is_better = |best: usize| {
                let [own, other] = [cell, best].map(|it| self.weight[it]);
                left as u64 * other < self.choices.left[best] as u64 * own
            };
            if best.is_none_or(is_better) {
                best = Some(cell);
            }
        }
        best
    }

    /// Fills a cell with its first value that is left, and asks again about the cells beside it.
    fn fill(&mut self, cell: usize) {
        let Some(choice) = self.choices.of(cell).find(|&it| self.choices.is_left[it]) else {
            return;
        };
        self.board[cell] = Some(self.choices.value(cell, choice));
        self.place[cell] = self.steps.len();
        self.steps.push(Filled { cell, choice, refused: Vec::new() });
        for other in 0..self.board.len() {
            if self.board[other].is_none() && self.beside[other].has(cell) {
                self.ask_about(other, Some(cell));
                if self.choices.left[other] == 0 || matches!(self.phase, Phase::Ended(_)) {
                    return;
                }
            }
        }
    }

    /// Asks about each value of an empty cell, after a cell was filled.
    fn ask_about(&mut self, cell: usize, filled: Option<usize>) {
        for choice in self.choices.of(cell) {
            if !self.choices.is_left[choice] {
                continue;
            }
            if let Some(end) = self.looks.end(self.stop) {
                self.phase = Phase::Ended(end);
                return;
            }
            let value = Some(self.choices.value(cell, choice));
            if self.is_allowed(cell, value, None) {
                self.beside[cell].add(&self.looks.last);
                continue;
            }
            // A single cell is a better reason than all that were looked at.
            let mut reason: Vec<_> =
                self.looks.last.iter().filter(|&it| self.board[it].is_some()).collect();
            if let Some(filled) = filled
                && reason.len() > 1
                && !self.is_allowed(cell, value, Some(filled))
            {
                reason = vec![filled];
            }
            self.refuse(cell, choice, reason);
        }
    }

    /// Whether the rules allow a value of an empty cell, beside all filled cells or beside only one.
    fn is_allowed(&mut self, cell: usize, value: Option<Value>, only: Option<usize>) -> bool {
        self.boards += 1;
        self.looks.last.clear();
        let (board, looks) = (&self.board, &self.looks);
        (self.allows)(cell, &|other| {
            looks.count(other);
            if other == cell {
                return value;
            }
            board[other].filter(|_| only.is_none_or(|only| only == other))
        })
    }

    /// Tries a choice no more as long as the cells of the reason have their values.
    fn refuse(&mut self, cell: usize, choice: usize, reason: Vec<usize>) {
        self.choices.is_left[choice] = false;
        self.choices.left[cell] -= 1;
        if let Some(latest) = reason.iter().map(|&it| self.place[it]).max() {
            self.steps[latest].refused.push((cell, choice));
        }
        self.choices.reason[choice] = reason;
    }

    /// The answer on a full board, if it is one; the last cell is empty again.
    fn full_board(&mut self) -> Option<Solution> {
        self.boards += 1;
        let values = self.board.iter().map(|value| value.unwrap_or_default()).collect();
        let answer = Solution { values };
        let is_answer = self.puzzle.check(&answer).is_ok();
        self.go_back(self.steps.iter().map(|step| step.cell).collect());
        is_answer.then_some(answer)
    }

    /// Empties cells up to the latest of those that leave no answer, and tries its value no more.
    fn go_back(&mut self, mut reason: Vec<usize>) {
        let Some(latest) = reason.iter().map(|&it| self.place[it]).max() else {
            self.phase = Phase::Ended(End::Complete);
            return;
        };
        let (cell, choice) = (self.steps[latest].cell, self.steps[latest].choice);
        for step in self.steps.drain(latest..) {
            self.board[step.cell] = None;
            for (cell, choice) in step.refused {
                self.choices.is_left[choice] = true;
                self.choices.left[cell] += 1;
            }
        }
        reason.retain(|it| *it != cell);
        self.refuse(cell, choice, reason);
    }
}

impl Choices {
    fn new(ranges: &[std::ops::RangeInclusive<Value>]) -> Self {
        let left: Vec<_> = ranges.iter().map(|range| range.clone().count()).collect();
        let mut begin = vec![0];
        for (cell, number) in left.iter().enumerate() {
            begin.push(begin[cell] + number);
        }
        let all = begin[ranges.len()];
        let smallest = ranges.iter().map(|range| *range.start()).collect();
        Self { begin, smallest, is_left: vec![true; all], left, reason: vec![Vec::new(); all] }
    }

    /// The choices of a cell.
    fn of(&self, cell: usize) -> std::ops::Range<usize> {
        self.begin[cell]..self.begin[cell + 1]
    }

    fn value(&self, cell: usize, choice: usize) -> Value {
        self.smallest[cell] + (choice - self.begin[cell]) as Value
    }

    /// The cells because of which a cell has no value.
    fn reasons(&self, cell: usize) -> Vec<usize> {
        let mut reasons: Vec<_> =
            self.of(cell).flat_map(|choice| &self.reason[choice]).copied().collect();
        reasons.sort_unstable();
        reasons.dedup();
        reasons
    }
}

/// The cells that the rules look at.
struct Looks {
    /// Those of the last question.
    last: CellSet,
    number: Cell<u64>,
    most: u64,
    /// The number at which to ask whether to stop.
    next: u64,
}

impl Looks {
    fn new(cells: usize, most: u64) -> Self {
        Self { last: CellSet::none(cells), number: Cell::new(0), most, next: 0 }
    }

    fn count(&self, cell: usize) {
        self.number.set(self.number.get() + 1);
        self.last.insert(cell);
    }

    /// Why to end, if it is time.
    fn end(&mut self, stop: &dyn Fn() -> bool) -> Option<End> {
        const INTERVAL: u64 = 1 << 16;
        let number = self.number.get();
        if number >= self.most {
            return Some(End::Undecided);
        }
        if number < self.next {
            return None;
        }
        self.next = number + INTERVAL;
        stop().then_some(End::Stopped)
    }
}

/// A set of cells.
#[derive(Clone)]
struct CellSet(Vec<Cell<u64>>);

impl CellSet {
    fn none(cells: usize) -> Self {
        Self(vec![Cell::new(0); cells.div_ceil(64)])
    }

    fn insert(&self, cell: usize) {
        let word = &self.0[cell / 64];
        word.set(word.get() | 1 << (cell % 64));
    }

    fn has(&self, cell: usize) -> bool {
        self.0[cell / 64].get() >> (cell % 64) & 1 == 1
    }

    fn clear(&self) {
        self.0.iter().for_each(|word| word.set(0));
    }

    fn add(&self, other: &Self) {
        self.0.iter().zip(&other.0).for_each(|(own, other)| own.set(own.get() | other.get()));
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        let cells = 0..self.0.len() * 64;
        cells.filter(|&cell| self.has(cell))
    }
}
