//! The figures of a contest as a table for people, as JSON and as CSV.

use anstyle::{AnsiColor, Style};
use sator::render::Paint;
use serde_json::{Value, json};

use super::rows::{Row, Time};

/// The columns for people: the first two are words, the others figures.
const HEADINGS: [&str; COLUMNS] = [
    "backend",
    "encoding",
    "solved",
    "agree",
    "variables",
    "clauses",
    "literals",
    "conflicts",
    "median ms",
    "worst ms",
    "relative",
];
const COLUMNS: usize = 11;
const WORDS: usize = 2;

/// An aligned table; colour shows the fastest way.
pub(super) fn text(rows: &[Row], paint: Paint) -> String {
    let cells: Vec<_> = rows.iter().map(cells).collect();
    let headings = HEADINGS.map(str::to_owned);
    let all = || cells.iter().chain([&headings]);
    let widths: [usize; COLUMNS] = std::array::from_fn(|column| {
        all().map(|row| row[column].chars().count()).max().unwrap_or(0)
    });
    let heading = line(&headings, &widths, (paint == Paint::Color).then(|| Style::new().bold()));
    let fastest = Style::new().bold().fg_color(Some(AnsiColor::Green.into()));
    let lines = rows.iter().zip(&cells).map(|(row, cells)| {
        let is_painted = row.is_fastest && paint == Paint::Color;
        line(cells, &widths, is_painted.then_some(fastest))
    });
    heading + &lines.collect::<String>()
}

fn line(cells: &[String; COLUMNS], widths: &[usize; COLUMNS], style: Option<Style>) -> String {
    let padded = cells.iter().zip(widths).enumerate().map(|(column, (cell, &width))| {
        if column < WORDS { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
    });
    let line = padded.collect::<Vec<_>>().join("  ");
    match style {
        Some(style) => format!("{style}{line}{style:#}\n"),
        None => line + "\n",
    }
}

fn cells(row: &Row) -> [String; COLUMNS] {
    let solved = match row.failure {
        Some(_) => "failed".to_owned(),
        None => format!("{}/{}", row.solved, row.puzzles),
    };
    let agrees = row.agrees.map(|agrees| if agrees { "yes" } else { "no" }.to_owned());
    let least = row.median.is_some_and(|median| median.is_least);
    let relative = row.relative.map(|times| marked(least, &format!("{times:.2}")));
    let milliseconds = |time: Time| marked(time.is_least, &format!("{:.3}", time.seconds * 1e3));
    let or_dash = |cell: Option<String>| cell.unwrap_or_else(|| "-".to_owned());
    let number = |number: Option<f64>| or_dash(number.map(|number| number.to_string()));
    [
        row.backend.clone(),
        row.encoding.clone(),
        solved,
        or_dash(agrees),
        number(row.variables),
        number(row.clauses),
        number(row.literals),
        number(row.conflicts),
        or_dash(row.median.map(milliseconds)),
        or_dash(row.worst.map(milliseconds)),
        or_dash(relative),
    ]
}

/// Marks a lower bound.
fn marked(is_least: bool, figure: &str) -> String {
    if is_least { format!(">{figure}") } else { figure.to_owned() }
}

/// One object a line. Unknown figures are absent.
pub(super) fn json(rows: &[Row]) -> String {
    rows.iter().map(|row| object(row).to_string() + "\n").collect()
}

fn object(row: &Row) -> Value {
    let counted = |number: usize| row.failure.is_none().then(|| json!(number));
    let of_times = |figure: fn(Time) -> Value| {
        let times = [("median", row.median.map(figure)), ("worst", row.worst.map(figure))];
        Some(known(times)).filter(|times| *times != json!({}))
    };
    known([
        ("backend", Some(json!(row.backend))),
        ("encoding", Some(json!(row.encoding))),
        ("puzzles", Some(json!(row.puzzles))),
        ("solved", counted(row.solved)),
        ("stopped", counted(row.stopped)),
        ("agrees", row.agrees.map(Value::from)),
        ("variables", row.variables.map(whole)),
        ("clauses", row.clauses.map(whole)),
        ("literals", row.literals.map(whole)),
        ("conflicts", row.conflicts.map(whole)),
        ("seconds", of_times(|time| json!(time.seconds))),
        // Whether the time is a lower bound, which '>' marks in the table.
        ("at_least", of_times(|time| json!(time.is_least))),
        ("relative", row.relative.map(Value::from)),
        ("error", row.failure.clone().map(Value::from)),
    ])
}

/// The object of the fields that are known.
fn known<const N: usize>(fields: [(&str, Option<Value>); N]) -> Value {
    fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// A median of whole numbers is one, or lies between two.
fn whole(number: f64) -> Value {
    if number.fract() == 0.0 { json!(number as u64) } else { json!(number) }
}

/// The columns of CSV, and their places in the object.
const CSV: [(&str, &str); 16] = [
    ("backend", "/backend"),
    ("encoding", "/encoding"),
    ("puzzles", "/puzzles"),
    ("solved", "/solved"),
    ("stopped", "/stopped"),
    ("agrees", "/agrees"),
    ("variables", "/variables"),
    ("clauses", "/clauses"),
    ("literals", "/literals"),
    ("conflicts", "/conflicts"),
    ("median_seconds", "/seconds/median"),
    ("median_at_least", "/at_least/median"),
    ("worst_seconds", "/seconds/worst"),
    ("worst_at_least", "/at_least/worst"),
    ("relative", "/relative"),
    ("error", "/error"),
];

/// Comma-separated values, with a line of names. Unknown figures are empty.
pub(super) fn csv(rows: &[Row]) -> String {
    let record = |row: &Row| {
        let object = object(row);
        let field = |(_, place)| match object.pointer(place) {
            None => String::new(),
            Some(Value::String(text)) => quoted(text),
            Some(figure) => figure.to_string(),
        };
        CSV.map(field).join(",") + "\n"
    };
    CSV.map(|(name, _)| name).join(",") + "\n" + &rows.iter().map(record).collect::<String>()
}

/// A field after RFC 4180: quoted if it contains a separator or quotes, which are doubled.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed() -> Row {
        let failure = Some("it said \"no\",\nand left".to_owned());
        Row { backend: "exec:a,b".to_owned(), puzzles: 2, failure, ..Row::default() }
    }

    fn stopped() -> Row {
        let median = Some(Time { seconds: 1.5, is_least: true });
        let (relative, conflicts) = (Some(2.0), Some(0.5));
        Row { puzzles: 2, stopped: 2, median, worst: median, relative, conflicts, ..Row::default() }
    }

    #[test]
    fn a_field_of_csv_that_could_be_misread_is_quoted() {
        let text = csv(&[failed()]);
        let (_, record) = text.split_once('\n').unwrap();
        let error = "\"it said \"\"no\"\",\nand left\"";
        assert_eq!(record, format!("\"exec:a,b\",,2,,,,,,,,,,,,,{error}\n"));
    }

    #[test]
    fn fields_with_separators_are_quoted() {
        for (field, expected) in [
            ("plain one", "plain one"),
            ("a,b", "\"a,b\""),
            ("a\nb", "\"a\nb\""),
            ("a\rb", "\"a\rb\""),
            ("\"a", "\"\"\"a\""),
        ] {
            assert_eq!(quoted(field), expected);
        }
    }

    #[test]
    fn unknown_figures_are_absent() {
        let error = "it said \"no\",\nand left";
        let object = json!({ "backend": "exec:a,b", "encoding": "", "puzzles": 2, "error": error });
        assert_eq!(self::object(&failed()), object);
        let cells = cells(&failed()).join(" ");
        assert_eq!(cells, "exec:a,b  failed - - - - - - - -");
    }

    #[test]
    fn lower_bounds_have_a_mark() {
        let cells = cells(&stopped()).join(" ");
        assert_eq!(cells, "  0/2 - - - - 0.5 >1500.000 >1500.000 >2.00");
        let worst = Some(Time { seconds: 2.0, is_least: true });
        let some = Row { median: Some(Time { seconds: 1.0, is_least: false }), worst, ..stopped() };
        let object = self::object(&some);
        assert_eq!(object["seconds"], json!({ "median": 1.0, "worst": 2.0 }));
        assert_eq!(object["at_least"], json!({ "median": false, "worst": true }));
        assert!(csv(&[some]).ends_with(",1.0,false,2.0,true,2.0,\n"));
    }

    #[test]
    fn colour_shows_the_fastest_and_changes_no_width() {
        let rows = [stopped(), Row { is_fastest: true, ..stopped() }];
        let (plain, colored) = (text(&rows, Paint::Plain), text(&rows, Paint::Color));
        assert_eq!(text(&rows, Paint::Marked), plain);
        let bare = colored.replace("\u{1b}[0m", "").replace("\u{1b}[1m", "");
        assert_eq!(bare.replace("\u{1b}[32m", ""), plain);
        let painted: Vec<_> = colored.lines().map(|line| line.contains("\u{1b}[32m")).collect();
        assert_eq!(painted, [false, false, true]);
    }
}
