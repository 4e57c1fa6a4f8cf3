"""Simple commands: their words, assignments and redirections are expanded, and each way is dispatched."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..bash.syntax import AssignNode, Simple, WordNode
from . import conditions
from .assignments import PROMPTS, SHELL_TEXTS, STARTUP, Assignments
from .calls import Context, ExpandedCall
from .dispatcher import Dispatcher
from .execution import InterpreterState
from .expansion import Expander
from .model import Place, Redirect, Unknown, Word
from .recorder import Recorder
from .redirections import Redirections
from .runner import Runner
from .values import Parts, State, Stream, word

_SOURCE = 300
# Set without a command, these change what later commands are.
_SPECIAL = frozenset(("PATH", "LD_PRELOAD", "LD_LIBRARY_PATH", "PROMPT_COMMAND", "BASH_ENV", "ENV"))
_HOOKS = SHELL_TEXTS | PROMPTS | STARTUP


@dataclass(slots=True, eq=False)
class SimpleCommands:
    """Evaluates simple commands."""

    execution: InterpreterState
    recorder: Recorder
    expander: Expander
    assignments: Assignments
    redirections: Redirections
    dispatcher: Dispatcher
    runner: Runner

    def read(self, node: Simple, context: Context) -> Parts:
        """Evaluate a simple command; what it prints comes back."""
        before = self.redirections.feeds
        out = self._simple(node, context)
        if self.redirections.feeds > before:
            for path in list(self.redirections.sinks)[-(self.redirections.feeds - before) :]:
                self.redirections.put(path, (), ())  # it gets what this command prints in a way that is not known
        return out

    def _simple(self, node: Simple, context: Context) -> Parts:
        execution = self.execution
        execution.spend(not node.words)  # a command is counted where it is dispatched
        place = execution.place = execution.where(node.start, node.end, context)
        execution.context = context
        source = execution.frame.text[node.start : node.end]
        declared: list[AssignNode] = []
        words: list[WordNode] = []
        for each in node.words:
            if isinstance(each, AssignNode):
                declared.append(each)
                words.append(self.assignments.as_word(each))
            else:
                words.append(each)
        if words and execution.state.aliases and words[0].literal in execution.state.aliases and not words[0].quoted:
            return self._alias(node, words[0], context)
        ways = self.expander.words(words) if words else [[]]
        redirects, stdin = self.redirections.redirects(node.redirects) if node.redirects else ((), None)
        execution.context, execution.place = context, place
        if stdin is not None:
            context = context.fed(stdin)
        if stdin is None and context.stdin is None and execution.state.files and "/dev/fd/0" in execution.state.files:
            context = replace(context, stdin=Stream(execution.state.files["/dev/fd/0"][0]))
        assignments = tuple([self._assigned(each, alone=not words) for each in node.assigns])
        if not words:
            execution.status = None
            if redirects or any(name in _SPECIAL for name, _ in assignments):
                call = ExpandedCall((word(":"),), context, place, source[:_SOURCE], redirects, assignments)
                command = self.recorder.record(call)
                out = stdin.rest() if stdin is not None and not assignments else ()
                return self.redirections.written(out, redirects, (command,))
            return ()
        if len(ways) > 1 or not ways[0]:
            return self._ways(ways, node, context, place, source, redirects, assignments, tuple(declared))
        call = ExpandedCall(tuple(ways[0]), context, place, source[:_SOURCE], redirects, assignments, tuple(declared))
        mark = len(self.recorder.trace)
        out = self.dispatcher.dispatch(call)
        if redirects or execution.state.outputs:
            return self.redirections.written(out, redirects, tuple(self.recorder.trace[mark:]))
        return out

    def _assigned(self, assign: AssignNode, *, alone: bool) -> tuple[str, Word]:
        """The name and value of an assignment, which lasts when it stands `alone`, without a command."""
        options = self.assignments.assign(assign, keep=alone)
        if not alone and (assign.name in _HOOKS or assign.name.startswith("GIT_CONFIG_V")):
            self.assignments.run_hook(assign.name, options)
        content = options[0] if len(options) == 1 else None
        shown = content if isinstance(content, tuple) else self.assignments.shown(options)
        return assign.name, Word(parts=shown, quoted=True)

    def _ways(
        self,
        ways: list[list[Word]],
        node: Simple,
        context: Context,
        place: Place,
        source: str,
        redirects: tuple[Redirect, ...],
        assignments: tuple[tuple[str, Word], ...],
        declared: tuple[AssignNode, ...],
    ) -> Parts:
        """A command that may be several: each is read from the same state, and any of them may have run."""
        execution = self.execution
        start = execution.state
        ends: list[State] = []
        flows: list[str] = []
        outs: list[Parts] = []
        proofs: list[conditions.Shown] = []
        proof = ""
        mark = len(self.recorder.trace)
        for way in ways:
            execution.state = start.copy()
            execution.refinement = None
            if way:
                call = ExpandedCall(tuple(way), context, place, source[:_SOURCE], redirects, assignments, declared)
                outs.append(self.dispatcher.dispatch(call))
            (flows if execution.flow else ends).append(execution.flow or execution.state)  # type: ignore[arg-type]
            execution.flow = ""
            if execution.refinement is not None:
                proofs.append(execution.refinement[0])
                proof = execution.refinement[1]
        execution.status = execution.outcome = None
        execution.refinement = (conditions.either(proofs), proof) if proofs and len(proofs) == len(ways) else None
        execution.join_paths(ends, flows)
        distinct = list(dict.fromkeys(outs))
        out = distinct[0] if len(distinct) == 1 else (Unknown(source="", kind="command"),)
        return self.redirections.written(out, redirects, tuple(self.recorder.trace[mark:]))

    def _alias(self, node: Simple, first: WordNode, context: Context) -> Parts:
        execution = self.execution
        name = first.literal or ""
        text = execution.state.aliases[name] + " " + execution.frame.text[first.end : node.end]
        follows = node.words[1] if len(node.words) > 1 else None
        if execution.state.aliases[name][-1:] in (" ", "\t") and isinstance(follows, WordNode) and follows.literal:
            # a value that ends in a blank has the next word looked up too
            second = execution.state.aliases.get(follows.literal, follows.literal)
            text = execution.state.aliases[name] + second + " " + execution.frame.text[follows.end : node.end]
        call = ExpandedCall(
            (word(name),), context, execution.place, execution.frame.text[node.start : node.end][:_SOURCE]
        )
        saved = execution.state.aliases
        execution.state.aliases = {other: value for other, value in saved.items() if other != name}
        out = self.runner.run_text((text,), call, f"alias {name}")
        execution.state.aliases = saved
        return out if out is not None else ()
