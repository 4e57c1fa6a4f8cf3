"""What a playbook would change, from its text alone: the changes of the Bash that it is judged by (decision 0047).

Handlers that no task notifies never run, and are left out. Of a module that is not known nothing is told: the danger
analysis says so of the playbook.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..unasked.change import ScriptChange
from ..unasked.changes import changes_of
from .analysis import variable_names, with_names
from .jinja_text import has_jinja
from .lowering import lower
from .playbook import Play, Task, read_playbook, tasks_of
from .yaml_nodes import texts_in


def changes_of_playbook(text: str) -> tuple[ScriptChange, ...]:
    """The changes that a playbook would make, in the order of each play; none of one that cannot be read."""
    playbook = read_playbook(text)
    return () if playbook.problems else tuple(change for play in playbook.plays for change in _changes(play))


def _changes(play: Play) -> Iterator[ScriptChange]:
    lowered, names, idle = lower(play), variable_names(play), _never_run(play)
    for change in changes_of(lowered.text()):
        line = lowered.at(change.place.line)
        if line is not None and id(line.task) not in idle:
            yield replace(change, told=with_names(change.told, names), place=line.place)


def _never_run(play: Play) -> set[int]:
    """The handlers (by identity) that no task notifies; none where a name is computed."""
    notified = [name for task in _tasks(play) for name in texts_in(task.keywords.get("notify"))]
    if any(map(has_jinja, notified)):
        return set()
    handlers = [task for step in play.sections.get("handlers", ()) for task in tasks_of(step)]
    return {id(each) for each in handlers if not {each.name, *texts_in(each.keywords.get("listen"))} & set(notified)}


def _tasks(play: Play) -> Iterator[Task]:
    for step in play.steps():
        yield from tasks_of(step)
