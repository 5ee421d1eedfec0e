//! The sentences of a step.

use std::collections::HashMap;

use sator_model::explain::{Fact, Step, UnitId, UnitKind, Units};
use sator_model::{Accept, Constraint, Domain};
use sator_sat::text::listed;

use super::{Scan, totals};
use crate::model::{CellId, CellName, Value};
use crate::puzzle::AnyPuzzle;

/// A number has at most this many neighbours, and no more cells are listed.
const MAX_LISTED: usize = 8;

/// The end of a rule's sentence: "row 1 needs a queen".
const NEEDS_QUEEN: &str = " needs a queen";

/// In steps of this size, the values and places that are left say more than those that are not.
const MIN_CHAIN: usize = 3;

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
        texts.extend(self.exclusions(groups));
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
        let left = self.few_left(cells, values, values.len() - 1);
        let (verb, values) = match (left, &names[..]) {
            (Some(left), _) => ("can only be", left),
            (None, [_]) => ("is not", values.clone()),
            (None, _) => ("are not", values.clone()),
        };
        let values: Vec<_> = values.iter().map(|&it| self.symbol(it.into())).collect();
        format!("{} {verb} {}", and(&names), or(&values))
    }

    /// The values that are left in each of some cells, if they are the same and at most `most`: then
    /// they say more than the excluded ones.
    fn few_left(&self, cells: &[CellId], excluded: &[Value], most: usize) -> Option<Vec<Value>> {
        let first = self.left(cells[0], excluded);
        let is_same = |&cell: &CellId| self.left(cell, excluded) == first;
        ((1..=most).contains(&first.len()) && cells.iter().all(is_same)).then_some(first)
    }

    /// Excluded values as sentences. Cells with the same few values left are told together.
    fn exclusions(&self, groups: Vec<Excluded>) -> Vec<String> {
        let mut merged: Vec<(Option<Vec<Value>>, Excluded)> = Vec::new();
        for group in groups {
            let is_square = matches!(self.name(group.cells[0]), CellName::Square { .. });
            // One excluded value is told as it is.
            let most = if group.values.len() == 2 { 2 } else { group.values.len() - 1 };
            let left = self.few_left(&group.cells, &group.values, most).filter(|_| is_square);
            let same = merged.iter_mut().find(|(it, _)| left.is_some() && *it == left);
            match same {
                Some((_, it)) => it.cells.extend(group.cells),
                None => merged.push((left, group)),
            }
        }
        let text = |(left, mut group): (Option<Vec<Value>>, Excluded)| {
            group.cells.sort_unstable();
            let Some(left) = left else { return self.exclusion(&group) };
            let names: Vec<_> = group.cells.iter().map(|&cell| self.name(cell)).collect();
            let values: Vec<_> = left.iter().map(|&it| self.symbol(it.into())).collect();
            format!("{} can only be {}", and(&names), or(&values))
        };
        merged.into_iter().map(text).collect()
    }

    /// The values of a cell that neither these exclusions nor earlier ones rule out.
    pub(super) fn left(&self, cell: CellId, excluded: &[Value]) -> Vec<Value> {
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
        match self.units.kind(id) {
            UnitKind::SomeValue(cell) => match self.name(cell) {
                CellName::Row(row) => format!("row {row} needs a queen"),
                name => format!("{name} needs a value"),
            },
            UnitKind::Has(_, value) => match self.subject(id) {
                Some(subject) => {
                    let symbol = self.symbol(value);
                    format!("{subject} needs {} {symbol} somewhere", article(&symbol))
                }
                None => self.text(id),
            },
            UnitKind::HasOnlyOne(_, value) => match self.subject(id) {
                Some(subject) => format!("{subject} has only one {}", self.symbol(value)),
                None => self.text(id),
            },
            _ if self.units.is_derived(id) => {
                let equation = self.equation(id).unwrap_or_else(|| self.units.text(id));
                match totals::origin(self.units, id) {
                    Some(origin) => format!("{}: that leaves {equation} (45 rule)", origin.text),
                    None => format!("the totals of houses and cages leave {equation} (45 rule)"),
                }
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
        // A chain rests on the values and places that are left, as players note them.
        let clauses: Vec<UnitId> = if self.is_chain(step) {
            units.iter().copied().filter(|&id| self.is_clause(id)).collect()
        } else {
            Vec::new()
        };
        let text = |id| if clauses.contains(&id) { self.left_of(id, step) } else { self.rule(id) };
        let mut texts: Vec<String> = units.into_iter().map(text).collect();
        let is_told = |fact: &Fact| {
            let choice = (fact.cell, fact.value);
            clauses.iter().any(|&id| self.units.choices(id).any(|it| it == choice))
        };
        texts.extend(self.last_places(step));
        let mut seen: Vec<Seen> = Vec::new();
        let mut filled: Vec<CellId> = Vec::new();
        let mut earlier: Vec<Fact> = Vec::new();
        let is_single =
            matches!(step.units[..], [id] if matches!(self.units.kind(id), UnitKind::SomeValue(_)));
        for &fact in step.because.iter().filter(|fact| fact.holds || !is_told(fact)) {
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

    /// Whether the step has several rules about values on squares, or about queens.
    fn is_chain(&self, step: &Step) -> bool {
        let least = match self.units.instance().cells().iter().next() {
            Some((_, CellName::Square { .. }, _)) => MIN_CHAIN,
            Some((_, CellName::Row(_), _)) => 2,
            _ => return false,
        };
        step.units.len() >= least && self.puzzle.truth_words().is_none()
    }

    /// Whether the rule says that a cell has a value, or a house a value somewhere.
    fn is_clause(&self, id: UnitId) -> bool {
        match self.units.kind(id) {
            UnitKind::SomeValue(_) => true,
            UnitKind::Has(..) if self.subject(id).is_some() => true,
            _ => self.rule(id).ends_with(NEEDS_QUEEN),
        }
    }

    /// What earlier facts leave: "r3c5 can only be 6 or 8 (step 9)", "the 8 of box 1 is on r3c1 or r3c3".
    fn left_of(&self, id: UnitId, step: &Step) -> String {
        let is_left = |&(cell, value): &(CellId, Value)| {
            let fact = Fact { cell, value, holds: false };
            let is_known = self.steps_of.contains_key(&fact) || self.is_noted(fact);
            !is_known && !step.because.contains(&fact)
        };
        let left: Vec<_> = self.units.choices(id).filter(is_left).collect();
        let is_of_unit = |fact: &&Fact| {
            !fact.holds && self.units.choices(id).any(|it| it == (fact.cell, fact.value))
        };
        let excluded = step.because.iter().filter(is_of_unit);
        let steps = excluded.map(|fact| self.steps_of.get(fact).copied().unwrap_or(0)).collect();
        let rule = self.rule(id);
        if let Some(place) = rule.strip_suffix(NEEDS_QUEEN) {
            let square = |&(cell, value): &(CellId, Value)| self.square(cell, value);
            let squares: Vec<_> = left.iter().map(square).collect();
            let text = match squares.len() {
                0 => format!("{place} has no square left for a queen"),
                1..=MAX_LISTED => format!("the queen of {place} stands on {}", or(&squares)),
                _ => rule,
            };
            return with_steps(text, steps).1;
        }
        let text = match self.units.kind(id) {
            UnitKind::SomeValue(cell) if left.is_empty() => {
                format!("{} has no value left", self.name(cell))
            }
            UnitKind::SomeValue(cell) => {
                let values: Vec<_> = left.iter().map(|&(_, it)| self.symbol(it.into())).collect();
                format!("{} can only be {}", self.name(cell), or(&values))
            }
            UnitKind::Has(_, value) => {
                let (symbol, house) = (self.symbol(value), self.subject(id).unwrap_or_default());
                let names: Vec<_> = left.iter().map(|&(cell, _)| self.name(cell)).collect();
                if names.is_empty() {
                    format!("{house} has no place left for {} {symbol}", article(&symbol))
                } else {
                    format!("the {symbol} of {house} is on {}", or(&names))
                }
            }
            _ => rule,
        };
        with_steps(text, steps).1
    }

    /// The name of a rule as a noun: "row 3".
    fn subject(&self, id: UnitId) -> Option<String> {
        self.units.rule(id)?.subject(self.units.instance().cells())
    }

    /// Facts of earlier steps: "r1c2 and r1c6 are not 6 (steps 4 and 9)".
    fn earlier(&self, facts: &[Fact]) -> Vec<String> {
        let step_of = |fact: &Fact| self.steps_of.get(fact).copied().unwrap_or(0);
        let mut texts: Vec<(Vec<usize>, String)> = Vec::new();
        let mut add = |text: String, steps: Vec<usize>| texts.push(with_steps(text, steps));
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

/// A sentence with the steps that it rests on; 0 is none.
fn with_steps(text: String, mut steps: Vec<usize>) -> (Vec<usize>, String) {
    steps.retain(|&step| step > 0);
    steps.sort_unstable();
    steps.dedup();
    let text = match &steps[..] {
        [] => text,
        [step] => format!("{text} (step {step})"),
        _ => format!("{text} (steps {})", and(&steps)),
    };
    (steps, text)
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

pub(super) fn and(items: &[impl ToString]) -> String {
    listed(items, "and")
}

fn or(items: &[impl ToString]) -> String {
    listed(items, "or")
}
