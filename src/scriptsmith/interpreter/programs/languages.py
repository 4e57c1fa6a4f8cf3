"""Other languages inside a script (Perl, Ruby, JavaScript, PHP, Lua, awk, sed, vim, make, SQL clients).

Only what matters here is looked for: shell texts that they run, files that they delete or overwrite, and code that they
make up at run time, which is a `Unresolved`. A text with none of these prints or computes something and is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...bash.lexer import unescape
from ..model import Part, Redirect, Unknown, Word
from ..values import Parts, Stream, merged, plain, word
from .handler import ExpandedCall, Handler, Shell
from .python import read_python


@dataclass(frozen=True, slots=True)
class ScriptingLanguage:
    """How a language is given code on the command line, and which of its words run texts or touch files."""

    flags: tuple[str, ...]
    runs: re.Pattern[str]
    deletes: re.Pattern[str] | None = None
    writes: re.Pattern[str] | None = None
    evals: re.Pattern[str] | None = None
    glue: str = "."
    valued: tuple[str, ...] = ()


_RUBY_FILES = (
    r"File\.(?:delete|unlink)|FileUtils\.(?:rm_rf|rm_r|rm_f|rm|remove_dir|remove_entry|remove_entry_secure)"
    r"|Dir\.(?:rmdir|delete|unlink)"
)
_JS_FILES = (
    r"(?:removeSync|remove(?<=Deno.remove)|rmSync|rmdirSync|unlinkSync|rm|rmdir|unlink|truncateSync|truncate)(?=\s*\()"
)
LANGUAGES: dict[str, ScriptingLanguage] = {
    "perl": ScriptingLanguage(
        ("-e", "-E"),
        re.compile(r"\b(?:system|exec)\b|\bqx\b|`|\bopen\b\s*\(?[^;]*?,\s*(?=['\"]\s*(?:\|-|-\|)|['\"][^'\"]*\|)"),
        re.compile(r"\b(?:unlink|rmtree|remove_tree|rmdir)\b"),
        re.compile(r"\bopen\b\s*\(?[^;,]*,\s*(?:['\"]\+?>>?\s*['\"]\s*,\s*)|\btruncate\b"),
        re.compile(r"\beval\b(?!\s*\{)|\bunpack\b.*\beval\b|\bdo\s+['\"$]"),
        ".",
        ("-I", "-M", "-m", "-i"),
    ),
    "ruby": ScriptingLanguage(
        ("-e",),
        re.compile(r"\b(?:system|exec|spawn|IO\.popen|Open3\.\w+|Kernel\.\w+)\b|%x|`"),
        re.compile(_RUBY_FILES),
        re.compile(r"\bFile\.write\b|\bIO\.write\b"),
        re.compile(r"\b(?:eval|instance_eval|class_eval|send|public_send|__send__)\b"),
        "+",
        ("-I", "-r"),
    ),
    "node": ScriptingLanguage(
        ("-e", "--eval", "-p", "--print", "-pe"),
        re.compile(
            r"\b(?:execSync|exec|execFileSync|execFile|spawnSync|spawn|fork|\$)(?=\s*[(`])"
            r"|\[\s*['\"](?:exec|spawn)\w*['\"]\s*\](?=\s*\()"
        ),
        re.compile(r"\b" + _JS_FILES),
        re.compile(r"\b(?:writeFileSync|writeFile|createWriteStream|appendFileSync)(?=\s*\()"),
        re.compile(
            r"\beval\s*\(|\.then\s*\(\s*eval\b|\b(?:exec|spawn)\w*\s*:\s*\w+(?=\s*[,}])|\bFunction\s*\(|\bvm\.run|\bprocess\.binding|\[\s*['\"`]\w+['\"`]\s*\+"
        ),
        "+",
        ("-r", "--require", "--import"),
    ),
    "php": ScriptingLanguage(
        ("-r",),
        re.compile(r"\b(?:system|exec|shell_exec|passthru|popen|proc_open|pcntl_exec)(?=\s*\()|`"),
        re.compile(r"\b(?:unlink|rmdir)(?=\s*\()"),
        re.compile(r"\b(?:file_put_contents)(?=\s*\()"),
        re.compile(r"\beval\s*\(|\bassert\s*\(|\bcreate_function|\$\w+\s*\(|\binclude\b"),
    ),
    "lua": ScriptingLanguage(
        ("-e",),
        re.compile(r"\b(?:os\.execute|io\.popen)\b"),
        re.compile(r"\bos\.remove\b"),
        None,
        re.compile(r"\bload(?:string)?\s*\(|\bdofile\b"),
        "..",
    ),
    "Rscript": ScriptingLanguage(
        ("-e",),
        re.compile(r"\b(?:system2?|shell)(?=\s*\()"),
        re.compile(r"\b(?:unlink|file\.remove)(?=\s*\()"),
        None,
        re.compile(r"\beval\s*\("),
    ),
    "tclsh": ScriptingLanguage(
        ("-c",),
        re.compile(r"\b(?:exec|spawn|system)\b"),
        re.compile(r"\bfile\s+delete(?:\s+-force)?"),
        None,
        re.compile(r"\beval\b"),
    ),
    "expect": ScriptingLanguage(
        ("-c",), re.compile(r"\b(?:exec|spawn|system|send)\b"), None, None, re.compile(r"\beval\b")
    ),
    "osascript": ScriptingLanguage(("-e",), re.compile(r"\bdo shell script\b")),
    "groovy": ScriptingLanguage(
        ("-e",),
        re.compile(r"(?=['\"][^'\"]*['\"]\.execute\b)"),
        re.compile(r"\bnew File\("),
        None,
        re.compile(r"\bevaluate\b|\bEval\."),
    ),
}
for _name, _like in (
    ("R", "Rscript"),
    ("nodejs", "node"),
    ("deno", "node"),
    ("bun", "node"),
    ("jruby", "ruby"),
    ("luajit", "lua"),
    ("wish", "tclsh"),
):
    LANGUAGES[_name] = LANGUAGES[_like]

_STRING = re.compile(
    r"'((?:\\.|[^'\\])*)'|\"((?:\\.|[^\"\\])*)\"|`((?:\\.|[^`\\])*)`|(?:qq?|qx|%[xqQ])\s*(?:\{([^{}]*)\}|\(([^()]*)\)|\[([^\[\]]*)\]|([/|!~])(.*?)\7)",
    re.DOTALL,
)
_INSIDE = re.compile(r"#\{[^}]*\}|\$\{[^}]*\}|[$@]\w+|\$\(\w+\)")


def argument(code: str, at: int, glue: str) -> tuple[Parts, int]:
    """The text that stands as a call's first argument from `at` on, and where it ends."""
    parts: list[Part] = []
    size = len(code)
    while True:
        while at < size and code[at] in " \t\n(":
            at += 1
        found = _STRING.match(code, at)
        if found is None:
            end = re.compile(r"[^\s;,)}]*(?:\([^()]*\))*").match(code, at)
            source = code[at : end.end()] if end else ""
            if source or not parts:
                parts.append(Unknown(source=source[:60], kind="command"))
            at = end.end() if end else at
        else:
            raw = next(
                (
                    group
                    for group in (found[1], found[2], found[3], found[4], found[5], found[6], found[8])
                    if group is not None
                ),
                "",
            )
            if found[1] is not None:
                parts.append(re.sub(r"\\(['\\])", r"\1", raw))
            else:
                parts.extend(_interpolated(raw))
            at = found.end()
        while at < size and code[at] in " \t\n":
            at += 1
        if code.startswith(glue, at) and not code.startswith("..", at + (len(glue) if glue == "." else 0)):
            at += len(glue)
            continue
        return merged(parts), at


def _interpolated(raw: str) -> list[Part]:
    parts: list[Part] = []
    last = 0
    for found in _INSIDE.finditer(raw):
        if raw[found.start() - 1 : found.start()] == "\\":
            continue
        parts.extend((unescape(raw[last : found.start()], ""), Unknown(source=found.group(), kind="command")))
        last = found.end()
    parts.append(unescape(raw[last:], ""))
    return parts


def _listed(code: str, at: int, glue: str) -> tuple[list[Parts], int]:
    """Every argument of a call that takes several."""
    first, at = argument(code, at, glue)
    out = [first]
    while at < len(code) and code[at] == "," and len(out) < 50:
        at += 1
        while at < len(code) and code[at] in " \t\n[":
            at += 1
        if not _STRING.match(code, at):
            break
        more, at = argument(code, at, glue)
        out.append(more)
        while at < len(code) and code[at] in " \t\n]":
            at += 1
    return out, at


def read_code(shell: Shell, call: ExpandedCall, code: str, language: ScriptingLanguage, via: str) -> None:
    """Read a text in `language`."""
    if len(code) > 50_000:
        shell.note_unresolved(f"{via} gets a text that is too long to read", call.place)
        return
    shell.spend(1 + len(code) // 50)
    _read_commands(shell, call, code, language, via)
    for found in list(language.deletes.finditer(code))[:200] if language.deletes is not None else ():
        words, _ = _listed(code, found.end(), language.glue)
        folder = re.search(r"\brmdir\b", found.group()) and "Sync" not in found.group()
        program = ["rmdir"] if folder else ["rm", "-rf"]
        shell.dispatch(
            call.inner([*(word(each) for each in program), *(Word(parts=each, quoted=True) for each in words)], via)
        )
    for found in list(language.writes.finditer(code))[:200] if language.writes is not None else ():
        path, _ = argument(code, found.end(), language.glue)
        redirect = Redirect(operator=">", target=Word(parts=path, quoted=True))
        shell.record(replace(call.inner([word(":")], via), redirects=(redirect,)))
    for found in list(language.evals.finditer(code))[:20] if language.evals is not None else ():
        _read_evaluated(shell, call, code, language, via, found)


def _read_commands(shell: Shell, call: ExpandedCall, code: str, language: ScriptingLanguage, via: str) -> None:
    """The commands that a text runs."""
    for found in list(language.runs.finditer(code))[:200]:
        start = found.start() if found.group() in ("`", "qx", "%x") else found.end()
        if found.group() == "`" and code.count("`", 0, found.start()) % 2:
            continue
        if re.match(r"\s*=[^~=]", code[found.end() : found.end() + 3]) or (
            code[found.start() - 1 : found.start()] in ("$", "'", '"') and found.group() != "`"
        ):
            continue
        if language in _TCL:
            _tcl(shell, call, code[found.end() :], found.group(), via)
            continue
        words, _ = _listed(code, start, language.glue)
        mode = plain(words[0]) if language is LANGUAGES["perl"] else None
        if mode in ("|-", "-|") and len(words) > 1:
            words = words[1:]
        if not words[0]:
            continue
        if mode and mode.startswith("|") and call.context.stdin is None:
            printed = Stream((Unknown(source="print", kind="input"),))
            inside = replace(call, context=replace(call.context, stdin=printed))
            shell.run_text((mode.lstrip("| "),) if mode != "|-" else words[0], inside, via)
            continue
        if len(words) > 1 and plain(words[0]) is not None:
            shell.dispatch(call.inner([Word(parts=each, quoted=True) for each in words], via))
        else:
            text = words[0]
            if isinstance(text[0], str) and language is LANGUAGES["perl"]:
                text = (re.sub(r"^\s*\|\s*|\s*\|\s*$", "", text[0]), *text[1:])
            shell.run_text(text, call, via)


def _read_evaluated(
    shell: Shell, call: ExpandedCall, code: str, language: ScriptingLanguage, via: str, found: re.Match[str]
) -> None:
    """A text that a program evaluates as code."""
    inner, _ = argument(code, found.end(), language.glue)
    if found.group().startswith(".then"):
        shell.note_unresolved(f"{via} runs what it fetches", call.place)
        return
    if re.match(r"[\s(]*(?:`|qx\b|%x)", code[found.end() :]):
        shell.note_unresolved(f"{via} runs what a command prints", call.place)
        return
    text = plain(inner)
    if found.group().startswith("$") and text:
        shell.run_text(inner, call, via)  # a function whose name was made up
    if text is None or not text.strip() or text == code:
        shell.note_unresolved(f"{via} makes up code while it runs", call.place)
    else:
        read_code(shell, call, text, language, via)


_TCL = (LANGUAGES["tclsh"], LANGUAGES["expect"])


def _tcl(shell: Shell, call: ExpandedCall, rest: str, verb: str, via: str) -> None:
    """A command of Tcl: `exec`, `spawn`, `system`, or what `send` types."""
    line = re.match(
        r"(?:\s|-(?:noecho|ignore|console|nottyinit|-)\s)*((?:\\.|\"(?:\\.|[^\"\\])*\"|\{[^{}]*\}|[^;\n\]}\"])*)", rest
    )
    text = line[1].strip() if line else ""
    if verb in ("send", "system"):
        inner = text[1:-1] if text[:1] in ('"', "{") else text
        if verb == "system" or re.search(r"\\[rn]$", inner):
            shell.run_text((re.sub(r"(?:\\[rn])+$", "", inner),), call, via)
    elif text:
        shell.run_text((re.sub(r"\{([^{}']*)\}", r"'\1'", text),), call, via)


def interpreter(shell: Shell, call: ExpandedCall) -> Parts | None:
    """A language's program: `perl -e code`, `ruby script`, `… | node`."""
    shell.record(call)
    given = given_code(call.name, call.arguments)
    if given is None:
        return None
    codes, operand, flags, language = given
    via = f"{call.name} {flags[0]}" if flags else call.name
    if not codes:
        path = operand.text if operand is not None else "-"
        known = shell.file(operand) if operand is not None else None
        if known is not None:
            codes.append(known[0])
        elif path in ("-", "/dev/stdin") and call.context.stdin is not None:
            stdin = call.context.stdin.rest()
            if stdin:
                codes.append(stdin)
                via = call.name
    if any(re.match(r"-[a-zA-Z]*i", each.shape) for each in call.arguments) and call.name in ("perl", "ruby"):
        for each in call.arguments:
            if (known := shell.file(each)) is not None:
                changed = (Unknown(source=f"< {each.shape}", kind="input", empty=False),)
                shell.put(each, changed, known[1])
    for code in codes:
        read_foreign(shell, call, code, via, language)
    return None


class GivenCode(NamedTuple):
    """What an interpreter is given: texts of code, the first operand, the options that take code, and the language
    (None: Python)."""

    codes: list[Parts]
    operand: Word | None
    flags: Sequence[str]
    language: ScriptingLanguage | None


def given_code(program: str, arguments: Sequence[Word]) -> GivenCode | None:
    """What the interpreter `program` is given to run; None where it is a module of Python."""
    name = re.sub(r"[\d.]+$", "", program)
    python = name in ("python", "pypy", "ipython")
    language = None if python else LANGUAGES.get(program) or LANGUAGES.get(name)
    flags = ("-c",) if python else language.flags if language else ()
    valued = ("-W", "-X", "-Q") if python else language.valued if language else ()
    codes: list[Parts] = []
    at = 0
    while at < len(arguments):
        text = arguments[at].text
        shape = text if text is not None else arguments[at].shape
        at += 1
        if not shape.startswith("-") or shape == "-":
            return GivenCode(codes, arguments[at - 1], flags, language)
        if python and shape == "-m":
            return None
        last = any(
            shape == flag or (len(flag) == 2 and re.fullmatch(r"-[a-zA-Z0-9]*" + flag[1], shape)) for flag in flags
        )
        if last and at < len(arguments):
            codes.append(arguments[at].parts)
            at += 1
            if python:
                break
        elif flags and len(flags[0]) == 2 and shape.startswith(flags[0]) and len(shape) > 2:
            codes.append((shape[2:],))
        elif shape in valued:
            at += 1
    return GivenCode(codes, None, flags, language)


def read_foreign(shell: Shell, call: ExpandedCall, code: Parts, via: str, language: ScriptingLanguage | None) -> None:
    """Read a text in another language (None: Python)."""
    call = replace(call, redirects=(), assignments=())
    if language is None:
        read_python(shell, call, code, via)
        return
    text = "".join(part if isinstance(part, str) else "$unknown" for part in code)
    if any(isinstance(part, Unknown) for part in code) and not text.replace("$unknown", "").strip():
        shell.note_unresolved(f"{via} gets a text that is not known", call.place)
        return
    read_code(shell, call, text, language, via)


_NAMES: Sequence[str] = (
    "python",
    "python2",
    "python3",
    "pypy",
    "pypy3",
    "ipython",
    *(f"python3.{minor}" for minor in range(4, 16)),
    "python2.7",
)

HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(_NAMES, interpreter),
    **dict.fromkeys(LANGUAGES, interpreter),
}
