"""The package: types, and the notebook in docs."""

import subprocess
import sys
from pathlib import Path

import pytest
import sator
from conftest import ROOT

HERE = Path(__file__).parent


def run(*args: str) -> None:
    told = subprocess.run([sys.executable, "-m", *args], capture_output=True, text=True, cwd=HERE.parent, check=False)
    assert told.returncode == 0, told.stdout + told.stderr


def test_a_users_program_has_the_types_that_it_expects():
    pytest.importorskip("mypy")
    run("mypy", "--strict", "--cache-dir", "/dev/null", str(HERE / "typing_sample.py"))


def test_the_package_has_the_types_that_it_declares():
    pytest.importorskip("mypy")
    run("mypy", "--cache-dir", "/dev/null", "--ignore-missing-imports", "-p", "sator")
    run("mypy.stubtest", "sator._sator")


def test_all_names_are_documented():
    for name in sator.__all__:
        assert getattr(sator, name).__doc__, name


def test_the_notebook_runs_and_shows_what_it_shows():
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(ROOT / "docs" / "notebook.ipynb", as_version=4)
    stored = [shown(cell) for cell in notebook.cells]
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    assert [shown(cell) for cell in notebook.cells] == stored


def shown(cell) -> list[str]:
    """The outputs of a cell, without what differs from run to run."""
    texts = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        texts.append(str(data.get("text/plain", output.get("text", ""))) + " ".join(sorted(data)))
    return texts
