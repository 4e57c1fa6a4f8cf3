"""From the text of a script to the commands that it would execute: `read_script`. Nothing is run.

The tree is walked as Bash would walk it, with values that are known in part (`values`). Both ways of every branch are
read, loops over known lists once for each value, functions where they are called. A command that only carries another
(`sudo`, `env`, `timeout`, …) is not recorded itself but named in `via`; one that does something of its own (`find`,
`xargs`, `ssh`, `eval`, `bash -c`, …) is recorded as well. What cannot be told is an `Unknown` or a `Unresolved`.
"""

from __future__ import annotations

import re

from ..bash.parser import parse
from .calls import Call, Exhausted
from .loops import Loops
from .model import Place, Reading, Unresolved
from .programs.table import HANDLERS
from .values import Frame, word

SIZE = 1 << 20


class Shell(Loops):
    """Walks a whole script."""

    def read(self, text: str) -> None:
        """Read a whole script, and the functions that it defines and never calls."""
        tree = parse(text)
        context = self.context
        for at, why in tree.problems:
            self.note_unresolved(f"this cannot be read as Bash: {why}", self.where(at, at, context))
        first = text.split("\n", 1)[0]
        if first.startswith("#!") and re.search(r"sh\s+-\w*e", first):
            self.state.flags |= {"errexit"}
        self.walk(tree.body, context)
        for name, (node, frame) in list(self.defined.items()):
            if name not in self.called:
                self.state.functions[name] = (node, frame)
                self.flow = ""
                place = self.where(node.start, node.end, context) if frame.text == text else self.place
                self.call(name, Call((word(name),), context, place, name), quiet=True)
        for parts, call, known, via in self.later[:200]:
            self.flow = ""
            final = self.state
            self.state = known.copy()
            self.state.variables.update(final.variables)
            self.state.functions.update(final.functions)
            self.state.aliases = {}
            self.run_text(parts, call, via)
            self.state = final


def read_script(text: str) -> Reading:
    """The commands that `text` would execute, in order, and where nobody can tell. Never raises on any text."""
    shell = Shell(HANDLERS)
    start = Place(line=1, column=1, end_line=1, end_column=1)
    if len(text) > SIZE:
        return Reading(commands=(), unresolved=(Unresolved(place=start, why=f"it is longer than {SIZE} characters"),))
    text = text.replace("\r\n", "\n").replace("\0", "")
    shell.frame = Frame(text)
    try:
        shell.read(text)
    except Exhausted:
        shell.note_unresolved("it takes more steps to read than are taken")
    except RecursionError:
        shell.note_unresolved("it is nested too deep to read")
    return Reading(commands=tuple(shell.commands), unresolved=tuple(shell.unresolved))
