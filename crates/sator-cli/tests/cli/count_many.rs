//! `sator count` on a list: each puzzle has the number that it has alone, and is counted as quickly.

use crate::common::{Folder, Run, sator};

/// Each 1 has eight squares of its own around it.
const APART: &str = r#"{"board":["????????????","?1??1??1??1?","????????????","????????????","?1??1??1??1?","????????????","????????????","?1??1??1??1?","????????????"]}"#;

fn in_a_list(words: &str, puzzle: &str) -> Run {
    let folder = Folder::with("two.jsonl", format!("{puzzle}\n{puzzle}\n"));
    sator(&format!("count two.jsonl {words}")).inside(&folder).run()
}

#[test]
fn boards_that_fall_apart_are_counted_without_meeting_the_layouts() {
    for words in ["", "--threads 1", "--backend search"] {
        let words = &format!("--timeout 60 {words}");
        in_a_list(words, APART).exits(0).prints("68719476736\n68719476736\n");
    }
}

#[test]
fn queens_of_a_list_are_counted_by_their_symmetries() {
    let boards = [(r#"{"n":8}"#, 92, 12), (r#"{"n":11}"#, 2_680, 341), (r#"{"n":3}"#, 0, 0)];
    for (board, all, classes) in boards {
        let status = i32::from(all == 0);
        in_a_list("", board).exits(status).prints(&format!("{all}\n{all}\n"));
        let up_to = in_a_list("--up-to-symmetry", board);
        up_to.exits(status).prints(&format!("{classes}\n{classes}\n"));
        // A count that has an end meets them one by one.
        in_a_list("--max 100000", board).exits(status).prints(&format!("{all}\n{all}\n"));
    }
}

#[test]
fn a_list_says_which_search_counted_and_how() {
    let objects = in_a_list("--json", r#"{"n":11}"#).exits(0).objects();
    let alone = sator("count 11 --json -q --threads 1").run().exits(0).object();
    for object in objects {
        for field in ["count", "exact", "backend", "up_to_symmetry"] {
            assert_eq!(object[field], alone[field], "{field}");
        }
    }
    in_a_list("--stats", r#"{"n":11}"#).exits(0).mentions(&["decisions"]);
}

#[test]
fn a_list_that_runs_out_of_time_says_what_was_met_of_each() {
    let run = in_a_list("--timeout 0.3", r#"{"n":20}"#);
    let lines: Vec<_> = run.exits(3).stdout.lines().collect();
    assert_eq!(lines.len(), 2);
    for line in lines {
        let number = line.strip_prefix("at least ").and_then(|it| it.strip_suffix(" (stopped)"));
        assert!(number.is_some_and(|it| it.parse().is_ok_and(|it: u64| it > 0)), "{line:?}");
    }
}
