//! The plain checks of rules about some cells: cages, sums, clones, indexers and others.

use super::{Case, are_apart, have_nothing_in_common, pairs_of};
use crate::check::{Sum, twice};
use crate::grid::GridPuzzle;

/// The values of a cage differ; they add up to its total, if it has one.
pub(super) fn cage(case: &Case<'_>) -> Option<String> {
    const NOUN: &str = "the cage at";
    let (puzzle, cells) = (case.sudoku, &case.clue.cells[..]);
    let violation = if let Some(total) = case.clue.number {
        let (total, values) = (total as u32, case.all_values());
        Sum { puzzle, noun: NOUN, cells, total, values }.violation(case.known)
    } else {
        let subject = format!("{NOUN} {}", puzzle.cell_name(cells[0]));
        twice(puzzle, subject, &cells.iter().copied(), case.known)
    };
    violation.map(|violation| violation.0)
}

/// The values of some cells add up to a number, and may be equal.
pub(super) fn sum(case: &Case<'_>) -> Option<String> {
    let cells = &case.clue.cells;
    let [least, most] = case.bounds(cells);
    are_apart([least, most], [case.wanted(); 2]).then(|| case.against(cells))
}

/// The values of some cells differ.
pub(super) fn all_different(case: &Case<'_>) -> Option<String> {
    let cells = &case.clue.cells;
    case.equal_places(cells).map(|equal| case.against(&equal.map(|place| cells[place])))
}

/// An extra region has no value twice. With as many cells as values, it then has each.
pub(super) fn extra_region(case: &Case<'_>) -> Option<String> {
    all_different(case)
}

/// Each of some cells is odd.
pub(super) fn odd(case: &Case<'_>) -> Option<String> {
    wrong_cell(case, |value| value % 2 == 1)
}

/// Each of some cells is even.
pub(super) fn even(case: &Case<'_>) -> Option<String> {
    wrong_cell(case, |value| value % 2 == 0)
}

/// Some cells take only the listed values.
pub(super) fn allowed(case: &Case<'_>) -> Option<String> {
    wrong_cell(case, |value| case.clue.values.contains(&value))
}

/// The first cell whose value is not allowed.
fn wrong_cell(case: &Case<'_>, is_right: impl Fn(i32) -> bool) -> Option<String> {
    let mut cells = case.clue.cells.iter().copied();
    let wrong = cells.find(|&cell| case.value_of(cell).is_some_and(|value| !is_right(value)))?;
    Some(case.against(&[wrong]))
}

/// How many known cells have a value, and how many cells are open.
fn times(case: &Case<'_>, cells: &[usize], value: i32) -> [usize; 2] {
    let having = cells.iter().filter(|cell| case.value_of(**cell) == Some(value)).count();
    let open = cells.iter().filter(|cell| case.value_of(**cell).is_none()).count();
    [having, open]
}

/// The cells around a corner have the listed values; one that is listed twice occurs twice.
pub(super) fn quadruple(case: &Case<'_>) -> Option<String> {
    let (cells, listed) = (&case.clue.cells, &case.clue.values);
    let [_, open] = times(case, cells, 0);
    let mut missing = 0;
    for (at, value) in listed.iter().enumerate() {
        // The second of two equal values needs two cells, and so on.
        let needed = listed[..=at].iter().filter(|it| *it == value).count();
        let [having, _] = times(case, cells, *value);
        missing += usize::from(having < needed);
    }
    (missing > open).then(|| case.against(cells))
}

/// Groups of cells have the same values, place by place.
pub(super) fn clone(case: &Case<'_>) -> Option<String> {
    let groups = pairs_of(&(0..case.clue.groups.len()).collect::<Vec<_>>());
    groups.into_iter().find_map(|[one, other]| {
        let places = case.clue.groups[one].iter().zip(&case.clue.groups[other]);
        let wrong = case.wrong_pair(places.map(|(&one, &other)| [one, other]), |a, b| a == b)?;
        Some(case.against(&wrong))
    })
}

/// Groups of cells have the same values in any order, each as often.
pub(super) fn same_values(case: &Case<'_>) -> Option<String> {
    let groups = &case.clue.groups;
    let is_short = |value: i32| {
        let most_often = groups.iter().map(|group| times(case, group, value)[0]).max();
        let within_reach = |group: &Vec<usize>| times(case, group, value).iter().sum::<usize>();
        groups.iter().map(within_reach).min() < most_often
    };
    case.all_values().iter().any(|&value| is_short(value)).then(|| case.against(&case.own_cells()))
}

/// Groups of cells have equal sums.
pub(super) fn equal_sum(case: &Case<'_>) -> Option<String> {
    let sums: Vec<_> = case.clue.groups.iter().map(|group| case.bounds(group)).collect();
    have_nothing_in_common(&sums).then(|| case.against(&case.own_cells()))
}

/// A value in a circle occurs in exactly as many circles as the value says.
pub(super) fn counting_circles(case: &Case<'_>) -> Option<String> {
    let cells = &case.clue.cells;
    let [_, open] = times(case, cells, 0);
    let mut missing = 0;
    for &value in case.all_values() {
        let ([having, _], wanted) = (times(case, cells, value), value as usize);
        if having > wanted {
            return Some(case.against(cells));
        }
        if having > 0 {
            missing += wanted - having;
        }
    }
    (missing > open).then(|| case.against(cells))
}

/// The values of a list of cells differ; those between its smallest and its largest value, in the
/// order of the list, add up to a number.
pub(super) fn lunchbox(case: &Case<'_>) -> Option<String> {
    let cells = &case.clue.cells;
    if let Some(equal) = case.equal_places(cells) {
        return Some(case.against(&equal.map(|place| cells[place])));
    }
    // A cell that is visited twice has one value twice.
    if pairs_of(cells).into_iter().any(|[one, other]| one == other) {
        return Some(case.against(cells));
    }
    let known = case.known_among(cells);
    if known.len() < cells.len() {
        return None;
    }
    let smallest = known.iter().min_by_key(|(_, value)| value)?.0;
    let largest = known.iter().max_by_key(|(_, value)| value)?.0;
    let is_between = |place: usize| smallest.min(largest) < place && place < smallest.max(largest);
    let between = known.iter().filter(|(place, _)| is_between(*place));
    let sum: i64 = between.map(|(_, value)| i64::from(*value)).sum();
    (sum != case.wanted()).then(|| case.against(cells))
}

/// The values of a cage differ; as many are odd as even, and as many low as high. The middle value
/// does not occur.
pub(super) fn equality_cage(case: &Case<'_>) -> Option<String> {
    let cells = &case.clue.cells;
    if let Some(equal) = case.equal_places(cells) {
        return Some(case.against(&equal.map(|place| cells[place])));
    }
    // Below the middle is negative, above it is positive.
    let height = |value: i32| {
        let smaller = case.all_values().iter().filter(|it| **it < value).count() as i64;
        let larger = case.all_values().iter().filter(|it| **it > value).count() as i64;
        smaller - larger
    };
    let (mut odd, mut even, mut low, mut high) = (0, 0, 0, 0);
    for (place, value) in case.known_among(cells) {
        match value % 2 {
            1 => odd += 1,
            _ => even += 1,
        }
        match height(value) {
            0 => return Some(case.against(&[cells[place]])),
            ..0 => low += 1,
            1.. => high += 1,
        }
    }
    // Each of the four is half of the cells.
    let is_too_many = |count: usize| 2 * count > cells.len();
    [odd, even, low, high].into_iter().any(is_too_many).then(|| case.against(cells))
}

/// No values of a cage add up to its number, one or several.
pub(super) fn rellik(case: &Case<'_>) -> Option<String> {
    let known = case.known_among(&case.clue.cells);
    let values: Vec<_> = known.iter().map(|(_, value)| *value as usize).collect();
    let forbidden = usize::try_from(case.wanted()).ok()?;
    if values.iter().sum::<usize>() < forbidden {
        return None;
    }
    // Whether some of the values so far, at least one, add up to each number.
    let mut is_sum = vec![false; forbidden + 1];
    for value in values.into_iter().filter(|value| *value <= forbidden) {
        for sum in (value..=forbidden).rev() {
            is_sum[sum] |= is_sum[sum - value];
        }
        is_sum[value] = true;
    }
    is_sum[forbidden].then(|| case.against(&case.clue.cells))
}

/// A cage has the listed values exactly as often as listed; others are free.
pub(super) fn look_and_say(case: &Case<'_>) -> Option<String> {
    let cells = &case.clue.cells;
    let is_wrong = |&(count, value): &(usize, i32)| {
        let [having, open] = times(case, cells, value);
        having > count || having + open < count
    };
    case.clue.counts.iter().any(is_wrong).then(|| case.against(cells))
}

/// A marked cell tells in which column of its row the number of its own column is.
pub(super) fn column_indexer(case: &Case<'_>) -> Option<String> {
    let n = case.side_length();
    indexer(case, "column", |cell, index| [cell / n * n + index, cell % n + 1])
}

/// A marked cell tells in which row of its column the number of its own row is.
pub(super) fn row_indexer(case: &Case<'_>) -> Option<String> {
    let n = case.side_length();
    indexer(case, "row", |cell, index| [index * n + cell % n, cell / n + 1])
}

/// `told` returns the cell of which a marked cell tells, and the number that is there; the second
/// argument is one less than the value of the marked cell.
fn indexer(
    case: &Case<'_>,
    noun: &str,
    told: impl Fn(usize, usize) -> [usize; 2],
) -> Option<String> {
    let n = case.side_length();
    case.clue.cells.iter().find_map(|&cell| {
        let found = case.value_of(cell)?;
        let name = case.sudoku.cell_name(cell);
        let begin = format!("the indexer {name} is {}", case.sudoku.symbol(found));
        if !(1..=n as i32).contains(&found) {
            return Some(format!("{begin}, which is no {noun}"));
        }
        let [other, number] = told(cell, found as usize - 1);
        if !case.all_values().contains(&(number as i32)) {
            return Some(format!("{begin}, but no cell can be {number}"));
        }
        let value = case.value_of(other).filter(|value| *value != number as i32)?;
        let (other, value) = (case.sudoku.cell_name(other), case.sudoku.symbol(value));
        Some(format!("{begin}, but {other} is {value}, not {number}"))
    })
}
