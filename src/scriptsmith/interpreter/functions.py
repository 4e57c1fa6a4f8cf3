"""Shell functions: each is evaluated where it is called, with the arguments of that call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..bash.syntax import Function
from .calls import ExpandedCall
from .execution import Activation, InterpreterState
from .model import Glob, Unknown, Word
from .recorder import Recorder
from .runner import Runner
from .values import Parts, SourceText, join, unknown_output

RECURSION = 3


@dataclass(slots=True, eq=False)
class Functions:
    """Defines and calls functions."""

    execution: InterpreterState
    recorder: Recorder
    runner: Runner
    called: set[str] = field(default_factory=set)
    defined: dict[str, tuple[Function, SourceText]] = field(default_factory=dict)

    def call(self, name: str, call: ExpandedCall, *, quiet: bool = False) -> Parts:
        """Evaluate a function where it is called; `quiet` says that nothing in the script calls it."""
        execution = self.execution
        node, frame = execution.state.functions[name]
        self.called.add(name)
        if self._recurses(name, call):
            return unknown_output()
        group = None
        if any(">" in each.operator for each in call.redirects):  # `f > /etc/passwd`
            group = self.recorder.group(call.context, call.place, call.source, call.redirects)
        state = execution.state
        outer, shifted, references = state.arguments, state.shifted, state.references.copy()
        outer_frame, jumps = execution.frame, len(execution.jumps)
        if not quiet and not (state.arguments is None and _passes_all_arguments(call.arguments)):
            state.arguments = tuple(each.parts for each in call.arguments)
        elif quiet:
            state.arguments = None
        activation = Activation(name, call.arguments, execution.forks)
        execution.stack.append(activation)
        execution.frame = frame
        for variable, value in call.assignments:
            state.variables[variable] = (value.parts,)
        context = replace(
            call.context,
            via=(*call.context.via, f"function {name}"),
            depth=call.context.depth + 1,
            conditional=quiet or call.context.conditional,
        )
        execution.uncalled += quiet
        out = self.runner.walk(node.body, context)
        execution.uncalled -= quiet
        self.recorder.prints(group, out)
        execution.frame = outer_frame
        execution.stack.pop()
        if execution.flow == "return":
            execution.flow = ""
        for other in execution.jumps[jumps:]:
            execution.state = join(execution.state, other)
        del execution.jumps[jumps:]
        state = execution.state
        for variable, options in activation.local.items():
            if options is None:
                state.variables.pop(variable, None)
            else:
                state.variables[variable] = options
        state.arguments, state.shifted, state.references = outer, shifted, references
        return out

    def _recurses(self, name: str, call: ExpandedCall) -> bool:
        """Whether a call would go on for ever, or deeper than is evaluated; it is recorded then."""
        stack = self.execution.stack
        active = [each for each in stack if each.name == name]
        same = any(each.arguments == call.arguments for each in active)
        if not same and len(active) < RECURSION and len(stack) <= 12:
            return False
        forks = active[0].forks if active else 0
        self.recorder.record(call.inner(call.words, "again") if self.execution.forks > forks else call)
        if (
            len(active) >= RECURSION
            and not same
            and all(each.text is not None for each in call.arguments)
            and not any(isinstance(part, Glob) for each in call.arguments for part in each.parts)
        ):
            self.recorder.note_unresolved(f"the function {name} calls itself with ever new arguments", call.place)
        return True


def _passes_all_arguments(arguments: Sequence[Word]) -> bool:
    """Whether a function gets just the arguments that the script got."""
    only = arguments[0].parts[0] if len(arguments) == 1 and len(arguments[0].parts) == 1 else ""
    return isinstance(only, Unknown) and only.splits and only.source in ("$@", "${@}")
