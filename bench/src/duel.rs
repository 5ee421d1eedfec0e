//! Sator against Python solvers on some puzzles: median times, with and without the time of building
//! models.

use std::cell::RefCell;
use std::time::Duration;

use sator::engine::Method;

use crate::ours::Goal;
use crate::peers::python::{Model, Peer};
use crate::race::{Lap, race};
use crate::report::{Figure, Report, Row, Target, Times};
use crate::stored::{self, Stored};

/// The Python solvers that are installed.
pub(crate) struct Peers {
    cp_sat: Option<RefCell<Peer>>,
    clingo: Option<RefCell<Peer>>,
    z3: Option<RefCell<Peer>>,
}

impl Peers {
    pub(crate) fn start(report: &mut Report) -> Self {
        Self {
            cp_sat: Peer::cp_sat(report).map(RefCell::new),
            clingo: None,
            z3: Peer::z3(report).map(RefCell::new),
        }
    }

    /// CP-SAT, if it is installed.
    pub(crate) fn cp_sat(&self) -> Option<&RefCell<Peer>> {
        self.cp_sat.as_ref()
    }

    pub(crate) fn with_clingo(self, report: &mut Report) -> Self {
        Self { clingo: Peer::clingo(report).map(RefCell::new), ..self }
    }
}

/// A Python solver, with the model that it solves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entrant {
    CpSat(Model),
    Clingo,
    Z3,
}

/// CP-SAT, with both models.
pub(crate) const CP_SAT: [Entrant; 2] =
    [Entrant::CpSat(Model::Integers), Entrant::CpSat(Model::Booleans)];

/// A comparison.
pub(crate) struct Duel<'a> {
    pub(crate) what: String,
    /// Its place on the plot's x axis.
    pub(crate) size: Option<u32>,
    pub(crate) puzzles: Vec<&'a Stored>,
    pub(crate) goal: Goal,
    pub(crate) limit: Duration,
    pub(crate) runs: usize,
    /// The solvers that can finish within the limit.
    pub(crate) entrants: Vec<Entrant>,
    /// The target against CP-SAT.
    pub(crate) target: Option<Target>,
}

/// An entrant that is installed.
struct Rival<'a> {
    name: String,
    peer: &'a RefCell<Peer>,
    model: Model,
    /// Whether the target is about it.
    has_target: bool,
}

impl Duel<'_> {
    pub(crate) fn run(&self, report: &mut Report, peers: &Peers) {
        if self.puzzles.is_empty() {
            report.note(format!("left out: {}, as there are no puzzles", self.what));
            return;
        }
        let rivals = self.rivals(peers);
        let theirs = rivals.iter().map(|it| stored::peer(it.peer, it.model, self.goal, self.limit));
        let fresh = stored::sator(self.goal, self.limit, Method::Auto);
        let batch = stored::sator_in_a_batch(self.goal, self.limit);
        let mut contenders: Vec<_> = [fresh, batch].into_iter().chain(theirs).collect();
        let laps = race(&self.puzzles, 1, self.runs, &mut contenders);
        let [fresh, batch, theirs @ ..] = &laps[..] else { return };
        self.rows(report, [fresh, batch], &rivals, theirs);
    }

    fn rivals<'p>(&self, peers: &'p Peers) -> Vec<Rival<'p>> {
        let rival = |entrant: &Entrant| {
            let (peer, model, name) = match entrant {
                Entrant::CpSat(model) => {
                    (&peers.cp_sat, *model, format!("CP-SAT, {}", model.name()))
                }
                Entrant::Clingo => (&peers.clingo, Model::Booleans, "clingo".to_owned()),
                Entrant::Z3 => (&peers.z3, Model::Integers, "Z3".to_owned()),
            };
            let has_target = matches!(entrant, Entrant::CpSat(_));
            Some(Rival { name, peer: peer.as_ref()?, model, has_target })
        };
        self.entrants.iter().filter_map(rival).collect()
    }

    /// Reports Sator with rules compiled anew against each rival; then Sator with cached rules against
    /// the strongest rival with a target, without the time of building its model.
    fn rows(
        &self,
        report: &mut Report,
        ours: [&[Lap]; 2],
        rivals: &[Rival<'_>],
        laps: &[Vec<Lap>],
    ) {
        let puzzles = if self.puzzles.len() == 1 { "puzzle" } else { "puzzles" };
        let what = format!("{}, {} {puzzles}", self.what, self.puzzles.len());
        let row = |report: &mut Report, row: Row| {
            report.row(Row { size: self.size.map(f64::from), ..row });
        };
        let [our_figure, in_a_batch] = ours.map(|laps| self.median(laps, |lap| lap.time));
        if rivals.is_empty() {
            row(report, Row::new(&what, our_figure).target(self.target));
            return;
        }
        let medians: Vec<_> = laps.iter().map(|laps| self.median(laps, |lap| lap.time)).collect();
        let with_target = (0..rivals.len()).filter(|&at| rivals[at].has_target);
        let strongest = with_target.min_by(|&a, &b| medians[a].value.total_cmp(&medians[b].value));
        for (at, rival) in rivals.iter().enumerate() {
            let target = self.target.filter(|_| strongest == Some(at));
            row(
                report,
                Row::new(&what, our_figure).against(&rival.name, medians[at]).target(target),
            );
        }
        if let Some(at) = strongest {
            let solving = self.median(&laps[at], |lap| lap.solving);
            let name = format!("{}, solving", rivals[at].name);
            report.row(Row::new("  without building models", in_a_batch).against(name, solving));
        }
    }

    fn median(&self, laps: &[Lap], time: fn(&Lap) -> Duration) -> Figure {
        let times = laps.iter().map(|lap| lap.is_over.then(|| time(lap)));
        Times::new(times, self.limit).median_figure()
    }
}
