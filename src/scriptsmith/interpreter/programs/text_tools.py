"""Tools that can run shell commands: sed, make, editors, debuggers, database clients."""

from __future__ import annotations

import re
from dataclasses import replace

from ...bash.lexer import unescape
from ..model import Redirect, Unknown
from ..values import Parts, plain, unknown_output, word
from .filters import FILTERS
from .handler import ExpandedCall, Handler, Shell
from .outputs import filtered

_SED_EXECUTES = re.compile(
    r"(?:^|[;{}\n]|(?<=\d)|(?<=[$/]))\s*e\s+([^\n]+)|(?:^|[;{}\n\d$/])\s*s(.)(?:\\.|(?!\2).)*\2((?:\\.|(?!\2).)*)\2[gIip0-9]*e"
)
_SED_ALONE = re.compile(r"^(?:[^'\"/]*[;{}\n!])?\s*(?:\d+|\$|/[^/]*/)?!?\s*e\s*(?:[;}\n].*)?$", re.DOTALL)
_SED_WRITES = re.compile(r"(?:^|[;{}\n]|(?<=[\d$/]))\s*[wW]\s+(\S+)")


def _in_place(shell: Shell, call: ExpandedCall, texts: list[str]) -> None:
    """`sed -i`: what a known file holds after it."""
    for path in texts:
        known = shell.file(path) if path and not path.startswith("-") else None
        text = plain(known[0]) if known is not None else None
        if known is None:
            continue
        rest = [each for each in texts if each != path and not re.match(r"-i|--in-place", each)]
        rest = [re.sub(r"^-([nEr]*)i.*", r"-\1", each) if re.match(r"-[nEr]+i", each) else each for each in rest]
        try:
            made = FILTERS["sed"](rest, text) if text is not None else None
        except (ValueError, IndexError, OverflowError, RecursionError):
            made = None
        changed: Parts = (made,) if made is not None else (Unknown(source=f"< {path}", kind="input", empty=False),)
        shell.put(path, changed, known[1])


def sed(shell: Shell, call: ExpandedCall) -> Parts | None:
    """sed: its `e` command and flag run shell texts, its `w` writes files."""
    stream = call.context.stdin
    given = stream.parts if stream is not None else ()
    out = filtered(shell, call)
    texts = [each.text or "" for each in call.arguments]
    if any(re.match(r"-[nEr]*i|--in-place", text) for text in texts):
        _in_place(shell, call, texts)
        out = ()
    if any(_SED_ALONE.search(text) for text in texts):
        # a bare `e` runs every line that sed reads
        shell.run_text(given or (Unknown(source="what sed reads", kind="input"),), call, "sed e")
    for each in call.arguments:
        text = each.text or ""
        if "e" in text or "w" in text:
            for found in list(_SED_EXECUTES.finditer(text))[:20]:
                shell.run_text((found[1] if found[1] is not None else unescape(found[3], ""),), call, "sed e")
            for found in list(_SED_WRITES.finditer(text))[:20]:
                redirect = Redirect(operator=">", target=word(found[1]))
                if found[1] not in ("/dev/stdout", "/dev/stderr"):
                    shell.record(replace(call.inner([word(":")], "sed w"), redirects=(redirect,)))
    return out


# programs with a way out to the shell


def escapes(*patterns: str, stdin: bool = False) -> Handler:
    """A program among whose words or input a shell text may stand, as the group of one of `patterns`."""
    compiled = [re.compile(each, re.MULTILINE) for each in patterns]

    def handler(shell: Shell, call: ExpandedCall) -> Parts | None:
        shell.record(call)
        texts: list[Parts] = [each.parts for each in call.arguments]
        if stdin and call.context.stdin is not None:
            texts.append(call.context.stdin.rest())
        for parts in texts:
            known = "".join(part if isinstance(part, str) else "" for part in parts)
            for each in compiled:
                for found in list(each.finditer(known))[:20]:
                    shell.run_text((found[1],), call, call.name)
        return None

    return handler


_DEBUGGER = escapes(r"^(?:shell|!|platform shell|make)\s*(.+)", r"system\(\"(.+?)\"\)", stdin=True)


def debugger(shell: Shell, call: ExpandedCall) -> Parts | None:
    """gdb: its way to the shell, and the program that it may run."""
    _DEBUGGER(shell, call)
    for index, each in enumerate(call.arguments):
        if each.text in ("--args", "-args", "--") and index + 1 < len(call.arguments):
            return shell.dispatch(call.inner(call.arguments[index + 1 :], call.name))
    return None


def make(shell: Shell, call: ExpandedCall) -> Parts | None:
    """make: a makefile given as text; one on disk is like any other program."""
    shell.record(call)
    texts = [each.text for each in call.arguments]
    codes: list[Parts] = []
    for index, text in enumerate(texts):
        if text and text.startswith("SHELL=") and " " in text:
            shell.run_text((text[6:],), call, "make SHELL")
        elif text and text.startswith("--eval="):
            codes.append((text[7:],))
        elif text == "--eval" and index + 1 < len(texts):
            codes.append(call.arguments[index + 1].parts)
        elif text and ((text in ("-f", "--file") and index + 1 < len(texts)) or re.match(r"-f.|--file=", text)):
            path = re.sub(r"^(?:-f|--file=)", "", text) if text not in ("-f", "--file") else texts[index + 1] or ""
            if path in ("-", "/dev/stdin"):
                codes.append(call.context.stdin.rest() if call.context.stdin else unknown_output())
            elif known := shell.file(path):
                codes.append(known[0])
    for name in ("Makefile", "makefile", "GNUmakefile"):
        if not codes and (known := shell.file(name)):
            codes.append(known[0])
    for code in codes:
        text_known = plain(code)
        if text_known is None:
            shell.note_unresolved("make gets a text that is not known", call.place)
            continue
        for found in list(
            re.finditer(r"^(?:\t|[^\n:=#]+:[^=\n]*;)\s*[@-]*(.+)|\$\(shell\s+([^()]*)\)", text_known, re.MULTILINE)
        )[:100]:
            shell.run_text(((found[1] or found[2]).replace("$$", "$"),), call, "make")
    return unknown_output()


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(("sed", "gsed"), sed),
    **dict.fromkeys(
        ("vim", "vi", "nvim", "ex", "view", "gvim"),
        escapes(
            r"(?:os\.(?:execute|system)|shell)\(['\"](.+?)['\"]\)",
            r"^\+?:?(?:silent\s+)?(?:%|\d+|r|w)?\s*!\s*(.+)",
            r"system\(['\"](.+?)['\"]\)",
            stdin=True,
        ),
    ),
    **dict.fromkeys(("ed", "red"), escapes(r"^(?:[0-9$,]*[rwe]\s*)?!(.+)", stdin=True)),
    **dict.fromkeys(("gdb", "lldb"), debugger),
    **dict.fromkeys(("less", "more", "most"), escapes(r"^\+\+?!\s*(.+)")),
    **dict.fromkeys(
        ("emacs", "emacsclient", "xemacs"),
        escapes(
            r"(?:shell-command(?:-to-string)?|compile|async-shell-command|call-process-shell-command)\s+\"(.+?)\"\)"
        ),
    ),
    "m4": escapes(r"syscmd\(`?(.+?)'?\)", stdin=True),
    "dc": escapes(r"!(?![<>=])\s*(.+)", stdin=True),
    **dict.fromkeys(
        ("gnuplot", "octave", "octave-cli", "matlab", "guile", "scilab", "maxima"),
        escapes(r"\b(?:system|shell_cmd|popen|unix|dos)\s*\(?\s*[\"'](.+?)[\"']\s*\)?", r"^\s*!\s*(.+)", stdin=True),
    ),
    "jshell": escapes(r"exec\(\s*\"(.+?)\"", stdin=True),
    "julia": escapes(r"\brun\(\s*`(.+?)`", stdin=True),
    **dict.fromkeys(("mysql", "mariadb"), escapes(r"(?:\\!|^\s*system)\s+(.+)", stdin=True)),
    "psql": escapes(r"\\!\s*(.+)", r"(?i)TO\s+PROGRAM\s+'([^']+)'", r"(?i)FROM\s+PROGRAM\s+'([^']+)'", stdin=True),
    "sqlite3": escapes(r"^\s*\.(?:shell|system)\s+(.+)", stdin=True),
    "ftp": escapes(r"^!\s*(.+)", stdin=True),
    **dict.fromkeys(("make", "gmake"), make),
}
