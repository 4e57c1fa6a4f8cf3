"""How far two outputs are the same answer, and what is known when they are compared."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import places

Rows = list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How far two outputs are the same answer, in [0, 1], and in a clause why. From 0.5 on they are the same."""

    score: float
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementContext:
    """What is known beside the outputs. `strict`: the commands differ in one value, so that nothing is forgiven but
    form; `suspect`: they differ in one option or operator; `unsure`: in the name of one program alone. `lister`: the
    first lists files rather than content. `host`: the commands tell of the machine itself. `kin`: and of the same
    thing. `asked`: and the action names it; `whole`: and one of them prints all of it. `bare`: only one of the two
    leaves hidden files out by its nature, `kinds`: folders. `related`: they have a program in common. `roots` are
    words that both have, and folders of their patterns. `added` and `removed` are the words in which they differ."""

    known: places.KnownPaths = field(default_factory=places.KnownPaths)
    strict: bool = False
    host: bool = False
    kin: bool = False
    asked: bool = False
    bare: bool = False
    roots: frozenset[str] = frozenset()
    kinds: bool = False
    whole: bool = False
    unsure: bool = False
    related: bool = True
    suspect: bool = False
    lister: bool = False
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    programs: frozenset[str] = frozenset()
