"""Reads YAML into nodes that know where they stand, within bounds; what cannot be read is one sentence with its place.

PyYAML's parser gives the events, since Ansible reads with the same library: `yes` is a truth value to both. Nothing is
constructed from tags, and an alias is the node that it names, so that a text never grows by being read.

* SS0020  error  this is not YAML
* SS0021  error  a key stands twice in one mapping
* SS0022  error  too large, nested too deep, or aliases that would make too much of it
* SS0023  error  several documents in one file
* SS0026  error  the file is encrypted by Ansible Vault
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import yaml

from ..interpreter.model import Place

LARGEST = 1 << 20
"""The most characters of a text that are read."""
_DEEPEST, _MOST_NODES = 60, 50_000

Kind: TypeAlias = Literal["text", "boolean", "number", "null"]


@dataclass(frozen=True, slots=True)
class Scalar:
    """A value as written. `literal` says that it is a block whose first line is the one after `place`."""

    text: str
    place: Place
    kind: Kind = "text"
    literal: bool = False
    tag: str = ""

    @property
    def true(self) -> bool:
        """Whether Ansible takes it for true."""
        return self.text.strip().lower() in ("yes", "true", "on", "1", "y", "t")


@dataclass(slots=True)
class Sequence:
    """A list."""

    place: Place
    items: list[Node] = field(default_factory=list)
    tag: str = ""


@dataclass(slots=True)
class Mapping:
    """A mapping; `pairs` in the order of the text, merged keys (`<<`) last."""

    place: Place
    pairs: list[tuple[Scalar, Node]] = field(default_factory=list)
    tag: str = ""

    def get(self, name: str) -> Node | None:
        """The value of the key `name`, or None."""
        return next((value for key, value in self.pairs if key.text == name), None)

    def key(self, name: str) -> Scalar | None:
        """The key `name` itself, for its place."""
        return next((key for key, _ in self.pairs if key.text == name), None)


Node: TypeAlias = Scalar | Sequence | Mapping


@dataclass(frozen=True, slots=True)
class YamlProblem:
    """What is wrong with a text, in one sentence."""

    code: str
    message: str
    place: Place


class UnreadableYaml(Exception):
    """The text is not one document of YAML within the bounds; `problem` says why."""

    def __init__(self, problem: YamlProblem) -> None:
        super().__init__(problem.message)
        self.problem = problem


START = Place(line=1, column=1, end_line=1, end_column=1)
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_RESOLVER = yaml.SafeLoader("")
_KINDS: dict[str, Kind] = {"bool": "boolean", "null": "null", "int": "number", "float": "number"}
_OPEN_VALUE = re.compile(r"[:-]\s+\{\{")


def texts_in(node: Node | None) -> Iterator[str]:
    """Every scalar in a value, without the keys."""
    if isinstance(node, Scalar):
        yield node.text
    elif isinstance(node, Sequence):
        for each in node.items:
            yield from texts_in(each)
    elif isinstance(node, Mapping):
        for _, value in node.pairs:
            yield from texts_in(value)


def read_yaml(text: str) -> tuple[Node, tuple[YamlProblem, ...]]:
    """The one document in `text`, and the keys that stand twice in it; raises `UnreadableYaml`."""
    if text.lstrip().startswith("$ANSIBLE_VAULT;"):
        raise _unreadable("SS0026", "the file is encrypted by Ansible Vault: nobody can read here what it does", START)
    if len(text) > LARGEST:
        raise _unreadable("SS0022", f"the text has more than {LARGEST:,} characters: it is not read", START)
    try:
        return _Reader(text).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = _place(mark, mark) if mark else START
        raise _unreadable("SS0020", _sentence(text, error, place), place) from None
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        line, column = before.count("\n") + 1, error.position - before.rfind("\n")
        place = Place(line=line, column=column, end_line=line, end_column=column + 1)
        raise _unreadable("SS0020", "a character stands here that YAML does not allow", place) from None
    except UnicodeEncodeError as error:
        before = text[: error.start]
        line = before.count("\n") + 1
        place = Place(line=line, column=1, end_line=line, end_column=1)
        raise _unreadable("SS0020", "a character stands here that no UTF-8 file can hold", place) from None


class _Reader:
    """Builds the nodes of one text from the parser's events."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._events: Iterator[yaml.Event] = yaml.parse(text, Loader=_LOADER)
        self._anchors: dict[str, Node | None] = {}
        self._sizes: dict[int, int] = {}
        self._twice: list[YamlProblem] = []

    def document(self) -> tuple[Node, tuple[YamlProblem, ...]]:
        found: Node | None = None
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                if found is not None:
                    raise _unreadable(
                        "SS0023",
                        "a second document begins here: Ansible reads one playbook from a file, so split it",
                        _place(event.start_mark, event.end_mark),
                    )
                found = self._node(next(self._events), 0)
        if found is None:
            raise _unreadable("SS0020", "the file holds no YAML document: there is no playbook in it", START)
        return found, tuple(self._twice)

    def _node(self, event: yaml.Event, depth: int) -> Node:
        place = _place(event.start_mark, event.end_mark)
        if depth > _DEEPEST:
            raise _unreadable("SS0022", f"lists and mappings are nested more than {_DEEPEST} deep here", place)
        if isinstance(event, yaml.AliasEvent):
            return self._aliased(event.anchor, place)
        anchor, tag = event.anchor, event.tag or ""
        if anchor:
            self._anchors[anchor] = None  # until it is complete
        node: Node
        if isinstance(event, yaml.ScalarEvent):
            node = _scalar(event, place)
        elif isinstance(event, yaml.SequenceStartEvent):
            node = Sequence(place)
            while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
                node.items.append(self._node(event, depth + 1))
            self._measure(node, node.items)
        else:
            node = self._mapping(place, depth)
        if anchor:
            self._anchors[anchor] = node
        if not isinstance(node, Scalar):
            node.tag = tag
        return node

    def _aliased(self, anchor: str, place: Place) -> Node:
        if anchor not in self._anchors:
            raise _unreadable("SS0020", f"the alias *{anchor} names nothing that stands before it", place)
        node = self._anchors[anchor]
        if node is None:
            raise _unreadable("SS0022", f"the alias *{anchor} stands in what it names: it would have no end", place)
        return node

    def _mapping(self, place: Place, depth: int) -> Mapping:
        node = Mapping(place)
        merged: list[Mapping] = []
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            if not isinstance(key, Scalar):
                raise _unreadable("SS0020", _OPEN_SENTENCE if isinstance(key, Mapping) else _LIST_AS_KEY, key.place)
            value = self._node(next(self._events), depth + 1)
            if key.text == "<<" and not isinstance(value, Scalar):
                sources = value.items if isinstance(value, Sequence) else [value]
                merged += [source for source in sources if isinstance(source, Mapping)]
                continue
            if node.get(key.text) is not None:
                self._twice.append(
                    YamlProblem("SS0021", f"the key {key.text!r} stands twice in this mapping", key.place)
                )
            node.pairs.append((key, value))
        for source in merged:
            node.pairs += [(key, value) for key, value in source.pairs if node.get(key.text) is None]
        self._measure(node, [value for _, value in node.pairs])
        return node

    def _measure(self, node: Node, children: list[Node]) -> None:
        """Bound what a reader of the nodes would meet, each alias counted as often as it is used."""
        size = 1 + sum(self._sizes.get(id(child), 1) for child in children)
        self._sizes[id(node)] = size
        if size > _MOST_NODES:
            raise _unreadable("SS0022", f"with its aliases this comes to more than {_MOST_NODES:,} values", node.place)


def _scalar(event: yaml.ScalarEvent, place: Place) -> Scalar:
    tag = event.tag or ""
    if event.style in ("|", ">"):
        return Scalar(event.value, place, literal=event.style == "|", tag=tag)
    if event.style or tag:
        return Scalar(event.value, place, tag=tag)
    resolved = str(_RESOLVER.resolve(yaml.ScalarNode, event.value, (True, False))).rpartition(":")[2]
    return Scalar(event.value, place, _KINDS.get(resolved, "text"))


def _place(start: yaml.Mark, end: yaml.Mark) -> Place:
    return Place(line=start.line + 1, column=start.column + 1, end_line=end.line + 1, end_column=end.column + 1)


def _unreadable(code: str, message: str, place: Place) -> UnreadableYaml:
    return UnreadableYaml(YamlProblem(code, message, place))


_OPEN_SENTENCE = 'YAML takes {{ at the beginning of a value for a mapping: put the whole value in quotes, "{{ … }}"'
_LIST_AS_KEY = "a list stands here as the name of a value: Ansible takes names that are texts"


def _sentence(text: str, error: yaml.MarkedYAMLError, place: Place) -> str:
    lines = text.split("\n")
    line = lines[place.line - 1] if place.line <= len(lines) else ""
    if "\t" in line[: len(line) - len(line.lstrip())] or line[place.column - 1 : place.column] == "\t":
        return "a tab indents this line: YAML takes spaces only"
    before = lines[max(0, place.line - 2) : place.line]
    if any(_OPEN_VALUE.search(each) for each in before):
        return _OPEN_SENTENCE
    told = " ".join(str(part) for part in (error.context, error.problem) if part)
    return f"this is not YAML: {told}"
