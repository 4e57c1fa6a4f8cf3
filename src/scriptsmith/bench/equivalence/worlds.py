"""The worlds that two commands are compared in: the fixture as given, and varied ones that expose a lucky match."""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from ...core.fixtures import Planted
from . import planting
from .planting import Hints
from .requirements import Asks

MARK = "--8<-- equivalence --8<--"
_BINARY = re.compile(r"\.(?:t?gz|tar|zip|bz2|xz|jpg|png|pdf|json|xml|sql|gzip|Z|out|jar|class|so|o)$")
_BELOW = re.compile(r"recurs|sub|below|under|tree|nested|depth|folders|directories")
_HOST = ("bin", "boot", "lib", "lib64", "sbin", "usr", "opt", "dev", "proc", "sys", "run", "srv", "mnt", "media")


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A fixture, and Bash that runs before the command in the same shell."""

    name: str
    fixture: tuple[Planted, ...]
    prelude: str = ""


def program(world: World, command: str, workdir: str, state: str = "") -> str:
    """The Bash text that runs `command` in `world`; `state` is Bash whose output tells, behind `MARK` on the error
    stream, what the command left behind."""
    place = shlex.quote(workdir)
    lines = [f"mkdir -p -- {place} 2>/dev/null; cd -- {place}; unset OLDPWD"]
    if world.prelude:
        lines.append(world.prelude)
    if state:
        told = f"{{ echo; echo {shlex.quote(MARK)}; {state}; }} >&2"
        lines.append(f"trap {shlex.quote(told)} EXIT")
    return "\n".join([*lines, command, ""])


def given(fixture: tuple[Planted, ...], hints: Hints, commands: tuple[str, ...]) -> World:
    """The fixture itself, with text where only the size of a script is known, and values for unset variables."""
    return World(
        name="the given world",
        fixture=tuple(_known(each, hints) for each in fixture),
        prelude=_prelude(fixture, hints, commands),
    )


def _known(each: Planted, hints: Hints) -> Planted:
    if each.kind == "file" and len(each.content) > 40 and not each.content.strip(b"\0") and each.path.endswith(".sh"):
        text = planting.prose(hints.terms, 40, 3, cased=False, parts=False)
        return replace(each, content=("#!/bin/bash\n" + text).encode())
    return each


def _prelude(fixture: tuple[Planted, ...], hints: Hints, commands: tuple[str, ...]) -> str:
    files = sorted(each.path for each in fixture if each.kind == "file" and each.content and " " not in each.path)
    folders = [each for each in sorted(_folders(fixture)) if each != "/"]
    lines = []
    for name in hints.variables:
        if re.search(r"FILES|LIST", name):
            value = " ".join(reversed(files[2:7]))
        elif re.search(r"FILE|NAME", name):
            value = files[len(files) // 2] if files else "/etc/hostname"
        elif re.search(r"DIR|PATH|FOLDER|ROOT", name):
            value = folders[0] if folders else "/etc"
        else:
            value = "5"
        lines.append(f"export {name}={shlex.quote(value)}")
    if any(re.search(r"\bhistory\b|\bfc\b", command) for command in commands):
        lines += [f"history -s {shlex.quote(each)}" for each in _HISTORY]
    return "\n".join(lines)


_HISTORY = (
    "ls -l", "cd /tmp", "git status", "echo one", "sudo reboot", "grep x file", "make all", "ls -l", "vi notes", "pwd",
    "history", "ssh host", "df -h", "rm -rf old", "docker ps",
)  # fmt: skip


def varied(
    base: World,
    hints: Hints,
    asks: Asks,
    seed: int,
    *,
    workdir: str,
    close: bool,
    missing: bool,
    made: Iterable[str] = (),
    host: Collection[str] = _HOST,
) -> World:
    """`base` with more in it, derived from `hints`; another `seed` plants other names, counts and contents.

    `close` plants what only differs by a hair (letter case, parts of words, folders named as files are), for commands
    that differ by one word. `missing` plants files that are named and not there; `made` are paths to be there already.
    Nothing is planted in the folders of the root that `host` names.
    """
    here = {each.path for each in base.fixture}
    folders = _folders(base.fixture)
    text = planting.prose(
        hints.terms, hints.lines, seed, cased=close or asks.case, parts=close, blank=close or asks.blank
    )
    found: dict[str, Planted] = {}
    for each in base.fixture:
        found[each.path] = _changed(each, hints, text, seed)
    for root in _roots(hints, folders, workdir, host):
        for each in _plants(root, hints, asks, seed, close, text, deep=close or _deep(root, folders, asks)):
            if each.path not in here and each.path not in found:
                found[each.path] = each
    if missing:
        for path in hints.paths:
            if path not in here and path not in folders:
                found[path] = (
                    Planted(path=path, content=f"{text}this is {path}\n".encode())
                    if _file(path)
                    else Planted(path=path, kind="dir")
                )
    for path in made:
        if path not in found and path not in folders and _file(path):
            found[path] = Planted(path=path, content=b"it was here before\n")
    paths = set(found)
    kept = [
        each
        for each in found.values()
        if each.kind == "dir" or not any(other.startswith(each.path + "/") for other in paths)
    ]
    return World(name=f"a varied world ({seed})", fixture=tuple(kept), prelude=base.prelude)


def _file(path: str) -> bool:
    return "." in posixpath.basename(path) or path.startswith("/etc/")


def _folders(fixture: Iterable[Planted]) -> set[str]:
    found = {"/"}
    for each in fixture:
        path = each.path if each.kind == "dir" else posixpath.dirname(each.path)
        while path not in found:
            found.add(path)
            path = posixpath.dirname(path)
    return found


def _roots(hints: Hints, folders: set[str], workdir: str, host: Collection[str]) -> list[str]:
    """Folders to plant in: those that are named, or else where the command runs; none of the host's own."""
    roots = [path for path in hints.paths if path in folders and path != "/" and path.split("/")[1] not in host]
    outer = [path for path in roots if not any(path.startswith(f"{other}/") for other in roots)]
    return (outer + [path for path in roots if path not in outer])[:4] or [workdir]


def _changed(each: Planted, hints: Hints, text: str, seed: int) -> Planted:
    """A text file that is named gets more lines before or after; its rows keep their columns where it is a table."""
    if each.kind != "file" or each.path not in hints.paths or _BINARY.search(each.path) or b"\0" in each.content:
        return each
    old = each.content.decode("utf-8", "replace")
    if each.path.endswith(".csv"):
        width = max(old.split("\n")[0].count(","), 1)
        more = "".join(
            f"{','.join(str((row * 7 + at * 3) % 11) for at in range(width + 1))}\n" for row in range(5 + seed)
        )
        return replace(each, content=(old + more).encode())
    if old.strip() and all(line.startswith("/") for line in old.split()):
        return replace(each, content=(old + f"/workspace/q{seed}/a.txt\n/workspace/q{seed}/b.txt\n").encode())
    return replace(each, content=(old + text if seed % 2 else text + old).encode())


def _deep(root: str, folders: set[str], asks: Asks) -> bool:
    """Whether folders below `root` say something: it has some, or the action is about them."""
    return bool(_BELOW.search(asks.text.lower())) or any(each.startswith(f"{root}/") for each in folders)


def _plants(root: str, hints: Hints, asks: Asks, seed: int, close: bool, text: str, deep: bool) -> list[Planted]:
    """Files below `root`: names for each pattern at each depth, with sizes, ages and modes around those named."""
    tag = "q" if seed % 2 else "kz"
    places = [root]
    if root != "/" and deep:
        for level in range(hints.depth):
            places.append(f"{places[-1]}/{tag}sub{level}")
    out: list[Planted] = []
    for depth, place in enumerate(places):
        names = [name for pattern in hints.patterns for name in planting.instances(pattern, f"{tag}{depth}")]
        for at, name in enumerate(dict.fromkeys([*names, f"{tag}other{depth}.dat", f"{tag}note{depth}.txt"])):
            body = text if at % 2 == 0 else f"{tag} {depth} {at}\n" * (at + depth + 1)
            out.append(Planted(path=f"{place}/{name}", content=body.encode()))
            if asks.case or (close and at < len(names)):
                loud = name.upper() if name != name.upper() else name.lower()
                out.append(Planted(path=f"{place}/{loud}", content=body.encode()))
        if asks.hidden:
            out.append(Planted(path=f"{place}/.{tag}hidden{depth}", content=text.encode()))
    stem = (
        planting.instances(hints.patterns[0], f"{tag}N")[0]
        if hints.patterns and planting.instances(hints.patterns[0], "q")
        else f"{tag}N.txt"
    )
    out += _thresholds(places, stem, hints, asks, tag, close)
    return out


def _thresholds(places: list[str], stem: str, hints: Hints, asks: Asks, tag: str, close: bool) -> list[Planted]:
    """Files on both sides of each size, age and mode that is named; empty ones and links where they are asked for."""
    out: list[Planted] = []
    name = f"{places[0]}/{{}}{stem}"
    for size, unit in hints.sizes:
        for at, amount in enumerate((size // 2, size + unit // 2 + 1, size + size // 2, 2 * size + 1)):
            if amount <= 3 << 20:
                out.append(
                    Planted(path=name.format(f"s{size}u{at}"), content=b"s" * (amount - 1) + b"\n" * (amount > 0))
                )
    for age in hints.ages:
        step = 1440.0 if age >= 1440 else max(age / 20, 2.0)
        for at, old in enumerate((age - step / 2, age + step * 1.5, age * 3 + step)):
            out.append(
                Planted(
                    path=name.format(f"t{age:.0f}a{at}"),
                    content=b"old\n",
                    modified=f"{max(int(old * 60), 0)} seconds ago",
                )
            )
    if hints.modes or asks.modes:
        usual = (0o644, 0o755)
        spoken = asks.changes and not close and not re.search(r"\b[0-7]{3,4}\b", asks.text)  # any mode will do
        rare = () if spoken else (0o600, 0o777, 0o440, 0o666, 0o620)
        for mode in dict.fromkeys((*(hints.modes if rare else ()), *usual, *rare)):
            out.append(Planted(path=name.format(f"m{mode:o}"), content=b"mode\n", mode=mode))
    if re.search(r"\bempty\b|\bzero\b", asks.text.lower()):
        out += [Planted(path=f"{places[-1]}/{tag}empty{stem}"), Planted(path=f"{places[0]}/{tag}emptydir", kind="dir")]
    if re.search(r"\b(?:sym)?links?\b|symbolic", asks.text.lower()):
        out += [
            Planted(path=f"{places[0]}/{tag}link", kind="link", link=posixpath.basename(out[0].path) if out else "."),
            Planted(path=f"{places[-1]}/{tag}broken", kind="link", link="/nowhere"),
        ]
    return out
