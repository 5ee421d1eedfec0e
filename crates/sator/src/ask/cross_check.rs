//! `--cross-check`: two methods and the plain rules alone must agree; if they do not, the files that
//! reproduce it are part of the error.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path;
use std::sync::Arc;

use sator_sat::backend::exec::Program;
use sator_sat::backend::{Budget, Interrupt, Solver};
use sator_sat::text::counted;
use serde_json::{Value, json};

use super::{AskError, Code, Status};
use crate::engine::{self, Agreement, Lowering, Method, Options, Report};
use crate::model::Solution;
use crate::puzzle::AnyPuzzle;
use crate::witness::{self, End, Opinion, Testimony};

/// The result of a second search.
#[derive(Debug, Clone)]
pub struct CrossCheck {
    /// The solver of the second search.
    backend: String,
    outcome: Outcome,
    /// What the plain rules alone say; a plain formula has none.
    plain_rules: Option<SecondWitness>,
}

/// How a second search ended.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// Both found the same.
    Agrees,
    /// One of the two was stopped before the result was known.
    Unknown,
    /// The second search failed, with this message.
    Failed(String),
}

impl CrossCheck {
    /// Runs the second search, if there are options for it. A disagreement is a bug; the error has what
    /// reproduces it.
    pub fn run(
        puzzle: &AnyPuzzle,
        first: &Report,
        first_options: &Options,
        options: Option<Options>,
    ) -> Result<Option<Self>, AskError> {
        let Some(options) = options else { return Ok(None) };
        let outcome = match engine::retrace(&mut engine::solutions(puzzle, &options), first) {
            Ok(Some(second)) => match engine::compare(first, &second) {
                Agreement::Agree => Outcome::Agrees,
                Agreement::Unknown => Outcome::Unknown,
                Agreement::Disagree => {
                    let commands = vec![
                        count_command(puzzle, first, first_options),
                        count_command(puzzle, &second, &options),
                    ];
                    let sides =
                        [Claim::of(&first.backend, first), Claim::of(&second.backend, &second)];
                    let puzzle = Arc::clone(puzzle);
                    return Err(Disagreement { puzzle, sides, commands, answer: None }.into());
                }
            },
            Ok(None) => Outcome::Unknown,
            Err(error) => Outcome::Failed(error.to_string()),
        };
        let plain_rules = Some(SecondWitness::ask(puzzle, first, first_options)?);
        Ok(Some(Self { plain_rules, ..Self::new(options.backend.name(), outcome) }))
    }

    /// The result of a second solver for a plain formula.
    pub fn new(backend: &str, outcome: Outcome) -> Self {
        Self { backend: backend.to_owned(), outcome, plain_rules: None }
    }

    /// As JSON: `agrees` is true, or null if a search was stopped.
    pub fn json(&self) -> Value {
        let agrees = matches!(self.outcome, Outcome::Agrees).then_some(true);
        let mut object = json!({ "backend": self.backend, "agrees": agrees });
        if let Some(plain_rules) = &self.plain_rules {
            object["plain_rules"] = plain_rules.json();
        }
        object
    }

    /// What was found, in sentences.
    pub fn remarks(&self) -> Vec<String> {
        let backend = &self.backend;
        let own = match &self.outcome {
            Outcome::Agrees => Some(format!("{backend} agrees")),
            Outcome::Unknown => Some("stopped before the result was known".to_owned()),
            Outcome::Failed(_) => None,
        };
        let plain = self.plain_rules.as_ref().map(SecondWitness::text);
        own.into_iter().chain(plain).map(|text| format!("cross-check: {text}")).collect()
    }

    /// Why the second search failed, if it did.
    pub fn failure(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Failed(message) => Some(message),
            Outcome::Agrees | Outcome::Unknown => None,
        }
    }

    /// An unknown result counts as stopped.
    pub fn status(&self) -> Status {
        match self.outcome {
            Outcome::Agrees => Status::Yes,
            Outcome::Unknown => Status::Stopped,
            Outcome::Failed(_) => Status::Bad,
        }
    }
}

/// The results of the cross-checks of many puzzles.
#[derive(Debug, Default)]
pub struct CrossChecks {
    backend: String,
    number: u64,
    /// How often the second solver agreed.
    agree: u64,
    /// How often the plain rules alone confirmed the result.
    confirmed: u64,
}

impl CrossChecks {
    /// Counts a result.
    pub fn add(&mut self, one: &CrossCheck) {
        self.backend.clone_from(&one.backend);
        self.number += 1;
        self.agree += u64::from(matches!(one.outcome, Outcome::Agrees));
        let is_confirmed = one.plain_rules.as_ref().is_some_and(SecondWitness::confirms);
        self.confirmed += u64::from(is_confirmed);
    }

    /// The sentence at the end of a list, if there were any.
    pub fn summary(&self) -> Option<String> {
        let Self { backend, number, agree, confirmed } = self;
        (*number > 0).then(|| {
            format!(
                "cross-check: {backend} agrees on {agree} of {number}; the plain rules alone \
                 confirm {confirmed} of {number}"
            )
        })
    }
}

/// What the plain rules alone say about a result.
#[derive(Debug, Clone)]
pub enum SecondWitness {
    /// They were asked.
    Asked {
        /// What they say.
        opinion: Opinion,
        /// How the search ended.
        end: End,
        /// The number of boards that were tried.
        boards: u64,
    },
    /// They were not asked, and why.
    NotAsked(&'static str),
}

impl SecondWitness {
    /// Asks about the result of a search, unless nothing was found or too much. A contradiction is a
    /// bug.
    fn ask(puzzle: &AnyPuzzle, first: &Report, options: &Options) -> Result<Self, AskError> {
        let (number, is_exact) = (first.digest.number, first.is_complete);
        if !is_exact && number == 0 {
            return Ok(Self::NotAsked("there is no result to confirm"));
        }
        let stop = || options.budget.exhausted().is_some();
        let Some(said) = witness::ask_about(&**puzzle, number, is_exact, &stop) else {
            return Ok(Self::NotAsked("there are too many solutions"));
        };
        if said.opinion(number, is_exact) != Opinion::Contradicted {
            return Ok(Self::of_claim(&said, number, is_exact));
        }
        let commands = vec![count_command(puzzle, first, options) + " --cross-check"];
        let is_complete = said.end == End::Complete;
        let by_rules = Claim {
            name: "the plain check".to_owned(),
            lowering: first.lowering,
            number: said.number,
            is_complete,
        };
        let sides = [Claim::of(&first.backend, first), by_rules];
        let (puzzle, answer) = (Arc::clone(puzzle), said.answers.into_iter().last());
        Err(Disagreement { puzzle, sides, commands, answer }.into())
    }

    /// The opinion on the claim that there are `number` answers: exactly, or at least.
    pub fn of_claim(said: &Testimony, number: u64, is_exact: bool) -> Self {
        let (opinion, end, boards) = (said.opinion(number, is_exact), said.end, said.boards);
        match (opinion, end) {
            (Opinion::Undecided, End::Undecided) if boards == 0 => {
                Self::NotAsked("the puzzle is too large")
            }
            _ => Self::Asked { opinion, end, boards },
        }
    }

    fn confirms(&self) -> bool {
        matches!(self, Self::Asked { opinion: Opinion::Confirmed, .. })
    }

    /// As JSON: `agrees` is true, or null if they did not decide.
    pub fn json(&self) -> Value {
        let boards = match self {
            Self::Asked { boards, .. } => *boards,
            Self::NotAsked(_) => 0,
        };
        json!({ "agrees": self.confirms().then_some(true), "boards": boards })
    }

    /// In words.
    pub fn text(&self) -> String {
        let (opinion, end, boards) = match self {
            Self::Asked { opinion, end, boards } => (opinion, end, *boards),
            Self::NotAsked(why) => return format!("the plain rules alone were not asked: {why}"),
        };
        let boards = counted(boards as usize, "board");
        match (opinion, end) {
            (Opinion::Confirmed, _) => {
                format!("also confirmed by the plain rules alone ({boards} tried)")
            }
            (_, End::Stopped) => format!("the plain rules alone were stopped after {boards}"),
            _ => format!("the plain rules alone did not decide within {boards}"),
        }
    }
}

/// The command that reproduces the result of a search.
fn count_command(puzzle: &AnyPuzzle, report: &Report, options: &Options) -> String {
    let kind = puzzle.kind().name;
    let mut words = vec![format!("sator count {kind} puzzle.txt --encoding {}", report.lowering)];
    match &options.backend {
        Method::Sat(Solver::Program(program)) => words.extend(program_options(program)),
        method => words.push(format!("--backend {}", method.name())),
    }
    words.extend((options.eliminate == Some(true)).then(|| "--reduced".to_owned()));
    words.extend(options.seed.map(|seed| format!("--seed {seed}")));
    words.push(format!("--max {}", report.digest.number + 1));
    words.join(" ")
}

/// The options that name a program from any folder, with its arguments.
fn program_options(program: &Program) -> Vec<String> {
    let path = path::absolute(program.path()).unwrap_or_else(|_| program.path().into());
    let mut words = vec![format!("--backend {}", quoted(&format!("exec:{}", path.display())))];
    if !program.args().is_empty() {
        let args: Vec<_> = program.args().iter().map(|arg| quoted(arg)).collect();
        words.push(format!("--solver-args {}", quoted(&args.join(" "))));
    }
    words
}

/// A word quoted for a shell.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Two searches of one puzzle that cannot both be right.
#[derive(Debug, Clone)]
pub struct Disagreement {
    /// The puzzle.
    pub puzzle: AnyPuzzle,
    /// The two results.
    pub sides: [Claim; 2],
    /// The commands that reproduce it in a folder where the puzzle is `puzzle.txt`.
    pub commands: Vec<String>,
    /// An answer that the plain rules alone have found.
    pub answer: Option<Solution>,
}

/// The result of a search.
#[derive(Debug, Clone)]
pub struct Claim {
    name: String,
    lowering: Lowering,
    number: u64,
    is_complete: bool,
}

impl Claim {
    /// The result in a report, with a name.
    pub fn of(name: &str, report: &Report) -> Self {
        Self {
            name: name.to_owned(),
            lowering: report.lowering,
            number: report.digest.number,
            is_complete: report.is_complete,
        }
    }

    fn text(&self) -> String {
        let least = if self.is_complete { "" } else { "at least " };
        format!("{} finds {least}{}", self.name, self.number)
    }
}

impl Disagreement {
    /// Names both searches and their results.
    pub fn text(&self) -> String {
        let [first, second] = &self.sides;
        let (one, other) = (first.text(), second.text());
        format!("{} and {} disagree: {one}, {other}", first.name, second.name)
    }

    /// The names of the files that reproduce it.
    pub fn files(&self) -> impl Iterator<Item = &'static str> {
        let answer = self.answer.as_ref().map(|_| "answer.json");
        ["puzzle.txt", "formula.cnf", "README.txt"].into_iter().chain(answer)
    }

    /// Writes one of the files.
    pub fn write(&self, file: &str, mut to: impl Write) -> io::Result<()> {
        match (file, &self.answer) {
            ("puzzle.txt", _) => to.write_all(self.puzzle.print().as_bytes()),
            ("answer.json", Some(answer)) => writeln!(to, "{}", self.puzzle.answer_json(answer)),
            ("formula.cnf", _) => {
                let lowering = self.sides[0].lowering;
                match engine::formula(&self.puzzle, None, lowering, &Budget::default()) {
                    Ok(formula) => formula.write_dimacs(to, true, &Interrupt::default()),
                    Err(_) => Ok(()),
                }
            }
            _ => to.write_all(self.readme().as_bytes()),
        }
    }

    /// The disagreement, and the commands that reproduce it.
    fn readme(&self) -> String {
        let mut text = format!("{}\n\nReproduce it here:\n", self.text());
        for command in &self.commands {
            let _ = writeln!(text, "  {command}");
        }
        if self.answer.is_some() {
            text += "\nanswer.json has an answer by the plain rules.\n";
        }
        text + "\nformula.cnf has the puzzle's rules for any other solver.\n"
    }
}

impl From<Disagreement> for AskError {
    fn from(disagreement: Disagreement) -> Self {
        let message = format!("{}; this is a bug in one of them or in sator", disagreement.text());
        let disagreement = Some(Box::new(disagreement));
        Self { disagreement, ..Self::new(Code::Disagreement, message) }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{CellId, Clause, Model, Value};
    use crate::puzzle::Kind;
    use crate::{GridPuzzle, ParseError, Violation};

    use super::*;

    /// A row of two cells: by its model they are 2 and 1, by its plain rules they differ.
    struct Wrong;

    impl GridPuzzle for Wrong {
        fn kind(&self) -> &'static Kind {
            crate::puzzles::TEMPLATE
        }

        fn title(&self) -> String {
            "Wrong".to_owned()
        }

        fn dimensions(&self) -> [usize; 2] {
            [1, 2]
        }

        fn largest_value(&self) -> usize {
            2
        }

        fn givens(&self) -> &[Option<Value>] {
            &[None, None]
        }

        fn rules(&self) -> Model {
            let mut model = Model::new();
            model.grid(1, 2, 1..=2);
            model.add(Clause::new([CellId::nth(0).is(2)]));
            model.add(Clause::new([CellId::nth(1).is(1)]));
            model
        }

        fn violation(&self, value: &dyn Fn(usize) -> Option<Value>) -> Option<Violation> {
            let (one, other) = (value(0)?, value(1)?);
            (one == other).then(|| Violation("equal".to_owned()))
        }

        fn read_answer(&self, _: &str) -> Result<Vec<Option<Value>>, ParseError> {
            Ok(vec![None, None])
        }
    }

    #[test]
    fn the_output_says_whether_the_plain_rules_were_asked() {
        let said = |end, number, boards| Testimony { number, answers: Vec::new(), end, boards };
        for (testimony, text, agrees) in [
            (
                said(End::Complete, 1, 7),
                "also confirmed by the plain rules alone (7 boards tried)",
                json!(true),
            ),
            (
                said(End::Enough, 1, 1),
                "also confirmed by the plain rules alone (1 board tried)",
                json!(true),
            ),
            (
                said(End::Undecided, 0, 9),
                "the plain rules alone did not decide within 9 boards",
                json!(null),
            ),
            (
                said(End::Undecided, 0, 0),
                "the plain rules alone were not asked: the puzzle is too large",
                json!(null),
            ),
            (
                said(End::Stopped, 0, 2),
                "the plain rules alone were stopped after 2 boards",
                json!(null),
            ),
        ] {
            let witness = SecondWitness::of_claim(&testimony, 1, false);
            assert_eq!(witness.text(), text);
            assert_eq!(witness.json(), json!({ "agrees": agrees, "boards": testimony.boards }));
        }
    }

    /// Two solvers agree on the wrong model; the plain rules do not.
    #[test]
    fn a_rule_that_every_solver_gets_wrong_is_detected_by_the_plain_rules() {
        let puzzle: AnyPuzzle = std::sync::Arc::new(Wrong);
        let options = Options::default();
        let by = |options: &Options| {
            let mut search = engine::solutions(&puzzle, options);
            assert_eq!((&mut search).map(Result::unwrap).count(), 1);
            search.report()
        };
        let (first, second) = (by(&options), by(&options.clone().by_another_method()));
        assert_eq!(engine::compare(&first, &second), Agreement::Agree);
        let mut many = first.clone();
        many.digest.number = witness::MOST_ANSWERS + 1;
        let mut none = first.clone();
        (none.digest.number, none.is_complete) = (0, false);
        for (report, why) in
            [(many, "there are too many solutions"), (none, "there is no result to confirm")]
        {
            let said = SecondWitness::ask(&puzzle, &report, &options).unwrap();
            assert_eq!(said.text(), format!("the plain rules alone were not asked: {why}"));
            assert_eq!(said.json(), json!({ "agrees": null, "boards": 0 }));
        }
        let refused = SecondWitness::ask(&puzzle, &first, &options).unwrap_err();
        let message = refused.to_string();
        assert!(message.contains("finds 1, the plain check finds at least 2"), "{message}");
        let disagreement = refused.disagreement.unwrap();
        let text = |file: &str| {
            let mut bytes = Vec::new();
            disagreement.write(file, &mut bytes).unwrap();
            String::from_utf8(bytes).unwrap()
        };
        assert!(disagreement.files().any(|file| file == "answer.json"));
        assert!(text("answer.json").contains("grid"));
        assert!(text("formula.cnf").contains("p cnf"));
        let story = text("README.txt");
        assert!(story.contains("--cross-check\n") && story.contains("answer.json"), "{story}");
    }
}
