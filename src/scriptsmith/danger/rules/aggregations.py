"""Commands of whose output only a number, a digest or names are left at the end of a pipeline."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...interpreter.model import Command
from .invocation import Invocation, invocation
from .word_lists import set_of

_DIGESTS = set_of("wc md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum")
_SEARCHES = frozenset(("grep", "egrep", "fgrep", "zgrep", "rg"))
_PASSING = _SEARCHES | set_of(
    "cat tr sort uniq cut head tail strings rev tac nl fold fmt zcat column expand base64 xxd"
)
_FIRST_FIELD = re.compile(r"\A\s*(?:BEGIN\s*\{[^}]*\}\s*)?(?:[^{]*)\{\s*print\s*\$1\s*\}\s*\Z")


def invocations(commands: Sequence[Command]) -> list[Invocation]:
    """The commands as their programs read them, with those marked of which only a measure is shown."""
    calls = [invocation(command) for command in commands]
    if not any(call.name in _ENDS for call in calls):
        return calls
    measured = {id(command) for call in calls for command in _measured(call)}
    return [replace(call, measured=True) if id(call.command) in measured else call for call in calls]


_ENDS = _DIGESTS | _SEARCHES | {"cut", "awk", "gawk", "mawk", "jq"}
_NAMES_ONLY = re.compile(r"\bkeys\b|\blength\b|\.metadata\b|\.type\b")
_VALUES = re.compile(
    r"\.data\s*\.\s*\w|\.data\s*\[|\.data\s*(?:[,}]|\Z)|to_entries|map_values|@base64d|\.value\b|\A\s*\.\s*\Z"
)


def _measured(call: Invocation) -> Sequence[Command]:
    """The commands whose output `call` reduces to a measure, itself among them."""
    feeding = call.command.upstream
    if call.name == "jq" and any(each.name in ("kubectl", "oc") for each in feeding):
        program = call.words[0] if call.words else "."
        return feeding if _NAMES_ONLY.search(program) and not _VALUES.search(program) else ()
    if any(each.name not in _PASSING or _written(each) or _called(each) for each in feeding):
        return ()
    if call.name in _DIGESTS or _counts(call):
        return (*feeding, call.command)
    return feeding if feeding and first_only(call) else ()


def _counts(call: Invocation) -> bool:
    return call.name in _SEARCHES and call.has("-c", "--count", "-q", "--quiet", "--silent")


def first_only(call: Invocation) -> bool:
    """Whether only the first field of each line is shown, the names in a file of accounts."""
    if call.name == "cut":
        return (call.value("-f", "--fields") or "") == "1"
    if call.name in ("awk", "gawk", "mawk"):
        return bool(call.words) and (bool(_FIRST_FIELD.match(call.words[0])) or _prints_first(call.words[0]))
    return False


_PRINTS = re.compile(r"\bprintf?\b([^;}]*)")


def _prints_first(program: str) -> bool:
    """Whether all that an awk program prints are fixed texts and the first field."""
    printed = _PRINTS.findall(re.sub(r'"[^"]*"', '""', program))
    return bool(printed) and all(re.fullmatch(r'(?:\s*(?:""|\$1)\s*,?)+', each) for each in printed)


def _called(command: Command) -> bool:
    """Whether it stands in a function, which may be called elsewhere as well with nothing behind it."""
    return any(step.startswith("function ") for step in command.via)


def _written(command: Command) -> bool:
    return any(">" in redirect.operator and redirect.descriptor != 2 for redirect in command.redirects)
