"""Typed parameters: what a value must look like, and how bound values reach a script."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence

from .types import Parameter, Script

_NAME = re.compile(r"[A-Za-z0-9@._:/+~-]+")
_HOST = re.compile(r"(?=.{1,253}$)[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[?[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*\]?")
_ADDRESS = re.compile(r"(?P<host>[^:]+|\[[^\]]+\]):(?P<port>[0-9]{1,5})")
_USER = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.@-]{0,63}\$?")
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s\"'<>\\^`{|}]+")
_BOUND = "# Bound by ScriptSmith; arguments given when running it come after these and win.\n"
_WHOLE = {"size", "duration", "count", "percent", "port"}
_MOST = {"percent": (0, 100), "port": (1, 65535)}


def validate(parameter: Parameter, value: str) -> str:
    """`value` as the script takes it; raises ValueError with one sentence when it is none of that type.

    The parameter's own default always passes: "all", "system" or 0 may stand for no restriction.
    """
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError(f"{parameter.name} holds text that is no valid Unicode") from None
    if any((not character.isprintable()) for character in value):
        raise ValueError(f"{parameter.name} may not hold control characters, tabs or line breaks")
    value = value.strip() if parameter.type != "text" else value
    if value == parameter.default:
        return value
    if not value and parameter.type != "text":
        raise ValueError(f"{parameter.name} may not be empty")
    value = _typed(parameter, value)
    if parameter.choices and value not in parameter.choices:
        raise ValueError(f"{parameter.name} is one of {', '.join(parameter.choices)}, not {value!r}")
    if parameter.pattern and not re.fullmatch(parameter.pattern, value):
        raise ValueError(f"{parameter.name} must match {parameter.pattern}, and {value!r} does not")
    return value


def _typed(parameter: Parameter, value: str) -> str:
    kind, name = parameter.type, parameter.name
    if kind in _WHOLE:
        if not re.fullmatch(r"[0-9]{1,15}", value):
            raise ValueError(f"{name} is a whole number{_in(parameter)}, not {value!r}")
        low, high = _MOST.get(kind, (0, 10**15))
        if not low <= int(value) <= high:
            raise ValueError(f"{name} lies between {low} and {high}, and {value} does not")
        return str(int(value))
    if kind in ("service", "name", "host", "user") and value.startswith("-"):
        raise ValueError(f"{name} may not begin with '-'")
    if kind in ("service", "name") and not _NAME.fullmatch(value):
        raise ValueError(f"{name} holds letters, digits and @._:/+~- only, unlike {value!r}")
    if kind == "host" and not _HOST.fullmatch(_without_port(parameter, value)):
        raise ValueError(f"{name} is a host name or an address, not {value!r}")
    if kind == "user" and not _USER.fullmatch(value):
        raise ValueError(f"{name} is a login name, not {value!r}")
    if kind == "url" and not _URL.fullmatch(value):
        raise ValueError(f"{name} is an address such as https://example.com/path, not {value!r}")
    if kind == "glob" and "/" in value:
        raise ValueError(f"{name} matches file names, so it may not hold '/'")
    return value


def _without_port(parameter: Parameter, value: str) -> str:
    """The host of HOST:PORT, where the parameter's pattern takes such a value; else `value` as it is."""
    found = _ADDRESS.fullmatch(value) if parameter.pattern and re.fullmatch(parameter.pattern, value) else None
    return found["host"] if found and 1 <= int(found["port"]) <= 65535 else value


def _in(parameter: Parameter) -> str:
    return f" of {parameter.unit}" if parameter.unit else ""


def render(script: Script, parameters: Sequence[Parameter], values: Mapping[str, str]) -> Script:
    """The script with `values` as its arguments' defaults, each reaching it as exactly one argument.

    Defaults among them are spelled out too, so that the script says what it will do; without any value the
    script comes back unchanged.
    Raises ValueError with one sentence for a value that is not of its parameter's type.
    """
    arguments: list[str] = []
    for parameter in parameters:
        if parameter.name not in values:
            continue
        value = validate(parameter, values[parameter.name])
        arguments += (shlex.quote(parameter.option), shlex.quote(value))
    if not arguments:
        return script
    lines = script.text.splitlines(keepends=True)
    head = 0
    while head < len(lines) and lines[head].startswith("#"):
        head += 1
    before, after = "".join(lines[:head]), "".join(lines[head:])
    if before and not before.endswith("\n"):
        before += "\n"
    bound = f'{_BOUND}set -- {" ".join(arguments)} "$@"\n'
    return Script(text=f"{before}{bound}{after}", target=script.target)
