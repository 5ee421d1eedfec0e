"""The exceptions of the package."""

from __future__ import annotations

from typing import Optional


class SatorError(Exception):
    """The base of all exceptions of this package."""


class ParseError(SatorError, ValueError):
    """A text or an argument is no puzzle.

    >>> import sator
    >>> try:
    ...     sator.Sudoku("1..4\\n.23.\\n.41.\\n3.&2")
    ... except sator.ParseError as error:
    ...     print(error.line, error.column)
    4 3
    """

    message: str
    """What was expected and what was found."""
    line: Optional[int]
    """The line, from 1; ``None`` if the error concerns the whole text."""
    column: Optional[int]
    """The column, from 1; ``None`` if the error concerns the whole line."""

    def __init__(
        self, message: str, line: Optional[int] = None, column: Optional[int] = None
    ) -> None:
        super().__init__(message, line, column)
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = ":".join(str(number) for number in (self.line, self.column) if number is not None)
        return f"{place}: {self.message}" if place else self.message


class Violation(SatorError):
    """A filled board violates a rule, which the message names."""


class Stopped(SatorError):
    """The time ended before the answer was known.

    >>> import sator
    >>> try:
    ...     sator.Queens(30).count(timeout=0.01)
    ... except sator.Stopped as stopped:
    ...     print(stopped.reason)
    time
    """

    reason: str
    """``"time"``, ``"conflicts"``, ``"interrupted"`` or ``"gave up"``."""
    partial: Optional[int]
    """The number of solutions so far, if they were counted."""

    def __init__(self, message: str, reason: str = "time", partial: Optional[int] = None) -> None:
        super().__init__(message, reason, partial)
        self.message = message
        self.reason = reason
        self.partial = partial

    def __str__(self) -> str:
        return self.message


for _error in (SatorError, ParseError, Violation, Stopped):
    # Tracebacks name them as programs do.
    _error.__module__ = "sator"
