"""Redirections: where output goes, what standard input reads, and the files that are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..bash.parser import Parser
from ..bash.syntax import ListNode, RedirectNode, Unreadable
from .calls import Context
from .execution import InterpreterState
from .expansion import Expander
from .model import Command, Redirect, Unknown, Word
from .recorder import Recorder
from .runner import Runner
from .values import Options, Parts, SourceText, Stream, bounded, merged, plain, unknown_output
from .written_files import WrittenFiles

_HERE = ("<<", "<<-", "<<<")


@dataclass(slots=True, eq=False)
class Redirections:
    """Opens and writes the files of redirections and of process substitutions."""

    execution: InterpreterState
    recorder: Recorder
    files: WrittenFiles
    expander: Expander
    runner: Runner
    stderr_joined: bool = False  # standard error goes where standard output goes
    feeds: int = 0  # process substitutions so far
    sinks: dict[str, tuple[ListNode, Context, SourceText]] = field(
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
            options = self._targets(node)
            quoted = node.word.quoted if node.word is not None else node.heredoc is not None
            for content in options or ((),):
                target = Word(parts=merged(content if isinstance(content, tuple) else ()), quoted=quoted)
                out.append(Redirect(operator=node.operator, target=target, descriptor=node.descriptor))
                if node.descriptor not in (None, 0):
                    self._open_descriptor(node, target.parts)
                elif (given := self._input(node, target.parts, sure=len(options) == 1)) is not None:
                    stdin = given
        return tuple(out), stdin

    def _targets(self, node: RedirectNode) -> Options:
        """What the redirection names: a file, a descriptor, or the text itself of a here-document or here-string."""
        if node.heredoc is not None:
            body = node.heredoc.body
            plain_text = "$" not in body and "`" not in body and "\\" not in body and not self.execution.unknowns
            if node.heredoc.quoted or plain_text:
                return ((body,),)
            try:
                return self.expander.value(Parser(body).quoted_text())
            except Unreadable as problem:
                self.recorder.note_unresolved(f"in a here-document: {problem.why}")
                return ((Unknown(source="<<", kind="input"),),)
        if node.operator == "<<<":
            return tuple((*each, "\n") if isinstance(each, tuple) else each for each in self.expander.value(node.word))
        if node.word is None:
            return ()
        return tuple(each.parts for way in self.expander.fields(node.word) for each in way[:1])

    def _open_descriptor(self, node: RedirectNode, parts: Parts) -> None:
        """`3< file`, `3<<< text`: what can be read from a descriptor other than standard input."""
        files = self.execution.state.files
        if node.operator in _HERE:
            files[f"/dev/fd/{node.descriptor}"] = (parts, ())
        elif node.operator in ("<", "<>") and (known := self.files.file(Word(parts=parts))) is not None:
            files[f"/dev/fd/{node.descriptor}"] = known

    def _input(self, node: RedirectNode, parts: Parts, *, sure: bool) -> Stream | None:
        """The standard input that a redirection gives, None where it leaves it as it is."""
        if node.operator in _HERE:
            return Stream(parts if sure else (Unknown(source="<<<", kind="input"),))
        if node.operator == "<&":
            known = self.files.file("/dev/fd/" + (plain(parts) or "?"))
            return None if known is None else Stream(known[0])
        if node.operator in ("<", "<>"):
            target = Word(parts=parts)
            known = self.files.file(target)
            return Stream(known[0] if known is not None else (Unknown(source=f"< {target.shape}", kind="input"),))
        return None

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
