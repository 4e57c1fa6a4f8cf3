"""Two outputs compared as answers to an action: what it does not fix may differ, what it fixes may not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from . import answers, dates, forms, listings
from .agreement import Agreement, AgreementContext, Rows
from .requirements import Asks

_NUMBERS_FIRST = frozenset(["wc", "du", "ls", "uniq", "stat"])
"""Programs that begin a line with a number which is a value and no line's number."""
_JUDGES = (
    answers.times, answers.decimals, answers.sizes, answers.verdicts, answers.single, answers.counts,
    listings.names, listings.changed, listings.columns, listings.informs,
)  # fmt: skip


def agree(first: str, second: str, asks: Asks, setting: AgreementContext) -> Agreement:
    """How far `second` gives the answer that `first` gives to what the action asks."""
    if first == second:
        return Agreement(score=1.0, why="the same output")
    one, other = forms.rows(first, asks), forms.rows(second, asks)
    if one == other:
        return Agreement(score=0.98, why="the same output but for blanks")
    if not one or not other:
        return Agreement(score=0.02, why=f"only the {'first' if one else 'second'} command prints something")
    ordered = asks.ordered or (setting.suspect and not setting.lister)
    for view, name, worth, in_order in _views(asks, setting):
        if (seen := _same(view(one), view(other), ordered or in_order)) is not None:
            return Agreement(score=worth if seen else min(worth, 0.9), why=f"the same output but for {name}")
    if sorted(one) == sorted(other):
        return Agreement(score=0.2, why="the same lines in another order, and the order matters")
    for judge in _JUDGES:
        if (found := judge(one, other, asks, setting)) is not None:
            return found
    lost = Counter(one) <= Counter(other) or Counter(other) <= Counter(one)  # whole lines, which is more than form
    if (
        not (setting.suspect or setting.unsure or asks.counts or asks.ordered or asks.spacing or lost)
        and _overlap(one, other) >= 0.75
    ):
        return Agreement(score=0.52, why="most of what both print is the same")
    return _apart(one, other)


def _wording(action: str) -> str:
    """The words of `action` in small letters, without paths."""
    return re.sub(r"\S*[/.]\w\S*", " ", action.lower())


def _same(one: Rows, other: Rows, ordered: bool) -> bool | None:
    """True for the same sequence, False for the same lines where order is free, None for neither."""
    if not one and not other:
        return None
    if one == other:
        return True
    return False if not ordered and Counter(one) == Counter(other) else None


def _views(asks: Asks, setting: AgreementContext) -> Sequence[tuple[Callable[[Rows], Rows], str, float, bool]]:
    """Ways to look at rows, from close to loose, each with what it takes away, what it is worth, and whether the order
    of what is left matters in any case."""

    def plain(rows: Rows) -> Rows:
        return [forms.undecorated(row) for row in rows]

    def bare(rows: Rows) -> Rows:
        return forms.without_titles(plain(rows))

    def placed(rows: Rows) -> Rows:
        return [setting.known.absolute(row) for row in bare(rows)]

    def short(rows: Rows) -> Rows:
        return [setting.known.base(row) for row in bare(rows)]

    def unnumbered(rows: Rows) -> Rows:
        return forms.unnumbered(bare(rows) if asks.path_form else placed(rows))

    def rootless(rows: Rows) -> Rows:
        tops = [setting.known.find(root) for root in setting.roots]
        return [row for row in placed(rows) if not any(row == top or row.endswith(f" {top}") for top in tops if top)]

    def folded(rows: Rows) -> Rows:
        return [re.sub(r"\b0x(?=[0-9a-f])", "", row.lower()) for row in placed(rows)]

    def spaceless(rows: Rows) -> Rows:
        return forms.joined(bare(rows) if asks.path_form else placed(rows))

    def unmarked(rows: Rows) -> Rows:
        return [text for row in plain(rows) if (text := re.sub(r"</?[A-Za-z][^<>.]*>", "", row)).strip()]

    def unwrapped(rows: Rows) -> Rows:
        return ["".join(rows)] if any(len(row) > 40 and " " not in row for row in rows) else rows

    views: list[tuple[Callable[[Rows], Rows], str, float, bool]] = [
        (lambda rows: rows, "the order of lines", 0.95, False),
        (plain, "quotes and the form of paths", 0.93, False),
        (bare, "titles and totals", 0.9, False),
    ]
    if "diff" in setting.programs and not asks.counts:
        views.append((forms.edits, "the form of a difference", 0.8, False))
    if not asks.path_form:
        views += [(placed, "the beginning of paths", 0.9, False), (short, "the folders of paths", 0.8, False)]
    if not (asks.counts or asks.path_form or setting.suspect):
        views.append((rootless, "the folder that both begin at", 0.7, False))
    if not re.search(r"\btags?\b|element|markup|html\b", _wording(asks.text)) and not setting.suspect:
        views.append((unmarked, "markup", 0.7, False))
    if re.search(r"insensitiv|ignor\w+ case|any[- ]case|\bhex", asks.text.lower()) and not setting.suspect:
        views.append((folded, "letter case", 0.8, False))
    if not (asks.numbered or asks.counts or _NUMBERS_FIRST & setting.programs):
        views.append((unnumbered, "line numbers", 0.8, False))
    if not (asks.spacing or asks.blank):
        listed = setting.lister
        views += [
            (spaceless, "where lines break", 0.75, not listed),
            (unwrapped, "where long lines break", 0.75, not listed),
        ]
    return views


def agree_unsteady(texts: tuple[str, str, str], asks: Asks, setting: AgreementContext, found: Agreement) -> Agreement:
    """How far the last of `texts` agrees with the first, where running the first command again prints the second."""
    first, again, theirs = (forms.facts(forms.rows(text, asks)) for text in texts)
    words = {word for word in first & again if re.search(r"[a-z]", word)}
    shapes = [{forms.shape(word) for word in re.findall(r"\S+", text)} for text in (texts[0], texts[2])]
    held = len(words & theirs) / len(words) if words else 0.0
    alike = len(shapes[0] & shapes[1]) / max(len(shapes[0]), len(shapes[1]), 1)
    if setting.strict and re.search(r"\d", asks.text) and len(texts[0]) == len(texts[1]) != len(texts[2]):
        return found
    if (asks.unit or setting.strict) and setting.suspect and not forms.near(texts[0], texts[2]):
        return found
    counts = [len(forms.rows(text, asks)) for text in (texts[0], texts[2])]
    if (setting.strict or counts == [1, 1]) and dates.contrary(texts[0], texts[2]):
        return found
    picks = "|" in (setting.added[:1] + setting.removed[:1]) and not (setting.added and setting.removed)
    less, more = (shapes[1], shapes[0]) if setting.added else shapes
    if picks and setting.host and setting.whole and less <= more and (setting.added or len(less) == 1):
        return Agreement(score=0.6, why="one picks from what the other prints, which passes")
    if setting.suspect and asks.ordered:
        return found
    if held >= (0.3 if setting.kin and not setting.strict else 0.75) or (
        not words and alike >= 0.5 and counts[0] == counts[1]
    ):
        return Agreement(score=0.6, why="both print the same kind of passing things")
    return found


def _overlap(one: Rows, other: Rows) -> float:
    """The cosine of the words of both outputs."""
    mine, theirs = (Counter(word for row in rows for word in forms.tokens(row)) for rows in (one, other))
    norm = sum(n * n for n in mine.values()) * sum(n * n for n in theirs.values())
    return float(sum(n * theirs[word] for word, n in mine.items()) / norm**0.5) if norm else 0.0


def _apart(one: Rows, other: Rows) -> Agreement:
    mine, theirs = Counter(one), Counter(other)
    share = sum((mine & theirs).values()) / max(sum((mine | theirs).values()), 1)
    only = next(iter((mine - theirs) or (theirs - mine)), "")
    return Agreement(score=0.45 * share**2, why=f"{only[:70]!r} is printed by one only")
