"""The examples of the documentation have types: mypy checks them as it checks the program of a user."""

import ast
import doctest
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import sator
from conftest import ROOT

DOCUMENTS = ["README.md", "crates/sator-py/README.md", "docs/python.md"]
NOTEBOOK = "docs/notebook.ipynb"

OPTIONS = """
[mypy]
strict = True
# `Cnf.to_pysat` gives a class of a package that has no types.
[mypy-pysat.*]
ignore_missing_imports = True
"""


def examples_at_their_lines(examples: list[tuple[int, str]]) -> str:
    """A program of these examples, each at its line, so that mypy names the lines of the document."""
    lines: list[str] = []
    for line, source in examples:
        assert line >= len(lines), f"two examples at line {line + 1}"
        lines += [""] * (line - len(lines)) + source.splitlines()
    return "\n".join(lines) + "\n"


def program_of_document(text: str) -> str:
    """The examples of a document, which share their names."""
    return examples_at_their_lines([(it.lineno, it.source) for it in doctest.DocTestParser().get_examples(text)])


def program_of_module(source: str) -> str:
    """The examples of the docstrings of a module, those of each in a function of its own."""
    listed = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) or not ast.get_docstring(node):
            continue
        # The first line of a docstring is a sentence: there the function begins.
        begin = node.body[0].lineno - 1
        examples = doctest.DocTestParser().get_examples(ast.get_docstring(node, clean=False) or "")
        if examples:
            listed.append((begin, f"def example_{begin + 1}() -> None:"))
        for example in examples:
            indented = textwrap.indent(example.source, "    ")
            listed.append((begin + example.lineno, indented))
    return examples_at_their_lines(sorted(listed))


def program_of_notebook(text: str) -> str:
    """The code of a notebook, a comment before each cell."""
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    numbered = (f"# cell {number}\n{''.join(cell['source'])}\n" for number, cell in enumerate(cells, 1))
    return "\n".join(numbered)


def programs() -> dict[str, str]:
    """The examples of all documents and of the package, by the names of files."""
    found = {}
    for name in DOCUMENTS:
        found[name] = program_of_document((ROOT / name).read_text(encoding="utf-8"))
    found[NOTEBOOK] = program_of_notebook((ROOT / NOTEBOOK).read_text(encoding="utf-8"))
    for path in Path(sator.__file__).parent.glob("*.py"):
        found[f"sator/{path.stem}"] = program_of_module(path.read_text(encoding="utf-8"))
    return {name: program for name, program in found.items() if program.strip()}


def mypy(folder: Path, files: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What mypy says about these programs. The names of files become those of modules."""
    (folder / "mypy.ini").write_text(OPTIONS, encoding="utf-8")
    names = []
    for name, program in files.items():
        names.append("".join(it if it.isalnum() else "_" for it in name) + ".py")
        (folder / names[-1]).write_text(program, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "--cache-dir", os.devnull, *names],
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )


def test_the_examples_have_the_types_that_a_strict_check_expects(tmp_path):
    pytest.importorskip("mypy")
    found = programs()
    # None of the documents has lost its examples.
    assert set(found) >= {*DOCUMENTS, NOTEBOOK, "sator/__init__", "sator/_bulk", "sator/_model", "sator/_puzzles"}
    told = mypy(tmp_path, found)
    assert told.returncode == 0, told.stdout + told.stderr


def test_an_example_with_a_wrong_type_is_found(tmp_path):
    pytest.importorskip("mypy")
    document = 'Text.\n\n```python\n>>> import sator\n>>> number: str = sator.Queens(8).count()\n\n```\n'
    told = mypy(tmp_path, {"page.md": program_of_document(document)})
    assert told.returncode == 1 and "page_md.py:5: error:" in told.stdout, told.stdout + told.stderr
