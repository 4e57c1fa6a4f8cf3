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
from .calls import Call, Exhausted
from .conditionals import Conditionals
from .conditions import Shown
from .dispatcher import Dispatcher
from .execution import Execution
from .expansion import Expander
from .functions import Functions
from .loops import Loops
from .model import Place, Reading, Unresolved
from .programs.handler import Handler
from .programs.table import HANDLERS
from .recorder import Recorder
from .redirections import Redirections
from .runner import Runner
from .simple_commands import SimpleCommands
from .statements import Statements
from .substitutions import Substitutions
from .values import Frame, Parts, State, word
from .variables import Variables
from .written_files import WrittenFiles

SIZE = 1 << 20


class Interpreter:
    """Evaluates one script. The parts are put together here, each with those that it needs; for the handlers of
    programs this is the `Shell` of `programs.handler`."""

    def __init__(self, handlers: Mapping[str, Handler]) -> None:
        execution = self.execution = Execution()
        files = WrittenFiles(execution)
        recorder = self.recorder = Recorder(execution, files)
        variables = self.variables = Variables(execution)
        expander = self.expander = Expander(execution, recorder, variables)
        runner = self.runner = Runner(execution, recorder)
        self.assignments = Assignments(execution, files, variables, expander, runner)
        redirections = Redirections(execution, recorder, files, expander, runner)
        self.functions = Functions(execution, recorder, runner)
        dispatcher = Dispatcher(execution, recorder, files, self.functions, runner, handlers, self)
        simple_commands = SimpleCommands(
            execution, recorder, expander, self.assignments, redirections, dispatcher, runner
        )
        conditionals = Conditionals(execution, recorder, variables, expander, simple_commands, runner)
        loops = Loops(execution, expander, self.assignments, conditionals, runner)
        statements = Statements(execution, recorder, files, redirections, self.functions, conditionals, loops, runner)
        # Bash's grammar is a circle: words hold commands, and commands are made of words.
        runner.walk = statements.walk
        expander.substitute = Substitutions(execution, recorder, files, redirections, runner).substitute
        # the rest of `Shell`
        self.record, self.note_unresolved, self.spend = recorder.record, recorder.note_unresolved, execution.spend
        self.dispatch, self.run_file, self.run_text = dispatcher.dispatch, dispatcher.run_file, runner.run_text
        self.call = self.functions.call
        self.key, self.file, self.runnable, self.put = files.key, files.file, files.runnable, redirections.put
        self.assign, self.set_variable = self.assignments.assign, self.assignments.set_variable
        self.known, self.evaluated, self.ifs = expander.known, expander.evaluated, expander.ifs
        self.reckoned, self.argument_test = expander.arithmetic.reckoned, variables.argument_test

    def read(self, text: str) -> None:
        """Evaluate a whole script, the functions that it defines and never calls, and what it leaves for later."""
        execution = self.execution
        execution.frame = Frame(text)
        tree = parse(text)
        context = execution.context
        for at, why in tree.problems:
            self.note_unresolved(f"this cannot be read as Bash: {why}", execution.where(at, at, context))
        first = text.split("\n", 1)[0]
        if first.startswith("#!") and re.search(r"sh\s+-\w*e", first):
            execution.state.flags |= {"errexit"}
        self.runner.walk(tree.body, context)
        for name, (node, frame) in list(self.functions.defined.items()):
            if name not in self.functions.called:
                execution.state.functions[name] = (node, frame)
                execution.flow = ""
                place = execution.where(node.start, node.end, context) if frame.text == text else execution.place
                self.functions.call(name, Call((word(name),), context, place, name), quiet=True)
        for parts, call, known, via in execution.deferred[:200]:
            execution.flow = ""
            final = execution.state
            execution.state = known.copy()
            execution.state.variables.update(final.variables)
            execution.state.functions.update(final.functions)
            execution.state.aliases = {}
            self.run_text(parts, call, via)
            execution.state = final

    # what else handlers see and change

    @property
    def state(self) -> State:
        return self.execution.state

    @property
    def in_function(self) -> bool:
        return bool(self.execution.stack)

    def fork(self) -> State:
        return self.execution.fork()

    def rejoin(self, saved: State) -> None:
        self.execution.rejoin(saved)

    def set_status(self, status: bool | None) -> None:
        self.execution.status = status

    def tested(self, shown: Shown, source: str) -> None:
        self.execution.refinement = (shown, source)

    def entered_folder(self, unchecked: str) -> None:
        self.execution.unchecked_cd = unchecked

    def listed(self, names: Parts) -> None:
        self.execution.listed_names = names

    def exit(self) -> None:
        self.execution.flow = "exit"

    def jump(self) -> None:
        execution = self.execution
        if len(execution.jumps) < 400:
            execution.jumps.append(execution.state.copy())
        execution.flow = "return"

    def hide(self, name: str) -> None:
        if self.execution.stack:
            self.execution.stack[-1].local.setdefault(name, self.execution.state.variables.get(name))

    def defer(self, parts: Parts, call: Call, via: str) -> None:
        self.execution.deferred.append((parts, call, self.execution.state.copy(), via))


def read_script(text: str) -> Reading:
    """The commands that `text` would execute, in order, and where nobody can tell. Never raises on any text."""
    interpreter = Interpreter(HANDLERS)
    recorder = interpreter.recorder
    start = Place(line=1, column=1, end_line=1, end_column=1)
    if len(text) > SIZE:
        return Reading(commands=(), unresolved=(Unresolved(place=start, why=f"it is longer than {SIZE} characters"),))
    text = text.replace("\r\n", "\n").replace("\0", "")
    try:
        interpreter.read(text)
    except Exhausted:
        recorder.note_unresolved("it takes more steps to read than are taken")
    except RecursionError:
        recorder.note_unresolved("it is nested too deep to read")
    return Reading(commands=tuple(recorder.commands), unresolved=tuple(recorder.unresolved))
