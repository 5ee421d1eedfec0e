//! Keys and the mouse as actions.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

use super::advice::Question;
use super::game::{Action, Square};

/// The action of an event, if it has one. Lower-case letters are commands; digits, capital letters and
/// other symbols are values.
pub(super) fn action(
    event: &Event,
    square_at: impl Fn(u16, u16) -> Option<Square>,
) -> Option<Action> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => of_key(*key),
        Event::Mouse(mouse) => {
            let square = square_at(mouse.column, mouse.row)?;
            match mouse.kind {
                MouseEventKind::Down(MouseButton::Left | MouseButton::Middle) => {
                    Some(Action::Click(square))
                }
                MouseEventKind::Down(MouseButton::Right) => Some(Action::Mark(Some(square))),
                _ => None,
            }
        }
        _ => None,
    }
}

fn of_key(key: KeyEvent) -> Option<Action> {
    /// As many steps as any board has squares.
    const FAR: isize = 100_000;
    Some(match key.code {
        KeyCode::Char(letter) if key.modifiers.contains(KeyModifiers::CONTROL) => match letter {
            'c' => Action::Interrupt,
            'q' => Action::Quit,
            'z' => Action::Undo,
            'y' => Action::Redo,
            's' => Action::Save,
            _ => return None,
        },
        KeyCode::Up => Action::Step(-1, 0),
        KeyCode::Down => Action::Step(1, 0),
        KeyCode::Left => Action::Step(0, -1),
        KeyCode::Right | KeyCode::Tab => Action::Step(0, 1),
        KeyCode::Home => Action::Step(0, -FAR),
        KeyCode::End => Action::Step(0, FAR),
        KeyCode::PageUp => Action::Step(-FAR, 0),
        KeyCode::PageDown => Action::Step(FAR, 0),
        KeyCode::Backspace | KeyCode::Delete => Action::Erase,
        KeyCode::Enter | KeyCode::Char(' ') => Action::Main,
        KeyCode::Esc => Action::Dismiss,
        KeyCode::F(1) | KeyCode::Char('?') => Action::Help,
        KeyCode::Char('+' | '=') => Action::Cycle(1),
        KeyCode::Char('-') => Action::Cycle(-1),
        KeyCode::Char(letter @ 'a'..='z') => of_letter(letter)?,
        KeyCode::Char(symbol) => Action::Type(symbol),
        _ => return None,
    })
}

fn of_letter(letter: char) -> Option<Action> {
    Some(match letter {
        'u' => Action::Undo,
        'r' => Action::Redo,
        'n' => Action::ToggleNotes,
        'f' | 'x' => Action::Mark(None),
        'c' => Action::Ask(Question::Check),
        'h' => Action::Ask(Question::Hint),
        'o' => Action::Ask(Question::Odds),
        's' => Action::Save,
        'q' => Action::Quit,
        _ => return None,
    })
}

/// The keys in a line: of boards with mines, of pieces, or of values. A game that is over needs few.
pub(super) fn short_help(has_mines: bool, has_pieces: bool, is_over: bool) -> String {
    match (is_over, has_mines) {
        (true, true) => return "n new game, u undo, q quit, ? help".to_owned(),
        (true, false) => return "u undo, q quit, ? help".to_owned(),
        (false, _) => {}
    }
    let own = match (has_mines, has_pieces) {
        (true, _) => "space open, f flag, o odds",
        (_, true) => "space place, x exclude",
        _ => "1-9 A-Z values, n notes, . erase",
    };
    format!("arrows or mouse, {own}, u undo, r redo, c check, h hint, s save, q quit, ? help")
}

/// All keys, one a line.
pub(super) fn long_help(has_mines: bool, has_pieces: bool) -> Vec<&'static str> {
    let own: &[&str] = match (has_mines, has_pieces) {
        (true, _) => &[
            "space, Enter, left click: open the square; on a number with as many flags around it, \
             open the other squares around",
            "f, right click: set or remove a flag",
            "o: the chance of a mine in each square, in percent",
            "n, after the end: a new game of the same size and number of mines",
        ],
        (_, true) => &[
            "space, Enter, second click: place a piece, or take it away",
            "x, right click: exclude the square",
        ],
        _ => &[
            "1-9, capital letters from 10: a value; + and - step through the values",
            "n, space: note candidates instead of values, or values again",
            ". 0 Backspace: erase the value, then the notes",
        ],
    };
    let all = [
        "arrows, Home, End, Page Up, Page Down, mouse: choose a square",
        "u, Ctrl-Z: undo; r, Ctrl-Y: redo",
        "c: show wrong entries; h: the next step and its reason",
        "s: save; q, Ctrl-C: save and quit; ?: these keys; Esc: remove messages and odds",
    ];
    all[..1].iter().chain(own).chain(&all[1..]).copied().collect()
}
