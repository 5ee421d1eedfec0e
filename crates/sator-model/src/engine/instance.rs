//! An instance: compiled rules and clues; and what follows from the clues at once.

use std::sync::{Arc, OnceLock};

use sator_sat::Lit;

use super::CompiledRules;
use super::compiled::Layout;
use crate::cell::{Cells, Condition};
use crate::constraint::{Constraint, Form, Part, PartRole};
use crate::derive::{Derived, Deriver, Extent, Split};
use crate::lower::cnf::ClauseWriter;
use crate::model::{Clues, Model, Rule, Scope, TakeNamed, each_named_part, each_part};
use crate::propagate::{Contradiction, Kernel, NetworkBuilder, OtherParts, Trail};
use crate::search::TrailSearch;

/// Compiled rules with the clues of one puzzle.
#[derive(Debug, Clone)]
pub struct Instance(Arc<Contents>);

#[derive(Debug)]
struct Contents {
    compiled: Arc<CompiledRules>,
    clues: Clues,
    /// All that can be derived; made when it is first needed.
    derived: OnceLock<Derived>,
}

impl From<Model> for Instance {
    fn from(model: Model) -> Self {
        let (model, clues) = model.split_clues();
        Self::new(Arc::new(CompiledRules::new(model)), clues)
    }
}

impl Instance {
    /// Compiled rules with clues.
    pub fn new(compiled: Arc<CompiledRules>, clues: Clues) -> Self {
        Self(Arc::new(Contents { compiled, clues, derived: OnceLock::new() }))
    }

    /// The same rules and clues, and these facts.
    pub(crate) fn with_facts(&self, facts: &[Condition]) -> Self {
        let mut clues = self.clues().clone();
        clues.facts.extend_from_slice(facts);
        Self::new(Arc::clone(self.compiled()), clues)
    }

    /// The same rules and clues, and these literals of cells.
    #[must_use]
    pub fn below(&self, literals: &[Lit]) -> Self {
        let fact = |&lit: &Lit| {
            let (cell, value) = self.cells().cell_of(lit);
            Condition { cell, value, holds: lit.is_pos() }
        };
        self.with_facts(&literals.iter().map(fact).collect::<Vec<_>>())
    }

    /// The rules.
    pub fn compiled(&self) -> &Arc<CompiledRules> {
        &self.0.compiled
    }

    /// The cells.
    pub fn cells(&self) -> &Cells {
        self.0.compiled.cells()
    }

    /// The rules without clues.
    pub fn rules(&self) -> &[Rule] {
        self.0.compiled.model().rules()
    }

    /// The clues.
    pub fn clues(&self) -> &Clues {
        &self.0.clues
    }

    /// All constraints that can be derived.
    pub fn derived(&self) -> &Derived {
        self.0.derived.get_or_init(|| {
            let deriver = Deriver::new(self.0.compiled.model(), &self.0.clues);
            let sums = deriver.sums(Extent::Unions, &|| false);
            let splits = deriver.splits(&sums);
            Derived { sums, splits }
        })
    }

    /// Keeps what elimination derived.
    pub(crate) fn set_derived(&self, sums: Vec<Rule>, splits: Vec<Split>) {
        // The first list stays. A stopped elimination derives fewer sums; each of them holds.
        let _ = self.0.derived.set(Derived { sums, splits });
    }

    /// Whether the clues are values of cells and nothing else.
    pub(crate) fn has_only_facts(&self) -> bool {
        self.0.clues.rules.is_empty()
    }

    /// Whether there are no clues at all.
    pub(crate) fn has_no_clues(&self) -> bool {
        self.has_only_facts() && self.0.clues.facts.is_empty()
    }

    /// Whether some constraint is a sum.
    pub(crate) fn has_sums(&self) -> bool {
        let is_sum = |rule: &Rule| matches!(rule.constraint, Constraint::Linear(_));
        self.0.clues.rules.iter().chain(self.rules()).any(is_sum)
    }

    /// The literals of the facts; a contradiction if a given value lies outside its domain.
    pub(crate) fn fact_lits(&self) -> Result<Vec<Lit>, Contradiction> {
        let mut lits = Vec::with_capacity(self.0.clues.facts.len());
        for &fact in &self.0.clues.facts {
            match self.cells().lit(fact) {
                Some(lit) => lits.push(lit),
                None if fact.holds => return Err(Contradiction),
                None => {}
            }
        }
        Ok(lits)
    }

    // Parts.

    /// Hands out the parts of all clues with their families: facts first.
    pub(crate) fn each_clue(&self, scope: Scope, take: &mut dyn FnMut(&'static str, Part<'_>)) {
        self.each_named_clue(scope, &mut |family, _, part| take(family, part));
    }

    /// The same with the sentence of each part.
    pub(crate) fn each_named_clue(&self, scope: Scope, take: &mut TakeNamed<'_>) {
        for &fact in &self.0.clues.facts {
            let text = |_: &Part<'_>| Clues::fact_text(fact, self.cells());
            match self.cells().lit(fact) {
                Some(lit) => take("clues", &text, Part::whole(Form::group(&[lit], 1, 1))),
                None if fact.holds => take("clues", &text, Part::whole(Form::group(&[], 1, 0))),
                None => {}
            }
        }
        each_named_part(&self.0.clues.rules, self.cells(), scope, take);
    }

    /// Hands out all parts within a scope in the order of a formula: cells, rules, clues, and derived
    /// sums.
    pub(crate) fn each_part(&self, scope: Scope, take: &mut dyn FnMut(&'static str, Part<'_>)) {
        self.each_named_part(scope, &mut |family, _, part| take(family, part));
    }

    /// The same with the sentence of each part, which is composed only if it is read.
    pub(crate) fn each_named_part(&self, scope: Scope, take: &mut TakeNamed<'_>) {
        self.0.compiled.model().each_named_form(scope, take);
        self.each_named_instance_part(scope, take);
    }

    /// The same with both parts of each cell as one.
    pub(crate) fn each_part_by_cell(
        &self,
        scope: Scope,
        take: &mut dyn FnMut(&'static str, Part<'_>),
    ) {
        let model = self.0.compiled.model();
        let family = self.cells().wording().family;
        model.each_cell_group(scope, |lits, most| {
            take(family, Part::whole(Form::group(lits, 1, most)));
        });
        each_part(model.rules(), self.cells(), scope, &mut |rule, part| take(rule.family, part));
        self.each_instance_part(scope, take);
    }

    fn each_instance_part(&self, scope: Scope, take: &mut dyn FnMut(&'static str, Part<'_>)) {
        self.each_named_instance_part(scope, &mut |family, _, part| take(family, part));
    }

    fn each_named_instance_part(&self, scope: Scope, take: &mut TakeNamed<'_>) {
        self.each_named_clue(scope, take);
        self.each_named_derived(scope, take);
    }

    /// Hands out the parts of derived sums with their sentences, where the scope has them.
    pub(crate) fn each_named_derived(&self, scope: Scope, take: &mut TakeNamed<'_>) {
        if scope == Scope::Extended {
            each_named_part(&self.derived().sums, self.cells(), scope, take);
        }
    }

    // Propagation.

    /// The propagators of the instance, and the trail with the facts. Counts among the clues join the
    /// network of the rules if there are no sums; beside sums, which state them, they are watched: the
    /// network can then be shared.
    pub(crate) fn kernel(&self, scope: Scope) -> Result<Propagation, Contradiction> {
        self.kernel_with(scope, &[])
    }

    /// The same with derived sums.
    fn kernel_with(&self, scope: Scope, sums: &[Rule]) -> Result<Propagation, Contradiction> {
        let layout = self.0.compiled.layout(scope);
        let has_counts = !self.has_only_facts() && !self.has_sums();
        let mut clues = OtherParts::default();
        let mut builder = has_counts.then(|| rebuilt(layout, self.cells().variables()));
        each_part(&self.0.clues.rules, self.cells(), scope, &mut |rule, part| {
            let Some(group) = clues.add(rule.family, part) else { return };
            match &mut builder {
                Some(builder) => builder.add(group),
                None => clues.add_group(rule.family, group),
            }
        });
        let stated = clues.len();
        add_all(sums, self.cells(), &mut clues);
        let (network, root) = match builder {
            None => (Arc::clone(&layout.network), layout.root.clone()),
            Some(builder) => {
                let network = Arc::new(builder.build());
                let root = network.root();
                (network, root)
            }
        };
        let mut trail = root?;
        for lit in self.fact_lits()? {
            trail.assign(&network, lit)?;
        }
        let kernel = Kernel::new(network, &[&layout.others, &clues]);
        Ok(Propagation { scope, kernel, trail, clues, stated })
    }

    /// The consequences of the clues, with derived sums in the extended scope; fewer if `stop` returns
    /// true.
    pub(crate) fn reduce(
        &self,
        scope: Scope,
        stop: &dyn Fn() -> bool,
    ) -> Result<Reduction, Contradiction> {
        let derived = (scope == Scope::Extended).then(|| &self.derived().sums[..]);
        self.kernel_with(scope, derived.unwrap_or_default())?.reduce(self, stop)
    }
}

/// Adds the parts of derived sums.
fn add_all(sums: &[Rule], cells: &Cells, parts: &mut OtherParts) {
    each_part(sums, cells, Scope::Extended, &mut |rule, part| {
        if let Some(group) = parts.add(rule.family, part) {
            parts.add_group(rule.family, group);
        }
    });
}

/// The groups of a layout, so that more can be added.
fn rebuilt(layout: &Layout, variables: u32) -> NetworkBuilder {
    let mut builder = NetworkBuilder::new(variables);
    for group in 0..layout.network.groups() {
        let (least, most) = layout.network.bounds(group);
        let (least, most) = (least as usize, most as usize);
        let lits = layout.network.literals(group);
        builder.add(sator_sat::constraint::Count { lits, least, most });
    }
    builder
}

/// The propagators of an instance, at work.
#[derive(Debug, Clone)]
pub(crate) struct Propagation {
    pub(crate) scope: Scope,
    pub(crate) kernel: Kernel,
    pub(crate) trail: Trail,
    /// The parts of clues and derived constraints that are not in the network.
    pub(crate) clues: OtherParts,
    /// How many of them are of clues.
    stated: usize,
}

impl Propagation {
    /// Adds derived sums to the propagators; in formulas they replace those that were added before.
    pub(crate) fn add_derived(&mut self, instance: &Instance, sums: &[Rule]) {
        self.clues.truncate(self.stated);
        add_all(sums, instance.cells(), &mut self.clues);
        self.kernel.add_sums(self.clues.sums_from(self.stated));
    }

    /// Makes more literals true, and propagates.
    pub(crate) fn with_facts(
        mut self,
        instance: &Instance,
        facts: impl IntoIterator<Item = Lit>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Reduction, Contradiction> {
        for fact in facts {
            self.trail.assign(self.kernel.network(), fact)?;
        }
        self.reduce(instance, stop)
    }

    /// Propagates to a fixpoint.
    pub(crate) fn reduce(
        mut self,
        instance: &Instance,
        stop: &dyn Fn() -> bool,
    ) -> Result<Reduction, Contradiction> {
        self.kernel.propagate(&mut self.trail, stop)?;
        let open = instance.cells().variables() - self.trail.facts().len() as u32;
        // Propagation does not check the last assignments, and may have been stopped before the end.
        if open == 0 && !self.holds(instance) {
            return Err(Contradiction);
        }
        Ok(Reduction::new(self, open))
    }

    /// Whether the constraints beside the network hold, where all is known.
    fn holds(&self, instance: &Instance) -> bool {
        let is_true = |lit| self.trail.value(lit) == Some(true);
        let layout = instance.compiled().layout(self.scope);
        [&layout.others, &self.clues].iter().all(|parts| parts.hold(&is_true))
    }
}

/// The known literals of an instance, and new numbers for the variables that are open.
#[derive(Debug, Clone)]
pub struct Reduction {
    pub(crate) propagation: Propagation,
    numbers: Vec<u32>,
    open: u32,
}

/// Marks a known variable.
const KNOWN: u32 = u32::MAX;

impl Reduction {
    fn new(propagation: Propagation, open: u32) -> Self {
        let variables = propagation.kernel.network().variables();
        // Where all is known there is nothing to number.
        let to_number = if open > 0 { 0..variables } else { 0..0 };
        let mut next = 0;
        let number = |variable| {
            let is_known = propagation.trail.value(Lit::positive(variable)).is_some();
            next += u32::from(!is_known);
            if is_known { KNOWN } else { next - 1 }
        };
        let numbers = to_number.map(number).collect();
        Self { propagation, numbers, open }
    }

    /// The number of open variables.
    pub(crate) fn open(&self) -> u32 {
        self.open
    }

    /// The literals that are known to be true.
    pub(crate) fn facts(&self) -> &[Lit] {
        self.propagation.trail.facts()
    }

    /// The value of a literal, if it is known.
    pub(crate) fn value(&self, lit: Lit) -> Option<bool> {
        self.propagation.trail.value(lit)
    }

    /// An open literal by its new number.
    pub(crate) fn renumber(&self, lit: Lit) -> Lit {
        Lit::new(self.numbers[lit.vidx()], lit.is_neg())
    }

    /// A clause without its false literals, by their new numbers; `None` if a literal is known to be
    /// true, so that the clause holds.
    pub(crate) fn renumbered(&self, clause: &[Lit]) -> Option<Vec<Lit>> {
        let mut open = Vec::with_capacity(clause.len());
        for &lit in clause {
            match self.value(lit) {
                None => open.push(self.renumber(lit)),
                Some(false) => {}
                Some(true) => return None,
            }
        }
        Some(open)
    }

    /// A search from what is known.
    pub(crate) fn search(&self, instance: &Instance) -> TrailSearch {
        let (kernel, trail) = self.fresh_kernel(instance);
        TrailSearch::new(kernel, trail)
    }

    /// Propagators that have each constraint once, and what is known.
    pub(crate) fn fresh_kernel(&self, instance: &Instance) -> (Kernel, Trail) {
        let Propagation { scope, kernel, trail, clues, .. } = &self.propagation;
        let others = &instance.compiled().layout(*scope).others;
        (Kernel::new(Arc::clone(kernel.network()), &[others, clues]), trail.clone())
    }

    /// Makes more literals true, and propagates.
    pub(crate) fn with_facts(
        self,
        instance: &Instance,
        facts: impl IntoIterator<Item = Lit>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, Contradiction> {
        self.propagation.with_facts(instance, facts, stop)
    }

    /// Writes what is left of the constraints, with renamed literals.
    pub(crate) fn write(
        &self,
        instance: &Instance,
        rename: &dyn Fn(Lit) -> Lit,
        writer: &mut ClauseWriter<'_>,
    ) {
        self.each_rule_left(instance, rename, &mut |family, guards, form| {
            writer.write(family, guards, form);
        });
        self.each_clue_left(instance, rename, &mut |role, family, guards, form| match role {
            PartRole::Count => writer.write_count(family, guards, form),
            _ => writer.write(family, guards, form),
        });
        if self.propagation.scope == Scope::Extended {
            for split in &instance.derived().splits {
                self.write_split(split.family, [&split.first, &split.others], rename, writer);
            }
        }
    }

    /// Hands out what is left of the constraints with their families, with renamed literals: each
    /// cell has a value, no cell has two, then the rest.
    pub(crate) fn each_left(
        &self,
        instance: &Instance,
        rename: &dyn Fn(Lit) -> Lit,
        take: &mut dyn FnMut(&'static str, &[Lit], &Form<'_>),
    ) {
        self.each_rule_left(instance, rename, take);
        self.each_clue_left(instance, rename, &mut |_, family, guards, form| {
            take(family, guards, form);
        });
    }

    /// Hands out what is left of a group of the network.
    fn group_left(
        &self,
        (number, bounds): (usize, Bounds),
        family: &'static str,
        rename: &dyn Fn(Lit) -> Lit,
        take: &mut Take<'_>,
    ) {
        let Propagation { kernel, trail, .. } = &self.propagation;
        let network = kernel.network();
        let residual = trail.residual(network, number);
        let least = if bounds == Bounds::Upper { 0 } else { residual.least as usize };
        let most = if bounds == Bounds::Lower { residual.open } else { residual.most } as usize;
        if least == 0 && most >= residual.open as usize {
            return;
        }
        let lits = network.literals(number).iter().filter(|&&lit| trail.value(lit).is_none());
        let open: Vec<Lit> = lits.map(|&lit| rename(lit)).collect();
        take(family, &[], &Form::group(&open, least, most));
    }

    fn each_rule_left(
        &self,
        instance: &Instance,
        rename: &dyn Fn(Lit) -> Lit,
        take: &mut Take<'_>,
    ) {
        let Propagation { scope, trail, .. } = &self.propagation;
        let layout = instance.compiled().layout(*scope);
        let group = |number: usize, bounds: Bounds, family, take: &mut Take<'_>| {
            self.group_left((number, bounds), family, rename, take);
        };
        let family = instance.cells().wording().family;
        for bounds in [Bounds::Lower, Bounds::Upper] {
            (0..layout.cells).for_each(|number| group(number, bounds, family, take));
        }
        let mut next = layout.cells;
        for &(family, end) in &layout.families {
            (next..end).for_each(|number| group(number, Bounds::Both, family, take));
            next = next.max(end);
        }
        let value = |lit| trail.value(lit);
        layout.others.each_left(&value, rename, take);
    }

    fn each_clue_left(
        &self,
        instance: &Instance,
        rename: &dyn Fn(Lit) -> Lit,
        take: &mut TakeClue<'_>,
    ) {
        let Propagation { scope, kernel, trail, clues, .. } = &self.propagation;
        let layout = instance.compiled().layout(*scope);
        // Counts among the clues are in the network after those of the rules, or beside it.
        let rules = layout.families.iter().map(|&(_, end)| end).fold(layout.cells, usize::max);
        let mut families = instance.clue_families(*scope).into_iter();
        for number in rules..kernel.network().groups() {
            let (family, role) = families.next().unwrap_or(("clues", PartRole::Usual));
            let bounds = (number, Bounds::Both);
            self.group_left(bounds, family, rename, &mut |family, guards, form| {
                take(role, family, guards, form);
            });
        }
        let value = |lit| trail.value(lit);
        clues.each_left(&value, rename, &mut |family, guards, form| {
            take(PartRole::Usual, family, guards, form);
        });
    }

    fn write_split(
        &self,
        family: &'static str,
        sides: [&[Lit]; 2],
        rename: &dyn Fn(Lit) -> Lit,
        writer: &mut ClauseWriter<'_>,
    ) {
        let is_true = sides.map(|side| side.iter().any(|&lit| self.value(lit) == Some(true)));
        let open = sides.map(|side| {
            let open = side.iter().filter(|&&lit| self.value(lit).is_none());
            open.map(|&lit| rename(lit)).collect::<Vec<_>>()
        });
        let [first, others] = &open;
        match is_true {
            [true, true] => writer.write(family, &[], &Form::group(&[], 1, 0)),
            [true, false] if others.is_empty() => {}
            [false, true] if first.is_empty() => {}
            [true, false] => writer.write(family, &[], &Form::group(others, 0, 0)),
            [false, true] => writer.write(family, &[], &Form::group(first, 0, 0)),
            [false, false] if first.is_empty() => {
                writer.write(family, &[], &Form::group(others, 1, others.len()));
            }
            [false, false] if others.is_empty() => {
                writer.write(family, &[], &Form::group(first, 1, first.len()));
            }
            [false, false] => writer.split(family, first, others),
        }
    }
}

type Take<'t> = dyn FnMut(&'static str, &[Lit], &Form<'_>) + 't;
type TakeClue<'t> = dyn FnMut(PartRole, &'static str, &[Lit], &Form<'_>) + 't;

/// Which bounds of a group are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bounds {
    Lower,
    Upper,
    Both,
}

impl Instance {
    /// The family and the role of each group of the clues.
    fn clue_families(&self, scope: Scope) -> Vec<(&'static str, PartRole)> {
        let mut families = Vec::new();
        each_part(&self.0.clues.rules, self.cells(), scope, &mut |rule, part| {
            if matches!(part.form, Form::Group(_)) && part.guards.is_empty() {
                families.push((rule.family, part.role));
            }
        });
        families
    }
}
