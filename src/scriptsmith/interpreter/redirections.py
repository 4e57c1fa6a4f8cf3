"""Redirections: where output goes, what standard input reads, and the files that are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..bash.parser import Parser
from ..bash.syntax import ListNode, RedirectNode, Unreadable
from .calls import Context
from .execution import Execution
from .expansion import Expander
from .model import Command, Redirect, Unknown, Word
from .recorder import Recorder
from .runner import Runner
from .values import Frame, Options, Parts, Stream, bounded, merged, plain, unknown_output
from .written_files import WrittenFiles


@dataclass(slots=True, eq=False)
class Redirections:
    """Opens and writes the files of redirections and of process substitutions."""

    execution: Execution
    recorder: Recorder
    files: WrittenFiles
    expander: Expander
    runner: Runner
    stderr_joined: bool = False  # standard error goes where standard output goes
    feeds: int = 0  # process substitutions so far
    sinks: dict[str, tuple[ListNode, Context, Frame]] = field(
        default_factory=dict
    )  # `>(…)`, read when something is written into them

    def device(self) -> str:
        """The path of a new process substitution."""
        self.feeds += 1
        return f"/dev/fd/{100 + self.feeds}"

    def redirects(self, nodes: Sequence[RedirectNode]) -> tuple[tuple[Redirect, ...], Stream | None]:
        """The redirections with their targets known, and the standard input they give."""
        out: list[Redirect] = []
        stdin: Stream | None = None
        for node in nodes:
            if node.heredoc is not None:
                body = node.heredoc.body
                options: Options = ((body,),)
                if not node.heredoc.quoted and ("$" in body or "`" in body or "\\" in body or self.execution.unknowns):
                    try:
                        options = self.expander.value(Parser(body).quoted_text())
                    except Unreadable as problem:
                        self.recorder.note_unresolved(f"in a here-document: {problem.why}")
                        options = ((Unknown(source="<<", kind="input"),),)
            elif node.operator == "<<<":
                options = tuple(
                    (*each, "\n") if isinstance(each, tuple) else each for each in self.expander.value(node.word)
                )
            else:
                options = (
                    tuple(each.parts for way in self.expander.fields(node.word) for each in way[:1])
                    if node.word
                    else ()
                )
            for content in options or ((),):
                parts = content if isinstance(content, tuple) else ()
                quoted = node.word.quoted if node.word is not None else node.heredoc is not None
                out.append(
                    Redirect(
                        operator=node.operator,
                        target=Word(parts=merged(parts), quoted=quoted),
                        descriptor=node.descriptor,
                    )
                )
                if node.operator in ("<<", "<<-", "<<<") and node.descriptor not in (None, 0):
                    self.execution.state.files[f"/dev/fd/{node.descriptor}"] = (merged(parts), ())
                elif node.operator in ("<", "<>") and node.descriptor not in (None, 0):
                    if (known := self.files.file(Word(parts=merged(parts)))) is not None:
                        self.execution.state.files[f"/dev/fd/{node.descriptor}"] = known
                elif node.operator == "<&" and node.descriptor in (None, 0):
                    if (known := self.files.file("/dev/fd/" + (plain(parts) or "?"))) is not None:
                        stdin = Stream(known[0])
                elif node.operator in ("<<", "<<-", "<<<") and node.descriptor in (None, 0):
                    stdin = Stream(merged(parts) if len(options) == 1 else (Unknown(source="<<<", kind="input"),))
                elif node.operator in ("<", "<>") and node.descriptor in (None, 0):
                    target = Word(parts=merged(parts))
                    known = self.files.file(target)
                    stdin = Stream(
                        known[0] if known is not None else (Unknown(source=f"< {target.shape}", kind="input"),)
                    )
        return tuple(out), stdin

    def written(self, out: Parts, redirects: Sequence[Redirect], by: tuple[Command, ...]) -> Parts:
        """What still reaches standard output when `redirects` are done; known texts go into known files."""
        execution = self.execution
        for each in redirects:
            if each.operator not in (">", ">>", ">|", "&>", "&>>", ">&") or each.descriptor not in (None, 1):
                continue
            path = each.target.text
            if each.operator == ">&" and path is not None and path in execution.state.outputs:
                self.put(execution.state.outputs[path], out, by, append=True)
                return ()
            if each.operator == ">&" and path in ("2", "-"):
                return out if self.stderr_joined and path == "2" else ()
            if each.operator == ">&" and path is not None and path.isdigit():
                continue
            if path not in ("/dev/null", "/dev/stdout", "/dev/stderr"):
                self.put(each.target, out, by, append=each.operator in (">>", "&>>"))
            out = out if path == "/dev/stdout" else ()
        if out and "1" in execution.state.outputs:
            self.put(execution.state.outputs["1"], out, by, append=True)
        return out

    def put(self, path: Word | str, out: Parts, by: tuple[Command, ...], *, append: bool = False) -> None:
        """Remember what was written into the file `path`, and by which commands."""
        execution = self.execution
        key = self.files.key(path)
        if self.sinks and (sink := self.sinks.pop(key, None)) is not None:
            body, context, frame = sink
            outer, execution.frame = execution.frame, frame
            self.runner.isolated(body, replace(context, stdin=Stream(out or unknown_output()), upstream=by))
            execution.frame = outer
            return
        if append and key in execution.state.files:
            before, others = execution.state.files[key]
            out, by = (*before, *out), (*others, *by)
        elif append:
            out = out or (Unknown(source=f"< {key}", kind="input"),)
        execution.state.files[key] = (bounded(out, key), by[-16:])
