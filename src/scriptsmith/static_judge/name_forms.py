"""Names, paths and patterns that a script uses, and how they meet those that an action gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from .literals import ParsedAction
from .steps import Step, clauses


class UsedValue(NamedTuple):
    """A value of a script, and its role."""

    text: str
    role: str


_PATTERN = re.compile(r"[\[\]()|+^$\\{}]|\.\*")
_COMMON = re.compile(
    r"^(?:\{\}|\{\}\\n|\.|\.\.?/|\*|\*\.\*|-|\\n|%p\\n|%p|\$\(…\)|\$\{?\w+\}?|\+|;|\$0|\$@|"
    r"\$\*|\d|/dev/tty|dev|via|state|\s*|%s\\n|~/?|"
    r"\$HOME/?|\.\*|\$PWD|-e|%h\\n|%s %p\\n|%f\\n|\$1|root|/)$"
)


_OWNERS = re.compile(
    r"\b(?:user|group|container|image|network|volume|service|pod|node|rollout|package|branch|tag|process|"
    r"database|kernel|deletes$|restarts$|scales$|lists$|rolls back$|shows details$)"
)
"""Heads whose names are not names of files."""


def used(steps: Iterable[Step]) -> list[UsedValue]:
    """The values that a script uses and somebody must have thought of; those that anybody would use are left out."""
    found = []
    for step in steps:
        if step.head.tells("free text"):
            continue
        for clause in step.clauses:
            if clause.tells("routine value"):
                continue
            role = clause.phrase.role
            if role == "place" and step.head.tells("creates"):
                role = "target"
            elif role == "name" and (owner := _OWNERS.search(step.head.template)):
                role = "user" if owner[0] == "user" else "group" if owner[0] == "group" else ""
            code = role == "content" or (clause.tells("code of a program") and step.head.tells("runs code"))
            found += [
                UsedValue(value, role)
                for value in clause.values
                if (not _COMMON.match(value) or (value == "root" and role in ("user", "group")))
                and not (code and _PATTERN.search(value))
            ]
    return found


_EDGES = re.compile(r"^(?:\./|\*+|\.\*|\^|\\b|\\<)+|(?:\*+|\.\*|\$|\\b|\\>|/)+$")
_UNESCAPE = re.compile(r"\\(.)")


@lru_cache(maxsize=16384)
def core(text: str) -> str:
    """What is left of a literal without quotes, globs at its ends, anchors and escapes; in lower case.

    >>> core("*.txt"), core("'\\\\.txt$'"), core("./logs/")
    ('.txt', '.txt', 'logs')
    """
    text = text.strip().strip("'\"`").strip()
    text = re.sub(r"^\$\{(\w+)\}$", r"$\1", text)
    for _ in range(2):
        stripped = _EDGES.sub("", text)
        text = stripped or text
    return _UNESCAPE.sub(r"\1", text).lower().strip()


_ENDINGS: dict[str, tuple[str, ...]] = {
    "text": ("txt", "text"),
    "header": ("h", "hpp"),
    "python": ("py",),
    "perl": ("pl", "pm"),
    "javascript": ("js",),
    "c++": ("cpp", "cc", "cxx", "hpp"),
    "shell": ("sh", "bash"),
    "bash": ("bash", "sh"),
    "image": ("jpg", "png", "gif", "jpeg", "image"),
    "jpeg": ("jpg", "jpeg"),
    "jpg": ("jpg", "jpeg"),
    "ruby": ("rb",),
    "markdown": ("md",),
    "html": ("html", "htm"),
    "zip": ("zip",),
    "object": ("o",),
    "yaml": ("yaml", "yml"),
    "mp3": ("mp3",),
    "music": ("mp3",),
    "video": ("mp4", "avi", "mkv"),
    "tar": ("tar", "tgz"),
    "gzip": ("gz",),
    "gzipped": ("gz",),
}


def meets(one: str, other: str) -> float:
    """1 when two literals are the same, less when one holds the other, else 0; "text" files end in `.txt`."""
    first, second = core(one), core(other)
    if first in _ENDINGS and second.lstrip(".").rsplit(".", 1)[-1] in _ENDINGS[first]:
        return 0.9
    if first in _ENDINGS and re.match(r"\*\.\w+$", other):
        return 0.2
    if not first or not second:
        return float(one == other)
    if first == second or first.lstrip(".") == second.lstrip("."):
        return 1.0
    if re.fullmatch(r"\.\w{1,5}", first):  # an ending: ".log" is not in "/var/log"
        return 0.7 if re.search(rf"{re.escape(first)}(?![a-z0-9])", second) else 0.0
    short, long = sorted((first.strip("."), second.strip(".")), key=len)
    if len(short) > 1 and re.search(rf"(?<![a-z0-9]){re.escape(short)}(?![a-z0-9])", long):
        return 0.7
    if len(short) > 2 and short in long:
        return 0.4
    return 0.0


def exactly(asked: str, used: str) -> bool:
    """Whether a pattern of the script is just what was asked: `*.txt` for "*.txt", ".txt" or "txt", not `txt`."""
    one, other = asked.strip("'\""), used.strip("'\"")
    if one.lower().rstrip("/") == other.lower().rstrip("/"):
        return True
    return core(one).lstrip(".") == core(other).lstrip(".")


_SAID_AS = {
    "/usr/sbin/nologin": r"log ?in|shell",
    "/sbin/nologin": r"log ?in|shell",
    "/bin/false": r"log ?in|shell",
    "hup": r"hang ?up|reload",
}
"""Values that an action asks for in other words."""


def said_in(text: str, action: str) -> bool:
    """Whether a value of the script stands in the action (lower case) in some form."""
    bare = core(text)
    if not bare:
        return text.lower() in action
    if bare.startswith(("/", "~/")) and bare in action:
        # a path of which the action names only what is below it is another place
        return bool(re.search(rf"{re.escape(bare)}(?![\w-]|\.\w|/[\w.~-])", action))
    if bare in action:
        return True
    if (told := _SAID_AS.get(bare)) and re.search(told, action):
        return True
    parts = [it for it in re.split(r"[^a-z0-9]+", bare) if len(it) > 1 and it not in ("tcp", "udp")]
    numbers = re.findall(r"(?<=[.:=-])\d(?![a-z0-9])", bare) if re.search(r"[a-z]", bare) else []
    if any(not re.search(rf"(?<!\d){it}(?!\d)", action) for it in numbers):
        return False
    if re.fullmatch(r"[ugoa]*[+=-][rwxXst]+(?:,[ugoa]*[+=-][rwxXst]+)*", text):
        return bool(re.search(r"execut|writ|read|permi|mode|access|sticky|setuid", action))
    if any(bare.lstrip(".") in endings and kind in action for kind, endings in _ENDINGS.items()):
        return True
    return bool(parts) and all(it in action or it.rstrip("s") in action for it in parts)


PLACEHOLDER = re.compile(
    r"(?:_+SP_+)?UNK|\[(?:quantity|size|path|file|number|date|regex|time)\w*\]|<[A-Z_]+>|\bTODO\b|\{\{\w"
)


def placeholders(steps: Sequence[Step]) -> int:
    """How many values are place-holders that nobody has filled in."""
    return sum(bool(PLACEHOLDER.search(value)) for clause in clauses(steps) for value in clause.values)


_LOOSE = re.compile(
    r"contain|start|begin|\bend|extension|suffix|prefix|like|pattern|match|includ|\bhav|\bwith\b|"
    r"word|ending|\*|any\b|various|substring"
)


def widened(asked: ParsedAction, action: str, steps: Iterable[Step]) -> tuple[list[str], list[str]]:
    """Names that the script takes more widely than asked (x as `*x*`), and more narrowly ("starting with x" as `x`)."""
    names = [it for it in used(steps) if it.role == "name"]
    loose = bool(_LOOSE.search(action))
    wide, narrow = [], []
    for one in asked.literals:
        endings = _ENDINGS.get(one.text.lower(), ())
        strange = rf"\*\.{re.escape(one.text.lower())}"
        if endings and one.text.lower() not in endings:
            wide += [it.text for it in names if re.fullmatch(strange, it.text.lower())]
        if not one.firm or "*" in one.text or "?" in one.text:
            continue
        for value in names:
            if core(one.text).lstrip(".") != core(value.text).lstrip("."):
                continue
            ending = one.text.startswith(".") and len(one.text) < 7 and one.text.count(".") == 1
            if re.search(r"[*?]", value.text):
                if (
                    not ending
                    and not loose
                    and not re.match(rf"(?:\*\.)?{re.escape(one.text)}$", value.text, re.IGNORECASE)
                ) or (not ending and not loose and "." in one.text):
                    wide.append(value.text)
            elif (ending and loose and re.search(r"extension|suffix|\bend", action)) or re.search(
                r"(?:name\w* (?:\w+ )?(?:contain|start|begin|end)|(?:start|begin|end)\w* (?:with|in)|"
                r"contain)\W+(?:the |a )?(?:string |word |text )?\W*" + re.escape(one.text.lower()),
                action,
            ):
                narrow.append(value.text)
    return wide, narrow
