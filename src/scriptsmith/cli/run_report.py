"""A run as a document for programs and as a few lines for people."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from ..core.comparison import agreement_line
from ..core.events import Settled
from ..core.flow import state
from ..core.given_parameters import renamed
from ..core.offers import agreed, offer_document, offers
from ..core.opinion_lines import opinion_line, tells_of_agreement, together_line
from ..core.outcome import approval as approval
from ..core.outcome import calls as calls
from ..core.outcome import danger_of as danger_of
from ..core.outcome import findings_of as findings_of
from ..core.outcome import found_of, served_defaults, unused_hosts
from ..core.outcome import rehearsal_line as rehearsal_line
from ..core.outcome import served_entry as served_entry
from ..core.outcome import settled_attempt as settled_attempt
from ..core.plain_data import plain
from ..core.run import Run
from ..core.small_drafts import small_draft
from ..core.types import Entry, Match, Verdict
from .check_formats import summary
from .output import EXIT, say


def match_document(matches: Sequence[Match], served: bool) -> dict[str, Any]:
    """The retrieval part of an answer: which entry is served, and the nearest ones."""
    first = matches[0] if matches else None
    return {
        "served": first.entry.id if first and served else None,
        "confidence": round(first.confidence, 4) if first else 0.0,
        "parameters": dict(first.parameters) if first else {},
        "defaults": list(first.defaults) if first else [],
        "missing": list(first.missing) if first else [],
        "unused_hosts": list(first.unused_hosts) if first else [],
        "objections": list(first.objections) if first else [],
        "opinions": [plain(it) for it in first.opinions] if first else [],
        "nearest": [
            {"id": m.entry.id, "title": m.entry.title, "confidence": round(m.confidence, 4)} for m in matches[:3]
        ],
    }


def run_document(run_id: str, run: Run) -> dict[str, Any]:
    """Everything that a program wants to know of a settled run."""
    settled = run.settled
    attempt = settled_attempt(run)
    outcome = settled.outcome if settled else None
    danger = danger_of(run)
    entry = served_entry(run)
    return {
        "run": run_id,
        "action": run.action.text,
        "state": state(run),
        "outcome": outcome,
        "exit": EXIT[outcome] if outcome else 1,
        **match_document(run.matches or (), outcome == "reuse"),
        "chosen": run.action.entry or None,
        "offers": [offer_document(each) for each in offers(run)],
        "script": settled.script.text if settled and settled.script else None,
        "digest": settled.script.digest if settled and settled.script else None,
        "entry": settled.entry if settled else "",
        "evidence": settled.evidence if settled else "",
        "form": settled.form if settled else "",
        "approval": approval(entry) if entry else None,
        "findings": plain(findings_of(run)),
        "assessment": plain(attempt.assessment) if attempt else None,
        "explanation": plain(attempt.explanation) if attempt else None,
        "risk": danger.risk if danger else None,
        "effects": plain(danger.effects) if danger else None,
        "rehearsal": plain(attempt.rehearsal) if attempt else None,
        "compared": plain(attempt.compared) if attempt else None,
        "reasoning": attempt.reasoning if attempt else "",
        "drafts": len(run.attempts),
        "draft_model": attempt.model if attempt else "",
        "caution": small_draft(run),
    }


def _tell_renamed(run: Run) -> None:
    """Names that parameters of the entry had before, where values are given under them."""
    for match in (run.matches or ())[:1]:
        for name, now in renamed(match.entry, run.action.given).items():
            say(f"note: the parameter {name} of {match.entry.id} is now called {now}")


def tell(run_id: str, run: Run, *, has_model: bool, told: bool = False) -> None:
    """What a person should know next, on stderr; `told`: they have seen the entries on offer."""
    settled = run.settled
    if settled is None:
        say(f"run {run_id} is not finished: scriptsmith runs resume {run_id}")
        return
    _tell_renamed(run)
    match settled.outcome:
        case "reuse":
            _tell_served(run, settled)
            if settled.evidence:
                say(f"  {settled.evidence}")
            _tell_risk(run)
        case "no_match":
            if not told:
                tell_offers(run)
            if not has_model:
                say(
                    "to have a script written, configure a model: export SCRIPTSMITH_MODELS__GENERATOR__MODEL="
                    "openai:gpt-5 OPENAI_API_KEY=…  (scriptsmith doctor tells more)"
                )
        case "verified":
            say("verified: the checks are clean and the assessors agree that it does what was asked")
        case "risky" if settled.unproven:
            say(
                f"needs a look: {settled.entry} answers this, may destroy something, and was never run on the real "
                f"program ({settled.evidence})"
            )
            _tell_risk(run)
        case "risky" if settled.entry:
            say(
                f"needs a look: {settled.entry} answers this, and with these values policy asks a person about its risk"
            )
            _tell_risk(run)
        case "risky":
            say(
                "needs a look: the assessors agree that it does what was asked, and policy asks a person about its risk"
            )
        case "forbidden" if settled.entry:
            risk = settled.danger.risk if settled.danger else "of unknown risk"
            say(
                f"blocked by policy: {settled.entry} answers this and is {risk}, and policy blocks that "
                f"(policy.{risk} is block)"
            )
            _tell_risk(run)
        case "forbidden":
            say("blocked by policy: this is the best draft, and policy forbids what it would do")
        case "incorrect":
            say("incorrect: this is the best draft, and it does not do what was asked or does not pass the checks")
        case "unsure":
            say(_unsure(run))
        case "disputed":
            say(f"disputed: {_disputed(run)}; a person decides")
    if caution := small_draft(run):
        say(f"  {caution}")
        if not told and offers(run):
            tell_offers(run)
    attempt = run.best
    for finding in found_of(run)[:10] if attempt else ():
        say(f"  line {finding.line}: {finding.severity.value}: {finding.message} [{finding.code}]")
    judged = attempt.assessment if attempt and settled.outcome in ("incorrect", "unsure", "disputed") else None
    if judged:
        for opinion in judged.opinions:
            say(f"  {opinion_line(opinion)[:340]}")
        if together := together_line(judged):
            say(f"  {together}")
    if attempt and attempt.danger and attempt.danger.risk != "safe":
        say(f"  {summary(attempt.danger)}")
    if attempt and attempt.compared and not tells_of_agreement(judged):
        say(f"  {agreement_line(attempt.compared)}")
    if attempt and attempt.rehearsal:
        say(f"  {rehearsal_line(attempt.rehearsal)[:400]}")
    if settled.script and settled.outcome != "reuse":
        say(f"next: scriptsmith review show {run_id}  (then approve, edit or reject)")


def _tell_served(run: Run, settled: Settled) -> None:
    """The entry that is served, the values that the words gave it, and apart from them its defaults."""
    defaults = served_defaults(run)
    read = _values([each for each in settled.parameters.items() if each[0] not in defaults])
    unsaid = _values([(name, settled.parameters[name]) for name in defaults if settled.parameters[name]])
    chosen = ", as you chose" if run.action.entry else ""
    if run.matches and agreed(run.matches[0]):
        chosen = ", which the search held for likely and the assessor for what was asked"
    say(f"from the catalogue: {settled.entry}{chosen}" + (f" ({read})" if read else ""))
    if unsaid:
        say(f"  not said, so by default: {unsaid}")
    _tell_hosts(unused_hosts(run), "  ")


def _tell_hosts(names: Sequence[str], margin: str) -> None:
    """Hosts that were said and that a script is not told of."""
    if names:
        say(f"{margin}said, and not in the script: {', '.join(names)} (it acts on the host where you run it)")


def _tell_risk(run: Run) -> None:
    """What an entry's script would touch, its risk first, and by whom it was approved."""
    entry = served_entry(run)
    if run.settled and run.settled.danger and entry:
        risk, _, effects = summary(run.settled.danger).partition("; ")
        say(f"  {risk}; {approval(entry)}" + (f"; {effects}" if effects else ""))


def _disputed(run: Run) -> str:
    if run.best and run.best.contested:
        return "the assessors approve of it, and run in a sandbox it did not do what was asked"
    if run.best and run.best.doubts and run.best.verdict is Verdict.YES:
        return "the assessors approve of it, and what was found speaks against it"
    return "the assessors object, but no fault could be named"


def _unsure(run: Run) -> str:
    best = run.best
    if best is None or best.script is None:
        return "unsure: the model never wrote a script"
    if best.assessment is None:
        return "unsure: nobody assessed it, no assessor model is configured (models.assessor.model)"
    return "unsure: the assessors could not tell whether it does what was asked"


def tell_offers(run: Run) -> None:
    """The entries that a person may choose, each with what it would do and what speaks against it."""
    found = offers(run)
    if run.action.entry:
        say(f"{run.action.entry} cannot be served as it is:")
    elif found and found[0].alert:
        say("for this alert, looks first:")
    elif found:
        say("no catalogue entry surely answers this; likely ones are:")
    else:
        say("no catalogue entry answers this action, and none is near it")
    for number, offer in enumerate(found, 1):
        say(f"  {number}. {offer.entry.title}")
        say(f"     {offer.command}")
        if offer.defaults:
            say(f"     not said, so by default: {_values(offer.defaults)}")
        _tell_hosts(offer.unused_hosts, "     ")
        for name in offer.missing:
            say(f"     needs a value: -p {name}=… ({_described(offer.entry, name)})")
        if offer.alert:
            say(f"     {'; '.join(offer.against)}")
        elif offer.against or not offer.missing:
            say(f"     against it: {'; '.join(offer.against[:2]) or 'it is not sure that this is what you mean'}")
    if found and not run.action.entry:
        read = found[0].read if found[0].alert else ()  # other values are read from the words again
        values = "".join(f" -p {name}={shlex.quote(value)}" for name, value in read)
        say(f'to take one: scriptsmith forge --entry {found[0].entry.id}{values} "…"')


def _values(pairs: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{name}={value}" for name, value in pairs)


def _described(entry: Entry, name: str) -> str:
    return next((each.description for each in entry.parameters if each.name == name), name)
