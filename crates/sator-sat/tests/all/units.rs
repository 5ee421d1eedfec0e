//! Unit propagation on formulas, compared with brute force.

use proptest::prelude::*;
use sator_sat::units::propagated;
use sator_sat::{ClauseSink, Clauses, Lit};

const VARIABLES: u32 = 6;

/// Clauses of up to four literals, some empty, some with a literal twice or its opposite.
fn formula() -> impl Strategy<Value = Clauses> {
    let lit = (0..VARIABLES, any::<bool>()).prop_map(|(index, negated)| Lit::new(index, negated));
    let clause = prop_oneof![
        8 => prop::collection::vec(lit.clone(), 2..5),
        3 => prop::collection::vec(lit.clone(), 1..2),
        1 => prop::collection::vec(lit, 0..1),
    ];
    prop::collection::vec(clause, 0..12).prop_map(|clauses| {
        let mut all = Clauses::default();
        for clause in &clauses {
            all.add_clause(clause);
        }
        all
    })
}

fn models(clauses: &Clauses) -> Vec<u32> {
    let holds = |bits: &u32| {
        let is_true = |lit: Lit| (bits >> lit.vidx() & 1 == 1) == lit.is_pos();
        clauses.first_false(is_true).is_none()
    };
    (0..1 << VARIABLES).filter(holds).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn propagation_keeps_the_models_and_reaches_a_fixpoint(clauses in formula()) {
        let rest = propagated(&clauses);
        prop_assert_eq!(models(&rest), models(&clauses));
        let facts: Vec<Lit> = rest.iter().filter(|it| it.len() == 1).map(|it| it[0]).collect();
        for clause in rest.iter().filter(|clause| clause.len() > 1) {
            for lit in clause {
                prop_assert!(!facts.contains(lit) && !facts.contains(&!*lit), "{:?}", clause);
            }
        }
        prop_assert!(rest.len() == 1 || rest.iter().all(|clause| !clause.is_empty()));
    }
}
