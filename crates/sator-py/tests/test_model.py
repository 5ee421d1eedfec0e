"""Puzzles of one's own, compared with brute force."""

import copy
import pickle
from itertools import product

import pytest
import sator


def brute_force(cells: int, values: range, holds) -> set[tuple[int, ...]]:
    return {it for it in product(values, repeat=cells) if holds(*it)}


def solutions(model: sator.Model) -> set[tuple[int, ...]]:
    found = [tuple(solution.values) for solution in model.solutions()]
    assert len(found) == len(set(found)) == model.count()
    return set(found)


@pytest.mark.parametrize(
    ("state", "holds"),
    [
        (lambda m, a, b, c: m.add(a + b == c), lambda a, b, c: a + b == c),
        (lambda m, a, b, c: m.add(2 * a - b + 1 != c), lambda a, b, c: 2 * a - b + 1 != c),
        (lambda m, a, b, c: m.add(a + b + c <= 4), lambda a, b, c: a + b + c <= 4),
        (lambda m, a, b, c: m.add(a + b + c >= 4), lambda a, b, c: a + b + c >= 4),
        (lambda m, a, b, c: m.add(a + b < c + 2), lambda a, b, c: a + b < c + 2),
        (lambda m, a, b, c: m.add(3 - a > b), lambda a, b, c: 3 - a > b),
        (lambda m, a, b, c: m.add(a < b), lambda a, b, c: a < b),
        (lambda m, a, b, c: m.add(a >= b + 1), lambda a, b, c: a >= b + 1),
        (lambda m, a, b, c: m.add(a == b), lambda a, b, c: a == b),
        (lambda m, a, b, c: m.add(a != 2), lambda a, b, c: a != 2),
        (lambda m, a, b, c: m.add(a != b), lambda a, b, c: a != b),
        (lambda m, a, b, c: m.all_different([a, b + 1, c]), lambda a, b, c: len({a, b + 1, c}) == 3),
        (lambda m, a, b, c: m.cage([a, b, c], 5), lambda a, b, c: len({a, b, c}) == 3 and a + b + c == 5),
        (lambda m, a, b, c: m.table([a, c], [(1, 2), (3, 0)]), lambda a, b, c: (a, c) in {(1, 2), (3, 0)}),
        (lambda m, a, b, c: m.clause([a == 1, b != 2]), lambda a, b, c: a == 1 or b != 2),
        (
            lambda m, a, b, c: m.count_of([it == 1 for it in (a, b, c)], exactly=2),
            lambda a, b, c: (a, b, c).count(1) == 2,
        ),
        (
            lambda m, a, b, c: m.count_of([it == 1 for it in (a, b, c)], at_most=1),
            lambda a, b, c: (a, b, c).count(1) <= 1,
        ),
        (lambda m, a, b, c: m.add((b + c == 3).when(a == 1)), lambda a, b, c: a != 1 or b + c == 3),
        (
            lambda m, a, b, c: m.automaton([a, b, c], [(0, v, 1) for v in range(4)] + [(1, 2, 1)], [1]),
            lambda a, b, c: (b, c) == (2, 2),
        ),
        # The same cell or fact twice.
        (lambda m, a, b, c: m.all_different([a, a]), lambda a, b, c: False),
        (lambda m, a, b, c: m.all_different([a, a + 1, b]), lambda a, b, c: b not in (a, a + 1)),
        (lambda m, a, b, c: m.cage([a, a], 2), lambda a, b, c: False),
        (lambda m, a, b, c: m.table([a, a], [(1, 1), (0, 2)]), lambda a, b, c: a == 1),
        (lambda m, a, b, c: m.count_of([a == 1, a == 1, b == 1], exactly=2), lambda a, b, c: a == 1 != b),
        (lambda m, a, b, c: m.automaton([a, a], [(0, 1, 1), (1, 1, 2), (0, 2, 1)], [2]), lambda a, b, c: a == 1),
        (lambda m, a, b, c: m.add(a + b - a == 1), lambda a, b, c: b == 1),
        # Values that no cell has, and numbers of facts that there are not.
        (lambda m, a, b, c: m.clause([a == 9, b == 1]), lambda a, b, c: b == 1),
        (lambda m, a, b, c: m.table([a], [(9,), (1,)]), lambda a, b, c: a == 1),
        (lambda m, a, b, c: m.count_of([a == 1], at_least=2), lambda a, b, c: False),
        (lambda m, a, b, c: m.add(2 * a == 3), lambda a, b, c: False),
        # Nothing at all.
        (lambda m, a, b, c: m.clause([]), lambda a, b, c: False),
        (lambda m, a, b, c: m.all_different([]), lambda a, b, c: True),
        (lambda m, a, b, c: m.table([], [()]), lambda a, b, c: True),
        (lambda m, a, b, c: m.automaton([], [], []), lambda a, b, c: False),
        (lambda m, a, b, c: m.add((c == 0).when(b == 1).when(a == 1)), lambda a, b, c: a != 1 or b != 1 or c == 0),
    ],
)
def test_a_rule_means_what_it_says(state, holds):
    model = sator.Model()
    cells = model.cells(3, range(4))
    state(model, *cells)
    assert solutions(model) == brute_force(3, range(4), holds)


def test_a_domain_may_have_gaps_and_negative_values():
    model = sator.Model()
    assert [it.values for it in sator.Model().solutions()] == [[]]
    down = sator.Model()
    down.cells(2, range(5, -2, -3))
    assert solutions(down) == set(product([-1, 2, 5], repeat=2))
    a, b = model.cell([-3, 0, 5]), model.cell({7})
    model.add(a + b == 4)
    solution = model.solve()
    assert (solution[a], solution[b], solution[[a, b]]) == (-3, 7, [-3, 7])


def test_a_magic_square_in_ten_lines():
    model = sator.Model()
    square = model.grid(4, 4, range(1, 17))
    model.all_different(square.cells)
    for number, line in enumerate([*square.rows, *square.columns, *square.diagonals]):
        model.add(sum(line) == 34, name=f"line {number}")
    for cell, value in zip(square.rows[0], [16, 3, 2, 13]):
        model.given(cell, value)
    solution = model.solve()
    assert all(sum(row) == 34 for row in solution[square])
    assert solution[square[0, 0]] == 16
    assert model.rules[1] == "line 0: r1c1 + r1c2 + r1c3 + r1c4 = 34"


def test_contradictory_rules_are_named():
    model = sator.Model()
    a, b = model.cells(2, [1, 2])
    model.add(a < b, name="the first pair")
    model.add(b < a)
    assert model.solve() is None and model.count() == 0 and not model.is_unique()
    assert len(model.explain()) == 2


def test_a_model_that_is_too_large_to_be_explained_is_not_taken_for_a_solvable_one():
    model = sator.Model()
    a, b = model.cells(2, range(60_000))
    model.add(a < b)
    model.add(b < a)
    with pytest.raises(sator.SatorError, match="expected at most 100000 values of all cells, found 120000"):
        model.explain()


def test_cells_of_two_models_do_not_meet():
    one, other = sator.Model(), sator.Model()
    a, b = one.cell(range(3)), other.cell(range(3))
    for wrong in (
        lambda: a + b,
        lambda: a == b,
        lambda: one.add(b == 1),
        lambda: one.add((a == 1).when(b == 1)),
        lambda: one.all_different([a, b]),
        lambda: one.cage([b], 1),
        lambda: one.clause([b == 1]),
        lambda: one.given(b, 1),
    ):
        with pytest.raises(ValueError, match="one model"):
            wrong()
    assert one.rules == []


def test_the_formula_of_a_model_has_its_solutions():
    from pysat.solvers import Solver

    model = sator.Model()
    cells = model.cells(3, range(3))
    model.all_different(cells)
    with Solver(bootstrap_with=model.to_cnf().to_pysat()) as solver:
        decoded = {model.decode(literals) for literals in solver.enum_models()}
    assert decoded == set(model.solutions())
    with pytest.raises(sator.SatorError):
        model.decode([])


def test_sets_and_dictionaries_have_each_cell_once():
    model = sator.Model()
    cells = model.cells(40, range(3))
    assert len({*cells, *cells}) == len(dict.fromkeys(cells + cells)) == 40
    assert cells[7] in set(cells) and copy.copy(cells[7]) in set(cells)
    assert len({hash(cell) for cell in cells + sator.Model().cells(40, range(3))}) == 80
    assert copy.deepcopy(cells)[3] is cells[3]
    # The identity of the first cell is found before it is compared.
    assert cells[0] in cells and cells.index(cells[0]) == 0


@pytest.mark.parametrize(
    "wrong",
    [
        lambda a, b, c: a != b and b != c,
        lambda a, b, c: a == b or b == c,
        lambda a, b, c: not (a == b),
        lambda a, b, c: a < b < c,
        lambda a, b, c: bool(a == a),
        lambda a, b, c: a == 1 and b == 2,
        lambda a, b, c: a + b == 2 and b + c == 3,
        lambda a, b, c: [b] == [a],
        lambda a, b, c: a in [b, a],
        lambda a, b, c: [a, b, c].index(c),
        lambda a, b, c: max(a, b),
    ],
)
def test_a_rule_has_no_truth_value(wrong):
    with pytest.raises(TypeError, match=r"no truth value: .* set\(cells\)"):
        wrong(*sator.Model().cells(3, range(3)))


def test_a_model_is_not_copied_as_its_cells_belong_to_it():
    for again in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="not copied"):
            again(sator.Model())


def test_the_solution_of_a_model_has_the_values_of_its_cells():
    model, other = sator.Model(), sator.Model()
    grid, foreign = model.grid(2, 2, [1]), other.grid(2, 2, [1])
    solution = model.solve()
    assert solution[grid] == solution[grid.rows] == [[1, 1], [1, 1]] and solution[grid[0, 0]] == 1
    assert solution[grid[0, 0], grid[1, 1]] == [1, 1]
    for wrong in (foreign, foreign[0, 0], foreign.cells):
        with pytest.raises(ValueError, match="one model"):
            solution[wrong]
    for wrong in ("x1", 5, None):
        with pytest.raises(TypeError, match="expected a cell, a grid or a list of cells"):
            solution[wrong]
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution == copy.copy(solution) and hash(again) == hash(solution) and again[grid] == solution[grid]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda m, a: m.cell([]),
        lambda m, a: m.add(True),
        lambda m, a: m.add(sum([]) == 1),
        lambda m, a: m.add(a == "x"),
        lambda m, a: m.given(a, 99),
        lambda m, a: m.table([a], [[1, 2]]),
        lambda m, a: m.clause([a < 2]),
        lambda m, a: m.count_of([a == 1], at_least=3, at_most=2),
        lambda m, a: m.automaton([a], [(0, 1, 1), (0, 1, 2)], [1]),
        lambda m, a: m.all_different([2 * a]),
        lambda m, a: m.cell(range(10**9)),
        lambda m, a: m.solve(backend="nonsense"),
        lambda m, a: m.add(a * a == 1),
        lambda m, a: m.add(1.5 * a == 1),
        lambda m, a: m.add(2**62 * a == 1),
        lambda m, a: m.add((2**62 * a == 1).when(a == 1)),
        lambda m, a: m.add(2**80 * a == 1),
        lambda m, a: m.add(10**5000 * a == 1),
        lambda m, a: m.add(a == 10**5000),
        lambda m, a: m.cell([10**5000]),
        lambda m, a: m.cells(-(10**5000), range(3)),
        lambda m, a: m.decode(None),
        lambda m, a: m.decode([1.5]),
        lambda m, a: m.add(a == 2**40),
        lambda m, a: m.all_different([a, a + 2**31 - 1]),
        lambda m, a: m.all_different([a, a + 2**40]),
        lambda m, a: m.cell("abc"),
        lambda m, a: m.cell(range(2**40, 2**40 + 3)),
        lambda m, a: m.cell(range(0, 2**40, 2)),
        lambda m, a: m.cell(range(0, 2**31 - 1, 2)),
        lambda m, a: m.cells(10**12, range(3)),
        lambda m, a: m.grid(2, 2, range(0, 10**5000, 2)),
        lambda m, a: m.cells(-1, range(3)),
        lambda m, a: m.grid(-1, 3, range(3)),
        lambda m, a: m.grid(10**9, 10**9, range(3)),
        lambda m, a: m.given(None, 1),
        lambda m, a: m.count_of([a == 1], exactly=-1),
        lambda m, a: m.count_of([a == 1], exactly=1, at_most=2),
        lambda m, a: m.automaton([a], [(-1, 0, 0)], [0]),
        lambda m, a: m.decode([2**40]),
        lambda m, a: (a == 1).when(True),
    ],
)
def test_wrong_statements_are_refused(wrong):
    model = sator.Model()
    with pytest.raises((ValueError, TypeError)):
        wrong(model, model.cell(range(3)))


def test_negative_candidates_are_no_indices_of_an_array():
    model = sator.Model()
    model.cell([-1, 0])
    assert model.candidates().cells == {"x1": [-1, 0]}
    with pytest.raises(ValueError, match="negative"):
        model.candidates().to_numpy()


def test_a_model_has_no_board_to_draw(tmp_path):
    model = sator.Model()
    model.cell([1, 2])
    with pytest.raises(ValueError, match="no board to draw"):
        model.candidates().render(tmp_path / "model.svg")
    assert model.candidates()._repr_svg_() is None and not list(tmp_path.iterdir())
