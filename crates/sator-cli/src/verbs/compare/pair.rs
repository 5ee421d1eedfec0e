//! Two formulas compared: the verdict, the clause that excludes a model, the rule that it breaks, and
//! a numbering under which they are equal.

use sator::engine::Instance;
use sator::puzzle::AnyPuzzle;
use sator::render::Look;
use sator_sat::backend::{Backend, BackendError, Budget, Config, Solver, StopReason};
use sator_sat::projection::{self, Comparison};
use sator_sat::{Lit, dimacs};
use serde_json::{Value, json};

use super::draw::Model;
use super::{Formula, Task, guess};
use crate::failure::Failure;
use crate::output::{Output, WriteError};
use crate::verbs::because;
use crate::verbs::sat::print_values;

/// All that is found about two formulas.
pub(super) struct Finding {
    /// The names of both.
    pub(super) names: [String; 2],
    pub(super) verdict: Verdict,
    /// The clauses that exclude the model from the other formula, if that is a file.
    pub(super) excluded: Option<Exclusion>,
    /// A sentence about a numbering under which they are equal.
    pub(super) numbering: Option<String>,
}

pub(super) enum Verdict {
    Equal,
    /// Only the formula at this position has the model.
    Different {
        owner: usize,
        model: Vec<Lit>,
    },
    Stopped(StopReason),
}

/// Clauses of a file that exclude a model together.
pub(super) struct Exclusion {
    file: String,
    /// The lines of the clauses, and each as the file has it.
    pub(super) clauses: Vec<(usize, Vec<Lit>)>,
}

impl Task {
    /// Compares two formulas, and explains a difference.
    pub(super) fn compare(
        &self,
        formulas: [&Formula; 2],
        budget: &Budget,
    ) -> Result<Finding, Failure> {
        let names = formulas.map(|formula| formula.name.clone());
        let (owner, model) = match self.compare_models(formulas, budget)? {
            Comparison::Equal => return Ok(Finding::new(names, Verdict::Equal)),
            Comparison::Stopped(reason) => {
                return Ok(Finding::new(names, Verdict::Stopped(reason)));
            }
            Comparison::OnlyFirst(model) => (0, model),
            Comparison::OnlySecond(model) => (1, model),
        };
        let excluded = Exclusion::find(formulas[1 - owner], &model, budget)?;
        let numbering = guess::find(self, formulas, budget)?;
        Ok(Finding { names, verdict: Verdict::Different { owner, model }, excluded, numbering })
    }

    pub(super) fn compare_models(
        &self,
        [first, second]: [&Formula; 2],
        budget: &Budget,
    ) -> Result<Comparison, BackendError> {
        let create = || self.solver.create(&self.config);
        let clauses = [&first.clauses, &second.clauses];
        projection::compare(clauses, &self.variables, &create, self.questions(), budget)
    }
}

impl Exclusion {
    fn find(
        formula: &Formula,
        model: &[Lit],
        budget: &Budget,
    ) -> Result<Option<Self>, BackendError> {
        let Some(text) = &formula.text else { return Ok(None) };
        // An embedded solver, which needs no process for each of many questions.
        let create = || -> Box<dyn Backend> { Solver::default().create(&Config::default()) };
        let positions = projection::excluding(&formula.clauses, model, &create, budget)?;
        let Some(positions) = positions else { return Ok(None) };
        let clauses = positions.iter().filter_map(|&position| dimacs::clause_at(text, position));
        Ok(Some(Self { file: formula.name.clone(), clauses: clauses.collect() }))
    }

    /// `homework.cnf excludes it in line 47: -1 -10 0`.
    pub(super) fn sentence(&self) -> String {
        const MOST: usize = 8;
        let file = &self.file;
        match &self.clauses[..] {
            [(line, clause)] => format!("{file} excludes it in line {line}: {}", shown(clause)),
            all => {
                let lines: Vec<_> =
                    all.iter().take(MOST).map(|(line, _)| line.to_string()).collect();
                let more = if all.len() > MOST { ", …" } else { "" };
                format!("{file} excludes it by lines {}{more} together", lines.join(", "))
            }
        }
    }
}

/// A clause as DIMACS has it; a long one is cut.
fn shown(clause: &[Lit]) -> String {
    const MOST: usize = 12;
    let mut words: Vec<_> =
        clause.iter().take(MOST).map(|lit| lit.to_ipasir().to_string()).collect();
    words.push(if clause.len() > MOST { "…" } else { "0" }.to_owned());
    words.join(" ")
}

impl Finding {
    fn new(names: [String; 2], verdict: Verdict) -> Self {
        Self { names, verdict, excluded: None, numbering: None }
    }

    /// Prints the verdict, and the model that only one formula has.
    pub(super) fn print(
        &self,
        task: &Task,
        look: Look,
        output: &mut Output,
    ) -> Result<(), WriteError> {
        let [first, second] = &self.names;
        match &self.verdict {
            Verdict::Equal => {
                let number = task.variables.len();
                output.print(&format!(
                    "Equal: {first} and {second} have the same models over {number} variables\n"
                ))
            }
            Verdict::Stopped(reason) => output.print(&format!("Unknown: {}\n", because(*reason))),
            Verdict::Different { owner, model } => {
                let owner = &self.names[*owner];
                output.print(&format!("Different: only {owner} has this model\n"))?;
                match &task.puzzle {
                    None => print_values(&numbers(model), output),
                    Some(puzzle) => {
                        let board = Model::new(puzzle, model).draw(look);
                        output.print(&format!("\n{}\n", board.trim_end()))
                    }
                }
            }
        }
    }

    /// Notes on a difference, a sentence each.
    pub(super) fn notes(&self, task: &Task) -> Vec<String> {
        let Verdict::Different { model, .. } = &self.verdict else { return Vec::new() };
        let rule = task.puzzle.as_ref().map(|puzzle| match broken_rule(puzzle, model) {
            Some(rule) => format!("it is no solution of the puzzle: {rule}"),
            None => "it is a solution of the puzzle".to_owned(),
        });
        let excluded = self.excluded.as_ref().map(Exclusion::sentence);
        let numbering = self.numbering.clone().or_else(|| {
            let is_usual = task.puzzle.is_some() && task.numbering.is_none();
            is_usual.then(|| OTHER_NUMBERS.to_owned())
        });
        [rule, excluded, numbering].into_iter().flatten().collect()
    }

    /// The object that `--json` prints.
    pub(super) fn json(&self, task: &Task, look: Look) -> Value {
        let mut object = json!({ "equal": null, "variables": task.variables.len() });
        match &self.verdict {
            Verdict::Stopped(_) => {}
            Verdict::Equal => object["equal"] = json!(true),
            Verdict::Different { owner, model } => {
                object["equal"] = json!(false);
                object["only"] = json!(self.names[*owner]);
                object["literals"] = json!(numbers(model));
                if let Some(puzzle) = &task.puzzle {
                    object["board"] = json!(Model::new(puzzle, model).draw(look));
                    let rule = broken_rule(puzzle, model);
                    object["solution"] = json!(rule.is_none());
                    if let Some(rule) = rule {
                        object["rule"] = json!(rule);
                    }
                }
                if let Some(Exclusion { clauses, .. }) = &self.excluded {
                    object["lines"] =
                        json!(clauses.iter().map(|(line, _)| line).collect::<Vec<_>>());
                    if let [(_, clause)] = &clauses[..] {
                        object["clause"] = json!(numbers(clause));
                    }
                }
                if let Some(numbering) = &self.numbering {
                    object["numbering"] = json!(numbering);
                }
            }
        }
        object
    }
}

/// The rule of the puzzle that a model breaks, if it is no solution.
pub(super) fn broken_rule(puzzle: &(AnyPuzzle, Instance), model: &[Lit]) -> Option<String> {
    Model::new(puzzle, model).broken_rule()
}

fn numbers(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.to_ipasir()).collect()
}

/// The advice for a formula that differs from a puzzle's own.
const OTHER_NUMBERS: &str = "the variables are taken to be numbered as 'sator generate' numbers them; \
    --map FILE gives another numbering";
