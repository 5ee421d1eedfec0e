//! Explanations, step by step: the rules and earlier facts of a step force its facts, and without
//! any one of them they do not.

mod derived;
mod meaning;
mod printed;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use sator::engine::explain::{End, Fact, Search, Step};
use sator::engine::{
    CellState, Explanation, Limits, Options, candidates, explain, odds, solutions,
};
use sator::explain::Narrator;
use sator::model::{CellId, CellName, Domain, Value};
use sator::puzzle::{AnyPuzzle, ParseOptions};
use sator::puzzles::{Contents, contents, killer, minesweeper, queens, recognise, sudoku};
use sator_sat::Lit;

use crate::puzzles::common::{full, read, some_answers};
use meaning::Meaning;
use sator_testing::{SharedData, needs};

/// The facts that are known before a step, and the checks of the step.
struct Checked<'c> {
    found: &'c Explanation,
    name: &'c str,
    known: HashSet<Lit>,
}

impl Checked<'_> {
    fn lit(&self, fact: Fact) -> Lit {
        let cells = self.found.units.instance().cells();
        cells.lit(fact).unwrap_or_else(|| panic!("{}: {fact:?} lies outside", self.name))
    }

    fn lits(&self, facts: &[Fact]) -> Vec<Lit> {
        facts.iter().map(|&fact| self.lit(fact)).collect()
    }

    fn words(&self, step: &Step) -> String {
        let units = &self.found.units;
        let texts: Vec<_> = step.units.iter().map(|&id| units.text(id)).collect();
        format!("{}: {step:?} by {texts:?}", self.name)
    }

    /// A step is right, minimal, and rests on what is known.
    fn check(&mut self, step: &Step) {
        let (facts, because) = (self.lits(&step.facts), self.lits(&step.because));
        let mut meaning = Meaning::new(&self.found.units);
        let mut on: Vec<Lit> = step.units.iter().map(|&id| meaning.add(id)).collect();
        on.extend(&because);
        on.extend(step.differences.iter().map(|it| meaning.add_difference(&it.cells)));
        let some_is_false = meaning.some_is_false(&facts);
        on.push(some_is_false);
        assert!(!meaning.is_possible(&on), "not forced: {}", self.words(step));
        assert_ne!(step.search, Search::CutShort, "there was time: {}", self.words(step));
        for dropped in 0..step.units.len() + because.len() + step.differences.len() {
            let switch = on.remove(dropped);
            assert!(meaning.is_possible(&on), "{dropped} is not needed: {}", self.words(step));
            on.insert(dropped, switch);
        }
        for (&fact, &lit) in step.because.iter().zip(&because) {
            if !self.known.contains(&lit) {
                self.is_scanned(fact);
            }
        }
        for &lit in &facts {
            assert!(!self.known.contains(&lit), "already known: {}", self.words(step));
            assert!(!self.known.contains(&!lit), "false: {}", self.words(step));
            self.known.insert(lit);
        }
    }

    /// A fact that was noted without a step follows from one unit and one placed value.
    fn is_scanned(&self, fact: Fact) {
        let name = self.name;
        let Some((unit, placed)) = self.found.scan(fact) else {
            panic!("{name}: {fact:?} is neither given nor stated");
        };
        let placed_lit = self.lit(placed);
        let is_hidden =
            matches!(self.found.units.instance().cells().name(placed.cell), CellName::Auxiliary(_));
        let is_known = self.known.contains(&placed_lit);
        assert!(is_known && (placed.holds || is_hidden), "{name}: {placed:?} is unknown");
        let mut meaning = Meaning::new(&self.found.units);
        let assumptions = [meaning.add(unit), placed_lit, !self.lit(fact)];
        assert!(!meaning.is_possible(&assumptions), "{name}: {placed:?} allows {fact:?}");
    }
}

/// The values that all solutions share; `None` if there is no solution.
fn settled(puzzle: &AnyPuzzle) -> Option<HashMap<CellId, Value>> {
    let options = Options::default();
    let ids = (0..).map(CellId::nth);
    if puzzle.truth_words().is_some() {
        let odds = odds(puzzle, &options).unwrap()?;
        let value = |state| match state {
            CellState::AlwaysTrue => Some(1),
            CellState::AlwaysFalse => Some(0),
            _ => None,
        };
        let cells = ids.zip(&odds.cells);
        return Some(cells.filter_map(|(id, cell)| Some((id, value(cell.state)?))).collect());
    }
    let found = candidates(solutions(puzzle, &options), |_| ()).unwrap();
    let cells = ids.zip(&found.cells).filter_map(|(id, cell)| Some((id, cell.settled()?)));
    found.has_answer.expect("there was time").then(|| cells.collect())
}

/// Explains a puzzle and checks every step, up to so many.
pub(crate) fn check(name: &str, puzzle: &AnyPuzzle, steps: Option<usize>) {
    let limits = Limits { steps, ..Limits::default() };
    let found = explain(puzzle, &Options::default(), limits, &mut |_, _| ()).unwrap();
    let instance = found.units.instance();
    let cells = instance.cells();
    let given = instance.clues().facts.iter().filter_map(|&fact| cells.lit(fact));
    let mut state = Checked { found: &found, name, known: given.collect() };
    let given = state.known.clone();
    found.steps.iter().for_each(|step| state.check(step));
    derived::check(name, &found.units);
    has_words(name, puzzle, &found);
    printed::check(name, puzzle, &found);
    if found.end == End::Limit {
        return;
    }
    let settled = settled(puzzle);
    assert_eq!(found.end == End::Contradiction, settled.is_none(), "{name}: {:?}", found.end);
    let contradictions = found.steps.iter().filter(|step| step.facts.is_empty()).count();
    assert!(contradictions <= usize::from(settled.is_none()), "{name}");
    if let Some(settled) = settled {
        is_complete(&state, &given, &settled);
        let is_solved = settled.len() == cells.len();
        let end = if is_solved { End::Solved } else { End::Undetermined };
        assert_eq!(found.end, end, "{name}");
    }
}

/// Every cell with a settled value that was not given is stated once with it.
fn is_complete(state: &Checked<'_>, given: &HashSet<Lit>, settled: &HashMap<CellId, Value>) {
    let cells = state.found.units.instance().cells();
    let mut stated: HashMap<CellId, Vec<Value>> = HashMap::new();
    for fact in state.found.steps.iter().flat_map(|step| &step.facts) {
        let is_truth = cells.domain(fact.cell) == Domain::Truth;
        let value =
            if is_truth { Value::from(fact.holds == (fact.value == 1)) } else { fact.value };
        if is_truth || fact.holds {
            stated.entry(fact.cell).or_default().push(value);
        }
    }
    // Of an auxiliary cell with two values, "not the one" may be stated, or "the other".
    let is_shown = |name: &CellName| !matches!(name, CellName::Auxiliary(_));
    for (cell, cell_name, _) in cells.iter().filter(|(_, name, _)| is_shown(name)) {
        let expected: Vec<_> = settled
            .get(&cell)
            .filter(|&&value| !given.contains(&cells.is(cell, value)))
            .copied()
            .into_iter()
            .collect();
        let found = stated.remove(&cell).unwrap_or_default();
        assert_eq!(found, expected, "{}: {cell_name}", state.name);
    }
}

/// Each step has a reason in words, and its size is the number of its rules.
fn has_words(name: &str, puzzle: &AnyPuzzle, found: &Explanation) {
    let mut narrator = Narrator::new(puzzle, &[]);
    for step in &found.steps {
        let told = narrator.tell(&found.units, step, &|fact| found.scan(fact));
        assert!(!told.because.is_empty(), "{name}: {step:?}");
        assert!(told.because.iter().all(|it| !it.trim().is_empty()), "{name}: {told:?}");
        assert!(!told.text.is_empty() && !told.name.is_empty(), "{name}: {told:?}");
        assert_eq!(told.size, step.units.len(), "{name}");
    }
}

fn folder(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Examples that take long to the end; only their first steps are checked.
const SLOW: [&str; 4] =
    ["futoshiki/9x9.txt", "futoshiki/signs-only.txt", "killer/16x16.txt", "sudoku/16x16.txt"];
/// Examples of which the other steps are checked with `SATOR_FULL`.
const LONG: [&str; 2] = ["sudoku/arrow.txt", "sudoku/mixed.txt"];
const SOME_STEPS: usize = 25;

/// A test for each folder of examples: they run at once.
mod every_step_of_every_example_is_forced_by_its_reason_and_by_no_less {
    macro_rules! folders {
        ($($kind:ident)*) => {
            $(
                #[test]
                fn $kind() {
                    super::every_step_is_forced(stringify!($kind));
                }
            )*

            #[test]
            fn no_folder_is_left_out() {
                let mut folders = super::folder(&super::examples()).into_iter();
                $(assert!(folders.next().unwrap().ends_with(stringify!($kind)));)*
                assert_eq!(folders.next(), None);
            }
        };
    }

    folders!(futoshiki kakuro killer minesweeper queens sudoku);
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// Of every example in a folder.
fn every_step_is_forced(kind: &str) {
    let examples = examples();
    for path in folder(&examples.join(kind)) {
        let text = fs::read_to_string(&path).unwrap();
        let options = ParseOptions::default();
        let name = path.strip_prefix(&examples).unwrap().display().to_string();
        let puzzles = match contents(&text, None, &options) {
            Contents::Lines(Some(kind)) => text
                .lines()
                .filter(|line| !line.trim().is_empty())
                .filter_map(|line| kind.read(line, &options).ok())
                .collect(),
            _ => vec![recognise(&text, &options).unwrap_or_else(|it| panic!("{name}: {it}"))],
        };
        for puzzle in puzzles {
            let name = name.as_str();
            let is_long = SLOW.contains(&name) || LONG.contains(&name) && !full();
            let steps = is_long.then_some(SOME_STEPS);
            check(name, &puzzle, steps);
        }
    }
}

/// A 4×4 sudoku with a rule, and with as many givens as make it unique; `None` if the rule allows no
/// grid.
fn unique_with(rule: &str) -> Option<AnyPuzzle> {
    let puzzle = |cells: &[u8]| {
        let rows: Vec<_> = cells.chunks(4).map(|row| std::str::from_utf8(row).unwrap()).collect();
        read(&sudoku::KIND, &format!("{}\n{rule}", rows.join("\n")))
    };
    let answer = some_answers(&puzzle(&[b'.'; 16]), &Options::default(), 1).pop()?;
    let mut cells: Vec<u8> = answer.values[..16].iter().map(|&it| b'0' + it as u8).collect();
    // In an order that is not that of the board.
    for at in (0..16).map(|it| it * 7 % 16) {
        let given = std::mem::replace(&mut cells[at], b'.');
        if some_answers(&puzzle(&cells), &Options::default(), 2).len() > 1 {
            cells[at] = given;
        }
    }
    Some(puzzle(&cells))
}

#[test]
fn every_step_with_every_extra_rule_is_forced_by_what_is_printed() {
    let mut explained = 0;
    for (name, example) in sudoku::extras::examples() {
        if let Some(puzzle) = unique_with(example) {
            check(&format!("{name}: {example}"), &puzzle, None);
            explained += 1;
        }
        // Contradictions and what several answers share, too.
        let open = read(&sudoku::KIND, &format!("1...\n....\n..2.\n....\n{example}"));
        check(&format!("open, {name}: {example}"), &open, Some(SOME_STEPS));
    }
    assert!(explained > 60, "{explained}");
}

/// Larger grids, where rules that count have more cells, and sums more parts.
const LARGER: [&str; 5] = [
    "3........\n.........\n.........\n.........\n....3....\n.........\n.........\n.........\n1245678..\n\
     look-and-say 2x3 r1c1 r5c5 r9c9",
    "3........\n.........\n.........\n.........\n....3....\n.........\n.........\n.........\n1245678..\n\
     look-and-say 2x3 r1c1 r5c5 r9c9 r9c8\nquadruple 1 1 2: r2c2 r2c3 r3c2 r3c3",
    "3.....\n......\n...3..\n......\n......\n12.4..\ncounting-circles r1c1 r3c4 r6c6 r4c5\n\
     equality-cage r5c1 r5c2 r4c1 r4c2",
    "1.....\n......\n......\n......\n......\n......\nregion-sum r1c2 r2c3 r2c4 r3c5\n\
     little-killer 9 r1c3 r2c4 r3c5 r4c6\narrow r6c6: r5c5 r4c4 r4c3\ndifferent r1c1 r3c4 r6c6",
    "no boxes\nvalues 0-4\n.....\n.....\n.....\n.....\n.....\nsum 3 r1c1 r1c2 r2c1\n\
     lunchbox 4 r3c1 r3c2 r3c3 r3c4",
];

#[test]
fn rules_that_count_are_cited_with_all_cells_that_use_them_up() {
    let puzzle = read(&sudoku::KIND, LARGER[0]);
    let found = explain(&puzzle, &Options::default(), Limits::default(), &mut |_, _| ()).unwrap();
    let mut narrator = Narrator::new(&puzzle, &[]);
    let told = narrator.tell(&found.units, &found.steps[0], &|fact| found.scan(fact));
    assert_eq!(told.text, "r9c9 is not 3");
    let because = "the cage at r1c1 has its listed values as often as listed: \
                   its two 3s are on r1c1 and r5c5";
    assert_eq!(told.because, [because]);
}

#[test]
fn steps_with_rules_that_count_are_forced_by_what_is_printed() {
    for text in LARGER {
        check(text, &read(&sudoku::KIND, text), Some(SOME_STEPS));
    }
}

/// Every so manyth puzzle of a list of sudokus.
fn check_sudokus(data: &SharedData, list: &str, every: usize) {
    let text = data.text(&format!("sudoku9/{list}.txt"));
    let lines = text.lines().filter(|line| line.len() >= 81 && !line.starts_with('#'));
    for (at, line) in lines.enumerate().step_by(every) {
        let puzzle = read(&sudoku::KIND, &line[..81]);
        check(&format!("{list} {at}"), &puzzle, None);
    }
}

/// So many of each list; all of them take minutes.
fn every(some: usize) -> usize {
    if full() { some.div_ceil(10) } else { some }
}

#[needs(shared_data)]
fn steps_of_sudokus_with_17_givens_are_forced_and_minimal(data: &SharedData) {
    check_sudokus(data, "clue17", every(200));
}

#[needs(shared_data)]
fn steps_of_hard_sudokus_are_forced_and_minimal(data: &SharedData) {
    check_sudokus(data, "hard_top95", every(10));
    check_sudokus(data, "forum_hardest_1905", every(300));
}

#[needs(shared_data)]
fn steps_to_a_contradiction_are_forced_and_minimal(data: &SharedData) {
    check_sudokus(data, "invalid_zero", 1);
    check_sudokus(data, "invalid_zero_derived", every(4));
    for (at, line) in data.text("killer/killer_unsat.jsonl").lines().enumerate().step_by(every(14))
    {
        check(&format!("killer_unsat {at}"), &read(&killer::KIND, line), None);
    }
}

#[needs(shared_data)]
fn steps_of_sudokus_with_several_solutions_are_forced_and_minimal(data: &SharedData) {
    check_sudokus(data, "multi_solutions", every(4));
}

#[needs(shared_data)]
fn steps_on_boards_of_mines_are_forced_and_minimal(data: &SharedData) {
    let text = data.text("minesweeper/boards.jsonl");
    for (at, line) in text.lines().enumerate().step_by(every(3)) {
        check(&format!("boards {at}"), &read(&minesweeper::KIND, line), None);
    }
}

#[needs(shared_data)]
fn steps_of_killers_are_forced_and_minimal(data: &SharedData) {
    let text = data.text("killer/killer.jsonl");
    let is_wanted =
        |line: &&str| ["\"janko_", "\"krazydad_"].iter().any(|group| line[..40].contains(group));
    for (at, line) in text.lines().filter(is_wanted).enumerate().step_by(every(12)) {
        check(&format!("killer {at}"), &read(&killer::KIND, line), None);
    }
}

#[needs(shared_data)]
fn steps_of_queens_are_forced_and_minimal(data: &SharedData) {
    let text = data.text("nqueens/completion.jsonl");
    let is_wanted = |line: &&str| line.contains("\"count\":1,") || line.contains("\"UNSAT\"");
    for (at, line) in text.lines().filter(is_wanted).enumerate().step_by(every(4)) {
        check(&format!("completion {at}"), &read(&queens::KIND, line), None);
    }
}
