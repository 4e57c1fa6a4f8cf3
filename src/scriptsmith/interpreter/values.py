"""Abstract values and the abstract state: what variables, functions and files may hold at one point of a script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ..bash.syntax import Function
from .model import Command, Glob, GuardFact, Kind, Part, Unknown, ValueCheck, Word

Parts: TypeAlias = tuple[Part, ...]
OPTIONS = 8
CONTENT = 400  # parts of a file that are kept
TEXT = 1 << 18


@dataclass(frozen=True, slots=True)
class Items:
    """The elements of an array, in order, by key."""

    entries: tuple[tuple[str, Parts], ...]


# What a variable may hold: a text, an array, or None for whatever the environment gave it.
Content: TypeAlias = Parts | Items | None
Options: TypeAlias = tuple[Content, ...]


def plain(parts: Sequence[Part]) -> str | None:
    """The text of `parts`, or None when one of them is unknown."""
    if len(parts) == 1:
        only = parts[0]
        if isinstance(only, str):
            return only
    out: list[str] = []
    for part in parts:
        if isinstance(part, str):
            out.append(part)
        elif isinstance(part, Glob):
            out.append(part.text)
        else:
            return None
    return "".join(out)


def merged(parts: Iterable[Part]) -> Parts:
    """`parts` with neighbouring plain texts joined and empty ones left out."""
    out: list[Part] = []
    for part in parts:
        if part == "":
            continue
        if out and type(part) is str and type(out[-1]) is str:
            out[-1] = out[-1] + part
        else:
            out.append(part)
    return tuple(out)


def word(text: str, *, quoted: bool = False) -> Word:
    """A word that is exactly `text`."""
    return Word(parts=(text,) if text else (), quoted=quoted)


def listed(text: str) -> tuple[str, ...]:
    """The words of `text`: for long lists of names."""
    return tuple(text.split())


class Stream:
    """What a command would read from its standard input, as far as it is known; lines are taken from the front."""

    __slots__ = ("parts",)

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    @property
    def text(self) -> str | None:
        return plain(self.parts)

    def rest(self) -> Parts:
        parts, self.parts = self.parts, ()
        return parts

    def line(self) -> Parts | None:
        """The next line without its newline, None at the end. An unknown stream gives its unknown for ever."""
        if not self.parts:
            return None
        line: list[Part] = []
        for index, part in enumerate(self.parts):
            if isinstance(part, str) and "\n" in part:
                head, tail = part.split("\n", 1)
                self.parts = ((tail,) if tail else ()) + self.parts[index + 1 :]
                return merged([*line, head])
            line.append(part)
        if not any(isinstance(part, Unknown) for part in line):
            self.parts = ()
        return merged(line)


@dataclass(slots=True)
class SourceText:
    """A text that is walked, and where its lines start once that was asked for."""

    text: str
    starts: list[int] = field(default_factory=list)


@dataclass(slots=True)
class State:
    """Everything that one statement can change for the next."""

    variables: dict[str, Options] = field(default_factory=dict)
    functions: dict[str, tuple[Function, SourceText]] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    files: dict[str, tuple[Parts, tuple[Command, ...]]] = field(default_factory=dict)
    programs: dict[str, str] = field(default_factory=dict)  # copies of and links to programs, by path or name
    arguments: tuple[Parts, ...] | None = None
    flags: frozenset[str] = frozenset()
    nonempty: frozenset[str] = frozenset()  # sources of unknowns that a test has shown not to be empty
    guards: tuple[str, ...] = ()
    checks: frozenset[ValueCheck] = frozenset()  # what tests have shown of the shape of unknown values
    facts: frozenset[GuardFact] = frozenset()  # what they have shown of anything else
    cwd: Word | None = None
    unchecked_cd: str = ""
    shifted: int = 0  # how many unknown arguments are gone
    references: dict[str, str] = field(default_factory=dict)  # other names for variables: `declare -n`
    attributes: dict[str, str] = field(default_factory=dict)  # of `declare`: `i`, `l`, `u`, by variable
    alternatives: tuple[tuple[Parts, ...], ...] = ()  # what the arguments may be where they are not known
    outputs: dict[str, str] = field(default_factory=dict)  # files behind descriptors: `exec 3> file`
    returned: bool | None = None  # in a state at a `return`: whether it says that the function succeeded

    def forget(self, name: str) -> None:
        """Give up what tests have shown of a variable that is read anew: its next value is called by the same name."""
        self.nonempty -= {"$" + name}
        if self.checks or self.facts:
            mention = re.compile(rf"\$\{{?{name}(?!\w)")
            self.checks = frozenset(check for check in self.checks if not mention.search(check.source))
            self.facts = frozenset(each for each in self.facts if not mention.search(f"{each.subject} {each.value}"))

    def copy(self) -> State:
        return State(
            dict(self.variables),
            dict(self.functions),
            dict(self.aliases),
            dict(self.files),
            dict(self.programs),
            self.arguments,
            self.flags,
            self.nonempty,
            self.guards,
            self.checks,
            self.facts,
            self.cwd,
            self.unchecked_cd,
            self.shifted,
            self.references.copy(),
            self.attributes.copy(),
            self.alternatives,
            self.outputs.copy(),
        )


# What a runner may append to arguments that the script itself names: `set -- --host a "$@"`.
APPENDED = '"$@"'


def fixed(arguments: Sequence[Parts]) -> int:
    """How many leading elements are one word each: behind one that may be several, nobody can count."""
    for index, parts in enumerate(arguments):
        for part in parts:
            if isinstance(part, Unknown) and part.splits:
                return index
    return len(arguments)


def beyond(arguments: Sequence[Parts]) -> Unknown:
    """One of the words behind the last that can be counted."""
    first = next(part for part in arguments[fixed(arguments)] if isinstance(part, Unknown) and part.splits)
    return replace(first, splits=False, empty=True)


def _appended(content: Content) -> bool:
    if not isinstance(content, tuple) or len(content) != 1:
        return False
    only = content[0]
    return isinstance(only, Unknown) and only.source == APPENDED


def either(one: Options, other: Options, name: str) -> Options:
    """What a variable may hold after one of two ways."""
    if one == other:
        return one
    both = tuple(dict.fromkeys(one + other))
    if any(map(_appended, both)) and any(isinstance(content, tuple) and plain(content) for content in both):
        # the text names a value, and whoever runs it with another one has said so
        both = tuple(content for content in both if not _appended(content))
    if len(both) <= OPTIONS:
        return both
    empty = any(content is None or content == () for content in both)
    return ((Unknown(source="$" + name, kind="loop", empty=empty),),)


def join(one: State, other: State) -> State:
    """What is known after one of two ways has been taken."""
    if one is other:
        return one
    variables = dict(one.variables)
    if one.variables != other.variables:
        for name in one.variables.keys() | other.variables.keys():
            variables[name] = either(one.variables.get(name, (None,)), other.variables.get(name, (None,)), name)
    files = {**one.files, **other.files}
    for path in one.files.keys() & other.files.keys():
        if one.files[path] != other.files[path]:
            first, second = one.files[path], other.files[path]
            # either text may be there, so both are read
            by = {id(command): command for command in (*first[1], *second[1])}
            files[path] = (bounded((*first[0], "\n", *second[0]), path), tuple(by.values())[-16:])
    return State(
        variables,
        {**one.functions, **other.functions},
        {**one.aliases, **other.aliases},
        files,
        {**one.programs, **other.programs},
        one.arguments if one.arguments == other.arguments else None,
        one.flags & other.flags,
        one.nonempty & other.nonempty,
        tuple(guard for guard in one.guards if guard in other.guards),
        one.checks & other.checks,
        one.facts & other.facts,
        one.cwd if one.cwd == other.cwd else None,
        one.unchecked_cd or other.unchecked_cd,
        max(one.shifted, other.shifted),
        {**one.references, **other.references},
        {**one.attributes, **other.attributes},
        one.alternatives if one.arguments == other.arguments else _alternatives(one, other),
        {**one.outputs, **other.outputs},
    )


def _alternatives(one: State, other: State) -> tuple[tuple[Parts, ...], ...]:
    known = (*one.alternatives, *other.alternatives, one.arguments, other.arguments)
    return tuple(dict.fromkeys(each for each in known if each))[:OPTIONS]


def bounded(parts: Parts, path: str) -> Parts:
    """What is in a file, or one unknown when that is more than is kept."""
    made = merged(parts[: CONTENT + 1])
    if len(made) > CONTENT or len(parts) > CONTENT or sum(len(part) for part in made if isinstance(part, str)) > TEXT:
        return (Unknown(source=f"< {path}", kind="input", empty=False),)
    return made


def unknown_output(kind: Kind = "command", *, empty: bool = True) -> Parts:
    """The output of a command that is not known; whoever captures it names the source."""
    return (replace(_COMMAND, kind=kind, empty=empty),)


_COMMAND = Unknown(source="", kind="command")
