"""The protocol between the scripts and `sator-bench`: a line of JSON answers a line of JSON.

The first line printed has the version of the solver, or the reason why it is missing. Then each line
read is a question, and one line is printed as its answer.
"""

import json
import sys
from importlib.metadata import PackageNotFoundError, version


def send(answer):
    print(json.dumps(answer), flush=True)


def serve(package, load, answer):
    """Loads the solver, and prints `answer(loaded, question)` for each question until input ends."""
    try:
        loaded = load()
        send({"version": version(package)})
    except (ImportError, PackageNotFoundError) as error:
        send({"missing": str(error)})
        return
    for line in sys.stdin:
        send(answer(loaded, json.loads(line)))


def houses(puzzle):
    """The rows, columns and boxes of a sudoku, as lists of places."""
    n, height, width = puzzle["n"], puzzle["box_h"], puzzle["box_w"]
    rows = [[(r, c) for c in range(n)] for r in range(n)]
    columns = [[(r, c) for r in range(n)] for c in range(n)]
    boxes = [
        [(r, c) for r in range(top, top + height) for c in range(left, left + width)]
        for top in range(0, n, height)
        for left in range(0, n, width)
    ]
    return rows + columns + boxes


def givens(puzzle):
    """The given values of a sudoku or killer, place by place."""
    grid = puzzle.get("grid") or puzzle.get("givens") or []
    return {(r, c): value for r, row in enumerate(grid) for c, value in enumerate(row) if value}
