//! The text formats of killer: a file for each format, and shared functions.

mod arrows;
mod cagemap;
mod cages;
mod drawn;
mod json;
mod links;
mod list;
mod ps;
mod sumocue;
mod text;
mod totals;
mod tuples;
mod usual;

use sator_sat::TextError;

use super::super::sudoku::Sudoku;
use super::super::sudoku::extras::{DIAGONALS, Extra, cage};
use super::super::sudoku::formats::{completed, is_same, json as sudoku_json, size};
use super::super::sudoku::name;
use super::super::sudoku::options::GridOptions;
use super::Killer;
use crate::boxes::{BoxShape, LARGEST};
use crate::kind::{Confidence, Formats, ParseOptions};
use crate::text::{Span, lines};

pub(in crate::puzzles) static FORMATS: Formats<Killer> = Formats::new(&[
    &text::FORMAT,
    &cagemap::FORMAT,
    &list::FORMAT,
    &tuples::FORMAT,
    &ps::FORMAT,
    &sumocue::FORMAT,
    &arrows::FORMAT,
    &json::FORMAT,
    &drawn::FORMAT,
    &links::FPUZZLES,
    &links::FPUZZLES_LINK,
    &links::SUDOKUPAD,
    &links::SCL,
    &links::SCL_LINK,
])
.with_sameness(is_same)
.with_review(review);

/// Refuses a text that is more likely another puzzle, if the kind is a guess.
fn review(
    killer: Killer,
    _: &str,
    confidence: Confidence,
    options: &ParseOptions<'_>,
) -> Result<Killer, TextError> {
    let is_in_doubt = options.is_guess && confidence < Confidence::Certain;
    if is_in_doubt && killer.cages().is_empty() {
        return Err(TextError::whole("expected a killer, found a map without cages"));
    }
    completed(Killer { is_killer: true, ..killer }, options)
}

/// The puzzle as text that reads back: with a map, or as JSON where a map cannot show the cages.
pub(in crate::puzzles) fn print(killer: &Killer) -> String {
    if only_cages(killer).is_err() {
        json::print_any(killer)
    } else if killer.has_overlaps() {
        json::print(killer)
    } else {
        text::print_map(killer)
    }
}

/// The shape of the boxes, unless the puzzle has more than cages with totals and both diagonals.
fn only_cages(killer: &Killer) -> Result<BoxShape, String> {
    let is_diagonal = |extra: &Extra| DIAGONALS.iter().any(|rule| extra.is(rule));
    let is_known = |extra: &Extra| {
        is_diagonal(extra) && killer.has_diagonals() || cage::with_total(extra).is_some()
    };
    let other = killer.extras.iter().find(|extra| !is_known(extra));
    match (killer.box_shape().filter(|_| killer.has_usual_grid()), other) {
        (Some(shape), None) => Ok(shape),
        (None, None) => Err("it has irregular regions or unusual values".to_owned()),
        (_, Some(other)) => Err(format!("it has other rules than cages: {}", other.rule.name)),
    }
}

/// Why a map of cages cannot express a puzzle.
const OVERLAPS: &str = "its cages overlap";

/// The word that may come first.
const HEADING: &str = "killer";

fn is_headed(text: &str) -> bool {
    let first = lines(text).next();
    let word = first.and_then(|line| line.text.split_whitespace().next());
    word.is_some_and(|word| word.eq_ignore_ascii_case(HEADING))
}

/// Whether the first lines are each a puzzle.
fn are_all_puzzles(lines: &[Span<'_>], is_puzzle: fn(&str) -> bool) -> bool {
    const EXAMINED_LINES: usize = 8;
    lines.iter().take(EXAMINED_LINES).all(|line| is_puzzle(line.text))
}

fn has_givens(killer: &Killer) -> bool {
    killer.given.iter().any(Option::is_some)
}

/// A grid of `n` rows without given values, with the boxes and the alphabet of the options.
fn empty_grid(n: usize, options: &GridOptions<'_>) -> Result<Sudoku, TextError> {
    let shape = size::shape(n, options.box_shape)?;
    of_shape(shape, options)
}

/// A grid with boxes of this shape, without given values.
fn of_shape(shape: BoxShape, options: &GridOptions<'_>) -> Result<Sudoku, TextError> {
    let n = shape.n();
    let notation = sudoku_json::notation(options.alphabet, n)?;
    Ok(Sudoku::plain(shape, vec![None; n * n], notation))
}

/// The size of a grid with that many cells; `nouns` describes them in errors.
fn size_of(cells: usize, nouns: &str, options: &GridOptions<'_>) -> Result<usize, TextError> {
    let n = cells.isqrt();
    if n > 0 && n * n == cells {
        return Ok(n);
    }
    let is_larger = |n: &usize| n * n > cells && BoxShape::usual(*n).is_some();
    let next = || (9..=LARGEST).find(is_larger).unwrap_or(LARGEST);
    let n = options.box_shape.map_or_else(next, BoxShape::n);
    let such = n * n;
    let missing = if cells < such {
        format!(": of {n}×{n}, {} has none", name(n, cells))
    } else {
        String::new()
    };
    let expected = format!("expected {nouns} for a square grid, such as {such}");
    Err(TextError::whole(format!("{expected}, found {cells}{missing}")))
}

#[cfg(test)]
mod tests {
    use super::super::super::sudoku::Cage;
    use super::*;
    use crate::kind::FormatTable;
    use crate::puzzle::Puzzle;
    use crate::puzzles::{recognise, sudoku};
    use crate::text::cases::check_each_case;

    /// One puzzle in every format.
    pub(super) const SAME: [(&str, &str); 12] = [
        ("text", "AABG\nCCBG\nDEEF\nDEFF\n\nA 3, B 4, C 7\nD 6, E 8, F 6, G 6"),
        ("text", "a a b g\nc c b g\nd e e f\nd e f f\na=3 b=4 c=7 d=6 e=8 f=6 g=6"),
        ("text", "A1 A1 B2 G\nC C B2 G\nD E E F\nD E F F\nA1 3; B2: 4\nC 7\nD 6\nE 8\nF 6\nG 6"),
        ("cagemap", "aabgccbgdeefdeff a3,b4,c7,d6,e8,f6,g6"),
        ("cagemap", "aabgccbgdeefdeff\na3,b4,c7,d6,\ne8,f6,g6,"),
        ("list", "3 0 1\n4 2 6\n7 4 5\n6 8 12\n8 9 10 13\n6 11 14 15\n6 3 7"),
        (
            "list",
            "3 r1c1 r1c2\n4 r1c3 r2c3\n7 R2C1 R2C2\n6 r3c1 r4c1\n8 r3c2 r3c3 r4c2\n6 r3c4 r4c3 r4c4\n6 r1c4,r2c4",
        ),
        ("list", "3:00,01; 4:02,12; 7:10,11; 6:20,30; 8:21,22,31; 6:23,32,33; 6:03,13"),
        (
            "tuples",
            "(3, [(0,0),(0,1)]),\n(4, [(0,2),(1,2)]),\n(7, [(1,0),(1,1)]),\n(6, [(2,0),(3,0)]),\n\
             (8, [(2,1),(2,2),(3,1)]),\n(6, [(2,3),(3,2),(3,3)]),\n(6, [(0,3),(1,3)]),",
        ),
        (
            "ps",
            "2x2::k:768:768:1026:1539:1796:1796:1026:1539:1544:2057:2057:1547:1544:2057:1547:1547:",
        ),
        ("sumocue", "SumoCueV1=3+0=4=6=7+4+2+3=6=8+9=6+8+9+11+11"),
        ("arrows", "3<46\n7<^^\n68<6\n^^>^"),
    ];

    pub(super) fn same() -> Killer {
        let cages: [(u32, &[usize]); 7] = [
            (3, &[0, 1]),
            (4, &[2, 6]),
            (6, &[3, 7]),
            (7, &[4, 5]),
            (6, &[8, 12]),
            (8, &[9, 10, 13]),
            (6, &[11, 14, 15]),
        ];
        let cage = |(total, cells): (u32, &[usize])| Cage { total, cells: cells.to_vec() };
        let mut killer = empty_grid(4, &GridOptions::default()).unwrap();
        killer.add_cages(cages.into_iter().map(cage).collect());
        killer
    }

    pub(super) fn read_as(format: &str, text: &str) -> Killer {
        let killer = FORMATS.parse(text, &ParseOptions::in_format(format));
        killer.unwrap_or_else(|error| panic!("{error} in\n{text}"))
    }

    /// The error for a text.
    pub(super) fn error(format: &str, text: &str) -> String {
        FORMATS.parse(text, &ParseOptions::in_format(format)).unwrap_err().to_string()
    }

    #[test]
    fn every_text_is_read_as_the_table_says() {
        check_each_case(&FORMATS, include_str!("cases.txt"));
    }

    #[test]
    fn the_same_puzzle_is_read_from_every_format() {
        for (format, text) in SAME {
            assert_eq!(read_as(format, text), same(), "{format}\n{text}");
            assert_eq!(
                FORMATS.parse(text, &ParseOptions::default()),
                Ok(same()),
                "recognised\n{text}"
            );
            let found = recognise(text, &ParseOptions::default());
            let found = found.unwrap_or_else(|error| panic!("{error} in\n{text}"));
            assert_eq!(found.print(), print(&same()), "among all kinds\n{text}");
        }
    }

    #[test]
    fn a_mark_carriage_returns_comments_and_tabs_change_nothing() {
        for (format, text) in SAME {
            let text = text.replace('\n', " \t\r\n# a comment\r\n\r\n");
            let text = format!("\u{feff}# a killer\r\n{text}\r\n");
            assert_eq!(
                FORMATS.parse(&text, &ParseOptions::default()),
                Ok(same()),
                "{format}\n{text}"
            );
        }
    }

    #[test]
    fn other_puzzles_are_not_killers_and_killers_are_no_other_puzzles() {
        let guess = ParseOptions::guess();
        for text in [
            "8",
            "2 4 1 3",
            "....\n....\n....\n....",
            "AABB\nAABB\nCCDD\nCCDD",
            "1...\n..3.\n.4..\n...2",
            "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1",
            r#"{"n":8}"#,
            r#"{"grid":[[0]]}"#,
        ] {
            assert!(FORMATS.parse(text, &guess).is_err(), "{text}");
        }
        let text = same().print();
        let object = r#"{"n":4,"cages":[{"sum":3,"cells":[[0,0],[0,1]]}]}"#;
        for text in [&*text, object] {
            assert!(sudoku::KIND.read(text, &guess).is_err(), "{text}");
            assert!(crate::puzzles::queens::KIND.read(text, &guess).is_err(), "{text}");
            assert_eq!(recognise(text, &guess).unwrap().kind().name, "killer");
        }
    }

    #[test]
    fn no_format_takes_a_total_that_cannot_be_read_back() {
        for (format, cage) in [("ps", "cage 7"), ("sumocue", "the cage at r1c1")] {
            let with = |total: u32| match format {
                "ps" => format!("2x2::k:{}:{}", total * 256 + 7, "0:".repeat(15)),
                _ => format!("SumoCueV1={total}{}", "=0".repeat(15)),
            };
            let largest = read_as(format, &with(999_999));
            assert_eq!(FORMATS.parse(&print(&largest), &ParseOptions::default()), Ok(largest));
            let expected = "expected a total from 0 to 999999, found 1000000";
            assert_eq!(error(format, &with(1_000_000)), format!("{cage}: {expected}"));
        }
    }

    #[test]
    fn the_shape_tells_the_format() {
        for (expected, text) in SAME {
            assert_eq!(FORMATS.recognise(text).name, expected, "{text}");
            assert!(FORMATS.sniff(text) >= Confidence::Likely, "{text}");
            assert!(!FORMATS.is_list(text, &ParseOptions::guess()), "{text}");
            let with_comment = format!("\u{feff}# a killer\r\n\r\n{text}\r\n");
            assert_eq!(FORMATS.recognise(&with_comment).name, expected, "{text}");
        }
        let sixteen = format!("{}\n", "A".repeat(16)).repeat(16) + "A 3";
        assert_eq!(FORMATS.recognise(&sixteen).name, "text", "a row of 16 is no grid of 4×4");
        let six = format!("{} A3,", "A".repeat(36));
        assert_eq!(FORMATS.recognise(&six).name, "cagemap");
        assert_eq!(FORMATS.recognise(&six.replace(' ', "\n")).name, "cagemap");
    }
}

#[cfg(test)]
mod properties {
    use proptest::prelude::*;

    use super::super::super::sudoku::formats::solution;
    use super::super::super::sudoku::{Cage, Notation};
    use super::*;
    use crate::kind::FormatTable;
    use crate::puzzle::Puzzle;
    use crate::render::{Look, Paint};
    use crate::text::cases::read_without_panic;

    const SHAPES: [(usize, usize); 9] =
        [(1, 1), (1, 2), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (16, 1), (5, 5)];

    /// Instances in any notation, with few or many cages that cover much or little.
    fn instances() -> impl Strategy<Value = Killer> {
        let shapes = prop::sample::select(&SHAPES[..]);
        let shapes = shapes.prop_map(|(rows, columns)| BoxShape::new(rows, columns).unwrap());
        let parts = (shapes, prop::sample::select(vec![0.001, 0.1, 0.999]));
        parts.prop_flat_map(|(shape, share)| {
            let n = shape.n();
            let notations: Vec<_> = Notation::possible(n).map(|it| it.short(n)).collect();
            let value = prop::option::weighted(share, 1..=n as i32);
            let given = prop::collection::vec(value, n * n);
            let owners = prop::collection::vec(prop::option::weighted(0.9, 0..n * n), n * n);
            let grid = (given, prop::sample::select(notations))
                .prop_map(move |(given, notation)| Sudoku::plain(shape, given, notation));
            let totals = prop::sample::select(vec![99, cages::LARGEST_TOTAL as u32 + 1]);
            (grid, owners, any::<u32>(), totals, any::<bool>()).prop_map(
                |(grid, owners, seed, totals, diagonals)| {
                    let cages = cages(&owners, grid.n(), |owner| mixed(seed, owner) % totals);
                    cages::of(grid, cages, diagonals)
                },
            )
        })
    }

    /// A pseudo-random number.
    fn mixed(seed: u32, owner: usize) -> u32 {
        seed.wrapping_mul(2 * owner as u32 + 1).rotate_left(7)
    }

    fn cages(owners: &[Option<usize>], n: usize, total: impl Fn(usize) -> u32) -> Vec<Cage> {
        let of = |owner: usize| {
            let cells = (0..owners.len()).filter(move |&cell| owners[cell] == Some(owner));
            Cage { total: total(owner), cells: cells.take(n).collect() }
        };
        let cages = (0..n * n).map(of).filter(|cage| !cage.cells.is_empty());
        let mut cages: Vec<_> = cages.collect();
        cages.sort_by_key(|cage| cage.cells[0]);
        cages
    }

    const VALUES: [&[(&str, &str)]; 3] =
        [&[], &[("alphabet", "1")], &[("box", "2x2"), ("alphabet", "numbers")]];

    /// Symbols that are significant in some format.
    const LIKELY: &str = r#"([0-9.xA-Ga-c|+*=\[\]{}"'<>^v,;#: \n\trk-]|3x3::k:|SumoCueV1|givens\n|[0-9]{20,24}\n){0,120}"#;

    proptest! {
        #[test]
        fn printed_puzzles_read_back(killer in instances()) {
            let text = print(&killer);
            let mut again = FORMATS.parse(&text, &ParseOptions::default()).unwrap();
            again.notes.clear();
            prop_assert_eq!(again, killer);
            prop_assert!(!FORMATS.is_list(&text, &ParseOptions::default()));
        }

        #[test]
        fn what_is_read_in_other_formats_is_printed_so_that_it_reads_back(
            numbers in prop::collection::vec(prop_oneof![3 => Just(0), 1 => any::<u32>()], 16)
        ) {
            let numbers: Vec<_> = numbers.iter().map(u32::to_string).collect();
            let (ps, sumocue) = (numbers.join(":"), numbers.join("="));
            for text in [format!("2x2::k:{ps}"), format!("SumoCueV1={sumocue}")] {
                if let Ok(mut killer) = FORMATS.parse(&text, &ParseOptions::default()) {
                    killer.notes.clear();
                    let again = FORMATS.parse(&print(&killer), &ParseOptions::default());
                    prop_assert_eq!(again, Ok(killer), "{}", text);
                }
            }
        }

        #[test]
        fn drawn_boards_read_back(killer in instances()) {
            for paint in [Paint::Plain, Paint::Marked, Paint::Color] {
                for ascii in [false, true] {
                    let text = killer.board(None).to_text(Look { paint, ascii, width: None });
                    let cells = solution(&text, &killer);
                    prop_assert_eq!(cells, Ok(killer.given.clone()), "{}", text);
                    // A drawing tells neither diagonals nor cages in pieces nor unusual symbols.
                    let is_usual = killer.notation == Notation::usual(killer.n());
                    let is_whole = !killer.has_diagonals() && !text.contains('*');
                    if paint == Paint::Plain && is_usual && is_whole {
                        let again = FORMATS.parse(&text, &ParseOptions::in_format("drawn"));
                        let again = again.map(|again| (again.cages(), again.given));
                        let expected = (killer.cages().clone(), killer.given.clone());
                        prop_assert_eq!(again, Ok(expected), "{}", text);
                    }
                }
            }
        }

        #[test]
        fn no_text_makes_a_reader_panic(any in any::<String>(), likely in LIKELY) {
            let puzzle = FORMATS.parse("A\nA 1", &ParseOptions::default()).unwrap();
            for text in [any, likely] {
                read_without_panic(&FORMATS, &text, &VALUES, &[&puzzle]);
            }
        }
    }
}

#[cfg(test)]
mod solutions {
    use super::super::super::sudoku::formats::solution;
    use super::tests::same;

    const ROWS: [[i32; 4]; 4] = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]];

    #[test]
    fn the_same_answer_is_read_however_it_is_written() {
        let drawn = "┏3━━━━━━┳4━━┯6━━┓\n┃ 1   2 ┃ 3 │ 4 ┃\n┠7──────┨   │   ┃\n┃ 3   4 ┃ 1 │ 2 ┃\n\
                     ┣6━━┯8━━┻━━━┿6━━┫\n┃ 2 │ 1 ╏ 4 │ 3 ┃\n┃   │   ┌───┘   ┃\n┃ 4 │ 3 ┃ 2   1 ┃\n┗━━━┷━━━┻━━━━━━━┛";
        let ascii = "+3======+4==+6==+\n| 1'  2 # 3 | 4 |\n+7------+   |   +\n| 3   4 # 1 | 2 |\n\
                     +6==+8==+===+6==+\n| 2 | 1 : 4 | 3 |\n+   |   +---+   +\n| 4 | 3 # 2   1'|\n+===+===+=======+";
        let grid = "[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]";
        let cells: Vec<_> = ROWS.concat().into_iter().map(Some).collect();
        for text in [
            drawn,
            ascii,
            &format!("Found a solution for 4×4 Killer Sudoku\n\n--- Solution 1 ---\n{drawn}\n"),
            &format!("{{\"grid\":{grid}}}"),
            grid,
            "1234341221434321",
            "1234\n3412\n2143\n4321",
            "+--+--+\n|12|34|\n|34|12|\n+--+--+\n|21|43|\n|43|21|\n+--+--+",
            "╔══╤══╗\n║12│34║\n║34│12║\n╟──┼──╢\n║21│43║\n║43│21║\n╚══╧══╝",
        ] {
            assert_eq!(solution(text, &same()), Ok(cells.clone()), "{text}");
        }
    }

    #[test]
    fn errors_keep_their_places() {
        let text = "+3======+4==+6==+\n| 1   2 # 3 | 4 |\n+7------+   |   +\n| 3   5 # 1 | 2 |\n+===+\n| 2 1 4 3 |\n| 4 3 2 1 |";
        let error = solution(text, &same()).unwrap_err().to_string();
        assert_eq!(error, "4:7: expected a digit 1-4 or '.', found '5'");
    }
}
