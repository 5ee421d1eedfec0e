//! What rules say, in a player's words.

use std::fmt;
use std::sync::Arc;

use super::{CellName, Value};

/// A sentence that is put together when somebody reads it. A puzzle has thousands of rules, and
/// most of them nobody ever reads.
#[derive(Clone)]
pub struct Label(Sentence);

#[derive(Clone)]
enum Sentence {
    Composed { say: fn([usize; 4]) -> String, about: [usize; 4] },
    OfCell { name: CellName, says: &'static str },
    OfValue { value: Value, say: SayOfValue },
}

/// What there is to say of a value.
pub type SayOfValue = Arc<dyn Fn(Value) -> String + Send + Sync>;

impl Label {
    /// What `say` says about up to four numbers.
    pub fn new<const N: usize>(about: [usize; N], say: fn([usize; 4]) -> String) -> Self {
        const { assert!(N <= 4, "a sentence is about four numbers at most") };
        let mut numbers = [0; 4];
        numbers[..N].copy_from_slice(&about);
        Self(Sentence::Composed { say, about: numbers })
    }

    /// What is said of a cell, after its name.
    pub(super) fn of_cell(name: CellName, says: &'static str) -> Self {
        Self(Sentence::OfCell { name, says })
    }

    /// What `say` says of a value. The sentences of all values share it.
    pub fn of_value(value: Value, say: &SayOfValue) -> Self {
        Self(Sentence::OfValue { value, say: Arc::clone(say) })
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Sentence::Composed { say, about } => f.write_str(&say(*about)),
            Sentence::OfCell { name, says } => write!(f, "{name} {says}"),
            Sentence::OfValue { value, say } => f.write_str(&say(*value)),
        }
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
