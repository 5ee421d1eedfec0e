//! `sator create --to html`: booklets to print.

use crate::common::{Folder, sator};

#[test]
fn a_booklet_has_all_puzzles_and_then_all_answers() {
    for words in [
        "sudoku --size 4",
        "killer --size 4",
        "queens --size 6 --regions",
        "futoshiki --size 4",
        "kakuro --size 4x5",
        "minesweeper --size 5 --mines 4",
    ] {
        let run = sator(&format!("create {words} --count 3 --seed 1 --to html --per-page 2")).run();
        let page = &run.exits(0).stderr_has(&["Created 3 puzzles"]).stdout;
        assert!(page.starts_with("<!DOCTYPE html>\n") && page.ends_with("</html>\n"), "{page}");
        let (puzzles, answers) = page.split_once(": answers</h1>").unwrap();
        assert_eq!([puzzles, answers].map(|part| part.matches("<figure").count()), [3, 3]);
        assert_eq!(page.matches("class=\"page\"").count(), 3, "two pages, and one of answers");
        assert!(!page.contains("<script") && !page.contains("href="), "it works offline");
    }
}

#[test]
fn one_puzzle_is_a_booklet_too_and_goes_to_a_file() {
    let folder = Folder::with("booklet.html", "old");
    let run = sator("create sudoku --seed 7 --to html -o booklet.html").inside(&folder).run();
    run.exits(0).stdout_is("");
    let page = folder.read("booklet.html");
    assert!(page.contains("<title>9×9 Sudoku</title>"), "{page}");
    assert_eq!(page.matches("<figure").count(), 2);
    let again = sator("create sudoku --seed 7 --to html --threads 1").run();
    assert_eq!(again.exits(0).stdout, page, "the same seed makes the same booklet");
    // A board without an answer is among the puzzles alone.
    let run = sator("create minesweeper --hard mutilated:3 --to html --quiet").run();
    assert_eq!(run.exits(0).stdout.matches("<figure").count(), 1);
    sator("create sudoku --to html --json").run().fails();
    sator("create sudoku --per-page 2").run().fails();
    sator("create sudoku --to html --per-page 0").run().fails();
}
