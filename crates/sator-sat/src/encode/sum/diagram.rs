//! Multi-valued decision diagram: a node for each partial sum that can still reach the total, an
//! edge for each value that leads from one node to the next. Different partial sums need different
//! remainders, so no two nodes can be merged: the diagram is already reduced.
//!
//! Every node and every edge has a literal. An edge implies both its nodes and its value; a node
//! implies one of its incoming and one of its outgoing edges, and a value implies one of its edges.
//! So unit propagation makes everything false that lies on no remaining path, and each number keeps
//! exactly the values that some path to the total uses (distinctness is ignored). Without literals
//! for edges that is impossible: "one of these values, each with its next node" is not a clause.
//!
//! The nodes after the first number are its values, and so are the nodes before the last number.
//! Sums of two numbers need no variable, and sums of three need variables for edges only.
//!
//! Ignasi Abío, Robert Nieuwenhuis, Albert Oliveras, Enric Rodríguez-Carbonell and Valentin
//! Mayer-Eichberger, "A new look at BDDs for pseudo-Boolean constraints", 2012; Ignasi Abío, Graeme
//! Gange, Valentin Mayer-Eichberger and Peter Stuckey, "On CNF encodings of decision diagrams",
//! 2016.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Encoding;
use super::reach::{Rest, Terms, layers};
use crate::Lit;
use crate::constraint::Sum;
use crate::encode::Encoder;

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "diagram",
    summary: "sums: a diagram of partial sums; a variable for each node and edge",
    encode,
    most_clauses: None,
};

/// The literals of partial sums.
type Nodes = BTreeMap<i64, Lit>;

fn encode(sum: &Sum, encoder: &mut Encoder<'_>) {
    let Rest { numbers, total } = Rest::of(sum, encoder);
    let numbers = largest_outside(numbers);
    match &numbers[..] {
        [first, between @ .., last_but_one, last] => {
            let mut nodes: Nodes = first.iter().copied().collect();
            for (number, sums) in between.iter().zip(&layers(&numbers, total)[2..]) {
                let next = sums.iter().map(|&sum| (sum, encoder.fresh())).collect();
                step(&nodes, number, &next, encoder);
                nodes = next;
            }
            let before_last = last.iter().map(|&(value, lit)| (total - value, lit)).collect();
            step(&nodes, last_but_one, &before_last, encoder);
        }
        [first, last] => pair(first, last, encoder),
        _ => {}
    }
}

/// Orders numbers with many values first and last, where they need no edges.
fn largest_outside(mut numbers: Vec<Terms>) -> Vec<Terms> {
    numbers.sort_by_key(|number| Reverse(number.len()));
    let (mut front, mut back) = (Vec::new(), Vec::new());
    for (i, number) in numbers.into_iter().enumerate() {
        if i % 2 == 0 { front.push(number) } else { back.push(number) }
    }
    front.extend(back.into_iter().rev());
    front
}

/// Encodes a sum of two numbers: pairs the smallest value of one with the largest of the other, and
/// so on.
fn pair(first: &[(i64, Lit)], last: &[(i64, Lit)], encoder: &mut Encoder<'_>) {
    for (&(_, lit), &(_, other)) in first.iter().zip(last.iter().rev()) {
        encoder.clause(&[!lit, other]);
        encoder.clause(&[lit, !other]);
    }
}

/// Encodes one number: its values are edges from node to node.
fn step(nodes: &Nodes, number: &[(i64, Lit)], next: &Nodes, encoder: &mut Encoder<'_>) {
    let mut users: [BTreeMap<Lit, Vec<Lit>>; 3] = Default::default();
    for (sum, &node) in nodes {
        if encoder.is_closed() {
            return;
        }
        for &(value, lit) in number {
            let Some(&after) = next.get(&(sum + value)) else { continue };
            let edge = encoder.fresh();
            for (users, used) in users.iter_mut().zip([node, lit, after]) {
                encoder.clause(&[!edge, used]);
                users.entry(used).or_default().push(edge);
            }
        }
    }
    for (used, mut edges) in users.into_iter().flatten() {
        edges.push(!used);
        encoder.clause(&edges);
    }
}
