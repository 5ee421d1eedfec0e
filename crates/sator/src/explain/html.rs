//! Explanations as a page: a picture for each step, with its cells and rules highlighted.

use std::fmt::Write;

use sator_model::explain::{End, Explanation, Fact};

use super::ExplainedStep;
use super::pictures::pictures;
use crate::puzzle::AnyPuzzle;
use crate::render::Board;
use crate::render::svg::{Overlay, STYLE, escaped};

/// The beginning of a page.
pub fn head(title: &str) -> String {
    styled_head(title, include_str!("page.css"))
}

/// A part of a page, such as [`Chapter::to_html`], with its style, for a place in another page: a
/// notebook, for example. The style concerns nothing outside.
pub fn embedded(part: &str) -> String {
    const PLACE: &str = ".sator";
    // The rules of the whole page, and those for print, are left out.
    let is_of_part =
        |rule: &&str| rule.ends_with('}') && rule.starts_with(['.', 'a', 'f', 'h', 'u']);
    let rules = include_str!("page.css").lines().filter(is_of_part);
    let rules = rules.flat_map(|rule| [PLACE, " ", rule, "\n"]).collect::<String>();
    format!(
        "<style>\n{PLACE} {{ --soft: #808080; --edge: #80808060; }}\n{rules}{STYLE}</style>\n\
        <div class=\"{}\">\n{part}</div>\n",
        &PLACE[1..],
    )
}

/// The beginning of a page with a style of its own.
pub(crate) fn styled_head(title: &str, style: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
        <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
        <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{}</title>\n\
        <style>\n{style}{STYLE}</style>\n</head>\n<body>\n",
        escaped(title),
    )
}

/// The end of a page.
pub const TAIL: &str = "</body>\n</html>\n";

/// An explanation with its words.
#[derive(Debug, Clone, Copy)]
pub struct Chapter<'e> {
    /// The puzzle.
    pub puzzle: &'e AnyPuzzle,
    /// The explanation.
    pub found: &'e Explanation,
    /// Its steps in words.
    pub steps: &'e [ExplainedStep],
    /// A player's entries, with which it began.
    pub entries: &'e [Fact],
    /// Paragraphs before the steps: wrong entries.
    pub preface: &'e [String],
    /// Paragraphs after the steps: how it ended.
    pub conclusion: &'e [String],
}

impl Chapter<'_> {
    /// The explanation of one puzzle, as a part of a page.
    pub fn to_html(&self) -> String {
        let title = escaped(&self.puzzle.title());
        let mut html = format!("<article>\n<h1>{title}</h1>\n<section class=\"step\">\n");
        let mut pictures = pictures(self);
        if let Some((board, overlay)) = pictures.next() {
            figure(&board, &overlay, &mut html);
        }
        html += "<div>\n";
        html += &legend(self.found.end);
        for line in self.puzzle.board(None).lines_below(|_| true) {
            let _ = writeln!(html, "<p>{}</p>", escaped(line));
        }
        paragraphs(self.preface, &mut html);
        html += "</div>\n</section>\n";
        for (number, ((board, overlay), words)) in (1..).zip(pictures.zip(self.steps)) {
            html += "<section class=\"step\">\n";
            figure(&board, &overlay, &mut html);
            describe(number, words, &mut html);
            html += "</section>\n";
        }
        html += "<footer>\n";
        paragraphs(self.conclusion, &mut html);
        html + "</footer>\n</article>\n"
    }
}

fn legend(end: End) -> String {
    let entries = [
        ("subject", "the cells of a step"),
        ("rule", "the cells of its rules"),
        ("rule reason", "values that it needs"),
        ("conflict", "the cells of a contradiction"),
    ];
    let count = if end == End::Contradiction { 4 } else { 3 };
    let entry = |(class, text)| {
        format!(
            "<li><svg class=\"board\" viewBox=\"0 0 20 20\">\
            <path class=\"{class}\" d=\"M2 2h16v16H2z\"/></svg> {text}</li>\n"
        )
    };
    format!("<ul class=\"legend\">\n{}</ul>\n", entries.map(entry)[..count].concat())
}

fn figure(board: &Board, overlay: &Overlay, html: &mut String) {
    let _ = writeln!(html, "<figure>{}</figure>", board.to_svg(overlay).trim_end());
}

fn paragraphs(texts: &[String], html: &mut String) {
    for text in texts {
        let _ = writeln!(html, "<p>{}</p>", escaped(text).replace('\n', "<br/>"));
    }
}

fn describe(number: usize, words: &ExplainedStep, html: &mut String) {
    let size = sator_sat::text::counted(words.size, "rule");
    let size = if words.is_named { format!("{}, {size}", words.name) } else { size };
    let _ = write!(
        html,
        "<div>\n<h2><span>{number}.</span> {}</h2>\n<p class=\"name\">{}</p>\n<ul>\n",
        escaped(&words.text),
        escaped(&size)
    );
    for reason in &words.because {
        let _ = writeln!(html, "<li>{}</li>", escaped(reason));
    }
    *html += "</ul>\n</div>\n";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_of_a_part_concerns_nothing_outside() {
        let html = embedded("<article>…</article>\n");
        let style = html.split(['\n']).skip(1).take_while(|line| *line != "</style>");
        let is_apart =
            |line: &str| line.starts_with([' ', '}']) || line.starts_with("@media screen");
        for line in style.filter(|line| !is_apart(line)) {
            assert!(line.starts_with(".sator ") || line.starts_with(".board"), "{line}");
        }
        for rule in [".sator .legend svg {", ".sator .step {", ".sator h1 {", ".sator figure svg {"]
        {
            assert!(html.contains(rule), "{rule}");
        }
        assert!(html.ends_with("<div class=\"sator\">\n<article>…</article>\n</div>\n"));
    }
}
