"""Values that the words around them give to one parameter: a number and what it counts, a path and what lies there."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from ..core.types import Parameter
from . import words
from .action_reading import ActionReading
from .names import Candidate, anchors, is_one_of, names
from .telling_patterns import told_by_pattern
from .units import BYTES, lasting
from .values import Value
from .vocabulary import several

_OWNERS = re.compile(r"[a-z_][\w-]*:[a-z_][\w-]*")
_ASKED = several("on at from of in via with to broker server host ask")
_KEYS = several("key label variable parameter name resource")
"""What a `value` is given to."""
_REPEATED = several("times tries attempts samples pings packets probes rounds")
_CUED = ("timeout", "wait", "watch", "sample", "period")
_TIMES = several("from since start to until till end")
_CARRIERS = frozenset({"tcp", "udp"})
_GOALS = frozenset({"destination", "target", "output", "to", "zone", "backup_directory"})
WILD = several(
    """
    all any both no yes none
    """
)
"""Choices that stand in an action for much else than a choice."""


def candidates(parameter: Parameter, reading: ActionReading, siblings: Sequence[Parameter]) -> list[Candidate]:
    kind = parameter.type
    if beside := [*_labelled(parameter, reading, siblings)] or [*_owners(parameter, reading, siblings)]:
        return beside
    if found_by_pattern := [*told_by_pattern(parameter, reading, siblings)]:
        return found_by_pattern
    if kind in ("service", "user", "name"):
        kinds = {it for other in siblings if other.name == "kind" for it in other.choices if parameter.name == "name"}
        return names(parameter, reading, kinds | _whose(parameter)) or [*_examples(parameter, reading)]
    if kind == "choice":
        return _choices(parameter, reading)
    found: list[Candidate] = [*_held(parameter, reading)]
    for value in reading.values:
        before = reading.word(value.first - 1)
        after = reading.word(value.last)
        text, rank = None, 1
        if kind == "duration" and "duration" in value.kinds and "placeholder" not in value.kinds:
            cued = any(cue in parameter.name or cue in parameter.description.split()[:4] for cue in _CUED)
            seconds = cued or parameter.unit == "seconds"
            if seconds and not (
                {before, after} & {"for", "timeout", "wait", "of", "most", "past", "last", "recent", "over"}
                or parameter.name in (before, after)
                or value.text.startswith(("last", "past"))
            ):
                continue
            text, rank = lasting(value.amount, parameter.unit), _counted(value)
        elif kind == "size" and "size" in value.kinds:
            text = str(math.ceil(value.amount / BYTES.get(parameter.unit.lower() or "bytes", 1)))
        elif kind == "text" and ("clock" in value.kinds or ("quoted" in value.kinds and parameter.name in _TIMES)):
            text = value.text if _is_when(parameter, before) else None
        elif kind == "count" and {"number", "one", "thousands"} & set(value.kinds) and not is_one_of(before, parameter):
            sure = _cue(parameter, reading, value)
            text, rank = (_whole(value), sure) if sure is not None else (None, 1)
        elif kind == "port":
            alone = sum(it.type == "port" for it in siblings) == 1
            text, rank = _port(parameter, value, before, after, alone=alone)
        elif kind == "host":
            text = _host(value, any(it.type == "port" for it in siblings))
            if _takes_port(parameter):
                asked = "host" in value.kinds and (before in _ASKED or value.text[0].isdigit())
                text = value.text if asked or "hostport" in value.kinds else None
                port = next(
                    (it for it in reading.values if 0 < it.first - value.last <= 3 and _follows(reading, it)), None
                )
                if text and port and "host" in value.kinds:
                    found.append(Candidate(f"{text}:{port.text}", value.first, port.last, 0))
        elif kind == "path":
            text, rank = _path(parameter, reading, value, before, after)
        elif (
            (kind == "glob" and "glob" in value.kinds)
            or (kind == "text" and "quoted" in value.kinds)
            or (kind == "url" and "url" in value.kinds)
        ):
            text = value.text
        if text is not None:
            found.append(Candidate(text, value.first, value.last, rank))
    return found


def _held(parameter: Parameter, reading: ActionReading) -> Iterator[Candidate]:
    """What a parameter that takes the text which others "hold" is told to be: "lines with imap in them"."""
    if parameter.type != "text" or not {"hold", "contains"} & set(parameter.description.replace(",", " ").split()):
        return
    for at, token in enumerate(reading.tokens):
        before, after = reading.word(at - 1), (reading.word(at + 1), reading.word(at + 2))
        inside = before in ("with", "has", "have", "had") and after in (("in", "it"), ("in", "them"), ("in", "the"))
        if token.kind in ("word", "quoted") and (inside or before in ("containing", "contains", "mentioning")):
            yield Candidate(token.raw, at, at + 1, 0)


def _examples(parameter: Parameter, reading: ActionReading) -> Iterator[Candidate]:
    """What the parameter's own description gives as a value: "kind of the object, such as pvc or pv"."""
    if parameter.type == "service" or (parameter.required and parameter.type == "name"):
        given = re.findall(r"[\w./-]+", parameter.description.partition(" such as ")[2])
        for at, token in enumerate(reading.tokens):
            if token.raw in given and not words.FILLER.intersection([token.text]):
                yield Candidate(token.raw, at, at + 1, 0)


def _whose(parameter: Parameter) -> frozenset[str]:
    """The nouns of what belongs to a user, by its description: "whose cron jobs" for "the crontab of feeds"."""
    first, *others = re.findall("[a-z]+", parameter.description.partition(";")[0]) or [""]
    return frozenset({words.noun(it) for it in others} - {""} if parameter.type == "user" and first == "whose" else ())


def _labelled(parameter: Parameter, reading: ActionReading, siblings: Sequence[Parameter]) -> Iterator[Candidate]:
    """The value of a label that is named like the parameter: ns=yard, vhost="/edi"; or one side of "tier=ml" for a key
    and its value. Nothing is surer."""
    if parameter.type not in ("name", "text", "user", "service", "host", "path") or "=" not in reading.text:
        return
    paired = parameter.name in _KEYS | {"value"} and any(it.name == "value" for it in siblings)
    whole = parameter.type == "text" and parameter.pattern and not re.fullmatch(parameter.pattern, "abc")
    for at, (one, two) in enumerate(pairwise(reading.tokens)):
        if reading.text[one.end : two.start].strip("\"'") != "=" or one.kind != "word":
            continue
        if whole:  # instance="db1:9100" as it stands
            text = reading.written(one.start, two.end)
            if parameter.pattern and re.fullmatch(parameter.pattern, text):
                yield Candidate(text, at, at + 2, 0)
            continue
        if paired and one.text not in ("ns", "namespace", "node"):
            value = parameter.name == "value"
            yield Candidate(two.raw, at + 1, at + 2, 0) if value else Candidate(one.raw, at, at + 1, 0)
        elif one.text == parameter.name or words.noun(one.text) in anchors(parameter):
            last = next((it.last for it in reading.values if it.first == at + 1), at + 2)
            yield Candidate(two.raw.strip("\"'"), at + 1, last, 0)


def _owners(parameter: Parameter, reading: ActionReading, siblings: Sequence[Parameter]) -> Iterator[Candidate]:
    """One side of "www-data:adm" for an entry that takes both a user and a group."""
    if {"user", "group"} <= {it.name for it in siblings} and parameter.name in ("user", "group"):
        for at, token in enumerate(reading.tokens):
            if token.kind == "word" and _OWNERS.fullmatch(token.raw):
                user, _, group = token.raw.partition(":")
                yield Candidate(user if parameter.name == "user" else group, at, at + 1, 0)


def _follows(reading: ActionReading, value: Value) -> bool:
    """Whether a number is the port of the host before it: "port 9093", "on 9094"."""
    return "number" in value.kinds and value.text.isdigit() and reading.word(value.first - 1) in ("port", "on")


def _takes_port(parameter: Parameter) -> bool:
    """Whether a host of the parameter may have a port behind it."""
    return bool(parameter.pattern) and bool(re.fullmatch(parameter.pattern, "x.y:1"))


def _whole(value: Value) -> str | None:
    if "thousands" in value.kinds:
        return str(int(value.amount / 1024 * 1000))
    return str(int(value.amount)) if value.amount == int(value.amount) else None


def _is_when(parameter: Parameter, before: str) -> bool:
    """Whether a time of day is where this parameter begins, by the word before it, or ends."""
    begins = before in ("from", "since", "between", "after", "at", "begin", "starting", "start", "of", "")
    return begins if parameter.name in ("from", "since", "start") else parameter.name in _TIMES


def _counted(value: Value) -> int:
    """How surely a duration is one that is asked for: "6 hours", then "the last month", then "(twice) a day"."""
    first = value.text.partition(" ")[0]
    return 3 if first in ("a", "an") else 2 if first in ("last", "past") else 1


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    found = re.findall(r"[a-z]+", text.lower())
    return frozenset(words.concept(word) for word in found if word not in words.FILLER)


def _cue(parameter: Parameter, reading: ActionReading, value: Value) -> int | None:
    """How surely a bare number is this count: by the noun that it counts, or the word that announces it."""
    name = _stems(parameter.name.replace("_", " "))
    counted = parameter.description.startswith(("how many", "number of", "how much"))
    wanted = name | _stems(parameter.description) if counted else name
    before = reading.word(value.first - 1)
    ahead = [item for item in reading.items if item.first >= value.last][:4]
    nouns: list[str] = []
    for item in ahead:
        if item.kind in ("stop", "value") or (item.kind == "filler" and nouns):
            break
        if item.concept:
            nouns.append(item.concept)
    if name & {words.concept(before)} and before not in words.FILLER:
        return 0
    if (
        {"attempts", "tries", "samples", "count", "pings", "packets", "repeat"} & {parameter.name}
        and nouns[:1]
        and (reading.word(value.last) in _REPEATED)
    ):
        return 1
    listing = {"count", "top", "limit", "number"} & {parameter.name}
    if nouns and wanted & set(nouns):
        return 1
    if listing and (before in ("top", "first", "which") or nouns[:1] == ["most"]):
        return 1
    if parameter.required and before == "to":
        return 1
    return None


def _port(parameter: Parameter, value: Value, before: str, after: str, *, alone: bool) -> tuple[str | None, int]:
    if "number" in value.kinds and before == "to" and "target" in parameter.name.split("_"):
        return _whole(value), 0  # "the port 443, to 9443"
    if "port" in value.kinds or (alone and before == "on" and "number" in value.kinds and not words.noun(after)):
        return value.text, 1  # "serves on 636", and not "on 3 hosts"
    if "hostport" in value.kinds:
        return value.text.rpartition(":")[2], 1
    near = {before, after} & ({"port"} | _CARRIERS) or before == "ports"
    return (_whole(value), 1) if near and "number" in value.kinds else (None, 1)


def _host(value: Value, ported: bool) -> str | None:
    """The host of an address; None when it names a port that the entry could not take."""
    if "host" in value.kinds:
        return value.text
    if "hostport" in value.kinds:
        return value.text.rpartition(":")[0] if ported else None
    found = _ADDRESS.match(value.text) if "url" in value.kinds else None
    return found[1] if found and (ported or not found[2]) else None


_ADDRESS = re.compile(r"[a-z+.-]+://(?:[^@/]*@)?(\[[^\]]+\]|[^:/?#]+)(?::(\d+))?", re.IGNORECASE)


def _path(
    parameter: Parameter, reading: ActionReading, value: Value, before: str, after: str
) -> tuple[str | None, int]:
    folder = "director" in parameter.name or "director" in parameter.description.split(" ", 2)[0]
    arrives = before in ("to", "into")
    if arrives != (parameter.name in _GOALS) or value.text.lower() in ("tar.gz", "tar.bz2"):
        return None, 1
    suffix = value.text.rpartition(".")[2].lower()
    near = {words.concept(before), words.concept(after), words.concept(suffix)} & _stems(
        parameter.name + " " + parameter.description
    )
    if "path" in value.kinds and "slashed" not in value.kinds:
        if folder and "file" in value.kinds:
            return None, 1
        return value.text, 0 if near else 1
    if "quoted" in value.kinds and "/" in value.text:
        return value.text, 0 if near else 1
    return None, 1


def _kind_of(word: str, parameter: Parameter) -> str:
    """A word as a choice says it: of what kind something is may be said short, and before a stroke."""
    return words.noun(word.partition("/")[0]) or word if parameter.name == "kind" else word


def names_choice(word: str, choice: str) -> bool:
    """Whether a word is a choice, or what a choice of three letters or more is short for: "errors" for err."""
    choice = choice.lower()
    return word == choice or (
        len(choice) >= 3 and choice.isalpha() and word.startswith(choice) and word != choice + "or"
    )


def _choices(parameter: Parameter, reading: ActionReading) -> list[Candidate]:
    """The choice that the words name; when they name more than one, none."""
    found = [
        Candidate(choice, index, index + 1, 1)
        for index, token in enumerate(reading.tokens)
        for choice in parameter.choices
        if choice not in WILD and choice != parameter.default and names_choice(_kind_of(token.text, parameter), choice)
        if not reading.leaves(index)
    ]
    if "both" in parameter.choices and len(found) == 1 and _with_another(reading, found[0]):
        return [replace(found[0], text="both")]
    return found if len({it.text for it in found}) == 1 else []


def _with_another(reading: ActionReading, it: Candidate) -> bool:
    """Whether a choice stands beside another: "completed or failed", "failed ones as well as successful"."""
    around = [(reading.word(at), reading.word(at + 1)) for at in (it.first - 2, it.last, it.last + 1)]
    joined = any(each == ("as", "well") or each == ("well", "as") for each in around)
    before, after = around[0], around[1]
    beside = ((before[1], before[0]), after)
    return joined or any(join in ("or", "and", "/") and other.endswith("ed") for join, other in beside)
