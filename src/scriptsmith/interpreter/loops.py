"""Loops: once for each known value, and once more for values that turns hand on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from ..bash.syntax import CountedFor, For, Node, Param, While, WordNode
from .calls import Context
from .model import Part, Unknown
from .statements import Statements
from .values import OPTIONS, Content, Options, Parts, State, join
from .variables import may_be_empty

LOOP = 1_500
TURNS = 64


class Loops(Statements):
    """Walks loops."""

    def compound(self, node: Node, context: Context) -> Parts | None:
        match node:
            case For():
                return self.for_(node, context)
            case While():
                return self.while_(node, context)
            case CountedFor():
                return self.counted(node, context)
        return super().compound(node, context)

    def for_(self, node: For, context: Context) -> Parts:
        inside = context if context.conditional else replace(context, conditional=True)
        self.around(node, context)
        if node.words is None:
            whole = WordNode((Param("@", True, "$@"),), node.start, node.start, None, True)
            ways = self.fields(whole)
        else:
            ways = self.words(node.words)
        fields = list(dict.fromkeys(each for way in ways for each in way))
        if node.select:
            self.state.variables["REPLY"] = ((Unknown(source="$REPLY", kind="input"),),)
        certain = (
            len(ways) == 1 and not node.select and not any(part.splits for each in fields for part in each.unknowns)
        )
        values = [_element(each.parts, node.words is None or each.quoted) for each in fields]
        with self.looping():
            out: list[Part] = []
            steps = self.steps
            if certain and not values:
                out.extend(self.walk(node.body, inside))  # never reached, read all the same
                self.flow = ""
            if certain:
                for value in values:
                    if self.steps - steps > LOOP:
                        certain = False
                        break
                    self.set_variable(node.name, (value,))
                    out.extend(self.walk(node.body, inside))
                    self.flow = ""
            if not certain:
                options = tuple(dict.fromkeys(values))
                if len(options) > OPTIONS:
                    empty = any(_may_be_empty(value) for value in options)
                    options = ((Unknown(source="$" + node.name, kind="loop", empty=empty),),)
                self.settle(lambda: self._turn(node, options, inside, out))
        return tuple(out) if certain else _loop_output(out)

    def _turn(self, node: For, options: Options, context: Context, out: list[Part]) -> None:
        if options:
            self.set_variable(node.name, options)
        out.extend(self.walk(node.body, context))

    @contextmanager
    def looping(self) -> Iterator[None]:
        """Commands in here are noted once each; states at a `break` go on where the loop ends."""
        left = len(self.left)
        self.loops += 1
        yield
        self.loops -= 1
        for state in self.left[left:]:
            self.state = join(self.state, state)
        del self.left[left:]

    def settle(self, turn: Callable[[], None]) -> None:
        """Read `turn` from every state that turns can leave; what never settles becomes unknown."""
        for attempt in range(3):
            start = self.state.copy()
            turn()
            ended, self.flow = self.flow, ""
            # a turn that always leaves hands nothing on, but it may never be taken
            after = join(start, self.state) if not ended else start
            if after.variables == start.variables:
                self.state = after
                return
            if attempt:
                _blur(after, start)
            self.state = after

    def while_(self, node: While, context: Context) -> Parts:
        inside = context if context.conditional else replace(context, conditional=True)
        out: list[Part] = []
        steps = self.steps
        with self.looping():
            for turn in range(TURNS):
                entry = self.state.copy()
                status, false = self._round(node, inside, out, dry=turn == 0)
                if status is False and turn:
                    self.state = false
                    return tuple(out)
                if not status or self.steps - steps > LOOP:
                    self.state = join(entry, self.state)  # this turn may not have been taken
                    break
                if self.state.variables == entry.variables and (context.stdin is None or not context.stdin.parts):
                    return _loop_output(out)
            ends: list[State] = []
            self.settle(lambda: ends.append(self._round(node, inside, out, dry=True)[1]))
            if ends:
                self.state = join(self.state, ends[-1])
                self.state.filled |= ends[-1].filled
        return _loop_output(out)

    def _round(self, node: While, context: Context, out: list[Part], *, dry: bool) -> tuple[bool | None, State]:
        """One turn: the status of the condition where it is known, and the state in which the loop ends.

        A body that is not reached is read all the same when `dry`.
        """
        printed, true, false = self.branch(node.condition, context)
        status = self.status
        if node.until:
            true, false = false, true
            status = None if status is None else not status
        out.extend(printed)
        self.flow = ""
        end = (false or true or self.state).copy()
        if status is False and not dry:
            return status, end
        self.state = (true or false or self.state).copy()
        out.extend(self.walk(node.body, context))
        self.flow = ""
        return status, end

    def counted(self, node: CountedFor, context: Context) -> Parts:
        inside = context if context.conditional else replace(context, conditional=True)
        self.around(node, context)
        out: list[Part] = []
        self.sum(node.parts[0])
        steps = self.steps
        with self.looping():
            for turn in range(256):
                true = self.sum(node.parts[1]) if node.parts[1].pieces else 1
                if true == 0 and turn:
                    return tuple(out)
                if not true or self.steps - steps > LOOP:
                    break
                out.extend(self.walk(node.body, inside))
                self.flow = ""
                if self.sum(node.parts[2]) is None:
                    break
            for part in node.parts:
                for name in re.findall(r"[A-Za-z_]\w*", part.literal or ""):
                    self.state.variables[name] = ((Unknown(source="$" + name, kind="loop", empty=False),),)
            self.settle(lambda: out.extend(self.walk(node.body, inside)))
        return _loop_output(out)


def _blur(state: State, before: State) -> None:
    """Add an unknown to every variable that is not what it was."""
    for name, options in list(state.variables.items()):
        if options != before.variables.get(name, (None,)):
            blur: Content = (Unknown(source="$" + name, kind="loop", empty=may_be_empty(options)),)
            state.variables[name] = tuple(dict.fromkeys((*options[: OPTIONS - 1], blur)))


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
