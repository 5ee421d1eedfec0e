"""Many puzzles at once: every form of input, order, and answers that do not exist."""

from typing import Any

import numpy as np
import pytest
import sator
from sator import _bulk, _sator

LINE = "1..4.23..41.3..2"
SOLVED = "1324423124133142"
NONE = "11" + "." * 14
SEVERAL = "12..34.........."


def cells(line: str) -> list[int]:
    return [0 if symbol == "." else int(symbol) for symbol in line]


def test_a_list_has_a_line_or_none_for_each_puzzle():
    answers = sator.solve_many([LINE, NONE, "no puzzle", SEVERAL, LINE])
    assert answers[:3] == [SOLVED, None, None] and answers[4] == SOLVED
    assert sator.Sudoku(SEVERAL).check(answers[3])
    assert sator.solve_many([LINE, SEVERAL], unique=True) == [SOLVED, None]
    assert sator.solve_many((LINE,)) == [SOLVED] and sator.solve_many([]) == []


def test_text_has_the_words_of_the_command_line():
    text = f"# sudokus\n{LINE}\n\n{NONE}\n{SEVERAL}\nno puzzle\n"
    answers = sator.solve_many(text, kind="sudoku", unique=True).splitlines()
    assert answers[:2] == [SOLVED, "no solution"]
    assert answers[2].endswith(" (not unique)") and answers[3] == "invalid" and len(answers) == 4
    assert sator.solve_many(text.encode(), kind="sudoku", unique=True).decode().splitlines() == answers
    assert sator.solve_many("\ufeff" + text.replace("\n", "\r\n"), kind="sudoku", unique=True).splitlines() == answers


@pytest.mark.parametrize("shape", [(4, 16), (4, 4, 4)])
def test_an_array_keeps_its_shape(shape):
    puzzles = np.array([cells(LINE), cells(NONE), cells(SEVERAL), [9] * 16], dtype=np.uint8).reshape(shape)
    before = puzzles.copy()
    solved = sator.solve_many(puzzles)
    assert solved.shape == shape and solved.dtype == np.uint8 and (puzzles == before).all()
    flat = solved.reshape(4, 16)
    assert flat[0].tolist() == cells(SOLVED) and flat[1].max() == 0 and flat[2].min() == 1 and flat[3].max() == 0
    assert sator.solve_many(puzzles, unique=True).reshape(4, 16)[2].max() == 0
    flat[0, 0] = 0
    assert sator.solve_many(puzzles[::-1][:1].copy()).max() == 0


def test_parts_of_arrays_and_other_buffers_are_solved():
    puzzles = np.array([cells(LINE)] * 6, dtype=np.uint8)
    assert sator.solve_many(puzzles[::2]).tolist() == [cells(SOLVED)] * 3
    assert sator.solve_many(np.asfortranarray(puzzles)).tolist() == [cells(SOLVED)] * 6
    view = sator.solve_many(memoryview(bytes(cells(LINE))).cast("B", (1, 16)))
    assert view.tolist() == [cells(SOLVED)]
    assert sator.solve_many(np.zeros((0, 81), dtype=np.uint8)).shape == (0, 81)


@pytest.mark.parametrize("kind", ["int8", "uint16", "int32", "uint64", "int64"])
def test_other_integers_are_solved(kind):
    puzzles = np.array([cells(LINE), [100] * 16], dtype=kind)
    solved = sator.solve_many(puzzles)
    assert solved.dtype == np.uint8 and solved.tolist() == [cells(SOLVED), [0] * 16]
    # 257 would be 1 as a byte.
    for wrong in {np.iinfo(kind).min, np.iinfo(kind).max, min(257, np.iinfo(kind).max)} - {0}:
        puzzles[0, 1] = wrong
        assert sator.solve_many(puzzles).max() == 0
    if kind.startswith("int"):
        puzzles[0, 1] = -1
        assert sator.solve_many(puzzles).max() == 0


def test_an_array_that_is_read_only_is_solved():
    puzzles = np.array([cells(LINE)], dtype=np.uint8)
    puzzles.flags.writeable = False
    solved = sator.solve_many(puzzles)
    assert solved.tolist() == [cells(SOLVED)] and solved.flags.writeable


def test_parts_of_long_lists_fit_together():
    number = 150_000
    lines = [LINE if it % 1000 else NONE for it in range(number)]
    expected = [SOLVED if it % 1000 else None for it in range(number)]
    assert sator.solve_many(lines) == expected
    words = [SOLVED if it % 1000 else "no solution" for it in range(number)]
    comment = "# " + 10_000_000 * "ü"
    text = "\n".join([*lines[:70_000], comment, *lines[70_000:]])
    assert sator.solve_many(text).splitlines() == words
    assert sator.solve_many(text.encode()).splitlines() == [word.encode() for word in words]
    array = np.array([cells(LINE)] * number, dtype=np.uint8)
    array[::1000] = cells(NONE)
    solved = sator.solve_many(array)
    assert (solved[1] == cells(SOLVED)).all() and (solved[::1000] == 0).all()
    assert (solved.min(axis=1) == 0).sum() == number // 1000
    lines[140_000] = "%"
    for solve in (sator.solve_many, lambda lines, **options: list(sator.solve_iter(lines, chunk=999, **options))):
        with pytest.raises(sator.ParseError) as error:
            solve(lines, kind="sudoku", errors="raise")
        assert error.value.line == 140_001


def test_answers_are_in_order_for_any_number_of_threads():
    made = [sator.create("sudoku", size=4, seed=seed) for seed in range(12)]
    lines = [it.puzzle.convert("line") for it in made] * 40
    expected = [it.solution.line for it in made] * 40
    for threads in (1, 2, 3, 8):
        assert sator.solve_many(lines, threads=threads) == expected
    array = np.array([cells(line) for line in lines], dtype=np.uint8)
    assert sator.solve_many(array, threads=3).tolist() == [cells(line) for line in expected]
    assert list(sator.solve_iter(iter(lines), chunk=7)) == expected


def test_lines_of_a_file_keep_their_ends_out():
    assert list(sator.solve_iter([f"{LINE}\n", f"{LINE}\r\n"])) == [SOLVED, SOLVED]
    assert sator.solve_many([f"{LINE}\n", f"{LINE}\r\n"]) == [SOLVED, SOLVED]


def test_a_line_with_half_a_surrogate_pair_is_invalid_alone():
    lines = [LINE, "1\ud800" + LINE[2:], LINE]
    assert sator.solve_many(lines, kind="sudoku") == [SOLVED, None, SOLVED]
    assert sator.solve_many("\n".join(lines), kind="sudoku").splitlines() == [SOLVED, "invalid", SOLVED]


@pytest.mark.parametrize("kind", ["U", "O"])
def test_an_array_of_text_is_read_like_a_list(kind):
    assert sator.solve_many(np.array([LINE, NONE, "%"], dtype=kind)) == [SOLVED, None, None]


def test_a_column_of_a_table_is_read_like_a_list():
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame({"puzzle": [LINE, NONE, LINE]}, index=[7, 5, 7])
    assert sator.solve_many(table["puzzle"]) == [SOLVED, None, SOLVED]
    assert sator.solve_many(table["puzzle"].to_numpy()) == [SOLVED, None, SOLVED]
    assert sator.solve_many(table["puzzle"].array) == [SOLVED, None, SOLVED]
    assert list(sator.solve_iter(table["puzzle"])) == [SOLVED, None, SOLVED]
    with pytest.raises(TypeError, match="expected lines, found int at index 0"):
        sator.solve_many(pd.Series([1, 2]))
    with pytest.raises(TypeError, match="expected lines, found float at index 1"):
        sator.solve_many(pd.Series([LINE, None], dtype=object).fillna(float("nan")))


def test_a_table_is_refused_with_what_to_pass_instead():
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame([cells(LINE)] * 2)
    for solve in (sator.solve_many, sator.solve_iter):
        with pytest.raises(TypeError, match=r'found DataFrame: pass a column .*\["puzzle"\].*table.to_numpy'):
            solve(table)
    assert sator.solve_many(table.to_numpy()).tolist() == [cells(SOLVED)] * 2
    with pytest.raises(ValueError, match="found 2 axes of float64"):
        sator.solve_many(table.astype(float).to_numpy())


def test_the_cells_of_a_table_are_one_grid():
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame([list(LINE[begin : begin + 4]) for begin in range(0, 16, 4)], columns=list("abcd"))
    for grid in (table, table.replace(".", "0").astype(int)):
        solution = sator.Sudoku.from_grid(grid).solve()
        assert solution is not None and solution.line == SOLVED
    with pytest.raises(sator.ParseError, match="row 1, column 2: expected a whole number, found nan"):
        sator.Sudoku.from_grid(pd.DataFrame([[1, float("nan")], [0, 0]]))


@pytest.mark.parametrize("dtype", ["uint8", "int64", "masked", "memoryview"])
def test_an_array_is_copied_and_solved_part_by_part(dtype, monkeypatch):
    number = 2 * _bulk._MOST_CELLS // 81 + 3
    numbers: Any = np.arange(number * 81).reshape(number, 9, 9) % 10
    expected = numbers.astype(np.uint8).tobytes()
    numbers = numbers.astype(dtype if dtype == "int64" else "uint8")
    if dtype == "masked":
        numbers = np.ma.array(numbers)
    elif dtype == "memoryview":
        numbers = memoryview(numbers)
    parts = []

    def solve_grids(n: int, cells: bytes, *_: object) -> bytes:
        parts.append(cells)
        return cells

    # Python itself asks for Ctrl-C between the calls.
    monkeypatch.setattr(_sator, "solve_grids", solve_grids)
    solved = sator.solve_many(numbers)
    assert solved.shape == (number, 9, 9) and solved.tobytes() == expected == b"".join(parts)
    assert len(parts) == 3 and max(map(len, parts)) <= _bulk._MOST_CELLS


def test_masked_cells_of_an_array_are_empty():
    puzzles = np.ma.array([cells(LINE)] * 2, dtype=np.uint8)
    puzzles[0, 0] = np.ma.masked
    puzzles.data[0, 0] = 2
    assert sator.solve_many(puzzles).tolist() == [cells(SOLVED)] * 2


def test_other_kinds_are_answered_in_lines():
    assert sator.solve_many(["4", "3"], kind="queens")[1] is None
    assert sator.solve_many(["4"], kind="queens")[0].startswith('{"columns"')


def test_the_first_wrong_puzzle_is_an_error_if_asked():
    with pytest.raises(sator.ParseError) as error:
        sator.solve_many([LINE, "1..&" + "." * 12], kind="sudoku", errors="raise")
    assert error.value.line == 2
    text = f"# sudokus\n\n{LINE}\r\n{LINE}\n\n1..&{'.' * 12}\n"
    for puzzles in (text, text.encode(), f"\ufeff{text}"):
        with pytest.raises(sator.ParseError) as error:
            sator.solve_many(puzzles, kind="sudoku", errors="raise")
        assert (error.value.line, error.value.column) == (6, 4)
    # The line is in the second part of a long text.
    comment = "# " + 10_000_000 * "ü"
    with pytest.raises(sator.ParseError) as error:
        sator.solve_many(f"{LINE}\n{comment}\n\n{LINE}\n%\n", kind="sudoku", errors="raise")
    assert error.value.line == 5
    with pytest.raises(sator.ParseError, match="0 to 4") as error:
        sator.solve_many(np.full((1, 16), 5, dtype=np.uint8), errors="raise")
    assert error.value.line == 1
    grids = np.zeros((4, 16), dtype=np.uint8)
    grids[1, 3], grids[2, 5] = 5, 9
    with pytest.raises(sator.ParseError, match="grid 2") as error:
        sator.solve_many(grids, errors="raise")
    assert error.value.line == 2


def test_chunks_share_the_notation_of_the_whole_list():
    # 0 to F, of which the first line alone would be 1 to G, as it has no 0.
    row = "0123456789ABCDEF"
    solved = "".join(row[(4 * (r % 4) + r // 4 + c) % 16] for r in range(16) for c in range(16))
    lines = [solved.replace("0", "."), solved[:250] + "." * 6, solved]
    expected = sator.solve_many(lines)
    assert expected == [solved] * 3
    for chunk in (1, 2, 3):
        assert list(sator.solve_iter(lines, chunk=chunk)) == expected


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: list(sator.solve_iter([LINE] * 250 + [1], chunk=9)), "expected lines, found int at index 250"),
        (lambda: list(sator.solve_iter([1])), "expected lines, found int at index 0"),
        (lambda: list(sator.solve_iter([LINE.encode()])), "expected lines, found bytes at index 0"),
        (lambda: sator.solve_iter(7), "not iterable"),
        (lambda: sator.solve_iter([LINE], chunk=1.5), "a chunk as a whole number of puzzles, found float"),
        (lambda: sator.solve_many(np.zeros((2, 81), dtype="datetime64[s]")), "an array of uint8, found datetime64"),
        (lambda: sator.solve_many(iter([LINE])), r"found list_iterator: pass list\(…\), or use solve_iter"),
        (lambda: sator.solve_many(it for it in [LINE]), r"found generator: pass list\(…\), or use solve_iter"),
        (lambda: sator.solve_many(None), "found NoneType"),
    ],
)
def test_arguments_of_another_type_are_named(wrong, message):
    with pytest.raises(TypeError, match=message):
        wrong()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: sator.solve_many(7),
        lambda: sator.solve_many([LINE, 7]),
        lambda: sator.solve_many([LINE, LINE.encode()]),
        lambda: sator.solve_many(np.zeros((2, 81))),
        lambda: sator.solve_many(np.zeros((2, 81), dtype=bool)),
        lambda: sator.solve_many(np.array([1.5])),
        lambda: sator.solve_many([LINE], seed=-1),
        lambda: sator.solve_many([LINE], threads=-1),
        lambda: sator.solve_many([LINE], backend="nonsense"),
        lambda: sator.solve_many([LINE], timeout=float("nan")),
        lambda: sator.solve_iter(LINE),
        lambda: sator.solve_iter([LINE], backend="nonsense"),
        lambda: sator.solve_many(np.zeros(81, dtype=np.uint8)),
        lambda: sator.solve_many(np.zeros((2, 80), dtype=np.uint8)),
        lambda: sator.solve_many(np.zeros((2, 9, 8), dtype=np.uint8)),
        lambda: sator.solve_many(np.zeros((2, 49), dtype=np.uint8)),
        lambda: sator.solve_many(np.zeros((1, 81), dtype=np.uint8), kind="killer"),
        lambda: sator.solve_many([LINE], kind="nonsense"),
        lambda: sator.solve_many([LINE], errors="nonsense"),
        lambda: sator.solve_iter([LINE], chunk=0),
        lambda: sator.solve_iter([LINE], chunk=10**5000),
    ],
)
def test_wrong_arguments_are_refused(wrong):
    with pytest.raises((TypeError, ValueError)):
        wrong()
