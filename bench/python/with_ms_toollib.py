"""Tells how likely mines are with ms_toollib, board after board, for `sator-bench`.

A question is {"mines": TOTAL, "board": [[…], …]} with 10 for a hidden square. The answer tells how
many seconds it took, and the chance of each square to be a mine.
"""

from time import perf_counter

from talk import serve


def load():
    import ms_toollib

    return ms_toollib


def answer(ms_toollib, question):
    started = perf_counter()
    chances, _ = ms_toollib.cal_probability_onboard(question["board"], question["mines"])
    return {"seconds": perf_counter() - started, "chances": chances}


if __name__ == "__main__":
    serve("ms_toollib", load, answer)
