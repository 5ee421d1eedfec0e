//! `sator check`: is this filled board right?

use serde_json::json;

use super::{Outcome, conclude};
use crate::args::Check;
use crate::failure::Failure;
use crate::input::{self, Reader};
use crate::output::print;
use crate::status::Status;

pub(crate) fn run(args: &Check) -> Status {
    conclude(&args.show, check(args))
}

fn check(args: &Check) -> Outcome {
    let puzzle = Reader::new(&args.input).only_puzzle(&args.solution)?;
    let text = input::text(&args.solution)?;
    let verdict =
        puzzle.judge(&text).map_err(|error| Failure::at(input::place(&args.solution), error))?;
    let line = match (&verdict, args.show.json) {
        (Ok(_), false) => "Correct".to_owned(),
        (Err(broken), false) => format!("Wrong: {broken}"),
        (Ok(_), true) => json!({ "puzzle": puzzle.kind().name, "correct": true }).to_string(),
        (Err(broken), true) => {
            let reason = broken.to_string();
            json!({ "puzzle": puzzle.kind().name, "correct": false, "reason": reason }).to_string()
        }
    };
    print(&format!("{line}\n"))?;
    Ok(if verdict.is_ok() { Status::Yes } else { Status::No })
}
