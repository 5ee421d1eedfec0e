"""Arguments of the package's calls: numbers, cells, grids and words, checked before the native module
takes them."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any, Optional, Union

from sator._errors import ParseError

Box = Union[str, tuple[int, int]]
"""The shape of a box: ``"2x3"`` or ``(2, 3)``, rows and columns."""

Place = tuple[int, int]
"""A row and a column, from 0."""

_DIGITS = 18
"""No number of a puzzle is longer, and Python does not print numbers of more than 4300 digits."""

_JOINED = {"box": "x", "size": "x", "cage_size": "-"}
"""The properties of new puzzles that may be pairs, and the sign between the two on the command line."""


def shown(value: Any) -> str:
    """A value for a message, also one that Python cannot print."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001
        return f"a value of type {type(value).__name__} that cannot be printed"
    return text if len(text) <= 60 else f"{text[:59]}…"


def text_of(value: Any, expected: str) -> str:
    """Text that the native module can take: it has no half of a surrogate pair."""
    if not isinstance(value, str):
        raise TypeError(f"expected {expected}, found {type(value).__name__}")
    try:
        if not value.isascii():
            value.encode()
    except UnicodeEncodeError as error:
        lines = value[: error.start].split("\n")
        wrong = ascii(value[error.start])
        raise ParseError(f"expected a character, found {wrong}", len(lines), len(lines[-1]) + 1) from None
    return value


def integer(value: Any, expected: str) -> int:
    """A whole number of any integer type."""
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"expected {expected}, found {type(value).__name__}") from None


def whole(value: Any, name: str) -> int:
    """A whole number from 0 that a puzzle can have."""
    number = integer(value, f"{name} as a whole number")
    if not 0 <= number < 10**_DIGITS:
        raise ParseError(f"{name}: expected a number from 0 of at most {_DIGITS} digits, found {shown(number)}")
    return number


def place(value: Any) -> list[int]:
    """A cell as JSON has it."""
    row, column = _pair(value, "a row and a column, such as (0, 3)")
    return [whole(row, "row"), whole(column, "column")]


def _pair(value: Any, expected: str) -> tuple[int, int]:
    try:
        first, second = value
        return index(first), index(second)
    except (TypeError, ValueError):
        raise TypeError(f"expected {expected}, found {shown(value)}") from None


def sums(groups: Iterable[tuple[int, Iterable[Place]]]) -> list[dict[str, Any]]:
    """Totals with their cells as JSON has them."""
    return [_sum(group) for group in groups]


def _sum(group: Any) -> dict[str, Any]:
    try:
        total, cells = group
        listed = list(cells)
    except (TypeError, ValueError):
        expected = "a total and its cells, such as (10, [(0, 0), (0, 1)])"
        raise TypeError(f"expected {expected}, found {shown(group)}") from None
    return {"sum": whole(total, "total"), "cells": [place(cell) for cell in listed]}


def box_word(box: Optional[Box]) -> Optional[str]:
    """The shape of a box as the command line takes it."""
    if box is None or isinstance(box, str):
        return box
    return _joined(_pair(box, 'a box, such as "2x3" or (2, 3)'), "box")


def _joined(pair: tuple[int, int], name: str) -> str:
    return _JOINED[name].join(str(whole(number, name)) for number in pair)


def wishes(properties: dict[str, Any]) -> list[tuple[str, str]]:
    """Properties of a new puzzle as the command line takes them; those that are ``None`` are left out."""
    words = []
    for name, value in properties.items():
        if value is not None:
            each = value if name == "with_" and not isinstance(value, str) else [value]
            words += [(name.rstrip("_"), _word(name, it)) for it in each]
    return words


def _word(name: str, value: Any) -> str:
    """The value of a property."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if name == "first":
        # The command line counts rows and columns from 1.
        row, column = place(value)
        return f"{row + 1},{column + 1}"
    if name in _JOINED and isinstance(value, (tuple, list)):
        return _joined(_pair(value, f"{name} as one number or two"), name)
    return str(whole(value, name)) if hasattr(value, "__index__") else str(value)


def is_table(value: Any) -> bool:
    """Whether it is a table with named columns, such as a DataFrame. Iterating it gives the names."""
    return hasattr(value, "columns") and hasattr(value, "shape")


def lines_of(puzzles: Any) -> Optional[list[Any]]:
    """The entries of a list, of a column of a table, or of an array of text; ``None`` for anything else."""
    if isinstance(puzzles, (list, tuple)):
        return list(puzzles)
    if hasattr(puzzles, "to_list"):
        return list(puzzles.to_list())
    is_text = getattr(getattr(puzzles, "dtype", None), "kind", "") in ("O", "S", "T", "U")
    return list(puzzles.tolist()) if is_text and getattr(puzzles, "ndim", 0) == 1 else None


def rows_of(grid: Any) -> list[list[Any]]:
    """The rows of a grid, from lists, lines of text, an array or a table."""
    rows = grid.to_numpy() if is_table(grid) else grid
    rows = rows.tolist() if hasattr(rows, "tolist") else rows
    if isinstance(rows, str):
        raise TypeError("expected rows of cells, found text (the class itself takes text)")
    shape = getattr(grid, "shape", None)
    found = type(grid).__name__ if shape is None else f"an array of shape {shape}"
    try:
        listed = list(rows)
        if not any(isinstance(row, (bytes, bytearray)) for row in listed):
            return [list(row) for row in listed]
        found = "rows of bytes"
    except TypeError:
        pass
    raise TypeError(f"expected rows of cells, found {found}")


def numbers(grid: Any) -> list[list[int]]:
    """Rows of numbers, 0 for an empty cell."""
    return [
        [cell_number(it, row, column) for column, it in enumerate(cells, 1)]
        for row, cells in enumerate(rows_of(grid), 1)
    ]


def symbols(grid: Any) -> list[str]:
    """Rows of symbols of a minesweeper board."""
    return [
        "".join(_symbol(it, row, column) for column, it in enumerate(cells, 1))
        for row, cells in enumerate(rows_of(grid), 1)
    ]


def cell_number(value: Any, row: int, column: int) -> int:
    """The content of a cell."""
    if value is None or (isinstance(value, str) and value in ("", ".", " ")):
        return 0
    number = _exact(value)
    if number is None or abs(number) >= 10**_DIGITS:
        raise ParseError(f"row {row}, column {column}: expected a whole number, found {shown(value)}")
    return number


def _exact(value: Any) -> Optional[int]:
    """A value as a whole number, if it is one. Arrays of floating-point numbers are common, but half a
    value is a mistake."""
    if isinstance(value, str):
        return int(value) if value.isascii() and value.isdigit() and len(value) <= _DIGITS else None
    try:
        number = int(value)
        return number if number == value else None
    except (TypeError, ValueError, ArithmeticError):
        return None


def _symbol(value: Any, row: int, column: int) -> str:
    """The symbol of a square of a minesweeper board."""
    if value is None:
        return "?"
    if isinstance(value, str):
        symbol = value
    else:
        number = cell_number(value, row, column)
        symbol = "?" if number < 0 else str(number)
    if len(symbol) != 1:
        message = f"row {row}, column {column}: expected a number 0-8, '?', '*' or 's', found {shown(value)}"
        raise ParseError(message)
    return symbol


def literals(model: Iterable[int]) -> list[int]:
    """The literals of a solver's model."""
    if model is None:
        raise TypeError("expected a model, found None: the solver has none (the formula has no solution)")
    return [integer(literal, "literals as whole numbers") for literal in model]
