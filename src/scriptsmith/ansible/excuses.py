"""What a play does to make a deed one that can be put right: a check before a file is put in place, hosts that take
turns, keys that were asserted. What a rule of Bash says of such a task is told, and stops nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping as Names

from .modules import full_name
from .playbook import Play, Task, tasks_of
from .prior_checks import prior_checks
from .yaml_nodes import Mapping, Node, Scalar, Sequence, texts_in

_CHECKED_FIRST = frozenset(("SS1101", "SS1102", "SS1112"))
_FREE_PASS = re.compile(r"NOPASSWD:\s*ALL|\bALL\s*=\s*\(?[\w: ,]*\)?\s*ALL\s*$", re.M)
_NAME = re.compile(r"[A-Za-z_]\w*")


def excuses(play: Play) -> Names[int, tuple[frozenset[str], str]]:
    """By the `id` of a task, the numbers of the rules that its play takes the edge off, and how."""
    found: dict[int, tuple[frozenset[str], str]] = {}
    tasks = [task for step in play.steps() for task in tasks_of(step)]
    turns = _in_turns(play)
    registered: set[str] = set()
    asserted = ""
    checks = prior_checks(play)
    for index, task in enumerate(tasks):
        short = full_name(task.module).rpartition(".")[2]
        prior = checks.excuse(index, turns) if checks is not None else None
        if prior is not None:
            found[id(task)] = prior
        elif _validated(task):
            found[id(task)] = (_CHECKED_FIRST, "what is written is validated first")
        elif short == "reboot" and turns and registered & _names(task.keywords.get("when")):
            found[id(task)] = (frozenset(("SS1350",)), "the hosts take turns, and only those reboot that need to")
        elif short == "k8s_drain" and turns and _given_back(task, tasks[index + 1 :]):
            found[id(task)] = (frozenset(("SS1451",)), "the nodes take turns, and each is given back")
        elif short == "authorized_key" and any(
            re.search(rf"\bin\s+{re.escape(name)}\b", asserted) for name in _names(task.arguments.get("key"))
        ):
            found[id(task)] = (frozenset(("SS1101",)), "what must be among the keys is asserted first")
        elif short == "assert" and task.keywords.get("when") is None and not _goes_on(task):
            asserted += " ".join(texts_in(task.arguments.get("that"))) + " "
        name = task.keywords.get("register")
        if isinstance(name, Scalar):
            registered.add(name.text)
    return found


def _validated(task: Task) -> bool:
    """Whether a program checks what is written before it is put in place, and it is not a way to root by itself."""
    validate = task.arguments.get("validate")
    if not isinstance(validate, Scalar) or "%s" not in validate.text:
        return False
    written = " ".join(
        each.text
        for name in ("content", "line", "block", "replace")
        if isinstance(each := task.arguments.get(name), Scalar)
    )
    return not _FREE_PASS.search(written)


def _goes_on(task: Task) -> bool:
    ignored, failed = task.keywords.get("ignore_errors"), task.keywords.get("failed_when")
    return failed is not None or (isinstance(ignored, Scalar) and ignored.true)


def _in_turns(play: Play) -> bool:
    """Whether the hosts are taken in parts of at most a half, and the play ends where a part fails."""
    serial = play.keywords.get("serial")
    parts = serial.items if isinstance(serial, Sequence) else [serial]
    sizes = [each.text.strip() for each in parts if isinstance(each, Scalar)]
    if not sizes or len(sizes) != len(parts):
        return False
    for size in sizes:
        number = size.removesuffix("%")
        if not number.isdigit() or not 0 < int(number) <= (50 if size.endswith("%") else 10):
            return False
    allowed, any_error = play.keywords.get("max_fail_percentage"), play.keywords.get("any_errors_fatal")
    ends = (isinstance(allowed, Scalar) and allowed.text.strip() == "0") or (
        isinstance(any_error, Scalar) and any_error.true
    )
    return ends or sizes == ["1"]


def _given_back(task: Task, later: list[Task]) -> bool:
    """Whether a node that is drained, its budgets honoured, is uncordoned by a later task."""
    options = task.arguments.get("delete_options")
    if isinstance(options, Mapping) and any(_true(options.get(name)) for name in ("disable_eviction", "force")):
        return False
    if options is not None and not isinstance(options, Mapping):
        return False
    name = task.arguments.get("name")
    return any(
        full_name(each.module).endswith(".k8s_drain")
        and isinstance(state := each.arguments.get("state"), Scalar)
        and state.text == "uncordon"
        and list(texts_in(each.arguments.get("name"))) == list(texts_in(name))
        for each in later
    )


def _true(node: Node | None) -> bool:
    return isinstance(node, Scalar) and node.true


def _names(node: Node | None) -> set[str]:
    return {name for text in texts_in(node) for name in _NAME.findall(text)}
