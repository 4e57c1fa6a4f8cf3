"""Redaction of whole records: actions, scripts, events, whatever is made of frozen dataclasses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")

AS_IT_IS = frozenset(
    {"digest", "prompt_digest", "binding", "at", "until", "entry_id", "model", "prompt", "role", "code", "checker"}
    | {"by", "reviewer"}
)
"""Fields that name or measure: a digest is compared, and no secret is ever a model's name. Nor is it a person's: who
gives their own name as a password would not be recognised as the one who asked."""


class Hider(Protocol):
    """What takes the secrets out of one text, by tokens or by stars."""

    def redact(self, text: str, /) -> str: ...

    def redact_value(self, name: str, value: str, /) -> str:
        """The same for the value of something that has a name."""
        ...


def redacted(value: T, redactor: Hider) -> T:
    """`value` with every text in it redacted; the same object when there was nothing to do.

    Only fields that may hold any text are touched, not those of fixed words. A value in a mapping whose key is the
    name of a secret is one.
    """
    return _redacted(value, redactor)  # type: ignore[no-any-return]


def _redacted(value: Any, redactor: Hider) -> Any:
    if _is_text(value):
        return _changed(value, redactor.redact(value))
    if isinstance(value, tuple):
        items = tuple(_redacted(item, redactor) for item in value)
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items
    if isinstance(value, Mapping):
        named = {name: _named(name, item, redactor) for name, item in value.items()}
        return value if all(named[name] is item for name, item in value.items()) else named
    if is_dataclass(value) and not isinstance(value, type):
        changed = {}
        for name in _texts(type(value)):
            old = getattr(value, name)
            new = _redacted(old, redactor)
            if new is not old:
                changed[name] = new
        return replace(value, **changed) if changed else value
    return value


def _named(name: Any, value: Any, redactor: Hider) -> Any:
    if isinstance(name, str) and _is_text(value):
        return _changed(value, redactor.redact_value(name, value))
    return _redacted(value, redactor)


def _changed(value: str, text: str) -> str:
    """The same object where nothing was redacted; else the text alone, since what a text of another class carries with
    it holds the secret too."""
    return value if text == value else text


def _is_text(value: Any) -> bool:
    """Whether it is any text, of whatever class, and not one of fixed words."""
    return isinstance(value, str) and not isinstance(value, Enum)


@cache
def _texts(kind: type) -> tuple[str, ...]:
    """The fields of a class that may hold free text, somewhere."""
    hints = get_type_hints(kind)
    return tuple(
        field.name for field in fields(kind) if field.name not in AS_IT_IS and _may_hold_text(hints[field.name])
    )


def _may_hold_text(hint: Any) -> bool:
    if hint is str:
        return True
    if get_origin(hint) in (Union, UnionType, tuple) or (
        isinstance(get_origin(hint), type) and issubclass(get_origin(hint), Mapping)
    ):
        return any(_may_hold_text(part) for part in get_args(hint))
    return isinstance(hint, type) and is_dataclass(hint)
