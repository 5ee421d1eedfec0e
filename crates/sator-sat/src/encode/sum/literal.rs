//! Literal: a clause for every combination of values that is wrong, because of its sum or because it
//! has a value twice in a part. No auxiliary variable; [`clauses`] counts the clauses. The textbook
//! form: [`super::forbidden`] leaves out the repetitions, which other clauses exclude.

use super::Encoding;
use super::beginning::{Member, members};
use super::forbidden::ways;
use crate::Lit;
use crate::constraint::Sum;
use crate::encode::Encoder;

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "literal",
    summary: "sums: every wrong or repeating combination excluded, as in textbooks",
    encode,
    most_clauses: Some(clauses),
};

fn encode(sum: &Sum, encoder: &mut Encoder<'_>) {
    let mut choice = Choice { values: Vec::new(), clause: Vec::new(), repeats: false };
    choice.forbid(&members(sum), sum.total, encoder);
}

/// A value for each of the first numbers.
struct Choice {
    values: Vec<i64>,
    clause: Vec<Lit>,
    /// Whether two numbers of a part have one value.
    repeats: bool,
}

impl Choice {
    fn forbid(&mut self, members: &[Member], total: i64, encoder: &mut Encoder<'_>) {
        let Some(member) = members.get(self.values.len()) else {
            if self.repeats || self.values.iter().sum::<i64>() != total {
                encoder.clause(&self.clause);
            }
            return;
        };
        for &(value, lit) in &member.values {
            if encoder.is_closed() {
                return;
            }
            let before = self.repeats;
            self.repeats |= self.values[member.begin..].contains(&value);
            self.values.push(value);
            self.clause.push(!lit);
            self.forbid(members, total, encoder);
            self.clause.pop();
            self.values.pop();
            self.repeats = before;
        }
    }
}

/// The number of clauses, computed without enumerating them: all combinations but the right ones.
/// `u128::MAX` as in [`super::forbidden::clauses`].
pub fn clauses(sum: &Sum) -> u128 {
    let numbers = sum.parts.iter().flat_map(|part| &part.numbers);
    let all = numbers.fold(1_u128, |all, number| all.saturating_mul(number.0.len() as u128));
    match ways(sum) {
        Some(ways) if all < u128::MAX => all - ways.get(&sum.total).copied().unwrap_or(0),
        _ => u128::MAX,
    }
}
