//! Sudoku, against published counts, published puzzles and their solutions.

use std::fs;
use std::sync::Arc;

use sator::engine::{
    Formula, FormulaSize, Instance, Lowering, Method, Options, Report, Solutions, Step, count,
    fit_answer, formula, reduced_formula, solutions,
};
use sator::model::engine::{ByMeaning, CompiledRules};
use sator::model::{Model, Solution};
use sator::puzzle::AnyPuzzle;
use sator::puzzles::sudoku::KIND;
use sator_sat::Lit;
use sator_sat::backend::{BACKENDS, Budget, Config, Interrupt, Outcome, Stats};
use sator_sat::dimacs::{self, Dimacs};
use sator_testing::{SharedData, needs, with_programs};
use serde_json::{Value, json};

use super::common::{all_answers, by, full, on_every_backend, read, some_answers, wanted};

fn sudoku(text: &str) -> AnyPuzzle {
    read(&KIND, text)
}

/// The only way to say any shape of boxes in one text.
fn empty(box_h: usize, box_w: usize) -> AnyPuzzle {
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
            assert_eq!(all_answers(&puzzle, options).len(), expected, "{case}");
        }
    });
}

// What follows from the clues.

/// A grid that is shifted from row to row, with a third of it empty, and how it was.
fn shifted(box_h: usize, box_w: usize) -> (AnyPuzzle, Solution) {
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

/// The report after the only solution was found and shown to be the only one.
fn report_of_all(puzzle: &AnyPuzzle, options: &Options, answer: &Solution) -> Report {
    let mut solutions = solutions(puzzle, options);
    assert_eq!(solutions.step(), Ok(Step::Solution(answer.clone())));
    assert_eq!(solutions.step(), Ok(Step::Exhausted));
    assert_eq!(solutions.digest().number, 1);
    solutions.report()
}

#[test]
fn a_grid_too_large_for_bits_keeps_its_givens_without_elimination() {
    let (puzzle, answer) = shifted(4, 4);
    let options = Options { backend: Method::Search, eliminate: Some(false), ..Options::default() };
    report_of_all(&puzzle, &options, &answer);
    let count = count(&puzzle, &options, false, &mut |_, _| ()).unwrap();
    assert_eq!(count.map(|count| count.number), Some(1_u32.into()));
}

#[test]
fn an_easy_puzzle_needs_no_decision_and_a_hard_one_no_solver() {
    let (easy, answer) = shifted(3, 3);
    let easy = report_of_all(&easy, &Options::default(), &answer);
    assert_eq!((easy.used_solver, easy.solver.decisions.unwrap_or(0)), (false, 0));
    let hard = report_of_all(&sudoku(HARD), &Options::default(), &solution(HARD_ANSWER));
    assert_eq!((hard.used_solver, hard.solver.solved_by), (false, Some("search")));
    assert!(hard.solver.decisions > Some(0));
}

/// In the second, where each row of a box lies in a row of the grid, both must be looked at.
#[test]
fn elimination_alone_solves_easy_puzzles_and_leaves_the_open_variables_of_a_hard_one() {
    let clues = ".63.2...5...7......98..1....4..1..6.3..4.7.2...6..53....1.5....2.........59...1.8";
    let answer =
        "163829475524736981798541236842913567315467829976285314431658792287194653659372148";
    let reduced = Options { eliminate: Some(true), ..by("batsat") };
    for (puzzle, answer) in [shifted(3, 3), (sudoku(clues), solution(answer))] {
        let report = report_of_all(&puzzle, &reduced, &answer);
        assert_eq!((report.known, report.size), (729, Some(FormulaSize::default())));
        assert_eq!(report.solver, Stats::default());
    }
    let report = report_of_all(&sudoku(HARD), &reduced, &solution(HARD_ANSWER));
    assert!((1..729).contains(&report.known), "{}", report.known);
    assert_eq!(u64::from(report.size.unwrap().variables), 729 - report.known);
}

/// The same value twice in a row, a cell without a value, a box without a place for 1.
fn contradictions() -> [AnyPuzzle; 3] {
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
            let reduced = Options { eliminate: Some(true), ..options.clone() };
            let mut search = solutions(&puzzle, &reduced);
            assert_eq!(search.step(), Ok(Step::Exhausted), "{}", puzzle.print());
            assert_eq!(search.report().size, Some(FormulaSize::default()));
            let Stats { conflicts, decisions, .. } = search.report().solver;
            assert_eq!((conflicts, decisions.unwrap_or(0)), (None, 0));
            let plainly = Options { eliminate: Some(false), ..options.clone() };
            assert_eq!(all_answers(&puzzle, &plainly), []);
        }
    });
}

/// The solutions, unverified, with rules that were compiled for this puzzle alone.
fn uncached(puzzle: &AnyPuzzle, options: &Options) -> Solutions {
    let instance = Instance::new(Arc::new(CompiledRules::new(puzzle.rules())), puzzle.clues());
    Solutions::new(instance, Arc::new(ByMeaning(Model::new())), options)
}

/// More shapes than the cache of compiled rules keeps, each with few rules and with all.
#[test]
fn puzzles_of_many_shapes_have_the_same_solutions_with_cached_rules() {
    let shapes = (1..=6).flat_map(|rows| (1..=6).map(move |columns| (rows, columns)));
    let shapes: Vec<_> = shapes.filter(|(rows, columns)| rows * columns <= 10).collect();
    assert!(shapes.len() > 16);
    for (box_h, box_w) in [shapes.clone(), shapes].concat() {
        for puzzle in [shifted(box_h, box_w).0, empty(box_h, box_w)] {
            for lowering in [Lowering::default(), minimal()] {
                let options = Options { lowering, ..Options::default() };
                let found = some_answers(&puzzle, &options, 5).len();
                let expected = uncached(&puzzle, &options).take(5).map(Result::unwrap).count();
                assert_eq!(found, expected, "{} with {lowering}", puzzle.title());
            }
        }
    }
}

// Formulas.

fn whole(puzzle: &AnyPuzzle, lowering: Lowering) -> Formula {
    formula(puzzle, None, lowering, &Budget::default()).unwrap()
}

fn reduced(puzzle: &AnyPuzzle, lowering: Lowering) -> Formula {
    reduced_formula(puzzle, lowering, &Budget::default()).unwrap()
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
    let formula = whole(&empty(3, 3), Lowering::pairwise());
    let text = written(&formula);
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('c')).collect();
    assert_eq!(lines[..2], ["p cnf 729 11988", "1 2 3 4 5 6 7 8 9 0"]);
    assert_eq!(lines[81..83], ["721 722 723 724 725 726 727 728 729 0", "-1 -2 0"]);
    assert_eq!(lines.len(), 1 + 11988);
    let families = formula.size().families.iter().map(|(name, tally)| (*name, tally.clauses));
    let each = ["cells", "rows", "columns", "boxes"].map(|family| (family, 81 + 81 * 36));
    assert_eq!(families.collect::<Vec<_>>(), each);
    let few = written(&whole(&empty(3, 3), minimal()));
    assert!(few.contains("\np cnf 729 8829\n1 2 3 4 5 6 7 8 9 0\n"));
}

#[test]
fn the_formula_of_any_size_is_counted_to_the_clause() {
    for (box_h, box_w) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 4), (4, 4), (5, 5), (6, 6)] {
        let (puzzle, n) = (empty(box_h, box_w), (box_h * box_w) as u64);
        // A grid of one row has no boxes but its rows.
        let kinds = if n == 1 { 3 } else { 4 };
        let formula = whole(&puzzle, Lowering::pairwise());
        assert_eq!(u64::from(formula.size().variables), n * n * n);
        assert_eq!(clauses(&formula), kinds * once_each(n * n, n), "{}", puzzle.title());
        let latin = whole(&empty(1, n as usize), Lowering::pairwise());
        assert_eq!(clauses(&latin), 3 * once_each(n * n, n), "{}", puzzle.title());
    }
}

/// Variables are numbered as in textbooks: rows, columns, then values from 1.
#[test]
fn each_given_is_one_more_clause_of_its_row_column_and_value() {
    let mut grid = vec![vec![0; 12]; 12];
    (grid[0][0], grid[0][11], grid[1][0], grid[11][11]) = (12, 1, 5, 11);
    let twelve = sudoku(&json!({ "box_h": 3, "box_w": 4, "grid": grid }).to_string());
    for lowering in [Lowering::pairwise(), minimal()] {
        for (puzzle, empty, first) in [
            (sudoku(HARD), empty(3, 3), vec![9 + 9, 18 + 2, 81 + 1]),
            (twelve.clone(), empty(3, 4), vec![12, 133, 149, 1727]),
        ] {
            let (given, formula) = (puzzle.clues().facts.len(), whole(&puzzle, lowering));
            let text = written(&formula);
            let unit = |line: &str| line.strip_suffix(" 0")?.parse().ok();
            let units: Vec<u64> = text.lines().filter_map(unit).collect();
            assert_eq!((units.len(), &units[..first.len()]), (given, &first[..]), "{lowering}");
            assert_eq!(clauses(&formula), clauses(&whole(&empty, lowering)) + given as u64);
        }
    }
}

/// What a solver makes of a formula in a file.
fn solved(formula: &Formula) -> Outcome {
    let Dimacs { variables, clauses, .. } = dimacs::read(written(formula).as_bytes()).unwrap();
    let mut solver = (BACKENDS[0].create)(&Config::default());
    solver.reserve(variables);
    clauses.pour(solver.as_mut());
    solver.solve(&[], &Budget::default()).unwrap()
}

/// The formula without what follows has the same variables and answer, and is no longer.
fn is_reduced_well(puzzle: &AnyPuzzle, answer: Option<&Solution>) {
    for lowering in [Lowering::pairwise(), minimal()] {
        let (whole, reduced) = (whole(puzzle, lowering), reduced(puzzle, lowering));
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
    is_reduced_well(&puzzle, Some(&answer));
    assert_eq!(clauses(&reduced(&puzzle, Lowering::pairwise())), 729);
    is_reduced_well(&sudoku(HARD), Some(&solution(HARD_ANSWER)));
    for puzzle in contradictions() {
        is_reduced_well(&puzzle, None);
    }
}

#[needs(shared_data)]
fn a_reduced_formula_of_a_published_puzzle_has_the_same_answer(data: &SharedData) {
    for stored in some_nine_by_nine(data).filter(|stored| stored.count <= 1) {
        is_reduced_well(&stored.puzzle, stored.answer.as_ref());
    }
}

#[test]
fn without_clues_there_is_nothing_to_reduce() {
    let puzzle = empty(3, 3);
    let whole = written(&self::whole(&puzzle, Lowering::pairwise()));
    assert_eq!(written(&reduced(&puzzle, Lowering::pairwise())), whole);
}

// Puzzles from elsewhere.

/// The names of the shared files in a folder that begin and end so.
fn shared_names(data: &SharedData, folder: &str, begin: &str, end: &str) -> Vec<String> {
    let entries = fs::read_dir(data.path(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names = names.filter(|name| name.starts_with(begin) && name.ends_with(end));
    let mut names: Vec<_> = names.map(|name| format!("{folder}/{name}")).collect();
    names.sort();
    assert!(!names.is_empty());
    names
}

/// A puzzle and what is known about it.
struct Stored {
    name: String,
    puzzle: AnyPuzzle,
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

    fn is_answered_by(&self, options: &Options) {
        let case = format!("{} on {}", self.name, options.backend.name());
        let most = if self.or_more { self.count } else { usize::MAX };
        let answers = some_answers(&self.puzzle, options, most);
        assert_eq!(answers.len(), self.count, "{case}");
        assert!(self.answer.as_ref().is_none_or(|answer| answers[0] == *answer), "{case}");
    }

    /// Measured: these five take two minutes on all backends, all the others fifteen seconds.
    fn is_long(&self) -> bool {
        let hard = ["p21", "p23", "p25", "p28"].map(|number| format!("_{number}_25x25"));
        self.count > 4000 || hard.iter().any(|end| self.name.ends_with(end))
    }
}

/// The lists of 9×9.
fn nine_by_nine(data: &SharedData) -> Vec<Vec<Stored>> {
    let stored = |file: String| {
        let text = data.text(&file);
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
        lines.map(|(at, line)| Stored::from_line(format!("{file}:{at}"), line)).collect()
    };
    shared_names(data, "sudoku9", "", ".txt").into_iter().map(stored).collect()
}

/// Some of each list.
fn some_nine_by_nine(data: &SharedData) -> impl Iterator<Item = Stored> {
    nine_by_nine(data).into_iter().flat_map(|list| list.into_iter().step_by(20))
}

/// Every line of the lists of other sizes. One list there has no answers to compare with.
fn other_sizes(data: &SharedData) -> Vec<Stored> {
    let files = shared_names(data, "sudoku_sizes", "sudoku_", ".jsonl");
    let stored = |file: String| data.text(&file).lines().map(Stored::from_json).collect::<Vec<_>>();
    files.into_iter().flat_map(stored).collect()
}

#[needs(shared_data)]
fn every_method_finds_the_stored_count_and_answer(data: &SharedData) {
    let [short, long] = wanted(other_sizes(data), Stored::is_long, |stored| &stored.name);
    let nine = nine_by_nine(data);
    nine.iter().flatten().for_each(|stored| stored.is_answered_by(&by("search")));
    nine.iter().flatten().chain(&short).for_each(|stored| stored.is_answered_by(&by("auto")));
    on_every_backend(|options| {
        for stored in nine.iter().flatten().chain(&short).chain(&long) {
            stored.is_answered_by(options);
        }
    });
}

#[needs(shared_data)]
fn stored_answers_are_right_as_values_and_as_text_and_no_other_value_is(data: &SharedData) {
    for (number, Stored { name, puzzle, answer, text, .. }) in
        nine_by_nine(data).into_iter().flatten().chain(other_sizes(data)).enumerate()
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

/// Solves all of the puzzles without elimination.
fn solve_with(name: &str, puzzles: &[Stored]) {
    let options = Options { eliminate: Some(false), ..by(name) };
    for stored in puzzles {
        stored.is_answered_by(&options);
    }
}

/// Those with few answers, since each costs a program a start.
fn some_of_few_answers(data: &SharedData, step: usize) -> Vec<Stored> {
    let nine = nine_by_nine(data).into_iter().flatten();
    let few =
        nine.chain(other_sizes(data)).filter(|stored| stored.count <= 12 && !stored.is_long());
    few.filter(|stored| stored.puzzle.rules().cells().variables() <= 16 * 16 * 16)
        .step_by(step)
        .collect()
}

with_programs!(
    a_sat_program_finds_the_stored_answers, shared_data:
    minisat cadical cryptominisat5 picosat clasp z3
);

fn a_sat_program_finds_the_stored_answers(name: &str, data: &SharedData) {
    solve_with(&format!("exec:{name}"), &some_of_few_answers(data, if full() { 40 } else { 100 }));
}

with_programs!(an_smt_solver_finds_the_stored_answers, shared_data: z3 cvc5);

fn an_smt_solver_finds_the_stored_answers(name: &str, data: &SharedData) {
    solve_with(name, &some_of_few_answers(data, if full() { 80 } else { 200 }));
}
