//! Groups of cells have the same values in any order, each as often.

use sator_model::Value;

use super::{Arguments, Drawing, ExtraRule, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "same_values",
    words: &[("same-values", None)],
    title: "groups of the same values",
    arguments: Arguments::of(Places::Groups(true)),
    sentence: sentence!("the groups with", " have the same values"),
    state: |extra, statement| {
        for group in &extra.groups[1..] {
            let size = extra.groups[0].len();
            for &wanted in statement.values() {
                // Counts the value up in the first group and down in the other.
                let next = |&(read, open): &(usize, usize), value: Value| {
                    let step = usize::from(value == wanted);
                    let open = if read < size { open + step } else { open.checked_sub(step)? };
                    Some((read + 1, open))
                };
                let cells = extra.groups[0].iter().chain(group).copied();
                let automaton = statement.automaton(cells, (0, 0), next, |state| state.1 == 0);
                statement.whole(extra, automaton);
            }
        }
    },
    drawing: Drawing::Shade,
    fpuzzles: None,
    examples: &["same-values r1c1 r1c2: r3c3 r3c4", "same-values r1c1 r2c2: r2c3 r3c4"],
};
