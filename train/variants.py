"""Texts made of texts: the same in other words, its opposite, and all that the catalogue and the runbooks say."""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from scriptsmith.retrieval import words
from scriptsmith.retrieval.vocabulary import several

from .pairs import rows

_OPPOSITES = several(
    """
    start/stop start/restart stop/restart enable/disable lock/unlock install/remove install/uninstall add/remove
    create/delete mount/unmount attach/detach allow/block allow/deny open/close grant/revoke cordon/uncordon
    drain/uncordon increase/decrease raise/lower grow/shrink encrypt/decrypt backup/restore pause/resume
    suspend/resume upgrade/downgrade upload/download compress/decompress older/newer larger/smaller more/fewer
    show/delete list/remove before/after first/last include/exclude with/without user/group pod/node
    deployment/statefulset service/container container/image file/directory table/database index/table topic/group
    log/config tcp/udp import/export push/pull read/write source/destination local/remote primary/replica
    master/slave memory/cpu memory/disk swap/memory nginx/apache mysql/postgresql redis/memcached httpd/nginx
    certificate/key public/private inbound/outbound daily/weekly minutes/hours hours/days keep/delete largest/oldest
    oldest/newest running/stopped failed/running online/offline persistent/temporary
    """
)
_SWAP: dict[str, list[str]] = defaultdict(list)
for _pair in sorted(_OPPOSITES):
    _one, _other = _pair.split("/")
    _SWAP[_one].append(_other)
    _SWAP[_other].append(_one)

_ALIKE: dict[str, list[str]] = defaultdict(list)
for _table in (words.VERBS, words.NOUNS, words.STATES):
    for _word, _concept in _table.items():
        if _word.isalpha() and len(_word) > 1:
            _ALIKE[_concept].append(_word)


def opposite(text: str, rng: random.Random, kept: Sequence[tuple[int, int]] = ()) -> str:
    """`text` with one word turned into what it must not be taken for, none of the characters `kept`; empty when it has
    none."""
    found = [
        it
        for it in re.finditer(r"\S+", text)
        if it[0].lower() in _SWAP and not any(first < it.end() and it.start() < last for first, last in kept)
    ]
    if not found:
        return ""
    place = rng.choice(found)
    return text[: place.start()] + rng.choice(_SWAP[place[0].lower()]) + text[place.end() :]


def restated(text: str, rng: random.Random) -> str:
    """`text` with some words replaced by others of the same concept, case and order kept otherwise."""
    parts = text.split()
    for at, word in enumerate(parts):
        plain = word.lower().strip(".,;:")
        concept = words.VERBS.get(plain) if at == 0 else words.NOUNS.get(plain) or words.STATES.get(plain)
        if concept and len(_ALIKE[concept]) > 1 and rng.random() < 0.5:
            parts[at] = rng.choice(_ALIKE[concept])
    return " ".join(parts)


def spoken(catalogue: Path) -> list[list[str]]:
    """Title and phrases of each entry of a catalogue."""
    found = []
    for path in sorted(catalogue.glob("*/*/entry.toml")):
        entry = tomllib.loads(path.read_text())
        found.append([entry["title"], *entry["phrases"]])
    return found


def sentences(data: Path, catalogue: Path) -> list[str]:
    """Everything to learn likeness from: descriptions of the part `learn`, runbook sentences, actions, phrases."""
    found = [row.told for row in rows(data) if row.part == "learn"]
    for path in sorted((data / "runbooks").rglob("*.md")):
        prose = re.sub(r"```.*?```", "", path.read_text(), flags=re.DOTALL)
        for part in re.split(r"(?<=[.!?:])\s+|\n\s*[-*#]+\s*|\n\n", prose):
            sentence = " ".join(part.split()).strip("#*- ")
            if 15 < len(sentence) < 200:
                found.append(sentence)
    with open(data / "itbench" / "actions.jsonl", encoding="utf-8") as lines:
        found += [json.loads(line)["action"] for line in lines]
    found += [text for texts in spoken(catalogue) for text in texts]
    return list(dict.fromkeys(found))
