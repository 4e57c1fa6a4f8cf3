"""Writes a play as Bash: each task as the commands that do what its module does, so that one analysis judges both.

A task is a subshell, since no folder or variable of one reaches the next; the whole stops at the first failure, as a
play does, but for tasks that ignore theirs. What a task is to be sure of first (`when`, `assert`) stands before it as a
test. Nothing of this is ever run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..core.types import Severity
from ..danger.rules.word_lists import set_of
from ..interpreter.model import Place
from . import own_modules
from .documented import harmless
from .guards import tests
from .lowered import BashLine, Lowered, Unseen
from .modules import BUILTIN, TaskOptions, commands, deeds_of, full_name, options
from .playbook import Block, Play, Step, Task
from .task_rules import PlayState, objections
from .values import Hole, Scope, Text, list_of, literal, pairs_of, text_of, value_of
from .yaml_nodes import Mapping, Node, Scalar, Sequence, texts_in

_WITHOUT_OPTIONS = frozenset(BUILTIN + name for name in ("assert", "debug", "fail", "meta", "pause", "set_fact"))
"""What Ansible does itself: no group of module_defaults gives it options."""
_WHERE = set_of(
    "access_key aws_profile auth_kind context env_type host kubeconfig login_host login_password login_port "
    "login_unix_socket login_user profile project region scopes secret_key service_account_email "
    "service_account_file session_token"
)
"""Options that say where and as whom something is done, and not what."""
_MOST_ROUNDS, _MOST_IN_ALL = 100, 600
"""How many items of a loop are written out, and how many tasks of a play; what is more is told as not seen."""


def lower(play: Play) -> Lowered:
    """The commands of a play, in the order in which they run, handlers last."""
    writer = _Writer(defaults=_defaults(play.keywords))
    scope = Scope().inner(play.keywords.get("vars"))
    for step in play.steps():
        writer.step(step, scope, ())
    return writer.out


@dataclass(slots=True)
class _Writer:
    """Collects the lines of one play."""

    out: Lowered = field(default_factory=Lowered)
    rounds: int = 0
    defaults: dict[str, dict[str, Node]] = field(default_factory=dict)
    seen: PlayState = field(default_factory=PlayState)
    lists: dict[str, int] = field(default_factory=dict)

    def step(self, step: Step, scope: Scope, around: tuple[Node, ...]) -> None:
        """`around` are the conditions of the blocks that it stands in."""
        condition = step.keywords.get("when")
        conditions = (*around, *([condition] if condition is not None else []))
        if isinstance(step, Block):
            inner = scope.inner(step.keywords.get("vars"))
            around_it = self.defaults
            self.defaults = {**around_it, **_defaults(step.keywords)}
            for each in (*step.body, *step.rescue, *step.always):
                self.step(each, inner, conditions)
            self.defaults = around_it
            return
        self.task(step, scope, conditions)

    def task(self, task: Task, scope: Scope, conditions: tuple[Node, ...]) -> None:
        name = full_name(task.module)
        of = deeds_of(name)
        if of is None and name:
            self._documented(task, name, scope)
        elif of is None and task.module:
            message = f"the module {task.module} is not known: no collection that is known here has it"
            self.out.unseen.append(Unseen("SS2001", message, task, task.module_place))
        inner = scope.inner(task.keywords.get("vars"))
        for index, each in enumerate(self._rounds(task, inner) if self.rounds <= _MOST_IN_ALL else ()):
            self.rounds += 1
            if index >= _MOST_ROUNDS or self.rounds > _MOST_IN_ALL:
                message = "cannot be analysed: there are more tasks or items of a loop than are followed"
                self.out.unseen.append(Unseen("SS1000", message, task, task.module_place))
                break
            self._round(task, name, each, conditions)
        registered = task.keywords.get("register")
        if isinstance(registered, Scalar):
            self.out.registered(registered.text, name, task, scope)

    def _documented(self, task: Task, name: str, scope: Scope) -> None:
        """A module whose deed nobody wrote down is judged by what its options say."""
        given = given_to(task, name, scope.inner(task.keywords.get("vars")), self.defaults)
        more = {key: node for key, node in task.arguments.items() if key not in options().get(name, {})}
        self.out.unseen += objections(task, name, given, scope, self.seen)
        groups = any(key.startswith("group/") for key in {**self.defaults, **_defaults(task.keywords)})
        if task.computed is None and not groups and harmless(name, given, scope, _text(task), more):
            message, severity = f"makes or changes what {name} is for", Severity.INFO
            self.out.unseen.append(Unseen("SS2010", message, task, task.module_place, severity))
            return
        message = f"the module {task.module} is not known: nobody here has read what it does with these options"
        self.out.unseen.append(Unseen("SS2001", message, task, task.module_place))

    def _rounds(self, task: Task, scope: Scope) -> Iterator[Scope]:
        """One scope for each item that a loop is known to have, and one where that is not known."""
        if task.loop is None:
            yield scope
            return
        variable = task.loop_variable
        items = _known_items(task, scope)
        if items is None:
            found = self.out.searches(task.loop, scope)
            yield Scope(scope, {variable: found or (self._item(task.loop, variable),)}, loop=True)
            return
        for item in items:
            value: Node | Text = item
            if isinstance(item, Scalar):
                value = value_of(item, scope)
            yield Scope(scope, {variable: value}, loop=True)

    def _item(self, loop: Node, variable: str) -> Hole:
        """The item of a list that is not known: another one than that of a loop over another list."""
        number = self.lists.setdefault("\n".join(texts_in(loop)), len(self.lists) + 1)
        ending = f"__{number}" if number > 1 else ""
        return Hole(variable + ending, variable, round=ending)

    def _round(self, task: Task, name: str, scope: Scope, conditions: tuple[Node, ...]) -> None:
        of = deeds_of(name)
        if of is None:
            return
        if task.computed is not None and not of.looks and not isinstance(value_of(task.computed, scope), Mapping):
            message = "cannot be analysed: the options of the task come from a variable that is not known"
            self.out.unseen.append(Unseen("SS1000", message, task, task.module_place))
        defaults = {**self.defaults, **_defaults(task.keywords)}
        groups = [key for key, given in defaults.items() if key.startswith("group/") and not given.keys() <= _WHERE]
        if groups and not of.looks and name not in _WITHOUT_OPTIONS:
            message = f"cannot be analysed: which modules {groups[0]} of module_defaults gives options is not known"
            self.out.unseen.append(Unseen("SS1000", message, task, task.module_place))
        given = given_to(task, name, scope, self.defaults)
        self.out.unseen += objections(task, name, given, scope, self.seen)
        self.out.conditional = bool(conditions) or task.loop is not None
        body = list(own_modules.lines(task, name, given, scope, self.out)) if of.own else []
        place = task.module_place or task.place
        body += [BashLine(text, place, task) for text in commands(of, given)]
        if of.looks and not body:
            return
        if not body:
            return
        before, after = self._around(task, given, scope)
        guards = [test for condition in conditions for test in tests(condition, scope)]
        if guards:
            self.out.line(f"if {' && '.join(guards)}; then", place, task)
        self.out.line("(", place, task)
        for text in before:
            self.out.line(text, place, task)
        ignored = _failure_ignored(task)
        if ignored and len(body) == 1 and "\n" not in body[0].text and "#" not in body[0].text:
            body = [BashLine(f"{body[0].text} || true", body[0].place, task)]
        self.out.lines += body
        self.out.line(") || true" if ignored else ")", place, task)
        for text in after:
            self.out.line(text, place, task)
        if guards:
            self.out.line("fi", place, task)

    def _around(self, task: Task, given: TaskOptions, scope: Scope) -> tuple[list[str], list[str]]:
        """What holds for the commands of a task: its folder, its environment, and the check that comes before them."""
        from .shell_text import shell_lines, word

        before = []
        folder = given.one("chdir")
        if folder:
            before.append(f"cd -- {word(folder)} || exit 1")
        environment = task.keywords.get("environment")
        if isinstance(environment, Mapping):
            for key, value in environment.pairs:
                if key.text.isidentifier():
                    before.append(f"export {key.text}={word(text_of(value, scope))}")
        check = given.node("validate")
        if isinstance(check, Scalar) and "%s" in check.text:  # run without a shell, on a copy
            command = " ".join(line for line, _ in shell_lines(check, scope))
            before.append(f"{command.replace('%s', _CHECKED_COPY)} || exit 1")
        return before, []


_CHECKED_COPY = "/tmp/checked-copy"


def _known_items(task: Task, scope: Scope) -> list[Node | Text] | None:
    """The items that a loop has, None where they are not known."""
    assert task.loop is not None
    if task.looping == "with_dict":
        value = value_of(task.loop, scope)
        return [*pairs_of(value).items] if isinstance(value, Mapping) else None
    return list_of(task.loop, scope) if task.looping in ("loop", "with_items", "with_list", "with_flattened") else None


def _defaults(keywords: dict[str, Node]) -> dict[str, dict[str, Node]]:
    """What `module_defaults` gives each module, by its full name."""
    found = keywords.get("module_defaults")
    pairs = found.pairs if isinstance(found, Mapping) else []
    return {
        full_name(key.text) or key.text: {name.text: each for name, each in value.pairs}
        for key, value in pairs
        if isinstance(value, Mapping)
    }


def given_to(task: Task, name: str, scope: Scope, defaults: dict[str, dict[str, Node]] | None = None) -> TaskOptions:
    """The options of a task by their own names, whatever spelling it uses, and those of `module_defaults`."""
    known = options().get(name, {})
    named: dict[str, Node] = {}
    inherited = {**(defaults or {}).get(name, {}), **_defaults(task.keywords).get(name, {})}
    options_of = value_of(task.computed, scope) if task.computed is not None else None
    computed = {key.text: value for key, value in options_of.pairs} if isinstance(options_of, Mapping) else {}
    for spelling, value in (*inherited.items(), *computed.items(), *task.arguments.items()):
        named[known[spelling].name if spelling in known else spelling] = value

    def one(option: str) -> Text | None:
        node = named.get(option)
        if node is None or (isinstance(node, Scalar) and (node.kind == "null" or _omitted(node))):
            return None
        return text_of(node, scope)

    def many(option: str) -> list[Text] | None:
        node = named.get(option)
        if node is None:
            return []
        items = list_of(node, scope)
        if items is not None:
            return [item if isinstance(item, tuple) else text_of(item, scope) for item in items]
        text = text_of(node, scope)
        known_text = literal(text)
        return [(part.strip(),) for part in known_text.split(",")] if known_text is not None else [text]

    return TaskOptions(one, many, named.get)


def _text(task: Task) -> str:
    """The text of a module that takes one; a template in it is not known."""
    return task.free.text if task.free is not None else ""


def _failure_ignored(task: Task) -> bool:
    """Whether the play goes on whatever becomes of the task: `ignore_errors`, or `failed_when` that never holds."""
    ignored, failed = task.keywords.get("ignore_errors"), task.keywords.get("failed_when")
    never = isinstance(failed, Scalar) and failed.text.strip().lower() in ("false", "no", "off")
    return never or (isinstance(ignored, Scalar) and ignored.true)


def _omitted(node: Scalar) -> bool:
    return node.text.replace(" ", "") == "{{omit}}"


def place_of(node: Node | None, task: Task) -> Place:
    """Where a node stands, or else its task's module."""
    if node is not None and not isinstance(node, Sequence):
        return node.place
    return task.module_place or task.place
