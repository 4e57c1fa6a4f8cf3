"""What the bench remembers of each sample of a case: plain data, one JSON line each, all that metrics read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, TypeAlias

from ..codec import dump_line, load_line
from ..core.attempts import Attempt, best
from ..core.events import Event
from ..core.run import Run, fold
from ..core.types import Call, Finding, Opinion, Outcome, Risk, Severity, Verdict
from ..errors import BadInput
from .model import Case, Grade, Kind, Label

UNREADABLE = frozenset(
    ("SS0001", "SS0020", "SS0021", "SS0022", "SS0023", "SS0024", "SS0025", "SS0026", "SS0028", "syntax-check")
)
"""The findings that say of a script or a playbook that it cannot be read."""
LINTERS = frozenset(("shellcheck", "ansible-lint"))
"""The checkers whose warnings are counted, one for each language."""

Writer: TypeAlias = Literal["generator", "refiner", "person", "catalogue"]

ENSEMBLE = "ensemble"
"""The assessor that stands for what the run itself concluded from all opinions."""

ACCEPTED: frozenset[Outcome] = frozenset({"reuse", "verified", "risky"})
"""Outcomes whose script nothing spoke against; of a risky one a person is asked because of what it touches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssessorVerdict:
    """One assessor's verdict on one script. `model` is empty where no model gave it (a rehearsal, a rule).

    `confidence` is how likely the assessor holds the script to be right, in [0, 1], where it says so.
    """

    assessor: str
    verdict: Verdict
    model: str = ""
    confidence: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptResult:
    """One attempt at a case, and what execution said of it.

    `digest` is empty when a reply held no script: that is a failure of whoever wrote it. `grade` is None when there
    was nothing to grade, or when a script was not graded, which is an infrastructure error. `syntax` holds what the
    parser said against it, `warnings` counts what the linter of its language (shellcheck, ansible-lint) holds for a
    warning or worse, `risk` is what the danger analysis says, None where nobody asked. `chosen` marks what the run
    settled with, `unrefined` what it would have settled with if nothing had been refined. `effects` is a unified diff
    of what it did against what was to be done, where somebody made one.
    """

    by: Writer
    model: str = ""
    digest: str = ""
    script: str = ""
    grade: Grade | None = None
    syntax: tuple[str, ...] = ()
    warnings: int = 0
    risk: Risk | None = None
    opinions: tuple[AssessorVerdict, ...] = ()
    chosen: bool = False
    unrefined: bool = False
    effects: str = ""

    @property
    def problem(self) -> str:
        """Why this attempt counts for nothing; empty when it counts."""
        if self.digest and self.grade is None:
            return "its script was not graded"
        return self.grade.problem if self.grade else ""

    @property
    def label(self) -> Label:
        """What execution says; 0 where there is no script. Without meaning when there is a problem."""
        return self.grade.label if self.grade else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One sample of one case by one system: what was tried, what it cost, and what became of it.

    `system` names what was measured, so that several can stand in one report. `models` is by role. No `outcome`: the
    run did not end, and `problem` says why. `noop` is the label that an empty script gets. `seconds` is all the time
    that the run took, in which calls may overlap.
    """

    case: str
    action: str = ""
    sample: int = 0
    system: str = ""
    kind: Kind = "script"
    domain: str = ""
    level: int = 0
    tags: tuple[str, ...] = ()
    difficulty: int = 0
    models: Mapping[str, str] = field(default_factory=dict)
    attempts: tuple[AttemptResult, ...] = ()
    calls: tuple[Call, ...] = ()
    outcome: Outcome | None = None
    seconds: float = 0.0
    noop: Label | None = None
    problem: str = ""

    @property
    def suite(self) -> str:
        return self.case.partition("/")[0]

    @property
    def chosen(self) -> AttemptResult | None:
        """What the run settled with; None when it came to no script."""
        for each in self.attempts:  # every metric asks for it: a generator takes twice as long
            if each.chosen:
                return each
        return None

    @property
    def unrefined(self) -> AttemptResult | None:
        """What it would have settled with, had nothing been refined."""
        for each in self.attempts:
            if each.unrefined:
                return each
        return None

    @property
    def trouble(self) -> str:
        """The infrastructure error for which this sample counts neither as a success nor as a failure, if any."""
        if self.problem:
            return self.problem
        ends = (self.unrefined, self.chosen)
        return next((each.problem for each in ends if each and each.problem), "")

    @property
    def refined(self) -> bool:
        return any(each.by == "refiner" for each in self.attempts)

    @property
    def accepted(self) -> bool:
        """Whether the run offered its script as one that does what was asked."""
        return self.outcome in ACCEPTED and self.chosen is not None and bool(self.chosen.digest)

    @property
    def cost(self) -> float | None:
        """US dollars; None when the price of a call is not known."""
        costs = [call.cost for call in self.calls]
        return None if None in costs else sum(cost for cost in costs if cost is not None)


def result_of(
    case: Case,
    events: Iterable[Event],
    grades: Mapping[str, Grade],
    *,
    sample: int = 0,
    system: str = "",
    models: Mapping[str, str] | None = None,
    noop: Grade | None = None,
    problem: str = "",
) -> Result:
    """The result of one run from its events and the grades of its scripts by digest. Pure.

    A run without an end has a problem even when none is given. Raises ValueError when `events` are those of no run.
    """
    told = tuple(events)
    run, models = fold(told), models or {}
    return Result(
        case=case.key,
        action=case.action,
        sample=sample,
        system=system,
        kind=case.kind,
        domain=case.domain,
        level=case.level,
        tags=case.tags,
        difficulty=case.difficulty,
        models=models,
        attempts=tuple(_attempts(run, grades, models)),
        calls=tuple(call for event in told for call in getattr(event, "calls", ())),
        outcome=run.settled.outcome if run.settled else None,
        seconds=round(sum(getattr(event, "seconds", 0.0) for event in told), 6),
        noop=None if noop is None or noop.problem else noop.label,
        problem=problem or ("" if run.settled else "the run did not come to its end"),
    )


def _attempts(run: Run, grades: Mapping[str, Grade], models: Mapping[str, str]) -> Iterator[AttemptResult]:
    settled = run.settled
    if settled and settled.entry and settled.script:
        digest = settled.script.digest
        grade = grades.get(digest)
        text = settled.script.text
        yield AttemptResult(by="catalogue", digest=digest, script=text, grade=grade, chosen=True, unrefined=True)
        return
    drafts = [number for number, each in enumerate(run.attempts) if each.by != "refiner"]
    first = drafts[best([run.attempts[number] for number in drafts])] if drafts else None
    last = best(run.attempts) if settled and run.attempts else None
    for number, attempt in enumerate(run.attempts):
        script = attempt.script
        yield AttemptResult(
            by=attempt.by,
            model=models.get(attempt.by, ""),
            digest=script.digest if script else "",
            script=script.text if script else "",
            grade=grades.get(script.digest) if script else None,
            syntax=unreadable_because(attempt.findings),
            warnings=linter_warnings(attempt.findings),
            risk=attempt.danger.risk if attempt.danger else None,
            opinions=tuple(_said(attempt, models.get("assessor", ""))),
            chosen=number == last,
            unrefined=number == first,
        )


def unreadable_because(findings: Iterable[Finding]) -> tuple[str, ...]:
    """What is said against a script by the findings that say that it cannot be read."""
    return tuple(each.message for each in findings if each.code in UNREADABLE)


def linter_warnings(findings: Iterable[Finding]) -> int:
    """How many findings of the linter of its language are warnings or worse."""
    return sum(each.checker in LINTERS and each.severity in (Severity.ERROR, Severity.WARNING) for each in findings)


def _said(attempt: Attempt, model: str) -> Iterator[AssessorVerdict]:
    if attempt.assessment:
        yield AssessorVerdict(assessor=ENSEMBLE, verdict=attempt.assessment.verdict, model=model)
        for opinion in attempt.assessment.opinions:
            yield _opinion(opinion, model)
    if attempt.rehearsal and attempt.rehearsal.opinion:
        yield _opinion(attempt.rehearsal.opinion, "")


def _opinion(opinion: Opinion, model: str) -> AssessorVerdict:
    return AssessorVerdict(
        assessor=opinion.assessor, verdict=opinion.verdict, model=model, confidence=opinion.confidence
    )


def dump_result(result: Result) -> bytes:
    """One line of JSON, without its line end; raises `BadInput` for text that no UTF-8 file can hold."""
    return dump_line(result)


def read_results(lines: Iterable[bytes], name: str = "results") -> tuple[Result, ...]:
    """The results in JSON lines, blank ones left out; raises `BadInput` that names `name` and the line."""
    found: list[Result] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found.append(load_line(Result, line, "a result of the bench"))
        except BadInput as error:
            raise BadInput(f"{name}, line {number}: {error}") from None
    return tuple(found)


def unique(results: Sequence[Result]) -> tuple[Result, ...]:
    """The results in an order of their own; raises `BadInput` when two are of one sample of a case and system."""
    ordered = sorted(results, key=_key)
    for one, other in pairwise(ordered):
        if _key(one) == _key(other):
            of = f" of {one.system}" if one.system else ""
            raise BadInput(f"sample {one.sample} of {one.case}{of} is recorded twice: give each result once")
    return tuple(ordered)


def _key(result: Result) -> tuple[str, str, int]:
    return result.system, result.case, result.sample
