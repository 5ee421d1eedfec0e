//! Rules that are put into words only when asked for are the rules all the same.

use sator::model::{
    CellId, CellName, Domain, House, Label, Model, Scope, Statement, Value, Wording,
};
use sator::puzzle::{Kind, ParseOptions};
use sator::puzzles::{KINDS, TEMPLATE};
use sator_sat::Constraint;

const SCOPES: [Scope; 3] = [Scope::Minimal, Scope::Stated, Scope::Extended];

const WORDING: Wording = Wording {
    some_value: "has a value",
    one_value: "has only one value",
    fact: |cell, value| format!("{cell} is {value}"),
};

const LINE: House = House {
    family: "lines",
    has: |[line, value, ..]| format!("line {line} has a {value}"),
    has_only_one: |[line, value, ..]| format!("line {line} has only one {value}"),
    has_each: |[line, ..]| format!("line {line} has each value once"),
};

/// Two cells with the values 4 and 5.
fn pair() -> (Model, [CellId; 2]) {
    let mut model = Model::new(WORDING);
    let values = Domain::Range { min: 4, max: 5 };
    let cells = [1, 2].map(|column| model.cell(CellName::Square { row: 1, column }, values));
    (model, cells)
}

fn forbid(model: &mut Model, cell: CellId, value: Value) {
    let text = Label::new([value as usize], |[value, ..]| format!("no {value} here"));
    model.rule("corners", text, Constraint::fact(!model.is(cell, value)));
}

fn texts(model: &Model, scope: Scope) -> Vec<String> {
    model.rules(scope).map(|rule| rule.text.to_string()).collect()
}

fn kinds() -> impl Iterator<Item = &'static Kind> {
    KINDS.iter().copied().chain([TEMPLATE])
}

#[test]
fn the_counts_of_a_model_are_those_of_its_rules() {
    for kind in kinds() {
        let model = kind.read(kind.example, &ParseOptions::default()).unwrap().model();
        for scope in SCOPES {
            let rules = model.rules_without_clues(scope).map(|rule| rule.constraint.count());
            let counts = model.counts_without_clues(scope);
            assert!(counts.eq(rules), "{}, {scope:?}", kind.name);
        }
    }
}

#[test]
fn a_house_says_of_each_value_that_it_is_there_and_that_it_is_there_once() {
    let (mut model, cells) = pair();
    model.each_once(LINE, 7, &cells);
    let minimal = ["line 7 has only one 4", "line 7 has only one 5"];
    assert_eq!(texts(&model, Scope::Minimal)[4..], minimal);
    let stated =
        ["line 7 has a 4", "line 7 has only one 4", "line 7 has a 5", "line 7 has only one 5"];
    assert_eq!(texts(&model, Scope::Stated)[4..], stated);
    let fours = cells.map(|cell| model.is(cell, 4)).to_vec();
    let rules: Vec<_> = model.rules(Scope::Stated).skip(4).map(|rule| &rule.constraint).collect();
    assert_eq!(*rules[0], Constraint::Clause(fours.clone()));
    assert_eq!(*rules[1], Constraint::at_most_one(fours));
}

#[test]
fn rules_stay_in_the_order_in_which_they_and_houses_were_stated() {
    let (mut model, cells) = pair();
    forbid(&mut model, cells[0], 4);
    model.each_once(LINE, 1, &cells);
    assert_eq!(texts(&model, Scope::Minimal).len(), 4 + 3);
    model.each_once(LINE, 2, &cells);
    forbid(&mut model, cells[0], 5);
    model.each_once(LINE, 3, &cells);
    let of_line = |line: usize| [4, 5].map(|value| format!("line {line} has only one {value}"));
    let four = ["no 4 here".to_owned()];
    let five = ["no 5 here".to_owned()];
    let expected = [&four[..], &of_line(1), &of_line(2), &five, &of_line(3)].concat();
    assert_eq!(texts(&model, Scope::Minimal)[4..], expected);
    let statements = model.statements(Scope::Stated).map(|statement| match statement {
        Statement::Relation(relation) => relation.text.to_string(),
        Statement::Rule(rule) => rule.text.to_string(),
    });
    let each = |line: usize| format!("line {line} has each value once");
    let expected = [four[0].clone(), each(1), each(2), five[0].clone(), each(3)];
    assert!(statements.eq(expected));
    let sizes = model.groups().map(|group| group.rules(Scope::Stated).count());
    assert_eq!(sizes.collect::<Vec<_>>(), [4; 3]);
}

#[test]
fn clues_leave_the_rules_of_houses_alone() {
    let (mut model, cells) = pair();
    model.each_once(LINE, 1, &cells);
    let before = texts(&model, Scope::Stated);
    let text = Label::new([], |_| "a clue".to_owned());
    model.clue(text, Constraint::fact(model.is(cells[0], 4)));
    assert_eq!(texts(&model, Scope::Stated)[..before.len()], before);
    model.forget_clues();
    assert_eq!(texts(&model, Scope::Stated), before);
}
