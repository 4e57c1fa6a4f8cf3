"""Undoing what carried a text: chat marks, mail quotes, prompts, line numbers, HTML escapes, indentation."""

from __future__ import annotations

import re

INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff"
"""Characters that take no room, as chats leave them around a text."""

EDGE = " \t\n\u00a0\u200b\u200c\u200d\u2060\ufeff"
"""Characters that carry nothing at the ends of a line or a text."""

_STOP_TOKENS = re.compile(r"(?:\s{0,9}(?:<\|[\w ]{1,30}\|>|</s>))+\Z")
_QUOTED = re.compile(r"^ {0,3}> ?", re.MULTILINE)


def tidy(reply: str) -> str:
    """Gives the text with `\\n` at line ends, without blank ends, stop tokens and the quote marks of a mail."""
    text = reply.replace("\r\n", "\n").replace("\r", "\n").lstrip("\n" + INVISIBLE).rstrip(EDGE)
    text = text[:-400] + _STOP_TOKENS.sub("", text[-400:])
    return _QUOTED.sub("", text) if re.search(r"^ {0,3}> ?(?:```|~~~)", text, re.MULTILINE) else text


def dedent(lines: list[str], most: int) -> str:
    """Joins the lines without the indentation that all of them share, `most` characters at most."""
    shared = min((len(line[:most]) - len(line[:most].lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[shared:] for line in lines)


_PROMPT = re.compile(r"(?:[\w.-]{1,40}@[\w.-]{1,60}[^$#\n]{0,80}[$#]|\[[^\]\n]{1,80}\][$#]|\$)[ \t]+(.*)")


def unprompt(text: str) -> str:
    """Gives what was typed in a terminal session, without prompts and output; other text stays as it is."""
    first = next((line for line in text.split("\n") if line.strip() and not line.startswith("#")), "")
    if not _PROMPT.match(first):
        return text
    typed: list[str] = []
    goes_on = False
    for line in text.split("\n"):
        prompt = _PROMPT.match(line)
        if prompt or goes_on or line.startswith("> "):
            typed.append(prompt[1] if prompt else line.removeprefix("> "))
            goes_on = typed[-1].endswith("\\")
    return "\n".join(typed)


_NUMBERED = re.compile(r"\s{0,8}(\d{1,5})(?:\s?[:|.)│]\s?|\s|\Z)(.*)")


def unnumber(text: str) -> str:
    """Takes the line numbers away, where every line has the next one; other text stays as it is."""
    lines = [line for line in text.split("\n") if line.strip()]
    bodies: list[str] = []
    for line in lines:
        match = _NUMBERED.fullmatch(line)
        if not match or int(match[1]) != len(bodies) + 1:
            return text
        bodies.append(match[2])
    return dedent(bodies, 4) if len(bodies) > 1 else text


_ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'", "&#x27;": "'", "&apos;": "'"}
_ENTITY = re.compile("|".join(_ENTITIES))
_ESCAPED_OPERATOR = re.compile(r"&amp;&amp;|(?:^|[\s\d])&gt;|&lt;&lt;|&quot;\$|\s&lt;\s|[\s\w]&amp;$", re.MULTILINE)


def unescape(text: str) -> str:
    """Undoes HTML escapes, where all of the text is escaped and a shell operator is among them."""
    if not _ESCAPED_OPERATOR.search(text) or re.search("[<>&]", _ENTITY.sub("", text)):
        return text
    return _ENTITY.sub(lambda match: _ENTITIES[match[0]], text)
