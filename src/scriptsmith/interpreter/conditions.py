"""What a test shows: which unknown values are not empty when it succeeds or fails, and its outcome where known."""

from __future__ import annotations

import operator
import re
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from . import patterns
from .model import Glob, GuardFact, Unknown, ValueCheck, Word

_FILES = frozenset("-" + letter for letter in "abcdefghkprstuwxGLNOS")
_THERE = frozenset(("-e", "-f", "-d"))
_NUMBERS = {
    "-eq": operator.eq,
    "-ne": operator.ne,
    "-lt": operator.lt,
    "-le": operator.le,
    "-gt": operator.gt,
    "-ge": operator.ge,
}
_BINARY = frozenset((*_NUMBERS, "=", "==", "!=", "=~", "<", ">", "-nt", "-ot", "-ef"))
_NONE: frozenset[str] = frozenset()
_NO_CHECKS: frozenset[ValueCheck] = frozenset()
_NO_FACTS: frozenset[GuardFact] = frozenset()
_NO_PAIR = (_NO_CHECKS, _NO_CHECKS)
_Shown = TypeVar("_Shown")
NONE_COUNTED = "none"


@dataclass(frozen=True, slots=True)
class Shown:
    """Sources of unknowns that are not empty when the test is `true` or `false`, and its `status` where it is known.

    `if_true` and `if_false` are what the one and the other show of the shape of unknown values, `facts_true` and
    `facts_false` what they show of anything else.
    """

    true: frozenset[str] = _NONE
    false: frozenset[str] = _NONE
    status: bool | None = None
    if_true: frozenset[ValueCheck] = _NO_CHECKS
    if_false: frozenset[ValueCheck] = _NO_CHECKS
    facts_true: frozenset[GuardFact] = _NO_FACTS
    facts_false: frozenset[GuardFact] = _NO_FACTS

    def negated(self) -> Shown:
        status = None if self.status is None else not self.status
        return Shown(self.false, self.true, status, self.if_false, self.if_true, self.facts_false, self.facts_true)

    def both(self, other: Shown) -> Shown:
        """This and the other."""
        status = self.status and other.status if self.status is not None and other.status is not None else None
        if self.status is False or other.status is False:
            status = False
        return Shown(
            self.true | other.true,
            self.false & other.false,
            status,
            self.if_true | other.if_true,
            self.if_false & other.if_false,
            self.facts_true | other.facts_true,
            self.facts_false & other.facts_false,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Widened(Word):
    """The right side of a comparison that is known in part; `pattern` matches at least what it matches."""

    pattern: str = ""


def shown(tokens: Sequence[Word | str]) -> Shown:
    """What the inside of `[ … ]` or `[[ … ]]` shows; operators may be words or plain strings."""
    return _Tests(tokens).either() if 0 < len(tokens) < 200 else Shown(status=False if not tokens else None)


def _only(word: Word | str) -> frozenset[str]:
    """The source of the one unknown that is all of `word`."""
    if isinstance(word, Word) and len(word.parts) == 1 and isinstance(word.parts[0], Unknown):
        return frozenset((word.parts[0].source,))
    return _NONE


def _text(word: Word | str) -> str | None:
    return word if isinstance(word, str) else word.text


class _Tests:
    def __init__(self, tokens: Sequence[Word | str]) -> None:
        self.tokens = tokens
        self.at = 0

    def peek(self, ahead: int = 0) -> str | None:
        at = self.at + ahead
        return _text(self.tokens[at]) if at < len(self.tokens) else None

    def left(self) -> int:
        return len(self.tokens) - self.at

    def either(self) -> Shown:
        value = self.all()
        while self.peek() in ("||", "-o"):
            self.at += 1
            value = value.negated().both(self.all().negated()).negated()
        return value

    def all(self) -> Shown:
        value = self.one()
        while self.peek() in ("&&", "-a"):
            self.at += 1
            value = value.both(self.one())
        return value

    def one(self) -> Shown:
        first = self.peek()
        if self.left() <= 0:
            return Shown()
        if first == "!" and self.left() > 1:
            self.at += 1
            return self.one().negated()
        if first == "(" and self.left() > 2 and self.peek(1) not in _BINARY:
            self.at += 1
            value = self.either()
            self.at += self.peek() == ")"
            return value
        if self.peek(1) in _BINARY and self.left() > 2:
            left, sign, right = self.tokens[self.at], self.peek(1) or "", self.tokens[self.at + 2]
            self.at += 3
            return _compare(left, sign, right)
        if first and len(first) == 2 and first[0] == "-" and self.left() > 1 and self.peek(1) not in ("-a", "-o"):
            word = self.tokens[self.at + 1]
            self.at += 2
            text = _text(word)
            if first in ("-n", "-z"):
                filled = _filled(word, text)
                return filled if first == "-n" else filled.negated()
            if first in ("-L", "-h") and isinstance(word, Word):
                link = ValueCheck(source=word.written, operator="-L")
                return Shown(_only(word), if_true=frozenset((link,)), if_false=frozenset((replace(link, holds=False),)))
            if first in _THERE and isinstance(word, Word):
                absent = GuardFact(kind="absent", subject=word.written, value=first)
                return Shown(_only(word), facts_false=frozenset((absent,)))
            return Shown(_only(word)) if first in _FILES else Shown()
        self.at += 1
        word = self.tokens[self.at - 1]
        return _filled(word, _text(word))


def either(tests: Sequence[Shown]) -> Shown:
    """What a test shows that may be any of several: what all show that can have that outcome."""
    true = [each for each in tests if each.status is not False]
    false = [each for each in tests if each.status is not True]
    return Shown(
        _common([each.true for each in true]),
        _common([each.false for each in false]),
        None,
        _common([each.if_true for each in true]),
        _common([each.if_false for each in false]),
        _common([each.facts_true for each in true]),
        _common([each.facts_false for each in false]),
    )


def _common(sets: Sequence[frozenset[_Shown]]) -> frozenset[_Shown]:
    return frozenset.intersection(*sets) if sets else frozenset()


def _filled(word: Word | str, text: str | None) -> Shown:
    """What it shows that a word is not empty."""
    empty, filled = printed(word, "")
    status = None if text is None else text != ""
    return Shown(_only(word), _NONE, status, facts_true=filled, facts_false=empty)


def printed(word: Word | str, text: str) -> tuple[frozenset[GuardFact], frozenset[GuardFact]]:
    """What it shows that the output of commands, which a word is, is `text`, and that it is not."""
    only = word.parts[0] if isinstance(word, Word) and len(word.parts) == 1 else ""
    if not isinstance(only, Unknown) or only.source[:2] != "$(":
        return _NO_FACTS, _NO_FACTS
    fact = GuardFact(kind="printed", subject=only.source, value=text)
    return frozenset((fact,)), frozenset((replace(fact, holds=False),))


def defined(word: Word, functions: Iterable[str]) -> Shown:
    """What `declare -F` shows of a name that is not known: it is that of a function."""
    compiled = patterns.regex("".join("*" if isinstance(part, Unknown) else str(part) for part in word.parts))
    names = [name for name in functions if compiled is None or compiled.fullmatch(name)]
    check = ValueCheck(source=word.written, operator="==", pattern=f"@({'|'.join(names)})")
    return Shown(if_true=frozenset((check,)) if names else _NO_CHECKS)


def counted(sign: str, number: int) -> Shown:
    """What a comparison of `$#` with a number shows of the arguments."""
    first = {"-ge": number, "-gt": number + 1, "-eq": number}.get(sign, 0)
    otherwise = {"-lt": number, "-le": number + 1, "-ne": number}.get(sign, 0)
    if sign == "-eq" and number == 0:
        otherwise = 1
    if sign == "-ne" and number == 0:
        first = 1
    true = frozenset(f"${index}" for index in range(1, min(first, 20) + 1))
    return Shown(true, frozenset(f"${index}" for index in range(1, min(otherwise, 20) + 1)))


def _compare(left: Word | str, sign: str, right: Word | str) -> Shown:
    two = _text(right)
    if sign in _NUMBERS:
        return compare_numbers(left, sign, right)
    if sign == "=~":
        if two is None:
            return Shown()
        return Shown(_only(left) if _needs_text(two) else _NONE, _NONE, None, *_checked(left, "=~", two))
    if sign not in ("=", "==", "!="):
        return Shown()
    if isinstance(right, Word) and any(isinstance(part, Glob) for part in right.parts) and two is not None:
        compiled = patterns.regex(two)
        one = _text(left)
        if compiled is None or not patterns.affordable(one or "", compiled):
            return Shown()
        status = None if one is None else bool(compiled.fullmatch(one))
        value = Shown(_NONE if compiled.fullmatch("") else _only(left), _NONE, status, *_checked(left, "==", two))
    else:
        value = _compare_texts(left, right)
        if isinstance(right, Widened):
            value = replace(value, if_true=value.if_true | _checked(left, "==", right.pattern)[0])
    return value.negated() if sign == "!=" else value


def compare_numbers(left: Word | str, sign: str, right: Word | str) -> Shown:
    """`-eq`, `-gt` and their kin."""
    one, two = _text(left), _text(right)
    if _only(left) & {"$#", "${#}"} and two is not None and two.isdigit() and len(two) < 6:
        return counted(sign, int(two))
    try:
        status = None if one is None or two is None else _NUMBERS[sign](int(one or "0"), int(two or "0"))
    except ValueError:
        status = None
    if status is not None:
        return Shown(status=status)
    filled = _only(left) | _only(right)
    return Shown(filled, filled if sign != "-eq" else _NONE, None, *_NO_PAIR, *_none_counted(left, sign, two))


def _none_counted(left: Word | str, sign: str, number: str | None) -> tuple[frozenset[GuardFact], frozenset[GuardFact]]:
    """What a comparison of a count with a number shows when it holds and when it does not: that nothing was counted.

    That is less than `0`: what cannot be counted is no number, and often passes for one.
    """
    zero, some = printed(left, NONE_COUNTED)
    if (sign, number) in (("-eq", "0"), ("-lt", "1"), ("-le", "0")):
        return zero, some
    if (sign, number) in (("-ne", "0"), ("-gt", "0"), ("-ge", "1")):
        return some, zero
    return _NO_FACTS, _NO_FACTS


def _compare_texts(left: Word | str, right: Word | str) -> Shown:
    """Whether two texts are equal, letter by letter."""
    one, two = _text(left), _text(right)
    true = (_only(left) if two else _NONE) | (_only(right) if one else _NONE)
    false: frozenset[str] = _NONE
    for word, text in ((left, two), (right, one)):
        # "x$X" = x says that $X is empty
        if isinstance(word, Word) and text is not None and len(word.unknowns) == 1 and word.emptied == text:
            false |= {word.unknowns[0].source}
    exact = re.sub(r"([\\*?\[\]@+!()])", r"\\\1", two) if two is not None else None
    status = None if one is None or two is None else one == two
    checks = _checked(left, "==", exact) if exact is not None else _NO_PAIR
    if two is not None:
        facts = printed(left, two)
    elif one is None and isinstance(left, Word) and isinstance(right, Word):
        same = GuardFact(kind="same", subject=left.written, value=right.written)
        facts = (frozenset((same,)), frozenset((replace(same, holds=False),)))
    else:
        facts = (_NO_FACTS, _NO_FACTS)
    return Shown(true, false, status, *checks, *facts)


def _checked(
    word: Word | str, operator: Literal["==", "=~"], pattern: str
) -> tuple[frozenset[ValueCheck], frozenset[ValueCheck]]:
    """What a comparison of one unknown value with a pattern shows where it holds, and where it does not."""
    passed = [ValueCheck(source=source, operator=operator, pattern=pattern) for source in _only(word)]
    return frozenset(passed), frozenset(replace(each, holds=False) for each in passed)


def _needs_text(expression: str) -> bool:
    """Says that a regular expression cannot match the empty string."""
    if len(expression) > 200:
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return re.search(re.sub(r"\[:\w+:\]", "a", expression), "") is None
    except (re.error, RecursionError):
        return False
