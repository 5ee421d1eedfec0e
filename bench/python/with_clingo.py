"""Solves and counts queens with clingo, one thread, for `sator-bench`.

Questions and answers are those of `with_cpsat.py`; there is only one model, and building it is
grounding. Enumerated answers are counted by the solver itself, without showing them to Python.
"""

from time import perf_counter

from protocol import serve

RULES = """
1 { queen(R, C) : C = 0..n-1 } 1 :- R = 0..n-1.
:- C = 0..n-1, #count { R : queen(R, C) } != 1.
:- D = 0..2*n-2, 2 { queen(R, D-R) : R = 0..n-1, D-R >= 0, D-R < n }.
:- D = 1-n..n-1, 2 { queen(R, R-D) : R = 0..n-1, R-D >= 0, R-D < n }.
#show queen/2.
"""


def load():
    import clingo

    return clingo


def answer(clingo, question):
    puzzle = question["puzzle"]
    most = {"first": 1, "only": 2, "all": 0}[question["goal"]]
    first = []

    def listen(model):
        first.extend((it.arguments[0].number, it.arguments[1].number) for it in model.symbols(shown=True))
        return True

    placed = "".join(f":- not queen({r}, {c}).\n" for r, c in puzzle.get("queens", []))
    started = perf_counter()
    control = clingo.Control([str(most), "-c", f"n={puzzle['n']}"])
    control.add("base", [], RULES + placed)
    control.ground([("base", [])])
    built = perf_counter()
    with control.solve(on_model=listen if most == 1 else None, async_=True) as handle:
        is_over = handle.wait(question["seconds"])
        handle.cancel()
        handle.get()
    ended = perf_counter()
    met = int(control.statistics["summary"]["models"]["enumerated"])
    times = {"build": built - started, "solve": ended - built}
    return {**times, "over": is_over, "solutions": met, "values": [c + 1 for _, c in sorted(first)] or None}


if __name__ == "__main__":
    serve("clingo", load, answer)
