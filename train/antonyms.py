"""Write `src/scriptsmith/retrieval/data/antonyms.txt`: which adjectives, adverbs and verbs WordNet calls antonyms.

    python -m train.antonyms [/usr/share/wordnet]

Reads the `data.*` files of WordNet 3.0, Debian's package `wordnet-base`, in the format of the manual page wndb(5):
a pointer `!` joins two words, each by its number in its synset. Words of more than one part are left out, and pairs
of an adjective with its negation (used and unused): both are said of the same thing, "which are not used".
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from .searching import HERE

OUT = HERE / "src/scriptsmith/retrieval/data/antonyms.txt"
PARTS = {"adj": "quality", "adv": "quality", "verb": "verb"}


def main(folder: str = "/usr/share/wordnet") -> None:
    pairs = sorted({(kind, *pair) for part, kind in PARTS.items() for pair in antonyms(Path(folder) / f"data.{part}")})
    grouped = defaultdict(list)
    for kind, one, other in pairs:
        grouped[kind, one].append(other)
    notice = [it for it in OUT.read_text(encoding="utf-8").splitlines() if it.startswith("#")]
    lines = [*notice, *(f"{kind} {one}: {' '.join(others)}" for (kind, one), others in grouped.items())]
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(pairs)} pairs")


def antonyms(path: Path) -> Iterator[tuple[str, str]]:
    """The pairs of one file, each in alphabetical order."""
    synsets: dict[str, tuple[list[str], list[list[str]]]] = {}
    for line in path.read_text(encoding="ascii").splitlines():
        if not line.startswith("  "):  # the licence
            fields = line.split()
            after = 4 + 2 * int(fields[3], 16)
            pointers = [fields[at : at + 4] for at in range(after + 1, after + 1 + 4 * int(fields[after]), 4)]
            synsets[fields[0]] = ([it.partition("(")[0].lower() for it in fields[4:after:2]], pointers)
    for said, pointers in synsets.values():
        for symbol, other, _, places in pointers:
            if symbol == "!":
                pair = sorted((said[int(places[:2], 16) - 1], synsets[other][0][int(places[2:], 16) - 1]))
                negation = any(one.endswith(another) for one, another in (pair, pair[::-1]))
                if all(it.isalpha() for it in pair) and not (negation and path.suffix != ".verb"):
                    yield pair[0], pair[1]


if __name__ == "__main__":
    main(*sys.argv[1:])
