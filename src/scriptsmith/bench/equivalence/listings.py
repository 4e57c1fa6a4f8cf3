"""Answers that are many things: files by name, and lines with more or fewer columns of facts."""

from __future__ import annotations

import re
from collections import Counter

from . import forms, places
from .agreement import Agreement, AgreementContext, Rows
from .requirements import Asks


def changed(one: Rows, other: Rows, asks: Asks, setting: AgreementContext) -> Agreement | None:
    """What is told of files that change: both name the same ones, and little else."""
    if not asks.changes or asks.counts or asks.details or setting.suspect:
        return None
    mine, theirs = setting.known.named(one), setting.known.named(other)
    if not mine.paths or places.order(mine.paths) != places.order(theirs.paths):
        return None
    if any(forms.told_of(row, setting.known) - {"removed", "deleted"} for row in one + other):
        return None
    return Agreement(score=0.65, why="both name the same files that change")


def names(one: Rows, other: Rows, asks: Asks, setting: AgreementContext) -> Agreement | None:
    """An answer that is a set of files: both name the same ones, whatever else they print."""
    if not asks.finds or asks.counts:
        return None
    mine, theirs = setting.known.named(one), setting.known.named(other)
    if not mine.complete or not theirs.complete or not mine.paths:
        return None
    root = not setting.suspect and len(mine.paths) > 2 and places.but_root(mine.paths, theirs.paths, setting.roots)
    if not asks.hidden and setting.bare and not setting.suspect:
        root = root or places.but_hidden(mine.paths, theirs.paths, setting.roots)
    if setting.kinds:
        root = root or places.but_folders(mine.paths, theirs.paths, setting.known.folders)
    if asks.path_form and set(map(forms.undecorated, mine.written)) != set(map(forms.undecorated, theirs.written)):
        return Agreement(score=0.25, why="the files are named in another form, and the action says which")
    if not root and not places.same_places(mine.paths, theirs.paths):
        lost = sorted(set(mine.paths) ^ set(theirs.paths)) or sorted(mine.paths)
        return Agreement(score=0.05, why=f"not the same files are named: {lost[0]} by one only")
    if (
        asks.ordered
        and places.order(mine.paths) != places.order(theirs.paths)
        and (setting.suspect or not forms.tied(one, other, setting.known))
    ):
        return Agreement(score=0.2, why="the same files are named in another order, and the order matters")
    if re.search(r"uniq|distinct|duplicate|once", asks.text) and len(mine.paths) != len(theirs.paths):
        return Agreement(score=0.2, why="one names files more than once, and the action asks for each once")
    if mine.plain and theirs.plain:
        return Agreement(score=0.85, why="the same files are named")
    if asks.numbered or asks.details:
        sized = re.search(r"\bsizes?\b", asks.text.lower()) and not (setting.suspect or asks.unit)
        if sized and all(re.search(r"(?<![\w./])\d[\d.,]*[KMG]?(?![\w./])", row) for row in one + other):
            return Agreement(score=0.6, why="the sizes of the same files, by another measure")
        return None
    if setting.strict:
        return Agreement(score=0.3, why="the same files are named, and the commands differ in one value")
    return Agreement(score=0.75, why="the same files are named, one with more beside the names")


def columns(one: Rows, other: Rows, asks: Asks, setting: AgreementContext) -> Agreement | None:
    """The rows of one are those of the other with columns left out."""
    if setting.strict or asks.counts:
        return None
    mine, theirs = (_by_file(forms.without_titles(rows), asks, setting) for rows in (one, other))
    if len(mine) != len(theirs) or not mine:
        return None
    for less, more in ((mine, theirs), (theirs, mine)):
        if all(forms.within(a, b) for a, b in zip(less, more, strict=True)):
            if asks.numbered and all(map(str.isdigit, less)):
                return Agreement(score=0.65, why="one prints the numbers that are asked for alone")
            if asks.numbered and any(forms.leads(b, a) for a, b in zip(less, more, strict=True)):
                return Agreement(score=0.25, why="one lacks the numbers that the action asks for")
            if (
                asks.details
                and all(len(row.split()) == 1 for row in less)
                and all(len(row.split()) > 3 for row in more)
            ):
                return Agreement(score=0.25, why="one lacks what the action asks to be told")
            if asks.details and all(setting.known.find(row) or row.startswith("/") for row in less):
                return Agreement(score=0.25, why="one lacks what the action asks to be told of the files")
            if asks.spacing and ((len(mine) == 1 and setting.suspect) or forms.facts(less) == forms.facts(more)):
                return None
            if not setting.related and all(len(row) < 4 for row in less) and not _named_beside(less, more, setting):
                return None
            return Agreement(score=0.7, why="one prints columns that the other leaves out")
    if not setting.suspect and all(len(setting.known.named([row]).paths) == 1 for row in mine + theirs):
        told = [(forms.told_of(a, setting.known), forms.told_of(b, setting.known))
                for a, b in zip(mine, theirs, strict=True)]  # fmt: skip
        same = [setting.known.named([row]).paths for row in mine] == [
            setting.known.named([row]).paths for row in theirs
        ]
        if same and (all(a and a <= b for a, b in told) or all(b and b <= a for a, b in told)):
            return Agreement(score=0.65, why="the same of the same files, in other columns")
    words = [[frozenset(setting.known.base(row).split()) for row in rows] for rows in (mine, theirs)]
    if not setting.suspect and (words[0] == words[1] or (not asks.ordered and Counter(words[0]) == Counter(words[1]))):
        return Agreement(score=0.65, why="the same in other columns")
    swapped = setting.suspect and setting.added and setting.removed
    if (asks.details or asks.finds) and not swapped and forms.share_facts(mine, theirs, setting.known):
        return Agreement(score=0.65, why="the same facts of the same files")
    return None


def _by_file(rows: Rows, asks: Asks, setting: AgreementContext) -> Rows:
    """`rows` in the order of the files that they name, where each names one and the action wants no order."""
    named = [setting.known.named([row]).paths for row in rows]
    if asks.ordered or setting.suspect or any(len(paths) != 1 for paths in named):
        return rows
    return [row for _, row in sorted(zip(named, rows, strict=True))]


def _picked(one: Rows, other: Rows, setting: AgreementContext) -> Agreement | None:
    """One value that a stage more takes out of what the other tells of the machine."""
    less, more = (other, one) if setting.added else (one, other)
    value = setting.host and setting.whole and forms.facts(less) <= forms.facts(more)
    if not value or not (setting.added or (len(less) == 1 and len(less[0].split()) == 1)):
        return None
    return Agreement(score=0.6, why="one picks from what the other prints")


def _named_beside(less: Rows, more: Rows, setting: AgreementContext) -> bool:
    """Whether all that `more` has beyond `less` are names of files."""
    return all(set(b.split()) - set(a.split()) <= {word for word in b.split() if setting.known.find(word)}
               for a, b in zip(less, more, strict=True))  # fmt: skip


def informs(one: Rows, other: Rows, asks: Asks, setting: AgreementContext) -> Agreement | None:
    """What is told of the machine itself, or in detail of one file: the longer answer has all of the shorter."""
    if "|" in (setting.removed[:1] + setting.added[:1]) and not (setting.removed and setting.added):
        return _picked(one, other, setting)  # a stage of the pipeline was there to choose
    if asks.ordered and setting.suspect:
        return None
    mine, theirs = setting.known.named(one), setting.known.named(other)
    about = bool(mine.paths or theirs.paths)
    if (
        setting.strict
        or (asks.counts and not setting.asked)
        or (setting.suspect and not (setting.host or asks.details))
    ):
        return None
    if about and (not asks.details or set(mine.paths) != set(theirs.paths)):
        return None
    less, more = sorted((forms.facts(one), forms.facts(other)), key=len)
    common = less & more
    if (
        max(map(len, (one, other))) > 4
        and all(len(row.split()) == 1 for row in one + other)
        and 2 * len(less) < len(more)
    ):
        return None  # a list, and some of what is in it
    held = len(common) / len(less) if less else 0.0
    telling = any(len(word) > 4 or not word.replace(".", "").isdigit() for word in common)
    swapped = setting.suspect and setting.added and setting.removed
    described = asks.details and not asks.numbered and len(set(mine.paths) | set(theirs.paths)) <= 1
    if (held >= (1 if swapped else 0.8) and not about and setting.host and telling) or (
        described and held >= 0.45 and sum("/" not in word for word in common) >= 3
    ):
        return Agreement(score=0.6, why="one tells all that the other tells, and more")
    known = sum(bool(re.search(r"\d", word)) and len(word) > 4 for word in common)
    if less == common and len(less) <= 4 and known and not about and not setting.suspect:
        return Agreement(score=0.6, why="one value is in what the other prints")
    alike = held >= 0.3 and not (setting.added and setting.removed)
    if setting.kin and not asks.unit and (alike or (setting.asked and not setting.suspect)):
        return Agreement(score=0.55, why="both tell of the same thing, one of them more")
    return None
