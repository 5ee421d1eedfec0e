//! Figures: times, sizes and rates, their text, and targets for them.

use std::time::Duration;

/// A measured figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Figure {
    pub(crate) value: f64,
    pub(crate) unit: Unit,
    /// Whether the value is a lower bound, because the run was stopped.
    pub(crate) is_bound: bool,
}

/// The unit of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Seconds,
    Megabytes,
    /// Items per second.
    Rate,
}

impl Unit {
    /// Its name in the raw data.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Seconds => "s",
            Self::Megabytes => "MB",
            Self::Rate => "1/s",
        }
    }

    /// Whether less of it is better.
    fn is_cost(self) -> bool {
        matches!(self, Self::Seconds | Self::Megabytes)
    }
}

impl Figure {
    pub(crate) fn time(time: Duration) -> Self {
        Self { value: time.as_secs_f64(), unit: Unit::Seconds, is_bound: false }
    }

    /// The time at which a run was stopped.
    pub(crate) fn more_than(time: Duration) -> Self {
        Self { is_bound: true, ..Self::time(time) }
    }

    pub(crate) fn of(value: f64, unit: Unit) -> Self {
        Self { value, unit, is_bound: false }
    }

    /// How many times better than the other; unknown if this run was stopped.
    pub(crate) fn advantage(&self, other: &Self) -> Option<f64> {
        let costs = if self.unit.is_cost() { [self, other] } else { [other, self] };
        let is_known = !self.is_bound && costs[0].value > 0.0 && self.unit == other.unit;
        is_known.then(|| costs[1].value / costs[0].value)
    }

    /// Whether this run was stopped too late to be so many times better than the other.
    fn is_behind(&self, other: &Self, least: f64) -> bool {
        self.is_bound && !other.is_bound && other.value < least * self.value
    }

    /// `12.3 ms`, with `>` if the run was stopped.
    pub(crate) fn show(&self) -> String {
        let sign = if self.is_bound { ">" } else { "" };
        let Self { value, .. } = *self;
        match self.unit {
            Unit::Seconds => format!("{sign}{}", time(value)),
            Unit::Megabytes => format!("{sign}{value:.0} MB"),
            Unit::Rate => format!("{sign}{value:.0} a second"),
        }
    }
}

/// With two decimals in the unit that fits.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.2} µs", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// The goal of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Target {
    /// The other takes at least so many times as long.
    AtLeast(f64),
    /// Ours takes at most so many times as long as the other.
    AtMost(f64),
    /// Ours stays under this value.
    Under(f64),
}

impl Target {
    pub(crate) fn show(self) -> String {
        match self {
            Self::AtLeast(ratio) => format!("≥ {ratio}×"),
            Self::AtMost(ratio) => format!("≤ {ratio}× as long"),
            Self::Under(figure) => format!("< {figure}"),
        }
    }

    /// Whether it is reached; unknown if a figure is missing.
    pub(crate) fn is_reached(self, ours: &Figure, theirs: Option<&Figure>) -> Option<bool> {
        let ratio = || theirs.and_then(|theirs| ours.advantage(theirs));
        match self {
            Self::AtLeast(least) => {
                let is_hopeless = theirs.is_some_and(|theirs| ours.is_behind(theirs, least));
                ratio().map(|ratio| ratio >= least).or(is_hopeless.then_some(false))
            }
            Self::AtMost(most) => ratio().map(|ratio| 1.0 / ratio <= most),
            Self::Under(most) => Some(!ours.is_bound && ours.value < most),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(value: f64) -> Figure {
        Figure::of(value, Unit::Seconds)
    }

    #[test]
    fn a_shorter_time_and_a_higher_rate_are_both_an_advantage() {
        assert_eq!(seconds(0.5).advantage(&seconds(2.0)), Some(4.0));
        let rate = |value| Figure::of(value, Unit::Rate);
        assert_eq!(rate(8.0).advantage(&rate(2.0)), Some(4.0));
    }

    #[test]
    fn a_stopped_run_has_no_advantage() {
        let stopped = Figure::more_than(Duration::from_secs(10));
        assert_eq!(stopped.advantage(&seconds(1.0)), None);
        assert_eq!(seconds(1.0).advantage(&stopped), Some(10.0), "at least that");
        assert_eq!(Target::AtLeast(2.0).is_reached(&stopped, Some(&stopped)), None);
        assert_eq!(Target::AtLeast(2.0).is_reached(&stopped, Some(&seconds(1.0))), Some(false));
        assert_eq!(Target::AtLeast(2.0).is_reached(&stopped, Some(&seconds(30.0))), None);
        assert_eq!(Target::Under(50.0).is_reached(&stopped, None), Some(false));
    }

    #[test]
    fn a_target_is_met_on_its_border() {
        let [one, three] = [1.0, 3.0].map(seconds);
        assert_eq!(Target::AtLeast(3.0).is_reached(&one, Some(&three)), Some(true));
        assert_eq!(Target::AtLeast(3.1).is_reached(&one, Some(&three)), Some(false));
        assert_eq!(Target::AtMost(3.0).is_reached(&three, Some(&one)), Some(true));
        assert_eq!(Target::AtMost(2.9).is_reached(&three, Some(&one)), Some(false));
    }

    #[test]
    fn figures_are_shown_in_the_unit_that_fits() {
        assert_eq!(seconds(0.000_003).show(), "3.00 µs");
        assert_eq!(seconds(0.25).show(), "250.00 ms");
        assert_eq!(Figure::more_than(Duration::from_secs(60)).show(), ">60.00 s");
    }
}
