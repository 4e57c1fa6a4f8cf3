"""The one sentence at the top of the review page: how bad, what it does to what, and how many people it needs."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..core.approval import ApprovalState
from ..core.effects import Danger
from ..core.flow import UNDECIDED, state
from ..core.outcome import approval, danger_of, served_entry
from ..core.run import Run
from ..core.shortening import shortened
from ..core.types import Finding
from .rule_links import rule_of
from .views import TONES

LONGEST = 200
"""Characters of the object; a longer one is cut between two words, and says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskSentence:
    """The sentence, in two parts: the risk in one word, and the rest."""

    risk: str
    rest: str
    tone: str


def risk_sentence(run: Run, standing: ApprovalState) -> RiskSentence:
    """The sentence for `run`, whose approvals stand at `standing`."""
    danger = danger_of(run)
    settled = run.settled
    if settled is None:
        return RiskSentence(risk="", rest="The machine is still at work: nothing is settled yet.", tone="plain")
    if settled.script is None and danger is None:
        return RiskSentence(risk="", rest="There is no script: nothing can be approved as it is.", tone="plain")
    if danger is None:
        risk, what, tone = "NOT ANALYSED", "nobody knows what it would touch", "bad"
    else:
        text = settled.script.text if settled.script else ""
        risk, what, tone = danger.risk.upper(), _what(danger, " ".join(text.split())), TONES[danger.risk]
    return RiskSentence(risk=risk, rest=f"{what}; {_needs(run, standing)}", tone=tone)


def _what(danger: Danger, script: str) -> str:
    """What it does to what, by the worst that was found, and where as far as the text tells.

    Of what is equally bad the lowest number comes first: rules are numbered from what destroys data on.
    """
    found = sorted(danger.findings, key=lambda each: (each.severity.rank, each.code))
    worst = [each for each in found if each.severity is found[0].severity]
    what = list(dict.fromkeys(_said(each, script) for each in worst))
    effects = danger.effects
    if not what:
        touched = (("deletes", effects.deletes), ("writes", effects.writes), ("services:", effects.services))
        what = [f"{verb} {', '.join(things[:3])}" for verb, things in touched if things]
    if not what:
        what = ["looks only, as far as its text tells" if danger.risk == "safe" else "changes something"]
    told = shortened(what[0], LONGEST)
    if effects.network:
        told += f" (it reaches {shortened(', '.join(effects.network[:3]), LONGEST)})"
    elif effects.deletes or effects.writes:
        told += " on this host"
    if more := len(what) - 1:
        told += f", and {more} more"
    return told


def _said(finding: Finding, script: str) -> str:
    """What a finding says is done, without its advice and its reason.

    The reason stands behind a colon, and so may what it is done to: words of the `script` are no reason of ours.
    """
    rule = rule_of(finding.code)
    said = rule.without_advice(finding.message) if rule else finding.message
    for colon in re.finditer(": ", said):
        if " ".join(said[colon.end() :].partition("…")[0].split()[:2]).rstrip(":") not in script:
            return said[: colon.start()]
    return said


def _needs(run: Run, standing: ApprovalState) -> str:
    where, settled = state(run), run.settled
    assert settled
    if where not in UNDECIDED:
        by = _by(run.review.reviewer if run.review else "")
        return {
            "approved": f"approved{by}",
            "published": f"published{_by(run.published_by)}, approved{by}",
            "rejected": f"rejected{by}",
        }.get(where, where)
    if settled.outcome == "forbidden":
        return "policy blocks it"
    if settled.outcome == "reuse" and (entry := served_entry(run)):
        return f"served from the catalogue, {approval(entry)}"
    if not standing.by:
        return f"needs {_people(standing.needed)}"
    return f"needs {_people(standing.missing)} more" if standing.missing else "has its approvals, and is not published"


def _by(name: str) -> str:
    return f" by {name}" if name else ""


def _people(many: int) -> str:
    return "1 person" if many == 1 else f"{many} people"
