"""How a value is written where it stands in a Bash script, so that the shell reads exactly that value."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias
from urllib.parse import quote, unquote

from ..bash.spans import Quoting
from ..bash.tokens import quoting
from ..core.secret_tokens import TOKEN

Form: TypeAlias = Literal["single", "double", "bare", "text", "heredoc", "ansi", "comment", "url"]

_HARMLESS = re.compile(r"[\w@%+=:,./-]+", re.ASCII)
_HARMLESS_BARE = re.compile(r"[\w@%+=:,./^-][\w@%+=:,./!^#~-]*", re.ASCII)
_FORMS: dict[Quoting, Form] = {
    "none": "bare",
    "single": "single",
    "double": "double",
    "ansi": "ansi",
    "comment": "comment",
    "here-document": "heredoc",
    "quoted here-document": "text",
}


def unescaped(spelling: str, form: Form) -> str:
    """What the shell reads when a value is written like this."""
    if form == "double":
        return re.sub(r'\\([$`"\\])', r"\1", spelling)
    if form == "url":
        return unquote(spelling)
    if form == "single":
        return spelling.replace("'\\''", "'").replace("'\"'\"'", "'")
    return re.sub(r"\\(.)", r"\1", spelling) if form == "bare" else spelling


def escaped(value: str, form: Form) -> str:
    """How `value` is written in a form; the opposite of `unescaped`, up to needless backslashes."""
    match form:
        case "single":
            return value.replace("'", "'\\''")
        case "double":
            return re.sub(r'([$`"\\])', r"\\\1", value)
        case "heredoc":
            return re.sub(r"([$`\\])", r"\\\1", value)
        case "ansi":
            return re.sub(r"(['\\])", r"\\\1", value)
        case "bare":
            return value if _HARMLESS_BARE.fullmatch(value) else "'" + value.replace("'", "'\\''") + "'"
        case "url":
            return quote(value, safe="")
        case "text" | "comment":
            return value


def place(script: str, spellings: dict[str, str]) -> str:
    """The Bash `script` with its tokens replaced so that each means what it stands for where it stands now.

    A value (the letter A, or the same in a shell's quotes) is written as its place demands; another spelling, as in a
    URL, goes back as it was. In a comment only one line has room: a value of several stays a token.
    """
    found = [one for one in TOKEN.finditer(script) if one.group() in spellings]
    if all(_HARMLESS.fullmatch(spellings[one.group()]) for one in found):
        return TOKEN.sub(lambda one: spellings.get(one.group(), one.group()), script)
    forms = [_FORMS[quoted] for quoted in quoting(script, [one.start() for one in found])]
    for one, form in reversed(list(zip(found, forms, strict=True))):
        value = spellings[one.group()]
        if form == "comment" and "\n" in value:
            continue
        meant = spellings.get(f"SS_SECRET_{one[1]}A")
        if meant is not None and value in (meant, escaped(meant, "double"), escaped(meant, "single")):
            value = escaped(meant, form)
        script = script[: one.start()] + value + script[one.end() :]
    return script
