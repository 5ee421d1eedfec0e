//! The named rules of an instance, as fine as an explanation cites them: "row 3 has a 7" and "row 3
//! has only one 7" are two.

use sator_sat::Lit;
use sator_sat::constraint::Count;

use super::Difference;
use super::sums::SumSets;
use crate::cell::{CellId, CellName, Cells, Domain, Value, Wording};
use crate::constraint::form::Owned;
use crate::constraint::{AllDifferent, Constraint, Differ, Form, Part, PartText};
use crate::engine::Instance;
use crate::lists::Lists;
use crate::model::{Origin, Rule, Scope};
use crate::propagate::{Contradiction, Guarded};

/// The number of a unit.
pub type UnitId = u32;

/// What a unit states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnitKind {
    /// The cell has a value.
    SomeValue(CellId),
    /// The cell has no second value.
    OneValue(CellId),
    /// One of the terms of a constraint has this value: "row 3 has a 7".
    Has(RuleId, i64),
    /// No two of the terms have this value: "row 3 has only one 7".
    HasOnlyOne(RuleId, i64),
    /// A whole constraint.
    Whole(RuleId),
}

/// The place of a constraint in an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RuleId {
    /// Of the rules.
    Rule(u32),
    /// Of the clues.
    Clue(u32),
    /// Of the derived sums.
    Derived(u32),
}

/// A named rule.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    pub(crate) kind: UnitKind,
    pub(crate) body: Body,
}

/// What a unit states, over literals.
#[derive(Debug, Clone)]
pub(crate) enum Body {
    /// Between `least` and `most` of the literals are true.
    Group { lits: Box<[Lit]>, least: u32, most: u32 },
    /// Several forms, and a value for each cell of the scope.
    Forms(Box<Forms>),
}

#[derive(Debug, Clone)]
pub(crate) struct Forms {
    /// The forms; those of the sums are among them.
    pub(crate) parts: Vec<Guarded>,
    /// The literals of each cell of the scope with several values: exactly one of them is true.
    pub(crate) cells: Vec<Box<[Lit]>>,
    /// The sums of different values, which are propagated as a whole.
    sums: Vec<SumSets>,
}

/// All units of an instance.
#[derive(Debug, Clone)]
pub struct Units {
    instance: Instance,
    list: Vec<Unit>,
    /// The variables of each unit, ascending.
    variables: Lists<u32>,
    /// For each literal, the groups that have it.
    groups_of: Lists<UnitId>,
    /// For each variable, the other units that are about it.
    forms_of: Lists<UnitId>,
    /// For each variable, whether it belongs to a cell with several values.
    is_choice: Vec<bool>,
}

impl Units {
    /// The units of an instance, derived sums included.
    pub fn new(instance: &Instance) -> Self {
        Self::with_sums(instance, &instance.derived().sums)
    }

    /// The units of an instance with these derived sums. If they are not those of the instance, their
    /// units have no text.
    pub(super) fn with_sums(instance: &Instance, derived: &[Rule]) -> Self {
        let cells = instance.cells();
        let mut list = Vec::new();
        for (cell, ..) in cells.iter() {
            let Some(choices) = cells.choices(cell) else { continue };
            let lits: Box<[Lit]> = choices.collect();
            let count = lits.len() as u32;
            let some = Body::Group { lits: lits.clone(), least: 1, most: count };
            list.push(Unit { kind: UnitKind::SomeValue(cell), body: some });
            if count > 1 {
                let one = Body::Group { lits, least: 0, most: 1 };
                list.push(Unit { kind: UnitKind::OneValue(cell), body: one });
            }
        }
        let rules = instance.rules().iter().zip(0..).map(|(rule, at)| (rule, RuleId::Rule(at)));
        let clues = &instance.clues().rules;
        let clues = clues.iter().zip(0..).map(|(rule, at)| (rule, RuleId::Clue(at)));
        let derived = derived.iter().zip(0..).map(|(rule, at)| (rule, RuleId::Derived(at)));
        for (rule, id) in rules.chain(clues).chain(derived) {
            add_units(rule, id, cells, &mut list);
        }
        let mut variables_of = Lists::default();
        for unit in &list {
            variables_of.push(unit.variables());
        }
        let variables = cells.variables() as usize;
        let numbered = || list.iter().zip(0..);
        let in_groups = numbered().flat_map(|(unit, id): (&Unit, UnitId)| {
            let lits: &[Lit] = match &unit.body {
                Body::Group { lits, .. } => lits,
                Body::Forms(_) => &[],
            };
            lits.iter().map(move |lit| (lit.lidx(), id))
        });
        let in_forms = numbered().flat_map(|(unit, id): (&Unit, UnitId)| {
            let variables: &[u32] = match &unit.body {
                Body::Group { .. } => &[],
                Body::Forms(_) => &variables_of[id as usize],
            };
            variables.iter().map(move |&variable| (variable as usize, id))
        });
        let groups_of = Lists::sorted(2 * variables, in_groups);
        let forms_of = Lists::sorted(variables, in_forms);
        let is_range = |(_, _, domain): (CellId, _, Domain)| {
            let is_range = matches!(domain, Domain::Range { .. });
            std::iter::repeat_n(is_range, if is_range { domain.len() } else { 1 })
        };
        let is_choice = cells.iter().flat_map(is_range).collect();
        Self {
            instance: instance.clone(),
            list,
            variables: variables_of,
            groups_of,
            forms_of,
            is_choice,
        }
    }

    /// The instance.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    pub(crate) fn cells(&self) -> &Cells {
        self.instance.cells()
    }

    /// The number of units.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are no units.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn unit(&self, id: UnitId) -> &Unit {
        &self.list[id as usize]
    }

    /// All units.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> {
        0..self.list.len() as UnitId
    }

    /// What a unit states.
    pub fn kind(&self, id: UnitId) -> UnitKind {
        self.unit(id).kind
    }

    /// The variables that a unit is about, ascending.
    pub(crate) fn variables(&self, id: UnitId) -> &[u32] {
        &self.variables[id as usize]
    }

    pub(crate) fn groups_of(&self, lit: Lit) -> &[UnitId] {
        &self.groups_of[lit.lidx()]
    }

    pub(crate) fn forms_of(&self, lit: Lit) -> &[UnitId] {
        &self.forms_of[lit.vidx()]
    }

    /// Whether all units are groups of literals.
    pub(super) fn has_only_groups(&self) -> bool {
        self.list.iter().all(|unit| matches!(unit.body, Body::Group { .. }))
    }

    /// Whether the literal is about one of several values of a cell.
    pub(crate) fn is_choice(&self, lit: Lit) -> bool {
        self.is_choice[lit.vidx()]
    }

    /// The constraint of a unit; `None` if it is about a cell alone.
    pub fn rule(&self, id: UnitId) -> Option<&Rule> {
        match self.kind(id) {
            UnitKind::SomeValue(_) | UnitKind::OneValue(_) => None,
            UnitKind::Has(rule, _) | UnitKind::HasOnlyOne(rule, _) | UnitKind::Whole(rule) => {
                Some(self.rule_at(rule))
            }
        }
    }

    /// The constraint at a place of the instance.
    pub fn rule_at(&self, rule: RuleId) -> &Rule {
        match rule {
            RuleId::Rule(at) => &self.instance.rules()[at as usize],
            RuleId::Clue(at) => &self.instance.clues().rules[at as usize],
            RuleId::Derived(at) => &self.instance.derived().sums[at as usize],
        }
    }

    /// Whether the unit follows from others, like the 45 rule.
    pub fn is_derived(&self, id: UnitId) -> bool {
        self.rule(id).is_some_and(|rule| rule.origin == Origin::Derived)
    }

    /// The cells that a unit is about.
    pub fn scope(&self, id: UnitId) -> Vec<CellId> {
        match self.kind(id) {
            UnitKind::SomeValue(cell) | UnitKind::OneValue(cell) => vec![cell],
            _ => self.rule(id).map_or_else(Vec::new, |rule| rule.constraint.scope()),
        }
    }

    /// The cells and values that a unit is about.
    pub fn choices(&self, id: UnitId) -> impl Iterator<Item = (CellId, Value)> {
        let variables = self.variables(id).iter();
        variables.map(|&variable| self.cells().cell_of(Lit::positive(variable)))
    }

    /// Whether players note without a step what a placed value excludes by this unit: its cell, its
    /// house, or a rule of the puzzle that allows one thing of several. What a clue excludes is a
    /// step, as is what takes several placed values.
    pub(super) fn is_noted(&self, id: UnitId) -> bool {
        match (self.kind(id), &self.unit(id).body) {
            (UnitKind::OneValue(_) | UnitKind::HasOnlyOne(..), _) => true,
            (UnitKind::Whole(_), Body::Group { most, .. }) => {
                *most == 1 && self.rule(id).is_some_and(|rule| rule.origin == Origin::Rule)
            }
            _ => false,
        }
    }

    /// Whether the unit says that an auxiliary cell of two values has one of them: then "not the one"
    /// and "the other" are the same fact.
    pub(super) fn is_either_or(&self, id: UnitId) -> bool {
        match self.kind(id) {
            UnitKind::SomeValue(cell) | UnitKind::OneValue(cell) => {
                let is_auxiliary = matches!(self.cells().name(cell), CellName::Auxiliary(_));
                is_auxiliary && self.cells().domain(cell).len() == 2
            }
            _ => false,
        }
    }

    /// The cells of each part of a sum that are taken to differ, though the rule does not say so, and
    /// the rule that does. A cage, a sum with a name of its own, says that its values differ.
    pub(super) fn taken_to_differ(&self, id: UnitId) -> Vec<Difference> {
        let Some(rule) = self.rule(id) else { return Vec::new() };
        let Constraint::Linear(linear) = &rule.constraint else { return Vec::new() };
        if is_cage(rule, self.cells()) {
            return Vec::new();
        }
        let parts = linear.summands().iter().filter(|part| part.differ == Differ::Implied);
        let parts = parts.filter(|part| part.cells.len() > 1);
        parts
            .filter_map(|part| {
                let rule = self.rule_of_difference(&part.cells)?;
                Some(Difference { cells: part.cells.clone(), rule })
            })
            .collect()
    }

    /// The first rule that says that these cells differ.
    fn rule_of_difference(&self, wanted: &[CellId]) -> Option<RuleId> {
        let says_so = |rule: &Rule| {
            let is_stated = match &rule.constraint {
                Constraint::AllDifferent(it) => it.terms().iter().all(|term| term.offset == 0),
                Constraint::Linear(_) => is_cage(rule, self.cells()),
                _ => false,
            };
            let scope = || rule.constraint.scope();
            is_stated && wanted.iter().all(|cell| scope().contains(cell))
        };
        let rules =
            self.instance.rules().iter().zip(0..).map(|(rule, at)| (rule, RuleId::Rule(at)));
        let clues = &self.instance.clues().rules;
        let clues = clues.iter().zip(0..).map(|(rule, at)| (rule, RuleId::Clue(at)));
        rules.chain(clues).find(|(rule, _)| says_so(rule)).map(|(_, id)| id)
    }

    /// What a sum states by itself: its parts are not taken to differ.
    pub(super) fn without_differences(&self, id: UnitId) -> Option<Body> {
        let rule = self.rule(id)?;
        let Constraint::Linear(linear) = &rule.constraint else { return None };
        let mut loose = rule.clone();
        loose.constraint = linear.clone().not_differing_elsewhere().into();
        whole(&loose, self.cells())
    }

    /// That these cells differ.
    pub(super) fn difference(&self, cells: &[CellId]) -> Body {
        let rule = Rule::new(different(cells), Origin::Rule);
        let mut parts = Vec::new();
        rule.constraint.parts(&rule.view(self.cells(), Scope::Extended), &mut |part| {
            parts.push(Guarded { guards: part.guards, form: part.form.into_owned() });
        });
        Body::Forms(Box::new(Forms { parts, cells: Vec::new(), sums: Vec::new() }))
    }

    /// The sentence of a unit.
    pub fn text(&self, id: UnitId) -> String {
        let cells = self.cells();
        let Wording { some_value, one_value, .. } = cells.wording();
        match self.kind(id) {
            UnitKind::SomeValue(cell) => format!("{} {some_value}", cells.name(cell)),
            UnitKind::OneValue(cell) => format!("{} {one_value}", cells.name(cell)),
            UnitKind::Whole(rule) => self.rule_at(rule).text(cells),
            UnitKind::Has(rule, value) => self.part_text(rule, value, true),
            UnitKind::HasOnlyOne(rule, value) => self.part_text(rule, value, false),
        }
    }

    fn part_text(&self, rule: RuleId, wanted: i64, is_lower: bool) -> String {
        let rule = self.rule_at(rule);
        if let (Some(sentence), Constraint::AllDifferent(different)) =
            (rule.label.whole(), &rule.constraint)
            && !different.has_words()
        {
            return sentence;
        }
        let view = rule.view(self.cells(), Scope::Extended);
        let mut text = String::new();
        rule.constraint.parts(&view, &mut |part| {
            let (PartText::Value { value, .. }, Form::Group(group)) = (part.text, &part.form)
            else {
                return;
            };
            if value == wanted {
                let texts = part.texts(&view, "");
                let has_lower = group.least > 0;
                let index = usize::from(!is_lower && has_lower);
                text = texts.into_iter().nth(index).unwrap_or_default();
            }
        });
        text
    }
}

/// Adds the units of a constraint.
fn add_units(rule: &Rule, id: RuleId, cells: &Cells, list: &mut Vec<Unit>) {
    if let Constraint::AllDifferent(_) = &rule.constraint {
        let view = rule.view(cells, Scope::Extended);
        rule.constraint.parts(&view, &mut |part| {
            if let (PartText::Value { value, .. }, Form::Group(group)) = (part.text, &part.form) {
                add_bounds(*group, id, value, list);
            }
        });
        return;
    }
    if let Some(body) = whole(rule, cells) {
        list.push(Unit { kind: UnitKind::Whole(id), body });
    }
}

/// What a constraint states as a whole; `None` if that is nothing.
fn whole(rule: &Rule, cells: &Cells) -> Option<Body> {
    let view = rule.view(cells, Scope::Extended);
    let mut parts: Vec<Guarded> = Vec::new();
    let mut sums = Vec::new();
    let mut add = |Part { guards, form, .. }: Part<'_>| {
        if let (Form::Sum(sum), true) = (&form, guards.is_empty()) {
            sums.extend(SumSets::new(sum));
        }
        parts.push(Guarded { guards, form: form.into_owned() });
    };
    rule.constraint.parts(&view, &mut add);
    if let Constraint::Linear(linear) = &rule.constraint {
        // A sum means that its values differ, also where other rules state it.
        for part in linear.summands().iter().filter(|part| part.differ == Differ::Implied) {
            different(&part.cells).parts(&view, &mut add);
        }
    }
    match &mut parts[..] {
        [] => None,
        [Guarded { guards, form: Owned::Group(lits, least, most) }] if guards.is_empty() => {
            Some(Body::Group { lits: lits.clone(), least: *least as u32, most: *most as u32 })
        }
        _ => {
            let mut scope = rule.constraint.scope();
            scope.sort_unstable();
            scope.dedup();
            let choices = |cell: CellId| cells.choices(cell).map(Iterator::collect);
            let cells = scope.into_iter().filter_map(choices).collect();
            Some(Body::Forms(Box::new(Forms { parts, cells, sums })))
        }
    }
}

/// These cells have different values; nothing else is said about them.
fn different(cells: &[CellId]) -> Constraint {
    AllDifferent::new(cells.iter().copied()).without_existence().into()
}

/// Adds the lower and the upper bound of a group as units of their own.
fn add_bounds(group: Count<'_>, id: RuleId, value: i64, list: &mut Vec<Unit>) {
    let count = group.lits.len() as u32;
    let bound = |least: u32, most: u32| Body::Group { lits: group.lits.into(), least, most };
    if group.least > 0 {
        let body = bound(group.least as u32, count);
        list.push(Unit { kind: UnitKind::Has(id, value), body });
    }
    if group.most < group.lits.len() {
        let body = bound(0, group.most as u32);
        list.push(Unit { kind: UnitKind::HasOnlyOne(id, value), body });
    }
}

/// Whether a sum is a cage or a run: it has a name, and its sentence means that its values differ.
fn is_cage(rule: &Rule, cells: &Cells) -> bool {
    match &rule.constraint {
        Constraint::Linear(linear) => linear.cage().is_some() && rule.subject(cells).is_some(),
        _ => false,
    }
}

impl Unit {
    /// The variables that the unit is about, ascending.
    fn variables(&self) -> Vec<u32> {
        let mut variables = Vec::new();
        match &self.body {
            Body::Group { lits, .. } => variables.extend(lits.iter().map(|lit| lit.vidx32())),
            Body::Forms(forms) => {
                for part in &forms.parts {
                    part.each_lit(|lit| variables.push(lit.vidx32()));
                }
                variables.extend(forms.cells.iter().flatten().map(|lit| lit.vidx32()));
            }
        }
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    /// Whether the unit states how many literals are true, and more than "at least one" or "at most
    /// one".
    pub(crate) fn is_count(&self) -> bool {
        let Body::Group { lits, least, most } = &self.body else { return false };
        let is_clause = *least <= 1 && *most as usize >= lits.len();
        let is_at_most_one = *least == 0 && *most <= 1;
        !is_clause && !is_at_most_one
    }
}

impl Forms {
    /// Hands each literal that follows from the known ones to `imply`.
    pub(crate) fn propagate(
        &self,
        value: &dyn Fn(Lit) -> Option<bool>,
        imply: &mut dyn FnMut(Lit),
    ) -> Result<(), Contradiction> {
        for lits in &self.cells {
            let open = lits.iter().filter(|&&lit| value(lit) != Some(false)).count();
            if open == 0 {
                return Err(Contradiction);
            }
        }
        for sums in &self.sums {
            sums.propagate(value, imply)?;
        }
        for Guarded { guards, form } in &self.parts {
            let is_sum = matches!(form, Owned::Form(Form::Sum(_)));
            if is_sum && guards.is_empty() && !self.sums.is_empty() {
                continue;
            }
            propagate_guarded(guards, form, value, imply)?;
        }
        Ok(())
    }
}

/// A form with true guards binds; one that cannot hold makes its last open guard false.
fn propagate_guarded(
    guards: &[Lit],
    form: &Owned,
    value: &dyn Fn(Lit) -> Option<bool>,
    imply: &mut dyn FnMut(Lit),
) -> Result<(), Contradiction> {
    if guards.iter().any(|&guard| value(guard) == Some(false)) {
        return Ok(());
    }
    let mut open = guards.iter().filter(|&&guard| value(guard).is_none());
    let (first, second) = (open.next(), open.next());
    let mut implied = Vec::new();
    let found = form.with(|form| form.propagate(value, &mut |lit| implied.push(lit)));
    match (first, second, found) {
        (None, _, Ok(())) => implied.into_iter().for_each(imply),
        (None, _, Err(contradiction)) => return Err(contradiction),
        (Some(&guard), None, Err(_)) => imply(!guard),
        _ => {}
    }
    Ok(())
}
