"""Where an unknown part of a word comes from: who decides its value, and how that is told to a person."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from ...core.shortening import shortened
from ...interpreter.interpreter import read_script
from ...interpreter.model import Command, Glob, Unknown, Word
from .word_lists import set_of


class Decider(StrEnum):
    """Who decides what a path means."""

    SCRIPT = "the script"
    CALLER = "the caller"
    ENVIRONMENT = "the environment"
    LISTING = "a listing"
    INPUT = "an input"


_LISTERS = set_of("find fd fdfind ls git grep egrep rg locate plocate mlocate du stat lsof df findmnt mount")
_COMPUTING = set_of(
    "date hostname id whoami logname uname arch printf echo nproc uuidgen mcookie seq expr od hexdump tr cut basename "
    "md5sum sha1sum sha256sum cksum shuf bc awk sed head tail wc sort uniq base64 xxd logger true : tput nice env"
)
_OF_THE_SHELL = re.compile(
    r"\$\{?(?:\$|#|\?|!|0|BASHPID|PPID|RANDOM|SRANDOM|SECONDS|EPOCH\w+|LINENO|UID|EUID|HOSTNAME|HOME|HOSTTYPE|OSTYPE|MACHTYPE|"
    r"USER|LOGNAME|BASH_SOURCE|BASH_VERSION|FUNCNAME|SHLVL)\b|\$\{?[$#?!0]|\$\(\("
)
_UNIQUE = re.compile(r"\$\$|\$\{\$\}|\$\{?(?:BASHPID|S?RANDOM)\b|\$\(\s*(?:uuidgen|mcookie)\b")
_SCRIPT_FOLDER = re.compile(r"\$\{?BASH_SOURCE|\$\{?0\b")


def decider(unknown: Unknown) -> Decider:
    """Who decides the value of an unknown part."""
    source = unknown.source
    if _OF_THE_SHELL.match(source):
        return Decider.SCRIPT
    if unknown.kind in ("input", "network"):
        return Decider.LISTING if source.startswith(("$(", "`", "<(")) else Decider.INPUT
    if source.startswith("sys.argv"):
        return Decider.CALLER
    if unknown.kind == "argument":
        return Decider.CALLER
    if unknown.kind in ("environment", "unset"):
        return Decider.ENVIRONMENT
    if unknown.kind == "loop":
        return Decider.CALLER
    inner = substituted(unknown)
    if not inner:
        return Decider.LISTING
    if any(command.name in _LISTERS for command in inner):
        return Decider.LISTING
    if all(command.name in _COMPUTING and not _reads(command) for command in inner):
        return Decider.SCRIPT
    if _SCRIPT_FOLDER.search(source) and all(command.name in ("cd", "pwd", "dirname", "realpath") for command in inner):
        return Decider.SCRIPT
    if all(command.name in ("realpath", "readlink", "dirname", "cd", "pwd", "echo", "printf") for command in inner):
        return Decider.CALLER
    return Decider.LISTING


def _reads(command: Command) -> bool:
    """Whether a filter reads a file or a value from outside rather than what the command before it prints."""
    if any(redirect.operator == "<" for redirect in command.redirects):
        return True
    if command.name in ("date", "printf", "echo", "hostname", "id", "tr", "seq", "expr", "basename", "shuf", "env"):
        return False
    if not command.upstream:
        return command.name in ("awk", "sed", "cut", "head", "tail", "sort", "uniq", "od", "base64", "xxd") and not any(
            word.shape.startswith("/dev/") for word in command.arguments
        )
    return False


def unique(word: Word) -> bool:
    """Whether a path has a part that is this run's own: its process id or a random number."""
    return any(_UNIQUE.search(unknown.source) for unknown in word.unknowns)


def substituted(unknown: Unknown) -> tuple[Command, ...]:
    """The commands whose output an unknown part is, when it is a command substitution."""
    return inside(unknown.source)


@lru_cache(maxsize=256)
def inside(source: str) -> tuple[Command, ...]:
    """The commands of a substitution as it is written: `$(…)`, backquotes or `<(…)`; none for anything else."""
    if source[-1:] == ")" and source[:2] in ("$(", "<("):
        text = source[2:-1]
    elif source[:1] == "`" and source[-1:] == "`" and len(source) > 1:
        text = source[1:-1]
    else:
        return ()
    return tuple(read_script(text).commands)


def word_text(word: Word) -> str:
    """The word as a person wrote it, near enough to be found again."""
    return "".join(written(part) for part in word.parts)


def written(part: object) -> str:
    if isinstance(part, Unknown):
        return part.source if len(part.source) <= _LONG else shortened(part.source, _LONG)
    return part.text if isinstance(part, Glob) else str(part)


_LONG = 80


def told(word: Word, upstream: Sequence[Command] = ()) -> str:
    """The word with, in brackets, where the first of its unknown parts comes from."""
    unknown = next((part for part in word.unknowns if decider(part) is not Decider.SCRIPT), None)
    if unknown is None:
        return word_text(word)
    origin = _origin(unknown, upstream)
    nameless = unknown.source in ("stdin", "{}", "") or unknown.source.startswith(("< ", "<("))
    if nameless and len(word.parts) == 1:
        return origin
    text = "".join("NAME" if nameless and part is unknown else written(part) for part in word.parts)
    return f"{text} ({f'NAME: {origin}' if nameless else origin})"


def _origin(unknown: Unknown, upstream: Sequence[Command]) -> str:
    source, kind = unknown.source, unknown.kind
    if source == "{}":
        return "what find yields"
    if source.startswith("<("):
        return f"what `{shortened(source[2:-1], _LONG)}` lists"
    if source.startswith(("$(", "`")):
        return "the output of a command"
    if kind == "input":
        if source.startswith("< "):
            return f"what {source[2:]} names"
        lister = next((each for each in upstream if each.name in _LISTERS or each.name in ("cat", "printf")), None)
        if lister is not None:
            names = " ".join([lister.name, *(word_text(each) for each in lister.arguments)])
            return f"what `{shortened(names, _LONG)}` lists"
        return "what is read from standard input"
    if kind == "network":
        return "what another machine answers"
    if kind == "argument":
        if source.startswith(("$@", '"$@"', "${@", "$*")):
            return "the arguments of the caller"
        return "given by the caller"
    if kind == "environment":
        return "set by the environment"
    if kind == "unset":
        return "never set in the script"
    if kind == "loop":
        return "one of several values"
    return "made of the output of a command"
