"""Binds values into an entry's script: the short bound form, or a prologue where the script has another shape."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from textwrap import wrap

from ..bash.parser import parse
from ..core.parameters import render, validate
from ..core.types import Entry, Form, Script
from .folding import fold
from .layout import tightened
from .pruning import pruned
from .shape import Shape, Unfit, is_die, shape
from .uses import uses

_TAKES_FLAG = "its values are bound, so it takes {flag} only"
_TAKES_NONE = "its values are bound, so it takes no arguments"
_AGAIN = "run it again with "
"""How the comment of a script says that it undoes itself with other values, which a bound one does not take."""
_NOTHING = "Undo: nothing to undo"
_WIDTH = 120
"""How wide comments and lists of values are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """A script with its values: in the short form; whole behind a prologue, or, where there are no values, without a
    change. `why` says why it is not short."""

    script: Script
    how: Form
    why: str = ""


def bind(entry: Entry, values: Mapping[str, str], *, on: date, long: bool = False, note: str = "") -> Bound:
    """The script of `entry` with `values`, one for each bound parameter, defaults included; bound on the day `on`.

    Equal values on the same day make equal text. `long` asks for the whole script behind a prologue. `note` is said in
    a comment before everything else. Raises ValueError with one sentence for a value that is not of its parameter's
    type.
    """
    checked = {p.name: validate(p, values[p.name]) for p in entry.parameters if p.name in values}
    why = "the long form was asked for"
    if not long:
        lacking = [p.name for p in entry.parameters if p.required and p.name not in values]
        try:
            if lacking:
                raise Unfit(f"{', '.join(lacking)} has no value")
            options = {p.option: checked[p.name] for p in entry.parameters if p.name in checked}
            return short(entry, options, on=on, note=note)
        except Unfit as reason:
            why = str(reason)
    script = _noted(render(entry.script, entry.parameters, values), note)
    return Bound(script=script, how="unchanged" if script == entry.script else "prologue", why=why)


def short(entry: Entry, options: Mapping[str, str], *, on: date, note: str = "") -> Bound:
    """The short form with values for options, as they are, in the order in which they are given; raises `Unfit`.

    What a person is served comes from `bind`, which looks at each value first.
    """
    found = shape(entry.script.text)
    start = found.defaults | _set(found, options)
    flags = found.flags
    if len(flags) > 1:
        raise Unfit("it has several options without a value")
    switch = {variable for variable, _ in flags.values()}
    if not switch <= found.defaults.keys() or not is_die(found.functions.get("die")):
        raise Unfit("its options or its die are written in another way")
    folded = fold(found, {name: value for name, value in start.items() if name not in switch})
    text = _assembled(entry, found, folded.text, folded.values, on)
    if parse(text).problems:
        raise Unfit("its short form could not be read")
    return Bound(script=_noted(Script(text=text, target=entry.script.target), note), how="short")


def _noted(script: Script, note: str) -> Script:
    """The script with a comment behind its first line, when that names its interpreter, or before it."""
    if not note:
        return script
    first, _, rest = script.text.partition("\n") if script.text.startswith("#!") else ("", "", script.text)
    text = "\n".join(part for part in (first, f"# {note}", rest) if part or part is rest)
    return Script(text=text, target=script.target)


def _set(found: Shape, options: Mapping[str, str]) -> dict[str, str]:
    """The variables that options set."""
    out = dict[str, str]()
    for name, value in options.items():
        option = found.options.get(name)
        if option is None or option.flag:
            raise Unfit(f"it takes {name} in another way")
        for variable, fixed in option.sets:
            out[variable] = value if fixed is None else fixed
    return out


def _assembled(entry: Entry, found: Shape, body: str, values: Mapping[str, str], on: date) -> str:
    flag = next(iter(found.flags.items()), None)
    die = f'die() {{ printf \'{_name(found)}: %s\\n\' "$2" >&2; exit "$1"; }}'
    switch = f'(($# == 0)) || die 2 "{_TAKES_NONE}"'
    if flag:
        option, (variable, value) = flag
        off, on_ = (f"{variable}={shlex.quote(text)}" for text in (found.defaults[variable], value))
        switch = f'case $#:$* in 0:) {off} ;; 1:{option}) {on_} ;; *) die 2 "{_TAKES_FLAG.format(flag=option)}" ;; esac'
    before = [found.text[f.start : f.end] for name, f in found.functions.items() if name not in ("usage", "die")]
    body = tightened(pruned("\n\n".join([*before, body]), uses(parse(found.text).body).reads))
    used = uses(parse(body).body)
    set_again = used.writes
    assigned = {name: f"{name}={quoted(value)}" for name, value in values.items() if name in used.reads | set_again}
    fixed = [text for name, text in assigned.items() if name not in set_again]
    begins = [text for name, text in assigned.items() if name in set_again]
    constants = [*_filled("readonly ", fixed), *_filled("", begins)]
    settings = [found.text[node.start : node.end] for node in found.settings]
    head = [*_header(entry, found, on), *settings, *constants, die, switch]
    return "\n".join(head) + f"\n\n{body}"


def _filled(command: str, words: Sequence[str]) -> list[str]:
    """`command` with all `words`, on as few lines as are easily read."""
    lines: list[str] = []
    for each in words:
        if lines and len(lines[-1]) + len(each) < _WIDTH:
            lines[-1] += f" {each}"
        else:
            lines.append(f"{command}{each}")
    return lines


def _name(found: Shape) -> str:
    """What `die` calls the script, as it is written in its format."""
    node = found.functions["die"]
    said = re.search(r"printf '([^'%]*): %s\\n' \"\$2\" >&2\n", found.text[node.start : node.end])
    if said is None:
        raise Unfit("its die is written in another way")
    return said[1]


def _rewrapped(comment: Sequence[str], again: str) -> list[str]:
    """The paragraphs of a comment, what it does and how it is undone, each on as few lines as are easily read; `again`
    is how other values are bound."""
    paragraphs: list[str] = []
    for line in comment:
        text = line.removeprefix("#").strip()
        if paragraphs and not text.startswith("Undo:"):
            paragraphs[-1] += f" {text}"
        else:
            paragraphs.append(text)
    paragraphs = [each.replace(_AGAIN, again) for each in paragraphs]
    whole = f"# {' '.join(paragraphs)}"
    if _NOTHING in whole and len(whole) <= _WIDTH:
        return [whole]
    return [f"# {line}" for each in paragraphs for line in wrap(each, _WIDTH - 2, break_on_hyphens=False)]


def _header(entry: Entry, found: Shape, on: date) -> list[str]:
    """The comment of the bound form: what it does and how it is undone, in the words of the long form."""
    first, *rest = found.header
    said = [line for line in rest if line.strip("# ")]
    directives = [line for line in said if line.startswith("# shellcheck ")]
    told = _rewrapped(
        [line for line in said if line not in directives], f"`scriptsmith forge --entry {entry.id}` with "
    )
    bound = f"# Bound by ScriptSmith from {entry.id} version {entry.version} on {on.isoformat()}."
    return [first, *told, bound, *directives]


def quoted(value: str) -> str:
    """A value as one writes it in an assignment: numbers as they are, everything else in single quotes."""
    if re.fullmatch(r"[0-9]+", value):
        return value
    return "'" + value.replace("'", "'\\''") + "'"
