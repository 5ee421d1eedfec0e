"""Logic puzzles: solve, count, explain, rate and create them, and write their formulas.

Each kind of puzzle is a class, and all have the same methods:

>>> import sator
>>> puzzle = sator.Sudoku("1..4.23..41.3..2")
>>> solution = puzzle.solve()
>>> solution.grid if solution else "no solution"
[[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]]
>>> puzzle.is_unique()
True
>>> sator.Queens(8).count()
92

Many puzzles at once: :func:`solve_many`. Puzzles of your own: :class:`Model`. While a puzzle is
solved, other Python threads run, and Ctrl-C raises ``KeyboardInterrupt`` within 0.2 seconds.
"""

from sator._bulk import solve_iter, solve_many
from sator._errors import ParseError, SatorError, Stopped, Violation
from sator._model import Cell, Grid, Linear, Model, ModelSolution, Rule
from sator._puzzles import (
    Created,
    Futoshiki,
    Kakuro,
    Killer,
    Minesweeper,
    Puzzle,
    Queens,
    Sudoku,
    create,
    load,
    read,
)
from sator._results import (
    Candidates,
    Cnf,
    Explanation,
    Fact,
    Odds,
    Rating,
    Solution,
    Square,
    Step,
)
from sator._sator import __version__, backends, kinds

__all__ = [
    "Candidates",
    "Cell",
    "Cnf",
    "Created",
    "Explanation",
    "Fact",
    "Futoshiki",
    "Grid",
    "Kakuro",
    "Killer",
    "Linear",
    "Minesweeper",
    "Model",
    "ModelSolution",
    "Odds",
    "ParseError",
    "Puzzle",
    "Queens",
    "Rating",
    "Rule",
    "SatorError",
    "Solution",
    "Square",
    "Step",
    "Stopped",
    "Sudoku",
    "Violation",
    "__version__",
    "backends",
    "create",
    "kinds",
    "load",
    "read",
    "solve_iter",
    "solve_many",
]
