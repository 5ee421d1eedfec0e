"""A program of a user, which mypy checks with the package's types."""

from __future__ import annotations

from fractions import Fraction
from typing import Optional

import numpy as np
import sator
from numpy.typing import NDArray

puzzle = sator.Sudoku.from_grid([[1, 0], [0, 1]], box=(1, 2))
solution: Optional[sator.Solution] = puzzle.solve(timeout=1, backend="batsat")
number: int = sator.Queens(8).count()
odds: Optional[sator.Odds] = sator.Minesweeper("1 2\n? 1", mines=1).analyze()
chance: Optional[Fraction] = odds["r1c1"].probability if odds else None
lines: list[Optional[str]] = sator.solve_many(["1..4.23..41.3..2"])
text: str = sator.solve_many("1..4.23..41.3..2\n")
read: list[Optional[str]] = list(sator.solve_iter(line for line in ["1..4.23..41.3..2"]))
array: NDArray[np.uint8] = sator.solve_many(np.zeros((1, 16), dtype=np.uint8))
for found in sator.Queens(6).solutions():
    values: list[int] = found.values
model = sator.Model()
a, b = model.cells(2, range(3))
model.add(2 * a + b == 4, name="the sum")
model.add(sum([a, b]) == 3)
rule: sator.Rule = a + b != 4
model.clause([a == 1, b != 2])
first: Optional[sator.ModelSolution] = model.solve()
created: sator.Created = sator.create("killer", size=4, seed=1)
