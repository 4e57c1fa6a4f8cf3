"""What a rule is: a permanent number, words for a person, examples, and one small function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ...interpreter.model import Hit, Level, Place
from .invocation import Invocation

Look: TypeAlias = Callable[[Invocation], Hit | None]
LookAround: TypeAlias = Callable[[Sequence[Invocation]], Iterable[Hit]]
LookAtText: TypeAlias = Callable[[str], Iterable[Hit]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One thing that can go wrong. `instead` is the safer way, `instead_for` that of single programs or cases.

    `programs` it speaks about (none: every command; `>`: every one that writes a file). `look` reads one command;
    `around` reads all commands of a script, for what only shows in several of them; `shape` reads the text, for what
    only its syntax shows. `level` is the worst that the rule says: each script of `bad` draws it at that level, none of
    `good` does. Where one of the rules in `yields` speaks of the same command as well, this one would say the same in
    fewer words and is left out. A `fallback` is asked only where no other rule speaks of the command.
    """

    code: str
    title: str
    why: str
    instead: str
    instead_for: Mapping[str, str] = field(default_factory=dict)
    programs: tuple[str, ...] = ()
    bad: tuple[str, ...]
    good: tuple[str, ...]
    level: Level = "dangerous"
    yields: tuple[str, ...] = ()
    fallback: bool = False
    look: Look | None = None
    around: LookAround | None = None
    shape: LookAtText | None = None

    def advice(self, case: str) -> str:
        """The safer way, as it is told of one program or case."""
        return self.instead_for.get(case, self.instead)

    def without_advice(self, message: str) -> str:
        """What a finding of this rule says, without its safer way."""
        for way in (self.instead, *self.instead_for.values()):
            message = message.removesuffix(f"; {way}")
        return message


def rule(
    code: str,
    title: str,
    *,
    why: str,
    instead: str,
    instead_for: Mapping[str, str] | None = None,
    on: str = "",
    level: Level = "dangerous",
    yields: str = "",
    fallback: bool = False,
    bad: tuple[str, ...],
    good: tuple[str, ...],
) -> Callable[[Look], Rule]:
    """Make a rule of a function that reads one command of the programs in `on`, `>` for all that write files."""

    def made(look: Look) -> Rule:
        return Rule(
            code=code,
            title=title,
            why=why,
            instead=instead,
            instead_for=instead_for or {},
            programs=tuple(on.split()),
            level=level,
            yields=tuple(yields.split()),
            fallback=fallback,
            bad=bad,
            good=good,
            look=look,
        )

    return made


def script_rule(
    code: str,
    title: str,
    *,
    why: str,
    instead: str,
    on: str = "",
    yields: str = "",
    bad: tuple[str, ...],
    good: tuple[str, ...],
) -> Callable[[LookAround], Rule]:
    """Make a rule of a function that reads every command of a script in which one of the programs in `on` stands."""

    def made(around: LookAround) -> Rule:
        return Rule(
            code=code,
            title=title,
            why=why,
            instead=instead,
            programs=tuple(on.split()),
            yields=tuple(yields.split()),
            bad=bad,
            good=good,
            around=around,
        )

    return made


def text_rule(
    code: str, title: str, *, why: str, instead: str, bad: tuple[str, ...], good: tuple[str, ...]
) -> Callable[[LookAtText], Rule]:
    """Make a rule of a function that reads the text of a script, for what only its syntax shows."""

    def made(shape: LookAtText) -> Rule:
        return Rule(code=code, title=title, why=why, instead=instead, bad=bad, good=good, shape=shape)

    return made


def hit(level: Level, message: str, place: Place | None = None) -> Hit:
    return Hit(level=level, message=message, place=place)


def dangerous(message: str, place: Place | None = None, *, case: str = "") -> Hit:
    return Hit(level="dangerous", message=message, place=place, case=case)


def notable(message: str, place: Place | None = None) -> Hit:
    return Hit(level="notable", message=message, place=place)


def unanalysable(message: str, place: Place | None = None) -> Hit:
    return Hit(level="unanalysable", message=message, place=place)
