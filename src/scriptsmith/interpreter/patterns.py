"""Bash patterns (globs) as regular expressions, and the parts of a text that they match."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from .model import ValueCheck

_PIECE = re.compile(r"([@?+*!])\(|\*+|\?|\[[!^]?\]?(?:\[:\w+:\]|\\.|[^\]])*\]", re.DOTALL)
_REPEATED = re.compile(r"\.\*|\)[*+]")
_CLASS = {
    "alpha": "a-zA-Z",
    "digit": "0-9",
    "alnum": "a-zA-Z0-9",
    "upper": "A-Z",
    "lower": "a-z",
    "space": r"\s",
    "blank": r" \t",
    "punct": r"!-/:-@\[-`{-~",
    "xdigit": "0-9A-Fa-f",
}


@lru_cache(maxsize=512)
def regex(pattern: str) -> re.Pattern[str] | None:
    """The regular expression of a pattern in which `\\` protects; None where it uses what is not modelled."""
    out: list[str] = []
    at = 0
    while at < len(pattern):
        char = pattern[at]
        if char == "\\" and at + 1 < len(pattern):
            out.append(re.escape(pattern[at + 1]))
            at += 2
            continue
        found = _PIECE.match(pattern, at)
        if found is None:
            out.append(re.escape(char))
            at += 1
            continue
        if found[1]:
            end = _closing(pattern, found.end())
            inner = [regex(each) for each in _alternatives(pattern[found.end() : end - 1])] if end > 0 else [None]
            body = "|".join(each.pattern for each in inner if each is not None)
            if None in inner or (found[1] in "+*" and re.search(r"[*+]", body)):
                return None
            if found[1] == "!":
                # what is left has to match as well, so nothing that this pattern may be is taken
                rest = regex(pattern[end:])
                out.append(f"(?!(?:{body}){rest.pattern if rest is not None else ''}\\Z).*")
            else:
                out.append(f"(?:{body}){found[1] if found[1] != '@' else ''}")
            at = end
            continue
        token = found.group()
        if token[0] == "*":
            out.append(".*")
        elif token == "?":
            out.append(".")
        else:
            inside = token[1:-1]
            negated = inside[:1] in ("!", "^")
            inside = inside[negated:]
            inside = re.sub(r"\[:(\w+):\]", lambda named: "\0" + named[1] + "\0", inside)
            inside = inside.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace("^", "\\^")
            inside = re.sub("\0(\\w+)\0", lambda named: _CLASS.get(named[1], ""), inside)
            out.append(f"[{'^' if negated else ''}{inside}]")
        at = found.end()
    try:
        return re.compile("".join(out), re.DOTALL)
    except re.error:
        return None


def _closing(text: str, at: int) -> int:
    """The offset after the parenthesis that closes what was opened before `at`, or -1."""
    level = 1
    for index in range(at, len(text)):
        level += {"(": 1, ")": -1}.get(text[index], 0)
        if level == 0:
            return index + 1
    return -1


def _alternatives(text: str) -> list[str]:
    out, level, start = [], 0, 0
    for index, char in enumerate(text):
        level += {"(": 1, ")": -1}.get(char, 0)
        if char == "|" and level == 0:
            out.append(text[start:index])
            start = index + 1
    return [*out, text[start:]]


def spelled_out(pattern: str) -> tuple[str, ...]:
    """The texts that a pattern of nothing but alternatives matches, `dev|test`; none when it matches others too."""
    inner = pattern[2:-1] if pattern.startswith("@(") and pattern.endswith(")") else pattern
    if not inner or re.search(r"(?<!\\)[*?\[(]", inner):
        return ()
    return tuple(re.sub(r"\\(.)", r"\1", each) for each in inner.split("|"))


def affordable(text: str, pattern: re.Pattern[str]) -> bool:
    """Says that matching every part of `text` cannot take long, however the pattern backtracks."""
    steps: int = len(text) ** (len(_REPEATED.findall(pattern.pattern)) + 1)
    return steps <= 4_000_000


def trim(text: str, pattern: re.Pattern[str], operator: str) -> str:
    """`text` without the shortest (`#`, `%`) or longest (`##`, `%%`) part at its start or end that matches."""
    size = len(text)
    cuts = range(size + 1)
    if operator[0] == "#":
        for cut in cuts if operator == "#" else reversed(cuts):
            if pattern.fullmatch(text, 0, cut):
                return text[cut:]
    else:
        for cut in reversed(cuts) if operator == "%" else cuts:
            if pattern.fullmatch(text, cut):
                return text[:cut]
    return text


def admits(checks: Iterable[ValueCheck], value: str) -> bool:
    """Whether a value may have come through all of the tests."""
    return all(_passes(check.operator, check.pattern, value) in (check.holds, None) for check in checks)


_NAMED_CLASS = re.compile(r"\[:(\w+):\]")


@lru_cache(maxsize=1024)
def _passes(operator: str, pattern: str, value: str) -> bool | None:
    """Whether a value matches; None when nobody can tell."""
    if len(pattern) > 200:
        return None
    if operator == "==":
        compiled = regex(pattern)
        return None if compiled is None else bool(compiled.fullmatch(value))
    try:
        return bool(re.search(_NAMED_CLASS.sub(lambda found: _CLASS.get(found[1], ""), pattern), value))
    except re.error:
        return None
