//! `count`: counts the answers.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::conflict::{self, Explanation};
use super::cross_check::CrossCheck;
use super::options::{SecondSolver, Solving};
use super::{Answer, AskError, Asked, Code, Context, Question, Statistics, Status, Surface};
use crate::engine::{self, Options, Report, Unfinished};
use crate::puzzle::AnyPuzzle;
use crate::render::Look;

/// How many answers are there?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[serde(default, rename_all = "kebab-case")]
pub struct Count {
    /// How to solve.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub solving: Solving,
    /// Count solutions once that turns and reflections of the puzzle make equal (queens).
    #[cfg_attr(feature = "clap", arg(long))]
    pub up_to_symmetry: bool,
    /// Stop at this many: "at least N".
    #[cfg_attr(
        feature = "clap",
        arg(
            long, value_name = "N", value_parser = super::options::at_least_one::<u64>,
            allow_negative_numbers = true
        )
    )]
    pub max: Option<u64>,
    /// A second solver.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub second: SecondSolver,
}

/// The number of answers.
#[derive(Debug)]
pub struct Counted {
    puzzle: AnyPuzzle,
    up_to_symmetry: bool,
    number: String,
    /// Why there may be more.
    unfinished: Option<Unfinished>,
    /// The solver.
    backend: String,
    cross_check: Option<CrossCheck>,
    /// Why there is none.
    why: Explanation,
    report: Option<Report>,
    /// The figures, and whether they were asked for.
    figures: Option<(Statistics, bool)>,
}

impl Question for Count {
    const VERB: &'static str = "count";
    const MESSAGE: Option<&'static str> = Some("Counting solutions for");
    const PROGRESS: [&'static str; 2] = ["Counting", "solutions"];

    type Answer = Counted;

    fn refuse(&self, puzzle: &AnyPuzzle) -> Option<AskError> {
        let is_refused = self.up_to_symmetry && puzzle.symmetries().is_none();
        let message = || format!("{} is not counted up to symmetry", puzzle.kind().name);
        is_refused.then(|| AskError::new(Code::Unsupported, message()))
    }

    fn ask(&self, asked: &Asked, context: &mut Context<'_>) -> Result<Counted, AskError> {
        let puzzle = &asked.puzzle;
        self.solving.encoding.announce(puzzle, context)?;
        let options = self.solving.engine(context, true);
        let second = self.second.options(&options);
        let mut count = self.count(puzzle, &options, second.is_some(), context)?;
        count.report.times.parse = Some(asked.parse_time);
        // Programs may be wrong; a second solver would notice it.
        if count.is_zero() && count.stopped.is_none() && second.is_none() {
            conflict::confirm(puzzle, &options)?;
        }
        let cross_check = CrossCheck::run(puzzle, &count.report, &options, second)?;
        let why = if count.is_zero() { Explanation::new(puzzle) } else { Explanation::default() };
        let statistics = Statistics::of_one(&count.report, context.is_one_of_many);
        Ok(Counted {
            puzzle: puzzle.clone(),
            up_to_symmetry: self.up_to_symmetry,
            number: count.number.to_string(),
            unfinished: count.stopped,
            backend: count.report.backend.clone(),
            cross_check,
            why,
            report: Some(count.report),
            figures: Some((statistics, self.solving.stats.stats)),
        })
    }
}

impl Count {
    /// Counts the answers; visits each only if another option needs that.
    fn count(
        &self,
        puzzle: &AnyPuzzle,
        options: &Options,
        has_second: bool,
        context: &mut Context<'_>,
    ) -> Result<engine::Count, AskError> {
        let mut progress = |number, share| context.progress(Self::PROGRESS, number, share);
        if self.max.is_none()
            && !has_second
            && let Some(count) = engine::count(puzzle, options, self.up_to_symmetry, &mut progress)?
        {
            return Ok(count);
        }
        let progress = |number| progress(number, None);
        Ok(engine::count_visiting(puzzle, options, self.up_to_symmetry, self.max, progress)?)
    }
}

impl Counted {
    /// A count that is known, and was not searched for by this solver.
    pub fn known(
        puzzle: &AnyPuzzle,
        number: &str,
        backend: &str,
        options: &Options,
    ) -> Result<Self, AskError> {
        let is_zero = number == "0";
        if is_zero {
            conflict::confirm(puzzle, options)?;
        }
        Ok(Self {
            puzzle: puzzle.clone(),
            up_to_symmetry: false,
            number: number.to_owned(),
            unfinished: None,
            backend: backend.to_owned(),
            cross_check: None,
            why: if is_zero { Explanation::new(puzzle) } else { Explanation::default() },
            report: None,
            figures: None,
        })
    }
}

impl Answer for Counted {
    fn status(&self) -> Status {
        let crossed = self.cross_check.as_ref().map_or(Status::Yes, CrossCheck::status);
        crossed.max(match self.unfinished {
            None if self.number == "0" => Status::No,
            None | Some(Unfinished::Enough) => Status::Yes,
            Some(Unfinished::Stopped(_)) => Status::Stopped,
        })
    }

    fn class(&self) -> &'static str {
        match self.status() {
            Status::Yes => "counted",
            Status::No => "no solution",
            Status::Stopped | Status::Bad => "unknown",
        }
    }

    fn to_text(&self, _: Look) -> String {
        match self.unfinished {
            None => self.number.clone(),
            Some(_) => format!("at least {} (stopped)", self.number),
        }
    }

    fn to_json(&self) -> Value {
        let mut object = json!({
            "puzzle": self.puzzle.kind().name,
            "count": self.number,
            "exact": self.unfinished.is_none(),
            "up_to_symmetry": self.up_to_symmetry,
            "backend": self.backend,
        });
        if let Some((statistics, _)) = &self.figures {
            object["stats"] = statistics.json();
        }
        if let Some(cross_check) = &self.cross_check {
            object["cross_check"] = cross_check.json();
        }
        self.why.extend(&mut object);
        object
    }

    fn remarks(&self, surface: Surface) -> Vec<String> {
        let crossed = self.cross_check.iter().flat_map(CrossCheck::remarks);
        self.why.remarks(surface).into_iter().chain(crossed).collect()
    }

    fn cross_check(&self) -> Option<&CrossCheck> {
        self.cross_check.as_ref()
    }

    fn statistics(&self) -> Option<&Statistics> {
        self.figures.as_ref().filter(|(_, are_wanted)| *are_wanted).map(|(figures, _)| figures)
    }

    fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }
}
