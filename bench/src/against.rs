//! `--against PATH`: an older `sator` and the present one on the same command lines, turn by turn.
//! Ratios are of one run, so that the machine's load disturbs both programs alike.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use serde_json::Value;

use crate::race::{Contender, Lap, race};
use crate::report::{Figure, Report, Row};
use crate::shared::data;
use crate::tool::{Folder, Outcome, Tool};

/// A command line, with the names of prepared files in braces.
struct Case {
    line: &'static str,
    compared: Compared,
}

/// The part of the programs' results that must agree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compared {
    /// Exit status and standard output, without times: the answer is unique.
    Output,
    /// Exit status only: there are several answers.
    Status,
}

use Compared::{Output, Status};

const CASES: &[Case] = &[
    case("--version", Status),
    case("solve 8", Status),
    case("solve 64", Status),
    case("solve 256", Status),
    case("solve 1000", Status),
    case("solve 8 --all --json", Status),
    case("solve 10 --all", Status),
    case("solve {completions} --json", Status),
    case("count 8", Output),
    case("count 10", Output),
    case("count 12", Output),
    case("count 13", Output),
    case("count 14", Output),
    case("count 12 --up-to-symmetry", Output),
    case("count {completions}", Output),
    case("count {blocked}", Output),
    case("solve {17 clues} --threads 1", Output),
    case("solve {17 clues} --threads 2", Output),
    case("solve {17 clues} --unique", Output),
    case("solve {17 clues} --json", Output),
    case("check {17 clues} --solution {17 clues solved}", Output),
    case("solve {magictour} --threads 1", Output),
    case("solve {magictour} --threads 2", Output),
    case("solve {hardest} --threads 1", Output),
    case("solve {hardest} --threads 2", Output),
    case("count {several answers}", Output),
    case("solve examples/sudoku/9x9.txt", Output),
    case("solve examples/sudoku/9x9.txt --unique --json", Output),
    case("analyze examples/sudoku/9x9.txt", Output),
    case("solve examples/sudoku/16x16.txt", Output),
    case("solve examples/sudoku/25x25.txt", Output),
    case("solve {sudoku 16x16}", Output),
    case("solve {sudoku 16x16} --unique --json", Output),
    case("count {sudoku 16x16}", Output),
    case("solve examples/killer/wikipedia.txt --unique", Output),
    case("solve examples/killer/16x16.txt --unique", Status),
    case("analyze examples/killer/wikipedia.txt", Output),
    case("solve {janko}", Output),
    case("solve {janko} --unique --json", Output),
    case("solve {krazydad}", Output),
    case("solve {krazydad} --unique --json", Output),
    case("solve {tarek}", Output),
    case("solve {killers without answer}", Output),
    case("solve {k16_one30}", Status),
    case("solve {k16_tiny}", Status),
    case("solve {k16_small}", Status),
    case("solve examples/minesweeper/expert.txt", Status),
    case("analyze examples/minesweeper/expert.txt --odds", Output),
    case("solve {boards} --json", Status),
    case("analyze {boards} --json", Output),
    case("count {boards}", Output),
    case("solve examples/minesweeper/checkerboard.txt", Status),
    case("solve {large board}", Status),
    case("analyze {large board}", Output),
    case("generate 8 -o -", Output),
    case("generate 256 -o -", Output),
    case("generate examples/sudoku/25x25.txt -o -", Output),
    case("generate examples/killer/16x16.txt -o -", Output),
    case("generate examples/killer/16x16.txt --encoding cage=order -o -", Output),
    case("generate examples/minesweeper/checkerboard.txt -o -", Output),
    case("solve 32 --backend cadical", Status),
    // A formula, not a puzzle: a named solver gets the stated formula of a puzzle, where older programs
    // gave it a reduced one.
    case("sat {formula} --backend cadical", Status),
];

const fn case(line: &'static str, compared: Compared) -> Case {
    Case { line, compared }
}

/// The content of a prepared file.
enum Content {
    /// The puzzles of a list of 9×9 sudokus, so many times over.
    Lines(&'static str, usize),
    /// Their stored solutions, as many times.
    Solutions(&'static str, usize),
    /// The first lines of a file that contain all of these words.
    Matching(&'static str, &'static [&'static str], usize),
    /// The older program's output on this command line.
    Printed(&'static str),
}

use Content::{Lines, Matching, Printed, Solutions};

/// Lists are repeated, as one alone takes little longer than the start of a process.
const FILES: &[(&str, &str, Content)] = &[
    ("17 clues", "txt", Lines("sudoku9/clue17.txt", 10)),
    ("17 clues solved", "txt", Solutions("sudoku9/clue17.txt", 10)),
    ("magictour", "txt", Lines("sudoku9/magictour_top1465.txt", 10)),
    ("hardest", "txt", Lines("sudoku9/forum_hardest_1905.txt", 10)),
    ("several answers", "txt", Lines("sudoku9/multi_solutions.txt", 4)),
    ("sudoku 16x16", "jsonl", Matching("sudoku_sizes/sudoku_16.jsonl", &["\"count\":1,"], 100)),
    ("janko", "jsonl", Matching("killer/killer.jsonl", &["\"janko\"", "\"unique\":true"], 100)),
    ("krazydad", "jsonl", Matching("killer/killer.jsonl", &["\"krazydad\""], 100)),
    ("tarek", "jsonl", Matching("killer/killer.jsonl", &["\"tarek\""], 100)),
    ("killers without answer", "jsonl", Matching("killer/killer_unsat.jsonl", &[], 100)),
    ("k16_one30", "jsonl", Matching("killer/killer_large.jsonl", &["\"k16_one30\""], 5)),
    ("k16_tiny", "jsonl", Matching("killer/killer_large.jsonl", &["\"k16_tiny\""], 5)),
    ("k16_small", "jsonl", Matching("killer/killer_large.jsonl", &["\"k16_small\""], 2)),
    ("completions", "jsonl", Matching("nqueens/completion.jsonl", &[], 100)),
    ("blocked", "jsonl", Matching("nqueens/excluded_diagonals_blocked.jsonl", &[], 100)),
    ("boards", "jsonl", Matching("minesweeper/boards.jsonl", &[], 200)),
    (
        "large board",
        "txt",
        Printed("create minesweeper --size 300x300 --density 0.2 --revealed 0.5 --seed 7"),
    ),
    ("formula", "cnf", Printed("generate examples/sudoku/25x25.txt -o -")),
];

/// A command whose runs are shorter than this is repeated within its turn. The best run counts: the
/// noise of starting processes only ever adds time.
const TURN: Duration = Duration::from_millis(25);

/// Runs all cases that have one of the words in their lines, or all without words.
pub(crate) fn run(report: &mut Report, old: &Path, words: &[String]) -> ExitCode {
    report.begin("against an older sator");
    let Some(new) = Tool::find(report) else { return ExitCode::FAILURE };
    let old = Tool::at(old);
    let folder = Folder::new();
    let files = prepare(&folder, &old);
    let runs = report.quick_or(7, 20);
    print_line("job", ["old", "new", "new/old", "processor"]);
    let (mut ratios, mut disagreements) = (Vec::new(), 0);
    for case in cases(words) {
        let Some(line) = fill(case.line, &files) else {
            report.note(format!("left out, as its data are missing: {}", case.line));
            continue;
        };
        if let Some(difference) = case.difference(&old.outcome(&line), &new.outcome(&line)) {
            report.note(format!("DIFFERENT {difference}: {}", case.line));
            disagreements += 1;
        }
        let mut processor = [Duration::MAX; 2];
        let [first, second] = &mut processor;
        let laps = race(&[line], 1, runs, &mut [contender(&old, first), contender(&new, second)]);
        let [old, new] = [0, 1].map(|at| Figure::time(laps[at][0].time));
        let [old_processor, new_processor] = processor.map(Figure::time);
        let ratio = Ratio {
            name: case.line.replace(['{', '}'], ""),
            time: new.value / old.value,
            processor: new_processor.value / old_processor.value,
        };
        let [time, processor] = [ratio.time, ratio.processor].map(|it| format!("{it:.3}"));
        print_line(&ratio.name, [&old.show(), &new.show(), &time, &processor]);
        report.keep(Row::new(&ratio.name, new).against("old", old));
        let name = format!("{}, processor time", ratio.name);
        report.keep(Row::new(name, new_processor).against("old", old_processor));
        ratios.push(ratio);
    }
    summarise(report, "time", &ratios, |ratio| ratio.time);
    summarise(report, "processor time", &ratios, |ratio| ratio.processor);
    if disagreements == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The command lines that [`run`] takes for these words, for `--list`.
pub(crate) fn lines(words: &[String]) -> impl Iterator<Item = &'static str> {
    cases(words).map(|case| case.line)
}

fn cases(words: &[String]) -> impl Iterator<Item = &'static Case> {
    let is_selected = |case: &&Case| {
        words.is_empty() || words.iter().any(|word| case.line.contains(word.as_str()))
    };
    CASES.iter().filter(is_selected)
}

fn print_line(name: &str, columns: [&str; 4]) {
    let [old, new, ratio, processor] = columns;
    println!("{name:<62} {old:>10} {new:>10} {ratio:>8} {processor:>10}");
}

/// The present program's times over the older one's: less than 1 is faster.
struct Ratio {
    name: String,
    time: f64,
    processor: f64,
}

/// The geometric mean of a column, and its worst row.
fn summarise(report: &mut Report, what: &str, ratios: &[Ratio], column: fn(&Ratio) -> f64) {
    let by_column = |a: &&Ratio, b: &&Ratio| column(a).total_cmp(&column(b));
    let Some(worst) = ratios.iter().max_by(by_column) else { return };
    let logarithms: f64 = ratios.iter().map(|ratio| column(ratio).ln()).sum();
    let mean = (logarithms / ratios.len() as f64).exp();
    report.note(format!(
        "{what}, new/old: geometric mean {mean:.3} of {} jobs; worst {:.3}: {}",
        ratios.len(),
        column(worst),
        worst.name
    ));
}

impl Case {
    /// Names the part in which the results differ.
    fn difference(&self, old: &Outcome, new: &Outcome) -> Option<String> {
        if old.status != new.status {
            return Some(format!("exit status, {:?} and {:?}", old.status, new.status));
        }
        let answer = |outcome: &Outcome| {
            if self.line.contains("--json") {
                without_times(&outcome.output)
            } else {
                outcome.output.clone()
            }
        };
        let differs = self.compared == Output && answer(old) != answer(new);
        differs.then(|| "output".to_owned())
    }
}

/// Lines of JSON without the fields that may change from run to run.
fn without_times(output: &str) -> String {
    let line = |line: &str| match serde_json::from_str(line) {
        Ok(Value::Object(mut object)) => {
            object.retain(|field, _| field != "stats" && field != "backend");
            Value::Object(object).to_string() + "\n"
        }
        _ => line.to_owned() + "\n",
    };
    output.lines().map(line).collect()
}

/// Runs a command for a turn, at least once; also keeps its shortest processor time.
fn contender<'a>(tool: &'a Tool, processor: &'a mut Duration) -> Contender<'a, String> {
    Box::new(|lines| {
        let (mut best, mut spent) = (Duration::MAX, Duration::ZERO);
        while spent < TURN {
            let outcome = tool.outcome(&lines[0]);
            spent += outcome.time;
            best = best.min(outcome.time);
            *processor = outcome.processor.min(*processor);
        }
        Lap::whole(best)
    })
}

/// Writes the files, and maps the name of each to its path. Files without data are left out.
fn prepare(folder: &Folder, old: &Tool) -> BTreeMap<&'static str, String> {
    let prepared = FILES.iter().filter_map(|(name, extension, content)| {
        let path = folder.file(&format!("{}.{extension}", name.replace(' ', "-")));
        fs::write(&path, content.text(old)?).expect("a temporary file can be written");
        Some((*name, path))
    });
    prepared.collect()
}

impl Content {
    fn text(&self, old: &Tool) -> Option<String> {
        let read = |file: &str| fs::read_to_string(data(file)?).ok();
        let column = |file: &str, at, copies| {
            let text = read(file)?;
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            let words = lines.filter_map(|line| line.split_whitespace().nth(at));
            Some(join(words).repeat(copies))
        };
        match *self {
            Lines(file, copies) => column(file, 0, copies),
            Solutions(file, copies) => column(file, 2, copies),
            Matching(file, words, most) => {
                let text = read(file)?;
                let matches = |line: &&str| words.iter().all(|word| line.contains(word));
                Some(join(text.lines().filter(matches).take(most)))
            }
            Printed(line) => Some(old.outcome(line).output),
        }
    }
}

/// Each on a line of its own.
fn join<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The line with paths in place of names, if all of its files are there.
fn fill(line: &str, files: &BTreeMap<&str, String>) -> Option<String> {
    let mut filled = line.to_owned();
    for (name, path) in files {
        filled = filled.replace(&format!("{{{name}}}"), path);
    }
    (!filled.contains('{')).then_some(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_in_braces_is_a_prepared_file() {
        let files = FILES.iter().map(|(name, ..)| (*name, "path".to_owned())).collect();
        for case in CASES {
            assert!(fill(case.line, &files).is_some(), "{}", case.line);
        }
        assert_eq!(fill("solve {tarek}", &BTreeMap::new()), None);
    }

    #[test]
    fn times_are_no_difference_but_answers_are() {
        let outcome = |status, output: &str| Outcome {
            time: Duration::ZERO,
            processor: Duration::ZERO,
            status: Some(status),
            output: output.to_owned(),
        };
        let first = outcome(0, "{\"count\":\"92\",\"stats\":{\"seconds\":1}}\n");
        let second = outcome(0, "{\"count\":\"92\",\"stats\":{\"seconds\":2}}\n");
        let other = outcome(0, "{\"count\":\"93\",\"stats\":{\"seconds\":1}}\n");
        let difference = |compared, old, new| case("count 8 --json", compared).difference(old, new);
        assert_eq!(difference(Output, &first, &second), None);
        assert_eq!(difference(Output, &first, &other).as_deref(), Some("output"));
        assert_eq!(difference(Status, &first, &other), None);
        assert!(difference(Status, &first, &outcome(1, "")).is_some());
    }
}
