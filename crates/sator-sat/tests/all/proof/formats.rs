//! The four formats: names, recognition, reading and writing.

use std::io::{self, Read, Write};

use proptest::prelude::*;
use sator_sat::Lit;
use sator_sat::proof::{Format, Options, Place, ReadError, Reader, Step, Writer};

use super::lits;
use super::solvers::{SolverStep, written};

#[test]
fn every_format_has_a_name() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
        assert_eq!(format.is_lrat(), format.to_string().starts_with("lrat"));
        assert_eq!(format.is_binary(), format.to_string().ends_with("-binary"));
    }
    let error = "tracecheck".parse::<Format>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected drat, drat-binary, lrat or lrat-binary, found 'tracecheck'"
    );
}

#[test]
fn the_first_bytes_determine_the_format() {
    use Format::{DratBinary, DratText, LratBinary, LratText};
    for (head, format) in [
        (&b""[..], DratText),
        (b"0", DratText),
        (b"0\n", DratText),
        (b"1 -2 0\n", DratText),
        (b"-1 2 0\n", DratText),
        (b"1\n0\n2 0\n", DratText),
        (b"12 0 \r\n", DratText),
        (b"d 1 2 0\n5 1 0\n", DratText),
        (b"d1 2 0\n", DratText),
        (b"d\t1 0\n", DratText),
        (b"c binary? a\x00\n1 0\n", DratText),
        (b"\n\nc 5 0 1 2 0\n  5 0\n", DratText),
        (b"o proof DRUP\n1 0\n", DratText),
        (b"5 1 0 1 3 0\n", LratText),
        (b"5 0 1 3 0\n", LratText),
        (b"5 1 0 0\n", LratText),
        (b"4 d 1 2 0\n5 1 0 1 3 0\n", LratText),
        (b"c 1 0\n5 1 0 1 3 0\r\n", LratText),
        (b"a\0", DratBinary),
        (b"a\x02\0", DratBinary),
        (b"a\x02\0a\0", DratBinary),
        (b"d\x02\x04\0a\x02\0a\0", DratBinary),
        // Looks like "d 1 ": deletes 16, -24 and 16.
        (b"d 1 \0a\x02\0", DratBinary),
        // Looks like "a12 0".
        (b"a12 0\0", DratBinary),
        (b"a\x0A\x02\0\x02\x06\0", LratBinary),
        (b"a\x0A\0\x02\x06\0", LratBinary),
        (b"a\x0A\x02\0\0", LratBinary),
        (b"d\x02\x04\0a\x0A\x02\0\x02\x06\0", LratBinary),
    ] {
        assert_eq!(Format::detect(head, None), format, "{:?}", String::from_utf8_lossy(head));
    }
}

#[test]
fn the_name_decides_if_the_bytes_are_ambiguous() {
    assert_eq!(Format::detect(b"", Some("proof.lrat")), Format::LratText);
    assert_eq!(Format::detect(b"c nothing\n", Some("a/b/proof.LRAT.gz")), Format::LratText);
    assert_eq!(Format::detect(b"", Some("proof.drat")), Format::DratText);
    assert_eq!(Format::detect(b"", Some("proof")), Format::DratText);
    // The first hint is 50, which looks like the start of a deletion.
    let both = b"a\x78\x02\0d\x02\0";
    assert_eq!(Format::detect(both, Some("x.lrat")), Format::LratBinary);
    assert_eq!(Format::detect(both, Some("x.drat")), Format::DratBinary);
    assert_eq!(Format::detect(both, None), Format::DratBinary);
    // What the bytes say counts.
    assert_eq!(Format::detect(b"5 1 0 1 3 0\n", Some("proof.drat")), Format::LratText);
}

#[test]
fn steps_are_written_in_each_format() {
    let steps = [
        SolverStep::Delete { id: 2, clause: lits(&[-1, 64]) },
        SolverStep::Add {
            id: 9,
            clause: lits(&[3, -7]),
            witness: Some(lits(&[-7])[0]),
            hints: vec![-4, 300],
        },
        SolverStep::Delete { id: 9, clause: lits(&[3, -7]) },
        SolverStep::Delete { id: 1, clause: lits(&[1]) },
        SolverStep::Add { id: 10, clause: vec![], witness: None, hints: vec![] },
        SolverStep::Delete { id: 3, clause: lits(&[2, 5]) },
    ];
    let text = b"d -1 64 0\n-7 3 0\nd 3 -7 0\nd 1 0\n0\nd 2 5 0\n";
    assert_eq!(written(&steps, Format::DratText), text);
    let binary = b"d\x03\x80\x01\0a\x0F\x06\0d\x06\x0F\0d\x02\0a\0d\x04\x0A\0";
    assert_eq!(written(&steps, Format::DratBinary), binary);
    let text = b"2 d 2 0\n9 -7 3 0 -4 300 0\n9 d 9 1 0\n10 0 0\n10 d 3 0\n";
    assert_eq!(written(&steps, Format::LratText), text);
    let binary = b"d\x04\0a\x12\x0F\x06\0\x09\xD8\x04\0d\x12\x02\0a\x14\0\0d\x06\0";
    assert_eq!(written(&steps, Format::LratBinary), binary);
}

#[test]
fn the_clauses_of_the_formula_get_the_numbers_from_1() {
    let add = |id, hints: &[i64]| SolverStep::Add {
        id,
        clause: lits(&[1]),
        witness: None,
        hints: hints.to_vec(),
    };
    // The solver drops a repeated literal before the third clause comes.
    let steps = [
        SolverStep::Original(1),
        SolverStep::Original(2),
        add(3, &[2]),
        SolverStep::Delete { id: 2, clause: lits(&[1, 1]) },
        SolverStep::Original(4),
        add(5, &[3, -4]),
    ];
    assert_eq!(written(&steps, Format::LratText), b"6 1 0 2 0\n6 d 2 0\n8 1 0 6 -3 0\n");
    // All in order: nothing changes.
    let steps = [SolverStep::Original(1), SolverStep::Original(2), add(3, &[1, 2])];
    assert_eq!(written(&steps, Format::LratText), b"3 1 0 1 2 0\n");
}

/// Takes so many bytes, and then no more.
struct Disk(usize);

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(io::Error::other("the disk is full")) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_closes_the_writer_and_is_returned() {
    let mut writer = Writer::new(Disk(100_000), Format::DratText);
    for _ in 0..20_000 {
        writer.add(0, &lits(&[1, -2, 3]), None, &[]);
    }
    assert!(writer.is_closed());
    assert_eq!(writer.finish().map(drop).unwrap_err().to_string(), "the disk is full");
    let mut writer = Writer::new(Disk(3), Format::LratBinary);
    writer.add(1, &lits(&[1, -2, 3]), None, &[]);
    assert!(!writer.is_closed());
    assert!(writer.finish().is_err());
}

/// Gives one byte at a time, and fails at the end.
struct Drip<'a>(&'a [u8], bool);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        match self.0 {
            _ if self.1 => Err(io::ErrorKind::Interrupted.into()),
            [first, rest @ ..] => {
                buffer[0] = *first;
                self.0 = rest;
                Ok(1)
            }
            [] => Err(io::Error::other("the cable is cut")),
        }
    }
}

#[test]
fn a_failing_input_is_an_error_and_no_verdict() {
    let mut drip = Drip(b"1 0\n", false);
    let formula = super::formula(&[&[1]]);
    let error = sator_sat::proof::check(&formula, &mut drip, &Options::default(), &|| false);
    assert_eq!(error.unwrap_err().to_string(), "the cable is cut");
}

#[test]
fn a_clause_of_absurd_length_is_an_error() {
    let mut endless = io::repeat(0x02).take(1 << 40);
    let mut proof = io::Read::chain(&b"a"[..], &mut endless);
    let mut reader = Reader::new(&mut proof, Some(Format::DratBinary), None).unwrap();
    let error = reader.next_step().unwrap_err();
    assert!(error.to_string().ends_with("a step has more than 16777216 numbers"), "{error}");
}

#[test]
fn a_reader_names_the_place_of_what_it_cannot_read() {
    for (proof, format, message) in [
        (&b"1 2 0\n3 four 0\n"[..], Format::DratText, "line 2: expected a number, found 'four'"),
        (b"1 2\n", Format::DratText, "line 2: the proof ends within a step"),
        (b"1 2", Format::DratText, "line 1: the proof ends within a step"),
        (b"1 -0\n", Format::DratText, "line 1: expected a number, found a negative 0"),
        (b"d", Format::DratText, "line 1: the proof ends within a step"),
        (b"1 d 0\n", Format::DratText, "line 1: expected a number, found 'd'"),
        (
            b"2147483648 0\n",
            Format::DratText,
            "line 1: expected a variable up to 2147483647, found 2147483648",
        ),
        (b"99999999999999999999 0\n", Format::DratText, "line 1: the number is too large"),
        (b"0 1 0 0\n", Format::LratText, "line 1: expected the number of a clause, found 0"),
        (b"-5 1 0 0\n", Format::LratText, "line 1: expected the number of a clause, found -5"),
        (b"5 1 0\n", Format::LratText, "line 2: the proof ends within a step"),
        (b"a\x02\0b", Format::DratBinary, "byte 3: expected 'a' or 'd', found the byte 98"),
        (b"a\x82", Format::DratBinary, "byte 1: the proof ends within a step"),
        (b"a\x01\0", Format::DratBinary, "byte 2: expected a number, found a negative 0"),
        (
            b"a\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01\0",
            Format::DratBinary,
            "byte 1: the number is too large",
        ),
        (b"a\x03\0\0", Format::LratBinary, "byte 2: expected the number of a clause, found -1"),
        (b"a\x0A\x02\0\x02", Format::LratBinary, "byte 5: the proof ends within a step"),
    ] {
        let mut input = proof;
        let mut reader = Reader::new(&mut input, Some(format), None).unwrap();
        let error = loop {
            match reader.next_step() {
                Ok(step) => assert!(step.is_some(), "{message}"),
                Err(error) => break error,
            }
        };
        assert_eq!(error.to_string(), message);
        assert!(matches!(
            error,
            ReadError::Malformed { place: Place::Line(_) | Place::Byte(_), .. }
        ));
    }
}

fn lit() -> impl Strategy<Value = Lit> {
    let var = prop_oneof![0..9_u32, 0..i32::MAX as u32];
    (var, any::<bool>()).prop_map(|(var, negated)| Lit::new(var, negated))
}

fn told() -> impl Strategy<Value = Vec<SolverStep>> {
    let id = prop_oneof![1..99_i64, 1..i64::MAX];
    let hint = prop_oneof![-99..-1_i64, 1..99_i64, 1..i64::MAX];
    let clause = prop::collection::vec(lit(), 0..5);
    let step = (any::<bool>(), id, clause, prop::collection::vec(hint, 0..5));
    let step = step.prop_map(|(adds, id, clause, hints)| {
        if adds {
            SolverStep::Add { id, clause, witness: None, hints }
        } else {
            SolverStep::Delete { id, clause }
        }
    });
    prop::collection::vec(step, 0..20)
}

/// The steps as a reader tells them, one deleted clause at a time.
fn read_back(mut proof: &[u8], format: Format) -> Vec<SolverStep> {
    let mut reader = Reader::new(&mut proof, Some(format), None).unwrap();
    let mut steps = Vec::new();
    while let Some(step) = reader.next_step().unwrap() {
        match step {
            Step::Add { id, clause, hints } => {
                let (clause, hints) = (clause.to_vec(), hints.to_vec());
                steps.push(SolverStep::Add { id, clause, witness: None, hints });
            }
            Step::Delete { clause } => {
                steps.push(SolverStep::Delete { id: 0, clause: clause.to_vec() });
            }
            Step::DeleteIds { ids } => {
                steps.extend(ids.iter().map(|&id| SolverStep::Delete { id, clause: Vec::new() }));
            }
        }
    }
    steps
}

/// What of a step a format holds.
fn held(step: &SolverStep, format: Format) -> SolverStep {
    match (step.clone(), format.is_lrat()) {
        (SolverStep::Add { clause, .. }, false) => {
            SolverStep::Add { id: 0, clause, witness: None, hints: Vec::new() }
        }
        (SolverStep::Delete { clause, .. }, false) => SolverStep::Delete { id: 0, clause },
        (SolverStep::Delete { id, .. }, true) => SolverStep::Delete { id, clause: Vec::new() },
        (step, _) => step,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn written_steps_are_read_back(steps in told()) {
        for format in Format::ALL {
            let held: Vec<_> = steps.iter().map(|step| held(step, format)).collect();
            prop_assert_eq!(read_back(&written(&steps, format), format), held, "{}", format);
        }
    }

    #[test]
    fn a_text_is_recognised(steps in told()) {
        for format in [Format::DratText, Format::LratText] {
            let proof = written(&steps, format);
            prop_assert_eq!(Format::detect(&proof, Some(&format!("x.{format}"))), format);
        }
    }
}
