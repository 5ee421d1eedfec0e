//! The formats of futoshiki.

mod json;
mod tatham;
pub(super) mod text;

use super::Futoshiki;
use crate::kind::Formats;

pub(super) static FORMATS: Formats<Futoshiki> =
    Formats::new(&[&text::FORMAT, &tatham::FORMAT, &json::FORMAT]);
