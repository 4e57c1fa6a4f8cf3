"""What a reply of the generator earns: the rewards of robustness-aware GRPO (BashCoder-R1), and one by execution.

Syntax and robustness are counted as the bench counts SyntaxPass and RobustPass. A reply that games them earns nothing,
whatever the weights. Scripts are run in the sandbox only, in worlds that are made from the action and its reference:
what a reply names has no influence on them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scriptsmith.adapters.programs import BashSyntax, ShellCheck
from scriptsmith.bash_language import BASH
from scriptsmith.bench.command_observer import Observer
from scriptsmith.bench.equivalence.effects import effects
from scriptsmith.bench.metrics_static import parses, quiet
from scriptsmith.bench.records import AttemptResult, linter_warnings, unreadable_because
from scriptsmith.checking import check_all
from scriptsmith.comparing.drafts import LIMITS, DraftTrial, harm
from scriptsmith.core.types import Action, Script
from scriptsmith.interpreter.interpreter import read_script
from scriptsmith.ports import Sandbox

from .claims import untrue

NO_SCRIPT = "it holds no script"
UNREADABLE = "Bash cannot read it"
IDLE = "it changes nothing and prints the same in every world"
BESIDE = "it neither does what the reference does nor runs any program that the reference runs"
NO_SIGHT = "the reference changes nothing and prints the same in every world"

NO_FORM = "it is not one block of code, behind a chain of thought where there is one"
NO_CHAIN = "it has no chain of thought"

_FORM = re.compile(r"(?:<think>\n(?P<chain>.*?)\n?</think>\n)?```bash\n(?:(?!```).*\n)+```\s*", re.S)
_AS_TEXT = frozenset(("eval", "heredoc", "pipe"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What each part of a score weighs."""

    syntax: float
    robustness: float
    format: float
    function: float = 0.0

    @classmethod
    def of(cls, given: Sequence[float]) -> Weights:
        """The weights in the order in which they stand here."""
        return cls(**dict(zip(cls.__slots__, given, strict=True)))


WEIGHTS: Mapping[str, Weights] = {
    "paper": Weights(syntax=0.3, robustness=0.5, format=0.2),
    "ours": Weights(syntax=0.15, robustness=0.25, format=0.1, function=0.5),
}
"""Those of BashCoder-R1, and ours, in which doing what was asked weighs as much as all of those."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What was found out about one reply, each part between 0 and 1; `refused` says why it earns nothing."""

    syntax: float = 0.0
    robustness: float = 0.0
    format: float = 0.0
    function: float = 0.0
    refused: str = ""

    def total(self, weights: Weights) -> float:
        """The reward: the weighted sum, 0 for a refused reply."""
        if self.refused:
            return 0.0
        return (
            weights.syntax * self.syntax
            + weights.robustness * self.robustness
            + weights.format * self.format
            + weights.function * self.function
        )


class Scorer:
    """Scores replies for one task at a time; at most `jobs` boxes are open. Raises `SandboxUnavailable`.

    With `chains` a reply has to have a chain of thought; what one claims has to hold in any case.
    """

    def __init__(self, sandbox: Sandbox, *, chains: bool = False, jobs: int = 2) -> None:
        self._chains = chains
        self._observer = Observer(sandbox, limits=LIMITS, jobs=jobs, most=1024)
        self._checkers = (BashSyntax(), ShellCheck(obey=False))

    async def worlds(self, action: str, reference: str) -> DraftTrial | str:
        """The reference on trial in worlds of its own, or why no execution can tell a right reply from an idle one."""
        trial = DraftTrial(self._observer, Action(text=action), (reference,))
        await trial.look()
        if why := trial.left_out.get(reference) or trial.by_text.get(reference):
            return why
        return trial if await works(trial, reference) else NO_SIGHT

    async def score(self, trial: DraftTrial, replies: Sequence[str]) -> list[Score]:
        """The scores of `replies`, in their order; equal ones are scored once."""
        once = list(dict.fromkeys(replies))
        found = dict(zip(once, await asyncio.gather(*(self._one(trial, each) for each in once)), strict=True))
        return [found[each] for each in replies]

    async def _one(self, trial: DraftTrial, reply: str) -> Score:
        script = BASH.extract(reply).script
        if script is None:
            return Score(refused=NO_SCRIPT)
        (reference,) = trial.texts
        found = await check_all(self._checkers, Script(text=script))
        attempt = AttemptResult(
            by="generator",
            digest=Script(text=script).digest,
            syntax=unreadable_because(found),
            warnings=linter_warnings(found),
        )
        if not parses(attempt):
            return Score(refused=UNREADABLE)
        for world in trial.worlds:
            if harmful := harm(await trial.run(world, script, trial.state)):
                return Score(refused=harmful)
        if not await works(trial, script):
            return Score(refused=IDLE)
        function = await trial.stands(reference, script) is True
        if not function and not programs(script) & programs(reference):
            return Score(refused=BESIDE)
        return Score(
            syntax=1.0,
            robustness=float(quiet(attempt) and not unseen(script) - unseen(reference)),
            format=float(not self.misformed(reply, script)),
            function=float(function),
        )

    def misformed(self, reply: str, script: str) -> str:
        """Why a reply has not the form that is asked for; empty where it has."""
        form = _FORM.fullmatch(reply)
        if form is None:
            return NO_FORM
        if form["chain"] is None:
            return NO_CHAIN if self._chains else ""
        return untrue(form["chain"], script)


async def works(trial: DraftTrial, script: str) -> bool:
    """Whether a script changes something in some world, or prints something else in one than in another.

    One that does neither has looked at nothing: it is empty, ends before it begins, or says what it was taught to.
    """
    runs = [await trial.run(world, script, trial.state) for world in trial.worlds]
    return any(map(effects, runs)) or len({each.stdout for each in runs}) > 1


def programs(script: str) -> frozenset[str]:
    """The programs that a script runs, as far as its text tells."""
    return frozenset(each.name for each in read_script(script).commands if each.name)


def unseen(script: str) -> frozenset[str]:
    """How a script keeps code from shellcheck, which reads no text that is run later."""
    read = read_script(script)
    steps = {step for each in read.commands for step in each.via}
    hidden = {step for step in steps if step in _AS_TEXT or step.endswith(" -c")}
    return frozenset(hidden | ({"unresolved"} if read.unresolved else set()))
