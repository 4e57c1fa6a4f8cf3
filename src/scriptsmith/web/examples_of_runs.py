"""One run from its action to its entry, as examples in the OpenAPI document: made of what the service is made of."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from ..core.approval import ApprovalPolicy, binding, standing
from ..core.audit import START, AuditNote, AuditRecord, digest_of
from ..core.comparison import ComparedDraft
from ..core.effects import DANGER, Change, Danger, Effects, Node
from ..core.events import (
    Asked,
    Assessed,
    Assigned,
    Cancelled,
    Checked,
    Commented,
    Compared,
    Drafted,
    Endorsed,
    Event,
    Explained,
    Labelled,
    Published,
    Rated,
    Rehearsed,
    Retrieved,
    Reviewed,
    Settled,
)
from ..core.offers import offer_document, offered
from ..core.outcome import about_finding
from ..core.permissions import KeyInfo
from ..core.plain_data import plain
from ..core.publish import entry_of
from ..core.rehearsal import Rehearsal
from ..core.run import fold
from ..core.scenario import ANY_FAILURE, Assertion, Scenario, ScenarioFile, Situation, Stub
from ..core.summary import summarize
from ..core.types import (
    Action,
    Assessment,
    Call,
    Entry,
    Evidence,
    Explanation,
    Finding,
    Match,
    Opinion,
    Parameter,
    Profile,
    Replacement,
    Requirements,
    Review,
    Script,
    Severity,
    Verdict,
)
from ..documents import brief, near, numbered, run_document

RUN = "20260102-030405-1a2b3c4d"
_NOW = datetime(2026, 1, 2, 3, 20, 0, tzinfo=UTC)
_AT = "2026-01-02T03:04:05+00:00"
_LATER = "2026-01-02T03:20:00+00:00"
_PROFILE = Profile(distribution="debian-12", shell="bash 5.2", tools=("gzip", "find"), privilege="root")
ACTION = Action(
    text="compress log files older than 7 days in /var/log", context="disk alert on web-3", profile=_PROFILE
)
SCRIPT = Script(
    text="#!/usr/bin/env bash\nset -euo pipefail\nfind /var/log -type f -name '*.log' -mtime +7 -exec gzip -- {} +\n"
)
_FINDING = Finding(
    checker="shellcheck",
    code="SC2086",
    severity=Severity.INFO,
    message="Double quote to prevent globbing and word splitting.",
    line=3,
    column=6,
    end_line=3,
    end_column=14,
    fix=(Replacement(line=3, column=6, end_line=3, end_column=6, text='"'),),
)
_EDITS = Finding(
    checker=DANGER,
    code="SS1109",
    severity=Severity.INFO,
    message="edits /var/log/…; keep a copy of the old file",
    line=3,
)
_DANGER = Danger(
    risk="notable",
    findings=(_EDITS,),
    effects=Effects(reads=("/var/log",), writes=("/var/log/NAME (NAME: what find yields)",)),
)
_ENTRY = Entry(
    id="compress-old-logs",
    title="Compress old log files",
    script=Script(
        text='#!/usr/bin/env bash\nset -euo pipefail\nfind "$1" -name "*.log" -mtime "+$2" -exec gzip -- {} +\n'
    ),
    version=2,
    phrases=("compress old log files", "gzip logs older than some days"),
    parameters=(
        Parameter(
            name="days",
            type="count",
            option="--days",
            description="age in days",
            default="7",
            unit="day",
            object="logs",
        ),
    ),
    requires=Requirements(tools=("find", "gzip"), privilege="root"),
    labels={"area": "logs"},
    owner="platform",
    evidence=(Evidence(kind="review", result="approved", at=_AT, version=2),),
    approver="bo",
    test='test -f "$1.gz"\n',
)
_MATCH = Match(
    entry=_ENTRY,
    confidence=0.7312,
    parameters={"days": "7"},
    objections=("it names no folder",),
    unused_hosts=("db-02",),
    parts={"words": 0.61, "vectors": 0.79},
)
_CALL = Call(
    role="generator",
    model="claude-example",
    prompt="draft",
    prompt_digest="5f2b6d0c",
    input_tokens=1210,
    output_tokens=164,
    cost=0.0061,
    seconds=3.4,
)
_YES = Opinion(
    assessor="similarity", verdict=Verdict.YES, reason="Both compress logs older than a week.", confidence=0.93
)
_ASSESSMENT = Assessment(
    functionality="It compresses every .log file below /var/log that is older than seven days.",
    opinions=(_YES, Opinion(assessor="difference", verdict=Verdict.YES, reason="Nothing else is touched.")),
    verdict=Verdict.YES,
)
_STATED = Assertion(says="the old log is compressed", test="test -f /var/log/app.log.gz", condition="older than 7 days")
_SCENARIO = Scenario(
    situation="One old log and one new one.",
    files=(ScenarioFile(path="/var/log/app.log", text="old\n", age_days=9.0),),
    stubs=(Stub(name="mail", script='echo "$@" >>/tmp/sent'),),
    assertions=(_STATED,),
    further=(
        Situation(name="no folder", situation="There is no such folder.", setup="rm -r /var/log", status=ANY_FAILURE),
    ),
    proven=True,
)
_FILE = Node(kind="file", mode=0o640, uid=0, gid=4, size=412, digest="9c1185a5c5e9fc54612808977ee8f548b2258d31")
_CHANGES = (Change(path="/var/log/app.log.gz", kind="created", after=_FILE),)
_REHEARSAL = Rehearsal(
    opinion=Opinion(assessor="rehearsal", verdict=Verdict.YES, reason="all 1 assertions hold"),
    passed=("the old log is compressed",),
    exit=0,
    seconds=0.4,
    changes=_CHANGES,
    situation="One old log and one new one.",
    exercised=("older than 7 days",),
)
_COMPARED = ComparedDraft(group=1, size=3, forms=2, of=4, basis="run")
_EXPLANATION = Explanation(
    wrong=False, text="The action asks for logs older than seven days, and -mtime +7 chooses these."
)
_SETTLED = Settled(
    outcome="verified", script=SCRIPT, danger=_DANGER, evidence="two assessors and a run in the sandbox agree"
)
_REVIEW = Review(
    reviewer="bo",
    decision="approve",
    digest=SCRIPT.digest,
    comment="as agreed",
    title="Compress old logs",
    entry="compress-var-log",
)
_ENDORSED = Endorsed(
    by="bo", binding=binding(_SETTLED), until="2026-01-03T03:20:00+00:00", comment="as agreed", at=_LATER
)
_RATED = Rated(by="bo", about=about_finding(_FINDING), digest=SCRIPT.digest, useful=True, at=_LATER)
_LABELLED = Labelled(by="bo", digest=SCRIPT.digest, label=2, useful=1, at=_LATER)
_COMMENTED = Commented(by="ana", text="not before Sunday, please", at=_LATER)
_WAITING: tuple[Event, ...] = (
    Asked(action=ACTION, at=_AT, by="ana"),
    Retrieved(matches=(_MATCH,), seconds=0.2),
    Drafted(script=SCRIPT, reasoning="find selects by age, gzip keeps the owner.", calls=(_CALL,), seconds=3.4),
    Checked(findings=(_FINDING,), danger=_DANGER, seconds=0.3),
    Assessed(assessment=_ASSESSMENT, calls=(_CALL,), seconds=2.0),
    Rehearsed(rehearsal=_REHEARSAL, scenario=_SCENARIO, calls=(_CALL,), seconds=4.0),
    _SETTLED,
    _COMMENTED,
    _RATED,
    Assigned(by="ana", to="bo", at=_LATER),
    _LABELLED,
    _ENDORSED,
)
_APPROVED = fold((*_WAITING, Reviewed(review=_REVIEW, at=_LATER)))
_PUBLISHED = Published(entry=entry_of(_APPROVED, _LATER), at=_LATER, by="cy")
_ALL: tuple[Event, ...] = (*_WAITING, Reviewed(review=_REVIEW, at=_LATER), _PUBLISHED)
_STANDING = standing(fold(_WAITING), ApprovalPolicy(), _NOW)
_DOCUMENT = run_document(RUN, fold(_WAITING), _STANDING) | {"problem": None, "waits_for": ""}
_SUMMARY = summarize(RUN, _ALL)
_KEY = KeyInfo(
    id="0badc0ffee",
    name="ana",
    parts=("requester", "reviewer"),
    made=_AT,
    by="dee",
    expires="2026-04-02T03:04:05+00:00",
    used=_LATER,
)
_KEY_TOLD = plain(_KEY) | {"roles": ["requester", "reviewer"]}
_NOTE = AuditNote(who="bo", act="run.approve", on=RUN, why="as agreed", way="key", more={"key": "0badc0ffee"})
_RECORD = AuditRecord(seq=1, at=_LATER, note=_NOTE, before=START, digest=digest_of(1, _LATER, _NOTE, START))
_NEXT = "/api/v1/runs?limit=1&before=" + RUN
_OFFER = offer_document(offered((_MATCH,))[0]) if offered((_MATCH,)) else {}

EXAMPLES: Mapping[str, Any] = {
    **{type(each).__name__: each for each in _ALL},
    "Compared": Compared(drafts=(_COMPARED,), seconds=2.5),
    "Explained": Explained(explanation=_EXPLANATION, calls=(_CALL,), seconds=1.2),
    "Cancelled": Cancelled(by="ana", at=_LATER),
    "Numbered": numbered(1, _ALL[0]),
    "EventsOut": {"run": RUN, "over": True, "events": [numbered(seq, each) for seq, each in enumerate(_ALL, 1)]},
    "Accepted": {"run": RUN, "state": "working"},
    "RunOut": _DOCUMENT,
    "RunsOut": {"runs": [_SUMMARY], "next": _NEXT},
    "Summary": _SUMMARY,
    "Decided": _SUMMARY.decisions[0],
    "Standing": _DOCUMENT["approvals"],
    "Action": ACTION,
    "Profile": _PROFILE,
    "Script": SCRIPT,
    "Finding": _FINDING,
    "Replacement": _FINDING.fix[0],
    "Severity": Severity.WARNING,
    "Verdict": Verdict.YES,
    "Danger": _DANGER,
    "Effects": _DANGER.effects,
    "Entry": _ENTRY,
    "EntryBrief": brief(_ENTRY),
    "CatalogueOut": {"entries": [brief(_ENTRY)], "next": None},
    "Parameter": _ENTRY.parameters[0],
    "Requirements": _ENTRY.requires,
    "Evidence": _ENTRY.evidence[0],
    "Match": _MATCH,
    "Near": near(_MATCH),
    "OfferOut": _OFFER,
    "SearchOut": {"served": None, "nearest": [near(_MATCH)], "offers": [_OFFER]},
    "Call": _CALL,
    "Opinion": _YES,
    "Assessment": _ASSESSMENT,
    "AssessOut": {"verdict": "yes", "assessment": _ASSESSMENT, "findings": [_FINDING]},
    "CheckOut": {"findings": [_FINDING], "danger": _DANGER, "failed": {}},
    "Assertion": _STATED,
    "Scenario": _SCENARIO,
    "ScenarioFile": _SCENARIO.files[0],
    "Situation": _SCENARIO.further[0],
    "Stub": _SCENARIO.stubs[0],
    "Rehearsal": _REHEARSAL,
    "Change": _CHANGES[0],
    "Node": _FILE,
    "ComparedDraft": _COMPARED,
    "Explanation": _EXPLANATION,
    "Review": _REVIEW,
    "Me": {
        "name": "ana",
        "roles": ["requester"],
        "parts": ["requester"],
        "may": ["look", "ask", "try", "cancel", "comment"],
        "way": "key",
        "key": "0badc0ffee",
        "csrf": None,
    },
    "KeyOut": _KEY_TOLD,
    "KeysOut": {"keys": [_KEY_TOLD]},
    "KeyMade": {"key": "ssk_0badc0ffee_" + "…" * 43, "info": _KEY_TOLD},
    "AuditNote": _NOTE,
    "AuditRecord": _RECORD,
    "AuditOut": {"records": [_RECORD], "next": "/api/v1/audit?act=run.&limit=1&after=1"},
    "VerifyOut": {"whole": True, "faults": [], "records": 1, "head": f"1:{_RECORD.digest}"},
}
"""An example for each schema of this part, by its name."""
