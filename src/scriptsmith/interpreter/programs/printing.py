"""`echo` and `printf`: what they print, unknown parts and all."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...bash.lexer import unescape
from ..model import Glob, Part, Unknown, Word
from ..values import Parts, merged, word
from .declarations import subscripts
from .handler import ExpandedCall, Handler, Shell


def as_text(each: Word) -> Parts:
    """A word as it is printed: a live pattern prints what it matches."""
    if not any(isinstance(part, Glob) for part in each.parts):
        return each.parts
    return tuple(
        Unknown(source=part.text, kind="command", empty=False) if isinstance(part, Glob) else part
        for part in each.parts
    )


def echo(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    words = list(call.arguments)
    newline, escapes = True, False
    while words and re.fullmatch(r"-[neE]+", words[0].text or ""):
        letters = words.pop(0).text or ""
        newline = newline and "n" not in letters
        escapes = "e" in letters or (escapes and "E" not in letters)
    out: list[Part] = []
    for index, each in enumerate(words):
        if index:
            out.append(" ")
        out.extend(as_text(each))
    if escapes:
        out = [_unescape(part.split("\\c")[0]) if type(part) is str else part for part in out]
    return merged([*out, "\n"] if newline else out)


_FORMAT = re.compile(r"%(?:%|([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+))?(?:\([^)]*\))?([a-zA-Z]))")


def _unescape(text: str) -> str:
    """The escapes of `echo -e` and `%b`: octal ones may start with a zero of their own."""
    return unescape(_OCTAL.sub(lambda found: found.group() if found[1] is None else "\\" + found[1].zfill(3), text))


_OCTAL = re.compile(r"\\(?:\\|0([0-7]{1,3}))")


def printf(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    words = list(call.arguments)
    target = ""
    if words and words[0].text == "-v" and len(words) > 1:
        target = words[1].text or ""
        words = words[2:]
    elif words and (words[0].text or "").startswith("-v") and len(words[0].text or "") > 2:
        target = (words.pop(0).text or "")[2:]
    if words and words[0].text == "--":
        words.pop(0)
    if not words:
        return ()
    made = _formatted(words[0], words[1:])
    if "[" in target:
        subscripts(shell, call.arguments[:2])
    if re.fullmatch(r"[A-Za-z_]\w*", target):
        shell.state.variables[target] = (made,)
        return ()
    return made


def _formatted(form: Word, words: Sequence[Word]) -> Parts:
    text = form.text
    if text is None:
        unknown = [part if isinstance(part, Unknown) else str(part) for part in as_text(form)]
        return merged([*unknown, *(part for each in words for part in (" ", *as_text(each)))])
    out: list[Part] = []
    left = list(words)
    while True:
        taken = len(left)
        last = 0
        for found in _FORMAT.finditer(text):
            out.append(unescape(text[last : found.start()]))
            last = found.end()
            if found.group() == "%%":
                out.append("%")
                continue
            width = left.pop(0).text if found[2] == "*" and left else found[2]
            exact = left.pop(0).text if found[3] == "*" and left else found[3]
            out.extend(_argument(found[4], left.pop(0) if left else word(""), width, exact, found[1]))
        out.append(unescape(text[last:]))
        if not left or len(left) == taken or len(out) > 2000:
            return merged(out)


def _argument(letter: str, each: Word, width: str | None, exact: str | None, flags: str) -> Parts:
    text = each.text
    if text is None or any(isinstance(part, Glob) for part in each.parts):
        return as_text(each)
    if letter == "b":
        text = _unescape(text)
    elif letter == "c":
        text = text[:1]
    elif letter == "q":
        text = re.sub(r"([^\w/.,:=@%+-])", r"\\\1", text)
    elif letter in "diouxX":
        if len(text) > 1 and text[0] in "'\"":
            number = ord(text[1])
        else:
            try:
                number = int(text or "0", 0) if not re.fullmatch(r"[-+]?0\d+", text) else int(text, 8)
            except ValueError:
                number = 0
        text = {"o": f"{number:o}", "x": f"{number:x}", "X": f"{number:X}"}.get(letter, str(number))
        if "0" in flags and width and width.isdigit():
            text = text.zfill(min(int(width), 99))
    elif letter not in "s":
        return (Unknown(source="printf", kind="command", empty=False),)
    if exact and exact.isdigit() and letter in "sb":
        text = text[: int(exact[:5])]
    if width and width.isdigit():
        size = min(int(width), 999)
        text = text.ljust(size) if "-" in flags else text.rjust(size)
    return (text,)


def yes(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`yes text`: its line; that there are more of them changes nothing for who runs it."""
    shell.record(call)
    parts: list[Part] = []
    for index, each in enumerate(call.arguments):
        parts.extend((" ", *as_text(each)) if index else as_text(each))
    return merged([*parts, "\n"] if parts else ["y\n"])


def ls(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`ls -d path`: its operands, a line each; anything else is not known, though it may be those as well."""
    shell.record(call)
    flags = [each for each in call.arguments if (each.text or "").startswith("-")]
    names = [each for each in call.arguments if each not in flags]
    if all(_NAMES_ONLY.fullmatch(each.text or "") for each in flags) and not any(each.unknowns for each in names):
        shell.set_listed(merged(part for each in names or [_HERE] for part in (*each.parts, "\n")))
    if not any(re.fullmatch(r"-[1aAd]*d[1aAd]*", each.text or "") for each in flags) or len(flags) > 1:
        return None
    return merged(part for each in call.arguments if each not in flags for part in (*as_text(each), "\n"))


_NAMES_ONLY = re.compile(r"-[1aAdtrSUXvcuRf]+|--(?:almost-)?all|--sort=\w+|--reverse|--directory|--color=never|--")
_HERE = Word(parts=(Glob(text="*"),))
HANDLERS: dict[str, Handler] = {"echo": echo, "printf": printf, "yes": yes, "ls": ls}
