"""Many puzzles at once."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Literal, Optional, Union, overload

from sator import _sator
from sator._arguments import integer, shown
from sator._errors import ParseError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Errors = Literal["none", "raise"]


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
    a list of lines                   a list of lines, ``None`` where there is no answer
    text with lines (str or bytes)    text with lines, as ``sator solve FILE`` prints it
    an array of ``uint8``, N×81,      an array of ``uint8`` of the same shape, 0 where there is no
    N×9×9 or of other sizes           answer
    ================================  ==============================================================

    Empty cells of an array are 0 or masked. Other integers than ``uint8`` are converted first. With
    ``unique``, a puzzle with a second solution has no answer either; in text, ``(not unique)`` follows
    its line. A puzzle that cannot be read has no answer (``invalid`` in text); with ``errors="raise"``
    the first of them raises :class:`ParseError`, whose ``line`` is its line in a text and its number in
    a list or an array. ``timeout`` is the time for each puzzle.

    >>> import sator
    >>> sator.solve_many(["1..4.23..41.3..2", "11..............", "?"])
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
    if isinstance(puzzles, (list, tuple)):
        return _sator.Lines(options, kind, unique, is_strict).solve(list(puzzles))
    return _solve_array(puzzles, options, kind, unique, is_strict)


def _solve_array(
    array: Any, options: _sator.Options, kind: Optional[str], unique: bool, is_strict: bool
) -> Any:
    if hasattr(array, "filled"):
        # The masked cells of an array are empty.
        array = array.filled(0)
    try:
        view = memoryview(array)
    except (TypeError, ValueError):
        found = getattr(array, "dtype", type(array).__name__)
        raise TypeError(f"expected a list of lines, text, or an array of uint8, found {found}") from None
    if kind not in (None, "sudoku"):
        raise ValueError(f"expected lines: arrays are of sudokus only, found kind={kind!r}")
    if getattr(getattr(array, "dtype", None), "kind", "") in ("i", "u") and view.format != "B":
        import numpy as np

        # 255 is too large for any sudoku.
        wide = array.astype(np.int64)
        fitting: Any = np.where((wide < 0) | (wide > 255), 255, wide).astype(np.uint8)
        view = memoryview(fitting)
    if view.format != "B" or view.ndim not in (2, 3):
        type_name = getattr(array, "dtype", view.format)
        found = f"{view.ndim} {'axis' if view.ndim == 1 else 'axes'} of {type_name}"
        raise ValueError(f"expected an array of uint8 with 2 or 3 axes, found {found}")
    shape = view.shape or ()
    n = shape[1] if len(shape) == 3 else round(shape[1] ** 0.5)
    if n < 1 or n * n != (shape[1] * shape[2] if len(shape) == 3 else shape[1]):
        raise ValueError(f"expected N×n×n or N×n² cells, found {'×'.join(map(str, shape))}")
    cells = view.tobytes()
    if is_strict and cells and max(cells) > n:
        at = next(place for place, value in enumerate(cells) if value > n) // (n * n)
        raise ParseError(f"expected values from 0 to {n}, found others in grid {at + 1}", at + 1)
    solved = _sator.solve_grids(n, cells, options, unique)
    if not hasattr(array, "dtype"):
        return memoryview(solved).cast("B", shape)
    import numpy as np

    return np.frombuffer(solved, dtype=np.uint8).reshape(shape)


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
        yield from native.solve(taken)


def _is_strict(errors: str) -> bool:
    if errors not in ("none", "raise"):
        raise ValueError(f"expected errors='none' or errors='raise', found {errors!r}")
    return errors == "raise"
