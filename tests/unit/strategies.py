"""Random vocabulary: what the world may answer at each step."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scriptsmith.core.attempts import Attempt
from scriptsmith.core.comparison import ComparedDraft
from scriptsmith.core.effects import Change, Node
from scriptsmith.core.ensemble import combine
from scriptsmith.core.events import (
    Asked,
    Assessed,
    Checked,
    Commented,
    Compared,
    Drafted,
    Event,
    Explained,
    Published,
    Rated,
    Rehearsed,
    Retrieved,
    Reviewed,
    Settled,
)
from scriptsmith.core.rehearsal import Rehearsal
from scriptsmith.core.run import Run
from scriptsmith.core.scenario import Assertion, Scenario, ScenarioFile, Stub
from scriptsmith.core.types import (
    Action,
    Assessment,
    Call,
    Decision,
    Entry,
    Evidence,
    Explanation,
    Finding,
    Match,
    Opinion,
    Parameter,
    Profile,
    Replacement,
    Review,
    Script,
    Severity,
    Verdict,
)

text = st.text(max_size=12)
scripts = st.builds(Script, text=text)
counts = st.integers(1, 50)
seconds = st.floats(0, 1000)
calls = st.builds(
    Call, role=text, model=text, prompt=text, prompt_digest=text, cost=st.none() | st.floats(0, 9), seconds=seconds
)
replacements = st.builds(
    Replacement, line=counts, column=counts, end_line=counts, end_column=counts, text=text, precedence=counts
)
findings = st.builds(
    Finding,
    checker=text,
    code=text,
    severity=st.sampled_from(Severity),
    message=text,
    line=counts,
    column=counts,
    fix=st.lists(replacements, max_size=1).map(tuple),
)
opinion = st.builds(Opinion, assessor=text, verdict=st.sampled_from(Verdict), reason=text)
opinions = st.lists(opinion, max_size=4)
assessments = opinions.map(lambda said: Assessment(functionality="f", opinions=tuple(said), verdict=combine(said)))
explanations = st.builds(Explanation, wrong=st.booleans(), text=text, quote=text, grounded=st.booleans())
parameters = st.builds(
    Parameter, name=text, type=st.sampled_from(["path", "count", "text"]), option=text, required=st.booleans()
)
entries = st.builds(
    Entry,
    id=text,
    title=text,
    script=scripts,
    phrases=st.lists(text, max_size=2).map(tuple),
    parameters=st.lists(parameters, max_size=2).map(tuple),
    labels=st.dictionaries(text, text, max_size=2),
    evidence=st.lists(st.builds(Evidence, kind=text, result=text), max_size=1).map(tuple),
)
match = st.builds(
    Match,
    entry=entries,
    confidence=st.floats(0, 1),
    parameters=st.dictionaries(text, text, max_size=2),
    missing=st.lists(text, max_size=1).map(tuple),
    objections=st.lists(text, max_size=1).map(tuple),
)
matches = st.lists(match, max_size=3)
DECISIONS: list[Decision] = ["approve", "edit", "reject"]
_no_script = st.builds(
    Drafted,
    script=st.none(),
    findings=st.just((Finding(checker="extract", code="SS0010", severity=Severity.ERROR, message="none"),)),
)


def _drafted(by: Any) -> st.SearchStrategy[Event]:
    whole = st.builds(Drafted, script=scripts, reasoning=text, calls=st.lists(calls, max_size=1).map(tuple))
    return st.one_of(whole, _no_script).map(
        lambda d: Drafted(script=d.script, reasoning=d.reasoning, findings=d.findings, by=by, calls=d.calls)
    )


SCENARIO = Scenario(
    situation="One old log in /var/log/app.",
    files=(ScenarioFile(path="/var/log/app/a b.log", text="x\n", age_days=9),),
    stubs=(Stub(name="systemctl", script="echo active"),),
    assertions=(Assertion(says="the old log is gone", test="! test -e '/var/log/app/a b.log'"),),
    proven=True,
)
changes = st.builds(
    Change,
    path=text,
    kind=st.sampled_from(["created", "deleted"]),
    before=st.none()
    | st.builds(Node, kind=st.just("file"), mode=st.integers(0, 0o7777), uid=st.just(0), gid=st.just(0)),
    diff=text,
)
rehearsals = st.builds(
    Rehearsal,
    opinion=st.none() | opinion,
    problem=text,
    passed=st.lists(text, max_size=2).map(tuple),
    limits=st.sampled_from([(), ("wall",), ("memory", "disk")]),
    changes=st.lists(changes, max_size=2).map(tuple),
)
compared = st.builds(
    ComparedDraft, group=st.integers(0, 3), size=st.integers(1, 4), basis=st.sampled_from(["run", "text"])
)
EVENTS: dict[str, st.SearchStrategy[Event]] = {
    "retrieve": st.builds(Retrieved, matches=matches.map(tuple), seconds=seconds),
    "draft": _drafted("generator"),
    "refine": _drafted("refiner"),
    "check": st.builds(
        Checked, findings=st.lists(findings, max_size=2).map(tuple), functionality=st.none() | text, seconds=seconds
    ),
    "compare": st.builds(Compared, drafts=st.lists(compared, max_size=4).map(tuple), seconds=seconds),
    "assess": st.builds(Assessed, assessment=assessments),
    "rehearse": st.builds(Rehearsed, rehearsal=rehearsals, scenario=st.none() | st.just(SCENARIO)),
    "explain": st.builds(Explained, explanation=explanations),
    "settle": st.builds(
        Settled,
        outcome=st.sampled_from(["reuse", "verified", "incorrect", "unsure", "disputed"]),
        script=scripts,
        parameters=st.dictionaries(text, text, max_size=1),
    ),
    "publish": st.builds(Published, entry=entries),
}
reviews = st.builds(
    Review,
    reviewer=text,
    decision=st.sampled_from(["approve", "edit", "reject"]),
    digest=scripts.map(lambda script: script.digest),
    comment=text,
    script=st.none() | scripts,
    final=st.booleans(),
)
actions = st.builds(
    Action,
    text=text,
    context=text,
    profile=st.none() | st.builds(Profile, distribution=text, tools=st.lists(text, max_size=2).map(tuple)),
    given=st.dictionaries(text, text, max_size=1),
)
asked = st.builds(Asked, action=actions, at=text)
said: st.SearchStrategy[Event] = st.one_of(
    st.builds(Commented, by=text, text=text), st.builds(Rated, by=text, about=text, digest=text, useful=st.booleans())
)
any_event: st.SearchStrategy[Event] = st.one_of(asked, st.builds(Reviewed, review=reviews), said, *EVENTS.values())
runs_events: st.SearchStrategy[list[Event]] = st.tuples(asked, st.lists(any_event, max_size=8)).map(
    lambda parts: [parts[0], *parts[1]]
)
attempts = st.builds(
    Attempt,
    script=st.none() | scripts,
    checks=st.none() | st.lists(findings, max_size=2).map(tuple),
    assessment=st.none() | assessments,
    explanation=st.none() | explanations,
    compared=st.none() | compared,
    leads=st.booleans(),
    agreeing=st.integers(0, 4),
)


@st.composite
def _reviews_of(draw: st.DrawFn, run: Run) -> Review:
    digest = run.settled.script.digest if run.settled and run.settled.script else ""
    decision: Decision = draw(st.sampled_from(DECISIONS))
    return Review(
        reviewer="ana",
        decision=decision,
        digest=draw(st.sampled_from([digest, "0" * 64])),
        comment=draw(st.sampled_from(["", "do it otherwise"])),
        script=draw(scripts) if decision == "edit" else None,
    )


def reviews_of(run: Run) -> st.SearchStrategy[Review]:
    """What a person may decide about a run; not always about its present digest."""
    return _reviews_of(run)
