"""Bash alone, for `train/cpt.py` to learn from: scripts without comments.

    python -m train.code_data OUT [--approved FILE]... [--references]

Takes the scripts of the shipped catalogue, those of `sft.jsonl` in OUT where it is there (`train/scripts_data.py`), and
what people approved. `--references` adds those of our own suites: whoever learns them can no longer be measured by
`lines` and `scripts`. Writes `code.jsonl` and `code-card.json`. Needs no torch.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from scriptsmith.bash.tokens import tokens
from scriptsmith.bench.folder import read_suite
from scriptsmith.bench.places import SUITES

from .scripts_data import LICENCES, digest
from .searching import CATALOGUE

OURS = {"catalogue": "Apache-2.0 (ScriptSmith)", "references": "Apache-2.0 (ScriptSmith)"}


def scripts(folder: Path, approved: list[Path], *, references: bool) -> Iterator[tuple[str, str]]:
    """Where each script comes from, and its text."""
    for path in sorted(CATALOGUE.rglob("script.sh")):
        yield "catalogue", path.read_text(encoding="utf-8")
    if (folder / "sft.jsonl").exists():
        for line in (folder / "sft.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield row["source"], row["script"]
    for path in approved:
        for line in path.read_text(encoding="utf-8").splitlines():
            yield "approved", json.loads(line)["script"]
    for suite in ("lines", "scripts") if references else ():
        for case in read_suite(SUITES / suite):
            yield from (("references", each.text) for each in case.golds)


def without_comments(text: str) -> str:
    """A script without its comments; its `#!` line stays, and blank lines that are left go."""
    kept = (
        text[token.start : token.end]
        for token in tokens(text)
        if token.kind != "comment" or text.startswith("#!", token.start)
    )
    code = "".join(kept)
    return "\n".join(line.rstrip() for line in code.splitlines() if line.strip()) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--approved", type=Path, action="append", default=[], help="of `feedback export --kind sft`")
    parser.add_argument("--references", action="store_true")
    given = parser.parse_args()
    found = dict[str, str]()
    for source, text in scripts(given.out, given.approved, references=given.references):
        found.setdefault(without_comments(text), source)
    given.out.mkdir(parents=True, exist_ok=True)
    written = given.out / "code.jsonl"
    rows = ({"script": text, "source": source} for text, source in found.items())
    written.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    counts = Counter(found.values())
    card = {
        "sources": {name: {"scripts": counts[name], "licence": (LICENCES | OURS)[name]} for name in sorted(counts)},
        "characters": sum(map(len, found)),
        "code.jsonl": digest(written),
    }
    (given.out / "code-card.json").write_text(json.dumps(card, indent=1) + "\n")
    print(json.dumps(card, indent=1))


if __name__ == "__main__":
    main()
