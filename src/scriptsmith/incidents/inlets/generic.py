"""Any other source: a JSON hook whose mapping to an incident an admin has written.

A path names a place in the body: names and numbers of list items, separated by dots. After `=` stands a text that is
the same in every report.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from ...errors import BadInput, BadSettings
from ..fields import LABEL, NAME, digest, document, environment_of, host_of, line, links, moment, severity, text
from ..model import SEVERITIES, STATES, Incident, InletResult, Severity, State
from .proofs import bearer, signed

Field: TypeAlias = Literal[
    "fingerprint", "occurrence", "delivery", "name", "title", "description", "severity", "state", "service",
    "environment", "host", "started_at", "ended_at", "at", "action", "runbook_url",
]  # fmt: skip
FIELDS: tuple[Field, ...] = get_args(Field)
_HEADER = re.compile(r"[A-Za-z0-9-]{1,100}")
MOST = 1_000
"""Alerts that are read of one body."""
_STATES: Mapping[str, State] = {
    **dict.fromkeys(("firing", "open", "opened", "triggered", "problem", "alerting", "active"), "firing"),
    **dict.fromkeys(("acknowledged", "ack"), "acknowledged"),
    **dict.fromkeys(("resolved", "closed", "ok", "recovered", "inactive"), "resolved"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapped:
    """How bodies of one source are read; `name` is the hook's, `signature` the header with an HMAC in place of a bearer
    token. `alerts` is the path of a list of alerts, empty where the body is one."""

    name: str
    fields: Mapping[Field, str]
    labels: Mapping[str, str] = field(default_factory=dict)
    severities: Mapping[str, Severity] = field(default_factory=dict)
    states: Mapping[str, State] = field(default_factory=dict)
    alerts: str = ""
    signature: str = ""


def mapping_of(name: str, table: Mapping[str, Any]) -> Mapped:
    """The mapping in a table of the admin's file; raises `BadSettings` with what is wrong in it."""
    place = f"hook {name!r}"
    if not (0 < len(name) <= 50 and name.replace("-", "").isalnum() and name.isascii()):
        raise BadSettings(f"{place}: a hook's name has letters, digits and hyphens, at most 50")
    if unknown := sorted(
        set(table) - {"fields", "labels", "severities", "states", "alerts", "signature", "secret_file"}
    ):
        raise BadSettings(f"{place}: there is no setting {unknown[0]!r}")
    fields = _texts(place, table, "fields")
    if wrong := sorted(set(fields) - set(FIELDS)):
        raise BadSettings(f"{place}: there is no field {wrong[0]!r}; there are {', '.join(FIELDS)}")
    if missing := [each for each in ("fingerprint", "title", "state") if each not in fields]:
        raise BadSettings(f"{place}: fields.{missing[0]} is missing")
    labels = _texts(place, table, "labels")
    for part, paths in (("fields", fields), ("labels", labels)):
        if empty := [each for each, path in paths.items() if not path.strip()]:
            raise BadSettings(f"{place}: {part}.{empty[0]} is an empty path")
    if all(fields.get(each, "=").startswith("=") for each in ("fingerprint", "occurrence")):
        raise BadSettings(f"{place}: fields.fingerprint is the same in every report: no two alerts would be told apart")
    severities, states = _texts(place, table, "severities"), _texts(place, table, "states")
    for known, given in ((SEVERITIES, severities), (STATES, states)):
        if odd := sorted(set(given.values()) - set(known)):
            raise BadSettings(f"{place}: {odd[0]!r} is none of {', '.join(known)}")
    for option in ("alerts", "signature"):
        if not isinstance(table.get(option, ""), str):
            raise BadSettings(f"{place}: {option} should be a text")
    if (header := table.get("signature", "")) and not _HEADER.fullmatch(header):
        raise BadSettings(f"{place}: signature is the name of a header, and {header!r} is none")
    return Mapped(
        name=name,
        fields=fields,  # type: ignore[arg-type]
        labels=labels,
        severities={word.lower(): value for word, value in severities.items()},  # type: ignore[misc]
        states={word.lower(): value for word, value in states.items()},  # type: ignore[misc]
        alerts=table.get("alerts", ""),
        signature=table.get("signature", "").lower(),
    )


def _texts(place: str, table: Mapping[str, Any], part: str) -> dict[str, str]:
    found = table.get(part, {})
    if not isinstance(found, Mapping) or not all(isinstance(each, str) for each in found.values()):
        raise BadSettings(f"{place}: {part} should be a table of texts")
    return dict(found)


class Generic:
    """A hook with a mapping. A state that is not known counts as firing, and so does none: what may be open stays in
    sight."""

    def __init__(self, mapped: Mapped) -> None:
        self._mapped = mapped

    @property
    def source(self) -> str:
        return self._mapped.name

    def proven(self, headers: Mapping[str, str], body: bytes, secrets: Sequence[str]) -> bool:
        if not self._mapped.signature:
            return bearer(headers, secrets)
        return signed([headers.get(self._mapped.signature, "").strip().removeprefix("sha256=")], body, secrets)

    def read(self, body: bytes) -> InletResult:
        told = document(body)
        alerts: Any = at(told, self._mapped.alerts) if self._mapped.alerts else [told]
        if not isinstance(alerts, list):
            raise BadInput(f"{self._mapped.alerts} should be a list of alerts")
        found: list[Incident] = []
        problems: list[str] = []
        doubts: list[str] = []
        for number, alert in enumerate(alerts[:MOST], 1):
            try:
                incident, lacking = self._incident(alert)
                found.append(incident)
                doubts += [f"alert {number}: {each}" for each in lacking]
            except BadInput as error:
                problems.append(f"alert {number}: {error}")
        if problems and not found:
            raise BadInput("; ".join(problems[:3]))
        return InletResult(
            incidents=tuple(found),
            unreadable=tuple(problems),
            doubtful=tuple(doubts),
            truncated=max(0, len(alerts) - MOST),
        )

    def _incident(self, alert: Any) -> tuple[Incident, list[str]]:
        """The incident of an alert, and what it lacks. One without a title or a state is kept and counts as firing,
        since an alert that is lost is worse than one that is shown too long; one without both says nothing."""
        mapped = self._mapped

        def given(name: Field) -> object:
            return at(alert, mapped.fields[name]) if name in mapped.fields else None

        fingerprint = line(given("fingerprint"), NAME)
        if not fingerprint:
            raise BadInput(f"there is nothing at {mapped.fields['fingerprint']}, which tells it from others")
        labels = {name: text(at(alert, path)) for name, path in mapped.labels.items()}
        long = {name: value for name, value in labels.items() if len(value) > LABEL}
        labels = {name: value for name, value in labels.items() if value and name not in long}
        notes = {"action": text(given("action")), "runbook_url": text(given("runbook_url"))}
        name, title = line(given("name"), NAME), line(given("title"))
        word = line(given("severity"), NAME)
        state = line(given("state"), NAME).lower()
        fields = mapped.fields
        if not (title or name or state):
            raise BadInput(f"there is nothing at {fields['title']} and {fields['state']}: no title and no state")
        lacking = [f"there is nothing at {fields['state']}: it counts as firing"] if not state else []
        if not title:
            lacking.append(f"there is nothing at {fields['title']}: its title is {name or fingerprint}")
        incident = Incident(
            source=mapped.name,
            fingerprint=fingerprint,
            occurrence=line(given("occurrence"), NAME),
            delivery=line(given("delivery"), NAME),
            name=name or title,
            title=title or name or fingerprint,
            description=text(given("description")),
            severity=mapped.severities.get(word.lower()) or severity(word),
            state=mapped.states.get(state) or _STATES.get(state, "firing"),
            service=line(given("service"), NAME),
            environment=line(given("environment"), NAME) or environment_of(labels),
            host=line(given("host"), NAME) or host_of(labels),
            labels=labels,
            annotations={name: value for name, value in notes.items() if value} | long,
            links=links([("runbook", notes["runbook_url"])]),
            started_at=moment(given("started_at")),
            ended_at=moment(given("ended_at")),
            at=moment(given("at")),
            raw_digest=digest(alert),
        )
        return incident, lacking


def at(body: object, path: str) -> object:
    """What stands at `path`; None where there is nothing."""
    if path.startswith("="):
        return path[1:]
    for step in path.split("."):
        if isinstance(body, Mapping):
            body = body.get(step)
        elif isinstance(body, list) and step.isdecimal() and len(step) < 7 and int(step) < len(body):
            body = body[int(step)]
        else:
            return None
    return body
