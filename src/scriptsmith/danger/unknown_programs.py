"""What is said of a program that nobody here knows, when its arguments hold a command or a path that others destroy."""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence

from ..interpreter.model import Glob, Hit, Unknown, Word
from ..interpreter.program_names import PROGRAMS
from ..interpreter.programs.table import HANDLERS
from ..programs.spec import spec_of
from .rules import has_rule
from .rules.invocation import Invocation
from .rules.paths import disk, precious, scratch
from .rules.rule import dangerous, unanalysable

_NAME = re.compile(r"[A-Za-z0-9_][\w.+-]*")
Judge = Callable[[str], Iterable[Hit]]
"""What the rules say of a script."""


def is_unknown(call: Invocation) -> bool:
    """Whether nothing here knows what the program does."""
    name = call.name
    return bool(
        _NAME.fullmatch(name)
        and name not in HANDLERS
        and not has_rule(name)
        and spec_of(name) is None
        and "function " + name not in call.command.via
    )


def hits(call: Invocation, judge: Judge) -> Iterator[Hit]:
    """What its arguments would do elsewhere: certain behind `--`, where a wrapper's command stands."""
    start, certain = _carried(call.texts)
    if start is not None:
        words = call.command.arguments[start:]
        worst = next((hit for hit in judge(" ".join(map(_written, words))) if hit.level == "dangerous"), None)
        if worst is not None and certain:
            yield dangerous(f"{worst.message} (carried by {call.name})")
            return
        if worst is not None:
            told = " ".join(word.shape for word in words)
            yield unanalysable(f"what {call.name} does with {told} is not known")
            return
    for word in call.command.arguments:
        text = _command_text(word)
        worst = next((hit for hit in judge(text) if hit.level == "dangerous"), None) if text else None
        if worst is not None:
            told = f"nobody here knows what {call.name} does with the command {word.shape!r}"
            yield unanalysable(f"{told}: {worst.message}")
            return
    meant = bool(_DESTROYING.search(" ".join((call.name, *call.texts))))
    for text in call.texts:
        path = text.partition("=")[2] if text[:1] == "-" else text
        if _feared(path, meant):
            yield unanalysable(f"what {call.name} does with {path} is not known")
            return


_OPTION = re.compile(r"--?[\w-]+=")
_STATEMENT = re.compile(
    r"(?i)\s*(?:drop\s+(?:database|schema|table|user|role|tablespace|keyspace)\s|truncate\s+(?:table\s+)?[\w.\"]+\s*;?\s*\Z|"
    r"delete\s+from\s+[\w.\"]+\s*(?:;|\Z|where\b))"
)


def _command_text(word: Word) -> str:
    """A word, or the value of a long option, as a script where it may be a whole command or an SQL statement; else
    nothing."""
    text = _OPTION.sub("", "".join('"$unknown"' if isinstance(part, Unknown) else str(part) for part in word.parts), 1)
    if _STATEMENT.match(text):
        return f"psql -c {shlex.quote(text)}"
    first, blank, _ = text.strip().partition(" ")
    return text if blank and (first.rpartition("/")[2] in PROGRAMS or spec_of(first) is not None) else ""


def _carried(texts: Sequence[str]) -> tuple[int | None, bool]:
    """Where a command begins in the arguments, and whether it is certain that it is one."""
    if "--" in texts[:-1]:
        return texts.index("--") + 1, True
    found = (at for at, text in enumerate(texts[:-1]) if text.rpartition("/")[2] in PROGRAMS)
    return next(found, None), False


_DESTROYING = re.compile(
    r"(?i)(?<![a-z])(?:-rf|-fr)\b|wipe|purge|delet|remov|clean|eras|destroy|format|forc|reset|drop|prune|shred|nuke|zap|"
    r"overwrit|reclaim|sweep|expire|rotat|(?<![a-z])rm(?![a-z])"
)


_WHOLE = re.compile(r"/\*?\Z|/dev/(?:[shvx]v?d[a-z]|nvme\d|mmcblk\d)")


def _feared(path: str, meant: bool) -> bool:
    """Whether a program that writes there would do harm: the whole file system or a disk; a tree that somebody would
    miss only where the words speak of destroying."""
    if path[:1] != "/" or "…" in path or scratch(path):
        return False
    if _WHOLE.match(path):
        return True
    return meant and not posixpath.splitext(path)[1] and (disk(path) or bool(precious(path)))


def _written(word: Word) -> str:
    """The word as it would be written in a script; what is not known of it as a variable."""
    return "".join(
        '"$unknown"' if isinstance(part, Unknown) else part.text if isinstance(part, Glob) else shlex.quote(part)
        for part in word.parts
    )
