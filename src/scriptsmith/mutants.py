"""Mutants of a script: small faults, made by program, that the tests of a catalogue entry have to notice.

Mutation testing after DeMillo, Lipton and Sayward, "Hints on Test Data Selection" (1978); the operators are those that
matter in operations: a refusal that is gone, a comparison the wrong way round,
another column, another unit, a quote lost.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .bash.parser import parse
from .bash.tokens import Token, tokens
from .bound_form.shape import Unfit, shape
from .core.types import Entry, Parameter

Kind: TypeAlias = Literal[
    "refusal", "comparison", "negation", "connective", "number", "unit", "column", "table", "swap", "quote"
]

SHARES = {"safe": 0.75, "notable": 0.9, "dangerous": 0.9, "unanalysable": 0.9}
"""The share of mutants that the tests of an entry have to kill, by its risk."""

_REFUSING = frozenset(("die", "exit", "return"))
_TESTS = {
    **{"==": "!=", "!=": "==", "=": "!=", "-eq": "-ne", "-ne": "-eq", "-lt": "-ge", "-ge": "-lt", "-gt": "-le"},
    **{"-le": "-gt", "-n": "-z", "-z": "-n", "<": ">", ">": "<"},
}
_SYMBOL = re.compile(r"(?<![<>=!&|$(])(==|!=|<=|>=|<|>)(?![<>=(])")
_OTHER = {"==": "!=", "!=": "==", "<=": ">", ">=": "<", "<": ">=", ">": "<="}
_NUMBER = re.compile(r"(?<![\w.#$-])\d{1,9}(?![\w.])")
_UNITS = {
    "1024": "1000",
    "1000": "1024",
    "1048576": "1024",
    "1073741824": "1048576",
    "60": "3600",
    "3600": "60",
    "86400": "3600",
}
_FIELD = re.compile(r"\$(\d{1,2})\b")
_TABLE = re.compile(r"\b(FROM|JOIN)\s+([a-z_][a-z0-9_.]*)", re.IGNORECASE)
_QUERY = re.compile(r"\b(SELECT|DELETE|INSERT|UPDATE)\b")
_SWAP = re.compile(r"([A-Za-z_]\w*|\$\w+|\d+) ([-/]) ([A-Za-z_]\w*|\$\w+|\d+)")
_EQUIVALENT = re.compile(r"^# equivalent mutant ([0-9a-f]{8}): (\S.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptMutant:
    """One small fault: `script[start:end]` replaced by `other`. `key` names it as long as its line stays the same."""

    kind: Kind
    line: int
    was: str
    other: str
    key: str
    text: str

    @property
    def said(self) -> str:
        """The fault on one line, for people."""
        return f"{self.key} line {self.line}, {self.kind}: {' '.join(self.was.split())} -> {self.other or 'nothing'}"


def equivalents(test: str) -> Mapping[str, str]:
    """The mutants that a test names as no faults at all, by key: `# equivalent mutant KEY: REASON`."""
    return dict(_EQUIVALENT.findall(test))


def mutants(entry: Entry, most: int = 0) -> tuple[ScriptMutant, ...]:
    """The mutants of the script of `entry` that Bash still reads, in order; `most`, spread evenly, when above 0.

    Usage texts, comments and the reading of options are left alone.
    """
    script = entry.script.text
    found = list[ScriptMutant]()
    seen, keys = {script}, Counter[str]()
    for kind, start, end, other in _edits(script, _loose(entry.parameters)):
        text = script[:start] + other + script[end:]
        if text in seen or parse(text).problems:
            continue
        seen.add(text)
        key = _key(script, kind, start, end, other)
        keys[key] += 1
        if keys[key] > 1:  # the same line stands in the script more than once
            key = hashlib.sha256(f"{key} {keys[key]}".encode()).hexdigest()[:8]
        line = script.count("\n", 0, start) + 1
        found.append(ScriptMutant(kind=kind, line=line, was=script[start:end], other=other, key=key, text=text))
    if most and len(found) > most:
        found = [found[number * len(found) // most] for number in range(most)]
    return tuple(found)


def _key(script: str, kind: Kind, start: int, end: int, other: str) -> str:
    """Names a fault by the line that it is made in, so that other lines may change."""
    first = script.rfind("\n", 0, start) + 1
    last = script.find("\n", end)
    line = script[first : last if last >= 0 else len(script)]
    return hashlib.sha256(f"{kind}\0{line}\0{start - first}\0{other}".encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _loose(parameters: Sequence[Parameter]) -> frozenset[str]:
    """The variables of parameters whose values may hold blanks, so that a quote matters."""
    free = (each for each in parameters if each.type in ("path", "text", "string") and not each.pattern)
    return frozenset(each.name.replace("-", "_") for each in free)


def _edits(script: str, loose: frozenset[str]) -> Iterator[tuple[Kind, int, int, str]]:
    """Every edit that makes a fault, as (kind, start, end, replacement)."""
    body = _body(script)
    inside: list[str] = []
    before: Token | None = None
    for token in tokens(script):
        text = script[token.start : token.end]
        if (token.kind == "keyword" and text in ("[[", "]]")) or text in ("[", "]"):
            inside = [text] if text.startswith("[") else []
        if token.start < body:
            continue
        for kind, start, end, other in _of_token(token, text, bool(inside), before, script, loose):
            yield kind, token.start + start, token.start + end, other
        if token.kind != "blank":
            before = token


def _of_token(
    token: Token, text: str, tested: bool, before: Token | None, script: str, loose: frozenset[str]
) -> Iterable[tuple[Kind, int, int, str]]:
    size = len(text)
    quoted = script[token.start - 1 : token.start] == '"' == script[token.end : token.end + 1]
    if token.kind == "command" and text in _REFUSING:
        if text == "die" or re.match(r"\s+[1-9]", script[token.end :]):
            yield "refusal", 0, size, ":"
    elif tested and text in _TESTS and token.kind in ("word", "option", "operator"):
        yield "comparison", 0, size, _TESTS[text]
    elif token.kind == "keyword" and text == "!":
        yield "negation", 0, size, ""
    elif token.kind == "operator" and text in ("&&", "||") and tested:
        yield "connective", 0, size, "||" if text == "&&" else "&&"
    elif token.kind == "arithmetic":
        yield from _of_sum(text)
    elif token.kind in ("string", "here-document") and text[:1] != '"':
        yield from _of_program(text)
    elif token.kind == "word" and text.isdigit() and before is not None:
        yield from _of_operand(text, script[before.start : before.end], tested)
    elif token.kind == "expansion" and text.lstrip("${").rstrip("}") in loose and not tested and quoted:
        yield "quote", -1, size + 1, text


def _of_sum(text: str) -> Iterator[tuple[Kind, int, int, str]]:
    for match in _SYMBOL.finditer(text):
        yield "comparison", match.start(), match.end(), _OTHER[match[0]]
    yield from _numbers(text)
    for match in _SWAP.finditer(text):
        yield "swap", match.start(), match.end(), f"{match[3]} {match[2]} {match[1]}"
    for match in re.finditer(r"&&|\|\|", text):
        yield "connective", match.start(), match.end(), "||" if match[0] == "&&" else "&&"


def _numbers(text: str) -> Iterator[tuple[Kind, int, int, str]]:
    for match in _NUMBER.finditer(text):
        if match[0] in _UNITS:
            yield "unit", match.start(), match.end(), _UNITS[match[0]]
        else:
            yield "number", match.start(), match.end(), str(int(match[0]) + 1)


def _of_program(text: str) -> Iterator[tuple[Kind, int, int, str]]:
    """Faults in a text in another language, such as awk's or SQL's: comparisons, columns, tables."""
    if _QUERY.search(text) and _TABLE.search(text):
        for match in _TABLE.finditer(text):
            name = match[2]
            yield "table", match.start(2), match.end(2), name[:-1] if name.endswith("s") else f"{name}s"
        for match in re.finditer(r" (=|<>|<=|>=|<|>) ", text):
            other = {"=": "<>", "<>": "=", **_OTHER}[match[1]]
            yield "comparison", match.start(1), match.end(1), other
    elif re.search(r"[{}]", text):
        for match in _SYMBOL.finditer(text):
            yield "comparison", match.start(), match.end(), _OTHER[match[0]]
        for match in _FIELD.finditer(text):
            yield "column", match.start(1), match.end(1), str(int(match[1]) + 1)


def _of_operand(text: str, before: str, tested: bool) -> Iterator[tuple[Kind, int, int, str]]:
    if before in ("-f", "-k"):
        yield "column", 0, len(text), str(int(text) + 1)
    elif tested or before in ("-n", "-c", "-m"):
        yield from _numbers(text)


def _body(script: str) -> int:
    """Where the script's own work begins: behind the loop that reads the options, when it has one."""
    try:
        return shape(script).loop_end
    except Unfit:
        return 0
