"""Puzzles of one's own: cells and constraints over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Optional, Union

from sator import _sator
from sator._arguments import integer, literals
from sator._errors import ParseError
from sator._results import Candidates, Cnf, exact

Domain = Union[range, Iterable[int]]
"""The values of a cell."""

Term = Union["Cell", "Linear", int]


class Linear:
    """A sum of cells with factors, and a constant: ``2 * a + b - 3``."""

    __slots__ = ("_model", "constant", "terms")

    terms: dict[int, int]
    """The factor of each cell, by the cell's number."""
    constant: int

    def __init__(
        self, terms: Mapping[int, int], constant: int = 0, model: Optional[Model] = None
    ) -> None:
        self.terms = {cell: factor for cell, factor in terms.items() if factor}
        self.constant = constant
        self._model = model

    @staticmethod
    def of(term: Term) -> Linear:
        """A number or a cell as a sum."""
        if isinstance(term, Linear):
            return term
        if isinstance(term, Cell):
            return Linear({term.number: 1}, model=term._model)
        return Linear({}, integer(term, "a cell, a sum or a whole number"))

    def plus(self, other: Term, factor: int = 1) -> Linear:
        """This sum and another one, times a factor."""
        added = Linear.of(other)
        terms = dict(self.terms)
        for cell, number in added.terms.items():
            terms[cell] = terms.get(cell, 0) + factor * number
        model = _one_model(self._model, added._model)
        return Linear(terms, self.constant + factor * added.constant, model)

    def __add__(self, other: Term) -> Linear:
        return self.plus(other)

    __radd__ = __add__

    def __sub__(self, other: Term) -> Linear:
        return self.plus(other, -1)

    def __rsub__(self, other: Term) -> Linear:
        return Linear.of(other).plus(self, -1)

    def __mul__(self, factor: int) -> Linear:
        factor = integer(factor, "a whole number as a factor")
        terms = {cell: factor * number for cell, number in self.terms.items()}
        return Linear(terms, factor * self.constant, self._model)

    __rmul__ = __mul__

    def __neg__(self) -> Linear:
        return self * -1

    def _compared(self, other: Any, sign: str) -> Rule:
        return _compare(self.plus(other, -1), sign)

    def __eq__(self, other: object) -> Rule:  # type: ignore[override]
        return self._compared(other, "==")

    def __ne__(self, other: object) -> Rule:  # type: ignore[override]
        return self._compared(other, "!=")

    def __le__(self, other: Term) -> Rule:
        return self._compared(other, "<=")

    def __ge__(self, other: Term) -> Rule:
        return self._compared(other, ">=")

    def __lt__(self, other: Term) -> Rule:
        return self._compared(other, "<")

    def __gt__(self, other: Term) -> Rule:
        return self._compared(other, ">")

    __hash__ = None  # type: ignore[assignment]


class Cell:
    """A cell of a model. It takes part in sums and comparisons: ``a + b == 5``, ``a < b``."""

    __slots__ = ("_model", "number")

    number: int
    """The place of the cell in the order of creation, from 0."""

    def __init__(self, model: Model, number: int) -> None:
        self._model = model
        self.number = number

    @property
    def name(self) -> str:
        """``r1c2`` in a grid, ``x3`` elsewhere."""
        return self._model._native.name(self.number)

    def __add__(self, other: Term) -> Linear:
        return Linear.of(self) + other

    __radd__ = __add__

    def __sub__(self, other: Term) -> Linear:
        return Linear.of(self) - other

    def __rsub__(self, other: Term) -> Linear:
        return Linear.of(other) - self

    def __mul__(self, factor: int) -> Linear:
        return Linear.of(self) * factor

    __rmul__ = __mul__

    def __neg__(self) -> Linear:
        return Linear.of(self) * -1

    def __eq__(self, other: object) -> Rule:  # type: ignore[override]
        return Linear.of(self) == other

    def __ne__(self, other: object) -> Rule:  # type: ignore[override]
        return Linear.of(self) != other

    def __le__(self, other: Term) -> Rule:
        return Linear.of(self) <= other

    def __ge__(self, other: Term) -> Rule:
        return Linear.of(self) >= other

    def __lt__(self, other: Term) -> Rule:
        return Linear.of(self) < other

    def __gt__(self, other: Term) -> Rule:
        return Linear.of(self) > other

    # Sets and dictionaries compare objects with equal hashes by `==`, which has no truth value. So no
    # two cells have the same hash, and a copy of a cell is the cell itself.
    __hash__ = object.__hash__

    def __copy__(self) -> Cell:
        return self

    def __deepcopy__(self, _: Any) -> Cell:
        return self

    def __repr__(self) -> str:
        return f"<Cell {self.name}>"


class Rule:
    """A constraint, to be added to a model. ``cell == value`` and ``cell != value`` are also facts,
    which clauses, counts and conditions are made of.

    It has no truth value, as ``and``, ``or``, ``not`` and ``a < b < c`` would lose a part of it:

    >>> import sator
    >>> a, b = sator.Model().cells(2, range(3))
    >>> a != b and b != 1
    Traceback (most recent call last):
    ...
    TypeError: a rule has no truth value: ...
    >>> b in {a, b}
    True
    """

    __slots__ = ("_fact", "_model", "_native")

    def __init__(
        self,
        native: _sator.Constraint,
        model: Optional[Model],
        fact: Optional[tuple[int, int, bool]] = None,
    ) -> None:
        self._native = native
        self._model = model
        self._fact = fact

    @property
    def fact(self) -> tuple[int, int, bool]:
        """The number of the cell, the value, and whether the cell has it."""
        if self._fact is None:
            raise TypeError("expected a fact, such as cell == 3 or cell != 3, found another rule")
        return self._fact

    def when(self, condition: Rule) -> Rule:
        """The same rule, only where a fact holds.

        >>> import sator
        >>> model = sator.Model()
        >>> a, b = model.cells(2, range(3))
        >>> model.add((b == 2).when(a == 1))
        >>> model.count()
        7
        """
        if not isinstance(condition, Rule):
            raise TypeError(f"expected a fact, such as cell == 3, found {type(condition).__name__}")
        model = _one_model(self._model, condition._model)
        return Rule(self._native.when(condition.fact), model)

    def __bool__(self) -> bool:
        raise TypeError(
            "a rule has no truth value: add each rule to a model by itself, without and, or, not and if; "
            "to look for a cell, use a set (a in set(cells)) or identity (a is b)"
        )


class Grid:
    """The cells of a grid, in rows."""

    rows: list[list[Cell]]

    def __init__(self, rows: list[list[Cell]]) -> None:
        self.rows = rows

    @property
    def columns(self) -> list[list[Cell]]:
        """The cells in columns."""
        return [list(column) for column in zip(*self.rows)]

    @property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return [cell for row in self.rows for cell in row]

    @property
    def diagonals(self) -> list[list[Cell]]:
        """The two main diagonals of a square grid."""
        n = len(self.rows)
        return [[self.rows[i][i] for i in range(n)], [self.rows[i][n - 1 - i] for i in range(n)]]

    def __getitem__(self, place: tuple[int, int]) -> Cell:
        """The cell in a row and a column, from 0."""
        row, column = place
        return self.rows[row][column]

    def __iter__(self) -> Iterator[list[Cell]]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<Grid: {len(self.rows)}×{len(self.rows[0]) if self.rows else 0}>"


class ModelSolution:
    """A solution of a model: ``solution[cell]`` is the value of a cell, ``solution[grid]`` the rows of a
    grid."""

    __slots__ = ("_model", "values")

    values: list[int]
    """The values of all cells, in the order of their creation."""

    def __init__(self, values: list[int], model: Optional[Model] = None) -> None:
        self.values = values
        self._model = model

    def __getitem__(self, cells: Union[Cell, Grid, Iterable[Any]]) -> Any:
        if isinstance(cells, Cell):
            _one_model(self._model, cells._model)
            return self.values[cells.number]
        if isinstance(cells, str) or not isinstance(cells, (Grid, Iterable)):
            raise TypeError(f"expected a cell, a grid or a list of cells, found {type(cells).__name__}")
        return [self[it] for it in cells]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ModelSolution) and self.values == other.values

    def __hash__(self) -> int:
        return hash(tuple(self.values))

    def __reduce__(self) -> tuple[Any, ...]:
        return (ModelSolution, (self.values,))

    def __repr__(self) -> str:
        return f"ModelSolution({self.values})"


class Model:
    """Cells with values, and constraints over them. A magic square:

    >>> import sator
    >>> model = sator.Model()
    >>> square = model.grid(3, 3, range(1, 10))
    >>> model.all_different(square.cells)
    >>> for line in [*square.rows, *square.columns, *square.diagonals]:
    ...     model.add(sum(line) == 15)
    >>> solution = model.solve()
    >>> solution[square] if solution else "no solution"
    [[..., ..., ...], [..., 5, ...], [..., ..., ...]]
    >>> model.count()
    8
    """

    def __init__(self) -> None:
        self._native = _sator.Model()

    # Stating.

    def cell(self, values: Domain) -> Cell:
        """Adds a cell with these values.

        >>> import sator
        >>> model = sator.Model()
        >>> cell = model.cell([1, 2, 5])
        >>> sorted(solution[cell] for solution in model.solutions())
        [1, 2, 5]
        """
        (cell,) = self.cells(1, values)
        return cell

    def cells(self, number: int, values: Domain) -> list[Cell]:
        """Adds cells with these values."""
        domain = _domain(values)
        first = self._native.cells(number, domain[0], domain[-1])
        cells = [Cell(self, index) for index in range(first, first + number)]
        self._restrict(cells, domain)
        return cells

    def grid(self, rows: int, columns: int, values: Domain) -> Grid:
        """Adds a cell for each square of a grid.

        >>> import sator
        >>> grid = sator.Model().grid(2, 3, range(1, 4))
        >>> grid, grid[1, 2].name
        (<Grid: 2×3>, 'r2c3')
        """
        domain = _domain(values)
        first = self._native.grid(rows, columns, domain[0], domain[-1])
        places = [range(first + row * columns, first + (row + 1) * columns) for row in range(rows)]
        grid = Grid([[Cell(self, number) for number in row] for row in places])
        self._restrict(grid.cells, domain)
        return grid

    def add(self, rule: Union[Rule, bool], *, name: Optional[str] = None) -> None:
        """Adds a rule. Its name is its subject in sentences: "row 3". The type allows a ``bool`` because a
        type checker takes ``sum(cells) == 15`` for one where there are no cells; a ``bool`` is refused.

        >>> import sator
        >>> model = sator.Model()
        >>> a, b = model.cells(2, range(1, 4))
        >>> model.add(a + 2 * b == 8, name="the sum")
        >>> model.rules, model.solve()
        (['the sum: x1 + 2·x2 = 8'], ModelSolution([2, 3]))
        """
        if not isinstance(rule, Rule):
            found = f"{rule}, which compares no cells" if isinstance(rule, bool) else type(rule).__name__
            raise TypeError(f"expected a rule, such as a + b == 5, found {found}")
        _one_model(self, rule._model)
        self._native.add(rule._native, name)

    def given(self, cell: Cell, value: int) -> None:
        """Adds the clue that a cell has this value.

        >>> import sator
        >>> model = sator.Model()
        >>> a, b = model.cells(2, range(1, 4))
        >>> model.given(a, 2)
        >>> model.count()
        3
        """
        (number,) = self._numbers([cell])
        self._native.given(number, value)

    def all_different(self, terms: Iterable[Term], *, name: Optional[str] = None) -> None:
        """No two of the cells, or cells plus numbers, are equal. If one is listed twice, there is no
        solution.

        >>> import sator
        >>> model = sator.Model()
        >>> queens = model.cells(6, range(6))
        >>> for slope in (-1, 0, 1):
        ...     model.all_different([queen + slope * row for row, queen in enumerate(queens)])
        >>> model.count()
        4
        """
        self._state(_sator.Constraint.all_different([self._offset(term) for term in terms]), name)

    def cage(self, cells: Iterable[Cell], total: int, *, name: Optional[str] = None) -> None:
        """The cells differ and add up to a total. If a cell is listed twice, there is no solution.

        >>> import sator
        >>> model = sator.Model()
        >>> model.cage(model.cells(2, range(1, 10)), 4)
        >>> sorted(solution.values for solution in model.solutions())
        [[1, 3], [3, 1]]
        """
        self._state(_sator.Constraint.cage(self._numbers(cells), total), name)

    def table(
        self, cells: Iterable[Cell], rows: Iterable[Sequence[int]], *, name: Optional[str] = None
    ) -> None:
        """The values of the cells are one of the rows.

        >>> import sator
        >>> model = sator.Model()
        >>> model.table(model.cells(2, range(3)), [(0, 2), (1, 1)])
        >>> model.count()
        2
        """
        listed = [list(row) for row in rows]
        self._state(_sator.Constraint.table(self._numbers(cells), listed), name)

    def clause(self, facts: Iterable[Rule], *, name: Optional[str] = None) -> None:
        """At least one of the facts holds.

        >>> import sator
        >>> model = sator.Model()
        >>> a, b = model.cells(2, [0, 1])
        >>> model.clause([a == 1, b != 1])
        >>> model.count()
        3
        """
        self._state(_sator.Constraint.clause(self._facts(facts)), name)

    def count_of(
        self,
        facts: Iterable[Rule],
        *,
        exactly: Optional[int] = None,
        at_least: Optional[int] = None,
        at_most: Optional[int] = None,
        name: Optional[str] = None,
    ) -> None:
        """So many of the facts hold.

        >>> import sator
        >>> model = sator.Model()
        >>> coins = model.cells(4, [0, 1])
        >>> model.count_of([coin == 1 for coin in coins], exactly=2)
        >>> model.count()
        6
        """
        listed = self._facts(facts)
        if exactly is not None and (at_least is not None or at_most is not None):
            raise TypeError("expected exactly alone, or at_least and at_most")
        least = exactly if exactly is not None else at_least or 0
        most = exactly if exactly is not None else max(least, len(listed)) if at_most is None else at_most
        self._state(_sator.Constraint.count(listed, least, most), name)

    def automaton(
        self,
        cells: Iterable[Cell],
        transitions: Iterable[tuple[int, int, int]],
        accepting: Iterable[int],
        *,
        name: Optional[str] = None,
    ) -> None:
        """A finite automaton reads the values of the cells from state 0 and ends in an accepting
        state. A transition is a state, a value and the next state.

        >>> import sator
        >>> model = sator.Model()
        >>> bits = model.cells(5, [0, 1])
        >>> model.automaton(bits, [(0, 0, 0), (0, 1, 1), (1, 0, 0)], [0, 1])
        >>> model.count()
        13
        """
        numbers = self._numbers(cells)
        native = _sator.Constraint.automaton(numbers, list(transitions), list(accepting))
        self._state(native, name)

    @property
    def rules(self) -> list[str]:
        """The rules as sentences."""
        return self._native.rules()

    # Questions.

    def solve(
        self,
        *,
        timeout: Optional[float] = None,
        backend: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> Optional[ModelSolution]:
        """A solution, or ``None`` if there is none.

        >>> import sator
        >>> model = sator.Model()
        >>> a, b = model.cells(2, [0, 1])
        >>> model.add(a > b)
        >>> solution = model.solve()
        >>> solution[a, b] if solution else "no solution"
        [1, 0]
        """
        values = self._native.solve(_sator.Options(timeout, backend, seed, threads))
        return None if values is None else ModelSolution(values, self)

    def solutions(
        self,
        *,
        timeout: Optional[float] = None,
        backend: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> Iterator[ModelSolution]:
        """All solutions, one after another, found when they are asked for.

        >>> import sator
        >>> model = sator.Model()
        >>> a, b = model.cells(2, [0, 1])
        >>> model.add(a != b)
        >>> sorted(solution[a] for solution in model.solutions())
        [0, 1]
        """
        found = self._native.solutions(_sator.Options(timeout, backend, seed, threads))
        return (ModelSolution(values, self) for values in found)

    def count(
        self,
        *,
        timeout: Optional[float] = None,
        backend: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> int:
        """The exact number of solutions."""
        return exact(*self._native.count(_sator.Options(timeout, backend, seed, threads)))

    def is_unique(
        self,
        *,
        timeout: Optional[float] = None,
        backend: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> bool:
        """Whether there is exactly one solution."""
        found = self.solutions(timeout=timeout, backend=backend, seed=seed, threads=threads)
        return next(found, None) is not None and next(found, None) is None

    def candidates(
        self,
        *,
        timeout: Optional[float] = None,
        backend: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> Candidates:
        """The values that each cell has in some solution. When the time ends, some are undecided."""
        return Candidates(self._native.candidates(_sator.Options(timeout, backend, seed, threads)))

    def explain(self, *, timeout: Optional[float] = None) -> Optional[list[str]]:
        """Rules that contradict each other, as sentences; ``None`` if there is a solution. When the time
        ends, they may be more than needed.

        >>> import sator
        >>> model = sator.Model()
        >>> a, b = model.cells(2, [1, 2])
        >>> model.add(a + b == 5, name="the pair")
        >>> model.explain()
        ['the pair: x1 + x2 = 5']
        """
        return self._native.conflict(_sator.Options(timeout))

    def to_cnf(self, *, encoding: Optional[str] = None, timeout: Optional[float] = None) -> Cnf:
        """The formula of the model.

        >>> import sator
        >>> model = sator.Model()
        >>> model.all_different(model.cells(2, [0, 1]))
        >>> model.to_cnf().variables
        4
        """
        return Cnf(self._native.cnf(_sator.Options(timeout, encoding=encoding)))

    def decode(self, model: Iterable[int]) -> ModelSolution:
        """The checked solution that a solver's model of :meth:`to_cnf` stands for."""
        return ModelSolution(self._native.decode(literals(model)), self)

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a model is not copied or pickled: its cells belong to it alone")

    def __repr__(self) -> str:
        return f"<Model: {len(self._native)} cells, {len(self.rules)} rules>"

    def _state(self, native: _sator.Constraint, name: Optional[str]) -> None:
        self.add(Rule(native, self), name=name)

    def _numbers(self, cells: Iterable[Cell]) -> list[int]:
        """The numbers of cells of this model."""
        listed = list(cells)
        for cell in listed:
            if not isinstance(cell, Cell):
                raise TypeError(f"expected a cell, found {type(cell).__name__}")
            _one_model(self, cell._model)
        return [cell.number for cell in listed]

    def _facts(self, rules: Iterable[Rule]) -> list[tuple[int, int, bool]]:
        """The facts about cells of this model."""
        listed = list(rules)
        for rule in listed:
            if not isinstance(rule, Rule):
                raise TypeError(f"expected a fact, such as cell == 3, found {type(rule).__name__}")
            _one_model(self, rule._model)
        return [rule.fact for rule in listed]

    def _offset(self, term: Term) -> tuple[int, int]:
        """A cell of this model and a number that is added to its value."""
        linear = Linear.of(term)
        if list(linear.terms.values()) != [1]:
            raise TypeError("expected cells, or cells plus numbers")
        _one_model(self, linear._model)
        (cell,) = linear.terms
        return cell, linear.constant

    def _restrict(self, cells: Iterable[Cell], domain: Sequence[int]) -> None:
        """Leaves only the values of the domain, if it has gaps."""
        if domain[-1] - domain[0] + 1 != len(domain):
            rows = [[value] for value in domain]
            for cell in cells:
                self.table([cell], rows)


def _domain(values: Domain) -> Sequence[int]:
    """The values of a cell in ascending order. A range is not listed: it may be too long."""
    if isinstance(values, range):
        domain: Sequence[int] = values if values.step > 0 else values[::-1]
    else:
        domain = sorted({integer(value, "whole numbers as values") for value in values})
    if not domain:
        raise ParseError("expected a value, found none")
    return domain


def _one_model(one: Optional[Model], other: Optional[Model]) -> Optional[Model]:
    """The model of two terms; cells of different models cannot meet."""
    if one is not None and other is not None and one is not other:
        raise ValueError("expected cells of one model, found cells of two")
    return other if one is None else one


def _compare(difference: Linear, sign: str) -> Rule:
    """The rule that a sum compares with 0."""
    if sign in (">", ">="):
        return _compare(-difference, "<" if sign == ">" else "<=")
    terms, total, model = difference.terms, -difference.constant, difference._model
    if not terms:
        # Both sides are the same cell, or numbers.
        holds = {"==": total == 0, "!=": total != 0, "<": 0 < total, "<=": 0 <= total}[sign]
        always = _sator.Constraint.count([], 0, 0)
        return Rule(always if holds else _sator.Constraint.clause([]), model)
    factors = sorted(terms.items(), key=lambda term: -term[1])
    if len(terms) == 1 and factors[0][1] in (1, -1) and sign in ("==", "!="):
        cell, factor = factors[0]
        fact = (cell, factor * total, sign == "==")
        return Rule(_sator.Constraint.clause([fact]), model, fact)
    if len(terms) == 2 and [factor for _, factor in factors] == [1, -1]:
        (one, _), (other, _) = factors
        return Rule(_sator.Constraint.compare(one, sign, other, total), model)
    listed = [(factor, cell) for cell, factor in terms.items()]
    if sign == "<":
        return Rule(_sator.Constraint.linear(listed, "<=", total - 1), model)
    return Rule(_sator.Constraint.linear(listed, sign, total), model)
