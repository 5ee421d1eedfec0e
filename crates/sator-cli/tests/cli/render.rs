//! `sator render`: pictures in all forms.
//!
//! Golden pictures are in `tests/pictures`; `SATOR_GOLDEN=write cargo test -p sator-cli --test cli
//! golden_pictures` writes them.

use std::path::PathBuf;
use std::{env, fs};

use crate::common::{Folder, example, sator};

/// Each golden picture: its name, the puzzle among the examples or as an argument, and the options.
const GOLDEN: [(&str, &str, &str); 14] = [
    ("puzzle", "killer/6x6.txt", ""),
    ("sudoku-9x9", "sudoku/9x9.txt", "--solve"),
    ("killer-16x16", "killer/16x16.txt", ""),
    ("sudoku-25x25", "sudoku/25x25.txt", "--solve"),
    ("queens-8", "8", "--solve --threads 1"),
    ("queens-40", "40", "--solve --threads 1"),
    ("mines-30x16", "minesweeper/expert.txt", "--odds"),
    ("answer", "queens/completion.txt", "--solve --threads 1"),
    ("regions", "queens/regions.txt", "--solve --numbered --theme dark"),
    ("candidates", "123434...1.3.3.1", "--candidates"),
    ("odds", "minesweeper/three-layouts.txt", "--odds --theme light"),
    ("step", "sudoku/4x4.txt", "--step 2"),
    ("sheet", "6", "--solve --all --threads 1"),
    ("kakuro", "kakuro/5x5.txt", "--solve"),
];

fn golden(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(format!("{name}.svg"))
}

/// The words of a command that draws a puzzle.
fn words(puzzle: &str, options: &str) -> String {
    let puzzle = if puzzle.contains('/') {
        example(puzzle).display().to_string()
    } else {
        puzzle.to_owned()
    };
    format!("render {puzzle} {options}")
}

#[test]
fn golden_pictures_are_drawn_as_before() {
    let writes = env::var_os("SATOR_GOLDEN").is_some_and(|value| value == "write");
    for (name, puzzle, options) in GOLDEN {
        let run = sator(&words(puzzle, options)).args(["--to", "svg"]).run();
        // An element in each line is easier to read in diffs.
        let svg = run.exits(0).stdout.replace("><", ">\n<");
        if writes {
            fs::write(golden(name), svg).unwrap();
        } else {
            let expected = fs::read_to_string(golden(name)).unwrap().replace("\r\n", "\n");
            assert_eq!(svg, expected, "{name}");
        }
    }
}

#[test]
fn the_ending_of_the_file_decides_the_form_and_nothing_goes_to_standard_output() {
    let folder = Folder::with("unused", "");
    for (_, puzzle, options) in GOLDEN {
        let png = !options.contains("--theme auto");
        for (file, start) in [("a.svg", "<svg "), ("a.html", "<!DOCTYPE html>"), ("a.json", "{")] {
            let options =
                if file == "a.html" { without_theme(options) } else { options.to_owned() };
            let run = sator(&words(puzzle, &options)).args(["-o", file]).inside(&folder).run();
            run.exits(0).stdout_is("");
            assert!(folder.read(file).starts_with(start), "{file}");
        }
        if cfg!(feature = "png") && png {
            let run = sator(&words(puzzle, options)).args(["-o", "a.PNG"]).inside(&folder).run();
            run.exits(0).stdout_is("");
            let bytes = fs::read(folder.path("a.PNG")).unwrap();
            assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
            assert_eq!(&bytes[bytes.len() - 8..bytes.len() - 4], b"IEND");
        }
    }
}

fn without_theme(options: &str) -> String {
    options.replace("--theme dark", "").replace("--theme light", "")
}

#[test]
#[cfg(feature = "png")]
fn the_size_of_a_png_follows_the_scale() {
    let folder = Folder::with("unused", "");
    // Eight squares of 40 and a margin of 2 at each side.
    for (scale, size) in [("1", 324_u32), ("3", 972), ("0.5", 162)] {
        let run = sator("render 8 -q -o a.png").args(["--scale", scale]).inside(&folder).run();
        run.exits(0);
        let bytes = fs::read(folder.path("a.png")).unwrap();
        let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!([side(16), side(20)], [size; 2]);
    }
}

#[test]
fn json_has_the_squares_the_ground_and_the_picture() {
    let object = sator("render 6 --json").run().exits(0).object();
    assert_eq!(object["puzzle"], "queens");
    assert_eq!(object["title"], "6-Queens");
    assert_eq!((&object["rows"], &object["columns"]), (&6.into(), &6.into()));
    assert_eq!(object["cells"].as_array().unwrap().len(), 36);
    assert_eq!(object["cells"][7]["cell"], "r2c2");
    assert_eq!(object["cells"][7]["x"], 40);
    assert!(object["ground"].as_str().unwrap().starts_with("<svg ") && object["status"].is_null());
    assert!(object["svg"].as_str().unwrap().contains("<style>"));
    let pieces: Vec<_> = object["pieces"].as_object().unwrap().keys().collect();
    assert_eq!(pieces, ["blocked", "flag", "mine", "queen", "safe"]);
    let digits = sator(&words("sudoku/9x9.txt", "--json")).run().exits(0).object();
    assert!(digits["pieces"].is_null(), "digits need no pieces");
    let sheet = sator("render 6 --json --solve --all").run().exits(0).object();
    assert_eq!(sheet["panels"].as_array().unwrap().len(), 4);
    assert_eq!((&sheet["status"], &sheet["complete"]), (&"sat".into(), &true.into()));
    let step = sator(&words("sudoku/9x9.txt", "--step 1 --json")).run().exits(0).object();
    assert_eq!(step["step"]["highlights"]["subject"][0], "r2c5");
    assert_eq!(step["cells"][9 + 4]["highlight"], "subject");
    let odds = words("minesweeper/three-layouts.txt", "--odds --json");
    let odds = sator(&odds).run().exits(0).object();
    assert!(odds["cells"].as_array().unwrap().iter().any(|cell| cell["percent"] == 33));
}

#[test]
fn no_answer_and_a_stop_leave_the_file_as_it_was() {
    let folder = Folder::with("old.svg", "old");
    let none = words("sudoku/impossible.txt", "--solve -o old.svg");
    let run = sator(&none).inside(&folder).run();
    run.exits(1).stdout_is("").stderr_has(&["Unsatisfiable", "r3c1"]);
    assert_eq!(folder.read("old.svg"), "old");
    let stopped = words("futoshiki/signs-only.txt", "--step 1 --timeout 0.000001 -o old.svg");
    let run = sator(&stopped).inside(&folder).run();
    run.exits(3).stdout_is("").stderr_has(&["stopped, the time is up"]);
    assert_eq!(folder.read("old.svg"), "old");
    let none = words("queens/impossible.txt", "--solve --json");
    let object = sator(&none).run().exits(1).object();
    assert_eq!(object["status"], "unsat");
    assert!(!object["conflict_cells"].as_array().unwrap().is_empty());
}

#[test]
fn a_page_to_print_has_the_puzzles_and_then_the_answers() {
    let folder = Folder::with("two.sdm", "1..4.23..41.3..2\n".repeat(2));
    let run = sator("render two.sdm --print --solve -o page.html").inside(&folder).run();
    run.exits(0).stdout_is("").stderr_has(&["Drew 2 puzzles into 'page.html'"]);
    let page = folder.read("page.html");
    let (puzzles, answers) = page.split_once(": answers</h1>").unwrap();
    assert_eq!([puzzles, answers].map(|part| part.matches("<figure").count()), [2, 2]);
    let run = sator("render two.sdm -o one.svg").inside(&folder).run();
    let run = run.fails();
    run.stderr_has(&["expected one puzzle for 'one.svg', found several"]);
    // The error is about the file, not about each puzzle.
    assert_eq!(run.stderr.matches("found several").count(), 1, "{}", run.stderr);
}

#[test]
fn entries_of_a_player_are_drawn_and_explained_from() {
    let folder = Folder::with("mine.txt", "13.4.23..41.3..2");
    let puzzle = "render 1..4.23..41.3..2 --progress mine.txt --json";
    let object = sator(puzzle).inside(&folder).run().exits(0).object();
    assert_eq!(
        (&object["cells"][1]["text"], &object["cells"][1]["role"]),
        (&"3".into(), &"found".into())
    );
    let step = format!("{puzzle} --step 1");
    let object = sator(&step).inside(&folder).run().exits(0).object();
    assert_eq!(object["cells"][1]["text"], "3");
    assert_ne!(object["step"]["facts"][0]["cell"], "r1c2");
}

#[test]
fn what_cannot_be_drawn_or_written_is_refused_and_leaves_no_file() {
    let folder = Folder::new();
    for (words, message) in [
        ("4000 -o a.svg", "16000000 squares: expected at most 250000"),
        ("8 -o a.gif", "expected a file name that ends in .svg, .png, .html or .json"),
        ("8 -o a", "expected a file name that ends in"),
        ("8 6 -o a.svg", "expected one puzzle for 'a.svg', found several"),
        ("8 -o a.svg --scale 2", "--scale is for PNG"),
        ("8 -o a.png --scale 1000", "expected a number from 0.1 to 20"),
        ("8 -o a.png --scale nan", "expected a number from 0.1 to 20"),
        ("8 -o a.png --theme auto", "a PNG is light or dark"),
        ("8 -o none/a.svg", "none/a.svg: "),
        ("8 -o a.svg --odds", "--odds is for mines"),
        ("12 -o a.svg --solve --all", "at most 1000"),
    ] {
        let run = sator(&format!("render {words}")).inside(&folder).run();
        run.fails().stderr_has(&[message]);
        assert!(folder.names().is_empty(), "{words}");
    }
    if cfg!(feature = "png") {
        let run = sator("render 100 -o a.png --scale 20").inside(&folder).run();
        run.fails().stderr_has(&["80080×80080 pixels is too large"]);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_and_nothing_is_said_to_be_drawn() {
    let run = sator("render 8 --to svg -o /dev/full").run();
    run.fails().stderr_has(&["/dev/full: no space left"]);
    assert!(!run.stderr.contains("Drew"), "{}", run.stderr);
}
