"""Statements: lists, pipelines, groups and functions, and the way from each kind of node to what evaluates it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..bash.syntax import (
    AndOr,
    CaseNode,
    CountedFor,
    For,
    Function,
    GroupNode,
    If,
    ListNode,
    Node,
    Pipeline,
    Redirected,
    While,
)
from .calls import Context
from .conditionals import Conditionals, after
from .execution import InterpreterState
from .functions import Functions
from .loops import Loops
from .model import Part
from .recorder import Recorder
from .redirections import Redirections
from .runner import Runner
from .values import Parts, Stream
from .written_files import WrittenFiles


@dataclass(slots=True, eq=False)
class Statements:
    """Walks statements: what they print comes back, where they lead stands in the state and in the control flow.

    What follows an exit is evaluated as well.
    """

    execution: InterpreterState
    recorder: Recorder
    files: WrittenFiles
    redirections: Redirections
    functions: Functions
    conditionals: Conditionals
    loops: Loops
    runner: Runner

    def walk(self, node: Node, context: Context) -> Parts:
        """Evaluate one statement."""
        kind = type(node)
        compound = _COMPOUND.get(kind)
        if compound is not None:
            return compound(self, node, context)
        out, true, false = self.conditionals.branch(node, context)
        if true is None and false is None:
            return out
        errexit = kind is not AndOr and self._stops_at_failure()
        self.execution.state = true if errexit and true is not None else after(true, false)
        return out

    def _stops_at_failure(self) -> bool:
        """Whether the script ends where a command fails: `set -e`, and no condition around it."""
        return "errexit" in self.execution.state.flags and not self.execution.lenient

    def _list(self, node: ListNode, context: Context) -> Parts:
        execution = self.execution
        out: list[Part] = []
        flow = ""
        for item, background in node.items:
            execution.forks += background
            execution.background += background
            out.extend(self.runner.walk(item, context) if not background else self.runner.isolated(item, context))
            execution.forks -= background
            execution.background -= background
            flow = flow or execution.flow  # what stands after an exit is evaluated all the same
            execution.flow = ""
        execution.flow = flow
        return tuple(out)

    def _pipeline(self, node: Pipeline, context: Context) -> Parts:
        execution = self.execution
        if len(node.stages) == 1:
            return self.runner.walk(AndOr(node, (), node.start, node.end), context)
        stream, upstream = context.stdin, context.upstream
        out: Parts = ()
        first = len(self.recorder.trace)
        for index, stage in enumerate(node.stages):
            mark = len(self.recorder.trace)
            inside = context.fed(stream, upstream)
            beside = not (execution.loops or context.conditional)  # a loop over what there is ends some time
            execution.forks += beside
            out = self.runner.isolated(stage, inside)
            execution.forks -= beside
            stream = Stream(out)
            upstream = (*upstream, *self.recorder.trace[mark:])[-32:] if index < 50 else upstream
        execution.status = None
        if not node.negated and self._stops_at_failure():
            ran = self.recorder.ran_since(first, node, context)
            execution.state.facts |= frozenset() if ran is None else {ran}
        return out

    def _group(self, node: GroupNode, context: Context) -> Parts:
        return self.runner.isolated(node.body, context) if node.subshell else self.runner.walk(node.body, context)

    def _function(self, node: Function, context: Context) -> Parts:
        self.execution.state.functions[node.name] = (node, self.execution.frame)
        self.functions.defined[node.name] = (node, self.execution.frame)
        return ()

    def _redirected(self, node: Redirected, context: Context) -> Parts:
        self.execution.locate(node, context)
        redirects, stdin = self.redirections.redirects(node.redirects)
        # a redirection of a group is a command of its own for the rules: `{ …; } > /etc/passwd`
        inside = context
        if stdin is not None:
            feeding = tuple(
                command for each in redirects if (known := self.files.file(each.target)) for command in known[1]
            )
            inside = context.fed(stdin, feeding)
        if any(
            (each.operator[0] in "&>" or each.operator[-1:] == ">") and not (each.target.text or "").isdigit()
            for each in redirects
        ):
            group = self.recorder.group(
                context, self.execution.place, self.execution.frame.text[node.start : node.end][:200], redirects
            )
        else:
            group = None
        mark = len(self.recorder.trace)
        both = self.redirections.stderr_joined
        self.redirections.stderr_joined = both or any(
            each.operator == ">&" and each.descriptor == 2 and each.target.text == "1" for each in redirects
        )
        out = self.runner.walk(node.body, inside)
        self.redirections.stderr_joined = both
        self.recorder.prints(group, out)
        return self.redirections.written(out, redirects, tuple(self.recorder.trace[mark:]))


# Compound commands that are no conditions themselves.
_COMPOUND: Mapping[type[Node], Callable[[Statements, Any, Context], Parts]] = {
    ListNode: Statements._list,
    Pipeline: Statements._pipeline,
    GroupNode: Statements._group,
    Function: Statements._function,
    Redirected: Statements._redirected,
    If: lambda self, node, context: self.conditionals.read_if(node, context),
    CaseNode: lambda self, node, context: self.conditionals.read_case(node, context),
    For: lambda self, node, context: self.loops.read_for(node, context),
    While: lambda self, node, context: self.loops.read_while(node, context),
    CountedFor: lambda self, node, context: self.loops.read_counted(node, context),
}
