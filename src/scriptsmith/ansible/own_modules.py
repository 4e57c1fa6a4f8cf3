"""Modules whose options are programs or files of their own: commands, scripts, edits of lines, jobs, facts."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from collections.abc import Mapping as Names

from ..bash.parser import parse
from ..interpreter.model import Place
from . import service_modules
from .guards import tests
from .jinja_text import Expression, expression
from .lowered import BashLine, Lowered, Unseen
from .modules import TaskOptions
from .playbook import Task
from .shell_text import shell_lines, word
from .sure_checks import surely_done
from .values import Hole, Scope, Text, evaluated, list_of, literal, shape, text_of, value_of
from .yaml_nodes import Node, Scalar

_TEXTS = frozenset(("shell", "raw", "command", "expect"))
"""Modules whose text is a program of its own, and may be none."""
_FILES = {
    "script": "runs a script that stands elsewhere",
    "include_tasks": "does the tasks of another file",
    "import_tasks": "does the tasks of another file",
    "include": "does the tasks of another file",
    "include_role": "does what a role does, which stands elsewhere",
    "import_role": "does what a role does, which stands elsewhere",
    "import_playbook": "does what another playbook does",
}


def lines(task: Task, name: str, given: TaskOptions, scope: Scope, out: Lowered) -> Iterator[BashLine]:
    """The commands that stand for a task of such a module."""
    short = name.rpartition(".")[2]
    if short in service_modules.WRITERS:
        yield from (_line(text, task) for text in service_modules.WRITERS[short](given, scope))
        return
    writer = _WRITERS.get(short)
    if writer is not None:
        if short == "set_fact" and out.conditional:
            for each in task.arguments:  # it may keep the value that it had, so that nobody can tell which
                scope.set(each, (Hole(each, each),))
            return
        written = list(writer(task, given, scope))
        if short in ("shell", "command") and written and (read := given.one("stdin")):
            written = _reading(written, read)
        problems = parse("\n".join(line.text for line in written)).problems if short in _TEXTS else ()
        if problems:  # what is left open would swallow the tasks that follow
            message = f"cannot be analysed: this cannot be read as Bash: {problems[0][1]}"
            out.unseen.append(Unseen("SS1000", message, task, task.free.place if task.free else task.module_place))
            return
        yield from written
    elif short in _FILES:
        what = task.free.text.split(" ")[0] if task.free else shape(given.one("name") or given.one("file") or ())
        message = f"{_FILES[short]}, and nobody reads it here: {what or short}"
        out.unseen.append(Unseen("SS1808", message, task, task.module_place))


def _reading(written: list[BashLine], text: Text) -> list[BashLine]:
    """The commands with `text` on their standard input."""
    first, last = written[0], written[-1]
    body = [line.text for line in written]
    if len(body) > 1:
        body = ["{", *body, "}"]
    body[-1] += f" <<<{word(text)}"
    places = [first, *written, last] if len(written) > 1 else written
    return [
        BashLine(part, line.place, line.task)
        for whole, line in zip(body, places, strict=True)
        for part in whole.split("\n")
    ]


def _line(text: str, task: Task, at: Node | None = None) -> BashLine:
    place = at.place if at is not None else task.module_place or task.place
    return BashLine(text, place, task)


def _shell(task: Task, given: TaskOptions, scope: Scope) -> Iterator[BashLine]:
    """`shell` and `raw`: the text itself."""
    if task.free is None:
        yield from _inherited(task, given)
        return
    value = task.free
    single = _only_hole(value, scope)
    if single is not None:
        yield _line(f"eval {word(single)}", task, value)
        return
    program = literal(given.one("executable") or ())
    written = list(shell_lines(value, scope))
    if program and not re.search(r"(?:ba|da|k|z|a)?sh\Z", program):
        text = "\n".join(line for line, _ in written)
        yield from (_line(line, task, value) for line in f"{shlex.quote(program)} -c {shlex.quote(text)}".split("\n"))
        return
    for text, source in written:
        yield BashLine(text, _within(value, source), task)


def _inherited(task: Task, given: TaskOptions) -> Iterator[BashLine]:
    """A command that the task does not say itself: it comes from a variable or from `module_defaults`."""
    text = given.one("cmd")
    if text:
        yield _line(f"eval {word(text)}", task)


def _within(value: Scalar, line: int) -> Place:
    """The place of a line of a block scalar; of any other, the whole value's."""
    if not value.literal:
        return value.place
    at = value.place.line + 1 + line
    return Place(line=at, column=1, end_line=at, end_column=1)


def _only_hole(value: Scalar, scope: Scope) -> Text | None:
    text = text_of(value, scope)
    return text if len(text) == 1 and isinstance(text[0], Hole) else None


_OPERATORS = frozenset(("|", "||", "&&", "&", ";", ">", ">>", "<", "2>", "2>&1", "<<", "&>", "|&", ";;"))


def _command(task: Task, given: TaskOptions, scope: Scope) -> Iterator[BashLine]:
    """`command`: words without a shell, so that operators are mere words. Patterns are read as if they were live:
    whoever writes them means the files."""
    listed = task.arguments.get("argv")
    if listed is not None:
        words = list_of(listed, scope)
        if words is None:
            yield _line(f"eval {word(text_of(listed, scope))}", task, listed)
            return
        yield _line(
            " ".join(word(each if isinstance(each, tuple) else text_of(each, scope)) for each in words), task, listed
        )
        return
    if task.free is None:
        yield from _inherited(task, given)
        return
    if (single := _only_hole(task.free, scope)) is not None:
        yield _line(f"eval {word(single)}", task, task.free)
        return
    holes: list[Hole] = []
    marked = ""
    for part in text_of(task.free, scope):
        marked += part if isinstance(part, str) else f"\ue000{len(holes)}\ue001"
        if isinstance(part, Hole):
            holes.append(part)
    try:
        found = shlex.split(marked.strip(), posix=True)
    except ValueError:
        yield _line(" ".join(line for line, _ in shell_lines(task.free, scope)), task, task.free)
        return
    yield _line(" ".join(_word_of(each, holes) for each in found), task, task.free)


_MARKED = re.compile("\ue000(\\d+)\ue001")


def _word_of(marked: str, holes: list[Hole]) -> str:
    pieces: list[str | Hole] = []
    last = 0
    for found in _MARKED.finditer(marked):
        pieces += [marked[last : found.start()], holes[int(found[1])]]
        last = found.end()
    pieces.append(marked[last:])
    shown = ""
    for piece in pieces:
        if isinstance(piece, Hole):
            shown += word((piece,))
        elif piece and not (set(piece) - _LIVE):
            shown += piece
        elif piece:
            shown += "".join(
                each if each and set(each) <= set("*?~/") else shlex.quote(each) if each else ""
                for each in re.split(r"([*?]+)", piece)
            )
    return shown or "''"


_LIVE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./*?~$-+=:,@%")


def _expect(task: Task, given: TaskOptions, scope: Scope) -> Iterator[BashLine]:
    command = task.arguments.get("command")
    if isinstance(command, Scalar):
        yield from (BashLine(text, command.place, task) for text, _ in shell_lines(command, scope))


def _lineinfile(task: Task, given: TaskOptions, scope: Scope) -> Iterator[BashLine]:
    """A line that is put into a file, or taken out of it."""
    path = given.one("path")
    if path is None:
        return
    state = literal(given.one("state") or ("present",)) or "present"
    line = given.one("line") or given.one("block")
    yield from _copy_kept(path, given, task)
    if state == "absent" or not line:
        yield _line(f"sed -i -e /x/d {word(path)}", task)
    else:
        yield _line(f"printf '%s\\n' {word(line)} >> {word(path)}", task)
    yield from _rights(path, given, task)


def _replace(task: Task, given: TaskOptions, scope: Scope) -> Iterator[BashLine]:
    path = given.one("path")
    if path is not None:
        yield from _copy_kept(path, given, task)
        yield _line(f"sed -i -e s/x/y/ {word(path)}", task)
        yield from _rights(path, given, task)


def _ini(task: Task, given: TaskOptions, scope: Scope) -> Iterator[BashLine]:
    path = given.one("path")
    if path is not None:
        value = given.one("value") or ()
        yield _line(f"printf '%s=%s\\n' {word(given.one('option') or ('x',))} {word(value)} >> {word(path)}", task)
        yield from _rights(path, given, task)


def _copy_kept(path: Text, given: TaskOptions, task: Task) -> Iterator[BashLine]:
    """`backup` keeps the old file beside the new one."""
    if (literal(given.one("backup") or ("no",)) or "no").lower() in ("yes", "true", "on"):
        yield _line(f"cp -a -- {word(path)} {word((*path, '.bak'))}", task)


def _rights(path: Text, given: TaskOptions, task: Task) -> Iterator[BashLine]:
    for option, program in (("mode", "chmod"), ("owner", "chown"), ("group", "chgrp")):
        value = given.one(option)
        if value is not None:
            yield _line(f"{program} {word(value)} {word(path)}", task)


def _authorized_key(task: Task, given: TaskOptions, scope: Scope) -> Iterator[BashLine]:
    """A key more is what the module is for, and told; one that replaces all others locks people out."""
    user = given.one("user") or ("user",)
    path = given.one("path") or ("/home/", *user, "/.ssh/authorized_keys")
    state = literal(given.one("state") or ("present",))
    exclusive = literal(given.one("exclusive") or ("no",))
    if exclusive not in ("no", "false", "False", "No"):
        yield _line(f"printf '%s\\n' {word(given.one('key') or ('key',))} > {word(path)}", task)
    elif state != "absent":
        yield _line(f"ssh-copy-id {word((*user, '@localhost'))}", task)
    else:
        yield _line(f"sed -i -e /x/d {word(path)}", task)


def _cron(task: Task, given: TaskOptions, scope: Scope) -> Iterator[BashLine]:
    """A job in a user's table, or in a file of its own."""
    user = given.one("user")
    whose = f"-u {word(user)} " if user else ""
    file, job = given.one("cron_file"), given.one("job")
    state = literal(given.one("state") or ("present",))
    if state == "absent":
        if file is not None and given.one("name") is None:
            yield _line(f"rm -f -- {word(('/etc/cron.d/', *file))}", task)
        else:
            yield _line(f"crontab {whose}-l | grep -v x | crontab {whose}-", task)
    elif job is not None:
        entry = word(("0 0 * * * ", *([*user, " "] if file is not None and user else []), *job))
        if file is not None:
            yield _line(f"printf '%s\\n' {entry} > {word(('/etc/cron.d/', *file))}", task)
        else:
            yield _line(f"(crontab {whose}-l; printf '%s\\n' {entry}) | crontab {whose}-", task)


def _at(task: Task, given: TaskOptions, scope: Scope) -> Iterator[BashLine]:
    command = given.one("command")
    if command is not None:
        yield _line(f"printf '%s\\n' {word(command)} | at now + 1 hour", task)


def _set_fact(task: Task, given: TaskOptions, scope: Scope) -> Iterator[BashLine]:
    """Values for the tasks that follow: no command."""
    for name, value in task.arguments.items():
        if name != "cacheable":
            scope.set(name, value_of(value, scope))
    return iter(())


def _assert(task: Task, given: TaskOptions, scope: Scope) -> Iterator[BashLine]:
    """What is asserted holds for all that follows, which is why it stands in no subshell."""
    that = task.arguments.get("that")
    if that is not None and surely_done((task,)):
        for test in tests(that, scope):
            if "condition" not in test:
                yield _line(f"{test} || exit 1", task)


def _debug(task: Task, given: TaskOptions, scope: Scope) -> Iterator[BashLine]:
    """What is printed lands in the log of whoever runs the playbook."""
    for option in ("msg", "var", "prompt", "fail_msg", "success_msg"):
        text = given.one(option)
        if text:
            shown = tuple(text)
            if option == "var" and isinstance(shown[0], str) and re.fullmatch(r"[\w.]+", shown[0]):
                name = shown[0].replace(".", "_")
                found = tuple(_read_of(shown[0], scope))
                shown = found or (Hole(name, shown[0]),)
            if any(isinstance(part, Hole) for part in shown):
                yield _line(f"echo {word(shown)}", task)


def _read_of(variable: str, scope: Scope) -> Iterator[Hole]:
    """The secrets of the controller that the value of a variable was looked up from."""
    for piece in expression(variable).pieces:
        if isinstance(piece, Expression):
            yield from (part for part in evaluated(piece, scope) if isinstance(part, Hole) and part.secret)


def _message(task: Task, given: TaskOptions, scope: Scope) -> Iterator[BashLine]:
    """Something is sent to a service of the network."""
    text = given.one("msg") or given.one("body") or ("message",)
    yield _line(f"curl -d {word(text)} https://{task.short}.example/", task)


_WRITERS: Names[str, Callable[[Task, TaskOptions, Scope], Iterator[BashLine]]] = {
    "shell": _shell,
    "raw": _shell,
    "command": _command,
    "expect": _expect,
    "lineinfile": _lineinfile,
    "blockinfile": _lineinfile,
    "replace": _replace,
    "ini_file": _ini,
    "xml": _replace,
    "authorized_key": _authorized_key,
    "cron": _cron,
    "at": _at,
    "set_fact": _set_fact,
    "assert": _assert,
    "debug": _debug,
    "fail": _debug,
    "pause": _debug,
    "slack": _message,
    "mail": _message,
    "telegram": _message,
    "mattermost": _message,
}
