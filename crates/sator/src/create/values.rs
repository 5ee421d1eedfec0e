//! The values of wishes: sizes, shares, symmetries and ranges, as they are read and written.

use std::fmt;
use std::str::FromStr;

use sator_sat::text::shown;

/// Rows and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
}

/// `16x30`: rows, then columns.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl Size {
    /// As many columns as rows.
    pub fn square(n: usize) -> Self {
        Self { rows: n, columns: n }
    }
}

/// A text that is not a size.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected ROWSxCOLUMNS, both above 0, such as 16x30, or N for NxN, found {}", shown(.0))]
pub struct NotASize(String);

impl FromStr for Size {
    type Err = NotASize;

    fn from_str(text: &str) -> Result<Self, NotASize> {
        let parts = text.split_once(['x', 'X', '×']).or(Some((text, text)));
        let number = |part: &str| part.trim().parse().ok().filter(|&number: &usize| number > 0);
        let numbers = parts.and_then(|(rows, columns)| number(rows).zip(number(columns)));
        let size = numbers.map(|(rows, columns)| Self { rows, columns });
        size.ok_or_else(|| NotASize(text.to_owned()))
    }
}

/// Extra rules of a new sudoku, by their name: `thermo:3` for three thermometers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtraWish {
    /// The name of the rule.
    pub rule: String,
    /// How many such rules.
    pub count: usize,
}

/// A text that does not request extra rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected RULE or RULE:NUMBER, such as anti-knight or thermo:3, found {}", shown(.0))]
pub struct NotAnExtraWish(String);

impl fmt::Display for ExtraWish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            1 => f.write_str(&self.rule),
            count => write!(f, "{}:{count}", self.rule),
        }
    }
}

impl FromStr for ExtraWish {
    type Err = NotAnExtraWish;

    fn from_str(text: &str) -> Result<Self, NotAnExtraWish> {
        const MOST: usize = 1000;
        let (rule, count) = text.split_once(':').unwrap_or((text, "1"));
        let count = count.parse().ok().filter(|count| (1..=MOST).contains(count));
        match count {
            Some(count) if !rule.is_empty() => Ok(Self { rule: rule.to_owned(), count }),
            _ => Err(NotAnExtraWish(text.to_owned())),
        }
    }
}

/// A share from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share(f64);

impl Share {
    /// Creates a share, if it is from 0 to 1.
    pub fn new(part: f64) -> Option<Self> {
        (0.0..=1.0).contains(&part).then_some(Self(part.abs()))
    }

    /// The share of `whole`, rounded to the nearest integer.
    pub fn of(self, whole: usize) -> usize {
        (self.0 * whole as f64).round() as usize
    }
}

/// `0.2`.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A text that is not a share.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a part from 0 to 1, such as 0.2, or from 0% to 100%, found {}", shown(.0))]
pub struct NotAShare(String);

impl FromStr for Share {
    type Err = NotAShare;

    fn from_str(text: &str) -> Result<Self, NotAShare> {
        let part = match text.strip_suffix('%') {
            Some(percent) => percent.trim().parse::<f64>().map(|percent| percent / 100.0),
            None => text.parse(),
        };
        part.ok().and_then(Self::new).ok_or_else(|| NotAShare(text.to_owned()))
    }
}

/// Which clues of a new puzzle are dropped together, so that their places are symmetric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// Each clue for itself.
    None,
    /// Places that a half turn exchanges.
    Rotation,
    /// Places that are mirrored left and right.
    Mirror,
    /// Places that are mirrored at the falling diagonal.
    Diagonal,
    /// Places that any rotation or reflection exchanges.
    Full,
}

impl Symmetry {
    const ALL: [(&'static str, Self); 5] = [
        ("none", Self::None),
        ("rotation", Self::Rotation),
        ("mirror", Self::Mirror),
        ("diagonal", Self::Diagonal),
        ("full", Self::Full),
    ];

    /// The cells of a square grid in groups of symmetric places, row by row.
    pub(crate) fn orbits(self, n: usize) -> Vec<Vec<usize>> {
        let turned = |row: usize, column: usize| [n - 1 - row, n - 1 - column];
        let images = |[row, column]: [usize; 2]| match self {
            Self::None => vec![],
            Self::Rotation => vec![turned(row, column)],
            Self::Mirror => vec![[row, n - 1 - column]],
            Self::Diagonal => vec![[column, row]],
            Self::Full => vec![[row, n - 1 - column], [column, row]],
        };
        let mut is_seen = vec![false; n * n];
        let mut orbits = Vec::new();
        for first in 0..n * n {
            let mut orbit = Vec::new();
            let mut waiting = vec![[first / n, first % n]];
            while let Some(place) = waiting.pop() {
                let cell = place[0] * n + place[1];
                if !std::mem::replace(&mut is_seen[cell], true) {
                    orbit.push(cell);
                    waiting.extend(images(place));
                }
            }
            orbits.extend(Some(orbit).filter(|orbit| !orbit.is_empty()));
        }
        orbits
    }
}

/// Its name.
impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = Self::ALL.iter().find(|(_, symmetry)| symmetry == self);
        f.write_str(found.map_or("none", |(name, _)| name))
    }
}

/// A text that is not a symmetry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected none, rotation, mirror, diagonal or full, found {}", shown(.0))]
pub struct NotASymmetry(String);

impl FromStr for Symmetry {
    type Err = NotASymmetry;

    fn from_str(text: &str) -> Result<Self, NotASymmetry> {
        let found = Self::ALL.iter().find(|(name, _)| *name == text);
        found.map(|(_, symmetry)| *symmetry).ok_or_else(|| NotASymmetry(text.to_owned()))
    }
}

/// The fewest and the most cells of a cage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CageSizes {
    /// The fewest; at least 1.
    pub least: usize,
    /// The most; not fewer.
    pub most: usize,
}

/// `2-5`.
impl fmt::Display for CageSizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.least, self.most)
    }
}

/// A text that is not a range of sizes of cages.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected MIN-MAX, both above 0, such as 2-5, found {}", shown(.0))]
pub struct NotCageSizes(String);

impl FromStr for CageSizes {
    type Err = NotCageSizes;

    fn from_str(text: &str) -> Result<Self, NotCageSizes> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let sizes = least.trim().parse().ok().zip(most.trim().parse().ok());
        let is_range = |&(least, most): &(usize, usize)| (1..=most).contains(&least);
        let sizes = sizes.filter(is_range).map(|(least, most)| Self { least, most });
        sizes.ok_or_else(|| NotCageSizes(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_shares_are_read_as_they_are_written() {
        for text in ["1x1", "16x30", "1000x1000"] {
            assert_eq!(text.parse::<Size>().unwrap().to_string(), text);
        }
        assert_eq!("2×3".parse(), "2X3".parse::<Size>());
        for text in ["0", "0.2", "0.125", "1"] {
            assert_eq!(text.parse::<Share>().unwrap().to_string(), text);
        }
        assert_eq!("20%".parse(), "0.2".parse::<Share>());
    }

    #[test]
    fn other_texts_are_refused_with_the_found_one() {
        assert_eq!("8".parse(), "8x8".parse::<Size>());
        for text in ["", "x", "3x", "0x4", "4x0", "-2x3", "2x3x1", "99999999999999999999x2"] {
            let error = text.parse::<Size>().unwrap_err().to_string();
            assert!(error.ends_with(&format!("found {}", shown(text))), "{error}");
        }
        for text in ["", "x", "-0.1", "1.1", "nan", "inf", "101%", "%"] {
            let error = text.parse::<Share>().unwrap_err().to_string();
            assert!(error.ends_with(&format!("found {}", shown(text))), "{error}");
        }
    }

    #[test]
    fn a_share_is_rounded_to_the_nearest_and_never_more_than_all() {
        let of = |share: &str, whole| share.parse::<Share>().unwrap().of(whole);
        assert_eq!([of("0.2", 480), of("0.5", 3), of("1", 7), of("0", 7)], [96, 2, 7, 0]);
    }

    #[test]
    fn symmetries_and_cage_sizes_are_read_as_they_are_written() {
        for (name, symmetry) in Symmetry::ALL {
            assert_eq!(name.parse(), Ok(symmetry));
            assert_eq!(symmetry.to_string(), name);
        }
        assert!("half".parse::<Symmetry>().unwrap_err().to_string().ends_with("found 'half'"));
        assert_eq!("2-5".parse::<CageSizes>().unwrap().to_string(), "2-5");
        assert_eq!("3".parse(), "3-3".parse::<CageSizes>());
        for text in ["", "0-3", "4-2", "a-b", "1-2-3"] {
            assert!(text.parse::<CageSizes>().is_err(), "{text}");
        }
    }

    #[test]
    fn orbits_have_each_cell_once_and_are_symmetric() {
        for (_, symmetry) in Symmetry::ALL {
            let mut cells = symmetry.orbits(5).concat();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..25), "{symmetry}");
        }
        assert_eq!(Symmetry::None.orbits(3).len(), 9);
        assert_eq!(
            Symmetry::Rotation.orbits(3),
            [vec![0, 8], vec![1, 7], vec![2, 6], vec![3, 5], vec![4]]
        );
        assert_eq!(Symmetry::Mirror.orbits(2), [vec![0, 1], vec![2, 3]]);
        assert_eq!(Symmetry::Diagonal.orbits(2), [vec![0], vec![1, 2], vec![3]]);
        assert_eq!(Symmetry::Full.orbits(4).len(), 3);
    }
}
