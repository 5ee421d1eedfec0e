//! The plain checks of rules about lines. A line may visit a cell several times; each visit counts.

use super::{Case, are_apart, have_nothing_in_common, pairs_of};
use crate::puzzles::sudoku::check::region_number;

/// Values along a thermometer rise from its bulb.
pub(super) fn thermo(case: &Case<'_>) -> Option<String> {
    let line = &case.clue.cells;
    let known = case.known_among(line);
    // Each step rises by at least one.
    let rises = |from: (usize, i32), to: (usize, i32)| to.1 - from.1 >= (to.0 - from.0) as i32;
    let pairs = pairs_of(&known);
    if let Some([from, to]) = pairs.into_iter().find(|[from, to]| !rises(*from, *to)) {
        return Some(case.against(&[line[from.0], line[to.0]]));
    }
    // There are values for the cells before and after it.
    let [low, high] = case.extremes();
    let (first, last) = ((0, low), (line.len() - 1, high));
    let wrong = known.into_iter().find(|&it| !rises(first, it) || !rises(it, last))?;
    Some(case.against(&[line[wrong.0]]))
}

/// Values along a slow thermometer never fall from its bulb.
pub(super) fn slow_thermo(case: &Case<'_>) -> Option<String> {
    let line = &case.clue.cells;
    let pairs = pairs_of(&case.known_among(line));
    let [from, to] = pairs.into_iter().find(|[from, to]| from.1 > to.1)?;
    Some(case.against(&[line[from.0], line[to.0]]))
}

/// The number in the circle is the sum of the values along the arrow. A circle of two or three cells
/// is read as a number.
pub(super) fn arrow(case: &Case<'_>) -> Option<String> {
    let mut circle = [0, 0];
    for &cell in &case.clue.groups[0] {
        let [low, high] = case.bounds(&[cell]);
        circle = [10 * circle[0] + low, 10 * circle[1] + high];
    }
    let shaft = case.bounds(&case.clue.cells);
    are_apart(circle, shaft).then(|| case.against(&case.own_cells()))
}

/// The values in both circles add up to the sum of the values between them.
pub(super) fn double_arrow(case: &Case<'_>) -> Option<String> {
    let line = &case.clue.cells;
    let [first, between @ .., last] = &line[..] else { return None };
    let circles = case.bounds(&[*first, *last]);
    are_apart(circles, case.bounds(between)).then(|| case.against(line))
}

/// The value in the circle at the beginning is the average of the others on the line.
pub(super) fn average(case: &Case<'_>) -> Option<String> {
    let line = &case.clue.cells;
    let (circle, others) = (case.bounds(&line[..1]), &line[1..]);
    let total = circle.map(|value| value * others.len() as i64);
    are_apart(total, case.bounds(others)).then(|| case.against(line))
}

/// Neighbours on the line differ by at least a number.
pub(super) fn whisper(case: &Case<'_>) -> Option<String> {
    let steps = case.clue.cells.windows(2).map(|step| [step[0], step[1]]);
    let wrong = case.wrong_pair(steps, |a, b| i64::from(a.max(b) - a.min(b)) >= case.wanted())?;
    Some(case.against(&wrong))
}

/// The values on the line are different and consecutive, in any order.
pub(super) fn renban(case: &Case<'_>) -> Option<String> {
    let line = &case.clue.cells;
    if let Some(equal) = case.equal_places(line) {
        return Some(case.against(&equal.map(|place| line[place])));
    }
    let known = case.known_among(line);
    let smallest = known.iter().min_by_key(|(_, value)| value)?;
    let largest = known.iter().max_by_key(|(_, value)| value)?;
    // Different values that are consecutive are as many as the range from the smallest to the largest.
    let range = largest.1 - smallest.1 + 1;
    (range > line.len() as i32).then(|| case.against(&[line[smallest.0], line[largest.0]]))
}

/// No two values on the line are equal or consecutive.
pub(super) fn nabner(case: &Case<'_>) -> Option<String> {
    let line = &case.clue.cells;
    let pairs = pairs_of(&case.known_among(line));
    let [one, other] = pairs.into_iter().find(|[a, b]| (a.1 - b.1).abs() < 2)?;
    Some(case.against(&[line[one.0], line[other.0]]))
}

/// The values on the line are the same from both ends.
pub(super) fn palindrome(case: &Case<'_>) -> Option<String> {
    let line = &case.clue.cells;
    let pairs = (0..line.len() / 2).map(|place| [line[place], line[line.len() - 1 - place]]);
    case.wrong_pair(pairs, |a, b| a == b).map(|wrong| case.against(&wrong))
}

/// The values along the line lie between those in the circles at its ends.
pub(super) fn between(case: &Case<'_>) -> Option<String> {
    ends(case, |first, last, inner| first.min(last) < inner && inner < first.max(last), |_, _| true)
}

/// The values in the diamonds at the ends of the line differ by at least a number, and those along
/// the line are neither between them nor equal to one of them.
pub(super) fn lockout(case: &Case<'_>) -> Option<String> {
    ends(
        case,
        |first, last, inner| inner < first.min(last) || first.max(last) < inner,
        |first, last| i64::from(first.max(last) - first.min(last)) >= case.wanted(),
    )
}

/// The violation if no values of the two ends of a line suit each other and the known values between
/// them.
fn ends(
    case: &Case<'_>,
    suits: impl Fn(i32, i32, i32) -> bool,
    suit_each_other: impl Fn(i32, i32) -> bool,
) -> Option<String> {
    let line = &case.clue.cells;
    let [first, inner @ .., last] = &line[..] else { return None };
    let inner = case.known_among(inner);
    let choices = |cell: usize| match case.value_of(cell) {
        Some(value) => vec![value],
        None => case.all_values().to_vec(),
    };
    let is_possible = |one: i32, other: i32| {
        // A line may end where it begins.
        (first != last || one == other)
            && suit_each_other(one, other)
            && inner.iter().all(|&(_, value)| suits(one, other, value))
    };
    let others = choices(*last);
    let mut ones = choices(*first).into_iter();
    let is_any_possible = ones.any(|one| others.iter().any(|&other| is_possible(one, other)));
    (!is_any_possible).then(|| case.against(line))
}

/// Borders of regions cut the line into parts, which have equal sums; a second visit to a region is a
/// part of its own. Cells in no region are in no part.
pub(super) fn region_sum(case: &Case<'_>) -> Option<String> {
    let line = &case.clue.cells;
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut before = None;
    for &cell in line {
        let here = region_number(case.sudoku, cell);
        if here.is_some() {
            if here != before {
                parts.push(Vec::new());
            }
            parts.last_mut()?.push(cell);
        }
        before = here;
    }
    let sums: Vec<_> = parts.iter().map(|part| case.bounds(part)).collect();
    have_nothing_in_common(&sums).then(|| case.against(line))
}

/// Any three neighbours on the line have a low, a middle and a high value; as far as they go, if
/// there are only two.
pub(super) fn entropic(case: &Case<'_>) -> Option<String> {
    near_values_differ(case, 3, |value| case.low_middle_high(value))
}

/// Any neighbours on the line, as many as the number, have different remainders by it; as far as they
/// go, if there are fewer.
pub(super) fn modular(case: &Case<'_>) -> Option<String> {
    let number = case.wanted();
    near_values_differ(case, number as usize, |value| (i64::from(value) % number) as usize)
}

/// The violation if, among some number of neighbours on the line, two are of one class.
fn near_values_differ(
    case: &Case<'_>,
    neighbours: usize,
    class: impl Fn(i32) -> usize,
) -> Option<String> {
    let line = &case.clue.cells;
    let pairs = pairs_of(&case.known_among(line)).into_iter();
    let mut near = pairs.filter(|[one, other]| other.0 - one.0 < neighbours);
    let [one, other] = near.find(|[one, other]| class(one.1) == class(other.1))?;
    Some(case.against(&[line[one.0], line[other.0]]))
}

/// Cells at equal distance from the middle of the line have equal sums; the value in the middle is
/// that sum.
pub(super) fn zipper(case: &Case<'_>) -> Option<String> {
    let mut left = &case.clue.cells[..];
    let mut sums = Vec::new();
    while let [first, inner @ .., last] = left {
        sums.push(case.bounds(&[*first, *last]));
        left = inner;
    }
    if !left.is_empty() {
        sums.push(case.bounds(left));
    }
    have_nothing_in_common(&sums).then(|| case.against(&case.clue.cells))
}

/// The line can be cut into parts that each add up to a number.
pub(super) fn sum_line(case: &Case<'_>) -> Option<String> {
    let (line, wanted) = (&case.clue.cells, case.wanted());
    // The sums that the part can have that is being read; 0 after a cut.
    let mut sums = vec![0];
    for &cell in line {
        let values = match case.value_of(cell) {
            Some(value) => vec![value],
            None => case.all_values().to_vec(),
        };
        let longer = sums.iter().flat_map(|sum| values.iter().map(move |it| sum + i64::from(*it)));
        let mut next: Vec<_> = longer.filter(|sum| *sum <= wanted).collect();
        if next.contains(&wanted) {
            next.push(0);
        }
        next.sort_unstable();
        next.dedup();
        sums = next;
    }
    // After the last cell the part is complete.
    (!sums.contains(&wanted)).then(|| case.against(line))
}

/// A slingshot: the second cell of the line is a number of steps, and the cell so many steps beyond it
/// equals the first.
pub(super) fn value_index(case: &Case<'_>) -> Option<String> {
    let line = &case.clue.cells;
    let is_possible = |steps: i32| {
        let beyond = line.get(1 + steps as usize).filter(|_| steps > 0);
        beyond.is_some_and(|&beyond| match (case.value_of(line[0]), case.value_of(beyond)) {
            (Some(first), Some(beyond)) => first == beyond,
            _ => true,
        })
    };
    let is_any_possible = match case.value_of(line[1]) {
        Some(steps) => is_possible(steps),
        None => case.all_values().iter().any(|&steps| is_possible(steps)),
    };
    (!is_any_possible).then(|| case.against(line))
}
