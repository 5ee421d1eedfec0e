"""The package: types, and the notebook in docs."""

import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import sator
from conftest import ROOT

HERE = Path(__file__).parent


def run(*args: str, **variables: str) -> None:
    told = subprocess.run(
        [sys.executable, "-m", *args],
        capture_output=True,
        text=True,
        cwd=HERE.parent,
        env={**os.environ, **variables},
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr


def test_a_users_program_has_the_types_that_it_expects():
    pytest.importorskip("mypy")
    run("mypy", "--strict", "--cache-dir", "/dev/null", str(HERE / "typing_sample.py"))


def test_the_package_has_the_types_that_it_declares():
    pytest.importorskip("mypy")
    run("mypy", "--cache-dir", "/dev/null", "--ignore-missing-imports", "-p", "sator")
    run("mypy.stubtest", "sator._sator")


@pytest.mark.skipif(not shutil.which("cargo"), reason="needs cargo")
def test_the_source_archive_has_all_crates(tmp_path):
    pytest.importorskip("maturin")
    run("maturin", "sdist", "-o", str(tmp_path))
    (archive,) = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(archive, tmp_path)
    (folder,) = tmp_path.glob("sator-*/")
    assert (folder / "LICENSE").is_file() and (folder / "python" / "sator" / "py.typed").is_file()
    manifest = folder / "crates" / "sator-py" / "Cargo.toml"
    # The lock file loses the crates that the archive does not have; no version changes.
    before = checksums(folder / "Cargo.lock")
    told = subprocess.run(
        ["cargo", "metadata", "--offline", "--format-version", "1", "--manifest-path", str(manifest)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    after = checksums(folder / "Cargo.lock")
    assert after and after < before


@pytest.mark.skipif(not os.environ.get("SATOR_FULL"), reason="compiles the package twice")
@pytest.mark.parametrize("source", ["folder", "archive"])
def test_the_package_is_installed_from_its_source(source, tmp_path):
    folder = ROOT / "crates" / "sator-py"
    if source == "archive":
        run("maturin", "sdist", "-o", str(tmp_path))
        (archive,) = tmp_path.glob("*.tar.gz")
        shutil.unpack_archive(archive, tmp_path)
        (folder,) = tmp_path.glob("sator-*/")
    # Without a network: this environment has the build tool, of a version that the package accepts.
    options = ("--no-deps", "--no-index", "--no-build-isolation", "--check-build-dependencies")
    options += ("--config-settings", "build-args=--profile dev", "-w", str(tmp_path))
    tools = str(Path(sys.executable).parent) + os.pathsep + os.environ["PATH"]
    run("pip", "wheel", *options, str(folder), PATH=tools, CARGO_TARGET_DIR=str(ROOT / "target"))
    (wheel,) = tmp_path.glob("*.whl")
    run("venv", str(tmp_path / "fresh"))
    python = tmp_path / "fresh" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run("pip", "--python", str(python), "install", "--no-deps", "--no-index", str(wheel))
    counted = "import sator; assert sator.Queens(8).count() == 92"
    told = subprocess.run([python, "-I", "-c", counted], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert told.returncode == 0, told.stderr


def checksums(lock: Path) -> set[str]:
    return {line for line in lock.read_text(encoding="utf-8").splitlines() if line.startswith("checksum")}


def test_all_names_are_documented():
    for name in sator.__all__:
        assert getattr(sator, name).__doc__, name


def test_all_methods_are_documented():
    for name in sator.__all__:
        it = getattr(sator, name)
        for member, value in vars(it).items() if isinstance(it, type) else ():
            is_own = inspect.isfunction(value) or isinstance(value, (property, classmethod, staticmethod))
            if is_own and not member.startswith("_"):
                assert getattr(it, member).__doc__, f"{name}.{member}"


def test_the_notebook_runs_and_shows_what_it_shows():
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    path = ROOT / "docs" / "notebook.ipynb"
    notebook = nbformat.read(path, as_version=4)
    stored = [shown(cell) for cell in notebook.cells]
    # The times of execution would differ in each run.
    client = nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", record_timing=False)
    client.execute()
    if os.environ.get("SATOR_GOLDEN") == "write":
        notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
        nbformat.write(notebook, path)
        stored = [shown(cell) for cell in notebook.cells]
    assert [shown(cell) for cell in notebook.cells] == stored


KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def shown(cell) -> list[str]:
    """The texts and the forms of the outputs of a cell. The pictures have golden files of their own."""
    texts = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        texts.append(str(data.get("text/plain", output.get("text", ""))) + " ".join(sorted(data)))
    return texts
