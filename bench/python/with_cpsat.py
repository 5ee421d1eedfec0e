"""Solves sudokus, killers and queens with OR-tools CP-SAT, one worker, for `sator-bench`.

A question is {"puzzle": …, "model": "integers" or "booleans", "seconds": LIMIT, "goal": …}, where the
goal is "first" (an answer), "only" (at most two, to see whether there is only one) or "all" (count
them). The answer has the seconds of building and of solving the model, whether the search
ended in time, the number of answers found, and the values of the first: of a sudoku row by row, of
queens the columns, from 1.

With integers there is one for each cell, or for each queen's column, and AllDifferent; with booleans
one for each value of each cell, and ExactlyOne. Both models follow the handbooks. Sudokus with extra
rules have integers; their rules are in `variants.py`.
"""

from time import perf_counter

from protocol import givens, houses, serve
from variants import sudoku_with_rules


def load():
    from ortools.sat.python import cp_model

    return cp_model


def sudoku_of_integers(cp, puzzle):
    n, given, model = puzzle["n"], givens(puzzle), cp.CpModel()
    cells = {}
    for r in range(n):
        for c in range(n):
            value = given.get((r, c))
            cells[r, c] = model.new_constant(value) if value else model.new_int_var(1, n, "")
    for house in houses(puzzle):
        model.add_all_different([cells[place] for place in house])
    for cage in puzzle.get("cages", []):
        inside = [cells[r, c] for r, c in cage["cells"]]
        model.add_all_different(inside)
        model.add(sum(inside) == cage["sum"])
    return model, lambda value: [value(cell) for cell in cells.values()]


def sudoku_of_booleans(cp, puzzle):
    n, model = puzzle["n"], cp.CpModel()
    places = [(r, c) for r in range(n) for c in range(n)]
    cells = {place: [model.new_bool_var("") for _ in range(n)] for place in places}
    for literals in cells.values():
        model.add_exactly_one(literals)
    for house in houses(puzzle):
        for value in range(n):
            model.add_exactly_one([cells[place][value] for place in house])
    for place, value in givens(puzzle).items():
        model.add(cells[place][value - 1] == 1)
    for cage in puzzle.get("cages", []):
        inside = [cells[r, c] for r, c in cage["cells"]]
        for value in range(n):
            model.add_at_most_one([literals[value] for literals in inside])
        weighed = [(v + 1) * literal for literals in inside for v, literal in enumerate(literals)]
        model.add(sum(weighed) == cage["sum"])
    read = lambda value: [1 + [value(it) for it in literals].index(1) for literals in cells.values()]
    return model, read


def queens_of_integers(cp, puzzle):
    n, model = puzzle["n"], cp.CpModel()
    placed = {r: c for r, c in puzzle.get("queens", [])}
    column = lambda r: model.new_constant(placed[r]) if r in placed else model.new_int_var(0, n - 1, "")
    queens = [column(r) for r in range(n)]
    model.add_all_different(queens)
    model.add_all_different([queen + r for r, queen in enumerate(queens)])
    model.add_all_different([queen - r for r, queen in enumerate(queens)])
    return model, lambda value: [value(queen) + 1 for queen in queens]


def queens_of_booleans(cp, puzzle):
    n, model = puzzle["n"], cp.CpModel()
    squares = [[model.new_bool_var("") for _ in range(n)] for _ in range(n)]
    rising, falling = {}, {}
    for r, row in enumerate(squares):
        model.add_exactly_one(row)
        for c, square in enumerate(row):
            rising.setdefault(r + c, []).append(square)
            falling.setdefault(r - c, []).append(square)
    for column in zip(*squares):
        model.add_exactly_one(column)
    for diagonal in [*rising.values(), *falling.values()]:
        model.add_at_most_one(diagonal)
    for r, c in puzzle.get("queens", []):
        model.add(squares[r][c] == 1)
    return model, lambda value: [1 + [value(it) for it in row].index(1) for row in squares]


BUILDERS = {
    ("variant", "integers"): sudoku_with_rules,
    ("sudoku", "integers"): sudoku_of_integers,
    ("sudoku", "booleans"): sudoku_of_booleans,
    ("queens", "integers"): queens_of_integers,
    ("queens", "booleans"): queens_of_booleans,
}


def listener(cp, read, most):
    class Listener(cp.CpSolverSolutionCallback):
        """Counts answers, and stops the search when there are enough."""

        def __init__(self):
            super().__init__()
            self.met, self.first = 0, None

        def on_solution_callback(self):
            self.met += 1
            self.first = self.first or read(self.value)
            if self.met == most:
                self.stop_search()

    return Listener()


def exclude(model, cells, values):
    """Some of the first variables, which are the cells, has another value."""
    others = []
    for index, value in zip(range(cells), values):
        others.append(model.new_bool_var(""))
        model.add(model.get_int_var_from_proto_index(index) != value).only_enforce_if(others[-1])
    model.add_bool_or(others)


def answer(cp, question):
    puzzle, goal = question["puzzle"], question["goal"]
    kind = "sudoku" if "box_h" in puzzle else "queens"
    kind = "variant" if "constraints" in puzzle else kind
    started = perf_counter()
    model, read = BUILDERS[kind, question["model"]](cp, puzzle)
    built = perf_counter()
    solver = cp.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = question["seconds"]
    if goal == "first":
        status = solver.solve(model)
        ended = perf_counter()
        is_met = status in (cp.OPTIMAL, cp.FEASIBLE)
        met, first = int(is_met), read(solver.value) if is_met else None
    elif kind == "variant":
        # Auxiliary variables may be free, so the first answer is excluded instead of enumerating.
        status, met, first = solver.solve(model), 0, None
        if status in (cp.OPTIMAL, cp.FEASIBLE):
            met, first = 1, read(solver.value)
            exclude(model, puzzle["n"] ** 2, first)
            solver.parameters.max_time_in_seconds = max(0.01, question["seconds"] - perf_counter() + built)
            status = solver.solve(model)
            met += status in (cp.OPTIMAL, cp.FEASIBLE)
        ended = perf_counter()
    else:
        solver.parameters.enumerate_all_solutions = True
        listening = listener(cp, read, 2 if goal == "only" else None)
        status = solver.solve(model, listening)
        ended = perf_counter()
        met, first = listening.met, listening.first
    is_over = status in (cp.OPTIMAL, cp.INFEASIBLE) or (goal, met) in (("first", 1), ("only", 2))
    times = {"build": built - started, "solve": ended - built}
    return {**times, "over": is_over, "solutions": met, "values": first}


if __name__ == "__main__":
    serve("ortools", load, answer)
