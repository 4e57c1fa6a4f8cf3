"""A tree of changes as lines for a person."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Sequence

from ..core.effects import Change, Node
from .check_formats import one_line
from .visible import visible

MOST = 200
"""New paths that are shown one by one, and folders that are shown when there are more; the rest is counted."""

_NAMED = 3  # new files that are named of a folder that got many
_MARKS = {"created": ("+", "green"), "modified": ("~", "yellow"), "deleted": ("-", "red"), "metadata": ("m", "cyan")}
_DIFF = {"+": "green", "-": "red", "@": "cyan"}
Line = tuple[str, str]


def tree(changes: Sequence[Change], omitted: int = 0, most: int = MOST) -> Iterator[Line]:
    """Each line with its colour: a summary, then one line for each path, and its diff indented below it.

    What was there before comes first and is always named, a folder that went with all that was in it on one line with a
    count. Of new paths more than `most` are told by their folders. `omitted` is how many changes are not given.
    """
    if not changes and not omitted:
        yield "nothing changed", ""
        return
    counts = {kind: sum(change.kind == kind for change in changes) for kind in _MARKS}
    names = {"metadata": "with other mode, owner or attributes"}
    told = [f"{count} {names.get(kind, kind)}" for kind, count in counts.items() if count]
    yield ", ".join([*told, *([f"at least {omitted:,} more that are not listed"] if omitted else [])]), ""
    known = [change for change in changes if change.before is not None]
    new = [change for change in changes if change.before is None]
    yield from _known(known, most)
    if len(new) > most:
        yield from _by_folder(new, most)
    else:
        for change in new:
            yield from _lines(change)


def _known(changes: Sequence[Change], most: int) -> Iterator[Line]:
    """Every path that was there before, but for those in a folder that is gone, which are counted; `most` diffs."""
    kept: list[Change] = []
    tops: dict[str, str] = {}  # folders that are gone, each with the topmost one that it lay in
    inside: dict[str, int] = {}
    for change in changes:
        top = tops.get(change.path.rpartition("/")[0], "") if change.kind == "deleted" else ""
        if top:
            inside[top] = inside.get(top, 0) + 1
        else:
            kept.append(change)
        if _gone(change):
            tops[change.path] = top or change.path
    for number, change in enumerate(kept):
        yield from _lines(change, inside.get(change.path, 0), diff=number < most)


def _gone(change: Change) -> bool:
    """Whether a folder is one no more."""
    was, now = change.before, change.after
    return was is not None and was.kind == "directory" and (now is None or now.kind != "directory")


def _by_folder(changes: Sequence[Change], most: int) -> Iterator[Line]:
    """New paths by the folder that is new itself, or else by the one that they were put into."""
    groups: dict[str, list[Change]] = {}
    tops: dict[str, str] = {}
    for change in changes:
        parent = change.path.rpartition("/")[0]
        top = tops.get(parent, "")
        is_folder = change.after is not None and change.after.kind == "directory"
        if is_folder:
            tops[change.path] = top or change.path
        groups.setdefault(top or (change.path if is_folder else f"{parent}/"), []).append(change)
    mark, colour = _MARKS["created"]
    for number, (place, found) in enumerate(groups.items()):
        if number == most:
            rest = sum(map(len, list(groups.values())[number:]))
            yield (
                f"{mark} … and {rest:,} new paths in {len(groups) - number:,} more folders (--json lists them)",
                colour,
            )
            return
        if not place.endswith("/"):
            yield from _lines(found[0], len(found) - 1)
        elif len(found) <= _NAMED:
            for change in found:
                yield from _lines(change)
        else:
            names = ", ".join(one_line(change.path.rpartition("/")[2]) for change in found[:_NAMED])
            yield f"{mark} {one_line(place)}  {len(found):,} new paths: {names}, … (--json lists them)", colour


def _lines(change: Change, inside: int = 0, *, diff: bool = True) -> Iterator[Line]:
    mark, colour = _MARKS[change.kind]
    more = f" with {inside} paths in it" if inside else ""
    yield f"{mark} {one_line(change.path)}{_what(change)}{more}", colour
    for line in change.diff.splitlines()[2:] if diff else ():
        yield f"    {visible(line)}", _DIFF.get(line[:1], "")


def _what(change: Change) -> str:
    before, after = change.before, change.after
    if change.kind == "created" and after:
        return f"  {_node(after)}"
    if change.kind == "deleted" and before:
        return "" if before.kind == "file" else f"  ({before.kind})"
    if before and after:
        told = []
        if before.kind != after.kind:
            told.append(f"{before.kind} → {after.kind}")
        if before.mode != after.mode:
            told.append(f"mode {_mode(before)} → {_mode(after)}")
        if (before.uid, before.gid) != (after.uid, after.gid):
            told.append(f"owner {before.uid}:{before.gid} → {after.uid}:{after.gid}")
        if before.link != after.link:
            told.append(f"link {visible(before.link)} → {visible(after.link)}")
        told += _attributes(before, after)
        if before.size != after.size and after.kind == "file":
            told.append(f"{before.size:,} → {after.size:,} bytes")
        return "  " + ", ".join(told) if told else ""
    return ""


def _node(node: Node) -> str:
    if node.kind == "link":
        return f"(link to {visible(node.link)})"
    size = f", {node.size:,} bytes" if node.kind == "file" else ""
    more = "".join(f", {one_line(each)}" for each in node.attributes)
    return f"({node.kind}{size}, {_mode(node)}{more})"


def _attributes(before: Node, after: Node) -> list[str]:
    """What was set and what was taken away, as `name=value`."""
    gone = [one_line(each) for each in before.attributes if each not in after.attributes]
    new = [one_line(each) for each in after.attributes if each not in before.attributes]
    return [*(f"without {each}" for each in gone), *(f"with {each}" for each in new)]


def _mode(node: Node) -> str:
    return f"{stat.S_IMODE(node.mode):04o}"
