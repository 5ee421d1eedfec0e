//! Constraints for SMT solvers, over integers; and a solver's values as a solution.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufWriter, Write};

use sator_sat::TextError;
use sator_sat::answer::Binding;
use sator_sat::backend::Interrupt;
use sator_sat::text::shown;

use super::ProblemSize;
use crate::cell::{CellId, CellName, Cells, Condition, Domain, Solution, Value};
use crate::constraint::form::PartText;
use crate::engine::Instance;
use crate::model::{Clues, Origin, Rule, Scope};

/// The constraints of an instance in SMT-LIB: an integer for each cell, and assertions.
pub struct SmtLib {
    title: String,
    instance: Instance,
    scope: Scope,
    size: ProblemSize,
}

/// A formula in SMT-LIB, and the sentence that it states.
pub(crate) struct Assertion {
    pub(crate) text: PartText,
    pub(crate) formula: String,
}

impl Assertion {
    /// The whole constraint.
    pub(crate) fn whole(formula: String) -> Self {
        Self { text: PartText::Whole, formula }
    }
}

impl SmtLib {
    /// The constraints within a scope.
    pub fn new(title: String, instance: Instance, scope: Scope) -> Self {
        let (cells, family) = (instance.cells().len(), instance.cells().wording().family);
        let mut smt = Self { title, instance, scope, size: ProblemSize::default() };
        let mut size = ProblemSize { variables: cells as u32, families: Vec::new() };
        size.add(family, cells as u64);
        let counted: Result<(), io::Error> =
            smt.for_each(&mut |assertion, family, _, auxiliaries| {
                size.variables += auxiliaries.len() as u32;
                if assertion.is_some() {
                    size.add(family, 1);
                }
                Ok(())
            });
        debug_assert!(counted.is_ok(), "counting does not fail");
        smt.size = size;
        smt
    }

    /// Its size: integers, auxiliary ones included, and assertions, the bounds of cells included.
    pub fn size(&self) -> &ProblemSize {
        &self.size
    }

    /// Writes a file that asks for a solution. With `annotate` a comment before each assertion is its
    /// sentence. An interrupt is an error of that kind.
    pub fn write(&self, out: impl Write, annotate: bool, interrupt: &Interrupt) -> io::Result<()> {
        let mut out = BufWriter::new(out);
        // Z3 and cvc5 both show the values by themselves with this option. A command that asks for
        // them would be an error where there is no solution.
        self.state(&mut out, "(set-option :dump-models true)\n", annotate, interrupt)?;
        writeln!(out, "(check-sat)")?;
        out.flush()
    }

    /// Writes everything but the questions. A session continues with `(check-sat)`,
    /// [`SmtLib::values_text`] and [`SmtLib::block_text`].
    pub fn write_preamble(&self, out: impl Write, interrupt: &Interrupt) -> io::Result<()> {
        let mut out = BufWriter::new(out);
        self.state(&mut out, "", false, interrupt)?;
        out.flush()
    }

    /// The question for the value of every cell; none where there is no cell, which solvers take for
    /// an error.
    pub fn values_text(&self) -> Option<String> {
        let names: Vec<_> = self.cells().iter().map(|(_, name, _)| symbol(name)).collect();
        (!names.is_empty()).then(|| format!("(get-value ({}))\n", names.join(" ")))
    }

    /// The assertion "not this solution", over the cells that are shown.
    pub fn block_text(&self, solution: &Solution) -> String {
        let cells = self.cells().iter().zip(&solution.values);
        let shown = cells.filter(|((_, name, _), _)| !matches!(name, CellName::Auxiliary(_)));
        let all: Vec<_> = shown.map(|((_, name, _), &value)| equal(name, value)).collect();
        format!("(assert (not {}))\n", joined("and", "true", &all))
    }

    /// The assertion "some of these cells have these values".
    pub fn some_text(&self, wanted: &[(CellId, Value)]) -> String {
        let wanted = wanted.iter().map(|&(cell, value)| equal(self.cells().name(cell), value));
        format!("(assert {})\n", joined("or", "false", &wanted.collect::<Vec<_>>()))
    }

    /// The solution that a solver's values are.
    pub fn solution(&self, bindings: &[Binding]) -> Result<Solution, TextError> {
        read_values(self.cells(), bindings)
    }

    fn cells(&self) -> &Cells {
        self.instance.cells()
    }

    fn state(
        &self,
        out: &mut impl Write,
        option: &str,
        annotate: bool,
        interrupt: &Interrupt,
    ) -> io::Result<()> {
        writeln!(out, "; {}", self.title)?;
        write!(out, "(set-option :produce-models true)\n{option}(set-logic QF_LIA)\n")?;
        for (_, name, _) in self.cells().iter() {
            writeln!(out, "(declare-const {} Int)", symbol(name))?;
        }
        for (_, name, domain) in self.cells().iter() {
            let (min, max) = domain.bounds();
            let (min, max) = (Numeral(min.into()), Numeral(max.into()));
            writeln!(out, "(assert (<= {min} {} {max}))", symbol(name))?;
        }
        self.for_each(&mut |assertion, _, text, auxiliaries| {
            if interrupt.is_raised() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            for name in auxiliaries {
                writeln!(out, "(declare-const {name} Int)")?;
            }
            let Some(assertion) = assertion else { return Ok(()) };
            if annotate {
                writeln!(out, "; {}", text())?;
            }
            writeln!(out, "(assert {})", assertion.formula)
        })
    }

    /// Hands out all assertions with their families, sentences and new auxiliary integers.
    fn for_each(&self, take: &mut Take<'_>) -> io::Result<()> {
        let cells = self.cells();
        let mut terms = Terms { cells, scope: self.scope, auxiliaries: 0, new: Vec::new() };
        let mut rule = |rule: &Rule, take: &mut Take<'_>| {
            let view = rule.view(cells, self.scope);
            let is_meant = self.scope.includes(rule.origin);
            let assertions = if is_meant { rule.constraint.smt(&mut terms) } else { Vec::new() };
            let new = std::mem::take(&mut terms.new);
            take(None, rule.family, &|| String::new(), &new)?;
            assertions.iter().try_for_each(|assertion| {
                let text = || match assertion.text {
                    PartText::Whole => rule.text(cells),
                    text => {
                        let subject = view.label.subject(cells).unwrap_or_default();
                        match text {
                            PartText::Differ => format!("the values of {subject} differ"),
                            PartText::Value { value, words } => {
                                PartText::has_value(&subject, value, words)
                            }
                            PartText::Whole => subject,
                        }
                    }
                };
                take(Some(assertion), rule.family, &text, &[])
            })
        };
        self.instance.rules().iter().try_for_each(|it| rule(it, take))?;
        let facts = Terms { cells, scope: self.scope, auxiliaries: 0, new: Vec::new() };
        for &fact in &self.instance.clues().facts {
            let assertion = Assertion::whole(facts.condition(fact));
            take(Some(&assertion), "clues", &|| Clues::fact_text(fact, cells), &[])?;
        }
        self.instance.clues().rules.iter().try_for_each(|it| rule(it, take))?;
        if self.scope == Scope::Extended {
            let derived = self.instance.derived();
            derived.sums.iter().try_for_each(|it| rule(it, take))?;
        }
        Ok(())
    }
}

/// Takes an assertion, if there is one, its family, its sentence, and the auxiliary integers that are
/// to be declared before it.
type Take<'t> = dyn FnMut(Option<&Assertion>, &'static str, &dyn Fn() -> String, &[String]) -> io::Result<()>
    + 't;

/// Terms over cells.
pub(crate) struct Terms<'a> {
    cells: &'a Cells,
    scope: Scope,
    auxiliaries: usize,
    new: Vec<String>,
}

impl Terms<'_> {
    /// The cells.
    pub(crate) fn cells(&self) -> &Cells {
        self.cells
    }

    /// Whether assertions of this origin are meant.
    pub(crate) fn has(&self, origin: Origin) -> bool {
        self.scope.includes(origin)
    }

    /// The integer of a cell.
    pub(crate) fn name(&self, cell: CellId) -> String {
        symbol(self.cells.name(cell))
    }

    /// A new integer.
    pub(crate) fn auxiliary(&mut self) -> String {
        self.auxiliaries += 1;
        let name = format!("state{}", self.auxiliaries);
        self.new.push(name.clone());
        name
    }

    /// A cell plus a number.
    pub(crate) fn plus(&self, cell: CellId, offset: i64) -> String {
        let name = self.name(cell);
        match offset {
            0 => name,
            1.. => format!("(+ {name} {offset})"),
            _ => format!("(- {name} {})", offset.unsigned_abs()),
        }
    }

    /// A condition as a formula.
    pub(crate) fn condition(&self, Condition { cell, value, holds }: Condition) -> String {
        let name = self.name(cell);
        match self.cells.domain(cell) {
            Domain::Truth if (0..=1).contains(&value) => {
                format!("(= {name} {})", if holds { value } else { 1 - value })
            }
            _ if holds => format!("(= {name} {})", Numeral(value.into())),
            _ => format!("(not (= {name} {}))", Numeral(value.into())),
        }
    }

    /// A condition as 1 where it is true and 0 where it is not. A cell that is true or false is that
    /// number itself.
    fn one(&self, condition: Condition) -> String {
        let Condition { cell, value, holds } = condition;
        match self.cells.domain(cell) {
            Domain::Truth if (value == 1) == holds && (0..=1).contains(&value) => self.name(cell),
            Domain::Truth if (0..=1).contains(&value) => format!("(- 1 {})", self.name(cell)),
            _ => format!("(ite {} 1 0)", self.condition(condition)),
        }
    }

    /// Between `min` and `max` of the conditions hold, without a sum where logic will do.
    pub(crate) fn count(&self, conditions: &[Condition], min: usize, max: usize) -> String {
        let all = conditions.len();
        let those = |negated: bool| -> Vec<_> {
            let turn = |it: &Condition| Condition { holds: it.holds != negated, ..*it };
            conditions.iter().map(|it| self.condition(turn(it))).collect()
        };
        match (min, max) {
            _ if min > max.min(all) => "false".to_owned(),
            _ if min == all => joined("and", "true", &those(false)),
            (_, 0) => joined("and", "true", &those(true)),
            (1, _) if max >= all => joined("or", "false", &those(false)),
            (0, _) if max + 1 == all => joined("or", "false", &those(true)),
            _ => {
                let ones: Vec<_> = conditions.iter().map(|&it| self.one(it)).collect();
                let sum = joined("+", "0", &ones);
                match (min, max) {
                    _ if min == max => format!("(= {sum} {min})"),
                    (0, _) => format!("(<= {sum} {max})"),
                    _ if max >= all => format!("(>= {sum} {min})"),
                    _ => format!("(<= {min} {sum} {max})"),
                }
            }
        }
    }
}

/// The solution that a solver's values for a written file are. Auxiliary integers are ignored.
pub fn read_values(cells: &Cells, bindings: &[Binding]) -> Result<Solution, TextError> {
    let mut open: HashMap<String, (CellId, Domain)> =
        cells.iter().map(|(cell, name, domain)| (symbol(name), (cell, domain))).collect();
    let mut values = vec![None; cells.len()];
    for binding in bindings {
        let name = &binding.name;
        let Some((cell, domain)) = open.remove(name) else {
            if name.starts_with("state") {
                continue;
            }
            let message = format!("the answer is for another formula: it has no {}", shown(name));
            return Err(binding.error(message));
        };
        let (min, max) = domain.bounds();
        let fits = Value::try_from(binding.value).ok().filter(|it| (min..=max).contains(it));
        let Some(value) = fits else {
            let expected = format!("expected a value from {min} to {max} for {name}");
            return Err(binding.error(format!("{expected}, found {}", binding.value)));
        };
        values[cell.index()] = Some(value);
    }
    match cells.iter().find(|&(_, name, _)| open.contains_key(&symbol(name))) {
        Some((_, name, _)) => {
            let message = "the answer is for another formula: expected a value for";
            Err(TextError::whole(format!("{message} {}, found none", symbol(name))))
        }
        None => Ok(Solution { values: values.into_iter().flatten().collect() }),
    }
}

/// The name of a cell without blanks.
fn symbol(name: CellName) -> String {
    match name {
        CellName::Row(row) => format!("row{row}"),
        _ => name.to_string(),
    }
}

/// "This cell has this value".
fn equal(cell: CellName, value: Value) -> String {
    format!("(= {} {})", symbol(cell), Numeral(value.into()))
}

/// Several under one operator; one alone stands for itself, and none is `none`.
pub(crate) fn joined(operator: &str, none: &str, parts: &[String]) -> String {
    match parts {
        [] => none.to_owned(),
        [one] => one.clone(),
        _ => format!("({operator} {})", parts.join(" ")),
    }
}

/// A whole number; SMT-LIB has no negative literals.
pub(crate) struct Numeral(pub(crate) i64);

impl fmt::Display for Numeral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0.. => write!(f, "{}", self.0),
            _ => write!(f, "(- {})", self.0.unsigned_abs()),
        }
    }
}
