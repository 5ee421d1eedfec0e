//! Tests of the state machine and of the screen, without a terminal.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;
use sator::create::Wish;
use sator::engine::{self, Options};
use sator::model::Value;
use sator::puzzle::{AnyPuzzle, ParseOptions};
use sator::puzzles::{self, KINDS, TEMPLATE, minesweeper, sudoku};
use sator::render::Look;

use super::advice::Question;
use super::draw::{self, Layout, draw};
use super::game::{Action, Game, Phase, Position, Request, Square};
use super::save;
use super::values::{Values, squares_of};

fn read(text: &str) -> AnyPuzzle {
    puzzles::recognise(text, &ParseOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn game_of(puzzle: &AnyPuzzle) -> Game {
    let start = match super::as_minesweeper(puzzle) {
        Some(board) => Position::Mines(minesweeper::Game::of(board, 1, &Options::new()).unwrap()),
        None => Position::Values(Values::new(puzzle).unwrap()),
    };
    Game::new(puzzle.clone(), start)
}

fn game(text: &str) -> Game {
    game_of(&read(text))
}

/// A sudoku with one solution: 1324, 4231, 2413, 3142.
const SUDOKU: &str = "1..4.23..41.3..2";

/// Moves the cursor, and takes an action there.
fn at(game: &mut Game, [row, column]: Square, action: Action) -> Option<Request> {
    let [from_row, from_column] = game.cursor();
    let by = |to: usize, from: usize| to as isize - from as isize;
    game.act(Action::Step(by(row, from_row), by(column, from_column)));
    assert_eq!(game.cursor(), [row, column]);
    game.act(action)
}

fn text(game: &Game) -> Vec<String> {
    let rows = game.board().rows;
    rows.iter().map(|row| row.iter().map(|tile| tile.text.as_str()).collect()).collect()
}

/// Asks a question, and takes its answer.
fn ask(game: &mut Game, question: Question) -> String {
    if let Some(Request::Answer(question, snapshot)) = game.act(Action::Ask(question)) {
        game.take(snapshot.answer(question, &Options::new()).unwrap());
    }
    game.message().to_owned()
}

/// The actions that fill a square.
fn fill(game: &mut Game, square: Square, value: Value, is_piece: bool) {
    if is_piece {
        at(game, square, Action::Main);
    } else {
        for _ in 0..value {
            at(game, square, Action::Cycle(1));
        }
    }
}

#[test]
fn the_example_of_every_kind_can_be_played_to_the_end() {
    for kind in KINDS.iter().copied().chain([TEMPLATE]) {
        let puzzle = kind.read(kind.example, &ParseOptions::default()).unwrap();
        if super::as_minesweeper(&puzzle).is_some() {
            continue;
        }
        let engine::Step::Solution(solution) =
            engine::solutions(&puzzle, &Options::new()).step().unwrap()
        else {
            continue;
        };
        let mut game = game_of(&puzzle);
        for (cell, name, _) in puzzle.rules().cells().iter() {
            let value = solution[cell];
            let (square, piece) = squares_of(name, (value, value))[0];
            fill(&mut game, square, value, piece.is_some());
        }
        assert_eq!(game.phase(), Phase::Won, "{}: {}", kind.name, game.message());
        assert!(game.message().starts_with("Solved in "), "{}", game.message());
    }
}

#[test]
fn hints_alone_lead_to_the_solution_of_every_kind() {
    let killer = include_str!("../../../../examples/killer/6x6.txt");
    let regions = include_str!("../../../../examples/queens/regions.txt");
    let futoshiki = include_str!("../../../../examples/futoshiki/4x4.txt");
    let kakuro = include_str!("../../../../examples/kakuro/5x5.txt");
    for text in [SUDOKU, killer, regions, futoshiki, kakuro] {
        let mut game = game(text);
        let mut hints = 0;
        while game.phase() == Phase::Playing {
            let Some(Request::Answer(question, snapshot)) = game.act(Action::Ask(Question::Hint))
            else {
                panic!("no question")
            };
            let advice = snapshot.answer(question, &Options::new()).unwrap();
            assert!(!advice.facts.is_empty(), "{}", advice.text);
            let facts = advice.facts.clone();
            game.take(advice);
            for fact in facts.iter().filter(|fact| fact.holds) {
                let is_piece = game.has_pieces();
                fill(&mut game, fact.square, fact.value, is_piece);
            }
            hints += 1;
            assert!(hints < 500, "hints are repeated: {}", game.message());
        }
        assert_eq!(game.phase(), Phase::Won);
    }
}

#[test]
fn given_values_stay_and_entries_are_undone_and_redone() {
    let mut game = game(SUDOKU);
    assert_eq!(game.cursor(), [0, 1]);
    at(&mut game, [0, 0], Action::Type('2'));
    assert_eq!(text(&game)[0], "1..4");
    at(&mut game, [0, 1], Action::Type('3'));
    at(&mut game, [0, 2], Action::Type('2'));
    game.act(Action::Undo);
    assert_eq!((text(&game)[0].as_str(), game.cursor()), ("13.4", [0, 2]));
    game.act(Action::Undo);
    game.act(Action::Undo);
    game.act(Action::Redo);
    assert_eq!(text(&game)[0], "13.4");
    at(&mut game, [1, 0], Action::Type('4'));
    // A new move replaces those that were undone.
    game.act(Action::Redo);
    assert_eq!(text(&game)[..2], ["13.4", "423."]);
    at(&mut game, [0, 1], Action::Erase);
    assert_eq!(text(&game)[0], "1..4");
    at(&mut game, [0, 1], Action::Type('7'));
    assert_eq!(game.message(), "7 is no value here.");
}

#[test]
fn notes_are_candidates_until_the_square_has_a_value() {
    let mut game = game(SUDOKU);
    game.act(Action::ToggleNotes);
    for key in ['3', '2', '4', '2'] {
        at(&mut game, [0, 1], Action::Type(key));
    }
    assert!(game.heading().ends_with("NOTES"));
    assert_eq!(game.place(), "r1c2  notes: 3 4");
    game.act(Action::ToggleNotes);
    at(&mut game, [0, 1], Action::Type('3'));
    assert_eq!(game.place(), "r1c2");
    game.act(Action::Erase);
    assert_eq!(game.place(), "r1c2  notes: 3 4");
    game.act(Action::Erase);
    assert_eq!(game.place(), "r1c2");
}

#[test]
fn capital_letters_and_the_symbols_of_a_puzzle_are_values() {
    let mut letters = game(include_str!("../../../../examples/sudoku/16x16.txt"));
    let square = letters.cursor();
    letters.act(Action::Type('C'));
    assert_eq!(letters.board().rows[square[0]][square[1]].text, "C");
    letters.act(Action::Cycle(1));
    assert_eq!(letters.board().rows[square[0]][square[1]].text, "D");
}

#[test]
fn a_full_board_that_is_wrong_names_a_violated_rule() {
    let mut game = game(SUDOKU);
    for (square, key) in [([0, 1], '2'), ([0, 2], '3'), ([1, 0], '4'), ([1, 3], '1')] {
        at(&mut game, square, Action::Type(key));
    }
    for (square, key) in [([2, 0], '2'), ([2, 3], '3'), ([3, 1], '1'), ([3, 2], '4')] {
        at(&mut game, square, Action::Type(key));
    }
    assert_eq!(game.phase(), Phase::Playing);
    assert!(game.message().starts_with("All is filled, but not right: "), "{}", game.message());
    assert_eq!(ask(&mut game, Question::Check), "Wrong, 2 entries: r1c2, r1c3.");
    assert_eq!(game.highlights().wrong.len(), 2);
    game.act(Action::Undo);
    assert!(game.highlights().wrong.is_empty());
}

#[test]
fn check_and_hint_find_wrong_entries() {
    let mut game = game(SUDOKU);
    assert_eq!(ask(&mut game, Question::Check), "No entry is wrong.");
    at(&mut game, [0, 1], Action::Type('2'));
    assert_eq!(ask(&mut game, Question::Check), "Wrong, 1 entry: r1c2.");
    let hint = ask(&mut game, Question::Hint);
    assert!(hint.starts_with("Wrong: r1c2 is 2.\n"), "{hint}");
    // Two queens that are in different solutions.
    let mut queens = self::game("4");
    at(&mut queens, [0, 1], Action::Main);
    at(&mut queens, [1, 0], Action::Main);
    let joint = ask(&mut queens, Question::Check);
    assert_eq!(joint, "Each entry may be right, but not all of them together.");
    let hint = ask(&mut queens, Question::Hint);
    assert!(hint.starts_with("Your entries cannot all be right."), "{hint}");
}

#[test]
fn a_row_has_one_queen_and_excluded_squares_keep_their_mark() {
    let mut game = game("4");
    at(&mut game, [0, 0], Action::Main);
    at(&mut game, [0, 1], Action::Main);
    assert_eq!(text(&game)[0], ".Q..");
    at(&mut game, [0, 3], Action::Mark(None));
    assert_eq!(game.notes([0, 3]), ["×"]);
    at(&mut game, [0, 1], Action::Main);
    assert_eq!(text(&game)[0], "....");
    // The first click selects a square, the second places a queen.
    game.act(Action::Click([2, 2]));
    assert_eq!(text(&game)[2], "....");
    game.act(Action::Click([2, 2]));
    assert_eq!(text(&game)[2], "..Q.");
}

#[test]
fn a_mine_loses_the_game_and_undo_takes_it_back() {
    let mut game = game("1 4\n* s s s");
    game.act(Action::Click([0, 1]));
    assert_eq!(text(&game), [".1.."]);
    game.act(Action::Click([0, 0]));
    assert_eq!((game.phase(), text(&game)), (Phase::Lost, vec!["*1..".to_owned()]));
    game.act(Action::Click([0, 2]));
    assert_eq!(game.phase(), Phase::Lost);
    game.act(Action::Undo);
    assert_eq!((game.phase(), text(&game)), (Phase::Playing, vec![".1..".to_owned()]));
    game.act(Action::Mark(Some([0, 2])));
    assert_eq!(ask(&mut game, Question::Check), "1 wrong flag.");
    game.act(Action::Mark(Some([0, 2])));
    game.act(Action::Click([0, 3]));
    assert_eq!(game.phase(), Phase::Won);
    assert!(game.message().starts_with("Won in "), "{}", game.message());
}

#[test]
fn a_game_that_is_over_offers_a_new_one_of_the_same_size() {
    let mut game = game("1 4\n* s s s");
    assert!(game.act(Action::ToggleNotes).is_none(), "not before the end");
    game.act(Action::Click([0, 1]));
    game.act(Action::Click([0, 0]));
    assert!(game.message().contains("n starts a new game"), "{}", game.message());
    let (screen, _) = drawn(&game, [80, 24], false);
    assert!(screen.contains("n new game, u undo, q quit"), "{screen}");
    assert!(matches!(game.act(Action::ToggleNotes), Some(Request::New)));
    let again = super::another(&game).unwrap();
    assert_eq!((again.size(), again.phase()), ([1, 4], Phase::Playing));
    assert!(again.heading().contains("mines left: 1"), "{}", again.heading());
    assert_eq!(text(&again), ["...."]);
}

#[test]
fn a_board_that_needs_no_guess_keeps_its_mines() {
    let wish = Wish { no_guess: true, ..Wish::default() };
    for seed in 0..5 {
        let created = minesweeper::KIND.create(&wish, seed).unwrap();
        let command = format!("sator create minesweeper --no-guess --seed {seed}");
        let solution = super::created_again(&created.puzzle, &command);
        assert_eq!(solution, created.solution);
        let game = super::game_of(created.puzzle.clone(), solution.as_ref(), seed + 100).unwrap();
        assert!(game.has_no_guess());
        let Position::Mines(mut mines) = game.start().clone() else { panic!("no mines") };
        // Whatever the engine proves to be safe is safe, until the game is won.
        while mines.state() == minesweeper::GameState::Playing {
            let board: AnyPuzzle = std::sync::Arc::new(mines.board());
            let odds = engine::odds(&board, &Options::new()).unwrap().unwrap();
            let cells = board.rules().cells().clone();
            let safe = cells.iter().zip(&odds.cells);
            let safe = safe.filter(|(_, chance)| chance.state == engine::CellState::AlwaysFalse);
            let squares: Vec<_> =
                safe.map(|((_, name, _), _)| squares_of(name, (0, 1))[0].0).collect();
            assert!(!squares.is_empty(), "seed {seed} needs a guess");
            for square in squares {
                mines.open(square);
            }
        }
        assert_eq!(mines.state(), minesweeper::GameState::Won);
        // Another board, and another command, tell nothing.
        let other = minesweeper::KIND.create(&wish, seed + 1).unwrap();
        assert_eq!(super::created_again(&other.puzzle, &command), None);
        let plain = command.replace(" --no-guess", "");
        assert_eq!(super::created_again(&created.puzzle, &plain), None);
    }
}

#[test]
fn the_keys_take_the_place_of_the_board_until_any_key_is_pressed() {
    let mut game = game(include_str!("../../../../examples/sudoku/9x9.txt"));
    let before = text(&game);
    game.act(Action::Type('z'));
    assert_eq!(game.message(), "z is no value here.");
    game.act(Action::Help);
    let (screen, layout) = drawn(&game, [80, 24], false);
    for key in ["arrows, Home, End", "n, space: note", "u, Ctrl-Z", "c: show wrong", "s: save"] {
        assert!(screen.contains(key), "{screen}");
    }
    assert!(!screen.contains("is no value here") && !screen.contains("9  1 "), "{screen}");
    assert_eq!(layout.square_at(5, 5), None);
    // The key that closes the help does nothing else.
    game.act(Action::Type('2'));
    assert_eq!((text(&game), game.message()), (before, "z is no value here."));
    let (screen, _) = drawn(&game, [80, 24], false);
    assert!(screen.contains("z is no value here."), "{screen}");
    game.act(Action::Dismiss);
    assert_eq!(game.message(), "");
    // Also the key that ends the game elsewhere; Ctrl-C ends it here, too.
    game.act(Action::Help);
    assert!(game.act(Action::Quit).is_none() && !game.shows_help());
    game.act(Action::Help);
    assert!(matches!(game.act(Action::Interrupt), Some(Request::Quit)));
}

#[test]
fn a_board_with_open_squares_starts_on_one_without_mines_around() {
    assert_eq!(game("2 5 2\n? 1 0 ? ?\n? 1 0 ? ?").cursor(), [0, 2]);
    assert_eq!(game("2 5 2\n? 1 ? ? ?\n? ? ? ? ?").cursor(), [0, 1]);
    assert_eq!(game("1 4\n* s s s").cursor(), [0, 0]);
    let wish = Wish { no_guess: true, ..Wish::default() };
    for seed in 0..5 {
        let created = minesweeper::KIND.create(&wish, seed).unwrap();
        let game = super::game_of(created.puzzle, created.solution.as_ref(), seed).unwrap();
        let [row, column] = game.cursor();
        assert_eq!(game.board().rows[row][column].text, " ", "seed {seed}");
    }
}

#[test]
fn odds_of_an_expert_board_are_apart_at_80_columns() {
    let mut game = game(include_str!("../../../../examples/minesweeper/expert.txt"));
    ask(&mut game, Question::Odds);
    // 26 columns are visible, and follow the cursor. No number is cut.
    for (column, visible) in [(0, 0..26), (14, 1..27), (29, 4..30)] {
        at(&mut game, [8, column], Action::Step(0, 0));
        let (screen, layout) = drawn(&game, [80, 24], false);
        let note = format!("columns {}-{} of 30", visible.start + 1, visible.end);
        assert!(screen.contains(&note), "{note}\n{screen}");
        for (line, row) in screen.lines().skip(1).zip(&game.board().rows) {
            let texts = row[visible.clone()].iter().map(|tile| tile.text.trim());
            let texts: Vec<_> = texts.filter(|text| !text.is_empty()).collect();
            assert_eq!(line.split_whitespace().collect::<Vec<_>>(), texts, "{screen}");
        }
        let places = (0..24).flat_map(|y| (0..80).map(move |x| (x, y)));
        let found: std::collections::BTreeSet<_> =
            places.filter_map(|(x, y)| layout.square_at(x, y)).collect();
        assert_eq!(found.len(), 16 * 26);
    }
    let (screen, _) = drawn(&game, [90, 24], false);
    assert!(!screen.contains("of 30"), "{screen}");
}

#[test]
fn a_puzzle_with_several_solutions_or_none_is_marked_in_the_heading() {
    for (text, mark) in [
        ("1...............", "several solutions"),
        ("123....4........", "no solution"),
        (SUDOKU, "empty: 8"),
    ] {
        let mut game = game(text);
        let number = super::number_of(&game).unwrap().recv().unwrap();
        game.remark(&number);
        assert!(game.heading().ends_with(mark), "{}", game.heading());
    }
    assert!(super::number_of(&game("8")).is_none());
    assert!(super::number_of(&game("1 4\n* s s s")).is_none());
}

#[test]
fn odds_are_shown_on_demand_and_flags_are_not_trusted() {
    let mut game = game("2 5 2\n? 1 ? ? ?\n? ? ? ? ?");
    assert_eq!(ask(&mut game, Question::Odds), "The least likely mine is on r1c1: 20 %.");
    assert_eq!(text(&game)[0], "201202525");
    game.act(Action::Mark(Some([1, 4])));
    assert_eq!(text(&game)[0], ".1...");
    let hint = ask(&mut game, Question::Hint);
    assert_eq!(hint, "Nothing more is certain. The least likely mine is on r1c1: 20 %.");
    let mut values = self::game(SUDOKU);
    assert_eq!(ask(&mut values, Question::Odds), "Only minesweeper has odds.");
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new").join("game.json");
    let new_mines = "9 9 10\n".to_owned() + &"? ? ? ? ? ? ? ? ?\n".repeat(9);
    let mut sudoku = game(SUDOKU);
    at(&mut sudoku, [0, 1], Action::Type('3'));
    at(&mut sudoku, [0, 2], Action::Type('2'));
    sudoku.act(Action::Undo);
    let mut mines = game(&new_mines);
    mines.act(Action::Click([4, 4]));
    mines.act(Action::Mark(Some([0, 0])));
    let mut layout = game("1 4\n* s s s");
    layout.act(Action::Click([0, 0]));
    let mut in_play = game("2 5 2\n? 1 ? ? ?\n? ? ? ? ?");
    in_play.act(Action::Click([1, 4]));
    let tall = [("box", "3x2")];
    let grid = "1.....\n......\n......\n......\n......\n.....6";
    let boxes = sudoku::KIND.read(grid, &ParseOptions::with(&tall)).unwrap();
    let boxes = game_of(&boxes);
    for mut game in [sudoku, mines, layout, in_play, boxes] {
        game.tick(std::time::Duration::from_secs(65));
        save::write(&game, &file).unwrap();
        let mut again = save::read(&file).unwrap();
        assert_eq!(text(&again), text(&game));
        assert_eq!(again.board().boxes, game.board().boxes);
        assert_eq!(again.heading(), game.heading());
        assert_eq!(again.moves(), game.moves());
        again.act(Action::Redo);
        game.act(Action::Redo);
        assert_eq!(text(&again), text(&game));
    }
}

#[test]
fn a_file_that_is_no_saved_game_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    save::write(&game(SUDOKU), &file).unwrap();
    let saved = std::fs::read_to_string(&file).unwrap();
    for (from, to, reason) in [
        ("{", "[", "expected a game that sator play saved"),
        ("\"sator_game\":1", "\"sator_game\":2", "expected a game of version 1, found 2"),
        ("sudoku", "chess", "no puzzle is called 'chess'"),
        ("1..4", "&..4", "the puzzle: "),
        ("\"done\":0", "\"done\":1", "the moves do not fit the board"),
        ("\"moves\":[]", "\"moves\":[{\"open\":[9,9]}]", "the moves do not fit the board"),
        (
            "\"seconds\"",
            "\"mines\":{\"seed\":1},\"seconds\"",
            "only a board of minesweeper has mines",
        ),
    ] {
        assert!(saved.contains(from), "{saved}");
        std::fs::write(&file, saved.replacen(from, to, 1)).unwrap();
        let error = save::read(&file).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

/// Draws a game; returns the screen and the places of squares.
fn drawn(game: &Game, [width, height]: [u16; 2], has_colour: bool) -> (String, Layout) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let mut layout = Layout::default();
    let look = draw::Look { has_colour, ascii: !has_colour };
    terminal.draw(|frame| layout = draw(frame, game, look)).unwrap();
    let buffer = terminal.backend().buffer();
    let cells: Vec<&str> = buffer.content().iter().map(Cell::symbol).collect();
    let lines = cells.chunks(usize::from(width)).map(|line| line.concat().trim_end().to_owned());
    (lines.collect::<Vec<_>>().join("\n"), layout)
}

#[test]
fn every_board_is_drawn_at_60_columns_and_the_mouse_finds_every_square() {
    let files = [
        include_str!("../../../../examples/sudoku/9x9.txt"),
        include_str!("../../../../examples/sudoku/16x16.txt"),
        include_str!("../../../../examples/killer/wikipedia.txt"),
        include_str!("../../../../examples/queens/regions.txt"),
        include_str!("../../../../examples/futoshiki/9x9.txt"),
        include_str!("../../../../examples/kakuro/5x5.txt"),
        include_str!("../../../../examples/minesweeper/expert.txt"),
    ];
    for file in files {
        let game = game(file);
        for (size, has_colour) in [([60, 24], true), ([60, 24], false), ([120, 60], true)] {
            let (screen, layout) = drawn(&game, size, has_colour);
            assert!(screen.contains("q quit"), "{screen}");
            let places = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x, y)));
            let found: std::collections::BTreeSet<_> =
                places.filter_map(|(x, y)| layout.square_at(x, y)).collect();
            let [rows, columns] = game.size();
            assert_eq!(found.len(), rows * columns, "{screen}");
        }
    }
}

#[test]
fn a_board_that_is_too_large_follows_the_cursor_and_a_tiny_terminal_gets_a_message() {
    let mut game = game(include_str!("../../../../examples/sudoku/25x25.txt"));
    for square in [[0, 0], [24, 24]] {
        at(&mut game, square, Action::Step(0, 0));
        let (screen, layout) = drawn(&game, [40, 20], false);
        let places = (0..20).flat_map(|y| (0..40).map(move |x| (x, y)));
        let is_seen = places.filter_map(|(x, y)| layout.square_at(x, y)).any(|it| it == square);
        assert!(is_seen, "{screen}");
    }
    let (screen, layout) = drawn(&game, [29, 12], false);
    assert!(screen.starts_with("The terminal is too small:"), "{screen}");
    assert_eq!(layout.square_at(0, 0), None);
}

#[test]
fn a_killer_has_lines_around_cages_and_large_squares_have_room_for_notes() {
    let mut game = game("1..4.23..41.3..2");
    game.act(Action::ToggleNotes);
    for key in ['1', '2', '3', '4'] {
        at(&mut game, [0, 1], Action::Type(key));
    }
    let (small, _) = drawn(&game, [40, 13], true);
    assert!(small.contains("│ 1 12+│ .  4 │"), "{small}");
    let (large, _) = drawn(&game, [60, 30], true);
    assert!(large.contains("12") && large.contains("34"), "{large}");
    let killer = self::game(include_str!("../../../../examples/killer/wikipedia.txt"));
    let (screen, _) = drawn(&killer, [80, 24], true);
    assert!(screen.contains("┏3━━━━━━┯15━┳"), "{screen}");
    // As in the printed board, the line of a box within a cage is dashed.
    let printed = killer.board().to_text(Look { ..Look::default() });
    let lines = |text: &str| -> Vec<String> {
        let is_line = |symbol: char| !symbol.is_ascii() && symbol != ' ';
        text.lines().map(|line| line.chars().filter(|it| is_line(*it)).collect()).collect()
    };
    let drawn: Vec<String> = lines(&screen).into_iter().skip(1).take(19).collect();
    assert_eq!(drawn, lines(&printed)[..19], "{screen}\n{printed}");
}
