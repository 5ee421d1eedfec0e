//! Totals on the command line: slips are told, and large boards are no trouble.

use crate::common::{Folder, sator};

#[test]
fn a_total_out_of_reach_is_held_against_what_the_numbers_allow() {
    let folder = Folder::with("board.txt", EXPERT);
    for verb in ["solve", "analyze"] {
        let run = sator(&format!("{verb} board.txt --mines 60")).inside(&folder).run();
        let said = &run.exits(1).stderr;
        assert!(
            said.contains("a total of 60, where all others together allow 68 to 225"),
            "{said}"
        );
    }
}

#[test]
fn a_few_clues_against_a_total_are_named() {
    let board = "3 3 5\n2 ? 2\n? 4 ?\n? ? ?\n";
    let run = sator("solve -").input(board).run();
    let said = &run.exits(1).stderr;
    assert!(said.contains("r2c2 touches 4 mines\n  the board has 5 mines"), "{said}");
}

#[test]
fn a_large_board_with_a_total_is_soon_known_to_have_several_answers() {
    let made =
        sator("create minesweeper --size 150x150 --density 0.2 --revealed 0.4 --seed 3").run();
    let board = made.exits(0).stdout.clone();
    let run = sator("solve minesweeper - --unique").input(board).run();
    assert!(run.exits(0).stdout.ends_with("Unique: no\n"));
}

#[test]
fn very_many_free_squares_are_weighed() {
    // Very many free squares beside some numbers.
    let mut board = "400 400 30000\n".to_owned();
    for row in 0..400 {
        let symbol = |column: usize| if row % 40 == 5 && column % 40 == 5 { "3" } else { "?" };
        let symbols: Vec<_> = (0..400).map(symbol).collect();
        board += &(symbols.join(" ") + "\n");
    }
    let run = sator("analyze minesweeper - --odds").input(board).run();
    assert!(run.exits(0).stdout.contains("Layouts of all hidden cells: "));
}

const EXPERT: &str = include_str!("../../../../examples/minesweeper/expert.txt");
