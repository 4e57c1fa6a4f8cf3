"""A playbook as plays, blocks and tasks, with places and with what does not fit said in sentences.

* SS0024  error  this is no playbook, or a part of it has another shape than Ansible takes
* SS0028  error  a keyword that Ansible does not know, a task with no module or with several
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TypeAlias

from ..interpreter.model import Place
from .keywords import BLOCK, FREE_FORM, PLAY, SECTIONS, TASK
from .yaml_nodes import Mapping, Node, Scalar, Sequence, UnreadableYaml, YamlProblem, read_yaml


@dataclass(slots=True)
class Task:
    """One task or handler. `module` is as written, `arguments` by name, `free` the text of a module that takes one.

    `computed` is an expression that all options come from, `loop` what it is repeated over, and `looping` the keyword
    (`loop`, `with_items`).
    """

    place: Place
    module: str = ""
    module_place: Place | None = None
    name: str = ""
    arguments: dict[str, Node] = field(default_factory=dict)
    free: Scalar | None = None
    computed: Scalar | None = None
    keywords: dict[str, Node] = field(default_factory=dict)
    loop: Node | None = None
    looping: str = ""

    @property
    def short(self) -> str:
        """The module without its collection."""
        return self.module.rpartition(".")[2]

    @property
    def loop_variable(self) -> str:
        """What an item of its loop is called."""
        control = self.keywords.get("loop_control")
        named = control.get("loop_var") if isinstance(control, Mapping) else None
        return named.text if isinstance(named, Scalar) else "item"


@dataclass(slots=True)
class Block:
    """Tasks that share keywords. `rescue` runs when one fails, `always` in any case."""

    place: Place
    body: list[Step] = field(default_factory=list)
    rescue: list[Step] = field(default_factory=list)
    always: list[Step] = field(default_factory=list)
    keywords: dict[str, Node] = field(default_factory=dict)


Step: TypeAlias = Task | Block


@dataclass(slots=True)
class Play:
    """What is done on the hosts of one pattern; `imported` names another playbook that stands in its place."""

    place: Place
    hosts: Node | None = None
    imported: Scalar | None = None
    sections: dict[str, list[Step]] = field(default_factory=dict)
    keywords: dict[str, Node] = field(default_factory=dict)

    def steps(self) -> Iterator[Step]:
        """Everything in the order in which it runs, handlers last."""
        for section in SECTIONS:
            yield from self.sections.get(section, ())


@dataclass(slots=True)
class Playbook:
    """All that was read. Without `plays` it could not be: `problems` says why."""

    plays: list[Play] = field(default_factory=list)
    problems: list[YamlProblem] = field(default_factory=list)
    root: Node | None = None

    def tasks(self) -> Iterator[Task]:
        """Every task and handler, in the order of the text of each play."""
        for play in self.plays:
            for step in play.steps():
                yield from tasks_of(step)


def tasks_of(step: Step) -> Iterator[Task]:
    """The task itself, or every task in the block."""
    if isinstance(step, Task):
        yield step
        return
    for inner in (*step.body, *step.rescue, *step.always):
        yield from tasks_of(inner)


def read_playbook(text: str) -> Playbook:
    """The plays in `text`. Never raises: what cannot be read is among the problems."""
    try:
        root, twice = read_yaml(text)
    except UnreadableYaml as error:
        return Playbook(problems=[error.problem])
    reader = _Reader(list(twice))
    plays = reader.plays(root)
    return Playbook(plays, reader.problems, root)


class _Reader:
    """Makes plays of nodes and notes what does not fit."""

    def __init__(self, problems: list[YamlProblem]) -> None:
        self.problems = problems

    def _wrong(self, message: str, place: Place, code: str = "SS0024") -> None:
        self.problems.append(YamlProblem(code, message, place))

    def plays(self, root: Node) -> list[Play]:
        if not isinstance(root, Sequence):
            self._wrong(
                "this is no playbook: that is a list of plays, each beginning with - and naming hosts", root.place
            )
            return []
        if not root.items:
            self._wrong("the list of plays is empty: nothing would be done", root.place)
        if root.items and all(isinstance(item, Mapping) and self._is_task(item) for item in root.items):
            self._wrong(
                "these are tasks without a play: put them under `tasks:` of a play that names hosts", root.place
            )
            return [Play(root.place, sections={"tasks": self._steps(root)})]
        return [play for item in root.items if (play := self._play(item)) is not None]

    def _is_task(self, item: Mapping) -> bool:
        return not any(key.text in PLAY - TASK - BLOCK or key.text == "import_playbook" for key, _ in item.pairs)

    def _play(self, node: Node) -> Play | None:
        if not isinstance(node, Mapping):
            self._wrong("a play is a mapping with `hosts` and `tasks`; here is something else", node.place)
            return None
        play = Play(node.place, hosts=node.get("hosts"))
        for key, value in node.pairs:
            name = key.text.removeprefix("ansible.builtin.")
            if name == "import_playbook":
                play.imported = value if isinstance(value, Scalar) else Scalar("", key.place)
            elif key.text in SECTIONS:
                play.sections[key.text] = self._steps(value)
            else:
                play.keywords[key.text] = value
                if key.text not in PLAY and play.imported is None and node.key("import_playbook") is None:
                    self._wrong(_unknown(key.text, "play", PLAY), key.place, "SS0028")
        if play.hosts is None and play.imported is None:
            self._wrong("the play names no `hosts`: Ansible refuses it", node.place)
        elif isinstance(play.hosts, Mapping) or (isinstance(play.hosts, Scalar) and not play.hosts.text.strip()):
            self._wrong("`hosts` is a pattern or a list of patterns, and here is none", play.hosts.place)
        return play

    def _steps(self, node: Node) -> list[Step]:
        if isinstance(node, Scalar) and node.kind == "null":
            return []
        if not isinstance(node, Sequence):
            self._wrong("tasks are a list, each beginning with -; here is something else", node.place)
            return []
        return [step for item in node.items if (step := self._step(item)) is not None]

    def _step(self, node: Node) -> Step | None:
        if isinstance(node, Scalar) and node.kind == "null":
            return None
        if not isinstance(node, Mapping):
            self._wrong("a task is a mapping of its module and keywords; here is something else", node.place)
            return None
        return self._block(node) if node.key("block") else self._task(node)

    def _block(self, node: Mapping) -> Block:
        block = Block(node.place)
        for key, value in node.pairs:
            if key.text == "block":
                block.body = self._steps(value)
            elif key.text == "rescue":
                block.rescue = self._steps(value)
            elif key.text == "always":
                block.always = self._steps(value)
            else:
                block.keywords[key.text] = value
                if key.text not in BLOCK:
                    self._wrong(_unknown(key.text, "block", BLOCK), key.place, "SS0028")
        return block

    def _task(self, node: Mapping) -> Task:
        task = Task(node.place)
        modules: list[tuple[Scalar, Node]] = []
        for key, value in node.pairs:
            if key.text in ("loop",) or key.text.startswith("with_"):
                task.loop, task.looping = value, key.text
            elif key.text in ("action", "local_action"):
                task.keywords[key.text] = value
                modules.append((key, value))
            elif key.text in TASK:
                task.keywords[key.text] = value
            else:
                modules.append((key, value))
        name = task.keywords.get("name")
        task.name = name.text if isinstance(name, Scalar) else ""
        if not modules:
            self._wrong("the task names no module, so it does nothing", node.place, "SS0028")
            return task
        for key, _ in modules[1:]:
            first = modules[0][0].text
            told = _unknown(key.text, "task", TASK)
            self._wrong(f"{told}; if it is a module, a task has one, and this has {first} already", key.place, "SS0028")
        key, value = modules[0]
        if key.text in ("action", "local_action"):
            self._old_action(task, key, value)
        elif not _MODULE.fullmatch(key.text):
            told = f"a task has keywords and the name of a module, and {key.text!r} is neither"
            self._wrong(told, key.place, "SS0028")
        else:
            task.module, task.module_place = key.text, key.place
            self._arguments(task, value)
        extra = task.keywords.get("args")
        if isinstance(extra, Mapping):
            for name, each in extra.pairs:
                task.arguments.setdefault(name.text, each)
        elif isinstance(extra, Scalar) and extra.kind != "null":
            task.computed = extra
        if task.free is None and task.short in FREE_FORM:
            command = task.arguments.get("cmd", task.arguments.get("_raw_params"))
            task.free = command if isinstance(command, Scalar) else None
        return task

    def _old_action(self, task: Task, key: Scalar, value: Node) -> None:
        """`action: copy src=a dest=b`, and `action: {module: copy, src: a}`."""
        task.module_place = key.place
        if isinstance(value, Mapping):
            module = value.get("module")
            task.module = module.text if isinstance(module, Scalar) else ""
            task.arguments = {name.text: each for name, each in value.pairs if name.text != "module"}
        elif isinstance(value, Scalar):
            task.module, _, rest = value.text.strip().partition(" ")
            self._arguments(task, Scalar(rest, value.place))
        if not task.module:
            self._wrong(f"`{key.text}` names no module", key.place, "SS0028")

    def _arguments(self, task: Task, value: Node) -> None:
        if isinstance(value, Mapping):
            task.arguments = {key.text: each for key, each in value.pairs}
            return
        if isinstance(value, Sequence):
            self._wrong(f"{task.module} takes a mapping of its options, not a list", value.place, "SS0028")
            return
        if value.kind == "null":
            return
        if task.short in FREE_FORM:
            task.free = self._split_off(task, value)
            return
        if value.text.lstrip().startswith("{{"):
            task.computed = value
            return
        for name, text in _pairs(value.text):
            if name:
                task.arguments[name] = Scalar(text, value.place)
            else:
                self._wrong(
                    f"{task.module} takes options, such as name=value, and {text!r} is none", value.place, "SS0028"
                )
                return

    def _split_off(self, task: Task, value: Scalar) -> Scalar:
        """The text of a command without the options that were written behind or before it (`chdir=/srv`)."""

        def keep(found: re.Match[str]) -> str:
            task.arguments[found[2]] = Scalar(found[3].strip("\"'"), value.place)
            return found[1]

        text = _OPTION.sub(keep, value.text)
        return Scalar(text, value.place, value.kind, value.literal, value.tag)


_OPTION = re.compile(
    r"""(\A|\s)(chdir|creates|removes|executable|warn|stdin|stdin_add_newline|strip_empty_ends|apply|file)"""
    r"""=("[^"]*"|'[^']*'|(?:\{\{.*?\}\}|[^\s"'{])+)(?=\s|\Z)"""
)
_MODULE = re.compile(r"[A-Za-z_]\w*(\.\w+)*")
_HOLE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.S)


def _pairs(text: str) -> list[tuple[str, str]]:
    """`a=1 b="2 3"` as pairs; what has no `=` has an empty name."""
    holes: list[str] = []

    def hide(found: re.Match[str]) -> str:
        holes.append(found[0])
        return f"\x01{len(holes) - 1}\x02"

    try:
        words = shlex.split(_HOLE.sub(hide, text))
    except ValueError:
        return [("", text)]
    found = []
    for word in words:
        shown = re.sub("\x01(\\d+)\x02", lambda at: holes[int(at[1])], word)
        name, equals, rest = shown.partition("=")
        found.append((name, rest) if equals and re.fullmatch(r"\w+", name) else ("", shown))
    return found


def _unknown(name: str, of: str, known: frozenset[str]) -> str:
    near = get_close_matches(name, known, 1, 0.8)
    return f"a {of} has no keyword {name!r}" + (f": did you mean {near[0]!r}?" if near else "")
