//! scratch: timings
use sator::engine::{Options, Search, Series, Step};
use sator::puzzle::{Puzzle, Reading};
use sator::puzzles::sudoku::KIND;
use sator_sat::backend::BACKENDS;
use serde_json::Value;
use std::fs;
use std::time::Instant;

fn run(mut search: Search<'_>, max: usize) -> usize {
    let mut n = 0;
    while n < max {
        match search.next_answer().unwrap() {
            Step::Answer(_) => n += 1,
            Step::Done => break,
            s => panic!("{s:?}"),
        }
    }
    n
}

#[test]
fn timings() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/");
    let mut names: Vec<_> =
        fs::read_dir(format!("{folder}sudoku9")).unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    for path in names {
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<_> = text
            .lines()
            .filter(|l| !l.starts_with('#'))
            .map(|l| {
                let p: Vec<_> = l.split(' ').map(str::to_owned).collect();
                (KIND.read(&p[0], &Reading::default()).unwrap(), p[1].parse::<usize>().unwrap())
            })
            .collect();
        for backend in BACKENDS {
            let o = Options { backend, ..Options::default() };
            let t = Instant::now();
            let mut series = Series::default();
            for (p, c) in &lines {
                assert_eq!(run(series.open(p.as_ref(), &o), usize::MAX), *c);
            }
            eprintln!(
                "{:?} {} {} {:?}",
                path.file_name().unwrap(),
                lines.len(),
                backend.name,
                t.elapsed()
            );
        }
    }
    for size in ["04", "06", "08", "12", "16", "25"] {
        let text = fs::read_to_string(format!("{folder}sudoku_sizes/sudoku_{size}.jsonl")).unwrap();
        let lines: Vec<(Box<dyn Puzzle>, Value)> = text
            .lines()
            .map(|l| (KIND.read(l, &Reading::default()).unwrap(), serde_json::from_str(l).unwrap()))
            .collect();
        for backend in BACKENDS {
            let o = Options { backend, ..Options::default() };
            let total = Instant::now();
            for (p, v) in &lines {
                let t = Instant::now();
                let (max, want) = match v["count"].as_u64() {
                    Some(c) => (usize::MAX, c),
                    None => {
                        let c = v["count_at_least"].as_u64().unwrap();
                        (c as usize, c)
                    }
                };
                assert_eq!(run(Search::open(p.as_ref(), &o), max) as u64, want, "{}", v["id"]);
                if t.elapsed().as_millis() > 400 {
                    eprintln!("   {} {} {:?}", v["id"], backend.name, t.elapsed());
                }
            }
            eprintln!("{size} {} {} {:?}", lines.len(), backend.name, total.elapsed());
        }
    }
}
