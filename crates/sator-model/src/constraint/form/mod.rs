//! The primitives that all constraints come down to: each has its propagation, its clauses and its
//! truth value, and no constraint is known here.

mod layers;
mod tuples;
mod weighted;

use std::collections::HashMap;

use sator_sat::Lit;
use sator_sat::constraint::{Count, Sum};
use sator_sat::encode::{Encoder, Encodings};

pub use self::layers::Layers;
pub use self::tuples::Tuples;
pub(crate) use self::weighted::reduced_sum;
pub use self::weighted::{Accept, WeightedSum};
use super::{PartWords, View};
use crate::propagate::Contradiction;

/// A part of a constraint over literals.
#[derive(Debug, Clone)]
pub enum Form<'a> {
    /// Between `least` and `most` of some literals are true: an exactly-one or at-most-one group, a
    /// clause, a count.
    Group(Count<'a>),
    /// Numbers add up to a total; those of one part differ.
    Sum(Sum),
    /// A sum of numbers is compared with a constant.
    Weighted(WeightedSum),
    /// One of some tuples of literals is true.
    Tuples(Tuples),
    /// The literals are a path through a layered graph.
    Layers(Layers),
}

/// A part of a constraint, with the literals that all must be true for it to bind.
#[derive(Debug, Clone)]
pub struct Part<'a> {
    /// It binds while all of these are true.
    pub guards: Vec<Lit>,
    /// The part.
    pub form: Form<'a>,
    /// Its sentence.
    pub text: PartText,
    /// Its place in the constraint.
    pub role: PartRole,
}

/// The place of a part in its constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartRole {
    /// It has no special place.
    Usual,
    /// It states that the numbers of a sum differ, which some encodings of sums also state.
    Difference,
    /// It is a count of conditions; overlapping ones may state the same clause.
    Count,
}

/// The sentence of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartText {
    /// That of the constraint.
    Whole,
    /// "Row 3 has a 7", "row 3 has only one 7".
    Value {
        /// The value of a cell plus an offset.
        value: i64,
        /// Other words for it.
        words: Option<PartWords>,
    },
    /// "The values of the cage at r1c1 differ".
    Differ,
}

impl PartText {
    /// "Row 3 has a 7".
    pub(crate) fn has_value(subject: &str, value: i64, words: Option<PartWords>) -> String {
        words.map_or_else(
            || format!("{subject} has a {value}"),
            |words| (words.has)(value, words.about),
        )
    }
}

impl<'a> Part<'a> {
    /// The only part of a constraint, or its last.
    pub(crate) fn whole(form: Form<'a>) -> Self {
        Self { guards: Vec::new(), form, text: PartText::Whole, role: PartRole::Usual }
    }

    /// The sentences of the lower and of the upper bound, as far as there are any.
    pub fn texts(&self, view: &View<'_>, whole: &str) -> Vec<String> {
        let subject = view.label.subject(view.cells).unwrap_or_default();
        match (self.text, &self.form) {
            (PartText::Value { value, words }, Form::Group(group)) => {
                let mut texts = Vec::new();
                if group.least > 0 {
                    texts.push(PartText::has_value(&subject, value, words));
                }
                if group.most < group.lits.len() {
                    texts.push(words.map_or_else(
                        || format!("{subject} has only one {value}"),
                        |words| (words.has_only_one)(value, words.about),
                    ));
                }
                texts
            }
            (PartText::Differ, _) => vec![format!("the values of {subject} differ")],
            _ => vec![whole.to_owned()],
        }
    }
}

impl<'a> Form<'a> {
    /// Between `least` and `most` of the literals are true.
    pub(crate) fn group(lits: &'a [Lit], least: usize, most: usize) -> Self {
        Self::Group(Count { lits, least, most })
    }

    /// The literals that it is about.
    pub fn lits(&self) -> Vec<Lit> {
        match self {
            Self::Group(group) => group.lits.to_vec(),
            Self::Sum(sum) => sum.terms().map(|(_, lit)| lit).collect(),
            Self::Weighted(sum) => sum.lits().collect(),
            Self::Tuples(tuples) => tuples.cells.iter().flatten().copied().collect(),
            Self::Layers(layers) => layers.lits(),
        }
    }

    /// Whether it holds for the literals that `is_true` accepts. That the numbers of a sum
    /// differ is stated by other parts.
    pub fn holds(&self, is_true: &dyn Fn(Lit) -> bool) -> bool {
        match self {
            Self::Group(group) => group.holds(is_true),
            Self::Sum(sum) => sum.holds(is_true),
            Self::Weighted(sum) => sum.holds(is_true),
            Self::Tuples(tuples) => tuples.holds(is_true),
            Self::Layers(layers) => layers.holds(is_true),
        }
    }

    /// Hands each literal that follows from the known ones to `imply`. It looks at the form from the
    /// beginning, so it keeps nothing that would have to be undone.
    pub(crate) fn propagate(
        &self,
        value: &dyn Fn(Lit) -> Option<bool>,
        imply: &mut dyn FnMut(Lit),
    ) -> Result<(), Contradiction> {
        match self {
            Self::Group(group) => propagate_group(*group, value, imply),
            Self::Sum(sum) => WeightedSum::from(sum).propagate(value, imply),
            Self::Weighted(sum) => sum.propagate(value, imply),
            Self::Tuples(tuples) => tuples.propagate(value, imply),
            Self::Layers(layers) => layers.propagate(value, imply),
        }
    }

    /// Writes its clauses.
    pub(crate) fn encode(&self, encodings: &Encodings, encoder: &mut Encoder<'_>) {
        match self {
            Self::Group(group) => encodings.encode_count(*group, encoder),
            Self::Sum(sum) => encodings.encode_sum(sum, encoder),
            Self::Weighted(sum) => sum.encode(encoder),
            Self::Tuples(tuples) => tuples.encode(encoder),
            Self::Layers(layers) => layers.encode(encoder),
        }
    }

    /// The rest of it when some literals are known, with the others renamed; `None` if it holds. Groups, sums, tuples and layers become smaller.
    pub(crate) fn reduced<'b>(
        &self,
        value: &dyn Fn(Lit) -> Option<bool>,
        rename: &dyn Fn(Lit) -> Lit,
        open: &'b mut Vec<Lit>,
    ) -> Option<Form<'b>> {
        match self {
            Self::Group(group) => reduced_group(*group, value, rename, open).map(Form::Group),
            Self::Sum(sum) => Some(Form::Sum(reduced_sum(sum, value, rename))),
            Self::Weighted(sum) => Some(Form::Weighted(sum.reduced(value, rename))),
            Self::Tuples(tuples) => Some(Form::Tuples(tuples.reduced(value, rename))),
            Self::Layers(layers) => Some(Form::Layers(layers.reduced(value, rename))),
        }
    }

    /// The same form with literals of its own.
    pub(crate) fn into_owned(self) -> Owned {
        match self {
            Self::Group(Count { lits, least, most }) => Owned::Group(lits.into(), least, most),
            Self::Sum(sum) => Owned::Form(Form::Sum(sum)),
            Self::Weighted(sum) => Owned::Form(Form::Weighted(sum)),
            Self::Tuples(tuples) => Owned::Form(Form::Tuples(tuples)),
            Self::Layers(layers) => Owned::Form(Form::Layers(layers)),
        }
    }
}

/// A form that borrows nothing.
#[derive(Debug, Clone)]
pub(crate) enum Owned {
    /// A group: its literals and bounds.
    Group(Box<[Lit]>, usize, usize),
    /// Any other.
    Form(Form<'static>),
}

impl Owned {
    /// Calls `take` with each literal that it is about.
    pub(crate) fn each_lit(&self, take: &mut impl FnMut(Lit)) {
        match self {
            Self::Group(lits, ..) => lits.iter().copied().for_each(take),
            Self::Form(form) => form.lits().into_iter().for_each(take),
        }
    }

    /// Calls `look` with the form, without copying it.
    pub(crate) fn with<T>(&self, look: impl FnOnce(&Form<'_>) -> T) -> T {
        match self {
            Self::Group(lits, least, most) => look(&Form::group(lits, *least, *most)),
            Self::Form(form) => look(form),
        }
    }
}

fn propagate_group(
    Count { lits, least, most }: Count<'_>,
    value: &dyn Fn(Lit) -> Option<bool>,
    imply: &mut dyn FnMut(Lit),
) -> Result<(), Contradiction> {
    let truths = lits.iter().filter(|&&lit| value(lit) == Some(true)).count();
    let open = lits.iter().filter(|&&lit| value(lit).is_none()).count();
    if truths > most || truths + open < least {
        return Err(Contradiction);
    }
    let all_false = truths == most;
    if open > 0 && (all_false || truths + open == least) {
        for &lit in lits.iter().filter(|&&lit| value(lit).is_none()) {
            imply(if all_false { !lit } else { lit });
        }
    }
    Ok(())
}

/// The bounds that are left for the open literals; `None` if every assignment satisfies them. Where
/// too many literals are true, nothing satisfies them.
fn reduced_group<'b>(
    Count { lits, least, most }: Count<'_>,
    value: &dyn Fn(Lit) -> Option<bool>,
    rename: &dyn Fn(Lit) -> Lit,
    open: &'b mut Vec<Lit>,
) -> Option<Count<'b>> {
    let truths = lits.iter().filter(|&&lit| value(lit) == Some(true)).count();
    open.clear();
    open.extend(lits.iter().filter(|&&lit| value(lit).is_none()).map(|&lit| rename(lit)));
    let (least, most) = match most.checked_sub(truths) {
        Some(most) => (least.saturating_sub(truths), most.min(open.len())),
        None => (1, 0),
    };
    (least > 0 || most < open.len()).then_some(Count { lits: open, least, most })
}

/// The literals of a row that may still be true, and whether one of them is.
fn open_of(lits: &[Lit], value: &dyn Fn(Lit) -> Option<bool>) -> Vec<Lit> {
    let truth = lits.iter().find(|&&lit| value(lit) == Some(true));
    match truth {
        Some(&lit) => vec![lit],
        None => lits.iter().copied().filter(|&lit| value(lit).is_none()).collect(),
    }
}

/// Numbers in the order of their first use.
#[derive(Default)]
struct Numbering(HashMap<i64, usize>);

impl Numbering {
    fn of(&mut self, key: i64) -> usize {
        let next = self.0.len();
        *self.0.entry(key).or_insert(next)
    }
}
