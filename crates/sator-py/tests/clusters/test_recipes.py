"""The recipes of `docs/clusters.md` run on real job systems: their answers are the lines of the command line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT, command_line, needs_program

PAGE = (ROOT / "docs" / "clusters.md").read_text(encoding="utf-8")

pytestmark = needs_program

full = pytest.mark.skipif("SATOR_FULL" not in os.environ, reason="needs SATOR_FULL=1")


def recipe(name: str, folder: Path) -> Path:
    """The block of the page with this name, as a file."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    (text,) = [block for block in blocks if f"# {name} LIST ANSWERS\n" in block]
    script = folder / name
    script.write_text(text, encoding="utf-8")
    script.chmod(0o755)
    return script


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    """A sudoku with its digits exchanged in many ways, and here and there one without a solution, a line
    that is no puzzle, a comment and a blank line."""
    line = "...8....7..3..........2..85.21.6.........2.7..5...9.64.1...4.....65.......47...91"
    lines = []
    for shift in range(9):
        for step in (1, 2, 4, 5, 7, 8):
            digits = "".join(str((step * value + shift) % 9 + 1) for value in range(9))
            lines.append(line.translate(str.maketrans("123456789", digits)))
            if shift % 4 == 1:
                lines += ["11" + line[2:], "no puzzle", "# a comment", ""]
    file = tmp_path / "list.txt"
    file.write_text("\n".join(lines) + "\n", encoding="ascii")
    return file


def expected(puzzles: Path) -> list[str]:
    answers = command_line("solve", "sudoku", str(puzzles), "--quiet").stdout.splitlines()
    assert len(set(answers)) > 40, "the order can be told from the answers"
    assert answers.count("no solution") == answers.count("invalid") == 12
    return answers


def run(command: list[str], folder: Path, **variables: str) -> None:
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_dask(puzzles: Path, tmp_path: Path) -> None:
    pytest.importorskip("dask.bag")
    pytest.importorskip("distributed")
    script = recipe("dask_lines.py", tmp_path)
    # A block has about ten lines.
    run([sys.executable, str(script), str(puzzles), "answers"], tmp_path, BLOCK="800")
    parts = sorted((tmp_path / "answers").iterdir())
    assert len(parts) > 5
    found = [line for part in parts for line in part.read_text(encoding="ascii").splitlines()]
    assert found == expected(puzzles)


@full
def test_ray(puzzles: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray.data")
    script = recipe("ray_lines.py", tmp_path)
    run([sys.executable, str(script), str(puzzles), "answers"], tmp_path, BATCH="10")
    found = (tmp_path / "answers").read_text(encoding="ascii").splitlines()
    assert found == expected(puzzles)


@full
def test_hyperqueue(puzzles: Path, tmp_path: Path) -> None:
    pytest.importorskip("hyperqueue")
    script = recipe("hq_lines.py", tmp_path)
    run([sys.executable, str(script), str(puzzles), "answers"], tmp_path, BATCH="10")
    found = (tmp_path / "answers").read_text(encoding="ascii").splitlines()
    assert found == expected(puzzles)


def test_the_tasks_of_slurm_without_slurm(puzzles: Path, tmp_path: Path) -> None:
    script = recipe("slurm_lines.py", tmp_path)
    for task in range(4):
        variables = {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_COUNT": "4"}
        run([sys.executable, str(script), str(puzzles), "answers"], tmp_path, **variables)
    assert of_tasks(tmp_path) == expected(puzzles)


def of_tasks(folder: Path) -> list[str]:
    parts = [folder / f"answers.{task}" for task in range(4)]
    return [line for part in parts for line in part.read_text(encoding="ascii").splitlines()]


@full
def test_slurm(puzzles: Path, tmp_path: Path) -> None:
    # Daemons are not on the PATH of every user.
    path = os.environ["PATH"] + ":/usr/sbin"
    if not any(Path(folder, "slurmctld").is_file() for folder in path.split(":")):
        pytest.skip("needs Slurm")
    script = recipe("slurm_lines.py", tmp_path)
    start = ROOT / "crates" / "sator-cli" / "tests" / "cluster" / "slurm.sh"
    commands = f"sbatch --wait {script} {puzzles} {tmp_path}/answers"
    python = Path(sys.executable).parent
    run([str(start), str(tmp_path / "slurm"), commands], tmp_path, PATH=f"{python}:{path}")
    assert of_tasks(tmp_path) == expected(puzzles)
