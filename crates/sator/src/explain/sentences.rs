//! The sentences of facts and rules.

use std::collections::HashMap;

use sator_model::explain::{Fact, Step, UnitId, UnitKind, Units};
use sator_model::{Accept, AuxiliaryWords, Constraint, Domain};
use sator_sat::text::listed;

use super::{Scan, totals};
use crate::model::{CellId, CellName, Value};
use crate::puzzle::AnyPuzzle;

/// The words of a puzzle.
pub(super) struct Words<'w> {
    pub(super) puzzle: &'w AnyPuzzle,
    pub(super) units: &'w Units,
    /// What earlier steps stated.
    pub(super) earlier: &'w Earlier,
    /// The origin of facts that were noted without a step.
    pub(super) scan: &'w Scan<'w>,
}

/// What the steps stated so far.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    /// The step that stated each fact; 0 for those that were given.
    pub(super) steps_of: HashMap<Fact, usize>,
    /// The steps that stated which values a cell can only have.
    pub(super) left: HashMap<CellId, Vec<Left>>,
}

/// The values that a cell can only have, as a step stated them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Left {
    pub(super) step: usize,
    pub(super) values: Vec<Value>,
}

/// A sentence about facts, and the values that it says are left in cells.
pub(super) type Sentence = (String, Vec<(CellId, Vec<Value>)>);

/// A fact about an auxiliary cell of two values says of the larger whether the cell has it.
pub(super) fn canonical(units: &Units, fact: Fact) -> Fact {
    let cells = units.instance().cells();
    let (least, most) = cells.domain(fact.cell).bounds();
    let is_auxiliary = matches!(cells.name(fact.cell), CellName::Auxiliary(_));
    if is_auxiliary && least + 1 == most && fact.value == least {
        return Fact { value: most, holds: !fact.holds, ..fact };
    }
    fact
}

/// What a fact about an auxiliary cell says: its subject, and what that is, if the fact holds.
pub(super) fn auxiliary(units: &Units, fact: Fact) -> (String, String, bool) {
    let fact = canonical(units, fact);
    let cells = units.instance().cells();
    let (least, most) = cells.domain(fact.cell).bounds();
    let is_other = !fact.holds && least + 1 == most;
    let value = if is_other { least } else { fact.value };
    let (subject, words) = match cells.words(fact.cell) {
        Some(AuxiliaryWords { subject, values }) => {
            (subject.clone(), values.get((value - least) as usize).cloned())
        }
        None => ("an auxiliary cell".to_owned(), None),
    };
    (subject, words.unwrap_or_else(|| value.to_string()), fact.holds || is_other)
}

impl Words<'_> {
    pub(super) fn name(&self, cell: CellId) -> CellName {
        self.units.instance().cells().name(cell)
    }

    pub(super) fn symbol(&self, value: i64) -> String {
        Value::try_from(value).map_or(value.to_string(), |value| self.puzzle.symbol(value))
    }

    fn symbols(&self, values: &[Value]) -> Vec<String> {
        values.iter().map(|&value| self.symbol(value.into())).collect()
    }

    fn is_truth(&self, cell: CellId) -> bool {
        matches!(self.units.instance().cells().domain(cell), Domain::Truth)
    }

    pub(super) fn is_auxiliary(&self, cell: CellId) -> bool {
        matches!(self.name(cell), CellName::Auxiliary(_))
    }

    /// The step that stated a fact; 0 if it was given, or never stated.
    pub(super) fn step_of(&self, fact: Fact) -> usize {
        let fact = canonical(self.units, fact);
        self.earlier.steps_of.get(&fact).copied().unwrap_or(0)
    }

    pub(super) fn is_told(&self, fact: Fact) -> bool {
        self.earlier.steps_of.contains_key(&canonical(self.units, fact))
    }

    /// What a step states, as one sentence.
    pub(super) fn conclusion(&self, step: &Step) -> Sentence {
        self.stated(&step.facts, &[&step.because, &step.confirmed])
    }

    /// Facts as one sentence: values first.
    pub(super) fn facts(&self, facts: &[Fact]) -> String {
        self.stated(facts, &[]).0
    }

    /// Facts as one sentence, which may include others of the step that states them.
    fn stated(&self, facts: &[Fact], others: &[&[Fact]]) -> Sentence {
        if facts.is_empty() {
            return ("this is impossible".to_owned(), Vec::new());
        }
        let mut texts = Vec::new();
        if let Some([no, yes]) = self.puzzle.truth_words() {
            for (word, wanted) in [(yes, true), (no, false)] {
                let is_wanted = |fact: &&Fact| (fact.holds == (fact.value == 1)) == wanted;
                let cells: Vec<_> =
                    facts.iter().filter(is_wanted).map(|fact| self.name(fact.cell)).collect();
                texts.extend(are(&cells, word, wanted));
            }
            return (texts.join("; "), Vec::new());
        }
        let (hidden, shown): (Vec<Fact>, Vec<Fact>) =
            facts.iter().partition(|fact| self.is_auxiliary(fact.cell));
        let (stated, excluded): (Vec<Fact>, Vec<Fact>) = shown.iter().partition(|fact| fact.holds);
        texts.extend(stated.iter().map(|&fact| self.fact(fact)));
        // A stated value says that the cell has no other.
        let is_open = |fact: &&Fact| !stated.iter().any(|it| it.cell == fact.cell);
        let groups = same_values(excluded.iter().filter(is_open).copied());
        let mut left = Vec::new();
        texts.extend(self.exclusions(groups, others, &mut left));
        for fact in hidden {
            let text = self.fact(fact);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        (texts.join("; "), left)
    }

    /// One fact: "r1c2 is 5", "r4c4 is not 7".
    pub(super) fn fact(&self, fact: Fact) -> String {
        let Fact { cell, value, holds } = fact;
        let name = self.name(cell);
        if self.is_auxiliary(cell) {
            let (subject, what, holds) = auxiliary(self.units, fact);
            return format!("{subject} is {}{what}", if holds { "" } else { "not " });
        }
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

    /// Excluded values: "r4c4 is not 2 or 7", "r1c4 and r1c5 are not 7", "no queen stands on r1c1".
    pub(super) fn exclusion(&self, Excluded { values, cells }: &Excluded) -> String {
        if let CellName::Row(_) = self.name(cells[0]) {
            let squares: Vec<_> = cells
                .iter()
                .flat_map(|&cell| values.iter().map(move |&value| self.square(cell, value)))
                .collect();
            return format!("no queen stands on {}", or(&squares));
        }
        let names: Vec<_> = cells.iter().map(|&cell| self.name(cell)).collect();
        format!("{} {} not {}", and(&names), is(&names), or(&self.symbols(values)))
    }

    /// The values that are left: "r4c4 can only be 2 or 7".
    pub(super) fn only(&self, cells: &[CellId], values: &[Value]) -> String {
        let names: Vec<_> = cells.iter().map(|&cell| self.name(cell)).collect();
        format!("{} can only be {}", and(&names), or(&self.symbols(values)))
    }

    /// The values that are left in each of some cells, if they are the same and few: then they say more
    /// than the excluded ones. All values that are not left must be among the excluded ones and the
    /// other facts of the step: what only earlier steps exclude does not follow from its reasons.
    fn few_left(
        &self,
        cells: &[CellId],
        excluded: &[Value],
        others: &[&[Fact]],
    ) -> Option<Vec<Value>> {
        if let CellName::Row(_) = self.name(cells[0]) {
            return None;
        }
        let first = self.left(cells[0], excluded);
        let is_same = |&cell: &CellId| self.left(cell, excluded) == first;
        let follows = |&cell: &CellId| {
            let is_said = |value: Value| {
                let has_it = |facts: &&[Fact]| facts.contains(&cell.is_not(value));
                first.contains(&value) || excluded.contains(&value) || others.iter().any(has_it)
            };
            self.units.instance().cells().domain(cell).values().all(is_said)
        };
        let is_better = says_more(first.len(), excluded.len());
        let is_right = is_better && cells.iter().all(|cell| is_same(cell) && follows(cell));
        is_right.then_some(first)
    }

    /// Excluded values as sentences. Cells with the same few values left are told together; `told` takes
    /// these values.
    fn exclusions(
        &self,
        groups: Vec<Excluded>,
        others: &[&[Fact]],
        told: &mut Vec<(CellId, Vec<Value>)>,
    ) -> Vec<String> {
        let mut merged: Vec<(Option<Vec<Value>>, Excluded)> = Vec::new();
        for group in groups {
            let left = self.few_left(&group.cells, &group.values, others);
            let same = merged.iter_mut().find(|(it, _)| left.is_some() && *it == left);
            match same {
                Some((_, it)) => it.cells.extend(group.cells),
                None => merged.push((left, group)),
            }
        }
        let text = |(left, mut group): (Option<Vec<Value>>, Excluded)| {
            group.cells.sort_unstable();
            let Some(left) = left else { return self.exclusion(&group) };
            told.extend(group.cells.iter().map(|&cell| (cell, left.clone())));
            self.only(&group.cells, &left)
        };
        merged.into_iter().map(text).collect()
    }

    /// The values of a cell that neither these exclusions nor earlier ones rule out.
    pub(super) fn left(&self, cell: CellId, excluded: &[Value]) -> Vec<Value> {
        let is_left = |&value: &Value| {
            let fact = Fact { cell, value, holds: false };
            !excluded.contains(&value) && !self.is_told(fact) && !self.is_noted(fact)
        };
        self.units.instance().cells().domain(cell).values().filter(is_left).collect()
    }

    /// Whether a value was excluded without a step by now.
    pub(super) fn is_noted(&self, fact: Fact) -> bool {
        (self.scan)(fact).is_some_and(|(_, placed)| self.is_told(placed))
    }

    /// Whether the value of a cell is known from the clues or from an earlier step.
    pub(super) fn is_filled(&self, cell: CellId) -> bool {
        let mut values = self.units.instance().cells().domain(cell).values();
        values.any(|value| self.earlier.steps_of.contains_key(&Fact { cell, value, holds: true }))
    }

    /// The name of a rule as a noun: "row 3".
    pub(super) fn subject(&self, id: UnitId) -> Option<String> {
        self.units.rule(id)?.subject(self.units.instance().cells())
    }

    /// The place that needs a queen by this rule: a row, a column or a region.
    pub(super) fn place_of_queen(&self, id: UnitId) -> Option<String> {
        match self.units.kind(id) {
            UnitKind::SomeValue(cell) => match self.name(cell) {
                CellName::Row(row) => Some(format!("row {row}")),
                _ => None,
            },
            UnitKind::Has(..) => self.text(id).strip_suffix(" has a queen").map(str::to_owned),
            UnitKind::Whole(_) => self.text(id).strip_suffix(" has one queen").map(str::to_owned),
            _ => None,
        }
    }

    fn text(&self, id: UnitId) -> String {
        self.units.text(id)
    }

    /// The sentence of a rule. "Column 4 has a queen" would sound as if it was placed.
    pub(super) fn rule(&self, id: UnitId) -> String {
        let kind = self.units.kind(id);
        if let Some(place) = self.place_of_queen(id) {
            let number = if let UnitKind::Whole(_) = kind { "exactly one" } else { "a" };
            return format!("{place} needs {number} queen");
        }
        match kind {
            UnitKind::SomeValue(cell) | UnitKind::OneValue(cell) if self.is_auxiliary(cell) => {
                let values = self.units.instance().cells().domain(cell).values();
                let said: Vec<_> =
                    values.map(|value| auxiliary(self.units, cell.is(value))).collect();
                let subject = said.first().map_or_else(String::new, |it| it.0.clone());
                let what: Vec<_> = said.into_iter().map(|it| it.1).collect();
                match kind {
                    UnitKind::SomeValue(_) => format!("{subject} is {}", or(&what)),
                    _ => format!("{subject} is only one of these: {}", or(&what)),
                }
            }
            UnitKind::SomeValue(cell) => format!("{} needs a value", self.name(cell)),
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
            UnitKind::Whole(_) if self.units.is_derived(id) => {
                let equation = self.equation(id).unwrap_or_else(|| self.text(id));
                match totals::origin(self.units, id) {
                    Some(origin) => format!("{}: that leaves {equation} (45 rule)", origin.text),
                    None => format!("the totals of houses and cages leave {equation} (45 rule)"),
                }
            }
            UnitKind::OneValue(_) | UnitKind::Whole(_) => self.text(id),
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

    pub(super) fn square(&self, cell: CellId, value: Value) -> String {
        match self.name(cell) {
            CellName::Row(row) => format!("r{row}c{value}"),
            other => other.to_string(),
        }
    }
}

/// Whether `left` remaining values are a shorter reason than `excluded` excluded ones. A single
/// excluded value is named itself.
pub(super) fn says_more(left: usize, excluded: usize) -> bool {
    let most = if excluded == 2 { 2 } else { excluded - 1 };
    (1..=most).contains(&left)
}

/// Values that are excluded in each of some cells.
pub(super) struct Excluded {
    pub(super) values: Vec<Value>,
    pub(super) cells: Vec<CellId>,
}

impl Excluded {
    pub(super) fn facts(&self) -> impl Iterator<Item = Fact> {
        let fact = |cell, value| Fact { cell, value, holds: false };
        self.cells
            .iter()
            .flat_map(move |&cell| self.values.iter().map(move |&value| fact(cell, value)))
    }
}

/// Groups excluded values by cell, and then the cells with the same values.
pub(super) fn same_values(facts: impl Iterator<Item = Fact>) -> Vec<Excluded> {
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
pub(super) fn article(symbol: &str) -> &'static str {
    let is_open = matches!(symbol, "11" | "18")
        || symbol.starts_with('8')
        || symbol.starts_with(['A', 'E', 'F', 'H', 'I', 'L', 'M', 'N', 'O', 'R', 'S', 'X']);
    if is_open { "an" } else { "a" }
}

pub(super) fn is<T>(items: &[T]) -> &'static str {
    if items.len() == 1 { "is" } else { "are" }
}

pub(super) fn has<T>(items: &[T]) -> &'static str {
    if items.len() == 1 { "has" } else { "have" }
}

pub(super) fn and(items: &[impl ToString]) -> String {
    listed(items, "and")
}

pub(super) fn or(items: &[impl ToString]) -> String {
    listed(items, "or")
}
