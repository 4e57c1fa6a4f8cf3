"""Entries that probably answer an action, and are not sure enough to be served: what a person may choose from."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .run import Run
from .small_drafts import small_draft
from .types import Entry, Match, Verdict

MOST = 3
LIKELY = 0.05
"""The least confidence in an entry that is offered; decision 0086 has what it costs and brings."""
LESS_LIKELY, RATHER_ALIKE = 0.02, 0.4
"""The least confidence in one that is rather like the action, and how like that is."""
ALIKE = 0.6
"""The least likeness of one that is offered though it is unlikely: it does a part of it, or lacks a value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An entry that a person may choose, the command line that it comes down to, and what speaks against it.

    `read` are the values from the words or given outright, `defaults` the others; `missing` names what has no value,
    `unused_hosts` the hosts that were said and that the script is not told of. `alert` says that it answers an alert
    which the action names.
    """

    entry: Entry
    command: str
    read: tuple[tuple[str, str], ...] = ()
    defaults: tuple[tuple[str, str], ...] = ()
    missing: tuple[str, ...] = ()
    unused_hosts: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    alert: bool = False


def offers(run: Run) -> tuple[Offer, ...]:
    """At most three entries for a run that no entry answers surely, the likeliest first; none for what is far away.

    A draft of the small generator does not take their place: an entry that is likely is more often right.
    """
    outcome = run.settled.outcome if run.settled else "reuse"
    if outcome != "no_match" and (outcome == "verified" or not small_draft(run)):
        return ()
    return offered(run.matches or ())


def offered(matches: Sequence[Match]) -> tuple[Offer, ...]:
    """The matches that are probable, as offers."""
    return tuple(_offer(match) for match in probables(matches))


def probables(matches: Sequence[Match]) -> Sequence[Match]:
    """At most three that are worth a look, the likeliest first; those that answer an alert are all, and alone."""
    likely = [match for match in matches if probable(match)]
    known = [match for match in likely if any(each.startswith(ALERT) for each in match.objections)]
    return known or likely[:MOST]


def probable(match: Match) -> bool:
    """Whether an entry is worth a person's look: it probably answers the action, or is very like it."""
    alike = _likeness(match)
    return match.confidence >= (LESS_LIKELY if alike >= RATHER_ALIKE else LIKELY) or alike >= ALIKE


def _likeness(match: Match) -> float:
    """How like an entry is to an action, in [0, 1]: by its best phrase, in words and in meaning."""
    parts = match.parts
    meaning = parts.get("meaning", -1.0)
    return parts.get("phrase", 0.0) if meaning < 0 else (parts.get("phrase", 0.0) + meaning) / 2


def assessable(matches: Sequence[Match], most: str) -> Match | None:
    """The likeliest offer, if an assessor may settle whether it is served: its risk is at most `most`, it has all its
    values, and nothing but words speaks against it."""
    first = next((it for it in matches if probable(it)), None)
    if first is None or first.missing or first.entry.risk not in ASSESSED[1 : ASSESSED.index(most) + 1]:
        return None
    return None if any(each.startswith(_PLAIN_FACTS) for each in first.objections) else first


def agreed(match: Match) -> bool:
    """Whether two assessors or more compared the entry with the action, and all say that it does what was asked."""
    return len(match.opinions) > 1 and all(it.verdict is Verdict.YES for it in match.opinions)


def call_in_words(match: Match) -> str:
    """What the entry does with the values that it would be called with, for an assessor to compare with the action."""
    values = [f"{name} = {value}" for name, value in match.parameters.items() if value and name not in match.defaults]
    assumed = [f"{name} = {match.parameters[name]}" for name in match.defaults if match.parameters[name]]
    sentences = [f"{match.entry.title}."]
    sentences += [f"It is called with {', '.join(values)}."] if values else []
    sentences += [f"Nobody said otherwise, so {', '.join(assumed)}."] if assumed else []
    return " ".join([*sentences, "It does nothing else."])


ASSESSED = ("off", "safe", "notable")
"""The values of `policy.assess_offers`: nothing, and the risks up to which assessors may settle what is served."""
_PLAIN_FACTS = ("parameter ", "unknown parameter", "arguments", "ambiguous", "alert: ", "path")
"""Objections that no opinion of words outweighs."""


def _offer(match: Match) -> Offer:
    told = [(name, value) for name, value in match.parameters.items() if name not in match.defaults]
    return Offer(
        entry=match.entry,
        command=command_line(match.entry, dict(told)),
        read=tuple(told),
        defaults=tuple((name, match.parameters[name]) for name in match.defaults if match.parameters[name]),
        missing=match.missing,
        unused_hosts=match.unused_hosts,
        against=tuple(_plainly(each) for each in (*match.objections, *match.doubts)),
        alert=any(each.startswith(ALERT) for each in match.objections),
    )


def offer_document(offer: Offer) -> dict[str, Any]:
    """An offer for programs."""
    return {
        "entry": offer.entry.id,
        "title": offer.entry.title,
        "risk": offer.entry.risk,
        "command": offer.command,
        "parameters": dict(offer.read),
        "defaults": dict(offer.defaults),
        "missing": list(offer.missing),
        "unused_hosts": list(offer.unused_hosts),
        "against": list(offer.against),
    }


def command_line(entry: Entry, values: Mapping[str, str]) -> str:
    """The entry as it would be called with `values`."""
    options = [(each.option, values[each.name]) for each in entry.parameters if each.name in values]
    return shlex.join([entry.id, *(word for option in options for word in option)])


ALERT = "alert: "
"""What the objection to an entry that answers an alert begins with: such an entry is never served unasked."""


def _plainly(objection: str) -> str:
    """An objection without the name of its kind."""
    kind, sign, told = objection.partition(": ")
    return told if sign and not kind.startswith("parameter ") else objection
