//! `sator explain --to html`: pages with pictures.

use crate::common::{Folder, sator};

const LINE: &str = "1..4.23..41.3..2";

#[test]
fn an_explanation_is_one_page_with_a_picture_for_each_step() {
    let run = sator(&format!("explain {LINE} --to html")).run();
    let page = &run.exits(0).stderr_has(&["Solved in 8 steps"]).stdout;
    assert!(page.starts_with("<!DOCTYPE html>\n") && page.ends_with("</html>\n"), "{page}");
    assert_eq!(page.matches("<figure>").count(), 9, "the puzzle, and eight steps");
    assert!(page.contains("<p>Solved in 8 steps; the largest needs 1 rule.</p>"), "{page}");
    let run = sator(&format!("explain {LINE} --to html --max-steps 3")).run();
    assert_eq!(run.exits(0).stdout.matches("<figure>").count(), 4);
}

#[test]
fn several_puzzles_are_sections_of_one_page() {
    let run = sator("explain sudoku --to html").input(format!("{LINE}\n11..............\n")).run();
    let page = &run.exits(1).stdout;
    assert_eq!([page.matches("<html").count(), page.matches("<article>").count()], [1, 2]);
    assert!(page.contains("class=\"conflict\"") && page.ends_with("</html>\n"), "{page}");
}

#[test]
fn a_page_is_written_whole_or_not_at_all_and_never_over_the_puzzle() {
    let folder = Folder::with("four.txt", LINE);
    sator("explain four.txt --to html -o four.html").inside(&folder).run().exits(0).stdout_is("");
    assert!(folder.read("four.html").ends_with("</html>\n"));
    let run = sator("explain four.txt --to html -o four.txt").inside(&folder).run();
    run.fails().stderr_has(&["'four.txt' is the puzzle's own file"]);
    assert_eq!(folder.read("four.txt"), LINE);
}
