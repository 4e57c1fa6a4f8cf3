"""Pairs of commands judged in boxes."""

from __future__ import annotations

import asyncio

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.bench.command_observer import Observer
from scriptsmith.bench.equivalence.ours import ours
from scriptsmith.bench.model import Judgement, Pair
from scriptsmith.core.fixtures import Planted
from tests.boxes import boxed

pytestmark = boxed

TREE = (
    Planted(path="/shop", kind="dir"),
    Planted(path="/shop/till.txt", content=b"apples 3\npears 5\nplums 7\n", modified="2024-01-01T00:00:00"),
    Planted(path="/shop/store/crates.txt", content=b"pears 50\n"),
    Planted(path="/shop/store/list.csv", content=b"a,b\n1,2\n"),
    Planted(path="/shop/run.sh", content=b"#!/bin/sh\necho go\n", mode=0o755),
)


async def judge_all(*pairs: tuple[str, str, str]) -> list[Judgement]:
    heuristic = ours(Observer(Bubblewrap(), jobs=2))
    return await asyncio.gather(
        *(heuristic(Pair(id="", action=a, first=f, second=s, fixture=TREE, workdir="/shop")) for a, f, s in pairs)
    )


ALIKE = (
    ("find all text files in /shop", "find /shop -name '*.txt'", "cd / && find ./shop -type f -name '*.txt' | sort"),
    (
        "remove all csv files below /shop",
        "find /shop -name '*.csv' -delete",
        "find /shop -name '*.csv' -print -exec rm {} +",
    ),
    (
        "put the line x before the others of till.txt",
        "sed -i '1i x' till.txt",
        "printf 'x\n%s\n' \"$(<till.txt)\" > till.txt",
    ),
    ("count the lines of till.txt", "wc -l till.txt", "grep -c '' till.txt"),
    (
        "pack /shop/store into /tmp/s.tgz",
        "tar czf /tmp/s.tgz -C /shop store",
        "cd /shop && tar cf - store | gzip > /tmp/s.tgz",
    ),
    ("show the date and time", "date", "date -R"),
    ("show which files hold the word pears in /shop", "grep -rl pears /shop", "grep -rn pears /shop"),
)
APART = (
    ("show the first 2 lines of till.txt", "head -n 2 till.txt", "sed 3q till.txt"),
    ("remove all csv files below /shop", "find /shop -name '*.csv' -delete", "rm -f /shop/*.csv"),
    ("add the line x to till.txt", "echo x >> till.txt", "echo x > till.txt"),
    ("put the line x before the others of till.txt", "sed -i '1i x' till.txt", "echo x >> till.txt"),
    ("pack /shop/store into /tmp/s.tgz", "tar czf /tmp/s.tgz store", "tar czf /tmp/s.tgz store/list.csv"),
    ("list the files in /shop over 2 KB", "find /shop -type f -size +2k", "find /shop -type f -size +3k"),
    ("find files in /shop older than 5 days", "find /shop -type f -mtime +5", "find /shop -type f -mtime +6"),
)


async def test_commands_that_answer_alike_are_equivalent() -> None:
    """Other programs, paths, orders, containers' times and talk are forgiven where the action leaves them open."""
    found = await judge_all(*ALIKE)
    assert [(it.equivalent, it.why) for it in found if not it.equivalent] == []


async def test_near_misses_are_exposed() -> None:
    """One line more, a folder less, a lost file, a threshold off by one: some world tells them apart."""
    found = await judge_all(*APART)
    assert [it.why for it in found if it.equivalent] == []
    assert all(it.why and 0 <= it.score < 0.5 for it in found)


async def test_judging_does_not_depend_on_the_order_of_the_commands() -> None:
    """Turned round, a pair is judged the same."""
    found = await judge_all(*((a, s, f) for a, f, s in (ALIKE[0], ALIKE[3], APART[2], APART[4])))
    assert [it.equivalent for it in found] == [True, True, False, False]
