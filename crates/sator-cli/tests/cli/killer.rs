//! Killer sudoku on the command line: read, recognised, checked, and refused with the place.

use crate::common::{Folder, Run, sator};

/// With one answer.
const FOUR: &str = "AABC\nDDBC\nEFFG\nEFGG\n\nA 3, B 4, C 6, D 7, E 6, F 8, G 6\n\ngivens\n1...\n....\n....\n....\n";
const LINE: &str = "1234341221434321";

fn check(puzzle: &str, solution: &str) -> Run {
    let folder = Folder::with("puzzle.txt", puzzle);
    folder.write("board.txt", solution);
    sator("check puzzle.txt --solution board.txt").inside(&folder).run()
}

/// What is said of a text that is wrong.
fn refused(text: &str, message: &str) {
    let folder = Folder::with("wrong.txt", text);
    sator("solve killer wrong.txt").inside(&folder).run().exits(2).mentions(&[message]);
}

#[test]
fn a_killer_needs_no_word_and_has_two() {
    let folder = Folder::with("four.txt", FOUR);
    for words in ["solve four.txt", "solve killer four.txt", "solve killer-sudoku four.txt"] {
        sator(words).inside(&folder).run().exits(0).mentions(&["4×4 Killer Sudoku"]);
    }
}

#[test]
fn what_is_solved_is_drawn_and_the_drawing_is_accepted() {
    let folder = Folder::with("four.txt", FOUR);
    for look in ["", "--ascii", "--color always"] {
        let run = sator(&format!("solve four.txt --unique {look}")).inside(&folder).run();
        let drawn = run.exits(0).stdout.clone();
        check(FOUR, &drawn).exits(0);
    }
}

#[test]
fn lines_and_objects_are_accepted_as_well() {
    check(FOUR, LINE).exits(0);
    check(FOUR, r#"{"grid":[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]}"#).exits(0);
}

#[test]
fn a_broken_cage_is_named_with_its_sum() {
    let wrong = FOUR.replace("F 8", "F 9");
    let said = "Wrong: the cage at r3c2 (r3c2, r3c3, r4c2) adds up to 8, not 9\n";
    check(&wrong, LINE).exits(1).prints(said);
}

#[test]
fn totals_that_cannot_be_are_no_answer_and_the_reason_is_told() {
    let folder = Folder::with("high.txt", FOUR.replace("A 3", "A 8"));
    let said = "the cage at r1c1 (r1c1, r1c2): 1 is given, and with 1 value more it is 5 at most, \
                and its total is 8";
    let run = sator("solve high.txt").inside(&folder).run();
    run.exits(1).prints("Unsatisfiable\n").mentions(&[said]);
    folder.write("sum.txt", FOUR.replace("A 3", "A 4"));
    let said = "the totals add up to 41, and the values of the grid to 40: 1 too much";
    sator("solve sum.txt").inside(&folder).run().exits(1).mentions(&[said]);
}

#[test]
fn bad_cages_are_named_with_their_cells() {
    let map = "AABB\nAABB\nCCDD\nCCDD\n";
    refused(&format!("{map}A 3, B 4, C 5"), "wrong.txt:3:3: cage D, at r3c3, has no total");
    refused(&format!("{map}A 3, B x"), "expected a total for cage B from 0 to 999999, found 'x'");
    refused("3 r1c1 r1c2\n4 r1c1\n", "wrong.txt:2:1: r1c1 is in cage 1 and in cage 2");
    refused("3 r1c1 r1c77\n", "wrong.txt:1:8: cage 1: r1c77 is outside the grid");
    let object = |cages: &str| format!(r#"{{"n":4,"cages":[{cages}]}}"#);
    let outside = object(r#"{"sum":3,"cells":[[0,4]]}"#);
    refused(&outside, "cage 1: expected cells from [0,0] to [3,3], found [0,4]");
    refused(&object(r#"{"sum":3,"cells":[]}"#), "cage 1 has no cells");
    let crowded = object(r#"{"sum":3,"cells":[[0,0],[0,1],[0,2],[0,3],[1,0]]}"#);
    refused(&crowded, "cage 1 has 5 cells, but values from 1 to 4 only");
}

#[test]
fn a_cage_in_parts_is_accepted_with_a_note() {
    let folder = Folder::with("parts.txt", "A...\n..B.\n.B..\n...A\nA 2, B 5\n");
    let run = sator("solve parts.txt").inside(&folder).run();
    run.exits(1).mentions(&["cage A (r1c1, r4c4) is not connected"]);
}

#[test]
fn boxes_and_alphabets_can_be_said() {
    let folder = Folder::with("four.txt", FOUR.replace("1...", "A..."));
    let run = sator("solve killer four.txt --box 2x2 --alphabet A-D").inside(&folder).run();
    run.exits(0).mentions(&["4×4 Killer Sudoku"]);
    let run = sator("solve killer four.txt --box 2x3 --alphabet A-D").inside(&folder).run();
    run.exits(2).mentions(&["boxes of 2x3 have 6 cells, but the grid is 4×4"]);
}

#[test]
fn many_killers_are_answered_in_lines() {
    let four = r#"{"n":4,"cages":[{"sum":3,"cells":[[0,0],[0,1]]}],"givens":[[1,0,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]}"#;
    let none = four.replace("\"sum\":3", "\"sum\":4");
    let bad = four.replace("[0,1]", "[0,9]");
    let folder = Folder::with("many.jsonl", format!("{four}\n{none}\n{bad}\n"));
    let run = sator("solve many.jsonl").inside(&folder).run();
    run.exits(2).prints(&format!("{LINE}\nno solution\ninvalid\n"));
    run.mentions(&["many.jsonl:3: cage 1: expected cells from [0,0] to [3,3], found [0,9]"]);
}
