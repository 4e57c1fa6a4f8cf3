"""Addresses for a parameter that takes HOST:PORT in one: the two stand together, or one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..core.types import Parameter
from . import words
from .action_reading import ActionReading
from .names import Candidate, identifier
from .values import Value
from .vocabulary import several

_WHERE = several(
    "on at from of in via through with to ask use broker brokers server host kafka bootstrap cluster , : ("
)
_ASKED = several("ask use via broker server host")
_BETWEEN = 4
"""As many tokens as may stand between a host and its port: ", port", "listens on"."""


def takes_port(parameter: Parameter) -> bool:
    """Whether a host of the parameter may have a port behind it."""
    return parameter.type == "host" and bool(parameter.pattern) and bool(re.fullmatch(parameter.pattern, "a.b:1"))


def addresses(parameter: Parameter, reading: ActionReading) -> Iterator[Candidate]:
    """The hosts that an action names, each with its port; a port alone belongs to the parameter's default host."""
    ports = [value for value in reading.values if _is_port(value, reading)]
    for value in reading.values:
        if "hostport" in value.kinds:
            yield Candidate(value.text, value.first, value.last, 0)
        elif "host" in value.kinds and _is_where(reading, value.first):
            near = [it for it in ports if 0 <= it.first - value.last <= _BETWEEN]
            last = near[0].last if near else value.last
            yield Candidate(value.text + (f":{near[0].text}" if near else ""), value.first, last, 0 if near else 1)
    named = [at for at in range(1, len(reading.tokens)) if reading.word(at - 1) in _ASKED and _is_name(reading, at)]
    yield from (Candidate(reading.tokens[at].raw, at, at + 1, 1) for at in named if not _followed(at, ports))
    for port in ports:
        before = [at for at in range(max(0, port.first - _BETWEEN - 1), port.first) if _is_name(reading, at)]
        if any("host" in it.kinds and 0 <= port.first - it.last <= _BETWEEN for it in reading.values):
            continue
        host = reading.tokens[before[-1]].raw if before else (parameter.default or "").rpartition(":")[0]
        if host:
            yield Candidate(f"{host}:{port.text}", before[-1] if before else port.first, port.last, 1)


def _followed(at: int, ports: Sequence[Value]) -> bool:
    return any(0 < port.first - at <= _BETWEEN for port in ports)


def _is_port(value: Value, reading: ActionReading) -> bool:
    if "port" in value.kinds:
        return True
    said = reading.word(value.first - 1)
    listens = said in ("on", "at") and value.amount >= 1024 and not reading.word(value.last)[:1].isalpha()
    return "number" in value.kinds and value.text.isdigit() and (said == "port" or listens)


def _is_name(reading: ActionReading, at: int) -> bool:
    """Whether a token is written as the name of a host is, after a word that says where: "on kafka2"."""
    token = reading.tokens[at]
    return _is_where(reading, at) and token.kind == "word" and identifier(token.raw) and not words.known(token.text)


def _is_where(reading: ActionReading, at: int) -> bool:
    """Whether the word before says that a place follows; at the beginning or after a comma one may stand alone."""
    return at == 0 or reading.word(at - 1) in _WHERE
