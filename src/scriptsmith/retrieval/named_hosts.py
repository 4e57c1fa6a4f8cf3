"""Hosts that an action names as the place where something is to be done, and that no parameter took."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .action_reading import ActionReading
from .binding import Binding
from .names import HOST
from .values import ActionToken
from .vocabulary import several

_KINDS = several("the our host node server box machine vm instance")
"""What may stand between the preposition and the name: "on the box web-03"."""


def named_hosts(reading: ActionReading, bound: Binding) -> tuple[int, ...]:
    """The tokens that name a host behind "on", "at" or "@" and are no value: "restart nginx on web-03".

    A script acts on the host where it is run. What names the place says nothing of the deed, and whoever is served a
    script has to know that it is not told of it.
    """
    return tuple([at for at in _places(reading) if at not in bound.used])


def unused_hosts(reading: ActionReading, places: Sequence[int], bound: Binding) -> tuple[str, ...]:
    """The names at `places` that are in no value, each once."""
    given = " ".join(bound.values.values())
    names = dict.fromkeys(reading.tokens[at].raw for at in places)
    return tuple([name for name in names if name not in given])


@lru_cache(maxsize=8)  # one action is read for many entries
def _places(reading: ActionReading) -> tuple[int, ...]:
    return tuple([at for at, token in enumerate(reading.tokens) if _is_host(token) and _placed(reading, at)])


def _is_host(token: ActionToken) -> bool:
    name, _, domain = token.raw.partition(".")
    return token.kind == "word" and name.islower() and bool(HOST.fullmatch(name)) and ":" not in domain


def _placed(reading: ActionReading, at: int) -> bool:
    at -= 1
    while reading.word(at) in _KINDS:
        at -= 1
    return reading.word(at) in ("on", "at", "@")
