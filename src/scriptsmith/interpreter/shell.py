"""The interpreter as handlers of programs see it: every method of `programs.handler.Shell`, passed on to its part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..bash.syntax import AssignNode, WordNode
from .assignments import Assignments
from .calls import ExpandedCall
from .conditions import Shown
from .dispatcher import Dispatcher
from .execution import InterpreterState
from .expansion import Expander
from .functions import Functions
from .model import Command, Place, Word
from .recorder import Recorder
from .redirections import Redirections
from .runner import Runner
from .values import Options, Parts, State
from .variables import Variables
from .written_files import WrittenFiles

_JUMPS = 400


@dataclass(slots=True, eq=False)
class InterpreterShell:
    """The shell around every program of one script. `dispatcher` is set when it is there: each needs the other."""

    execution: InterpreterState
    recorder: Recorder
    files: WrittenFiles
    variables: Variables
    expander: Expander
    assignments: Assignments
    redirections: Redirections
    functions: Functions
    runner: Runner
    dispatcher: Dispatcher = field(init=False)

    def record(self, call: ExpandedCall, *, name: str | None = None, upstream: tuple[Command, ...] = ()) -> Command:
        return self.recorder.record(call, name=name, upstream=upstream)

    def note_unresolved(self, why: str, place: Place | None = None) -> None:
        self.recorder.note_unresolved(why, place)

    def spend(self, steps: int = 1) -> None:
        self.execution.spend(steps)

    def dispatch(self, call: ExpandedCall) -> Parts:
        return self.dispatcher.dispatch(call)

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
        return self.runner.run_text(parts, call, via, host=host, privileged=privileged, plain_via=plain_via)

    def run_file(self, call: ExpandedCall, written: tuple[Parts, tuple[Command, ...]]) -> Parts:
        return self.dispatcher.run_file(call, written)

    def call(self, name: str, call: ExpandedCall) -> Parts:
        return self.functions.call(name, call)

    @property
    def state(self) -> State:
        return self.execution.state

    def fork(self) -> State:
        return self.execution.fork()

    def rejoin(self, saved: State) -> None:
        self.execution.rejoin(saved)

    def key(self, path: Word | str) -> str:
        return self.files.key(path)

    def file(self, path: Word | str) -> tuple[Parts, tuple[Command, ...]] | None:
        return self.files.file(path)

    def runnable(self, path: Word) -> tuple[Parts, tuple[Command, ...]] | None:
        return self.files.runnable(path)

    def put(self, path: Word | str, out: Parts, by: tuple[Command, ...], *, append: bool = False) -> None:
        self.redirections.put(path, out, by, append=append)

    def assign(self, node: AssignNode) -> Options:
        return self.assignments.assign(node)

    def set_variable(self, name: str, options: Options) -> None:
        self.assignments.set_variable(name, options)

    def make_local(self, name: str) -> None:
        if self.execution.stack:
            self.execution.stack[-1].local.setdefault(name, self.execution.state.variables.get(name))

    def known(self, word: WordNode | None) -> str | None:
        return self.expander.known(word)

    def expand_again(self, text: str, *, quoted: bool = False) -> str | None:
        return self.expander.expand_again(text, quoted=quoted)

    def evaluate_arithmetic(self, parts: Parts) -> int | None:
        return self.expander.arithmetic.evaluate_arithmetic(parts)

    def ifs(self) -> str:
        return self.expander.ifs()

    def argument_test(self, tokens: Sequence[Word | str], status: bool | None) -> bool | None:
        return self.variables.argument_test(tokens, status)

    @property
    def in_function(self) -> bool:
        return bool(self.execution.stack)

    def set_status(self, status: bool | None) -> None:
        self.execution.status = status

    def set_refinement(self, shown: Shown, source: str) -> None:
        self.execution.refinement = (shown, source)

    def entered_folder(self, unchecked: str) -> None:
        self.execution.unchecked_cd = unchecked

    def set_listed(self, names: Parts) -> None:
        self.execution.listed_names = names

    def exit(self) -> None:
        self.execution.flow = "exit"

    def jump(self, succeeded: bool | None = None) -> None:
        execution = self.execution
        if len(execution.jumps) < _JUMPS:
            execution.jumps.append(execution.state.copy())
            execution.jumps[-1].returned = succeeded
        execution.flow = "return"

    def defer(self, parts: Parts, call: ExpandedCall, via: str) -> None:
        self.execution.deferred.append((parts, call, self.execution.state.copy(), via))
