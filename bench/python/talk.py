"""How every script here talks with `sator-bench`: a line of JSON for a line of JSON.

The first line printed tells the version of what the script has, or why it has none. Then each line
read is a question, and one line is printed for it.
"""

import json
import sys
from importlib.metadata import PackageNotFoundError, version


def tell(answer):
    print(json.dumps(answer), flush=True)


def serve(package, load, answer):
    """Loads what is measured, and answers with `answer(loaded, question)` until nothing is asked."""
    try:
        loaded = load()
        tell({"version": version(package)})
    except (ImportError, PackageNotFoundError) as error:
        tell({"missing": str(error)})
        return
    for line in sys.stdin:
        tell(answer(loaded, json.loads(line)))


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
