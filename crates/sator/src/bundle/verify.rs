//! Verifies the claim of a bundle. An error names the file that is wrong.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use sator_sat::backend::{Budget, StopReason};
use sator_sat::clauses::Stoppable;
use sator_sat::proof::{self, Effort, Verdict};
use sator_sat::{ClauseSink, Clauses, Lit, dimacs};
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use super::{ANSWER, Atom, Claim, Conclusion, FORMULA, MAP, Map, PROOFS, PUZZLE, atoms};
use crate::engine::{Formula, Lowering};
use crate::model::Scope;
use crate::puzzle::{AnyPuzzle, ParseOptions};
use crate::puzzles;
use crate::witness::{self, Opinion, Testimony};

/// The result of verifying a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// Whether the claim is right.
    pub finding: Finding,
    /// The statement that was checked, if it could be read.
    pub subject: Option<Subject>,
    /// The effort of checking the proof, if that was done.
    pub effort: Option<Effort>,
    /// What the plain rules alone say about the claim, if they were asked.
    pub testimony: Option<Testimony>,
}

/// Whether a claim is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// The claim is right.
    Verified,
    /// Something is wrong, or missing.
    NotVerified(String),
    /// The budget ended first.
    Stopped(StopReason),
}

/// The statement of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The name of the kind of puzzle.
    pub kind: &'static str,
    /// The puzzle's own title.
    pub title: String,
    /// Notes on how its text was understood.
    pub notes: Vec<String>,
    /// The claim.
    pub claim: Claim,
}

/// The claim in words. They hold only if the bundle was verified.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let puzzle = format!("the {} puzzle in {PUZZLE}, {},", self.kind, self.title);
        match self.claim {
            Claim::NoAnswer => write!(f, "{puzzle} has no answer"),
            Claim::OnlyAnswer => write!(f, "{puzzle} has the answer in {ANSWER}, and no other"),
            Claim::Answer => {
                write!(
                    f,
                    "{puzzle} has the answer in {ANSWER}; that there is no other is not claimed"
                )
            }
        }
    }
}

/// Verifies a bundle within the budget.
pub fn verify(folder: &Path, budget: &Budget) -> Verification {
    let mut check = Check::new(folder, budget);
    let result = check.run();
    check.conclude(result)
}

/// Why a check ends early.
enum Fault {
    Wrong(String),
    Stopped(StopReason),
}

impl Fault {
    fn wrong(file: &str, reason: impl fmt::Display) -> Self {
        Self::Wrong(format!("{file}: {reason}"))
    }
}

/// The maximum size of puzzle, answer and map, in bytes.
const LARGEST: u64 = 1 << 30;

/// A check in progress.
struct Check<'a> {
    folder: &'a Path,
    budget: &'a Budget,
    subject: Option<Subject>,
    effort: Option<Effort>,
    testimony: Option<Testimony>,
}

impl<'a> Check<'a> {
    fn new(folder: &'a Path, budget: &'a Budget) -> Self {
        Self { folder, budget, subject: None, effort: None, testimony: None }
    }

    fn conclude(self, result: Result<(), Fault>) -> Verification {
        let finding = match result {
            Ok(()) => Finding::Verified,
            Err(Fault::Wrong(reason)) => Finding::NotVerified(reason),
            Err(Fault::Stopped(reason)) => Finding::Stopped(reason),
        };
        let Self { subject, effort, testimony, .. } = self;
        Verification { finding, subject, effort, testimony }
    }

    fn run(&mut self) -> Result<(), Fault> {
        let map = self.map()?;
        let puzzle = self.puzzle(&map)?;
        self.verify(&map, &puzzle)
    }

    fn verify(&mut self, map: &Map, puzzle: &AnyPuzzle) -> Result<(), Fault> {
        self.subject = Some(Subject {
            kind: puzzle.kind().name,
            title: puzzle.title(),
            notes: puzzle.notes().to_vec(),
            claim: map.claim,
        });
        let lowering = lowering(map)?;
        let conclusion = self.conclusion(puzzle, map.claim)?;
        let proof = proof_of(map, &conclusion)?;
        self.go_on()?;
        let formula = conclusion.formula(puzzle, lowering, self.budget);
        let formula = formula.map_err(Fault::Stopped)?;
        self.same_variables(map, &formula)?;
        let clauses = self.same_clauses(&formula, proof.is_some())?;
        let Some(name) = proof else { return Ok(()) };
        self.follow(&clauses, name)?;
        drop(clauses);
        self.ask_plain_rules(puzzle, &conclusion)
    }

    /// Asks the plain rules alone about a claim that was proved: the formula that the proof is about
    /// may state other rules. The claim stands if they do not decide in time.
    fn ask_plain_rules(
        &mut self,
        puzzle: &AnyPuzzle,
        conclusion: &Conclusion,
    ) -> Result<(), Fault> {
        let answer = conclusion.answer();
        let claimed = u64::from(answer.is_some());
        let stop = || self.budget.exhausted().is_some();
        let testimony = witness::ask(&**puzzle, claimed + 1, &stop);
        let opinion = testimony.opinion(claimed, true);
        let other = testimony.answers.iter().find(|found| Some(*found) != answer);
        let contradiction = match (other, opinion) {
            (Some(other), _) => format!("allow the answer {}", puzzle.answer_json(other)),
            (None, Opinion::Contradicted) => "allow no answer".to_owned(),
            (None, Opinion::Confirmed | Opinion::Undecided) => {
                self.testimony = Some(testimony);
                return Ok(());
            }
        };
        let bug = "the formula states other rules, which is a bug in sator";
        Err(Fault::wrong(PUZZLE, format!("the plain rules alone {contradiction}: {bug}")))
    }

    /// Returns an error if the budget is exhausted.
    fn go_on(&self) -> Result<(), Fault> {
        self.budget.exhausted().map_or(Ok(()), |reason| Err(Fault::Stopped(reason)))
    }

    fn map(&self) -> Result<Map, Fault> {
        let file = self.open(MAP, LARGEST)?;
        let map = serde_json::from_reader(BufReader::new(file));
        map.map_err(|error| self.fault(MAP, error))
    }

    fn puzzle(&self, map: &Map) -> Result<AnyPuzzle, Fault> {
        let kind = puzzles::by_word(&map.puzzle)
            .ok_or_else(|| Fault::wrong(MAP, format!("unknown puzzle '{}'", map.puzzle)))?;
        let text = self.text(PUZZLE)?;
        kind.read(&text, &ParseOptions::default()).map_err(|error| Fault::wrong(PUZZLE, error))
    }

    /// The claim with the answer, which was checked by the plain rules.
    fn conclusion(&self, puzzle: &AnyPuzzle, claim: Claim) -> Result<Conclusion, Fault> {
        if claim == Claim::NoAnswer {
            return if self.folder.join(ANSWER).symlink_metadata().is_ok() {
                Err(Fault::wrong(ANSWER, "there is one, though none is claimed"))
            } else {
                Ok(Conclusion::NoAnswer)
            };
        }
        let text = self.text(ANSWER)?;
        let answer = puzzle
            .check_text(&text)
            .map_err(|error| Fault::wrong(ANSWER, error))?
            .map_err(|broken| Fault::wrong(ANSWER, broken))?;
        // Other readers may resolve an ambiguity, such as two boards, differently, so only the
        // plain answer is accepted.
        let plain = puzzle.answer_json(&answer).to_string();
        if !bare(&text).eq(bare(&plain)) {
            return Err(Fault::wrong(ANSWER, "expected the answer as JSON of this kind"));
        }
        Ok(match claim {
            Claim::OnlyAnswer => Conclusion::OnlyAnswer(answer),
            _ => Conclusion::Answer(answer),
        })
    }

    /// Checks that the map has exactly the puzzle's variables, with the same meanings.
    fn same_variables(&self, map: &Map, formula: &Formula) -> Result<(), Fault> {
        const ASK_EVERY: usize = 1 << 12;
        let mut known = 0;
        for (number, atom) in atoms(formula.cells()) {
            if map.variables.get(&number) != Some(&atom) {
                let meaning = format!("{} is {}", atom.cell, atom.value);
                let reason = format!("expected variable {number} to mean that {meaning}");
                return Err(Fault::wrong(MAP, reason));
            }
            known += 1;
            if known % ASK_EVERY == 0 {
                self.go_on()?;
            }
        }
        let found = map.variables.len();
        if found == known {
            return Ok(());
        }
        Err(Fault::wrong(MAP, format!("expected {known} variables, found {found}")))
    }

    /// Checks that the file has the puzzle's clauses in the same order, and returns them.
    fn same_clauses(&self, formula: &Formula, is_kept: bool) -> Result<Clauses, Fault> {
        let text = self.formula(formula)?;
        let file = dimacs::Reader::new(&text).map_err(|error| Fault::wrong(FORMULA, error))?;
        let [own, its] = [formula.size().variables, file.variables()];
        if own != its {
            let reason = format!("expected the puzzle's {own} variables, found {its}");
            return Err(Fault::wrong(FORMULA, reason));
        }
        let mut comparison = Comparison::new(file, is_kept);
        let stop = || self.budget.exhausted().is_some();
        formula.write_clauses(&mut Stoppable::new(&mut comparison, &stop));
        let compared = comparison.finish();
        self.go_on()?;
        compared.map_err(|reason| Fault::wrong(FORMULA, reason))
    }

    /// Reads the formula file, with a limit on its size.
    fn formula(&self, formula: &Formula) -> Result<Vec<u8>, Fault> {
        /// Generous sizes of a literal, of the end of a clause, and of the comments before them.
        const NEEDED: [u64; 3] = [16, 8, 1 << 20];
        let [literal, end, comments] = NEEDED;
        let size = formula.size().total();
        self.bytes(FORMULA, literal * size.literals + end * size.clauses + comments)
    }

    fn follow(&mut self, clauses: &Clauses, name: &str) -> Result<(), Fault> {
        let stop = || self.budget.exhausted().is_some();
        let options = proof::Options { name: Some(name), ..proof::Options::default() };
        let open = || self.regular(name).map(|(file, _)| file);
        let report = proof::check_again(clauses, open, &options, &stop);
        let report = report.map_err(|error| Fault::wrong(name, error))?;
        self.effort = Some(report.effort);
        match report.verdict {
            Verdict::Verified => Ok(()),
            Verdict::Refused(refusal) => Err(Fault::wrong(name, refusal)),
            Verdict::Stopped => {
                Err(Fault::Stopped(self.budget.exhausted().unwrap_or(StopReason::Time)))
            }
        }
    }

    fn text(&self, name: &str) -> Result<String, Fault> {
        let bytes = self.bytes(name, LARGEST)?;
        String::from_utf8(bytes).map_err(|error| Fault::wrong(name, error.utf8_error()))
    }

    fn bytes(&self, name: &str, limit: u64) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        let read = self.open(name, limit)?.read_to_end(&mut bytes);
        read.map_err(|error| self.fault(name, error))?;
        Ok(bytes)
    }

    /// The error for an unreadable file, unless the budget is exhausted.
    fn fault(&self, name: &str, error: impl fmt::Display) -> Fault {
        self.go_on().err().unwrap_or_else(|| Fault::wrong(name, error))
    }

    /// Opens a file of at most `limit` bytes.
    fn open(&self, name: &str, limit: u64) -> Result<Interruptible<'_>, Fault> {
        let opened = self.regular(name);
        let (file, length) = opened.map_err(|error| Fault::wrong(name, error))?;
        if length > limit {
            let reason = format!("expected at most {limit} bytes, found {length}");
            return Err(Fault::wrong(name, reason));
        }
        // The file may still grow.
        Ok(Interruptible { source: file.take(limit), budget: self.budget })
    }

    /// Opens a regular file and returns its length. Other files, such as pipes, may block and are
    /// refused.
    fn regular(&self, name: &str) -> io::Result<(File, u64)> {
        let path = self.folder.join(name);
        let found = path.metadata().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => io::Error::other("there is no such file"),
            _ => error,
        })?;
        if !found.is_file() {
            return Err(io::Error::other("expected a file"));
        }
        Ok((File::open(path)?, found.len()))
    }
}

/// The encoding of the rules. Only the puzzle's own rules are allowed.
fn lowering(map: &Map) -> Result<Lowering, Fault> {
    let lowering: Lowering = map.encoding.parse().map_err(|error| Fault::wrong(MAP, error))?;
    if lowering.scope == Some(Scope::Extended) {
        return Err(Fault::wrong(MAP, "the formula has rules that are not the puzzle's own"));
    }
    Ok(lowering)
}

/// The proof file, if one is needed. Its name cannot point outside the bundle.
fn proof_of(map: &Map, conclusion: &Conclusion) -> Result<Option<&'static str>, Fault> {
    let named = PROOFS.into_iter().find(|name| map.proof.as_deref() == Some(name));
    match (conclusion.needs_proof(), &map.proof) {
        (true, _) if named.is_some() => Ok(named),
        (true, _) => Err(Fault::wrong(MAP, format!("expected {} as proof", PROOFS.join(" or ")))),
        (false, None) => Ok(None),
        (false, Some(_)) => {
            Err(Fault::wrong(MAP, "a proof is named, but nothing to prove claimed"))
        }
    }
}

/// A text without white space.
fn bare(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|symbol| !symbol.is_ascii_whitespace())
}

/// Reads a map of variables and refuses duplicate keys, which readers resolve differently.
pub(super) fn distinct<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<u32, Atom>, D::Error> {
    struct Distinct;

    impl<'de> Visitor<'de> for Distinct {
        type Value = BTreeMap<u32, Atom>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object with the variables")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
            let mut variables = BTreeMap::new();
            while let Some((number, atom)) = access.next_entry::<u32, Atom>()? {
                if variables.insert(number, atom).is_some() {
                    return Err(A::Error::custom(format!("variable {number} is there twice")));
                }
            }
            Ok(variables)
        }
    }

    deserializer.deserialize_map(Distinct)
}

/// A reader that stops when the budget is exhausted.
struct Interruptible<'a> {
    source: io::Take<File>,
    budget: &'a Budget,
}

impl Read for Interruptible<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        /// A size that a disk reads quickly.
        const LARGEST_READ: usize = 1 << 20;
        if self.budget.exhausted().is_some() {
            return Err(io::Error::other("stopped"));
        }
        let length = buffer.len().min(LARGEST_READ);
        self.source.read(&mut buffer[..length])
    }
}

/// Compares clauses with those of a file as they are written, until one differs.
struct Comparison<'a> {
    file: dimacs::Reader<'a>,
    /// The last clause of the file.
    clause: Vec<Lit>,
    compared: u64,
    /// The clauses, if the proof check needs them.
    kept: Option<Clauses>,
    difference: Option<String>,
}

impl<'a> Comparison<'a> {
    fn new(file: dimacs::Reader<'a>, is_kept: bool) -> Self {
        let kept = is_kept.then(Clauses::default);
        Self { file, clause: Vec::new(), compared: 0, kept, difference: None }
    }

    fn compare(&mut self, own: &[Lit]) -> Result<(), String> {
        let number = self.compared + 1;
        match self.file.next_clause(&mut self.clause) {
            Ok(true) if self.clause == own => Ok(()),
            Ok(true) => Err(format!("clause {number} is not the puzzle's")),
            Ok(false) => Err(format!("it ends before the puzzle's clause {number}")),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The kept clauses, if the file has the same clauses and no more.
    fn finish(mut self) -> Result<Clauses, String> {
        if let Some(difference) = self.difference {
            return Err(difference);
        }
        match self.file.next_clause(&mut self.clause) {
            Ok(true) => Err(format!("clause {} is not the puzzle's", self.compared + 1)),
            Err(error) => Err(error.to_string()),
            Ok(false) => match self.file.warnings().first() {
                Some(warning) => Err(warning.to_string()),
                None => Ok(self.kept.unwrap_or_default()),
            },
        }
    }
}

impl ClauseSink for Comparison<'_> {
    fn add_clause(&mut self, clause: &[Lit]) {
        if self.is_closed() {
            return;
        }
        self.difference = self.compare(clause).err();
        self.compared += 1;
        if let Some(kept) = &mut self.kept {
            kept.add_clause(clause);
        }
    }

    fn is_closed(&self) -> bool {
        self.difference.is_some()
    }
}

#[cfg(test)]
mod tests {
    use sator_sat::process::Folder;
    use sator_sat::proof::Format;

    use super::super::{proof_name, write};
    use super::*;
    use crate::check;
    use crate::engine::{Options, Proved, prove, prover};
    use crate::grid::{GridPuzzle, latin_square};
    use crate::kind::Kind;
    use crate::model::{CellId, Clause, Condition, Model, Solution, Value};
    use crate::puzzle::Violation;

    /// Latin squares of 2×2. The model has a rule that the plain rules lack.
    struct Wrong {
        /// One of these holds, says the model.
        rule: Vec<Condition>,
    }

    impl GridPuzzle for Wrong {
        fn kind(&self) -> &'static Kind {
            puzzles::TEMPLATE
        }

        fn title(&self) -> String {
            "2×2 Wrong".to_owned()
        }

        fn dimensions(&self) -> [usize; 2] {
            [2, 2]
        }

        fn givens(&self) -> &[Option<Value>] {
            &[None; 4]
        }

        fn rules(&self) -> Model {
            let mut model = latin_square(2, 1..=2);
            model.add(Clause::new(self.rule.iter().copied()));
            model
        }

        fn violation(&self, value: &dyn Fn(usize) -> Option<Value>) -> Option<Violation> {
            check::latin_violation(self, value)
        }

        fn read_answer(&self, text: &str) -> Result<Vec<Option<Value>>, sator_sat::TextError> {
            self.read_object_or(text, |_| Ok(Vec::new()))
        }
    }

    /// Writes a bundle with a right proof, and verifies it.
    fn verified(rule: Vec<Condition>, conclusion: &Conclusion) -> Verification {
        let puzzle: AnyPuzzle = std::sync::Arc::new(Wrong { rule });
        let (options, format) = (Options::default(), Format::LratText);
        let solver = prover(&options.backend, options.lowering).unwrap();
        let formula = conclusion.formula(&puzzle, options.lowering, &options.budget).unwrap();
        let folder = Folder::inside(&std::env::temp_dir()).unwrap();
        let place = folder.path("");
        let interrupt = &options.budget.interrupt;
        write(&place, &puzzle, conclusion, &formula, format, interrupt).unwrap();
        let proof = folder.path(proof_name(format));
        assert_eq!(prove(&formula, &solver, &options, &proof, format).unwrap(), Proved::Yes);
        let mut check = Check::new(&place, &options.budget);
        let result = check.map().and_then(|map| check.verify(&map, &puzzle));
        check.conclude(result)
    }

    #[test]
    fn a_right_proof_about_wrong_rules_is_not_verified() {
        let answer = |values: [Value; 4]| Solution { values: values.to_vec() };
        let first = CellId::nth(0);
        for (rule, conclusion, allowed) in [
            // No answer, says the formula.
            (vec![], Conclusion::NoAnswer, "{\"grid\":[["),
            (vec![first.is(1)], Conclusion::OnlyAnswer(answer([1, 2, 2, 1])), "[[2,1],[1,2]]}"),
            (vec![first.is(2)], Conclusion::OnlyAnswer(answer([2, 1, 1, 2])), "[[1,2],[2,1]]}"),
        ] {
            let found = verified(rule, &conclusion);
            let Finding::NotVerified(reason) = &found.finding else { panic!("{found:?}") };
            assert!(reason.starts_with("puzzle.txt: the plain rules alone allow "), "{reason}");
            assert!(reason.contains(allowed), "{reason}");
            // The proof itself is right.
            assert!(found.effort.is_some() && found.testimony.is_none());
        }
    }
}
