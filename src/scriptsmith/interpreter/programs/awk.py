"""awk: the commands that its programs run with `system()` and pipes, and the files that they print into."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ...bash.lexer import unescape
from ..model import Part, Redirect, Unknown, Word
from ..values import Parts, Stream, merged, plain, word
from .handler import ExpandedCall, Handler, Shell
from .outputs import filtered

# Strings and regular expressions out of the way: a `|` or `>` inside one is no pipe and no file.
_AWK_TOKEN = re.compile(
    r"\"(?:\\.|[^\"\\])*\"|#[^\n]*|(?:(?<=[(,!~&|;{}\n])|^)[ \t]*/(?:\\.|\[(?:\\.|[^\]])*\]|[^/\\\n])*/", re.DOTALL
)
_AWK_SYSTEM = re.compile(r"\bsystem\s*\(")
_AWK_TO = re.compile(r"\bprintf?\b([^;{}\n]*?)(?<!\|)\|&?(?!\|)\s*(\x01\d+\x02|[A-Za-z_]\w*)")
_AWK_FROM = re.compile(r"(\x01\d+\x02|[A-Za-z_]\w*)\s*\|&?\s*getline")
_AWK_FILE = re.compile(r"\bprintf?\b[^;{}\n]*?>>?\s*(\x01\d+\x02)")
_MATCHES = 50  # commands and files of one program that are evaluated
_LONGEST = 20_000


@dataclass(slots=True)
class _Arguments:
    """The words of one awk: the files of its program, the index of the first operand, and what variables hold."""

    files: list[Word] = field(default_factory=list)
    operand: int = 0
    values: dict[str, Parts] = field(default_factory=dict)


def awk(shell: Shell, call: ExpandedCall) -> Parts | None:
    """Evaluate what an awk program does besides printing."""
    arguments = call.arguments
    read = [each for index, each in enumerate(arguments[1:]) if arguments[index].text in ("-f", "--file")]
    code = _awk_code(shell, call, read) if read else ""
    out = filtered(shell, call)
    given = _arguments(shell, call)
    code = code or _awk_code(shell, call, given.files)
    at = given.operand
    if not given.files:
        if at >= len(arguments):
            return out
        code = _inline_code(shell, call, arguments[at])
        at += 1
    given.values.update({f"ARGV[{index}]": each.parts for index, each in enumerate(arguments[at:], 1)})
    if "system" not in code and "|" not in code and ">" not in code:
        return out
    if len(code) > _LONGEST:
        shell.note_unresolved("awk gets a text that is too long to read", call.place)
        return out
    _evaluate(shell, replace(call, redirects=(), assignments=()), code, given.values)
    return out


def _arguments(shell: Shell, call: ExpandedCall) -> _Arguments:
    known = {name: value.parts for name, value in call.assignments}
    for name, options in shell.state.variables.items():
        if len(options) == 1 and isinstance(options[0], tuple):
            known.setdefault(name, options[0])
    given = _Arguments(values={f'ENVIRON["{name}"]': parts for name, parts in known.items()})
    words = call.arguments
    while given.operand < len(words) and (text := words[given.operand].shape).startswith("-") and len(text) > 1:
        follows = words[given.operand + 1] if given.operand + 1 < len(words) else None
        if text in ("-f", "--file") and follows is not None:
            given.files.append(follows)
        elif text.startswith("-f") and len(text) > 2:
            given.files.append(word(text[2:]))
        elif text in ("-v", "--assign") and follows is not None:
            name, _, value = (follows.text or "").partition("=")
            given.values[name] = (unescape(value),)
        given.operand += 2 if text in ("-F", "-v", "-f", "-i", "-l", "--assign") else 1
    return given


def _inline_code(shell: Shell, call: ExpandedCall, program: Word) -> str:
    """The program that stands among the words."""
    only = program.parts[0] if len(program.parts) == 1 else ""
    if isinstance(only, Unknown) and only.kind in ("argument", "network"):
        shell.note_unresolved(f"{call.name} gets a text that is not known: {only.source}", call.place)
    return "".join(part if isinstance(part, str) else "unknown" for part in program.parts)


def _evaluate(shell: Shell, call: ExpandedCall, code: str, values: dict[str, Parts]) -> None:
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
    for found in list(_AWK_SET.finditer(bare))[:_MATCHES]:
        values[found[1]] = _awk_text(found[2], 0, strings, values)
    stream = call.context.stdin
    line = stream.line() if stream is not None else None
    if line is not None:
        values["$0"] = line
    for found in list(_AWK_SYSTEM.finditer(bare))[:_MATCHES]:
        shell.run_text(_awk_text(bare, found.end(), strings, values), call, call.name)
    for found in list(_AWK_TO.finditer(bare))[:_MATCHES]:
        printed = _awk_text(found[1], 0, strings, values) or (Unknown(source="$0", kind="input"),)
        inside = replace(call, context=replace(call.context, stdin=Stream((*printed, "\n"))))
        shell.run_text(_awk_text(found[2], 0, strings, values), inside, call.name)
    for found in list(_AWK_FROM.finditer(bare))[:_MATCHES]:
        shell.run_text(_awk_text(found[1], 0, strings, values), call, call.name)
    for found in list(_AWK_FILE.finditer(bare))[:_MATCHES]:
        path = plain(_awk_text(found[1], 0, strings, values)) or ""
        if not path.startswith("/dev/std"):
            redirect = Redirect(operator=">", target=word(path, quoted=True))
            shell.record(replace(call.inner([word(":")], call.name), redirects=(redirect,)))


_AWK_SET = re.compile(r"(?<![\w$.\]])([A-Za-z_]\w*)\s*=(?![=~])\s*([^;\n}]+)")


def _awk_code(shell: Shell, call: ExpandedCall, files: list[Word]) -> str:
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

HANDLERS: dict[str, Handler] = dict.fromkeys(("awk", "gawk", "mawk", "nawk"), awk)
