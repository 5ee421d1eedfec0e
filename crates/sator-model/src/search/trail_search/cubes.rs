//! Questions of a split to the trail search: what follows below some literals, where to branch, and
//! how large the tree is there.

use sator_sat::Lit;

use super::TrailSearch;

/// Look-ahead compares so many literals, those of the groups with the fewest ways to go on.
const LOOKED_AT: usize = 24;

/// A literal to branch on, or one that look-ahead has found to be true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Both values are possible.
    Branch(Lit),
    /// Its negation leads to a contradiction.
    Implied(Lit),
}

impl TrailSearch {
    /// The search below some literals, after propagation; `None` if that refutes them, or `stop` says so.
    pub(crate) fn below(&self, lits: &[Lit], stop: &dyn Fn() -> bool) -> Option<Self> {
        let mut below = self.rooted();
        for &lit in lits {
            below.trail.assign(below.kernel.network(), lit).ok()?;
        }
        below.propagate(stop).ok()?;
        Some(below)
    }

    /// The literal on which the search would branch; `None` where all is known.
    pub(crate) fn decision(&self) -> Option<Lit> {
        self.choose()
    }

    /// Whether a literal is known.
    pub(crate) fn is_known(&self, lit: Lit) -> bool {
        self.trail.value(lit).is_some()
    }

    /// The number of known literals.
    fn known(&self) -> usize {
        self.trail.facts().len()
    }

    /// The literal of which both values propagate most, among those that `may_branch`; `None` where
    /// all of them are known.
    ///
    /// The measure is that of look-ahead solvers (Heule, Kullmann, Wieringa and Biere, "Cube and
    /// Conquer", 2011): the product of the numbers of literals that become known on both sides.
    pub(crate) fn look_ahead(
        &self,
        may_branch: &dyn Fn(Lit) -> bool,
        stop: &dyn Fn() -> bool,
    ) -> Option<Choice> {
        let mut best = None;
        for lit in self.promising(may_branch) {
            let gain = |lit| self.below(&[lit], stop).map(|below| below.known() - self.known());
            let (with, without) = match (gain(lit), gain(!lit)) {
                (Some(with), Some(without)) => (with, without),
                (None, _) => return Some(Choice::Implied(!lit)),
                (_, None) => return Some(Choice::Implied(lit)),
            };
            let score = with * without;
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, lit));
            }
        }
        best.map(|(_, lit)| Choice::Branch(lit))
    }

    /// Open literals of the groups with the fewest of them.
    fn promising(&self, may_branch: &dyn Fn(Lit) -> bool) -> Vec<Lit> {
        let network = self.network();
        let open = |group: usize| self.trail.residual(network, group).open;
        let mut groups: Vec<_> = (0..network.groups()).filter(|&group| open(group) > 0).collect();
        groups.sort_by_key(|&group| open(group));
        let mut lits = Vec::new();
        let all = (0..network.variables()).map(Lit::positive);
        let grouped = groups.into_iter().flat_map(|group| network.literals(group).iter().copied());
        for lit in grouped.chain(all) {
            if lits.len() >= LOOKED_AT {
                break;
            }
            let is_new = !lits.contains(&lit) && !lits.contains(&!lit);
            if is_new && !self.is_known(lit) && may_branch(lit) {
                lits.push(lit);
            }
        }
        lits
    }

    /// The number of nodes, estimated by so many random descents. The method is Knuth's: the product
    /// of the numbers of branches on a random path is an unbiased estimate of the nodes at its end.
    pub(crate) fn estimate(
        &self,
        descents: u32,
        random: &mut dyn FnMut() -> u64,
        stop: &dyn Fn() -> bool,
    ) -> f64 {
        let mut sum = 0.0;
        for _ in 0..descents {
            let mut path = self.rooted();
            let (mut nodes, mut width) = (1.0, 1.0);
            while let Some(decision) = path.choose() {
                width *= 2.0;
                nodes += width;
                let branch = if random() & 1 == 0 { decision } else { !decision };
                let assigned = path.trail.assign(path.kernel.network(), branch);
                if assigned.is_err() || path.propagate(stop).is_err() || stop() {
                    break;
                }
            }
            sum += nodes;
        }
        sum / f64::from(descents.max(1))
    }
}
