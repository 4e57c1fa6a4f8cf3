"""Grading by reference: a script of a case is judged by whether it does what a gold does, in several worlds."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from ...core.types import Script
from ...errors import BadInput
from ..model import Case, Grade, Grader, Label, Pair, Seen
from ..observing import Observer
from .ours import Trial
from .verdicts import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class _Compared:
    """How a script compares with one gold: a verdict for each world, and the judgement over all."""

    verdicts: tuple[Verdict, ...]
    equivalent: bool
    why: str

    @property
    def label(self) -> Label:
        """2 for the same in every world; 1 where it is the same in the given world only, or leaves the same files."""
        if self.equivalent:
            return 2
        told = [each for each in self.verdicts if each.kind != "silent"]
        if not told:
            return 0
        if told[0] is self.verdicts[0] and told[0].kind == "agree":
            return 1
        return 1 if all(each.changed and each.effects >= 0.5 for each in told) else 0


def by_reference(observer: Observer) -> Grader:
    """A grader that compares a script with what the golds of its case do, by the same comparison as `ours`.

    The label is 2 when the script is equivalent to any gold in all worlds, 1 when it leaves the same files and prints
    something else, or is equivalent in the world as given only, and 0 otherwise. A case without golds, or whose golds
    show nothing and cannot run, is a problem and no label.
    """

    async def grade(case: Case, script: Script) -> Grade:
        if not case.golds:
            return Grade(label=0, problem=f"{case.key} has no gold to compare with")
        best: _Compared | None = None
        for gold in case.golds:
            try:
                found = await _compare(observer, case, gold, script)
            except BadInput as error:
                return Grade(label=0, problem=str(error))
            if best is None or found.label > best.label:
                best = found
            if best.label == 2:
                break
        assert best is not None
        seen = tuple(
            Seen(
                scenario=each.world,
                promise="does what a reference does",
                held=each.kind == "agree",
                purpose="function" if at == 0 else "robustness",
                detail="" if each.kind == "agree" else each.why,
            )
            for at, each in enumerate(best.verdicts)
            if each.kind != "silent"
        )
        if not seen:
            seen = (Seen(scenario="text", promise="reads as a reference does", held=best.equivalent, detail=best.why),)
        return Grade(label=best.label, seen=seen, output=best.verdicts[0].output if best.verdicts else "")

    return grade


async def _compare(observer: Observer, case: Case, gold: Script, script: Script) -> _Compared:
    pair = Pair(
        id=case.key,
        action=case.action,
        first=_called(gold, case.calls),
        second=_called(script, case.calls),
        fixture=case.fixture,
        workdir=case.workdir,
    )
    trial = Trial(observer, None, pair)
    judged = await trial.judge()
    return _Compared(verdicts=tuple(trial.verdicts), equivalent=bool(judged.equivalent), why=judged.why)


def _called(script: Script, calls: tuple[tuple[str, ...], ...]) -> str:
    """The Bash text that runs `script` once for each of `calls`; a script without arguments is the text itself."""
    if not any(calls):
        return script.text.rstrip("\n")
    body = "{\n" + script.text.rstrip("\n") + "\n}"
    return "\n".join(f"(set -- {' '.join(map(shlex.quote, call))}\n{body}\n)" for call in calls)
