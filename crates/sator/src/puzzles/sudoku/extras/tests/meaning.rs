//! The constraints of every rule mean what its plain check says, on many grids: of 1 to 6 rows, with
//! values from 0, with gaps between values, with regions of any shape and cells in none; with lines
//! that repeat and cross cells. What the check says of a part of a board is certain.

use std::collections::HashMap;

use sator_model::{CellId, Rule};

use super::*;
use crate::dice::Dice;
use crate::puzzles::sudoku::check;

/// The values of the cells that are known.
type PartialBoard = Vec<Option<Value>>;

/// Grids before the rules are added.
const GRIDS: [&str; 14] = [
    ".",
    "values 0 2\n.",
    "no boxes\n..\n..",
    "no boxes\n...\n...\n...",
    "values 0-3\n...\n...\n...\nregions\nAAB\nCAB\nC.B",
    "....\n....\n....\n....",
    "values 0-3\n....\n....\n....\n....",
    "values 0-4\n....\n....\n....\n....\nregions\nAAB.\nACBB\nACCB\n.CDD",
    "values 1 2 4 7\n....\n....\n....\n....\nregions\nAAAB\nACBB\nCCDB\nCDDD",
    "no boxes\n.....\n.....\n.....\n.....\n.....",
    "values 0 1 2 3 5 6\n.....\n.....\n.....\n.....\n.....\nregions\nAABBB\nAACBB\nDAC.E\nDDCEE\nDDCEE",
    "box 2x3\n......\n......\n......\n......\n......\n......",
    "values 0-8\n......\n......\n......\n......\n......\n......\nregions\nAABBCC\nAABBCC\nDDEEFF\nDDEEFF\nGGHHII\nGGHHII",
    "box 3x2\nvalues 1 2 3 5 8 9\n......\n......\n......\n......\n......\n......",
];

/// Rules whose checks read other cells than those of the clue.
fn looks_around(rule: &ExtraRule) -> bool {
    rule.is_global() || plain::LOOK_FURTHER.contains(&rule.name)
}

fn grid(text: &str) -> Sudoku {
    // A grid without regions and values of its own is read by another format.
    let own = formats::ALL.parse(text, &ParseOptions::in_format("text"));
    own.unwrap_or_else(|error| {
        let usual = formats::ALL.parse(text, &ParseOptions::default());
        usual.unwrap_or_else(|_| panic!("{error} in\n{text}"))
    })
}

/// The first violation of the extra rules alone.
fn violation(sudoku: &Sudoku, filling: &PartialBoard) -> Option<String> {
    let known = |cell: usize| filling[cell];
    sudoku.extras.iter().find_map(|it| plain::violation(it, sudoku, &known)).map(|it| it.0)
}

/// Whether rows, columns, regions and values allow a filling.
fn is_allowed(plain: &Sudoku, filling: &PartialBoard) -> bool {
    check::violation(plain, &|cell| filling[cell]).is_none()
}

/// Whether some values of the auxiliary cells satisfy all constraints. A cell of these that is the only one in
/// a constraint has the values that all such constraints allow.
fn hold(rules: &[Rule], filling: &PartialBoard) -> bool {
    let auxiliary = |rule: &Rule| -> Vec<CellId> {
        rule.constraint.scope().into_iter().filter(|cell| cell.index() >= filling.len()).collect()
    };
    let holds = |rule: &Rule, others: &HashMap<CellId, Value>| {
        let value = |cell: CellId| match filling.get(cell.index()) {
            Some(value) => value.unwrap_or(Value::MIN),
            None => others[&cell],
        };
        rule.constraint.holds(&value)
    };
    let mut choices: HashMap<CellId, Vec<Value>> = HashMap::new();
    for rule in rules {
        let cells = auxiliary(rule);
        for &cell in &cells {
            choices.entry(cell).or_insert_with(|| vec![0, 1]);
        }
        if let [cell] = cells[..] {
            let left = choices.entry(cell).or_default();
            left.retain(|value| holds(rule, &HashMap::from([(cell, *value)])));
        }
    }
    let mut all = vec![HashMap::new()];
    for (cell, values) in choices {
        let longer = |one: &HashMap<CellId, Value>| {
            let one = one.clone();
            values.iter().map(move |value| {
                let mut more = one.clone();
                more.insert(cell, *value);
                more
            })
        };
        all = all.iter().flat_map(|one| longer(one).collect::<Vec<_>>()).collect();
    }
    all.iter().any(|others| rules.iter().all(|rule| holds(rule, others)))
}

/// Fills these cells in every way that `allows` permits; `None` if there are more than `limit` ways.
fn all_fillings(
    sudoku: &Sudoku,
    cells: &[usize],
    limit: usize,
    allows: &dyn Fn(&PartialBoard) -> bool,
) -> Option<Vec<PartialBoard>> {
    let mut all = vec![vec![None; sudoku.given.len()]];
    for &cell in cells {
        let mut longer = Vec::new();
        for filling in &all {
            for &value in sudoku.values.list() {
                let mut filling = filling.clone();
                filling[cell] = Some(value);
                if allows(&filling) {
                    longer.push(filling);
                }
            }
            if longer.len() > limit {
                return None;
            }
        }
        all = longer;
    }
    Some(all)
}

/// Fills these cells at random; `None` if that takes too many steps.
fn random_filling(
    sudoku: &Sudoku,
    cells: &[usize],
    dice: &mut Dice,
    allows: &dyn Fn(&PartialBoard) -> bool,
) -> Option<PartialBoard> {
    fn fill(
        values: &[Value],
        cells: &[usize],
        filling: &mut PartialBoard,
        steps: &mut usize,
        dice: &mut Dice,
        allows: &dyn Fn(&PartialBoard) -> bool,
    ) -> bool {
        let [cell, rest @ ..] = cells else { return true };
        let mut values_in_order = values.to_vec();
        dice.shuffle(&mut values_in_order);
        for value in values_in_order {
            *steps = steps.saturating_sub(1);
            filling[*cell] = Some(value);
            if *steps > 0 && allows(filling) && fill(values, rest, filling, steps, dice, allows) {
                return true;
            }
        }
        filling[*cell] = None;
        false
    }
    let mut filling = vec![None; sudoku.given.len()];
    let mut steps = 2000;
    let values = sudoku.values.list();
    fill(values, cells, &mut filling, &mut steps, dice, allows).then_some(filling)
}

/// Fillings that rows, columns and regions allow: all if there are few, otherwise random ones, of which
/// the plain check is made to accept some.
fn fillings(sudoku: &Sudoku, cells: &[usize], limit: usize, dice: &mut Dice) -> Vec<PartialBoard> {
    let plain = Sudoku { extras: Vec::new(), ..sudoku.clone() };
    let allows = |filling: &PartialBoard| is_allowed(&plain, filling);
    if let Some(all) = all_fillings(&plain, cells, limit, &allows) {
        return all;
    }
    let both = |filling: &PartialBoard| allows(filling) && violation(sudoku, filling).is_none();
    let mut found = Vec::new();
    for at in 0..limit / 8 {
        let allows: &dyn Fn(&PartialBoard) -> bool = if at % 2 == 0 { &allows } else { &both };
        found.extend(random_filling(sudoku, cells, dice, allows));
    }
    // Near misses: two values of an accepted filling exchanged everywhere.
    let values = sudoku.values.list();
    let near: Vec<PartialBoard> = found
        .iter()
        .map(|filling| {
            let [a, b] = [(); 2].map(|()| values[dice.below(values.len())]);
            let exchange = |it: Value| {
                if it == a {
                    b
                } else if it == b {
                    a
                } else {
                    it
                }
            };
            filling.iter().map(|value| value.map(exchange)).collect()
        })
        .collect();
    found.extend(near);
    found
}

/// A line that may come back to a cell, and cross itself.
fn wander(length: usize, n: usize, dice: &mut Dice) -> Vec<usize> {
    let mut line = vec![dice.below(n * n)];
    while line.len() < length {
        let last = line[line.len() - 1];
        let step = |by: usize, at: usize| (at + by).checked_sub(1).filter(|it| *it < n);
        let (row, column) = (step(dice.below(3), last / n), step(dice.below(3), last % n));
        if let (Some(row), Some(column)) = (row, column)
            && (row * n + column != last || n == 1)
        {
            line.push(row * n + column);
        }
    }
    line
}

/// A clue at random; `None` if the reader refuses it.
fn clue(rule: &'static ExtraRule, sudoku: &Sudoku, dice: &mut Dice) -> Option<Extra> {
    let n = sudoku.n();
    let values = sudoku.values.list();
    let value = |dice: &mut Dice| values[dice.below(values.len())];
    let mut extra = Extra::new(rule);
    match rule.arguments.places {
        Places::None => {}
        Places::Unmarked => {
            let of = ["difference", "ratio", "pair_sum"][dice.below(3)];
            extra.of = by_name(of);
            extra.values = (0..=dice.below(2)).map(|_| dice.below(7) as Value).collect();
        }
        Places::Pair => extra.cells = wander(2, n, dice),
        Places::Circle => {
            let line = wander(2 + dice.below(5), n, dice);
            let circle = 1 + dice.below(2).min(line.len() - 2);
            extra.groups = vec![line[..circle].to_vec()];
            extra.cells = line[circle..].to_vec();
        }
        Places::Groups(_) => {
            let length = 1 + dice.below(3);
            extra.groups =
                (0..2 + dice.below(2)).map(|_| wander(length, n, dice)).collect::<Vec<_>>();
        }
        Places::Side => {
            let (is_row, is_from_end) = (dice.below(2) == 0, dice.below(2) == 0);
            extra.side = Some(Side { is_row, index: dice.below(n), is_from_end });
        }
        // Cells, or a line.
        _ => extra.cells = wander(1 + dice.below(7), n, dice),
    }
    if rule.arguments.has_values && extra.values.is_empty() {
        extra.values = (0..=dice.below(2)).map(|_| value(dice)).collect();
    }
    if rule.arguments.has_counts {
        extra.counts = (0..=dice.below(2)).map(|_| (dice.below(3), value(dice))).collect();
    }
    if rule.arguments.number != NumberField::None {
        extra.number = Some(dice.below(9) as i64);
    }
    // What takes a set refuses cells that are repeated.
    let once = |cells: &[usize]| {
        let mut seen = Vec::new();
        for cell in cells {
            if !seen.contains(cell) {
                seen.push(*cell);
            }
        }
        seen
    };
    let without_repeats = Extra {
        cells: once(&extra.cells),
        groups: extra.groups.iter().map(|group| once(group)).collect(),
        ..extra.clone()
    };
    extra.checked(sudoku).or_else(|_| without_repeats.checked(sudoku)).ok()
}

/// The grid with a clue at random, whose number some filling satisfies as a rule. Marks are added for
/// rules that look at marks.
fn instance(rule: &'static ExtraRule, plain: &Sudoku, dice: &mut Dice) -> Option<Sudoku> {
    let mut extra = clue(rule, plain, dice)?;
    let cells: Vec<_> = match rule.name {
        "full_rank" => (0..plain.given.len()).collect(),
        _ => distinct(&extra),
    };
    let allows = |filling: &PartialBoard| is_allowed(plain, filling);
    if extra.number.is_some() && dice.below(4) > 0 {
        let filling = random_filling(plain, &cells, dice, &allows)?;
        let fits = |number: &i64| {
            let extra = Extra { number: Some(*number), ..extra.clone() };
            plain::violation(&extra, plain, &|cell| filling[cell]).is_none()
        };
        let fitting: Vec<_> = (0..40).filter(fits).collect();
        extra.number = dice.pick(&fitting).copied().or(extra.number);
        extra = extra.checked(plain).ok()?;
    }
    let mut extras = vec![extra];
    let more: &[&str] = match rule.name {
        "negative" | "nonconsecutive" => &["difference", "ratio", "pair_sum"],
        "minimum" => &["minimum"],
        "maximum" => &["maximum"],
        _ => &[],
    };
    for name in more {
        extras.extend(clue(by_name(name)?, plain, dice).filter(|_| dice.below(2) == 0));
    }
    Some(Sudoku { extras, ..plain.clone() }.ordered())
}

/// The cells of a clue, each once.
fn distinct(extra: &Extra) -> Vec<usize> {
    let mut cells: Vec<_> = extra.groups.iter().flatten().chain(&extra.cells).copied().collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn lines(sudoku: &Sudoku) -> String {
    let lines: Vec<_> = sudoku.extras.iter().map(|extra| extra.line(sudoku.n())).collect();
    format!("{}, {}: {}", sudoku.regions, sudoku.values, lines.join("; "))
}

/// The fillings that are accepted, and those that are not; or the first of which a promise does not hold.
type Tested = Result<[usize; 2], String>;

/// Calls `test` with every rule on every grid, and some fillings. Every rule must accept some of them
/// and refuse others.
fn on_all(seed: u64, mut test: impl FnMut(&Sudoku, &[PartialBoard], &mut Dice) -> Tested) {
    let mut counts = vec![[0, 0]; RULES.len()];
    let mut failures = Vec::new();
    for (at, text) in GRIDS.iter().enumerate() {
        let plain = grid(text);
        let all: Vec<_> = (0..plain.given.len()).collect();
        let mut dice = Dice::new(seed + at as u64);
        let boards = fillings(&plain, &all, 600, &mut dice);
        for (rule, count) in RULES.iter().zip(&mut counts) {
            let clues = match rule {
                rule if rule.is_global() => 1,
                rule if looks_around(rule) => 3,
                _ => 8,
            };
            for _ in 0..clues {
                let Some(sudoku) = instance(rule, &plain, &mut dice) else { continue };
                let tested = if looks_around(rule) {
                    let mut tested = boards.clone();
                    dice.shuffle(&mut tested);
                    tested.truncate(200);
                    if plain.n() > 4 {
                        tested.extend(fillings(&sudoku, &all, 64, &mut dice));
                    }
                    tested
                } else {
                    let cells: Vec<_> = sudoku.extras.iter().flat_map(distinct).collect();
                    fillings(&sudoku, &cells, 500, &mut dice)
                };
                match test(&sudoku, &tested, &mut dice) {
                    Ok([accepted, refused]) => *count = [count[0] + accepted, count[1] + refused],
                    Err(failure) => failures.push(format!("{}: {failure}", lines(&sudoku))),
                }
            }
        }
    }
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
    for (rule, [accepted, refused]) in RULES.iter().zip(counts) {
        assert!(accepted > 0 && refused > 0, "{rule:?}: {accepted} accepted, {refused} refused");
    }
}

#[test]
fn constraints_mean_what_the_plain_check_says() {
    on_all(1, |sudoku, fillings, _| {
        let rules = constraints(sudoku);
        let mut counts = [0, 0];
        for filling in fillings {
            let found = violation(sudoku, filling);
            let holds = hold(&rules, filling);
            if holds != found.is_none() {
                return Err(format!("{}: the check says {found:?}", shown(filling)));
            }
            counts[usize::from(!holds)] += 1;
        }
        Ok(counts)
    });
}

/// Where a filling is accepted, so is each part of it: what a check reports early, no values of the other
/// cells can mend. Rows may have values twice here.
#[test]
fn no_part_of_an_accepted_board_is_refused() {
    on_all(2, |sudoku, fillings, dice| {
        let values = sudoku.values.list();
        let mut counts = [0, 0];
        let mut with_any_values = Vec::new();
        for filling in fillings {
            let any = |it: &Option<Value>| it.map(|_| values[dice.below(values.len())]);
            with_any_values.push(filling.iter().map(any).collect());
        }
        for filling in fillings.iter().chain(&with_any_values) {
            let is_accepted = violation(sudoku, filling).is_none();
            counts[usize::from(!is_accepted)] += 1;
            for _ in 0..if is_accepted { 6 } else { 0 } {
                let chance = [0.2, 0.5, 0.8][dice.below(3)];
                let keep = |it: &Option<Value>| it.filter(|_| dice.is_below(chance));
                let part: PartialBoard = filling.iter().map(keep).collect();
                if let Some(found) = violation(sudoku, &part) {
                    return Err(format!("{} of {}: {found}", shown(&part), shown(filling)));
                }
            }
        }
        Ok(counts)
    });
}

/// With all cells of a clue known but one, the check says exactly whether a value fits.
#[test]
fn a_clue_with_one_open_cell_is_refused_exactly_if_no_value_fits() {
    on_all(3, |sudoku, fillings, dice| {
        if sudoku.extras.len() > 1 || looks_around(sudoku.extras[0].rule) {
            // Other cells than its own decide as well.
            return Ok([1, 1]);
        }
        let mut counts = [0, 0];
        let cells = distinct(&sudoku.extras[0]);
        for filling in fillings {
            let open = cells[dice.below(cells.len())];
            let with = |value: Option<Value>| {
                let mut filling = filling.clone();
                filling[open] = value;
                violation(sudoku, &filling)
            };
            let is_possible = sudoku.values.list().iter().any(|it| with(Some(*it)).is_none());
            let found = with(None);
            if is_possible != found.is_none() {
                return Err(format!("{} without cell {open}: {found:?}", shown(filling)));
            }
            counts[usize::from(!is_possible)] += 1;
        }
        Ok(counts)
    });
}

/// The values of a filling, a dot for an open cell.
fn shown(filling: &PartialBoard) -> String {
    let value = |it: &Option<Value>| it.map_or_else(|| ".".to_owned(), |it| it.to_string());
    filling.iter().map(value).collect::<Vec<_>>().join(" ")
}
