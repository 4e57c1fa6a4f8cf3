"""Shells that are given a text: `bash -c text`, `bash file`, `… | sh`."""

from __future__ import annotations

from dataclasses import replace

from ..model import Unknown, Word
from ..values import Parts
from .handler import ExpandedCall, Handler, Shell

_SHELL_OPTIONS = frozenset(("-o", "+o", "-O", "+O"))
_STARTUP = frozenset(("--rcfile", "--init-file"))


def shell_program(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`bash -c text`, `bash file`, `bash < text`, `… | bash`."""
    words = call.words
    at = 1
    text_follows = stdin = False
    while at < len(words):
        text = words[at].text
        if text is None or not text.startswith(("-", "+")) or text == "-":
            break
        at += 1
        if text == "--":
            break
        if text in _SHELL_OPTIONS:
            at += 1
            continue
        if text in _STARTUP and at < len(words):
            if shell.runnable(words[at]) is not None:
                _run_file(shell, call, words[at], at)
            at += 1
            continue
        if not text.startswith("--"):
            text_follows = text_follows or "c" in text
            stdin = stdin or "s" in text
            if text.endswith("o"):
                at += 1
    shell.record(call)
    if text_follows:
        if at >= len(words):
            return ()
        return _run(shell, call, words[at].parts, words[at + 2 :], f"{call.name} -c", words[at + 1 : at + 2])
    if at < len(words) and not stdin and words[at].text not in ("-", "/dev/stdin", "/proc/self/fd/0", "/dev/fd/0"):
        return _run_file(shell, call, words[at], at)
    stream = call.context.stdin
    if stream is None:
        if stdin:
            shell.note_unresolved(f"{call.name} gets a text that is not known: standard input", call.place)
        return None
    parts = stream.rest()
    via = "pipe" if call.context.upstream else "heredoc"
    return _run(shell, call, parts, words[at + (not stdin) :], via) if parts else ()


def _run_file(shell: Shell, call: ExpandedCall, file: Word, at: int) -> Parts | None:
    known = shell.runnable(file)
    if known is not None:
        parts = known[0]
        if len(parts) == 1 and isinstance(parts[0], Unknown):
            shell.note_unresolved(f"{call.name} runs {file.shape}, and what is in it is not known", call.place)
            return None
        return _run(shell, call, parts, call.words[at + 1 :], call.name)
    if any(part.kind in ("network", "command") and part.source.startswith("<(") for part in file.unknowns):
        shell.note_unresolved(f"{call.name} runs the output of a command", call.place)
    return None


def _run(
    shell: Shell, call: ExpandedCall, parts: Parts, arguments: tuple[Word, ...], via: str, zero: tuple[Word, ...] = ()
) -> Parts | None:
    """Read a text in a shell of its own."""
    saved = shell.fork()
    shell.state.arguments = tuple(each.parts for each in arguments)
    shell.state.flags = frozenset()
    shell.state.variables.pop("0", None)
    if zero:
        shell.state.variables["0"] = (zero[0].parts,)
    inside = replace(call, context=replace(call.context, stdin=None)) if via in ("heredoc", "pipe") else call
    out = shell.run_text(parts, inside, via)
    shell.rejoin(saved)
    return out


def own(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`/proc/self/exe`: the shell that reads the script."""
    if call.words[0].shape.startswith("/proc/"):
        return shell_program(shell, call)
    shell.record(call)
    return None


_SHELLS = ("sh", "bash", "dash", "ash", "ksh", "mksh", "zsh", "rbash", "fish", "csh", "tcsh", "yash")

HANDLERS: dict[str, Handler] = {**dict.fromkeys(_SHELLS, shell_program), "exe": own}
