"""Answers that are one thing: a number, a size, a time, a yes or a no, in whatever form it is printed."""

from __future__ import annotations

import re

from . import dates, forms
from .agreement import Agreement, AgreementContext, Rows
from .requirements import Asks


def counts(one: Rows, other: Rows, asks: Asks, setting: AgreementContext) -> Agreement | None:
    """An answer that is a number: it agrees, or nothing does."""
    if not asks.counts:
        return None
    mine, theirs = forms.tally(one, setting.known), forms.tally(other, setting.known)
    if mine is None or theirs is None:
        return None
    if len(mine.items) == len(theirs.items) == 1:
        same = list(mine.items.values()) == list(theirs.items.values())
        return Agreement(score=0.85 if same else 0.03, why="the same numbers" if same else "other numbers")
    if mine.items and theirs.items:
        alike = {k: v for k, v in mine.items.items() if v} == {k: v for k, v in theirs.items.items() if v}
        if alike and (not asks.ordered or list(mine.items) == list(theirs.items) or len(mine.items) == 1):
            return Agreement(score=0.85, why="the same number for each file")
        pairs, others = forms.swapped(one), forms.swapped(other)
        if pairs and sorted(pairs) == sorted(others) and [it[0] for it in pairs] == [it[0] for it in others]:
            return Agreement(score=0.8, why="the same numbers in the same order, those that tie in any")
        numbers = [] if setting.suspect or asks.ordered else forms.numbers(one)
        if max(map(len, numbers), default=0) > 1 and numbers == forms.numbers(other):
            return Agreement(score=0.65, why="the same numbers line by line, with other words")
        return Agreement(score=0.05, why=f"other numbers: {one[-1][:60]!r} and {other[-1][:60]!r}")
    if len(one) > 1 and not (setting.suspect or asks.ordered) and _numbered(one, other):
        return Agreement(score=0.65, why="the same numbers, with words beside them")
    if mine.total is not None and mine.total == theirs.total:
        return Agreement(score=0.85, why="the same number")
    if mine.total is not None and theirs.total is not None:
        if (
            abs(mine.total - theirs.total) == 1
            and {"ls", "wc"} <= setting.programs
            and setting.added + setting.removed in (("-l",), ())
        ):
            return Agreement(score=0.55, why="the same number but for the title line that a long listing has")
        if abs(mine.total - theirs.total) == 1 and set(setting.added + setting.removed) == {"-mindepth", "1"}:
            return Agreement(score=0.55, why="the same number but for the folder that both begin at")
        return Agreement(score=0.03, why=f"{mine.total} and {theirs.total} are counted")
    return None


def _numbered(one: Rows, other: Rows) -> bool:
    """Whether the lines of one are the first numbers of the lines of the other."""
    told = [[float(found[0]) if (found := re.match(r"\d+", row)) else None for row in rows] for rows in (one, other)]
    bare = any(all(map(str.isdigit, rows)) for rows in (one, other))
    return bare and None not in told[0] and sorted(map(str, told[0])) == sorted(map(str, told[1]))


def sizes(one: Rows, other: Rows, asks: Asks, setting: AgreementContext) -> Agreement | None:
    """Sizes in two units, where the action names none: rounded, they are the same."""
    if asks.unit or setting.strict or not _SIZED & setting.programs or not forms.in_units(one) ^ forms.in_units(other):
        return None
    mine, theirs = (forms.without_titles([setting.known.absolute(row) for row in rows]) for rows in (one, other))
    if forms.sized_alike(mine, theirs, asks.ordered):
        return Agreement(score=0.8, why="the same sizes in other units")
    return None


def decimals(one: Rows, other: Rows, asks: Asks, setting: AgreementContext) -> Agreement | None:
    """Numbers with more or fewer decimals, where the action does not say how many."""
    if setting.suspect or re.search(r"decimal|digit|precision|round|place", asks.text.lower()):
        return None
    return Agreement(score=0.8, why="the same numbers, rounded") if forms.rounded_alike(one, other) else None


def times(one: Rows, other: Rows, asks: Asks, setting: AgreementContext) -> Agreement | None:
    """Two ways to write one time, where the action does not say how."""
    short = len(one) == len(other) and not re.search(r"abbrev|short|full|long", asks.text.lower())
    if short and all(a == b or dates.alike(a, b) for a, b in zip(one, other, strict=True)):
        return Agreement(score=0.85, why="the same day or month, in full or for short")
    if len(one) == len(other) == 1 and "date" in setting.programs and dates.another_day(one[0], other[0]):
        return Agreement(score=0.1, why="another day")
    if len(one) != len(other) or len(one) > 3 or asks.date_form:
        return None
    if all(dates.same(a, b) or dates.alike(a, b) for a, b in zip(one, other, strict=True)):
        return Agreement(score=0.85, why="the same time, written in another way")
    if len(one) == 1 and "date" in setting.programs and dates.contrary(one[0], other[0]):
        return Agreement(score=0.1, why="another time")
    return None


def single(one: Rows, other: Rows, asks: Asks, setting: AgreementContext) -> Agreement | None:
    """The size or the time of one thing, alone or in a line that tells more of it."""
    less, more = sorted((one, other), key=lambda rows: len(rows[0].split()))
    if len(less) != 1 or len(more) != 1 or setting.suspect or setting.strict:
        return None
    said = asks.text.lower()
    if (
        re.search(r"\bwhen\b|\bdate\b|\btime\b", said)
        and not asks.date_form
        and (dates.same(less[0], more[0]) or dates.same_day(less[0], more[0]))
    ):
        return Agreement(score=0.65, why="the same time, in a line that tells more")
    words = [word for word in less[0].split() if not setting.known.find(word)]
    if asks.unit or not re.search(r"\bhow (?:large|big|much)\b|\bsizes?\b", said) or len(words) != 1:
        return None
    if forms.size(words[0]) is None:
        return None
    size = forms.size_of(more[0])
    if size and forms.near_size(size, words[0]):
        return Agreement(score=0.65, why="the same size, in a line that tells more")
    if size and less[0] == words[0] and len(more[0].split()) > 2:
        return Agreement(score=0.1, why=f"{size} and {words[0]} are told as the size")
    if "du" in setting.programs and setting.related and len(more[0].split()) <= 2:
        return Agreement(score=0.55, why="the size of the same thing, by another measure")
    return None


def verdicts(one: Rows, other: Rows, asks: Asks, setting: AgreementContext) -> Agreement | None:
    """A yes or no, in whatever words."""
    if not asks.verdict or setting.suspect or max(len(one), len(other)) > 3:
        return None
    mine, theirs = forms.verdict(one), forms.verdict(other)
    if mine is None or theirs is None:
        return None
    if mine != theirs:
        return Agreement(score=0.1, why="one says yes and the other no")
    return Agreement(score=0.65, why=f"both say {'yes' if mine else 'no'}")


_SIZED = frozenset(["du", "ls", "df", "free", "stat", "find", "lsblk"])
