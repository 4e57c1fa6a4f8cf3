"""Between the vocabulary and plain data (dictionaries, lists, strings, numbers), both ways, by the types declared.

Standard library only, because every command reads settings and entries with it: a validation library takes longer to
import than most commands take to run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

_Reader = Callable[[object, str], Any]


class ShapeError(ValueError):
    """Data is not of the shape that was asked for. `place` is dotted, and empty for the whole."""

    def __init__(self, place: str, wanted: str) -> None:
        super().__init__(f"{place}: {wanted}" if place else wanted)
        self.place = place


def shaped(kind: Any, data: object) -> Any:
    """`data` as a `kind`: a dataclass, or what its fields are made of. Raises `ShapeError`.

    Nothing is converted but a whole number to a float, a list to a tuple and a string to a member of its enumeration.
    Of a union of dataclasses the one is taken whose `kind` the data names. Keys that a class does not know are left
    alone, so that a log written by a later version can be read.
    """
    return _reader(kind)(data, "")


def plain(value: object) -> Any:
    """Dictionaries, lists, strings and numbers, ready for any writer."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(item) for key, item in value.items()}
    if isinstance(value, Sequence | set | frozenset) and not isinstance(value, bytes):
        return [plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    raise TypeError(f"{type(value).__name__} has no plain form")


@cache
def _reader(kind: Any) -> _Reader:
    """What reads a `kind`, made once."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return _one_of({value: value for value in inner})
    if origin in (Union, UnionType):
        return _any_of(inner)
    if origin is tuple:
        return _tuple(_reader(inner[0]))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(_reader(inner[0]), _reader(inner[1]))
    if is_dataclass(kind):
        return _record(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _one_of({member.value: member for member in kind})
    return _SCALARS[kind]


def _record(kind: Any) -> _Reader:
    hints = get_type_hints(kind)
    parts = [
        (field.name, _reader(hints[field.name]), field.default is MISSING and field.default_factory is MISSING)
        for field in fields(kind)
    ]

    def read(data: object, place: str) -> Any:
        if not isinstance(data, Mapping):
            raise ShapeError(place, "it should be a table of names and values")
        given = {}
        for name, reader, required in parts:
            if name in data:
                given[name] = reader(data[name], _join(place, name))
            elif required:
                raise ShapeError(_join(place, name), "it is required")
        return kind(**given)

    return read


def _any_of(kinds: tuple[Any, ...]) -> _Reader:
    if NoneType in kinds:
        rest = [kind for kind in kinds if kind is not NoneType]
        inner = _reader(rest[0]) if len(rest) == 1 else _any_of(tuple(rest))
        return lambda data, place: None if data is None else inner(data, place)
    by_kind = {next(f.default for f in fields(kind) if f.name == "kind"): _reader(kind) for kind in kinds}

    def read(data: object, place: str) -> Any:
        named = data.get("kind") if isinstance(data, Mapping) else None
        if not isinstance(named, str) or named not in by_kind:
            raise ShapeError(_join(place, "kind"), f"it should be one of {', '.join(map(str, by_kind))}")
        return by_kind[named](data, place)

    return read


def _one_of(members: Mapping[Any, Any]) -> _Reader:
    def read(data: object, place: str) -> Any:
        if not isinstance(data, str | int) or isinstance(data, bool) or data not in members:
            raise ShapeError(place, f"it should be one of {', '.join(map(str, members))}")
        return members[data]

    return read


def _tuple(inner: _Reader) -> _Reader:
    def read(data: object, place: str) -> Any:
        if not isinstance(data, list | tuple):
            raise ShapeError(place, "it should be a list")
        return tuple(inner(item, _join(place, str(number))) for number, item in enumerate(data))

    return read


def _mapping(key: _Reader, value: _Reader) -> _Reader:
    def read(data: object, place: str) -> Any:
        if not isinstance(data, Mapping):
            raise ShapeError(place, "it should be a table of names and values")
        return {key(name, place): value(item, _join(place, str(name))) for name, item in data.items()}

    return read


def _string(data: object, place: str) -> str:
    if not isinstance(data, str):
        raise ShapeError(place, "it should be text")
    return data


def _whole(data: object, place: str) -> int:
    if not isinstance(data, int) or isinstance(data, bool):
        raise ShapeError(place, "it should be a whole number")
    return data


def _number(data: object, place: str) -> float:
    if not isinstance(data, int | float) or isinstance(data, bool):
        raise ShapeError(place, "it should be a number")
    try:
        number = float(data)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ShapeError(place, "it should be a finite number")
    return number


def _truth(data: object, place: str) -> bool:
    if not isinstance(data, bool):
        raise ShapeError(place, "it should be true or false")
    return data


def _anything(data: object, place: str) -> Any:
    return data


_SCALARS: Mapping[Any, _Reader] = {
    str: _string,
    int: _whole,
    float: _number,
    bool: _truth,
    object: _anything,
    Any: _anything,
}


def _join(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name
