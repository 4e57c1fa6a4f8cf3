"""What the words of an action and of two commands say before anything runs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.bench.equivalence import statics
from scriptsmith.bench.equivalence import text_fallback as unseen
from scriptsmith.bench.equivalence.planting import instances, prose, read_hints
from scriptsmith.bench.equivalence.requirements import read_asks
from scriptsmith.bench.model import Pair

COMMANDS = (
    "ls -l -a /srv",
    "grep -rin 'up' /srv | sort -u",
    "find /srv -type f -name '*.log' -size +1k",
    "head -n 5 a.txt",
    "cat a.txt | wc -l",
    "it's not closed",
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ls -la /srv", "ls --all -l /srv"),
        ("egrep 'a|b' f", "grep -E 'a|b' f"),
        ("head -5 f", "head --lines=5 f"),
        ("cat f | wc -l", "wc -l < f"),
        ("find . -not -name '*.c' -print", 'find . ! -name "*.c"'),
        ("echo `hostname`", "echo $(hostname)"),
        ("tar xzf a.tgz", "tar --extract --gzip --file a.tgz"),
        ("sort -o out in", "sort in -o out"),
        ("sort -k 2 --output=out in", "sort in -oout --key 2"),
        ("ps -U root", "ps -Uroot"),
        ("ps -A", "ps -e"),
        ("find . -name '*.txt' -exec rm '{}' \\;", 'find . -name "*.txt" -exec rm {} ";"'),
        ("cut -d '|' -f 2 f;", "cut --fields=2 -d\\| f # the second"),
        ('mv "`dirname a`" b', 'mv "$(dirname a)" b'),
        ("git log -5", "git log --max-count 5"),
        ("find . -name a | xargs cp -r -t b", "find . -name a -print | xargs cp -tb --recursive"),
        ("find / -mount -name a", "find / -xdev -a -name a"),
        ("docker run --rm -i --name=x app ls -l", "docker run --name x -i --rm app ls -l"),
    ],
)
def test_spelling_is_no_difference(one: str, other: str) -> None:
    """Long and short options, their order and bundling, aliases and quotes do not make two commands."""
    assert statics.difference(one, other).kind == "same"


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("head -n 5 f", "head -n 6 f", "literal"),
        ("find /a -size +1k", "find /a -size +1M", "literal"),
        ("ls -a", "ls -al", "option"),
        ("mktemp", "mktemp --suffix .txt", "option"),
        ("find . -exec rm -r '{}' \\;", "find . -exec rm {} \\;", "option"),
        ("sort -t, f", "sort -t';' f", "literal"),
        ("find /a -size -500k -print", "find /a -size -50k", "literal"),
        ("find . -name a -prune -o -type f", "find . -name a -prune -o -type f -print", "option"),
        ("find . -type f", "find . -xtype f", "option"),
        ("grep -A 3 x f", "grep -B 3 x f", "option"),
        ("echo a > f", "echo a >> f", "operator"),
        ("mv a b", "cp a b", "program"),
        ("find /a -type f -delete", "rm -rf /b/c /d && echo done", "structure"),
    ],
)
def test_a_difference_is_named(one: str, other: str, kind: str) -> None:
    """One value, an option, an operator, a program, or more than that."""
    assert statics.difference(one, other).kind == kind


@given(st.sampled_from(COMMANDS), st.sampled_from(COMMANDS))
def test_differences_are_symmetrical(one: str, other: str) -> None:
    """A command is the same as itself, and the kind of a difference does not depend on what comes first."""
    assert statics.difference(one, one).kind == "same"
    assert statics.difference(one, other).kind == statics.difference(other, one).kind


def test_an_action_says_what_matters() -> None:
    """Order, counts, effects and prints are read from its words, not from what it quotes."""
    largest = read_asks("show the 5 largest files in /srv")
    assert largest.ordered
    assert largest.prints
    assert not largest.changes
    assert read_asks("count the lines of a.txt").counts
    removing = read_asks("remove all files named 'sort'")
    assert removing.changes
    assert not removing.prints
    assert not removing.ordered
    assert not read_asks("find the files changed in the last 2 days").ordered


def test_literals_become_hints() -> None:
    """Sizes, ages, names and words that are searched for are found in commands and actions."""
    hints = read_hints("find logs over 1 MB", ("find /srv -name '*.log' -size +3k -mtime -7 | xargs grep 'boom'",), "/")
    assert "/srv" in hints.paths
    assert "*.log" in hints.patterns
    assert "boom" in hints.terms
    assert (3 << 10, 1 << 10) in hints.sizes
    assert (1 << 20, 1 << 20) in hints.sizes
    assert 7 * 1440.0 in hints.ages


def test_a_range_is_planted_on_both_sides() -> None:
    """Names just outside of a range are there to expose one that is off by one."""
    assert set(instances("t[2-4]*", "q")) == {"t1q", "t2q", "t4q", "t5q"}


def test_planted_text_is_the_same_each_time_and_long_enough() -> None:
    """Planting is deterministic, and a text has the lines that were asked for."""
    one, other = (prose(("boom",), 30, 2, cased=True, parts=True) for _ in range(2))
    assert one == other
    assert len(one.splitlines()) >= 30
    assert "BOOM" in one
    assert "preboompost" in one


def test_unseen_commands_are_told_apart_by_what_they_say() -> None:
    """With nothing to see, an option more is forgiven and another value, end or name is not."""

    def score(first: str, second: str, action: str = "save the first address of 'example.org'") -> float:
        return unseen.judge(Pair(id="", action=action, first=first, second=second), statics.difference(first, second))[
            0
        ]

    ask = "dig +short example.org | head -n 1"
    assert score(ask, "dig -4 +short example.org | head -n 1") >= 0.5
    assert score(ask, "dig +short example.org | tail -n 1") < 0.5
    assert score(ask, "host example.net | awk '{print $4}' | head -n 1") < 0.5
    assert score("free -m", "swapon --show", "show how much swap is used") >= 0.5
