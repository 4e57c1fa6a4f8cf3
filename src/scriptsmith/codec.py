"""The only place that turns the vocabulary into JSON and back."""

from __future__ import annotations

import json
from typing import TypeVar

from .core.events import Event
from .core.plain_data import ShapeError, plain, shaped
from .core.types import Profile
from .errors import BadInput

__all__ = ["dump_event", "dump_line", "load_event", "load_line", "load_profile", "plain"]

T = TypeVar("T")


def dump_line(value: object) -> bytes:
    """One line of JSON, without its line end; raises `BadInput` for text that no UTF-8 file can hold."""
    try:
        return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        raise BadInput("the text holds a character that no UTF-8 file can hold") from None


def load_line(kind: type[T], line: bytes | str, what: str) -> T:
    """The `kind` in one line of JSON; raises `BadInput`, which calls it `what`, when it is none."""
    try:
        value: T = shaped(kind, json.loads(line))
    except ShapeError as error:
        raise BadInput(f"this is not {what}: {error}") from None
    except (ValueError, RecursionError):
        raise BadInput(f"this is not {what}: it is not JSON") from None
    return value


def dump_event(event: Event) -> bytes:
    """One line of JSON, without its line end; raises `BadInput` for text that no UTF-8 file can hold."""
    return dump_line(event)


def load_event(line: bytes | str) -> Event:
    """The event in one line of JSON; raises `BadInput` when it is none."""
    try:
        event: Event = shaped(Event, json.loads(line))
    except ShapeError as error:
        raise BadInput(f"this is not an event of a run: {error}") from None
    except (ValueError, RecursionError):
        raise BadInput("this is not an event of a run: it is not JSON") from None
    return event


def load_profile(data: object) -> Profile:
    """A target profile from a parsed TOML or JSON document; raises `BadInput`."""
    try:
        profile: Profile = shaped(Profile, data)
    except ShapeError as error:
        raise BadInput(f"this is not a target profile: {error}") from None
    return profile
