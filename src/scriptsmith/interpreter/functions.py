"""Shell functions: each is evaluated where it is called, with the arguments of that call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..bash.syntax import Function
from .calls import Context, ExpandedCall
from .execution import Activation, InterpreterState
from .model import Glob, Unknown, Word
from .recorder import Recorder
from .runner import Runner
from .values import Parts, SourceText, State, join, unknown_output

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
        out, true, false = self._body(node, context)
        execution.uncalled -= quiet
        self.recorder.prints(group, out)
        execution.frame = outer_frame
        execution.stack.pop()
        if execution.flow == "return":
            execution.flow = ""
        returned = execution.jumps[jumps:]
        del execution.jumps[jumps:]
        if execution.lenient:
            true = _joined(true, [each for each in returned if each.returned is not False])
            false = _joined(false, [each for each in returned if each.returned is not True])
        for other in returned:
            execution.state = join(execution.state, other)
        for each in {id(each): each for each in (execution.state, true, false) if each is not None}.values():
            _restore(each, activation, outer, shifted, references)
        execution.outcome = (true, false) if execution.lenient else None
        return out

    def _body(self, node: Function, context: Context) -> tuple[Parts, State | None, State | None]:
        """What a function prints, and where something depends on whether it succeeds, the states in which its last
        command did, and did not."""
        execution = self.execution
        if not execution.lenient:
            return self.runner.walk(node.body, context), None, None
        out, true, false = self.runner.branch(node.body, context)
        if true is not None or false is not None:
            execution.state = true if false is None else false if true is None else join(true, false)  # type: ignore[assignment]
        return out, None if true is None else true.copy(), None if false is None else false.copy()

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


def _joined(state: State | None, others: Sequence[State]) -> State | None:
    for other in others:
        state = other if state is None else join(state, other)
    return None if state is None else state.copy()


def _restore(
    state: State,
    activation: Activation,
    outer: tuple[Parts, ...] | None,
    shifted: int,
    references: dict[str, str],
) -> None:
    """Give a state back what its caller had: local variables are gone, and the arguments are the caller's."""
    for variable, options in activation.local.items():
        if options is None:
            state.variables.pop(variable, None)
        else:
            state.variables[variable] = options
    state.arguments, state.shifted, state.references = outer, shifted, references.copy()


def _passes_all_arguments(arguments: Sequence[Word]) -> bool:
    """Whether a function gets just the arguments that the script got."""
    only = arguments[0].parts[0] if len(arguments) == 1 and len(arguments[0].parts) == 1 else ""
    return isinstance(only, Unknown) and only.splits and only.source in ("$@", "${@}")
