//! Minesweeper from start to exit: positions of expert games, and large boards.

use std::fs;
use std::path::Path;

use super::{Bench, Result, Run, milliseconds, new_folder};

const POSITIONS: usize = 40;

impl Bench {
    pub(super) fn minesweeper(&mut self) -> Result<()> {
        let folder = new_folder()?;
        let measured = self.positions(&folder).and_then(|()| self.large_boards(&folder));
        fs::remove_dir_all(&folder)?;
        measured
    }

    /// For each position the best of several runs, after more clicks from one to the next.
    fn positions(&mut self, folder: &Path) -> Result<()> {
        let mut runs = Vec::new();
        for seed in 1..=POSITIONS {
            let clicks = 2 * seed;
            let wish = format!("--difficulty expert --clicks {clicks} --seed {seed}");
            let file = self.create(folder, &wish)?;
            runs.push(self.best(5, &format!("analyze {file}"))?);
        }
        runs.sort_unstable();
        let memory = runs.iter().max_by_key(|run| run.kilobytes).map(Run::memory);
        let [median, worst] = [POSITIONS / 2, POSITIONS - 1].map(|at| milliseconds(runs[at].time));
        let what = format!("analyze, {POSITIONS} expert positions, start to exit");
        self.row(&format!("{what}, median"), &format!("{median}, worst {worst}"));
        self.row("  memory, at most", &memory.unwrap_or_default());
        Ok(())
    }

    /// Reading, finding out and printing.
    fn large_boards(&mut self, folder: &Path) -> Result<()> {
        for (side, revealed) in [(1000, 0.5), (512, 0.4)] {
            let size = format!("{side}x{side}");
            let wish = format!("--size {size} --density 0.2 --revealed {revealed} --no-total");
            let file = self.create(folder, &format!("{wish} --seed 1"))?;
            for verb in ["analyze", "solve"] {
                let run = self.best(3, &format!("{verb} {file} --threads 2"))?;
                let what = format!("{verb} {size}, {revealed} revealed, start to exit");
                self.row(&what, &format!("{}, {}", milliseconds(run.time), run.memory()));
            }
        }
        Ok(())
    }

    /// A new board in a file.
    fn create(&self, folder: &Path, wish: &str) -> Result<String> {
        let file = folder.join("board.txt").display().to_string();
        self.run(&format!("create minesweeper {wish} -o {file}"))?;
        Ok(file)
    }
}
