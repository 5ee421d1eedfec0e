"""Shared by the tests: the command line to compare with, and the puzzles beside the repository."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Callable, TypeVar

import pytest

F = TypeVar("F", bound=Callable[..., Any])

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("SATOR_DATA", ROOT.parent / "shared" / "data"))

def needs_data(test: F) -> F:
    """Marks a test that reads the puzzles beside the repository: `pytest -m shared_data` runs these."""
    absent = pytest.mark.skipif(not DATA.is_dir(), reason="needs ../shared/data")
    return pytest.mark.shared_data(absent(test))



def _program() -> str | None:
    built = [ROOT / "target" / profile / "sator" for profile in ("debug", "release")]
    return next((str(path) for path in built if path.is_file()), shutil.which("sator"))


PROGRAM = os.environ.get("SATOR_PROGRAM") or _program()

needs_program = pytest.mark.skipif(PROGRAM is None, reason="needs the program sator")


def command_line(*args: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the program `sator`."""
    assert PROGRAM is not None
    return subprocess.run([PROGRAM, *args], input=text, capture_output=True, text=True, check=False)
