"""Typed values in the words of an action: paths, sizes, durations, ports, hosts, quoted names, numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .units import BYTES, NUMBERS, SECONDS
from .vocabulary import several

FILE_SUFFIXES = several(
    """
    log txt gz bz2 xz zst zip tar tgz sh py c h js json yaml yml toml conf cfg ini csv xml html pem crt cer key
    csr sql db bak tmp pid sock out err md rpm deb jar war php rb go rs java class pcap dump core lock old
    """
)

_BEYOND = 2.0**63
_NO_UNITS = {"b", "mo", "y", "quarter", "quarters"}
_UNITS = "|".join(sorted((set(SECONDS) | set(BYTES)) - _NO_UNITS, key=len, reverse=True))
_SPEECH = r"[^'\"\u2019\u201d\n]*[.?!]\s+(?-i:[A-Z])"
"""Begins what somebody said, and no value: in it one sentence ends and another begins."""
_SCAN = re.compile(
    r"""
    (?P<plain>[a-zA-Z]+(?=[\s,]|$) | (?:tcp|udp)(?=/\d))
  | (?P<url>[a-zA-Z][a-zA-Z0-9+.-]{1,15}://[^\s"'`<>]+)
  | `(?P<tick>[^`\n]+)` | "(?!SPEECH)(?P<double>[^"\n]+)" | (?<!\w)'(?!SPEECH)(?P<single>[^'\n]+)'(?!\w)
  | [\u201c\u2018](?!SPEECH)(?P<curly>[^\u201d\u2019\n]+)[\u201d\u2019]
  | (?P<glob>[^\s,;'"`()]*\*[^\s,;'"`()]*)
  | (?P<path>(?<!\w)(?:~[\w.-]*|\.{1,2})?/[^\s,;:'"`()<>]* | ~(?=\s|$) | (?<!\S)\.{1,2}(?=\s|$) )
  | (?P<v6>(?<![\w:])(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4}(?![\w:]))
  | (?P<v4>\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?(?::\d{1,5})?)(?![\w.]*\w)
  | (?P<clock>(?<![\w.:/-])
      (?:\d{4}-\d\d-\d\d(?:[T\s]\d\d?:\d\d(?::\d\d)?)?|\d\d?:\d\d(?::\d\d)?|\d\d?\s?[ap]m)(?![\w:-]))
  | (?P<percent>\d+(?:\.\d+)?\s?(?:%|percent\b|per\scent\b|pct\b))
  | (?P<amount>\d+(?:[.,]\d+)*[\s-]?(?:UNITS)\b(?![-_./@]\w))
  | (?P<number>(?<!\w)[-+]?(?>\d+(?:[.,]\d+)*)(?![\w-]))
  | :(?P<colonport>\d{2,5})\b
  | (?P<parted>[a-z]+(?:/[a-z]+){2,}(?![\w/:.-]) | [a-z]+s/[a-z]+s(?![\w/:.-]))
  | (?P<word>[^\W_](?:[\w@+]|['\u2019](?=\w)|[-./:](?=[\w]))*|_\w(?:[\w]|[-.](?=\w))*)
  | (?P<stop>[.,;:!?()&|@\n\u2013\u2014\u2026-])
    """.replace("UNITS", _UNITS).replace("SPEECH", _SPEECH),
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ActionToken:
    """One piece of an action: `text` in lower case, `raw` as written, `kind` as the scanner saw it."""

    text: str
    raw: str
    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Value:
    """A value and the types it may have; `amount` is in seconds, bytes, or as it stands; tokens [first, last)."""

    kinds: tuple[str, ...]
    text: str
    amount: float
    first: int
    last: int


def tokens(text: str) -> tuple[ActionToken, ...]:
    """The pieces of `text` in order, whatever its script or length; a word loses a possessive 's."""
    found: list[ActionToken] = []
    for match in _SCAN.finditer(text):
        kind = match.lastgroup or "stop"
        if kind == "plain":
            raw = match.group()
            found.append(ActionToken(raw.lower(), raw, match.start(), match.end(), "word"))
            continue
        raw = match.group(kind)
        if kind == "parted":  # "uids/gids": two words, and no path
            for part in re.finditer(r"[^/]+", raw):
                start = match.start() + part.start()
                found.append(ActionToken(part[0].lower(), part[0], start, start + len(part[0]), "word"))
            continue
        if kind in ("tick", "double", "single", "curly"):
            kind = "quoted"
        elif kind in ("path", "glob", "url"):
            raw = raw.rstrip(".,;:!?") or raw
            raw = raw if "(" in raw else raw.rstrip(").") or raw
        elif kind == "word" and ("'" in raw or "\u2019" in raw):
            raw = raw.replace("\u2019", "'").removesuffix("'s")
        found.append(ActionToken(raw.lower(), raw, match.start(), match.end(), kind))
    return tuple(found)


def number(text: str) -> float | None:
    """What `text` counts, in digits or spelled out up to twenty and in tens; None when it counts nothing."""
    if text in NUMBERS:
        return float(NUMBERS[text])
    digits = text.replace(",", "") if re.fullmatch(r"\d{1,3}(,\d{3})+", text) else text
    try:
        return float(digits) if digits[:1].isdigit() else None
    except ValueError:
        return None


def _amount(token: ActionToken, index: int) -> Value | None:
    """A number glued to its unit, as in 7d, 500MB, 24h; `30m` may be minutes or mebibytes, `2G` only a size."""
    found = re.fullmatch(r"(\d+(?:[.,]\d+)*)[\s-]?([a-zA-Z]+)", token.raw)
    count = number(found.group(1)) if found else None
    if found is None or count is None:
        return None
    unit, lower = found.group(2), found.group(2).lower()
    duration, size = SECONDS.get(lower), BYTES.get(lower)
    if unit == "k" and token.raw[-2:-1].isdigit():  # "50k rows" as well as 50 KiB
        return Value(("size", "thousands"), token.raw, count * 1024, index, index + 1)
    if duration and not (size and unit.isupper()):
        return Value(("duration",), token.raw, count * duration, index, index + 1)
    if size:
        return Value(("size",), token.raw, count * size, index, index + 1)
    return None


def _worded(word: str) -> tuple[str, ...]:
    """The types that an unquoted dotted or slashed word may have."""
    head, _, tail = word.rpartition(".")
    if tail.lower() in ("service", "socket", "timer") and head:
        return ("service",)
    if re.fullmatch(r"[\w.-]+:\d{1,5}", word):
        return ("hostport",)
    if "/" in word and tail.lower() in FILE_SUFFIXES and ":" not in word:
        return ("path", "file")
    if "/" in word:
        return ("path", "slashed")
    if head.lower() in FILE_SUFFIXES:
        return ()  # "as tar.gz" names a kind
    if head and tail.lower() in FILE_SUFFIXES:
        return ("path", "file")
    if head and re.fullmatch(r"_?(?:[a-zA-Z0-9-]+\._?)+[a-zA-Z]{2,}", word):
        return ("host",)
    return ()


_SIMPLE = {
    "clock": ("clock",),
    "path": ("path",),
    "glob": ("glob",),
    "url": ("url",),
    "v6": ("host",),
    "quoted": ("quoted",),
}
_SIGNALS = frozenset({*NUMBERS, *SECONDS, "current", "present", "working", "this", "half"})
_LASTING = ("last", "past", "previous", "next", "coming", "this")


_TIMES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_EITHER = re.compile(r"and/or|[a-z]{1,3}/[a-z]{1,3}")
"""Two short words with a stroke between them: "in/out", "w/o"."""
_FRACTION = re.compile(r"(three quarters|quarter|half)(?: of)?(?: an?| the)? (\w+)")
_SHARES = {"three quarters": 0.75, "quarter": 0.25, "half": 0.5}
_AND_HALF = re.compile(r"and (?:a )?half\b")
_NUMBERED = several("ticket step incident issue case task alert")
"""What is numbered, so that the number is its name and nothing that a script takes."""
_EMPTIED = several("it the this that these those out all")
"""What follows "zero" where it asks to empty something."""


def _one(found: Sequence[ActionToken], index: int) -> Value | None:
    """The value that begins at token `index`, if one does."""
    token = found[index]
    after = found[index + 1].text if index + 1 < len(found) else ""
    kind = token.kind
    if fraction := _fraction(found, index):
        return fraction
    if kind == "word" and token.text not in NUMBERS and token.text not in SECONDS:
        if token.text in ("current", "present", "working", "this") and after in ("directory", "folder", "dir"):
            return Value(("path",), ".", 0, index, index + 2)
        kinds = _worded(token.raw) if "." in token.raw or "/" in token.raw or ":" in token.raw else ()
        return Value(kinds, token.raw, 0, index, index + 1) if kinds and not _EITHER.fullmatch(token.text) else None
    if kind == "path" and token.text.rpartition(".")[2] in FILE_SUFFIXES and "." in token.text.rpartition("/")[2]:
        return Value(("path", "file"), token.raw, 0, index, index + 1)
    if kind in _SIMPLE:
        return Value(_SIMPLE[kind], token.raw, 0, index, index + 1)
    if kind == "v4":
        host = ("hostport",) if ":" in token.raw else ("network",) if "/" in token.raw else ("host",)
        return Value(host, token.raw, 0, index, index + 1)
    if kind == "percent":
        return Value(("percent",), token.raw, float(re.match(r"[\d.]+", token.raw)[0]), index, index + 1)  # type: ignore[index]
    if kind == "colonport":
        return Value(("port",), token.raw, float(token.raw), index, index + 1)
    if kind == "amount":
        return _amount(token, index)
    return _counted(found, index, after)


def _fraction(found: Sequence[ActionToken], index: int) -> Value | None:
    """A part of a unit: "half an hour", "three quarters of a minute", "a quarter of a million"."""
    said = _FRACTION.match(" ".join(it.text for it in found[index : index + 5]))
    if said is None:
        return None
    share, unit, last = _SHARES[said[1]], said[2], index + len(said[0].split())
    for kind, table in (("duration", SECONDS), ("size", BYTES), ("number", _TIMES)):
        if unit in table and len(unit) > 1:
            return Value((kind,), said[0], share * table[unit], index, last)
    return None


def _counted(found: Sequence[ActionToken], index: int, after: str) -> Value | None:
    """Numbers and spelled-out numbers, with the unit that follows; "a week", "the last hour"."""
    token = found[index]
    if token.kind not in ("number", "word"):
        return None
    count = number(token.text.lstrip("+-"))
    last = index + 1
    if token.text == "zero" and after in _EMPTIED:
        return None
    if index and found[index - 1].text in _NUMBERED:
        return None
    if token.text == "zero" and after in ("it", "them", "the", "out"):
        return None  # a verb
    if count is not None and token.text.startswith("-"):
        return Value(("number",), token.raw, -count, index, last)
    if count is not None:
        if token.text in ("a", "an"):
            return None
        if after == "of" and token.text in ("couple", "dozen") and last + 1 < len(found):
            last += 1
        unit = found[last].text if last < len(found) else ""
        if unit == "dozen":
            count, last = count * 12, last + 1
            unit = found[last].text if last < len(found) else ""
        if half := _half(found, last):  # "one and a half hours"
            count, last = count + 0.5, last + half
            unit = found[last].text if last < len(found) else ""
        if len(unit) > 1 or token.kind == "number":
            if unit in SECONDS and unit != "m":
                return Value(("duration",), f"{token.raw} {unit}", count * SECONDS[unit], index, last + 1)
            if unit in BYTES and unit != "m":
                return Value(("size",), f"{token.raw} {unit}", count * BYTES[unit], index, last + 1)
        if unit in ("percent", "pct"):
            return Value(("percent",), f"{token.raw} percent", count, index, last + 1)
        if unit in _TIMES:
            return Value(("number",), f"{token.raw} {unit}", count * _TIMES[unit], index, last + 1)
        if token.text == "one":  # mostly a pronoun or an article
            return Value(("one",), "1", 1, index, last)
        return Value(("number",), token.raw, count, index, last)
    before = found[index - 1].text if index else ""
    alone = len(token.text) > 2 and token.text in SECONDS and not token.text.endswith("s")
    if alone and before in ("a", "an", *_LASTING):
        half = _half(found, index + 1)  # "an hour and a half"
        amount = SECONDS[token.text] * (1.5 if half else 1.0)
        return Value(("duration",), f"{before} {token.raw}", amount, index - 1, index + 1 + half)
    return None


def _half(found: Sequence[ActionToken], at: int) -> int:
    """How many tokens say "and a half" from the token number `at` on."""
    half = _AND_HALF.match(" ".join(it.text for it in found[at : at + 3]))
    return len(half[0].split()) if half else 0


def values(found: Sequence[ActionToken]) -> tuple[Value, ...]:
    """Every typed value in `found`, in order, none overlapping another; a number beyond all use is of no known type."""
    result: list[Value] = []
    index = 0
    while index < len(found):
        token = found[index]
        if token.kind == "stop" or (token.kind == "word" and token.text.isalpha() and token.text not in _SIGNALS):
            index += 1
            continue
        value = _one(found, index)
        if value is not None:
            countable = abs(value.amount) < _BEYOND
            result.append(value if countable else replace(value, kinds=("beyond",), amount=0.0))
        index = max(index + 1, value.last if value is not None else 0)
    return tuple(result)
