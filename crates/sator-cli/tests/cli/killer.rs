//! Killer sudoku on the command line: read, recognised, solved, drawn, checked, and refused with the
//! place.

use std::path::PathBuf;

use serde_json::json;

use crate::common::{Folder, Run, backends, sator};

/// With two answers.
pub(crate) const FREE: &str = "AABC\nDDBC\nEFFG\nEFGG\n\nA 3, B 4, C 6, D 7, E 6, F 8, G 6\n";
/// With one.
pub(crate) const FOUR: &str = "AABC\nDDBC\nEFFG\nEFGG\n\nA 3, B 4, C 6, D 7, E 6, F 8, G 6\n\ngivens\n1...\n....\n.1..\n....\n";
pub(crate) const LINE: &str = "1234341221434321";
const OTHER_LINE: &str = "1234341223414123";

/// One of our own, with its path.
pub(crate) fn example(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/killer")).join(name)
}

/// The values of a drawing, row by row: of all that it has, the numbers within the frame.
fn values(drawing: &str) -> String {
    let is_row = |line: &&str| line.starts_with(['┃', '|']);
    let digits = drawing.lines().filter(is_row).flat_map(str::chars);
    digits.filter(char::is_ascii_digit).collect()
}

fn check(puzzle: &str, solution: &str) -> Run {
    let folder = Folder::with("puzzle.txt", puzzle);
    folder.write("board.txt", solution);
    sator("check puzzle.txt --solution board.txt").inside(&folder).run()
}

/// What is said of a text that is wrong, and nothing else.
#[track_caller]
fn refused(text: &str, message: &str) {
    let folder = Folder::with("wrong.txt", text);
    let run = sator("solve killer wrong.txt").inside(&folder).run();
    run.fails().says(&format!("{message}\n"));
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
    refused("3 r1c1 r1c2\n4 r1c1\n", "wrong.txt:2:1: r1c1 is in cage 1 and in cage 2");
    let hint = "is outside the grid, 9×9; --box tells another size";
    refused("3 r1c1 r1c2\n4 r10c1\n", &format!("wrong.txt:2:3: cage 2: r10c1 {hint}"));
    let crowded = "AAAA\nA...\n....\n....\nA 10\n";
    refused(crowded, "wrong.txt:1:1: cage A has 5 cells, but values from 1 to 4 only");
}

#[test]
fn a_row_that_differs_from_most_is_named_with_its_line() {
    let text = std::fs::read_to_string(example("wikipedia.txt")).expect("an example");
    let short = text.replace("GGHHCCDEF", "GGHHCCDE");
    let folder = Folder::with("wrong.txt", short);
    for words in ["solve wrong.txt", "solve killer wrong.txt"] {
        let message = "wrong.txt:3: expected a row of 9 cells, found 8\n";
        sator(words).inside(&folder).run().fails().says(message);
    }
    folder.write("wrong.txt", "AABB\nAABBB\nCCDD\nCCDD\nA 3, B 4, C 5, D 6\n");
    let message = "killer: 2: expected a row of 4 cells, found 5";
    sator("solve wrong.txt").inside(&folder).run().exits(2).mentions(&[message]);
}

#[test]
fn slips_in_other_forms_are_told_with_their_cells() {
    let ps = "expected 16 numbers after k, found 2: r1c3 has none";
    let sumocue = "r1c2: expected a number after '=' or '+', found '+x'";
    let none = "r1c2: expected an arrow that leads to a total, found 0 at r1c1";
    for (text, message) in [
        ("0<46\n7<^^\n68<6\n^^>^\n", format!("wrong.txt:1:2: {none}")),
        ("3:00,01; 15:02,\n", "wrong.txt:1:15: expected a cell after ',', found none".to_owned()),
        ("2x2::k:0:0:\n", format!("wrong.txt: {ps}")),
        ("SumoCueV1=3+x=4=6\n", format!("wrong.txt: {sumocue}")),
        (
            "box 3x3\nAABB\nAABB\nCCDD\nCCDD\nA 3\n",
            "wrong.txt:1:5: boxes of 3x3 have 9 cells, but the grid is 4×4".to_owned(),
        ),
    ] {
        refused(text, &message);
    }
}

#[test]
fn totals_that_cannot_be_read_are_named_with_their_cage() {
    let map = "AABB\nAABB\nCCDD\nCCDD\n";
    for (totals, message) in [
        ("A 3, B x", "wrong.txt:5:8: expected a total for cage B from 0 to 999999, found 'x'"),
        ("A 3, B -1", "wrong.txt:5:8: expected a total for cage B from 0 to 999999, found '-1'"),
        (
            "A 3, B 99999999999999999999",
            "wrong.txt:5:8: expected a total for cage B from 0 to 999999, found \
             '99999999999999999999'",
        ),
        ("A 3, B", "wrong.txt:5:6: expected a total for cage B, found none"),
        ("A 3, A 4", "wrong.txt:5:6: cage A has a total already"),
        ("A 3, E 4", "wrong.txt:5:6: expected the name of a cage on the map, found 'E'"),
    ] {
        refused(&format!("{map}{totals}"), message);
    }
}

#[test]
fn bad_cages_of_objects_are_named_with_their_cells() {
    for (cages, message) in [
        (
            json!([{ "sum": 3, "cells": [[0, 4]] }]),
            "cage 1: expected cells from [0,0] to [3,3], found [0,4]",
        ),
        (
            json!([{ "sum": 3, "cells": [[0, 0]] }, { "sum": 3, "cells": [[0, 0]] }]),
            "r1c1 is in cage 1 and in cage 2",
        ),
        (json!([{ "sum": 3, "cells": [[0, 0], [0, 0]] }]), "cage 1 has r1c1 twice"),
        (json!([{ "sum": 3, "cells": [] }]), "cage 1 has no cells"),
        (
            json!([{ "sum": 3, "cells": [[0, 0], [0, 1], [0, 2], [0, 3], [1, 0]] }]),
            "cage 1 has 5 cells, but values from 1 to 4 only",
        ),
        (
            json!([{ "sum": "x", "cells": [[0, 0]] }]),
            "cage 1: expected a sum from 0 to 999999, found \"x\"",
        ),
        (
            json!([{ "sum": -3, "cells": [[0, 0]] }]),
            "cage 1: expected a sum from 0 to 999999, found -3",
        ),
        (json!([{ "cells": [[0, 0]] }]), "cage 1: expected a sum, found none"),
    ] {
        let object = json!({ "n": 4, "cages": cages }).to_string();
        refused(&object, &format!("wrong.txt: {message}"));
    }
}

#[test]
fn a_cage_in_parts_is_accepted_with_a_note() {
    let folder = Folder::with("parts.txt", "A...\n..B.\n.B..\n...A\nA 2, B 5\n");
    let note = "cage A (r1c1, r4c4) is not connected";
    let run = sator("solve parts.txt").inside(&folder).run();
    run.exits(1).prints("Unsatisfiable\n").mentions(&[note]);
    folder.write("parts.txt", "A...\n....\n....\n...A\nA 5\n");
    let run = sator("solve parts.txt").inside(&folder).run();
    assert_eq!(run.exits(0).mentions(&[note]).stdout.matches("5*").count(), 2, "{run:?}");
}

#[test]
fn boxes_and_alphabets_can_be_said() {
    let folder = Folder::with("four.txt", FOUR.replace("1...", "A...").replace(".1..", ".A.."));
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

// Solved and counted.

#[test]
fn all_answers_are_drawn_and_one_is_not_the_only_one() {
    let folder = Folder::with("free.txt", FREE);
    let run = sator("solve free.txt --all").inside(&folder).run();
    let heading = "Found 2 unique solutions for 4×4 Killer Sudoku\n\n--- Solution 1 ---\n";
    assert!(run.exits(0).stdout.starts_with(heading), "{run:?}");
    let mut found: Vec<_> = run.stdout.split("--- Solution ").skip(1).map(values).collect();
    found.sort_unstable();
    assert_eq!(found, [LINE, OTHER_LINE], "{run:?}");
    let run = sator("solve free.txt --unique").inside(&folder).run();
    assert!(run.exits(0).stdout.ends_with("Unique: no\n"), "{run:?}");
    folder.write("four.txt", FOUR);
    let run = sator("solve four.txt --unique").inside(&folder).run();
    assert!(run.exits(0).stdout.ends_with("Unique: yes\n"), "{run:?}");
    assert_eq!(values(&run.stdout), LINE, "{run:?}");
}

#[test]
fn answers_are_counted() {
    let impossible = FREE.replace("A 3", "A 9");
    for (text, count, status) in [(FREE, "2\n", 0), (FOUR, "1\n", 0), (&impossible, "0\n", 1)] {
        let folder = Folder::with("puzzle.txt", text);
        let run = sator("count puzzle.txt").inside(&folder).run();
        run.exits(status).prints(count).mentions(&["Counting solutions for 4×4 Killer Sudoku..."]);
    }
}

#[test]
fn objects_have_what_the_contract_says() {
    let folder = Folder::with("four.txt", FOUR);
    let object = |words: &str| sator(words).inside(&folder).run().exits(0).object();
    let solved = object("solve four.txt --unique --json");
    let grid = json!([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]);
    assert_eq!(solved["puzzle"], "killer");
    assert_eq!(solved["status"], "sat");
    assert_eq!(solved["solutions"], json!([{ "grid": grid }]));
    assert_eq!([&solved["unique"], &solved["complete"]], [true, true]);
    let counted = object("count four.txt --json");
    assert_eq!([&counted["count"], &counted["exact"]], [&json!("1"), &json!(true)]);
}

pub(crate) const DRAWN: &str = "\
┏3━━━━━━┳4━━┯6━━┓
┃ 1   2 ┃ 3 │ 4 ┃
┠7──────┨   │   ┃
┃ 3   4 ┃ 1 │ 2 ┃
┣6━━┯8━━╋━━━┿6━━┫
┃ 2 │ 1 ╏ 4 │ 3 ┃
┃   │   ┠───┘   ┃
┃ 4 │ 3 ┃ 2   1 ┃
┗━━━┷━━━┻━━━━━━━┛
";

const DRAWN_IN_ASCII: &str = "\
+3======+4==+6==+
| 1   2 # 3 | 4 |
+7------+   |   +
| 3   4 # 1 | 2 |
+6==+8==+===+6==+
| 2 | 1 : 4 | 3 |
+   |   +---+   +
| 4 | 3 # 2   1 |
+===+===+=======+
";

/// A drawing without its colours.
fn without_colours(text: &str) -> String {
    let parts = text.split('\u{1b}');
    parts
        .map(|part| part.split_once('m').filter(|it| it.0.starts_with('[')).map_or(part, |it| it.1))
        .collect()
}

#[test]
fn boards_are_drawn_to_the_letter() {
    let folder = Folder::with("four.txt", FOUR);
    let run = |look: &str| sator(&format!("solve four.txt {look}")).inside(&folder).run();
    let heading = "Found a solution for 4×4 Killer Sudoku\n\n--- Solution 1 ---\n";
    run("").exits(0).prints(&format!("{heading}{DRAWN}"));
    run("--ascii").exits(0).prints(&format!("{heading}{DRAWN_IN_ASCII}"));
    for (look, drawn) in [("", DRAWN), ("--ascii", DRAWN_IN_ASCII)] {
        let coloured = run(&format!("--color always {look}"));
        let colours = coloured.exits(0).stdout.matches("\u{1b}[").count();
        assert!(colours > 2 * 16, "every cell is tinted: {coloured:?}");
        assert_eq!(without_colours(&coloured.stdout), format!("{heading}{drawn}"));
        run(&format!("--color never {look}")).prints(&format!("{heading}{drawn}"));
    }
}

#[test]
fn every_backend_solves_the_known_example_and_refutes_its_twin() {
    for backend in backends() {
        let solve = |name: &str| {
            sator("solve --unique -q --backend").arg(&backend).arg(example(name)).run()
        };
        let run = solve("wikipedia.txt");
        assert!(run.exits(0).stdout.ends_with("Unique: yes\n"), "{run:?}");
        let twin = solve("wikipedia-changed.txt");
        assert!(twin.exits(1).stdout.starts_with("Unsatisfiable\n"), "{twin:?}");
    }
}

#[test]
fn a_second_road_agrees() {
    let run = sator("solve --unique --cross-check").arg(example("6x6.txt")).run();
    run.exits(0).mentions(&["cross-check: ", " agrees\n"]);
}
