"""Puzzles: reading, questions, errors, and Python's own methods."""

import copy
import json
import os
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sator

LINE = "1..4.23..41.3..2"
SOLVED = "1324423124133142"
GRID = [[1, 0, 0, 4], [0, 2, 3, 0], [0, 4, 1, 0], [3, 0, 0, 2]]
SEVERAL = "1234\n34..\n.1.3\n.3.1"
F_PUZZLES = {
    "size": 4,
    "grid": [[{"value": 1, "given": True}, {}, {}, {}], [{}, {}, {}, {}], [{}] * 4, [{}] * 4],
    "thermometer": [{"lines": [["R1C1", "R1C2", "R1C3", "R1C4"]]}],
}


def test_a_grid_is_the_same_puzzle_from_text_lists_and_arrays():
    puzzle = sator.Sudoku(LINE)
    assert puzzle == sator.Sudoku.from_grid(GRID) == sator.Sudoku.from_grid(np.array(GRID))
    assert puzzle == sator.Sudoku("\n".join(LINE[i : i + 4] for i in range(0, 16, 4)))
    assert puzzle.solve().line == SOLVED
    assert puzzle.solve().grid == puzzle.solve().to_numpy().tolist()


def test_cells_of_a_grid_may_be_floats_symbols_and_none():
    puzzle = sator.Sudoku(LINE)
    assert puzzle == sator.Sudoku.from_grid(np.array(GRID, dtype=float))
    assert puzzle == sator.Sudoku.from_grid([[it or None for it in row] for row in GRID])
    assert puzzle == sator.Sudoku.from_grid([LINE[i : i + 4] for i in range(0, 16, 4)])
    large = np.zeros((16, 16), dtype=np.int64)
    large[0, 0] = 16
    assert sator.Sudoku.from_grid(large).solve().to_numpy()[0, 0] == 16
    board = sator.Minesweeper.from_grid([["?", 1, 0]])
    assert board == sator.Minesweeper.from_grid([[None, 1, 0]])
    assert board == sator.Minesweeper.from_grid(np.array([[-1.0, 1.0, 0.0]]))
    masked = np.ma.masked_equal(np.array(GRID) + 5, 5).astype(int) - 5
    assert puzzle == sator.Sudoku.from_grid(masked)
    for kind in (Fraction, Decimal, np.float32, np.int8, str):
        assert puzzle == sator.Sudoku.from_grid([[kind(it) for it in row] for row in GRID])


@pytest.mark.parametrize(
    "value",
    [
        Fraction(3, 2),
        Decimal("1.5"),
        Decimal("nan"),
        Decimal("inf"),
        np.float32(1.5),
        np.float16("inf"),
        float("nan"),
        1.5,
        "1.5",
        "1_0",
        "\u0661",
        b"1",
        1j,
        [1],
        10**5000,
        -(10**5000),
        "1" * 5000,
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_cell_that_is_no_whole_number_is_refused_with_its_place(value):
    for read in (sator.Sudoku.from_grid, sator.Futoshiki.from_grid, lambda grid: sator.Killer.from_cages(4, [], givens=grid)):
        with pytest.raises(sator.ParseError, match="row 2, column 3: expected a whole number"):
            read([[0] * 4, [0, 0, value, 0], [0] * 4, [0] * 4])


def test_boxes_have_the_shape_that_is_asked_for():
    empty = [[0] * 6 for _ in range(6)]
    wide, high = sator.Sudoku.from_grid(empty), sator.Sudoku.from_grid(empty, box=(3, 2))
    assert wide != high and "3x2" in high.title
    assert sator.Sudoku("." * 36, box="3x2") == high


def test_a_link_with_extra_rules_is_a_sudoku():
    text = json.dumps(F_PUZZLES)
    puzzle = sator.Sudoku(text)
    assert puzzle.solve().grid[0] == [1, 2, 3, 4]
    link = puzzle.convert("fpuzzles-link")
    assert link.startswith("http") and sator.Sudoku(link).count() == puzzle.count()


def test_every_kind_has_every_question():
    for puzzle, number in [
        (sator.Sudoku(LINE), 1),
        (sator.Killer("AAB.\nCCB.\nDEEF\nDEFF\n\nA 3, B 4, C 7, D 6, E 8, F 6"), 2),
        (sator.Queens(6), 4),
        (sator.Minesweeper("3 4\n? 2 ? ?\n? ? 1 ?\n1 ? ? ?"), 6),
        (sator.Futoshiki(". < . < .\n\n.   .   .\n^\n.   .   ."), 1),
        (sator.Kakuro("#  4\\ 3\\\n\\3 .  .\n\\4 .  ."), 1),
    ]:
        solution = puzzle.solve()
        assert solution == puzzle.check(str(solution)), puzzle
        found = list(puzzle.solutions())
        assert len(found) == len(set(found)) == puzzle.count() == number
        assert puzzle.is_unique() == (number == 1)
        assert puzzle.candidates().has_solution
        assert puzzle.analyze() is not None
        assert puzzle.rate().status == "sat"
        assert puzzle.explain().end in ("solved", "undetermined")
        cnf = puzzle.to_cnf()
        assert len(cnf) == len(cnf.clauses) and f"p cnf {cnf.variables} {len(cnf)}" in cnf.to_dimacs()
        for shown in (puzzle, solution):
            assert shown._repr_svg_().startswith("<svg") and "<style>" in shown.render()
        assert sator.read(puzzle.text, kind=puzzle.kind) == puzzle


def test_solutions_are_found_when_they_are_asked_for():
    lazily = sator.Queens(20).solutions()
    first = [next(lazily).values for _ in range(5)]
    assert len(set(map(tuple, first))) == 5


def test_counts_are_integers_of_any_size():
    hidden = sator.Minesweeper.from_grid([["?"] * 40] * 40, mines=800)
    assert hidden.count() > 10**400


def test_odds_are_fractions_and_an_array():
    odds = sator.Minesweeper("2 3\n? ? ?\n? 2 ?").analyze()
    assert {square.probability for square in odds} == {Fraction(2, 5)}
    array = odds.to_numpy()
    assert array.shape == (2, 3) and np.isnan(array[1, 1]) and array[0, 0] == pytest.approx(0.4)
    assert odds._repr_svg_().startswith("<svg") and "40%" in odds.render()
    assert sator.Minesweeper("1 2\n? 2").analyze() is None


def test_candidates_are_lists_and_an_array():
    candidates = sator.Sudoku(SEVERAL).candidates()
    assert candidates["r3c1"] == [2, 4] and candidates.settled == 12
    array = candidates.to_numpy()
    assert array.shape == (4, 4, 5) and array[2, 0].nonzero()[0].tolist() == [2, 4]


def test_hints_begin_from_the_entries_and_name_a_wrong_one():
    puzzle = sator.Sudoku(LINE)
    first = puzzle.hint()
    assert first.text == "r1c3 is 2"
    entered = "1.24" + LINE[4:]
    assert puzzle.hint(progress=entered).text != first.text
    assert puzzle.hint(progress=SOLVED) is None
    assert puzzle.explain(progress="2" + LINE[1:], steps=1).mistakes


def test_a_puzzle_without_a_solution_is_explained():
    explanation = sator.Sudoku("11" + "." * 14).explain()
    assert sorted(explanation.conflict) == ["r1c1 is 1", "r1c2 is 1", "row 1 has each value once"]
    assert explanation.conflict_is == "smallest" and sator.Sudoku(LINE).explain().conflict_is is None
    assert "<svg" in explanation._repr_html_() and "style" in explanation._repr_html_()
    assert sator.Sudoku("11" + "." * 14).rate().status == "unsat"


def test_answers_are_sent_to_other_processes():
    puzzle = sator.Sudoku(LINE)
    for value in (puzzle.explain(), puzzle.candidates(), puzzle.rate(), sator.Minesweeper("1 3\n? 1 ?").analyze()):
        for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert type(again) is type(value) and repr(again) == repr(value) and str(again) == str(value)
            for name in ("_repr_svg_", "_repr_html_"):
                assert not hasattr(value, name) or getattr(again, name)() == getattr(value, name)()


def test_a_new_puzzle_has_one_solution_and_its_seed_makes_it_again():
    one = sator.create("sudoku", size=6, seed=3, difficulty="easy")
    again = sator.create("sudoku", size=6, seed=3, difficulty="easy")
    assert one.puzzle == again.puzzle and one.puzzle.is_unique() and one.seed == 3
    assert one.puzzle.solve() == one.solution
    mines = sator.create("minesweeper", preset="beginner", no_guess=True, first=(4, 4), seed=1)
    assert mines.puzzle.kind == "minesweeper" and mines.puzzle.board().splitlines()[5].split()[4] == "0"
    with pytest.raises(sator.SatorError, match="no property 'colour'"):
        sator.create("sudoku", colour="red")


def test_properties_of_new_puzzles_may_be_pairs():
    created = sator.create("sudoku", size=(6, 6), box=(3, 2), seed=1)
    assert created.puzzle == sator.create("sudoku", size="6x6", box="3x2", seed=1).puzzle
    created = sator.create("killer", size=4, cage_size=(2, 3), seed=1)
    assert created.puzzle == sator.create("killer", size="4", cage_size="2-3", seed=1).puzzle
    # The number of clues is no range.
    with pytest.raises(sator.ParseError, match=r"clues: expected a number from 0, found '\(22, 24\)'"):
        sator.create("sudoku", clues=(22, 24))


def test_a_time_that_no_clock_reaches_is_no_limit():
    assert sator.Queens(4).count(timeout=float("inf")) == sator.Queens(4).count(timeout=10**5000) == 2


def test_errors_have_a_line_and_a_column():
    with pytest.raises(sator.ParseError) as error:
        sator.Sudoku("1..4\n.23.\n.41.\n3.&2")
    assert (error.value.line, error.value.column) == (4, 3)
    assert str(error.value).startswith("4:3: expected")
    again = pickle.loads(pickle.dumps(error.value))
    assert (again.line, again.column, str(again)) == (4, 3, str(error.value))
    with pytest.raises(ValueError, match="I cannot tell"):
        sator.read("hello")


@pytest.mark.parametrize(
    "read",
    [
        sator.Sudoku,
        sator.read,
        lambda text: sator.read(text, kind="killer"),
        lambda text: sator.Sudoku(LINE).check(text),
        lambda text: sator.Sudoku(LINE).explain(progress=text),
        lambda text: sator.Sudoku(LINE).hint(progress=text),
    ],
)
def test_half_of_a_surrogate_pair_is_an_error_with_its_place(read):
    with pytest.raises(sator.ParseError, match=r"expected a character, found '\\ud800'") as error:
        read("1..4\n.\ud8003.")
    assert (error.value.line, error.value.column) == (2, 2)
    with pytest.raises(TypeError, match="text.*, found int"):
        read(7)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: sator.Queens(0),
        lambda: sator.Queens(10**5000),
        lambda: sator.Queens(-(10**5000)),
        lambda: sator.Queens(10**5000, placed=[(0, 0)]),
        lambda: sator.Queens(8, placed=[(0, 10**5000)]),
        lambda: sator.Queens(4).solve(seed=10**5000),
        lambda: sator.Queens(4).solve(threads=10**5000),
        lambda: sator.Queens(4).solve(timeout=-(10**5000)),
        lambda: sator.Queens(4).decode([10**5000]),
        lambda: sator.Minesweeper("1 2\n? 1", mines=10**5000),
        lambda: sator.Minesweeper("1 2\n? 1", mines=-1),
        lambda: sator.Minesweeper.from_grid([[10**5000]]),
        lambda: sator.Killer.from_cages(10**5000, []),
        lambda: sator.Killer.from_cages(4, [(10**5000, [(0, 0)])]),
        lambda: sator.Sudoku.from_grid([[0] * 6] * 6, box=(10**5000, 2)),
        lambda: sator.create("sudoku", size=10**5000),
        lambda: sator.create("sudoku", size=-1),
        lambda: sator.create("sudoku", clues=1.5),
        lambda: sator.create("sudoku", minimal="x"),
        lambda: sator.create("sudoku", seed=10**5000),
        lambda: sator.Queens(8, placed=[(-1, 0)]),
        lambda: sator.Sudoku.from_grid([[0.5] * 4] * 4),
        lambda: sator.Sudoku.from_grid(np.full((9, 9), np.nan)),
        lambda: sator.Sudoku.from_grid([["x"] * 4] * 4),
        lambda: sator.Sudoku.from_grid([]),
        lambda: sator.Sudoku.from_grid(np.zeros((9, 8))),
        lambda: sator.Sudoku.from_grid([[0] * 6] * 6, box="3"),
        lambda: sator.Killer.from_cages(9, [(-3, [(0, 0)])]),
        lambda: sator.Kakuro.from_runs(-1, 2, [(3, [(0, 0), (0, 1)])]),
        lambda: sator.Minesweeper.from_grid([["?", 10]]),
        lambda: sator.Queens(4).solve(seed=-1),
        lambda: sator.Queens(4).solve(seed=2**64),
        lambda: sator.Queens(4).solve(threads=-1),
        lambda: sator.Queens(4).solve(timeout=float("nan")),
        lambda: sator.Queens(4).solve(backend="exec:no-such-program"),
        lambda: sator.Queens(1500).to_cnf(encoding="pairwise").clauses,
        lambda: sator.Queens(1500).to_cnf(encoding="pairwise").to_dimacs(),
        lambda: sator.Sudoku(LINE).explain(steps=0),
        lambda: sator.Sudoku(LINE).explain(steps=-1),
        lambda: sator.Sudoku(LINE).decode([2**40]),
        lambda: sator.create("sudoku", seed=-1),
        lambda: sator.create("minesweeper", first=(-1, 0)),
        lambda: sator.Sudoku("", box="2x3"),
        lambda: sator.Sudoku(LINE, box="nonsense"),
        lambda: sator.Sudoku(LINE, format="nonsense"),
        lambda: sator.Queens(4).solve(backend="nonsense"),
        lambda: sator.Queens(4).solve(threads=0),
        lambda: sator.Queens(4).solve(timeout=-1),
        lambda: sator.Queens(4).to_cnf(encoding="nonsense"),
        lambda: sator.Sudoku(LINE).count(up_to_symmetry=True),
        lambda: sator.Sudoku(LINE).convert("nonsense"),
        lambda: sator.Sudoku(LINE).decode([0]),
        lambda: sator.Sudoku(LINE).decode([1]),
        lambda: sator.Sudoku(LINE).check("nonsense"),
        lambda: sator.Sudoku(LINE).explain(progress="nonsense"),
        lambda: sator.create("nonsense"),
        lambda: sator.create("sudoku", size="nonsense"),
    ],
)
def test_wrong_arguments_are_errors_of_the_package(wrong):
    with pytest.raises(sator.SatorError):
        wrong()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: sator.Sudoku(GRID), "from_grid"),
        (lambda: sator.Sudoku(None), "NoneType"),
        (lambda: sator.Sudoku(b"53"), "bytes"),
        (lambda: sator.Sudoku.from_grid(np.zeros(81)), r"shape \(81,\)"),
        (lambda: sator.Sudoku.from_grid(None), "NoneType"),
        (lambda: sator.Sudoku.from_grid(LINE), "found text"),
        (lambda: sator.Minesweeper.from_grid("? 1"), "found text"),
        (lambda: sator.Sudoku.from_grid([b"1..4"] * 4), "rows of bytes"),
        (lambda: sator.Sudoku.from_grid(LINE.encode()), "found bytes"),
        (lambda: sator.Sudoku.from_grid([[0] * 6] * 6, box=(1, 2, 3)), r"a box, .*, found \(1, 2, 3\)"),
        (lambda: sator.Sudoku(LINE, box=2), "a box, .*, found 2"),
        (lambda: sator.Minesweeper("1 2\n? 1", mines="1"), "mines as a whole number, found str"),
        (lambda: sator.Killer.from_cages(4, [(3,)]), r"a total and its cells, .*, found \(3,\)"),
        (lambda: sator.Killer.from_cages(4, {10: [(0, 0)]}), "a total and its cells, .*, found 10"),
        (lambda: sator.Kakuro.from_runs(1, 2, [(4, 5)]), "a total and its cells"),
        (lambda: sator.Queens(4).decode(None), "expected a model, found None"),
        (lambda: sator.Queens(4).decode([1.7]), "whole numbers, found float"),
        (lambda: sator.create("sudoku", seed=1.5), "a seed as a whole number, found float"),
        (lambda: sator.create("sudoku", size=(1, 2, 3)), r"size as one number or two, found \(1, 2, 3\)"),
        (lambda: sator.Queens(4.5), "float"),
        (lambda: sator.Queens(8, placed=[1]), "a row and a column"),
        (lambda: sator.create("minesweeper", first=3), "a row and a column"),
    ],
)
def test_arguments_of_another_type_are_named(wrong, message):
    with pytest.raises(TypeError, match=message):
        wrong()


def test_a_file_is_read_as_the_command_line_reads_it(tmp_path):
    path = tmp_path / "puzzle"
    path.write_bytes(b"\xef\xbb\xbf" + LINE.encode() + b"\r\n\r\n")
    assert sator.load(path) == sator.Sudoku(LINE)
    # A binary minesweeper file: the sides, the number of mines, and the places of the mines.
    path.write_bytes(bytes([3, 2, 0, 1, 0, 0]))
    assert sator.load(path, kind="minesweeper", format="mbf").title == "2×3 Minesweeper"
    path.write_bytes(b"1..4\n.2\xff3")
    with pytest.raises(sator.ParseError, match="0xff") as error:
        sator.load(path)
    assert (error.value.line, error.value.column) == (2, 3)


def test_steps_and_ratings_are_asked_for_with_a_solver_and_a_seed():
    puzzle, options = sator.Sudoku(LINE), {"seed": 1, "threads": 1, "timeout": 60}
    for backend in ("search", "batsat"):
        assert puzzle.explain(backend=backend, **options).solved
        assert puzzle.hint(backend=backend, **options).text == "r1c3 is 2"
        assert puzzle.rate(backend=backend, **options).word == "gentle"
    for ask in (puzzle.explain, puzzle.hint, puzzle.rate):
        with pytest.raises(sator.SatorError, match="nonsense"):
            ask(backend="nonsense")


def test_a_wrong_board_names_the_broken_rule():
    with pytest.raises(sator.Violation, match="row 4"):
        sator.Sudoku(LINE).check("1324423124133122")


def test_time_ends_with_an_exception_that_knows_the_reason():
    with pytest.raises(sator.Stopped) as stopped:
        sator.Queens(30).count(timeout=0.05)
    assert stopped.value.reason == "time" and isinstance(stopped.value.partial, int)
    with pytest.raises(sator.Stopped):
        for _ in sator.Queens(30).solutions(timeout=0.05):
            pass
    with pytest.raises(sator.Stopped):
        sator.Sudoku(LINE).hint(timeout=0)
    assert sator.Sudoku(LINE).explain(timeout=0).end == "stopped"


def test_puzzles_and_solutions_are_values():
    puzzle, other = sator.Sudoku(LINE), sator.Sudoku(SEVERAL)
    solution = puzzle.solve()
    for value in (puzzle, solution, sator.Queens(5, blocked=[(0, 0)]), sator.Minesweeper("1 2\n? 1", mines=1)):
        for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert again == value and hash(again) == hash(value) and type(again) is type(value)
    assert puzzle != other and len({puzzle, other, sator.Sudoku(LINE)}) == 2
    assert solution != other.solve() and puzzle != LINE
    assert repr(puzzle) == f"<Sudoku 4×4 Sudoku: {' '.join(puzzle.text.split())}>"
    assert SOLVED in repr(solution)


def test_the_formula_has_the_solutions_of_the_puzzle():
    from pysat.solvers import Solver

    queens = sator.Queens(6)
    cnf = queens.to_cnf()
    with Solver(bootstrap_with=cnf.to_pysat()) as solver:
        decoded = {queens.decode(model) for model in solver.enum_models()}
    assert decoded == set(queens.solutions())
    assert cnf.meaning(1) == ("row 1", 1) and cnf.meaning(36) == ("row 6", 6)
    for wrong in (-1, 0, cnf.variables + 1):
        with pytest.raises(IndexError, match="expected a variable from 1"):
            cnf.meaning(wrong)
    with_auxiliary = sator.Queens(12).to_cnf(encoding="ladder")
    assert with_auxiliary.meaning(144) == ("row 12", 12) and with_auxiliary.meaning(145) is None
    pairwise = sator.Sudoku(LINE).to_cnf(encoding="pairwise")
    assert pairwise.variables == 64
    assert sator.Sudoku(LINE).to_cnf(reduced=True).to_dimacs() != pairwise.to_dimacs()


def test_a_picture_is_written_to_a_file(tmp_path):
    path = tmp_path / "queens.svg"
    svg = sator.Queens(4).solve().render(path, numbered=True)
    assert path.read_text(encoding="utf-8") == svg
    cnf = sator.Queens(4).to_cnf()
    cnf.write(tmp_path / "queens.cnf", annotate=True)
    assert (tmp_path / "queens.cnf").read_text(encoding="utf-8") == cnf.to_dimacs(annotate=True)
    with pytest.raises(FileNotFoundError) as error:
        cnf.write(tmp_path / "no" / "queens.cnf")
    assert error.value.filename == str(tmp_path / "no" / "queens.cnf")
    with pytest.raises(ValueError, match=".svg"):
        sator.Queens(4).render(tmp_path / "queens.bmp")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["queens.cnf", "queens.svg"]


@pytest.mark.skipif(os.name == "nt", reason="needs links and modes")
def test_a_file_is_replaced_and_keeps_its_mode_and_its_links(tmp_path):
    cnf, path, link = sator.Queens(4).to_cnf(), tmp_path / "queens.cnf", tmp_path / "link"
    path.write_text("another formula")
    path.chmod(0o640)
    link.symlink_to(path)
    cnf.write(link)
    assert link.is_symlink() and path.read_text() == cnf.to_dimacs() and path.stat().st_mode & 0o777 == 0o640
    dangling = tmp_path / "dangling"
    dangling.symlink_to(tmp_path / "new")
    cnf.write(dangling)
    assert dangling.is_symlink() and (tmp_path / "new").read_text() == cnf.to_dimacs()
    cnf.write(os.devnull)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_disk_without_room_is_an_error():
    with pytest.raises(OSError, match="No space left") as error:
        sator.Queens(30).to_cnf().write("/dev/full")
    assert error.value.filename == "/dev/full"


def test_solvers_and_kinds_are_listed():
    assert {"batsat", "varisat"} <= set(sator.backends())
    assert "kakuro" in sator.kinds() and sator.__version__
    lines = {sator.Sudoku(LINE).solve(backend=name).line for name in sator.backends()}
    assert lines == {SOLVED}
