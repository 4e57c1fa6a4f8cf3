"""What models are shown of a text that somebody else wrote: without comments, and without what speaks to its reader."""

from __future__ import annotations

import re
from dataclasses import replace

from ..bash.tokens import Token, tokens
from ..core.types import SHELL_TARGETS, Action, Script
from .detect import speaks_to_reader
from .switches import playbook_speaks_to_reader

LEFT_OUT = "[left out here: text that speaks to its reader]"
_MASK = "left_out"
_MANY = 5
"""Words from which on a printed text is told by their number alone."""
_SENTENCES = re.compile(r"[^.!?\n]*(?:[.!?]+(?=\s|\Z)|\n|\Z)")
_KEYWORDS = re.compile(
    r"(?i)\s*(?:select|insert|update|delete|drop|alter|create|grant|revoke|truncate|with|begin|set|show)\b"
)


def without_orders(text: str) -> str:
    """The text without the parts that speak to its reader; as it is where none does."""
    if not text or not speaks_to_reader(text):
        return text
    kept: list[str] = []
    out = False
    for paragraph in re.split(r"(\n)", text):
        for sentence in (
            (each[0] for each in _SENTENCES.finditer(paragraph) if each[0]) if paragraph != "\n" else ["\n"]
        ):
            if speaks_to_reader(sentence):
                out = True
                kept.append(LEFT_OUT)
            else:
                kept.append(sentence)
    told = "".join(kept)
    if out and not speaks_to_reader(told):
        return told
    lines = text.split("\n")  # it is spread over several lines: those that make it up go
    for size in range(2, 9):
        for at in range(len(lines) - size + 1):
            if all(line != LEFT_OUT for line in lines[at : at + size]) and speaks_to_reader(
                "\n".join(lines[at : at + size])
            ):
                lines[at : at + size] = [LEFT_OUT] * size
    told = "\n".join(line for at, line in enumerate(lines) if line != LEFT_OUT or lines[at - 1 : at] != [LEFT_OUT])
    return LEFT_OUT if speaks_to_reader(told) else told


def shown_action(action: Action) -> Action:
    """The action as models are shown it."""
    text, context = without_orders(action.text), without_orders(action.context)
    return action if (text, context) == (action.text, action.context) else replace(action, text=text, context=context)


def shown_script(script: Script) -> Script:
    """The script as whoever judges it is shown it: its code. Comments are left out, and of a text that is no code as
    much as its number of words; a name or a text that speaks to its reader is replaced."""
    if script.target not in SHELL_TARGETS:
        if not playbook_speaks_to_reader(script.text):
            return script
        return replace(script, text=without_orders(script.text))
    parts = [_shown(script.text, token) for token in tokens(script.text)]
    text = re.sub(r"\n[ \t]*(?=\n)", "", "".join(parts))
    return replace(script, text=text if not speaks_to_reader(_code_as_text(text)) else _masked(text))


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
