//! Minesweeper boards after a chosen first click, and boards that need no guess: played by a plain
//! search that shares nothing with the engine.

use sator::create::{Created, Share, Size, Wish};
use sator::puzzles::minesweeper::KIND;
use sator::render::Look;

use super::common::full;

/// A game on a created board. Squares are numbered row by row.
struct Game {
    columns: usize,
    total: usize,
    is_mine: Vec<bool>,
    /// The known content of each square: whether it is a mine.
    known: Vec<Option<bool>>,
    /// The squares that are open.
    is_open: Vec<bool>,
}

impl Game {
    /// The state that the text shows; the mines are those of the solution.
    fn new(created: &Created) -> Self {
        let text = created.puzzle.print();
        let mut lines = text.lines();
        let header = lines.next().unwrap().split(' ').map(|word| word.parse().unwrap());
        let header: Vec<usize> = header.collect();
        let shown: Vec<&str> = lines.flat_map(|line| line.split(' ')).collect();
        let solution = created.solution.as_ref().unwrap();
        let mut contents = solution.values.iter();
        let is_mine = shown.iter().map(|it| *it == "?" && contents.next() == Some(&1)).collect();
        assert_eq!(contents.next(), None, "a cell for each hidden square");
        created.puzzle.check(solution).unwrap();
        let known = shown.iter().map(|it| (*it != "?").then_some(false)).collect();
        let is_open: Vec<bool> = shown.iter().map(|it| *it != "?").collect();
        let game = Self { columns: header[1], total: header[2], is_mine, known, is_open };
        for (index, it) in shown.iter().enumerate().filter(|(_, it)| **it != "?") {
            assert_eq!(it.parse(), Ok(game.number(index)), "{text}");
        }
        game
    }

    fn around(&self, index: usize) -> impl Iterator<Item = usize> {
        let [rows, columns] = [self.is_mine.len() / self.columns, self.columns];
        let [row, column] = [index / columns, index % columns];
        let near = move |at: usize, end: usize| at.saturating_sub(1)..(at + 2).min(end);
        let squares = near(row, rows)
            .flat_map(move |row| near(column, columns).map(move |column| row * columns + column));
        squares.filter(move |&other| other != index)
    }

    fn number(&self, index: usize) -> usize {
        self.around(index).filter(|&other| self.is_mine[other]).count()
    }

    /// The squares that are unknown and how many of them are mines, for each open number and for the
    /// total.
    fn equations(&self) -> Vec<(usize, Vec<usize>)> {
        let equation = |count: usize, squares: &mut dyn Iterator<Item = usize>| {
            let mut left = count;
            let mut unknown = Vec::new();
            for square in squares {
                match self.known[square] {
                    Some(is_mine) => left -= usize::from(is_mine),
                    None => unknown.push(square),
                }
            }
            (left, unknown)
        };
        let open = (0..self.is_mine.len()).filter(|&index| self.is_open[index]);
        let numbers = open.map(|index| equation(self.number(index), &mut self.around(index)));
        let total = equation(self.total, &mut (0..self.is_mine.len()));
        numbers.chain([total]).filter(|(_, unknown)| !unknown.is_empty()).collect()
    }

    /// Opens squares that are certainly safe until all are open. Returns the number of safe squares
    /// that are left.
    fn play(&mut self) -> usize {
        loop {
            let equations = self.equations();
            let simple = equations.iter().find_map(|(count, unknown)| match *count {
                0 => Some((unknown.clone(), false)),
                count if count == unknown.len() => Some((unknown.clone(), true)),
                _ => None,
            });
            let Some((squares, is_mine)) = simple.or_else(|| self.certain(&equations)) else {
                return (0..self.is_mine.len())
                    .filter(|&it| !self.is_mine[it] && !self.is_open[it])
                    .count();
            };
            for square in squares {
                assert_eq!(self.is_mine[square], is_mine, "the player errs");
                self.known[square] = Some(is_mine);
                self.is_open[square] = !is_mine;
            }
        }
    }

    /// A square whose other content contradicts the equations.
    fn certain(&self, equations: &[(usize, Vec<usize>)]) -> Option<(Vec<usize>, bool)> {
        let mut of: Vec<Vec<usize>> = vec![Vec::new(); self.is_mine.len()];
        for (number, (_, unknown)) in equations.iter().enumerate() {
            for &square in unknown {
                of[square].push(number);
            }
        }
        // Squares that only the total touches are alike: one stands for all.
        let mut squares: Vec<usize> =
            (0..of.len()).filter(|&square| of[square].len() > 1).collect();
        squares.extend((0..of.len()).find(|&square| of[square].len() == 1));
        let search = Search { equations, of: &of };
        squares.into_iter().find_map(|square| {
            let is_mine = self.is_mine[square];
            let mut contents = self.known.clone();
            (!search.is_possible(&mut contents, square, !is_mine)).then(|| (vec![square], is_mine))
        })
    }
}

struct Search<'e> {
    equations: &'e [(usize, Vec<usize>)],
    /// The equations of each square.
    of: &'e [Vec<usize>],
}

impl Search<'_> {
    /// Whether a square can have this content, by propagation and search.
    fn is_possible(&self, contents: &mut [Option<bool>], square: usize, content: bool) -> bool {
        let mut changed = vec![square];
        contents[square] = Some(content);
        let mut waiting = vec![square];
        let mut is_right = true;
        while let (true, Some(square)) = (is_right, waiting.pop()) {
            for &equation in &self.of[square] {
                let (count, members) = &self.equations[equation];
                let mines = members.iter().filter(|&&it| contents[it] == Some(true)).count();
                let unknown = members.iter().filter(|&&it| contents[it].is_none()).count();
                is_right &= (mines..=mines + unknown).contains(count);
                if unknown == 0 || (mines < *count && mines + unknown > *count) {
                    continue;
                }
                for &member in members {
                    if contents[member].is_none() {
                        contents[member] = Some(mines < *count);
                        changed.push(member);
                        waiting.push(member);
                    }
                }
            }
        }
        let is_possible = is_right && self.is_satisfiable(contents);
        if !is_possible {
            for it in changed {
                contents[it] = None;
            }
        }
        is_possible
    }

    /// Whether the unknown squares can be filled. On success they are.
    fn is_satisfiable(&self, contents: &mut [Option<bool>]) -> bool {
        // The total has the most squares, so it is last.
        let open =
            |equation: &&(usize, Vec<usize>)| equation.1.iter().any(|&it| contents[it].is_none());
        let Some((_, members)) = self.equations.iter().filter(open).min_by_key(|it| it.1.len())
        else {
            return true;
        };
        let Some(&square) = members.iter().find(|&&it| contents[it].is_none()) else { return true };
        [false, true].into_iter().any(|content| self.is_possible(contents, square, content))
    }
}

fn create(wish: &Wish, seed: u64) -> Created {
    KIND.create(wish, seed).unwrap_or_else(|error| panic!("{error}"))
}

fn preset(name: &str) -> Wish {
    Wish { preset: Some(name.to_owned()), ..Wish::default() }
}

fn sized(rows: usize, columns: usize, mines: usize) -> Wish {
    Wish { size: Some(Size { rows, columns }), mines: Some(mines), ..Wish::default() }
}

#[test]
fn boards_without_a_guess_are_won_by_a_plain_player() {
    let boards = if full() { 1000 } else { 20 };
    for seed in 0..boards {
        let wish = match seed % 5 {
            0 => preset("beginner"),
            1 => preset("intermediate"),
            2 => sized(7, 11, 20),
            3 => Wish { first: Some([0, 4]), ..sized(5, 5, 10) },
            _ => preset("expert"),
        };
        let created = create(&Wish { no_guess: true, ..wish }, seed);
        let mut game = Game::new(&created);
        assert_eq!(game.play(), 0, "{:?}, seed {seed}", created.wish);
    }
}

/// A random board of this density rarely needs no guess.
#[test]
fn the_plain_player_is_stuck_on_most_random_boards() {
    let first = Some([7, 14]);
    let boards = (0..10).map(|seed| create(&Wish { first, ..preset("expert") }, seed));
    let stuck = boards.filter(|created| Game::new(created).play() > 0).count();
    assert!(stuck >= 8, "{stuck} of 10");
}

#[test]
fn presets_have_the_usual_sizes_and_difficulty_means_the_same() {
    for (name, header) in
        [("beginner", "9 9 10"), ("intermediate", "16 16 40"), ("expert", "16 30 99")]
    {
        let [one, other] =
            [preset(name), Wish { difficulty: Some(name.to_owned()), ..Wish::default() }]
                .map(|wish| create(&wish, 5).puzzle.print());
        assert_eq!(one.lines().next(), Some(header));
        assert_eq!(one, other);
    }
}

#[test]
fn a_first_click_opens_its_square_and_all_around_it_where_there_is_room() {
    for seed in 0..20 {
        let wish = Wish { first: Some([0, 3]), ..sized(5, 6, 24) };
        let created = create(&wish, seed);
        assert_eq!(Game::new(&created).number(3), 0);
        assert_eq!(created.wish, Wish { clicks: Some(1), ..wish });
        // One mine more, and the squares around are needed.
        let created = create(&Wish { first: Some([0, 3]), ..sized(5, 6, 25) }, seed);
        let game = Game::new(&created);
        assert!(game.is_open[3] && game.is_open.iter().filter(|it| **it).count() == 1);
        let wish = Wish { first: Some([4, 5]), clicks: Some(3), ..sized(5, 6, 20) };
        let open = Game::new(&create(&wish, seed)).is_open;
        assert!(open[29] && open.iter().filter(|it| **it).count() >= 4 + 2);
    }
}

/// A seed that was kept makes the same board in every version: these texts never change.
#[test]
fn a_seed_without_a_guess_means_the_same_board_for_ever() {
    let wish = Wish { no_guess: true, ..sized(6, 8, 12) };
    let created = create(&wish, 7);
    assert_eq!(created.puzzle.print(), BOARD);
    let solution = created.puzzle.board(created.solution.as_ref());
    assert_eq!(solution.to_text(Look::default()), SOLUTION);
    assert_eq!(created.wish, Wish { first: Some([2, 2]), ..wish });
    assert_eq!(create(&created.wish, 7).puzzle.print(), BOARD);
}

const BOARD: &str = "6 8 12
? 1 0 1 ? ? ? ?
1 1 0 1 ? ? ? ?
0 0 0 1 ? ? ? ?
1 1 0 1 ? ? ? ?
? 1 0 2 ? ? ? ?
? 1 0 1 ? ? ? ?
";

const SOLUTION: &str = "6 8 12
* 1 0 1 * * s s
1 1 0 1 s s * s
0 0 0 1 s s * s
1 1 0 1 * s * s
* 1 0 2 s s s s
s 1 0 1 * * * *
";

#[test]
fn a_wish_that_leaves_no_first_click_or_needs_a_guess_is_refused() {
    let no_guess = |wish: Wish| Wish { no_guess: true, ..wish };
    for (wish, reason) in [
        (no_guess(sized(3, 3, 9)), "at most 8 mines on 3x3 squares, found 9: the first click"),
        (Wish { first: Some([3, 0]), ..sized(3, 3, 1) }, "within 3x3 squares, found 4,1"),
        (Wish { first: Some([0, 0]), clicks: Some(0), ..sized(3, 3, 1) }, "one click at least"),
        (
            no_guess(Wish { first: Some([1, 1]), ..sized(3, 3, 4) }),
            "no board of 3x3 squares with 4",
        ),
        (no_guess(sized(101, 100, 2)), "at most 10000 squares"),
        (no_guess(Wish { clicks: Some(1), ..sized(3, 3, 1) }), "do not go together"),
        (no_guess(Wish { revealed: Share::new(0.5), ..sized(3, 3, 1) }), "do not go together"),
        (no_guess(Wish { hides_total: true, ..sized(3, 3, 1) }), "do not go together"),
        (
            Wish { first: Some([0, 0]), revealed: Share::new(0.5), ..sized(3, 3, 1) },
            "a share of open squares and a first click do not go together",
        ),
        (Wish { difficulty: Some("expert".to_owned()), ..preset("expert") }, "do not go together"),
        (Wish { mines: Some(3), ..preset("expert") }, "a preset and a number of mines"),
        (no_guess(Wish { hard: Some("lattice".to_owned()), ..Wish::default() }), "do not go"),
        (preset("evil"), "(beginner, intermediate, expert), found 'evil'"),
    ] {
        match KIND.create(&wish, 1) {
            Ok(created) => panic!("{wish:?} made\n{}", created.puzzle.print()),
            Err(refusal) => assert!(refusal.to_string().contains(reason), "{refusal}"),
        }
    }
}
