//! A puzzle's rules for SMT solvers, as they are: whole numbers with bounds, all of these differ.
//! And a solver's values back as a checked board.

use std::collections::HashMap;
use std::fmt::{self, Display};
use std::io::{self, BufWriter, Write};

use sator_sat::answer::Binding;
use sator_sat::backend::Interrupt;
use sator_sat::constraint::{Constraint, Number, Part, Sum};
use sator_sat::text::shown;
use sator_sat::{Lit, TextError};

use super::derive::model_of;
use super::size::ProblemSize;
use crate::model::{
    CellId, CellName, Demand, Domain, Label, Model, Relation, Rule, Scope, Solution, Statement,
    Term, Value,
};
use crate::puzzle::Puzzle;

/// The rules and clues of a puzzle in SMT-LIB: an integer for each cell, an assertion for each
/// relation, and for each rule that belongs to none.
pub struct SmtLib {
    title: String,
    model: Model,
    scope: Scope,
    size: ProblemSize,
}

impl SmtLib {
    /// States the rules of the scope, or those of the puzzle and nothing derived.
    pub fn new(puzzle: &dyn Puzzle, scope: Option<Scope>) -> Self {
        let scope = scope.unwrap_or(Scope::Stated);
        Self::of(puzzle.title(), model_of(puzzle, scope), scope)
    }

    /// The same of a model that has been stated.
    pub(super) fn of(title: String, model: Model, scope: Scope) -> Self {
        let cells = model.cells().len();
        let mut size = ProblemSize { variables: cells as u32, families: Vec::new() };
        size.add("cells", cells as u64);
        for statement in model.statements(scope).filter(|it| !is_empty(it)) {
            size.add(family(statement), 1);
        }
        Self { title, model, scope, size }
    }

    /// How large it is: integers and assertions, the bounds of cells included.
    pub fn size(&self) -> &ProblemSize {
        &self.size
    }

    /// Writes a file that asks for an answer. With `annotate` a comment before each assertion says
    /// it in a player's words. An interrupt is an error of that kind.
    pub fn write(&self, out: impl Write, annotate: bool, interrupt: &Interrupt) -> io::Result<()> {
        let mut out = BufWriter::new(out);
        // Z3 and cvc5 both show the values by themselves then. To be asked for them by a command
        // would be an error where there is no answer, and nobody knows that beforehand.
        self.state(&mut out, "(set-option :dump-models true)\n", annotate, interrupt)?;
        writeln!(out, "(check-sat)")?;
        out.flush()
    }

    /// Writes all but the questions: a solver that reads on can be asked by `(check-sat)`,
    /// [`SmtLib::values_text`] and [`SmtLib::block_text`] thereafter.
    pub fn write_preamble(&self, out: impl Write, interrupt: &Interrupt) -> io::Result<()> {
        let mut out = BufWriter::new(out);
        self.state(&mut out, "", false, interrupt)?;
        out.flush()
    }

    /// The question for the value of every cell; none where there is no cell, for solvers take it
    /// for an error.
    pub fn values_text(&self) -> Option<String> {
        let names: Vec<_> = self.model.cells().map(|(_, name, _)| symbol(name)).collect();
        (!names.is_empty()).then(|| format!("(get-value ({}))\n", names.join(" ")))
    }

    /// The assertion "not this solution".
    pub fn block_text(&self, solution: &Solution) -> String {
        let cells = self.model.cells().zip(&solution.values);
        let all: Vec<_> = cells.map(|((_, name, _), &value)| equal(name, value)).collect();
        format!("(assert (not {}))\n", joined("and", "true", &all))
    }

    /// The assertion "some of these cells have these values".
    pub fn some_text(&self, wanted: &[(CellId, Value)]) -> String {
        let wanted = wanted.iter().map(|&(cell, value)| equal(self.model.name(cell), value));
        format!("(assert {})\n", joined("or", "false", &wanted.collect::<Vec<_>>()))
    }

    /// The value of every cell, from what a solver told.
    pub fn solution(&self, bindings: &[Binding]) -> Result<Solution, TextError> {
        solution(&self.model, bindings)
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
        for (_, name, _) in self.model.cells() {
            writeln!(out, "(declare-const {} Int)", symbol(name))?;
        }
        for (_, name, domain) in self.model.cells() {
            let (min, max) = domain.bounds();
            writeln!(
                out,
                "(assert (<= {} {} {}))",
                Numeral(min.into()),
                symbol(name),
                Numeral(max.into())
            )?;
        }
        for statement in self.model.statements(self.scope).filter(|it| !is_empty(it)) {
            if interrupt.is_raised() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            if annotate {
                writeln!(out, "; {}", words(statement))?;
            }
            writeln!(out, "(assert {})", self.formula(statement))?;
        }
        Ok(())
    }

    fn formula(&self, statement: Statement<'_>) -> String {
        match statement {
            Statement::Relation(Relation { demand: Demand::Distinct(terms), .. }) => {
                let terms: Vec<_> = terms.iter().map(|&term| self.term(term)).collect();
                format!("(distinct {})", terms.join(" "))
            }
            Statement::Rule(Rule { constraint, .. }) => match constraint {
                Constraint::Sum(sum) => self.numbers(sum),
                Constraint::Split { first, others } => {
                    let [first, others] =
                        [first, others].map(|lits| self.count(lits, 1, lits.len()));
                    format!("(xor {first} {others})")
                }
                counting => counting.count().map_or_else(String::new, |count| {
                    self.count(count.lits, count.least, count.most)
                }),
            },
        }
    }

    /// Numbers that add up: cells, since a number has the literals of a whole cell.
    fn numbers(&self, sum: &Sum) -> String {
        let name = |number: &Number| {
            let cell = number.0.first().map(|&(_, lit)| self.model.cell_of(lit).0);
            cell.map_or_else(String::new, |cell| symbol(self.model.name(cell)))
        };
        let term = |part: &Part, number: &Number| {
            if part.is_negative { format!("(- {})", name(number)) } else { name(number) }
        };
        let terms: Vec<_> = sum
            .parts
            .iter()
            .flat_map(|part| part.numbers.iter().map(move |number| term(part, number)))
            .collect();
        format!("(= {} {})", joined("+", "0", &terms), Numeral(sum.total))
    }

    fn term(&self, Term { cell, offset }: Term) -> String {
        let name = symbol(self.model.name(cell));
        match offset {
            0 => name,
            1.. => format!("(+ {name} {offset})"),
            _ => format!("(- {name} {})", offset.unsigned_abs()),
        }
    }

    /// Between `least` and `most` of the literals are true, in words of logic where these do.
    fn count(&self, lits: &[Lit], least: usize, most: usize) -> String {
        let all = lits.len();
        let those = |negated: bool| -> Vec<_> {
            lits.iter().map(|&lit| self.literal(if negated { !lit } else { lit })).collect()
        };
        match (least, most) {
            _ if least > most.min(all) => "false".to_owned(),
            _ if least == all => joined("and", "true", &those(false)),
            (_, 0) => joined("and", "true", &those(true)),
            (1, _) if most >= all => joined("or", "false", &those(false)),
            (0, _) if most + 1 == all => joined("or", "false", &those(true)),
            _ => self.sum(lits, least, most),
        }
    }

    fn sum(&self, lits: &[Lit], least: usize, most: usize) -> String {
        let ones: Vec<_> = lits.iter().map(|&lit| self.one(lit)).collect();
        let sum = joined("+", "0", &ones);
        match (least, most) {
            _ if least == most => format!("(= {sum} {least})"),
            (0, _) => format!("(<= {sum} {most})"),
            _ if most >= lits.len() => format!("(>= {sum} {least})"),
            _ => format!("(<= {least} {sum} {most})"),
        }
    }

    /// The literal as a truth.
    fn literal(&self, lit: Lit) -> String {
        let (cell, value) = self.model.cell_of(lit);
        let name = symbol(self.model.name(cell));
        match self.model.domain(cell) {
            Domain::Truth => format!("(= {name} {})", u8::from(lit.is_pos())),
            Domain::Range { .. } if lit.is_pos() => format!("(= {name} {})", Numeral(value.into())),
            Domain::Range { .. } => format!("(not (= {name} {}))", Numeral(value.into())),
        }
    }

    /// The literal as 1 where it is true and 0 where it is not. Where a cell is just that, it
    /// counts itself.
    fn one(&self, lit: Lit) -> String {
        let (cell, _) = self.model.cell_of(lit);
        let name = symbol(self.model.name(cell));
        match self.model.domain(cell) {
            Domain::Truth if lit.is_pos() => name,
            Domain::Truth => format!("(- 1 {name})"),
            Domain::Range { .. } => format!("(ite {} 1 0)", self.literal(lit)),
        }
    }
}

/// Turns a solver's values for a written file into a checked answer.
pub fn fit_values(puzzle: &dyn Puzzle, bindings: &[Binding]) -> Result<Solution, TextError> {
    let solution = solution(&puzzle.model(), bindings)?;
    match puzzle.check(&solution) {
        Ok(()) => Ok(solution),
        Err(broken) => Err(TextError::whole(format!("the answer is wrong: {broken}"))),
    }
}

fn solution(model: &Model, bindings: &[Binding]) -> Result<Solution, TextError> {
    let mut open: HashMap<String, (CellId, CellName, Domain)> =
        model.cells().map(|cell| (symbol(cell.1), cell)).collect();
    let mut values = vec![None; open.len()];
    for binding in bindings {
        let told = &binding.name;
        let Some((cell, _, domain)) = open.remove(told) else {
            let message = format!("the answer is for another formula: it has no {}", shown(told));
            return Err(binding.error(message));
        };
        let (min, max) = domain.bounds();
        let fits = Value::try_from(binding.value).ok().filter(|it| (min..=max).contains(it));
        let Some(value) = fits else {
            let expected = format!("expected a value from {min} to {max} for {told}");
            return Err(binding.error(format!("{expected}, found {}", binding.value)));
        };
        values[cell.index()] = Some(value);
    }
    let first_open = |(_, name, _): &(CellId, CellName, Domain)| open.contains_key(&symbol(*name));
    match model.cells().find(first_open) {
        Some((_, name, _)) => {
            let message = "the answer is for another formula: expected a value for";
            Err(TextError::whole(format!("{message} {}, found none", symbol(name))))
        }
        None => Ok(Solution { values: values.into_iter().flatten().collect() }),
    }
}

/// What a cell is called here: names have no blanks.
fn symbol(name: CellName) -> String {
    match name {
        CellName::Square { row, column } => format!("r{row}c{column}"),
        CellName::Row(row) => format!("row{row}"),
    }
}

/// "This cell has this value".
fn equal(cell: CellName, value: Value) -> String {
    format!("(= {} {})", symbol(cell), Numeral(value.into()))
}

/// Whether a statement says nothing, and no solver would understand it.
fn is_empty(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::Relation(Relation { demand: Demand::Distinct(terms), .. }) => terms.len() < 2,
        Statement::Rule(Rule { constraint, .. }) => constraint
            .count()
            .is_some_and(|count| count.least == 0 && count.most >= count.lits.len()),
    }
}

fn family(statement: Statement<'_>) -> &'static str {
    match statement {
        Statement::Relation(relation) => relation.family,
        Statement::Rule(rule) => rule.family,
    }
}

fn words(statement: Statement<'_>) -> Label {
    match statement {
        Statement::Relation(relation) => relation.text.clone(),
        Statement::Rule(rule) => rule.text.clone(),
    }
}

/// Several under one operator; one stands for itself, and none is what the operator makes of it.
fn joined(operator: &str, none: &str, parts: &[String]) -> String {
    match parts {
        [] => none.to_owned(),
        [one] => one.clone(),
        _ => format!("({operator} {})", parts.join(" ")),
    }
}

/// A whole number; the language has no signs.
struct Numeral(i64);

impl Display for Numeral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0.. => write!(f, "{}", self.0),
            _ => write!(f, "(- {})", self.0.unsigned_abs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use sator_sat::Constraint;

    use super::*;
    use crate::model::Wording;

    /// Two cells that are true or false, and one that may be negative.
    fn mixed() -> Model {
        let mut model = Model::new(Wording {
            some_value: "has a value",
            one_value: "has only one value",
            fact: |cell, value| format!("{cell} is {value}"),
        });
        for column in 1..=2 {
            model.cell(CellName::Square { row: 1, column }, Domain::Truth);
        }
        model.cell(CellName::Row(2), Domain::Range { min: -2, max: 1 });
        model
    }

    fn formula(state: impl FnOnce([CellId; 3], &Model) -> Constraint) -> String {
        let mut model = mixed();
        let constraint = state([0, 1, 2].map(CellId::nth), &model);
        model.rule("rules", Label::new([], |_| "a rule".to_owned()), constraint);
        let text = SmtLib::of("Mixed".to_owned(), model, Scope::Stated);
        let mut formulas = text.model.statements(text.scope).map(|it| text.formula(it));
        formulas.next().unwrap()
    }

    #[test]
    fn cells_that_are_true_or_false_count_themselves() {
        let sum = formula(|[a, b, c], model| {
            let lits = vec![model.is(a, 1), model.is(b, 0), model.is(c, -1)];
            Constraint::Exactly { lits, count: 2 }
        });
        assert_eq!(sum, "(= (+ r1c1 (- 1 r1c2) (ite (= row2 (- 1)) 1 0)) 2)");
    }

    #[test]
    fn literals_tell_their_cell_and_value() {
        let clause = formula(|[a, b, c], model| {
            Constraint::Clause(vec![model.is(a, 1), model.is(b, 0), !model.is(c, 1)])
        });
        assert_eq!(clause, "(or (= r1c1 1) (= r1c2 0) (not (= row2 1)))");
        let pair = formula(|[a, _, c], model| {
            Constraint::at_most_one(vec![model.is(a, 1), model.is(c, 0)])
        });
        assert_eq!(pair, "(or (= r1c1 0) (not (= row2 0)))");
    }

    #[test]
    fn counts_are_said_as_plainly_as_they_can_be() {
        let counted = |least, most| {
            let model = mixed();
            let lits: Vec<_> = (0..4).map(|value| model.is(CellId::nth(2), value - 2)).collect();
            SmtLib::of(String::new(), mixed(), Scope::Stated).count(&lits[..3], least, most)
        };
        let [a, b, c] = ["(= row2 (- 2))", "(= row2 (- 1))", "(= row2 0)"];
        let sum = format!("(+ (ite {a} 1 0) (ite {b} 1 0) (ite {c} 1 0))");
        assert_eq!(counted(3, 3), format!("(and {a} {b} {c})"));
        assert_eq!(counted(0, 0), format!("(and (not {a}) (not {b}) (not {c}))"));
        assert_eq!(counted(0, 1), format!("(<= {sum} 1)"));
        assert_eq!(counted(0, 2), format!("(or (not {a}) (not {b}) (not {c}))"));
        assert_eq!(counted(1, 2), format!("(<= 1 {sum} 2)"));
        assert_eq!(counted(2, 3), format!("(>= {sum} 2)"));
        assert_eq!(counted(2, 1), "false");
        assert_eq!(counted(4, 9), "false");
    }

    #[test]
    fn a_filling_is_told_and_forbidden_in_the_same_names() {
        let text = SmtLib::of("Mixed".to_owned(), mixed(), Scope::Stated);
        assert_eq!(text.values_text().unwrap(), "(get-value (r1c1 r1c2 row2))\n");
        let block = "(assert (not (and (= r1c1 1) (= r1c2 0) (= row2 (- 2)))))\n";
        assert_eq!(text.block_text(&Solution { values: vec![1, 0, -2] }), block);
        let some = [(CellId::nth(0), 1), (CellId::nth(2), -2)];
        assert_eq!(text.some_text(&some), "(assert (or (= r1c1 1) (= row2 (- 2))))\n");
    }
}
