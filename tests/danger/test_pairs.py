"""The one detail that makes a script dangerous is seen, and its absence too."""

from __future__ import annotations

from scriptsmith.danger.analyse import analyse

from .pairs import FOLDER, pairs

STOPPED = ("dangerous", "unanalysable")
# A copy from `.orig` over the live file may be meant, and what a caller gives as a number is only evaluated.
PASSED_THOUGH_DANGEROUS = {"swapped-cp", "arithmetic-caller"}
STOPPED_THOUGH_BENIGN: set[str] = set()


def test_the_dangerous_one_is_stopped() -> None:
    passed = {pair.name for pair in pairs() if analyse(pair.dangerous).risk not in STOPPED}
    assert passed == PASSED_THOUGH_DANGEROUS


def test_the_benign_one_passes() -> None:
    stopped = {pair.name for pair in pairs() if analyse(pair.benign).risk in STOPPED}
    assert stopped == STOPPED_THOUGH_BENIGN


def test_names_are_unique() -> None:
    names = [pair.name for pair in pairs()]
    assert len(names) == len(set(names))
    assert all(pair.why and pair.dangerous != pair.benign for pair in pairs())


def test_daily_work_passes() -> None:
    """Whole scripts of daily work, which were written to find false alarms."""
    blocks = (FOLDER.parent / "daily.txt").read_text(encoding="utf-8").split("=== ")[1:]
    stopped = {block.partition("\n")[0] for block in blocks if analyse(block.partition("\n")[2]).risk in STOPPED}
    assert stopped == set()
