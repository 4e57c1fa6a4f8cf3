"""What is installed is what users run, and nothing of unknown origin lies in the root of the repository."""

from __future__ import annotations

import subprocess
from collections import defaultdict
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[2]
MIB = 1 << 20
EVALUATION = "scriptsmith/evaluation/"
TEXTS = {".ci", "LICENSE", "Makefile", ".gitignore"}
SUFFIXES = {".md", ".toml"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as `pip wheel` makes it, without a build environment of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    return Path(built)


def test_the_wheel_holds_what_users_run(wheel: Path) -> None:
    """Nothing that models were fitted on; of the sets that are only reported on, the one that a command reads."""
    names = ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {"scriptsmith", f"{wheel.name.split('-py3')[0]}.dist-info"}
    assert [name for name in names if name.startswith(EVALUATION)] == [f"{EVALUATION}report.jsonl"]
    forbidden = ("__pycache__", ".pkl", ".pt", "fit.jsonl", "traps.jsonl")
    assert [name for name in names if any(part in name for part in forbidden)] == []
    needed = (
        "embedder/tokens.npy",
        "smith/smith.gguf",
        "smith/README.md",
        "verifier/weights.npz",
        "retrieval/data/confidence_trees.json",
        "retrieval/data/products.txt",
        "catalogue/harness.sh",
        "bench/suites/scripts/_stand-ins/kubectl",
    )
    assert {f"scriptsmith/{name}" for name in needed} <= set(names)


def test_the_wheel_holds_nothing_of_size_twice(wheel: Path) -> None:
    """Two files of more than 1,000 bytes with the same content should be one that both places refer to."""
    with ZipFile(wheel) as packed:
        alike = defaultdict[bytes, list[str]](list)
        for each in packed.infolist():
            if each.file_size > 1_000:
                alike[packed.read(each)].append(each.filename)
    assert [names for names in alike.values() if len(names) > 1] == []


LEARNED = ("scriptsmith/danger/data/learned_", "scriptsmith/embedder/", "scriptsmith/smith/", "scriptsmith/verifier/")


def test_the_wheel_is_small(wheel: Path) -> None:
    """Beside the embedder (6.5 MiB packed), the verifier (14.5) and the adapter of the small generator (9), all else takes
    6 MiB packed and 16.25 MiB unpacked at most, and the three together 35 MB unpacked: grow on purpose.

    Tests with real programs for 444 entries take a MiB, and 70 bench cases for playbooks a quarter: whoever installs
    it can run them. The tests of entries grow with each fault that they are made to notice: the ninth look at the catalogue
    and 161 situations in which playbooks must stop took a fifth of a MiB unpacked, 68 entries mended after two draws a tenth.
    """
    with ZipFile(wheel) as packed:
        learned = [each for each in packed.infolist() if each.filename.startswith(LEARNED)]
        rest = [each for each in packed.infolist() if not each.filename.startswith(LEARNED)]
    assert wheel.stat().st_size <= 36.75 * MIB
    assert sum(each.file_size for each in learned) <= 35_000_000
    assert sum(each.compress_size for each in rest) <= 6 * MIB
    assert sum(each.file_size for each in rest) <= 16.25 * MIB


def test_no_binary_lies_in_the_root() -> None:
    """Every tracked file of the root is one of ours by name, and text: nothing that only its maker can read."""
    told = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if told.returncode:
        pytest.skip("this is no checkout: git does not say which files belong to it")
    files = [ROOT / name for name in told.stdout.decode().split("\0") if name and "/" not in name]
    assert [path.name for path in files if path.suffix not in SUFFIXES and path.name not in TEXTS] == []
    for path in files:
        assert b"\0" not in path.read_bytes(), path
        path.read_text(encoding="utf-8")
