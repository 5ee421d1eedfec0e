"""Solves sudokus, killers and queens with Z3, for `sator-bench`.

Questions and answers are those of `with_cpsat.py`; the only model is an integer for each cell, or for
each queen's column, and Distinct. Z3 is asked for the first answer.
"""

from time import perf_counter

from protocol import givens, houses, serve


def load():
    import z3

    return z3


def sudoku(z3, puzzle):
    n = puzzle["n"]
    cells = {(r, c): z3.Int(f"r{r}c{c}") for r in range(n) for c in range(n)}
    rules = [z3.And(cell >= 1, cell <= n) for cell in cells.values()]
    rules += [z3.Distinct([cells[place] for place in house]) for house in houses(puzzle)]
    rules += [cells[place] == value for place, value in givens(puzzle).items()]
    for cage in puzzle.get("cages", []):
        inside = [cells[r, c] for r, c in cage["cells"]]
        rules += [z3.Sum(inside) == cage["sum"]]
        rules += [z3.Distinct(inside)] if len(inside) > 1 else []
    return rules, list(cells.values())


def queens(z3, puzzle):
    n = puzzle["n"]
    columns = [z3.Int(f"q{r}") for r in range(n)]
    rules = [z3.And(column >= 1, column <= n) for column in columns]
    rules += [z3.Distinct(columns)]
    rules += [z3.Distinct([column + r for r, column in enumerate(columns)])]
    rules += [z3.Distinct([column - r for r, column in enumerate(columns)])]
    rules += [columns[r] == c + 1 for r, c in puzzle.get("queens", [])]
    return rules, columns


def answer(z3, question):
    puzzle = question["puzzle"]
    started = perf_counter()
    solver = z3.Solver()
    solver.set("timeout", int(1000 * question["seconds"]))
    rules, numbers = (sudoku if "box_h" in puzzle else queens)(z3, puzzle)
    solver.add(rules)
    built = perf_counter()
    verdict = solver.check()
    ended = perf_counter()
    is_met = verdict == z3.sat
    values = [solver.model()[number].as_long() for number in numbers] if is_met else None
    times = {"build": built - started, "solve": ended - built}
    return {**times, "over": verdict != z3.unknown, "solutions": int(is_met), "values": values}


if __name__ == "__main__":
    serve("z3-solver", load, answer)
