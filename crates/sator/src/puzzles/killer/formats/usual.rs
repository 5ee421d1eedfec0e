//! A fast reader for the most common JSON files of killers: a size, cages of a sum and cells, and
//! labels. All other texts, and errors, are left to `json`.

use std::fmt;

use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::text::{is_label, unmarked};

/// The content of such a file.
#[derive(Default)]
pub(super) struct Usual {
    pub(super) n: Option<usize>,
    pub(super) box_h: Option<usize>,
    pub(super) box_w: Option<usize>,
    pub(super) cages: Vec<UsualCage>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UsualCage {
    pub(super) sum: u32,
    /// Rows and columns from 0.
    pub(super) cells: Vec<[usize; 2]>,
}

/// Returns `None` if the text has anything else.
pub(super) fn read(text: &str) -> Option<Usual> {
    let usual: Usual = serde_json::from_str(unmarked(text)).ok()?;
    Some(usual).filter(|usual| !usual.cages.is_empty())
}

impl<'de> Deserialize<'de> for Usual {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields)
    }
}

struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Usual;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with cages")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Usual, M::Error> {
        let mut usual = Usual::default();
        while let Some(field) = map.next_key::<&str>()? {
            match field {
                "n" if usual.n.is_none() => usual.n = Some(map.next_value()?),
                "box_h" if usual.box_h.is_none() => usual.box_h = Some(map.next_value()?),
                "box_w" if usual.box_w.is_none() => usual.box_w = Some(map.next_value()?),
                "cages" if usual.cages.is_empty() => usual.cages = map.next_value()?,
                label if is_label(label) => {
                    map.next_value::<IgnoredAny>()?;
                }
                _ => return Err(M::Error::custom("more than usual")),
            }
        }
        Ok(usual)
    }
}
