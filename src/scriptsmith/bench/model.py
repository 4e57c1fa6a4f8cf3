"""The bench's vocabulary: cases, what grading one script showed, and pairs of commands, as plain frozen data."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..core.fixtures import Planted
from ..core.types import Script, Target

Purpose: TypeAlias = Literal["function", "robustness"]
"""What a scenario is for: the action in an ordinary situation, or what may go wrong around it (BashCoder-R1)."""

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
class Case:
    """One task of a suite: an action in words, the world it is done in, and how a script for it is judged.

    Judged by `scenarios` where there are any, by `expectations` (declarative checks, as bashkit writes them) or else by
    comparison with what the first of `golds` does. `golds` are reference scripts, the first the one that proves the
    case. `calls` are the arguments of each call where golds are compared. `problem` says why the case cannot be used;
    then it is named, and never skipped in silence.
    """

    suite: str
    id: str
    action: str
    golds: tuple[Script, ...]
    kind: Literal["script", "line"] = "script"
    target: Target = "bash"
    fixture: tuple[Planted, ...] = ()
    workdir: str = "/work"
    scenarios: tuple[CaseScenario, ...] = ()
    expectations: tuple[str, ...] = ()
    calls: tuple[tuple[str, ...], ...] = ((),)
    needs: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    difficulty: int = 0
    source: str = ""
    licence: str = ""
    problem: str = ""

    @property
    def key(self) -> str:
        """Names the case among all suites."""
        return f"{self.suite}/{self.id}"


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
