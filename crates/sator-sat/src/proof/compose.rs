//! Composes the refutations of the cubes of a formula into one proof that the formula has no model.
//!
//! A cube's refutation shows that the formula and the cube's literals contradict each other. A clause
//! of it that depends on some of these literals becomes the same clause with their negations, which
//! follows from the formula alone; the empty clause becomes the negation of a part of the cube. Two
//! such clauses of sibling cubes resolve on the literal in which the cubes differ, up to the root of the
//! tree, where the empty clause is left. Clauses that depend on no literal of the cube stay as they
//! are.

use std::collections::{BTreeSet, HashMap};
use std::io::{self, Read, Write};

use super::{Format, Place, ReadError, Reader, Step, Writer};
use crate::{Clauses, Lit};

/// Why refutations cannot be composed.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// An input or the output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A step of a refutation is wrong, or of a kind that cannot be composed.
    #[error("{place}: {reason}")]
    Step {
        /// Its position.
        place: Place,
        /// The reason.
        reason: String,
    },
    /// A refutation ends without the empty clause.
    #[error("the proof ends without the empty clause")]
    NoEmptyClause,
    /// The cubes are not the leaves of a tree, from left to right.
    #[error("the cubes are not the leaves of a tree")]
    NoTree,
    /// Stopped from outside.
    #[error("stopped")]
    Stopped,
}

impl From<ReadError> for ComposeError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Io(error) => Self::Io(error),
            ReadError::Malformed { place, message } => Self::Step { place, reason: message },
        }
    }
}

/// A proof in LRAT that is composed cube by cube, from left to right in the tree.
pub struct Composer<W: Write> {
    formula: Vec<Vec<Lit>>,
    writer: Writer<W>,
    /// The number of the next clause.
    next: i64,
    /// By code of the literal: 1 is true, -1 false, 0 unassigned.
    values: Vec<i8>,
    trail: Vec<Lit>,
    /// The clauses of the subtrees that are complete but for a sibling, with their paths.
    lemmas: Vec<(Vec<Lit>, Lemma)>,
}

/// A clause that negates some literals of a path, and its number.
struct Lemma {
    id: i64,
    clause: Vec<Lit>,
}

/// A derived clause of a refutation.
struct Derived {
    /// Its number in the composed proof; `None` for a tautology, which is not written.
    id: Option<i64>,
    clause: Vec<Lit>,
    /// The literals of the cube that it depends on, by their positions.
    cause: BTreeSet<usize>,
}

impl<W: Write> Composer<W> {
    /// Starts a proof about a formula.
    pub fn new(formula: &Clauses, out: W) -> Self {
        let formula: Vec<_> = formula.iter().map(<[Lit]>::to_vec).collect();
        let next = formula.len() as i64 + 1;
        let writer = Writer::new(out, Format::LratText);
        Self { formula, writer, next, values: Vec::new(), trail: Vec::new(), lemmas: Vec::new() }
    }

    /// Adds the LRAT refutation of the formula with the literals of the next cube, each of which is
    /// a clause after those of the formula.
    pub fn add(
        &mut self,
        cube: &[Lit],
        proof: &mut dyn Read,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), ComposeError> {
        let lemma = match self.formula.iter().position(Vec::is_empty) {
            Some(empty) => Lemma { id: empty as i64 + 1, clause: Vec::new() },
            None => self.derive(cube, proof, stop)?,
        };
        self.lemmas.push((cube.to_vec(), lemma));
        self.resolve_siblings();
        Ok(())
    }

    /// Ends the proof.
    pub fn finish(self) -> Result<W, ComposeError> {
        match &self.lemmas[..] {
            [(path, _)] if path.is_empty() => Ok(self.writer.finish()?),
            _ => Err(ComposeError::NoTree),
        }
    }

    /// Derives the negation of a part of the cube.
    fn derive(
        &mut self,
        cube: &[Lit],
        proof: &mut dyn Read,
        stop: &dyn Fn() -> bool,
    ) -> Result<Lemma, ComposeError> {
        const STEPS_PER_STOP_CHECK: u64 = 1 << 10;
        let mut reader = Reader::new(proof, Some(Format::LratText), None)?;
        let mut derived: HashMap<i64, Derived> = HashMap::new();
        loop {
            let (steps, place) = (reader.steps(), reader.start());
            if steps % STEPS_PER_STOP_CHECK == 0 && stop() {
                return Err(ComposeError::Stopped);
            }
            match reader.next_step()? {
                None => return Err(ComposeError::NoEmptyClause),
                Some(Step::Delete { .. }) => {}
                Some(Step::DeleteIds { ids }) => {
                    // Other cubes need the clauses of the formula.
                    let deleted = ids.iter().filter_map(|id| derived.remove(id)?.id);
                    deleted.for_each(|id| self.writer.delete(id, &[]));
                }
                Some(Step::Add { id, clause, hints }) => {
                    let added = self
                        .weaken(cube, clause, hints, &derived)
                        .map_err(|reason| ComposeError::Step { place, reason })?;
                    if !clause.is_empty() {
                        derived.insert(id, added);
                        continue;
                    }
                    derived.values().filter_map(|it| it.id).for_each(|id| {
                        self.writer.delete(id, &[]);
                    });
                    let Some(id) = added.id else { return Err(ComposeError::NoEmptyClause) };
                    return Ok(Lemma { id, clause: added.clause });
                }
            }
        }
    }

    /// Writes a clause of a refutation with the negations of the literals that it depends on.
    fn weaken(
        &mut self,
        cube: &[Lit],
        clause: &[Lit],
        hints: &[i64],
        derived: &HashMap<i64, Derived>,
    ) -> Result<Derived, String> {
        let clauses = self.formula.len() as i64;
        let unit =
            |hint: i64| usize::try_from(hint - clauses - 1).ok().filter(|&it| it < cube.len());
        let mut cube_literals = BTreeSet::new();
        for &hint in hints {
            if hint < 0 {
                return Err("expected a clause that follows by propagation, found RAT".to_owned());
            }
            cube_literals.extend(unit(hint));
            cube_literals.extend(derived.get(&hint).iter().flat_map(|it| &it.cause));
        }
        let mut weakened = Vec::with_capacity(clause.len() + cube_literals.len());
        let negated = cube_literals.iter().map(|&position| !cube[position]);
        let mut is_tautology = false;
        for lit in clause.iter().copied().chain(negated) {
            is_tautology |= self.value(lit) > 0;
            if self.value(lit) == 0 {
                self.assign(!lit);
                weakened.push(lit);
            }
        }
        if is_tautology {
            self.undo();
            return Ok(Derived { id: None, clause: weakened, cause: cube_literals });
        }
        let kept = self.kept_hints(hints, &unit, derived);
        self.undo();
        let kept = kept?;
        let id = self.next;
        self.next += 1;
        self.writer.add(id, &weakened, None, &kept);
        Ok(Derived { id: Some(id), clause: weakened, cause: cube_literals })
    }

    /// The hints that still propagate from the negation of a clause, up to the conflict. A literal of the
    /// cube is known from the start, so that some clauses have nothing more to propagate.
    fn kept_hints(
        &mut self,
        hints: &[i64],
        unit: &dyn Fn(i64) -> Option<usize>,
        derived: &HashMap<i64, Derived>,
    ) -> Result<Vec<i64>, String> {
        let mut kept = Vec::new();
        for &hint in hints {
            if unit(hint).is_some() {
                continue;
            }
            let of_formula = usize::try_from(hint - 1).ok().and_then(|at| self.formula.get(at));
            let (id, literals) = match (of_formula, derived.get(&hint)) {
                (Some(clause), _) => (Some(hint), clause),
                (None, Some(derived)) => (derived.id, &derived.clause),
                (None, None) => return Err(format!("its hint {hint} is no clause")),
            };
            let Some(id) = id else { continue };
            let mut open = literals.iter().copied().filter(|&lit| self.value(lit) >= 0);
            match (open.next(), open.next()) {
                (None, _) => {
                    kept.push(id);
                    return Ok(kept);
                }
                (Some(lit), None) => {
                    if self.value(lit) == 0 {
                        kept.push(id);
                        self.assign(lit);
                    }
                }
                // A literal that became true earlier satisfies the clause.
                (Some(_), Some(_)) if literals.iter().any(|&lit| self.value(lit) > 0) => {}
                (Some(_), Some(_)) => {
                    return Err(format!("its hint {hint} has more than one literal left"));
                }
            }
        }
        Err("its hints end without a conflict".to_owned())
    }

    /// Resolves the last two lemmas as long as they are of sibling nodes.
    fn resolve_siblings(&mut self) {
        while let [.., (left, _), (right, _)] = &self.lemmas[..] {
            let (Some((&one, above)), Some((&other, others))) =
                (left.split_last(), right.split_last())
            else {
                return;
            };
            if one != !other || above != others {
                return;
            }
            let path = above.to_vec();
            let (Some((_, second)), Some((_, first))) = (self.lemmas.pop(), self.lemmas.pop())
            else {
                return;
            };
            let lemma = self.resolved(first, second, one);
            self.lemmas.push((path, lemma));
        }
    }

    /// The resolvent of the lemmas of `lit` and of its negation; or one of them, if it does not depend
    /// on the literal.
    fn resolved(&mut self, first: Lemma, second: Lemma, lit: Lit) -> Lemma {
        let (kept, dropped) = match (first.clause.contains(&!lit), second.clause.contains(&lit)) {
            (false, _) => (first, second),
            (true, false) => (second, first),
            (true, true) => {
                let mut clause = first.clause.clone();
                clause.retain(|&it| it != !lit);
                for &other in second.clause.iter().filter(|&&it| it != lit) {
                    if !clause.contains(&other) {
                        clause.push(other);
                    }
                }
                let id = self.next;
                self.next += 1;
                self.writer.add(id, &clause, None, &[first.id, second.id]);
                self.forget(&first);
                self.forget(&second);
                return Lemma { id, clause };
            }
        };
        self.forget(&dropped);
        kept
    }

    /// Deletes a lemma that is no clause of the formula.
    fn forget(&mut self, lemma: &Lemma) {
        if lemma.id > self.formula.len() as i64 {
            self.writer.delete(lemma.id, &[]);
        }
    }

    fn value(&self, lit: Lit) -> i8 {
        self.values.get(code(lit)).copied().unwrap_or(0)
    }

    fn assign(&mut self, lit: Lit) {
        let needed = code(lit).max(code(!lit)) + 1;
        if self.values.len() < needed {
            self.values.resize(needed, 0);
        }
        self.values[code(lit)] = 1;
        self.values[code(!lit)] = -1;
        self.trail.push(lit);
    }

    fn undo(&mut self) {
        for lit in std::mem::take(&mut self.trail) {
            self.values[code(lit)] = 0;
            self.values[code(!lit)] = 0;
        }
    }
}

/// An index for each literal.
fn code(lit: Lit) -> usize {
    2 * lit.vidx() + usize::from(lit.is_neg())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClauseSink as _;
    use crate::proof::{Options, Verdict, check};

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&it| Lit::from_ipasir(it).unwrap()).collect()
    }

    /// All clauses over two variables.
    fn formula() -> Clauses {
        let mut formula = Clauses::default();
        for clause in [[1, 2], [1, -2], [-1, 2], [-1, -2]] {
            formula.add_clause(&lits(&clause));
        }
        formula
    }

    fn compose(cubes: &[(&[i32], &str)]) -> Result<Vec<u8>, ComposeError> {
        let mut composer = Composer::new(&formula(), Vec::new());
        for (cube, proof) in cubes {
            composer.add(&lits(cube), &mut proof.as_bytes(), &|| false)?;
        }
        composer.finish()
    }

    fn verdict(proof: &[u8]) -> Verdict {
        check(&formula(), &mut &proof[..], &Options::default(), &|| false).unwrap().verdict
    }

    #[test]
    fn refutations_of_both_sides_make_a_proof() {
        // The first one derives 2 from the cube, and forgets a clause of the formula.
        let proof =
            compose(&[(&[1], "6 2 0 5 3 0\n6 d 1 0\n7 0 6 5 4 0\n"), (&[-1], "6 0 5 1 2 0\n")])
                .unwrap();
        assert_eq!(verdict(&proof), Verdict::Verified, "{}", String::from_utf8_lossy(&proof));
    }

    #[test]
    fn a_refutation_that_does_not_need_the_cube_is_enough() {
        let whole = "7 2 0 1 3 0\n8 0 7 2 4 0\n";
        let proof =
            compose(&[(&[1, 2], whole), (&[1, -2], "7 0 5 6 3 0\n"), (&[-1], "6 0 5 1 2 0\n")]);
        assert_eq!(verdict(&proof.unwrap()), Verdict::Verified);
    }

    #[test]
    fn a_tautology_and_a_literal_of_the_cube_are_not_written_twice() {
        // The first clause has the negation of the cube already, the second its literal.
        let proof = "6 2 -1 0 5 3 0\n7 1 2 0 5 0\n8 0 6 5 4 0\n";
        let proof = compose(&[(&[1], proof), (&[-1], "6 0 5 1 2 0\n")]).unwrap();
        let text = String::from_utf8_lossy(&proof);
        assert!(text.starts_with("5 2 -1 0 3 0\n6 -1 0 "), "{text}");
        assert_eq!(verdict(&proof), Verdict::Verified, "{text}");
    }

    #[test]
    fn a_missing_cube_and_a_wrong_step_are_refused() {
        let right = "6 0 5 1 2 0\n";
        assert!(matches!(compose(&[(&[-1], right)]), Err(ComposeError::NoTree)));
        assert!(matches!(compose(&[(&[-1], "")]), Err(ComposeError::NoEmptyClause)));
        for wrong in ["6 0 5 1 0\n", "6 0 9 0\n", "6 0 3 0\n", "6 0 -1 0\n"] {
            let refused = compose(&[(&[-1], wrong)]);
            assert!(matches!(refused, Err(ComposeError::Step { .. })), "{wrong}");
        }
    }
}
