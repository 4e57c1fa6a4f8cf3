"""What a play does to make a deed one that can be put right: a check before a file is put in place, hosts that take
turns, keys that were asserted. What a rule of Bash says of such a task is told, and stops nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Mapping as Names

from .modules import full_name
from .playbook import Play, Step, Task, tasks_of
from .preparations import prepared
from .prior_checks import given, prior_checks
from .yaml_nodes import Mapping, Node, Scalar, Sequence, texts_in

_CHECKED_FIRST = frozenset(("SS1101", "SS1102", "SS1112"))
_FREE_PASS = re.compile(
    r"NOPASSWD:\s*ALL"
    r"|NOPASSWD:[^\n]*/(?:(?:ba|da|k|z)?sh|su|vim?|nano|less|more|python[\d.]*|perl|find|awk|tee|chmod|chown|cp|mv|dd"
    r"|docker|systemctl|apt(?:-get)?|dnf|yum|rsync|tar|env)\s*(?:\*|,|$)"
    r"|^(?!\s*%[\w.@-]*(?:admin|wheel|sudo|root|sre|ops\b)).*\bALL\s*=\s*\(?[\w: ,]*\)?\s*ALL\s*$",
    re.M | re.I,
)
"""Lines of sudo by which an account is root without a password, or one that is no group of administrators with one."""
_NAME = re.compile(r"[A-Za-z_]\w*")


def excuses(play: Play) -> Names[int, tuple[frozenset[str], str]]:
    """By the `id` of a task, the numbers of the rules that its play takes the edge off, and how."""
    found: dict[int, tuple[frozenset[str], str]] = {}
    tasks = [task for step in play.steps() for task in tasks_of(step)]
    turns = _in_turns(play)
    registered: set[str] = set()
    asserted = ""
    checks = prior_checks(play)
    around = _around(play.steps())
    made: set[str] = set()
    blank: dict[str, str] = {}
    taken_out = False
    for index, task in enumerate(tasks):
        short = full_name(task.module).rpartition(".")[2]
        prior = checks.excuse(index, turns) if checks is not None else None
        if prior is None and checks is not None:
            prior = prepared(checks, index, play)
        if prior is not None:
            found[id(task)] = prior
        elif _validated(task):
            found[id(task)] = (_CHECKED_FIRST, "what is written is validated first")
        elif short in _REBOOTS and turns and registered & (_names(task.keywords.get("when")) | around[id(task)][0]):
            found[id(task)] = (frozenset(("SS1350",)), "the hosts take turns, and only those reboot that need to")
        elif short in _REBOOTS and turns and taken_out:
            found[id(task)] = (frozenset(("SS1350",)), "the hosts take turns, and each is taken out first")
        elif short in _REBOOTS and turns and _waited_for(tasks[index + 1 :]):
            found[id(task)] = (
                frozenset(("SS1350",)),
                "the hosts take turns, and the next waits until this one is well",
            )
        elif short == "mount" and given(task, "src") in made:
            found[id(task)] = (frozenset(("SS1124",)), "the play makes the file system on it")
        elif (
            short == "haproxy"
            and turns
            and given(task, "state") == "disabled"
            and _served_again(task, tasks[index + 1 :])
        ):
            found[id(task)] = (frozenset(("SS1401",)), "the hosts take turns, and each is put back")
        elif short == "sudoers" and not _TRUE_ROOT.search(given(task, "commands")) and _says_what(task):
            found[id(task)] = (frozenset(("SS1101",)), "the module checks what it writes, and it names the commands")
        elif short == "parted" and given(task, "state") == "present" and _empty(task, blank, around[id(task)][1]):
            found[id(task)] = (frozenset(("SS1121",)), "only where wipefs found no signature on it")
        elif short == "k8s_drain" and turns and _given_back(task, tasks[index + 1 :]):
            found[id(task)] = (frozenset(("SS1451",)), "the nodes take turns, and each is given back")
        elif short == "user" and given(task, "state") == "absent" and _named_leaver(task):
            found[id(task)] = (frozenset(("SS1601",)), "it is named in the playbook, and its files stay")
        elif short == "authorized_key" and any(
            re.search(rf"\bin\s+{re.escape(name)}\b", asserted)
            for name in _names_behind(task, tasks[:index], play, turns or _first_alone(play))
        ):
            found[id(task)] = (frozenset(("SS1101",)), "what must be among the keys is asserted first")
        elif short == "assert" and task.keywords.get("when") is None and not _goes_on(task):
            asserted += " ".join(texts_in(task.arguments.get("that"))) + " "
        if short == "filesystem" and not _true(task.arguments.get("force")) and given(task, "state") != "absent":
            made.add(given(task, "dev"))
        taken_out = taken_out or (short in _BALANCED and not _goes_on(task))
        name = task.keywords.get("register")
        if isinstance(name, Scalar):
            registered.add(name.text)
            blank.pop(name.text, None)
            if short == "parted" and given(task, "state") in ("", "info"):
                blank[name.text] = given(task, "device")
            if short in ("command", "shell") and task.free is not None and _LISTS_SIGNATURES.match(task.free.text):
                blank[name.text] = task.free.text
    return found


def _names_behind(task: Task, earlier: list[Task], play: Play, turns: bool) -> set[str]:
    """The variables that the keys of a task consist of; where the hosts take turns, those too that these are made of
    by the play's own variables and facts."""
    found = _names(task.arguments.get("key"))
    if not turns:
        return found
    variables = play.keywords.get("vars")
    made = [(key.text, [value]) for key, value in variables.pairs] if isinstance(variables, Mapping) else []
    for each in earlier:
        if full_name(each.module).endswith(".set_fact"):
            made += [
                (key, [value, *([each.loop] if each.loop is not None else [])]) for key, value in each.arguments.items()
            ]
    for _ in range(4):
        found |= {name for key, values in made if key in found for value in values for name in _names(value)}
    return found


_KEPT_ACCOUNTS = re.compile(
    r"root|admin\w*|ansible|deploy\w*|ops|ec2-user|ubuntu|debian|centos|postgres|mysql|oracle|www-data|nginx|backup|git|svc\W?\w*"
)


def _named_leaver(task: Task) -> bool:
    """Whether the accounts that a task removes stand there by name, are of no service, and leave their files."""
    if any(_true(task.arguments.get(option)) or "{" in given(task, option) for option in ("remove", "force")):
        return False
    name = given(task, "name")
    if task.loop is not None:
        names = (
            [each.text for each in task.loop.items if isinstance(each, Scalar)]
            if isinstance(task.loop, Sequence)
            else []
        )
        if not re.fullmatch(r"\{\{\s*item\s*\}\}", name) or not names or len(names) != len(list(texts_in(task.loop))):
            return False
    else:
        names = [name]
    return all(re.fullmatch(r"[a-z][\w.-]{2,}", each) and not _KEPT_ACCOUNTS.fullmatch(each) for each in names)


_TRUE_ROOT = re.compile(
    r"\bALL\b|[*]|(?:\A|[\s,/])(?:(?:ba|da|k|z)?sh|su|vim?|nano|less|more|python[\d.]*|perl|find|awk|tee|chmod|chown|cp|mv|dd|env"
    r"|docker|rsync|tar)(?:\s|,|\Z)|/(?:systemctl|apt(?:-get)?|dnf|yum)\s*(?:,|\Z)"
)
"""Commands by which whoever may run them is root."""


def _says_what(task: Task) -> bool:
    """Whether a rule of sudo names its commands, and its check is not turned off."""
    commands = given(task, "commands")
    return commands.startswith("/") and "{" not in commands and given(task, "validation") in ("", "required", "detect")


def _served_again(task: Task, later: list[Task]) -> bool:
    """Whether what is taken out of a balancer is put in again."""
    return any(
        each.module == task.module
        and given(each, "state") == "enabled"
        and given(each, "host") == given(task, "host")
        and each.keywords.get("when") is None
        for each in later
    )


_REBOOTS = frozenset(("reboot", "win_reboot", "win_updates"))


_WAITS = frozenset(("wait_for", "win_wait_for"))


def _waited_for(later: list[Task]) -> bool:
    """Whether the play waits after a task until a check of its own holds, and ends where it does not."""
    return any(
        (each.keywords.get("until") is not None or full_name(each.module).rpartition(".")[2] in _WAITS)
        and not _true(each.keywords.get("ignore_errors"))
        and not (isinstance(never := each.keywords.get("failed_when"), Scalar) and never.kind != "text")
        and each.keywords.get("when") is None
        for each in later
    )


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
                rf"{re.escape(name)}\.(?:stdout|partitions)\s*(?:\|\s*trim\s*)?(?:\|\s*length\s*)?==\s*(?:0|''|\"\")",
                each.strip(),
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


def _first_alone(play: Play) -> bool:
    """Whether one host goes first, and the play ends where it fails."""
    serial = play.keywords.get("serial")
    first = serial.items[0] if isinstance(serial, Sequence) and serial.items else serial
    return isinstance(first, Scalar) and first.text.strip() == "1"


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
