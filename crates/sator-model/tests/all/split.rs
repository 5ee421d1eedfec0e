//! Splits of models: the cubes cover every solution once, with and without symmetries.

use std::sync::Arc;

use num_bigint::BigUint;
use sator_model::engine::{ByMeaning, Instance, Options, Permutations, Verifier};
use sator_model::split::{Branching, Tree, count_cube, grow, total};
use sator_model::{AllDifferent, Linear, Model, Scope};
use sator_sat::backend::Budget;

/// The permutations of 1 to `n`: cells that all differ.
fn permutations(n: i32) -> Model {
    let mut model = Model::new();
    let grid = model.grid(1, n as usize, 1..=n);
    model.add(AllDifferent::new(grid.cells()));
    model
}

/// The magic squares of 1 to 9.
fn magic_squares() -> Model {
    let mut model = Model::new();
    let grid = model.grid(3, 3, 1..=9);
    model.add(AllDifferent::new(grid.cells()));
    for line in grid.rows().chain(grid.columns()) {
        model.add(Linear::sum(line).equals(15));
    }
    model
}

/// Splits a model and adds the counts of all cubes.
fn sum_of_cubes(model: &Model, symmetries: &Permutations, wanted: usize) -> (Tree, BigUint) {
    let instance = Instance::from(model.clone());
    let verifier: Arc<dyn Verifier> = Arc::new(ByMeaning(model.clone()));
    let tree = grow(&instance, symmetries, Branching::Search, wanted, &Budget::default()).unwrap();
    tree.check(symmetries).unwrap();
    let mut counts = Vec::new();
    for cube in &tree.cubes {
        let part = (&cube.literals[..], tree.orbit_of(&cube.literals));
        let (found, stopped) =
            count_cube(&instance, symmetries, &verifier, &Options::new(), part, &mut |_, _| ())
                .unwrap();
        assert_eq!(stopped, None);
        counts.extend(found.into_iter().map(|count| (count, part.1.len().max(1))));
    }
    let sum = total(counts.iter().map(|(count, orbit)| (count, *orbit))).unwrap();
    (tree, sum)
}

#[test]
fn the_counts_of_the_cubes_add_up_to_the_count() {
    for wanted in [1, 2, 7, 50] {
        let (tree, sum) = sum_of_cubes(&permutations(6), &Vec::new(), wanted);
        assert_eq!((tree.cubes.len(), sum), (wanted, 720_u32.into()));
        let (tree, sum) = sum_of_cubes(&magic_squares(), &Vec::new(), wanted);
        assert!(tree.cubes.len() <= wanted, "{tree:?}");
        assert_eq!(sum, 72_u32.into(), "{wanted} cubes");
    }
}

#[test]
fn symmetric_solutions_are_counted_by_those_of_one_cube() {
    // Reversing the order of the cells, and taking n + 1 - v for v, map permutations to permutations.
    let n = 6;
    let variable = |cell: u32, value: u32| cell * n + value;
    let map = |image: &dyn Fn(u32, u32) -> u32| -> Vec<u32> {
        (0..n * n).map(|it| image(it / n, it % n)).collect()
    };
    let symmetries = vec![
        map(&|cell, value| variable(n - 1 - cell, value)),
        map(&|cell, value| variable(cell, n - 1 - value)),
        map(&|cell, value| variable(n - 1 - cell, n - 1 - value)),
    ];
    for wanted in [1, 5, 40] {
        let (tree, sum) = sum_of_cubes(&permutations(6), &symmetries, wanted);
        assert_eq!(tree.orbits.is_empty(), wanted == 1, "one cube is the whole");
        assert_eq!(sum, 720_u32.into(), "{tree:?}");
    }
}

#[test]
fn contradictory_clues_are_one_cube() {
    let mut model = permutations(3);
    let first = sator_model::CellId::nth(0);
    model.add(sator_model::Clause::new([first.is(1)]));
    model.add(sator_model::Clause::new([first.is(2)]));
    let (tree, sum) = sum_of_cubes(&model, &Vec::new(), 10);
    assert_eq!((tree.cubes.len(), sum), (1, 0_u32.into()));
}

#[test]
fn look_ahead_splits_into_as_many_cubes_as_wanted() {
    let instance = Instance::from(magic_squares());
    let tree =
        grow(&instance, &Vec::new(), Branching::LookAhead(Scope::Stated), 8, &Budget::default())
            .unwrap();
    assert_eq!(tree.cubes.len(), 8);
    tree.check(&[]).unwrap();
}
