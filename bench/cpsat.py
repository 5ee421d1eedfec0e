"""Solves killer sudokus with OR-tools CP-SAT, one after the other, for `sator-bench`.

The first line printed tells the version of OR-tools, or why there is none. Then for each line read,
{"seconds": LIMIT, "puzzle": {"n": …, "box_h": …, "box_w": …, "cages": […]}}, one line is printed:
how many seconds the model took to build and to solve, and the grid if one was found. The model is
the plain one: an integer for each cell, AllDifferent for each house and cage, a sum for each cage.
"""

import json
import sys
from time import perf_counter


def build(cp_model, puzzle):
    n, height, width = puzzle["n"], puzzle["box_h"], puzzle["box_w"]
    model = cp_model.CpModel()
    grid = [[model.new_int_var(1, n, f"r{r + 1}c{c + 1}") for c in range(n)] for r in range(n)]
    for row in grid:
        model.add_all_different(row)
    for column in zip(*grid):
        model.add_all_different(column)
    for top in range(0, n, height):
        for left in range(0, n, width):
            rows = grid[top : top + height]
            model.add_all_different([cell for row in rows for cell in row[left : left + width]])
    for cage in puzzle["cages"]:
        cells = [grid[r][c] for r, c in cage["cells"]]
        model.add_all_different(cells)
        model.add(sum(cells) == cage["sum"])
    return model, grid


def solve(cp_model, puzzle, seconds):
    started = perf_counter()
    model, grid = build(cp_model, puzzle)
    built = perf_counter()
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    ended = perf_counter()
    answer = {"build": built - started, "solve": ended - built}
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        answer["grid"] = [[solver.value(cell) for cell in row] for row in grid]
    return answer


def tell(answer):
    print(json.dumps(answer), flush=True)


def main():
    try:
        import ortools
        from ortools.sat.python import cp_model
    except ImportError as error:
        tell({"missing": str(error)})
        return
    tell({"version": ortools.__version__})
    for line in sys.stdin:
        job = json.loads(line)
        tell(solve(cp_model, job["puzzle"], job["seconds"]))


if __name__ == "__main__":
    main()
