//! The cubes of a split, and the check that together they cover every solution once.

use std::collections::BTreeSet;

use sator_sat::Lit;

use crate::search::Permutation;

/// A leaf of the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Cube {
    /// The literals on the path from the root.
    pub literals: Vec<Lit>,
    /// The estimated number of nodes of a search through it.
    pub size: f64,
}

/// The leaves of a tree, from left to right.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tree {
    /// Orbits of variables under the symmetries. A cube that makes the first variable of an orbit true
    /// belongs to that orbit: its solutions also stand for those in which another variable of the orbit
    /// is true.
    pub orbits: Vec<Vec<u32>>,
    /// The cubes.
    pub cubes: Vec<Cube>,
}

/// Why some cubes are not the leaves of a tree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Incomplete {
    /// Some solutions lie in no cube.
    #[error("no cube begins with the literals {0}")]
    Missing(String),
    /// Some solutions lie in several cubes, or the cubes branch on different literals.
    #[error("cube {0} is not on a branch of the tree of the cubes before it")]
    Misplaced(usize),
    /// A list of variables is no orbit under the symmetries of the puzzle.
    #[error("the variables {0} are no orbit under the puzzle's symmetries")]
    NoOrbit(String),
}

impl Tree {
    /// The orbit that a cube with these literals belongs to, if any.
    pub fn orbit_of(&self, literals: &[Lit]) -> &[u32] {
        let is_its = |orbit: &&Vec<u32>| {
            let first = orbit.first().map(|&variable| Lit::positive(variable));
            first.is_some_and(|first| literals.contains(&first))
        };
        self.orbits.iter().find(is_its).map_or(&[], |orbit| orbit)
    }

    /// Checks that every solution lies in exactly one cube or, with orbits, is symmetric to those
    /// that do. `symmetries` are those of the puzzle.
    pub fn check(&self, symmetries: &[Permutation]) -> Result<(), Incomplete> {
        let mut leaves: Vec<_> =
            self.cubes.iter().enumerate().map(|(at, cube)| (at, &cube.literals[..])).collect();
        let mut path = Vec::new();
        for orbit in &self.orbits {
            leaves = check_orbit(orbit, symmetries, leaves, &mut path)?;
        }
        check_leaves(leaves, &path)
    }
}

/// A cube's number and the literals that are left of it.
type Leaf<'c> = (usize, &'c [Lit]);

/// Checks the cubes in which the first variable of an orbit is true; returns the others, in which all
/// of the orbit is false.
fn check_orbit<'c>(
    orbit: &[u32],
    symmetries: &[Permutation],
    leaves: Vec<Leaf<'c>>,
    path: &mut Vec<Lit>,
) -> Result<Vec<Leaf<'c>>, Incomplete> {
    let Some(&first) = orbit.first() else { return Err(Incomplete::NoOrbit(String::new())) };
    let images = symmetries.iter().filter_map(|symmetry| symmetry.get(first as usize).copied());
    let images: BTreeSet<u32> = images.chain([first]).collect();
    let listed: BTreeSet<u32> = orbit.iter().copied().collect();
    if images != listed || listed.len() != orbit.len() {
        let numbers: Vec<_> = orbit.iter().map(|it| (it + 1).to_string()).collect();
        return Err(Incomplete::NoOrbit(numbers.join(" ")));
    }
    let is_first = |leaf: &Leaf<'_>| leaf.1.first() == Some(&Lit::positive(first));
    let (with, without): (Vec<_>, Vec<_>) = leaves.into_iter().partition(is_first);
    path.push(Lit::positive(first));
    check_leaves(with.into_iter().map(|(at, literals)| (at, &literals[1..])).collect(), path)?;
    path.pop();
    let none: Vec<_> = orbit.iter().map(|&variable| Lit::negative(variable)).collect();
    let rest = without.into_iter().map(|(at, literals)| match literals.strip_prefix(&none[..]) {
        Some(rest) => Ok((at, rest)),
        None => Err(Incomplete::Misplaced(at)),
    });
    path.extend(&none);
    rest.collect()
}

/// Checks that cubes are the leaves of a binary tree below a path.
fn check_leaves(leaves: Vec<Leaf<'_>>, path: &[Lit]) -> Result<(), Incomplete> {
    // Not recursive: a tree may be as deep as a puzzle has variables.
    let mut open = vec![(path.to_vec(), leaves)];
    while let Some((path, leaves)) = open.pop() {
        let Some(&(first, literals)) = leaves.first() else {
            return Err(Incomplete::Missing(spelled(&path)));
        };
        let Some(&branch) = literals.first() else {
            match leaves.get(1) {
                Some(&(other, _)) => return Err(Incomplete::Misplaced(other.max(first))),
                None => continue,
            }
        };
        let mut sides = [Vec::new(), Vec::new()];
        for (at, literals) in leaves {
            match literals.split_first() {
                Some((&lit, rest)) if lit == branch => sides[0].push((at, rest)),
                Some((&lit, rest)) if lit == !branch => sides[1].push((at, rest)),
                _ => return Err(Incomplete::Misplaced(at)),
            }
        }
        for (lit, side) in [branch, !branch].into_iter().zip(sides) {
            open.push((path.iter().copied().chain([lit]).collect(), side));
        }
    }
    Ok(())
}

fn spelled(path: &[Lit]) -> String {
    let numbers: Vec<_> = path.iter().map(|lit| lit.to_ipasir().to_string()).collect();
    numbers.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(orbits: &[&[u32]], cubes: &[&[i32]]) -> Tree {
        let literals =
            |cube: &&[i32]| cube.iter().map(|&lit| Lit::from_ipasir(lit).unwrap()).collect();
        let cubes = cubes.iter().map(|it| Cube { literals: literals(it), size: 1.0 });
        Tree { orbits: orbits.iter().map(|it| it.to_vec()).collect(), cubes: cubes.collect() }
    }

    #[test]
    fn the_leaves_of_a_binary_tree_are_complete_in_any_order() {
        for cubes in [
            &[&[][..]][..],
            &[&[1], &[-1]],
            &[&[1], &[-1, 2], &[-1, -2, 3], &[-1, -2, -3]],
            &[&[-1, -2], &[1, 5], &[-1, 2], &[1, -5]],
        ] {
            assert_eq!(tree(&[], cubes).check(&[]), Ok(()), "{cubes:?}");
        }
    }

    #[test]
    fn a_missing_a_doubled_and_a_foreign_leaf_are_noticed() {
        let missing = Incomplete::Missing("-1 2".to_owned());
        assert_eq!(tree(&[], &[&[1], &[-1, -2]]).check(&[]), Err(missing));
        assert_eq!(tree(&[], &[]).check(&[]), Err(Incomplete::Missing(String::new())));
        let doubled: &[&[i32]] = &[&[1], &[-1], &[1]];
        assert_eq!(tree(&[], doubled).check(&[]), Err(Incomplete::Misplaced(2)));
        let above: &[&[i32]] = &[&[1], &[1, 2], &[-1]];
        assert_eq!(tree(&[], above).check(&[]), Err(Incomplete::Misplaced(1)));
        let foreign: &[&[i32]] = &[&[1], &[2]];
        assert_eq!(tree(&[], foreign).check(&[]), Err(Incomplete::Misplaced(1)));
    }

    #[test]
    fn a_tree_with_orbits_needs_a_cube_for_each_and_one_for_the_rest() {
        // The symmetry exchanges the first two variables.
        let symmetries = [vec![1, 0, 2]];
        let whole: &[&[i32]] = &[&[1], &[-1, -2, 3], &[-1, -2, -3]];
        assert_eq!(tree(&[&[0, 1], &[2]], whole).check(&symmetries), Ok(()));
        assert_eq!(tree(&[&[0, 1]], whole).check(&symmetries), Ok(()));
        let orbits: [&[&[u32]]; 3] = [&[&[0]], &[&[0, 1, 2]], &[&[0, 1, 1]]];
        for wrong in orbits {
            let checked = tree(wrong, whole).check(&symmetries);
            assert!(matches!(checked, Err(Incomplete::NoOrbit(_))), "{checked:?}");
        }
        let short: &[&[i32]] = &[&[1], &[-1, 3], &[-1, -3]];
        assert_eq!(tree(&[&[0, 1]], short).check(&symmetries), Err(Incomplete::Misplaced(1)));
    }
}
