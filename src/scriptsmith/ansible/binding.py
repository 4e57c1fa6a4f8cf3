"""Values written into a playbook: an entry's parameters as variables of its plays, secrets where their tokens stand.

Whatever a value is, Ansible reads exactly that text: it is quoted for YAML, and marked `!unsafe` where it holds what
Jinja would take for its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

import yaml

from ..bound_form.form import Bound
from ..core.parameters import validate
from ..core.secret_tokens import TOKEN
from ..core.types import Entry, Script

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_JINJA = re.compile(r"\{[{%#]")
_HARMLESS = re.compile(r"[\w@%+=,./-]+", re.ASCII)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def bind(entry: Entry, values: Mapping[str, str], *, on: date, note: str = "") -> Bound:
    """The playbook of `entry` with `values` as the variables of its plays, bound on the day `on`.

    Raises ValueError with one sentence for a value that is not of its parameter's type, and for a parameter that is no
    variable of a play.
    """
    checked = {p.option: validate(p, values[p.name]) for p in entry.parameters if p.name in values}
    text = with_variables(entry.script.text, checked) if checked else entry.script.text
    said = [f"# {note}"] if note else []
    if checked:
        said.append(f"# Bound by ScriptSmith from {entry.id} version {entry.version} on {on.isoformat()}.")
    script = Script(text=_noted(text, said), target=entry.script.target)
    return Bound(script=script, how="short" if checked else "unchanged", why="" if checked else "it takes no values")


def variables(text: str) -> frozenset[str]:
    """The names of the variables that the plays of a playbook set."""
    return frozenset(key.value for vars_of in _variables(text) for key, _ in vars_of.value)


def with_variables(text: str, values: Mapping[str, str]) -> str:
    """A playbook whose plays set `values`, in place of what they set these variables to; raises ValueError where no
    play sets one of them."""
    edits: list[tuple[int, int, str]] = []
    for vars_of in _variables(text):
        for key, node in vars_of.value:
            if key.value in values:
                start, end = key.end_mark.index, node.end_mark.index
                end = start + len(text[start:end].rstrip())
                edits.append((start, max(end, start + 1), f": {_written(values[key.value], node)}"))
    if lacking := sorted(values.keys() - variables(text)):
        raise ValueError(f"no play of the playbook sets the variable {lacking[0]}")
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _variables(text: str) -> Iterator[yaml.MappingNode]:
    """The `vars` of every play."""
    try:
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError:
        return
    for play in root.value if isinstance(root, yaml.SequenceNode) else ():
        for key, node in play.value if isinstance(play, yaml.MappingNode) else ():
            if key.value == "vars" and isinstance(node, yaml.MappingNode):
                yield node


def _written(value: str, instead_of: yaml.Node) -> str:
    """A value as it stands in YAML, of the kind that it takes the place of."""
    kind = instead_of.tag.rpartition(":")[2]
    if isinstance(instead_of, yaml.SequenceNode):
        return f"[{quoted(value)}]"
    if (kind == "int" and re.fullmatch(r"0|[1-9][0-9]{0,17}", value)) or (kind == "bool" and value in _TRUTH):
        return value
    return quoted(value)


_TRUTH = frozenset(("true", "false", "yes", "no"))


def quoted(value: str) -> str:
    """A text as a scalar of YAML that Ansible takes as it is."""
    return ("!unsafe " if _JINJA.search(value) else "") + f'"{_escaped(value)}"'


def _escaped(value: str) -> str:
    return "".join(
        _ESCAPES.get(letter) or (letter if letter.isprintable() else f"\\U{ord(letter):08x}") for letter in value
    )


def _noted(text: str, lines: list[str]) -> str:
    """The playbook with comments behind the line that begins its document, or before everything else."""
    if not lines:
        return text
    first, newline, rest = text.partition("\n")
    said = "".join(f"{line}\n" for line in lines)
    return f"{first}{newline}{said}{rest}" if first.rstrip() == "---" and newline else said + text


def place(text: str, spellings: Mapping[str, str]) -> str:
    """A playbook with the tokens of secrets replaced by what they stand for, each written for where it stands.

    A token stays where its secret has no room: one that Jinja would evaluate, several lines in a plain text.
    """
    scalars: list[yaml.ScalarNode] = []
    try:
        scalars = list(_scalars(yaml.compose(text, Loader=_LOADER), set()))
    except yaml.YAMLError:
        return TOKEN.sub(lambda one: _plain(one[0], spellings), text)

    def replaced(one: re.Match[str]) -> str:
        token = one[0]
        node = next((n for n in scalars if n.start_mark.index <= one.start() < n.end_mark.index), None)
        value = spellings.get(token)
        if value is None or _JINJA.search(value):
            return token
        if node is None or node.style in ("|", ">"):
            return value if value.isprintable() else token
        if node.style == '"':
            return _escaped(value)
        if node.style == "'":
            return value.replace("'", "''") if value.isprintable() else token
        return _plain(token, spellings)

    return TOKEN.sub(replaced, text)


def _plain(token: str, spellings: Mapping[str, str]) -> str:
    value = spellings.get(token, token)
    return value if _HARMLESS.fullmatch(value) else token


def _scalars(node: yaml.Node | None, seen: set[int]) -> Iterator[yaml.ScalarNode]:
    if node is None or id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.ScalarNode):
        yield node
        return
    for each in node.value:
        for inner in each if isinstance(each, tuple) else (each,):
            yield from _scalars(inner, seen)
