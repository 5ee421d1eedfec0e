//! Checks the rules of killer sudoku, independently of the model.

use super::Killer;
use super::sudoku::check as sudoku;
use crate::check::{Sum, twice};
use crate::puzzle::Violation;

/// The first rule that these values violate.
pub(super) fn violation(
    killer: &Killer,
    value: &dyn Fn(usize) -> Option<i32>,
) -> Option<Violation> {
    sudoku::violation(&killer.grid, value).or_else(|| of_cages(killer, value))
}

/// The first rule that sudoku does not have and that these values violate.
pub(super) fn of_cages(killer: &Killer, value: &dyn Fn(usize) -> Option<i32>) -> Option<Violation> {
    let wrong = |cage: &super::Cage| {
        let (noun, cells, total) = ("the cage at", &cage.cells, cage.total);
        Sum { puzzle: killer, noun, cells, total }.violation(value)
    };
    on_diagonals(killer, value)
        .or_else(|| killer.cages.iter().find_map(wrong))
        .or_else(|| over_the_grid(killer))
}

/// The first value that occurs twice on a diagonal.
fn on_diagonals(killer: &Killer, value: &dyn Fn(usize) -> Option<i32>) -> Option<Violation> {
    if !killer.diagonals {
        return None;
    }
    let n = killer.n();
    let falling = (0..n).map(|i| i * n + i);
    let rising = (0..n).map(|i| i * n + n - 1 - i);
    twice(killer, "diagonal 1", &falling, value)
        .or_else(|| twice(killer, "diagonal 2", &rising, value))
}

/// Checks that cages that cover the grid, each cell once, have the total of all its values.
fn over_the_grid(killer: &Killer) -> Option<Violation> {
    let n = killer.n();
    if killer.has_overlaps() {
        return None;
    }
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

#[cfg(test)]
mod tests {
    use super::super::KIND;
    use crate::puzzle::{AnyPuzzle, ParseOptions};

    const ANSWER: &str = "1234341221434321";
    const MAP: &str = "AAB.\nCCB.\nDEEF\nDEFF\n";

    fn killer(text: &str) -> AnyPuzzle {
        KIND.read(text, &ParseOptions::in_format("text")).unwrap()
    }

    #[test]
    fn a_wrong_answer_is_named_where_it_is_wrong() {
        let totals = format!("{MAP}A 3, B 4, C 7, D 6, E 8, F 6");
        let wrong = totals.replace("E 8", "E 9");
        let diagonals = format!("diagonals\n{totals}");
        for (text, answer, expected) in [
            (&*totals, ANSWER, ""),
            (&wrong, ANSWER, "the cage at r3c2 (r3c2, r3c3, r4c2) adds up to 8, not 9"),
            (
                "A...\n..A.\n....\n....\nA 2",
                ANSWER,
                "the cage at r1c1 (r1c1, r2c3) has 1 twice, r1c1 and r2c3",
            ),
            // The rules of sudoku come first.
            (&totals, "1134341221434321", "row 1 has 1 twice, r1c1 and r1c2"),
            (&diagonals, ANSWER, "diagonal 1 has 4 twice, r2c2 and r3c3"),
        ] {
            let found = killer(text).check_text(answer).unwrap();
            let found = found.map_or_else(|broken| broken.to_string(), |_| String::new());
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn clues_that_contradict_each_other_are_named() {
        let empty = "....\n....\n....\n....\n";
        let cage = |totals: &str| format!("AA..\n....\n....\nB...\n{totals}");
        let with_given = |total: u32, first: &str| {
            format!("AA..\n....\n....\n....\nA {total}\ngivens\n{first}\n....\n....\n....")
        };
        let rows = |last: u32| format!("AAAA\nBBBB\nCCCC\nDDEE\nA 10, B 10, C 10, D 5, E {last}");
        let corners = format!("{empty}givens\n...1\n....\n....\n1...");
        let apart = "A...\n..A.\n....\n....\nA 4\ngivens\n2...\n..2.\n....\n....";
        let long = format!("AAAAAAAAA\n{}A 44", ".........\n".repeat(8));
        let two = "the cage at r1c1 (r1c1, r1c2)";
        let one = "the cage at r4c1 (r4c1): a value from 1 to 4 is";
        let given = "3 is given, and with 1 value more it is 4 at least, and its total is 3";
        let sums = "and the values of the grid to 40";
        for (text, expected) in [
            (cage("A 3, B 4"), None),
            (
                cage("A 2, B 1"),
                Some(format!(
                    "{two}: 2 different values from 1 to 4 add up to 3 at least, and its total is 2"
                )),
            ),
            (
                cage("A 8, B 1"),
                Some(format!(
                    "{two}: 2 different values from 1 to 4 add up to 7 at most, and its total is 8"
                )),
            ),
            (cage("A 3, B 5"), Some(format!("{one} 4 at most, and its total is 5"))),
            (cage("A 7, B 0"), Some(format!("{one} 1 at least, and its total is 0"))),
            (with_given(4, "3..."), None),
            (with_given(3, "3..."), Some(format!("{two}: {given}"))),
            (with_given(6, "32.."), Some(format!("{two} adds up to 5, not 6"))),
            (
                apart.to_owned(),
                Some("the cage at r1c1 (r1c1, r2c3) has 2 twice, r1c1 and r2c3".to_owned()),
            ),
            (
                format!("diagonals\n{corners}"),
                Some("diagonal 2 has 1 twice, r1c4 and r4c1".to_owned()),
            ),
            (corners, None),
            (
                long,
                Some(
                    "the cage at r1c1 (r1c1, r1c2, r1c3, r1c4, r1c5, r1c6, …): 9 different values \
                     from 1 to 9 add up to 45 at least, and its total is 44"
                        .to_owned(),
                ),
            ),
            (rows(5), None),
            (rows(6), Some(format!("the totals add up to 41, {sums}: 1 too much"))),
            (rows(3), Some(format!("the totals add up to 38, {sums}: 2 too little"))),
            (rows(6).replace("DDEE", "DD.E").replace("E 6", "E 4"), None),
        ] {
            let found = killer(&text).contradiction().map(|broken| broken.to_string());
            assert_eq!(found, expected, "{text}");
        }
    }
}
