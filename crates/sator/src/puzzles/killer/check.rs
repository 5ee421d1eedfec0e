//! Checks the rules of killer sudoku, independently of the model.

use std::fmt;

use super::sudoku::check::{self as sudoku, name, twice};
use super::{Cage, Killer};
use crate::puzzle::Violation;
use crate::text::counted;

/// Whether these values, row by row, are an answer.
pub(super) fn check(killer: &Killer, values: &[i32]) -> Result<(), Violation> {
    sudoku::check(&killer.grid, values)?;
    let value = |at: usize| Some(values[at]);
    match on_diagonals(killer, value).or_else(|| in_cages(killer, value)) {
        Some(broken) => Err(broken),
        None => Ok(()),
    }
}

/// The first rule that the cages and the given values violate by themselves.
pub(super) fn contradiction(killer: &Killer) -> Option<Violation> {
    let given = |at: usize| killer.grid.given[at];
    sudoku::contradiction(&killer.grid)
        .or_else(|| on_diagonals(killer, given))
        .or_else(|| in_cages(killer, given))
        .or_else(|| killer.cages.iter().find_map(|cage| out_of_reach(killer, cage)))
        .or_else(|| over_the_grid(killer))
}

/// The first value that occurs twice on a diagonal.
fn on_diagonals(killer: &Killer, value: impl Fn(usize) -> Option<i32>) -> Option<Violation> {
    if !killer.diagonals {
        return None;
    }
    let (n, grid) = (killer.n(), &killer.grid);
    let falling = (0..n).map(|i| i * n + i);
    let rising = (0..n).map(|i| i * n + n - 1 - i);
    twice(grid, "diagonal 1", &falling, &value)
        .or_else(|| twice(grid, "diagonal 2", &rising, &value))
}

/// The first cage that has a value twice, or that is full and has another total.
fn in_cages(killer: &Killer, value: impl Fn(usize) -> Option<i32>) -> Option<Violation> {
    killer.cages.iter().find_map(|cage| {
        let cells = cage.cells.iter().copied();
        twice(&killer.grid, title(killer, cage), &cells, &value)
            .or_else(|| wrong_sum(killer, cage, &value))
    })
}

fn wrong_sum(
    killer: &Killer,
    cage: &Cage,
    value: impl Fn(usize) -> Option<i32>,
) -> Option<Violation> {
    let values = cage.cells.iter().map(|&cell| value(cell).map(i64::from));
    let sum = values.sum::<Option<i64>>()?;
    let title = title(killer, cage);
    let broken = || Violation(format!("{title} adds up to {sum}, not {}", cage.total));
    (sum != i64::from(cage.total)).then(broken)
}

/// The violation of a cage whose total its empty cells cannot reach with different values.
fn out_of_reach(killer: &Killer, cage: &Cage) -> Option<Violation> {
    let n = killer.n();
    let given: Vec<_> = cage.cells.iter().filter_map(|&cell| killer.grid.given[cell]).collect();
    let begin: i64 = given.iter().copied().map(i64::from).sum();
    let free = || (1..=n as i64).filter(|&value| given.iter().all(|&it| i64::from(it) != value));
    let empty = cage.cells.len() - given.len();
    let least = begin + free().take(empty).sum::<i64>();
    let most = begin + free().rev().take(empty).sum::<i64>();
    let (bound, end) = match i64::from(cage.total) {
        total if total < least => (least, "least"),
        total if total > most => (most, "most"),
        _ => return None,
    };
    let (title, total) = (title(killer, cage), cage.total);
    let values = match (given.len(), empty) {
        (0, 1) => format!("a value from 1 to {n} is {bound} at {end}"),
        (0, _) => format!("{empty} different values from 1 to {n} add up to {bound} at {end}"),
        _ => format!(
            "{begin} is given, and with {} more it is {bound} at {end}",
            counted(empty, "value")
        ),
    };
    Some(Violation(format!("{title}: {values}, and its total is {total}")))
}

/// Checks that cages that cover the grid have the total of all its values.
fn over_the_grid(killer: &Killer) -> Option<Violation> {
    let n = killer.n();
    let covered: usize = killer.cages.iter().map(|cage| cage.cells.len()).sum();
    let values = (n * n * (n + 1) / 2) as u64;
    let totals: u64 = killer.cages.iter().map(|cage| u64::from(cage.total)).sum();
    if covered < n * n || totals == values {
        return None;
    }
    let (by, way) = (totals.abs_diff(values), if totals > values { "much" } else { "little" });
    let sums = format!("the totals add up to {totals}, and the values of the grid to {values}");
    Some(Violation(format!("{sums}: {by} too {way}")))
}

/// `the cage at r1c1 (r1c1, r1c2)`.
struct Title<'k> {
    killer: &'k Killer,
    cage: &'k Cage,
}

fn title<'k>(killer: &'k Killer, cage: &'k Cage) -> Title<'k> {
    Title { killer, cage }
}

/// Formatted only for errors.
impl fmt::Display for Title<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n, cells) = (self.killer.n(), &self.cage.cells);
        write!(f, "the cage at {} ({})", name(n, cells[0]), listed(n, cells))
    }
}

/// `r1c1, r1c2`. Long lists are truncated.
pub(super) fn listed(n: usize, cells: &[usize]) -> String {
    const MOST: usize = 6;
    let names: Vec<_> = cells.iter().take(MOST).map(|&cell| name(n, cell)).collect();
    let rest = if cells.len() > MOST { ", …" } else { "" };
    names.join(", ") + rest
}

#[cfg(test)]
mod tests {
    use super::super::formats::FORMATS;
    use super::*;
    use crate::puzzle::ParseOptions;

    const ANSWER: [i32; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    const MAP: &str = "AAB.\nCCB.\nDEEF\nDEFF\n";

    fn killer(text: &str) -> Killer {
        FORMATS.parse(text, &ParseOptions::in_format("text")).unwrap()
    }

    fn with_totals(totals: &str) -> Killer {
        killer(&format!("{MAP}{totals}"))
    }

    fn broken(killer: &Killer) -> String {
        check(killer, &ANSWER).unwrap_err().to_string()
    }

    /// The violation of the clues of a text.
    fn clues(text: &str) -> Option<String> {
        contradiction(&killer(text)).map(|broken| broken.to_string())
    }

    #[test]
    fn an_answer_breaks_nothing() {
        assert_eq!(check(&with_totals("A 3, B 4, C 7, D 6, E 8, F 6"), &ANSWER), Ok(()));
    }

    #[test]
    fn a_cage_that_does_not_add_up_is_named_with_its_sum() {
        let wrong = with_totals("A 3, B 4, C 7, D 6, E 9, F 6");
        assert_eq!(broken(&wrong), "the cage at r3c2 (r3c2, r3c3, r4c2) adds up to 8, not 9");
    }

    #[test]
    fn a_cage_has_no_value_twice() {
        let apart = killer("A...\n..A.\n....\n....\nA 2");
        assert_eq!(broken(&apart), "the cage at r1c1 (r1c1, r2c3) has 1 twice, r1c1 and r2c3");
    }

    #[test]
    fn the_rules_of_sudoku_come_first() {
        let mut values = ANSWER;
        values[1] = 1;
        let error = check(&with_totals("A 3, B 4, C 7, D 6, E 8, F 6"), &values).unwrap_err();
        assert_eq!(error.to_string(), "row 1 has 1 twice, r1c1 and r1c2");
    }

    #[test]
    fn diagonals_have_each_value_once_where_that_is_said() {
        let both = killer(&format!("diagonals\n{MAP}A 3, B 4, C 7, D 6, E 8, F 6"));
        assert_eq!(
            check(&both, &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]).unwrap_err().0,
            "diagonal 1 has 4 twice, r2c2 and r3c3"
        );
        let rising = clues("diagonals\n....\n....\n....\n....\ngivens\n...1\n....\n....\n1...");
        assert_eq!(rising.as_deref(), Some("diagonal 2 has 1 twice, r1c4 and r4c1"));
        let plain = clues("....\n....\n....\n....\ngivens\n...1\n....\n....\n1...");
        assert_eq!(plain, None);
    }

    #[test]
    fn a_large_cage_is_named_by_its_first_cells() {
        let empty = ".........\n".repeat(8);
        let long = killer(&format!("AAAAAAAAA\n{empty}A 44"));
        let text = contradiction(&long).unwrap().0;
        assert!(
            text.starts_with("the cage at r1c1 (r1c1, r1c2, r1c3, r1c4, r1c5, r1c6, …): "),
            "{text}"
        );
    }

    #[test]
    fn a_total_that_no_values_reach_is_a_contradiction() {
        let one = |rest: &str| clues(&format!("AA..\n....\n....\nB...\n{rest}"));
        let expected = "the cage at r1c1 (r1c1, r1c2): 2 different values from 1 to 4 add up to 3 \
                        at least, and its total is 2";
        assert_eq!(one("A 2, B 1").as_deref(), Some(expected));
        let expected = "the cage at r1c1 (r1c1, r1c2): 2 different values from 1 to 4 add up to 7 \
                        at most, and its total is 8";
        assert_eq!(one("A 8, B 1").as_deref(), Some(expected));
        let expected =
            "the cage at r4c1 (r4c1): a value from 1 to 4 is 4 at most, and its total is 5";
        assert_eq!(one("A 3, B 5").as_deref(), Some(expected));
        let expected =
            "the cage at r4c1 (r4c1): a value from 1 to 4 is 1 at least, and its total is 0";
        assert_eq!(one("A 7, B 0").as_deref(), Some(expected));
        assert_eq!(one("A 3, B 4"), None);
    }

    #[test]
    fn given_values_count_in_a_cage() {
        let given = |total: u32, first: &str| {
            clues(&format!("AA..\n....\n....\n....\nA {total}\ngivens\n{first}\n....\n....\n...."))
        };
        assert_eq!(given(4, "3..."), None);
        let expected = "the cage at r1c1 (r1c1, r1c2): 3 is given, and with 1 value more it is 4 at \
                        least, and its total is 3";
        assert_eq!(given(3, "3...").as_deref(), Some(expected));
        let expected = "the cage at r1c1 (r1c1, r1c2) adds up to 5, not 6";
        assert_eq!(given(6, "32..").as_deref(), Some(expected));
        let apart = "A...\n..A.\n....\n....\nA 4\ngivens\n2...\n..2.\n....\n....";
        let expected = "the cage at r1c1 (r1c1, r2c3) has 2 twice, r1c1 and r2c3";
        assert_eq!(clues(apart).as_deref(), Some(expected));
    }

    #[test]
    fn totals_over_the_whole_grid_add_up_as_its_values_do() {
        let rows = |last: u32| format!("AAAA\nBBBB\nCCCC\nDDEE\nA 10, B 10, C 10, D 5, E {last}");
        assert_eq!(clues(&rows(5)), None);
        let sums = "and the values of the grid to 40";
        let much = format!("the totals add up to 41, {sums}: 1 too much");
        assert_eq!(clues(&rows(6)), Some(much));
        let little = format!("the totals add up to 38, {sums}: 2 too little");
        assert_eq!(clues(&rows(3)), Some(little));
        let uncovered = rows(6).replace("DDEE", "DD.E").replace("E 6", "E 4");
        assert_eq!(clues(&uncovered), None);
    }
}
