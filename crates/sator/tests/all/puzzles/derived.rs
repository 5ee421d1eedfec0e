//! Sums that are derived from overlapping totals: the innies and outies that a person finds, as
//! sentences.

use sator::engine::instance;
use sator::puzzle::AnyPuzzle;
use sator::puzzles::KINDS;
use sator::puzzles::killer::KIND;
use sator_sat::Lit;

use super::common::read;

fn killer(text: &str) -> AnyPuzzle {
    read(&KIND, text)
}

/// The derived sums, as sentences.
fn sums(text: &str) -> Vec<String> {
    let instance = instance(&killer(text));
    let sums = instance.derived().sums.iter();
    let mut sums: Vec<_> = sums.map(|rule| rule.text(instance.cells())).collect();
    sums.sort();
    sums
}

/// Each map has a sum that a person finds.
const FOUND: [(&str, &str, &str); 6] = [
    // The cages of row 1 have 12 together, and row 1 has 10.
    ("AABB\n...B\n....\n....\n", "A 3, B 9", "r2c4 = 2"),
    // Row 1 is cage A without r2c2, with r1c3 and r1c4.
    ("AA..\n.A..\n....\n....\n", "A 7", "r1c3 + r1c4 - r2c2 = 3"),
    // Rows 1 and 2 have 20 together, and their cages 23; and two columns, turned over.
    ("ABBD\nACCD\n...D\n....\n", "A 4, B 5, C 5, D 9", "r3c4 = 3"),
    ("AA..\nBC..\nBC..\nDDD.\n", "A 4, B 5, C 5, D 9", "r4c3 = 3"),
    // Boxes of two rows and three columns have 21 each. The cages of box 3 come to 23.
    (
        "AAABBB\nCCC...\nDDE...\nFFEE..\n......\n......\n",
        "A 6, B 15, C 15, D 5, E 7, F 11",
        "r4c4 = 2",
    ),
    // Cage G lies across boxes 1 and 3, which have 42 together; with r4c4 their cages have 44.
    (
        "AAABBB\nCCG...\nDDG...\nFEEE..\n......\n......\n",
        "A 6, B 15, C 9, D 5, E 12, F 5, G 7",
        "r4c4 = 2",
    ),
];

#[test]
fn innies_and_outies_of_rows_columns_boxes_and_pairs_of_them_are_derived() {
    // Row 1 has 10, and three of its cells 6. Box 1 has 10 and two of the three.
    let found = sums("AAA.\n....\n....\n....\nA 6\n");
    assert_eq!(found, ["r1c3 - r2c1 - r2c2 = -4", "r1c4 = 4"]);
    for (map, totals, sum) in FOUND {
        let sums = sums(&format!("{map}{totals}\n"));
        assert!(sums.iter().any(|it| it == sum), "no {sum} in {sums:?} of\n{map}");
    }
}

/// The two lie in each other's way at r5c5, so that they have no total together. Cage A has four
/// cells of the falling one, and r4c6 of the rising one.
#[test]
fn diagonals_are_looked_at_one_by_one() {
    let line = |at: usize, falling: char, rising: char| {
        let mut line = ['.'; 9];
        line[at] = falling;
        line[8 - at] = rising;
        line.iter().collect::<String>() + "\n"
    };
    let above: String = (0..4).map(|at| line(at, 'A', if at < 3 { 'C' } else { 'A' })).collect();
    let below: String = (5..9).map(|at| line(at, 'B', 'D')).collect();
    let map = format!("{above}.........\n{below}A 24, B 18, C 13, D 21\n");
    assert_eq!(sums(&format!("diagonals\n{map}")), ["r4c6 + r5c5 = 11", "r4c6 - r5c5 = -3"]);
    assert_eq!(sums(&map), [""; 0]);
}

/// The cages of box 1 come to 10, as they should, and have nothing more to say; or to 11.
#[test]
fn a_house_of_whole_cages_says_nothing_or_that_there_is_no_answer() {
    let cages = |total: u32| format!("AA..\nBB..\n....\n....\nA 3, B {total}\n");
    let rows = ["r1c3 + r1c4 = 7", "r2c3 + r2c4 = 3"];
    assert_eq!(sums(&cages(7)), rows);
    assert_eq!(sums(&cages(8)), ["0 = -1", "r1c3 + r1c4 = 7", "r2c3 + r2c4 = 2"]);
}

/// The cells of a cage in a house take their values from the rest of it, here of row 1 and box 1; and
/// so do the cells that remain in row 1.
#[test]
fn values_are_in_a_cage_or_elsewhere_in_its_houses() {
    let instance = instance(&killer("AA..\n....\n....\n....\nA 3\n"));
    let cells = |lits: &[Lit]| -> Vec<_> {
        lits.iter().map(|&lit| instance.cells().cell_of(lit).0.index()).collect()
    };
    let splits = &instance.derived().splits;
    let number = |sides: [[usize; 2]; 2]| {
        splits.iter().filter(|it| [cells(&it.first), cells(&it.others)] == sides).count()
    };
    assert_eq!([number([[0, 1], [2, 3]]), number([[0, 1], [4, 5]])], [4, 4], "{splits:?}");
    assert!(splits.iter().any(|split| cells(&split.first) == [2, 3]), "{splits:?}");
}

#[test]
fn nothing_is_derived_without_sums() {
    for kind in KINDS.iter().filter(|kind| kind.name != "killer") {
        let instance = instance(&read(kind, kind.example));
        let derived = instance.derived();
        assert!(derived.sums.is_empty() && derived.splits.is_empty(), "{}", kind.name);
    }
}
