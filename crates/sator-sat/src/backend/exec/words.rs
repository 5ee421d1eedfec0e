//! The arguments of a solver program: a line split into words as a shell does, with placeholders
//! for files.

use std::ffi::{OsStr, OsString};

/// Splits a line into words as a POSIX shell does. The error names the part that is not closed.
pub(super) fn split(line: &str) -> Result<Vec<String>, &'static str> {
    let is_completed_by = |end| shlex::split(&format!("{line}{end}")).is_some();
    shlex::split(line).ok_or_else(|| {
        if is_completed_by('x') {
            "a backslash at the end"
        } else if is_completed_by('\'') {
            "a quote ' that is not closed"
        } else {
            "a quote \" that is not closed"
        }
    })
}

/// Whether one of the words contains a placeholder.
pub(super) fn have(words: &[String], place: &str) -> bool {
    words.iter().any(|word| word.contains(place))
}

/// Replaces the placeholders of a word. A replacement is not searched for placeholders.
pub(super) fn fill(word: &str, places: &[(&str, &OsStr)]) -> OsString {
    let mut filled = OsString::new();
    let mut rest = word;
    let next = |rest: &str| {
        let found = places.iter().filter_map(|place| Some((rest.find(place.0)?, *place)));
        found.min_by_key(|(start, _)| *start)
    };
    while let Some((start, (place, value))) = next(rest) {
        filled.push(&rest[..start]);
        filled.push(value);
        rest = &rest[start + place.len()..];
    }
    filled.push(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_as_a_shell_does() {
        let line = r#" -v  "a b" 'c "d' e\ f g"h"'i' "" "x\"\y" "#;
        let words = ["-v", "a b", "c \"d", "e f", "ghi", "", r#"x"\y"#];
        assert_eq!(split(line).unwrap(), words);
        assert_eq!(split("").unwrap(), [""; 0]);
    }

    #[test]
    fn the_part_that_is_not_closed_is_named() {
        let single = "a quote ' that is not closed";
        let double = "a quote \" that is not closed";
        let backslash = "a backslash at the end";
        let cases = [
            ("'", single),
            ("a \"b", double),
            ("\"\\", double),
            ("c\\", backslash),
            ("'\\'x'", single),
        ];
        for (line, error) in cases {
            assert_eq!(split(line), Err(error), "{line}");
        }
    }

    #[test]
    fn placeholders_are_replaced_once() {
        let places = [("{cnf}", OsStr::new("/t/{out}")), ("{out}", OsStr::new("o"))];
        assert_eq!(fill("-f={cnf},{out}{cn}", &places), "-f=/t/{out},o{cn}");
        assert_eq!(fill("{nothing}", &places), "{nothing}");
    }
}
