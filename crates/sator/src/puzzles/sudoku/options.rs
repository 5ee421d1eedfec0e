//! The reading options of sudoku and killer.

use sator_sat::TextError;

use crate::boxes::BoxShape;
use crate::kind::{FLAG_VALUE, OptionSpec, ParseOptions};

/// The shape of a box.
pub(in crate::puzzles) static BOX: OptionSpec = OptionSpec {
    name: "box",
    value_name: "ROWSxCOLUMNS",
    help: "The shape of a sudoku's boxes, where it is not the usual one: 2x3 for two rows and three \
           columns",
    check: |text| text.parse::<BoxShape>().map(drop).map_err(|error| error.to_string()),
};

/// The mapping between symbols and values.
pub(in crate::puzzles) static ALPHABET: OptionSpec = OptionSpec {
    name: "alphabet",
    value_name: "SYMBOLS",
    help: "Which symbols are which values in a large sudoku: 1-9A-G, 0-9A-F, A-P, numbers; for other \
           sizes accordingly",
    check: |_| Ok(()),
};

/// Whether unknown constraints of a link are left out.
pub(in crate::puzzles) static IGNORE_UNKNOWN: OptionSpec = OptionSpec {
    name: "ignore-unknown",
    value_name: "",
    help: "Leave out the constraints of a link that are not known, instead of refusing it",
    check: |text| match text {
        FLAG_VALUE => Ok(()),
        _ => Err("expected no value".to_owned()),
    },
};

/// Options for reading a grid.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::puzzles) struct GridOptions<'a> {
    pub(in crate::puzzles) box_shape: Option<BoxShape>,
    /// The name of the alphabet.
    pub(in crate::puzzles) alphabet: Option<&'a str>,
    /// The alphabet of most puzzles in the same list, used where it fits.
    pub(in crate::puzzles) likely_alphabet: Option<&'a str>,
    /// Whether unknown constraints of a link are left out.
    pub(in crate::puzzles) ignores_unknown: bool,
}

impl<'a> GridOptions<'a> {
    pub(in crate::puzzles) fn of(options: &ParseOptions<'a>) -> Result<Self, TextError> {
        let box_shape = options.value(&BOX).map(str::parse).transpose();
        let box_shape = box_shape
            .map_err(|error: crate::boxes::NotABox| TextError::whole(format!("box: {error}")))?;
        let alphabet = options.value(&ALPHABET);
        let ignores_unknown = options.value(&IGNORE_UNKNOWN);
        if let Some(value) = ignores_unknown {
            let error = |message| TextError::whole(format!("ignore-unknown: {message}"));
            (IGNORE_UNKNOWN.check)(value).map_err(error)?;
        }
        let ignores_unknown = ignores_unknown.is_some();
        Ok(Self { box_shape, alphabet, likely_alphabet: options.hint, ignores_unknown })
    }
}
