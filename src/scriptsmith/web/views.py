"""What a page shows of a run: pure functions from runs and events to rows, chips, lines and sums."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..core.attempts import Attempt
from ..core.comparison import agreement_line
from ..core.effects import Danger, Effects
from ..core.events import Event, Settled
from ..core.flow import state
from ..core.outcome import calls, danger_of, found_of, is_checked, notable_of, served_entry, settled_attempt
from ..core.run import Run
from ..core.small_drafts import small_draft
from ..core.types import Finding, Opinion, Outcome, Risk, Severity

TONES: Mapping[str, str] = {
    "yes": "good",
    "no": "bad",
    "unsure": "doubt",
    "reuse": "good",
    "verified": "good",
    "risky": "doubt",
    "disputed": "doubt",
    "incorrect": "bad",
    "forbidden": "bad",
    "no_match": "doubt",
    "safe": "good",
    "notable": "doubt",
    "dangerous": "bad",
    "unanalysable": "bad",
    "working": "busy",
    "waiting": "doubt",
    "approved": "good",
    "published": "good",
    "rejected": "bad",
    "cancelled": "plain",
    "served": "good",
    "unanswered": "doubt",
    "error": "bad",
    "warning": "doubt",
    "info": "plain",
    "style": "plain",
    "draft": "doubt",
    "retired": "plain",
    "critical": "bad",
    "high": "bad",
    "unknown": "doubt",
    "low": "plain",
    "firing": "bad",
    "opened": "bad",
    "reopened": "bad",
    "acknowledged": "doubt",
    "resolved": "good",
}
"""Which colour a word is given; the word itself is always there too."""

SENTENCES: Mapping[Outcome, str] = {
    "reuse": "An entry of the catalogue answers this action as it is.",
    "verified": "The checks are clean, and the assessors agree that it does what was asked.",
    "risky": "The assessors agree that it does what was asked; policy asks a person about its risk.",
    "incorrect": "The best draft does not do what was asked, or does not pass the checks.",
    "forbidden": "Policy forbids what it would do: no approval publishes it.",
    "unsure": "It is not settled whether it does what was asked: the assessors could not tell, or there are none.",
    "disputed": "The assessors and what was found out otherwise do not agree: look closely.",
    "no_match": "No entry of the catalogue answers this action, and there is no draft.",
}


def headline(settled: Settled) -> str:
    """What came out, in a sentence that says no more than what was looked at."""
    if settled.outcome == "risky" and settled.entry:
        if settled.unproven:
            return (
                "An entry of the catalogue answers this; it may destroy something, and never ran on the real program."
            )
        return "An entry of the catalogue answers this; with these values, policy asks a person about its risk."
    return SENTENCES[settled.outcome]


VERDICTS: Mapping[str, str] = {
    "yes": "does what was asked",
    "no": "does not do what was asked",
    "unsure": "not clear whether it does what was asked",
}
"""What an assessor's verdict says of a script."""
RAN: Mapping[str, str] = {"yes": "did what was asked", "no": "did not do what was asked", "unsure": "not clear"}
"""What a run in the sandbox showed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactLabel:
    """One fact at a glance: what is judged, how, in which tone, and where the page tells more."""

    name: str
    value: str
    tone: str = "plain"
    href: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptLine:
    """One line of a script with what was found in it, and the worst severity of that; of `findings`, `notable` are
    those that are only notable."""

    number: int
    text: str
    findings: tuple[Finding, ...] = ()
    notable: tuple[Finding, ...] = ()

    @property
    def worst(self) -> str:
        return min((each.severity for each in self.findings), key=lambda one: one.rank).value if self.findings else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCosts:
    """What the calls of one model in one role came to; `dollars` is None when a price is not known."""

    role: str
    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    seconds: float
    dollars: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSheet:
    """All that the review page says of a run, read once.

    `findings` are what was found; `reasons` are what is only notable and stand beside them at their lines. `count`
    tells how many of each there are, wherever that is said. `unfound` is what is said where there are no findings,
    `caution` what to know of who wrote it, and `declared` tells that the catalogue says the risk, and the text less.
    """

    run: Run
    state: str
    headline: str
    chips: tuple[FactLabel, ...] = ()
    lines: tuple[ScriptLine, ...] = ()
    caution: str = ""
    findings: tuple[Finding, ...] = ()
    reasons: tuple[Finding, ...] = ()
    count: str = ""
    unfound: str = ""
    attempt: Attempt | None = None
    pair: tuple[Opinion, ...] = ()
    others: tuple[Opinion, ...] = ()
    touches: tuple[tuple[str, tuple[str, ...]], ...] = ()
    risk: Risk | None = None
    declared: bool = False
    spent: tuple[ModelCosts, ...] = field(default_factory=tuple)


def sheet(run: Run, events: Sequence[Event]) -> ReviewSheet:
    """What the review page shows of `run`, which `events` tell of."""
    attempt = settled_attempt(run)
    settled = run.settled
    script = settled.script if settled else None
    if script is None and attempt and (settled is None or settled.outcome != "forbidden" or not settled.entry):
        script = attempt.script
    findings, reasons, danger = found_of(run), notable_of(run), danger_of(run)
    count = counted(findings, reasons, looked=is_checked(run)) if script or findings or reasons else ""
    opinions = attempt.assessment.opinions if attempt and attempt.assessment else ()
    pair = tuple(each for each in opinions if each.assessor in ("similarity", "difference"))
    return ReviewSheet(
        run=run,
        state=state(run),
        headline=headline(settled) if settled else "The machine is still at work.",
        chips=tuple(
            _chips(
                run,
                attempt,
                FactLabel(
                    name="Checks",
                    value=count,
                    tone=worst_tone(findings, reasons, looked=is_checked(run)),
                    href="#findings",
                ),
                spent(events),
            )
        ),
        lines=lines(script.text, findings, reasons) if script else (),
        caution=small_draft(run),
        findings=findings,
        reasons=reasons,
        count=count,
        unfound="" if findings else _unfound(run, script is not None, bool(reasons)),
        attempt=attempt,
        pair=pair,
        others=tuple(each for each in opinions if each not in pair),
        touches=tuple(_touches(danger.effects)) if danger else (),
        risk=danger.risk if danger else None,
        declared=_declared(run, danger),
        spent=spent(events),
    )


def _unfound(run: Run, there: bool, reasons: bool) -> str:
    """What is said where nothing was found: no more than was looked for, by whom it was."""
    unchecked = run.settled.unchecked if run.settled else ()
    if not there:
        return "There is no script, so nothing was checked."
    if not is_checked(run):
        return "The checkers have not looked at this script."
    if unchecked:
        others = "." if reasons else "; the other checkers found nothing."
        return f"{' and '.join(unchecked)} could not run here{others}"
    if reasons:
        return ""
    by = "bash, shellcheck and the danger analysis" if danger_of(run) else "bash and shellcheck"
    return f"{by} found nothing."


_SIGNS: Mapping[Risk, Severity] = {"dangerous": Severity.ERROR, "unanalysable": Severity.WARNING}
"""How severe the findings are by which a text has a risk."""


def _declared(run: Run, danger: Danger | None) -> bool:
    """Whether the risk is what the catalogue declares of the entry that is served, while its text shows less."""
    entry = served_entry(run)
    if entry is None or danger is None or entry.risk != danger.risk or danger.risk not in _SIGNS:
        return False
    return all(each.severity is not _SIGNS[danger.risk] for each in danger.findings)


def _touches(effects: Effects) -> Iterable[tuple[str, tuple[str, ...]]]:
    """What would be touched and how, what cannot be undone first."""
    for verb in ("deletes", "writes", "services", "network", "privilege", "reads"):
        if things := getattr(effects, verb):
            yield verb, things


def _chips(run: Run, attempt: Attempt | None, checks: FactLabel, cost: Sequence[ModelCosts]) -> Iterable[FactLabel]:
    settled = run.settled
    if settled:
        yield FactLabel(name="Outcome", value=said(settled.outcome), tone=TONES[settled.outcome], href="#verdicts")
    if small_draft(run):
        yield FactLabel(name="Draft", value="by a small model", tone="bad", href="#the-script")
    if attempt and attempt.assessment and attempt.assessment.confidence is not None:
        verdict, likely = attempt.assessment.verdict.value, attempt.assessment.confidence
        told = f"{VERDICTS[verdict]}, {likely:.0%} likely to be right"
        yield FactLabel(name="Opinions", value=told, tone=TONES[verdict], href="#verdicts")
    elif attempt and attempt.assessment:
        for opinion in attempt.assessment.opinions:
            verdict = opinion.verdict.value
            told = VERDICTS[verdict]
            yield FactLabel(name=opinion.assessor.capitalize(), value=told, tone=TONES[verdict], href="#verdicts")
    elif attempt:
        yield FactLabel(name="Assessment", value="nobody assessed it", tone="doubt", href="#verdicts")
    danger = danger_of(run)
    if danger:
        yield FactLabel(name="Risk", value=danger.risk, tone=TONES[danger.risk], href="#effects")
    if checks.value:
        yield checks
    if attempt and attempt.compared:
        tone = "good" if attempt.leads else "doubt"
        yield FactLabel(name="Drafts", value=agreement_line(attempt.compared), tone=tone, href="#verdicts")
    if attempt and attempt.rehearsal:
        ran = attempt.rehearsed.value if attempt.rehearsal.opinion else ""
        told = RAN.get(ran, "no opinion")
        yield FactLabel(name="Sandbox", value=told, tone=TONES.get(ran, "doubt"), href="#sandbox")
    if cost:
        yield FactLabel(name="Cost", value=dollars(total(cost)), href="#provenance")


def said(word: str) -> str:
    """A word of the vocabulary as people read it."""
    return word.replace("_", " ")


def counted(findings: Sequence[Finding], notable: Sequence[Finding] = (), *, looked: bool = True) -> str:
    """How many findings there are of each severity, worst first, and how many notable things; `clean` for none, where
    somebody has `looked`."""
    counts = [(sum(each.severity is severity for each in findings), severity.value) for severity in Severity]
    told = [f"{number} {name}{'s' if number > 1 and name in ('error', 'warning') else ''}" for number, name in counts]
    found = [text for text, (number, _) in zip(told, counts, strict=True) if number]
    unlooked = ["not checked"] if not looked and not found else []
    return ", ".join([*unlooked, *found, *([f"{len(notable)} notable"] if notable else [])]) or "clean"


def worst_tone(findings: Sequence[Finding], notable: Sequence[Finding] = (), *, looked: bool = True) -> str:
    """The tone of the worst finding; good for none at all."""
    worst = min((each.severity.rank for each in findings), default=None)
    if worst is not None:
        return TONES[list(Severity)[worst].value]
    return "plain" if looked and notable else "good" if looked else "doubt"


def lines(text: str, findings: Sequence[Finding], notable: Sequence[Finding] = ()) -> tuple[ScriptLine, ...]:
    """The lines of a script, numbered from 1, each with its findings, and with what is only `notable` after them; what
    is beyond the end stands at the last line."""
    parts = text.removesuffix("\n").split("\n")
    found: dict[int, list[Finding]] = {}
    for finding in (*findings, *notable):
        found.setdefault(min(max(1, finding.line), len(parts)), []).append(finding)
    return tuple(
        ScriptLine(
            number=number,
            text=part,
            findings=tuple(found.get(number, ())),
            notable=tuple(each for each in found.get(number, ()) if each in notable),
        )
        for number, part in enumerate(parts, 1)
    )


def spent(events: Iterable[Event]) -> tuple[ModelCosts, ...]:
    """What the models of a run cost, by role and model, in the order in which they first answered."""
    groups: dict[tuple[str, str], list[int]] = {}
    made = calls(events)
    for number, call in enumerate(made):
        groups.setdefault((call.role, call.model), []).append(number)
    return tuple(
        ModelCosts(
            role=role,
            model=model,
            calls=len(numbers),
            input_tokens=sum(made[each].input_tokens for each in numbers),
            output_tokens=sum(made[each].output_tokens for each in numbers),
            seconds=sum(made[each].seconds for each in numbers),
            dollars=_sum([made[each].cost for each in numbers]),
        )
        for (role, model), numbers in groups.items()
    )


def total(rows: Sequence[ModelCosts]) -> float | None:
    """The dollars of all rows; None when no price is known of one."""
    return _sum([row.dollars for row in rows])


def _sum(costs: Sequence[float | None]) -> float | None:
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None


def dollars(amount: float | None) -> str:
    """An amount for people; small ones with the digits that matter."""
    if amount is None:
        return "not known"
    if 0 < amount < 0.0001:
        return "< $0.0001"
    return f"${amount:.2f}" if amount >= 0.1 or amount == 0 else f"${amount:.4f}"
