"""Runs for tests of the console, made of their events."""

from __future__ import annotations

from dataclasses import replace

from scriptsmith.core.effects import Change, Danger, Effects, Node
from scriptsmith.core.events import Asked, Assessed, Checked, Drafted, Event, Rehearsed, Retrieved, Settled
from scriptsmith.core.rehearsal import Rehearsal
from scriptsmith.core.scenario import ANY_FAILURE, Assertion, Scenario, ScenarioFile, Situation, Stub
from scriptsmith.core.types import (
    Action,
    Assessment,
    Call,
    Entry,
    Finding,
    Match,
    Opinion,
    Outcome,
    Script,
    Severity,
    Verdict,
)
from scriptsmith.run_service import new_id
from scriptsmith.wiring import App

FIRST = Script(text="#!/usr/bin/env bash\nset -e\nls /srv\n")
SCRIPT = Script(text="#!/usr/bin/env bash\nset -euo pipefail\n# how full\ndf -h\nls -l /srv/data\n")
FINDING = Finding(checker="shellcheck", code="SC2012", severity=Severity.WARNING, message="use find", line=5)
DANGER = Danger(
    risk="notable",
    findings=(Finding(checker="danger", code="SS1234", severity=Severity.INFO, message="it looks around", line=5),),
    effects=Effects(reads=("/srv/data",), deletes=("/srv/data/old",)),
)
ENTRY = Entry(id="show-space", title="Show free space", script=Script(text="#!/usr/bin/env bash\ndf -h\n"))
CALL = Call(
    role="generator",
    model="large",
    prompt="draft",
    prompt_digest="0",
    input_tokens=1200,
    output_tokens=300,
    cost=0.0125,
)
PAIR = (
    Opinion(assessor="similarity", verdict=Verdict.YES, reason="Both print free space."),
    Opinion(assessor="difference", verdict=Verdict.UNSURE, reason="It also lists a folder."),
)


SCENARIO = Scenario(
    situation="Two file systems, one nearly full.",
    files=(ScenarioFile(path="/srv/data/old", text="x", age_days=9),),
    stubs=(Stub(name="mount", script="echo '<b>mounted</b>'"),),
    setup="truncate -s 1G /srv/data/large",
    assertions=(Assertion(says="something was printed", test='grep -q . "$STDOUT"', condition="how full"),),
    further=(
        Situation(
            name="no file system",
            situation="Nothing is mounted.",
            status=ANY_FAILURE,
            assertions=(Assertion(says="nothing was printed", test='! grep -q . "$STDOUT"'),),
        ),
    ),
    proven=True,
)


def events(
    script: Script = SCRIPT,
    *,
    action: str = "show how full the file systems are",
    by: str = "ana",
    outcome: Outcome = "unsure",
    reasoning: str = "df is everywhere",
    context: str = "disk alert on web-3",
) -> list[Event]:
    """The log of a run that waits: a first draft that was checked, a second one that was judged and rehearsed."""
    node = Node(kind="file", mode=0o644, uid=0, gid=0, size=5)
    rehearsal = Rehearsal(
        opinion=Opinion(assessor="rehearsal", verdict=Verdict.YES, reason="all 1 assertions hold"),
        passed=("something was printed",),
        output="Filesystem Size\n",
        changes=(Change(path="/srv/new", kind="created", after=node),),
    )
    return [
        Asked(action=Action(text=action, context=context), by=by, at="2026-01-02T03:04:05+00:00"),
        Retrieved(matches=(Match(entry=ENTRY, confidence=0.4, objections=("other object",)),)),
        Drafted(script=FIRST, calls=(CALL,), seconds=2.0),
        Checked(findings=(replace(FINDING, severity=Severity.ERROR, line=3),), danger=DANGER),
        Drafted(script=script, by="refiner", reasoning=reasoning, calls=(replace(CALL, role="refiner"),), seconds=3.0),
        Checked(findings=(FINDING,), danger=DANGER),
        Assessed(
            assessment=Assessment(
                functionality="It prints the free space and lists a folder.", opinions=PAIR, verdict=Verdict.UNSURE
            ),
            calls=(replace(CALL, role="assessor", model="small", cost=None),),
        ),
        Rehearsed(rehearsal=replace(rehearsal, arguments=("--all",)), scenario=SCENARIO),
        Settled(outcome=outcome, script=script),
    ]


async def write(app: App, log: list[Event]) -> str:
    """Write a log into the journal; no worker is told. Returns the id of the run."""
    from datetime import UTC, datetime

    run = new_id(datetime.now(UTC))
    for seq, event in enumerate(log, 1):
        await app.journal.append(run, seq, event)
    return run
