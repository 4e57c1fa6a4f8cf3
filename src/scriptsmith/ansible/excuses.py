"""What a play does to make a deed one that can be put right: a check before a file is put in place, hosts that take
turns, keys that were asserted. What a rule of Bash says of such a task is told, and stops nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Mapping as Names

from ..danger.rules.careful_changes import SERVICE_CHECKERS
from ..danger.rules.kept_copies import CHECKERS
from .modules import full_name
from .playbook import Play, Step, Task, tasks_of
from .prior_checks import given, prior_checks
from .sure_checks import surely_done, words_of
from .yaml_nodes import Mapping, Node, Scalar, Sequence, texts_in

_CHECKED_FIRST = frozenset(("SS1101", "SS1102", "SS1112"))
_FREE_PASS = re.compile(
    r"NOPASSWD:\s*ALL|\bALL\s*=\s*\(?[\w: ,]*\)?\s*ALL\s*$"
    r"|NOPASSWD:[^\n]*/(?:(?:ba|da|k|z)?sh|su|vim?|nano|less|more|python[\d.]*|perl|find|awk|tee|chmod|chown|cp|mv|dd"
    r"|docker|systemctl|apt(?:-get)?|dnf|yum|rsync|tar|env)\s*(?:\*|,|$)",
    re.M | re.I,
)
"""Lines of sudo by which an account is root."""
_NAME = re.compile(r"[A-Za-z_]\w*")


def excuses(play: Play) -> Names[int, tuple[frozenset[str], str]]:
    """By the `id` of a task, the numbers of the rules that its play takes the edge off, and how."""
    found: dict[int, tuple[frozenset[str], str]] = {}
    tasks = [task for step in play.steps() for task in tasks_of(step)]
    turns = _in_turns(play)
    registered: set[str] = set()
    checks = prior_checks(play)
    around = _around(play.steps())
    blank: dict[str, str] = {}
    for index, task in enumerate(tasks):
        short = full_name(task.module).rpartition(".")[2]
        prior = checks.excuse(index, turns) if checks is not None else None
        earlier = (
            [*checks.before(index, anywhere=short in _REBOOTS)] if checks is not None and short in _PREPARED else []
        )
        if prior is not None:
            found[id(task)] = prior
        elif _validated(task):
            found[id(task)] = (_CHECKED_FIRST, "what is written is validated first")
        elif short in _REBOOTS and turns and registered & (_names(task.keywords.get("when")) | around[id(task)][0]):
            found[id(task)] = (frozenset(("SS1350",)), "the hosts take turns, and only those reboot that need to")
        elif short in _REBOOTS and turns and any(_takes_out(each) for each in earlier):
            found[id(task)] = (frozenset(("SS1350",)), "the hosts take turns, and each is taken out first")
        elif short == "mount" and any(_makes_on(each, given(task, "src")) for each in earlier):
            found[id(task)] = (frozenset(("SS1124",)), "the play makes the file system on it")
        elif short == "parted" and given(task, "state") == "present" and _empty(task, blank, around[id(task)][1]):
            found[id(task)] = (frozenset(("SS1121",)), "only where wipefs found no signature on it")
        elif short == "k8s_drain" and turns and _given_back(task, tasks[index + 1 :]):
            found[id(task)] = (frozenset(("SS1451",)), "the nodes take turns, and each is given back")
        elif short == "authorized_key" and checks is not None and _holds_one(task, checks.asserted(index)):
            found[id(task)] = (frozenset(("SS1101",)), "what must be among the keys is asserted first")
        name = task.keywords.get("register")
        if isinstance(name, Scalar):
            registered.add(name.text)
            blank.pop(name.text, None)
            listed = task.free is not None and _LISTS_SIGNATURES.match(task.free.text) and surely_done((play, task))
            if short in ("command", "shell") and task.free is not None and listed:
                blank[name.text] = task.free.text
    return found


_REBOOTS = frozenset(("reboot", "win_reboot"))
_PREPARED = _REBOOTS | {"mount"}
_BALANCED = frozenset(("elb_instance", "elb_target", "haproxy", "k8s_drain"))
"""Modules that take a host out of what it serves."""
_LISTS_SIGNATURES = re.compile(r"\s*wipefs\s+(?!.*(?:\s-[a-zA-Z]*[afo]|\s--(?:all|force|offset)\b))(?!.*[|;&])")


def _around(
    steps: Iterable[Step], names: frozenset[str] = frozenset(), texts: str = ""
) -> dict[int, tuple[set[str], str]]:
    """By the `id` of a task, the names and the texts of the conditions of the blocks that it stands in."""
    found: dict[int, tuple[set[str], str]] = {}
    for step in steps:
        if isinstance(step, Task):
            found[id(step)] = (set(names), texts)
            continue
        when = step.keywords.get("when")
        inner = texts + "\n" + "\n".join(texts_in(when))
        for part in (step.body, step.rescue, step.always):
            found |= _around(part, names | _names(when), inner)
    return found


def _empty(task: Task, blank: Names[str, str], around: str) -> bool:
    """Whether the task is done only where a list of the signatures on its device was empty."""
    device = given(task, "device")
    conditions = [*around.splitlines(), *texts_in(task.keywords.get("when"))]
    return bool(device) and any(
        text.rstrip().endswith(device)
        and any(
            re.fullmatch(
                rf"{re.escape(name)}\.stdout\s*(?:\|\s*trim\s*)?(?:\|\s*length\s*)?==\s*(?:0|''|\"\")", each.strip()
            )
            for each in conditions
        )
        for name, text in blank.items()
    )


def _validated(task: Task) -> bool:
    """Whether a program checks what is written before it is put in place, and it is not a way to root by itself."""
    validate = task.arguments.get("validate")
    if not isinstance(validate, Scalar) or "%s" not in validate.text:
        return False
    if validate.text.split()[0].rpartition("/")[2] not in CHECKERS | SERVICE_CHECKERS:
        return False
    written = " ".join(
        each.text
        for name in ("content", "line", "block", "replace")
        if isinstance(each := task.arguments.get(name), Scalar)
    )
    return not _FREE_PASS.search(written)


def _takes_out(task: Task) -> bool:
    """Whether a task takes the host out of what it serves."""
    if full_name(task.module).rpartition(".")[2] not in _BALANCED:
        return False
    own = {word for node in task.arguments.values() for word in words_of(node)}
    named = any(word.startswith(("inventory_hostname", "ansible_")) for word in own)
    return named and given(task, "state") in ("absent", "disabled", "drain")


def _makes_on(task: Task, device: str) -> bool:
    """Whether a task makes a file system on that device, where there is none."""
    makes = full_name(task.module).endswith(".filesystem") and given(task, "state") != "absent"
    return makes and not _true(task.arguments.get("force")) and given(task, "dev") == device


def _holds_one(task: Task, asserted: list[str]) -> bool:
    """Whether something is asserted to be among the keys that a task sets."""
    keys = re.fullmatch(
        r"\{\{\s*(\w+)\s*(?:\|\s*(?:join(?:\([^()]*\))?|string|trim|unique|list)\s*)*\}\}", given(task, "key")
    )
    one_in = re.compile(r"(?:'[^']+'|\"[^\"]+\"|[\w.]+)\s+in\s+(\w+)")
    return keys is not None and any((held := one_in.fullmatch(text)) and held[1] == keys[1] for text in asserted)


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
        and surely_done((each,))
        and list(texts_in(each.keywords.get("tags"))) == list(texts_in(task.keywords.get("tags")))
        and each.keywords.get("when") is None
        for each in later
    )


def _true(node: Node | None) -> bool:
    return isinstance(node, Scalar) and node.true


def _names(node: Node | None) -> set[str]:
    return {name for text in texts_in(node) for name in _NAME.findall(text)}
