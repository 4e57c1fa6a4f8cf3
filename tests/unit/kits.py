"""Kits of doubles around the real Bash and shellcheck, and the scripts that the tests speak of."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from scriptsmith.adapters.programs import BashSyntax, ShellCheck
from scriptsmith.codesift import describing, judging
from scriptsmith.core.events import Asked, Event
from scriptsmith.core.flow import Policy
from scriptsmith.core.run import Run, fold
from scriptsmith.core.types import Action, Finding, Script, Severity
from scriptsmith.drafting import drafting, explaining, refining
from scriptsmith.pipeline import Kit, forge
from scriptsmith.ports import Model
from scriptsmith.testing.doubles import MemoryCatalogue, StaticChecker

ACTION = Action(text="knit a pullover for the lighthouse keeper")
BROKEN = "#!/usr/bin/env bash\nif true; then\n"
GOOD = "#!/usr/bin/env bash\nset -euo pipefail\nprintf '%s\\n' wool\n"
OTHER = "#!/usr/bin/env bash\nset -euo pipefail\nprintf '%s\\n' yarn\n"
UNQUOTED = '#!/usr/bin/env bash\nset -euo pipefail\nrm -f $1\nprintf "%s\\n" $2\n'  # shellcheck: two infos
YES = json.dumps({"reason": "It is covered.", "verdict": "yes"})
NO = json.dumps({"reason": "It prints instead of knitting.", "verdict": "no"})
UNSURE = json.dumps({"reason": "It does not tell.", "verdict": "unsure"})
FINE = json.dumps({"wrong": False, "explanation": "", "quote": "", "counterexample": "", "scenario_at_fault": ""})
ERROR = Finding(checker="static", code="X1", severity=Severity.ERROR, message="this blocks")
WARNING = Finding(checker="static", code="X2", severity=Severity.WARNING, message="this warns")


def block(script: str) -> str:
    """A reply with `script` in it."""
    return f"- failure: it stops\n\n```bash\n{script}```\n"


def wrong(explanation: str, quote: str = "") -> str:
    """An explanation that finds fault."""
    return json.dumps(
        {
            "wrong": True,
            "explanation": explanation,
            "quote": quote,
            "counterexample": "two sleeves",
            "scenario_at_fault": "",
        }
    )


def kit(model: Model | None = None, assessor: Model | None = None, *, real: bool = False, **more: Any) -> Kit:
    """One model in every role (or another assessor); checkers that find nothing, or the real ones."""
    judge = assessor or model
    parts: dict[str, Any] = {"catalogue": MemoryCatalogue(answers=()), "syntax": StaticChecker(name="syntax")}
    if real:
        parts |= {"syntax": BashSyntax(), "checkers": (ShellCheck(),)}
    if model:
        parts |= {"draft": drafting(model), "refine": refining(model), "explain": explaining(model)}
    if judge:
        parts |= {"describe": describing(judge), "judge": judging(judge)}
    return Kit(**parts | more)


class Log:
    """An `emit` that keeps what it is given."""

    def __init__(self, *events: Event) -> None:
        self.events: list[Event] = list(events) or [Asked(action=ACTION)]

    async def __call__(self, event: Event) -> None:
        self.events.append(event)

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events[1:]]

    @property
    def run(self) -> Run:
        return fold(self.events)

    async def forge(self, with_kit: Kit) -> Run:
        """Advance what is logged, and hold that the log tells exactly where it ended."""
        run = await forge(self.run, with_kit, self)
        assert run == self.run
        return run


def settled(run: Run) -> tuple[str, str]:
    """Outcome and script text of a settled run."""
    assert run.settled is not None
    return run.settled.outcome, run.settled.script.text if run.settled.script else ""


def policy(**numbers: Any) -> Policy:
    return Policy(**numbers)


def script(text: str) -> Script:
    return Script(text=text)


def codes(findings: Sequence[Finding]) -> list[str]:
    return [finding.code for finding in findings]
