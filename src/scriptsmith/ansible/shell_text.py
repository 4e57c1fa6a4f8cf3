"""Writes values as Bash: Jinja becomes shell expansions, quoted where the place quotes them and bare where it does not.

What Ansible puts into a text before a shell reads it is text to that shell, so that an unquoted `{{ dir }}` may become
several words, or none; `| quote` makes it one.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from ..bash.tokens import quoting
from .jinja_text import Expression, template
from .values import Hole, Scope, Text, evaluated
from .yaml_nodes import Scalar

_MARK = "\ue000"


def word(text: Text) -> str:
    """One shell word with exactly this value."""
    return "".join(shlex.quote(part) if isinstance(part, str) else f'"{expansion(part)}"' for part in text) or "''"


def expansion(hole: Hole) -> str:
    """A hole as an expansion, without quotes around it."""
    if hole.command:
        return f"$({hole.command})"
    if hole.fixed:
        return f"${{{hole.name}:?}}"
    if hole.default:
        plain = re.sub(r"[^\w./@%+,:=-]", "_", hole.default)
        return f"${{{hole.name}:-{plain}}}"
    return f"${{{hole.name}}}"


def shell_lines(value: Scalar, scope: Scope) -> Iterator[tuple[str, int]]:
    """The lines of a shell text with its Jinja replaced, each with the number of the line of `value` it stands in."""
    marked, holes, at_line = "", [], [0]
    source = 0
    for piece in template(value.text).pieces:
        if isinstance(piece, Expression):
            for part in evaluated(piece, scope):
                if isinstance(part, Hole):
                    marked += _MARK
                    holes.append(part)
                else:
                    marked += part
                    at_line += [source] * part.count("\n")
        else:
            marked += piece
            for _ in range(piece.count("\n")):
                source += 1
                at_line.append(source)
    text = _filled(marked, holes)
    lines = text.split("\n")
    return zip(lines, [*at_line, *[source] * len(lines)][: len(lines)], strict=True)


def _filled(marked: str, holes: list[Hole]) -> str:
    places = [found.start() for found in re.finditer(_MARK, marked)]
    around = quoting(marked, places)
    out, last = [], 0
    for place, hole, quoted in zip(places, holes, around, strict=True):
        out.append(marked[last:place])
        shown = expansion(hole)
        if quoted in ("single", "ansi"):
            shown = f"'\"{shown}\"'"
        elif quoted == "none" and (hole.quoted or hole.fixed):
            shown = f'"{shown}"'
        elif quoted == "quoted here-document":
            shown = f"<{hole.name}>"
        out.append(shown)
        last = place + 1
    return "".join((*out, marked[last:]))
