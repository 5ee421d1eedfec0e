//! Small grids with all their fillings, and the rules in plain words: the brute force.

use std::collections::BTreeSet;

// Grids and their fillings.

/// A small grid.
pub(super) struct Grid {
    pub(super) n: usize,
    /// The lines above the rows.
    header: &'static str,
    pub(super) values: &'static [i64],
    /// A row of letters for each row; a dot is in no region. None: rows and columns are all.
    regions: &'static [&'static str],
    /// The number of given values of the random puzzles, so that few fillings are left.
    pub(super) given: usize,
}

pub(super) const GRIDS: [Grid; 11] = [
    Grid { given: 2, ..FOUR },
    Grid { header: "no boxes", regions: &[], given: 3, ..FOUR },
    Grid { header: "values 0-3", values: &[0, 1, 2, 3], given: 2, ..FOUR },
    Grid { header: "values 0 2 3 7", values: &[0, 2, 3, 7], given: 2, ..FOUR },
    Grid { regions: &["ABBB", "AABC", "ADCC", "DDDC"], given: 1, ..FOUR },
    Grid { regions: &["AA.B", "A.BB", "CC..", "C.DD"], given: 2, ..FOUR },
    Grid { n: 3, header: "no boxes", values: &[1, 2, 3], regions: &[], given: 0 },
    Grid {
        n: 3,
        header: "no boxes\nvalues 0 1 2 4 5 6",
        values: &[0, 1, 2, 4, 5, 6],
        regions: &[],
        given: 6,
    },
    Grid { n: 2, header: "no boxes\nvalues 1-3", values: &[1, 2, 3], regions: &[], given: 0 },
    Grid { n: 5, header: "no boxes", values: &[1, 2, 3, 4, 5], regions: &[], given: 12 },
    Grid {
        n: 6,
        header: "box 2x3",
        values: &[1, 2, 3, 4, 5, 6],
        regions: &["AAABBB", "AAABBB", "CCCDDD", "CCCDDD", "EEEFFF", "EEEFFF"],
        given: 19,
    },
];

pub(super) const FOUR: Grid = Grid {
    n: 4,
    header: "",
    values: &[1, 2, 3, 4],
    regions: &["AABB", "AABB", "CCDD", "CCDD"],
    given: 0,
};

/// A grid with one cell, which takes one value or one of two.
pub(super) const ONE: [Grid; 2] = [
    Grid { n: 1, header: "no boxes\nvalues 1", values: &[1], regions: &[], given: 0 },
    Grid { n: 1, header: "no boxes\nvalues 0 3", values: &[0, 3], regions: &[], given: 0 },
];

impl Grid {
    /// The letter of a cell's region, if it is in one.
    fn region(&self, cell: usize) -> Option<char> {
        let row = self.regions.get(cell / self.n)?;
        row.chars().nth(cell % self.n).filter(|letter| *letter != '.')
    }

    /// All fillings with these given values and without a value twice in a row, a column or a region.
    pub(super) fn fillings(&self, given: &[Option<i64>]) -> Vec<Vec<i64>> {
        let mut all = Vec::new();
        self.fill(given, &mut Vec::new(), &mut all);
        all
    }

    fn fill(&self, given: &[Option<i64>], filled: &mut Vec<i64>, all: &mut Vec<Vec<i64>>) {
        let cell = filled.len();
        if cell == self.n * self.n {
            return all.push(filled.clone());
        }
        for &value in self.values {
            if given[cell].is_none_or(|it| it == value) && self.may_be_next(filled, value) {
                filled.push(value);
                self.fill(given, filled, all);
                filled.pop();
            }
        }
    }

    /// Whether the cell after those that are filled may have this value.
    pub(super) fn may_be_next(&self, filled: &[i64], value: i64) -> bool {
        let cell = filled.len();
        let sees = |other: usize| {
            other / self.n == cell / self.n
                || other % self.n == cell % self.n
                || self.region(other).is_some() && self.region(other) == self.region(cell)
        };
        !(0..cell).any(|other| sees(other) && filled[other] == value)
    }

    /// The puzzle with these given values and rules.
    pub(super) fn text(&self, given: &[Option<i64>], rules: &[&str]) -> String {
        let symbol = |value: &Option<i64>| value.map_or(".".to_owned(), |it| it.to_string());
        let rows = given.chunks(self.n);
        let rows: Vec<_> =
            rows.map(|row| row.iter().map(symbol).collect::<Vec<_>>().join(" ")).collect();
        // The regions of the header's boxes need no map.
        let map = if self.header.contains("box") || self.regions == FOUR.regions {
            String::new()
        } else {
            format!("\nregions\n{}", self.regions.join("\n"))
        };
        format!("{}\n{}\n{}\n{map}", self.header, rows.join("\n"), rules.join("\n"))
    }

    pub(super) fn open(&self) -> Vec<Option<i64>> {
        vec![None; self.n * self.n]
    }
}

fn name(grid: &Grid, cell: usize) -> String {
    format!("r{}c{}", cell / grid.n + 1, cell % grid.n + 1)
}

pub(super) fn names(grid: &Grid, cells: &[usize]) -> String {
    cells.iter().map(|&cell| name(grid, cell)).collect::<Vec<_>>().join(" ")
}

// Rules, in plain words.

/// A rule about a line: its word, the fewest cells, and whether values along the line fit it. The
/// number is the one after the word, if it has one.
pub(super) struct LineRule {
    pub(super) word: &'static str,
    pub(super) least: usize,
    /// The largest number that is drawn; none if the rule has no number.
    pub(super) largest: Option<i64>,
    /// Whether it adds values up, so that the encodings of sums matter.
    is_sum: bool,
    fits: fn(&Visits<'_>) -> bool,
}

/// The cells that a line visits, in order, with their values.
pub(super) struct Visits<'v> {
    grid: &'v Grid,
    cells: &'v [usize],
    values: Vec<i64>,
    number: i64,
}

impl Visits<'_> {
    fn total(&self) -> i64 {
        self.values.iter().sum()
    }

    /// The values of the cells, each cell once, ascending.
    fn once(&self) -> Vec<i64> {
        let cells: BTreeSet<_> = self.cells.iter().zip(&self.values).collect();
        let mut values: Vec<_> = cells.into_iter().map(|(_, &value)| value).collect();
        values.sort_unstable();
        values
    }

    /// Whether neighbours on the line, this many or all of a shorter line, are of different classes.
    fn near_ones_differ(&self, many: usize, class: impl Fn(i64) -> i64) -> bool {
        let classes: Vec<_> = self.values.iter().map(|&value| class(value)).collect();
        (0..classes.len()).all(|one| {
            let others = one + 1..classes.len().min(one + many);
            others.into_iter().all(|other| classes[one] != classes[other])
        })
    }

    /// 0 for the low third of the values, 1 for the middle, 2 for the high one.
    fn third(&self, value: i64) -> i64 {
        let place = self.grid.values.iter().position(|it| *it == value).unwrap();
        (3 * place / self.grid.values.len()) as i64
    }
}

pub(super) const RULES: [LineRule; 17] = [
    LineRule {
        word: "thermo",
        least: 2,
        largest: None,
        is_sum: false,
        fits: |line| line.values.windows(2).all(|pair| pair[0] < pair[1]),
    },
    LineRule {
        word: "slow-thermo",
        least: 2,
        largest: None,
        is_sum: false,
        fits: |line| line.values.windows(2).all(|pair| pair[0] <= pair[1]),
    },
    LineRule {
        word: "double-arrow",
        least: 2,
        largest: None,
        is_sum: true,
        fits: |line| {
            let circles = line.values[0] + line.values[line.values.len() - 1];
            circles == line.total() - circles
        },
    },
    LineRule {
        word: "average",
        least: 2,
        largest: None,
        is_sum: true,
        fits: |line| {
            let (circle, others) = (line.values[0], line.values.len() as i64 - 1);
            circle * others == line.total() - circle
        },
    },
    LineRule {
        word: "whisper",
        least: 2,
        largest: Some(3),
        is_sum: false,
        fits: |line| line.values.windows(2).all(|pair| (pair[0] - pair[1]).abs() >= line.number),
    },
    LineRule {
        word: "renban",
        least: 1,
        largest: None,
        is_sum: false,
        fits: |line| line.once().windows(2).all(|pair| pair[0] + 1 == pair[1]),
    },
    LineRule {
        word: "nabner",
        least: 1,
        largest: None,
        is_sum: false,
        fits: |line| line.once().windows(2).all(|pair| pair[0] + 1 < pair[1]),
    },
    LineRule {
        word: "palindrome",
        least: 2,
        largest: None,
        is_sum: false,
        fits: |line| line.values.iter().eq(line.values.iter().rev()),
    },
    LineRule {
        word: "between",
        least: 2,
        largest: None,
        is_sum: false,
        fits: |line| {
            let [first, inner @ .., last] = &line.values[..] else { return false };
            inner.iter().all(|it| (first < it && it < last) || (last < it && it < first))
        },
    },
    LineRule {
        word: "lockout",
        least: 2,
        largest: Some(3),
        is_sum: false,
        fits: |line| {
            let [first, inner @ .., last] = &line.values[..] else { return false };
            let is_outside = |it: &i64| (it < first && it < last) || (it > first && it > last);
            (first - last).abs() >= line.number && inner.iter().all(is_outside)
        },
    },
    LineRule {
        word: "region-sum",
        least: 1,
        largest: None,
        is_sum: true,
        fits: |line| {
            // The sums of the parts, and the region of the last cell.
            let (mut sums, mut last) = (Vec::new(), None);
            for (&cell, value) in line.cells.iter().zip(&line.values) {
                let region = line.grid.region(cell);
                match region {
                    None => {}
                    Some(_) if region == last => *sums.last_mut().unwrap() += value,
                    Some(_) => sums.push(*value),
                }
                last = region;
            }
            sums.windows(2).all(|pair| pair[0] == pair[1])
        },
    },
    LineRule {
        word: "entropic",
        least: 2,
        largest: None,
        is_sum: false,
        fits: |line| line.near_ones_differ(3, |value| line.third(value)),
    },
    LineRule {
        word: "modular",
        least: 2,
        largest: Some(3),
        is_sum: false,
        fits: |line| line.near_ones_differ(line.number as usize, |value| value % line.number),
    },
    LineRule {
        word: "zipper",
        least: 2,
        largest: None,
        is_sum: true,
        fits: |line| {
            let (values, many) = (&line.values, line.values.len());
            let mut sums: Vec<_> =
                (0..many / 2).map(|at| values[at] + values[many - 1 - at]).collect();
            sums.extend((many % 2 == 1).then(|| values[many / 2]));
            sums.windows(2).all(|pair| pair[0] == pair[1])
        },
    },
    LineRule {
        word: "sum-line",
        least: 1,
        largest: Some(9),
        is_sum: false,
        fits: |line| {
            /// Whether values can be cut into parts with this sum.
            fn can_be_cut(values: &[i64], sum: i64) -> bool {
                let is_part = |end: usize| values[..end].iter().sum::<i64>() == sum;
                values.is_empty()
                    || (1..=values.len()).any(|end| is_part(end) && can_be_cut(&values[end..], sum))
            }
            can_be_cut(&line.values, line.number)
        },
    },
    LineRule {
        word: "slingshot",
        least: 3,
        largest: None,
        is_sum: false,
        fits: |line| {
            let steps = line.values[1];
            let end = line.values.get(1 + steps as usize);
            steps > 0 && end == Some(&line.values[0])
        },
    },
    LineRule {
        word: "little-killer",
        least: 1,
        largest: Some(15),
        is_sum: true,
        fits: |line| line.total() == line.number,
    },
];

/// A rule as text, and whether a filling of the grid fits it.
pub(super) struct Case<'c> {
    pub(super) text: String,
    pub(super) is_sum: bool,
    pub(super) fits: Fits<'c>,
}

/// Whether a filling of the grid fits a rule.
pub(super) type Fits<'c> = Box<dyn Fn(&[i64]) -> bool + 'c>;

pub(super) fn on_a_line<'c>(
    grid: &'c Grid,
    rule: &'c LineRule,
    cells: Vec<usize>,
    number: Option<i64>,
) -> Case<'c> {
    let said = number.map_or(String::new(), |number| format!("{number} "));
    let text = format!("{} {said}{}", rule.word, names(grid, &cells));
    let fits = move |filling: &[i64]| {
        let values = cells.iter().map(|&cell| filling[cell]).collect();
        let number = number.unwrap_or_default();
        (rule.fits)(&Visits { grid, cells: &cells, values, number })
    };
    Case { text, is_sum: rule.is_sum, fits: Box::new(fits) }
}

/// The number in the circle is the sum of the values along the arrow.
pub(super) fn on_an_arrow(grid: &Grid, circle: Vec<usize>, arrow: Vec<usize>) -> Case<'_> {
    let text = format!("arrow {}: {}", names(grid, &circle), names(grid, &arrow));
    let fits = move |filling: &[i64]| {
        let number = circle.iter().fold(0, |number, &cell| 10 * number + filling[cell]);
        number == arrow.iter().map(|&cell| filling[cell]).sum::<i64>()
    };
    Case { text, is_sum: true, fits: Box::new(fits) }
}

/// A rule that compares the values of each two groups.
pub(super) fn on_groups<'c>(
    grid: &'c Grid,
    word: &str,
    groups: Vec<Vec<usize>>,
    fits: fn(&[i64], &[i64]) -> bool,
) -> Case<'c> {
    let texts: Vec<_> = groups.iter().map(|group| names(grid, group)).collect();
    let text = format!("{word} {}", texts.join(": "));
    let fits = move |filling: &[i64]| {
        let values = |group: &Vec<usize>| group.iter().map(|&cell| filling[cell]).collect();
        let groups: Vec<Vec<i64>> = groups.iter().map(values).collect();
        groups.iter().all(|one| groups.iter().all(|other| fits(one, other)))
    };
    Case { text, is_sum: word == "equal-sum", fits: Box::new(fits) }
}

/// Whether the values of a row or column, seen from one side, fit a number outside the grid. The first
/// list has all values that a cell can take.
pub(super) type Outside = fn(&[i64], &[i64], i64) -> bool;

/// Clues outside the grid, with values from 0, gapped values, and more values than cells of a row.
pub(super) const OUTSIDE: [(&str, Outside); 5] = [
    ("hidden-skyscraper", |_, seen, number| {
        let is_hidden = |&at: &usize| seen[..at].iter().any(|before| *before > seen[at]);
        (0..seen.len()).find(is_hidden).is_some_and(|at| seen[at] == number)
    }),
    // A 0 is no building.
    ("skyscraper", |_, seen, number| {
        let is_higher = |at: usize| seen[..at].iter().all(|before| *before < seen[at]);
        (0..seen.len()).filter(|&at| seen[at] != 0 && is_higher(at)).count() as i64 == number
    }),
    ("sandwich", |all, seen, number| {
        let place = |value: i64| seen.iter().position(|it| *it == value);
        let (Some(low), Some(high)) = (place(all[0]), place(all[all.len() - 1])) else {
            return false;
        };
        let between = |at: usize| low.min(high) < at && at < low.max(high);
        (0..seen.len()).filter(|&at| between(at)).map(|at| seen[at]).sum::<i64>() == number
    }),
    ("x-sum", |_, seen, number| {
        let many = seen[0] as usize;
        (1..=seen.len()).contains(&many) && seen[..many].iter().sum::<i64>() == number
    }),
    ("numbered-room", |_, seen, number| {
        let room = seen[0] as usize;
        (1..=seen.len()).contains(&room) && seen[room - 1] == number
    }),
];
