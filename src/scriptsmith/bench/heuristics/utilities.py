"""Which programs a command names, in order, and with which flags: what the NLC2CMD metric and importers go by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...bash.parser import parse
from ...bash.syntax import AssignNode, Lit, Param, RedirectNode, Simple, Subst, WordNode
from ...programs.argv import parse as parse_arguments
from ...programs.find import search
from ...programs.spec import spec_of
from ...retrieval.vocabulary import several

_WHOLE = several("find openssl java gcc cc clang ffmpeg terraform xset dig ip route ifconfig lsof go")
"""Programs whose flags of one dash are words; those of others are letters that may stand together."""
_CARRIERS = several("sudo nohup nice ionice time env command exec builtin stdbuf timeout setsid xargs doas")
_COUNTED = frozenset(("head", "tail"))  # `-5` is a number of lines to them
_SHELLS = several("bash sh dash ksh zsh")
_DEEPEST = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Utility:
    """A program with the flags that stand in its part of the command, those of programs it starts included."""

    name: str
    flags: frozenset[str] = frozenset()


def utilities(command: str) -> tuple[Utility, ...] | None:
    """The programs of `command` from the left, each before those that it starts; None where it is not Bash.

    Programs that `find -exec`, `xargs`, `sudo`, `sh -c` and substitutions start are named as well.
    """
    return _utilities(command, 0)


def words_of(command: str) -> tuple[tuple[str, ...], ...]:
    """The words of each simple command of `command` that stands in no other word; none where it is not Bash."""
    tree = parse(command)
    found = () if tree.problems else _simples(tree.body)
    return tuple(tuple(_text(word) for word in simple.words) for simple in found if simple.words)


def _utilities(text: str, depth: int) -> tuple[Utility, ...] | None:
    if depth > _DEEPEST:
        return ()
    tree = parse(text)
    if tree.problems:
        return None
    return tuple(each for simple in _simples(tree.body) for each in _of(simple, text, depth))


def _simples(node: object) -> Iterator[Simple]:
    """Every simple command below `node` that stands in no word."""
    if isinstance(node, Simple):
        yield node
    elif isinstance(node, tuple) and not isinstance(node, WordNode | RedirectNode | AssignNode):
        for part in node:
            yield from _simples(part)


def _of(simple: Simple, text: str, depth: int) -> list[Utility]:
    inner = [
        each
        for word in (*simple.words, *(redirect.word for redirect in simple.redirects), *simple.assigns)
        for subst in _substitutions(word)
        for each in _inside(subst, text, depth)
    ]
    words = [_text(word) for word in simple.words]
    return [*_started(words, inner, depth)] if words else inner


def _started(words: Sequence[str], inner: Sequence[Utility], depth: int) -> list[Utility]:
    """The program that `words` start, those that it starts itself, and `inner`, which its words hold."""
    if depth > _DEEPEST or not words:
        return list(inner)
    name = words[0].rpartition("/")[2]
    own, carried = list(words[1:]), list[Utility]()
    if name == "find":
        inside: set[int] = set()
        for run in search(own).runs:
            carried += _started([own[at] for at in run.values], (), depth + 1)
            inside.update(run.values)
        own = [word for at, word in enumerate(own) if at not in inside]
    elif name in _CARRIERS:
        read = parse_arguments(spec_of(name), own)
        at = len(own) if read.inner is None else read.inner
        carried, own = _started(own[at:], (), depth + 1), own[:at]
    elif name in _SHELLS and any(word == "-c" for word in own[:-1]):
        at = own.index("-c")
        carried, own = list(_utilities(own[at + 1], depth + 1) or ()), own[: at + 1]
    below = [*carried, *inner]
    flags = {flag for word in own for flag in _flags(name, word)}
    return [Utility(name=name, flags=frozenset(flags.union(*(each.flags for each in below)))), *below]


def _flags(name: str, word: str) -> list[str]:
    if word.startswith("--"):
        return [word.partition("=")[0]] if len(word) > 2 else []
    if len(word) == 2 and word[0] == "-" and word[1].isdigit() and name not in _COUNTED:
        return [word]
    if not word.startswith("-") or len(word) < 2 or not word[1].isalpha():
        return []
    if name in _WHOLE:
        return [word]
    letters = list[str]()
    for letter in word[1:]:
        if not letter.isalpha():
            break
        letters.append(f"-{letter}")
    return letters


def _text(word: WordNode | AssignNode) -> str:
    """The word with what expands left as a mark, so that it is never taken for a flag or a name."""
    if isinstance(word, AssignNode):
        return "…"
    if word.literal is not None:
        return word.literal
    return "".join(piece.text if isinstance(piece, Lit) else "…" for piece in word.pieces)


def _substitutions(word: WordNode | AssignNode | None) -> Iterator[Subst]:
    if isinstance(word, AssignNode):
        yield from _substitutions(word.value)
        return
    for piece in word.pieces if word else ():
        if isinstance(piece, Subst):
            yield piece
        elif isinstance(piece, Param):
            yield from _substitutions(piece.word)


def _inside(subst: Subst, text: str, depth: int) -> list[Utility]:
    if subst.body is None:
        return list(_utilities(subst.text, depth + 1) or ())
    return [each for simple in _simples(subst.body) for each in _of(simple, text, depth + 1)]
