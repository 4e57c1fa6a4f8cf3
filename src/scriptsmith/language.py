"""The port for languages: all that the workflow must know of the language that a script is written in.

One implementation for each `Target`; the composition root keeps them by target, and whoever has a script or an action
asks there with its `target`. Nobody compares targets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from .ports import BoxLimits, BoxSpec, Checker, Sandbox

if TYPE_CHECKING:
    from datetime import date

    from .bound_form.form import Bound
    from .core.effects import Danger, Execution
    from .core.fixtures import Planted
    from .core.types import Entry, Evidence, Parameter, Script, Target
    from .prompts import LanguagePrompts
    from .replies.extraction import Extraction
    from .unasked.change import ScriptChange

TrialVerdict: TypeAlias = Literal["passed", "failed", "not judged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialSpec:
    """How a script is tried: the box, and what lies in it. `arguments` and `stdin` are for languages whose scripts take
    them, `groups` for those that choose hosts."""

    spec: BoxSpec
    fixture: tuple[Planted, ...] = ()
    arguments: tuple[str, ...] = ()
    stdin: bytes = b""
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What trying a script showed: one execution of a script, two of a playbook. `why` are the reasons of the verdict,
    none where it passed. *Not judged* is what failed for lack of something that no box has."""

    verdict: TrialVerdict
    why: tuple[str, ...]
    executions: tuple[Execution, ...]


class Language(Protocol):
    """How scripts for one target are drafted, read, checked, judged, described, bound to values and tried."""

    @property
    def target(self) -> Target: ...

    @property
    def prompts(self) -> LanguagePrompts:
        """How models are asked about scripts in it."""
        ...

    @property
    def skeleton(self) -> str:
        """What somebody who writes a script begins with."""
        ...

    @property
    def strategies(self) -> Sequence[str]:
        """The ways to draft that know it, by the names of the setting."""
        ...

    @property
    def rehearsable(self) -> bool:
        """Whether drafts can be rehearsed in a scenario."""
        ...

    @property
    def weighed(self) -> bool:
        """Whether opinions on scripts in it can be weighed: weights were fitted on drafts in it."""
        ...

    @property
    def fixable(self) -> bool:
        """Whether its checkers' fixes can be applied."""
        ...

    @property
    def cut_off(self) -> str:
        """What a model is told whose reply had no end."""
        ...

    @property
    def starts(self) -> bool:
        """Whether a script is a program by itself, which the tests of an entry start: on real services and as mutants
        too."""
        ...

    @property
    def checkers(self) -> tuple[Checker, ...]:
        """The checkers of a file that somebody brings. The first one gates what models are asked of."""
        ...

    @property
    def draft_checkers(self) -> tuple[Checker, ...]:
        """The checkers of what a model wrote, which no comment in it switches off. The first one gates."""
        ...

    @property
    def limits(self) -> BoxLimits:
        """What a trial may use."""
        ...

    def extract(self, reply: str, /) -> Extraction:
        """The script in a model's reply, or what the model is told instead. Never raises."""
        ...

    def spoilt(self, before: str, after: str, /) -> str:
        """What is wrong with a correction that cannot be read, where `before` could be; else empty."""
        ...

    async def weigh(self, script: Script, /) -> Danger:
        """What a script would touch, from its text alone."""
        ...

    def changes(self, script: Script, /) -> Sequence[ScriptChange]:
        """What a script would change, from its text alone, in the order of the text."""
        ...

    def spoken_line(self, script: Script, /) -> int | None:
        """The line of the first text that speaks to whoever reads or judges a script; None where none does."""
        ...

    def shown(self, script: Script, /) -> Script:
        """A script as models that judge it are shown it: without what speaks to them."""
        ...

    def describe(self, script: Script, /) -> str:
        """What a script does in plain words, from its text alone, without a model; empty where that cannot be told."""
        ...

    def bind(
        self, entry: Entry, values: Mapping[str, str], /, *, on: date, long: bool = False, note: str = ""
    ) -> Bound:
        """The script of `entry` with `values`, bound on the day `on`, `note` in a comment before everything else.

        `long` asks for the whole script. Raises ValueError with one sentence for a value that is not of its
        parameter's type.
        """
        ...

    def takes(self, text: str, parameter: Parameter, /) -> bool:
        """Whether a script can be given a value for `parameter`."""
        ...

    def takes_values(self, text: str, /) -> bool:
        """Whether a script can be given any value, so that one without parameters leaves something undescribed."""
        ...

    def usage(self, text: str, /) -> str:
        """The words that a script has to be called with, values in capitals, in brackets what may be left out; empty
        for none."""
        ...

    def place(self, text: str, spellings: Mapping[str, str], /) -> str:
        """`text` with the tokens of secrets replaced so that each means what it stands for where it stands.

        A token stays where its secret has no room.
        """
        ...

    def lacks(self) -> str:
        """Why no script in it can be run here, in one sentence; empty where one can, or where the box will tell."""
        ...

    def proof(self, entry: Entry, /) -> str:
        """The text that an entry is proven by when it runs; empty for an entry that nothing proves."""
        ...

    async def prove(self, entry: Entry, harness: str, sandbox: Sandbox, /, *, at: str) -> Evidence:
        """Run what proves `entry`; `harness` is the library of tests, and `at` the time that it is given.

        Raises `BadInput` for an entry that nothing proves, and `SandboxUnavailable`.
        """
        ...

    async def run(self, sandbox: Sandbox, script: Script, trial: TrialSpec, /) -> Trial:
        """Try a script in a new box; the host is the same afterwards.

        Raises `SandboxUnavailable`, `ToolMissing`, `BadInput` when the fixture cannot be laid, and `UsageError` for
        what scripts in this language do not take.
        """
        ...
