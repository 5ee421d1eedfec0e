//! What users of the library rely on: error types, texts without command-line flags, solutions that
//! may move to another thread, and results that are verified.

use std::error::Error;
use std::sync::Arc;
use std::thread;

use sator::ParseError;
use sator::boxes::NotABox;
use sator::create::{NotAShare, NotASize, Refusal, Wish};
use sator::engine::{
    CannotProve, EngineError, LargeFormula, Lowering, LoweringError, Method, Options, Solutions,
    UnfitAnswer, fit_answer, instance, prover, solutions,
};
use sator::model::engine::{Verifier, count, count_visiting};
use sator::model::{InvalidAssignment, Solution};
use sator::puzzle::{AnyPuzzle, ParseOptions, Violation};
use sator::puzzles::{KINDS, TEMPLATE, by_word};
use sator::render::Look;
use sator_sat::backend::{BACKENDS, BackendError, Solver, SolverError, StopReason};

fn read(word: &str, text: &str) -> AnyPuzzle {
    by_word(word).unwrap().read(text, &ParseOptions::default()).unwrap()
}

#[test]
fn errors_are_errors_that_may_cross_threads() {
    fn is_error<E: Error + Send + Sync + 'static>() {}
    is_error::<BackendError>();
    is_error::<CannotProve>();
    is_error::<EngineError>();
    is_error::<InvalidAssignment>();
    is_error::<NotABox>();
    is_error::<NotAShare>();
    is_error::<NotASize>();
    is_error::<Refusal>();
    is_error::<SolverError>();
    is_error::<ParseError>();
    is_error::<UnfitAnswer>();
    is_error::<LargeFormula>();
    is_error::<LoweringError>();
    is_error::<Violation>();
}

/// Texts of a library name no flags of a program. Hints of readers are another matter: they name
/// options that a kind declares.
#[test]
fn error_texts_of_the_engine_name_no_command_line_flags() {
    let method = |name: &str| name.parse::<Method>();
    let too_large = EngineError::TooLarge { encoding: "pairwise".into(), clauses: 2, most: 1 };
    let wrong = EngineError::WrongAnswer { backend: "any".into(), reason: "row 1".into() };
    let stops =
        [StopReason::Time, StopReason::Conflicts, StopReason::Interrupted, StopReason::GaveUp];
    let mut texts: Vec<_> = stops.map(|it| EngineError::Stopped(it).to_string()).to_vec();
    texts.extend([too_large, wrong].map(|error| error.to_string()));
    for error in [
        method("no such solver").unwrap_err(),
        method("exec:no-such-program").unwrap_err(),
        Method::Search.with_args("-v").unwrap_err(),
        Method::Sat(Solver::Embedded(&BACKENDS[0])).with_args("-v").unwrap_err(),
    ] {
        texts.push(error.to_string());
    }
    texts.push("no,such".parse::<Lowering>().unwrap_err().to_string());
    texts.push(prover(&Method::Search, Lowering::default()).unwrap_err().to_string());
    let extended = "extended,pairwise".parse().unwrap();
    texts.push(prover(&Method::Auto, extended).unwrap_err().to_string());
    texts.push(fit_answer(&read("queens", "4"), &[]).unwrap_err().to_string());
    for kind in KINDS {
        let wish = Wish { difficulty: Some("no such level".into()), ..Wish::default() };
        texts.push(kind.create(&wish, 1).err().unwrap().to_string());
    }
    for text in texts {
        assert!(!text.is_empty() && !text.contains("--"), "{text}");
    }
}

#[test]
fn solutions_may_move_to_another_thread() {
    let mut all = solutions(&read("queens", "6"), &Options::default());
    let first = all.next().unwrap().unwrap();
    let others = thread::spawn(move || all.map(Result::unwrap).collect::<Vec<_>>());
    let others = others.join().unwrap();
    assert_eq!(others.len(), 3);
    assert!(!others.contains(&first));
}

/// The template is what authors of new kinds start from.
#[test]
fn the_template_accepts_its_own_solutions() {
    for text in [TEMPLATE.example, "....\n.2..\n..3.\n...."] {
        let puzzle = TEMPLATE.read(text, &ParseOptions::default()).unwrap();
        for solution in solutions(&puzzle, &Options::default()).map(Result::unwrap) {
            let board = puzzle.board(Some(&solution)).to_text(Look::default());
            let json = puzzle.answer_json(&solution).to_string();
            for text in [board, json, puzzle.answer_line(&solution)] {
                assert_eq!(puzzle.check_text(&text), Ok(Ok(solution.clone())), "{text}");
            }
        }
    }
}

/// A puzzle whose plain rules refuse everything.
struct Refused(AnyPuzzle);

impl Verifier for Refused {
    fn verify(&self, _: &Solution) -> Result<(), String> {
        Err(format!("{} is refused", self.0.title()))
    }
}

/// However a puzzle is solved and counted, a solution that its plain rules refuse is an error.
#[test]
fn solutions_and_counts_are_verified() {
    let killer = "AABG\nCCBG\nDEEF\nDEFF\n\nA 3, B 4, C 7\nD 6, E 8, F 6, G 6";
    let sudoku = ".".repeat(16);
    let texts =
        [("queens", "6"), ("sudoku", &sudoku), ("killer", killer), ("minesweeper", "1??\n?2?")];
    for puzzle in texts.map(|(kind, text)| read(kind, text)) {
        let verifier: Arc<dyn Verifier> = Arc::new(Refused(Arc::clone(&puzzle)));
        let methods = BACKENDS.iter().map(|entry| Method::Sat(Solver::Embedded(entry)));
        for method in methods.chain([Method::Auto, Method::Search]) {
            for eliminate in [Some(true), Some(false)] {
                // Of a list, only some counts by equations are compared with a solution.
                let options = Options {
                    backend: method.clone(),
                    eliminate,
                    is_single: true,
                    ..Options::default()
                };
                let instance = instance(&puzzle);
                let mut solutions =
                    Solutions::new(instance.clone(), Arc::clone(&verifier), &options);
                assert!(is_refused(solutions.step()), "{method:?}");
                let mut solutions =
                    Solutions::new(instance.clone(), Arc::clone(&verifier), &options);
                let visited = count_visiting(&mut solutions, &Vec::new(), false, None, |_| ());
                assert!(is_refused(visited), "{method:?}");
                let at_once =
                    count(&instance, &verifier, &options, &Vec::new(), false, &mut |_, _| ());
                assert!(matches!(at_once, Ok(None)) || is_refused(at_once), "{method:?}");
            }
        }
    }
}

fn is_refused<T>(result: Result<T, EngineError>) -> bool {
    matches!(result, Err(EngineError::WrongAnswer { reason, .. }) if reason.ends_with("is refused"))
}
