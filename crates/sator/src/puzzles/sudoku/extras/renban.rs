//! The values of the cells on the line are different and consecutive, in any order.

use sator_model::{CellId, Label, Table, Value};

use super::super::name;
use super::statement::ids;
use super::{Arguments, Drawing, ExtraRule, LineStyle, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "renban",
    words: &[("renban", None)],
    title: "renban lines",
    arguments: Arguments::of(Places::Visited(1)),
    sentence: sentence!("the renban line at", " has different and consecutive values"),
    state: |extra, statement| {
        let cells = &extra.cells;
        let label: Label = ("the renban line at", CellId::nth(cells[0])).into();
        statement.differ(cells, label);
        if tuples(statement.values(), cells.len()).len() <= MAX_TUPLES {
            let tuples = tuples(statement.values(), cells.len());
            return statement.whole(extra, Table::new(ids(cells), tuples));
        }
        // Different values that are all near each other are consecutive.
        let reach = cells.len() as u32 - 1;
        for (at, &a) in cells.iter().enumerate() {
            for &b in &cells[at + 1..] {
                let fits = |a: i32, b: i32| a.abs_diff(b) <= reach;
                statement.pair([a, b], reach.into(), fits, |[n, a, b, reach]| {
                    let [a, b] = [a, b].map(|cell| name(n, cell));
                    format!("{a} and {b} differ by at most {reach} on a renban line")
                });
            }
        }
    },
    drawing: Drawing::Line(LineStyle::Plain(1)),
    fpuzzles: Some("renban"),
    examples: &["renban r1c1 r1c2 r2c3", "renban r1c1 r2c2"],
};

/// Short lines are tables, which exclude more than pairs do; the tables of longer ones are large.
const MAX_TUPLES: usize = 200;

/// Consecutive values in every order; as many as are too many where the line is long.
fn tuples(values: &[Value], cells: usize) -> Vec<Vec<Value>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for place in 0..cells {
        let insert = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=place).map(move |at| {
                let mut order = order.clone();
                order.insert(at, place);
                order
            })
        };
        orders = orders.iter().flat_map(insert).take(MAX_TUPLES + 1).collect();
    }
    let is_run = |run: &&[Value]| run.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let runs = values.windows(cells.max(1)).filter(is_run);
    let of = |run: &[Value]| {
        let run = run.to_vec();
        orders.iter().map(move |order| order.iter().map(|&at| run[at]).collect())
    };
    runs.flat_map(|run| of(run).collect::<Vec<_>>()).collect()
}
