"""Benches for tests: plain cases, a scripted model, a grader that looks at the text, and a folder to record in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from scriptsmith.adapters.folder.journal import FolderJournal
from scriptsmith.bench.baselines import NoCatalogue
from scriptsmith.bench.ledger import Ledger, Sources
from scriptsmith.bench.model import Case, Grade, Seen
from scriptsmith.bench.plan import Setup, stages_policy, tasks
from scriptsmith.bench.run import BenchEnding, run
from scriptsmith.bench.score import Grades, ScoredResults, score
from scriptsmith.codesift import describing, judging
from scriptsmith.core.flow import Policy
from scriptsmith.core.types import Script
from scriptsmith.drafting import drafting, explaining, refining
from scriptsmith.pipeline import Kit
from scriptsmith.ports import Model
from scriptsmith.testing.doubles import ScriptedModel, StaticChecker

DRAFT = "```bash\ndf -h\n```\n"
CASES = tuple(
    Case(suite="home", id=name, action=f"say {name}", golds=(Script(text=f"echo {name}\n"),))
    for name in ("one", "two", "three")
)


@dataclass
class TextGrader:
    """Label 2 for a script whose text is among `right`; `problem` is what every grade has. `graded` counts."""

    right: Sequence[str] = ("df -h\n",)
    problem: str = ""
    graded: list[tuple[str, str]] = field(default_factory=list)

    async def __call__(self, case: Case, script: Script) -> Grade:
        self.graded.append((case.key, script.text))
        if self.problem:
            return Grade(label=0, problem=self.problem)
        held = script.text in self.right
        seen = (Seen(scenario="run", promise="it is right", held=held),)
        return Grade(label=2 if held else 0, seen=seen, seconds=len(self.graded))


@dataclass
class Bench:
    """A bench in `folder`; every call begins anew, as another process would."""

    folder: Path
    model: Model
    grader: TextGrader = field(default_factory=TextGrader)
    setup: Setup = field(
        default_factory=lambda: Setup(
            stages=("draft", "assess", "refine"), strategy="reasoning", models={"generator": "m", "assessor": "m"}
        )
    )

    @property
    def ledger(self) -> Ledger:
        return Ledger(self.folder)

    @property
    def journal(self) -> FolderJournal:
        return FolderJournal(self.folder / "runs")

    def kit(self) -> Kit:
        model = self.model
        return Kit(
            catalogue=NoCatalogue(),
            syntax=StaticChecker(),
            draft=drafting(model),
            refine=refining(model),
            explain=explaining(model),
            describe=describing(model),
            judge=judging(model),
            policy=stages_policy(Policy(), self.setup.stages),
        )

    async def run(self, cases: Sequence[Case] = CASES, samples: int = 1, **more: Any) -> BenchEnding:
        planned, kit, ledger = tasks(cases, samples, self.setup), self.kit(), self.ledger
        with ledger.held():
            ledger.begin(self.setup, planned, Sources())
            grades = Grades(ledger, self.grader, "text", jobs=2)
            kit_of = more.pop("kit_of", lambda task: kit)
            return await run(planned, kit_of, ledger, self.journal, grades, **{"jobs": 3, **more})

    async def score(self, cases: Sequence[Case] = CASES, *, afresh: bool = False) -> ScoredResults:
        ledger = self.ledger
        grades = Grades(ledger, self.grader, "text", jobs=2, afresh=afresh)
        scored = await score(ledger, self.journal, cases, grades, jobs=2)
        ledger.write(scored.results)
        return scored


class PricedModel(ScriptedModel):
    """A scripted model of which each answer costs `cost` US dollars, or nobody knows how much."""

    def __init__(self, cost: float | None, **answers: Any) -> None:
        super().__init__(answers)
        self._cost = cost

    async def ask(self, prompt: Any, /) -> Any:
        reply = await super().ask(prompt)
        return replace(reply, call=replace(reply.call, role="generator", cost=self._cost))
