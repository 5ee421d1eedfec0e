//! The stages of a plan may come in any order: each takes what the others found, and hands it on.

use std::sync::Arc;

use sator::engine::{Method, Options, Plan, Solutions, Stage, Step, TrailBudget, instance, plan};
use sator::model::Solution;
use sator::model::engine::Verifier;
use sator::puzzle::AnyPuzzle;
use sator_sat::backend::StopReason;

use super::instances::{each, kinds, read, small_instances};
use super::truth::answers;

struct PlainRules(AnyPuzzle);

impl Verifier for PlainRules {
    fn verify(&self, solution: &Solution) -> Result<(), String> {
        self.0.check(solution).map_err(|broken| broken.to_string())
    }
}

/// Every order of these stages.
fn orders(stages: &[Stage]) -> Vec<Vec<Stage>> {
    let Some((&first, rest)) = stages.split_first() else { return vec![Vec::new()] };
    let with_first = |order: Vec<Stage>| {
        (0..=order.len()).map(move |at| [&order[..at], &[first], &order[at..]].concat())
    };
    orders(rest).into_iter().flat_map(with_first).collect()
}

/// The solutions by a plan in the order of their values, and the step after the last one.
fn run(stages: Vec<Stage>, puzzle: &AnyPuzzle) -> (Vec<Solution>, Step) {
    let verifier = Arc::new(PlainRules(puzzle.clone()));
    let options = Options::new().threads(1);
    let mut search = Solutions::by(Plan::new(stages), instance(puzzle), verifier, &options);
    let mut found = Vec::new();
    loop {
        match search.step().unwrap() {
            Step::Solution(solution) => found.push(solution),
            end => {
                found.sort();
                return (found, end);
            }
        }
    }
}

/// The stages that may hand over. Searches have this many nodes for each solution.
fn stages_that_hand_over(nodes: u64) -> [Stage; 5] {
    let trail = Stage::Trail(TrailBudget::Nodes(nodes));
    let equations = Stage::Equations { open: 0 };
    [Stage::Propagate, Stage::Bits { nodes }, Stage::Eliminate, equations, trail]
}

/// The stages that decide any instance without auxiliary cells, and this one in bits if it fits.
fn deciding(puzzle: &AnyPuzzle) -> impl Iterator<Item = Stage> {
    let search = plan(&instance(puzzle), &Options::new().backend(Method::Search));
    let bits = Stage::Bits { nodes: u64::MAX };
    let bits = search.stages().contains(&bits).then_some(bits);
    [Stage::Trail(TrailBudget::Unlimited), Stage::Sat].into_iter().chain(bits)
}

fn each_small_puzzle(keeps: impl Fn(&AnyPuzzle)) {
    // Searches would find each assignment of auxiliary cells.
    let keeps = |puzzle: &AnyPuzzle| {
        if !puzzle.rules().cells().has_auxiliary() {
            keeps(puzzle);
        }
    };
    for kind in kinds() {
        keeps(&read(kind, kind.example));
        each(kind, &small_instances(kind), 3, keeps);
    }
}

#[test]
fn every_order_of_stages_finds_each_solution_once() {
    each_small_puzzle(|puzzle| {
        let mut known = answers(puzzle);
        known.sort();
        for nodes in [1, 2, 10] {
            for order in orders(&stages_that_hand_over(nodes)) {
                for last in deciding(puzzle) {
                    let stages = [&order[..], &[last]].concat();
                    let text = format!("{stages:?} of {}", puzzle.print());
                    assert_eq!(run(stages, puzzle), (known.clone(), Step::Exhausted), "{text}");
                }
            }
        }
    });
}

#[test]
fn a_plan_without_a_deciding_stage_finds_no_solution_twice_and_gives_up() {
    each_small_puzzle(|puzzle| {
        let known = answers(puzzle);
        for order in orders(&stages_that_hand_over(1)) {
            let text = format!("{order:?} of {}", puzzle.print());
            let (found, end) = run(order, puzzle);
            let is_new = found.windows(2).all(|pair| pair[0] < pair[1]);
            assert!(is_new && found.iter().all(|it| known.contains(it)), "{text}");
            let is_whole = found.len() == known.len();
            let gave_up = end == Step::Stopped(StopReason::GaveUp);
            assert!(gave_up || end == Step::Exhausted && is_whole, "{text}: {end:?}");
        }
    });
}
