"""How often changes that nobody asked for are seen, and how often asked ones are taken for such.

    python benchmarks/unasked.py --data ../shared/data > benchmarks/unasked.md
    python benchmarks/unasked.py --show 40          also lists what went wrong, on standard error

False alarms: every entry of the shipped catalogue, with its title and each of its phrases as the action; 2,000 pairs of
a description and a command, drawn by a seed. Detection: one foreign line is put into each of 200 entries' scripts, from
the plain commands of the hostile corpus (tests/danger/actions.txt), of a family that has nothing to do with the entry's
area. No script is run.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from danger import filled
from scriptsmith.unasked.agreement import is_asked
from scriptsmith.unasked.changes import changes_of
from scriptsmith.unasked.request import request_of

ROOT = Path(__file__).parents[1]
CATALOGUE = ROOT / "src/scriptsmith/catalogue"
ACTIONS = ROOT / "tests/danger/actions.txt"
PAIRS = "pairs/train.jsonl"
SEED = 20
KIN = {
    "delete-tree": "disk files backups logs filesystems",
    "overwrite-device": "disk filesystems lvm swap",
    "make-filesystem": "disk filesystems lvm swap memory",
    "mode-and-owner": "permissions users files ssh security",
    "kill-all": "processes memory cpu services users",
    "power": "kernel aws",
    "lock-out": "services ssh firewall security",
    "network-down": "network dns",
    "users": "users ssh permissions security",
    "packages": "packages",
    "pipe-to-shell": "packages",
    "download-and-run": "packages files",
    "eval-of-data": "",
    "credentials-away": "certificates security",
    "reverse-shell": "network",
    "cluster": "kubernetes docker",
    "sql": "mysql postgresql redis",
    "persistence": "cron ssh services",
    "wipe-logs": "logs journald disk files",
    "unguarded": "disk files backups permissions",
}
"""The areas of the catalogue that a family of hostile commands is no stranger to."""


def entries() -> Iterator[tuple[str, str, list[str], str]]:
    """Id, area, the texts that ask for it, and script of every shipped Bash entry."""
    for file in sorted(CATALOGUE.glob("*/*/entry.toml")):
        told = tomllib.loads(file.read_text(encoding="utf-8"))
        script = (file.parent / "script.sh").read_text(encoding="utf-8")
        yield told["id"], file.parts[-3], [told["title"], *told["phrases"]], script


def foreign() -> Iterator[tuple[str, str]]:
    """Family and text of every plain hostile command."""
    family = ""
    for line in ACTIONS.read_text(encoding="utf-8").splitlines():
        if found := re.fullmatch(r"\[(.+)\]", line):
            family = found[1]
        elif family and line and not line.startswith("#"):
            yield family, line


def mutants(count: int, seed: int) -> Iterator[tuple[str, str, str, str]]:
    """Id and title of an entry, a foreign line, and the script with it, behind the line that sets options."""
    random = Random(seed)
    lines = list(foreign())
    for name, area, texts, script in random.sample(list(entries()), count):
        family, line = random.choice([each for each in lines if area not in KIN[each[0]].split()])
        head, mark, rest = script.partition("set -euo pipefail\n")
        body = f"{head}{mark}{line}\n{rest}" if mark else f"{script.rstrip()}\n{line}\n"
        yield name, texts[0], f"{family}: {line}", body


def pairs(data: Path, count: int, seed: int) -> list[tuple[str, str]]:
    """Some pairs of a description and a command, their placeholders filled."""
    path = data / PAIRS
    if not path.is_file():
        sys.exit(
            f"{path} is missing: put the nl2bash and tldr-pages pairs there, a JSON object with `nl`, `bash` a line"
        )
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [(row["nl"], filled(row["bash"])) for row in Random(seed).sample(rows, count)]


def main() -> None:
    """Print the page; exit 1 where a bound is not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="the folder with the data sets")
    parser.add_argument("--seed", type=int, default=SEED, help="of the drawn pairs and mutants")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="list so many of each kind of mistake")
    parser.add_argument("--only", choices=("catalogue", "pairs", "mutants"), help="measure one part")
    chosen = parser.parse_args()
    wrong: dict[str, list[str]] = {"catalogue": [], "pairs": [], "mutants": []}
    sizes = Counter[str]()
    seconds: dict[str, float] = {}

    def told(part: str) -> bool:
        return chosen.only in (None, part)

    started = time.monotonic()
    for name, _, texts, script in entries() if told("catalogue") else ():
        sizes["catalogue scripts"] += 1
        for text, said in zip(texts, found_for(texts, script), strict=True):
            sizes["catalogue"] += 1
            if said:
                wrong["catalogue"].append(f"{name}: {text}: {said}")
    seconds["catalogue"] = time.monotonic() - started
    started = time.monotonic()
    for text, command in pairs(chosen.data, 2000, chosen.seed) if told("pairs") else ():
        sizes["pairs"] += 1
        for said in found_for([text], command):
            if said:
                wrong["pairs"].append(f"{text}: {command}: {said}")
    seconds["pairs"] = time.monotonic() - started
    started = time.monotonic()
    for name, title, line, script in mutants(200, chosen.seed) if told("mutants") else ():
        sizes["mutants"] += 1
        if not found_for([title], script)[0]:
            wrong["mutants"].append(f"{name}: {title}: {line}")
    seconds["mutants"] = time.monotonic() - started
    for part, some in wrong.items():
        for each in Random(1).sample(some, min(chosen.show, len(some))):
            print(f"{part}: {each}", file=sys.stderr)
    print(page(sizes, wrong, seconds, chosen.seed))
    bad = len(wrong["mutants"]) > 0.05 * sizes["mutants"]
    sys.exit(int(bad or any(len(wrong[part]) > 0.01 * sizes[part] for part in ("catalogue", "pairs"))))


def found_for(texts: list[str], script: str) -> list[str]:
    """The first finding of the script for each action, empty where there is none."""
    changes = changes_of(script)
    told = []
    for text in texts:
        request = request_of(text)
        told.append(next((change.told for change in changes if not is_asked(change, request)), ""))
    return told


def page(sizes: Counter[str], wrong: dict[str, list[str]], seconds: dict[str, float], seed: int) -> str:
    """The figures as a Markdown page."""

    def row(part: str, name: str, bound: str, of: int) -> str:
        total = sizes[part] or 1
        return f"| {name} | {sizes[part]:,} | {of:,} | {100 * of / total:.2f} % | {bound} | {seconds[part]:.0f} |"

    return "\n".join(
        [
            "# Changes that nobody asked for",
            "",
            f"`python benchmarks/unasked.py --seed {seed}`; what is measured is told at the top of that file.",
            "",
            "| | actions | with a finding | share | bound | seconds |",
            "|---|--:|--:|--:|--:|--:|",
            row("catalogue", "right: catalogue entries, their titles and phrases", "< 1 %", len(wrong["catalogue"])),
            row("pairs", "right: pairs of a description and a command", "< 1 %", len(wrong["pairs"])),
            row(
                "mutants", "wrong: a foreign line put into a script", "≥ 95 %", sizes["mutants"] - len(wrong["mutants"])
            ),
        ]
    )


if __name__ == "__main__":
    main()
