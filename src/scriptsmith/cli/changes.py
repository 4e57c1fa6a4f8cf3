"""A tree of changes as lines for a person."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Sequence

from ..core.effects import Change, Node
from ..redaction import mask
from .formats import one_line
from .visible import visible

MOST = 200
"""Changes that are shown one by one; the rest is counted."""

_MARKS = {"created": ("+", "green"), "modified": ("~", "yellow"), "deleted": ("-", "red"), "metadata": ("m", "cyan")}
_DIFF = {"+": "green", "-": "red", "@": "cyan"}


def tree(changes: Sequence[Change], most: int = MOST) -> Iterator[tuple[str, str]]:
    """Each line with its colour: a summary, then one line for each path, and its diff indented below it.

    A folder that came or went with all that is in it is one line with a count.
    """
    if not changes:
        yield "nothing changed", ""
        return
    counts = {kind: sum(change.kind == kind for change in changes) for kind in _MARKS}
    names = {"metadata": "with other mode, owner or time"}
    yield ", ".join(f"{count} {names.get(kind, kind)}" for kind, count in counts.items() if count), ""
    inside: dict[tuple[str, str], int] = {}
    for number, change in enumerate(_folded(changes, inside)):
        if number == most:
            yield f"… and more, {len(changes):,} paths in all (--json lists them)", ""
            return
        mark, colour = _MARKS[change.kind]
        within = inside.get((change.path, change.kind), 0)
        more = f" with {within} paths in it" if within else ""
        yield f"{mark} {one_line(change.path)}{_what(change)}{more}", colour
        for line in mask(change.diff).splitlines()[2:]:
            yield f"    {visible(line)}", _DIFF.get(line[:1], "")


def _folded(changes: Sequence[Change], inside: dict[tuple[str, str], int]) -> list[Change]:
    """The changes without those inside a folder that was itself deleted; `inside` counts them."""
    kept: list[Change] = []
    gone: Change | None = None
    for change in changes:
        if gone and change.kind == "deleted" and change.path.startswith(gone.path.rstrip("/") + "/"):
            inside[gone.path, "deleted"] = inside.get((gone.path, "deleted"), 0) + 1
            continue
        gone = change if change.kind == "deleted" and change.before and change.before.kind == "directory" else None
        kept.append(change)
    return kept


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
        if before.size != after.size and after.kind == "file":
            told.append(f"{before.size:,} → {after.size:,} bytes")
        return "  " + ", ".join(told) if told else ""
    return ""


def _node(node: Node) -> str:
    if node.kind == "link":
        return f"(link to {visible(node.link)})"
    size = f", {node.size:,} bytes" if node.kind == "file" else ""
    return f"({node.kind}{size}, {_mode(node)})"


def _mode(node: Node) -> str:
    return f"{stat.S_IMODE(node.mode):04o}"
