"""The registers of one evaluation: the abstract state, control flow, the call stack, and the steps spent."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from ..bash.syntax import Node
from . import conditions
from .calls import Context, Exhausted, ExpandedCall
from .model import Place, Unknown, Word
from .values import Options, Parts, SourceText, State, join

STEPS = 12_000
START = Place(line=1, column=1, end_line=1, end_column=1)
TOP = Context()


@dataclass(slots=True)
class Activation:
    """A function that is being evaluated: what it was called with, and what returning from it restores."""

    name: str
    arguments: tuple[Word, ...]
    forks: int  # how many background jobs and pipelines stood around the call
    local: dict[str, Options | None] = field(default_factory=dict)  # what its local variables hide


@dataclass(slots=True)
class InterpreterState:
    """The registers that all parts of the interpreter share. One script has one.

    `state` is what is known before the next statement. `flow` says how control left the last one (`exit`, `return`;
    empty when it goes on), `status` whether it succeeded (None: not known), `refinement` what its success and its
    failure show, `unchecked_cd` the folder that a `cd` just tried to enter. `context`, `frame` and `place` belong to
    the command that is being expanded.
    """

    state: State = field(default_factory=State)
    frame: SourceText = field(default_factory=lambda: SourceText(""))
    context: Context = field(default=TOP)
    place: Place = field(default=START)
    flow: str = ""
    status: bool | None = None
    refinement: tuple[conditions.Shown, str] | None = None
    unchecked_cd: str = ""
    outcome: tuple[State | None, State | None] | None = None  # the states after a function that succeeded, and failed
    listed_names: Parts | None = None  # the names that the last `ls` was given
    steps: int = 0
    loops: int = 0  # loops around what is being evaluated
    forks: int = 0  # background jobs and pipelines around it
    background: int = 0  # background jobs around it
    captured: int = 0  # command substitutions around it
    tested: int = 0  # conditions around it on which something depends
    uncalled: int = 0  # functions around it that nothing calls
    lenient: int = 0  # conditions around it, in which `set -e` stops nothing
    stack: list[Activation] = field(default_factory=list)
    jumps: list[State] = field(default_factory=list)  # states at break, continue and return
    deferred: list[tuple[Parts, ExpandedCall, State, str]] = field(
        default_factory=list
    )  # traps and aliases: read at the end
    unknowns: list[Unknown] = field(default_factory=list)  # what the holes in texts inside texts stand for

    def spend(self, steps: int = 1) -> None:
        self.steps += steps
        if self.steps > STEPS:
            raise Exhausted

    def where(self, start: int, end: int, context: Context) -> Place:
        """The place of a stretch of the text that is being walked."""
        if context.origin is not None:
            return context.origin
        frame = self.frame
        if not frame.starts:
            frame.starts = [0, *(found.end() for found in re.finditer("\n", frame.text))]
        if len(frame.starts) == 1:
            return Place(line=1, column=start + 1, end_line=1, end_column=end + 1)
        first, last = bisect_right(frame.starts, start), bisect_right(frame.starts, end)
        return Place(
            line=first,
            column=start - frame.starts[first - 1] + 1,
            end_line=last,
            end_column=end - frame.starts[last - 1] + 1,
        )

    def locate(self, node: Node, context: Context) -> None:
        """What is expanded from here on stands at `node`."""
        self.place = self.where(node.start, node.end, context)
        self.context = context

    def fork(self) -> State:
        """Go on in a copy of the state, as a subshell does; `rejoin` takes what is returned."""
        saved = self.state
        self.state = saved.copy()
        return saved

    def rejoin(self, saved: State) -> None:
        """End what `fork` began: what was set is lost, the files that were written are not."""
        saved.files, saved.programs = self.state.files, self.state.programs
        self.state, self.flow = saved, ""

    def join_paths(self, ends: list[State], flows: list[str]) -> None:
        """Go on from every state in `ends`; when there is none, every way has ended."""
        if ends:
            self.state = ends[0]
            for other in ends[1:]:
                self.state = join(self.state, other)
        else:
            self.flow = "exit" if all(flow == "exit" for flow in flows) else "return"
