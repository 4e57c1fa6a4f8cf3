"""What redaction finds, what it changes that is no secret, and how fast. Prints Markdown.

    python benchmarks/redaction.py --data ../shared/data > benchmarks/redaction.md

The lines with secrets are made on the spot (`scriptsmith.testing.secrets`); the commands are those of real people, and
each that is changed is printed, to be read.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections import Counter
from importlib.metadata import version
from pathlib import Path

from scriptsmith.redaction import Redactor, find_secrets
from scriptsmith.testing.secrets import PATTERNS, lines
from scriptsmith.testing.secrets_classes import CLASSES
from scriptsmith.testing.secrets_rare import RARE
from scriptsmith.testing.secrets_tools import TOOLS
from scriptsmith.testing.secrets_wild import WILD
from scriptsmith.wiring import SEED

SETS = {"grown with the rules": PATTERNS, "by tool": TOOLS, "wild": WILD, "rare": RARE, "by class": CLASSES}
FIRST_SIGHT = """Of lines that were written without a look at the rules, before these were mended for them:

| set | lines | caught at first sight | now |
|---|---|---|---|"""
SEEN = {"by tool": (94, 123), "wild": (122, 144), "rare": (81, 116), "by class": (112, 247)}
"""Lines caught always, of all, when the set was new; the rules have seen it since."""


def now(patterns: str, rounds: int) -> tuple[int, int]:
    """How many lines of a set are caught with every value, and how many there are."""
    rows = {line.kind for line in lines(random.Random(0), patterns)}
    missed = set()
    for seed in range(rounds):
        for line in lines(random.Random(seed), patterns):
            if line.secret in Redactor().redact(line.text):
                missed.add(line.kind)
    return len(rows) - len(missed), len(rows)


def sights(rounds: int) -> list[str]:
    """First sight and now, set by set."""
    told = [FIRST_SIGHT]
    for name, (caught, total) in SEEN.items():
        found, rows = now(SETS[name], rounds)
        told.append(f"| {name} | {rows} | {caught} of {total} ({100 * caught / total:.0f} %) | {found} of {rows} |")
    return told


def hits(rounds: int) -> list[str]:
    """How many of the lines with a secret lose it, kind by kind where not all do."""
    made: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    for seed in range(rounds):
        for line in (line for patterns in SETS.values() for line in lines(random.Random(seed), patterns)):
            made[line.kind] += 1
            redactor = Redactor()
            shown = redactor.redact(line.text)
            assert redactor.restore(shown) == line.text
            caught[line.kind] += line.secret not in shown
    total, found = sum(made.values()), sum(caught.values())
    partly = {kind: f"{caught[kind]} of {made[kind]}" for kind in made if caught[kind] < made[kind]}
    return [
        f"| kinds of lines with a secret | {len(made)} | ≥ 60 |",
        f"| lines whose secret is caught | {found:,} of {total:,} ({100 * found / total:.1f} %) | ≥ 95 % |",
        f"| kinds caught every time | {len(made) - len(partly)} | |",
        "",
        "Kinds not caught every time: "
        + (", ".join(f"{kind} ({share})" for kind, share in sorted(partly.items())) or "none")
        + ". Caught every time: "
        + ", ".join(kind for kind in made if kind not in partly)
        + ".",
    ]


def changes(data: Path, limit: int) -> tuple[list[str], list[str]]:
    """How many real commands, and their descriptions, are changed, and which."""
    path = data / "pairs" / "train.jsonl"
    if not path.is_file():
        sys.exit(f"{path} is missing: put command pairs there, one JSON object with `bash` and `nl` a line")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    random.Random(7).shuffle(rows)
    table, changed = [], []
    for key, what in (("bash", "commands"), ("nl", "descriptions")):
        texts = [row[key] for row in rows[:limit]]
        found = [text for text in texts if find_secrets(text)]
        table.append(
            f"| {what} changed | {len(found)} of {len(texts):,} ({100 * len(found) / len(texts):.3f} %) | < 0.5 % |"
        )
        changed += [f"* {Redactor().redact(text)[:200]!r}" for text in found]
    files = [path for path in sorted(SEED.rglob("*.*")) if path.suffix in (".sh", ".toml")]
    touched = [path for path in files if find_secrets(path.read_text(encoding="utf-8"))]
    table.append(f"| files of the catalogue changed | {len(touched)} of {len(files)} | 0 |")
    return table, changed


def speed(data: Path) -> list[str]:
    """Characters a second over scripts, one-liners a second, and what importing costs."""
    script = "".join(path.read_text(encoding="utf-8") for path in sorted(SEED.rglob("*.sh")))
    started = time.process_time()
    find_secrets.__wrapped__(script)
    rate = len(script) / (time.process_time() - started) / 1e6
    rows = [
        json.loads(line)["bash"] for line in (data / "pairs" / "train.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    started = time.process_time()
    for row in rows[:5000]:
        find_secrets.__wrapped__(row)
    lines_a_second = 5000 / (time.process_time() - started)
    code = (
        "import time, scriptsmith.core.types; t = time.process_time(); "
        "import scriptsmith.redaction; print(time.process_time() - t)"
    )
    cost = min(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(5)
    )
    return [
        f"| scripts | {rate:.1f} MB a second | |",
        f"| commands | {lines_a_second:,.0f} a second | |",
        f"| importing it (detect-secrets only when a text may need it) | {1000 * cost:.0f} ms | |",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--rounds", type=int, default=25, help="lines of each kind")
    parser.add_argument("--rows", type=int, default=100_000, help="pairs to read")
    chosen = parser.parse_args()
    caught = hits(chosen.rounds)
    table, changed = changes(chosen.data, chosen.rows)
    print("# Redaction\n")
    print(f"`python benchmarks/redaction.py --rounds {chosen.rounds}`, detect-secrets {version('detect-secrets')}.\n")
    print("| what | measured | goal |\n|---|---|---|")
    print("\n".join([*caught[:3], *table, *speed(chosen.data)]))
    print("\n" + "\n".join(sights(chosen.rounds)))
    print("\n" + "\n".join(caught[4:]))
    print("\n".join(changed), file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
