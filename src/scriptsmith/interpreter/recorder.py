"""Collects the result of an evaluation: the commands, each once, and the places that cannot be resolved."""

from __future__ import annotations

from dataclasses import dataclass, field

from .calls import ExpandedCall
from .execution import InterpreterState
from .model import Command, Place, Unresolved, Word
from .written_files import WrittenFiles


@dataclass(slots=True, eq=False)
class Recorder:
    """Collects `commands` and `unresolved` while a script is evaluated; `trace` has the repeated commands too."""

    execution: InterpreterState
    files: WrittenFiles
    commands: list[Command] = field(default_factory=list)
    trace: list[Command] = field(default_factory=list)
    unresolved: dict[Unresolved, None] = field(default_factory=dict)
    seen: set[tuple[object, ...]] = field(default_factory=set)

    def note_unresolved(self, why: str, place: Place | None = None) -> None:
        self.unresolved[Unresolved(place=place or self.execution.place, why=why)] = None

    def record(self, call: ExpandedCall, *, name: str | None = None, upstream: tuple[Command, ...] = ()) -> Command:
        """Add the command to the reading, once."""
        context, state = call.context, self.execution.state
        stdin = context.stdin
        command = Command(
            name=call.name if name is None else name,
            program=call.words[0],
            arguments=call.words[1:],
            redirects=call.redirects,
            place=call.place,
            source=call.source,
            assignments=call.assignments,
            via=context.via,
            privileged=context.privileged,
            host=context.host,
            upstream=context.upstream + upstream + self._feeding(call),
            stdin=None if stdin is None or not stdin.parts else Word(parts=stdin.parts, quoted=True),
            cwd=state.cwd,
            cd_unchecked=state.unchecked_cd,
            conditional=context.conditional,
            guards=state.guards,
            checks=state.checks,
            loop=self.execution.loops > 0,
            captured=self.execution.captured > 0,
            background=self.execution.background > 0,
            tested=self.execution.tested > 0,
        )
        if self.execution.loops or self.execution.stack:
            # read again with nothing new: what guards it is told by the first
            key = (
                command.place,
                command.name,
                command.program,
                command.arguments,
                command.redirects,
                command.stdin,
                tuple((each.place, each.arguments) for each in command.upstream),
                command.via,
                command.cwd,
                command.checks,
            )
            if key in self.seen:
                self.trace.append(command)
                return command
            self.seen.add(key)
        self.trace.append(command)
        self.commands.append(command)
        return command

    def _feeding(self, call: ExpandedCall) -> tuple[Command, ...]:
        if not self.execution.state.files:
            return ()
        read = [*call.words, *(each.target for each in call.redirects if "<" in each.operator)]
        return tuple(command for each in read if (known := self.files.file(each)) for command in known[1])
