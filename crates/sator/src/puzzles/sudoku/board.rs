//! The board of a sudoku: its regions, its cages, and the figures of its other extra rules.

use super::Sudoku;
use super::extras::{
    Drawing, Extra, ExtraRule, NumberField, PairSign, RULES, cage, clone, diagonal_anti,
    little_killer, thermo, windoku,
};
use super::name;
use super::regions::Regions;
use crate::model::Value;
use crate::render::{self, Areas, Board, Figure, Shape, Sign, Square};

pub(super) fn complete(sudoku: &Sudoku, board: &mut Board) {
    board.boxes = sudoku.regions.boxes();
    if let Regions::Irregular { of, .. } = &sudoku.regions {
        board.regions = Some(of.clone());
    }
    let mut areas = Areas { of: vec![None; sudoku.given.len()], labels: Vec::new() };
    let ambiguous = ambiguous(sudoku);
    let mut tint = 0;
    for extra in &sudoku.extras {
        let words = words(extra, sudoku.n());
        let is_ambiguous = ambiguous.contains(&extra.rule) || hides_groups(extra);
        if extra.rule.drawing == Drawing::Outline && take_area(extra, &mut areas) {
            board.footer.extend(Some(words).filter(|_| is_ambiguous));
            continue;
        }
        match shapes(extra, sudoku, tint) {
            Some(shapes) => board.figures.push(Figure { shapes, words, is_ambiguous }),
            None => board.footer.push(words),
        }
        tint += usize::from(extra.rule.drawing == Drawing::Shade);
    }
    board.areas = Some(areas).filter(|areas| !areas.labels.is_empty() || sudoku.is_killer);
    board.legend = legend(sudoku, &ambiguous);
}

/// Whether one shade covers groups that cannot be told apart. The cells of clones tell.
fn hides_groups(extra: &Extra) -> bool {
    let is_shade = extra.rule.drawing == Drawing::Shade;
    is_shade && !extra.groups.is_empty() && !extra.is(&clone::RULE)
}

/// The names of the rules that look like other rules, such as sandwich sums and skyscrapers. Cages
/// and thermometers are what a reader expects, and rules that are ambiguous here are listed.
fn legend(sudoku: &Sudoku, ambiguous: &[&ExtraRule]) -> Option<String> {
    let has_double = |rule: &ExtraRule| {
        let is_drawn = !matches!(rule.drawing, Drawing::Listed | Drawing::Diagonal);
        is_drawn && RULES.iter().any(|other| **other != *rule && other.drawing == rule.drawing)
    };
    let mut names: Vec<&str> = Vec::new();
    for rule in sudoku.extras.iter().map(|extra| extra.rule) {
        let is_usual = [&cage::RULE, &thermo::RULE].contains(&rule);
        let is_named = is_usual || ambiguous.contains(&rule) || names.contains(&rule.title);
        if !is_named && has_double(rule) {
            names.push(rule.title);
        }
    }
    Some(names.join(", ")).filter(|names| !names.is_empty())
}

/// The line for a rule where it is not drawn.
fn words(extra: &Extra, n: usize) -> String {
    match cage::with_total(extra) {
        Some(cage) => {
            let cells: Vec<_> = cage.cells.iter().map(|&cell| name(n, cell)).collect();
            format!("{} = {}", cells.join(" + "), cage.total)
        }
        None => extra.line(n),
    }
}

/// The rules that look like a rule that occurs more often, or as often and first.
fn ambiguous(sudoku: &Sudoku) -> Vec<&'static ExtraRule> {
    let mut counts: Vec<(&'static ExtraRule, usize)> = Vec::new();
    for extra in &sudoku.extras {
        match counts.iter_mut().find(|(rule, _)| extra.is(rule)) {
            Some((_, count)) => *count += 1,
            None => counts.push((extra.rule, 1)),
        }
    }
    let is_ambiguous = |(at, (rule, count)): (usize, &(&'static ExtraRule, usize))| {
        let mut others = counts.iter().enumerate();
        rule.drawing != Drawing::Diagonal
            && others.any(|(place, (other, times))| {
                let is_alike = place != at && other.drawing == rule.drawing;
                is_alike && (times > count || times == count && place < at)
            })
    };
    let all = counts.iter().enumerate().filter(|it| is_ambiguous(*it));
    all.map(|(_, (rule, _))| *rule).collect()
}

/// Makes an area of the cells of a rule, unless one of them is in an area already.
fn take_area(extra: &Extra, areas: &mut Areas) -> bool {
    let is_free = extra.cells.iter().all(|&cell| areas.of[cell].is_none());
    if is_free {
        for &cell in &extra.cells {
            areas.of[cell] = Some(areas.labels.len());
        }
        areas.labels.push(label(extra));
    }
    is_free
}

/// The number of a rule, unless it is the usual one; or its counts.
fn label(extra: &Extra) -> String {
    let usual = match extra.rule.arguments.number {
        NumberField::Default(_, usual) => Some(usual),
        _ => None,
    };
    let number = extra.number.filter(|number| Some(*number) != usual).map(|it| it.to_string());
    let counts = extra.counts.iter().map(|(count, value)| format!("{count}x{value}"));
    number.into_iter().chain(counts).collect::<Vec<_>>().join(" ")
}

/// The shapes of a rule, if it can be drawn. `tint` is the number of the next shade.
fn shapes(extra: &Extra, sudoku: &Sudoku, tint: usize) -> Option<Vec<Shape>> {
    let n = sudoku.n();
    let square = |&cell: &usize| [cell / n, cell % n];
    let squares = |cells: &[usize]| cells.iter().map(square).collect::<Vec<_>>();
    let own = || squares(&extra.cells);
    let shape = match extra.rule.drawing {
        Drawing::Listed => return None,
        Drawing::Line(style) => Shape::Line { squares: own(), style, label: label(extra) },
        Drawing::Arrow => Shape::Arrow { circle: squares(&extra.groups[0]), squares: own() },
        Drawing::Outline => Shape::Outline { squares: own(), label: label(extra) },
        Drawing::Shade => {
            let groups = match extra.rule {
                rule if *rule == windoku::RULE => windoku::windows(n),
                _ if !extra.groups.is_empty() => extra.groups.clone(),
                _ => vec![extra.cells.clone()],
            };
            Shape::Shade { squares: squares(&groups.concat()), tint }
        }
        Drawing::CellSign(sign) => Shape::Sign { squares: own(), sign },
        Drawing::Values => values(extra, sudoku, own()),
        Drawing::Between(sign) => {
            let squares = [extra.cells[0], extra.cells[1]].map(|cell| square(&cell));
            let sign = pair_sign(sign, extra);
            are_neighbours(squares).then_some(Shape::Between { squares, sign })?
        }
        Drawing::Corner => {
            let value = |&value: &Value| sudoku.notation.text(value);
            let values: Vec<_> = extra.values.iter().map(value).collect();
            let first = *extra.cells.first()?;
            let is_corner =
                extra.cells == [first, first + 1, first + n, first + n + 1] && values.len() <= 4;
            is_corner.then_some(Shape::Corner { square: square(&first), values })?
        }
        Drawing::Outside => outside(extra, n)?,
        Drawing::Pointer => {
            let (place, step) = little_killer::place(extra, n)?;
            Shape::Outside { place, step: Some(step), text: extra.number().to_string() }
        }
        Drawing::Diagonal => Shape::Diagonal { is_rising: extra.is(&diagonal_anti::RULE) },
    };
    Some(vec![shape])
}

/// The values that some cells take, or the sign of all odd or of all even ones.
fn values(extra: &Extra, sudoku: &Sudoku, squares: Vec<Square>) -> Shape {
    let all = sudoku.values.list();
    let is_listed = |value: &Value| extra.values.contains(value);
    let are_all = |parity| all.iter().all(|value| is_listed(value) == (value % 2 == parity));
    match [1, 0].map(are_all) {
        [true, _] => Shape::Sign { squares, sign: Sign::Disc },
        [_, true] => Shape::Sign { squares, sign: Sign::Square },
        _ => {
            let listed = all.iter().filter(|value| is_listed(value));
            let texts: Vec<_> = listed.map(|&value| sudoku.notation.text(value)).collect();
            let gap = if texts.iter().any(|text| text.chars().count() > 1) { " " } else { "" };
            Shape::Values { squares, text: texts.join(gap) }
        }
    }
}

fn are_neighbours([one, other]: [Square; 2]) -> bool {
    one[0].abs_diff(other[0]) + one[1].abs_diff(other[1]) == 1
}

/// The number of a row or a column.
fn outside(extra: &Extra, n: usize) -> Option<Shape> {
    let (side, text) = (extra.side?, extra.number().to_string());
    let (index, end) = (side.index as isize, if side.is_from_end { n as isize } else { -1 });
    let place = if side.is_row { [index, end] } else { [end, index] };
    Some(Shape::Outside { place, step: None, text })
}

fn pair_sign(sign: PairSign, extra: &Extra) -> render::PairSign {
    match sign {
        PairSign::WhiteDot => render::PairSign::Dot { is_black: false, text: label(extra) },
        PairSign::BlackDot => render::PairSign::Dot { is_black: true, text: label(extra) },
        PairSign::Greater => render::PairSign::Greater,
        PairSign::Roman => render::PairSign::Text(match extra.number() {
            5 => "V".to_owned(),
            10 => "X".to_owned(),
            15 => "XV".to_owned(),
            number => number.to_string(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::extras::RULES;
    use super::super::formats::{self, solution};
    use super::*;
    use crate::grid::GridPuzzle;
    use crate::kind::ParseOptions;
    use crate::puzzle::Puzzle;
    use crate::render::svg::Overlay;
    use crate::render::{Look, Paint};

    fn read(text: &str) -> Sudoku {
        let options = ParseOptions::in_format("text");
        formats::ALL.parse(text, &options).unwrap_or_else(|error| panic!("{error} in\n{text}"))
    }

    fn four(rules: &[&str]) -> Sudoku {
        read(&format!("12..\n..1.\n....\n4.2.\n{}", rules.join("\n")))
    }

    fn board(sudoku: &Sudoku) -> Board {
        Puzzle::board(sudoku, None)
    }

    fn assert_reads_back(sudoku: &Sudoku) {
        for paint in [Paint::Plain, Paint::Marked, Paint::Color] {
            for ascii in [false, true] {
                let text = board(sudoku).to_text(Look { paint, ascii, width: None });
                assert_eq!(solution(&text, sudoku), Ok(sudoku.givens().to_vec()), "{text}");
            }
        }
    }

    #[test]
    fn boards_with_any_two_rules_read_back() {
        let examples: Vec<_> = RULES.iter().flat_map(|rule| rule.examples).collect();
        for (at, one) in examples.iter().enumerate() {
            assert_reads_back(&four(&[one]));
            for other in examples.iter().skip(at + 1).step_by(5) {
                assert_reads_back(&four(&[one, other]));
            }
        }
    }

    #[test]
    fn large_boards_with_letters_outside_numbers_and_signs_read_back() {
        let rows = "123456789ABCDEFG\n................\n".repeat(8);
        let rules = "x r1c1 r1c2\nv r2c3 r3c3\ngreater r4c4 r5c4\nodd r16c16\nmaximum r1c1\n\
            sandwich row 1 left 100\nsandwich column 16 bottom 101\nlittle-killer 9 r16c1\n\
            windoku\ncage 12 r1c1 r1c2\n";
        let sudoku = read(&format!("{rows}\n{rules}"));
        assert_reads_back(&sudoku);
        let most =
            |width: usize| board(&sudoku).to_text(Look { width: Some(width), ..Look::default() });
        assert!(most(100).lines().all(|line| line.chars().count() <= 100));
        assert!(most(40).contains("\nsandwich row 1 left 100\n"), "what does not fit is listed");
    }

    #[test]
    fn every_rule_is_drawn_or_listed() {
        for rule in RULES {
            let sudoku = four(&rule.examples[..1]);
            let board = board(&sudoku);
            let words = words(&sudoku.extras[0], 4);
            let is_listed = board.footer.contains(&words);
            let is_drawn = board.areas.is_some() || !board.figures.is_empty();
            assert_eq!(is_drawn, rule.drawing != Drawing::Listed, "{rule:?}");
            assert_ne!(is_listed, is_drawn, "{rule:?}");
        }
    }

    #[test]
    fn places_that_cannot_be_drawn_are_listed() {
        for rule in
            ["difference 1 r1c1 r3c3", "quadruple 1 2 r1c1 r1c2 r3c1", "little-killer 7 r1c2 r2c3"]
        {
            let board = board(&four(&[rule]));
            assert!(board.figures.is_empty() && board.footer.len() == 1, "{rule}");
        }
    }

    #[test]
    fn allowed_values_have_the_signs_of_odd_and_even_cells_or_are_written_in_the_cells() {
        let squares = vec![[0, 2]];
        for (values, shape) in [
            ("1 3", Shape::Sign { squares: squares.clone(), sign: Sign::Disc }),
            ("4 2", Shape::Sign { squares: squares.clone(), sign: Sign::Square }),
            ("3 2 1", Shape::Values { squares, text: "123".to_owned() }),
        ] {
            let board = board(&four(&[&format!("allowed {values}: r1c3")]));
            assert_eq!(board.figures[0].shapes, [shape]);
            assert!(board.to_svg(&Overlay::default()).contains("<title>allowed"));
        }
    }

    #[test]
    fn groups_under_one_shade_are_listed_too() {
        let equal = "equal-sum r1c1 r1c2: r1c1 r2c1";
        let clone = "clone r1c1 r1c2: r3c3 r3c4";
        let below = |rule: &str| board(&four(&[rule])).lines_below(|_| true).len();
        assert_eq!((below(equal), below(clone)), (1, 0));
    }

    #[test]
    fn of_rules_that_look_the_same_the_rarer_is_listed_too() {
        let [thermo, other, slow] =
            ["thermo r1c1 r1c2", "thermo r2c1 r2c2", "slow-thermo r3c1 r3c2"];
        let below = |rules: &[&str]| -> Vec<String> {
            let board = board(&four(rules));
            board.lines_below(|_| true).into_iter().map(str::to_owned).collect()
        };
        assert_eq!(below(&[slow, thermo, other]), [slow]);
        assert_eq!(below(&[slow, thermo]), [thermo]);
        assert_eq!(below(&[thermo, other]), [""; 0]);
        assert_eq!(below(&["cage 3 r1c1 r1c2", "sum 6 r3c1 r3c2"]), ["sum 6 r3c1 r3c2"]);
    }

    #[test]
    fn rules_that_look_like_others_are_named_in_pictures() {
        let legend = |rules: &[&str]| board(&four(rules)).legend;
        let sandwich = "sandwich row 1 left 2";
        assert_eq!(legend(&[sandwich, sandwich]).as_deref(), Some("sandwich sums"));
        let both = legend(&[sandwich, "slow-thermo r1c1 r1c2"]);
        assert_eq!(both.as_deref(), Some("sandwich sums, slow thermometers"));
        assert_eq!(
            legend(&["thermo r1c1 r1c2", "cage 3 r1c1 r1c2", "diagonal", "x r1c1 r1c2"]),
            None
        );
    }

    #[test]
    fn cages_are_areas_unless_they_overlap() {
        let board = board(&four(&["cage 3 r1c1 r1c2", "cage r1c2 r2c2", "cage r3c3"]));
        let areas = board.areas.unwrap();
        assert_eq!(areas.labels, ["3", ""]);
        assert_eq!(areas.of.iter().flatten().count(), 3);
        let squares = vec![[0, 1], [1, 1]];
        assert_eq!(board.figures[0].shapes, [Shape::Outline { squares, label: String::new() }]);
    }
}
