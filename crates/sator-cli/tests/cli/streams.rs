//! Streams of sudokus: each line is answered when it arrives, none is lost, and memory does not
//! grow.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::thread;

use serde_json::{Value, json};

use crate::batch::{many, solve, solved};
use crate::common::{Folder, PROGRAM, Sator, sator};
use crate::grids::{Boxes, DIGITS, FOUR, NINE, SIX, SIXTEEN, json_grids};

/// Writes a line at a time to a stream that stays open, and waits for each answer; then Ctrl-C.
#[track_caller]
fn converse(words: &str, lines: &[String], answers: &[String]) {
    let (mut run, mut stdin) = sator(words).start_open();
    let output = run.lines();
    // From the second line on, the input is known to be a list, and each line is answered.
    stdin.write_all((lines[0].clone() + "\n").as_bytes()).unwrap();
    for (at, answer) in answers.iter().enumerate() {
        if let Some(next) = lines.get(at + 1) {
            stdin.write_all((next.clone() + "\n").as_bytes()).unwrap();
        }
        assert_eq!(output.next(), *answer, "{words}, line {}", at + 1);
    }
    run.interrupt();
    run.finish().exits(3);
    assert!(output.is_end(), "{words}");
}

/// Puzzles of these sizes, and their answers.
fn lines_of(sizes: &[Boxes]) -> [Vec<String>; 2] {
    let pairs: Vec<_> = (20..).zip(sizes).map(|(seed, boxes)| solved(*boxes, seed)).collect();
    [0, 1].map(|side| pairs.iter().map(|pair| pair[side].clone()).collect())
}

#[test]
fn a_stream_of_long_lines_is_answered_as_it_comes_and_can_be_interrupted() {
    let [lines, answers] = lines_of(&[SIXTEEN; 6]);
    for words in ["solve", "solve sudoku", "solve sudoku --threads 1", "solve --unique"] {
        converse(words, &lines, &answers);
    }
    converse("count", &lines, &vec!["1".to_owned(); 6]);
    let object = |seed| json!({ "grid": NINE.unique(seed).0 }).to_string();
    let answer = |seed| DIGITS.line(&NINE.unique(seed).1);
    converse("solve", &[object(1), object(2)], &[answer(1), answer(2)]);
}

#[test]
fn a_stream_of_usual_lines_is_answered_as_it_comes_and_can_be_interrupted() {
    let [lines, answers] = lines_of(&[NINE; 6]);
    converse("solve sudoku", &lines, &answers);
}

#[test]
fn a_stream_of_usual_lines_needs_no_word_to_be_answered_as_it_comes() {
    let [lines, answers] = lines_of(&[NINE; 6]);
    converse("solve", &lines, &answers);
}

#[test]
fn a_stream_with_a_named_format_is_answered_as_it_comes() {
    let [lines, answers] = lines_of(&[FOUR, FOUR, SIX, FOUR]);
    converse("solve sudoku --format sdm", &lines, &answers);
}

#[test]
fn lines_that_come_at_once_are_answered_though_the_last_is_short() {
    let [lines, answers] = lines_of(&[SIXTEEN, SIXTEEN, FOUR]);
    let (mut run, mut stdin) = sator("solve sudoku").start_open();
    let output = run.lines();
    stdin.write_all((lines.join("\n") + "\n").as_bytes()).unwrap();
    assert_eq!([output.next(), output.next(), output.next()], *answers);
    drop(stdin);
    run.finish().exits(0);
}

#[test]
fn all_answers_of_a_stream_can_be_interrupted_while_it_waits() {
    let [first, _] = solved(SIXTEEN, 1);
    let (mut run, mut stdin) = sator("solve sudoku --all").start_open();
    let output = run.lines();
    stdin.write_all(format!("{first}\n{first}\n").as_bytes()).unwrap();
    let heading = "Found 1 unique solution for 16×16 Sudoku";
    for _ in 0..2 {
        while output.next() != heading {}
    }
    while !output.next().starts_with('└') {}
    run.interrupt();
    run.finish().exits(3);
}

/// The error for the first input shows that the second is being read.
#[test]
fn an_interrupt_while_a_puzzle_is_read_is_exit_status_3() {
    for verb in ["solve", "count", "analyze", "rate"] {
        let (mut run, _stdin) = sator(&format!("{verb} no-such-file.txt -")).start_open();
        run.wait_for_message();
        run.interrupt();
        run.finish().exits(3);
    }
}

#[test]
fn an_interrupt_leaves_whole_lines_in_the_file() {
    let folder = Folder::new();
    let [puzzle, answer] = solved(SIXTEEN, 17);
    // Without the note on the symbols, the first message is the error.
    let words = "solve -o answers.txt --json --quiet";
    let (mut run, mut stdin) = sator(words).inside(&folder).start_open();
    let wrong = puzzle.replacen('.', "!", 1);
    stdin.write_all(format!("{puzzle}\n{puzzle}\n{wrong}\n").as_bytes()).unwrap();
    // The error is printed after the answers before it were written.
    run.wait_for_message();
    run.interrupt();
    run.finish().stdout_is("");
    assert_eq!(folder.names(), ["answers.txt"]);
    let text = folder.read("answers.txt");
    assert!(text.ends_with('\n') && text.lines().count() >= 2, "{text}");
    let grid = json_grids(&serde_json::from_str(text.lines().next().unwrap()).unwrap());
    assert_eq!(DIGITS.line(&grid[0]), answer);
}

/// The peak memory of a process in kB, where the system reports it.
fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[test]
fn memory_does_not_grow_with_the_stream() {
    const LINES: usize = 200_000;
    let (mut run, mut stdin) = sator("solve sudoku -q --threads 2").start_open();
    let output = run.lines();
    // A comment makes each line long: all lines together take 100 MB.
    let pairs: Vec<_> = (0..200).map(|seed| solved(FOUR, seed)).collect();
    let comment = "x".repeat(480);
    let lines: String =
        pairs.iter().fold(String::new(), |text, [puzzle, _]| text + puzzle + "," + &comment + "\n");
    let writer = thread::spawn(move || {
        let written = (0..LINES / 200).try_for_each(|_| stdin.write_all(lines.as_bytes()));
        written.map(|()| stdin)
    });
    for number in 0..LINES {
        assert_eq!(output.next(), pairs[number % 200][1]);
    }
    let stdin = writer.join().unwrap().unwrap();
    let peak = peak_memory(run.child.id());
    drop(stdin);
    run.finish().exits(0);
    assert!(peak.is_none_or(|peak| peak < 50_000), "{peak:?} kB");
}

#[test]
fn blank_lines_and_comments_hold_no_answer_back() {
    let [lines, answers] = lines_of(&[NINE; 5]);
    let spaced: Vec<_> = lines.iter().map(|line| format!("{line}\n\n# next\n")).collect();
    converse("solve sudoku", &spaced, &answers);
}

#[test]
fn a_slow_line_does_not_hold_back_the_answers_before_it() {
    // The second count never ends, and the third ends before the first.
    let some = "123456456123".to_owned() + &".".repeat(24);
    let [endless, quick] = ["1".to_owned() + &".".repeat(80), solved(FOUR, 30)[0].clone()];
    let (mut run, mut stdin) = sator("count sudoku --format sdm --threads 3").start_open();
    let output = run.lines();
    stdin.write_all(format!("{some}\n{endless}\n{quick}\n").as_bytes()).unwrap();
    let count: u64 = output.next().parse().unwrap();
    assert!(count > 100, "{count} counts nothing that takes time");
    run.interrupt();
    run.finish();
}

#[test]
fn every_whole_line_of_a_stream_that_breaks_is_answered() {
    let [puzzles, answers] = many(NINE, 0..60);
    let folder = Folder::with("many.txt", puzzles.replace('\n', "\n\n"));
    let packed = Sator::program("sh").args(["-c", "gzip -c many.txt > many.gz"]);
    packed.inside(&folder).run().exits(0);
    let packed = fs::read(folder.path("many.gz")).unwrap();
    let half = &packed[..packed.len() / 2];
    let unpacked = Sator::program("sh").args(["-c", "gzip -dc 2> /dev/null || true"]);
    let unpacked = unpacked.input(half).run().stdout;
    let whole = unpacked.lines().filter(|line| line.len() == 81).count();
    let run = solve(half, "-q");
    run.exits(2).stderr_has(&["cannot be decompressed"]);
    // The last line may be cut, and is then invalid.
    let answered: Vec<_> = run.stdout.lines().filter(|line| *line != "invalid").collect();
    assert!(whole > 10, "{whole}");
    assert_eq!(answered, answers.lines().take(whole).collect::<Vec<_>>());
}

#[test]
fn json_has_more_answers_than_are_held_in_one_object() {
    let object = sator("solve 12 --all --json").run().exits(0).object();
    let answers = object["solutions"].as_array().unwrap();
    let different: BTreeSet<_> = answers.iter().map(ToString::to_string).collect();
    assert_eq!((answers.len(), different.len()), (14_200, 14_200));
    assert_eq!((&object["status"], &object["complete"]), (&json!("sat"), &json!(true)));
    let few = sator("solve 4 --all --json").run().exits(0).object();
    let fields =
        |object: &Value| object.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(fields(&object), fields(&few));
}

#[test]
fn a_long_line_after_a_puzzle_is_refused_alone() {
    let [puzzle, answer] = &solved(NINE, 7);
    let text = format!("{puzzle}\n{}\n{puzzle}\n", ".".repeat(3 << 20));
    let run = sator("solve sudoku -q --threads 1").input(text).run();
    run.exits(2).stdout_is(&format!("{answer}\ninvalid\n{answer}\n"));
    run.stderr_has(&["2: expected a puzzle, found a line of over 1048576 bytes"]);
}

/// Compressed by a program, because a test cannot hold the text.
fn bomb(compressor: &str, mebibytes: u32) -> Folder {
    let folder = Folder::new();
    let line = format!("head -c {mebibytes}M /dev/zero | tr '\\0' '\\n' | {compressor} > bomb");
    Sator::program("sh").args(["-c", &line]).inside(&folder).run().exits(0);
    folder
}

#[test]
fn an_endless_text_is_refused_by_its_length() {
    for (words, limit) in [
        ("sat /dev/zero", "1 GB"),
        ("verify /dev/zero /dev/null", "1 GB"),
        ("decode 8 --answer /dev/zero", "64 MB"),
    ] {
        let run = sator(words).run();
        run.fails().stderr_has(&[&format!("expected at most {limit} of text, found more")]);
    }
    for words in ["solve queens /dev/zero", "check 8 --solution /dev/zero"] {
        let run = sator(words).run();
        run.fails()
            .stderr_is("/dev/zero:1: expected a puzzle, found a line of over 1048576 bytes\n");
    }
}

#[test]
fn every_xz_file_is_read() {
    let [puzzles, answers] = many(NINE, 0..4);
    let folder = Folder::with("many.txt", puzzles);
    for line in [
        "xz -c --check=sha256 many.txt",
        "xz -c --check=none many.txt",
        "xz -c --x86 --lzma2=dict=512MiB many.txt",
        "xz -c --delta=dist=4 --lzma2 many.txt",
        "xz -c --block-size=100 --check=crc32 many.txt",
        "head -2 many.txt | xz -c; tail -2 many.txt | xz -c --check=sha256; printf '\\0\\0\\0\\0'",
    ] {
        let line = format!("({line}) > many.xz; exec {PROGRAM} solve many.xz -q");
        let run = Sator::program("sh").args(["-c", &line]).inside(&folder).run();
        run.exits(0).stdout_is(&answers);
    }
}

#[test]
fn a_small_file_that_unpacks_to_much_takes_little_memory() {
    let folder = bomb("xz -9", 100);
    for words in ["solve bomb", "check 8 --solution bomb", "decode 8 --answer bomb", "sat bomb"] {
        let line = format!("ulimit -v 2000000; exec {PROGRAM} {words}");
        Sator::program("sh").args(["-c", &line]).inside(&folder).run().fails();
    }
}

#[test]
fn blank_lines_are_read_in_linear_time() {
    let folder = bomb("gzip -9", 100);
    for verb in ["solve", "count", "analyze", "rate"] {
        let run = sator(verb).arg("bomb").inside(&folder).run();
        run.fails().stderr_has(&["found nothing"]);
    }
}

#[test]
fn time_ends_while_a_text_is_read() {
    for (words, status, stdout) in [
        ("solve --timeout 0.5", 3, ""),
        ("count queens --timeout 0.5", 3, ""),
        ("sat --timeout 0.5", 0, "s UNKNOWN\n"),
    ] {
        let (run, mut stdin) = sator(words).start_open();
        stdin.write_all(b"4 4\n").unwrap();
        run.finish().exits(status).stdout_is(stdout);
    }
}

#[test]
fn the_time_begins_with_the_first_byte() {
    let (run, mut stdin) = sator("solve --timeout 2 -q").start_open();
    // This one begins later, and its time is up.
    let (other, mut others) = sator("solve --timeout 2 -q").start_open();
    others.write_all(b"4 4\n").unwrap();
    other.finish().exits(3);
    stdin.write_all(b"1\n").unwrap();
    drop(stdin);
    run.finish().exits(0);
}

#[test]
fn an_interrupt_while_a_formula_is_read_is_unknown() {
    let (mut run, mut stdin) = sator("sat").start_open();
    stdin.write_all(b"p cnf 1 1\n").unwrap();
    run.interrupt();
    run.finish().exits(0).stdout_is("s UNKNOWN\n");
}
