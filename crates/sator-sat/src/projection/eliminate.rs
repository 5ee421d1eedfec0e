//! Eliminates variables by resolution: the clauses without a variable are those that do not have it,
//! and all resolvents on it (Davis and Putnam 1960; bounded as in `SatELite`, 2005).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::backend::{Budget, StopReason};
use crate::{Clauses, Lit};

/// The clauses may grow to so many literals, plus a multiple of the original ones: enough for the
/// auxiliary variables of encodings of at-most-one constraints.
const MAX_LITERALS: usize = 1_000_000;
const MAX_GROWTH: usize = 4;

/// The clauses after eliminating variables for which `may_go` holds, cheapest first, as far as the
/// clauses stay few. Over the other variables they have the same models.
pub(super) fn eliminate(
    clauses: &Clauses,
    may_go: &dyn Fn(u32) -> bool,
    budget: &Budget,
) -> Result<Vec<Vec<Lit>>, StopReason> {
    let mut store = Store::default();
    store.occurrences.resize(2 * clauses.variables() as usize, Vec::new());
    for clause in clauses.iter() {
        store.add(clause.to_vec());
    }
    let limit = MAX_LITERALS + MAX_GROWTH * store.literals;
    let variables = (0..clauses.variables()).filter(|&variable| may_go(variable));
    let mut queue: BinaryHeap<_> =
        variables.map(|variable| Reverse((store.cost(variable), variable))).collect();
    while let Some(Reverse((cost, variable))) = queue.pop() {
        if let Some(reason) = budget.exhausted() {
            return Err(reason);
        }
        // Earlier eliminations may have changed the cost.
        let now = store.cost(variable);
        if now > cost {
            queue.push(Reverse((now, variable)));
        } else if store.literals + now > limit {
            break;
        } else {
            store.eliminate(variable);
        }
    }
    Ok(store.clauses.into_iter().flatten().collect())
}

/// Clauses with sorted literals, each once, without tautologies.
#[derive(Default)]
struct Store {
    clauses: Vec<Option<Vec<Lit>>>,
    known: HashSet<Vec<Lit>>,
    /// The clauses that have each literal; removed ones may be among them.
    occurrences: Vec<Vec<usize>>,
    literals: usize,
}

impl Store {
    fn add(&mut self, mut clause: Vec<Lit>) {
        clause.sort_unstable();
        clause.dedup();
        let is_tautology = clause.windows(2).any(|pair| pair[0] == !pair[1]);
        if is_tautology || !self.known.insert(clause.clone()) {
            return;
        }
        for lit in &clause {
            self.occurrences[index(*lit)].push(self.clauses.len());
        }
        self.literals += clause.len();
        self.clauses.push(Some(clause));
    }

    /// The present clauses that have a literal.
    fn having(&self, lit: Lit) -> impl Iterator<Item = (usize, &Vec<Lit>)> {
        let occurrences = self.occurrences[index(lit)].iter();
        occurrences.filter_map(|&at| Some((at, self.clauses[at].as_ref()?)))
    }

    /// The most literals of all resolvents on a variable.
    fn cost(&self, variable: u32) -> usize {
        let [positive, negative] = both(variable).map(|lit| {
            let lengths = self.having(lit).map(|(_, clause)| clause.len() - 1);
            lengths.fold((0, 0), |(number, sum), length| (number + 1, sum + length))
        });
        negative.0 * positive.1 + positive.0 * negative.1
    }

    fn eliminate(&mut self, variable: u32) {
        let [positive, negative] = both(variable).map(|lit| {
            let found: Vec<_> = self.having(lit).map(|(at, _)| at).collect();
            self.occurrences[index(lit)].clear();
            found.into_iter().filter_map(|at| self.remove(at)).collect::<Vec<_>>()
        });
        let others = |clause: &[Lit]| {
            let others = clause.iter().filter(|lit| lit.vidx32() != variable);
            others.copied().collect::<Vec<_>>()
        };
        for first in &positive {
            for second in &negative {
                self.add([others(first), others(second)].concat());
            }
        }
    }

    fn remove(&mut self, at: usize) -> Option<Vec<Lit>> {
        let clause = self.clauses[at].take()?;
        self.known.remove(&clause);
        self.literals -= clause.len();
        Some(clause)
    }
}

fn both(variable: u32) -> [Lit; 2] {
    [Lit::positive(variable), Lit::negative(variable)]
}

fn index(lit: Lit) -> usize {
    2 * lit.vidx() + usize::from(lit.is_neg())
}
