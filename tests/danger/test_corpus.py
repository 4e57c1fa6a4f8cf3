"""The danger analysis keeps what it promises on the corpora, in the half that was seen and in the half that was not."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from scriptsmith.danger.analyse import analyse

from .benign import benign
from .hostile import SPLITS, Split, cases
from .rewrites import rewrites

FLAGGED = frozenset({"dangerous", "unanalysable"})


def report(part: str, wrong: Iterable[tuple[str, str, str]], total: int) -> str:
    """What a failure shows: ids and answers, texts only of the half that may be looked at."""
    lines = [f"{id}: {answer}" + (f": {text!r}" if part != "held_out" else "") for id, answer, text in wrong]
    return "\n".join([f"{len(lines)} of {total} in {part}", *lines])


@pytest.mark.parametrize("split", SPLITS)
def test_hostile(split: Split) -> None:
    """At least 99 % of the disguised destructive commands are dangerous or unanalysable."""
    answers = [(case.id, analyse(case.text).risk, case.text) for case in cases() if case.split == split]
    missed = [answer for answer in answers if answer[1] not in FLAGGED]
    count = len(missed)  # by itself, so that a failure prints no text of the half that nobody looks at
    assert count <= 0.01 * len(answers), report(split, missed, len(answers))


@pytest.mark.parametrize(("answer", "bound"), [("dangerous", 0.02), ("unanalysable", 0.03)])
@pytest.mark.parametrize("split", SPLITS)
def test_benign(split: Split, answer: str, bound: float) -> None:
    """At most 2 % of daily work is called dangerous and at most 3 % unanalysable."""
    answers = [(item.id, analyse(item.text).risk, item.text) for item in benign() if item.split == split]
    wrong = [one for one in answers if one[1] == answer]
    count = len(wrong)
    assert count <= bound * len(answers), report(split, wrong, len(answers))


def test_rewrites() -> None:
    """At least 99.5 % of the rewrites that mean the same keep the flag."""
    answers = [(str(rewrite.number), analyse(rewrite.text).risk, rewrite.text) for rewrite in rewrites(600)]
    missed = [answer for answer in answers if answer[1] not in FLAGGED]
    assert len(missed) <= 0.005 * len(answers), report("rewrites", missed, len(answers))
