"""Recommended actions: where each is from, the entry that would serve it, and what is bound from the alert's labels."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

from ..core.given_parameters import with_given
from ..core.types import Action, Entry, Match, Parameter, Risk
from ..retrieval.chosen_entry import chosen
from .fields import host_of, without_port
from .model import Incident

Source: TypeAlias = Literal["annotation", "alert map", "runbook", "earlier incident", "model"]
Kind: TypeAlias = Literal["look", "unknown", "change"]
"""`look` changes nothing, `change` may, and of `unknown` no entry says."""

MOST = 12
"""How many recommendations are shown at most."""
_ORDER: Mapping[Kind, int] = {"look": 0, "unknown": 1, "change": 2}
_CONTEXT = 20_000
_TELLING = 3
"""Characters from which on a value is told from what happens to stand in a script."""
_GRAVE = frozenset({"severity", "priority", "urgency"})
"""Labels that say how bad it is, and not of what."""
_DOTTED = re.compile(r"[A-Za-z][\w-]*(?:\.[\w-]+)+")
_ONE_WORD = re.compile(r"[\w./:@%+-]{1,200}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recommendation:
    """An action that a person may take up for an incident. Nothing is done before somebody does.

    `text` is what the run would ask for, and comes from outside where `source` is `annotation`, `runbook` or `model`.
    `entry` is the entry that would serve it, empty where none surely does; then the catalogue is searched in the run.
    `bound` are values from the labels or words, `defaults` the entry's own, `missing` what a person has to fill.
    `given` are the values that the run is handed, so that it has exactly these. `others` are what further sources say
    of the same action, each as that source recommends it.
    """

    text: str
    source: Source
    why: str
    kind: Kind = "unknown"
    entry: str = ""
    title: str = ""
    risk: Risk | None = None
    bound: Mapping[str, str] = field(default_factory=dict)
    defaults: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[Parameter, ...] = ()
    given: Mapping[str, str] = field(default_factory=dict)
    doubts: tuple[str, ...] = ()
    chosen: bool = False
    others: tuple[Recommendation, ...] = ()

    @property
    def id(self) -> str:
        """Names the recommendation by what it would do: another value is another recommendation."""
        told = json.dumps([self.source, self.text, self.entry, sorted(self.bound.items())])
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    @property
    def in_words(self) -> Recommendation:
        """The same while the entry that would serve it is not known."""
        return replace(self, entry="", bound={})

    def action(self, incident: Incident, given: Mapping[str, str]) -> Action:
        """The action of the run; `given` are the values that a person adds."""
        return Action(
            text=self.text,
            context=as_context(incident),
            given={**self.given, **given},
            entry=self.entry if self.chosen else "",
        )


def ordered(found: Iterable[Recommendation]) -> tuple[Recommendation, ...]:
    """Looks before changes, of both what lacks no value first, and otherwise in the order given.

    An entry is recommended once, whatever values its sources give it, and so are words: where they are those of an
    entry that is recommended, they are about it.
    """
    listed = list(found)
    titles = {words.casefold(): one.entry for one in listed if one.entry for words in (one.text, one.title)}
    groups: dict[str, list[Recommendation]] = {}
    for one in listed:
        words = one.text.casefold()
        groups.setdefault(one.entry or titles.get(words) or f" {words}", []).append(one)
    kept = [_as_one(group) for group in groups.values()]
    return tuple(sorted(kept, key=lambda one: (_ORDER[one.kind], bool(one.missing))))[:MOST]


def _as_one(group: Sequence[Recommendation]) -> Recommendation:
    """The one of several recommendations of an action that knows most of its values, the earlier of equals, with the
    others beside it: its kind is the most careful one, and where they bind other values, that is doubted."""
    if len(group) == 1:
        return group[0]
    served = [one for one in group if one.entry]
    first = next((one for one in served if not one.missing), (served or group)[0])
    told = [one for one in served if one.chosen and not one.missing and one.bound.items() >= first.bound.items()]
    first = told[0] if told else first
    others = tuple(one for one in group if one is not first)
    doubts = {
        f"{name} is {value}, and {one.source} says {one.bound[name]}": None
        for one in others
        for name, value in {**first.defaults, **first.bound}.items()
        if one.bound.get(name, value) != value
    }
    kind = max((one.kind for one in served or group), key=lambda each: _ORDER[each])
    return replace(first, kind=kind, doubts=(*first.doubts, *doubts), others=others)


def named(found: Iterable[Recommendation], id: str) -> Recommendation | None:
    """The recommendation with this id, among those that stand beside another one too.

    One in words may have been shown before there was time to find the entry that serves it: it is found by both ids.
    """
    told = [each for one in found for each in (one, *one.others)]
    exact = next((each for each in told if each.id == id), None)
    return exact or next((each for each in told if not each.chosen and each.in_words.id == id), None)


def of_entry(
    entry: Entry,
    values: Mapping[str, str],
    *,
    incident: Incident,
    source: Source,
    why: str,
    kind: Kind | None = None,
    doubts: Sequence[str] = (),
) -> Recommendation:
    """The recommendation of an entry with `values`, and the action under which a run has these and no others.

    A run reads values from the words of its action too, so every value that it would take from there is given outright.
    """
    text, given = _asked(entry, values, incident)
    match = _match(entry, text, given)
    bound = {name: value for name, value in match.parameters.items() if name in values}
    missing = tuple(each for each in entry.parameters if each.required and each.name not in values)
    left = {*bound, *(each.name for each in missing)}
    return Recommendation(
        text=text,
        source=source,
        why=why,
        kind=kind or ("look" if entry.risk == "safe" else "change"),
        entry=entry.id,
        title=entry.title,
        risk=entry.risk,
        bound=bound,
        defaults={name: value for name, value in match.parameters.items() if name not in left and value},
        missing=missing,
        given=given,
        doubts=tuple(doubts),
        chosen=True,
    )


def _asked(entry: Entry, values: Mapping[str, str], incident: Incident) -> tuple[str, dict[str, str]]:
    """Words for the action of a run, and the values that it is given."""
    name = incident.name if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{2,99}", incident.name) else ""
    for text in (f"{name}: {entry.title}" if name else entry.title, name or entry.title, entry.id):
        read = _match(entry, text, values)
        stray = {each for each in read.parameters if each not in values and each not in read.defaults}
        known = {each.name: each for each in entry.parameters}
        given = dict(values) | {each: known[each].default or "" for each in stray if known[each].default is not None}
        if all(each in given or known[each].required for each in stray) and not read.objections:
            return text, given
    return entry.id, dict(values)


def _match(entry: Entry, text: str, given: Mapping[str, str]) -> Match:
    """What a run makes of the entry, once every missing value is given."""
    return with_given(chosen(entry, Action(text=text, given=given, entry=entry.id)), given)


def carried_over(
    values: Mapping[str, str], then: Mapping[str, str], now: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """The values of an earlier run for the incident of now, and the names of those that do not carry over.

    A value that stood in a label then, or was its host, stands for what that is now. Others were that incident's own.
    """
    of_now, of_then = _spellings(now), _spellings(then)
    carried: dict[str, str] = {}
    lost: list[str] = []
    for name, value in values.items():
        candidates = {of_now.get(label, "") for label, told in of_then.items() if told and told == value}
        if len(candidates) == 1 and "" not in candidates:
            carried[name] = candidates.pop()
        else:
            lost.append(name)
    return carried, lost


def of_another(text: str, then: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """What a text says of an earlier incident and is otherwise now: each value of then, and that of now, empty where it
    is not known or is not one word."""
    of_now, found = _spellings(now), dict[str, set[str]]()
    for label, value in sorted(_spellings(then).items(), key=lambda each: -len(each[1])):
        if len(value) < _TELLING or label.partition(" ")[0] in _GRAVE or of_now.get(label) == value:
            continue
        if value in found or _word(value).search(text):
            found.setdefault(value, set()).add(of_now.get(label, ""))
            text = _word(value).sub(" ", text)  # "shop" is not said where "shop.example.org" is
    told = {value: each.pop() if len(each) == 1 else "" for value, each in found.items()}
    return {value: each if _ONE_WORD.fullmatch(each) else "" for value, each in told.items()}


def put_now(text: str, values: Mapping[str, str]) -> str:
    """The text with each value of then in its place of now."""
    if not values:
        return text
    longest = sorted(values, key=len, reverse=True)
    return re.sub("|".join(_word(value).pattern for value in longest), lambda at: values[at.group()], text)


def _spellings(labels: Mapping[str, str]) -> dict[str, str]:
    """The labels, the host that they speak of, and other ways to write each: the host of a URL or of an address with a
    port, and the first part of its name, all under names that no label has."""
    found = {**labels, "": host_of(labels)}
    for label, value in list(found.items()):
        host = _host(value)
        found[f"{label} host"] = host
        found[f"{label} short"] = host.partition(".")[0] if _DOTTED.fullmatch(host) else ""
    return found


def _host(value: str) -> str:
    with suppress(ValueError):  # half an IPv6 address
        if "://" in value:
            return urlsplit(value).hostname or ""
    return without_port(value)


def _word(value: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(value)}(?![\w-])")


def as_context(incident: Incident) -> str:
    """An incident as the context of an action: text that is shown to people and models as data."""
    rows = [
        ("alert", incident.name),
        ("title", incident.title),
        ("severity", incident.severity),
        ("state", incident.state),
        ("service", incident.service),
        ("host", incident.host),
        ("started", incident.started_at),
        *((f"label {name}", value) for name, value in sorted(incident.labels.items())),
        ("description", incident.description),
        *((f"annotation {name}", value) for name, value in sorted(incident.annotations.items())),
    ]
    told = "\n".join(f"{name}: {value}" for name, value in rows if value)
    return f"incident {incident.id} of {incident.source}\n{told}"[:_CONTEXT]
