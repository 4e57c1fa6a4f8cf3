"""The bench's vocabulary: cases, what grading one script showed, and pairs of commands, as plain frozen data."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from ..core.fixtures import Planted
from ..core.types import Script, Target

Purpose: TypeAlias = Literal["function", "robustness"]
"""What a scenario is for: the action in an ordinary situation, or what may go wrong around it (BashCoder-R1)."""

Kind: TypeAlias = Literal["script", "line", "playbook"]
"""What a case asks for: a script of several lines, one command line, or a playbook."""

Label: TypeAlias = Literal[0, 1, 2]
"""ScriptSmith's grades: 2 does all that is asked, 1 in part, 0 not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseScenario:
    """One situation that a script is run in: what is prepared, how it is called, and what must hold then.

    `prepare` is Bash that runs before the script, `runs` the arguments of each call of it, one after the other in the
    same box, `stdin` what each reads. `user` is a numeric id that runs the script, 0 for root. `test` is Bash that
    arrives when the last call has ended.
    """

    name: str
    test: str
    purpose: Purpose = "function"
    prepare: str = ""
    runs: tuple[tuple[str, ...], ...] = ((),)
    stdin: str = ""
    user: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A reference with one fault, which its case must notice, and by which promise: `breaks`, any where it is empty.

    An `idle` one does nothing, and must not pass the first scenario either.
    """

    name: str
    script: Script
    breaks: str = ""
    idle: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One task of a suite: an action in words, the world it is done in, and how a script for it is judged.

    The action may be told in several `levels`, from one sentence to a list of details; `action` is then the last of
    them, until the case is measured at one `level`. `domain` is what it is about, where a suite has several. `groups`
    are those of the inventory that the host is in, and `mutants` what must fail.

    Judged by `scenarios` where there are any, by `expectations` (declarative checks, as bashkit writes them) or else by
    comparison with what the first of `golds` does. `golds` are reference scripts, the first the one that proves the
    case. `calls` are the arguments of each call where golds are compared. `problem` says why the case cannot be used;
    then it is named, and never skipped in silence.
    """

    suite: str
    id: str
    action: str
    golds: tuple[Script, ...]
    kind: Kind = "script"
    target: Target = "bash"
    fixture: tuple[Planted, ...] = ()
    workdir: str = "/work"
    scenarios: tuple[CaseScenario, ...] = ()
    expectations: tuple[str, ...] = ()
    calls: tuple[tuple[str, ...], ...] = ((),)
    needs: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    difficulty: int = 0
    domain: str = ""
    levels: tuple[str, ...] = ()
    level: int = 0
    groups: tuple[str, ...] = ()
    mutants: tuple[Mutant, ...] = ()
    source: str = ""
    licence: str = ""
    problem: str = ""

    @property
    def key(self) -> str:
        """Names the case among all suites, and the level at which its action is told."""
        return f"{self.suite}/{self.id}{f'@{self.level}' if self.level else ''}"

    def at_levels(self) -> tuple[Case, ...]:
        """The case once for each level of its action; itself where there is one only."""
        if not self.levels or self.level:
            return (self,)
        return tuple(replace(self, action=text, level=number) for number, text in enumerate(self.levels, 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One promise of a test, and whether it held. `detail` says how it failed."""

    scenario: str
    promise: str
    held: bool
    purpose: Purpose = "function"
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """What running one script in a case showed.

    `problem` is an infrastructure error (no box, a test that did not run): such a grade counts neither as a pass nor as
    a failure, and its label means nothing. `output` is the beginning of what the first call printed.
    """

    label: Label
    seen: tuple[Seen, ...] = ()
    seconds: float = 0.0
    problem: str = ""
    output: str = ""

    @property
    def passed(self) -> bool:
        """Whether everything that was looked at held: strict execution accuracy."""
        return self.label == 2 and not self.problem

    def all_held(self, purpose: Purpose) -> bool:
        """Whether every promise of that purpose held; True where none was made."""
        return not self.problem and all(each.held for each in self.seen if each.purpose == purpose)


Grader: TypeAlias = Callable[[Case, Script], Awaitable[Grade]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two commands for one action, in the world of `fixture`; for the first, nothing says that it is right."""

    id: str
    action: str
    first: str
    second: str
    fixture: tuple[Planted, ...] = ()
    workdir: str = "/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Whether a pair is functionally equivalent; None when it could not be judged. `score` lies in [0, 1]."""

    equivalent: bool | None
    score: float = 0.0
    why: str = ""


Heuristic: TypeAlias = Callable[[Pair], Awaitable[Judgement]]
"""A functional equivalence heuristic (NL2SH, section 4): whether two commands do the same for the action."""
