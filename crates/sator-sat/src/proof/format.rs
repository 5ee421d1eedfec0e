//! The four formats of proofs: their names, and how each is recognised by its first bytes.

use std::fmt;
use std::str::FromStr;

use super::read::{Reader, is_remark};

/// The format of a proof.
///
/// DRAT lists clauses that are added and deleted. LRAT numbers them, and names for each added
/// clause the earlier ones from which it follows. Both exist as text, and in binary with numbers in
/// groups of seven bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Format {
    /// `drat`: `1 -2 0` adds, `d 1 -2 0` deletes.
    #[default]
    DratText,
    /// `drat-binary`: `a` or `d`, the literals, a zero byte.
    DratBinary,
    /// `lrat`: `9 1 -2 0 3 4 0` adds clause 9 by clauses 3 and 4, `9 d 3 4 0` deletes these.
    LratText,
    /// `lrat-binary`: the same numbers in bytes, after an `a` or a `d`.
    LratBinary,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::DratText, Self::DratBinary, Self::LratText, Self::LratBinary];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::DratText => "drat",
            Self::DratBinary => "drat-binary",
            Self::LratText => "lrat",
            Self::LratBinary => "lrat-binary",
        }
    }

    /// Whether clauses are numbered and come with hints.
    pub fn is_lrat(self) -> bool {
        matches!(self, Self::LratText | Self::LratBinary)
    }

    /// Whether it is binary.
    pub fn is_binary(self) -> bool {
        matches!(self, Self::DratBinary | Self::LratBinary)
    }

    fn new(is_lrat: bool, is_binary: bool) -> Self {
        match (is_lrat, is_binary) {
            (false, false) => Self::DratText,
            (false, true) => Self::DratBinary,
            (true, false) => Self::LratText,
            (true, true) => Self::LratBinary,
        }
    }

    /// Recognises the format by the beginning of a proof, the longer the better. The name of the
    /// file (`x.lrat`, `x.drat.gz`) decides if the bytes are ambiguous.
    pub fn detect(head: &[u8], name: Option<&str>) -> Self {
        let is_binary = is_binary(head);
        let found = if is_binary { is_lrat_binary(head) } else { is_lrat_text(head) };
        Self::new(found.or_else(|| is_lrat_name(name?)).unwrap_or(false), is_binary)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No format has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected drat, drat-binary, lrat or lrat-binary, found '{0}'")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// A binary step starts with `a` or `d`. A text never starts with `a`; it may start with `d`,
/// followed by a blank or a number. In binary those bytes may be a literal, but a binary step ends
/// with a zero byte, and a text contains none.
fn is_binary(head: &[u8]) -> bool {
    match head {
        [b'a', ..] => true,
        [b'd', next, ..] => !is_text(*next) || head.contains(&0),
        _ => false,
    }
}

fn is_text(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte.is_ascii_digit() || byte == b'-'
}

/// The first step of a text decides: only LRAT has a `d` in second place, and only LRAT continues
/// on the same line after the first 0.
fn is_lrat_text(head: &[u8]) -> Option<bool> {
    let is_no_step = |line: &&[u8]| line.trim_ascii().is_empty() || is_remark(line.trim_ascii());
    let mut lines = head.split(|&byte| byte == b'\n').skip_while(is_no_step).peekable();
    if matches!(lines.peek()?.trim_ascii()[0], b'd' | b'-') {
        return Some(false);
    }
    let mut place = 0;
    for line in lines {
        let mut words =
            line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            place += 1;
            match word {
                b"d" => return Some(place == 2),
                b"0" => return Some(place > 1 && words.peek().is_some()),
                _ => {}
            }
        }
    }
    None
}

/// Parses the bytes in both formats: the wrong one soon fails where a step must start. If a few
/// steps are valid in both, the proof is more often DRAT.
fn is_lrat_binary(head: &[u8]) -> Option<bool> {
    match [Format::DratBinary, Format::LratBinary].map(|format| reads_as(head, format)) {
        [true, false] => Some(false),
        [false, true] => Some(true),
        _ => None,
    }
}

/// Whether the bytes are the beginning of a proof in this format.
fn reads_as(mut head: &[u8], format: Format) -> bool {
    let Ok(mut reader) = Reader::new(&mut head, Some(format), None) else { return false };
    loop {
        match reader.next_step() {
            Ok(Some(_)) => {}
            Ok(None) => return true,
            Err(error) => return error.is_cut_off(),
        }
    }
}

fn is_lrat_name(name: &str) -> Option<bool> {
    let name = name.to_ascii_lowercase();
    let packed = [".gz", ".bz2", ".xz", ".zst"];
    let name = packed.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
    let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    match (ends(&[".lrat", ".clrat"]), ends(&[".drat", ".drup"])) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}
