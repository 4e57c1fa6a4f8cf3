"""The only place that turns the vocabulary into JSON and back."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Discriminator, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from .core.events import Event
from .core.types import Profile
from .errors import BadInput

_events: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Discriminator("kind")])
_anything: TypeAdapter[Any] = TypeAdapter(Any)
_profile: TypeAdapter[Profile] = TypeAdapter(Profile)


def dump_event(event: Event) -> bytes:
    """One line of JSON, without its line end; raises `BadInput` for text that no UTF-8 file can hold."""
    try:
        return _events.dump_json(event)
    except PydanticSerializationError:
        raise BadInput("the text holds a character that no UTF-8 file can hold") from None


def load_event(line: bytes | str) -> Event:
    """The event in one line of JSON; raises `BadInput` when it is none."""
    try:
        return _events.validate_json(line)
    except ValidationError as error:
        raise BadInput(f"this is not an event of a run: {_first(error)}") from None


def load_profile(data: object) -> Profile:
    """A target profile from a parsed TOML or JSON document; raises `BadInput`."""
    try:
        return _profile.validate_python(data)
    except ValidationError as error:
        raise BadInput(f"this is not a target profile: {_first(error)}") from None


def plain(value: object) -> Any:
    """Dictionaries, lists, strings and numbers, ready for any JSON writer."""
    return _anything.dump_python(value, mode="json")


def _first(error: ValidationError) -> str:
    detail = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in detail["loc"])
    return f"{place}: {detail['msg']}" if place else str(detail["msg"])
