"""The forms that a line of output may have: titles, decorations, numbers with units, line numbers, the same facts."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .places import KnownPaths
from .requirements import Asks

_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|\x0f")
_TITLE = re.compile(
    r"^total [\d.,]+[KMGTP]?$|^==+>? .* <?==+$|^-+$|"
    r"^(?:mkdir|created|removed|renamed|copied|mode of|changed)\b.*['\u2019]$"
)
_COLUMN = re.compile(r"^[A-Z][A-Za-z%()/_-]*$|^1[KM]-blocks$|^on$|^as$|^Use%$")
_TOTAL = re.compile(r"^[\d\s.,KMG]+ total$|^total:? [\d.,]+[KMG]?$")
_NUMBER = re.compile(r"^[+-]?\d[\d,]*(?:\.\d+)?$")
_SIZE = re.compile(r"^(\d+(?:\.\d+)?)([KMGTP])?(?:i?B|bytes)?$", re.I)
_PREFIX = re.compile(r"^\s*\d+(?:[:;.)\]]|\s)\s*")
_MIDDLE = re.compile(r"^([^:\s]+):\d+:")
_TAGGED = re.compile(r"^[A-Z][A-Z0-9-]+ ?\((.+)\) ?= ([0-9a-f]{32,})$")
"""A checksum as BSD and OpenSSL write it."""
_MODE = re.compile(r"(?<!\S)[-dlbcps]((?:[r-][w-][xsS-]){2}[r-][w-][xtT-])[.+]?(?=\s|$)")
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40, "P": 1 << 50}
_TOKEN = re.compile(r"[^\s:=,;()\"']+")


def rows(text: str, asks: Asks) -> list[str]:
    """The lines of `text` without colours and layout; blank lines and spacing only stay where the action names them."""
    text = text.replace("\0", "\n")
    text = text.removesuffix("\n") if asks.blank else text.rstrip("\n")
    lines = [_ANSI.sub("", line).rstrip("\r") for line in text.split("\n") if not re.match("_(?:=|$)", line)]
    lines = [_TAGGED.sub(r"\2  \1", line) for line in lines]
    if asks.modes and not re.search(r"octal|numeric|symbolic|letters|rwx", asks.text.lower()):
        lines = [_MODE.sub(_octal, line) for line in lines]
    if not asks.spacing:
        lines = [" ".join(line.split()) for line in lines]
    return lines if asks.blank else [line for line in lines if line.strip()]


def _octal(found: re.Match[str]) -> str:
    """The mode that nine letters as `ls` writes them say, in octal digits."""
    bits = "".join("0" if letter in "-ST" else "1" for letter in found[1])
    extra = 4 * (found[1][2] in "sS") + 2 * (found[1][5] in "sS") + (found[1][8] in "tT")
    return f"{extra or ''}{int(bits, 2):03o}"


def undecorated(row: str) -> str:
    """`row` without quotes around it or its words, a leading `./` and a trailing `/` or `:`."""
    words = [re.sub(r"^\./(?=.)", "", word.strip("\"'\u2018\u2019`")) for word in row.split(" ")]
    return " ".join(word[:-1] if len(word) > 1 and word[-1] in "/:*@" else word for word in words)


def without_titles(lines: Sequence[str]) -> list[str]:
    """`lines` without titles of columns, totals and separators, and without `.` and `..`."""
    kept = []
    for at, row in enumerate(lines):
        words = row.split()
        title = at == 0 and len(lines) > 1 and len(words) > 1 and all(_COLUMN.match(word) for word in words)
        title = title and not row.isdigit()
        if not (title or _TITLE.match(row) or _TOTAL.match(row) or (words and words[-1] in (".", ".."))):
            kept.append(row)
    return kept


def unnumbered(lines: Sequence[str]) -> list[str]:
    """`lines` without the line numbers before them; only where every line begins with a number that grows."""
    if len(lines) == 1 and re.match(r"\s*(?!1\b)\d+(?:\s|$)", lines[0]):
        return list(lines)  # one number alone is a value
    numbers = [re.match(r"\s*(\d+)(?:[:;.)\]]|\s|$)", line) for line in lines]
    told = [int(found[1]) for found in numbers if found]
    if len(told) == len(lines) and all(a < b for a, b in itertools.pairwise(told)):
        return [_PREFIX.sub("", line) for line in lines]
    return [_MIDDLE.sub(r"\1:", line) for line in lines]


def joined(lines: Sequence[str]) -> list[str]:
    """All words of `lines` as one row each."""
    return [word for line in lines for word in line.replace(",", " ").split()]


def size(word: str) -> float | None:
    """The number that `word` is, with a unit in bytes."""
    found = _SIZE.match(word)
    return float(found[1]) * _UNITS[(found[2] or "").upper()] if found else None


def in_units(lines: Sequence[str]) -> bool:
    """Whether sizes are told with the letter of a unit."""
    return any(re.match(r"^\d+(?:\.\d+)?[KMGT]i?$", word) for row in lines for word in row.split())


def sized_alike(one: Sequence[str], other: Sequence[str], ordered: bool) -> bool:
    """Whether the rows differ only in sizes, and those by no more than rounding: bytes or blocks against units."""
    if len(one) != len(other):
        return False
    if not ordered:
        one, other = (
            sorted(rows, key=lambda row: [word for word in row.split() if size(word) is None]) for rows in (one, other)
        )
    return all(_row_alike(a.split(), b.split()) for a, b in zip(one, other, strict=True))


def _row_alike(one: list[str], other: list[str]) -> bool:
    if len(one) != len(other):
        return False
    for a, b in zip(one, other, strict=True):
        mine, theirs = size(a), size(b)
        if a == b:
            continue
        if mine is None or theirs is None:
            return False
        if a[-1].isdigit() == b[-1].isdigit():
            return False
        rounded, plain = (theirs, mine) if a[-1].isdigit() else (mine, theirs)
        # `du -h` rounds up to a tenth of its unit and to whole blocks of 4 KiB
        if not any(
            abs(rounded - plain * block) <= max(0.08 * rounded, 4096 if block == 1 else 0) for block in (1, 512, 1024)
        ):
            return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Numbers in an answer: by item where each line is of one, and the total, the number alone or the last."""

    total: float | None = None
    items: Mapping[str, tuple[float, ...] | None] = field(default_factory=dict)


def tally(lines: Sequence[str], known: KnownPaths) -> Tally | None:
    """The numbers that `lines` tell; None where no line has one outside of a path."""
    items: dict[str, tuple[float, ...] | None] = {}
    total: float | None = None
    for row in lines:
        words = re.split(r"[\s:=,]+", row)
        numbers = tuple(
            float(word.replace(",", "")) for word in words if _NUMBER.match(word.rstrip(".")) and word[-1] != "."
        )
        if not numbers:
            continue
        rest = " ".join(known.base(word) for word in words if not _NUMBER.match(word))
        if (rest or len(numbers) > 1) and rest != "total":
            items[rest] = numbers if any(numbers) else None
        if rest == "total" or len(lines) == 1 or not rest:
            total = numbers[-1] if len(numbers) == 1 or rest == "total" else None
    if not items and total is None:
        return None
    if len(items) > 1 or (len(items) == 1 and len(lines) > 1):
        return Tally(items=items, total=total if total is not None else _sum(items.values()))
    only = next(iter(items.values()), None)
    if only and len(only) > 1:
        return Tally(items=items)
    return Tally(total=total if total is not None else (only[0] if only else None))


def _sum(items: Iterable[tuple[float, ...] | None]) -> float | None:
    found = list(items)
    return None if any(each and len(each) != 1 for each in found) else sum(each[0] for each in found if each)


def tokens(row: str) -> list[str]:
    """The words of `row` without punctuation."""
    return [word.strip("[]<>{}.") or word for word in _TOKEN.findall(row)]


def within(less: str, more: str) -> bool:
    """Whether the words of `less` stand in `more`, in their order."""
    rest = iter(tokens(more))
    found = tokens(less)
    return bool(found) and all(
        any(other in (word, f"{word}/") or other.endswith(f"/{word}") for other in rest) for word in found
    )


def near_size(one: str, other: str) -> bool:
    """Whether two sizes are one, of which one may be rounded to a unit."""
    mine, theirs = size(one), size(other)
    if mine is None or theirs is None or one[-1:].isdigit() == other[-1:].isdigit():
        return one == other
    return abs(mine - theirs) <= 0.08 * max(mine, theirs)


def told_of(row: str, known: KnownPaths) -> frozenset[str]:
    """The facts that `row` tells beside the names of files."""
    return frozenset(word for word in facts([row]) if not known.find(word) and "/" not in word)


def size_of(row: str) -> str:
    """The size in a line that tells of one file, as `ls -l` and `du` write it; empty where no size stands."""
    words = row.split()
    if len(words) > 7 and re.match(r"[-dlbcps][-rwxsStT]{9}|[0-7]{3,4}$", words[0]):
        return words[4]
    return words[0] if 0 < len(words) <= 2 and size(words[0]) is not None else ""


def numbers(lines: Sequence[str]) -> list[tuple[float, ...]]:
    """The numbers of each line, sorted, and the lines sorted by them; empty where a line has none."""
    found = [
        tuple(sorted(float(word) for word in re.split(r"[\s:=,]+", row) if re.fullmatch(r"\d+(?:\.\d+)?", word)))
        for row in lines
    ]
    return sorted(found) if all(found) else []


def leads(more: str, less: str) -> bool:
    """Whether `more` is `less` with a number before it or after its first path."""
    return len(re.findall(r"(?<![\w.])\d+(?![\w.])", more)) > len(re.findall(r"(?<![\w.])\d+(?![\w.])", less))


def facts(lines: Sequence[str]) -> frozenset[str]:
    """The words of `lines` that say something: not the punctuation, nor words for columns."""
    return frozenset(
        word.lower()
        for row in lines
        for word in tokens(row)
        if re.search(r"\w", word) and not re.fullmatch(r"0+[BKMG]?", word)
    )


def share_facts(one: Sequence[str], other: Sequence[str], known: KnownPaths) -> bool:
    """Whether line by line the same file is told of with at least two more facts in common."""
    for a, b in zip(one, other, strict=True):
        if known.named([a]).paths != known.named([b]).paths or not known.named([a]).paths:
            return False
        if len(facts([a]) & facts([b])) < 3:
            return False
    return True


def shape(word: str) -> str:
    """What kind of word `word` is: digits are one digit (many, nines), letters one letter, a random name too."""
    word = re.sub(r"(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]{6,}", "a", word)
    return re.sub(r"[A-Za-z]+", "a", re.sub(r"\d+", lambda it: "9" if len(it[0]) > 4 else "0", word))


def tied(one: Sequence[str], other: Sequence[str], known: KnownPaths) -> bool:
    """Whether both name files in one order, but for those that share the number (a size, a time) that orders one."""
    told = [
        [(known.base(paths[0]), row) for row in rows if (paths := known.named([row]).paths)] for rows in (one, other)
    ]
    ranks = [rank for rows in told if (rank := _rank(rows))]
    if not ranks or any(name not in ranks[0] for rows in told for name, _ in rows):
        return False
    return [ranks[0][name] for name, _ in told[0]] == [ranks[0][name] for name, _ in told[1]]


def _rank(rows: Sequence[tuple[str, str]]) -> dict[str, float]:
    """The number by which `rows`, each a name and its line, are in order; empty where no column of numbers is."""
    numbers = [[found for word in row.split() if (found := size(word)) is not None] for _, row in rows]
    for column in range(min(map(len, numbers), default=0)):
        values = [each[column] for each in numbers]
        if len(set(values)) > 1 and values in (sorted(values), sorted(values, reverse=True)):
            return {name: value for (name, _), value in zip(rows, values, strict=True)}
    return {}


_NO = re.compile(r"\b(?:differ|differs|different|differences|not|no|false|failed|missing|unequal|mismatch)\b")
_YES = re.compile(r"\b(?:same|identical|equal|ok|yes|true|match|matches|matched|exists|exist)\b")


def verdict(lines: Sequence[str]) -> bool | None:
    """The yes or no that `lines` come to; None where they say neither."""
    text = re.sub(r"\bnot (?:the )?(?:same|identical|equal)\b", "different", "\n".join(lines).lower())
    no, yes = _NO.search(text), _YES.search(text)
    return None if bool(no) == bool(yes) else bool(yes)


def swapped(lines: Sequence[str]) -> list[tuple[float, str]]:
    """The number that each line begins or ends with, and the rest of it; empty where one does neither."""
    found = []
    for row in lines:
        words = row.split()
        at = next((at for at in (0, -1) if len(words) > 1 and _NUMBER.match(words[at])), None)
        if at is None:
            return []
        found.append((float(words.pop(at).replace(",", "")), " ".join(words)))
    return found


def near(one: str, other: str) -> bool:
    """Whether the numbers of two texts are as many, and nearly all about as large: they are in one unit."""
    mine, theirs = (
        [float(it) for it in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])", text)] for text in (one, other)
    )
    close = [abs(a - b) <= 0.25 * max(a, b) for a, b in zip(mine, theirs, strict=False)]
    return len(mine) == len(theirs) and sum(close) >= 0.8 * len(close)


def rounded_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the rows differ only in how many decimals their numbers have; one decimal at least."""
    if len(one) != len(other):
        return False
    for a, b in zip(one, other, strict=True):
        mine, theirs = a.split(), b.split()
        if len(mine) != len(theirs) or not all(map(_rounds, mine, theirs)):
            return False
    return True


def _rounds(one: str, other: str) -> bool:
    if one == other:
        return True
    if not (re.fullmatch(r"-?\d*\.?\d+", one) and re.fullmatch(r"-?\d*\.?\d+", other)):
        return False
    if "." not in one or "." not in other:
        return float(one) == float(other)
    places = min(len(one.rsplit(".")[-1]), len(other.rsplit(".")[-1]))
    return abs(float(one) - float(other)) <= 10.0**-places


def edits(lines: Sequence[str]) -> list[str]:
    """What a difference between two files takes away and adds, in whatever form it is told."""
    kept = [row for row in lines if re.match(r"[<>](?: |$)|[+-](?![+-]{2}(?: |$))", row)]
    return [("-" if row[0] in "<-" else "+") + row[1:].strip() for row in kept]
