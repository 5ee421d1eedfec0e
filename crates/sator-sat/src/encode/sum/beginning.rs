//! A prefix of values: values for the first numbers of a sum, for the encodings that enumerate such
//! prefixes and write a clause for each.

use super::reach::{Terms, signed};
use crate::Lit;
use crate::constraint::Sum;

/// A number with its position in its part.
pub(super) struct Member {
    /// Its values with the sign of its part.
    pub(super) values: Terms,
    /// The part, and the indices of its first number and of the one after its last.
    pub(super) part: usize,
    pub(super) begin: usize,
    pub(super) end: usize,
}

/// The numbers of a sum, part by part.
pub(super) fn members(sum: &Sum) -> Vec<Member> {
    let mut members = Vec::new();
    for (part, numbers) in sum.parts.iter().enumerate() {
        let begin = members.len();
        let end = begin + numbers.numbers.len();
        members.extend(signed(numbers).map(|values| Member { values, part, begin, end }));
    }
    members
}

/// A value for each of the first numbers; values within a part differ.
pub(super) struct Beginning<'m> {
    pub(super) members: &'m [Member],
    pub(super) values: Vec<i64>,
    /// The clause that forbids this combination of values.
    pub(super) clause: Vec<Lit>,
    pub(super) sum: i64,
}

impl<'m> Beginning<'m> {
    pub(super) fn new(members: &'m [Member]) -> Self {
        Self { members, values: Vec::new(), clause: Vec::new(), sum: 0 }
    }

    /// The next number.
    pub(super) fn next(&self) -> Option<&'m Member> {
        self.members.get(self.values.len())
    }

    /// The values that earlier numbers of its part have.
    pub(super) fn used(&self, member: &Member) -> &[i64] {
        &self.values[member.begin..]
    }

    /// Extends the prefix by one number and visits each of its unused values in turn.
    pub(super) fn each_longer(&mut self, mut visit: impl FnMut(&mut Self)) {
        let Some(member) = self.next() else { return };
        for &(value, lit) in &member.values {
            if !self.used(member).contains(&value) {
                self.values.push(value);
                self.clause.push(!lit);
                self.sum += value;
                visit(self);
                self.sum -= value;
                self.clause.pop();
                self.values.pop();
            }
        }
    }
}
