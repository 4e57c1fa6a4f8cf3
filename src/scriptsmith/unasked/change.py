"""One change that a script would make, and how it is made of a command."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..danger.rules.invocation import Invocation
from ..interpreter.model import Place, Word

Kind: TypeAlias = Literal["delete", "stop", "send", "change", "write"]
"""`delete` takes something away for good, `stop` makes something unavailable, `send` hands data to somebody else,
`write` puts a file where settings or programs are, `change` is every other lasting change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptChange:
    """One change that a script would make.

    `program` is what makes it. `names` are the parts of what is changed that the text tells, in lower case; empty where
    an argument or the machine decides. `fixed` says that the script alone decides what is changed. `paths` are those
    among the things that are absolute paths. `told` says it after "it also".
    """

    kind: Kind
    area: str
    program: str
    names: tuple[str, ...]
    fixed: bool
    paths: tuple[str, ...]
    told: str
    place: Place


PASSING = re.compile(r"(?:/tmp|/var/tmp|/dev/shm|/run|/var/run|/var/lock|/run/lock)(?:/|\Z)")
"""Folders for what only passes."""


def change_by(
    call: Invocation,
    kind: Kind,
    area: str,
    given: Sequence[Word],
    told: str,
    paths: tuple[str, ...],
    values: Sequence[Word] = (),
) -> ScriptChange:
    names = {piece for word in (*given, *values) for piece in _pieces(word)}
    return ScriptChange(
        program=call.name,
        kind=kind,
        area=area,
        names=tuple(sorted(names)),
        fixed=all(map(_is_fixed, given)) if given else all(map(_is_fixed, call.command.arguments)),
        paths=tuple(each for each in paths if each[:1] in "/~" and not each.startswith("/…")),
        told=told,
        place=call.command.place,
    )


def _is_fixed(word: Word) -> bool:
    """Whether the text tells all of a word. What begins or ends with a mark had a part that is empty where nothing is
    given: `.service`."""
    text = word.text
    return bool(text) and not re.match(r"\.\w+\Z|.*/\Z", str(text))


def _pieces(word: Word) -> Iterator[str]:
    """The names in a word that the text tells: letters and digits, two at least."""
    for part in word.parts:
        if isinstance(part, str):
            yield from re.findall(r"[a-z][a-z0-9]+", part.lower())
