"""The answers of Python are those of the command line, on samples of all puzzles beside the repository."""

import csv
import json
import os
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sator
from conftest import DATA, ROOT, command_line, needs_data, needs_program

FULL = bool(os.environ.get("SATOR_FULL"))
"""Whether all puzzles are compared, which takes minutes. Otherwise samples of those that end soon."""

SLOW = ("bench_25_no_answer.jsonl", "killer_large.jsonl", "lpcp16_blocked.jsonl", "sudoku_25.jsonl")
TIMEOUT = 10.0

SUDOKUS = sorted(path.name for path in DATA.glob("sudoku9/*.txt"))
OBJECTS = sorted(
    f"{path.parent.name}/{path.name}"
    for folder in ("sudoku_sizes", "killer", "minesweeper", "nqueens")
    for path in DATA.glob(f"{folder}/*.jsonl")
    if FULL or path.name not in SLOW
) + ["variants/variants.jsonl"]
# Lines with a link in the field `url`.
LINKS = ["variants/fpuzzles.jsonl", "variants/sudokupad_made.jsonl", "variants/puzzlink.jsonl"]
EXAMPLES = sorted(
    f"{path.parent.name}/{path.name}"
    for path in ROOT.glob("examples/*/*")
    if path.suffix in (".txt", ".json") and path.stat().st_size < 10_000
)


def lines_of(name: str, most: int) -> list[str]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if line.strip() and not line.startswith("#")]
    return lines if FULL else lines[:: max(1, len(lines) // most)][:most]


@needs_program
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_the_answer_of_the_command_line(name):
    path = ROOT / "examples" / name
    told = command_line("solve", str(path), "--json", "--quiet", "--timeout", "60")
    if told.stdout.count("\n") != 1:
        pytest.skip("not one puzzle")
    answer = json.loads(told.stdout)
    solution = sator.load(path).solve(timeout=60)
    if answer["status"] == "unsat":
        assert solution is None
    else:
        # Several solutions may be found in any order.
        assert sator.load(path).check(json.dumps(answer["solutions"][0])) is not None
        assert sator.load(path).check(json.dumps(solution.to_dict())) == solution


@needs_data
@needs_program
@pytest.mark.parametrize("name", SUDOKUS)
def test_sudokus_have_the_answers_of_the_command_line(name):
    puzzles = [line.split()[0] for line in lines_of(f"sudoku9/{name}", 100)]
    told = command_line("solve", "sudoku", "-", "--unique", "--quiet", text="\n".join(puzzles) + "\n")
    expected = told.stdout.splitlines()
    assert sator.solve_many("\n".join(puzzles), kind="sudoku", unique=True).splitlines() == expected
    only = [None if " " in line else line for line in expected]
    assert sator.solve_many(puzzles, kind="sudoku", unique=True) == only
    if all(len(line) == 81 for line in puzzles):
        digits = [[int(symbol) if symbol.isdigit() else 0 for symbol in line] for line in puzzles]
        solved = sator.solve_many(np.array(digits, dtype=np.uint8), unique=True)
        zeros = "0" * 81
        assert ["".join(map(str, row)) for row in solved.tolist()] == [line or zeros for line in only]


@needs_data
@pytest.mark.parametrize("name", SUDOKUS)
def test_sudokus_have_the_stored_counts(name):
    for line in lines_of(f"sudoku9/{name}", 10):
        text, number, answer, *_ = [*line.split(), "-"]
        puzzle = sator.Sudoku(text)
        if number.isdigit() and int(number) < 100_000:
            assert puzzle.count() == int(number)
            assert puzzle.is_unique() == (number == "1")
        if answer != "-":
            assert puzzle.solve().line == answer


def compare(text: str, answer: dict[str, Any]) -> bool:
    """Whether Python's answers could be compared with that of the command line."""
    if answer["status"] == "invalid":
        with pytest.raises(sator.ParseError) as error:
            sator.read(text)
        assert error.value.message in answer["error"]
        return True
    if answer["status"] == "unknown":
        return False
    puzzle = sator.read(text)
    assert puzzle.kind == answer["puzzle"]
    solution = puzzle.solve(timeout=6 * TIMEOUT)
    assert (solution is None) == (answer["status"] == "unsat")
    if solution is not None and answer["unique"] is not None:
        assert puzzle.is_unique(timeout=6 * TIMEOUT) == answer["unique"]
    if answer["unique"]:
        assert solution is not None and solution.to_dict() == answer["solutions"][0]
    return True


@needs_data
@needs_program
@pytest.mark.parametrize("name", OBJECTS)
def test_objects_have_the_answers_of_the_command_line(name):
    lines = lines_of(name, 20)
    told = command_line(
        "solve", "-", "--unique", "--json", "--quiet", "--timeout", str(TIMEOUT), text="\n".join(lines) + "\n"
    )
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert len(answers) == len(lines)
    compared = [compare(line, answer) for line, answer in zip(lines, answers)]
    assert any(compared) or name.endswith(SLOW)


@needs_data
@needs_program
@pytest.mark.parametrize("name", LINKS)
def test_links_have_the_answers_of_the_command_line(name):
    links = [json.loads(line)["url"] for line in lines_of(name, 100)]
    compared = []
    for link in links:
        told = command_line("solve", link, "--unique", "--json", "--quiet", "--timeout", str(TIMEOUT))
        compared.append(compare(link, json.loads(told.stdout)))
    assert any(compared)


@needs_data
def test_odds_are_those_that_are_stored():
    for line in lines_of("minesweeper/boards.jsonl", 20):
        stored = json.loads(line)
        for name, mines in (("no_total", None), ("with_total", stored["mines"])):
            known = stored.get(name) or {}
            if "p" not in known or (name == "with_total" and mines is None):
                continue
            board = sator.Minesweeper.from_grid(stored["board"], mines=mines)
            odds = board.analyze(timeout=60)
            found = {f"{it.row - 1},{it.column - 1}": it.probability for it in odds}
            expected = {place: Fraction(share) for place, share in known["p"].items()}
            assert {place: found[place] for place in expected} == expected


@needs_data
def test_queens_have_the_published_counts():
    with open(DATA / "nqueens" / "oeis_counts.csv", encoding="utf-8") as file:
        rows = [row for row in csv.reader(file) if row and row[0].isdigit()]
    for n, number, fundamental, *_ in rows[:11]:
        assert sator.Queens(int(n)).count() == int(number)
        assert sator.Queens(int(n)).count(up_to_symmetry=True) == int(fundamental)


@needs_program
@pytest.mark.parametrize("name", [name for name in EXAMPLES if "many" not in name])
def test_an_example_has_the_formula_and_the_analysis_of_the_command_line(name):
    path, puzzle = ROOT / "examples" / name, sator.load(ROOT / "examples" / name)
    told = command_line("generate", puzzle.kind, str(path), "-o", "-", "--quiet")
    assert puzzle.to_cnf().to_dimacs() == told.stdout
    told = json.loads(command_line("analyze", puzzle.kind, str(path), "--json", "--quiet", "--timeout", "60").stdout)
    analysis = puzzle.analyze(timeout=60)
    if isinstance(analysis, sator.Odds):
        found = [(it.row, it.column, it.state, it.probability) for it in analysis]
        assert found == [(it["row"], it["column"], it["state"], Fraction(it["exact"])) for it in told["cells"]]
        assert analysis.configurations == int(told["configurations"])
    elif analysis is None or analysis.has_solution is False:
        assert told["status"] == "unsat"
    else:
        candidates = told["candidates"]
        rows = candidates if puzzle.kind == "queens" else [cell for row in candidates for cell in row if cell]
        assert list(analysis.cells.values()) == rows


@needs_program
@pytest.mark.parametrize("text", ["8", "1..4.23..41.3..2", "3 4\n? 2 ? ?\n? ? 1 ?\n1 ? ? ?"])
def test_formulas_ratings_and_explanations_are_those_of_the_command_line(text, tmp_path):
    puzzle = sator.read(text)
    told = command_line("generate", puzzle.kind, "-", "-o", "-", "--quiet", text=text)
    assert puzzle.to_cnf().to_dimacs() == told.stdout
    told = json.loads(command_line("rate", puzzle.kind, "-", "--json", "--quiet", text=text).stdout)
    rating = puzzle.rate()
    assert (rating.rating, rating.word, rating.rounds) == (told["rating"], told["word"], told["rounds"])
    told = json.loads(command_line("explain", puzzle.kind, "-", "--json", "--quiet", text=text).stdout)
    explanation = puzzle.explain()
    assert [step.text for step in explanation] == [step["text"] for step in told["steps"]]
    assert [list(step.because) for step in explanation] == [step["because"] for step in told["steps"]]
    assert explanation.end == told["end"]
    told = json.loads(command_line("count", puzzle.kind, "-", "--json", "--quiet", text=text).stdout)
    assert puzzle.count() == int(told["count"])


@needs_data
@needs_program
def test_killers_without_a_solution_are_explained_as_by_the_command_line():
    lines = lines_of("killer/killer_unsat.jsonl", 4)
    told = command_line("explain", "killer", "-", "--json", text="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert len(answers) == len(lines)
    for line, answer in zip(lines, answers):
        explanation = sator.Killer(line).explain()
        assert explanation.conflict == answer["conflict"]
        assert explanation.conflict_is == answer["conflict_is"] != "cut short"
        assert explanation.conflict_cells == answer["conflict_cells"]
        assert [step.text for step in explanation] == [step["text"] for step in answer["steps"]]
        assert [list(step.because) for step in explanation] == [step["because"] for step in answer["steps"]]


@needs_program
def test_a_seed_makes_the_puzzle_of_the_command_line():
    told = command_line("create", "sudoku", "--seed", "7", "--difficulty", "easy", "--count", "1", "--quiet")
    created = sator.create("sudoku", seed=7, difficulty="easy")
    assert created.puzzle.convert("line") == told.stdout.strip()
