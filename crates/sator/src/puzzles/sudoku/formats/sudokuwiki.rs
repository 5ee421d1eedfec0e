//! Links of sudokuwiki: `https://www.sudokuwiki.org/sudoku.htm?bd=…`, with 81 digits.

use sator_sat::TextError;

use super::super::Sudoku;
use super::super::options::GridOptions;
use super::address::parameter;
use super::{is_one_line, line};
use crate::kind::{Confidence, Format};
use crate::text::{Span, lines};

pub(super) static FORMAT: Format<Sudoku> = Format::new(
    "sudokuwiki",
    "https://www.sudokuwiki.org/sudoku.htm?bd=…, with 81 digits",
    |text| {
        let is_one = is_one_line(text) && lines(text).any(|line| page(line.text).is_some());
        Confidence::Certain.only_if(is_one)
    },
    |text, options| read(text, &GridOptions::of(options)?),
);

/// The page and its parameters.
fn page(line: &str) -> Option<&str> {
    let line = line.trim();
    let address = line.strip_prefix("https://").or_else(|| line.strip_prefix("http://"));
    let (host, page) = address.unwrap_or(line).split_once('/')?;
    host.to_ascii_lowercase().ends_with("sudokuwiki.org").then_some(page)
}

fn read(text: &str, options: &GridOptions<'_>) -> Result<Sudoku, TextError> {
    let line = line::only(text)?;
    let page = page(line.text).ok_or_else(|| line.unexpected("a link to sudokuwiki.org"))?;
    let name = page.split(['.', '?']).next().unwrap_or_default();
    if !name.eq_ignore_ascii_case("sudoku") {
        return Err(line.error(format!(
            "the page '{name}' of sudokuwiki.org is not read, only links to its plain sudokus"
        )));
    }
    let digits = parameter(page, "bd=").filter(|digits| digits.len() == 81);
    let digits = digits.ok_or_else(|| {
        line.error("expected 81 digits after 'bd=' in the link; short forms are not read")
    })?;
    let before = line.text.split_once(digits).map_or(0, |(before, _)| before.chars().count());
    let place = Span { column: before + 1, text: digits, ..line };
    if let Some(symbol) =
        place.symbols().find(|it| !it.text.contains(|c: char| c == '.' || c.is_ascii_digit()))
    {
        return Err(symbol.unexpected("a digit or '.'"));
    }
    line::read(digits, false, options)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, read_as};

    #[test]
    fn links_of_81_digits_are_read_and_others_refused() {
        let digits = "53".to_owned() + &"0".repeat(79);
        let link = format!("https://www.sudokuwiki.org/sudoku.htm?bd={digits}");
        assert_eq!(read_as("sudokuwiki", &link).given[..3], [Some(5), Some(3), None]);
        let short = "1: expected 81 digits after 'bd=' in the link; short forms are not read";
        assert_eq!(error("sudokuwiki", "https://www.sudokuwiki.org/sudoku.htm?bd=S9B0v"), short);
        let other = format!("https://www.sudokuwiki.org/jigsaw.htm?bd={digits}");
        let expected =
            "1: the page 'jigsaw' of sudokuwiki.org is not read, only links to its plain sudokus";
        assert_eq!(error("sudokuwiki", &other), expected);
        let wrong = link.replace("53", "5x");
        assert_eq!(error("sudokuwiki", &wrong), "1:43: expected a digit or '.', found 'x'");
    }
}
