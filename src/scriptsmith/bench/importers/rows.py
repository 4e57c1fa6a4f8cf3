"""What all importers share: rows out of JSON lines, and whether what a command needs is there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from ...errors import BadInput, NotFound
from ...programs.spec import needing
from ...retrieval.vocabulary import several
from ..heuristics.utilities import utilities
from ..model import Case

Row: TypeAlias = Mapping[str, Any]
Found: TypeAlias = Callable[[str], bool]

_BUILTIN = several(
    ". : [ alias bg bind break builtin caller cd command compgen complete continue declare dirs disown echo enable "
    "eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd "
    "pwd read readarray readonly return set shift shopt source suspend test time times trap true type typeset ulimit "
    "umask unalias unset wait"
)
_EVERYWHERE = several(
    "awk base64 basename bash cat chgrp chmod chown cksum comm cp csplit cut date dd df diff dir dirname du egrep env "
    "expand expr factor fgrep find fmt fold gawk grep groups gunzip gzip head hostname id install join link ln ls "
    "mawk md5sum mkdir mkfifo mktemp mv nice nl nohup nproc numfmt od paste pr printenv python3 readlink realpath rm "
    "rmdir sed seq sh sha1sum sha256sum sha512sum shred shuf sleep sort split stat stty sum sync tac tail tar tee "
    "timeout touch tr truncate tsort tty uname unexpand uniq unlink users vdir wc who whoami xargs yes zcat"
)


def files_at(path: str | Path, what: str) -> tuple[Path, ...]:
    """The `*.jsonl` files at `path`, a folder or one file, by name.

    Raises `NotFound` and `BadInput`, which say `what` to fetch.
    """
    place = Path(path)
    try:
        if place.is_file():
            return (place,)
        found = tuple(sorted(place.glob("*.jsonl"))) if place.is_dir() else ()
    except (OSError, ValueError) as error:
        raise BadInput(f"{path!s} cannot be read: {error}") from None
    if not found and not place.exists():
        raise NotFound(f"{path!s} does not exist: {what}")
    if not found:
        raise BadInput(f"{path!s} holds no *.jsonl file: {what}")
    return found


def rows_of(file: Path) -> Iterator[tuple[int, Row | str]]:
    """Every line of `file` that is not blank with its number: an object, or a sentence on what is wrong with it."""
    try:
        lines = file.read_bytes().split(b"\n")
    except OSError as error:
        raise BadInput(f"{file} could not be read: {error.strerror or error}") from None
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                row = json.loads(line.decode("utf-8-sig"))
            except (ValueError, RecursionError):
                row = None
            yield number, row if isinstance(row, dict) else f"line {number} of {file.name} is no JSON object"


def told_apart(cases: Iterable[Case]) -> tuple[Case, ...]:
    """The cases in order, each later one of the same name with a number after its name."""
    seen = Counter[str]()
    found = list[Case]()
    for case in cases:
        seen[case.id] += 1
        found.append(case if seen[case.id] == 1 else replace(case, id=f"{case.id}~{seen[case.id]}"))
    return tuple(found)


def unlike(row: Row, wanted: Mapping[str, type | tuple[type, ...]]) -> str:
    """What is wrong with the first key of `row` that is not as `wanted`, empty when all are."""
    for key, kind in wanted.items():
        kinds = kind if isinstance(kind, tuple) else (kind,)
        value = row.get(key)
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            return f"the row has no {key!r}" if key not in row else f"{key!r} of the row is not as it should be"
    return ""


def needs_of(*commands: str) -> tuple[str, ...]:
    """The programs of `commands` that a plain Linux system may lack, ordered; a path names its program."""
    return tuple(sorted(_programs(commands) - _EVERYWHERE - _BUILTIN))


def lacking(commands: tuple[str, ...], found: Found) -> str:
    """Why `commands` cannot be run in a box here, empty when they can."""
    if far := sorted(_programs(commands) & needing("network")):
        return f"it needs the network: {', '.join(far)}"
    missing = [each for each in needs_of(*commands) if not found(each)]
    return f"a program is not there: {', '.join(missing)}" if missing else ""


def _programs(commands: tuple[str, ...]) -> set[str]:
    named = {each.name for command in commands for each in utilities(command) or ()}
    return {name for name in named if name and "…" not in name}
