"""Command and process substitutions: what the commands in them print becomes a part of a word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..bash.parser import parse
from ..bash.syntax import Simple, Subst
from .calls import ExpandedCall
from .execution import InterpreterState
from .model import Unknown
from .recorder import Recorder
from .redirections import Redirections
from .runner import DEPTH, Runner
from .values import Parts, merged, plain, unknown_output, word
from .written_files import WrittenFiles


@dataclass(slots=True, eq=False)
class Substitutions:
    """Evaluates the commands of substitutions."""

    execution: InterpreterState
    recorder: Recorder
    files: WrittenFiles
    redirections: Redirections
    runner: Runner

    def substitute(self, piece: Subst) -> Sequence[Parts]:
        execution = self.execution
        context, place = execution.context, execution.place
        refinement, unchecked_cd = execution.refinement, execution.unchecked_cd
        inside = context.fed(None, deeper=1)
        if inside.depth > DEPTH:
            self.recorder.note_unresolved("substitutions are nested too deep")
            return ((Unknown(source=piece.source),),)
        if piece.kind == ">(" and piece.body is not None:
            path = self.redirections.device()
            self.redirections.sinks[path] = (piece.body, inside, execution.frame)
            return ((path,),)
        mark = len(self.recorder.trace)
        execution.listed_names = None
        direct = self._file_text(piece)
        execution.captured += 1
        if direct is not None:
            out: Parts | None = direct
        elif piece.body is not None:
            out = self.runner.isolated(piece.body, inside)
        else:
            call = ExpandedCall((word("`"),), context.fed(None), place, piece.source)
            saved = execution.fork()
            out = self.runner.run_text((piece.text,), call, "`", plain_via=False)
            execution.rejoin(saved)
        execution.captured -= 1
        execution.context, execution.place = context, place
        execution.refinement, execution.unchecked_cd, execution.outcome = refinement, unchecked_cd, None
        if out is None:
            out = unknown_output()
        if piece.kind == "<(":
            path = self.redirections.device()
            commands = tuple(self.recorder.trace[mark:])
            execution.state.files[self.files.key(path)] = (named(merged(out), self._source(piece)), commands)
            return ((path,),)
        printed = named(_without_final_newlines(merged(out)), self._source(piece))
        if execution.listed_names is not None and plain(printed) is None and _alone(piece):
            return (_without_final_newlines(execution.listed_names), printed)  # `$(ls a b)`: those, or what is in them
        return (printed,)

    def _source(self, piece: Subst) -> str:
        """The text of a substitution, variables replaced by their values, and what is not known of a value by where it
        comes from: whoever reads the text again knows no variables, and two texts are alike when they mean the same."""

        def value(found: re.Match[str]) -> str:
            text = self._spelled(found[1] or found[2] or "")
            return text if text else found[0]

        if "$" not in piece.source[2:]:
            return piece.source
        return _VARIABLE.sub(value, _SUM.sub(self._sum, piece.source) if "$((" in piece.source else piece.source)

    def _sum(self, found: re.Match[str]) -> str:
        """`$((KEEP + 1))` as its value, where that is known."""
        one, sign, other = (self._spelled(each) or each for each in found.groups())
        if not (one.isdigit() and other.isdigit()):
            return found[0]
        return str(int(one) + int(other) * (1 if sign == "+" else -1))

    def _spelled(self, name: str) -> str:
        """The value of a variable as it can stand in a text, the empty string where it cannot."""
        state = self.execution.state
        if name.isdigit():
            given = state.arguments
            parts = given[int(name) - 1] if given is not None and int(name) <= len(given) else None
        else:
            options = state.variables.get(name, ())
            parts = options[0] if len(options) == 1 and isinstance(options[0], tuple) else None
        out = []
        for part in parts or ():
            text = part.source if isinstance(part, Unknown) else part if isinstance(part, str) else ""
            if not text or (text[0] != "$" if isinstance(part, Unknown) else not _PLAIN.fullmatch(text)):
                return ""
            out.append(text)
        return "".join(out) if sum(map(len, out)) <= _LONGEST else ""

    def _file_text(self, piece: Subst) -> Parts | None:
        """`$(< file)`."""
        if piece.body is None or len(piece.body.items) != 1:
            return None
        only = piece.body.items[0][0]
        if isinstance(only, Simple) and not only.words and not only.assigns and len(only.redirects) == 1:
            _, stdin = self.redirections.redirects(only.redirects)
            return stdin.rest() if stdin is not None else None
        return None


_PLAIN = re.compile(r"[\w./:@%+=,-]{1,200}")
# A variable, or a text in single quotes, in which there are none.
_VARIABLE = re.compile(r"'[^']*'|\$(?:([A-Za-z_]\w*|[1-9])|\{([A-Za-z_]\w*|[1-9])\})")
_SUM = re.compile(r"\$\(\(\s*\$?(\w{1,30})\s*([-+])\s*\$?(\w{1,30})\s*\)\)")
_LONGEST = 300


def _alone(piece: Subst) -> bool:
    """Whether a substitution is one simple command, whose output nothing changes."""
    items = (piece.body or parse(piece.text).body).items
    return len(items) == 1 and isinstance(items[0][0], Simple)


def named(parts: Parts, source: str) -> Parts:
    """`parts` with `source` for the unknown output of commands that has no name yet."""
    return tuple(
        replace(part, source=source) if isinstance(part, Unknown) and not part.source else part for part in parts
    )


def _without_final_newlines(parts: Parts) -> Parts:
    while parts and isinstance(parts[-1], str):
        text = parts[-1].rstrip("\n").replace("\0", "")
        if text:
            return (*parts[:-1], text)
        parts = parts[:-1]
    return parts
