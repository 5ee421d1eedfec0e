//! `sator convert`: puzzles in other formats.

use crate::common::{Folder, sator};

const LINE: &str = "1..4.23..41.3..2";

#[test]
fn a_puzzle_is_written_in_any_format_that_its_kind_prints() {
    for (words, expected) in [
        ("sudoku 1..4.23..41.3..2 --to grid", "1..4\n.23.\n.41.\n3..2\n"),
        ("1..4.23..41.3..2 --to tatham", "2x2:1b4a2_3b4_1a3b2\n"),
        ("1..4.23..41.3..2 --to puzzlink", "sudoku/4/4/1h4g23h41g3h2\n"),
        ("1..4.23..41.3..2 --to numbers", "1 0 0 4\n0 2 3 0\n0 4 1 0\n3 0 0 2\n"),
        ("queens 1Q2/3Q/Q3/2Q1 --to permutation", "2 4 1 3\n"),
        ("queens 8 --to json", "{\"n\":8}\n"),
        (
            "mines/3/2/g1i2 --to json",
            "{\"rows\":2,\"cols\":3,\"mines\":null,\"board\":[\"?1?\",\"??2\"]}\n",
        ),
        ("mines/3/2/g1i2 --mines 2 --to mine", "3x2x2\nH1H\nHH2\n"),
        ("SumoCueV1=3+0=4=6=7+4+2+3=6=8+9=6+8+9+11+11 --to arrows", "3<46\n7<^^\n68<6\n^^'^\n"),
    ] {
        sator(&format!("convert {words} --quiet")).run().exits(0).stdout_is(expected);
    }
}

#[test]
fn many_puzzles_are_written_one_after_the_other_and_read_again() {
    let lines = format!("{LINE}\n{LINE}\n");
    let objects =
        sator("convert sudoku --to json").input(lines.clone()).run().exits(0).stdout.clone();
    assert_eq!(objects.lines().count(), 2);
    sator("convert --to line").input(objects).run().exits(0).stdout_is(&lines);
    let grid = "1..4\n.23.\n.41.\n3..2\n";
    let grids = sator("convert sudoku --to grid").input(lines).run();
    grids.exits(0).stdout_is(&format!("{grid}\n{grid}"));
}

#[test]
fn a_file_is_written_whole_or_not_at_all_and_never_over_the_puzzle() {
    let folder = Folder::with("four.txt", LINE);
    let run = sator("convert four.txt --to grid -o grid.txt").inside(&folder).run();
    run.exits(0).stdout_is("");
    assert_eq!(folder.read("grid.txt"), "1..4\n.23.\n.41.\n3..2\n");
    let run = sator("convert four.txt --to grid -o four.txt").inside(&folder).run();
    run.fails().stderr_has(&["'four.txt' is the puzzle's own file"]);
    sator("convert four.txt --to braille -o none.txt").inside(&folder).run().fails();
    assert_eq!(folder.names(), ["four.txt", "grid.txt"]);
    assert_eq!(folder.read("four.txt"), LINE);
}

#[test]
fn what_a_format_cannot_express_is_refused_and_the_others_are_written() {
    let run = sator("convert queens 8 --to braille").run();
    run.fails().stderr_has(&["queens cannot be written as 'braille'", "number, board, regions"]);
    let run = sator("convert queens Q... --to number").run();
    run.fails();
    let boards = "{\"n\":4,\"blocked\":[[0,0]]}\n{\"n\":5}\n";
    let run = sator("convert queens --to number").input(boards).run();
    run.exits(2).stdout_is("5\n").stderr_has(&["as number: it has blocked squares"]);
    sator("convert no-such-file --to line").run().fails();
    sator("convert 8").run().exits(2);
}

#[test]
fn with_json_each_text_is_in_an_object() {
    let run = sator("convert queens 8 --to number --json").run();
    run.exits(0).stdout_is("{\"puzzle\":\"queens\",\"format\":\"number\",\"text\":\"8\"}\n");
}
