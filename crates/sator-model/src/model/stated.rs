//! Rules in the order in which they were stated, some of them put into words only when asked for.

use std::iter;
use std::ops::Range;
use std::sync::OnceLock;

use sator_sat::constraint::Count;
use sator_sat::{Constraint, Lit};

use super::{Label, Origin, Relation, Rule, Scope, Statement, Value};

/// Rules, and relations that say the same over whole numbers.
#[derive(Debug, Clone, Copy)]
pub struct Group<'m> {
    /// The relations, all of which are meant to hold.
    pub relations: &'m [Relation],
    rules: &'m [Rule],
}

impl<'m> Group<'m> {
    /// Its rules within the scope. Whichever it is, they say what the relations say.
    pub fn rules(&self, scope: Scope) -> impl Iterator<Item = &'m Rule> {
        self.rules.iter().filter(move |rule| scope.includes(rule.origin))
    }
}

/// How a puzzle speaks of cells that have each value once: of their number, and of a value.
#[derive(Debug, Clone, Copy)]
pub struct House {
    /// The kind of rule, for statistics: "rows".
    pub family: &'static str,
    /// "row 3 has a 5".
    pub has: fn([usize; 4]) -> String,
    /// "row 3 has only one 5".
    pub has_only_one: fn([usize; 4]) -> String,
    /// "row 3 has each value once".
    pub has_each: fn([usize; 4]) -> String,
}

/// Rules in the order in which they were stated.
#[derive(Debug, Clone, Default)]
pub(super) struct Stated {
    rules: Vec<Rule>,
    /// Which of the rules say what relations say; in their order, and none in two.
    related: Vec<Related>,
    /// Houses that were stated after all these rules. Most models have nothing else, and few that
    /// work on them look at more than the places.
    houses: Vec<Places>,
    lits: Vec<Lit>,
    of_houses: OnceLock<Vec<Rule>>,
}

#[derive(Debug, Clone)]
pub(super) struct Related {
    pub(super) rules: Range<usize>,
    pub(super) relations: Vec<Relation>,
}

/// The places of each value in a house.
#[derive(Debug, Clone)]
struct Places {
    house: House,
    number: usize,
    /// The values, from the first on.
    values: Range<Value>,
    /// For each value as many literals as there are cells, one behind the other.
    cells: usize,
    begin: usize,
}

impl Places {
    fn rules(&self) -> usize {
        2 * self.values.len()
    }

    /// Each value with its places.
    fn each<'m>(&self, lits: &'m [Lit]) -> impl Iterator<Item = (Value, &'m [Lit])> {
        let of_all = &lits[self.begin..][..self.values.len() * self.cells];
        self.values.clone().zip(of_all.chunks(self.cells))
    }

    /// States that each value has a place, which follows from the others, and that it has no two.
    fn say(&self, lits: &[Lit], rules: &mut Vec<Rule>) {
        let House { family, has, has_only_one, .. } = self.house;
        for (value, places) in self.each(lits) {
            let mut say = |origin, say, constraint| {
                let text = Label::new([self.number, value as usize], say);
                rules.push(Rule { text, family, origin, constraint });
            };
            say(Origin::Redundant, has, Constraint::Clause(places.to_vec()));
            say(Origin::Rule, has_only_one, Constraint::at_most_one(places.to_vec()));
        }
    }

    /// The same as counts.
    fn counts<'m>(&self, lits: &'m [Lit], scope: Scope) -> impl Iterator<Item = Count<'m>> {
        let has_redundant = scope.includes(Origin::Redundant);
        self.each(lits).flat_map(move |(_, lits)| {
            let some = has_redundant.then_some(Count { lits, least: 1, most: lits.len() });
            some.into_iter().chain([Count { lits, least: 0, most: 1 }])
        })
    }
}

impl Stated {
    /// Adds a rule.
    pub(super) fn push(&mut self, rule: Rule) {
        self.say_houses();
        self.rules.push(rule);
    }

    /// Adds that each of some values is once in a house of so many cells. The literals say of each
    /// value that each of the cells has it.
    pub(super) fn add_house(
        &mut self,
        house: House,
        number: usize,
        values: Range<Value>,
        cells: usize,
        lits: impl Iterator<Item = Lit>,
    ) {
        self.of_houses.take();
        let begin = self.lits.len();
        self.lits.reserve(values.len() * cells);
        lits.for_each(|lit| self.lits.push(lit));
        self.houses.push(Places { house, number, values, cells, begin });
    }

    /// Puts what was stated of houses into words, so that more can follow.
    fn say_houses(&mut self) {
        if !self.houses.is_empty() {
            self.of_houses();
            self.rules.extend(self.of_houses.take().unwrap_or_default());
            self.houses.clear();
            self.lits.clear();
        }
    }

    /// What was stated of houses, as rules.
    fn of_houses(&self) -> &[Rule] {
        self.of_houses.get_or_init(|| {
            let mut rules = Vec::with_capacity(self.houses.iter().map(Places::rules).sum());
            self.houses.iter().for_each(|house| house.say(&self.lits, &mut rules));
            rules
        })
    }

    /// How many rules there are.
    pub(super) fn len(&self) -> usize {
        self.rules.len() + self.houses.iter().map(Places::rules).sum::<usize>()
    }

    /// The rules from a number on, which say what these relations say.
    pub(super) fn relate(&mut self, before: usize, relations: Vec<Relation>) {
        self.related.push(Related { rules: before..self.len(), relations });
    }

    /// The rules without those of houses that came after them.
    pub(super) fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// All rules.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().chain(self.of_houses())
    }

    /// All rules within the scope, as counts; nothing for each that is none.
    pub(super) fn counts(&self, scope: Scope) -> impl Iterator<Item = Option<Count<'_>>> {
        let rules = self.rules.iter().filter(move |rule| scope.includes(rule.origin));
        let houses = self.houses.iter().flat_map(move |it| it.counts(&self.lits, scope));
        rules.map(|rule| rule.constraint.count()).chain(houses.map(Some))
    }

    pub(super) fn related(&self) -> &[Related] {
        &self.related
    }

    /// Makes the rule at this place say nothing, and those that it is grouped with no more over
    /// whole numbers than they say one by one.
    pub(super) fn drop(&mut self, index: usize) {
        self.say_houses();
        self.rules[index].constraint = Constraint::AtMost { lits: Vec::new(), bound: 0 };
        self.related.retain(|related| !related.rules.contains(&index));
    }

    /// Rules that were stated one after the other, all of them of houses or none.
    fn slice(&self, range: Range<usize>) -> &[Rule] {
        match range.start.checked_sub(self.rules.len()) {
            Some(start) if !self.houses.is_empty() => {
                &self.of_houses()[start..range.end - self.rules.len()]
            }
            _ => &self.rules[range],
        }
    }

    pub(super) fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        self.related.iter().map(|related| Group {
            relations: &related.relations,
            rules: self.slice(related.rules.clone()),
        })
    }

    /// The rules within the scope, with relations where there are any.
    pub(super) fn statements(&self, scope: Scope) -> impl Iterator<Item = Statement<'_>> {
        let ends = self.related.iter().map(|related| related.rules.end);
        let between = iter::once(0).chain(ends).zip(&self.related).map(|(end, related)| {
            (self.slice(end..related.rules.start), related.relations.as_slice())
        });
        let last = self.related.last().map_or(0, |related| related.rules.end);
        let parts = between.chain([(self.slice(last..self.len()), [].as_slice())]);
        parts.flat_map(move |(rules, relations)| {
            let rules = rules.iter().filter(move |rule| scope.includes(rule.origin));
            rules.map(Statement::Rule).chain(relations.iter().map(Statement::Relation))
        })
    }
}
