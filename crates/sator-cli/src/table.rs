//! Tables of figures: aligned text, CSV, JSON, Markdown and LaTeX from the same rows.

use anstyle::Style;
use serde_json::{Map, Value, json};

/// A column: its name in JSON and CSV, and its heading for people.
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) heading: &'static str,
    pub(crate) form: Form,
}

/// The form of the values in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Aligned to the left.
    Words,
    /// Aligned to the right.
    Figures,
    /// Seconds in JSON and CSV, where the next field says whether they are a lower bound;
    /// milliseconds for people.
    Times,
    /// In JSON and CSV only.
    Details,
}

impl Column {
    pub(crate) const fn words(name: &'static str, heading: &'static str) -> Self {
        Self { name, heading, form: Form::Words }
    }

    pub(crate) const fn figures(name: &'static str, heading: &'static str) -> Self {
        Self { name, heading, form: Form::Figures }
    }

    /// The names of its fields in JSON and CSV.
    fn names(&self) -> Vec<String> {
        match self.form {
            // Of several columns of times, each has a name of its own.
            Form::Times => vec![self.name.to_owned(), self.name.replace("seconds", "at_least")],
            _ => vec![self.name.to_owned()],
        }
    }
}

/// A value in a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    Unknown,
    Word(String),
    /// `SAT`; in lower case in JSON.
    Verdict(&'static str),
    Number(f64),
    Truth(bool),
    Time(Time),
}

/// A time, or a lower bound of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Time {
    pub(crate) seconds: f64,
    /// Whether the solve was stopped, so that the time is a lower bound.
    pub(crate) is_least: bool,
}

impl Cell {
    pub(crate) fn number(number: Option<impl Into<f64>>) -> Self {
        number.map_or(Self::Unknown, |number| Self::Number(number.into()))
    }

    /// A count, which is exact up to 2⁵³.
    pub(crate) fn count(number: Option<u64>) -> Self {
        Self::number(number.map(|number| number as f64))
    }

    pub(crate) fn truth(truth: Option<bool>) -> Self {
        truth.map_or(Self::Unknown, Self::Truth)
    }

    pub(crate) fn time(time: Option<Time>) -> Self {
        time.map_or(Self::Unknown, Self::Time)
    }

    /// The value for people.
    fn text(&self) -> String {
        match self {
            Self::Unknown => "-".to_owned(),
            Self::Word(word) => word.clone(),
            Self::Verdict(verdict) => (*verdict).to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Truth(truth) => if *truth { "yes" } else { "no" }.to_owned(),
            Self::Time(Time { seconds, is_least }) => {
                format!("{}{:.3}", if *is_least { ">" } else { "" }, seconds * 1e3)
            }
        }
    }

    /// The values of its fields in JSON.
    fn values(&self) -> Vec<Value> {
        match self {
            Self::Unknown => Vec::new(),
            Self::Word(word) => vec![json!(word)],
            Self::Verdict(verdict) => vec![json!(verdict.to_lowercase())],
            Self::Number(number) if number.fract() == 0.0 => vec![json!(*number as u64)],
            Self::Number(number) => vec![json!(number)],
            Self::Truth(truth) => vec![json!(truth)],
            Self::Time(Time { seconds, is_least }) => vec![json!(seconds), json!(is_least)],
        }
    }
}

/// Rows of values, one for each column.
pub(crate) struct Table {
    pub(crate) columns: &'static [Column],
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// The forms of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TableForm {
    Text,
    Json,
    Csv,
    Markdown,
    Latex,
}

impl Table {
    /// The table in a form. In text, `style` may give a row a style.
    pub(crate) fn print(
        &self,
        form: TableForm,
        heading: Style,
        style: &dyn Fn(usize) -> Style,
    ) -> String {
        match form {
            TableForm::Text => self.text(heading, style),
            TableForm::Json => self.json(),
            TableForm::Csv => self.csv(),
            TableForm::Markdown => self.markdown(),
            TableForm::Latex => self.latex(),
        }
    }

    /// The columns for people, with their positions.
    fn shown(&self) -> impl Iterator<Item = (usize, &'static Column)> + '_ {
        self.columns.iter().enumerate().filter(|(_, column)| column.form != Form::Details)
    }

    /// The headings, then the rows, as people read them.
    fn lines(&self) -> Vec<Vec<String>> {
        let headings = self.shown().map(|(_, column)| column.heading.to_owned()).collect();
        let line = |row: &Vec<Cell>| self.shown().map(|(at, _)| row[at].text()).collect();
        std::iter::once(headings).chain(self.rows.iter().map(line)).collect()
    }

    /// Pads the cells to the width of their columns, at least `least`.
    fn padded(&self, lines: &[Vec<String>], least: usize) -> Vec<Vec<String>> {
        let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max();
        let columns: Vec<_> = self
            .shown()
            .zip(0..)
            .map(|((_, it), at)| (it.form, width(at).unwrap_or(0).max(least)))
            .collect();
        let pad = |(cell, &(form, width)): (&String, &(Form, usize))| match form {
            Form::Words => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        };
        lines.iter().map(|line| line.iter().zip(&columns).map(pad).collect()).collect()
    }

    fn text(&self, heading: Style, style: &dyn Fn(usize) -> Style) -> String {
        let lines = self.padded(&self.lines(), 0);
        let line = |(at, cells): (usize, &Vec<String>)| {
            let style = at.checked_sub(1).map_or(heading, style);
            let line = cells.join("  ");
            let line = line.trim_end();
            if style.is_plain() { format!("{line}\n") } else { format!("{style}{line}{style:#}\n") }
        };
        lines.iter().enumerate().map(line).collect()
    }

    /// A table of Markdown, aligned as text too.
    fn markdown(&self) -> String {
        let escape = |cell: String| cell.replace('|', "\\|");
        let lines = self.lines().into_iter().map(|line| line.into_iter().map(escape).collect());
        let mut lines = self.padded(&lines.collect::<Vec<_>>(), 2);
        let rule = |(cell, (_, column)): (&String, (usize, &Column))| {
            let dashes = "-".repeat(cell.chars().count() - 1);
            if column.form == Form::Words { format!(":{dashes}") } else { format!("{dashes}:") }
        };
        let rule = lines[0].iter().zip(self.shown()).map(rule).collect();
        lines.insert(1, rule);
        let lines = lines.iter().map(|line| format!("| {} |\n", line.join(" | ")));
        lines.collect::<Vec<_>>().concat()
    }

    /// A `tabular` with the rules of the package booktabs.
    fn latex(&self) -> String {
        let letter =
            |(_, column): (usize, &Column)| if column.form == Form::Words { 'l' } else { 'r' };
        let letters: String = self.shown().map(letter).collect();
        let line = |line: &Vec<String>| {
            line.iter().map(|cell| escaped(cell)).collect::<Vec<_>>().join(" & ")
        };
        let lines: Vec<_> = self.lines().iter().map(|it| format!("{} \\\\\n", line(it))).collect();
        let (heading, rows) = (&lines[0], lines[1..].concat());
        format!(
            "% \\usepackage{{booktabs}}\n\\begin{{tabular}}{{{letters}}}\n\\toprule\n{heading}\
             \\midrule\n{rows}\\bottomrule\n\\end{{tabular}}\n"
        )
    }

    /// One object a line. Unknown values are absent.
    fn json(&self) -> String {
        let object = |row: &Vec<Cell>| {
            let fields = self.columns.iter().zip(row);
            let fields = fields.flat_map(|(it, cell)| it.names().into_iter().zip(cell.values()));
            Value::Object(fields.collect::<Map<_, _>>()).to_string() + "\n"
        };
        self.rows.iter().map(object).collect()
    }

    /// Comma-separated values, with a line of names. Unknown values are empty.
    fn csv(&self) -> String {
        let field = |cell: &Cell, at: usize| match (cell, cell.values().get(at)) {
            (Cell::Verdict(verdict), _) => (*verdict).to_owned(),
            (_, None) => String::new(),
            (_, Some(Value::String(text))) => quoted(text),
            (_, Some(value)) => value.to_string(),
        };
        let record = |row: &Vec<Cell>| {
            let fields = self.columns.iter().zip(row).flat_map(|(column, cell)| {
                (0..column.names().len()).map(move |at| field(cell, at))
            });
            fields.collect::<Vec<_>>().join(",") + "\n"
        };
        let names: Vec<_> = self.columns.iter().flat_map(Column::names).collect();
        names.join(",") + "\n" + &self.rows.iter().map(record).collect::<String>()
    }
}

/// A field after RFC 4180: quoted if it contains a separator or quotes, which are doubled.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// A text in LaTeX.
fn escaped(text: &str) -> String {
    let mut latex = String::new();
    for symbol in text.chars() {
        match symbol {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => latex.extend(['\\', symbol]),
            '>' | '<' => latex.extend(['$', symbol, '$']),
            '×' => latex += "$\\times$",
            '\\' => latex += "\\textbackslash{}",
            '~' => latex += "\\textasciitilde{}",
            '^' => latex += "\\textasciicircum{}",
            _ => latex.push(symbol),
        }
    }
    latex
}

#[cfg(test)]
mod tests {
    use super::*;

    static COLUMNS: [Column; 5] = [
        Column::words("puzzle", "puzzle"),
        Column::figures("n", "N"),
        Column::words("status", "status"),
        Column { name: "seconds", heading: "time ms", form: Form::Times },
        Column { name: "error", heading: "", form: Form::Details },
    ];

    fn table() -> Table {
        let time = |seconds, is_least| Cell::Time(Time { seconds, is_least });
        let word = |word: &str| Cell::Word(word.to_owned());
        let first = vec![word("a|b, 5%"), Cell::Number(8.0), Cell::Verdict("SAT"), time(1.5, true)];
        let second = vec![word("c"), Cell::Number(2.5), Cell::Unknown, Cell::Unknown];
        let with = |mut row: Vec<_>, error| {
            row.push(error);
            row
        };
        let rows = vec![with(first, Cell::Unknown), with(second, word("it said \"no\""))];
        Table { columns: &COLUMNS, rows }
    }

    #[test]
    fn every_form_has_the_same_values() {
        let print = |form| table().print(form, Style::new(), &|_| Style::new());
        for (form, expected) in [
            (
                TableForm::Text,
                "puzzle     N  status    time ms\n\
                 a|b, 5%    8  SAT     >1500.000\n\
                 c        2.5  -               -\n",
            ),
            (
                TableForm::Markdown,
                "| puzzle   |   N | status |   time ms |\n\
                 | :------- | --: | :----- | --------: |\n\
                 | a\\|b, 5% |   8 | SAT    | >1500.000 |\n\
                 | c        | 2.5 | -      |         - |\n",
            ),
            (
                TableForm::Latex,
                "% \\usepackage{booktabs}\n\\begin{tabular}{lrlr}\n\\toprule\n\
                 puzzle & N & status & time ms \\\\\n\\midrule\n\
                 a|b, 5\\% & 8 & SAT & $>$1500.000 \\\\\nc & 2.5 & - & - \\\\\n\
                 \\bottomrule\n\\end{tabular}\n",
            ),
            (
                TableForm::Csv,
                "puzzle,n,status,seconds,at_least,error\n\
                 \"a|b, 5%\",8,SAT,1.5,true,\nc,2.5,,,,\"it said \"\"no\"\"\"\n",
            ),
            (
                TableForm::Json,
                "{\"puzzle\":\"a|b, 5%\",\"n\":8,\"status\":\"sat\",\"seconds\":1.5,\"at_least\":true}\n\
                 {\"puzzle\":\"c\",\"n\":2.5,\"error\":\"it said \\\"no\\\"\"}\n",
            ),
        ] {
            assert_eq!(print(form), expected, "{form:?}");
        }
    }

    #[test]
    fn a_style_changes_no_width() {
        let plain = table().text(Style::new(), &|_| Style::new());
        let styled = table().text(Style::new().bold(), &|row| {
            if row == 1 { Style::new().bold() } else { Style::new() }
        });
        let styled_lines: Vec<_> = styled.lines().map(|line| line.contains('\u{1b}')).collect();
        assert_eq!(styled_lines, [true, false, true]);
        assert_eq!(styled.replace("\u{1b}[1m", "").replace("\u{1b}[0m", ""), plain);
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
}
