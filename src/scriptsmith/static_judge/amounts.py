"""Numbers with a unit and a comparison, in the words of an action and in the clauses of a description."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..programs.find import SIZES
from ..retrieval.units import BYTES, NUMBERS, SECONDS
from .steps import Clause, Step


class Amount(NamedTuple):
    """`size` in bytes, minutes or as it stands; `dimension` is bytes, time, depth, mode or count; `sign` is >, <, =, or
    empty where nothing is said. Other readings of a unit ("MB") are in `also`."""

    dimension: str
    size: float
    sign: str
    text: str
    also: float = -1.0

    def equals(self, other: Amount) -> bool:
        """Whether both are the same number of the same thing."""
        return bool({self.size, self.also} & {other.size, other.also} - {-1.0})


_WORDS = {word: float(number) for word, number in NUMBERS.items()} | {"a": 1.0, "an": 1.0, "half": 0.5}
_ORDINALS = {"first": 1.0, "second": 2.0, "third": 3.0, "fourth": 4.0, "fifth": 5.0, "sixth": 6.0, "seventh": 7.0}
_MINUTES = {unit: seconds / 60 for unit, seconds in SECONDS.items() if len(unit) > 1 and unit != "mo"} | {"24h": 1440}
_BYTES = {unit: size for unit, size in BYTES.items() if not unit.endswith("s")} | {"c": 1, "block": 512, "kilo": 1024}
_DEPTHS = ("level", "depth")
_UNIT = "|".join(sorted({*_MINUTES, *_BYTES, *_DEPTHS}, key=len, reverse=True))
_NUMBER = "|".join((r"\d+(?:\.\d+)?(?:\*\d+)?", *_WORDS))
_QUANTITY = re.compile(
    rf"(?<![\w.$/*-])(?:(?P<number>{_NUMBER})\s*-?\s*(?P<unit>{_UNIT})s?|(?P<lone>\d+))(?![\w/*]|\.\w)"
)
_COUNTED = re.compile(
    rf"\b(?P<number>{'|'.join(NUMBERS)})\b (?:times\b|replicas|(?:\w+ )?(?:[a-z]+s|processes)\b)(?!-)"
)
_SINGLE = re.compile(
    r"\b(?:last|past|previous|this|within the|than a|than one) (?P<unit>minute|hour|day|week|month|year)\b(?!s)"
)
_LEVEL = re.compile(rf"\b(?:level|depth)s?(?: of)? (?P<level>{_NUMBER})\b")
_ORDINAL = re.compile(
    rf"\b(?P<ordinal>{'|'.join(_ORDINALS)})\b(?: and (?P<more>{'|'.join(_ORDINALS)}))? (?:depth )?(?:level|depth)"
)
_MODE = re.compile(rf"(?<![\w.$/*-])(0?[0-7]{{3,4}})\b(?!\s*(?:{_UNIT})s?\b)")
_MODE_WORDS = re.compile(r"permi|chmod|\bmode\b|\baccess\b|bits?\b|writable|executable")
_MORE = re.compile(
    r"more than|greater|larger|bigger|greater|over (?:the )?(?:size )?$|above (?:the )?$|older|"
    r"at least|exceed|longer|minimum|before|prior|beyond|or more|"
    r"higher|earlier|upwards|\bafter\b|\+$|least\b|more\b|not been|haven't|hasn't|"
    r"not (?:\w+ )?(?:access|modif|chang)\w*"
)
_LESS = re.compile(
    r"less|smaller|(?:under|below) (?:the )?(?:size )?$|newer|within|\b(?:last|past)(?: \w+)?\W*$|"
    r"younger|fewer|at most|up to|since|lower|"
    r"maximum|not (?:more|older|larger|bigger|greater)|no (?:more|older|larger|bigger)|previous|"
    r"shorter|in the (?:\w+ )?$|during|max|recent"
)
_AGO_MORE = re.compile(
    r"^\W*(?:\w+\W+){0,3}?(?:or (?:more|older|larger|greater|longer)|old and|and (?:more|older|above|up))"
)
_AGO_LESS = re.compile(r"^\W*(?:\w+\W+){0,3}?(?:or (?:less|newer|smaller|fewer|younger)|and (?:less|below))")


def asked(text: str) -> list[Amount]:
    """The amounts in an action (lower case, quoted texts left out)."""
    found: list[Amount] = []
    taken: list[tuple[int, int]] = []

    def add(dimension: str, size: float, at: int, end: int, also: float = -1.0) -> None:
        if any(at < upto and since < end for since, upto in taken):
            return
        taken.append((at, end))
        found.append(Amount(dimension, size, _sign(text, at, end, dimension), text[at:end], also))

    for match in _LEVEL.finditer(text):
        add("depth", _number(match["level"]), *match.span())
    for match in _ORDINAL.finditer(text):
        add("depth", _ORDINALS[match["ordinal"]], *match.span())
        if match["more"]:
            found.append(Amount("depth", _ORDINALS[match["more"]], "", match["more"]))
    if _MODE_WORDS.search(text):
        for match in _MODE.finditer(text):
            add("mode", float(int(match[1], 8)), *match.span())
    for match in _SINGLE.finditer(text):
        add("time", _MINUTES[match["unit"]], *match.span())
    for match in _COUNTED.finditer(text):
        if match["number"] not in ("zero", "one", "two"):
            add("count", _WORDS[match["number"]], *match.span("number"))
    for match in _QUANTITY.finditer(text):
        if match["lone"]:
            add("count", float(match["lone"]), *match.span())
            continue
        number, unit = _number(match["number"]), match["unit"]
        if match["number"] in ("a", "an", "one", "two", "second") and unit in (
            "second",
            "c",
            "b",
            "k",
            "m",
            "g",
            "t",
            "min",
        ):
            continue
        if unit in _DEPTHS:
            add("depth", number, *match.span())
        elif unit in _MINUTES:
            add("time", number * _MINUTES[unit], *match.span())
        else:
            also = number * 1000 ** {"k": 1, "m": 2, "g": 3, "t": 4}.get(unit[0], 0)
            also = number * 512 if unit == "b" else also
            add("bytes", number * _BYTES[unit], *match.span(), also)
    return found


def _number(text: str) -> float:
    if "*" in text:
        one, _, other = text.partition("*")
        return float(one) * float(other)
    return _WORDS.get(text) or (0.0 if text == "zero" else float(text))


def _sign(text: str, at: int, end: int, dimension: str) -> str:
    """What stands before the number decides, the nearest first; "or more" behind it too."""
    after = text[end : end + 25]
    if _AGO_MORE.match(after):
        return ">"
    if _AGO_LESS.match(after):
        return "<"
    before = text[max(0, at - 32) : at]
    more = [match.end() for match in _MORE.finditer(before)]
    less = [match.end() for match in _LESS.finditer(before)]
    here = text[at:end]
    exact = before.rfind("exact")
    if exact >= 0 and exact > max(more + less, default=-1):
        return "="
    if dimension == "time" and re.match(r"last|past|previous|this|within", here):
        return ">" if re.search(r"\bnot\b|n't", text[max(0, at - 60) : at]) else "<"
    if dimension == "time" and less and max(less) > max(more, default=-1):
        # not accessed in the last 7 days: longer ago than that
        return ">" if re.search(r"\bnot\b|n't\b|\bno\b", text[max(0, at - 60) : at]) else "<"
    if more and max(more) > max(less, default=-1):
        return "<" if re.search(r"\b(?:not|no) (?:more|older|larger|bigger|greater)", before) else ">"
    if less:
        return "<"
    return ""


_SIZE = re.compile(r"(\d+)([cwbkKMGT]?)")
_MINUTES_EACH = {"days": 1440.0, "minutes": 1.0, "seconds": 1 / 60}


def told(steps: Iterable[Step]) -> list[Amount]:
    """The amounts in a description."""
    return [
        amount
        for step in steps
        for clause in step.clauses
        for amount in _amounts(clause, step.head.tells("changes permissions"))
    ]


def _amounts(clause: Clause, permitting: bool) -> Iterator[Amount]:
    if clause.tells("routine number"):
        return
    unit, sign = clause.phrase.unit, clause.phrase.sign
    if permitting and clause.template == "to {}":
        unit = "mode"
    for value in clause.values:
        if unit == "mode":
            if re.fullmatch(r"[0-7]{3,4}", value):
                yield Amount("mode", float(int(value, 8)), "", value)
        elif unit == "size" and (found := _SIZE.fullmatch(value)):
            letter = found[2].lower()
            size = float(found[1]) * (SIZES.get(found[2]) or SIZES.get(letter, 512))
            power = {"k": 1, "m": 2, "g": 3, "t": 4}.get(letter, 0)
            yield Amount("bytes", size, sign, value, float(found[1]) * 1000**power if power else -1.0)
        elif unit == "days" and (found := re.fullmatch(r"(\d+)([smhdw])", value)):
            yield Amount("time", float(found[1]) * SECONDS[found[2]] / 60, sign, value)
        elif re.fullmatch(r"\d+(?:\.\d+)?", value):
            number = float(value)
            if unit in _MINUTES_EACH:
                yield Amount("time", number * _MINUTES_EACH[unit], sign, value)
            elif unit == "depth":
                yield Amount("depth", number, sign, value)
            else:
                yield Amount("count", number, "", value)
        elif found := re.fullmatch(r"[+-](\d+)", value):
            yield Amount("count", float(found[1]), "", value)
