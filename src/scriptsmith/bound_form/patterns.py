"""Globs and extended regular expressions of Bash, matched against printable ASCII in time that is never exponential.

Only what is understood exactly is matched at all: everything else is `Undecidable`, and the caller keeps the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Char: TypeAlias = tuple[str, bool]
"""A character of a pattern, and whether it is quoted, that is: stands for itself."""
Matcher: TypeAlias = Callable[[str, frozenset[int]], frozenset[int]]
"""From the offsets where a match may start to those where it may end."""

ASCII = frozenset(map(chr, range(0x20, 0x7F)))
MOST = 4_000
_CLASSES = {
    "alpha": frozenset(c for c in ASCII if c.isalpha()),
    "digit": frozenset("0123456789"),
    "alnum": frozenset(c for c in ASCII if c.isalnum()),
    "upper": frozenset(c for c in ASCII if c.isupper()),
    "lower": frozenset(c for c in ASCII if c.islower()),
    "space": frozenset(" "),
    "blank": frozenset(" "),
    "punct": frozenset(c for c in ASCII if not c.isalnum() and c != " "),
    "xdigit": frozenset("0123456789abcdefABCDEF"),
    "cntrl": frozenset[str](),
    "print": ASCII,
    "graph": ASCII - {" "},
}


class Undecidable(Exception):
    """It cannot be told without running it."""


def plain(text: str) -> bool:
    """Whether `text` means the same in every locale, and is short enough to be matched."""
    return len(text) <= MOST and all(char in ASCII for char in text)


def _of(members: Iterable[str]) -> Matcher:
    wanted = frozenset(members)
    return lambda text, starts: frozenset(at + 1 for at in starts if at < len(text) and text[at] in wanted)


def _sequence(parts: Sequence[Matcher]) -> Matcher:
    def match(text: str, starts: frozenset[int]) -> frozenset[int]:
        for part in parts:
            starts = part(text, starts)
            if not starts:
                break
        return starts

    return match


def _either(parts: Sequence[Matcher]) -> Matcher:
    return lambda text, starts: frozenset().union(*(part(text, starts) for part in parts))


def _repeated(part: Matcher, low: int, high: int | None) -> Matcher:
    def match(text: str, starts: frozenset[int]) -> frozenset[int]:
        for _ in range(low):
            starts = part(text, starts)
        ends, fresh, done = starts, starts, low
        while fresh and (high is None or done < high):
            fresh = part(text, fresh) - ends
            ends, done = ends | fresh, done + 1
        return ends

    return match


@dataclass(slots=True)
class _Reader:
    """Reads a pattern from its characters."""

    chars: Sequence[Char]
    negations: str
    at: int = 0

    def peek(self, ahead: int = 0) -> str:
        """The unquoted character that comes, empty at the end and for one that stands for itself."""
        where = self.at + ahead
        return self.chars[where][0] if where < len(self.chars) and not self.chars[where][1] else ""

    def bracket(self) -> Matcher:
        """A bracket expression, its opening bracket already read."""
        members, first = set[str](), True
        negated = self.peek() != "" and self.peek() in self.negations
        self.at += negated
        while first or self.peek() != "]":
            if self.at >= len(self.chars):
                raise Undecidable
            char, quoted = self.chars[self.at]
            if char == "[" and not quoted and self.peek(1) in (":", ".", "="):
                members |= self._named()
            elif quoted and char != "\\" and not char.isalnum():
                raise Undecidable  # whether a quoted one is itself in here differs between globs and expressions
            elif self.peek(1) == "-" and self.at + 2 < len(self.chars) and self.peek(2) != "]":
                last, shielded = self.chars[self.at + 2]
                if shielded or last == "[" or not (char.isalnum() and last.isalnum()):
                    raise Undecidable  # a range over other characters than letters or digits depends on the locale
                if not any({char, last} <= _CLASSES[kind] for kind in ("digit", "upper", "lower")):
                    raise Undecidable
                members |= {chr(code) for code in range(ord(char), ord(last) + 1)}
                self.at += 3
            else:
                members.add(char)
                self.at += 1
            first = False
        self.at += 1
        return _of(ASCII - members if negated else members)

    def _named(self) -> frozenset[str]:
        letters = ""
        at = self.at + 2
        while at < len(self.chars) and self.chars[at][0].isalpha():
            letters += self.chars[at][0]
            at += 1
        if self.peek(1) != ":" or "".join(char for char, _ in self.chars[at : at + 2]) != ":]":
            raise Undecidable
        self.at = at + 2
        if letters not in _CLASSES:
            raise Undecidable
        return _CLASSES[letters]

    # globs

    def glob(self, ends: str = "") -> Matcher:
        """A glob up to one of `ends` that is not quoted."""
        parts: list[Matcher] = []
        while self.at < len(self.chars) and (not ends or self.peek() not in tuple(ends)):
            char = self.peek()
            if char and char in "@?+*!" and self.peek(1) == "(":
                parts.append(self._extended(char))
                continue
            if char == "[" and self._closed():
                self.at += 1
                parts.append(self.bracket())
                continue
            if char == "\\":
                raise Undecidable
            taken = self.chars[self.at][0]
            parts.append(_repeated(_of(ASCII), 0, None) if char == "*" else _of(ASCII if char == "?" else taken))
            self.at += 1
        return _sequence(parts)

    def _closed(self) -> bool:
        return any(char == "]" for char, _ in self.chars[self.at + 2 :])

    def _extended(self, kind: str) -> Matcher:
        if kind == "!":
            raise Undecidable
        self.at += 2
        parts = [self.glob("|)")]
        while self.peek() == "|":
            self.at += 1
            parts.append(self.glob("|)"))
        if self.peek() != ")":
            raise Undecidable
        self.at += 1
        low, high = {"@": (1, 1), "?": (0, 1), "+": (1, None), "*": (0, None)}[kind]
        return _repeated(_either(parts), low, high)

    # extended regular expressions

    def expression(self) -> Matcher:
        """Alternatives up to the end or a closing parenthesis."""
        branches = [self._branch()]
        while self.peek() == "|":
            self.at += 1
            branches.append(self._branch())
        return _either(branches)

    def _branch(self) -> Matcher:
        parts: list[Matcher] = []
        while self.at < len(self.chars) and self.peek() not in ("|", ")"):
            parts.append(self._quantified(self._atom()))
        if not parts:
            raise Undecidable  # an empty alternative is not in the standard
        return _sequence(parts)

    def _atom(self) -> Matcher:
        char, quoted = self.chars[self.at]
        self.at += 1
        if quoted:
            return _of(char)
        match char:
            case "[":
                return self.bracket()
            case "(":
                inner = self.expression()
                if self.peek() != ")":
                    raise Undecidable
                self.at += 1
                return inner
            case ".":
                return _of(ASCII)
            case "^":
                return lambda text, starts: starts & {0}
            case "$":
                return lambda text, starts: starts & {len(text)}
            case "*" | "+" | "?" | "{" | "\\":
                raise Undecidable
        return _of(char)

    def _quantified(self, part: Matcher) -> Matcher:
        char = self.peek()
        if char not in ("*", "+", "?", "{") or not char:
            return part
        self.at += 1
        low, high = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(char, (0, None))
        if char == "{":
            low, high = self._bounds()
        if self.peek() in ("*", "+", "?", "{") and self.peek():
            raise Undecidable
        return _repeated(part, low, high)

    def _bounds(self) -> tuple[int, int | None]:
        inside = ""
        while self.peek() not in ("}", ""):
            inside += self.peek()
            self.at += 1
        low, comma, high = inside.partition(",")
        if self.peek() != "}" or not low.isdigit() or (high and not high.isdigit()) or len(inside) > 9:
            raise Undecidable
        self.at += 1
        return int(low), int(high) if high else None if comma else int(low)


def glob(chars: Sequence[Char]) -> Matcher:
    """The matcher of a glob; raises `Undecidable`."""
    return _Reader(chars, "!^").glob()


def expression(chars: Sequence[Char]) -> Matcher:
    """The matcher of an extended regular expression; raises `Undecidable`."""
    reader = _Reader(chars, "^")
    made = reader.expression()
    if reader.at < len(chars):
        raise Undecidable
    return made


def whole(matcher: Matcher, text: str) -> bool:
    """Whether the whole of `text` matches; raises `Undecidable` where that depends on a locale."""
    if not plain(text):
        raise Undecidable
    return len(text) in matcher(text, frozenset((0,)))


def anywhere(matcher: Matcher, text: str) -> bool:
    """Whether some part of `text` matches; raises `Undecidable` where that depends on a locale."""
    if not plain(text):
        raise Undecidable
    return bool(matcher(text, frozenset(range(len(text) + 1))))


def without(matcher: Matcher, text: str, operator: str) -> str:
    """`text` without the part at its start (`#`, `##`) or end (`%`, `%%`) that matches; raises `Undecidable`."""
    if not plain(text):
        raise Undecidable
    size = len(text)
    if operator[0] == "#":
        ends = matcher(text, frozenset((0,)))
        return text[(max if operator == "##" else min)(ends, default=0) :]
    cuts = [at for at in range(size + 1) if size in matcher(text, frozenset((at,)))]
    return text[: (min if operator == "%%" else max)(cuts, default=size)]


def replaced(matcher: Matcher, text: str, new: str, *, every: bool) -> str:
    """`text` with the longest parts that match, from the left, as `new`; raises `Undecidable`."""
    if not plain(text):
        raise Undecidable
    out, at = "", 0
    while at < len(text):
        end = max(matcher(text, frozenset((at,))), default=at)
        if end > at:
            out, at = out + new, end
            if not every:
                break
        else:
            out, at = out + text[at], at + 1
    return out + text[at:]
