"""Typed parameters filled from an action's words: each value goes to one parameter, or to none."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import lru_cache

from . import words
from .adjacent import adjacent
from .leftovers import assigned, is_guess, no_name, pieces
from .names import Candidate, is_one_of, names, unit_name
from .parameters import validate
from .reading import Reading, read
from .types import Parameter
from .values import BYTES, UNITS, Value
from .vocabulary import several

_NAMED = frozenset({"name", "user", "service", "host", "text", "glob"})
_QUANTITIES = frozenset({"size", "percent", "duration", "count"})
"""What is told of these, before anything is asked, is no value: "it is at 93%, …"."""
_REPEATED = several("times tries attempts samples pings packets probes rounds")
_CUED = ("timeout", "wait", "watch", "sample", "period")
_WILD = several(
    """
    all any both no yes none
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """What the words gave. `used` holds indexes of tokens in the reading; `loose` the values nobody took.

    `open` names the parameters that take a name and were given none, so that their default stands. `guessed` counts the
    values that are a parameter's by elimination only.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    used: frozenset[int] = frozenset()
    loose: tuple[Value, ...] = ()
    open: tuple[str, ...] = ()
    guessed: int = 0


def bind(parameters: Sequence[Parameter], text: str | Reading, known: frozenset[str] = frozenset()) -> Binding:
    """`parameters` filled from the words of `text`: converted to their units, defaults for the rest.

    A required one without a value is `missing`. Two equally good values for one parameter, or a value that is
    none of the type, is a problem. No value is used twice. A bare word in `known` (lower case) names nothing.
    """
    reading = read(text) if isinstance(text, str) else text
    bound: dict[str, str] = {}
    problems: list[str] = []
    used: set[int] = set()
    chosen: set[int] = set()
    shared: set[int] = set()
    open_: dict[str, list[Candidate]] = {}
    for parameter in sorted(parameters, key=lambda it: (not it.required, _ORDER.get(it.type, 5))):
        free = [
            it
            for it in _candidates(parameter, reading, parameters)
            if (used.isdisjoint(range(it.first, it.last)) or _shares(parameter, reading, it, shared))
            and not _claimed(parameter, reading, it, parameters, known)
            and not (it.first < reading.start and parameter.type in _QUANTITIES and not parameter.name.endswith("id"))
        ]
        if not free:
            continue
        best = min(it.rank for it in free)
        first = [it for it in free if it.rank == best]
        first = [it for it in first if it.first >= reading.start] or first  # asked for, before what is only told
        distinct = {it.text for it in first}
        if len(distinct) > 1:  # perhaps another parameter takes one of them
            open_[parameter.name] = first
            continue
        before = reading.word(first[0].first - 1)
        if parameter.type == "host" and _of_another(parameter, before):
            problems.append(f"value without a place: {first[0].text!r} is said of a {before}")
        if parameter.type == "name":  # "daemonset/agent" is a kind too
            shared.update(it.first for it in first if "/" in reading.word(it.first))
        if parameter.type in ("host", "user"):  # "db:5432" and its port are one token, and so is "root:adm"
            shared.update(it.first for it in first if it.text != reading.tokens[it.first].raw)
        taken = {index for it in first for index in range(it.first, it.last)}
        used |= taken
        chosen |= taken - shared if parameter.type == "choice" else set()
        try:
            bound[parameter.name] = validate(parameter, unit_name(parameter, first[0].text))
        except ValueError as error:
            problems.append(f"parameter {parameter.name}: {error}")
    rest = [it for it in parameters if it.name not in bound and (it.name not in open_ or _alike(it, parameters))]
    left = pieces(reading, used, known) if rest else []
    guessed = 0
    for parameter, piece, text in assigned(rest, reading, left):
        guessed += is_guess(parameter, reading, piece)
        bound[parameter.name] = text
        used |= set(range(piece.first, piece.last))
        chosen |= set(range(piece.first, piece.last)) if parameter.type == "choice" else set()
    for name, first in open_.items():
        over = [it for it in first if used.isdisjoint(range(it.first, it.last))]
        if name not in bound and over:
            told = " and ".join(repr(text) for text in sorted({it.text for it in over})[:3])
            problems.append(f"ambiguous value: {name} could be {told}")
            used.update(index for it in over for index in range(it.first, it.last))
    problems += _unclear(parameters, bound, reading)
    values = {
        parameter.name: bound.get(parameter.name, parameter.default)
        for parameter in parameters
        if parameter.name in bound or parameter.default is not None
    }
    used -= chosen  # "evicted" chooses, and still says what is meant
    return Binding(
        values={name: value for name, value in values.items() if value is not None},
        missing=tuple(it.name for it in parameters if it.required and it.name not in values),
        problems=tuple(problems),
        used=frozenset(used),
        loose=tuple([it for it in reading.values if used.isdisjoint(range(it.first, it.last))]),
        guessed=guessed,
        open=tuple(it.name for it in parameters if it.type in _NAMED and not it.required and it.name not in bound),
    )


def _shares(parameter: Parameter, reading: Reading, it: Candidate, shared: AbstractSet[int]) -> bool:
    """Whether a token may give this parameter a value beside another: "db:5432", "root:adm", "daemonset/agent"."""
    if parameter.type == "choice":
        return "/" in reading.word(it.first)
    return parameter.type in ("port", "name") and it.first in shared


def _unclear(parameters: Sequence[Parameter], bound: Mapping[str, str], reading: Reading) -> list[str]:
    """What is spoken of in one word of its own and was not understood: then its default may be wrong."""
    return [
        f"ambiguous value: {it.name} is spoken of, and it is not clear what it is to be"
        for it in parameters
        if it.type in ("choice", "name") and "_" in it.name and it.name not in bound
        if any(token.text.replace("-", "") == it.name.replace("_", "") for token in reading.tokens)
    ]


def _claimed(
    parameter: Parameter, reading: Reading, it: Candidate, siblings: Sequence[Parameter], known: frozenset[str]
) -> bool:
    """Whether the value belongs to another parameter, or is no value: the word before it says whose it is."""
    before = reading.word(it.first - 1)
    if parameter.type in ("service", "user", "name"):
        if parameter.pattern and not re.fullmatch(parameter.pattern, it.text):
            return True
        return reading.tokens[it.first].kind != "quoted" and no_name(it.text, known)
    if parameter.pattern and not re.fullmatch(parameter.pattern, it.text):
        return True
    if any(other.name == before and other.type == parameter.type for other in siblings if other is not parameter):
        return True
    alike = [other for other in siblings if other.type == parameter.type]
    if parameter.type == "path" and parameter.name not in (said := _said_in(it.text)):
        if any(other.name in said for other in alike if len(other.name) < 6 and other is not parameter):
            return True  # "ca.pem" is the CA
    if parameter.type == "host" and len(alike) > 1:
        via = before in _VIA or (before in ("of", "by") and reading.word(it.first - 2) in ("asked", "seen", "answered"))
        return via == (parameter.required or parameter is alike[0])
    return False


def _said_in(path: str) -> AbstractSet[str]:
    """The words of the last part of a path, without what its name ends with."""
    return set(re.findall(r"[a-z]+", path.rpartition("/")[2].rpartition(".")[0].lower()))


def _of_another(parameter: Parameter, before: str) -> bool:
    """Whether the word before a host says that it is something else than the parameter: "the client 10.0.0.9"."""
    own = {
        "",
        *(words.concept(part) for part in parameter.name.split("_")),
        "machine",
        "node",
        "address",
        "dns",
        "url",
        "database",
    }
    return before in ("client", "user", "source", "caller", "peer") or words.noun(before) not in own


def _alike(parameter: Parameter, parameters: Sequence[Parameter]) -> bool:
    """Whether another parameter is of the same type, so that of two values each may have one."""
    return any(it.type == parameter.type for it in parameters if it is not parameter)


_VIA = frozenset({"using", "via", "against", "server", "with", "through", "@", "ask", "asking", "query", "querying"})
_GOALS = frozenset({"destination", "target", "output", "to", "archive", "backup_directory"})
_ORDER = {"url": 0, "host": 0, "port": 1, "glob": 1, "service": 2, "user": 2, "percent": 2, "size": 2, "duration": 2}


def _candidates(parameter: Parameter, reading: Reading, siblings: Sequence[Parameter]) -> list[Candidate]:
    kind = parameter.type
    if beside := adjacent(parameter, reading, siblings):
        return beside
    if kind in ("service", "user", "name"):
        kinds = next((it.choices for it in siblings if it.name == "kind"), ()) if parameter.name == "name" else ()
        return names(parameter, reading, frozenset(kinds))
    if kind == "choice":
        return _choices(parameter, reading)
    found: list[Candidate] = []
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
            text = str(math.ceil(value.amount / UNITS.get(parameter.unit, 1)))
        elif kind == "size" and "size" in value.kinds:
            text = str(math.ceil(value.amount / BYTES.get(parameter.unit.lower() or "bytes", 1)))
        elif kind == "percent":
            if "percent" in value.kinds:
                text = _whole(value)
            elif "number" in value.kinds and _compares(reading, value) and not _counts(siblings):
                text, rank = _whole(value), 2
        elif kind == "text" and "clock" in value.kinds:
            text = value.text if _is_when(parameter, before) else None
        elif kind == "count" and {"number", "one", "thousands"} & set(value.kinds) and not is_one_of(before, parameter):
            sure = _cue(parameter, reading, value)
            text, rank = (_whole(value), sure) if sure is not None else (None, 1)
        elif kind == "port":
            text, rank = _port(parameter, reading, value, before, after)
        elif kind == "host":
            text = _host(value, any(it.type == "port" for it in siblings))
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


def _whole(value: Value) -> str | None:
    if "thousands" in value.kinds:
        return str(int(value.amount / 1024 * 1000))
    return str(int(value.amount)) if value.amount == int(value.amount) else None


def _is_when(parameter: Parameter, before: str) -> bool:
    """Whether a time of day is where this parameter begins or ends, by the word before it."""
    if parameter.name in ("from", "since", "start"):
        return before in ("from", "since", "between", "after", "at", "begin", "starting", "start", "of", "")
    return parameter.name in ("to", "until", "till", "end") and before in ("to", "until", "till", "and", "before", "-")


def _counts(siblings: Sequence[Parameter]) -> bool:
    return any(it.type == "count" for it in siblings)


def _compares(reading: Reading, value: Value) -> bool:
    near = [token.text for token in reading.tokens[max(0, value.first - 2) : value.first]]
    return bool({"above", "over", "than", "below", "under", "exceeding", "at"} & set(near))


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    found = re.findall(r"[a-z]+", text.lower())
    return frozenset(words.concept(word) for word in found if word not in words.FILLER)


def _cue(parameter: Parameter, reading: Reading, value: Value) -> int | None:
    """How surely a bare number is this count: by the noun that it counts, or the word that announces it."""
    name = _stems(parameter.name.replace("_", " "))
    counted = parameter.description.startswith(("how many", "number of", "how much"))
    wanted = name | _stems(parameter.description) if counted else name
    wanted -= {"show", "count", "most", "old", "delete", "name"}
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
    if listing and (before in ("top", "first") or nouns[:1] == ["most"] or (not nouns and before == "top")):
        return 1
    if parameter.required and before == "to":
        return 1
    if not parameter.required and before == "to" and counted is False and parameter.name in ("nice", "replicas"):
        return 1
    return None


def _port(parameter: Parameter, reading: Reading, value: Value, before: str, after: str) -> tuple[str | None, int]:
    if "number" in value.kinds and before == "to" and "target" in parameter.name.split("_"):
        return _whole(value), 0  # "the port 443, to 9443"
    if "port" in value.kinds:
        return value.text, 1
    if "hostport" in value.kinds:
        return value.text.rpartition(":")[2], 1
    if "url" in value.kinds and (found := _ADDRESS.match(value.text)) and found[2]:
        return found[2], 1
    if "number" in value.kinds and value.amount == int(value.amount):
        if before == "p" or (value.first and _addressed(reading, value)):
            return _whole(value), 1
        if "port" in (before, after) or before in ("ports", "tcp", "udp") or after.startswith("/"):
            return _whole(value), 1
        if (
            parameter.required
            and before in ("on", "to", "at", "listen", "bound", "binds", "use")
            and len(value.text) > 1
        ):
            return _whole(value), 2
    return None, 1


def _addressed(reading: Reading, value: Value) -> bool:
    """Whether a bare number of two digits or more stands where a port does: after an address, or "on" alone."""
    if len(value.text) < 2 or not value.text.isdigit():
        return False
    after = reading.word(value.last)
    ends = after in words.FILLER or not after or not after[0].isalnum()
    last = value.first - 1
    hosted = any({"host"} & set(it.kinds) and it.last in (last, last + 1) for it in reading.values)
    theirs = reading.word(last) in ("their", "our", "its") and reading.word(last - 1) in ("on", "to")
    return ends and len(value.text) > 2 and (theirs or reading.word(last) in ("on", "") or (hosted and last > 0))


def _host(value: Value, ported: bool) -> str | None:
    """The host of an address; None when it names a port that the entry could not take."""
    if "host" in value.kinds:
        return value.text
    if "hostport" in value.kinds:
        return value.text.rpartition(":")[0] if ported else None
    found = _ADDRESS.match(value.text) if "url" in value.kinds else None
    return found[1] if found and (ported or not found[2]) else None


_ADDRESS = re.compile(r"[a-z+.-]+://(?:[^@/]*@)?(\[[^\]]+\]|[^:/?#]+)(?::(\d+))?", re.IGNORECASE)


def _path(parameter: Parameter, reading: Reading, value: Value, before: str, after: str) -> tuple[str | None, int]:
    folder = "director" in parameter.name or "director" in parameter.description.split(" ", 2)[0]
    arrives = before in ("to", "into") and reading.word(value.first - 2) not in ("according", "due", "compared")
    if arrives != (parameter.name in _GOALS) or value.text.lower() in ("tar.gz", "tar.bz2"):
        return None, 1
    if ":" in value.text or (parameter.name == "file" and (value.text.endswith("/") or value.text in (".", "..", "~"))):
        return None, 1
    suffix = value.text.rpartition(".")[2].lower()
    near = {words.concept(before), words.concept(after), words.concept(suffix)} & _stems(
        parameter.name + " " + parameter.description
    )
    if "path" in value.kinds and "slashed" not in value.kinds:
        if folder and "file" in value.kinds:
            return None, 1
        return value.text, 0 if near else 1
    if "slashed" in value.kinds and not words.noun(value.text.partition("/")[0].lower()):
        return value.text, 0 if near else 1
    if "quoted" in value.kinds and ("/" in value.text or (folder and words.noun(before) == "directory")):
        return value.text, 0 if near else 1
    return None, 1


def _kind_of(word: str, parameter: Parameter) -> str:
    """A word as a choice says it: of what kind something is may be said short, and before a stroke."""
    return words.noun(word.partition("/")[0]) or word if parameter.name == "kind" else word


def _names(word: str, choice: str) -> bool:
    """Whether a word is a choice, or what a choice of three letters or more is short for: "errors" for err."""
    if word[-1:].isdigit() and len(word) == 2 and word[0].isalpha():
        return choice.endswith(word)  # "v6" of ipv6
    return (
        word == choice
        or (len(choice) > 4 and words.stem(word) == words.stem(choice))
        or (len(choice) >= 3 and choice.isalpha() and word.startswith(choice) and word != choice + "or")
    )


def _choices(parameter: Parameter, reading: Reading) -> list[Candidate]:
    """The choice that the words name; when they name more than one, none."""
    found = [
        Candidate(choice, index, index + 1, 1)
        for index, token in enumerate(reading.tokens)
        for choice in parameter.choices
        if choice not in _WILD
        and choice != parameter.default
        and _names(_kind_of(token.text, parameter), choice.lower())
    ]
    if "both" in parameter.choices and len(found) == 1 and _with_another(reading, found[0]):
        return [replace(found[0], text="both")]
    return found if len({it.text for it in found}) == 1 else []


def _with_another(reading: Reading, it: Candidate) -> bool:
    """Whether a choice stands beside another of its kind: "completed or failed", "failed as well as completed"."""
    near = [(reading.word(it.first - step), reading.word(it.first - step - 1)) for step in (1,)]
    near.append((reading.word(it.last), reading.word(it.last + 1)))
    joined = any(join in ("or", "and", "/") and other.endswith("ed") for join, other in near)
    return joined or (reading.word(it.first - 1) == "as" and reading.word(it.first - 2) == "well")
