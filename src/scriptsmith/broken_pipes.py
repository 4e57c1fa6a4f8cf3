"""Pipelines that fail though nothing is wrong: a reader that stops early, under `pipefail`.

* SS0031  warning  the command before `head` (or another reader that stops early) may end with status 141

When such a reader has ended, the next write of the command before it raises SIGPIPE. Under `set -o pipefail` the whole
pipeline then has status 141, which ends a script under `set -e` and turns the answer of an `if` round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from itertools import pairwise

from .bash.parser import parse
from .bash.syntax import AndOr, AssignNode, Pipeline, Redirected, Simple
from .core.types import Finding, Script, Severity
from .programs.argv import parse as parse_arguments
from .programs.spec import spec_of

_READERS = frozenset(("head", "grep", "egrep", "fgrep", "zgrep", "sed", "awk", "gawk", "mawk"))
_WRITES_ONCE = frozenset(("echo", "printf"))
"""What they write is there before the reader looks, unless it is longer than a pipe holds (64 kB)."""


class BrokenPipes:
    """A `Checker` that finds readers that stop early at the end of a pipeline whose status counts."""

    name = "pipes"

    async def check(self, script: Script, /) -> Sequence[Finding]:
        return [
            Finding(
                checker=self.name,
                code="SS0031",
                severity=Severity.WARNING,
                message=f"{reader} stops reading early, so {writer} may end with status 141 (SIGPIPE), and under "
                "pipefail so does the whole pipeline, though nothing is wrong: read to the end (`sed -n 1,5p`, `grep … "
                ">/dev/null`), keep what it writes in a file first, or allow the failure (`|| true`)",
                line=script.text.count("\n", 0, start) + 1,
            )
            for start, writer, reader in _broken(script.text)
        ]


def _broken(text: str) -> Iterator[tuple[int, str, str]]:
    """Where each such pipeline begins, the command that may be ended, and its reader."""
    if "pipefail" not in text:
        return
    body = parse(text).body
    nodes = list(_walk(body))
    on = next((it.start for it in nodes if isinstance(it, Simple) and _sets_pipefail(_words(it))), None)
    if on is None:
        return
    allowed = {id(each) for it in nodes if isinstance(it, AndOr) for each in _allowed(it)}
    for pipeline in sorted((it for it in nodes if isinstance(it, Pipeline)), key=lambda it: it.start):
        if pipeline.start < on or id(pipeline) in allowed:
            continue
        for writer, reader in pairwise(pipeline.stages):
            words, read = _words(writer), _words(reader)
            if (words[:1] and words[0] in _WRITES_ONCE) or not _stops_early(read):
                continue
            yield pipeline.start, f"`{words[0]}`" if words and words[0] else "what writes", f"`{' '.join(read[:2])}`"
            break


def _allowed(it: AndOr) -> list[object]:
    """The parts whose failure is followed by an `||` that cannot fail: its status is never looked at."""
    parts = [it.first, *(node for _, node in it.rest)]
    return [
        before
        for before, (operator, after) in zip(parts, it.rest, strict=False)
        if operator == "||" and _words(after)[:1] in (["true"], [":"])
    ]


def _sets_pipefail(words: Sequence[str]) -> bool:
    return words[:1] == ["set"] and "pipefail" in words


def _stops_early(words: Sequence[str]) -> bool:
    """Whether a command may end before it has read everything."""
    name, texts = (words[0] if words else ""), words[1:]
    if name not in _READERS:
        return False
    read = parse_arguments(spec_of(name), texts)
    given = {spelling for each in read.given if each.option for spelling in each.option.spellings}
    if name == "head":
        values = [texts[each.value_at][each.start :] for each in read.given if each.value_at is not None]
        return not any(value.startswith("-") for value in values)
    if name == "sed":
        return any(text.rstrip("}; ").endswith("q") and not text.startswith("-") for text in texts[:3])
    if name.endswith("awk"):
        return any("exit" in text and "END" not in text for text in texts)
    return not given.isdisjoint(("-q", "-m"))


def _words(node: object) -> list[str]:
    """The words of a simple command, those that expand as an empty text."""
    if isinstance(node, Redirected):
        node = node.body
    if not isinstance(node, Simple):
        return []
    return ["" if isinstance(word, AssignNode) else word.literal or "" for word in node.words]


def _walk(node: object) -> Iterator[object]:
    """The nodes below `node` and itself."""
    stack = [node]
    while stack:
        it = stack.pop()
        yield it
        if is_dataclass(it) and not isinstance(it, type):
            stack += [getattr(it, field.name) for field in fields(it)]
        elif isinstance(it, tuple | list):
            stack += it
