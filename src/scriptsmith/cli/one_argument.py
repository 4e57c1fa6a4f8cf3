"""Texts of several words on a command line: each is one argument, and belongs in quotes."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from os.path import exists

from ..errors import NotFound, UsageError


def quoted(words: Sequence[str]) -> str:
    """The words as one argument for a shell."""
    text = " ".join(words)
    return shlex.quote(text) if any(mark in text for mark in '"$`\\!') else f'"{text}"'


def one_script(command: str, words: Sequence[str], action: str | None) -> str | None:
    """The FILE of `scriptsmith COMMAND FILE --action TEXT`, None without one.

    Without quotes around it the first word of an action is its text and the others arrive as files, in whatever place
    they stand. Raises `UsageError`, or `NotFound` where the only word may be a file as well: with the line as it should
    be.
    """
    there = [word for word in words if word == "-" or exists(word)]
    others = [word for word in words if word not in there]
    if len(words) < 2 and not (others and action and " " not in action):
        return words[0] if words else None
    if not action or not others:
        raise UsageError(f"FILE is one argument, and here are {len(words)}: {' '.join(words)}")
    line = f"scriptsmith {command} {shlex.quote(there[0]) if there else 'FILE'} --action {quoted([action, *others])}"
    if len(words) > 1:
        raise UsageError(f"the action is one argument, put it in quotes: {line}")
    raise NotFound(f"{others[0]}: there is no such file; if it belongs to the action, put that in quotes: {line}")
