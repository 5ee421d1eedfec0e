//! Writing OPB: each line means what its constraint means, whatever the signs of the literals.

use std::io::{self, Write};

use sator_sat::constraint::Count;
use sator_sat::{Lit, opb};

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| Lit::from_ipasir(number).unwrap()).collect()
}

/// The lines of constraints that say that between `least` and `most` of the literals are true.
fn lines(numbers: &[i32], least: usize, most: usize) -> Vec<String> {
    let lits = lits(numbers);
    let announced = opb::lines(&lits, least, most);
    let mut writer = opb::Writer::new(Vec::new(), [], 9, announced);
    writer.write(&lits, least, most);
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    text.lines().skip(1).map(ToOwned::to_owned).collect()
}

#[test]
fn constraints_are_written_in_the_format() {
    assert_eq!(lines(&[1, 2], 1, 2), ["+1 x1 +1 x2 >= 1 ;"]);
    assert_eq!(lines(&[1, 2], 0, 1), ["-1 x1 -1 x2 >= -1 ;"]);
    assert_eq!(lines(&[1, 2, 3], 2, 2), ["+1 x1 +1 x2 +1 x3 = 2 ;"]);
    assert_eq!(
        lines(&[1, 2, 3, 4], 1, 2),
        ["+1 x1 +1 x2 +1 x3 +1 x4 >= 1 ;", "-1 x1 -1 x2 -1 x3 -1 x4 >= -2 ;"]
    );
    assert_eq!(lines(&[7], 1, 1), ["+1 x7 = 1 ;"]);
    assert_eq!(lines(&[-7], 1, 1), ["+1 x7 = 0 ;"]);
    assert_eq!(lines(&[1, -2], 1, 2), ["+1 x1 -1 x2 >= 0 ;"]);
    assert_eq!(lines(&[], 1, 0), ["+1 x1 >= 2 ;"]);
}

#[test]
fn constraints_that_always_hold_are_not_written() {
    assert_eq!(lines(&[1, 2], 0, 2), [""; 0]);
    assert_eq!(lines(&[], 0, 0), [""; 0]);
}

/// Whether a line holds, by the arithmetic that it spells out.
fn holds(line: &str, values: u32) -> bool {
    let words: Vec<_> = line.split(' ').collect();
    let (terms, end) = words.split_at(words.len() - 3);
    let sum: i64 = terms
        .chunks(2)
        .map(|term| {
            let variable: u32 = term[1].strip_prefix('x').unwrap().parse().unwrap();
            term[0].parse::<i64>().unwrap() * i64::from(values >> (variable - 1) & 1)
        })
        .sum();
    let bound: i64 = end[1].parse().unwrap();
    match end {
        [">=", _, ";"] => sum >= bound,
        ["=", _, ";"] => sum == bound,
        _ => panic!("{line}"),
    }
}

#[test]
fn every_constraint_means_what_its_lines_mean() {
    for n in 0..=4 {
        for signs in 0..1 << n {
            let numbers: Vec<_> =
                (0..n).map(|i| if signs >> i & 1 == 1 { -(i + 1) } else { i + 1 }).collect();
            for (least, most) in (0..=5).flat_map(|least| (0..=5).map(move |most| (least, most))) {
                let lines = lines(&numbers, least, most);
                for values in 0..1 << n {
                    let is_true = |lit: Lit| (values >> lit.vidx() & 1 == 1) == lit.is_pos();
                    let expected = Count { lits: &lits(&numbers), least, most }.holds(is_true);
                    let written = lines.iter().all(|line| holds(line, values));
                    assert_eq!(written, expected, "{numbers:?} {least}..={most}: {lines:?}");
                }
            }
        }
    }
}

#[test]
fn the_header_comes_first_and_every_line_of_a_comment_is_marked() {
    let mut writer = opb::Writer::new(Vec::new(), ["one\ntwo".into(), "three".into()], 3, 1);
    writer.write(&lits(&[1, 3]), 1, 2);
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    let comments = "* one\n* two\n* three\n";
    assert_eq!(text, format!("* #variable= 3 #constraint= 1\n{comments}+1 x1 +1 x3 >= 1 ;\n"));
}

#[test]
fn a_wrong_number_of_constraints_is_an_error() {
    let writer = opb::Writer::new(Vec::new(), [], 3, 1);
    let error = writer.finish().unwrap_err();
    assert_eq!(error.to_string(), "announced 1 constraints, but wrote 0");
}

struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_failing_output_closes_the_writer_and_is_returned() {
    const MANY: u64 = 100_000;
    let mut writer = opb::Writer::new(Full, [], 3, MANY);
    for _ in 0..MANY {
        writer.write(&lits(&[1, 3]), 1, 2);
    }
    assert!(writer.is_closed());
    assert_eq!(writer.finish().err().unwrap().kind(), io::ErrorKind::StorageFull);
}
