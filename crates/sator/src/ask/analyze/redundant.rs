//! The clues that can go without a second answer; of a puzzle with several answers, the cells that
//! determine each other.

use std::time::Duration;

use crate::engine::{
    self, ClueRole, EngineError, Equivalence, EquivalentCells, Instance, Options, Redundancy,
    Statement,
};
use crate::model::{self, CellId, Solution, Value};
use crate::puzzle::AnyPuzzle;
use crate::render::Look;
use sator_sat::backend::{Stats, StopReason};
use sator_sat::clock::Instant;
use sator_sat::text::counted;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::super::{Statistics, Status, because};
use super::{Analysis, Shared};

/// The roles of the clues of a puzzle.
pub(super) struct Clues {
    instance: Instance,
    found: Redundancy,
    equivalent: Option<Equivalence>,
    time: Duration,
}

/// The number of lines in a list; `--json` has them all.
const MAX_PRINTED: usize = 20;

/// The number of cells that are named of a second answer.
const MAX_DIFFERENCES: usize = 3;

impl Clues {
    pub(super) fn examine(
        puzzle: &AnyPuzzle,
        options: &Options,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Self, EngineError> {
        let started = Instant::now();
        let found = engine::redundant(puzzle, options, progress)?;
        let is_several = found.solutions == Some(2);
        let equivalent = is_several.then(|| engine::equivalent(puzzle, options)).transpose()?;
        let instance = engine::instance(puzzle);
        Ok(Self { instance, found, equivalent, time: started.elapsed() })
    }

    fn stopped(&self) -> Option<StopReason> {
        self.found.stopped.or_else(|| self.equivalent.as_ref()?.stopped)
    }

    fn can_go(&self) -> Vec<Statement> {
        let clues = self.found.clues.iter();
        clues.filter(|(_, role)| *role == ClueRole::CanGo).map(|(clue, _)| *clue).collect()
    }

    fn list(&self, heading: &str, clues: &[Statement]) -> String {
        let texts = clues.iter().map(|clue| clue.text(&self.instance)).collect();
        lines(heading, texts)
    }

    fn text_of_clues(&self, title: &str, puzzle: &AnyPuzzle) -> String {
        let (can_go, all) = (self.can_go(), self.found.clues.len());
        let mut text = match (can_go.len(), self.stopped()) {
            (0, None) => format!("{title}: all {all} clues are needed"),
            (number, None) => format!("{title}: {number} of {all} clues can go, each alone"),
            (number, Some(reason)) => {
                let why = because(reason);
                format!(
                    "{title}: at least {number} of {all} clues can go, each alone (stopped, {why})"
                )
            }
        };
        let together = &self.found.removable;
        if can_go.len() == together.len() {
            text += &self.list("Can go, also all together:", together);
        } else {
            text += &self.list("Can go alone:", &can_go);
            let number = counted(together.len(), "clue");
            text += &self.list(&format!("Can go together, {number}:"), together);
        }
        let mut needed = Vec::new();
        for (clue, role) in &self.found.clues {
            if let ClueRole::Needed(second) = role {
                let differences = self.differences(puzzle, second);
                needed.push(format!("{} (without it: {differences})", clue.text(&self.instance)));
            }
        }
        text + &lines("Needed:", needed)
    }

    /// Where a second answer differs from the only one.
    fn differences(&self, puzzle: &AnyPuzzle, second: &Solution) -> String {
        let cells = self.instance.cells();
        let first = self.found.first.as_ref();
        let is_other = |cell: &CellId| first.is_some_and(|it| it[*cell] != second[*cell]);
        let all: Vec<_> = cells.iter().map(|(cell, ..)| cell).filter(is_other).collect();
        let fact = |&cell: &CellId| match puzzle.truth_words() {
            Some(_) => format!("{} {}", cells.name(cell), word(puzzle, second[cell])),
            None => model::Clues::fact_text(cell.is(second[cell]), cells),
        };
        let facts: Vec<_> = all.iter().take(MAX_DIFFERENCES).map(fact).collect();
        match all.len().saturating_sub(MAX_DIFFERENCES) {
            0 => facts.join(", "),
            more => format!("{}, {more} more", facts.join(", ")),
        }
    }

    fn text_of_groups(&self, title: &str, puzzle: &AnyPuzzle) -> String {
        let groups = self.equivalent.iter().flat_map(|it| &it.groups);
        let groups: Vec<_> = groups.map(|group| self.group_text(group, puzzle)).collect();
        let stopped = self.stopped().map(|why| format!(" (stopped, {})", because(why)));
        let stopped = stopped.unwrap_or_default();
        let text = format!("{title}: there are several answers, so that no clue can go{stopped}");
        text + &lines("Cells that determine each other:", groups)
    }

    fn group_text(&self, group: &EquivalentCells, puzzle: &AnyPuzzle) -> String {
        let joined = |values: &Vec<Value>| {
            let words: Vec<_> = values.iter().map(|&value| word(puzzle, value)).collect();
            words.join(" ")
        };
        let values: Vec<_> = group.values.iter().map(joined).collect();
        format!("{}: {}", self.names(group).join(", "), values.join(", or "))
    }

    fn names(&self, group: &EquivalentCells) -> Vec<String> {
        group.cells.iter().map(|&cell| self.instance.cells().name(cell).to_string()).collect()
    }
}

/// A value as the puzzle shows it.
fn word(puzzle: &AnyPuzzle, value: Value) -> String {
    match puzzle.truth_words() {
        Some(words) => words[usize::from(value == 1)].to_owned(),
        None => puzzle.symbol(value),
    }
}

/// A heading after a blank line, and lines below it; nothing without lines.
fn lines(heading: &str, lines: Vec<String>) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let more = lines.len().saturating_sub(MAX_PRINTED);
    let mut text = format!("\n\n{heading}");
    for line in lines.into_iter().take(MAX_PRINTED) {
        text = text + "\n  " + &line;
    }
    if more == 0 { text } else { format!("{text}\n  and {more} more, which --json names") }
}

impl Analysis for Clues {
    fn has_answer(&self) -> Option<bool> {
        self.found.solutions.map(|number| number > 0)
    }

    fn status(&self) -> Status {
        match (self.found.solutions, self.stopped()) {
            (Some(0), _) => Status::No,
            (None, _) | (_, Some(_)) => Status::Stopped,
            (Some(_), None) => Status::Yes,
        }
    }

    fn text(&self, puzzle: &AnyPuzzle, _: Look, _: bool) -> String {
        let title = puzzle.title();
        match self.found.solutions {
            Some(0) => "Unsatisfiable".to_owned(),
            Some(1) => self.text_of_clues(&title, puzzle),
            Some(_) => self.text_of_groups(&title, puzzle),
            None => format!("Unknown: stopped, {}", self.stopped().map_or("", because)),
        }
    }

    fn json(&self, puzzle: &AnyPuzzle, shared: Shared<'_>) -> Json {
        let clue = |(clue, role): &(Statement, ClueRole)| {
            let mut object = json!({ "clue": clue.text(&self.instance) });
            object["needed"] = match role {
                ClueRole::CanGo => json!(false),
                ClueRole::Needed(_) => json!(true),
                ClueRole::Unknown => Json::Null,
            };
            if let ClueRole::Needed(second) = role {
                object["second"] = puzzle.answer_json(second);
            }
            object
        };
        let group =
            |group: &EquivalentCells| json!({ "cells": self.names(group), "values": group.values });
        json!(Object {
            puzzle: shared.puzzle,
            status: shared.status,
            unique: self.found.solutions.map(|number| number == 1),
            clues: self.found.clues.iter().map(clue).collect(),
            removable: self.found.removable.iter().map(|it| it.text(&self.instance)).collect(),
            equivalent: self.equivalent.as_ref().map(|it| it.groups.iter().map(group).collect()),
            complete: self.stopped().is_none(),
            shared,
        })
    }

    fn statistics(&self, _: bool) -> Statistics {
        Statistics::default().with_effort(&Stats::default(), [("analyze", self.time)]).with_memory()
    }
}

#[derive(Serialize)]
struct Object<'a> {
    puzzle: &'static str,
    status: &'static str,
    unique: Option<bool>,
    clues: Vec<Json>,
    removable: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    equivalent: Option<Vec<Json>>,
    complete: bool,
    #[serde(flatten)]
    shared: Shared<'a>,
}
