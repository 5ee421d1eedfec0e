//! The typed API: puzzle types, their results and their errors.

use std::time::Duration;

use serde_json::json;

use sator::{
    Cage, Error, Futoshiki, Interrupt, Kakuro, Minesweeper, Options, Queens, Solutions, Square,
    Sudoku,
};

const SUDOKU: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn results_can_be_sent_between_threads() {
    fn is_send<T: Send + 'static>() {}
    is_send::<Solutions<Sudoku>>();
    is_send::<sator::Solution<Queens>>();
    is_send::<sator::Odds>();
    is_send::<Error>();
    let mut solutions = Queens::new(6).unwrap().solutions();
    let others = std::thread::spawn(move || solutions.by_ref().filter_map(Result::ok).count());
    assert_eq!(others.join().unwrap(), 4);
}

#[test]
fn a_sudoku_is_read_solved_indexed_and_serialised() {
    let puzzle: Sudoku = SUDOKU.parse().unwrap();
    let solution = puzzle.solve().unwrap().unwrap();
    assert_eq!((puzzle.size(), puzzle.given(0, 0), puzzle.given(0, 2)), (9, Some(5), None));
    assert_eq!((solution[(0, 2)], solution[(8, 8)]), (4, 9));
    assert!(puzzle.is_unique().unwrap());
    assert_eq!(puzzle.count().unwrap().to_string(), "1");
    assert!(serde_json::to_string(&solution).unwrap().starts_with(r#"{"grid":[[5,3,4,"#));
    let analysis = puzzle.analyze().unwrap();
    assert_eq!(
        (analysis.cells[2].cell.as_str(), &analysis.cells[2].values[..]),
        ("r1c3", &[4][..])
    );
    let rows: Vec<Vec<i32>> = solution.values().chunks(9).map(<[i32]>::to_vec).collect();
    assert_eq!(Sudoku::from_rows(&rows).unwrap().solve().unwrap().unwrap().line(), solution.line());
}

#[test]
fn constructors_refuse_what_is_no_puzzle() {
    let errors = [
        Sudoku::from_rows(&[[0; 5]; 5]).unwrap_err(),
        Sudoku::from_rows(&[[0, 1, 2, 7]; 4]).unwrap_err(),
        Queens::new(0).unwrap_err(),
        Queens::new(4).unwrap().place(4, 0).unwrap_err(),
        Cage::new(4, 3, [(0, 4)]).unwrap_err(),
        Cage::new(4, 3, []).unwrap_err(),
        Minesweeper::from_rows::<[Square; 0]>(&[]).unwrap_err(),
        "1..!\n....\n....\n....".parse::<Sudoku>().unwrap_err(),
    ];
    for error in errors {
        let text = error.to_string();
        assert!(!text.is_empty() && !text.contains("--"), "{text}");
    }
    let grid = Sudoku::from_rows(&[[0; 4]; 4]).unwrap();
    let outside = grid.with_cages(vec![Cage::new(9, 3, [(8, 8)]).unwrap()]).unwrap_err();
    assert_eq!(outside.to_string(), "r21c1 lies outside the grid");
}

#[test]
fn cages_may_overlap() {
    let grid = Sudoku::from_rows(&[[0; 4]; 4]).unwrap();
    let cage = |total, cells: &[(usize, usize)]| Cage::new(4, total, cells.to_vec()).unwrap();
    let cages = vec![cage(3, &[(0, 0), (0, 1)]), cage(4, &[(0, 1), (1, 1)])];
    let killer = grid.with_cages(cages).unwrap();
    let solution = killer.solve().unwrap().unwrap();
    assert_eq!([solution[(0, 0)], solution[(0, 1)], solution[(1, 1)]], [2, 1, 3]);
}

#[test]
fn every_type_solves_and_counts() {
    let grid = Sudoku::from_rows(&[[0; 4]; 4]).unwrap();
    let killer = grid.with_cages(vec![Cage::new(4, 3, [(0, 0), (0, 1)]).unwrap()]).unwrap();
    let free: Sudoku = "................".parse().unwrap();
    // A row begins with 1 2 or 2 1 in a sixth of all grids.
    assert_eq!(free.count().unwrap().to_string(), "288");
    assert_eq!(killer.count().unwrap().to_string(), "48");
    let futoshiki: Futoshiki = ". < .\n     \n.   .".parse().unwrap();
    assert_eq!(futoshiki.solve().unwrap().unwrap().values(), [1, 2, 2, 1]);
    let kakuro = r#"{"rows":2,"cols":2,"runs":[{"sum":3,"cells":[[0,0],[0,1]]},{"sum":4,"cells":[[0,1],[1,1]]}]}"#;
    let kakuro: Kakuro = kakuro.parse().unwrap();
    assert_eq!(kakuro.solve().unwrap().unwrap()[(1, 1)], 3);
    let mines: Minesweeper = "1 3\n? 1 ?".parse().unwrap();
    let odds = mines.with_mines(1).analyze().unwrap().unwrap();
    assert_eq!((odds.probability(0, 0), odds.configurations.as_deref()), (Some(0.5), Some("2")));
}

#[test]
fn check_accepts_a_solution_and_names_the_rule_that_a_board_violates() {
    let sudoku: Sudoku = "1...............".parse().unwrap();
    let solution = sudoku.solve().unwrap().unwrap();
    for board in [solution.line(), solution.to_string(), json!(solution).to_string()] {
        assert_eq!(sudoku.check(&board).unwrap().values(), solution.values());
    }
    let wrong = sudoku.check("1134341221434321").unwrap_err();
    assert!(matches!(&wrong, Error::Violation(_)), "{wrong:?}");
    assert_eq!(wrong.to_string(), "row 1 has 1 twice, r1c1 and r1c2");
    assert!(matches!(sudoku.check("123"), Err(Error::Parse(_))));
}

#[test]
fn the_time_limit_of_options_is_of_each_solve() {
    let options = Options::new().timeout(Duration::from_secs(3600));
    let begun: Vec<_> = (0..2).map(|_| Queens::new(6).unwrap().solve_with(&options)).collect();
    assert!(begun.iter().all(|it| matches!(it, Ok(Some(_)))));
    assert_eq!(options.budget.deadline, None, "the options stay as they are");
}

#[test]
fn a_batch_keeps_the_order_on_any_number_of_threads() {
    let texts: Vec<_> = ["1..4\n.23.\n.41.\n3..2", "11..............", "1..!", SUDOKU].repeat(20);
    let lines = |threads| {
        let results = Sudoku::batch().threads(threads).solve(&texts);
        results.into_iter().map(|it| it.map(|it| it.map(|it| it.line()))).collect::<Vec<_>>()
    };
    let one = lines(1);
    assert!(matches!(&one[..4], [Ok(Some(_)), Ok(None), Err(Error::Parse(_)), Ok(Some(_))]));
    assert_eq!(one, lines(3));
}

#[test]
fn a_stop_is_an_error_and_no_answer() {
    let interrupt = Interrupt::default();
    interrupt.raise();
    let queens = Queens::new(400).unwrap();
    let stopped = Options::new().interrupt(interrupt);
    assert!(matches!(queens.solve_with(&stopped), Err(Error::Engine(_))));
    let out_of_time = Options::new().timeout(Duration::ZERO);
    assert!(matches!(queens.is_unique_with(&out_of_time), Err(Error::Engine(_))));
    assert!(!Queens::new(20).unwrap().count_with(&out_of_time).unwrap().is_exact);
    assert!(matches!(queens.solutions_with(&out_of_time).next(), Some(Err(_))));
}
