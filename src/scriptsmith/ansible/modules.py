"""The table of modules: which options each has, and which shell commands do what it does. See `data/README.md`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from .shell_text import word
from .values import Hole, Text, literal
from .yaml_nodes import Node

DATA = Path(__file__).parent / "data"
BUILTIN = "ansible.builtin."


@dataclass(frozen=True, slots=True)
class ModuleOption:
    """An option of a module. `kind` is empty for text; `choices` are empty where any value is taken."""

    name: str
    required: bool = False
    kind: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deed:
    """Commands that do what a module does when `condition` holds: terms that all have to."""

    condition: tuple[str, ...]
    template: str


@dataclass(slots=True)
class Deeds:
    """What a module does. `looks` says that it changes nothing, `own` that the code knows it (`shell`, `script`)."""

    deeds: list[Deed] = field(default_factory=list)
    looks: bool = False
    own: bool = False


@cache
def options() -> Mapping[str, Mapping[str, ModuleOption]]:
    """By full name of the module, its options by each of their spellings."""
    found: dict[str, dict[str, ModuleOption]] = {}
    for line in (DATA / "options.txt").read_text(encoding="utf-8").splitlines():
        if line and line[0] != "#":
            name, *told = line.split(" ")
            found[name] = dict(_options(told))
    return found


def _options(told: list[str]) -> Iterator[tuple[str, ModuleOption]]:
    for each in told:
        names, _, choices = each.partition("=")
        names, _, kind = names.partition(":")
        spellings = names.rstrip("!").split(",")
        option = ModuleOption(spellings[0], names.endswith("!"), kind, tuple(choices.split("|")) if choices else ())
        for spelling in spellings:
            yield spelling, option


@cache
def deeds() -> Mapping[str, Deeds]:
    """By full name of the module, what it does."""
    found: dict[str, Deeds] = {}
    current: list[Deeds] = []
    for line in (DATA / "deeds.txt").read_text(encoding="utf-8").splitlines():
        if not line.strip() or line[0] == "#":
            continue
        if line[0] != " ":
            names = [name if "." in name else BUILTIN + name for name in re.split(r",\s*", line.strip())]
            current = [found.setdefault(name, Deeds()) for name in names]
            continue
        condition, bar, template = line.strip().partition(" | ")
        for each in current:
            if not bar:
                each.looks, each.own = each.looks or condition == "looks", each.own or condition == "own"
            else:
                each.deeds.append(Deed(() if condition == "*" else tuple(condition.split()), template))
    return found


def deeds_of(name: str) -> Deeds | None:
    """What a module does, by its full name. One that is called `…_info` or `…_facts` and whose collection is known
    looks only, as Ansible asks of such modules."""
    found = deeds().get(name)
    if found is None and name in options() and name.endswith(("_info", "_facts")):
        return Deeds(looks=True)
    return found


@cache
def _by_short_name() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in (*options(), *deeds()):
        short = name.rpartition(".")[2]
        if name not in found.get(short, ()):
            found[short] = (*found.get(short, ()), name)
    return found


_MOVED = {"yum": "dnf", "systemd_service": "systemd", "include": "include_tasks"}


def full_name(module: str) -> str:
    """The name with its collection, as Ansible would find it; empty for a module that the table does not have."""
    if module.startswith(("ansible.builtin.", "ansible.legacy.")):
        module = module.rpartition(".")[2]
    if "." in module:
        return module if module in options() or module in deeds() else ""
    for short in (module, _MOVED.get(module, module)):
        names = _by_short_name().get(short, ())
        if BUILTIN + short in names:
            return BUILTIN + short
        if len(names) == 1:
            return names[0]
    return ""


_SECTION = re.compile(r"\(\?(?:([\w!=|,-]+):)?\s(.*?)\s?\?\)")
_PLAIN = re.compile(r"[^\w.@:/-]")
_PLACE = re.compile(r"\{(\w+)(\*|,|~)?\}")


@dataclass(frozen=True, slots=True)
class TaskOptions:
    """The options of one task: `one` reads a value by the option's name, `many` a list's items, None where unknown;
    `node` is what is written."""

    one: Callable[[str], Text | None]
    many: Callable[[str], list[Text] | None]
    node: Callable[[str], Node | None]


def commands(of: Deeds, given: TaskOptions) -> Iterator[str]:
    """The commands of every deed whose condition holds, or may hold where a value is not known."""
    for deed in of.deeds:
        holds = all(_holds(term, given) for term in deed.condition)
        if holds and (text := _fill(deed.template, given)) is not None:
            yield text


def _holds(term: str, given: TaskOptions) -> bool:
    if "=" not in term:
        return not _true(given.one(term[1:])) if term[0] == "!" else _true(given.one(term))
    name, _, values = term.partition("=")
    negated, wanted = name.endswith("!"), values.split("|")
    value = given.one(name.rstrip("!"))
    known = literal(value) if value is not None else ""
    if value is not None and len(value) == 1 and isinstance(value[0], Hole):
        known = value[0].default  # what it is where nobody says otherwise
    if known is None:
        return True
    return (known.strip().lower() in wanted) != negated


def _true(value: Text | None) -> bool:
    """Whether an option is given and not false; what is not known may be true."""
    if value is None:
        return False
    known = literal(value)
    return known is None or known.strip().lower() not in ("no", "false", "off", "0", "", "omit")


def _fill(template: str, given: TaskOptions) -> str | None:
    """The template with its places filled, or None where an option that it needs is not given."""

    def section(found: re.Match[str]) -> str:
        if found[1] is not None and not all(_holds(term, given) for term in found[1].split(",")):
            return ""
        return _fill(found[2], given) or ""

    missing = False

    def place(found: re.Match[str]) -> str:
        nonlocal missing
        name, how = found[1], found[2]
        if how in ("*", ","):
            items = given.many(name)
            if items is None:
                one = given.one(name)
                items = [one] if one is not None else []
            if not items:
                missing = True
            return ("," if how == "," else " ").join(map(word, items))
        value = given.one(name)
        if value is None:
            missing = True
            return ""
        if how == "~":  # a part of a word, or of a text in a language of its own
            return "".join(
                re.sub(r"[^\w.@:/-]", "_", part) if isinstance(part, str) else f"${{{part.name}}}" for part in value
            )
        return word(value)

    text, last = "", 0
    for found in _SECTION.finditer(template):  # what is filled in may look like a place, and is none
        text += _PLACE.sub(place, template[last : found.start()]) + section(found)
        last = found.end()
    text += _PLACE.sub(place, template[last:])
    return None if missing else re.sub(r"(?<=\S)  +", " ", text).strip()
