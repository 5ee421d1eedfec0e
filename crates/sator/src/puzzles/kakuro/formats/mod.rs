//! The formats of kakuro.

mod json;
pub(super) mod text;

use super::Kakuro;
use crate::kind::Formats;

pub(super) static FORMATS: Formats<Kakuro> = Formats::new(&[&text::FORMAT, &json::FORMAT]);
