"""Tells how likely mines are with ms_toollib, board after board, for `sator-bench`.

The first line printed tells the version of ms_toollib, or why there is none. Then for each line read,
{"mines": TOTAL, "board": [[…], …]} with 10 for a hidden square, one line is printed: how many
seconds it took, and the chance of each square to be a mine.
"""

import json
import sys
from time import perf_counter


def analyse(ms_toollib, board, mines):
    started = perf_counter()
    chances, _ = ms_toollib.cal_probability_onboard(board, mines)
    return {"seconds": perf_counter() - started, "chances": chances}


def tell(answer):
    print(json.dumps(answer), flush=True)


def main():
    try:
        from importlib.metadata import version

        import ms_toollib
    except ImportError as error:
        tell({"missing": str(error)})
        return
    tell({"version": version("ms_toollib")})
    for line in sys.stdin:
        job = json.loads(line)
        tell(analyse(ms_toollib, job["board"], job["mines"]))


if __name__ == "__main__":
    main()
