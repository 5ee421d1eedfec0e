//! The plain checks of the extra rules: the words of docs/formats-variants.md, for values of which
//! some may be unknown.
//!
//! They judge the constraints that the files of the rules state, so they share no code with them: only
//! the data of a clue ([`Extra`]), and names for sentences. `tests/all/architecture.rs` enforces that.
//!
//! A check reports only what no values of the unknown cells can mend. Once all cells are known, it
//! reports every violation. A line counts a cell as often as it visits it.

mod cells;
mod lines;
mod outside;
mod pairs;
mod whole_grid;

use super::super::Sudoku;
use super::Extra;
use crate::grid::GridPuzzle;
use crate::puzzle::Violation;

/// The violation of a clue, if there is one.
type Check = fn(&Case<'_>) -> Option<String>;

/// The check of every extra rule, by the name of the rule. The most frequent rule comes first.
const CHECKS: [(&str, Check); 60] = [
    ("cage", cells::cage),
    ("diagonal_main", whole_grid::diagonal_main),
    ("diagonal_anti", whole_grid::diagonal_anti),
    ("windoku", whole_grid::windoku),
    ("antiknight", whole_grid::antiknight),
    ("antiking", whole_grid::antiking),
    ("nonconsecutive", whole_grid::nonconsecutive),
    ("disjoint_groups", whole_grid::disjoint_groups),
    ("antitaxicab", whole_grid::antitaxicab),
    ("global_entropy", whole_grid::global_entropy),
    ("global_mod3", whole_grid::global_mod3),
    ("dutch_flatmates", whole_grid::dutch_flatmates),
    ("sum", cells::sum),
    ("all_different", cells::all_different),
    ("extra_region", cells::extra_region),
    ("odd", cells::odd),
    ("even", cells::even),
    ("allowed", cells::allowed),
    ("minimum", pairs::minimum),
    ("maximum", pairs::maximum),
    ("quadruple", cells::quadruple),
    ("clone", cells::clone),
    ("same_values", cells::same_values),
    ("equal_sum", cells::equal_sum),
    ("counting_circles", cells::counting_circles),
    ("lunchbox", cells::lunchbox),
    ("equality_cage", cells::equality_cage),
    ("rellik", cells::rellik),
    ("look_and_say", cells::look_and_say),
    ("column_indexer", cells::column_indexer),
    ("row_indexer", cells::row_indexer),
    ("difference", pairs::difference),
    ("ratio", pairs::ratio),
    ("pair_sum", pairs::pair_sum),
    ("greater_than", pairs::greater_than),
    ("negative", pairs::negative),
    ("thermo", lines::thermo),
    ("slow_thermo", lines::slow_thermo),
    ("arrow", lines::arrow),
    ("double_arrow", lines::double_arrow),
    ("average", lines::average),
    ("whisper", lines::whisper),
    ("renban", lines::renban),
    ("nabner", lines::nabner),
    ("palindrome", lines::palindrome),
    ("between", lines::between),
    ("lockout", lines::lockout),
    ("region_sum", lines::region_sum),
    ("entropic", lines::entropic),
    ("modular", lines::modular),
    ("zipper", lines::zipper),
    ("sum_line", lines::sum_line),
    ("value_index", lines::value_index),
    ("little_killer", outside::little_killer),
    ("sandwich", outside::sandwich),
    ("xsum", outside::xsum),
    ("skyscraper", outside::skyscraper),
    ("hidden_skyscraper", outside::hidden_skyscraper),
    ("numbered_room", outside::numbered_room),
    ("full_rank", outside::full_rank),
];

/// The violation of a clue by the values that are known. A rule without a check confirms nothing.
pub(in crate::puzzles::sudoku) fn violation(
    clue: &Extra,
    sudoku: &Sudoku,
    known: &dyn Fn(usize) -> Option<i32>,
) -> Option<Violation> {
    let name = clue.rule.name;
    let Some((_, check)) = CHECKS.iter().find(|entry| entry.0 == name) else {
        return Some(Violation(format!("the rule {name} has no plain check")));
    };
    let case = Case { clue, sudoku, known };
    check(&case).or_else(|| case.no_value_for_the_last_cell(*check)).map(Violation)
}

/// Rules that are about other cells than those of their clues, too.
pub(super) const LOOK_FURTHER: [&str; 6] =
    ["minimum", "maximum", "column_indexer", "row_indexer", "negative", "full_rank"];

/// Whether the check of a clue looks at a cell.
pub(in crate::puzzles::sudoku) fn is_about(clue: &Extra, cell: usize) -> bool {
    let mut cells = clue.groups.iter().flatten().chain(&clue.cells).peekable();
    // A rule without cells is about the whole grid.
    cells.peek().is_none() || LOOK_FURTHER.contains(&clue.rule.name) || cells.any(|it| *it == cell)
}

/// A clue, its puzzle, and the values that are known.
struct Case<'a> {
    clue: &'a Extra,
    sudoku: &'a Sudoku,
    known: &'a dyn Fn(usize) -> Option<i32>,
}

impl Case<'_> {
    /// The value of a cell, if it is known.
    fn value_of(&self, cell: usize) -> Option<i32> {
        (self.known)(cell)
    }

    /// The places of a list of cells whose values are known, with the values.
    fn known_among(&self, cells: &[usize]) -> Vec<(usize, i32)> {
        let places = cells.iter().enumerate();
        places.filter_map(|(place, &cell)| Some((place, self.value_of(cell)?))).collect()
    }

    /// Rows and columns.
    fn side_length(&self) -> usize {
        self.sudoku.dimensions()[0]
    }

    /// All values that a cell can take, ascending.
    fn all_values(&self) -> &[i32] {
        self.sudoku.values.list()
    }

    /// The smallest and the largest of them.
    fn extremes(&self) -> [i32; 2] {
        let choices = self.all_values();
        [choices[0], choices[choices.len() - 1]]
    }

    /// The number of the clue.
    fn wanted(&self) -> i64 {
        self.clue.number.unwrap_or_default()
    }

    /// The least and the most that the values of some cells can add up to. A cell counts as often as
    /// it is listed.
    fn bounds(&self, cells: &[usize]) -> [i64; 2] {
        let extremes = self.extremes();
        cells.iter().fold([0, 0], |[least, most], &cell| {
            let [low, high] = self.value_of(cell).map_or(extremes, |value| [value, value]);
            [least + i64::from(low), most + i64::from(high)]
        })
    }

    /// The first two places of a list whose cells have the same value.
    fn equal_places(&self, cells: &[usize]) -> Option<[usize; 2]> {
        let known = self.known_among(cells);
        let pairs = pairs_of(&known);
        pairs.into_iter().find(|[first, second]| first.1 == second.1).map(|it| it.map(|it| it.0))
    }

    /// The first pair of cells whose values do not fit: both are known, or one is known and no value
    /// of the other fits.
    fn wrong_pair(
        &self,
        pairs: impl IntoIterator<Item = [usize; 2]>,
        fits: impl Fn(i32, i32) -> bool,
    ) -> Option<[usize; 2]> {
        let choices = self.all_values();
        pairs.into_iter().find(|[first, second]| {
            match (self.value_of(*first), self.value_of(*second)) {
                (Some(first), Some(second)) => !fits(first, second),
                (Some(first), None) => !choices.iter().any(|&second| fits(first, second)),
                (None, Some(second)) => !choices.iter().any(|&first| fits(first, second)),
                (None, None) => false,
            }
        })
    }

    /// The sentence of the clue, and the values that contradict it.
    fn against(&self, cells: &[usize]) -> String {
        let sentence = (self.clue.rule.sentence)(self.clue, self.sudoku);
        let values = self.said(cells);
        if values.is_empty() {
            return format!("{sentence}, which no values do");
        }
        format!("{sentence}, but {values}")
    }

    /// The sentence of a rule, and two values that contradict it, of which one may be missing.
    fn pair_against(&self, cells: [usize; 2], sentence: &str) -> String {
        match cells.map(|cell| self.value_of(cell)) {
            [Some(_), Some(_)] => {
                let [first, second] = cells.map(|cell| self.said(&[cell]));
                format!("{first} and {second}: {sentence}")
            }
            [first, _] => {
                let open = self.sudoku.cell_name(cells[usize::from(first.is_some())]);
                format!("{}, and no value fits {open}: {sentence}", self.said(&cells))
            }
        }
    }

    /// `r1c1 is 3, r1c2 is 4`: each known cell once.
    fn said(&self, cells: &[usize]) -> String {
        let mut texts = Vec::new();
        for (place, value) in self.known_among(cells) {
            let (cell, value) = (self.sudoku.cell_name(cells[place]), self.sudoku.symbol(value));
            let text = format!("{cell} is {value}");
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts.join(", ")
    }

    /// The cells of the clue: of its groups first.
    fn own_cells(&self) -> Vec<usize> {
        self.clue.groups.iter().flatten().chain(&self.clue.cells).copied().collect()
    }

    /// The violation if one cell of the clue is open and no value fits it.
    fn no_value_for_the_last_cell(&self, check: Check) -> Option<String> {
        let cells = self.clue.groups.iter().flatten().chain(&self.clue.cells);
        let mut open = cells.copied().filter(|&cell| self.value_of(cell).is_none());
        let last = open.next()?;
        if open.any(|cell| cell != last) {
            return None;
        }
        let fits = |&value: &i32| {
            let known = |cell: usize| if cell == last { Some(value) } else { self.value_of(cell) };
            check(&Case { known: &known, clue: self.clue, sudoku: self.sudoku }).is_none()
        };
        if self.all_values().iter().any(fits) {
            return None;
        }
        let sentence = (self.clue.rule.sentence)(self.clue, self.sudoku);
        let (values, last) = (self.said(&self.own_cells()), self.sudoku.cell_name(last));
        if values.is_empty() {
            return Some(format!("{sentence}, but no value fits {last}"));
        }
        Some(format!("{sentence}, but {values}, and no value fits {last}"))
    }

    /// 0 for a low value, 1 for a middle one, 2 for a high one: these are the thirds of the values.
    /// Of a number of values that cannot be cut into three, the middle has more.
    fn low_middle_high(&self, value: i32) -> usize {
        let choices = self.all_values();
        let size = choices.len() / 3;
        if choices.iter().filter(|it| **it < value).count() < size {
            0
        } else if choices.iter().filter(|it| **it > value).count() < size {
            2
        } else {
            1
        }
    }
}

/// All pairs of a list, in its order.
fn pairs_of<T: Copy>(list: &[T]) -> Vec<[T; 2]> {
    let mut pairs = Vec::new();
    for (at, &first) in list.iter().enumerate() {
        pairs.extend(list[at + 1..].iter().map(|&second| [first, second]));
    }
    pairs
}

/// Whether two ranges of numbers have none in common.
fn are_apart(one: [i64; 2], other: [i64; 2]) -> bool {
    one[1] < other[0] || other[1] < one[0]
}

/// Whether some ranges of numbers have none in common: then one begins after another ends.
fn have_nothing_in_common(ranges: &[[i64; 2]]) -> bool {
    pairs_of(ranges).into_iter().any(|[one, other]| are_apart(one, other))
}

#[cfg(test)]
mod tests {
    use super::super::RULES;
    use super::CHECKS;

    #[test]
    fn every_rule_has_a_plain_check_and_every_check_a_rule() {
        for rule in RULES {
            assert_eq!(CHECKS.iter().filter(|it| it.0 == rule.name).count(), 1, "{rule:?}");
        }
        for (name, _) in CHECKS {
            assert!(RULES.iter().any(|rule| rule.name == name), "{name} is no rule");
        }
    }
}
