"""Control flow of loops: evaluated once for each known value, then until the abstract state no longer changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ..bash.syntax import CountedFor, For, Param, While, WordNode
from .assignments import Assignments, may_be_empty
from .calls import Context
from .conditionals import Conditionals
from .execution import InterpreterState
from .expansion import Expander
from .model import GuardFact, Part, Unknown
from .runner import Runner
from .values import OPTIONS, Content, Options, Parts, State, join

LOOP = 1_500
TURNS = 64
_LEFT = re.compile(r"\bbreak\b")


@dataclass(slots=True, eq=False)
class Loops:
    """Evaluates loops until what is known no longer changes."""

    execution: InterpreterState
    expander: Expander
    assignments: Assignments
    conditionals: Conditionals
    runner: Runner

    def read_for(self, node: For, context: Context) -> Parts:
        execution = self.execution
        inside = context.branch()
        execution.locate(node, context)
        if node.words is None:
            whole = WordNode((Param("@", True, "$@"),), node.start, node.start, None, True)
            ways = self.expander.fields(whole)
        else:
            ways = self.expander.words(node.words)
        fields = list(dict.fromkeys(each for way in ways for each in way))
        if node.select:
            execution.state.variables["REPLY"] = ((Unknown(source="$REPLY", kind="input"),),)
        certain = (
            len(ways) == 1 and not node.select and not any(part.splits for each in fields for part in each.unknowns)
        )
        values = [_element(each.parts, node.words is None or each.quoted) for each in fields]
        with self.in_loop():
            out: list[Part] = []
            steps = execution.steps
            if certain and not values:
                out.extend(self.runner.walk(node.body, inside))  # never reached, evaluated all the same
                execution.flow = ""
            if certain:
                for value in values:
                    if execution.steps - steps > LOOP:
                        certain = False
                        break
                    self.assignments.set_variable(node.name, (value,))
                    out.extend(self.runner.walk(node.body, inside))
                    execution.flow = ""
            if not certain:
                options = tuple(dict.fromkeys(values))
                if len(options) > OPTIONS:
                    empty = any(_may_be_empty(value) for value in options)
                    options = ((Unknown(source="$" + node.name, kind="loop", empty=empty),),)
                self.iterate_to_fixpoint(lambda: self._for_body(node, options, inside, out))
        return tuple(out) if certain else _loop_output(out)

    def _for_body(self, node: For, options: Options, context: Context, out: list[Part]) -> None:
        if options:
            self.assignments.set_variable(node.name, options)
        out.extend(self.runner.walk(node.body, context))

    @contextmanager
    def in_loop(self) -> Iterator[None]:
        """Commands in here are noted once each; states at a `break` go on where the loop ends."""
        execution = self.execution
        left = len(execution.jumps)
        execution.loops += 1
        yield
        execution.loops -= 1
        for state in execution.jumps[left:]:
            execution.state = join(execution.state, state)
        del execution.jumps[left:]

    def iterate_to_fixpoint(self, turn: Callable[[], None]) -> None:
        """Read `turn` from every state that turns can leave; what never settles becomes unknown."""
        execution = self.execution
        for attempt in range(3):
            start = execution.state.copy()
            turn()
            ended, execution.flow = execution.flow, ""
            # a turn that always leaves hands nothing on, but it may never be taken
            after = join(start, execution.state) if not ended else start
            if after.variables == start.variables:
                execution.state = after
                return
            if attempt:
                _widen(after, start)
            execution.state = after

    def read_while(self, node: While, context: Context) -> Parts:
        execution = self.execution
        inside = context.branch()
        out: list[Part] = []
        steps = execution.steps
        shown: frozenset[GuardFact] = frozenset()  # what holds once the loop has ended, by its condition
        with self.in_loop():
            for turn in range(TURNS):
                entry = execution.state.copy()
                status, false = self._while_once(node, inside, out, dry=turn == 0)
                shown = false.facts - entry.facts
                if status is False and turn:
                    execution.state = false
                    return tuple(out)
                if not status or execution.steps - steps > LOOP:
                    execution.state = join(entry, execution.state)  # this turn may not have been taken
                    break
                if execution.state.variables == entry.variables and (context.stdin is None or not context.stdin.parts):
                    return _loop_output(out)
            ends: list[State] = []
            self.iterate_to_fixpoint(lambda: ends.append(self._while_once(node, inside, out, dry=True)[1]))
            if ends:
                execution.state = join(execution.state, ends[-1])
                execution.state.nonempty |= ends[-1].nonempty
        if shown and not _LEFT.search(execution.frame.text, node.start, node.end):
            execution.state.facts |= shown
        return _loop_output(out)

    def _while_once(self, node: While, context: Context, out: list[Part], *, dry: bool) -> tuple[bool | None, State]:
        """One turn: the status of the condition where it is known, and the state in which the loop ends.

        A body that is not reached is evaluated all the same when `dry`.
        """
        execution = self.execution
        execution.tested += 1
        execution.lenient += 1
        printed, true, false = self.conditionals.branch(node.condition, context)
        execution.tested -= 1
        execution.lenient -= 1
        status = execution.status
        if node.until:
            true, false = false, true
            status = None if status is None else not status
        out.extend(printed)
        execution.flow = ""
        end = (false or true or execution.state).copy()
        if status is False and not dry:
            return status, end
        execution.state = (true or false or execution.state).copy()
        out.extend(self.runner.walk(node.body, context))
        execution.flow = ""
        return status, end

    def read_counted(self, node: CountedFor, context: Context) -> Parts:
        execution = self.execution
        inside = context.branch()
        execution.locate(node, context)
        out: list[Part] = []
        self.expander.arithmetic.sum(node.parts[0])
        steps = execution.steps
        with self.in_loop():
            for turn in range(256):
                true = self.expander.arithmetic.sum(node.parts[1]) if node.parts[1].pieces else 1
                if true == 0 and turn:
                    return tuple(out)
                if not true or execution.steps - steps > LOOP:
                    break
                out.extend(self.runner.walk(node.body, inside))
                execution.flow = ""
                if self.expander.arithmetic.sum(node.parts[2]) is None:
                    break
            for part in node.parts:
                for name in re.findall(r"[A-Za-z_]\w*", part.literal or ""):
                    execution.state.variables[name] = ((Unknown(source="$" + name, kind="loop", empty=False),),)
            self.iterate_to_fixpoint(lambda: out.extend(self.runner.walk(node.body, inside)))
        return _loop_output(out)


def _widen(state: State, before: State) -> None:
    """Add an unknown to every variable that is not what it was."""
    for name, options in list(state.variables.items()):
        if options != before.variables.get(name, (None,)):
            widened: Content = (Unknown(source="$" + name, kind="loop", empty=may_be_empty(options)),)
            state.variables[name] = tuple(dict.fromkeys((*options[: OPTIONS - 1], widened)))


def _loop_output(out: list[Part]) -> Parts:
    """What a loop prints that runs nobody knows how often."""
    return (Unknown(source="", kind="loop"),) if out else ()


def _may_be_empty(parts: Parts) -> bool:
    return all(isinstance(part, Unknown) and part.empty for part in parts)


def _element(parts: Parts, quoted: bool) -> Parts:
    """One turn's value of a loop variable: a field that came of splitting is not empty."""
    return tuple(
        replace(part, splits=False, empty=part.empty and quoted) if isinstance(part, Unknown) else part
        for part in parts
    )
