//! The reasons of a step as sentences: its rules, and the earlier facts that it needs.
//!
//! All that a step relies on is said, and nothing that is not so. What the board shows needs no step:
//! "r1c1 sees the 5 on r4c1". Every other fact is cited with a step that states it.

use std::collections::BTreeSet;

use sator_model::explain::{Difference, Fact, Step, UnitId, UnitKind};
use sator_model::{Constraint, Count};

use super::sentences::{Left, Words, and, article, has, is, or, same_values, says_more};
use crate::model::{CellId, CellName, Value};

/// A number has at most this many neighbours, and no more cells are listed.
const MAX_LISTED: usize = 8;

/// In steps of this size, the values and places that are left say more than those that are not.
const MIN_CHAIN: usize = 3;

/// Small numbers in words.
const NUMBERS: [&str; 10] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// The origin of what is left in a cell or a house.
#[derive(Default)]
struct Sources {
    steps: Vec<usize>,
    /// Whether what the board shows is needed, too.
    has_board: bool,
}

impl Sources {
    fn of_steps(steps: Vec<usize>) -> Self {
        Self { steps, has_board: false }
    }

    /// The sentence with the numbers of the steps; 0 is none.
    fn cite(mut self, text: String) -> (Vec<usize>, String) {
        self.steps.retain(|&step| step > 0);
        self.steps.sort_unstable();
        self.steps.dedup();
        let text = match (&self.steps[..], self.has_board) {
            ([], _) => text,
            ([step], false) => format!("{text} (step {step})"),
            ([step], true) => format!("{text} (step {step} and the board)"),
            (steps, false) => format!("{text} (steps {})", and(steps)),
            (steps, true) => format!("{text} (steps {}, and the board)", and(steps)),
        };
        (self.steps, text)
    }
}

impl Words<'_> {
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
            units.iter().copied().filter(|&id| self.is_clause(id, step)).collect()
        } else {
            Vec::new()
        };
        let mut texts: Vec<String> = Vec::new();
        let mut used_up: Vec<Fact> = Vec::new();
        for id in units {
            let text = match self.all_of_a_count(id, step) {
                _ if clauses.contains(&id) => self.left_of(id, step),
                Some(facts) => {
                    let text = self.used_up(id, &facts);
                    used_up.extend(facts);
                    text
                }
                None => self.rule_of(id, step),
            };
            // Rules of several parts have one sentence.
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts.extend(step.differences.iter().map(|it| self.difference(it)));
        texts.extend(self.last_places(step));
        let is_stated = |fact: &Fact| {
            let choice = (fact.cell, fact.value);
            let is_left = |&id: &UnitId| self.units.choices(id).any(|it| it == choice);
            used_up.contains(fact) || !fact.holds && clauses.iter().any(is_left)
        };
        let mut seen: Vec<Seen> = Vec::new();
        let mut filled: Vec<CellId> = Vec::new();
        let mut earlier: Vec<Fact> = Vec::new();
        for &fact in step.because.iter().filter(|fact| !is_stated(fact)) {
            let noted = (self.scan)(fact).filter(|_| !fact.holds && !self.is_auxiliary(fact.cell));
            match noted {
                Some((_, placed)) if placed.cell == fact.cell || self.is_filled(fact.cell) => {
                    if !filled.contains(&fact.cell) {
                        filled.push(fact.cell);
                    }
                }
                Some((unit, placed)) => self.add_seen(&mut seen, unit, placed, fact),
                None => earlier.push(fact),
            }
        }
        let single = match step.units[..] {
            [id] => Some(self.units.kind(id)),
            _ => None,
        };
        if let Some(UnitKind::SomeValue(_)) = single {
            texts.extend(self.seen_by_house(&seen));
        } else {
            texts.extend(seen.iter().map(|it| self.seen(it)));
        }
        let is_hidden_single = matches!(single, Some(UnitKind::Has(..)));
        let is_cell = |&cell: &CellId| !matches!(self.name(cell), CellName::Row(_));
        if is_hidden_single && filled.len() > 1 && filled.iter().all(is_cell) {
            texts.extend(self.earlier_facts(&earlier));
            texts.push("its other cells are filled".to_owned());
        } else {
            texts.extend(self.filled(&filled));
            texts.extend(self.earlier_facts(&earlier));
        }
        texts
    }

    // Rules.

    /// The sentence of a rule in a step. A region of queens that is used in one direction alone is
    /// cited for that.
    fn rule_of(&self, id: UnitId, step: &Step) -> String {
        let is_whole = matches!(self.units.kind(id), UnitKind::Whole(_));
        match self.place_of_queen(id) {
            Some(place) if is_whole && step.units.len() == 1 => {
                let is_upper = step.because.iter().any(|fact| fact.holds);
                format!("{place} {} queen", if is_upper { "has only one" } else { "needs a" })
            }
            _ => self.rule(id),
        }
    }

    /// The values that use up a rule that counts them: as many as it allows, all the same.
    fn all_of_a_count(&self, id: UnitId, step: &Step) -> Option<Vec<Fact>> {
        let Constraint::Count(count) = &self.units.rule(id)?.constraint else { return None };
        let is_counted = |fact: &&Fact| fact.holds && count.conditions().contains(fact);
        let facts: Vec<Fact> = step.because.iter().filter(is_counted).copied().collect();
        let is_all = !facts.is_empty() && facts.len() == count.bounds().1;
        (is_all && self.is_of_one_value(count)).then_some(facts)
    }

    /// Whether a rule counts the cells with one value.
    fn is_of_one_value(&self, count: &Count) -> bool {
        let Some(first) = count.conditions().first() else { return false };
        let is_cell = matches!(self.name(first.cell), CellName::Square { .. });
        let is_same = |it: &Fact| it.holds && it.value == first.value;
        is_cell && self.puzzle.truth_words().is_none() && count.conditions().iter().all(is_same)
    }

    /// A rule that counts, and the cells that use it up: "…: its two 3s are on r1c1 and r5c5".
    fn used_up(&self, id: UnitId, facts: &[Fact]) -> String {
        let names: Vec<_> = facts.iter().map(|fact| self.name(fact.cell)).collect();
        let symbol = facts.first().map_or_else(String::new, |fact| self.symbol(fact.value.into()));
        let text = match facts.len() {
            1 => format!("its {symbol} is on {}", and(&names)),
            number => {
                let number = NUMBERS.get(number).map_or(number.to_string(), |it| (*it).to_owned());
                format!("its {number} {symbol}s are on {}", and(&names))
            }
        };
        let steps = facts.iter().map(|&fact| self.step_of(fact)).collect();
        format!("{}: {}", self.rule(id), Sources::of_steps(steps).cite(text).1)
    }

    /// "r4c7 and r4c9 differ (row 4)".
    fn difference(&self, Difference { cells, rule }: &Difference) -> String {
        let names: Vec<_> = cells.iter().map(|&cell| self.name(cell)).collect();
        let (rule, cells) = (self.units.rule_at(*rule), self.units.instance().cells());
        match rule.subject(cells) {
            Some(subject) => format!("{} differ ({subject})", and(&names)),
            None => format!("{}: {} differ", rule.text(cells), and(&names)),
        }
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

    /// Whether the rule says that a cell has a value, or a house a value somewhere, and the rest can be
    /// listed.
    fn is_clause(&self, id: UnitId, step: &Step) -> bool {
        if self.place_of_queen(id).is_some() {
            return self.choices_left(id, step).len() <= MAX_LISTED;
        }
        match self.units.kind(id) {
            UnitKind::SomeValue(cell) => !self.is_auxiliary(cell),
            UnitKind::Has(..) => self.subject(id).is_some(),
            _ => false,
        }
    }

    /// The cells and values of a rule that earlier facts leave.
    fn choices_left(&self, id: UnitId, step: &Step) -> Vec<(CellId, Value)> {
        let is_left = |&(cell, value): &(CellId, Value)| {
            let fact = cell.is_not(value);
            !self.is_told(fact) && !self.is_noted(fact) && !step.because.contains(&fact)
        };
        self.units.choices(id).filter(is_left).collect()
    }

    /// What earlier facts leave: "r3c5 can only be 6 or 8 (step 9)", "the 8 of box 1 is on r3c1 or r3c3".
    fn left_of(&self, id: UnitId, step: &Step) -> String {
        let left = self.choices_left(id, step);
        let values: Vec<Value> = left.iter().map(|&(_, value)| value).collect();
        let names: Vec<_> = left.iter().map(|&(cell, _)| self.name(cell)).collect();
        let text = match (self.place_of_queen(id), self.units.kind(id)) {
            (Some(place), _) if left.is_empty() => {
                format!("{place} has no square left for a queen")
            }
            (Some(place), _) => {
                let square = |&(cell, value): &(CellId, Value)| self.square(cell, value);
                let squares: Vec<_> = left.iter().map(square).collect();
                format!("the queen of {place} stands on {}", or(&squares))
            }
            (None, UnitKind::SomeValue(cell)) if left.is_empty() => {
                format!("{} has no value left", self.name(cell))
            }
            (None, UnitKind::SomeValue(cell)) => self.only(&[cell], &values),
            (None, UnitKind::Has(_, value)) => {
                let (symbol, house) = (self.symbol(value), self.subject(id).unwrap_or_default());
                if names.is_empty() {
                    format!("{house} has no place left for {} {symbol}", article(&symbol))
                } else {
                    format!("the {symbol} of {house} is on {}", or(&names))
                }
            }
            (None, _) => self.rule(id),
        };
        self.sources(id, &left).cite(text).1
    }

    /// The origin of what is left. What the board shows is no step: filled cells, placed values that
    /// others see, and given facts.
    fn sources(&self, id: UnitId, left: &[(CellId, Value)]) -> Sources {
        let gone: Vec<Fact> = self
            .units
            .choices(id)
            .filter(|choice| !left.contains(choice))
            .map(|(cell, value)| cell.is_not(value))
            .collect();
        let is_shown = |fact: &Fact| {
            self.is_noted(*fact) || self.is_filled(fact.cell) || self.step_of(*fact) == 0
        };
        let steps: BTreeSet<usize> =
            gone.iter().filter(|fact| !is_shown(fact)).map(|&fact| self.step_of(fact)).collect();
        if steps.is_empty() {
            return Sources::default();
        }
        if let UnitKind::SomeValue(cell) = self.units.kind(id) {
            let is_same = |values: &[Value]| left.iter().map(|it| it.1).eq(values.iter().copied());
            let mut stated = self.earlier.left.get(&cell).into_iter().flatten();
            if let Some(stated) = stated.find(|stated| is_same(&stated.values)) {
                return Sources::of_steps(vec![stated.step]);
            }
        }
        let is_stated = |fact: &Fact| {
            let mut left = self.earlier.left.get(&fact.cell).into_iter().flatten();
            steps.contains(&self.step_of(*fact))
                || left.any(|it| steps.contains(&it.step) && !it.values.contains(&fact.value))
        };
        let has_board = !gone.iter().all(is_stated);
        Sources { steps: steps.into_iter().collect(), has_board }
    }

    // Earlier facts.

    /// Facts of earlier steps: "r1c2 and r1c6 are not 6 (steps 4 and 9)".
    fn earlier_facts(&self, facts: &[Fact]) -> Vec<String> {
        let mut texts: Vec<(Vec<usize>, String)> = Vec::new();
        let mut add =
            |text: String, steps: Vec<usize>| texts.push(Sources::of_steps(steps).cite(text));
        if self.puzzle.truth_words().is_some() {
            for is_true in [true, false] {
                let is_such = |fact: &&Fact| (fact.holds == (fact.value == 1)) == is_true;
                let such: Vec<Fact> = facts.iter().filter(is_such).copied().collect();
                let steps = || such.iter().map(|&fact| self.step_of(fact)).collect();
                match such.len() {
                    0 => {}
                    1..=MAX_LISTED => add(self.facts(&such), steps()),
                    number if is_true => add(format!("{number} mines are known"), Vec::new()),
                    number => add(format!("{number} cells are known to be safe"), Vec::new()),
                }
            }
        } else {
            let is_whole = |fact: &&Fact| fact.holds || self.is_auxiliary(fact.cell);
            for &fact in facts.iter().filter(is_whole) {
                add(self.fact(fact), vec![self.step_of(fact)]);
            }
            let excluded = facts.iter().filter(|fact| !is_whole(fact)).copied();
            self.earlier_exclusions(excluded, &mut add);
        }
        texts.sort_by(|one, other| one.0.cmp(&other.0));
        texts.dedup();
        texts.into_iter().map(|(_, text)| text).collect()
    }

    /// Excluded values. Where a step said which values are left and these are few, it is quoted.
    fn earlier_exclusions(
        &self,
        facts: impl Iterator<Item = Fact>,
        add: &mut dyn FnMut(String, Vec<usize>),
    ) {
        let mut quoted: Vec<(&Left, Vec<CellId>)> = Vec::new();
        let mut others: Vec<Fact> = Vec::new();
        for group in same_values(facts) {
            for &cell in &group.cells {
                let says_so = |values: &[Value]| {
                    says_more(values.len(), group.values.len())
                        && group.values.iter().all(|value| !values.contains(value))
                };
                let mut stated = self.earlier.left.get(&cell).into_iter().flatten();
                match stated.find(|stated| says_so(&stated.values)) {
                    Some(stated) => match quoted.iter_mut().find(|(it, _)| *it == stated) {
                        Some((_, cells)) => cells.push(cell),
                        None => quoted.push((stated, vec![cell])),
                    },
                    None => others.extend(group.values.iter().map(|&value| cell.is_not(value))),
                }
            }
        }
        for (Left { step, values }, mut cells) in quoted {
            cells.sort_unstable();
            add(self.only(&cells, values), vec![*step]);
        }
        for group in same_values(others.into_iter()) {
            let steps = group.facts().map(|fact| self.step_of(fact)).collect();
            add(self.exclusion(&group), steps);
        }
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

    // What a placed value excludes.

    fn add_seen(&self, all: &mut Vec<Seen>, unit: UnitId, placed: Fact, fact: Fact) {
        let (cell, way) = ((fact.cell, fact.value), self.way(unit, placed));
        match all.iter_mut().find(|it| it.placed == placed && it.way == way) {
            Some(it) => it.cells.push(cell),
            None => all.push(Seen { placed, way, house: self.subject(unit), cells: vec![cell] }),
        }
    }

    fn way(&self, unit: UnitId, placed: Fact) -> Way {
        let Some(rule) = self.units.rule(unit) else { return Way::House };
        let is_region = rule.family == "regions";
        if let CellName::Row(_) = self.name(placed.cell) {
            return if is_region { Way::Region } else { Way::Attack };
        }
        let is_house = is_region || matches!(rule.family, "rows" | "columns" | "boxes");
        match self.subject(unit) {
            Some(_) if is_house => Way::House,
            Some(subject) => Way::Group(subject),
            None => Way::Rule(self.units.text(unit)),
        }
    }

    /// "r1c1 and r1c3 see the 5 on r4c1".
    fn seen(&self, Seen { placed, cells, way, .. }: &Seen) -> String {
        let place = self.square(placed.cell, placed.value);
        let squares: Vec<_> = cells.iter().map(|&(cell, value)| self.square(cell, value)).collect();
        let (names, are) = (and(&squares), is(&squares));
        let [see, lie] = if squares.len() == 1 { ["sees", "lies"] } else { ["see", "lie"] };
        let value = self.symbol(placed.value.into());
        match way {
            Way::House => format!("{names} {see} the {value} on {place}"),
            Way::Group(group) => format!("{names} {see} the {value} on {place} in {group}"),
            Way::Rule(rule) => {
                format!("{rule}: {names} {are} not {value}, as {place} is {value}")
            }
            Way::Attack => format!("{names} {are} attacked by the queen on {place}"),
            Way::Region => format!("{names} {lie} in the region of the queen on {place}"),
        }
    }

    /// The values that are excluded in one cell: "row 1 has 2 and 5".
    fn seen_by_house(&self, seen: &[Seen]) -> Vec<String> {
        let mut houses: Vec<(&str, Vec<Value>)> = Vec::new();
        let mut others = Vec::new();
        for it in seen {
            let Some(house) = it.house.as_deref() else {
                others.push(self.seen(it));
                continue;
            };
            let value = it.placed.value;
            match houses.iter_mut().find(|(other, _)| *other == house) {
                Some((_, values)) => values.push(value),
                None => houses.push((house, vec![value])),
            }
        }
        let text = |(house, mut values): (&str, Vec<Value>)| {
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

/// How a placed value excludes others.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Way {
    /// In a row, a column or a box.
    House,
    /// In another group of cells that differ: "diagonal 1".
    Group(String),
    /// By a rule with a sentence of its own.
    Rule(String),
    /// A queen in the same column or diagonal, or beside it.
    Attack,
    /// A queen in the same region.
    Region,
}

/// A placed value, and the cells in which it excludes a value.
struct Seen {
    placed: Fact,
    way: Way,
    /// The house of the first cell.
    house: Option<String>,
    cells: Vec<(CellId, Value)>,
}
