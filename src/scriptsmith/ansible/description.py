"""What a playbook does in plain words, from its text alone: the words of the Bash that it is judged by.

The danger analysis has each task as the commands that do what its module does (decision 0047), and the judge without a
model was fitted on descriptions of commands: so a playbook's description is that of those commands, with the playbook's
own names for variables. What they leave out is left out here too. Where any task is not known, or stands in another
file, there is no description at all: half of one would pass for the whole.
"""

from __future__ import annotations

import re

from ..core.types import Script
from ..static_judge import described
from .analysis import variable_names, with_names
from .lowering import lower
from .playbook import Play, read_playbook

_SETTING = "set -e\n"
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
        commands += lowered.text().removeprefix(_SETTING)
        names |= variable_names(play)
    return described(Script(text=commands), lambda value: _REMARK.sub("", with_names(value, names)))


def _stands_here(play: Play) -> bool:
    """Whether all that a play does is written in it."""
    return play.imported is None and not any(name in play.keywords for name in ("roles", "vars_files"))
