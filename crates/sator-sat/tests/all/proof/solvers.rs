//! Solvers that prove: the steps they tell, written in any format.

use sator_sat::proof::{Format, Writer};
use sator_sat::{Clauses, Lit};
use varisat::{ExtendFormula, ProofFormat};

/// A step as a solver tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SolverStep {
    /// The next clause of the formula has this number.
    Original(i64),
    Add {
        id: i64,
        clause: Vec<Lit>,
        witness: Option<Lit>,
        hints: Vec<i64>,
    },
    Delete {
        id: i64,
        clause: Vec<Lit>,
    },
}

impl SolverStep {
    pub(crate) fn clause_mut(&mut self) -> Option<&mut Vec<Lit>> {
        match self {
            Self::Original(_) => None,
            Self::Add { clause, .. } | Self::Delete { clause, .. } => Some(clause),
        }
    }
}

pub(crate) fn written(steps: &[SolverStep], format: Format) -> Vec<u8> {
    let originals = steps.iter().filter(|step| matches!(step, SolverStep::Original(_))).count();
    let mut writer = if originals > 0 {
        Writer::renumbering(Vec::new(), format, originals)
    } else {
        Writer::new(Vec::new(), format)
    };
    for step in steps {
        match step {
            SolverStep::Original(id) => writer.original(*id),
            SolverStep::Add { id, clause, witness, hints } => {
                writer.add(*id, clause, *witness, hints);
            }
            SolverStep::Delete { id, clause } => writer.delete(*id, clause),
        }
    }
    writer.finish().expect("a vector takes everything")
}

/// A proof by Varisat, which has no hints.
pub(crate) fn by_varisat(formula: &Clauses, format: Format) -> Vec<u8> {
    let format = if format.is_binary() { ProofFormat::BinaryDrat } else { ProofFormat::Drat };
    let mut proof = Vec::new();
    let mut solver = varisat::Solver::new();
    solver.write_proof(&mut proof, format);
    for clause in formula.iter() {
        let number = |lit: &Lit| varisat::Lit::from_dimacs(lit.to_ipasir() as isize);
        solver.add_clause(&clause.iter().map(number).collect::<Vec<_>>());
    }
    assert!(!solver.solve().expect("the proof goes to memory"));
    solver.close_proof().expect("the proof goes to memory");
    drop(solver);
    proof
}

#[cfg(feature = "cadical")]
mod cadical {
    use std::cell::RefCell;
    use std::rc::Rc;

    use cadical_sys::{CaDiCal, ProofTracer, Status};

    use super::{Clauses, Lit, SolverStep};

    #[derive(Default)]
    struct Recorder(Vec<SolverStep>);

    fn lits(clause: &[i32]) -> Vec<Lit> {
        clause.iter().map(|&lit| Lit::from_ipasir(lit).unwrap()).collect()
    }

    impl ProofTracer for Recorder {
        fn add_derived_clause(
            &mut self,
            id: i64,
            _redundant: bool,
            witness: i32,
            clause: &[i32],
            antecedents: &[i64],
        ) {
            let (clause, witness) = (lits(clause), Lit::from_ipasir(witness).ok());
            self.0.push(SolverStep::Add { id, clause, witness, hints: antecedents.to_vec() });
        }

        fn delete_clause(&mut self, id: i64, _redundant: bool, clause: &[i32]) {
            self.0.push(SolverStep::Delete { id, clause: lits(clause) });
        }

        fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], restored: bool) {
            assert!(!restored, "nothing is added after solving");
            self.0.push(SolverStep::Original(id));
        }

        fn weaken_minus(&mut self, _: i64, _: &[i32]) {}
        fn strengthen(&mut self, _: i64) {}
        fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
        fn add_assumption(&mut self, _: i32) {}
        fn add_constraint(&mut self, _: &[i32]) {}
        fn reset_assumptions(&mut self) {}
        fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}
        fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
        fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
        fn conclude_unknown(&mut self, _: &[i32]) {}
    }

    /// The proof steps of CaDiCaL on an unsatisfiable formula.
    pub(crate) fn by_cadical(formula: &Clauses, options: &[(&str, i32)]) -> Vec<SolverStep> {
        let recorder = Rc::new(RefCell::new(Recorder::default()));
        let mut solver = CaDiCal::new();
        for &(name, value) in options {
            assert!(solver.set(name, value), "no option {name}");
        }
        solver.connect_proof_tracer1(recorder.clone(), true, false);
        solver.resize(formula.variables() as i32);
        for clause in formula.iter() {
            for lit in clause {
                solver.add(lit.to_ipasir());
            }
            solver.add(0);
        }
        assert_eq!(solver.solve(), Status::UNSATISFIABLE);
        drop(solver);
        recorder.take().0
    }
}

#[cfg(feature = "cadical")]
pub(crate) use cadical::by_cadical;

/// Steps of Varisat's proof, so that there are some without CaDiCaL.
pub(crate) fn steps_by_varisat(formula: &Clauses) -> Vec<SolverStep> {
    let text = String::from_utf8(by_varisat(formula, Format::DratText)).unwrap();
    let step = |line: &str| {
        let deletes = line.starts_with('d');
        let numbers = line.trim_start_matches('d').split_whitespace();
        let clause = numbers.filter_map(|word| Lit::from_ipasir(word.parse().unwrap()).ok());
        let clause = clause.collect();
        if deletes {
            SolverStep::Delete { id: 0, clause }
        } else {
            SolverStep::Add { id: 0, clause, witness: None, hints: Vec::new() }
        }
    };
    text.lines().map(step).collect()
}
