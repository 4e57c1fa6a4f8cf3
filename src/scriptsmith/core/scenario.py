"""A situation in which an action can be seen to be done, and reading one from what a model wrote.

State assertions after the fact follow ITAB (state reconciliation: a task is done when the state is the wanted one).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .verdicts import objects

FOLDER = "/rehearsal"
"""Where a box keeps what belongs to the rehearsal and not to the machine that is played."""

_MOST = {"files": 40, "stubs": 30, "assertions": 20}
_TEXT = 64_000
SCENARIO_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "situation": {"type": "string"},
        "files": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "path": {"type": "string"},
                    "text": {"type": "string"},
                    "age_days": {"type": "number"},
                    "executable": {"type": "boolean"},
                },
                "required": ["path", "text", "age_days", "executable"],
                "additionalProperties": False,
            },
        },
        "stubs": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "script": {"type": "string"}},
                "required": ["name", "script"],
                "additionalProperties": False,
            },
        },
        "assertions": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"says": {"type": "string"}, "test": {"type": "string"}},
                "required": ["says", "test"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["situation", "files", "stubs", "assertions"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioFile:
    """A file of the situation; `age_days` is how long ago it was last written."""

    path: str
    text: str
    age_days: float = 0.0
    executable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stub:
    """A small Bash program that plays one which the box has not, `systemctl` for example."""

    name: str
    script: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """Something that holds after the action was done: a sentence, and the Bash test of it."""

    says: str
    test: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A situation in which the action can be seen to be done, written without sight of any script.

    `proven` says that its assertions ran and that doing nothing failed at least one of them.
    """

    situation: str
    files: tuple[ScenarioFile, ...] = ()
    stubs: tuple[Stub, ...] = ()
    assertions: tuple[Assertion, ...] = ()
    proven: bool = False


class UnreadableScenario(ValueError):
    """The text is no scenario; the message says what is missing."""


def read_scenario(text: str) -> Scenario:
    """The scenario in a model's answer; raises `UnreadableScenario` with what the model should do differently."""
    found, _, _ = objects(text, "assertions")
    if not found:
        raise UnreadableScenario("the answer held no JSON object with assertions")
    data = found[-1]
    files = tuple(
        ScenarioFile(
            path=_path(_text(each, "path")),
            text=_text(each, "text"),
            age_days=_number(each, "age_days"),
            executable=each.get("executable") is True,
        )
        for each in _list(data, "files")
    )
    stubs = tuple(Stub(name=_name(_text(each, "name")), script=_text(each, "script")) for each in _list(data, "stubs"))
    assertions = tuple(
        Assertion(says=" ".join(_text(each, "says").split())[:200], test=_text(each, "test"))
        for each in _list(data, "assertions")
    )
    if not assertions or not all(each.test.strip() and each.says for each in assertions):
        raise UnreadableScenario("there must be at least one assertion, each with `says` and `test`")
    situation = data.get("situation")
    situation = situation[:2000] if isinstance(situation, str) else ""
    return Scenario(situation=situation, files=files, stubs=stubs, assertions=assertions)


def _list(data: Mapping[str, Any], key: str) -> Sequence[Mapping[str, Any]]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise UnreadableScenario(f"`{key}` must be a list of objects")
    if len(value) > _MOST[key]:
        raise UnreadableScenario(f"at most {_MOST[key]} {key} are possible")
    return value


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or len(value) > _TEXT or re.search("[\0\ud800-\udfff]", value):
        raise UnreadableScenario(f"`{key}` must be a text of at most {_TEXT} characters, without NUL")
    return value


def _number(data: Mapping[str, Any], key: str) -> float:
    value = data.get(key, 0)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 36_500:
        raise UnreadableScenario(f"`{key}` must be a number from 0 to 36500")
    return float(value)


def _path(path: str) -> str:
    parts = path.split("/")
    if not path.startswith("/") or ".." in parts or path.endswith("/") or re.search(r"[\x00-\x1f]", path):
        raise UnreadableScenario(f"{path[:80]!r} must be an absolute path of a file, without `..`")
    if parts[1] in ("proc", "sys", "dev", FOLDER[1:]):
        raise UnreadableScenario(f"{path[:80]!r} cannot be a file of the situation")
    return path


def _name(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_][\w.+-]{0,60}", name) or name in _REAL:
        raise UnreadableScenario(f"{name[:80]!r} cannot be played by a stub")
    return name


_REAL_NAMES = """
    bash sh env cat grep sed awk find ls cp mv rm mkdir rmdir touch test stat sort head tail wc cut tr diff cmp tar gzip
    gunzip xargs printf echo date chmod ln readlink realpath basename dirname mktemp timeout true false
"""
_REAL = frozenset(_REAL_NAMES.split())  # the assertions stand on these
