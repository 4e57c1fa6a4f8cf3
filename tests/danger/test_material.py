"""The corpora are what their README says, so that a figure on them means something."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import pytest

from .benign import benign
from .hostile import DISGUISES, SPLITS, Split, cases, file_of, split_of, written
from .lines import plain_lines
from .rewrites import rewrites


def unreadable(texts: Iterable[str]) -> list[str]:
    """The texts that Bash itself cannot read."""

    def fails(text: str) -> bool:
        return subprocess.run(["bash", "-n"], input=text.encode(), capture_output=True).returncode != 0

    kept = list(texts)
    with ThreadPoolExecutor(2) as pool:
        return [text for text, failed in zip(kept, pool.map(fails, kept), strict=True) if failed]


def test_hostile_size() -> None:
    """Twenty families stand under each of at least thirty disguises, and no text comes twice."""
    found = list(cases())
    seen = Counter(tuple(case.id.split("/")[:2]) for case in found)
    assert len(plain_lines()) == 20
    assert len(DISGUISES) >= 30
    assert set(seen) == {(family, disguise) for family in plain_lines() for disguise in DISGUISES}
    assert len({case.text for case in found}) == len(found) >= 600


def test_hostile_disguised() -> None:
    """A disguise changes the text, and `plain` does not."""
    assert all((case.text == case.plain) == ("/plain/" in case.id) for case in cases())


def test_hostile_halves() -> None:
    """Each disguise belongs to one half, the halves are equal, and each shows every plain command but few."""
    assert Counter(map(split_of, DISGUISES)) == dict.fromkeys(SPLITS, len(DISGUISES) / 2)
    everything = {line.text for lines in plain_lines().values() for line in lines}
    assert {case.plain for case in cases() if case.split == "held_out"} == everything
    assert len({case.plain for case in cases() if case.split == "dev"}) >= 0.9 * len(everything)


@pytest.mark.parametrize("split", SPLITS)
def test_hostile_file(split: Split) -> None:
    """The file in the repository is what the generator writes."""
    assert file_of(split).read_text(encoding="utf-8") == written(split), "run: python -m tests.danger.hostile"


def test_bash_reads_hostile() -> None:
    """Every hostile text is Bash."""
    assert unreadable(case.text for case in cases()) == []


def test_bash_reads_benign() -> None:
    """Every benign text is Bash."""
    assert unreadable(item.text for item in benign()) == []


def test_benign_size() -> None:
    """There are at least a thousand benign texts, all different, of both labels in both halves."""
    found = list(benign())
    assert len({item.text for item in found}) == len(found) >= 1000
    assert min(Counter((item.split, item.label) for item in found).values()) >= 100
    assert all(item.text.strip() for item in found)


def test_apart() -> None:
    """Nothing is in the hostile and in the benign corpus."""
    assert not {case.text for case in cases()} & {item.text for item in benign()}


def test_rewrites() -> None:
    """Rewrites are different texts that Bash can read, always the same ones whatever their number."""
    found = list(rewrites(200))
    assert found == list(islice(rewrites(300), 200))
    assert len({rewrite.text for rewrite in found}) == 200
    assert all(rewrite.text != rewrite.plain for rewrite in found)
    assert unreadable(rewrite.text for rewrite in found) == []
