"""Functions that stand in several scripts under one name stay one: a copy that was changed alone is noticed.

A script holds all that it calls, so that it can be read and run by itself (decision 0099). Bodies under one name count as
copies of one another when most of their tokens are the same; what is meant to differ is named here, with the reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import NamedTuple

import pytest

from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.bash.parser import parse
from scriptsmith.bash.syntax import Function
from scriptsmith.bash.tokens import tokens
from tests.proofs import folders

from .program_calls import walk

ALIKE = 0.85
"""From this share of equal tokens on, two bodies are copies of one another."""
QUERIES = "what is asked of the object differs: its fields"


class Variants(NamedTuple):
    """How many bodies there are that are copies of another one, and why they differ."""

    bodies: int
    reason: str


VARIANTS: Mapping[str, Variants] = {
    "ask": Variants(5, "jcmd waits as long as its command may take; a snapshot that runs already can be waited for"),
    "bytes_of": Variants(2, "a volume may have pebibytes"),
    "containers": Variants(2, QUERIES),
    "counters": Variants(2, "an index without a shard that is up may be deleted, and not merged"),
    "d": Variants(3, "docker takes longer to measure its disks and volumes"),
    "k": Variants(2, "objects of the cluster lie in no namespace"),
    "look": Variants(9, QUERIES),
    "mounted_below": Variants(
        2, "which file systems can hold what is looked for: set-uid files also lie on read-only ones"
    ),
    "offsets": Variants(2, "lines for a file of Kafka, or for awk"),
    "property": Variants(3, "the unit that is meant where none is named: there is none, a service or a timer"),
    "read_shadow": Variants(3, QUERIES),
    "rollout": Variants(3, "of the one deployment, of each of many, or of another kind"),
    "send": Variants(2, "PUT or POST"),
    "sql": Variants(5, "the database, and the advice where a table may be locked or all slots are taken"),
    "state": Variants(4, QUERIES),
    "threads": Variants(2, "threads that run are counted, or those that stand"),
    "value_in": Variants(2, "the key of the line, and whether a missing value is told from an empty one"),
    "waiting": Variants(2, "an archive of security updates must be among the lists, or any"),
}


def functions(name: str, script: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The functions of a script, as the tokens of their bodies; its own name counts as one of all entries."""
    for it in walk(parse(script).body):
        if isinstance(it, Function) and it.name != "usage":
            text = script[it.start : it.end].replace(name, "NAME")
            yield (
                it.name,
                tuple(
                    word
                    for token in tokens(text)
                    if token.kind not in ("blank", "comment") and (word := text[token.start : token.end].strip(";\n "))
                ),
            )


def drifted(scripts: Mapping[str, str]) -> dict[str, set[tuple[str, ...]]]:
    """The bodies that are nearly, and not quite, those of another function of their name."""
    bodies = defaultdict[str, set[tuple[str, ...]]](set)
    for entry, script in scripts.items():
        for name, body in functions(entry, script):
            bodies[name].add(body)
    found = defaultdict[str, set[tuple[str, ...]]](set)
    for name, several in bodies.items():
        ordered = sorted(several)
        for at, one in enumerate(ordered):
            for other in ordered[:at]:
                if _alike(one, other):
                    found[name] |= {one, other}
    return dict(found)


def _alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE


def test_copies_of_a_function_are_the_same_in_every_script() -> None:
    found = drifted({folder.name: read_entry(folder).script.text for folder in folders()})
    assert {name: len(bodies) for name, bodies in found.items()} == {name: it.bodies for name, it in VARIANTS.items()}


ASK = (
    'ask() {\n  local reply\n  reply=$(timeout 20 redis-cli "$@") || die 3 "no answer"\n  printf "%s\\n" "$reply"\n}\n'
)


@pytest.mark.parametrize(
    ("change", "noticed"),
    [
        (("timeout 20", "timeout 21"), True),
        (("|| die 3", "|| die 1"), True),
        (("  local reply\n", ""), True),
        (("ask() {", "ask() { # COMMAND: what the server says"), False),
        (("\n  printf", "; printf"), False),
    ],
)
def test_a_copy_that_was_changed_alone_is_noticed(change: tuple[str, str], noticed: bool) -> None:
    assert bool(drifted({"one-entry": ASK, "other-entry": ASK.replace(*change)})) is noticed


def test_what_only_has_the_same_name_is_no_copy() -> None:
    assert drifted({"one-entry": ASK, "other-entry": 'ask() { dig +short "$1" | sort -u; }\n'}) == {}
