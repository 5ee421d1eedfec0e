"""Computes the probabilities of mines with ms_toollib, for `sator-bench`.

A question is {"mines": TOTAL, "board": [[…], …]} with 10 for a hidden square. The answer has
the seconds that it took, and the probability of a mine on each square.
"""

from time import perf_counter

from protocol import serve


def load():
    import ms_toollib

    return ms_toollib


def answer(ms_toollib, question):
    started = perf_counter()
    chances, _ = ms_toollib.cal_probability_onboard(question["board"], question["mines"])
    return {"seconds": perf_counter() - started, "chances": chances}


if __name__ == "__main__":
    serve("ms_toollib", load, answer)
