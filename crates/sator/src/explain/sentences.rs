//! The sentences of a step.

use std::collections::HashMap;

use sator_model::explain::{Fact, Step, UnitId, UnitKind, Units};
use sator_model::{Accept, Constraint, Domain};

use super::Scan;
use crate::model::{CellId, CellName, Value};
use crate::puzzle::AnyPuzzle;

/// A number has at most this many neighbours, and no more cells are listed.
const MAX_LISTED: usize = 8;

/// The words of a puzzle.
pub(super) struct Words<'w> {
    pub(super) puzzle: &'w AnyPuzzle,
    pub(super) units: &'w Units,
    /// The step that stated each fact; 0 for those that were given.
    pub(super) steps_of: &'w HashMap<Fact, usize>,
    /// The origin of facts that were noted without a step.
    pub(super) scan: &'w Scan<'w>,
}

impl Words<'_> {
    fn name(&self, cell: CellId) -> CellName {
        self.units.instance().cells().name(cell)
    }

    fn symbol(&self, value: i64) -> String {
        Value::try_from(value).map_or(value.to_string(), |value| self.puzzle.symbol(value))
    }

    fn is_truth(&self, cell: CellId) -> bool {
        matches!(self.units.instance().cells().domain(cell), Domain::Truth)
    }

    /// Facts as one sentence: values first.
    pub(super) fn facts(&self, facts: &[Fact]) -> String {
        if facts.is_empty() {
            return "this is impossible".to_owned();
        }
        let mut texts = Vec::new();
        if let Some([no, yes]) = self.puzzle.truth_words() {
            for (word, wanted) in [(yes, true), (no, false)] {
                let is_wanted = |fact: &&Fact| (fact.holds == (fact.value == 1)) == wanted;
                let cells: Vec<_> =
                    facts.iter().filter(is_wanted).map(|fact| self.name(fact.cell)).collect();
                texts.extend(are(&cells, word, wanted));
            }
            return texts.join("; ");
        }
        let (stated, excluded): (Vec<Fact>, Vec<Fact>) = facts.iter().partition(|fact| fact.holds);
        texts.extend(stated.iter().map(|&fact| self.fact(fact)));
        // A stated value says that the cell has no other.
        let is_open = |fact: &&Fact| !stated.iter().any(|it| it.cell == fact.cell);
        let groups = same_values(excluded.iter().filter(is_open).copied());
        texts.extend(groups.iter().map(|it| self.exclusion(it)));
        texts.join("; ")
    }

    /// One fact: "r1c2 is 5", "r4c4 is not 7".
    fn fact(&self, Fact { cell, value, holds }: Fact) -> String {
        let name = self.name(cell);
        if let (Some([no, yes]), true) = (self.puzzle.truth_words(), self.is_truth(cell)) {
            let is_true = holds == (value == 1);
            return are(&[name], if is_true { yes } else { no }, is_true).unwrap_or_default();
        }
        match (name, holds) {
            (CellName::Row(row), true) => format!("a queen stands on r{row}c{value}"),
            (CellName::Row(row), false) => format!("no queen stands on r{row}c{value}"),
            (name, true) => format!("{name} is {}", self.symbol(value.into())),
            (name, false) => format!("{name} is not {}", self.symbol(value.into())),
        }
    }

    /// Excluded values: "r4c4 is not 2 or 7", "r1c4 and r1c5 are not 7".
    fn exclusion(&self, Excluded { values, cells }: &Excluded) -> String {
        if let CellName::Row(_) = self.name(cells[0]) {
            let squares: Vec<_> = cells
                .iter()
                .flat_map(|&cell| values.iter().map(move |&value| self.square(cell, value)))
                .collect();
            return format!("no queen stands on {}", or(&squares));
        }
        let names: Vec<_> = cells.iter().map(|&cell| self.name(cell)).collect();
        // Where few values are left, they say more than the excluded ones.
        let first = self.left(cells[0], values);
        let is_same = |&cell: &CellId| self.left(cell, values) == first;
        let (verb, values) =
            if (1..values.len()).contains(&first.len()) && cells.iter().all(is_same) {
                ("can only be", &first)
            } else if names.len() == 1 {
                ("is not", values)
            } else {
                ("are not", values)
            };
        let values: Vec<_> = values.iter().map(|&it| self.symbol(it.into())).collect();
        format!("{} {verb} {}", and(&names), or(&values))
    }

    /// The values of a cell that neither these exclusions nor earlier ones rule out.
    fn left(&self, cell: CellId, excluded: &[Value]) -> Vec<Value> {
        let is_left = |&value: &Value| {
            let fact = Fact { cell, value, holds: false };
            !excluded.contains(&value) && !self.steps_of.contains_key(&fact) && !self.is_noted(fact)
        };
        self.units.instance().cells().domain(cell).values().filter(is_left).collect()
    }

    /// Whether a value was excluded without a step by now.
    fn is_noted(&self, fact: Fact) -> bool {
        (self.scan)(fact).is_some_and(|(_, placed)| self.steps_of.contains_key(&placed))
    }

    /// Whether the value of a cell is known from the clues or from an earlier step.
    fn is_filled(&self, cell: CellId) -> bool {
        let mut values = self.units.instance().cells().domain(cell).values();
        values.any(|value| self.steps_of.contains_key(&Fact { cell, value, holds: true }))
    }

    /// The sentence of a rule.
    fn rule(&self, id: UnitId) -> String {
        let subject = || {
            let cells = self.units.instance().cells();
            self.units.rule(id).and_then(|rule| rule.subject(cells))
        };
        match self.units.kind(id) {
            UnitKind::SomeValue(cell) => match self.name(cell) {
                CellName::Row(row) => format!("row {row} needs a queen"),
                name => format!("{name} needs a value"),
            },
            UnitKind::Has(_, value) => match subject() {
                Some(subject) => {
                    let symbol = self.symbol(value);
                    format!("{subject} needs {} {symbol} somewhere", article(&symbol))
                }
                None => self.text(id),
            },
            UnitKind::HasOnlyOne(_, value) => match subject() {
                Some(subject) => format!("{subject} has only one {}", self.symbol(value)),
                None => self.text(id),
            },
            _ if self.units.is_derived(id) => {
                let equation = self.equation(id).unwrap_or_else(|| self.units.text(id));
                format!("the totals of houses and cages leave {equation} (45 rule)")
            }
            UnitKind::OneValue(_) | UnitKind::Whole(_) => self.text(id),
        }
    }

    /// The text of a unit. "Column 4 has a queen" would sound as if it was placed.
    fn text(&self, id: UnitId) -> String {
        let text = self.units.text(id);
        match text.strip_suffix(" has a queen").or(text.strip_suffix(" has one queen")) {
            Some(place) => format!("{place} needs a queen"),
            None => text,
        }
    }

    /// A derived sum as an equation without minus signs: "r3c6 + 1 = r4c4".
    fn equation(&self, id: UnitId) -> Option<String> {
        let Constraint::Linear(linear) = &self.units.rule(id)?.constraint else { return None };
        let Accept::Equal(total) = linear.accept() else { return None };
        let side = |sign: i64| {
            let parts = linear.summands().iter().filter(|part| part.coefficient == sign);
            let cells = parts.flat_map(|part| part.cells.iter().map(|&cell| self.name(cell)));
            cells.map(|name| name.to_string()).collect::<Vec<_>>()
        };
        let [mut left, mut right] = [side(1), side(-1)];
        match total {
            0 => {}
            1.. => right.push(total.to_string()),
            _ => left.push((-total).to_string()),
        }
        let sum = |terms: Vec<String>| {
            if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
        };
        Some(format!("{} = {}", sum(left), sum(right)))
    }

    /// The rules and the earlier facts of a step, as sentences.
    pub(super) fn because(&self, step: &Step) -> Vec<String> {
        let mut units = step.units.clone();
        // First what must be somewhere, then what may be there only once.
        units.sort_by_key(|&id| match self.units.kind(id) {
            UnitKind::Whole(_) => 0,
            UnitKind::SomeValue(_) => 1,
            UnitKind::Has(..) => 2,
            UnitKind::HasOnlyOne(..) => 3,
            UnitKind::OneValue(_) => 4,
        });
        let mut texts: Vec<String> = units.into_iter().map(|id| self.rule(id)).collect();
        texts.extend(self.last_places(step));
        let mut seen: Vec<Seen> = Vec::new();
        let mut filled: Vec<CellId> = Vec::new();
        let mut earlier: Vec<Fact> = Vec::new();
        let is_single =
            matches!(step.units[..], [id] if matches!(self.units.kind(id), UnitKind::SomeValue(_)));
        for &fact in &step.because {
            match (self.scan)(fact).filter(|_| !fact.holds) {
                Some((_, placed)) if placed.cell == fact.cell || self.is_filled(fact.cell) => {
                    if !filled.contains(&fact.cell) {
                        filled.push(fact.cell);
                    }
                }
                Some((unit, placed)) => Seen::add(&mut seen, unit, placed, fact),
                None => earlier.push(fact),
            }
        }
        if is_single {
            texts.extend(self.seen_by_house(&seen));
        } else {
            texts.extend(seen.iter().map(|it| self.seen(it)));
        }
        let is_hidden_single = matches!(step.units[..],
            [id] if matches!(self.units.kind(id), UnitKind::Has(..)));
        let is_cell = |&cell: &CellId| !matches!(self.name(cell), CellName::Row(_));
        if is_hidden_single && filled.len() > 1 && filled.iter().all(is_cell) {
            texts.extend(self.earlier(&earlier));
            texts.push("its other cells are filled".to_owned());
        } else {
            texts.extend(self.filled(&filled));
            texts.extend(self.earlier(&earlier));
        }
        texts
    }

    /// Facts of earlier steps: "r1c2 and r1c6 are not 6 (steps 4 and 9)".
    fn earlier(&self, facts: &[Fact]) -> Vec<String> {
        let step_of = |fact: &Fact| self.steps_of.get(fact).copied().unwrap_or(0);
        let mut texts: Vec<(Vec<usize>, String)> = Vec::new();
        let mut add = |text: String, steps: Vec<usize>| {
            let mut steps: Vec<_> = steps.into_iter().filter(|&step| step > 0).collect();
            steps.sort_unstable();
            steps.dedup();
            let text = match &steps[..] {
                [] => text,
                [step] => format!("{text} (step {step})"),
                _ => format!("{text} (steps {})", and(&steps)),
            };
            texts.push((steps, text));
        };
        if self.puzzle.truth_words().is_some() {
            for is_true in [true, false] {
                let is_such = |fact: &&Fact| (fact.holds == (fact.value == 1)) == is_true;
                let such: Vec<Fact> = facts.iter().filter(is_such).copied().collect();
                match such.len() {
                    0 => {}
                    1..=MAX_LISTED => add(self.facts(&such), such.iter().map(step_of).collect()),
                    number if is_true => add(format!("{number} mines are known"), Vec::new()),
                    number => add(format!("{number} cells are known to be safe"), Vec::new()),
                }
            }
        } else {
            for fact in facts.iter().filter(|fact| fact.holds) {
                add(self.fact(*fact), vec![step_of(fact)]);
            }
            for group in same_values(facts.iter().filter(|fact| !fact.holds).copied()) {
                let steps = group.facts().map(|fact| step_of(&fact)).collect();
                add(self.exclusion(&group), steps);
            }
        }
        texts.sort_by(|one, other| one.0.cmp(&other.0));
        texts.into_iter().map(|(_, text)| text).collect()
    }

    /// "r1c1 and r1c3 are filled".
    fn filled(&self, cells: &[CellId]) -> Option<String> {
        let names: Vec<_> = cells.iter().map(|&cell| self.name(cell)).collect();
        Some(match names.first()? {
            CellName::Row(_) => format!("{} already {} a queen", and(&names), has(&names)),
            _ => format!("{} {} filled", and(&names), is(&names)),
        })
    }

    /// A number that needs all the cells that are left around it.
    fn last_places(&self, step: &Step) -> Option<String> {
        let [id] = step.units[..] else { return None };
        let are_true = step.facts.iter().all(|fact| fact.holds == (fact.value == 1));
        let is_number = self.puzzle.truth_words().is_some() && !step.facts.is_empty();
        let scope = self.units.scope(id);
        if !is_number || !are_true || scope.len() > MAX_LISTED {
            return None;
        }
        Some(match step.facts.len() {
            1 => "no other cell is left for it".to_owned(),
            _ => "no other cells are left for them".to_owned(),
        })
    }

    /// "r1c1 and r1c3 see the 5 on r4c1".
    fn seen(&self, Seen { placed, cells, .. }: &Seen) -> String {
        let place = self.name(placed.cell);
        if let CellName::Row(row) = place {
            let squares: Vec<_> =
                cells.iter().map(|&(cell, value)| self.square(cell, value)).collect();
            let verb = is(&squares);
            return format!(
                "{} {verb} attacked by the queen on r{row}c{}",
                and(&squares),
                placed.value
            );
        }
        let names: Vec<_> = cells.iter().map(|&(cell, _)| self.name(cell)).collect();
        let verb = if names.len() == 1 { "sees" } else { "see" };
        let value = self.symbol(placed.value.into());
        format!("{} {verb} the {value} on {place}", and(&names))
    }

    fn square(&self, cell: CellId, value: Value) -> String {
        match self.name(cell) {
            CellName::Row(row) => format!("r{row}c{value}"),
            other => other.to_string(),
        }
    }

    /// The values that are excluded in one cell: "row 1 has 2 and 5".
    fn seen_by_house(&self, seen: &[Seen]) -> Vec<String> {
        let cells = self.units.instance().cells();
        let mut houses: Vec<(String, Vec<Value>)> = Vec::new();
        let mut others = Vec::new();
        for it in seen {
            let rule = self.units.rule(it.unit);
            let Some(subject) = rule.and_then(|rule| rule.subject(cells)) else {
                others.push(self.seen(it));
                continue;
            };
            let value = it.placed.value;
            match houses.iter_mut().find(|(house, _)| *house == subject) {
                Some((_, values)) => values.push(value),
                None => houses.push((subject, vec![value])),
            }
        }
        let text = |(house, mut values): (String, Vec<Value>)| {
            values.sort_unstable();
            let symbols: Vec<_> = values.iter().map(|&it| self.symbol(it.into())).collect();
            match &symbols[..] {
                [one] => format!("{house} has {} {one}", article(one)),
                _ => format!("{house} has {}", and(&symbols)),
            }
        };
        houses.into_iter().map(text).chain(others).collect()
    }
}

/// A placed value, and the cells in which it excludes a value.
struct Seen {
    unit: UnitId,
    placed: Fact,
    cells: Vec<(CellId, Value)>,
}

impl Seen {
    fn add(all: &mut Vec<Self>, unit: UnitId, placed: Fact, fact: Fact) {
        let cell = (fact.cell, fact.value);
        match all.iter_mut().find(|it| it.placed == placed) {
            Some(it) => it.cells.push(cell),
            None => all.push(Self { unit, placed, cells: vec![cell] }),
        }
    }
}

/// Values that are excluded in each of some cells.
struct Excluded {
    values: Vec<Value>,
    cells: Vec<CellId>,
}

impl Excluded {
    fn facts(&self) -> impl Iterator<Item = Fact> {
        let fact = |cell, value| Fact { cell, value, holds: false };
        self.cells
            .iter()
            .flat_map(move |&cell| self.values.iter().map(move |&value| fact(cell, value)))
    }
}

/// Groups excluded values by cell, and then the cells with the same values.
fn same_values(facts: impl Iterator<Item = Fact>) -> Vec<Excluded> {
    let mut by_cell: Vec<(CellId, Vec<Value>)> = Vec::new();
    for Fact { cell, value, .. } in facts {
        match by_cell.iter_mut().find(|(it, _)| *it == cell) {
            Some((_, values)) => values.push(value),
            None => by_cell.push((cell, vec![value])),
        }
    }
    let mut groups: Vec<Excluded> = Vec::new();
    for (cell, mut values) in by_cell {
        values.sort_unstable();
        match groups.iter_mut().find(|it| it.values == values) {
            Some(it) => it.cells.push(cell),
            None => groups.push(Excluded { values, cells: vec![cell] }),
        }
    }
    for group in &mut groups {
        group.cells.sort_unstable();
    }
    groups
}

/// "r1c1 is a mine", "r1c1 and r1c2 are safe".
fn are(cells: &[CellName], word: &str, is_noun: bool) -> Option<String> {
    match (cells, is_noun) {
        ([], _) => None,
        ([cell], true) => Some(format!("{cell} is a {word}")),
        ([cell], false) => Some(format!("{cell} is {word}")),
        (_, true) => Some(format!("{} are {word}s", and(cells))),
        (_, false) => Some(format!("{} are {word}", and(cells))),
    }
}

/// "a 7", "an 8".
fn article(symbol: &str) -> &'static str {
    let is_open = matches!(symbol, "11" | "18")
        || symbol.starts_with('8')
        || symbol.starts_with(['A', 'E', 'F', 'H', 'I', 'L', 'M', 'N', 'O', 'R', 'S', 'X']);
    if is_open { "an" } else { "a" }
}

fn is<T>(items: &[T]) -> &'static str {
    if items.len() == 1 { "is" } else { "are" }
}

fn has<T>(items: &[T]) -> &'static str {
    if items.len() == 1 { "has" } else { "have" }
}

fn and(items: &[impl ToString]) -> String {
    listed(items, "and")
}

fn or(items: &[impl ToString]) -> String {
    listed(items, "or")
}

/// "a, b and c".
fn listed(items: &[impl ToString], word: &str) -> String {
    let items: Vec<_> = items.iter().map(ToString::to_string).collect();
    match &items[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
