"""What the verifier learns from: labelled actions with the entries near them, varied by program.

Variations keep a label (typing errors, case, punctuation, hosts, alert names, greetings, reasons, other values) or turn
it (a second deed, a condition, the opposite verb): what cannot matter must not be learned to matter.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scriptsmith.core.types import Entry
from scriptsmith.retrieval.action_reading import read
from scriptsmith.retrieval.call_text import PHRASES, CallText, slot_text
from scriptsmith.retrieval.candidates import candidates

from .variants import opposite

NAMES = frozenset({"name", "user", "service", "host", "path"})
"""Types of values that may be exchanged for others of the same parameter type: any name is as good."""
INVENTED = frozenset({"name", "service"})
"""Those of them that may be any name of a program: which product is named must not be learned to matter."""


@dataclass(frozen=True, slots=True)
class Row:
    """A labelled action: `entry` answers it or None does; `near` are the entries near to it with their nearest
    phrases, best first; `values` where in the action each parameter's value stands, None for a place unknown."""

    action: str
    entry: str | None
    target: str
    near: tuple[tuple[str, tuple[str, ...]], ...]
    values: Mapping[str, tuple[int, int] | None] | None
    source: str


@dataclass(frozen=True, slots=True)
class Example:
    """A pair with its label; `spans` holds for each parameter the characters of its value in the action, an empty span
    where it is not said, and None where nothing is known."""

    action: str
    call: CallText
    label: float
    spans: tuple[tuple[int, int] | None, ...]


@dataclass(slots=True)
class Shelf:
    """The entries by id, and for each type of parameter the values that were seen."""

    entries: Mapping[str, Entry]
    pools: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    programs: Sequence[str] = ()


def rows(path: Path, entries: Mapping[str, Entry]) -> Iterator[Row]:
    """The rows of a file that `train/near.py` wrote."""
    for line in path.read_text(encoding="utf-8").splitlines():
        it = json.loads(line)
        near = tuple((each["id"], tuple(each["phrases"])) for each in it["near"])
        given = it["parameters"] if it["entry"] else None
        entry = entries.get(it["entry"] or "")
        values = None
        if entry is not None and given is not None:
            values = {name: placed(it["action"], entry, name, value) for name, value in given.items()}
        yield Row(it["action"], it["entry"], it["target"], near, values, it["source"])


def placed(action: str, entry: Entry, name: str, value: str) -> tuple[int, int] | None:
    """The characters of `action` that say the value of a parameter; None when none are found."""
    parameter = next((it for it in entry.parameters if it.name == name), None)
    if parameter is None:
        return None
    if found := re.search(rf"(?<![\w]){re.escape(value)}(?![\w])", action, re.IGNORECASE):
        return found.span()
    reading = read(action)
    for it in candidates(parameter, reading, entry.parameters):
        if it.text == value:
            return reading.tokens[it.first].start, reading.tokens[it.last - 1].end
    return None


class Maker:
    """Makes the examples of an epoch. Seeded; two makers of one seed make the same."""

    def __init__(self, shelf: Shelf, words: Mapping[str, Sequence[str]], seed: int) -> None:
        self._shelf = shelf
        self._words = words
        self._rng = random.Random(seed)

    def examples(self, given: Iterable[Row], share: Callable[[Row], float] = lambda _: 1.0) -> list[Example]:
        """Those of one epoch: each row as often as `share` says, once where nothing is told."""
        found: list[Example] = []
        for row in given:
            times = share(row)
            for _ in range(int(times) + (self._rng.random() < times % 1)):
                found += self._of(row)
        self._rng.shuffle(found)
        return found

    def _of(self, row: Row) -> Iterator[Example]:
        rng = self._rng
        near = dict(row.near)
        text, spans = self._varied(row)
        others = [id for id, _ in row.near if id != row.entry]
        if row.entry and row.entry in self._shelf.entries:
            yield self._example(text, row.entry, near.get(row.entry, ()), 1.0, spans)
            if rng.random() < 0.25 and (turned := self._turned(text, row.entry, spans)):
                yield self._example(turned, row.entry, near.get(row.entry, ()), 0.0, None)
        wrong = [row.target] if row.target and row.target != row.entry else []
        some = [id for id in others[:3] if id not in wrong]
        wrong += rng.sample(some, min(len(some), 1))
        for id in wrong:
            if id in self._shelf.entries:
                yield self._example(text, id, near.get(id, ()), 0.0, None)

    def _example(
        self,
        text: str,
        id: str,
        phrases: Sequence[str],
        label: float,
        spans: Mapping[str, tuple[int, int] | None] | None,
    ) -> Example:
        entry = self._shelf.entries[id]
        if len(phrases) < PHRASES or self._rng.random() < 0.15:
            phrases = self._rng.sample(entry.phrases, min(PHRASES, len(entry.phrases)))
        phrases = [it for it in phrases if it != text][:PHRASES]
        slots = tuple([slot_text(it) for it in entry.parameters])
        told = tuple(
            None if spans is None or (it.type == "choice" and it.name not in spans) else spans.get(it.name, (0, 0))
            for it in entry.parameters
        )
        return Example(text, CallText((entry.title, *phrases), slots), label, told)

    def _varied(self, row: Row) -> tuple[str, Mapping[str, tuple[int, int] | None] | None]:
        """The action in another guise, and where its values stand now."""
        rng = self._rng
        spans = sorted((span, name) for name, span in (row.values or {}).items() if span)
        if any(one[0][1] > other[0][0] for one, other in itertools.pairwise(spans)):
            return row.action, row.values  # values within values are left as they stand
        kinds = {}
        if row.entry in self._shelf.entries:
            kinds = {it.name: it for it in self._shelf.entries[row.entry].parameters}
        parts: list[tuple[str, str]] = []
        end = 0
        for (first, last), name in spans:
            said = row.action[first:last]
            parameter = kinds.get(name)
            if parameter and parameter.type in NAMES and not parameter.pattern and rng.random() < 0.5:
                said = self._other_value(parameter.type, said)
            parts += [(row.action[end:first], ""), (said, name)]
            end = last
        parts.append((row.action[end:], ""))
        if rng.random() < 0.5:
            parts = self._noisy(parts)
        text, where = "", dict(row.values or {})
        for said, name in parts:
            if name:
                where[name] = (len(text), len(text) + len(said))
            text += said
        return text, where if row.values is not None else None

    def _other_value(self, type: str, said: str) -> str:
        """Another value of a parameter's type: one that somebody wrote, or the name of any program."""
        rng, programs = self._rng, self._shelf.programs
        if type not in INVENTED or not programs or rng.random() < 0.4:
            return rng.choice(self._shelf.pools.get(type) or [said])
        name = rng.choice(programs)
        if rng.random() < 0.3:
            name += rng.choice("-_") + rng.choice((*self._words["role"], rng.choice(programs)))
        if rng.random() < 0.15:
            name += rng.choice(("", "-", ".")) + str(rng.randrange(1, 30))
        return f"{name}.service" if type == "service" and rng.random() < 0.15 else name

    def _noisy(self, parts: list[tuple[str, str]]) -> list[tuple[str, str]]:
        rng = self._rng
        if rng.random() < 0.35:
            parts = [(said if name else self._mistyped(said), name) for said, name in parts]
        if rng.random() < 0.35:
            parts = [(said if name else said.lower(), name) for said, name in parts]
        if rng.random() < 0.3:
            parts = [(said if name else re.sub(r"[.,;:!?]+(?=\s|$)", "", said), name) for said, name in parts]
        if rng.random() < 0.4:
            parts = [(self._filled(rng.choice(self._words["before"])), ""), *parts]
        if rng.random() < 0.25:
            parts = [*parts, (self._filled(rng.choice(self._words["after"])), "")]
        if rng.random() < 0.05:
            parts = [(said if name else said.upper(), name) for said, name in parts]
        return parts

    def _filled(self, pattern: str) -> str:
        """A pattern with hosts, alerts, tickets and causes in it."""
        return re.sub(r"\{(\w+)\}", lambda it: self._invented(it[1]), pattern)

    def _invented(self, kind: str) -> str:
        rng = self._rng
        if kind == "ticket":
            return f"{rng.choice(self._words['team']).upper()}-{rng.randrange(10, 9999)}"
        if kind == "host":
            name = f"{rng.choice(self._words['role'])}-{rng.randrange(1, 40):02d}"
            return name + rng.choice(("", "", ".prod", ".example.com", ".eu1"))
        if kind == "alert":
            return "".join(rng.sample(self._words["alert"], rng.choice((2, 3, 3, 4))))
        return rng.choice(self._words[kind])

    def _mistyped(self, text: str) -> str:
        """One or two words of four letters or more with a letter dropped, doubled or swapped."""
        found = [it for it in re.finditer(r"[A-Za-z]{4,}", text)]
        for it in sorted(
            self._rng.sample(found, min(len(found), self._rng.choice((1, 1, 2)))), key=lambda it: -it.start()
        ):
            at = it.start() + self._rng.randrange(1, len(it[0]) - 1)
            how = self._rng.randrange(3)
            new = (text[at + 1] + text[at], "", text[at] * 2)[how]
            text = text[:at] + new + text[at + (2 if how == 0 else 1) :]
        return text

    def _turned(self, text: str, entry: str, spans: Mapping[str, tuple[int, int] | None] | None) -> str:
        """The action asking for something else, or more, than it did; empty when no way is found. Its values, at
        `spans`, stay: with another one it asks for the same."""
        rng = self._rng
        way = rng.random()
        if way < 0.35:
            return opposite(text, rng, [it for it in (spans or {}).values() if it])
        if way < 0.65:
            other = self._shelf.entries[rng.choice(list(self._shelf.entries))]
            if other.id == entry:
                return ""
            deed = other.title[0].lower() + other.title[1:]
            return f"{text.rstrip(' .?!')}{rng.choice((' and ', ' and then ', ', then ', ', afterwards '))}{deed}"
        return text.rstrip(" .?!") + " " + self._filled(rng.choice(self._words["limit"]))


def pools(shelf: Shelf, given: Iterable[Row]) -> None:
    """Fill the shelf's pools with the values that rows name."""
    for row in given:
        entry = shelf.entries.get(row.entry or "")
        if entry is None or not row.values:
            continue
        for it in entry.parameters:
            if it.type in NAMES and (span := row.values.get(it.name)):
                shelf.pools[it.type].append(row.action[span[0] : span[1]])


def noise(path: Path) -> Mapping[str, Sequence[str]]:
    """The words that variations are made of."""
    return {name: tuple(words) for name, words in tomllib.loads(path.read_text()).items()}
