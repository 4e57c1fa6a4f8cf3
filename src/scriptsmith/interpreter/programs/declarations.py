"""Commands that declare variables: `export`, `declare`, `typeset`, `local`, `readonly`."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from ...bash.syntax import AssignNode
from .. import conditions
from ..model import Word
from ..values import Items, Options, Parts, merged, plain
from .handler import ExpandedCall, Handler, Shell

_DECLARED = re.compile(r"(?P<name>[A-Za-z_]\w*)(?:=(?P<value>.*))?", re.DOTALL)


def declare(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`declare`: as `export`; with -F it also shows of a name that it is a function's."""
    if call.arguments and call.arguments[0].text == "-F" and call.arguments[-1].unknowns:
        shell.set_refinement(conditions.defined(call.arguments[-1], shell.state.functions), call.source[:120])
    return export(shell, call)


def export(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`declare` and its kin: every assignment among the arguments."""
    shell.record(call)
    flags = "".join(each.text or "" for each in call.arguments if (each.text or "").startswith("-"))
    subscripts(shell, call.arguments)
    state = shell.state
    local = call.name == "local" or (call.name in ("declare", "typeset") and "g" not in flags)
    attributed = call.name not in ("export", "readonly")
    refers = attributed and "n" in flags
    for node in call.declared:
        if local:
            shell.make_local(node.name)
        if refers:
            _refer(shell, node.name, shell.known(node.value))
            continue
        if attributed:
            _attributes(shell, node.name, flags)
        options = shell.assign(node)
        if "a" in flags.lower():
            _array(shell, call, node, flags, options)
    names = {node.name for node in call.declared}
    for each in call.arguments:
        if each.text is None:
            _declare_unknown(shell, each, names, refers=refers)
            continue
        found = _DECLARED.fullmatch(each.text)
        if found is None or found["name"] in names:
            continue
        name, value = found["name"], found["value"]
        if local and shell.in_function:
            shell.make_local(name)
            if value is None and call.name == "local":
                shell.state.variables[name] = ((),)
        if refers:
            _refer(shell, name, value)
            continue
        if attributed:
            _attributes(shell, name, flags)
        if value is not None:
            shell.set_variable(name, ((value,) if value else (),))
    if state.references and "+n" in flags:
        state.references = {}
    return ()


def _declare_unknown(shell: Shell, argument: Word, declared: Container[str], *, refers: bool) -> None:
    """An argument `name=…` whose value is not known in every part."""
    found = re.match(r"([A-Za-z_]\w*)=", argument.shape)
    if not found or found[1] in declared:
        return
    if refers:
        _refer(shell, found[1], None)
        return
    rest = (str(argument.parts[0])[len(found.group()) :], *argument.parts[1:])
    shell.set_variable(found[1], (merged(rest),))


def _array(shell: Shell, call: ExpandedCall, node: AssignNode, flags: str, options: Options) -> None:
    """`declare -a a='(x y)'` is an array all the same; `declare -A m=(k v)` gives keys and values in turn."""
    only = options[0] if len(options) == 1 else None
    if isinstance(only, tuple) and (text := plain(only)) and text.startswith("(") and text.endswith(")"):
        shell.run_text((f"{node.name}={text}",), call, call.name)
    elif "A" in flags and isinstance(only, Items) and node.items and all(key is None for key, _ in node.items):
        values = [parts for _, parts in only.entries]
        pairs = {plain(key) or "…": value for key, value in zip(values[::2], values[1::2], strict=False)}
        shell.state.variables[node.name] = (Items(tuple(pairs.items())),)


def _refer(shell: Shell, name: str, target: str | None) -> None:
    shell.state.references[name] = target or ""


def _attributes(shell: Shell, name: str, flags: str) -> None:
    kinds = "".join(letter for letter in "Ailu" if letter in flags)
    if kinds:
        shell.state.attributes[name] = kinds
    elif shell.state.attributes:
        shell.state.attributes.pop(name, None)


def subscripts(shell: Shell, words: Sequence[Word]) -> None:
    """Bash expands the subscript of a name that is an argument: `unset 'a[$(…)]'`."""
    for each in words:
        for part in each.parts:
            if type(part) is str and ("$(" in part or "`" in part) and re.match(r"[\w=+]*\[", part):
                shell.expand_again(part)


HANDLERS: dict[str, Handler] = {
    "export": export,
    "declare": declare,
    "typeset": declare,
    "local": export,
    "readonly": export,
}
