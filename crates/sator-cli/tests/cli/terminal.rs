//! Progress and colour on a terminal.
//!
//! The program `script` of Debian runs a command on a terminal and prints its output.

use crate::common::{Folder, PROGRAM, Run, Sator, example, sator};

/// Takes seconds, so that there is progress to show.
const LONG: &str = "count 20 --timeout 2.5";

/// Runs a shell command on a terminal; `sator` in it is the program under test.
pub(crate) fn on_terminal(line: &str, folder: &Folder) -> Run {
    let line = line.replace("sator", &format!("'{PROGRAM}'"));
    let run = Sator::program("script").args(["-qec", &line, "/dev/null"]);
    run.env("TERM", "xterm").env("COLUMNS", "100").inside(folder).run()
}

fn shows_progress(run: &Run) -> bool {
    run.stdout.contains("solutions, ") && run.stdout.contains("a second")
}

#[test]
fn a_long_run_shows_how_many_solutions_and_how_fast() {
    let folder = Folder::new();
    // The answer goes to a file, so the terminal shows only progress.
    let run = on_terminal(&format!("sator {LONG} > answer.txt"), &folder);
    assert!(shows_progress(run.exits(3)), "{run:?}");
    let answer = folder.read("answer.txt");
    assert!(answer.starts_with("at least ") && answer.ends_with(" (stopped)\n"), "{answer:?}");
    assert!(!run.stdout.contains("at least"), "{run:?}");
}

#[test]
fn progress_needs_a_terminal_for_standard_error() {
    let folder = Folder::new();
    let run = on_terminal(&format!("sator {LONG} 2> notes.txt"), &folder);
    assert!(run.exits(3).stdout.starts_with("at least "), "{run:?}");
    assert!(!shows_progress(&run), "{run:?}");
    assert_eq!(folder.read("notes.txt"), "Counting solutions for 20-Queens...\n");
}

#[test]
fn quiet_and_json_show_no_progress() {
    let folder = Folder::new();
    for option in ["--quiet", "--json"] {
        let run = on_terminal(&format!("sator count 20 --timeout 1.5 {option}"), &folder);
        assert!(!shows_progress(run.exits(3)), "{run:?}");
        assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
    }
}

#[test]
fn a_short_run_shows_no_progress() {
    let run = on_terminal("sator count 8", &Folder::new());
    assert!(!shows_progress(run.exits(0)), "{run:?}");
    assert!(run.stdout.ends_with("92\r\n"), "{run:?}");
}

#[test]
fn a_board_on_a_terminal_has_colour_unless_it_is_unwanted() {
    let folder = Folder::new();
    for (line, is_coloured) in [
        ("sator solve 8", true),
        ("NO_COLOR= sator solve 8", true),
        ("NO_COLOR=1 sator solve 8", false),
        ("NO_COLOR=1 sator solve 8 --color always", true),
        ("sator solve 8 --color never", false),
        ("sator solve 8 --quiet | cat", false),
    ] {
        let run = on_terminal(line, &folder);
        assert_eq!(run.exits(0).stdout.contains("\u{1b}[48;"), is_coloured, "{line}: {run:?}");
    }
}

/// A drawing without its colours, and without blanks at the ends of its lines.
fn without_colours(text: &str) -> String {
    let parts = text.split('\u{1b}');
    let plain: String = parts
        .map(|part| part.split_once('m').filter(|it| it.0.starts_with('[')).map_or(part, |it| it.1))
        .collect();
    plain.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[test]
fn colour_is_on_demand_outside_a_terminal_and_changes_no_symbol() {
    let folder = Folder::new();
    for (puzzle, cells) in [
        ("queens/eight.txt", 64),
        ("sudoku/9x9.txt", 81),
        ("killer/6x6.txt", 36),
        ("minesweeper/row.txt", 5),
    ] {
        for look in ["", "--ascii"] {
            let run = |options: &str| {
                let run = sator(&format!("solve -q --seed 1 {look} {options}"));
                run.arg(example(puzzle)).inside(&folder).run()
            };
            let plain = run("--color never").exits(0).stdout.clone();
            run("--color auto").stdout_is(&plain);
            run("-o answer.txt").stdout_is("");
            assert_eq!(folder.read("answer.txt"), plain);
            let coloured = run("--color always").exits(0).stdout.clone();
            let tints = coloured.matches("\u{1b}[").count();
            assert!(tints >= cells, "every cell is tinted: {coloured}");
            assert_eq!(without_colours(&coloured), without_colours(&plain));
            assert!(!plain.contains('\u{1b}'), "{plain}");
        }
    }
}

/// The writer keeps the terminal open until the program has ended: it would leave a file if that waited for
/// more.
#[test]
fn one_end_of_input_ends_typed_input() {
    let folder = Folder::new();
    let typed = r"printf '6\n\004'; i=0
        while [ ! -e over ] && [ $i -lt 300 ]; do i=$((i+1)); sleep 0.1; done
        [ -e over ] || touch late";
    let command =
        format!("'{PROGRAM}' count queens -q; test -e late && echo late || echo early; touch over");
    let line = format!("({typed}) | script -qec \"{command}\" /dev/null");
    let run = Sator::program("sh").args(["-c", &line]).inside(&folder).run();
    assert!(run.stdout.contains("\n4\r\nearly"), "{run:?}");
}

#[test]
fn a_dumb_terminal_has_neither_colour_nor_a_progress_line() {
    let folder = Folder::new();
    let run =
        on_terminal("TERM=dumb sator solve 4; TERM=dumb sator count 20 --timeout 1.5", &folder);
    assert!(!run.stdout.contains('\u{1b}') && !shows_progress(&run), "{run:?}");
}
