"""Collects the result of an evaluation: the commands, each once, and the places that cannot be resolved."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..bash.syntax import Node, Pipeline, Simple
from .calls import Context, ExpandedCall
from .execution import InterpreterState
from .model import Command, GuardFact, Place, Redirect, Unresolved, Word
from .values import Parts, listed, merged, unknown_output, word
from .written_files import WrittenFiles

GROUP = word("{")
# Programs whose success or failure says something of what they are asked about, and what they may be wrapped in.
CHECKING = frozenset(("blkid", "cmp", "diff", "grep", "egrep", "ssh-keygen", "mountpoint", "gzip", "pg_restore"))
# The same of another machine or a service.
REACHING = frozenset(
    listed("ping ping6 fping arping nc ncat nmap curl wget dig ssh pg_isready psql mysqladmin mysql redis-cli")
)
# And those that bring a file there.
BRINGING = frozenset(listed("aws gsutil gcloud s3cmd mc rclone scp rsync"))
_NOTED = CHECKING | REACHING | BRINGING
_SILENT = frozenset((":", "true", "false", "cd", "[", "test", "exit", "return", "set", "export", ""))
_TRANSPARENT = frozenset(("sudo", "doas", "command", "pipe"))


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
            facts=state.facts,
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
                command.facts,
            )
            if key in self.seen:
                self.trace.append(command)
                return command
            self.seen.add(key)
        self.trace.append(command)
        self.commands.append(command)
        return command

    def group(
        self, context: Context, place: Place, source: str, redirects: tuple[Redirect, ...]
    ) -> tuple[int, int] | None:
        """The redirection of a group of commands, a command of its own for the rules: `{ …; } > /etc/passwd`. Where it
        stands among the commands and in the trace; None when it has been recorded before."""
        at = len(self.commands)
        call = ExpandedCall(words=(GROUP,), context=context, place=place, source=source, redirects=redirects)
        self.record(call, name=":")
        return (at, len(self.trace)) if len(self.commands) > at else None

    def prints(self, group: tuple[int, int] | None, out: Parts) -> None:
        """Say what a group of commands prints: it stands as the one argument of its command."""
        if group is None:
            return
        at, since = group
        if not out and any(command.name not in _SILENT for command in self.trace[since:]):
            out = unknown_output()
        self.commands[at] = replace(self.commands[at], arguments=(Word(parts=merged(out), quoted=True),))

    def ran_since(self, mark: int, node: Node, context: Context) -> GuardFact | None:
        """That `node` has succeeded, where the last command since `mark` is the one that decides it, and is a check."""
        if len(self.trace) <= mark or (command := self.trace[-1]).name not in _NOTED:
            return None
        last = node.stages[-1] if isinstance(node, Pipeline) else node
        if not isinstance(last, Simple) or command.place != self.execution.where(last.start, last.end, context):
            return None
        if any(step not in _TRANSPARENT for step in command.via[len(context.via) :]):
            return None
        feeding = command.upstream[len(context.upstream) :] if isinstance(node, Pipeline) else ()
        by = (*feeding, command)
        return GuardFact(kind="ran", subject=" | ".join(each.written for each in by), by=by)

    def _feeding(self, call: ExpandedCall) -> tuple[Command, ...]:
        if not self.execution.state.files:
            return ()
        read = [*call.words, *(each.target for each in call.redirects if "<" in each.operator)]
        return tuple(command for each in read if (known := self.files.file(each)) for command in known[1])
