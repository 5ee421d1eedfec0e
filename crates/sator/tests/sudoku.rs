//! Sudoku against what others counted, published and solved.

use std::collections::HashSet;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::thread;

use sator::engine::{
    Formula, FormulaSize, Lowering, Options, Report, Road, Search, Series, Step, count_at_once,
    fit_answer,
};
use sator::model::Solution;
use sator::puzzle::{ParseOptions, Puzzle};
use sator::puzzles::sudoku::KIND;
use sator_sat::backend::{BACKENDS, Backend, Budget, Config, Interrupt, Outcome, Solver, Stats};
use sator_sat::dimacs::{self, Dimacs};
use sator_sat::{Lit, Tally};
use serde_json::{Value, json};

fn sudoku(text: &str) -> Box<dyn Puzzle> {
    KIND.read(text, &ParseOptions::default()).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// The only way to say any shape of boxes in one text.
fn empty(box_h: usize, box_w: usize) -> Box<dyn Puzzle> {
    let n = box_h * box_w;
    sudoku(&json!({ "box_h": box_h, "box_w": box_w, "grid": vec![vec![0; n]; n] }).to_string())
}

/// 23 clues of our own making. Neither a cell with one value left nor a value with one place left
/// takes anyone far.
const HARD: &str =
    ".92......1.32.9...........7..7.....3.3.41.5.6.....3....4.5....26..9.1.4.......8..";
const HARD_ANSWER: &str =
    "792654138183279654456138927267895413839412576514763289341586792678921345925347861";

/// The values of a line of digits.
fn solution(line: &str) -> Solution {
    let value = |symbol: char| symbol.to_digit(10).unwrap() as i32;
    Solution { values: line.chars().map(value).collect() }
}

/// All answers, or as many as are enough; each is another.
fn answers(mut search: Search<'_>, enough: usize) -> Vec<Solution> {
    let mut answers = Vec::new();
    while answers.len() < enough {
        match search.next_answer().unwrap() {
            Step::Answer(answer) => answers.push(answer),
            Step::Done => break,
            Step::Stopped(reason) => panic!("stopped without a limit: {reason:?}"),
        }
    }
    assert_eq!(answers.iter().collect::<HashSet<_>>().len(), answers.len());
    answers
}

fn all_answers(puzzle: &dyn Puzzle, options: &Options) -> Vec<Solution> {
    answers(Search::open(puzzle, options), usize::MAX)
}

/// Each backend at the same time as the others.
fn on_every_backend(run: impl Fn(&Options) + Sync) {
    thread::scope(|scope| {
        for backend in BACKENDS {
            let run = &run;
            scope.spawn(move || {
                run(&Options { backend: Solver::Embedded(backend).into(), ..Options::default() });
            });
        }
    });
}

// Counts.

/// Without boxes they are Latin squares: 1, 2, 12, 576 of them.
#[test]
fn empty_grids_have_the_known_counts() {
    on_every_backend(|options| {
        for (box_h, box_w, expected) in
            [(1, 1, 1), (1, 2, 2), (3, 1, 12), (2, 2, 288), (1, 4, 576), (4, 1, 576)]
        {
            let puzzle = empty(box_h, box_w);
            let case = format!("{} with {}", puzzle.title(), options.backend.name());
            assert_eq!(all_answers(puzzle.as_ref(), options).len(), expected, "{case}");
        }
    });
}

// What follows from the clues.

/// A grid that is shifted from row to row, with a third of it empty, and how it was.
fn shifted(box_h: usize, box_w: usize) -> (Box<dyn Puzzle>, Solution) {
    let n = box_h * box_w;
    let value = |row: usize, column: usize| (box_w * (row % box_h) + row / box_h + column) % n + 1;
    let is_empty =
        |row: usize, column: usize| (row * 7 + column * 5 + row * column).is_multiple_of(3);
    let given = |row, column| if is_empty(row, column) { 0 } else { value(row, column) };
    let row = |row| (0..n).map(|column| given(row, column)).collect::<Vec<_>>();
    let grid: Vec<_> = (0..n).map(row).collect();
    let values = (0..n * n).map(|at| value(at / n, at % n) as i32).collect();
    let text = json!({ "box_h": box_h, "box_w": box_w, "grid": grid }).to_string();
    (sudoku(&text), Solution { values })
}

/// A solver that is asked for gets what elimination leaves; otherwise a search would come first.
fn batsat() -> Options {
    Options { backend: "batsat".parse().unwrap(), ..Options::default() }
}

#[test]
fn a_grid_too_large_for_bits_keeps_its_givens_without_elimination() {
    let (puzzle, answer) = shifted(4, 4);
    let options = Options { backend: Road::Search, eliminate: false, ..Options::default() };
    let mut search = Search::open(puzzle.as_ref(), &options);
    assert_eq!(search.next_answer(), Ok(Step::Answer(answer)));
    let count = count_at_once(puzzle.as_ref(), &options, false, &mut |_| ()).unwrap();
    assert_eq!(count.map(|count| count.number), Some(1_u32.into()));
}

fn report_of_all(mut search: Search<'_>) -> Report {
    assert!(matches!(search.next_answer(), Ok(Step::Answer(_))));
    assert_eq!(search.next_answer(), Ok(Step::Done));
    search.report()
}

#[test]
fn an_easy_puzzle_needs_no_choice_and_a_hard_one_no_solver() {
    let options = Options::default();
    let ((easy, _), hard) = (shifted(3, 3), sudoku(HARD));
    // One alone is not worth the layout that a search needs.
    let alone = report_of_all(Search::open(easy.as_ref(), &options));
    assert_eq!((alone.used_solver, alone.solver.solved_by, alone.known), (false, None, 729));
    let mut series = Series::default();
    let in_a_series = report_of_all(series.open(easy.as_ref(), &options));
    assert_eq!(in_a_series.solver.decisions, Some(0));
    for hard in [
        report_of_all(Search::open(hard.as_ref(), &options)),
        report_of_all(series.open(hard.as_ref(), &options)),
    ] {
        assert_eq!((hard.used_solver, hard.solver.solved_by), (false, Some("search")));
        assert!(hard.solver.decisions > Some(0));
    }
}

#[test]
fn elimination_alone_solves_an_easy_puzzle() {
    let (puzzle, answer) = shifted(3, 3);
    let mut search = Search::open(puzzle.as_ref(), &batsat());
    assert_eq!(search.report().known, 729);
    assert_eq!(search.report().size, Some(FormulaSize::default()));
    assert_eq!(search.next_answer(), Ok(Step::Answer(answer)));
    assert_eq!(search.next_answer(), Ok(Step::Done));
    assert_eq!(search.report().solver, Stats::default());
    assert_eq!(search.met().number, 1);
}

/// Of our own making too: without looking at where boxes and rows meet, 48 cells stay empty.
#[test]
fn elimination_sees_where_a_box_speaks_for_a_row() {
    let clues = ".63.2...5...7......98..1....4..1..6.3..4.7.2...6..53....1.5....2.........59...1.8";
    let answer =
        "163829475524736981798541236842913567315467829976285314431658792287194653659372148";
    let puzzle = sudoku(clues);
    let mut search = Search::open(puzzle.as_ref(), &batsat());
    assert_eq!(search.report().known, 729);
    assert_eq!(search.next_answer(), Ok(Step::Answer(solution(answer))));
}

#[test]
fn a_hard_puzzle_is_left_to_the_solver_but_for_what_is_known() {
    let puzzle = sudoku(HARD);
    let mut search = Search::open(puzzle.as_ref(), &batsat());
    let report = search.report();
    assert!((1..729).contains(&report.known), "{}", report.known);
    assert_eq!(u64::from(report.size.unwrap().variables), 729 - report.known);
    assert_eq!(search.next_answer(), Ok(Step::Answer(solution(HARD_ANSWER))));
    assert_eq!(search.next_answer(), Ok(Step::Done));
}

/// The same value twice in a row, a cell without a value, a box without a place for 1.
fn contradictions() -> [Box<dyn Puzzle>; 3] {
    let twice = ["5.......5", "", ""];
    let no_value = [".12345678", "9", ""];
    let no_place = ["....1", ".......1", "234"];
    [twice, no_value, no_place].map(|rows| {
        let rows = rows.map(|row| format!("{row:.<9}")).concat();
        sudoku(&format!("{rows:.<81}"))
    })
}

#[test]
fn clues_that_contradict_each_other_need_no_solver() {
    on_every_backend(|options| {
        for puzzle in contradictions() {
            let mut search = Search::open(puzzle.as_ref(), options);
            assert_eq!(search.next_answer(), Ok(Step::Done), "{}", puzzle.print());
            assert_eq!(search.report().size, Some(FormulaSize::default()));
            let Stats { conflicts, decisions, .. } = search.report().solver;
            assert_eq!((conflicts, decisions.unwrap_or(0)), (None, 0));
            let plainly = Options { eliminate: false, ..options.clone() };
            assert_eq!(all_answers(puzzle.as_ref(), &plainly), []);
        }
    });
}

/// More shapes than a series remembers, and each of them with few rules and with all.
#[test]
fn puzzles_of_many_shapes_may_take_turns_in_a_series() {
    let shapes = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1), (2, 3), (3, 3)];
    let mut series = Series::default();
    for (box_h, box_w) in [shapes, shapes].concat() {
        for puzzle in [shifted(box_h, box_w).0, empty(box_h, box_w)] {
            for lowering in [Lowering::default(), minimal()] {
                let options = Options { lowering, ..Options::default() };
                let enough = 10;
                let found = answers(series.open(puzzle.as_ref(), &options), enough).len();
                let expected = answers(Search::open(puzzle.as_ref(), &options), enough).len();
                assert_eq!(found, expected, "{} with {lowering}", puzzle.title());
            }
        }
    }
}

// Formulas.

fn formula(puzzle: &dyn Puzzle, lowering: Lowering) -> Formula {
    Formula::new(puzzle, lowering, &Interrupt::default()).unwrap()
}

fn reduced(puzzle: &dyn Puzzle, lowering: Lowering) -> Formula {
    Formula::reduced(puzzle, lowering, &Interrupt::default()).unwrap()
}

fn minimal() -> Lowering {
    "minimal,pairwise".parse().unwrap()
}

fn written(formula: &Formula) -> String {
    let mut text = Vec::new();
    formula.write_dimacs(&mut text, false, &Interrupt::default()).unwrap();
    String::from_utf8(text).unwrap()
}

fn clauses(formula: &Formula) -> u64 {
    formula.size().total().clauses
}

/// Something is true of each of so many groups of `n`, and no two things are.
fn once_each(groups: u64, n: u64) -> u64 {
    groups + groups * (n * (n - 1) / 2)
}

#[test]
fn an_empty_grid_has_the_formula_of_the_textbook() {
    let formula = formula(empty(3, 3).as_ref(), Lowering::pairwise());
    let text = written(&formula);
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('c')).collect();
    assert_eq!(lines[..2], ["p cnf 729 11988", "1 2 3 4 5 6 7 8 9 0"]);
    assert_eq!(lines[81..83], ["721 722 723 724 725 726 727 728 729 0", "-1 -2 0"]);
    assert_eq!(lines.len(), 1 + 11988);
    let families = formula.size().families.iter();
    let families: Vec<_> =
        families.map(|(family, Tally { clauses, .. })| (*family, *clauses)).collect();
    let each = 81 + 81 * 36;
    assert_eq!(families, ["cells", "rows", "columns", "boxes"].map(|family| (family, each)));
}

#[test]
fn few_rules_are_a_shorter_formula() {
    let formula = formula(empty(3, 3).as_ref(), minimal());
    assert_eq!(formula.size().variables, 729);
    assert_eq!(clauses(&formula), 81 + 3 * 81 * 36);
    assert!(written(&formula).contains("\np cnf 729 8829\n1 2 3 4 5 6 7 8 9 0\n"));
}

#[test]
fn the_formula_of_any_size_is_counted_to_the_clause() {
    for (box_h, box_w) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 4), (4, 4), (5, 5), (6, 6)] {
        let (puzzle, n) = (empty(box_h, box_w), (box_h * box_w) as u64);
        // A grid of one row has no boxes but its rows.
        let kinds = if n == 1 { 3 } else { 4 };
        let formula = formula(puzzle.as_ref(), Lowering::pairwise());
        assert_eq!(u64::from(formula.size().variables), n * n * n);
        assert_eq!(clauses(&formula), kinds * once_each(n * n, n), "{}", puzzle.title());
        let latin = self::formula(empty(1, n as usize).as_ref(), Lowering::pairwise());
        assert_eq!(clauses(&latin), 3 * once_each(n * n, n), "{}", puzzle.title());
    }
}

/// The clauses of one literal in a formula, as numbers.
fn units(formula: &Formula) -> Vec<usize> {
    let text = written(formula);
    let unit = |line: &str| line.strip_suffix(" 0")?.parse().ok();
    text.lines().filter_map(unit).collect()
}

/// The cells that are given, numbered as the textbooks do: rows, columns, then values from 1.
fn numbered(n: usize, cells: &[usize]) -> Vec<usize> {
    let given = cells.iter().enumerate().filter(|(_, value)| **value > 0);
    given.map(|(at, value)| at / n * n * n + at % n * n + value).collect()
}

#[test]
fn each_given_is_one_more_clause_that_tells_its_row_column_and_value() {
    let cells: Vec<_> = HARD.chars().map(|it| it.to_digit(10).unwrap_or(0) as usize).collect();
    let expected = numbered(9, &cells);
    assert_eq!((expected.len(), &expected[..3]), (23, &[9 + 9, 18 + 2, 81 + 1][..]));
    for lowering in [Lowering::pairwise(), minimal()] {
        let formula = formula(sudoku(HARD).as_ref(), lowering);
        let without = self::formula(empty(3, 3).as_ref(), lowering);
        assert_eq!(units(&formula), expected, "{lowering}");
        assert_eq!(clauses(&formula), clauses(&without) + 23, "{lowering}");
        assert_eq!(formula.size().variables, 729, "{lowering}");
    }
}

#[test]
fn cells_of_other_sizes_are_numbered_in_the_same_way() {
    let mut cells = vec![0; 144];
    for (at, value) in [(0, 12), (11, 1), (12, 5), (143, 11)] {
        cells[at] = value;
    }
    let grid: Vec<_> = cells.chunks(12).collect();
    let puzzle = sudoku(&json!({ "box_h": 3, "box_w": 4, "grid": grid }).to_string());
    let units = units(&formula(puzzle.as_ref(), Lowering::pairwise()));
    assert_eq!(units, numbered(12, &cells));
    assert_eq!(units, [12, 133, 149, 1727]);
}

/// What a solver makes of a formula in a file.
fn solved(formula: &Formula) -> Outcome {
    let Dimacs { variables, clauses, .. } = dimacs::read(written(formula).as_bytes()).unwrap();
    let mut solver: Box<dyn Backend> = (BACKENDS[0].create)(&Config::default());
    solver.reserve(variables);
    clauses.pour(solver.as_mut());
    solver.solve(&[], &Budget::default()).unwrap()
}

/// The formula without what follows has the same variables and answer, and is no longer.
fn is_reduced_well(puzzle: &dyn Puzzle, answer: Option<&Solution>) {
    for lowering in [Lowering::pairwise(), minimal()] {
        let (whole, reduced) = (formula(puzzle, lowering), reduced(puzzle, lowering));
        assert_eq!(reduced.size().variables, whole.size().variables);
        assert!(clauses(&reduced) <= clauses(&whole), "{lowering} of {}", puzzle.print());
        let found = match solved(&reduced) {
            Outcome::Sat(assignment) => {
                let lits: Vec<Lit> = assignment.lits().collect();
                Some(fit_answer(puzzle, &lits).unwrap())
            }
            Outcome::Unsat(_) => None,
            Outcome::Stopped(reason) => panic!("stopped without a limit: {reason:?}"),
        };
        assert_eq!(found.as_ref(), answer, "{lowering} of {}", puzzle.print());
    }
}

#[test]
fn a_reduced_formula_has_the_same_answer() {
    let (puzzle, answer) = shifted(3, 3);
    is_reduced_well(puzzle.as_ref(), Some(&answer));
    assert_eq!(clauses(&reduced(puzzle.as_ref(), Lowering::pairwise())), 729);
    is_reduced_well(sudoku(HARD).as_ref(), Some(&solution(HARD_ANSWER)));
    for puzzle in contradictions() {
        is_reduced_well(puzzle.as_ref(), None);
    }
    for stored in some_nine_by_nine().filter(|stored| stored.count <= 1) {
        is_reduced_well(stored.puzzle.as_ref(), stored.answer.as_ref());
    }
}

#[test]
fn without_clues_there_is_nothing_to_reduce() {
    let puzzle = empty(3, 3);
    let whole = written(&formula(puzzle.as_ref(), Lowering::pairwise()));
    assert_eq!(written(&reduced(puzzle.as_ref(), Lowering::pairwise())), whole);
}

// Puzzles from elsewhere.

/// Whether the tests that take minutes are wanted as well.
fn full() -> bool {
    env::var_os("SATOR_FULL").is_some()
}

/// Said past the test harness, which hides what `eprintln!` says in a test that passes.
fn left_out(what: &str) {
    let _ = writeln!(io::stderr(), "left out: {what}");
}

/// The names and texts of the shared files in a folder that begin and end so, where they are
/// present.
fn shared(folder: &str, begin: &str, end: &str) -> Vec<(String, String)> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let folder = Path::new(data).join(folder);
    let entries = fs::read_dir(&folder).into_iter().flatten();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> =
        names.filter(|name| name.starts_with(begin) && name.ends_with(end)).collect();
    names.sort();
    if names.is_empty() {
        left_out(&format!("puzzles from elsewhere, as there are none in {}", folder.display()));
    }
    let text = |name: &String| fs::read_to_string(folder.join(name)).unwrap();
    names.into_iter().map(|name| (name.clone(), text(&name))).collect()
}

/// A puzzle and what is known about it.
struct Stored {
    name: String,
    puzzle: Box<dyn Puzzle>,
    count: usize,
    /// There may be more than these.
    or_more: bool,
    answer: Option<Solution>,
    /// The answer as it was written.
    text: String,
}

impl Stored {
    /// From `puzzle count solution`.
    fn from_line(name: String, line: &str) -> Self {
        let [cells, count, text] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("three words, not {line}")
        };
        let (puzzle, count) = (sudoku(cells), count.parse().unwrap());
        let answer = (count == 1).then(|| solution(text));
        Self { name, puzzle, count, or_more: false, answer, text: text.to_owned() }
    }

    fn from_json(line: &str) -> Self {
        let known: Value = serde_json::from_str(line).unwrap();
        let (exact, least) = (known["count"].as_u64(), known["count_at_least"].as_u64());
        let count = exact.or(least).unwrap() as usize;
        assert_eq!(if count > 0 { "SAT" } else { "UNSAT" }, known["status"]);
        let cells = |rows: &Vec<Value>| {
            let cells = rows.iter().flat_map(|row| row.as_array().unwrap());
            cells.map(|cell| cell.as_i64().unwrap() as i32).collect()
        };
        let answer = known["solution"].as_array().map(|rows| Solution { values: cells(rows) });
        assert_eq!(answer.is_some(), exact == Some(1));
        let (name, text) =
            (known["id"].as_str().unwrap().to_owned(), known["solution"].to_string());
        Self { name, puzzle: sudoku(line), count, or_more: exact.is_none(), answer, text }
    }

    /// The options are for the message only.
    fn is_answered_by(&self, search: Search<'_>, options: &Options) {
        let case = format!("{} on {}", self.name, options.backend.name());
        let enough = if self.or_more { self.count } else { usize::MAX };
        let answers = answers(search, enough);
        assert_eq!(answers.len(), self.count, "{case}");
        if let Some(answer) = &self.answer {
            assert_eq!(answers[0], *answer, "{case}");
        }
    }

    /// Measured: these five take two minutes on all backends, all the others fifteen seconds.
    fn is_long(&self) -> bool {
        let hard = ["p21", "p23", "p25", "p28"].map(|number| format!("_{number}_25x25"));
        self.count > 4000 || hard.iter().any(|end| self.name.ends_with(end))
    }
}

/// The lists of 9×9.
fn nine_by_nine() -> Vec<Vec<Stored>> {
    let stored = |(file, text): (String, String)| {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
        lines.map(|(at, line)| Stored::from_line(format!("{file}:{at}"), line)).collect()
    };
    shared("sudoku9", "", ".txt").into_iter().map(stored).collect()
}

/// Some of each list.
fn some_nine_by_nine() -> impl Iterator<Item = Stored> {
    nine_by_nine().into_iter().flat_map(|list| list.into_iter().step_by(20))
}

/// Every line of the lists of other sizes. One list there has no answers to compare with.
fn other_sizes() -> Vec<Stored> {
    let files = shared("sudoku_sizes", "sudoku_", ".jsonl");
    files.iter().flat_map(|(_, text)| text.lines()).map(Stored::from_json).collect()
}

#[test]
fn every_backend_finds_the_stored_count_and_answer_of_lines_in_a_row() {
    let lists = nine_by_nine();
    on_every_backend(|options| {
        let mut series = Series::default();
        for stored in lists.iter().flatten() {
            stored.is_answered_by(series.open(stored.puzzle.as_ref(), options), options);
        }
    });
}

#[test]
fn every_backend_finds_the_stored_count_and_answer_of_lines_alone() {
    let some: Vec<_> = some_nine_by_nine().collect();
    on_every_backend(|options| {
        for stored in &some {
            stored.is_answered_by(Search::open(stored.puzzle.as_ref(), options), options);
        }
    });
}

#[test]
fn every_backend_finds_the_stored_count_and_answer_of_other_sizes() {
    let (long, short): (Vec<_>, Vec<_>) = other_sizes().into_iter().partition(Stored::is_long);
    if !full() && !long.is_empty() {
        let names: Vec<_> = long.iter().map(|stored| stored.name.as_str()).collect();
        left_out(&format!("{}; SATOR_FULL=1 runs them", names.join(", ")));
    }
    on_every_backend(|options| {
        for stored in short.iter().chain(long.iter().filter(|_| full())) {
            stored.is_answered_by(Search::open(stored.puzzle.as_ref(), options), options);
        }
    });
}

#[test]
fn elimination_changes_no_answer() {
    let is_small = |stored: &Stored| stored.puzzle.model().variables() <= 12 * 12 * 12;
    let small = other_sizes().into_iter().filter(is_small);
    let all: Vec<_> = some_nine_by_nine().chain(small).collect();
    on_every_backend(|options| {
        let plainly = Options { eliminate: false, ..options.clone() };
        for Stored { name, puzzle, .. } in &all {
            let sorted = |options| {
                let mut answers = all_answers(puzzle.as_ref(), options);
                answers.sort_unstable();
                answers
            };
            assert_eq!(sorted(options), sorted(&plainly), "{name} on {}", options.backend.name());
        }
    });
}

#[test]
fn stored_answers_are_right_as_values_and_as_text_and_no_other_value_is() {
    for (number, Stored { name, puzzle, answer, text, .. }) in
        nine_by_nine().into_iter().flatten().chain(other_sizes()).enumerate()
    {
        let Some(answer) = answer else { continue };
        assert_eq!(puzzle.check(&answer), Ok(()), "{name}");
        assert_eq!(puzzle.check_text(&text), Ok(Ok(answer.clone())), "{name}");
        assert_eq!(puzzle.contradiction(), None, "{name}");
        let line = |answer| puzzle.answer_line(answer);
        assert_eq!(puzzle.check_text(&line(&answer)), Ok(Ok(answer.clone())), "{name}");
        let mut changed = answer.clone();
        let at = number * 7 % answer.values.len();
        // The next value, and 1 after the last.
        let last = answer.values.iter().max().unwrap();
        changed.values[at] = answer.values[at] % last + 1;
        assert!(puzzle.check(&changed).is_err(), "{name} at {at}");
        assert!(matches!(puzzle.check_text(&line(&changed)), Ok(Err(_))), "{name} at {at}");
    }
}

// Programs of their own, which the test command installs.

/// Gives each of the roads all of the puzzles, in full; every road has its own thread.
fn go(roads: &[&str], puzzles: &[Stored]) {
    thread::scope(|scope| {
        for name in roads {
            scope.spawn(move || {
                let backend = name.parse().unwrap_or_else(|error| panic!("{error}"));
                let options = Options { backend, eliminate: false, ..Options::default() };
                for stored in puzzles {
                    let search = Search::open(stored.puzzle.as_ref(), &options);
                    stored.is_answered_by(search, &options);
                }
            });
        }
    });
}

/// Those with few answers, since each costs a program a start.
fn some_of_few_answers(step: usize) -> Vec<Stored> {
    let nine = nine_by_nine().into_iter().flatten();
    let few = nine.chain(other_sizes()).filter(|stored| stored.count <= 12 && !stored.is_long());
    few.filter(|stored| stored.puzzle.model().variables() <= 16 * 16 * 16).step_by(step).collect()
}

#[test]
fn solver_programs_find_the_stored_answers() {
    let programs = ["minisat", "cadical", "cryptominisat5", "picosat", "clasp", "z3"];
    let programs = programs.map(|name| format!("exec:{name}"));
    let step = if full() { 40 } else { 100 };
    go(&programs.each_ref().map(String::as_str), &some_of_few_answers(step));
}

#[test]
fn smt_solvers_find_the_stored_answers() {
    let step = if full() { 80 } else { 200 };
    go(&["z3", "cvc5"], &some_of_few_answers(step));
}
