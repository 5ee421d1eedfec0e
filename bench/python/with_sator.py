"""Measures our Python package, and python-sat on the same formulas, for `sator-bench`.

Questions have a task and its arguments, such as a file of sudokus and a number of threads; answers have
the seconds of the task alone, or the memory in megabytes.
"""

import os
import resource
import signal
from itertools import combinations, cycle, islice
from threading import Timer
from time import perf_counter

from protocol import serve


def load():
    import numpy
    import sator

    return numpy, sator


def lines(file):
    with open(file, encoding="ascii") as text:
        return text.read().split()


def from_list(numpy, sator, question):
    puzzles = lines(question["file"])
    started = perf_counter()
    answers = sator.solve_many(puzzles, threads=question["threads"])
    seconds = perf_counter() - started
    return {"seconds": seconds, "solved": sum(answer is not None for answer in answers)}


def from_array(numpy, sator, question):
    digits = "".join(lines(question["file"])).replace(".", "0").encode()
    puzzles = numpy.frombuffer(digits, dtype=numpy.uint8).reshape(-1, 81) - ord("0")
    started = perf_counter()
    answers = sator.solve_many(puzzles, threads=question["threads"])
    seconds = perf_counter() - started
    return {"seconds": seconds, "solved": int((answers.min(axis=1) > 0).sum())}


def one_by_one(numpy, sator, question):
    puzzles = lines(question["file"])[: question["puzzles"]]
    started = perf_counter()
    solved = sum(sator.Sudoku(line).solve() is not None for line in puzzles)
    return {"seconds": perf_counter() - started, "solved": solved}


def with_pysat(numpy, sator, question):
    """A fresh solver for each puzzle, with the clauses of the puzzle's formula; they are made before."""
    from pysat.solvers import Solver

    puzzles = lines(question["file"])[: question["puzzles"]]
    formulas = [sator.Sudoku(line).to_cnf(encoding="pairwise").clauses for line in puzzles]
    started = perf_counter()
    solved = 0
    for clauses in formulas:
        with Solver(question["solver"], bootstrap_with=clauses) as solver:
            solved += solver.solve()
    return {"seconds": perf_counter() - started, "solved": solved}


def memory(numpy, sator, question):
    """The most memory after a tenth of so many puzzles of one iterator, and after all of them. They
    are solved in chunks."""
    puzzles = question["puzzles"]
    answers = sator.solve_iter(islice(cycle(lines(question["file"])), puzzles), threads=question["threads"])
    solved, megabytes = 0, []
    for part in (puzzles // 10, puzzles - puzzles // 10):
        solved += sum(answer is not None for answer in islice(answers, part))
        megabytes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    return {"first": megabytes[0], "all": megabytes[1], "solved": solved}


def pigeons(sator, n):
    """A model of n pigeons in one hole less."""
    model = sator.Model()
    for one, other in combinations(model.cells(n, range(n - 1)), 2):
        model.add(one != other)
    return model


def wide_array():
    """Millions of empty sudokus as numbers that are converted first."""
    import numpy

    return numpy.zeros((10_000_000, 81), dtype=numpy.int64)


ENDLESS = {
    "20-Queens, count": lambda sator, threads: sator.Queens(20).count(threads=threads),
    "30-Queens, solutions": lambda sator, threads: sum(1 for _ in sator.Queens(30).solutions(threads=threads)),
    "300-Queens, candidates": lambda sator, threads: sator.Queens(300).candidates(threads=threads),
    "3000-Queens, explain": lambda sator, threads: sator.Queens(3000).explain(threads=threads),
    "1500-Queens, formula": lambda sator, threads: sator.Queens(1500).to_cnf(encoding="pairwise", large=True).write(os.devnull),
    "800-Queens, clauses": lambda sator, threads: sator.Queens(800).to_cnf().clauses,
    "25×25 sudoku, explain": lambda sator, threads: sator.Sudoku("." * 625).explain(threads=threads),
    "25×25 sudoku, rate": lambda sator, threads: sator.Sudoku("." * 625).rate(threads=threads),
    "36×36 sudokus": lambda sator, threads: sator.solve_many(["." * 1296] * 100_000, threads=threads),
    "array of int64": lambda sator, threads: sator.solve_many(wide_array(), threads=threads),
    "13 pigeons, explain": lambda sator, threads: pigeons(sator, 13).explain(),
}
"""Questions that take longer than anyone waits."""


def interrupt(numpy, sator, question):
    """The longest time from Ctrl-C to the exception, for each of the endless questions."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    pressed, seconds = [], {name: [] for name in ENDLESS}

    def press():
        pressed.append(perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    for name, ask in ENDLESS.items():
        for _ in range(question["times"]):
            Timer(0.5, press).start()
            try:
                ask(sator, question["threads"])
            except KeyboardInterrupt:
                seconds[name].append(perf_counter() - pressed[-1])
    interrupted = sum(map(len, seconds.values()))
    return {"seconds": {name: max(times) for name, times in seconds.items()}, "interrupted": interrupted}


TASKS = {
    "list": from_list,
    "array": from_array,
    "one by one": one_by_one,
    "pysat": with_pysat,
    "memory": memory,
    "interrupt": interrupt,
}


def answer(loaded, question):
    return TASKS[question["task"]](*loaded, question)


if __name__ == "__main__":
    serve("sator", load, answer)
