"""Tools with a way to the shell: awk, sed, make, editors, debuggers, database clients."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from ...bash.lexer import unescape
from ..model import Part, Redirect, Unknown, Word
from ..values import Parts, Stream, merged, plain, unknown_output, word
from .filters import FILTERS
from .handler import Call, Handler, Shell
from .outputs import filtered

# Strings and regular expressions out of the way: a `|` or `>` inside one is no pipe and no file.
_AWK_TOKEN = re.compile(
    r"\"(?:\\.|[^\"\\])*\"|#[^\n]*|(?:(?<=[(,!~&|;{}\n])|^)[ \t]*/(?:\\.|\[(?:\\.|[^\]])*\]|[^/\\\n])*/", re.DOTALL
)
_AWK_SYSTEM = re.compile(r"\bsystem\s*\(")
_AWK_TO = re.compile(r"\bprintf?\b([^;{}\n]*?)(?<!\|)\|&?(?!\|)\s*(\x01\d+\x02|[A-Za-z_]\w*)")
_AWK_FROM = re.compile(r"(\x01\d+\x02|[A-Za-z_]\w*)\s*\|&?\s*getline")
_AWK_FILE = re.compile(r"\bprintf?\b[^;{}\n]*?>>?\s*(\x01\d+\x02)")


def awk(shell: Shell, call: Call) -> Parts | None:
    """awk: its `system()`, its pipes from and to commands, and the files that it prints into."""
    arguments = call.arguments
    read = [each for index, each in enumerate(arguments[1:]) if arguments[index].text in ("-f", "--file")]
    code = _awk_code(shell, call, read) if read else ""
    out = filtered(shell, call)
    at = 0
    given: list[Word] = []
    values = {name: value.parts for name, value in call.assignments}
    for name, options in shell.state.variables.items():
        if len(options) == 1 and isinstance(options[0], tuple):
            values.setdefault(name, options[0])
    values = {f'ENVIRON["{name}"]': parts for name, parts in values.items()}
    while at < len(arguments) and (text := arguments[at].shape).startswith("-") and len(text) > 1:
        follows = arguments[at + 1] if at + 1 < len(arguments) else None
        if text in ("-f", "--file") and follows is not None:
            given.append(follows)
        elif text.startswith("-f") and len(text) > 2:
            given.append(word(text[2:]))
        elif text in ("-v", "--assign") and follows is not None:
            name, _, value = (follows.text or "").partition("=")
            values[name] = (unescape(value),)
        at += 2 if text in ("-F", "-v", "-f", "-i", "-l", "--assign") else 1
    code = code or _awk_code(shell, call, given)
    if not given:
        if at >= len(arguments):
            return out
        code = "".join(part if isinstance(part, str) else "unknown" for part in arguments[at].parts)
        only = arguments[at].parts[0] if len(arguments[at].parts) == 1 else ""
        if isinstance(only, Unknown) and only.kind in ("argument", "network"):
            shell.note_unresolved(f"{call.name} gets a text that is not known: {only.source}", call.place)
        at += 1
    if len(arguments) > at:
        values.update({f"ARGV[{index}]": each.parts for index, each in enumerate(arguments[at:], 1)})
    if "system" not in code and "|" not in code and ">" not in code:
        return out
    if len(code) > 20_000:
        shell.note_unresolved("awk gets a text that is too long to read", call.place)
        return out
    call = replace(call, redirects=(), assignments=())
    strings: list[str] = []

    def hidden(found: re.Match[str]) -> str:
        if not found.group().startswith('"'):
            return " "
        strings.append(unescape(found.group()[1:-1], ""))
        return f"\x01{len(strings) - 1}\x02"

    if "ENVIRON" in code:
        code = re.sub(r'ENVIRON\s*\[\s*"(\w+)"\s*\]', r"ENVIRON_\1", code)
        values = {re.sub(r'ENVIRON\["(\w+)"\]', r"ENVIRON_\1", name): parts for name, parts in values.items()}
    bare = _AWK_TOKEN.sub(hidden, code)
    for found in list(_AWK_SET.finditer(bare))[:50]:
        values[found[1]] = _awk_text(found[2], 0, strings, values)
    stream = call.context.stdin
    line = stream.line() if stream is not None else None
    if line is not None:
        values["$0"] = line
    for found in list(_AWK_SYSTEM.finditer(bare))[:50]:
        shell.run_text(_awk_text(bare, found.end(), strings, values), call, call.name)
    for found in list(_AWK_TO.finditer(bare))[:50]:
        printed = _awk_text(found[1], 0, strings, values) or (Unknown(source="$0", kind="input"),)
        inside = replace(call, context=replace(call.context, stdin=Stream((*printed, "\n"))))
        shell.run_text(_awk_text(found[2], 0, strings, values), inside, call.name)
    for found in list(_AWK_FROM.finditer(bare))[:50]:
        shell.run_text(_awk_text(found[1], 0, strings, values), call, call.name)
    for found in list(_AWK_FILE.finditer(bare))[:50]:
        path = plain(_awk_text(found[1], 0, strings, values)) or ""
        if not path.startswith("/dev/std"):
            redirect = Redirect(operator=">", target=word(path, quoted=True))
            shell.record(replace(call.inner([word(":")], call.name), redirects=(redirect,)))
    return out


_AWK_SET = re.compile(r"(?<![\w$.\]])([A-Za-z_]\w*)\s*=(?![=~])\s*([^;\n}]+)")


def _awk_code(shell: Shell, call: Call, files: list[Word]) -> str:
    """The programs of `awk -f`, as far as they are known."""
    texts: list[str] = []
    for each in files:
        known = shell.file(each)
        if known is None and each.text in ("-", "/dev/stdin", "/dev/fd/0") and call.context.stdin is not None:
            known = (call.context.stdin.rest(), ())
        if known is not None:
            texts.append("".join(part if isinstance(part, str) else "unknown" for part in known[0]))
    return "\n".join(texts)


def _awk_text(bare: str, at: int, strings: list[str], values: Mapping[str, Parts]) -> Parts:
    """The text of an expression, up to a closing parenthesis: strings and other terms side by side."""
    parts: list[Part] = []
    for found in _AWK_TERM.finditer(bare, at):
        if found[2]:
            break
        if found[1] is not None:
            parts.append(strings[int(found[1])])
        elif found[3] in values:
            parts.extend(values[found[3]])
        elif found[3] not in ("(", ",", ""):
            parts.append(Unknown(source=found[3], kind="input", empty=True))
        if len(parts) > 200:
            break
    return merged(parts)


_AWK_TERM = re.compile(r"\s*(?:\x01(\d+)\x02|(\))|([\w$.\[\]]+(?:\([^()]*\))?|\S|$))", re.DOTALL)
_SED_EXECUTES = re.compile(
    r"(?:^|[;{}\n]|(?<=\d)|(?<=[$/]))\s*e\s+([^\n]+)|(?:^|[;{}\n\d$/])\s*s(.)(?:\\.|(?!\2).)*\2((?:\\.|(?!\2).)*)\2[gIip0-9]*e"
)
_SED_ALONE = re.compile(r"^(?:[^'\"/]*[;{}\n!])?\s*(?:\d+|\$|/[^/]*/)?!?\s*e\s*(?:[;}\n].*)?$", re.DOTALL)
_SED_WRITES = re.compile(r"(?:^|[;{}\n]|(?<=[\d$/]))\s*[wW]\s+(\S+)")


def _in_place(shell: Shell, call: Call, texts: list[str]) -> None:
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


def sed(shell: Shell, call: Call) -> Parts | None:
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

    def handler(shell: Shell, call: Call) -> Parts | None:
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


def debugger(shell: Shell, call: Call) -> Parts | None:
    """gdb: its way to the shell, and the program that it may run."""
    _DEBUGGER(shell, call)
    for index, each in enumerate(call.arguments):
        if each.text in ("--args", "-args", "--") and index + 1 < len(call.arguments):
            return shell.dispatch(call.inner(call.arguments[index + 1 :], call.name))
    return None


def make(shell: Shell, call: Call) -> Parts | None:
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
            if path in ("-", "/dev/stdin") and call.context.stdin is not None:
                codes.append(call.context.stdin.rest())
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
    **dict.fromkeys(("awk", "gawk", "mawk", "nawk"), awk),
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
