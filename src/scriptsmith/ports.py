"""Where ScriptSmith touches the world: one protocol for each outside thing, and nothing else does I/O."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from .core.events import Event
from .core.types import Action, Assessment, Call, Entry, Explanation, Finding, Match, Script, Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What a model is asked. `schema` is a JSON schema that the answer should satisfy, where a server can."""

    name: str
    system: str
    text: str
    schema: Mapping[str, Any] | None = None

    @property
    def digest(self) -> str:
        """SHA-256 of system and text: the same words have the same digest."""
        return hashlib.sha256(f"{self.system}\0{self.text}".encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model wrote, unread, and what it cost. Whoever asked reads it, and fails closed."""

    text: str
    call: Call


class Model(Protocol):
    """A language model in one role. Raises `ModelError` with the role, the model and what to do."""

    @property
    def name(self) -> str: ...

    async def ask(self, prompt: Prompt, /) -> Reply: ...


class Embedder(Protocol):
    """Turns texts into unit vectors of `dimension` numbers."""

    @property
    def dimension(self) -> int: ...

    async def embed(self, texts: Sequence[str], /) -> Sequence[Vector]: ...


class Catalogue(Protocol):
    """Verified scripts. Published versions never change."""

    async def nearest(self, action: Action, /, *, limit: int) -> Sequence[Match]:
        """The entries that fit best, best first, retired ones left out."""
        ...

    async def entries(self) -> Sequence[Entry]:
        """The newest version of every entry, retired ones included, ordered by id."""
        ...

    async def get(self, id: str, version: int | None = None, /) -> Entry:
        """One entry; raises `NotFound`."""
        ...

    async def publish(self, entry: Entry, /) -> Entry:
        """Store `entry` and return it. Publishing the same version twice changes nothing when the text is
        equal, and raises `Conflict` when it is not."""
        ...

    async def retire(self, id: str, /) -> Entry:
        """Take an entry out of retrieval, keeping it readable; raises `NotFound`."""
        ...


class Journal(Protocol):
    """The logs of all runs. The key (run, seq) is unique."""

    async def append(self, run: str, seq: int, event: Event, /) -> None:
        """Record `event` durably as number `seq`; raises `Conflict` when that number is taken."""
        ...

    async def read(self, run: str, /) -> Sequence[Event]:
        """Every recorded event in order; raises `NotFound`."""
        ...

    async def runs(self) -> Sequence[str]:
        """The ids of all runs, newest first."""
        ...


class Checker(Protocol):
    """A static check. A bad script is a `Finding`; raises `ToolMissing` when the checker cannot run."""

    @property
    def name(self) -> str: ...

    async def check(self, script: Script, /) -> Sequence[Finding]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafting:
    """What drafting or refining brought. No script: `findings` says why, and drives the next draft."""

    script: Script | None
    reasoning: str = ""
    findings: tuple[Finding, ...] = ()
    calls: tuple[Call, ...] = ()


# Steps that a deployment or an experiment may swap are plain async callables, not classes.
Draft: TypeAlias = Callable[[Action, Sequence[Match], int], Awaitable[Drafting]]
Refine: TypeAlias = Callable[[Action, Script | None, str], Awaitable[Drafting]]
Describe: TypeAlias = Callable[[Script], Awaitable[tuple[str, tuple[Call, ...]]]]
Judge: TypeAlias = Callable[[Action, str], Awaitable[tuple[Assessment, tuple[Call, ...]]]]
Explain: TypeAlias = Callable[[Action, Script, Assessment], Awaitable[tuple[Explanation, tuple[Call, ...]]]]
Emit: TypeAlias = Callable[[Event], Awaitable[None]]
