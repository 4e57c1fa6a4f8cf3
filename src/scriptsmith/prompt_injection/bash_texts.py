"""The texts of a Bash script that speak to its reader, and the script as models are shown it: without comments too."""

from __future__ import annotations

import re

from ..bash.tokens import Token, tokens
from .detect import speaks_to_reader

_MASK = "left_out"
_MANY = 5
"""Words from which on a printed text is told by their number alone."""
_KEYWORDS = re.compile(
    r"(?i)\s*(?:select|insert|update|delete|drop|alter|create|grant|revoke|truncate|with|begin|set|show)\b"
)


def spoken_line(text: str) -> int | None:
    """The line of the first text that speaks to its reader; the first line where several texts together do."""
    spoken: list[str] = []
    comments: list[str] = []
    for token in tokens(text):
        if token.kind in ("blank", "operator", "keyword", "arithmetic"):
            continue
        said = text[token.start : token.end]
        if len(said) > 5 and speaks_to_reader(said):
            return text.count("\n", 0, token.start) + 1
        if token.kind in ("comment", "string", "here-document", "name", "word"):
            (comments if token.kind == "comment" else spoken).append(said.strip("'\"\n"))
    together = ("\n".join(comments), " ".join(comments), " ".join(spoken))
    return 1 if any(speaks_to_reader(each) for each in together) else None


def shown(text: str) -> str:
    """A script as whoever judges it is shown it: its code. Comments are left out, and of a text that is no code as
    much as its number of words; a name or a text that speaks to its reader is replaced."""
    code = re.sub(r"\n[ \t]*(?=\n)", "", "".join(_shown(text, token) for token in tokens(text)))
    return code if not speaks_to_reader(_code_as_text(code)) else _masked(code)


def _shown(text: str, token: Token) -> str:
    said = text[token.start : token.end]
    if token.kind == "comment":
        return said if token.start == 0 and said.startswith("#!") and not speaks_to_reader(said) else ""
    if token.kind in ("blank", "operator", "keyword", "arithmetic"):
        return said
    if token.kind in ("string", "here-document"):
        words = said.split()
        if len(words) >= _MANY and _is_prose(said):
            quote = said[0] if said[0] in "'\"" else ""
            end = "\n" if said.endswith("\n") else ""
            return f"{quote}(a text of {len(words)} words){said[-1] if quote and said[-1] == quote else ''}{end}"
    return said if not speaks_to_reader(said) else _replaced(said)


def _is_prose(text: str) -> bool:
    """Whether a text is sentences for people rather than code for another program."""
    words = text.strip("'\"\n ").split()
    plain = sum(bool(re.fullmatch(r"[(\"']?[^\W\d_][\w'’-]*[.,:;!?)\"']*", word)) for word in words)
    return not _KEYWORDS.match(text.strip("'\"\n ")) and plain >= 0.7 * len(words)


def _replaced(said: str) -> str:
    quote = said[0] if said[0] in "'\"" and said[-1] == said[0] and len(said) > 1 else ""
    return f"{quote}{_MASK}{quote}" + ("\n" if said.endswith("\n") else "")


def _code_as_text(text: str) -> str:
    """The texts of a script as one, as somebody reads them who puts together what is parted."""
    texts = [text[each.start : each.end].strip("'\"\n") for each in tokens(text)
             if each.kind in ("string", "here-document", "name", "word")]  # fmt: skip
    return " ".join(texts)


def _masked(text: str) -> str:
    """The code with no text in it at all: what is spread over several texts is put together by nobody then."""
    return "".join(
        _replaced(text[each.start : each.end])
        if each.kind in ("string", "here-document")
        else text[each.start : each.end]
        for each in tokens(text)
    )
