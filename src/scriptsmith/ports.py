"""Where ScriptSmith touches the world: one protocol for each outside thing, and nothing else does I/O."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from .core.audit import AuditNote, AuditRecord
from .core.effects import Execution
from .core.events import Event
from .core.rehearsal import Rehearsal
from .core.scenario import Scenario
from .core.secret_tokens import SecretSpelling
from .core.types import Action, Assessment, Call, Entry, Evidence, Explanation, Finding, Match, Script, Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What a model is asked. `schema` is a JSON schema that the answer should satisfy, where a server can.

    `grammar` is one that it has to satisfy, in GBNF: a server that takes none cannot answer.
    """

    name: str
    system: str
    text: str
    schema: Mapping[str, Any] | None = None
    grammar: str = ""

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
    """Turns texts into unit vectors; a text that says nothing may have the zero vector, which is near to nothing.

    A text has one vector, whatever it is embedded together with. Raises `ModelError` with what to do.
    """

    @property
    def model(self) -> str:
        """Names the model; vectors of different names are never compared."""
        ...

    @property
    def dimension(self) -> int:
        """How many numbers a vector has; 0 until the first answer, where nothing else tells."""
        ...

    async def embed(self, texts: Sequence[str], /) -> Sequence[Vector]:
        """The vectors of `texts`, in their order, each of `dimension` numbers."""
        ...


class Catalogue(Protocol):
    """Verified scripts. Published versions never change.

    An entry is returned with the last evidence of each kind that was recorded for its version. Evidence of the kind
    `test` that it was published with is left out: only running the test here says that it passes.
    """

    async def nearest(self, action: Action, /, *, limit: int) -> Sequence[Match]:
        """The entries that fit best, best first, retired ones left out."""
        ...

    async def entries(self) -> Sequence[Entry]:
        """The newest version of every entry, retired ones included, ordered by id."""
        ...

    async def faults(self) -> Mapping[str, str]:
        """What lies there and cannot be trusted, by id, each with a sentence that says why. It is never served."""
        ...

    async def get(self, id: str, version: int | None = None, /) -> Entry:
        """One entry; raises `NotFound`, and `BadInput` for a faulty one."""
        ...

    async def publish(self, entry: Entry, /) -> Entry:
        """Store `entry` and return it. Publishing the same version twice changes nothing when the text is
        equal, and raises `Conflict` when it is not, or when the entry that is there is faulty."""
        ...

    async def retire(self, id: str, /) -> Entry:
        """Take an entry out of retrieval, keeping it readable; raises `NotFound`."""
        ...

    async def record(self, id: str, evidence: Evidence, /) -> None:
        """Keep what speaks for or against the version of an entry that `evidence` names, for good; its script and
        description stay as they are. Raises `NotFound`, and `BadInput` for a faulty entry."""
        ...


class ExportableCatalogue(Catalogue, Protocol):
    """A catalogue that tells what is its own, so that it can be moved to another place without loss."""

    def read_ahead(self) -> Iterator[None]:
        """Prepare, at each step, one more entry that no search has needed yet; nothing before the first search."""
        ...

    async def own(self) -> Sequence[str]:
        """The ids of the entries that are not shipped, or not as they are shipped, ordered."""
        ...

    async def history(self, id: str, /) -> tuple[Sequence[Entry], Sequence[Evidence]]:
        """Every version of an entry as it was published, oldest first, and all that was recorded of it, oldest first;
        raises `NotFound`, and `BadInput` for a faulty one."""
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


class Vault(Protocol):
    """The secrets of runs, kept apart from their logs, for the one who asked."""

    async def read(self, run: str, /) -> Sequence[SecretSpelling]:
        """All that was kept, in order; nothing when nothing was, or when it was thrown away."""
        ...

    async def add(self, run: str, seen: int, kept: Sequence[SecretSpelling], /) -> None:
        """Keep more, durably, after the first `seen`; raises `Conflict` when there are others by now."""
        ...


class Queue(Protocol):
    """Runs that wait for a worker. Whoever takes one resumes it: doing so twice does no harm."""

    async def put(self, run: str, /, *, source: str = "") -> None:
        """Have a worker resume `run`; in a transaction of the caller's, when that one ends. `source` is who asked,
        for budgets. A run that waits already is not put in twice."""
        ...

    async def remove(self, run: str, /) -> None:
        """Have no worker begin `run`, and the one that is at it stop after the step that it does."""
        ...

    async def waiting(self) -> int:
        """How many runs no worker has begun."""
        ...


class AuditLog(Protocol):
    """What people did, for good: each record is chained to the one before it."""

    async def record(self, note: AuditNote, /, *, apart: bool = False) -> None:
        """Keep `note`, durably; in a transaction of the caller's, when that one ends. `apart` from it, it is kept at
        once and stays when that one is undone."""
        ...

    async def read(self, after: int = 0, limit: int = 0, /) -> Sequence[AuditRecord]:
        """The records with a number above `after`, in order; all of them for limit 0."""
        ...


class Checker(Protocol):
    """A static check. A bad script is a `Finding`; raises `ToolMissing` when the checker cannot run."""

    @property
    def name(self) -> str: ...

    async def check(self, script: Script, /) -> Sequence[Finding]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxLimits:
    """What one command in a box may use, `disk` and `inodes` what all of them may; seconds and bytes.

    Reaching one kills the command and is named.
    """

    wall: float = 30.0
    cpu: float = 20.0
    memory: int = 1 << 30
    processes: int = 256
    output: int = 1 << 20
    disk: int = 256 << 20
    inodes: int = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxSpec:
    """The world inside a box: `root` (a folder; the host's own tree when None) under a layer that takes every write,
    `files` laid into it (absolute path: content), and a clean environment plus `environ`.

    Of the host's own tree what the world may not read stays out, but for the paths that `expose` names, and so do
    well-known places of secrets, but for those named themselves. `empty` paths are masked as well. There is no network
    unless `network`.
    """

    root: Path | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)
    empty: tuple[str, ...] = ()
    expose: tuple[str, ...] = ()
    workdir: str = "/work"
    environ: Mapping[str, str] = field(default_factory=dict)
    network: bool = False
    limits: BoxLimits = field(default_factory=BoxLimits)


class Box(Protocol):
    """One opened world. Commands see what earlier ones left; nothing leaves it."""

    async def write(self, path: str, content: bytes, mode: int = 0o644, /) -> None:
        """Lay a file into the box, folders included; not a change of any command."""
        ...

    async def execute(self, argv: Sequence[str], /, *, stdin: bytes = b"") -> Execution:
        """Run one command to its end or its limits; no process of it outlives the call."""
        ...


class Sandbox(Protocol):
    """Opens boxes. Raises `SandboxUnavailable` with the one thing to install; never opens a weaker box."""

    @property
    def name(self) -> str: ...

    def open(self, spec: BoxSpec, /) -> AbstractAsyncContextManager[Box]: ...


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
Rehearse: TypeAlias = Callable[
    [Action, Script, Scenario | None], Awaitable[tuple[Rehearsal, Scenario | None, tuple[Call, ...]]]
]
Emit: TypeAlias = Callable[[Event], Awaitable[None]]
