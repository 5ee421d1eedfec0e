//! The printed reasons of a step, read as a player reads them: they force the facts of the step.
//!
//! Each sentence is taken at its word and becomes a premise. "r1c1 sees the 5 on r4c1" says that r1c1 is
//! not 5, if it does see that cell; "r1c1 is not 5 (step 3)" does, if step 3 says so; a rule of the
//! puzzle means its constraints. What is not said is not a premise.

mod queens;

use std::collections::{HashMap, HashSet};

use sator::engine::explain::{Fact, UnitId, UnitKind};
use sator::engine::{Explanation, Units};
use sator::explain::{ExplainedStep, Narrator};
use sator::model::{CellId, CellName, Cells, Condition, Constraint, Domain, Linear, Origin, Value};
use sator::puzzle::AnyPuzzle;
use sator_sat::Lit;

use super::meaning::Meaning;

/// Reads the steps of an explanation one after another.
struct Reader<'r> {
    name: &'r str,
    puzzle: &'r AnyPuzzle,
    units: &'r Units,
    cell_of: HashMap<String, CellId>,
    value_of: HashMap<String, Value>,
    /// The sentences of rules, each with the units that it stands for.
    rules: HashMap<String, Vec<UnitId>>,
    given: HashSet<Fact>,
    /// What is known before the next step.
    known: HashSet<Fact>,
    /// What each step said.
    said: Vec<HashSet<Fact>>,
}

/// Where a sentence says that its facts come from.
struct Sources {
    steps: Vec<usize>,
    has_board: bool,
}

/// The premises of a step.
struct Premises<'p> {
    meaning: Meaning<'p>,
    on: Vec<Lit>,
    /// The cell that "row 4 has 2 and 5" is about.
    subject: Option<CellId>,
    /// The house and the value that "its other cells are filled" is about.
    house: Option<(Vec<CellId>, Value)>,
}

impl Premises<'_> {
    fn at_least_one(&mut self, lits: &[Lit]) {
        let switch = self.meaning.at_least_one_of(lits);
        self.on.push(switch);
    }

    fn at_most_one(&mut self, lits: &[Lit]) {
        let switch = self.meaning.at_most_one_of(lits);
        self.on.push(switch);
    }
}

/// Reads what is printed about a puzzle.
pub(super) fn check(name: &str, puzzle: &AnyPuzzle, found: &Explanation) {
    let mut reader = Reader::new(name, puzzle, &found.units);
    let mut narrator = Narrator::new(puzzle, &[]);
    for step in &found.steps {
        let told = narrator.tell(&found.units, step, &|fact| found.scan(fact));
        reader.read(&told, &step.facts);
    }
}

/// "a, b and c", "a or b".
fn listed(text: &str) -> Vec<&str> {
    let parts = text.split(", ").flat_map(|it| it.split(" and ")).flat_map(|it| it.split(" or "));
    parts.collect()
}

impl<'r> Reader<'r> {
    fn new(name: &'r str, puzzle: &'r AnyPuzzle, units: &'r Units) -> Self {
        let cells = units.instance().cells();
        let mut value_of = HashMap::new();
        for value in cells.iter().flat_map(|(_, _, domain)| domain.values()) {
            value_of.insert(puzzle.symbol(value), value);
        }
        let mut rules: HashMap<String, Vec<UnitId>> = HashMap::new();
        for id in units.ids() {
            let rule = units.rule(id);
            let has_noun = rule.is_some_and(|rule| rule.subject(cells).is_some());
            if matches!(units.kind(id), UnitKind::Whole(_)) && !units.is_derived(id) {
                rules.entry(units.text(id)).or_default().push(id);
            } else if let (Some(rule), false) = (rule, has_noun) {
                // Cells that differ by a rule with a sentence of its own.
                rules.entry(rule.text(cells)).or_default().push(id);
            }
        }
        let given: HashSet<Fact> = units.instance().clues().facts.iter().copied().collect();
        let cell_of = cells.iter().map(|(id, name, _)| (name.to_string(), id)).collect();
        let (known, said) = (HashSet::new(), Vec::new());
        let mut reader = Self { name, puzzle, units, cell_of, value_of, rules, given, known, said };
        reader.given = reader.given.iter().flat_map(|&fact| reader.same(fact)).collect();
        reader.known = reader.given.clone();
        reader
    }

    fn cells(&self) -> &'r Cells {
        self.units.instance().cells()
    }

    fn lit(&self, fact: Fact) -> Lit {
        self.cells().lit(fact).unwrap_or_else(|| panic!("{}: {fact:?}", self.name))
    }

    fn cell(&self, text: &str) -> Option<CellId> {
        self.cell_of.get(text).copied()
    }

    fn cell_list(&self, text: &str) -> Option<Vec<CellId>> {
        listed(text).into_iter().map(|it| self.cell(it)).collect()
    }

    fn value(&self, text: &str) -> Option<Value> {
        self.value_of.get(text).copied()
    }

    fn value_list(&self, text: &str) -> Option<Vec<Value>> {
        listed(text).into_iter().map(|it| self.value(it)).collect()
    }

    /// A square of queens: the cell of its row, and its column.
    fn square(&self, text: &str) -> Option<Condition> {
        let (row, column) = text.strip_prefix('r')?.split_once('c')?;
        let cell = self.cell(&format!("row {row}"))?;
        Some(cell.is(column.parse().ok()?))
    }

    fn squares(&self, text: &str) -> Option<Vec<Condition>> {
        listed(text).into_iter().map(|it| self.square(it)).collect()
    }

    /// The cells of a house: of a rule with this noun.
    fn house(&self, noun: &str) -> Option<Vec<CellId>> {
        let instance = self.units.instance();
        let rules = instance.rules().iter().chain(&instance.clues().rules);
        let is_it = |rule: &&sator::model::Rule| {
            matches!(rule.constraint, Constraint::AllDifferent(_))
                && rule.subject(self.cells()).as_deref() == Some(noun)
        };
        rules.filter(is_it).map(|rule| rule.constraint.scope()).next()
    }

    fn value_at(&self, cell: CellId) -> Option<Value> {
        let mut values = self.cells().domain(cell).values();
        values.find(|&value| self.known.contains(&cell.is(value)))
    }

    /// Whether two cells have places in a house, or a rule allows only one of two squares.
    fn exclude_each_other(&self, one: Fact, other: Fact) -> bool {
        let instance = self.units.instance();
        let rules = instance.rules().iter().chain(&instance.clues().rules);
        rules.into_iter().any(|rule| match &rule.constraint {
            Constraint::AllDifferent(all) => {
                let number = |fact: Fact| {
                    let term = all.terms().iter().find(|term| term.cell == fact.cell)?;
                    Some(fact.value + term.offset)
                };
                let first = number(one);
                one.cell != other.cell && first.is_some() && first == number(other)
            }
            Constraint::Count(count) if rule.origin == Origin::Rule => {
                let has = |fact: &Fact| count.conditions().contains(fact);
                count.bounds().1 == 1 && has(&one) && has(&other)
            }
            _ => false,
        })
    }

    /// Whether the board shows that a cell does not have a value.
    fn is_shown(&self, fact: Fact) -> bool {
        let other = |value: &Value| *value != fact.value;
        let is_filled = || self.value_at(fact.cell).as_ref().is_some_and(other);
        // Only queens exclude other values: those of their diagonals.
        let is_queen = matches!(self.cells().name(fact.cell), CellName::Row(_));
        let is_near = |it: &&Fact| it.holds && (is_queen || it.value == fact.value);
        let is_seen = || {
            self.known
                .iter()
                .filter(is_near)
                .any(|&it| self.exclude_each_other(fact.cell.is(fact.value), it))
        };
        !fact.holds && (self.given.contains(&fact) || is_filled() || is_seen())
    }

    /// Cuts " (steps 3 and 4, and the board)" off.
    fn sources<'t>(&self, text: &'t str) -> (&'t str, Sources) {
        let none = (text, Sources { steps: Vec::new(), has_board: false });
        let Some((rest, cited)) = text.strip_suffix(')').and_then(|it| it.rsplit_once(" (step"))
        else {
            return none;
        };
        let cited = cited.trim_start_matches('s').trim_start();
        let (cited, has_board) = match cited.strip_suffix(" and the board") {
            Some(cited) => (cited.trim_end_matches(','), true),
            None => (cited, false),
        };
        let steps: Vec<usize> = listed(cited).into_iter().map(|it| it.parse().unwrap()).collect();
        assert!(
            steps.iter().all(|step| (1..=self.said.len()).contains(step)),
            "{}: {text}",
            self.name
        );
        (rest, Sources { steps, has_board })
    }

    /// Takes facts as premises, if the steps or the board say so.
    fn take(&self, text: &str, facts: &[Fact], sources: &Sources, premises: &mut Premises<'_>) {
        let Sources { steps, has_board } = sources;
        let says = |step: &usize, fact: &Fact| self.said[step - 1].contains(fact);
        for fact in facts {
            let is_right = if steps.is_empty() {
                self.given.contains(fact) || self.is_shown(*fact)
            } else {
                steps.iter().any(|step| says(step, fact)) || *has_board && self.is_shown(*fact)
            };
            assert!(is_right, "{}, step {}: {text}: {fact:?}", self.name, self.said.len() + 1);
            premises.on.push(self.lit(*fact));
        }
        for step in steps {
            let is_of_use = facts.iter().any(|fact| says(step, fact));
            assert!(is_of_use, "{}, step {}: {text}: step {step}", self.name, self.said.len() + 1);
        }
    }

    /// Takes a fact that the board shows.
    fn take_shown(&self, text: &str, fact: Fact, premises: &mut Premises<'_>) {
        assert!(self.is_shown(fact), "{}, step {}: {text}", self.name, self.said.len() + 1);
        premises.on.push(self.lit(fact));
    }

    /// Reads a step: its reasons force all that it says, which includes its facts. What was known before
    /// is no premise unless a reason cites it.
    fn read(&mut self, told: &ExplainedStep, facts: &[Fact]) {
        let mut premises = Premises {
            meaning: Meaning::new(self.units),
            on: Vec::new(),
            subject: None,
            house: None,
        };
        for text in &told.because {
            assert!(!text.contains("aux"), "{}: {text}", self.name);
            self.reason(text, &mut premises)
                .unwrap_or_else(|| panic!("{}: what does this mean: {text}", self.name));
        }
        assert!(!told.text.contains("aux"), "{}: {}", self.name, told.text);
        let claims = self.conclusion(&told.text);
        let reasons = premises.on.clone();
        let lits: Vec<Lit> = facts.iter().map(|&fact| self.lit(fact)).collect();
        let some_is_false = premises.meaning.some_is_false(&lits);
        premises.on.push(some_is_false);
        let number = self.said.len() + 1;
        let is_possible = premises.meaning.is_possible(&premises.on);
        assert!(!is_possible, "{}, step {number} does not follow: {told:?}", self.name);
        for claim in &claims {
            let is_new = facts.iter().any(|fact| self.same(*fact).contains(claim));
            let is_other = |fact: &Fact| {
                fact.holds && !claim.holds && fact.cell == claim.cell && fact.value != claim.value
            };
            let is_new = is_new || facts.iter().any(is_other);
            let is_right = is_new || {
                let is_false = !self.lit(*claim);
                !premises.meaning.is_possible(&[&reasons[..], &[is_false]].concat())
            };
            assert!(is_right, "{}, step {number}: {}: {claim:?}", self.name, told.text);
        }
        for fact in facts {
            assert!(
                claims.contains(fact),
                "{}, step {number}: {} without {fact:?}",
                self.name,
                told.text
            );
        }
        let stated: Vec<Fact> = facts.iter().flat_map(|&fact| self.same(fact)).collect();
        self.known.extend(stated);
        self.said.push(claims);
    }

    /// A fact about a cell of two values that is auxiliary, or true or false, both ways; any other as it
    /// is.
    fn same(&self, fact: Fact) -> Vec<Fact> {
        let domain = self.cells().domain(fact.cell);
        let is_hidden = matches!(self.cells().name(fact.cell), CellName::Auxiliary(_));
        if !(is_hidden && domain.len() == 2 || domain == Domain::Truth) {
            return vec![fact];
        }
        let (least, most) = domain.bounds();
        let other = if fact.value == least { most } else { least };
        vec![fact, Fact { value: other, holds: !fact.holds, ..fact }]
    }

    /// The facts that a conclusion states.
    fn conclusion(&self, text: &str) -> HashSet<Fact> {
        if text == "this is impossible" {
            return HashSet::new();
        }
        let mut facts = HashSet::new();
        for part in text.split("; ") {
            let stated = self.statement(part);
            facts.extend(stated.unwrap_or_else(|| panic!("{}: what is {part}", self.name)));
        }
        // A cell with a value has no other.
        let placed: Vec<Fact> = facts.iter().filter(|fact| fact.holds).copied().collect();
        for fact in placed {
            let others = self.cells().domain(fact.cell).values().filter(|it| *it != fact.value);
            facts.extend(others.map(|value| fact.cell.is_not(value)));
        }
        facts
    }

    /// Facts: "r1c1 is 5", "r1c1 and r1c2 are not 5 or 6", "r1c1 can only be 1 or 2", "r1c1 is a mine".
    fn statement(&self, text: &str) -> Option<Vec<Fact>> {
        if let Some(square) = text.strip_prefix("a queen stands on ") {
            return Some(vec![self.square(square)?]);
        }
        if let Some(squares) = text.strip_prefix("no queen stands on ") {
            let squares = self.squares(squares)?;
            return Some(squares.into_iter().map(|it| it.cell.is_not(it.value)).collect());
        }
        if let Some([no, yes]) = self.puzzle.truth_words() {
            let (cells, word) = text.split_once(" is ").or_else(|| text.split_once(" are "))?;
            let cells = self.cell_list(cells)?;
            let word = word.trim_start_matches("a ");
            let value = if word == no { 0 } else { i32::from(word.starts_with(yes)) };
            assert!(word == no || word.starts_with(yes), "{text}");
            return Some(cells.iter().flat_map(|cell| self.truth(*cell, value)).collect());
        }
        if let Some(facts) = self.hidden(text) {
            return Some(facts);
        }
        if let Some((cells, values)) = text.split_once(" can only be ") {
            let (cells, left) = (self.cell_list(cells)?, self.value_list(values)?);
            let excluded = |cell: &CellId| {
                let values = self.cells().domain(*cell).values();
                let gone = values.filter(|value| !left.contains(value));
                gone.map(|value| cell.is_not(value)).collect::<Vec<_>>()
            };
            return Some(cells.iter().flat_map(excluded).collect());
        }
        for (verb, holds) in [(" is not ", false), (" are not ", false), (" is ", true)] {
            let Some((cells, values)) = text.split_once(verb) else { continue };
            let (Some(cells), Some(values)) = (self.cell_list(cells), self.value_list(values))
            else {
                continue;
            };
            let fact = |&cell: &CellId| {
                values.iter().map(move |&value| Fact { cell, value, holds }).collect::<Vec<_>>()
            };
            return Some(cells.iter().flat_map(fact).collect());
        }
        None
    }

    /// A fact about a cell that is true or false, in both forms.
    fn truth(&self, cell: CellId, value: Value) -> Vec<Fact> {
        assert_eq!(self.cells().domain(cell), Domain::Truth);
        vec![cell.is(value), cell.is_not(1 - value)]
    }

    /// A fact about an auxiliary cell, in its words.
    fn hidden(&self, text: &str) -> Option<Vec<Fact>> {
        self.cells().iter().find_map(|(cell, _, domain)| {
            let words = self.cells().words(cell)?;
            let what = text.strip_prefix(&*words.subject)?.strip_prefix(" is ")?;
            let place = words.values.iter().position(|it| it == what)?;
            Some(self.same(cell.is(domain.values().nth(place)?)))
        })
    }

    /// Reads a reason; `None` if it is not understood.
    fn reason(&self, text: &str, premises: &mut Premises<'_>) -> Option<()> {
        if let Some(units) = self.rules.get(text) {
            add_rule(units, premises);
            return Some(());
        }
        // Constraints that count, with the cells that use them up.
        if let Some((rule, used)) = text.rsplit_once(": its ") {
            add_rule(self.rules.get(rule)?, premises);
            let (used, sources) = self.sources(used);
            let (values, cells) =
                used.split_once(" are on ").or_else(|| used.split_once(" is on "))?;
            let cells = self.cell_list(cells)?;
            let value = match values.split_once(' ') {
                None => values,
                Some((number, values)) => {
                    let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
                    assert_eq!(
                        words.iter().position(|it| *it == number)? + 2,
                        cells.len(),
                        "{text}"
                    );
                    values.strip_suffix('s')?
                }
            };
            let value = self.value(value)?;
            let facts: Vec<Fact> = cells.iter().map(|cell| cell.is(value)).collect();
            self.take(text, &facts, &sources, premises);
            return Some(());
        }
        if text.ends_with(" (45 rule)") {
            return self.derived(text, premises);
        }
        if let Some(noun) = text.strip_suffix(')').and_then(|it| it.rsplit_once(" differ (")) {
            return self.difference(&self.cell_list(noun.0)?, noun.1, premises);
        }
        let (sentence, sources) = self.sources(text);
        if self.puzzle.truth_words().is_some() {
            return self.of_mines(sentence, &sources, premises);
        }
        let is_queens = self.puzzle.kind().name == "queens";
        if is_queens {
            return self.of_queens(text, sentence, &sources, premises);
        }
        if let Some(facts) = self.statement(sentence) {
            self.take(text, &facts, &sources, premises);
            // "r1c1 can only be 1 or 2" says that it is one of them.
            if let Some((cells, values)) = sentence.split_once(" can only be ") {
                for cell in self.cell_list(cells)? {
                    let left = self.value_list(values)?;
                    let lits: Vec<Lit> = left.iter().map(|&it| self.lit(cell.is(it))).collect();
                    premises.at_least_one(&lits);
                }
            }
            return Some(());
        }
        self.of_houses(text, sentence, &sources, premises)
    }

    /// A sum by the 45 rule means the equation, and nothing about the cells in it.
    fn derived(&self, text: &str, premises: &mut Premises<'_>) -> Option<()> {
        let equation = text.strip_suffix(" (45 rule)")?;
        let equation = equation.rsplit_once("that leaves ").or(equation.rsplit_once(" leave "))?.1;
        let mut total = 0;
        let mut terms: HashMap<CellId, i64> = HashMap::new();
        for (side, sign) in equation.split(" = ").zip([1, -1]) {
            for term in side.split(" + ") {
                match self.cell(term) {
                    Some(cell) => *terms.entry(cell).or_default() += sign,
                    None => total -= sign * term.parse::<i64>().ok()?,
                }
            }
        }
        let is_it = |linear: &Linear| {
            let mut own: HashMap<CellId, i64> = HashMap::new();
            for part in linear.summands() {
                for &cell in &part.cells {
                    *own.entry(cell).or_default() += part.coefficient;
                }
            }
            own == terms && linear.accept() == sator::model::constraint::Accept::Equal(total)
        };
        let id =
            self.units.ids().find(|&id| match self.units.rule(id).map(|it| &it.constraint) {
                Some(Constraint::Linear(linear)) => self.units.is_derived(id) && is_it(linear),
                _ => false,
            })?;
        add_rule(&[id], premises);
        Some(())
    }

    /// "r4c7 and r4c9 differ (row 4)".
    fn difference(&self, cells: &[CellId], noun: &str, premises: &mut Premises<'_>) -> Option<()> {
        let instance = self.units.instance();
        let mut rules = instance.rules().iter().chain(&instance.clues().rules);
        let rule = rules.find(|rule| {
            let scope = rule.constraint.scope();
            rule.subject(self.cells()).as_deref() == Some(noun)
                && cells.iter().all(|cell| scope.contains(cell))
        })?;
        // A cage's sentence says that its values differ.
        let is_cage = matches!(&rule.constraint, Constraint::Linear(sum) if sum.cage().is_some());
        assert!(is_cage || matches!(rule.constraint, Constraint::AllDifferent(_)), "{noun}");
        let switch = premises.meaning.add_difference(cells);
        premises.on.push(switch);
        Some(())
    }

    fn of_mines(&self, text: &str, sources: &Sources, premises: &mut Premises<'_>) -> Option<()> {
        if text.starts_with("no other cell") {
            return Some(());
        }
        let number = |noun| text.strip_suffix(noun).and_then(|it: &str| it.parse::<usize>().ok());
        for (noun, value) in [(" mines are known", 1), (" cells are known to be safe", 0)] {
            if let Some(number) = number(noun) {
                let known = self.known.iter().filter(|fact| fact.holds && fact.value == value);
                let known: Vec<Fact> = known.copied().collect();
                assert!(number <= known.len(), "{}: {text}", self.name);
                premises.on.extend(known.into_iter().map(|fact| self.lit(fact)));
                return Some(());
            }
        }
        let facts: Vec<Fact> = self.statement(text)?;
        let facts: Vec<Fact> = facts.into_iter().filter(|fact| fact.holds).collect();
        self.take(text, &facts, sources, premises);
        Some(())
    }

    fn of_houses(
        &self,
        text: &str,
        sentence: &str,
        sources: &Sources,
        premises: &mut Premises<'_>,
    ) -> Option<()> {
        if let Some(facts) = self.either_or(text) {
            let lits: Vec<Lit> = facts.iter().map(|&fact| self.lit(fact)).collect();
            premises.at_least_one(&lits);
            return Some(());
        }
        if let Some(cell) = text.strip_suffix(" needs a value") {
            let cell = self.cell(cell)?;
            premises.subject = Some(cell);
            premises.at_least_one(&self.values_of(cell));
            return Some(());
        }
        if let Some(cell) = text.strip_suffix(" has only one value") {
            premises.at_most_one(&self.values_of(self.cell(cell)?));
            return Some(());
        }
        if let Some(cell) = sentence.strip_suffix(" has no value left") {
            let cell = self.cell(cell)?;
            let gone: Vec<Fact> =
                self.cells().domain(cell).values().map(|value| cell.is_not(value)).collect();
            self.take(text, &gone, sources, premises);
            premises.at_least_one(&self.values_of(cell));
            return Some(());
        }
        if let Some((house, value)) =
            text.strip_suffix(" somewhere").and_then(|it| it.split_once(" needs a"))
        {
            let value = self.value(value.trim_start_matches('n').trim_start())?;
            let house = self.house(house)?;
            premises.at_least_one(&self.places(&house, value));
            premises.house = Some((house, value));
            return Some(());
        }
        if let Some((house, value)) = text.split_once(" has only one ") {
            let (house, value) = (self.house(house)?, self.value(value)?);
            premises.at_most_one(&self.places(&house, value));
            return Some(());
        }
        if let Some((house, value)) = sentence.split_once(" has no place left for a") {
            let value = self.value(value.trim_start_matches('n').trim_start())?;
            let house = self.house(house)?;
            let gone: Vec<Fact> = house.iter().map(|cell| cell.is_not(value)).collect();
            self.take(text, &gone, sources, premises);
            premises.at_least_one(&self.places(&house, value));
            return Some(());
        }
        if let Some((what, left)) =
            sentence.strip_prefix("the ").and_then(|it| it.split_once(" is on "))
            && let Some((value, house)) = what.split_once(" of ")
        {
            let (value, house) = (self.value(value)?, self.house(house)?);
            let left = self.cell_list(left)?;
            assert!(left.iter().all(|cell| house.contains(cell)), "{}: {text}", self.name);
            let gone = house.iter().filter(|cell| !left.contains(cell));
            let gone: Vec<Fact> = gone.map(|cell| cell.is_not(value)).collect();
            self.take(text, &gone, sources, premises);
            premises.at_least_one(&self.places(&house, value));
            return Some(());
        }
        self.of_placed_values(text, premises)
    }

    /// The literals of a value in a house.
    fn places(&self, house: &[CellId], value: Value) -> Vec<Lit> {
        let has = |cell: &&CellId| self.cells().domain(**cell).contains(value);
        house.iter().filter(has).map(|cell| self.lit(cell.is(value))).collect()
    }

    /// The literals of the values of a cell.
    fn values_of(&self, cell: CellId) -> Vec<Lit> {
        let values = self.cells().domain(cell).values();
        values.map(|value| self.lit(cell.is(value))).collect()
    }

    /// What placed values exclude.
    fn of_placed_values(&self, text: &str, premises: &mut Premises<'_>) -> Option<()> {
        if text == "its other cells are filled" {
            let (house, value) = premises.house.clone()?;
            for cell in house {
                if self.value_at(cell).is_some() {
                    self.take_shown(text, cell.is_not(value), premises);
                }
            }
            return Some(());
        }
        if let Some(cells) = text.strip_suffix(" filled") {
            let cells = cells.strip_suffix(" is").or(cells.strip_suffix(" are"))?;
            for cell in self.cell_list(cells)? {
                let value = self.value_at(cell).unwrap_or_else(|| panic!("{}: {text}", self.name));
                for other in self.cells().domain(cell).values().filter(|it| *it != value) {
                    self.take_shown(text, cell.is_not(other), premises);
                }
            }
            return Some(());
        }
        if let Some((cells, placed)) =
            text.split_once(" see the ").or(text.split_once(" sees the "))
        {
            return self.seen(text, &self.cell_list(cells)?, placed, premises);
        }
        if let Some((house, values)) = text.split_once(" has ")
            && let (Some(subject), Some(house)) = (premises.subject, self.house(house))
        {
            assert!(house.contains(&subject), "{}: {text}", self.name);
            for value in
                self.value_list(values.trim_start_matches("an ").trim_start_matches("a "))?
            {
                let is_placed = house.iter().any(|&cell| self.value_at(cell) == Some(value));
                assert!(is_placed, "{}: {text}", self.name);
                self.take_shown(text, subject.is_not(value), premises);
            }
            return Some(());
        }
        // Cells that differ by a rule with a sentence: "…: r1c2 is not 3, as r1c1 is 3".
        let (rule, fact) = text.rsplit_once(": ")?;
        if let Some(cells) = fact.strip_suffix(" differ") {
            let cells = self.cell_list(cells)?;
            let scope = |id: &UnitId| self.units.scope(*id);
            let has_all = |id: &UnitId| cells.iter().all(|cell| scope(id).contains(cell));
            assert!(self.rules.get(rule)?.iter().any(has_all), "{}: {text}", self.name);
            let switch = premises.meaning.add_difference(&cells);
            premises.on.push(switch);
            return Some(());
        }
        let (fact, placed) = fact.split_once(", as ")?;
        let placed = self.statement(placed)?[0];
        assert!(self.known.contains(&placed), "{}: {text}", self.name);
        add_rule(self.rules.get(rule)?, premises);
        premises.on.push(self.lit(placed));
        for fact in self.statement(fact)? {
            self.take_shown(text, fact, premises);
        }
        Some(())
    }

    /// "row 2 from the left is larger than row 1 from the left or smaller than row 1 from the left".
    fn either_or(&self, text: &str) -> Option<Vec<Fact>> {
        self.cells().iter().find_map(|(cell, _, domain)| {
            let words = self.cells().words(cell)?;
            let what = text.strip_prefix(&*words.subject)?.strip_prefix(" is ")?;
            let all = domain.values().map(|value| cell.is(value)).collect();
            (what == words.values.join(" or ")).then_some(all)
        })
    }

    /// Cells that see a placed value, in a row, column or box, or in a group that is named.
    fn seen(
        &self,
        text: &str,
        cells: &[CellId],
        placed: &str,
        premises: &mut Premises<'_>,
    ) -> Option<()> {
        let (value, place) = placed.split_once(" on ")?;
        let (place, group) = match place.split_once(" in ") {
            Some((place, group)) => (place, Some(self.house(group)?)),
            None => (place, None),
        };
        let (value, place) = (self.value(value)?, self.cell(place)?);
        assert!(self.known.contains(&place.is(value)), "{}: {text}", self.name);
        let rules = self.units.instance().rules();
        for &cell in cells {
            let both = |scope: &[CellId]| scope.contains(&cell) && scope.contains(&place);
            let is_house = |rule: &sator::model::Rule| {
                matches!(rule.family, "rows" | "columns" | "boxes" | "regions")
                    && both(&rule.constraint.scope())
            };
            let is_right = match &group {
                Some(group) => both(group),
                None => rules.iter().any(is_house),
            };
            assert!(is_right && cell != place, "{}: {text}", self.name);
            self.take_shown(text, cell.is_not(value), premises);
        }
        Some(())
    }
}

fn add_rule(units: &[UnitId], premises: &mut Premises<'_>) {
    for &id in units {
        let switch = premises.meaning.add(id);
        premises.on.push(switch);
    }
}
