//! The plain checks of rules about two cells, and about neighbours in the grid.

use super::Case;

/// Two cells differ by a number.
pub(super) fn difference(case: &Case<'_>) -> Option<String> {
    two_cells(case, |a, b| differ_by(a, b, case.wanted()))
}

/// One of two cells is a number times the other.
pub(super) fn ratio(case: &Case<'_>) -> Option<String> {
    two_cells(case, |a, b| are_in_ratio(a, b, case.wanted()))
}

/// Two cells add up to a number.
pub(super) fn pair_sum(case: &Case<'_>) -> Option<String> {
    two_cells(case, |a, b| add_up(a, b, case.wanted()))
}

/// The first of two cells is larger than the second.
pub(super) fn greater_than(case: &Case<'_>) -> Option<String> {
    two_cells(case, |a, b| a > b)
}

fn two_cells(case: &Case<'_>, fits: impl Fn(i32, i32) -> bool) -> Option<String> {
    let pair = [case.clue.cells[0], case.clue.cells[1]];
    case.wrong_pair([pair], fits).map(|pair| case.against(&pair))
}

fn differ_by(a: i32, b: i32, number: i64) -> bool {
    i64::from(a.max(b)) - i64::from(a.min(b)) == number
}

fn are_in_ratio(a: i32, b: i32, number: i64) -> bool {
    [(a, b), (b, a)].into_iter().any(|(one, other)| i64::from(one) * number == i64::from(other))
}

fn add_up(a: i32, b: i32, number: i64) -> bool {
    i64::from(a) == number - i64::from(b)
}

/// Neighbours without a mark do not have the relation of the mark. A pair with a dot of either colour
/// counts as marked; only marked sums exempt from the negative rule of sums.
pub(super) fn negative(case: &Case<'_>) -> Option<String> {
    let of = case.clue.of.map_or("", |of| of.name);
    let has_relation = |a, b, number| match of {
        "difference" => differ_by(a, b, number),
        "ratio" => are_in_ratio(a, b, number),
        _ => add_up(a, b, number),
    };
    let marks: &[&str] = if of == "pair_sum" { &["pair_sum"] } else { &["difference", "ratio"] };
    let unmarked = side_by_side(case).into_iter().filter(|pair| !is_marked(case, pair, marks));
    let wrong = case.wrong_pair(unmarked, |a, b| {
        !case.clue.values.iter().any(|&number| has_relation(a, b, i64::from(number)))
    });
    let sentence = || (case.clue.rule.sentence)(case.clue, case.sudoku);
    wrong.map(|pair| case.pair_against(pair, &sentence()))
}

/// Whether the puzzle has one of these rules on a pair of cells.
pub(super) fn is_marked(case: &Case<'_>, pair: &[usize; 2], kinds: &[&str]) -> bool {
    let marks = case.sudoku.extras.iter().filter(|it| kinds.contains(&it.rule.name));
    let mut cells = marks.map(|mark| &mark.cells);
    cells.any(|cells| pair.iter().all(|cell| cells.contains(cell)))
}

/// Marked cells are smaller than their neighbours, other marked cells excepted.
pub(super) fn minimum(case: &Case<'_>) -> Option<String> {
    let wrong = case.wrong_pair(marked_and_not(case), |marked, other| marked < other);
    wrong.map(|pair| case.pair_against(pair, "a marked cell is smaller than its neighbours"))
}

/// Marked cells are larger than their neighbours, other marked cells excepted.
pub(super) fn maximum(case: &Case<'_>) -> Option<String> {
    let wrong = case.wrong_pair(marked_and_not(case), |marked, other| marked > other);
    wrong.map(|pair| case.pair_against(pair, "a marked cell is larger than its neighbours"))
}

/// The neighbours of which the first is marked by the clue, and the second by no clue of its rule.
fn marked_and_not(case: &Case<'_>) -> Vec<[usize; 2]> {
    let own = case.clue.rule.name;
    let is_marked = |cell: usize| {
        let mut clues = case.sudoku.extras.iter().filter(|it| it.rule.name == own);
        clues.any(|clue| clue.cells.contains(&cell)) || case.clue.cells.contains(&cell)
    };
    let pairs = side_by_side(case).into_iter().flat_map(|[a, b]| [[a, b], [b, a]]);
    pairs.filter(|[a, b]| case.clue.cells.contains(a) && !is_marked(*b)).collect()
}

/// The pairs of cells that share a side.
pub(super) fn side_by_side(case: &Case<'_>) -> Vec<[usize; 2]> {
    pairs_where(case, |rows, columns| rows + columns == 1)
}

/// The pairs of cells whose distances in rows and columns have a property.
pub(super) fn pairs_where(case: &Case<'_>, is_meant: fn(usize, usize) -> bool) -> Vec<[usize; 2]> {
    let n = case.side_length();
    let mut pairs = Vec::new();
    for first in 0..n * n {
        for second in first + 1..n * n {
            let rows = second / n - first / n;
            let columns = (second % n).abs_diff(first % n);
            if is_meant(rows, columns) {
                pairs.push([first, second]);
            }
        }
    }
    pairs
}
