//! Clauses that two clues state are written once: overlapping numbers of minesweeper may exclude the
//! same squares. Clues are compared with each other, and no clause is kept.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use sator_sat::constraint::Count;
use sator_sat::{ClauseSink, Lit};

/// The clues that were written, with the clauses of each as sizes of subsets.
#[derive(Debug, Default)]
pub(super) struct WrittenClues {
    clues: Vec<Subsets>,
    /// The clues with each literal.
    by_lit: HashMap<Lit, Vec<usize>, FixedState>,
    /// A buffer for the clues that have literals in common with another.
    overlaps: Vec<usize>,
}

/// A clue whose clauses are all subsets of its literals of one size, of their negations of another,
/// or both.
#[derive(Debug)]
struct Subsets {
    family: &'static str,
    lits: Box<[Lit]>,
    sizes: [Option<usize>; 2],
}

impl Subsets {
    /// Whether it may state a clause of another clue, with which it has so many `common` literals.
    fn may_repeat(&self, other: &Self, common: usize) -> bool {
        let mut sizes = self.sizes.iter().zip(&other.sizes);
        self.family == other.family
            && sizes.any(|(size, other)| size == other && size.is_some_and(|it| it <= common))
    }

    /// Whether this is one of its clauses.
    fn states(&self, clause: &[Lit]) -> bool {
        let [some, not_all] = self.sizes.map(|size| size == Some(clause.len()));
        let has = |lit: Lit| self.lits.binary_search(&lit).is_ok();
        some && clause.iter().all(|&lit| has(lit)) || not_all && clause.iter().all(|&lit| has(!lit))
    }
}

impl WrittenClues {
    /// Writes a clue by `write`, without the clauses of earlier clues of its family.
    pub(super) fn write_new(
        &mut self,
        family: &'static str,
        count: Count<'_>,
        sizes: [Option<usize>; 2],
        sink: &mut dyn ClauseSink,
        write: impl FnOnce(&mut dyn ClauseSink),
    ) {
        let mut lits: Box<[Lit]> = count.lits.into();
        lits.sort_unstable();
        // Of a literal that counts twice the subsets are others.
        let is_plain = lits.windows(2).all(|pair| pair[0] != pair[1]) && sizes != [None, None];
        if !is_plain {
            return write(sink);
        }
        let clue = Subsets { family, lits, sizes };
        self.find_overlaps(&clue.lits);
        let overlaps = self.overlaps.chunk_by(|one, other| one == other);
        let overlaps = overlaps.map(|same| (&self.clues[same[0]], same.len()));
        let earlier: Vec<_> =
            overlaps.filter(|(it, common)| it.may_repeat(&clue, *common)).map(|it| it.0).collect();
        if earlier.is_empty() {
            write(sink);
        } else {
            write(&mut Unrepeated { sink, earlier });
        }
        for &lit in &clue.lits {
            self.by_lit.entry(lit).or_default().push(self.clues.len());
        }
        self.clues.push(clue);
    }

    /// Lists the earlier clues with some of these literals, each once for every common literal.
    fn find_overlaps(&mut self, lits: &[Lit]) {
        self.overlaps.clear();
        for lit in lits {
            self.overlaps.extend(self.by_lit.get(lit).into_iter().flatten());
        }
        self.overlaps.sort_unstable();
    }
}

/// Passes on the clauses that no earlier clue states.
struct Unrepeated<'a> {
    sink: &'a mut dyn ClauseSink,
    earlier: Vec<&'a Subsets>,
}

impl ClauseSink for Unrepeated<'_> {
    fn add_clause(&mut self, clause: &[Lit]) {
        if !self.earlier.iter().any(|clue| clue.states(clause)) {
            self.sink.add_clause(clause);
        }
    }

    fn exclude(&mut self, first: Lit, others: &[Lit]) {
        for &other in others {
            self.add_clause(&[!first, !other]);
        }
    }

    fn is_closed(&self) -> bool {
        self.sink.is_closed()
    }
}
