"""Evaluates code inside code: subshells, and texts that a command runs as a script."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ..bash.parser import parse
from ..bash.syntax import Node
from .calls import Context, Exhausted, ExpandedCall
from .execution import InterpreterState
from .model import Glob, Unknown, Word
from .recorder import Recorder
from .values import Parts, SourceText, State

DEPTH = 24
_HOLED = re.compile("[\U000f0000-\U000ffffd]")


@dataclass(slots=True, eq=False)
class Runner:
    """Walks statements for the parts below the statements. `walk` is the statements' own, and `branch`, which evaluates
    a condition, that of the conditionals; both are set when these are there."""

    execution: InterpreterState
    recorder: Recorder
    walk: Callable[[Node, Context], Parts] = field(init=False)
    branch: Callable[[Node, Context], tuple[Parts, State | None, State | None]] = field(init=False)

    def isolated(self, node: Node, context: Context) -> Parts:
        """Evaluate `node` in a shell of its own: what it sets is lost, what it writes is not."""
        saved = self.execution.fork()
        out = self.walk(node, context)
        self.execution.rejoin(saved)
        return out

    def run_text(
        self,
        parts: Parts,
        call: ExpandedCall,
        via: str,
        *,
        host: str = "",
        privileged: bool = False,
        plain_via: bool = True,
    ) -> Parts | None:
        """Evaluate `parts` as a script of its own where `call` stands; what it prints, None when that is not known."""
        execution = self.execution
        context = call.context
        if context.depth >= DEPTH:
            self.recorder.note_unresolved("commands are nested too deep in texts", call.place)
            return None
        holes: list[str] = []
        for part in parts:
            if isinstance(part, Unknown):
                execution.unknowns.append(part)
                if len(execution.unknowns) > 60_000:
                    raise Exhausted
                holes.append(chr(0xF0000 + len(execution.unknowns) - 1))
            else:
                holes.append(part.text if isinstance(part, Glob) else part)
        text = "".join(holes)
        execution.spend(1 + len(text) // 200)
        if any(isinstance(part, Unknown) for part in parts) and not _HOLED.sub("", text).strip(" \t\n;\"'"):
            source = Word(parts=parts).unknowns[0].source
            reader = call.name if via in ("heredoc", "pipe") else via
            self.recorder.note_unresolved(
                f"{reader} gets a text that is not known" + (f": {source}" if source else ""), call.place
            )
            return None
        tree = parse(text)
        inside = replace(
            context,
            via=(*context.via, via) if plain_via else context.via,
            host=host or context.host,
            privileged=context.privileged or privileged,
            stdin=None if plain_via and context.stdin is not None and not context.stdin.parts else context.stdin,
            origin=call.place,
            depth=context.depth + 1,
        )
        for _, why in tree.problems:
            self.recorder.note_unresolved(f"in the text for {via}: {why}", call.place)
        outer, execution.frame = execution.frame, SourceText(text)
        try:
            out = self.walk(tree.body, inside)
        finally:
            execution.frame = outer
        return out
