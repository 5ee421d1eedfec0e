"""Many puzzles at once."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Literal, Optional, Protocol, Union, overload

from sator import _sator
from sator._arguments import integer, is_table, lines_of, shown
from sator._errors import ParseError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Errors = Literal["none", "raise"]

_MOST_LINES = 1 << 17
"""The most lines that are solved at once: between two parts Ctrl-C is noticed."""

_MOST_CELLS = 1 << 21
"""The most cells of an array that are copied and solved at once."""


class _Column(Protocol):
    """A column of a table."""

    def to_list(self) -> list[str]:
        """Its entries."""


@overload
def solve_many(
    puzzles: str,
    *,
    kind: Optional[str] = None,
    threads: Optional[int] = None,
    unique: bool = False,
    timeout: Optional[float] = None,
    backend: Optional[str] = None,
    seed: Optional[int] = None,
    errors: Errors = "none",
) -> str: ...
@overload
def solve_many(
    puzzles: Union[bytes, bytearray],
    *,
    kind: Optional[str] = None,
    threads: Optional[int] = None,
    unique: bool = False,
    timeout: Optional[float] = None,
    backend: Optional[str] = None,
    seed: Optional[int] = None,
    errors: Errors = "none",
) -> bytes: ...
@overload
def solve_many(
    puzzles: Union[list[str], tuple[str, ...]],
    *,
    kind: Optional[str] = None,
    threads: Optional[int] = None,
    unique: bool = False,
    timeout: Optional[float] = None,
    backend: Optional[str] = None,
    seed: Optional[int] = None,
    errors: Errors = "none",
) -> list[Optional[str]]: ...
@overload
def solve_many(
    puzzles: _Column,
    *,
    kind: Optional[str] = None,
    threads: Optional[int] = None,
    unique: bool = False,
    timeout: Optional[float] = None,
    backend: Optional[str] = None,
    seed: Optional[int] = None,
    errors: Errors = "none",
) -> list[Optional[str]]: ...
@overload
def solve_many(
    puzzles: NDArray[np.integer[Any]],
    *,
    kind: Optional[str] = None,
    threads: Optional[int] = None,
    unique: bool = False,
    timeout: Optional[float] = None,
    backend: Optional[str] = None,
    seed: Optional[int] = None,
    errors: Errors = "none",
) -> NDArray[np.uint8]: ...
def solve_many(
    puzzles: Any,
    *,
    kind: Optional[str] = None,
    threads: Optional[int] = None,
    unique: bool = False,
    timeout: Optional[float] = None,
    backend: Optional[str] = None,
    seed: Optional[int] = None,
    errors: Errors = "none",
) -> Any:
    """Solves many puzzles on several threads; the answers have the form and the order of the puzzles.

    ================================  ==============================================================
    puzzles                           answers
    ================================  ==============================================================
    a list or a column of lines       a list of lines, ``None`` where there is no answer
    text with lines (str or bytes)    text with lines, as ``sator solve FILE`` prints it
    an array of ``uint8``, N×81,      an array of ``uint8`` of the same shape, 0 where there is no
    N×9×9 or of other sizes           answer
    ================================  ==============================================================

    A column is a Series of pandas or polars, or an array of text. Of a table, pass a column of lines, or
    the cells as an array. Empty cells of an array are 0 or masked. Other integers than ``uint8`` are
    converted first. :func:`solve_iter` takes any iterable. With ``unique``, a puzzle with a second solution has no answer either; in text, ``(not unique)`` follows
    its line. A puzzle that cannot be read has no answer (``invalid`` in text); with ``errors="raise"``
    the first of them raises :class:`ParseError`, whose ``line`` is its line in a text and its number in
    a list or an array. ``timeout`` is the time for each puzzle.

    >>> import sator
    >>> sator.solve_many(["1..4.23..41.3..2", "11..............", "1.."])
    ['1324423124133142', None, None]
    >>> print(sator.solve_many("1..4.23..41.3..2\\n11..............\\n"), end="")
    1324423124133142
    no solution
    >>> import numpy
    >>> grids = numpy.zeros((2, 4, 4), dtype=numpy.uint8)
    >>> sator.solve_many(grids).sum(axis=2)
    array([[10, 10, 10, 10],
           [10, 10, 10, 10]], dtype=uint64)
    """
    options = _sator.Options(timeout, backend, seed, threads)
    is_strict = _is_strict(errors)
    if isinstance(puzzles, str):
        return _sator.solve_text(puzzles, options, kind, unique, is_strict)
    if isinstance(puzzles, (bytes, bytearray)):
        return _sator.solve_text(bytes(puzzles), options, kind, unique, is_strict).encode()
    lines = lines_of(puzzles)
    if lines is not None:
        return list(_answers(lines, _sator.Lines(options, kind, unique, is_strict)))
    return _solve_array(puzzles, options, kind, unique, is_strict)


def _solve_array(
    array: Any, options: _sator.Options, kind: Optional[str], unique: bool, is_strict: bool
) -> Any:
    try:
        view = memoryview(array)
    except (TypeError, ValueError):
        expected = "a list of lines, text, or an array of uint8"
        raise TypeError(f"expected {expected}, found {_found(array)}") from None
    if kind not in (None, "sudoku"):
        raise ValueError(f"expected lines: arrays are of sudokus only, found kind={kind!r}")
    is_integer = view.format == "B" or getattr(getattr(array, "dtype", None), "kind", "") in ("i", "u")
    if not is_integer or view.ndim not in (2, 3):
        type_name = getattr(array, "dtype", view.format)
        found = f"{view.ndim} {'axis' if view.ndim == 1 else 'axes'} of {type_name}"
        raise ValueError(f"expected an array of uint8 with 2 or 3 axes, found {found}")
    shape = view.shape or ()
    n = shape[1] if len(shape) == 3 else round(shape[1] ** 0.5)
    if n < 1 or n * n != (shape[1] * shape[2] if len(shape) == 3 else shape[1]):
        raise ValueError(f"expected N×n×n or N×n² cells, found {'×'.join(map(str, shape))}")
    solved = bytearray()
    number = max(1, _MOST_CELLS // (n * n))
    # An empty array has one part as well, of which the size is checked.
    for begin in range(0, max(1, shape[0]), number):
        cells = _cells(array, view, slice(begin, begin + number))
        if is_strict and cells.translate(None, bytes(range(min(n, 255) + 1))):
            wrong = begin + next(at for at, value in enumerate(cells) if value > n) // (n * n) + 1
            raise ParseError(f"expected values from 0 to {n}, found others in grid {wrong}", wrong)
        solved += _sator.solve_grids(n, cells, options, unique)
    if not hasattr(array, "dtype"):
        return memoryview(solved).cast("B", shape)
    import numpy as np

    return np.frombuffer(solved, dtype=np.uint8).reshape(shape)


def _cells(array: Any, view: memoryview, part: slice) -> bytes:
    """The cells of some grids of an array."""
    if not hasattr(array, "dtype"):
        return view[part].tobytes()
    grids = array[part]
    if hasattr(grids, "filled"):
        # The masked cells of an array are empty.
        grids = grids.filled(0)
    if view.format != "B":
        import numpy as np

        # Negative numbers become bytes above 127, which are too large for any sudoku.
        if grids.dtype.itemsize > 1:
            grids = np.clip(grids, -1 if grids.dtype.kind == "i" else 0, 255)
        grids = grids.astype(np.uint8)
    cells: bytes = grids.tobytes()
    return cells


def _found(puzzles: Any) -> str:
    """What was passed instead of puzzles, and what to pass instead."""
    name = type(puzzles).__name__
    if is_table(puzzles):
        return f'{name}: pass a column of lines (table["puzzle"]), or its cells (table.to_numpy())'
    if isinstance(puzzles, Iterator):
        return f"{name}: pass list(…), or use solve_iter, which takes any iterable"
    return str(getattr(puzzles, "dtype", name))


def solve_iter(
    puzzles: Iterable[str],
    *,
    chunk: int = 10_000,
    kind: Optional[str] = None,
    threads: Optional[int] = None,
    unique: bool = False,
    timeout: Optional[float] = None,
    backend: Optional[str] = None,
    seed: Optional[int] = None,
    errors: Errors = "none",
) -> Iterator[Optional[str]]:
    """Solves the puzzles of any iterable, such as an open file, a chunk at a time: memory does not
    grow with their number. The first 100 lines tell the kind and the notation of all, so they are taken
    before the first is solved.

    >>> import sator
    >>> lines = (line for line in ["1..4.23..41.3..2"] * 3)
    >>> list(sator.solve_iter(lines, chunk=2))
    ['1324423124133142', '1324423124133142', '1324423124133142']
    """
    if isinstance(puzzles, (str, bytes)):
        raise TypeError("expected an iterable of lines, found text: use solve_many or text.splitlines()")
    if is_table(puzzles):
        raise TypeError(f"expected an iterable of lines, found {_found(puzzles)}")
    chunk = integer(chunk, "a chunk as a whole number of puzzles")
    if not 1 <= chunk <= sys.maxsize:
        raise ValueError(f"expected a chunk of 1 puzzle or more, found {shown(chunk)}")

    # Wrong arguments are reported at once.
    native = _sator.Lines(_sator.Options(timeout, backend, seed, threads), kind, unique, _is_strict(errors))
    return _in_chunks(iter(puzzles), chunk, native)


def _in_chunks(lines: Iterator[str], chunk: int, native: _sator.Lines) -> Iterator[Optional[str]]:
    first = list(islice(lines, _sator.EXAMINED_LINES))
    native.recognise(first)
    lines = chain(first, lines)
    while taken := list(islice(lines, chunk)):
        yield from _answers(taken, native)


def _answers(lines: list[Any], native: _sator.Lines) -> Iterator[Optional[str]]:
    """The answers to these lines, a part at a time."""
    for begin in range(0, len(lines), _MOST_LINES):
        yield from native.solve(lines[begin : begin + _MOST_LINES])


def _is_strict(errors: str) -> bool:
    if errors not in ("none", "raise"):
        raise ValueError(f"expected errors='none' or errors='raise', found {errors!r}")
    return errors == "raise"
