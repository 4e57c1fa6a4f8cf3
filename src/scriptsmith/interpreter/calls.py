"""One command while it is evaluated: its words after expansion, and the context around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..bash.syntax import AssignNode
from .model import Command, Place, Redirect, Word
from .values import Stream


class Exhausted(Exception):
    """The script asks for more reading than is done."""


@dataclass(frozen=True, slots=True)
class Context:
    """Around a command: what it was found in, what it reads, and where its text stands."""

    via: tuple[str, ...] = ()
    privileged: bool = False
    host: str = ""
    stdin: Stream | None = None
    upstream: tuple[Command, ...] = ()
    conditional: bool = False
    origin: Place | None = None
    depth: int = 0

    # written out because `dataclasses.replace` takes a twentieth of all time here

    def fed(self, stdin: Stream | None, upstream: tuple[Command, ...] = (), *, deeper: int = 0) -> Context:
        """The same with another standard input, and the commands that give it."""
        return Context(
            self.via,
            self.privileged,
            self.host,
            stdin,
            upstream,
            self.conditional,
            self.origin,
            self.depth + deeper,
        )

    def branch(self) -> Context:
        """The same where it is not sure that a command runs."""
        if self.conditional:
            return self
        return Context(self.via, self.privileged, self.host, self.stdin, self.upstream, True, self.origin, self.depth)


@dataclass(frozen=True, slots=True)
class ExpandedCall:
    """One simple command after expansion: its words, the program's included, and everything around it."""

    words: tuple[Word, ...]
    context: Context
    place: Place
    source: str
    redirects: tuple[Redirect, ...] = ()
    assignments: tuple[tuple[str, Word], ...] = ()
    declared: tuple[AssignNode, ...] = ()
    direct: bool = False  # functions and aliases do not apply

    @property
    def name(self) -> str:
        text = self.words[0].text or ""
        return text.rsplit("/", 1)[-1]

    @property
    def arguments(self) -> tuple[Word, ...]:
        return self.words[1:]

    def inner(
        self, words: Sequence[Word], via: str, *, privileged: bool = False, host: str = "", direct: bool = True
    ) -> ExpandedCall:
        """The call that this one carries."""
        around = self.context
        context = Context(
            (*around.via, via),
            around.privileged or privileged,
            host or around.host,
            around.stdin,
            around.upstream,
            around.conditional,
            around.origin,
            around.depth + 1,
        )
        return ExpandedCall(
            tuple(words), context, self.place, self.source, self.redirects, self.assignments, (), direct
        )
