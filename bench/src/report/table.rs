//! The table on the terminal: `ours / theirs / ratio / target / reached?`.

use super::Row;

/// The line of a row.
pub(super) fn line(row: &Row) -> String {
    let ours = row.ours.show();
    let theirs = row.theirs.as_ref().map(|(name, theirs)| format!("{name} {}", theirs.show()));
    let target = row.target.map(super::Target::show).unwrap_or_default();
    let line = format!(
        "  {:<44} {ours:>14} {:>36} {:>9} {target:>16} {}",
        row.what,
        theirs.unwrap_or_default(),
        ratio(row),
        reached(row)
    );
    line.trim_end().to_owned()
}

fn ratio(row: &Row) -> String {
    let Some((_, theirs)) = &row.theirs else { return String::new() };
    let sign = if theirs.is_bound { ">" } else { "" };
    row.ratio().map_or("-".to_owned(), |ratio| format!("{sign}{}×", digits(ratio)))
}

/// Larger ratios have fewer decimals.
fn digits(ratio: f64) -> String {
    match ratio {
        r if r < 0.1 => format!("{r:.4}"),
        r if r < 10.0 => format!("{r:.2}"),
        r if r < 100.0 => format!("{r:.1}"),
        r => format!("{r:.0}"),
    }
}

fn reached(row: &Row) -> &'static str {
    match (row.target, row.is_reached()) {
        (None, _) => "",
        (_, Some(true)) => "yes",
        (_, Some(false)) => "NO",
        (_, None) => "?",
    }
}

/// All rows with a target, job by job, and how many reach it.
pub(super) fn targets(rows: &[Row]) -> String {
    let with_target: Vec<_> = rows.iter().filter(|row| row.target.is_some()).collect();
    if with_target.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "\ntargets\n  {:<44} {:>14} {:>36} {:>9} {:>16} reached?\n",
        "", "ours", "theirs", "ratio", "target"
    );
    let mut job = "";
    for row in &with_target {
        if row.job != job {
            job = row.job;
            text.push_str(job);
            text.push('\n');
        }
        text += &line(row);
        text.push('\n');
    }
    let reached = with_target.iter().filter(|row| row.is_reached() == Some(true)).count();
    text + &format!("{reached} of {} reached\n", with_target.len())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::{Figure, Target};
    use super::*;

    fn row(target: Option<Target>) -> Row {
        let [ours, theirs] = [2, 5].map(|ms| Figure::time(Duration::from_millis(ms)));
        Row::new("a list", ours).against("peer", theirs).target(target)
    }

    #[test]
    fn a_line_ends_with_whether_the_target_is_reached() {
        let columns =
            |row: &Row| line(row).split_whitespace().map(String::from).collect::<Vec<_>>();
        let reached = columns(&row(Some(Target::AtLeast(2.5))));
        assert_eq!(
            reached.join(" "),
            "a list 2.00 ms peer 5.00 ms 2.50× ≥ 2.5× yes",
            "ours, theirs, ratio, target, reached"
        );
        assert_eq!(columns(&row(Some(Target::AtLeast(3.0)))).last().unwrap(), "NO");
        assert_eq!(columns(&row(None)).last().unwrap(), "2.50×");
    }

    #[test]
    fn the_table_of_targets_has_only_rows_with_a_target() {
        let rows = [row(None), row(Some(Target::AtLeast(2.0))), row(Some(Target::AtMost(0.1)))];
        let table = targets(&rows);
        assert!(table.ends_with("1 of 2 reached\n"), "{table}");
        assert_eq!(table.matches("a list").count(), 2);
        assert_eq!(targets(&rows[..1]), "");
    }
}
