"""What is wrong with a playbook, from its text alone: its YAML, its shape, its Jinja, its modules' options.

* SS0020 to SS0028  see `yaml_nodes`, `playbook`, `jinja_text` and `controller`
* SS0029  warning  an option that its module does not have, a value that it does not take, or one that it needs and
  does not get; a module that Ansible does not have. An error in drafts
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Table
from collections.abc import Sequence as Row
from dataclasses import replace
from difflib import get_close_matches

from ..core.types import Finding, Script, Severity
from ..interpreter.model import Place, finding_at
from .controller import Objection, objections
from .jinja_text import expression, has_jinja, template
from .keywords import FREE_FORM, TASK
from .modules import BUILTIN, ModuleOption, full_name, options
from .option_values import wrong_value
from .playbook import Playbook, Task, read_playbook
from .yaml_nodes import Mapping, Node, Scalar, Sequence

NAME = "playbook"
NOT_HANDED_ON = "SS0027"
UNKNOWN = "SS0029"
_SHOWN = 20
"""How many options of a module are named where one was given that it does not have."""


class PlaybookText:
    """A `Checker` that reads the text of a playbook. Nothing is run.

    A `strict` one calls what the table of modules does not have an error: a person's playbook may be for another
    version of Ansible, a model's draft is to be put right.
    """

    name = NAME

    def __init__(self, *, strict: bool = False) -> None:
        self._strict = strict

    async def check(self, script: Script, /) -> Row[Finding]:
        """Everything found, in no order."""
        found = text_findings(read_playbook(script.text))
        return tuple(
            replace(each, severity=Severity.ERROR) if self._strict and each.code == UNKNOWN else each for each in found
        )


def text_findings(playbook: Playbook) -> Iterator[Finding]:
    """What is wrong with a playbook that was read."""
    for problem in playbook.problems:
        yield _finding(problem.code, Severity.ERROR, problem.message, problem.place)
    if playbook.root is None:
        return
    yield from _jinja(playbook.root, set())
    for task in playbook.tasks():
        yield from _options(task)
        yield from _conditions(task)
    for objection in objections(playbook.root):
        yield _refused(objection)


_GRADES = {"runs": Severity.ERROR, "runs later": Severity.WARNING, "not read": Severity.INFO}


def _refused(objection: Objection) -> Finding:
    message = f"not handed to Ansible's own programs: {objection.message}"
    return _finding(NOT_HANDED_ON, _GRADES[objection.grade], message, objection.place)


def may_be_handed_on(playbook: Playbook) -> bool:
    """Whether Ansible's own programs may be given this playbook to check."""
    return not playbook.problems and playbook.root is not None and not objections(playbook.root)


def _jinja(node: Node, seen: set[int]) -> Iterator[Finding]:
    """Templates that Jinja cannot read."""
    if isinstance(node, Scalar):
        if has_jinja(node.text) and not node.tag.endswith("unsafe") and (found := template(node.text)).problem:
            yield _finding("SS0025", Severity.ERROR, found.problem, _line_of(node, found.line))
        return
    if id(node) in seen:
        return
    seen.add(id(node))
    for each in node.items if isinstance(node, Sequence) else [value for _, value in node.pairs]:
        yield from _jinja(each, seen)


def _conditions(task: Task) -> Iterator[Finding]:
    """Bare expressions are templates too."""
    for name in ("when", "changed_when", "failed_when", "until"):
        node = task.keywords.get(name)
        for each in node.items if isinstance(node, Sequence) else [node]:
            if isinstance(each, Scalar) and each.kind == "text" and not has_jinja(each.text):
                found = expression(each.text)
                if found.problem:
                    yield _finding("SS0025", Severity.ERROR, f"`{name}`: {found.problem}", each.place)


def _line_of(node: Scalar, line: int) -> Place:
    if not node.literal:
        return node.place
    at = node.place.line + line
    return Place(line=at, column=1, end_line=at, end_column=1)


def _options(task: Task) -> Iterator[Finding]:
    """Options by the table of modules. A module that the table does not have is left to Ansible."""
    name = full_name(task.module)
    known = options().get(name)
    at = task.module_place or task.place
    if not name and task.module.startswith(BUILTIN):
        yield _finding(UNKNOWN, Severity.WARNING, _no_module(task.module), at)
    if known is None or not known:
        return
    free = task.free is not None or name.rpartition(".")[2] in FREE_FORM
    if name.rpartition(".")[2] in ("set_fact", "set_stats", "add_host", "include_vars", "meta"):
        return
    for given, value in task.arguments.items():
        if given not in known:
            if given in ("_raw_params", "args", "cmd") or (free and given in ("warn",)):
                continue
            yield _finding(UNKNOWN, Severity.WARNING, _no_option(task.module, given, known), _at(value, at))
            continue
        if wrong := wrong_value(value, known[given]):
            yield _finding(UNKNOWN, Severity.WARNING, f"{given!r} of {task.module} {wrong}", _at(value, at))
    named = {known[given].name for given in task.arguments if given in known}
    templated = not task.arguments and task.free is None
    for option in dict.fromkeys(known.values()):
        if option.required and option.name not in named and not free and not templated and not _defaults(task):
            message = f"{task.module} needs the option {option.name!r}, and it is not given"
            yield _finding(UNKNOWN, Severity.WARNING, message, at)


def _no_option(module: str, given: str, known: Table[str, ModuleOption]) -> str:
    """What to write in place of an option that does not exist, in one sentence that a small model can act upon."""
    said = f"{module} has no option {given!r}"
    if given in TASK:
        return f"{said}: it is a keyword of the task, so put it beside the module and not below it"
    if near := get_close_matches(given, known, 1, 0.75):
        return f"{said}: did you mean {near[0]!r}?"
    names = sorted({each.name: each.required for each in known.values()}.items(), key=lambda each: not each[1])
    rest = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{said}; it has {', '.join(name for name, _ in names[:_SHOWN])}{rest}"


def _no_module(module: str) -> str:
    there = [name.removeprefix(BUILTIN) for name in options() if name.startswith(BUILTIN)]
    near = get_close_matches(module.removeprefix(BUILTIN), there, 1, 0.6)
    return f"Ansible has no module {module}" + (f": did you mean {BUILTIN}{near[0]}?" if near else "")


def _defaults(task: Task) -> bool:
    """Whether options come from a variable: `args: "{{ … }}"`."""
    return isinstance(task.keywords.get("args"), Scalar)


def _at(node: Node, otherwise: Place) -> Place:
    return otherwise if isinstance(node, Mapping | Sequence) else node.place


def _finding(code: str, severity: Severity, message: str, place: Place) -> Finding:
    return finding_at(place, checker=NAME, code=code, severity=severity, message=message)
