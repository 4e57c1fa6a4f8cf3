"""What a play made sure of before it removes a thing: it looked it up and asserted what it is, or archived it, or it
puts it back afterwards. Only what surely ran and held before the deed counts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Names
from dataclasses import dataclass

from ..danger.rules.word_lists import rehearsal, row_of, throwaway
from .keywords import SECTIONS
from .modules import full_name, options
from .playbook import Play, Step, Task
from .sure_checks import Chain, Footing, behind, footing, off, words_of
from .yaml_nodes import Mapping, Node, Scalar, texts_in

Standing = tuple[tuple[int, str], ...]
"""The blocks that a task stands in, and in which part of each."""

_LOOKED_UP = {
    "amazon.aws.ec2_instance": ("SS1470", ("instance_ids",)),
    "amazon.aws.rds_instance": ("SS1470", ("db_instance_identifier",)),
    "kubernetes.core.k8s": ("SS1450", ("kind", "name", "namespace")),
}
"""Modules whose `…_info` finds the same object, the rule that stops them, and the options that name the object."""
_PLACES = row_of(
    "access_key api_key context endpoint_url host kubeconfig profile region secret_key session_token username"
)
_BALANCED = {"community.aws.elb_target": "target_id", "community.aws.elb_instance": "instance_id"}
_PASSING = ("/tmp/", "/var/tmp/", "/run/", "/dev/shm/")
_PLAIN_NAME = re.compile(
    r"\^(?:\[[A-Za-z0-9_-]+\](?:\+|\{[1-9]\d*(?:,\d+)?\})?|[A-Za-z0-9_-])"
    r"(?:\[[\w.-]+\](?:[*+]|\{\d+(?:,\d+)?\})?|\\[.d]\+?|[A-Za-z0-9_-])*\$"
)
"""An expression for a whole name that holds no slash and does not begin with a dot."""
_HELM, _K8S = "kubernetes.core.helm", "kubernetes.core.k8s"
_GONE = ("absent", "terminated", "stopped")
_TEMPORARY_FILE = re.compile(
    r"/(?:var/)?tmp/(?:[\w-]|\.(?!\.)|"
    r"\{\{ ?(?:ansible_[\w.]+|inventory_hostname(?:_short)?) ?\}\})+\.(?:t[gbx]z|gz|zip)"
)
_SET_FACT, _META = "ansible.builtin.set_fact", "ansible.builtin.meta"
_HANDLERS: Standing = ((0, "handlers"),)
_WORD = re.compile(r"\w+")
_HOLE = re.compile(r"\{\{\s*(\w+)\s*\}\}")


@dataclass(frozen=True, slots=True)
class PriorChecks:
    """The tasks of a play in the order in which they run, and where each stands."""

    tasks: Sequence[tuple[Task, Standing]]
    chains: Sequence[Chain]
    variables: Mapping | None
    footings: Sequence[Footing]
    facts: frozenset[str]
    """What tasks set by `set_fact`."""

    def excuse(self, at: int, turns: bool) -> tuple[frozenset[str], str] | None:
        """The rules that the task with that number is excused from, and why; `turns` says that the hosts take turns."""
        task, _ = self.tasks[at]
        name = full_name(task.module)
        state = given(task, "state")
        if name == "ansible.builtin.file" and state == "absent" and self._packed(task):
            return frozenset(("SS1003",)), "the play packed it there itself"
        if self._may_differ(task):
            return None
        whole = {"src", "resource_definition"} & options_of(task).keys()
        if name in _LOOKED_UP and not whole and state in _GONE and self._is_known(at, state):
            return frozenset((_LOOKED_UP[name][0],)), "it is looked up first, and is known not to last"
        if name in _BALANCED and state == "absent" and turns and self._put_back(at):
            return frozenset(("SS1470",)), "the hosts take turns, and each is put back"
        if name == _HELM and given(task, "release_state") == "absent" and self._in_known_namespace(at):
            return frozenset(("SS1454",)), "its namespace is looked up first, and is known not to last"
        path = self._removed(task, name)
        if path and self._bounded(at, path):
            if self._archived(at, path):
                return frozenset(("SS1003", "SS1601")), "it is archived first, and its name is asserted"
            if name == "ansible.builtin.file" and self._not_in_use(at, path):
                return frozenset(("SS1003",)), "its name is asserted, and that it is not the one in use"
        return None

    def _packed(self, task: Task) -> bool:
        """Whether the task removes an archive that the play put among temporary files."""
        result = re.fullmatch(r"\{\{\s*(\w+)\.dest\s*\}\}", given(task, "path"))
        if result is None or task.loop is not None or "vars" in task.keywords:
            return False
        sets = [
            task
            for (task, _), each in zip(self.tasks, self.footings, strict=True)
            if each.sets is None or result[1] in each.sets
        ]
        packed = [full_name(each.module) for each in sets] == ["community.general.archive"] and sets[0].loop is None
        kept = packed and off(options_of(sets[0]).get("remove"))
        return kept and _TEMPORARY_FILE.fullmatch(given(sets[0], "dest")) is not None

    def _may_differ(self, task: Task) -> bool:
        """Whether what the options of the task mean may be another thing than what was checked by the same words."""
        used = {word for node in task.arguments.values() for word in words_of(node)}
        given_elsewhere = {"vars", "module_defaults"} & task.keywords.keys()
        return bool(behind(used, self.variables) & self.facts or given_elsewhere or task.computed is not None)

    def before(self, at: int, anywhere: bool = False) -> list[Task]:
        """Tasks that were surely done, and did not fail, before the task with that number."""
        return [self.tasks[number][0] for number in self._sure_before(at, anywhere)]

    def _sure_before(self, at: int, anywhere: bool = False) -> Iterator[int]:
        """Their numbers, from the last to the first: whatever they depend on is not set anew since. `anywhere` counts
        those too that are done from another host."""
        task, standing = self.tasks[at]
        chain = self.chains[at]
        if standing[:1] == _HANDLERS or any({"vars", "check_mode"} & each.keywords.keys() for each in chain[1:]):
            return
        since = {"item"} if task.loop is not None else set()
        since |= words_of(task.keywords.get("loop_control"))
        own = self.footings[at]
        sets = [each.sets for each, (_, where) in zip(self.footings, self.tasks, strict=True) if where[:1] == _HANDLERS]
        for number in range(at - 1, -1, -1):
            for names in sets:
                if names is None:
                    return
                since |= names
            each, where = self.footings[number], self.tasks[number][1]
            sets = [each.sets]
            if (
                each.sure
                and standing[: len(where)] == where
                and not each.reads & since
                and each.condition in ((), own.condition)
                and each.tags == own.tags
                and (anywhere or each.place == own.place)
            ):
                yield number

    def asserted(self, at: int) -> list[str]:
        """What holds before the task, one thing each."""
        return [text for number in self._sure_before(at) for text in self.footings[number].says]

    def value(self, name: str) -> str:
        """What the play itself sets a variable to, where nothing else of it does; else no text."""
        play = self.chains[0][0].keywords
        if "vars_files" in play or name in texts_in(play.get("vars_prompt")) or self.variables is None:
            return ""
        if any(each.sets is None or name in each.sets for each in self.footings):
            return ""
        value = self.variables.get(name)
        return value.text if isinstance(value, Scalar) else ""

    def _in_known_namespace(self, at: int) -> bool:
        task, _ = self.tasks[at]
        return self._is_known(at, "absent", _K8S, {"kind": "Namespace", "name": given(task, "release_namespace")})

    def _is_known(self, at: int, state: str, of: str = "", wanted: Names[str, str] | None = None) -> bool:
        """Whether the object was looked up, carries a label of things that do not last, and is one, or not many.
        `of` and `wanted` name another object than the task does."""
        task, _ = self.tasks[at]
        name = of or full_name(task.module)
        named = _LOOKED_UP[name][1]
        meant = wanted if wanted is not None else {each: given(task, each) for each in named}
        asserted = self.asserted(at)
        for earlier in self.before(at):
            result = earlier.keywords.get("register")
            if full_name(earlier.module) != f"{name}_info" or not isinstance(result, Scalar):
                continue
            if sum(result.text in texts_in(each.keywords.get("register")) for each, _ in self.tasks) > 1:
                continue
            if any(given(task, each) != given(earlier, each) for each in _PLACES):
                continue
            found = re.escape(result.text)
            same = all(meant.get(each) or each == "namespace" for each in named) and all(
                meant.get(each, "") == given(earlier, each) for each in named
            )
            if not same and (of or not _taken_from(task, named[0], found)):
                continue
            most = r"(?:==|<=|<)\s*[0-9]+" if state == "stopped" else r"==\s*1"
            counted = rf"\(?\s*{found}\.\w+\s*\|\s*(?:length|count)\s*\)?\s*{most}"
            if any(re.fullmatch(counted, text) for text in asserted) and _passes(earlier, found, asserted):
                return True
        return False

    def _put_back(self, at: int) -> bool:
        task, standing = self.tasks[at]
        target = given(task, _BALANCED[full_name(task.module)])
        return any(
            each.module == task.module
            and where == standing
            and self.footings[number].sure
            and self.footings[number].place == self.footings[at].place
            and self.footings[number].tags == self.footings[at].tags
            and given(each, "state") in ("", "present")
            and given(each, _BALANCED[full_name(each.module)]) == target
            and given(each, "target_group_name") == given(task, "target_group_name")
            and given(each, "target_group_arn") == given(task, "target_group_arn")
            and each.keywords.get("when") is None
            for number, (each, where) in enumerate(self.tasks[at + 1 :], at + 1)
        )

    def _removed(self, task: Task, name: str) -> str:
        """The folder that the task removes."""
        if given(task, "state") != "absent":
            return ""
        if name == "ansible.builtin.file":
            return given(task, "path")
        if name == "ansible.builtin.user" and not _true(options_of(task).get("force")):
            return f"/home/{given(task, 'name')}"
        return ""

    def _bounded(self, at: int, path: str) -> bool:
        """Whether it lies below a folder that is known, and each name in the path is asserted to be a plain one."""
        task, _ = self.tasks[at]
        if not _HOLE.search(path):
            return False
        asserted = self.asserted(at)
        for hole in _HOLE.findall(path):
            text = self.value(hole)
            alias = _HOLE.fullmatch(text)
            if text and "{" not in text:
                path = re.sub(rf"\{{\{{\s*{hole}\s*\}}\}}", text.rstrip("/"), path)
            elif not _asserted_plain(alias[1] if alias else hole, asserted):
                return False
        begun = _HOLE.split(path)[0]
        if "{%" in path or not _HOLE.search(path) or "{" in _HOLE.sub("", path):
            return False
        if not re.match(r"/[^/]+/(?:[^/]+/)*\Z", begun):
            return False
        return full_name(task.module) != "ansible.builtin.user" or _ordinary(given(task, "name"), asserted)

    def _not_in_use(self, at: int, path: str) -> bool:
        """Whether a name in the path is asserted to be another one than what was looked up."""
        registered = {text for each in self.before(at) for text in texts_in(each.keywords.get("register"))}
        return any(
            re.search(rf"(?:!=|\bnot\s+in\b)\s*{hole}\Z|\A{hole}\s*(?:!=|not\s+in\b)", text)
            and registered & set(_WORD.findall(text))
            for hole in _HOLE.findall(path)
            for text in self.asserted(at)
        )

    def _archived(self, at: int, path: str) -> bool:
        """Whether all of it went into an archive elsewhere that lasts."""
        task, _ = self.tasks[at]
        original = self._removed(task, full_name(task.module))
        return any(
            full_name(each.module) == "community.general.archive"
            and given(each, "path") == original
            and given(each, "dest").startswith("/")
            and not given(each, "dest").startswith((original, *_PASSING))
            and not {"exclude_path", "exclusion_patterns"} & options_of(each).keys()
            for each in self.before(at)
        )


def prior_checks(play: Play) -> PriorChecks | None:
    """The checks of a play; None where a host goes on whatever fails, or modules have options of their own."""
    found: list[tuple[Task, Standing]] = []
    chains: list[Chain] = []

    def enter(steps: Sequence[Step], where: Standing, chain: Chain) -> None:
        for step in steps:
            if isinstance(step, Task):
                found.append((step, where))
                chains.append((*chain, step))
                continue
            for part in ("body", "rescue", "always"):
                enter(getattr(step, part), (*where, (id(step), part)), (*chain, step))

    for section in SECTIONS:
        enter(play.sections.get(section, ()), _HANDLERS if section == "handlers" else (), (play,))
    cleared = any(full_name(each.module) == _META and "clear_host_errors" in words_of(each.free) for each, _ in found)
    defaults = play.keywords.get("module_defaults")
    own = defaults is not None and not (
        isinstance(defaults, Mapping) and all(key.text.startswith("group/") for key, _ in defaults.pairs)
    )
    if cleared or own or not off(play.keywords.get("force_handlers")):
        return None
    given_vars = play.keywords.get("vars")
    variables = given_vars if isinstance(given_vars, Mapping) else None
    footings = [footing(chain, task, variables) for chain, (task, _) in zip(chains, found, strict=True)]
    facts = frozenset(key for each, _ in found if full_name(each.module) == _SET_FACT for key in each.arguments)
    return PriorChecks(found, chains, variables, footings, facts)


def options_of(task: Task) -> dict[str, Node]:
    """The options of a task by their own names."""
    known = options().get(full_name(task.module), {})
    return {known[spelling].name if spelling in known else spelling: node for spelling, node in task.arguments.items()}


def given(task: Task, option: str) -> str:
    """The text of an option by its own name; empty where it is not given."""
    return " ".join(texts_in(options_of(task).get(option)))


def _taken_from(task: Task, option: str, found: str) -> bool:
    """Whether the option is the ids of what was looked up, all of them or one after the other."""
    text = given(task, option)
    if re.fullmatch(rf"\{{\{{\s*{found}\.\w+\s*\|\s*map\(attribute=['\"]\w+['\"]\)(?:\s*\|\s*list)?\s*\}}\}}", text):
        return True
    looped = re.fullmatch(rf"\{{\{{\s*{found}\.\w+\s*\}}\}}", " ".join(texts_in(task.loop)))
    return looped is not None and re.fullmatch(r"\{\{\s*item\.\w+\s*\}\}", text) is not None


def _passes(looked: Task, found: str, asserted: Sequence[str]) -> bool:
    """Whether a label or a tag of what was looked up says that it does not last, as a filter or asserted."""
    marks: list[str] = []
    filters = options_of(looked).get("filters")
    for key, value in filters.pairs if isinstance(filters, Mapping) else ():
        if key.text.startswith("tag:"):
            marks += texts_in(value)
    marks += [text.partition("=")[2] for text in texts_in(options_of(looked).get("label_selectors"))]
    tagged = re.compile(rf"{found}\.[^=!<>]*\b(?:tags|labels)\b[^=!<>]*==\s*(['\"])([\w.-]+)\1")
    marks += [held[2] for text in asserted if (held := tagged.fullmatch(text))]
    lasting = any(re.search(r"prod|live|main\b|customer|backup", mark, re.I) for mark in marks)
    return not lasting and any("{" not in mark and (throwaway(mark) or rehearsal(mark)) for mark in marks)


def _asserted_plain(name: str, asserted: Sequence[str]) -> bool:
    matched = re.compile(rf"{re.escape(name)}(?:\s*\|\s*string)?\s+is\s+(?:match|regex)\(\s*(['\"])(.*)\1\s*\)")
    return any((held := matched.fullmatch(text)) and _PLAIN_NAME.fullmatch(held[2]) for text in asserted)


def _ordinary(name: str, asserted: Sequence[str]) -> bool:
    """Whether the number of the account is asserted to be that of a person."""
    hole = _HOLE.fullmatch(name)
    if hole is None:
        return False
    number = re.compile(
        rf"(?:ansible_facts\.|ansible_facts\[['\"])?getent_passwd(?:['\"]\])?\[\s*{hole[1]}\s*\]\[1\]\s*\|\s*int\s*>=?\s*(\d+)"
    )
    return any((held := number.fullmatch(text)) and int(held[1]) >= 500 for text in asserted)


def _true(node: Node | None) -> bool:
    return isinstance(node, Scalar) and node.true
