"""Reading a scenario from what a model wrote: strictly, and with the reason where it cannot be used."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .scenario import ANY_FAILURE, FOLDER, Assertion, Scenario, ScenarioFile, Situation, Stub
from .verdicts import objects

_MOST = {"files": 40, "stubs": 30, "assertions": 20, "further": 3}
_TEXT = 64_000
_PROGRAM = 8_000


class UnreadableScenario(ValueError):
    """The text is no scenario; the message says what is missing."""


def read_scenario(text: str) -> Scenario:
    """The scenario in a model's answer, or one that says why there is none (`unfit`).

    Raises `UnreadableScenario` with what the model should do differently.
    """
    found, _, _ = objects(text, "assertions")
    refused, _, _ = objects(text, "cannot")
    if refused and (why := " ".join(_told(refused[-1], "cannot", 600).split())):
        return Scenario(situation="", unfit=why)
    if not found:
        raise UnreadableScenario("the answer held no JSON object with assertions")
    data = found[-1]
    further = tuple(
        Situation(name=_told(each, "name", 60) or f"number {number}", **_parts(each))
        for number, each in enumerate(_list(data, "further"), 2)
    )
    return Scenario(**_parts(data), further=further)


def _parts(data: Mapping[str, Any]) -> dict[str, Any]:
    """What every situation has, by the names of its fields."""
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
        Assertion(
            says=" ".join(_text(each, "says").split())[:200],
            test=_text(each, "test"),
            condition=" ".join(_told(each, "condition", 200).split()),
        )
        for each in _list(data, "assertions")
    )
    if not assertions or not all(each.test.strip() and each.says for each in assertions):
        raise UnreadableScenario("there must be at least one assertion, each with `says` and `test`")
    return {
        "situation": _told(data, "situation", 2000),
        "files": files,
        "stubs": stubs,
        "setup": _program(data, "setup"),
        "running": _program(data, "running"),
        "status": _status(data),
        "assertions": assertions,
    }


def _list(data: Mapping[str, Any], key: str) -> Sequence[Mapping[str, Any]]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise UnreadableScenario(f"`{key}` must be a list of objects")
    if len(value) > _MOST[key]:
        raise UnreadableScenario(f"at most {_MOST[key]} {key} are possible")
    return value


def _told(data: Mapping[str, Any], key: str, length: int) -> str:
    """A text that may be missing, cut to `length`."""
    value = data.get(key)
    return value[:length] if isinstance(value, str) and not _UNFIT.search(value) else ""


def _text(data: Mapping[str, Any], key: str, length: int = _TEXT) -> str:
    value = data.get(key)
    if not isinstance(value, str) or len(value) > length or _UNFIT.search(value):
        raise UnreadableScenario(f"`{key}` must be a text of at most {length} characters, without NUL")
    return value


def _program(data: Mapping[str, Any], key: str) -> str:
    return _text(data, key, _PROGRAM).strip() if data.get(key) else ""


def _status(data: Mapping[str, Any]) -> int:
    value = data.get("status", 0)
    if isinstance(value, bool) or not isinstance(value, int) or not ANY_FAILURE <= value <= 255:
        raise UnreadableScenario("`status` must be a whole number from 0 to 255, or -1 for any failure")
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


_UNFIT = re.compile("[\0\ud800-\udfff]")
_REAL_NAMES = """
    bash sh env cat grep sed awk find ls cp mv rm mkdir rmdir touch test stat sort head tail wc cut tr diff cmp tar gzip
    gunzip xargs printf echo date chmod ln readlink realpath basename dirname mktemp timeout true false
"""
_REAL = frozenset(_REAL_NAMES.split())  # the assertions stand on these
