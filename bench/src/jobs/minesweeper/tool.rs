//! Minesweeper from start to exit: positions of expert games, and large boards.

use crate::report::{Report, Row};
use crate::tool::{Folder, Run, Tool};

const POSITIONS: usize = 40;

pub(crate) fn measure(report: &mut Report) {
    let Some(tool) = Tool::find(report) else { return };
    let folder = Folder::new();
    positions(report, &tool, &folder);
    large_boards(report, &tool, &folder);
}

/// The best of several runs for each position; each position has more clicks than the last.
fn positions(report: &mut Report, tool: &Tool, folder: &Folder) {
    let mut runs: Vec<_> = (1..=POSITIONS)
        .map(|seed| {
            let clicks = 2 * seed;
            let wish = format!("--difficulty expert --clicks {clicks} --seed {seed}");
            let file = create(tool, folder, &wish);
            tool.best(5, &format!("analyze {file}"))
        })
        .collect();
    runs.sort_unstable();
    let what = format!("analyze, {POSITIONS} expert positions");
    for (name, at) in [("median", POSITIONS / 2), ("worst", POSITIONS - 1)] {
        report.row(Row::new(format!("{what}, {name}"), runs[at].figure()));
    }
    let memory = runs.iter().filter_map(Run::memory).max_by(|a, b| a.value.total_cmp(&b.value));
    if let Some(memory) = memory {
        report.row(Row::new("  memory, at most", memory));
    }
}

/// Large boards, including parsing and printing.
fn large_boards(report: &mut Report, tool: &Tool, folder: &Folder) {
    for (side, revealed) in [(1000, 0.5), (512, 0.4)] {
        let size = format!("{side}x{side}");
        let wish = format!("--size {size} --density 0.2 --revealed {revealed} --no-total --seed 1");
        let file = create(tool, folder, &wish);
        for verb in ["analyze", "solve"] {
            let run = tool.best(3, &format!("{verb} {file} --threads 2"));
            report.row(Row::new(format!("{verb} {size}, {revealed} revealed"), run.figure()));
            report.memory(&run);
        }
    }
}

/// Writes a new board to a file.
fn create(tool: &Tool, folder: &Folder, wish: &str) -> String {
    let file = folder.file("board.txt");
    tool.run(&format!("create minesweeper {wish} -o {file}"));
    file
}
