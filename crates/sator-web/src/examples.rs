//! Puzzles for the page's menu, of each kind from easy to hard; all are our own.

use serde_json::{Value, json};

/// A puzzle of the menu.
struct Example {
    kind: &'static str,
    name: &'static str,
    title: &'static str,
    text: &'static str,
}

/// A file of the folder `examples`.
macro_rules! file {
    ($kind:literal, $name:literal, $title:literal, $file:literal) => {
        Example {
            kind: $kind,
            name: $name,
            title: $title,
            text: include_str!(concat!("../../../examples/", $kind, "/", $file)),
        }
    };
}

/// A text that is too short for a file.
const fn text(
    kind: &'static str,
    name: &'static str,
    title: &'static str,
    text: &'static str,
) -> Example {
    Example { kind, name, title, text }
}

/// All examples, by kind, from easy to hard.
static EXAMPLES: &[Example] = &[
    file!("sudoku", "4x4", "4×4", "4x4.txt"),
    file!("sudoku", "6x6", "6×6", "6x6.txt"),
    file!("sudoku", "gentle", "Gentle", "9x9.txt"),
    file!("sudoku", "medium", "Medium", "medium.txt"),
    file!("sudoku", "hard", "Hard", "hard.txt"),
    file!("sudoku", "fiendish", "Fiendish", "fiendish.txt"),
    file!("sudoku", "jigsaw", "Jigsaw regions", "jigsaw.txt"),
    file!("sudoku", "thermo", "Thermometers", "thermo.txt"),
    file!("sudoku", "arrow", "Arrows", "arrow.txt"),
    file!("sudoku", "mixed", "Many rules", "mixed.txt"),
    file!("sudoku", "16x16", "16×16", "16x16.txt"),
    file!("sudoku", "25x25", "25×25", "25x25.txt"),
    file!("sudoku", "impossible", "A slip: no answer", "impossible.txt"),
    file!("killer", "6x6", "6×6", "6x6.txt"),
    file!("killer", "wikipedia", "Wikipedia's example", "wikipedia.txt"),
    file!("killer", "easy", "Easy", "easy.txt"),
    file!("killer", "hard", "Hard", "hard.txt"),
    file!("killer", "16x16", "16×16, no given value", "16x16.txt"),
    file!("killer", "impossible", "A wrong total: no answer", "wikipedia-changed.txt"),
    text("queens", "8", "8 queens", "8"),
    file!("queens", "completion", "Queens already placed", "completion.txt"),
    file!("queens", "blocked", "Blocked squares", "blocked.txt"),
    file!("queens", "regions", "Regions", "regions.txt"),
    file!("queens", "regions-10", "Regions, 10×10", "regions-10.txt"),
    text("queens", "40", "40 queens", "40"),
    text("queens", "27", "27 queens: the largest board whose answers are counted", "27"),
    file!("minesweeper", "three-layouts", "Three layouts", "three-layouts.txt"),
    file!("minesweeper", "beginner", "Beginner", "beginner.txt"),
    file!("minesweeper", "intermediate", "Intermediate", "intermediate.txt"),
    file!("minesweeper", "expert", "Expert", "expert.txt"),
    file!("minesweeper", "checkerboard", "Checkerboard", "checkerboard.txt"),
    file!("minesweeper", "impossible", "A wrong number: no answer", "impossible.txt"),
    file!("futoshiki", "5x5", "Easy, 5×5", "5x5.txt"),
    file!("futoshiki", "4x4", "Hard, 4×4", "4x4.txt"),
    file!("futoshiki", "6x6", "Fiendish, 6×6", "6x6.txt"),
    file!("futoshiki", "9x9", "9×9", "9x9.txt"),
    file!("futoshiki", "signs-only", "Signs only", "signs-only.txt"),
    file!("kakuro", "8x8", "Gentle, 8×8", "8x8.txt"),
    file!("kakuro", "5x5", "Medium, 5×5", "5x5.txt"),
    file!("kakuro", "12x12", "Medium, 12×12", "12x12.txt"),
];

/// The list, as the page gets it.
pub(crate) fn json() -> Value {
    let object = |example: &Example| {
        let Example { kind, name, title, text } = example;
        json!({ "kind": kind, "name": name, "title": title, "text": text })
    };
    EXAMPLES.iter().map(object).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::EXAMPLES;

    #[test]
    fn names_are_unique_within_a_kind() {
        let mut names = HashSet::new();
        for example in EXAMPLES {
            assert!(
                names.insert((example.kind, example.name)),
                "{} {}",
                example.kind,
                example.name
            );
        }
    }
}
