//! The meaning of units as clauses, without the encodings of the library.
//!
//! A unit about a cell or a value is a clause or pairs. A whole constraint is a diagram: one place
//! after another takes an option, and the state so far decides whether the rest can be completed.
//! The state is the sum or the count so far, or that of an automaton; of other constraints, the list of
//! all values so far, judged by `Constraint::holds` in the end.

use std::collections::HashMap;

use sator::engine::Units;
use sator::engine::explain::{UnitId, UnitKind};
use sator::model::constraint::Accept;
use sator::model::{
    CellId, Cells, Condition, Constraint, Differ, Domain, Linear, LinearPart, Value,
};
use sator_sat::Lit;
use sator_sat::backend::{Backend, Budget, Config, Outcome, by_name};

/// Some units in a SAT solver other than the one that explanations use.
pub(crate) struct Meaning<'u> {
    units: &'u Units,
    solver: Box<dyn Backend>,
    variables: u32,
}

/// A node of a diagram: no way leads to the end, all do, or those that this literal stands for.
#[derive(Clone, Copy)]
enum Node {
    Dead,
    End,
    Open(Lit),
}

/// The state after an option at a place.
type Next<'n> = dyn Fn(&[i64], usize, Value) -> Option<Vec<i64>> + 'n;

/// A diagram under construction.
struct Diagram<'d> {
    /// The options of each place.
    places: Vec<Vec<(Lit, Value)>>,
    next: &'d Next<'d>,
    is_end: &'d dyn Fn(&[i64]) -> bool,
    nodes: HashMap<(usize, Vec<i64>), Node>,
}

impl<'u> Meaning<'u> {
    pub(crate) fn new(units: &'u Units) -> Self {
        let solver = (by_name("varisat").expect("an embedded solver").create)(&Config::default());
        Self { units, solver, variables: units.instance().cells().variables() }
    }

    fn cells(&self) -> &'u Cells {
        self.units.instance().cells()
    }

    fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables - 1)
    }

    /// Whether units that are switched on, and facts, leave an assignment.
    pub(crate) fn is_possible(&mut self, assumptions: &[Lit]) -> bool {
        self.solver.reserve(self.variables);
        match self.solver.solve(assumptions, &Budget::default()).expect("the solver works") {
            Outcome::Sat(_) => true,
            Outcome::Unsat(_) => false,
            Outcome::Stopped(reason) => panic!("stopped without a limit: {reason:?}"),
        }
    }

    /// A switch for "one of these facts is false"; without facts it demands nothing.
    pub(crate) fn some_is_false(&mut self, facts: &[Lit]) -> Lit {
        let switch = self.fresh();
        if !facts.is_empty() {
            let clause: Vec<Lit> = facts.iter().map(|&fact| !fact).chain([!switch]).collect();
            self.solver.add_clause(&clause);
        }
        switch
    }

    /// Adds a unit and returns its switch.
    pub(crate) fn add(&mut self, id: UnitId) -> Lit {
        let switch = self.fresh();
        match self.units.kind(id) {
            UnitKind::SomeValue(cell) => self.some(switch, &self.values(cell)),
            UnitKind::OneValue(cell) => self.at_most_one(switch, &self.values(cell)),
            UnitKind::Has(_, value) => self.some(switch, &self.with_value(id, value)),
            UnitKind::HasOnlyOne(_, value) => {
                self.at_most_one(switch, &self.with_value(id, value));
            }
            UnitKind::Whole(_) => self.whole(switch, id),
        }
        switch
    }

    /// A switch for "these cells differ".
    pub(crate) fn add_difference(&mut self, cells: &[CellId]) -> Lit {
        let switch = self.fresh();
        for (at, &first) in cells.iter().enumerate() {
            for &second in &cells[at + 1..] {
                for value in self.cells().domain(first).values() {
                    let lits = [first, second].map(|cell| self.cells().lit(cell.is(value)));
                    if let [Some(first), Some(second)] = lits {
                        self.solver.add_clause(&[!switch, !first, !second]);
                    }
                }
            }
        }
        switch
    }

    /// A switch for "at least one of these".
    pub(crate) fn at_least_one_of(&mut self, lits: &[Lit]) -> Lit {
        let switch = self.fresh();
        self.some(switch, lits);
        switch
    }

    /// A switch for "at most one of these".
    pub(crate) fn at_most_one_of(&mut self, lits: &[Lit]) -> Lit {
        let switch = self.fresh();
        self.at_most_one(switch, lits);
        switch
    }

    fn some(&mut self, switch: Lit, lits: &[Lit]) {
        let clause: Vec<Lit> = lits.iter().copied().chain([!switch]).collect();
        self.solver.add_clause(&clause);
    }

    fn at_most_one(&mut self, switch: Lit, lits: &[Lit]) {
        for (at, &first) in lits.iter().enumerate() {
            for &second in &lits[at + 1..] {
                self.solver.add_clause(&[!switch, !first, !second]);
            }
        }
    }

    fn values(&self, cell: CellId) -> Vec<Lit> {
        let cells = self.cells();
        cells.domain(cell).values().map(|value| cells.is(cell, value)).collect()
    }

    /// The literals of the terms of a constraint that have a value.
    fn with_value(&self, id: UnitId, value: i64) -> Vec<Lit> {
        let Some(Constraint::AllDifferent(house)) = self.constraint(id) else {
            panic!("only terms that differ have parts for values")
        };
        let lit = |term: &sator::model::Term| {
            let value = Value::try_from(value - i64::from(term.offset)).ok()?;
            self.cells().lit(term.cell.is(value))
        };
        house.terms().iter().filter_map(lit).collect()
    }

    fn constraint(&self, id: UnitId) -> Option<&'u Constraint> {
        self.units.rule(id).map(|rule| &rule.constraint)
    }

    /// A whole constraint. Counts and clauses are about their conditions alone; all other constraints include
    /// that each of their cells has exactly one value.
    fn whole(&mut self, switch: Lit, id: UnitId) {
        let constraint = self.constraint(id).expect("a constraint");
        if let Constraint::Count(count) = constraint {
            return self.count(switch, count.conditions(), count.bounds());
        }
        if let Constraint::Clause(_) = constraint {
            return self.statement(switch, constraint, false);
        }
        let (cells, mut scope) = (self.cells(), constraint.scope());
        scope.sort_unstable();
        scope.dedup();
        for &cell in scope.iter().filter(|&&cell| cells.domain(cell) != Domain::Truth) {
            let values = self.values(cell);
            self.some(switch, &values);
            self.at_most_one(switch, &values);
        }
        // The sentence of a cage, a sum with a name, means that its values differ.
        let is_named = self.units.rule(id).is_some_and(|it| it.subject(cells).is_some());
        self.statement(switch, constraint, is_named);
    }

    /// What a constraint says about cells that have a value each.
    fn statement(&mut self, switch: Lit, constraint: &Constraint, is_named: bool) {
        let (cells, mut scope) = (self.cells(), constraint.scope());
        scope.sort_unstable();
        scope.dedup();
        let options = |&cell: &CellId| {
            let values = cells.domain(cell).values();
            values.map(|value| (cells.is(cell, value), value)).collect::<Vec<_>>()
        };
        match constraint {
            Constraint::Linear(linear) => {
                let differs = |part: &LinearPart| match part.differ {
                    Differ::No => false,
                    Differ::Stated => true,
                    Differ::Implied => is_named && linear.cage().is_some(),
                };
                let places = scope.iter().map(options).collect();
                self.sum(switch, linear, &differs, &scope, places);
            }
            Constraint::Automaton(automaton) => {
                let next = |state: &[i64], _, value: Value| {
                    Some(vec![automaton.next(state[0] as usize, value)? as i64])
                };
                let is_end = |state: &[i64]| automaton.accepts(state[0] as usize);
                let places = automaton.cells().iter().map(options).collect();
                self.diagram(switch, places, vec![0], &next, &is_end);
            }
            Constraint::When(when) => {
                let inner = self.fresh();
                if let Some(condition) = cells.lit(when.condition()) {
                    self.solver.add_clause(&[!switch, !condition, inner]);
                }
                self.statement(inner, when.then(), false);
            }
            Constraint::Clause(clause) => {
                let lits = clause.conditions().iter().filter_map(|&it| cells.lit(it));
                let is_true = |it: &Condition| cells.lit(*it).is_none() && !it.holds;
                if !clause.conditions().iter().any(is_true) {
                    let lits: Vec<Lit> = lits.collect();
                    self.some(switch, &lits);
                }
            }
            _ => {
                let next = |state: &[i64], _, value: Value| {
                    Some(state.iter().copied().chain([i64::from(value)]).collect())
                };
                let is_end = |state: &[i64]| {
                    constraint.holds(&|cell| {
                        let at = scope.binary_search(&cell).expect("a cell of the scope");
                        Value::try_from(state[at]).expect("a value")
                    })
                };
                let places = scope.iter().map(options).collect();
                self.diagram(switch, places, Vec::new(), &next, &is_end);
            }
        }
    }

    fn count(&mut self, switch: Lit, conditions: &[Condition], (min, max): (usize, usize)) {
        let option = |&condition: &Condition| match self.cells().lit(condition) {
            Some(lit) => vec![(lit, 1), (!lit, 0)],
            None => panic!("a condition outside the domain"),
        };
        let places = conditions.iter().map(option).collect();
        let next = |state: &[i64], _, value: Value| {
            let count = state[0] + i64::from(value);
            (count <= max as i64).then(|| vec![count])
        };
        self.diagram(switch, places, vec![0], &next, &|state| state[0] >= min as i64);
    }

    /// The state of a sum: the sum so far, and the set of values so far of each part that differs.
    fn sum(
        &mut self,
        switch: Lit,
        linear: &Linear,
        differs: &dyn Fn(&LinearPart) -> bool,
        scope: &[CellId],
        places: Vec<Vec<(Lit, Value)>>,
    ) {
        let next = |state: &[i64], at: usize, value: Value| {
            let mut state = state.to_vec();
            for (part, index) in linear.summands().iter().zip(1..) {
                for _ in part.cells.iter().filter(|&&cell| cell == scope[at]) {
                    state[0] += part.coefficient * i64::from(value);
                    if differs(part) {
                        let bit = 1_i64 << value;
                        if state[index] & bit != 0 {
                            return None;
                        }
                        state[index] |= bit;
                    }
                }
            }
            Some(state)
        };
        let is_end = |state: &[i64]| match linear.accept() {
            Accept::Equal(total) => state[0] == total,
            Accept::NotEqual(total) => state[0] != total,
            Accept::AtMost(total) => state[0] <= total,
            Accept::AtLeast(total) => state[0] >= total,
        };
        let start = vec![0; linear.summands().len() + 1];
        self.diagram(switch, places, start, &next, &is_end);
    }

    /// Demands that the options that are taken lead to an end.
    fn diagram(
        &mut self,
        switch: Lit,
        places: Vec<Vec<(Lit, Value)>>,
        start: Vec<i64>,
        next: &Next<'_>,
        is_end: &dyn Fn(&[i64]) -> bool,
    ) {
        let mut diagram = Diagram { places, next, is_end, nodes: HashMap::new() };
        match self.node(&mut diagram, 0, start) {
            Node::Dead => self.solver.add_clause(&[!switch]),
            Node::End => {}
            Node::Open(root) => self.solver.add_clause(&[!switch, root]),
        }
    }

    fn node(&mut self, diagram: &mut Diagram<'_>, at: usize, state: Vec<i64>) -> Node {
        if at == diagram.places.len() {
            return if (diagram.is_end)(&state) { Node::End } else { Node::Dead };
        }
        if let Some(&node) = diagram.nodes.get(&(at, state.clone())) {
            return node;
        }
        let mut children = Vec::new();
        for (lit, value) in diagram.places[at].clone() {
            let child = match (diagram.next)(&state, at, value) {
                Some(next) => self.node(diagram, at + 1, next),
                None => Node::Dead,
            };
            children.push((lit, child));
        }
        let node = if children.iter().all(|(_, child)| matches!(child, Node::Dead)) {
            Node::Dead
        } else {
            let node = self.fresh();
            for (lit, child) in children {
                match child {
                    Node::Dead => self.solver.add_clause(&[!node, !lit]),
                    Node::End => {}
                    Node::Open(child) => self.solver.add_clause(&[!node, !lit, child]),
                }
            }
            Node::Open(node)
        };
        diagram.nodes.insert((at, state), node);
        node
    }
}
