//! `sator play` on a pseudo-terminal. The tests wait for the contents of the screen, never for a time.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::{Color, MouseProtocolMode, Parser};

use crate::common::{Folder, PROGRAM, sator};

/// After this time a screen that does not come is a failure. A busy machine may take long.
const TIME_LIMIT: Duration = Duration::from_secs(300);

const SUDOKU: &str = "1..4.23..41.3..2";

/// A game on a terminal.
struct Tty {
    master: Box<dyn MasterPty>,
    keys: Box<dyn Write>,
    child: Box<dyn Child + Send + Sync>,
    output: Receiver<Vec<u8>>,
    parser: Parser,
}

impl Tty {
    /// Starts `sator play` with these words, on a terminal of 80×24.
    fn play(words: &str, folder: &Folder) -> Self {
        Self::play_with(words, folder, &[])
    }

    fn play_with(words: &str, folder: &Folder, env: &[(&str, &str)]) -> Self {
        let mut command = CommandBuilder::new(PROGRAM);
        command.arg("play");
        command.args(words.split_whitespace());
        Self::start(command, folder, env)
    }

    fn start(mut command: CommandBuilder, folder: &Folder, env: &[(&str, &str)]) -> Self {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        command.cwd(folder.path(""));
        command.env("XDG_STATE_HOME", folder.path("state"));
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        for (name, value) in env {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Self {
            master: pair.master,
            keys,
            child,
            output,
            parser: Parser::new(size_of(24), size_of(80), 0),
        }
    }

    fn press(&mut self, keys: &str) -> &mut Self {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
        self
    }

    /// A click with the left (0) or right (2) button; line and character count from 1.
    fn click(&mut self, button: u8, line: u16, character: u16) -> &mut Self {
        self.press(&format!("\u{1b}[<{button};{character};{line}M"))
    }

    fn resize(&mut self, cols: u16, rows: u16) -> &mut Self {
        self.parser.screen_mut().set_size(size_of(rows), size_of(cols));
        self.master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
        self
    }

    /// Waits until the screen has this text in it.
    #[track_caller]
    fn shows(&mut self, text: &str) -> &mut Self {
        self.wait_for(text, |screen| screen.contents().contains(text))
    }

    #[track_caller]
    fn wait_for(&mut self, what: &str, is_there: impl Fn(&vt100::Screen) -> bool) -> &mut Self {
        let started = Instant::now();
        while !is_there(self.parser.screen()) {
            match self.output.recv_timeout(TIME_LIMIT.saturating_sub(started.elapsed())) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(error) => {
                    panic!("no {what:?} ({error}) in\n{}", self.parser.screen().contents())
                }
            }
        }
        self
    }

    /// Waits for the end: the exit status. The terminal must be as it was.
    #[track_caller]
    fn ends(&mut self) -> u32 {
        loop {
            match self.output.recv_timeout(TIME_LIMIT) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end"),
            }
        }
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        self.child.wait().unwrap().exit_code()
    }
}

fn size_of(length: u16) -> NonZeroU16 {
    NonZeroU16::new(length).unwrap()
}

impl Drop for Tty {
    fn drop(&mut self) {
        // It has ended, unless the test failed.
        let _ended = self.child.kill();
    }
}

const UP: &str = "\u{1b}[A";
const DOWN: &str = "\u{1b}[B";
const RIGHT: &str = "\u{1b}[C";
const LEFT: &str = "\u{1b}[D";

#[test]
fn a_sudoku_is_solved_by_keys() {
    let folder = Folder::new();
    let mut game = Tty::play(SUDOKU, &folder);
    game.shows("4×4 Sudoku").shows("empty: 8");
    let back = LEFT.repeat(3);
    game.press(&format!("3{RIGHT}2{DOWN}{back}4")).shows("empty: 5");
    game.press(&format!("{RIGHT}{RIGHT}{RIGHT}1")).press(&format!("{DOWN}3{back}2"));
    game.press(&format!("{DOWN}{RIGHT}1{RIGHT}4")).shows("Solved in ").shows("empty: 0");
    assert_eq!(game.press("q").ends(), 0);
}

#[test]
fn entries_are_undone_noted_and_checked() {
    let folder = Folder::new();
    let mut game = Tty::play(SUDOKU, &folder);
    game.shows("[.]").press("2").shows("[2]");
    game.press("c").shows("Wrong, 1 entry: r1c2.").shows("[2!");
    game.press("u").shows("[.]").press("r").shows("[2]").press("\u{1a}").shows("[.]");
    game.press("n").shows("NOTES").press("23").shows("notes: 2 3").press("n?");
    game.shows("Page Up").press("?").wait_for("no help", |it| !it.contents().contains("Page Up"));
    // A key without a meaning closes the help, and so does the one that ends the game elsewhere.
    for key in ["a", "q"] {
        game.press("?").shows("Page Up").press(key);
        game.wait_for("no help", |it| !it.contents().contains("Page Up"));
    }
    assert_eq!(game.press("\u{3}").ends(), 0);
    game.shows("The game is saved: sator play --resume");
}

#[test]
fn a_hint_states_the_next_step_and_its_reason() {
    let folder = Folder::new();
    let mut game = Tty::play(SUDOKU, &folder);
    game.shows("4×4 Sudoku").press("h").shows("single)").shows("row ");
    let mut queens = Tty::play("queens 4", &folder);
    queens
        .shows("4-Queens")
        .press(" ")
        .shows("[Q]")
        .press("h")
        .shows("Wrong: a queen stands on r1c1.");
    assert_eq!([game.press("q").ends(), queens.press("q").ends()], [0, 0]);
}

#[test]
fn a_minesweeper_game_is_won_by_the_mouse() {
    let folder = Folder::with("mines.txt", "2 4\n* s s s\ns s s *\n");
    let mut game = Tty::play("mines.txt", &folder);
    game.shows("mines left: 2").click(0, 2, 8).shows("1");
    game.click(2, 2, 2).shows("mines left: 1").shows("F");
    // A click on a number with its flag opens the other squares around it.
    game.click(0, 3, 2).click(0, 2, 5).click(0, 2, 5).click(0, 2, 11);
    game.shows("Won in ");
    assert_eq!(game.press("q").ends(), 0);
}

#[test]
fn a_minesweeper_game_is_lost_and_the_move_taken_back() {
    let folder = Folder::with("mines.txt", "1 4\n* s s s\n");
    let mut game = Tty::play("minesweeper mines.txt", &folder);
    game.shows("mines left: 1").press(&format!("{RIGHT} ")).shows("[1]");
    game.press("o").shows("r1c4 is safe.").shows("50").press("h").shows("r1c4 is safe (");
    game.press(&format!("{} ", LEFT.repeat(3))).shows("the game is lost").shows("[*]");
    game.press("u").shows("[.]");
    game.press(&format!("{} ", RIGHT.repeat(3))).shows("Won in ");
    assert_eq!(game.press("q").ends(), 0);
}

#[test]
fn after_a_loss_the_keys_for_a_new_game_are_shown() {
    let folder = Folder::with("mines.txt", "1 4\n* s s s\n");
    let mut game = Tty::play("minesweeper mines.txt", &folder);
    game.shows("mines left: 1").press(&format!("{RIGHT} ")).shows("[1]");
    game.press(&format!("{LEFT} ")).shows("the game is lost").shows("n new game");
    game.press("n").shows("[.]").shows("f flag");
    assert_eq!(game.press("q").ends(), 0);
}

#[test]
fn a_board_that_needs_no_guess_is_created_or_read_with_its_mines() {
    let folder = Folder::new();
    sator("create minesweeper --no-guess --seed 2 -q -o board.txt").inside(&folder).run().exits(0);
    let mines = |words: &str| {
        let mut game = Tty::play(&format!("{words} --save game.json"), &folder);
        // The cursor is on the opened first square: a flag needs another one.
        game.shows("9×9 Minesweeper").shows("mines left: 10").press("f\u{1b}[H\u{1b}[5~f");
        game.shows("mines left: 9").press("q");
        assert_eq!(game.ends(), 0);
        let saved = std::fs::read_to_string(folder.path("game.json")).unwrap();
        let saved: serde_json::Value = serde_json::from_str(&saved).unwrap();
        assert_eq!(saved["no_guess"], true);
        saved["mines"]["open"].clone()
    };
    let created = mines("minesweeper --no-guess --seed 2");
    assert_eq!(created.as_array().map(Vec::len), Some(10));
    // The seed of the game does not matter: the board has its mines.
    assert_eq!(mines("board.txt --seed 1"), created);
    assert_eq!(mines("board.txt --seed 2"), created);
}

#[test]
fn a_puzzle_with_several_solutions_is_marked() {
    let folder = Folder::new();
    let mut game = Tty::play("sudoku 1...............", &folder);
    game.shows("4×4 Sudoku").shows("several solutions");
    assert_eq!(game.press("q").ends(), 0);
}

#[test]
fn a_new_board_has_the_size_of_its_preset_and_a_safe_first_square() {
    let folder = Folder::new();
    let mut game = Tty::play("minesweeper --preset beginner --seed 5", &folder);
    game.shows("9×9 Minesweeper").shows("mines left: 10");
    game.press(&format!("{}{} ", DOWN.repeat(4), RIGHT.repeat(4))).shows("[ ]").shows("1");
    let mut small = Tty::play("minesweeper --size 2x2 --mines 3 --seed 1", &folder);
    small.shows("2×2 Minesweeper").press(" ").shows("Won in ");
    assert_eq!([game.press("q").ends(), small.press("q").ends()], [0, 0]);
}

#[test]
fn the_screen_adapts_to_60_columns_and_a_tiny_terminal_gets_a_message() {
    let folder = Folder::new();
    let mut game = Tty::play("minesweeper --preset expert --seed 1", &folder);
    game.shows("16×30 Minesweeper").press("f").shows("mines left: 98");
    game.resize(60, 24).wait_for("60 columns", |screen| {
        let rows: Vec<String> = screen.rows(0, 60).collect();
        let is_whole = rows[1].matches(['.', 'F']).count() == 30;
        is_whole && rows[22].starts_with("arrows or mouse") && rows[23].contains("q quit")
    });
    game.resize(20, 6).shows("30x12 are needed.");
    game.resize(60, 24).shows("mines left: 98").press(UP).shows("r1c1");
    assert_eq!(game.press("q").ends(), 0);
}

#[test]
fn a_killed_game_goes_on_where_it_was() {
    let folder = Folder::new();
    for (words, resume) in
        [(SUDOKU, "--resume"), ("--save my.json 1..4.23..41.3..2", "--resume my.json")]
    {
        let mut game = Tty::play(words, &folder);
        game.shows("empty: 8")
            .press("3")
            .shows("empty: 7")
            .press(RIGHT)
            .press("2")
            .shows("empty: 6");
        game.press("u").shows("empty: 7");
        game.child.kill().unwrap();
        game.child.wait().unwrap();
        let mut again = Tty::play(resume, &folder);
        again.shows("4×4 Sudoku").shows("empty: 7").press("r").shows("empty: 6");
        assert_eq!(again.press("q").ends(), 0);
    }
    assert_eq!(folder.names(), ["my.json", "state"]);
}

#[test]
fn a_puzzle_from_a_pipe_is_played_with_the_keys_of_the_terminal() {
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", &format!("echo {SUDOKU} | '{PROGRAM}' play -")]);
    let mut game = Tty::start(command, &Folder::new(), &[]);
    game.shows("4×4 Sudoku").press("3").shows("empty: 7");
    assert_eq!(game.press("q").ends(), 0);
}

#[test]
fn a_signal_saves_the_game_and_restores_the_terminal() {
    let folder = Folder::new();
    let mut game = Tty::play(SUDOKU, &folder);
    game.shows("empty: 8").press("3").shows("empty: 7");
    let id = game.child.process_id().unwrap();
    let kill = std::process::Command::new("kill").arg(id.to_string()).status();
    assert!(kill.unwrap().success());
    assert_eq!(game.ends(), 3);
    game.shows("The game is saved: sator play --resume");
}

#[test]
fn colours_are_used_unless_they_are_unwanted() {
    let folder = Folder::new();
    for (words, env, is_coloured) in [
        ("8", &[][..], true),
        ("8", &[("NO_COLOR", "1")][..], false),
        ("8 --color never", &[][..], false),
    ] {
        let mut game = Tty::play_with(words, &folder, env);
        game.shows("8-Queens").shows("q quit").press(DOWN).shows("r2c1");
        let screen = game.parser.screen();
        let cells = (0..24).flat_map(|row| (0..80).filter_map(move |at| screen.cell(row, at)));
        let has_colour =
            |cell: &vt100::Cell| [cell.fgcolor(), cell.bgcolor()] != [Color::Default; 2];
        assert_eq!(cells.filter(|cell| has_colour(cell)).count() > 0, is_coloured, "{words}");
        assert_eq!(game.press("q").ends(), 0);
    }
}

#[test]
fn what_cannot_be_played_is_named() {
    sator("play 8").run().fails().stderr_has(&["sator play needs a terminal"]);
    let folder = Folder::with("no.json", "{}");
    for (words, message) in [
        ("", "expected a puzzle to play"),
        ("--resume", "there is no saved game '"),
        ("--resume no.json", "no.json: expected a game that sator play saved"),
        ("no-file.txt", "No such file: no-file.txt"),
        ("minesweeper --preset master", "expected a level of minesweeper"),
        ("8 --size 9x9", "--no-guess are for a new puzzle"),
        ("300", "expected a board of at most 200×200 squares, found 300×300"),
    ] {
        let mut game = Tty::play(words, &folder);
        game.shows(message);
        assert_eq!(game.ends(), 2, "{words}");
    }
}
