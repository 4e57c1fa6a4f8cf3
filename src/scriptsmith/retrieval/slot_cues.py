"""Values told by the word right before them: "vhost /billing", "tag 2024.06", "dedicated=ml", "pg_dump crm"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from ..core.types import Parameter
from . import words
from .action_reading import ActionReading
from .names import Candidate, anchors, identifier
from .vocabulary import several

_JOINS = frozenset({"=", ":", "of", "is", "named", "called"})
_KEYS = several("key label variable parameter name resource")
"""What a `value` is given to: these parameters take what stands before "=" or "to"."""
_BEFORE_TEXT = several("with count grep mention mentions mentioning containing contain says")
_AFTER_TEXT = several("line lines message messages entry entries")
_OTHERS = frozenset({"ns", "namespace", "node", "keep"})
"""What is given with an equals sign, and is no key."""
_STOPS = ("", *",;.()|-")
_SHOUTED = re.compile(r"[A-Z]{4,}|[A-Z][a-z]+(?:[A-Z][a-z]+)+")
_KEPT = several("pki cert certs certificate certificates ssl tls keys")
"""Words near a directory of certificates."""
_OWNERS = re.compile(r"[a-z_][\w-]*:[a-z_][\w-]*")


def adjacent(parameter: Parameter, reading: ActionReading, siblings: Sequence[Parameter]) -> list[Candidate]:
    """What stands after the parameter's own name, or on its side of an equals sign; rank 0, as nothing is surer."""
    if parameter.type in ("name", "text", "user", "service", "host", "path") and (said := [*_labelled(parameter, reading)]):
        return said
    if parameter.type == "user" or parameter.name == "group":
        return [*_owners(parameter, reading, siblings)]
    if parameter.type not in ("name", "text"):
        return []
    if parameter.type == "text" and parameter.name == "text" and not parameter.required:
        return [*_shouted(reading)]
    if parameter.name in ("backend", "server") and {"backend", "server"} <= {it.name for it in siblings}:
        return [*_halves(parameter, reading)]
    found = [*_paired(parameter, reading, siblings)] or [*_after_its_name(parameter, reading)]
    return found or [*_folders(parameter, reading)] or [*_after_an_option(parameter, reading, siblings)]


def _labelled(parameter: Parameter, reading: ActionReading) -> Iterator[Candidate]:
    """The value of a label that is named like the parameter: ns=yard, vhost="/edi"."""
    for at, (one, two) in enumerate(pairwise(reading.tokens)):
        joined = reading.text[one.end : two.start].strip("\"'") == "=" and one.kind == "word"
        if joined and (one.text == parameter.name or words.noun(one.text) in anchors(parameter)):
            yield _from(two.raw.strip("\"'"), reading, at + 1)


def _after_its_name(parameter: Parameter, reading: ActionReading) -> Iterator[Candidate]:
    """Only what is written as values are: ordinary words after a name are mostly no value of it."""
    own = _own(parameter)
    for said, text, at in _named(reading):
        if not own.isdisjoint(said):
            yield from _fitting(parameter, reading, text, at)


@lru_cache(maxsize=4096)
def _own(parameter: Parameter) -> frozenset[str]:
    return frozenset({parameter.name.replace("_", ""), words.stem(parameter.name), parameter.object} - {""})


@lru_cache(maxsize=8)
def _named(reading: ActionReading) -> tuple[tuple[tuple[str, str], str, int], ...]:
    """Every word after which a value stands, without its hyphens and as its stem, with that value and its token."""
    found: list[tuple[tuple[str, str], str, int]] = []
    for at, token in enumerate(reading.tokens[:-1]):
        after = at + 1
        while reading.word(after) in _JOINS:
            after += 1
        if token.kind == "word" and after < len(reading.tokens) and (text := _value(reading, after)):
            found.append(((token.text.replace("-", ""), words.stem(token.text)), text, after))
    return tuple(found)


def _value(reading: ActionReading, at: int) -> str:
    """The token number `at` when it is written as a value is, else nothing."""
    token = reading.tokens[at]
    if token.kind in ("stop", "quoted", "glob", "url", "clock", "percent"):
        return ""
    if token.kind == "word" and not (identifier(token.raw) or "/" in token.raw or token.raw[0].isdigit()):
        return ""
    return token.raw


def _fitting(parameter: Parameter, reading: ActionReading, text: str, at: int) -> Iterator[Candidate]:
    numeric = parameter.type == "text" or (parameter.pattern and not re.fullmatch(parameter.pattern, "abc"))
    if text.isdigit() and not numeric:
        return  # "process 1234" has a number, and no name
    pathlike = "/" in text and (parameter.default or "").startswith("/")
    if (parameter.pattern and re.fullmatch(parameter.pattern, text)) or (
        not parameter.pattern and parameter.type == "name" and (pathlike or reading.tokens[at].kind == "word")
    ):
        yield _from(text, reading, at)


def _from(text: str, reading: ActionReading, at: int) -> Candidate:
    """`text` for the value that begins with token number `at`, or for that token alone."""
    return Candidate(text, at, next((it.last for it in reading.values if it.first == at), at + 1), 0)


def _after_an_option(
    parameter: Parameter, reading: ActionReading, siblings: Sequence[Parameter]
) -> Iterator[Candidate]:
    """What follows an option that none of the entry's values is given with: "pg_dump -Fc crm"."""
    if not parameter.required or parameter.type != "name" or "-" not in reading.text:
        return
    letters = {part[:1] for it in siblings for part in it.name.split("_")}
    for at, token in enumerate(reading.tokens[2:], start=2):
        dash, option = reading.tokens[at - 2], reading.tokens[at - 1]
        after = reading.word(at + 1)
        plain = token.kind == "word" and not words.known(token.text) and (after in words.FILLER or after[:1] in _STOPS)
        short = dash.text == "-" and dash.end == option.start and option.kind != "stop" and len(option.raw) < 3
        if plain and short and option.text not in letters:
            yield from _fitting(parameter, reading, token.raw, at)


def _halves(parameter: Parameter, reading: ActionReading) -> Iterator[Candidate]:
    """One side of "shop/web3" for an entry that takes a backend and a server."""
    for value in reading.values:
        if "slashed" in value.kinds and value.text.count("/") == 1:
            backend, _, server = value.text.partition("/")
            yield Candidate(backend if parameter.name == "backend" else server, value.first, value.last, 0)


def _owners(parameter: Parameter, reading: ActionReading, siblings: Sequence[Parameter]) -> Iterator[Candidate]:
    """One side of "www-data:adm" for an entry that takes both a user and a group."""
    if {"user", "group"} <= {it.name for it in siblings}:
        for at, token in enumerate(reading.tokens):
            if token.kind == "word" and _OWNERS.fullmatch(token.raw):
                user, _, group = token.raw.partition(":")
                yield Candidate(user if parameter.type == "user" else group, at, at + 1, 0)


def _shouted(reading: ActionReading) -> Iterator[Candidate]:
    """The word that lines are searched for, when it is written as it stands in them: "messages with ERROR"."""
    for at, token in enumerate(reading.tokens):
        near = reading.word(at - 1) in _BEFORE_TEXT or reading.word(at + 1) in _AFTER_TEXT
        if token.kind == "word" and near and _SHOUTED.fullmatch(token.raw):
            yield Candidate(token.raw, at, at + 1, 0)


def _folders(parameter: Parameter, reading: ActionReading) -> Iterator[Candidate]:
    """Absolute paths, for a name that is a directory's."""
    if parameter.description.startswith("directory"):
        for value in reading.values:
            near = {reading.word(at) for at in range(value.first - 4, value.first)} | set(value.text.lower().split("/"))
            if "path" in value.kinds and value.text.startswith("/") and near & _KEPT:
                yield Candidate(value.text, value.first, value.last, 0)


def _paired(parameter: Parameter, reading: ActionReading, siblings: Sequence[Parameter]) -> Iterator[Candidate]:
    """One side of "dedicated=ml"; for a value also what something is to be: "max_map_count to 262144"."""
    if parameter.name not in _KEYS | {"value"} or not any(it.name == "value" for it in siblings):
        return
    is_value = parameter.name == "value"
    for at in range(len(reading.tokens) - 2):
        verb, key = reading.word(at - 1), reading.tokens[at]
        after = at + 1 + (reading.word(at + 1) == "up")
        if reading.word(after) != "to" or key.kind != "word" or not (verb == "set" or re.search(r"\w[._/]\w", key.raw)):
            continue
        place = after + 1 + (reading.word(after + 1) == "be") if is_value else at
        text = reading.tokens[place].raw if place < len(reading.tokens) else ""
        if text and parameter.pattern and re.fullmatch(parameter.pattern, text):
            yield _from(text, reading, place)
            return
    for at in range(len(reading.tokens) - 1 if "=" in reading.text else 0):
        one, two = reading.tokens[at], reading.tokens[at + 1]
        if reading.text[one.end : two.start].strip("\"'") == "=" and one.kind == "word" and one.text not in _OTHERS:
            token, place = (two, at + 1) if is_value else (one, at)
            text = token.raw.partition(":")[0] if any(it.name == "effect" for it in siblings) else token.raw
            if text and (not parameter.pattern or re.fullmatch(parameter.pattern, text)):
                yield _from(text, reading, place)
                return
