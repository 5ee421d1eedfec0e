//! Reads the statistics that programs print, each in its own format.

use super::super::Stats;

/// The statistics in a program's output. The last value of each counts.
pub(super) fn read(output: &[u8]) -> Stats {
    let mut stats = Stats::default();
    // Z3 prints propagations in parts.
    let mut parts = None;
    for line in output.split(|&byte| byte == b'\n') {
        // Lines with the values of a model are skipped, because there may be millions.
        if line.starts_with(b"v ") || line.len() > 200 {
            continue;
        }
        let Some((name, number)) = entry(&String::from_utf8_lossy(line)) else { continue };
        match name.as_str() {
            "conflicts" | "sat-conflicts" => stats.conflicts = Some(number),
            "decisions" | "choices" | "num. of decisions" | "sat-decisions" => {
                stats.decisions = Some(number);
            }
            "propagations" | "number of implication" => stats.propagations = Some(number),
            "restarts" | "sat-restarts" => stats.restarts = Some(number),
            part if part.starts_with("sat-propagations-") => {
                parts = Some(parts.unwrap_or(0) + number);
            }
            _ => {}
        }
    }
    stats.propagations = stats.propagations.or(parts);
    stats
}

/// A name and its number: `c conflicts : 12 (…)`, `c 12 conflicts`, `Num. of Decisions 12`,
/// `(:sat-conflicts 12`.
fn entry(line: &str) -> Option<(String, u64)> {
    let line = line.trim();
    let line = line.strip_prefix("c ").unwrap_or(line);
    let line = line.trim_start().trim_start_matches('(').trim_start_matches(':');
    let (name, number) = if let Some((name, rest)) = line.split_once(':') {
        (name, rest.split_whitespace().next()?)
    } else {
        let (first, rest) = line.split_once(char::is_whitespace)?;
        if first.bytes().all(|byte| byte.is_ascii_digit()) {
            (rest, first)
        } else {
            line.rsplit_once(char::is_whitespace)?
        }
    };
    let number = number.trim_end_matches(')').parse().ok()?;
    Some((name.trim().to_lowercase(), number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(numbers: [Option<u64>; 4]) -> Stats {
        let [conflicts, decisions, propagations, restarts] = numbers;
        Stats { conflicts, decisions, propagations, restarts, solved_by: None }
    }

    #[test]
    fn every_dialect_of_statistics_is_read() {
        let all = stats([Some(1), Some(2), Some(3), Some(4)]);
        let minisat = "restarts              : 4\nconflicts             : 1    (50463 /sec)\n\
            decisions             : 2      (0.00 % random) (inf /sec)\n\
            propagations          : 3      (inf /sec)\nconflict literals     : 203    (20 % deleted)";
        assert_eq!(read(minisat.as_bytes()), all);
        let marked = format!("c {}\n", minisat.replace('\n', "\nc "));
        assert_eq!(read((marked + "c blocked restarts      : 9 (multiple: 0)").as_bytes()), all);
        let cadical = "c conflicts:           1    197860.96    per second\nc decisions:  2  9.9  per \
            second\nc propagations:      3      2.34 M  per second\nc restarts:     4  1.0 interval\n\
            c learned:     71   95.95 %  per conflict";
        assert_eq!(read(cadical.as_bytes()), all);
        let picosat = "c 4 restarts\nc 1 conflicts\nc 2 decisions\nc 3 propagations\nc 5 visits";
        assert_eq!(read(picosat.as_bytes()), all);
        let z3 = "s SATISFIABLE\nv 1 2 3 \n(:sat-backjumps        88\n :sat-conflicts         1\n \
            :sat-decisions 2\n :sat-propagations-2ary 1\n :sat-propagations-nary 2\n :sat-restarts 4)";
        assert_eq!(read(z3.as_bytes()), all);
    }

    #[test]
    fn what_is_not_told_is_absent() {
        let zchaff = "Num. of Decisions\t\t\t\t99\nAdded Conflict Clauses\t\t\t\t26\n\
            Number of Implication\t\t\t\t653\nRESULT:\tSAT";
        assert_eq!(read(zchaff.as_bytes()), stats([None, Some(99), Some(653), None]));
        let clasp = "c Choices        : 51      \nc Conflicts      : 43       (Analyzed: 42)\n\
            c Restarts       : 0       \nc   Conflict     : 42       (Average Length:    3.2)";
        assert_eq!(read(clasp.as_bytes()), stats([Some(43), Some(51), None, Some(0)]));
        assert_eq!(read(b"s UNSATISFIABLE\n\nc\n:\n()"), Stats::default());
    }
}
