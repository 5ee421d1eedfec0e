"""The kinds of puzzles."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Optional, TypeVar, Union

from sator import _sator
from sator._arguments import (
    Box,
    Place,
    box_word,
    integer,
    literals,
    numbers,
    place,
    sums,
    symbols,
    text_of,
    whole,
    wishes,
)
from sator._errors import SatorError, Stopped
from sator._results import (
    Candidates,
    Cnf,
    Explanation,
    Odds,
    Rating,
    Solution,
    exact,
    rating,
    shortened,
    write_picture,
)

if TYPE_CHECKING:
    from typing_extensions import Self

    from sator._results import Step

P = TypeVar("P", bound="Puzzle")


class Puzzle:
    """A puzzle of any kind; :func:`read` recognises it.

    Questions take these keyword arguments: ``timeout`` (seconds; then :class:`Stopped` is raised, unless
    a part of the answer is of use), ``backend`` (a solver by its name, see :func:`backends`; the default
    chooses), ``seed`` (of solvers that use randomness) and ``threads`` (all processors by default).
    :meth:`to_cnf`, which solves nothing, takes ``timeout`` alone.
    """

    __slots__ = ("_native", "_text")

    _kind: ClassVar[Optional[str]] = None

    _native: _sator.Puzzle

    def __init__(self, text: str, *, format: Optional[str] = None) -> None:
        self._read(text, format=format)

    def _read(self, text: str, *, format: Optional[str] = None, **values: Optional[str]) -> None:
        text = text_of(text, "the text of a puzzle (from_grid takes rows)")
        given = [(name.replace("_", "-"), value) for name, value in values.items() if value is not None]
        self._native = _sator.Puzzle.read(text, self._kind, format, given)
        self._text: Optional[str] = None

    @classmethod
    def _of(cls: type[P], native: _sator.Puzzle) -> P:
        puzzle = cls.__new__(cls)
        puzzle._native = native
        puzzle._text = None
        return puzzle

    @classmethod
    def _of_object(cls, fields: Mapping[str, Any], *, box: Optional[Box] = None) -> Self:
        shape = box_word(box)
        values = [] if shape is None else [("box", shape)]
        return cls._of(_sator.Puzzle.read(json.dumps(fields), cls._kind, "json", values))

    # Properties.

    @property
    def kind(self) -> str:
        """``"sudoku"``, ``"killer"``, ``"queens"``, …"""
        return self._native.kind

    @property
    def title(self) -> str:
        """``9×9 Sudoku``."""
        return self._native.title

    @property
    def notes(self) -> list[str]:
        """Assumptions made while reading the text."""
        return self._native.notes

    @property
    def text(self) -> str:
        """The text that reads back as this puzzle."""
        if self._text is None:
            self._text = self._native.text()
        return self._text

    def board(self) -> str:
        """The board for a terminal.

        >>> import sator
        >>> print(sator.Queens(4, placed=[(0, 1)]).board(), end="")
        . Q . .
        . . . .
        . . . .
        . . . .
        """
        return self._native.board()

    def convert(self, format: str) -> str:
        """The puzzle in another format of its kind.

        >>> import sator
        >>> sator.Sudoku("1..4.23..41.3..2").convert("line")
        '1..4.23..41.3..2'
        """
        return self._native.convert(format)

    def render(self, path: Optional[Union[str, PathLike[str]]] = None, *, numbered: bool = False) -> str:
        """A picture as SVG, which is also written to ``path``."""
        return write_picture(self._native.svg(numbered), path)

    # Questions.

    def solve(
        self,
        *,
        timeout: Optional[float] = None,
        backend: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        encoding: Optional[str] = None,
    ) -> Optional[Solution]:
        """A solution, or ``None`` if there is none.

        >>> import sator
        >>> print(sator.Queens(3).solve())
        None
        >>> solution = sator.Queens(4).solve(backend="cadical")
        >>> assert solution
        >>> solution.values in ([2, 4, 1, 3], [3, 1, 4, 2])
        True
        """
        found = self._native.solve(_sator.Options(timeout, backend, seed, threads, encoding))
        return None if found is None else Solution(self, found)

    def solutions(
        self,
        *,
        timeout: Optional[float] = None,
        backend: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        encoding: Optional[str] = None,
    ) -> Iterator[Solution]:
        """All solutions, one after another, found when they are asked for.

        >>> import sator
        >>> len(list(sator.Queens(6).solutions()))
        4
        >>> next(sator.Queens(20).solutions()).puzzle.title
        '20-Queens'
        """
        found = self._native.solutions(_sator.Options(timeout, backend, seed, threads, encoding))
        return (Solution(self, solution) for solution in found)

    def count(
        self,
        *,
        up_to_symmetry: bool = False,
        timeout: Optional[float] = None,
        backend: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        encoding: Optional[str] = None,
    ) -> int:
        """The exact number of solutions. When the time ends, :attr:`Stopped.partial` has the number
        so far.

        >>> import sator
        >>> sator.Queens(8).count(), sator.Queens(8).count(up_to_symmetry=True)
        (92, 12)
        """
        options = _sator.Options(timeout, backend, seed, threads, encoding)
        return exact(*self._native.count(options, up_to_symmetry))

    def is_unique(
        self,
        *,
        timeout: Optional[float] = None,
        backend: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        encoding: Optional[str] = None,
    ) -> bool:
        """Whether there is exactly one solution.

        >>> import sator
        >>> sator.Sudoku("1..4.23..41.3..2").is_unique(), sator.Queens(8).is_unique()
        (True, False)
        """
        return self._native.is_unique(_sator.Options(timeout, backend, seed, threads, encoding))

    def candidates(
        self,
        *,
        timeout: Optional[float] = None,
        backend: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> Candidates:
        """The values that each cell has in some solution. When the time ends, some are undecided.

        >>> import sator
        >>> sator.Queens(4).candidates()["row 1"]
        [2, 3]
        """
        options = _sator.Options(timeout, backend, seed, threads)
        return Candidates(*self._native.candidates(options))

    def analyze(
        self,
        *,
        timeout: Optional[float] = None,
        backend: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> Union[Odds, Candidates, None]:
        """The :class:`Odds` of mines, or the :class:`Candidates` of other puzzles; ``None`` if a
        board of mines has no layout.

        >>> import sator
        >>> found = sator.Sudoku("1..4.23..41.3..2").analyze()
        >>> isinstance(found, sator.Candidates) and found.settled
        16
        """
        return self.candidates(timeout=timeout, backend=backend, seed=seed, threads=threads)

    def explain(
        self,
        *,
        progress: Optional[str] = None,
        steps: Optional[int] = None,
        timeout: Optional[float] = None,
        backend: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> Explanation:
        """The solution as a chain of steps with their reasons; if there is no solution, rules and
        clues that contradict each other. It begins from ``progress``, a partly filled board, and has
        at most ``steps`` steps. When the time ends, it has the steps so far.

        >>> import sator
        >>> sator.Sudoku("1..4.23..41.3..2").explain(steps=2)
        <Explanation: 2 steps, limit>
        """
        if progress is not None:
            progress = text_of(progress, "a partly filled board as text")
        options = _sator.Options(timeout, backend, seed, threads)
        return Explanation(self._native.explain(options, progress, steps))

    def hint(
        self,
        *,
        progress: Optional[str] = None,
        timeout: Optional[float] = None,
        backend: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> Optional[Step]:
        """The next step alone; ``None`` if the puzzle is solved or nothing more is determined.

        >>> import sator
        >>> step = sator.Sudoku("1..4.23..41.3..2").hint()
        >>> step.text if step else "solved"
        'r1c3 is 2'
        """
        explanation = self.explain(
            progress=progress, steps=1, timeout=timeout, backend=backend, seed=seed, threads=threads
        )
        if explanation.mistakes and not explanation.steps:
            raise SatorError(f"an entry is wrong: {'; '.join(explanation.mistakes)}")
        if explanation.end == "stopped" and not explanation.steps:
            raise Stopped("stopped before a step was found")
        return explanation.steps[0] if explanation.steps else None

    def rate(
        self,
        *,
        timeout: Optional[float] = None,
        backend: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> Rating:
        """How difficult the puzzle is. When the time ends, it is a lower bound.

        >>> import sator
        >>> sator.Sudoku("1..4.23..41.3..2").rate().word
        'gentle'
        """
        return rating(self._native.rate(_sator.Options(timeout, backend, seed, threads)))

    def to_cnf(
        self,
        *,
        encoding: Optional[str] = None,
        reduced: bool = False,
        large: bool = False,
        timeout: Optional[float] = None,
    ) -> Cnf:
        """The formula of the puzzle; with ``reduced``, simplified by propagating the clues.
        More than 100 million clauses are refused, unless ``large`` allows them.

        >>> import sator
        >>> sator.Queens(8).to_cnf()
        <Cnf: 64 variables, 736 clauses>
        """
        return Cnf(self._native.cnf(_sator.Options(timeout, encoding=encoding), reduced, large))

    def decode(self, model: Iterable[int]) -> Solution:
        """The checked solution that a solver's model of :meth:`to_cnf` stands for.

        >>> import sator
        >>> model = [-1, 2, -3, -4, -5, -6, -7, 8, 9, -10, -11, -12, -13, -14, 15, -16]
        >>> sator.Queens(4).decode(model).values
        [2, 4, 1, 3]
        """
        return Solution(self, self._native.decode(literals(model)))

    def check(self, board: str) -> Solution:
        """Checks a filled board by the plain rules; :class:`Violation` names the first broken one.

        >>> import sator
        >>> sator.Sudoku("1..4.23..41.3..2").check("1324423124133142").puzzle.title
        '4×4 Sudoku'
        >>> sator.Sudoku("1..4.23..41.3..2").check("1324423124133124")
        Traceback (most recent call last):
        ...
        sator.Violation: ...
        """
        return Solution(self, self._native.check(text_of(board, "a filled board as text")))

    # Python's own methods.

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.title}: {shortened(self.text)}>"

    def __str__(self) -> str:
        return self.board().rstrip("\n")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self.kind == other.kind and self.text == other.text

    def __hash__(self) -> int:
        return hash((self.kind, self.text))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: Any) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (self.kind, self.text))

    def _repr_svg_(self) -> str:
        return self.render()


class Sudoku(Puzzle):
    """A sudoku of any size up to 36×36, from a line, a grid, JSON, or a link of f-puzzles or SudokuPad,
    with or without extra rules.

    >>> import sator
    >>> puzzle = sator.Sudoku("1..4.23..41.3..2")
    >>> print(puzzle.solve())
    ┌─────┬─────┐
    │ 1 3 │ 2 4 │
    │ 4 2 │ 3 1 │
    ├─────┼─────┤
    │ 2 4 │ 1 3 │
    │ 3 1 │ 4 2 │
    └─────┴─────┘
    """

    __slots__ = ()
    _kind = "sudoku"

    def __init__(
        self,
        text: str,
        *,
        box: Optional[Box] = None,
        alphabet: Optional[str] = None,
        ignore_unknown: bool = False,
        format: Optional[str] = None,
    ) -> None:
        ignored = "true" if ignore_unknown else None
        self._read(text, format=format, box=box_word(box), alphabet=alphabet, ignore_unknown=ignored)

    @classmethod
    def from_grid(cls, grid: Any, *, box: Optional[Box] = None) -> Self:
        """A sudoku from rows of numbers, or a numpy array; 0, ``None`` or ``"."`` stands for an empty
        cell.

        >>> import sator
        >>> sator.Sudoku.from_grid([[1, 0, 0, 4], [0, 2, 3, 0], [0, 4, 1, 0], [3, 0, 0, 2]]).count()
        1
        """
        rows = numbers(grid)
        return cls._of_object({"n": len(rows), "grid": rows}, box=box)


class Killer(Sudoku):
    """A sudoku with cages, whose values differ and add up to a total.

    >>> import sator
    >>> cages = [(3, [(0, 0), (0, 1)]), (7, [(0, 2), (0, 3)]), (4, [(1, 0)])]
    >>> solution = sator.Killer.from_cages(4, cages).solve()
    >>> assert solution
    >>> solution.grid[1][0]
    4
    """

    __slots__ = ()
    _kind = "killer"

    @classmethod
    def from_cages(
        cls,
        n: int,
        cages: Iterable[tuple[int, Iterable[Place]]],
        *,
        givens: Any = None,
        box: Optional[Box] = None,
    ) -> Self:
        """A killer of ``n`` rows from cages: totals, each with its cells, rows and columns from 0.

        >>> import sator
        >>> sator.Killer.from_cages(4, [(10, [(0, 0), (0, 1), (0, 2), (0, 3)])]).title
        '4×4 Killer Sudoku'
        """
        fields: dict[str, Any] = {"n": whole(n, "n"), "cages": sums(cages)}
        if givens is not None:
            fields["givens"] = numbers(givens)
        return cls._of_object(fields, box=box)


class Queens(Puzzle):
    """N queens of which none attacks another; from a number, or from a board as text.

    >>> import sator
    >>> sator.Queens(8).count()
    92
    >>> sator.Queens(8, placed=[(0, 0)]).count()
    4
    """

    __slots__ = ()
    _kind = "queens"

    def __init__(
        self,
        board: Union[int, str],
        *,
        placed: Iterable[Place] = (),
        blocked: Iterable[Place] = (),
        format: Optional[str] = None,
    ) -> None:
        queens, holes = [place(it) for it in placed], [place(it) for it in blocked]
        if isinstance(board, str):
            if queens or holes:
                raise TypeError("squares are placed or blocked with a number of queens only")
            self._read(board, format=format)
        elif queens or holes:
            fields = {"n": whole(board, "queens"), "queens": queens, "blocked": holes}
            self._read(json.dumps(fields), format="json")
        else:
            self._read(str(whole(board, "queens")), format=format)


class Minesweeper(Puzzle):
    """A minesweeper board: numbers, and ``?`` for a hidden square; with the number of all mines, if it
    is known.

    >>> import sator
    >>> board = sator.Minesweeper("? 1 0\\n? 1 0\\n? 1 0", mines=1)
    >>> odds = board.analyze()
    >>> assert odds
    >>> [square.name for square in odds.mines]
    ['r2c1']
    """

    __slots__ = ()
    _kind = "minesweeper"

    def __init__(self, text: str, *, mines: Optional[int] = None, format: Optional[str] = None) -> None:
        self._read(text, format=format, mines=None if mines is None else str(whole(mines, "mines")))

    @classmethod
    def from_grid(cls, grid: Any, *, mines: Optional[int] = None) -> Self:
        """A board from rows of numbers and symbols: ``?``, ``None`` or a negative number for a hidden
        square, ``*`` for a mine, ``s`` for a safe square.

        >>> import sator
        >>> sator.Minesweeper.from_grid([[-1, 1, 0], ["?", 1, 0]]).count()
        2
        """
        board = symbols(grid)
        fields = {"rows": len(board), "cols": len(board[0]) if board else 0, "board": board}
        return cls._of_object({**fields, "mines": None if mines is None else whole(mines, "mines")})

    def analyze(
        self,
        *,
        timeout: Optional[float] = None,
        backend: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> Optional[Odds]:
        """The certain squares and the exact odds of the others; ``None`` if there is no layout.

        >>> import sator
        >>> odds = sator.Minesweeper("1 3\\n? 1 ?").analyze()
        >>> assert odds and odds.best
        >>> odds.best.probability
        Fraction(1, 2)
        """
        found = self._native.odds(_sator.Options(timeout, backend, seed, threads))
        return None if found is None else Odds(self, *found)


class Futoshiki(Puzzle):
    """A Latin square whose cells are compared by signs.

    >>> import sator
    >>> puzzle = sator.Futoshiki.from_grid([[0, 0], [0, 0]], less=[((0, 0), (0, 1))])
    >>> solution = puzzle.solve()
    >>> assert solution
    >>> solution.grid
    [[1, 2], [2, 1]]
    """

    __slots__ = ()
    _kind = "futoshiki"

    @classmethod
    def from_grid(cls, grid: Any, *, less: Iterable[tuple[Place, Place]] = ()) -> Self:
        """A futoshiki from rows of numbers, 0 for an empty cell, and pairs of cells of which the first
        has the smaller value.

        >>> import sator
        >>> sator.Futoshiki.from_grid([[0] * 3] * 3, less=[((0, 0), (0, 1))]).count()
        6
        """
        rows = numbers(grid)
        pairs = [[place(one), place(other)] for one, other in less]
        return cls._of_object({"n": len(rows), "grid": rows, "less": pairs})


class Kakuro(Puzzle):
    """Runs of cells whose values from 1 to 9 differ and add up to a total.

    >>> import sator
    >>> runs = [(3, [(0, 0), (0, 1)]), (4, [(1, 0), (1, 1)]), (4, [(0, 0), (1, 0)]), (3, [(0, 1), (1, 1)])]
    >>> solution = sator.Kakuro.from_runs(2, 2, runs).solve()
    >>> assert solution
    >>> solution.grid
    [[1, 2], [3, 1]]
    """

    __slots__ = ()
    _kind = "kakuro"

    @classmethod
    def from_runs(
        cls, rows: int, columns: int, runs: Iterable[tuple[int, Iterable[Place]]]
    ) -> Self:
        """A kakuro from its runs: totals, each with its cells.

        >>> import sator
        >>> sator.Kakuro.from_runs(1, 2, [(4, [(0, 0), (0, 1)])]).count()
        2
        """
        size = {"rows": whole(rows, "rows"), "cols": whole(columns, "columns")}
        return cls._of_object({**size, "runs": sums(runs)})


_CLASSES: dict[str, type[Puzzle]] = {
    "sudoku": Sudoku,
    "killer": Killer,
    "queens": Queens,
    "minesweeper": Minesweeper,
    "futoshiki": Futoshiki,
    "kakuro": Kakuro,
}


def _puzzle(native: _sator.Puzzle) -> Puzzle:
    return _CLASSES.get(native.kind, Puzzle)._of(native)


def _again(kind: str, text: str) -> Puzzle:
    return _puzzle(_sator.Puzzle.read(text, kind))


def read(text: str, *, kind: Optional[str] = None, format: Optional[str] = None) -> Puzzle:
    """Reads a puzzle; its kind is recognised.

    >>> import sator
    >>> sator.read("8")
    <Queens 8-Queens: 8>
    >>> sator.read("1..4.23..41.3..2").kind
    'sudoku'
    """
    return _puzzle(_sator.Puzzle.read(text_of(text, "the text of a puzzle"), kind, format))


def load(
    path: Union[str, PathLike[str]], *, kind: Optional[str] = None, format: Optional[str] = None
) -> Puzzle:
    """Reads a puzzle from a file: text, or a binary format that its kind has.

    >>> import sator
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "puzzle.txt")
    ...     written = path.write_text("1..4.23..41.3..2")
    ...     sator.load(path).kind
    'sudoku'
    """
    return _puzzle(_sator.Puzzle.read_file(Path(path).read_bytes(), kind, format))


class Created(NamedTuple):
    """A new puzzle."""

    puzzle: Puzzle
    solution: Optional[Solution]
    """Its only solution; of a board of mines the layout that it was made from, if it is known."""
    seed: Optional[int]
    """The seed, which makes the same puzzle everywhere."""
    shortfall: Optional[str]
    """The property that was not reached, as a sentence."""


def create(kind: str, *, seed: Optional[int] = None, timeout: Optional[float] = 60.0, **properties: Any) -> Created:
    """Makes a new puzzle with exactly one solution. The properties are those of ``sator create``:
    ``difficulty``, ``size``, ``symmetry``, ``clues``, ``minimal``, ``cage_size``, ``mines``, …; ``with_``
    takes a list of extra rules, ``first`` a row and a column from 0; ``size``, ``box`` and
    ``cage_size`` may be pairs of numbers. When the time ends, the closest puzzle is taken, and
    ``shortfall`` names the property that it lacks.

    >>> import sator
    >>> created = sator.create("sudoku", size=4, seed=7)
    >>> created.puzzle.is_unique(), created.puzzle.solve() == created.solution
    (True, True)
    """
    number = randbits(32) if seed is None else integer(seed, "a seed as a whole number")
    native, solved, shortfall, used = _sator.create(kind, number, wishes(properties), _sator.Options(timeout))
    puzzle = _puzzle(native)
    return Created(puzzle, None if solved is None else Solution(puzzle, solved), used, shortfall)
