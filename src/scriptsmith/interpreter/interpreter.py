"""From the text of a script to the commands that it would execute: `read_script`. Nothing is run.

The tree is walked as Bash would walk it, with values that are known in part (`values`). Both ways of every branch are
read, loops over known lists once for each value, functions where they are called. A command that only carries another
(`sudo`, `env`, `timeout`, …) is not recorded itself but named in `via`; one that does something of its own (`find`,
`xargs`, `ssh`, `eval`, `bash -c`, …) is recorded as well. What cannot be told is an `Unknown` or a `Unresolved`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..bash.parser import parse
from .assignments import Assignments
from .calls import Exhausted, ExpandedCall
from .conditionals import Conditionals
from .dispatcher import Dispatcher
from .execution import InterpreterState
from .expansion import Expander
from .functions import Functions
from .loops import Loops
from .model import Interpretation, Place, Unresolved
from .programs.handler import Handler
from .programs.table import HANDLERS
from .recorder import Recorder
from .redirections import Redirections
from .runner import Runner
from .shell import InterpreterShell
from .simple_commands import SimpleCommands
from .statements import Statements
from .substitutions import Substitutions
from .values import SourceText, word
from .variables import Variables
from .written_files import WrittenFiles

SIZE = 1 << 20


class Interpreter:
    """Evaluates one script. The parts are put together here, each with those that it needs."""

    def __init__(self, handlers: Mapping[str, Handler]) -> None:
        execution = self.execution = InterpreterState()
        files = WrittenFiles(execution)
        recorder = self.recorder = Recorder(execution, files)
        variables = Variables(execution)
        expander = Expander(execution, recorder, variables)
        runner = self.runner = Runner(execution, recorder)
        assignments = Assignments(execution, files, variables, expander, runner)
        redirections = Redirections(execution, recorder, files, expander, runner)
        functions = self.functions = Functions(execution, recorder, runner)
        shell = InterpreterShell(
            execution, recorder, files, variables, expander, assignments, redirections, functions, runner
        )
        dispatcher = shell.dispatcher = Dispatcher(execution, recorder, files, functions, runner, handlers, shell)
        simple = SimpleCommands(execution, recorder, expander, assignments, redirections, dispatcher, runner)
        conditionals = Conditionals(execution, recorder, variables, expander, simple, runner)
        loops = Loops(execution, expander, assignments, conditionals, runner)
        statements = Statements(execution, recorder, files, redirections, functions, conditionals, loops, runner)
        # Bash's grammar is a circle: words hold commands, and commands are made of words.
        runner.walk, runner.branch = statements.walk, conditionals.branch
        expander.substitute = Substitutions(execution, recorder, files, redirections, runner).substitute

    def read(self, text: str) -> None:
        """Evaluate a whole script, the functions that it defines and never calls, and what it leaves for later."""
        execution, context = self.execution, self.execution.context
        execution.frame = SourceText(text)
        tree = parse(text)
        for at, why in tree.problems:
            place = execution.where(at, at, context)
            self.recorder.note_unresolved(f"this cannot be read as Bash: {why}", place)
        first = text.split("\n", 1)[0]
        if first.startswith("#!") and re.search(r"sh\s+-\w*e", first):
            execution.state.flags |= {"errexit"}
        self.runner.walk(tree.body, context)
        self._call_uncalled(text)
        self._run_deferred()

    def _call_uncalled(self, text: str) -> None:
        execution, context = self.execution, self.execution.context
        for name, (node, frame) in list(self.functions.defined.items()):
            if name not in self.functions.called:
                execution.state.functions[name] = (node, frame)
                execution.flow = ""
                place = execution.where(node.start, node.end, context) if frame.text == text else execution.place
                self.functions.call(name, ExpandedCall((word(name),), context, place, name), quiet=True)

    def _run_deferred(self) -> None:
        execution = self.execution
        for parts, call, known, via in execution.deferred[:200]:
            execution.flow = ""
            final = execution.state
            execution.state = known.copy()
            execution.state.variables.update(final.variables)
            execution.state.functions.update(final.functions)
            execution.state.aliases = {}
            self.runner.run_text(parts, call, via)
            execution.state = final


def read_script(text: str) -> Interpretation:
    """The commands that `text` would execute, in order, and where nobody can tell. Never raises on any text."""
    interpreter = Interpreter(HANDLERS)
    recorder = interpreter.recorder
    start = Place(line=1, column=1, end_line=1, end_column=1)
    if len(text) > SIZE:
        return Interpretation(
            commands=(), unresolved=(Unresolved(place=start, why=f"it is longer than {SIZE} characters"),)
        )
    text = text.replace("\r\n", "\n").replace("\0", "")
    try:
        interpreter.read(text)
    except Exhausted:
        recorder.note_unresolved("it takes more steps to read than are taken")
    except RecursionError:
        recorder.note_unresolved("it is nested too deep to read")
    return Interpretation(commands=tuple(recorder.commands), unresolved=tuple(recorder.unresolved))
