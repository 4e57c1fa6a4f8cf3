"""The outputs that pages show name entries of the shipped catalogue as they are today."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs/tutorial").glob("*.md")),
    *sorted((ROOT / "docs/howto").glob("*.md")),
]
NAMED = re.compile(r"\b([a-z][a-z0-9-]+)(?:@| version )(\d+)\b")
SHOWN = re.compile(r"^```console$(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def versions() -> dict[str, int]:
    """The version of every shipped entry."""
    found = (tomllib.loads(path.read_text("utf-8")) for path in ROOT.glob("src/scriptsmith/catalogue/*/*/entry.toml"))
    return {entry["id"]: entry["version"] for entry in found}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_shown_version_is_that_of_the_entry(page: Path, versions: dict[str, int]) -> None:
    """A reader who types the command sees the version that the page shows."""
    shown = {named for block in SHOWN.findall(page.read_text("utf-8")) for named in NAMED.findall(block)}
    assert {(name, int(number)) for name, number in shown if versions.get(name, int(number)) != int(number)} == set()


def test_a_word_of_the_glossary_has_one_meaning() -> None:
    """No word stands in the glossary twice."""
    text = (ROOT / "docs/glossary.md").read_text("utf-8")
    words = [word for word in re.findall(r"^\| ([^|]+?) \|", text, re.MULTILINE) if word not in ("word", "---")]
    assert sorted(word for word in set(words) if words.count(word) > 1) == []


def test_the_readme_shows_an_entry() -> None:
    """The expressions of this test find what the README shows."""
    blocks = SHOWN.findall((ROOT / "README.md").read_text("utf-8"))
    assert any(name == "compress-old-logs" for block in blocks for name, _ in NAMED.findall(block))
