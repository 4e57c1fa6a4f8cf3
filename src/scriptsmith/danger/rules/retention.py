"""Retention: snapshots, indices and images of one name that go, beyond the newest ones or beyond an age."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set

from ...interpreter.model import Command
from .invocation import Invocation
from .origins import inside
from .word_lists import set_of

_PROGRAMS = set_of("aws gcloud az zfs curl hcloud doctl openstack")
_REMOVES = re.compile(r"(?i)(?:\b|-X)(?:delete|destroy|deregister)\b")
_KEPT = frozenset(("SS1122", "SS1470", "SS1064"))
# How listings say that the newest comes first, and that it comes last.
_NEWEST_FIRST = re.compile(
    r"-S (?:creation|\S*time)|reverse\(sort_by|--sort-by=~|desc\b|\bsort\b.* -\w*r|\bsort -\w*r|--sort \S*:desc"
)
_NEWEST_LAST = re.compile(
    r"-s (?:creation|\S*time)|(?<!reverse\()sort_by\(|--sort-by=\w|\bsort(?: -[^r\s]*)?\Z|--sort \S*:asc"
)
_FROM = re.compile(r"(?:-n\s*)?\+(?:[2-9]|\d\d|…)")
_BEFORE = re.compile(r"-n\s*-(?:[1-9]|…)")
_TAGGED = re.compile(r"--filters?\b.*(?:tag[:-]|labels?[.=])|--label|--tag\b")
_NAMED = re.compile(r"\^?[\w./:@-]{3,}[@:._-]\S*\$\Z")
"""A regular expression for a whole name of which the beginning is said."""


def retained(calls: Sequence[Invocation], names: Set[str]) -> Mapping[int, tuple[str, frozenset[str]]]:
    """The calls, by number, that delete what a listing says beyond the newest, or beyond an age, of one name or tag."""
    if names.isdisjoint(_PROGRAMS):
        return {}
    return {
        index: ("of one name, beyond the newest or an age", _KEPT)
        for index, call in enumerate(calls)
        if call.name in _PROGRAMS and _REMOVES.search(call.command.source) and _bounded(call)
    }


def _bounded(call: Invocation) -> bool:
    command = call.command
    unknown = [part for word in call.operands for part in word.unknowns]
    unknown += [part for words in call.values.values() for word in words for part in word.unknowns]
    listing = [*command.upstream, *(each for part in unknown for each in inside(part.source))]
    checked = any(
        check.holds and check.operator == "=~" and _NAMED.fullmatch(check.pattern) for check in command.checks
    )
    aged = any(re.match(r"\[\[ .* < .*\]\]\Z", guard) for guard in command.guards)
    return (checked and aged) or ((checked or _narrowed(listing)) and _newest_stay(listing))


def _narrowed(listing: Sequence[Command]) -> bool:
    """Whether only what has one name or tag is listed."""
    return any(
        _TAGGED.search(_text(each))
        or (each.name in ("grep", "egrep") and any(_NAMED.fullmatch(word.shape) for word in each.arguments))
        for each in listing
    )


def _newest_stay(listing: Sequence[Command]) -> bool:
    """Whether the newest are cut off a listing that is ordered by time."""
    texts = [_text(each) for each in listing]
    return (
        any(map(_NEWEST_FIRST.search, texts))
        and any(each.name == "tail" and _FROM.search(text) for each, text in zip(listing, texts, strict=True))
    ) or (
        not any(map(_NEWEST_FIRST.search, texts))
        and any(map(_NEWEST_LAST.search, texts))
        and any(each.name == "head" and _BEFORE.search(text) for each, text in zip(listing, texts, strict=True))
    )


def _text(command: Command) -> str:
    return " ".join((command.name, *(word.shape for word in command.arguments)))
