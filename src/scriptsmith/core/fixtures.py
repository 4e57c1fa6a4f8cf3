"""A declared file tree: what lies in a box before a script runs."""

from __future__ import annotations

import base64
import binascii
import posixpath
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Literal

LARGEST = 16 << 20
"""The most bytes that one declared file may have."""
_AT_ONCE = 100  # paths on a command line, which holds two megabytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """One declared path. `modified` is a time as `touch -d` reads it, empty for now; `link` is where a link points."""

    path: str
    kind: Literal["file", "dir", "link"] = "file"
    content: bytes = b""
    mode: int | None = None
    modified: str = ""
    link: str = ""


class BadFixture(ValueError):
    """The document declares no file tree; the message names the entry and what is wrong with it."""


def read_fixture(document: object) -> tuple[Planted, ...]:
    """The declared tree in a parsed JSON document, in its order; raises `BadFixture`.

    The document is a list of objects, or an object from absolute path to text. In a list each has `path` and may have
    `type` (`file`, `dir`, `link`; `self` stands for a file that is only known by its `size`), `text`, `b64` or `zeros`
    (a number of bytes), `mode` (octal digits), `mtime` (ISO 8601), `target` of a link.
    """
    if isinstance(document, dict):
        document = [{"path": path, "text": text} for path, text in document.items()]
    if not isinstance(document, list):
        raise BadFixture("a fixture is a list of objects with `path`, or an object from path to text")
    found: dict[str, Planted] = {}
    for number, each in enumerate(document, 1):
        planted = _planted(each, f"entry {number}")
        if planted.path in found:
            raise BadFixture(f"entry {number}: {planted.path} is declared twice")
        found[planted.path] = planted
    return tuple(found.values())


def _planted(each: Any, where: str) -> Planted:
    if not isinstance(each, Mapping):
        raise BadFixture(f"{where} is no object")
    path = each.get("path")
    if not isinstance(path, str) or not path.startswith("/") or ".." in path.split("/") or "\0" in path:
        raise BadFixture(f"{where}: `path` must be an absolute path without `..`")
    path = "/" + "/".join(part for part in path.split("/") if part not in ("", "."))
    if path == "/" or path.split("/")[1] in ("proc", "sys", "dev"):
        raise BadFixture(f"{where}: {path} cannot be declared")
    kind = {"file": "file", "dir": "dir", "directory": "dir", "link": "link", "self": "file"}.get(
        each.get("type", "file")
    )
    if kind is None:
        raise BadFixture(f"{where}: `type` must be file, dir or link")
    link = each.get("target", each.get("link", ""))
    if kind == "link" and (not isinstance(link, str) or not link or "\0" in link):
        raise BadFixture(f"{where}: a link needs a `target`")
    return Planted(
        path=path,
        kind=kind,  # type: ignore[arg-type]
        content=_content(each, where) if kind == "file" else b"",
        mode=_mode(each.get("mode"), where),
        modified=_time(each.get("mtime"), where),
        link=link if kind == "link" else "",
    )


def _content(each: Mapping[str, Any], where: str) -> bytes:
    zeros = each.get("zeros", each.get("size") if each.get("type") == "self" else None)
    if zeros is not None:
        if isinstance(zeros, bool) or not isinstance(zeros, int) or not 0 <= zeros <= LARGEST:
            raise BadFixture(f"{where}: `zeros` must be a number of bytes up to {LARGEST:,}")
        return b"\0" * zeros
    try:
        if "b64" in each:
            content = base64.b64decode(each["b64"], validate=True)
        else:
            content = str(each.get("text", "")).encode("utf-8")
    except (binascii.Error, TypeError, ValueError):
        raise BadFixture(f"{where}: `b64` is not base64, or `text` cannot be UTF-8") from None
    if len(content) > LARGEST:
        raise BadFixture(f"{where} is larger than {LARGEST:,} bytes")
    return content


def _mode(mode: object, where: str) -> int | None:
    if mode is None:
        return None
    text = f"{mode:o}" if isinstance(mode, int) and not isinstance(mode, bool) else str(mode)
    if not re.fullmatch(r"(?:0o?)?[0-7]{1,4}", text):
        raise BadFixture(f"{where}: `mode` must be octal digits")
    return int(text.removeprefix("0o"), 8)


def _time(time: object, where: str) -> str:
    if time is None:
        return ""
    try:
        return datetime.fromisoformat(str(time)).isoformat()
    except ValueError:
        raise BadFixture(f"{where}: `mtime` must be a time such as 2026-05-31T23:59:59") from None


def laying_program(fixture: Iterable[Planted]) -> str:
    """A Bash program that makes the folders and links of `fixture` and sets modes and times; its files are there.

    A program takes longer to start than to serve a path, so paths with one fate go together. Empty when all is there.
    """
    planted = list(fixture)
    there = {at for each in planted if each.kind == "file" for at in _above(each.path)}
    steps = list[tuple[str, str]]()
    for each in planted:
        if each.kind == "dir" and each.path not in there:
            steps.append(("mkdir -p --", each.path))
            there.update((each.path, *_above(each.path)))
        elif each.kind == "link":
            folder = posixpath.dirname(each.path) or "."
            if folder not in there:
                steps.append(("mkdir -p --", folder))
                there.update((folder, *_above(folder)))
            steps.append((f"ln -sfn -- {shlex.quote(each.link)}", each.path))
    moded = [each for each in planted if each.mode is not None and each.kind != "link"]
    modes = [(f"chmod {each.mode:04o} --", each.path) for each in moded]
    # a folder last: what is laid in it changes its time
    timed = sorted((each for each in planted if each.modified), key=lambda it: (-it.path.count("/"), it.modified))
    times = [(f"touch -h -d {shlex.quote(each.modified)} --", each.path) for each in timed]
    lines = [*_together(steps), *_together(sorted(modes, key=lambda step: step[0])), *_together(times)]
    return "\n".join(["set -e", "export TZ=UTC", *lines, ""]) if lines else ""


def _above(path: str) -> Iterator[str]:
    """The folders above `path`, the nearest first, whatever it begins with."""
    while (folder := posixpath.dirname(path)) != path:
        yield folder
        path = folder


def _together(steps: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Command lines for steps, a command and a path each: one line for neighbours that differ in the path alone."""
    for command, group in groupby(steps, key=lambda step: step[0]):
        paths = [shlex.quote(path) for _, path in group]
        at_once = 1 if command.startswith("ln ") else _AT_ONCE
        for first in range(0, len(paths), at_once):
            yield f"{command} {' '.join(paths[first : first + at_once])}"
