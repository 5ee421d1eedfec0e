//! The form of a picture: by the ending of its file, or as asked for.

use std::ffi::OsStr;
use std::fmt::Write;
use std::path::Path;

use sator::ParseError;
use sator::explain::html;
use sator::puzzle::AnyPuzzle;
use sator::render::svg::escaped;
use sator::render::{Picture, Theme};

use crate::args::{PictureForm, Render, ThemeChoice};
use crate::failure::Failure;
use crate::input::place;
use crate::raster;

/// The form of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Svg,
    Png,
    Html,
    Json,
    /// A page for paper.
    Print,
}

impl Form {
    /// The form that the arguments ask for; contradictions are refused.
    pub(super) fn new(args: &Render) -> Result<Self, Failure> {
        let ending = args.output.as_deref().filter(|path| *path != Path::new("-"));
        let by_ending = ending.map(of_ending);
        let form = match (args.print, args.show.json, args.to, by_ending) {
            (true, _, _, None | Some(Ok(Self::Html))) => Self::Print,
            (true, ..) => return Err(wrong_ending(ending, ".html, for --print")),
            (_, true, _, None | Some(Ok(Self::Json))) => Self::Json,
            (_, true, ..) => return Err(wrong_ending(ending, ".json, for --json")),
            (.., Some(PictureForm::Svg), _) => Self::Svg,
            (.., Some(PictureForm::Png), _) => Self::Png,
            (.., Some(PictureForm::Html), _) => Self::Html,
            (.., Some(PictureForm::Json), _) => Self::Json,
            (.., None, Some(form)) => form?,
            (.., None, None) => {
                let message = "expected a file for the picture (-o FILE.svg, .png, .html or .json), \
                               or --to FORM for standard output";
                return Err(Failure::plain(message));
            }
        };
        let refuse = |message: &str| Err(Failure::plain(message));
        match (form, args.theme, args.scale) {
            (Self::Svg | Self::Html | Self::Json | Self::Print, _, Some(_)) => {
                refuse("--scale is for PNG: other pictures have no pixels")
            }
            (Self::Html, Some(_), _) => {
                refuse("--theme is for SVG and PNG: a page follows the reader's settings")
            }
            (Self::Png, Some(ThemeChoice::Auto), _) => {
                refuse("--theme auto is for SVG: a PNG is light or dark")
            }
            _ => Ok(form),
        }
    }

    /// Whether several puzzles have a place in one output.
    pub(super) fn takes_several(self) -> bool {
        matches!(self, Self::Json | Self::Print)
    }

    /// The colours: those of the reader by default, and light ones for PNG.
    pub(super) fn theme(self, args: &Render) -> Theme {
        let usual = if self == Self::Png { Theme::Light } else { Theme::Auto };
        args.theme.map_or(usual, Theme::from)
    }

    /// The content of the file.
    pub(super) fn bytes(
        self,
        args: &Render,
        puzzle: &AnyPuzzle,
        picture: &Picture,
    ) -> Result<Vec<u8>, Failure> {
        let theme = self.theme(args);
        match self {
            Self::Png => {
                let svg = picture.to_plain_svg(theme);
                raster::png(&svg, args.scale.unwrap_or(1.0)).map_err(Failure::plain)
            }
            Self::Html => Ok(page(&puzzle.title(), picture).into_bytes()),
            Self::Svg | Self::Json | Self::Print => Ok(picture.to_svg(theme).into_bytes()),
        }
    }
}

fn of_ending(path: &Path) -> Result<Form, Failure> {
    let ending = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    match ending.as_deref() {
        Some("svg") => Ok(Form::Svg),
        Some("png") => Ok(Form::Png),
        Some("html" | "htm") => Ok(Form::Html),
        Some("json") => Ok(Form::Json),
        _ => Err(wrong_ending(Some(path), ".svg, .png, .html or .json, or --to FORM")),
    }
}

fn wrong_ending(path: Option<&Path>, expected: &str) -> Failure {
    let message = format!("expected a file name that ends in {expected}");
    Failure::at(place(path.unwrap_or(Path::new("-"))), ParseError::whole(message))
}

/// A page with the boards and their texts.
fn page(title: &str, picture: &Picture) -> String {
    let mut page = html::head(title);
    let _ = write!(page, "<article>\n<h1>{}</h1>\n", escaped(title));
    for panel in &picture.panels {
        let svg = panel.board.to_svg(&panel.overlay);
        let _ = writeln!(page, "<section class=\"step\">\n<figure>{}</figure>", svg.trim_end());
        page += "<div>\n";
        if let Some(caption) = &panel.caption {
            let _ = writeln!(page, "<h2>{}</h2>", escaped(caption));
        }
        for line in panel.lines_below() {
            let _ = writeln!(page, "<p>{}</p>", escaped(line));
        }
        page += "</div>\n</section>\n";
    }
    page += "<footer>\n";
    for line in &picture.lines {
        let _ = writeln!(page, "<p>{}</p>", escaped(line));
    }
    page + "</footer>\n</article>\n" + html::TAIL
}
