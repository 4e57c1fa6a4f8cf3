"""Which processes a listing of them picks, where their numbers are then given to kill."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation, invocation
from .origins import substituted
from .rule import dangerous

USERS = ("-u", "--euid", "-U", "--uid", "--user", "--User")
_KILLING = frozenset(("9", "KILL", "SIGKILL"))
_WIDE = re.compile(r"/|/(?:var|usr|etc|home|srv|opt|lib|bin|var/(?:lib|log|run))/?")
_MATCHERS = frozenset(("grep", "egrep", "fgrep", "rg"))
_MATCHING = re.compile(r"/[^/]*\w{3}[^/]*/|[=~]\s*\"\w{3}")


def listed(call: Invocation, signal: str) -> Hit | None:
    """What a listing of processes decides: the biggest ones, or whatever one of its lines holds."""
    command = call.command
    fed = "xargs" in command.via or any(part.kind == "input" for word in command.arguments for part in word.unknowns)
    commands = [*(command.upstream if fed else ())]
    for word in command.arguments:
        for part in word.unknowns:
            commands += substituted(part)
    listing = next((each for each in commands if each.name in ("ps", "top", "lsof")), None)
    if listing is None:
        return None
    told = invocation(listing)
    if listing.name == "lsof":
        wide = next((word.shape for word in told.operands if _WIDE.fullmatch(word.shape)), "")
        return dangerous(f"ends every process that has a file open below {wide}") if wide else None
    if told.has("-C", "-p", "--pid", "--ppid", "-t", "--tty", "-q") or told.all(*USERS):
        return None
    texts = [" ".join(word.shape for word in each.arguments) for each in commands]
    named = any(
        each.name in _MATCHERS or (each.name in ("awk", "gawk", "mawk") and _MATCHING.search(text))
        for each, text in zip(commands, texts, strict=True)
    )
    if any(
        each.name in _MATCHERS and any(word.unknowns and not word.emptied.strip("^$.*") for word in each.arguments[-1:])
        for each in commands
    ):
        return dangerous("ends every process that is listed, where the pattern is empty")
    if not named:
        return dangerous("ends the processes that stand on top of a listing, whichever they are")
    if signal.upper() in _KILLING:
        return dangerous("kills every process whose line in the listing matches, without letting it save anything")
    return None
