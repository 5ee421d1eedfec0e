"""Answers: solutions, candidates, odds, explanations, ratings and formulas."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

from sator import _sator
from sator._errors import Stopped

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sator._puzzles import Puzzle


def write_picture(svg: str, path: Optional[Union[str, PathLike[str]]]) -> str:
    """Writes a picture, if there is a path, and returns it."""
    if path is not None:
        if Path(path).suffix.lower() not in ("", ".svg"):
            raise ValueError(f"expected a path that ends with .svg, found {str(path)!r}")
        _sator.write_text(path, svg)
    return svg


def _long_integer(text: str) -> int:
    """A number of any length: Python refuses decimal numbers of more than 4300 digits."""
    if len(text) <= 4000:
        return int(text)
    half = len(text) // 2
    shift: int = 10**half
    return _long_integer(text[:-half]) * shift + _long_integer(text[-half:])


def exact(digits: str, reason: Optional[str]) -> int:
    """A number of solutions from hexadecimal digits, if nothing stopped the count."""
    number = int(digits, 16)
    if reason is not None:
        raise Stopped("stopped before all solutions were counted", reason, number)
    return number


class Solution:
    """A solution of a puzzle.

    >>> import sator
    >>> solution = sator.Queens(4).solve()
    >>> assert solution
    >>> solution.values
    [2, 4, 1, 3]
    >>> print(solution)
    . Q . .
    . . . Q
    Q . . .
    . . Q .
    >>> solution == sator.Queens(4).check(solution.line)
    True
    """

    __slots__ = ("_native", "puzzle")

    puzzle: Puzzle
    """The puzzle."""

    def __init__(self, puzzle: Puzzle, native: _sator.Solution) -> None:
        self.puzzle = puzzle
        self._native = native

    @property
    def values(self) -> list[int]:
        """The values of all cells, row by row; of queens the column of each row, from 1."""
        return self._native.values()

    @property
    def grid(self) -> list[list[Any]]:
        """The rows: numbers, with 0 for a black square; of queens and mines the board's symbols.

        >>> import sator
        >>> solution = sator.Minesweeper("1 3\\n? 1 0").solve()
        >>> assert solution
        >>> solution.grid
        [['*', '1', '0']]
        """
        answer = self.to_dict()
        if "grid" in answer:
            return list(answer["grid"])
        columns = answer["columns"]
        return [["Q" if it == column else "." for it in range(1, len(columns) + 1)] for column in columns]

    @property
    def line(self) -> str:
        """The solution in one line: a solved grid, or JSON."""
        return self._native.line()

    def to_dict(self) -> dict[str, Any]:
        """The solution as in the command line's JSON.

        >>> import sator
        >>> solution = sator.Queens(4).solve()
        >>> assert solution
        >>> solution.to_dict()
        {'columns': [2, 4, 1, 3]}
        """
        answer: dict[str, Any] = json.loads(self._native.json())
        return answer

    def to_numpy(self) -> NDArray[Any]:
        """The rows as an array: of ``uint8`` for numbers and for mines (1) of a minesweeper board.

        >>> import sator
        >>> solution = sator.Sudoku("1..4.23..41.3..2").solve()
        >>> assert solution
        >>> solution.to_numpy().sum()
        np.uint64(40)
        """
        import numpy as np

        grid = np.array(self.grid)
        if grid.dtype.kind in "iu":
            return grid.astype(np.uint8)
        return np.isin(grid, ["Q", "*"]).astype(np.uint8)

    def render(self, path: Optional[Union[str, PathLike[str]]] = None, *, numbered: bool = False) -> str:
        """A picture as SVG, which is also written to ``path``."""
        return write_picture(self._native.svg(numbered), path)

    def __getitem__(self, place: tuple[int, int]) -> Any:
        """The content of a row and a column, from 0."""
        row, column = place
        return self.grid[row][column]

    def __str__(self) -> str:
        return self._native.board().rstrip("\n")

    def __repr__(self) -> str:
        return f"<Solution of {self.puzzle.title}: {shortened(self.line)}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self.puzzle == other.puzzle and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.puzzle, tuple(self.values)))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_checked, (self.puzzle, self._native.json()))

    def _repr_svg_(self) -> str:
        return self.render()


def _checked(puzzle: Puzzle, board: str) -> Solution:
    return puzzle.check(board)


def shortened(text: str, most: int = 60) -> str:
    """A text in one line that is not too long."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


class Candidates:
    """The values that each cell has in some solution.

    >>> import sator
    >>> candidates = sator.Sudoku("1234\\n34..\\n.1.3\\n.3.1").candidates()
    >>> candidates["r3c1"]
    [2, 4]
    >>> candidates.settled
    12
    """

    has_solution: Optional[bool]
    """Whether there is a solution; ``None`` if that was not found out in time."""
    cells: dict[str, list[int]]
    """The values of each cell, by its name."""
    undecided: dict[str, list[int]]
    """The values that could not be decided in time, of the cells that have such."""

    def __init__(self, text: str, picture: str = "") -> None:
        found = json.loads(text)
        self.has_solution = found["has_solution"]
        self.cells = {cell["cell"]: cell["values"] for cell in found["cells"]}
        undecided = {cell["cell"]: cell["undecided"] for cell in found["cells"]}
        self.undecided = {cell: values for cell, values in undecided.items() if values}
        self._picture = picture

    @property
    def settled(self) -> int:
        """The number of cells with one value."""
        return sum(len(values) == 1 and cell not in self.undecided for cell, values in self.cells.items())

    def __getitem__(self, cell: str) -> list[int]:
        return self.cells[cell]

    def __iter__(self) -> Iterator[str]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def to_numpy(self) -> NDArray[np.bool_]:
        """An array of rows, columns and values: whether the cell can have the value. Values count
        from 0 on the last axis: value ``v`` is at index ``v``.

        >>> import sator
        >>> sator.Sudoku("1234\\n34..\\n.1.3\\n.3.1").candidates().to_numpy()[2, 0].nonzero()[0]
        array([2, 4])
        """
        import numpy as np

        places = {cell: square_of(cell) for cell in self.cells}
        rows = max((row for row, _ in places.values()), default=0)
        columns = max((column for _, column in places.values()), default=0)
        largest = max((max(values, default=0) for values in self.cells.values()), default=0)
        if any(value < 0 for values in self.cells.values() for value in values):
            raise ValueError("expected values from 0 as indices of an array, found negative ones")
        array = np.zeros((rows, columns, largest + 1), dtype=np.bool_)
        for cell, values in self.cells.items():
            row, column = places[cell]
            array[row - 1, column - 1, values] = True
        return array

    def render(self, path: Optional[Union[str, PathLike[str]]] = None) -> str:
        """A picture as SVG with the candidates in the cells, which is also written to ``path``."""
        if not self._picture:
            raise ValueError("a model has no board to draw")
        return write_picture(self._picture, path)

    def __repr__(self) -> str:
        return f"<Candidates: {self.settled} of {len(self)} cells are settled>"

    def _repr_svg_(self) -> Optional[str]:
        return self._picture or None


def square_of(name: str) -> tuple[int, int]:
    """The row and the column of ``r3c7``; a cell that stands for a row has column 1."""
    if name.startswith("r") and "c" in name:
        row, _, column = name[1:].partition("c")
        return int(row), int(column)
    return int(name.rpartition(" ")[2].lstrip("x")), 1


@dataclass(frozen=True)
class Square:
    """A hidden square of a minesweeper board. Rows and columns count from 1."""

    row: int
    column: int
    state: str
    """``"safe"``, ``"mine"``, ``"open"`` (proved to be neither) or ``"unknown"``."""
    probability: Optional[Fraction]
    """The exact probability of a mine, where it was computed."""

    @property
    def name(self) -> str:
        """``r3c7``."""
        return f"r{self.row}c{self.column}"


class Odds:
    """The certain squares of a minesweeper board, and the odds of the others.

    >>> import sator
    >>> odds = sator.Minesweeper("2 3\\n? ? ?\\n? 2 ?").analyze()
    >>> assert odds
    >>> odds["r1c1"].probability
    Fraction(2, 5)
    >>> odds.to_numpy().round(2)
    array([[0.4, 0.4, 0.4],
           [0.4, nan, 0.4]])
    >>> odds.configurations
    10
    """

    squares: list[Square]
    """The hidden squares, row by row."""
    configurations: Optional[int]
    """The number of layouts of the squares that a clue is about, if it was counted."""
    total_used: bool
    """Whether the number of all mines was given."""

    def __init__(self, puzzle: Puzzle, text: str, picture: str) -> None:
        found = json.loads(text)
        self._puzzle = puzzle
        self._picture = picture
        self.squares = [
            Square(it["row"], it["column"], it["state"], fraction(it["exact"])) for it in found["cells"]
        ]
        number = found["configurations"]
        self.configurations = None if number is None else _long_integer(number)
        self.total_used = found["total_used"]

    @property
    def safe(self) -> list[Square]:
        """The squares without a mine."""
        return [square for square in self.squares if square.state == "safe"]

    @property
    def mines(self) -> list[Square]:
        """The squares with a mine."""
        return [square for square in self.squares if square.state == "mine"]

    @property
    def best(self) -> Optional[Square]:
        """The first of the squares where a mine is least likely."""
        known = [square for square in self.squares if square.probability is not None]
        return min(known, key=lambda square: square.probability or Fraction(0), default=None)

    def __getitem__(self, name: str) -> Square:
        for square in self.squares:
            if square.name == name:
                return square
        raise KeyError(name)

    def __iter__(self) -> Iterator[Square]:
        return iter(self.squares)

    def __len__(self) -> int:
        return len(self.squares)

    def to_numpy(self) -> NDArray[np.float64]:
        """The probability of a mine of each square; ``nan`` where it is open or was not computed."""
        import numpy as np

        size = json.loads(self._puzzle.convert("json"))
        array = np.full((size["rows"], size["cols"]), np.nan)
        for square in self.squares:
            if square.probability is not None:
                array[square.row - 1, square.column - 1] = float(square.probability)
        return array

    def __repr__(self) -> str:
        mines, safe = len(self.mines), len(self.safe)
        return f"<Odds: {len(self)} hidden squares, {safe} safe, {mines} mines>"

    def render(self, path: Optional[Union[str, PathLike[str]]] = None) -> str:
        """A picture as SVG, from green (safe) to red (a mine), which is also written to ``path``."""
        return write_picture(self._picture, path)

    def _repr_svg_(self) -> str:
        return self._picture


def fraction(text: Optional[str]) -> Optional[Fraction]:
    """``1/3`` as a number."""
    if text is None:
        return None
    numerator, _, denominator = text.partition("/")
    return Fraction(_long_integer(numerator), _long_integer(denominator or "1"))


@dataclass(frozen=True)
class Fact:
    """A cell has a value, or does not have it."""

    cell: str
    value: Union[int, str]
    """A number, or a word: ``"mine"``, ``"queen"``."""
    holds: bool


@dataclass(frozen=True)
class Step:
    """A step of an explanation."""

    text: str
    """The facts as a sentence."""
    name: str
    """The name of the pattern."""
    size: int
    """The number of rules and clues that it needs."""
    facts: tuple[Fact, ...]
    """The facts; none if it is a contradiction."""
    because: tuple[str, ...]
    """The reasons, as sentences."""

    def __str__(self) -> str:
        return f"{self.text} ({self.name})\n  {'; '.join(self.because)}"


class _StoredExplanation(NamedTuple):
    """The texts of an explanation from another process."""

    text: str
    page: str

    def json(self) -> str:
        return self.text

    def html(self) -> str:
        return self.page


class Explanation:
    """The solution step by step, with reasons in sentences.

    >>> import sator
    >>> explanation = sator.Sudoku("1..4.23..41.3..2").explain()
    >>> print(explanation.steps[0])
    r1c3 is 2 (hidden single)
      row 1 needs a 2 somewhere; r1c2 sees the 2 on r2c2; its other cells are filled
    >>> explanation.solved
    True

    If there is no solution, ``conflict`` has rules and clues that contradict each other:

    >>> for text in sator.Sudoku("11..............").explain().conflict or []:
    ...     print(text)
    r1c1 is 1
    r1c2 is 1
    row 1 has each value once
    """

    steps: list[Step]
    """The steps, easy ones first."""
    solved: bool
    """Whether every cell has its value in the end."""
    end: str
    """``"solved"``, ``"undetermined"``, ``"contradiction"``, ``"mistake"``, ``"limit"`` or
    ``"stopped"``."""
    mistakes: list[str]
    """The entries of the player that are wrong."""
    conflict: Optional[list[str]]
    """Rules and clues that contradict each other, if there is no solution; ``None`` as well if the time
    ended before any were found, or if the puzzle is too large."""
    conflict_is: Optional[str]
    """``"smallest"``, ``"minimal"`` (none of them can be left out), or ``"cut short"`` if the time ended
    before that was known."""
    conflict_cells: list[str]
    """The squares that the conflict, or a rule that the clues break by themselves, is about."""

    def __init__(self, native: Union[_sator.Explanation, _StoredExplanation]) -> None:
        self._native = native
        found = json.loads(native.json())
        self.steps = [_step(step) for step in found["steps"]]
        self.solved = found["solved"]
        self.end = found["end"]
        self.mistakes = found.get("mistakes", [])
        self.conflict = found.get("conflict")
        self.conflict_is = found.get("conflict_is")
        self.conflict_cells = found.get("conflict_cells", [])

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, index: int) -> Step:
        return self.steps[index]

    def __str__(self) -> str:
        lines = [f"Wrong entry: {mistake}." for mistake in self.mistakes]
        if self.conflict is not None:
            lines += ["No solution has all of these:", *(f"  {text}" for text in self.conflict)]
        else:
            lines += [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        return "\n".join(lines)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Explanation, (_StoredExplanation(self._native.json(), self._native.html()),))

    def __repr__(self) -> str:
        steps = "1 step" if len(self) == 1 else f"{len(self)} steps"
        return f"<Explanation: {steps}, {self.end}>"

    def _repr_html_(self) -> str:
        return self._native.html()


def _step(step: dict[str, Any]) -> Step:
    facts = tuple(Fact(it["cell"], it["value"], it["holds"]) for it in step["facts"])
    return Step(step["text"], step["name"], step["size"], facts, tuple(step["because"]))


@dataclass(frozen=True)
class Rating:
    """How difficult a puzzle is.

    >>> import sator
    >>> rating = sator.Sudoku("1..4.23..41.3..2").rate()
    >>> rating.rating, rating.word
    (0.2, 'gentle')
    """

    rating: Optional[float]
    """The number; ``None`` if nothing could be rated."""
    word: Optional[str]
    """``"gentle"``, ``"easy"``, ``"medium"``, ``"hard"``, ``"fiendish"`` or ``"diabolical"``."""
    status: str
    """``"sat"``, ``"unsat"``, or ``"unknown"`` if the time ended."""
    step: Optional[str]
    """The kind of the largest step: ``"rules"``, ``"chain"``, ``"net"`` or ``"search"``."""
    largest: Optional[int]
    """The size of the largest step."""
    rounds: int
    """The number of rounds."""
    hard_rounds: int
    """The number of rounds that need more than single rules."""
    solved: bool
    """Whether there is one solution; if not, the rating is about what all solutions share."""
    exact: bool
    """False if the rating is only a lower bound."""


def rating(text: str) -> Rating:
    """A rating from the command line's JSON."""
    found = json.loads(text)
    return Rating(**{name: found[name] for name in Rating.__dataclass_fields__})


class Cnf:
    """A formula in conjunctive normal form. The cells' variables come first.

    >>> import sator
    >>> cnf = sator.Queens(8).to_cnf()
    >>> cnf.variables, len(cnf)
    (64, 736)
    >>> cnf.clauses[0]
    [1, 2, 3, 4, 5, 6, 7, 8]
    >>> cnf.meaning(10)
    ('row 2', 2)
    """

    __slots__ = ("_native",)

    def __init__(self, native: _sator.Cnf) -> None:
        self._native = native

    @property
    def variables(self) -> int:
        """The number of variables, auxiliary ones included."""
        return self._native.variables

    @property
    def clauses(self) -> list[list[int]]:
        """The clauses; a negative number is a negated variable."""
        parts = self._native.clauses()
        clauses: list[list[int]] = []
        # Python's collector would visit each of millions of lists many times, and notice no Ctrl-C.
        is_enabled = gc.isenabled()
        gc.disable()
        try:
            for part in parts:
                clauses += part
        finally:
            if gc.get_freeze_count() == 0:
                # They become old objects, without a visit.
                gc.freeze()
                gc.unfreeze()
            if is_enabled:
                gc.enable()
        return clauses

    def __len__(self) -> int:
        """The number of clauses."""
        return len(self._native)

    def __iter__(self) -> Iterator[list[int]]:
        return chain.from_iterable(self._native.clauses())

    def meaning(self, variable: int) -> Optional[tuple[str, int]]:
        """The cell and the value that a variable stands for; ``None`` if it is auxiliary."""
        if not 1 <= variable <= self.variables:
            raise IndexError(f"expected a variable from 1 to {self.variables}, found {variable}")
        return self._native.meaning(variable)

    def to_dimacs(self, *, annotate: bool = False) -> str:
        """The formula in the DIMACS format; with ``annotate``, comments give the meanings.

        >>> import sator
        >>> sator.Queens(1).to_cnf().to_dimacs().splitlines()[-2:]
        ['p cnf 1 1', '1 0']
        """
        return self._native.dimacs(annotate)

    def write(self, path: Union[str, PathLike[str]], *, annotate: bool = False) -> None:
        """Writes the formula to a file in the DIMACS format."""
        self._native.write(path, annotate)

    def to_pysat(self) -> Any:
        """The formula as a ``pysat.formula.CNF``.

        >>> import sator
        >>> from pysat.solvers import Solver
        >>> queens = sator.Queens(8)
        >>> with Solver(bootstrap_with=queens.to_cnf().to_pysat()) as solver:
        ...     solver.solve(), queens.decode(solver.get_model() or []).puzzle.title
        (True, '8-Queens')
        """
        from pysat.formula import CNF

        formula = CNF(from_clauses=self.clauses)
        formula.nv = max(formula.nv, self.variables)
        return formula

    def __repr__(self) -> str:
        return f"<Cnf: {self.variables} variables, {len(self)} clauses>"
