"""What a playbook does in plain words, from its text alone: the words of the Bash that it is judged by.

The danger analysis has each task as the commands that do what its module does (decision 0047), and the judge without a
model was fitted on descriptions of commands: so a playbook's description is that of those commands, with the playbook's
own names for variables. What they leave out is left out here too, and so are the owner and the mode of what a task
makes while they are the usual ones: every file has them, ansible-lint wants them, and nobody asks for them. Where any
task is not known, or stands in another file, there is no description at all: half of one would pass for the whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..core.types import Script
from ..static_judge import described
from .analysis import variable_names, with_names
from .lowered import BashLine
from .lowering import lower
from .playbook import Play, read_playbook

_GIVES = re.compile(r"(?:chmod|chown|chgrp) |[()]\Z")
_USUAL = re.compile(r"chmod '?0?[0-7][0145][0145]'? \S+\Z|(?:chown|chgrp) '?root'? \S+\Z")
_REMARK = re.compile(r" \((?:never set in the script|the \w+ argument)\)")


def describe(text: str) -> str:
    """What the playbook does; empty when it cannot be read, says nothing, or is not known in every part."""
    playbook = read_playbook(text)
    if playbook.problems or not all(map(_stands_here, playbook.plays)):
        return ""
    commands, names = "", dict[str, str]()
    for play in playbook.plays:
        lowered = lower(play)
        if lowered.unseen:
            return ""
        commands += "".join(f"{line.text}\n" for line in lowered.lines if not _usual(line, lowered.lines))
        names |= variable_names(play)
    return described(Script(text=commands), lambda value: _REMARK.sub("", with_names(value, names)))


def _usual(line: BashLine, lines: Sequence[BashLine]) -> bool:
    """Whether a line only gives what its task makes to root, or a mode by which nobody else may write it."""
    made = any(other.task is line.task and not _GIVES.match(other.text) for other in lines)
    return made and _USUAL.match(line.text) is not None


def _stands_here(play: Play) -> bool:
    """Whether all that a play does is written in it."""
    return play.imported is None and not any(name in play.keywords for name in ("roles", "vars_files"))
