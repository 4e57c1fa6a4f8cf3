"""Two outputs compared as answers to an action: what it does not fix may differ, what it fixes may not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from . import dates, forms, places
from .asks import Asks

Rows = list[str]
_NUMBERS_FIRST = frozenset(["wc", "du", "ls", "uniq", "stat"])
"""Programs that begin a line with a number which is a value and no line's number."""
_SIZED = frozenset(["du", "ls", "df", "free", "stat", "find", "lsblk"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How far two outputs are the same answer, in [0, 1], and in a clause why. From 0.5 on they are the same."""

    score: float
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What is known beside the outputs. `strict`: the commands differ in one value, so that nothing is forgiven but
    form; `suspect`: they differ in one option or operator; `unsure`: in the name of one program alone. `lister`: the
    first lists files rather than content. `host`: the commands tell of the machine itself. `kin`: and of the same
    thing. `asked`: and the action names it; `whole`: and one of them prints all of it. `bare`: only one of the two
    leaves hidden files out by its nature, `kinds`: folders. `related`: they have a program in common. `roots` are
    words that both have, and folders of their patterns. `added` and `removed` are the words in which they differ."""

    known: places.Known = field(default_factory=places.Known)
    strict: bool = False
    host: bool = False
    kin: bool = False
    asked: bool = False
    bare: bool = False
    roots: frozenset[str] = frozenset()
    kinds: bool = False
    whole: bool = False
    unsure: bool = False
    related: bool = True
    suspect: bool = False
    lister: bool = False
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    programs: frozenset[str] = frozenset()


def agree(first: str, second: str, asks: Asks, setting: Setting) -> Agreement:
    """How far `second` gives the answer that `first` gives to what the action asks."""
    if first == second:
        return Agreement(score=1.0, why="the same output")
    one, other = forms.rows(first, asks), forms.rows(second, asks)
    if one == other:
        return Agreement(score=0.98, why="the same output but for blanks")
    if not one or not other:
        return Agreement(score=0.02, why=f"only the {'first' if one else 'second'} command prints something")
    ordered = asks.ordered or (setting.suspect and not setting.lister)
    for view, name, worth in _views(asks, setting):
        if (seen := _same(view(one), view(other), ordered)) is not None:
            return Agreement(score=worth if seen else min(worth, 0.9), why=f"the same output but for {name}")
    if sorted(one) == sorted(other):
        return Agreement(score=0.2, why="the same lines in another order, and the order matters")
    for judge in (_dates, _decimals, _sizes, _counts, _names, _columns, _informs):
        if (found := judge(one, other, asks, setting)) is not None:
            return found
    lost = Counter(one) <= Counter(other) or Counter(other) <= Counter(one)  # whole lines, which is more than form
    if (
        not (setting.suspect or setting.unsure or asks.counts or asks.ordered or asks.spacing or lost)
        and _overlap(one, other) >= 0.75
    ):
        return Agreement(score=0.52, why="most of what both print is the same")
    return _apart(one, other)


def _same(one: Rows, other: Rows, ordered: bool) -> bool | None:
    """True for the same sequence, False for the same lines where order is free, None for neither."""
    if not one and not other:
        return None
    if one == other:
        return True
    return False if not ordered and Counter(one) == Counter(other) else None


def _views(asks: Asks, setting: Setting) -> Sequence[tuple[Callable[[Rows], Rows], str, float]]:
    """Ways to look at rows, from close to loose, each with what it takes away."""

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
        return [row.lower() for row in placed(rows)]

    def spaceless(rows: Rows) -> Rows:
        return forms.joined(bare(rows) if asks.path_form else placed(rows))

    def edits(rows: Rows) -> Rows:
        return forms.edits(rows)

    views: list[tuple[Callable[[Rows], Rows], str, float]] = [
        (lambda rows: rows, "the order of lines", 0.95),
        (plain, "quotes and the form of paths", 0.93),
        (bare, "titles and totals", 0.9),
    ]
    if "diff" in setting.programs and not asks.counts:
        views.append((edits, "the form of a difference", 0.8))
    if not asks.path_form:
        views += [(placed, "the beginning of paths", 0.9), (short, "the folders of paths", 0.8)]
    if not (asks.counts or asks.path_form or setting.suspect):
        views.append((rootless, "the folder that both begin at", 0.7))
    if re.search(r"insensitiv|ignor\w+ case|any[- ]case", asks.text.lower()) and not setting.suspect:
        views.append((folded, "letter case", 0.8))
    if not (asks.numbered or asks.counts or _NUMBERS_FIRST & setting.programs):
        views.append((unnumbered, "line numbers", 0.8))
    if not (asks.spacing or asks.blank):
        views.append((spaceless, "where lines break", 0.75))
    return views


def _sizes(one: Rows, other: Rows, asks: Asks, setting: Setting) -> Agreement | None:
    """Sizes in two units, where the action names none: rounded, they are the same."""
    if asks.unit or setting.strict or not _SIZED & setting.programs or not forms.in_units(one) ^ forms.in_units(other):
        return None
    mine, theirs = (forms.without_titles([setting.known.absolute(row) for row in rows]) for rows in (one, other))
    if forms.sized_alike(mine, theirs, asks.ordered):
        return Agreement(score=0.8, why="the same sizes in other units")
    return None


def _dates(one: Rows, other: Rows, asks: Asks, setting: Setting) -> Agreement | None:
    """Two ways to write one time, where the action does not say how."""
    if len(one) != len(other) or len(one) > 3 or asks.date_form:
        return None
    if all(dates.same(a, b) or dates.alike(a, b) for a, b in zip(one, other, strict=True)):
        return Agreement(score=0.85, why="the same time, written in another way")
    if len(one) == 1 and "date" in setting.programs and dates.contrary(one[0], other[0]):
        return Agreement(score=0.1, why="another time")
    return None


def _decimals(one: Rows, other: Rows, asks: Asks, setting: Setting) -> Agreement | None:
    """Numbers with more or fewer decimals, where the action does not say how many."""
    if setting.suspect or re.search(r"decimal|digit|precision|round|place", asks.text.lower()):
        return None
    return Agreement(score=0.8, why="the same numbers, rounded") if forms.rounded_alike(one, other) else None


def _counts(one: Rows, other: Rows, asks: Asks, setting: Setting) -> Agreement | None:
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
        return Agreement(score=0.05, why=f"other numbers: {one[-1][:60]!r} and {other[-1][:60]!r}")
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


def _names(one: Rows, other: Rows, asks: Asks, setting: Setting) -> Agreement | None:
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


def _columns(one: Rows, other: Rows, asks: Asks, setting: Setting) -> Agreement | None:
    """The rows of one are those of the other with columns left out."""
    if setting.strict or asks.counts:
        return None
    mine, theirs = forms.without_titles(one), forms.without_titles(other)
    if len(mine) != len(theirs) or not mine:
        return None
    for less, more in ((mine, theirs), (theirs, mine)):
        if all(forms.within(a, b) for a, b in zip(less, more, strict=True)):
            if asks.numbered and any(forms.leads(b, a) for a, b in zip(less, more, strict=True)):
                return Agreement(score=0.25, why="one lacks the numbers that the action asks for")
            if asks.details and all(setting.known.find(row) or row.startswith("/") for row in less):
                return Agreement(score=0.25, why="one lacks what the action asks to be told of the files")
            if asks.spacing and ((len(mine) == 1 and setting.suspect) or forms.facts(less) == forms.facts(more)):
                return None
            if not setting.related and all(len(row) < 4 for row in less) and not _named_beside(less, more, setting):
                return None
            return Agreement(score=0.7, why="one prints columns that the other leaves out")
    swapped = setting.suspect and setting.added and setting.removed
    if (asks.details or asks.finds) and not swapped and forms.share_facts(mine, theirs, setting.known):
        return Agreement(score=0.65, why="the same facts of the same files")
    return None


def _picked(one: Rows, other: Rows, setting: Setting) -> Agreement | None:
    """One value that a stage more takes out of what the other tells of the machine."""
    less, more = (other, one) if setting.added else (one, other)
    value = setting.host and setting.whole and forms.facts(less) <= forms.facts(more)
    if not value or not (setting.added or (len(less) == 1 and len(less[0].split()) == 1)):
        return None
    return Agreement(score=0.6, why="one picks from what the other prints")


def _named_beside(less: Rows, more: Rows, setting: Setting) -> bool:
    """Whether all that `more` has beyond `less` are names of files."""
    return all(set(b.split()) - set(a.split()) <= {word for word in b.split() if setting.known.find(word)}
               for a, b in zip(less, more, strict=True))  # fmt: skip


def _informs(one: Rows, other: Rows, asks: Asks, setting: Setting) -> Agreement | None:
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
    held = len(common) / len(less) if less else 0.0
    telling = any(len(word) > 4 or not word.replace(".", "").isdigit() for word in common)
    swapped = setting.suspect and setting.added and setting.removed
    described = asks.details and len(set(mine.paths) | set(theirs.paths)) <= 1
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


def agree_unsteady(texts: tuple[str, str, str], asks: Asks, setting: Setting, found: Agreement) -> Agreement:
    """How far the last of `texts` agrees with the first, where running the first command again prints the second."""
    first, again, theirs = (forms.facts(forms.rows(text, asks)) for text in texts)
    words = {word for word in first & again if re.search(r"[a-z]", word)}
    shapes = [{forms.shape(word) for word in re.findall(r"\S+", text)} for text in (texts[0], texts[2])]
    held = len(words & theirs) / len(words) if words else 0.0
    alike = len(shapes[0] & shapes[1]) / max(len(shapes[0]), len(shapes[1]), 1)
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
