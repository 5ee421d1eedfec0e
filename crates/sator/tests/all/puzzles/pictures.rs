//! Boards as SVG, and explanations as pages.

use sator::booklet::Booklet;
use sator::engine::{Limits, Options, explain};
use sator::explain::Narrator;
use sator::explain::html::{Chapter, TAIL, head};
use sator::model::{CellId, Solution};
use sator::puzzle::{AnyPuzzle, Kind};
use sator::puzzles::{futoshiki, kakuro, killer, minesweeper, queens, sudoku};
use sator::render::svg::{Emphasis, Highlight, Note, Overlay};
use sator::render::{Panel, Picture, Theme};
use serde_json::json;

use super::common::{read, some_answers};

const SUDOKU: &str = "1..4.23..41.3..2";

/// A puzzle of each kind.
const OF_EACH_KIND: [(&Kind, &str); 6] = [
    (&sudoku::KIND, SUDOKU),
    (&killer::KIND, include_str!("../../../../../examples/killer/6x6.txt")),
    (&futoshiki::KIND, include_str!("../../../../../examples/futoshiki/4x4.txt")),
    (&kakuro::KIND, include_str!("../../../../../examples/kakuro/5x5.txt")),
    (&minesweeper::KIND, "3 3\n? 2 ?\n? ? ?\n? 0 0"),
    (&queens::KIND, include_str!("../../../../../examples/queens/regions.txt")),
];

/// Checks that every element is closed in order, and that every attribute has quotes.
pub(crate) fn assert_well_formed(text: &str) {
    let mut open = Vec::new();
    let mut parts = text.strip_prefix("<!DOCTYPE html>").unwrap_or(text).split('<');
    assert_eq!(parts.next().map(str::trim), Some(""), "text before the first element");
    for part in parts {
        let (tag, after) = part.split_once('>').unwrap_or_else(|| panic!("no end of <{part}"));
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap_or_default());
        }
        assert!(!after.contains('>') || open.last() == Some(&"style"), "a bare > in {after}");
    }
    assert_eq!(open, [""; 0]);
}

fn picture(puzzle: &AnyPuzzle) -> String {
    let svg = puzzle.board(None).to_svg(&Overlay::default());
    assert_well_formed(&svg);
    svg
}

/// The path of a class.
fn path<'s>(svg: &'s str, class: &str) -> &'s str {
    let start = format!("<path class=\"{class}\" d=\"");
    svg.split_once(&start).and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default()
}

/// The content of a group.
fn group<'s>(svg: &'s str, class: &str) -> &'s str {
    let start = format!("<g class=\"{class}\">");
    svg.split_once(&start).and_then(|(_, rest)| rest.split("</g>").next()).unwrap_or_default()
}

#[test]
fn a_sudoku_has_its_values_and_thick_lines_around_boxes() {
    let svg = picture(&read(&sudoku::KIND, SUDOKU));
    assert!(svg.contains("viewBox=\"-2 -2 164 164\""), "{svg}");
    assert_eq!(path(&svg, "thick"), "M0 0h160v160H0zM0 80h160M80 0v160");
    assert_eq!(path(&svg, "thin").matches('M').count(), 6);
    assert_eq!(group(&svg, "given").matches("<text").count(), 8);
    assert!(group(&svg, "given").starts_with("<text x=\"20\" y=\"29\">1</text>"), "{svg}");
    assert!(!svg.contains("found"), "{svg}");
}

#[test]
fn cages_have_outlines_at_both_sides_of_their_borders_and_totals() {
    let puzzle = read(&killer::KIND, include_str!("../../../../../examples/killer/6x6.txt"));
    let (svg, areas) = (picture(&puzzle), puzzle.board(None).areas.unwrap());
    assert_eq!(group(&svg, "total").matches("<text").count(), areas.labels.len());
    let differ = |[one, other]: [usize; 2]| areas.of[one] != areas.of[other];
    let across = (0..36).filter(|at| at % 6 < 5 && differ([*at, at + 1])).count();
    let down = (0..30).filter(|&at| differ([at, at + 6])).count();
    // The sides of the board are borders of one square only.
    assert_eq!(path(&svg, "cage").matches('M').count(), 2 * (across + down) + 24);
}

#[test]
fn signs_point_to_the_smaller_value_in_the_gaps() {
    let svg = picture(&read(&futoshiki::KIND, "1 < .\n    v\n. > .\n"));
    assert_eq!(path(&svg, "paper cell").matches('M').count(), 4);
    assert_eq!(path(&svg, "sign"), "M53 14l-8 6 8 6M72 45l6 8 6-8M45 72l8 6-8 6");
    assert!(path(&svg, "thin").is_empty());
}

#[test]
fn a_board_of_mines_shows_only_what_is_known() {
    let puzzle = read(&minesweeper::KIND, "3 3\n? 2 ?\n? ? ?\n? 0 0");
    let svg = picture(&puzzle);
    assert_eq!(group(&svg, "number2"), "<text x=\"60\" y=\"29\">2</text>");
    assert_eq!(path(&svg, "closed").matches('M').count(), 6);
    let known = |cell: CellId| [Some(1), Some(0)].get(cell.index()).copied().flatten();
    let svg = puzzle.partial_board(&known).to_svg(&Overlay::default());
    assert_well_formed(&svg);
    assert_eq!(group(&svg, "mine").matches("<circle cx").count(), 1);
    assert_eq!(group(&svg, "safe line").matches("<path").count(), 1);
}

#[test]
fn totals_and_regions_have_their_places() {
    let svg = picture(&read(&kakuro::KIND, include_str!("../../../../../examples/kakuro/5x5.txt")));
    assert!(group(&svg, "totals").contains(">21</text>"), "{svg}");
    let svg =
        picture(&read(&queens::KIND, include_str!("../../../../../examples/queens/regions.txt")));
    assert!(path(&svg, "region0").starts_with("M0 0h40v40h-40z"), "{svg}");
    assert!(path(&svg, "thick").len() > 100, "{svg}");
}

#[test]
fn highlights_are_below_values_and_notes_are_small() {
    let note = |place, emphasis| Note::new(place, "<", emphasis);
    let overlay = Overlay {
        numbered: true,
        highlights: [([0, 0], Highlight::Subject), ([0, 1], Highlight::Rule)].into(),
        notes: [([0, 1], vec![note(0, Emphasis::Plain), note(3, Emphasis::Struck)])].into(),
        note_columns: 2,
    };
    let svg = read(&sudoku::KIND, SUDOKU).board(None).to_svg(&overlay);
    assert_well_formed(&svg);
    assert_eq!(path(&svg, "subject"), "M0 0h40v40h-40z");
    assert!(svg.find("\"subject\"") < svg.find("\"given\""));
    assert_eq!(svg.matches(">&lt;</text>").count(), 2);
    assert!(svg.contains("<g class=\"strong struck\""), "{svg}");
    assert_eq!(group(&svg, "ruler").matches("<text").count(), 8);
}

/// The page that explains a puzzle.
pub(crate) fn page(puzzle: &AnyPuzzle) -> String {
    let found = explain(puzzle, &Options::default(), Limits::default(), &mut |_, _| {}).unwrap();
    let mut narrator = Narrator::new(puzzle, &[]);
    let scan = |fact| found.scan(fact);
    let told = found.steps.iter().map(|step| narrator.tell(&found.units, step, &scan));
    let steps = &told.collect::<Vec<_>>()[..];
    let conclusion = &["a < b".to_owned()];
    let chapter = Chapter { puzzle, found: &found, steps, entries: &[], preface: &[], conclusion };
    let page = [head(&puzzle.title()), chapter.to_html(), TAIL.to_owned()].concat();
    assert_well_formed(&page);
    assert_eq!(
        page.matches("class=\"step\"").count(),
        steps.len() + 1,
        "the puzzle, and its steps"
    );
    assert!(page.contains("a &lt; b"));
    page
}

#[test]
fn every_kind_has_a_page_with_a_highlighted_picture_for_each_step() {
    for (kind, text) in OF_EACH_KIND {
        let page = page(&read(kind, text));
        let pictures = page.split("<figure>").skip(2);
        for picture in pictures {
            assert!(picture.contains("class=\"subject\""), "{}: {picture}", kind.name);
        }
        assert!(!page.contains("<script") && !page.contains("src="), "{}", kind.name);
    }
}

#[test]
fn a_contradiction_is_highlighted() {
    let page = page(&read(&sudoku::KIND, "11.............."));
    assert!(
        page.contains("<path class=\"conflict\" d=\"M0 0h40v40h-40zM40 0h40v40h-40z\"/>"),
        "{page}"
    );
}

#[test]
fn the_ground_of_a_picture_has_everything_but_the_contents() {
    for (kind, text) in OF_EACH_KIND {
        let puzzle = read(kind, text);
        let answer = some_answers(&puzzle, &Options::new(), 1).pop();
        let [empty, full] = [puzzle.board(None), puzzle.board(answer.as_ref())].map(|board| {
            let ground = board.to_ground_svg(&Overlay::default());
            assert_well_formed(&ground);
            ground
        });
        assert_eq!(empty, full, "{}: an answer changes contents only", kind.name);
        let whole = puzzle.board(None).to_svg(&Overlay::default());
        for class in ["cage", "total", "sign", "totals", "thick"] {
            assert_eq!(
                empty.contains(&format!("\"{class}\"")),
                whole.contains(&format!("\"{class}\""))
            );
        }
        assert!(!empty.contains("class=\"given\"") && !empty.contains("class=\"number"));
    }
}

#[test]
fn squares_in_json_lie_where_the_picture_has_them() {
    for (kind, text) in OF_EACH_KIND {
        let puzzle = read(kind, text);
        let board = puzzle.board(some_answers(&puzzle, &Options::new(), 1).first());
        for numbered in [false, true] {
            let overlay = Overlay { numbered, ..Overlay::default() };
            let json = board.to_json(&overlay);
            let view = format!(
                "viewBox=\"{} {} {} {}\"",
                json["view_box"][0], json["view_box"][1], json["view_box"][2], json["view_box"][3]
            );
            let svg = board.to_svg(&overlay);
            assert!(svg.contains(&view) && json["ground"].as_str().unwrap().contains(&view));
            let cells = json["cells"].as_array().unwrap();
            assert_eq!(cells.len(), board.rows.iter().flatten().count(), "{}", kind.name);
            assert_eq!(json!(puzzle.board_size()), json!([json["rows"], json["columns"]]));
            for cell in cells
                .iter()
                .filter(|cell| ["given", "found"].iter().any(|role| cell["role"] == *role))
            {
                let middle = cell["x"].as_u64().unwrap() + cell["size"].as_u64().unwrap() / 2;
                let text = cell["text"].as_str().unwrap();
                // Pieces have no text.
                let is_there = svg.split("<text ").any(|element| {
                    element.starts_with(&format!("x=\"{middle}\""))
                        && element.contains(&format!(">{text}<"))
                });
                assert!(is_there || board.pieces, "{cell} in {svg}");
            }
        }
    }
}

#[test]
fn a_sheet_has_all_boards_with_their_texts_and_its_own_style() {
    let board = read(&sudoku::KIND, SUDOKU).board(None);
    let panel = |caption: &str| Panel {
        caption: Some(caption.to_owned()),
        lines: vec!["many words ".repeat(20)],
        ..Panel::new(board.clone(), Overlay::default())
    };
    let panels = vec![panel("one"), panel("a < b"), panel("three")];
    let picture = Picture { panels, lines: vec!["all".to_owned()] };
    for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
        let svg = picture.to_svg(theme);
        assert_well_formed(&svg);
        assert_eq!(svg.matches("<svg ").count(), 4);
        assert_eq!(svg.matches("<style>").count(), 1);
        assert_eq!(svg.matches("class=\"caption\"").count(), 3);
        assert!(svg.contains(">a &lt; b</text>") && svg.contains(">all</text>"), "{svg}");
        assert!(svg.matches("class=\"remark\"").count() > 10, "long lines are wrapped");
        assert_eq!(svg.contains("@media"), theme == Theme::Auto);
        assert!(!picture.to_plain_svg(theme).contains("var("));
    }
}

#[test]
fn a_booklet_has_each_puzzle_once_and_the_answers_at_the_end() {
    let puzzles = OF_EACH_KIND.map(|(kind, text)| {
        let puzzle = read(kind, text);
        let solution = some_answers(&puzzle, &Options::new(), 1).pop();
        (puzzle, solution)
    });
    let booklet = Booklet { title: "A & B", puzzles: &puzzles, per_page: Some(4) };
    let html = booklet.to_html();
    assert_well_formed(&html);
    assert!(!html.contains("<script") && !html.contains("href"), "it works offline");
    let (before, after) = html.split_once("<h1>A &amp; B: answers</h1>").unwrap();
    assert_eq!(before.matches("<figure").count(), puzzles.len());
    assert_eq!(after.matches("<figure").count(), puzzles.len());
    for (number, (puzzle, _)) in (1..).zip(&puzzles) {
        let caption = format!("<figcaption>{number} · {}", puzzle.title());
        assert_eq!([before, after].map(|it| it.matches(&caption).count()), [1, 0], "{caption}");
        let caption = format!("<figcaption>{number}</figcaption>");
        assert_eq!([before, after].map(|it| it.matches(&caption).count()), [0, 1], "{caption}");
        let picture = puzzle.board(None).to_svg(&Overlay::default());
        assert!(before.contains(picture.trim_end()), "{caption}");
    }
    assert!(!after.contains("No answer"));
    let mut some = puzzles.clone();
    (some[1].1, some[3].1) = (None, None);
    let html = Booklet { puzzles: &some, ..booklet }.to_html();
    assert!(html.contains("<p>No answer found: 2, 4</p>"));
}

/// The pages of puzzles and the pages of answers.
fn pages(puzzles: &[(AnyPuzzle, Option<Solution>)], per_page: Option<usize>) -> [usize; 2] {
    let html = Booklet { title: "Many", puzzles, per_page }.to_html();
    assert_well_formed(&html);
    let all = html.matches("<section class=\"page\">").count();
    let answers = html.matches("<h1>Many: answers</h1>").count();
    assert!(all == 0 || html.contains(&format!("<p>{all} / {all}</p>")), "{html}");
    [all - answers, answers]
}

#[test]
fn the_pages_of_a_booklet_have_as_many_puzzles_as_are_requested_or_are_easy_to_read() {
    let puzzle = read(&sudoku::KIND, &".".repeat(81));
    let solution = some_answers(&puzzle, &Options::new(), 1).pop();
    let many = |count| vec![(puzzle.clone(), solution.clone()); count];
    for (count, per_page, expected) in [
        (0, None, [0, 0]),
        (1, None, [1, 1]),
        (6, None, [1, 1]),
        (7, None, [2, 1]),
        (41, None, [7, 3]),
        (7, Some(1), [7, 1]),
        (7, Some(3), [3, 1]),
        (7, Some(100), [1, 1]),
    ] {
        assert_eq!(pages(&many(count), per_page), expected, "{count}, {per_page:?}");
    }
    // Large boards are alone on their pages, and puzzles without an answer are left out at the end.
    let large = read(&sudoku::KIND, &".".repeat(625));
    assert_eq!(pages(&[(large.clone(), None), (large, None)], None), [2, 0]);
    // Wide boards are below each other.
    let wide = read(
        &minesweeper::KIND,
        &format!("16 30 99\n{}", format!("{}\n", "? ".repeat(30)).repeat(16)),
    );
    let html = Booklet { title: "Wide", puzzles: &vec![(wide, None); 2], per_page: None }.to_html();
    assert!(
        html.contains("--columns: 1; --rows: 2")
            && html.contains("1 · 16×30 Minesweeper · 99 mines")
    );
}
