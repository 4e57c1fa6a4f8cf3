"""How much the danger analysis flags, of what should be flagged and of what should not, and how fast it is.

    python benchmarks/danger.py --data ../shared/data > benchmarks/danger.md
    python benchmarks/danger.py --dev-misses FILE        also writes what it missed of the dev halves, and only of those

No text is run. The corpora are those of tests/danger (its README says how the labels were made). The real commands are
read from the data folder; `danger_real.json` holds the rows of the sample that a person called dangerous or arguable.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.danger.benign import benign
from tests.danger.hostile import SPLITS, cases
from tests.danger.rewrites import rewrites

from scriptsmith.danger.analyse import analyse

REAL = Path(__file__).with_name("danger_real.json")
ABOUT = "the nl2bash and tldr-pages commands, one JSON object a line with `source` and `bash`,"
RISKS = ("dangerous", "unanalysable", "notable", "safe", "crash")
FLAGGED = frozenset({"dangerous", "unanalysable"})
BASELINE = re.compile(
    "|".join(
        (
            r"\brm\s+(-\w*\s+)*-\w*[rR]\w*\s+(-\S+\s+)*[\"']?(/|~|\$|\*|\.)",
            r"\bfind\b.*\s-delete\b",
            r"\bdd\b.*\bof=/dev/",
            r">\s*/dev/(sd|nvme|vd|hd)",
            r"\b(shred|wipefs|blkdiscard|mkswap|mkfs(\.\w+)?)\b",
            r"\b(parted|sgdisk|pvremove|lvremove|zpool\s+destroy)\b",
            r"\bch(mod|own)\s+(-R|--recursive)\s+\S+\s+/",
            r"\bkill(all5?)?\s+-(9|KILL|s\s+KILL)|\bpkill\b|\bkillall\b",
            r"\b(shutdown|poweroff|reboot|halt|telinit|init\s+[06])\b",
            r"\b(systemctl|service)\b.*\b(stop|disable|mask)\b",
            r"\biptables\s+-[FP]|\bnft\s+flush|\bufw\b.*\bdisable",
            r"\bip\s+(link\s+set\s+\S+\s+down|route\s+(del|flush)|addr\s+flush)|\bif(down|config\s+\S+\s+down)\b",
            r"\buser(add|mod|del)\b|\bpasswd\s+-[dl]|\bchpasswd\b|/etc/sudoers",
            r"\b(apt(-get)?|yum|dnf|apk|rpm|dpkg|pacman)\b.*\b(remove|purge|--purge|del|erase|-e|-Rns)\b",
            r"\b(curl|wget)\b.*\|\s*(sudo\s+)?(ba|da|z)?sh\b",
            r"\beval\b",
            r"/etc/shadow|\.ssh/|\.aws/credentials",
            r"/dev/tcp/|\bnc(at)?\b.*\s(-e|--exec)\b|\bsocat\b",
            r"\bkubectl\s+delete\b|\bdocker\b.*\b(prune|rm|volume\s+rm)\b|\bhelm\s+uninstall\b",
            r"\b(DROP|TRUNCATE)\s+\w+|\bDELETE\s+FROM\b|\bdropdb\b|\bFLUSHALL\b",
            r"/etc/cron|\bcrontab\s+(-r|-)|authorized_keys|\bsystemctl\s+enable\b",
            r">\s*/var/log/|\btruncate\b.*/var/log",
        )
    ),
    re.IGNORECASE | re.DOTALL,
)


SEEN = 64
"""Rows whose digest begins below this byte were read while the rules were written, and are not reported on."""


def risk(text: str) -> str:
    """The analysis' answer, or `crash`."""
    try:
        return analyse(text).risk
    except Exception as error:  # this is what is counted here
        print(f"crash: {error!r}: {text[:200]!r}", file=sys.stderr)
        return "crash"


def filled(text: str) -> str:
    """A tldr-pages template with its placeholders filled: the long option, the first of several values."""

    def value(match: re.Match[str]) -> str:
        body = match[1].strip()
        chosen = body[1:-1].split("|")[-1] if body.startswith("[") and body.endswith("]") else body.split("|")[0]
        return re.sub(r"\s*\.\.\.$", "", chosen)

    return re.sub(r"\{\{(.*?)\}\}(?!\})", value, text).replace(r"\{\{", "{{").replace(r"\}\}", "}}")


def real(data: Path) -> dict[str, list[str]]:
    """The seeded sample of real commands by what a person called them; those that Bash cannot read are left out."""
    known = json.loads(REAL.read_text(encoding="utf-8"))
    path = data / known["file"]
    if not path.is_file():
        sys.exit(f"{path} is missing: put {ABOUT} there, or name another folder with --data")
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != known["sha256"]:
        sys.exit(f"{path} is not the file whose rows were read: its SHA-256 differs from the one in {REAL.name}")
    rows = [json.loads(line) for line in content.decode().splitlines()]
    found: dict[str, list[str]] = {"benign": [], "arguable": [], "dangerous": []}
    for source in ("nl2bash", "tldr"):
        numbers = [number for number, row in enumerate(rows) if row["source"] == source]
        for number in Random(f"{known['seed']}:{source}").sample(numbers, known["each"]):
            if hashlib.sha256(rows[number]["bash"].encode()).digest()[0] < SEEN:
                continue
            text = filled(rows[number]["bash"]) if source == "tldr" else rows[number]["bash"]
            if subprocess.run(["bash", "-n"], input=text.encode(), capture_output=True).returncode == 0:
                kind = next((kind for kind in ("dangerous", "arguable") if number in known[kind]), "benign")
                found[kind].append(text)
    return found


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def row(name: str, texts: Sequence[str], goal: str) -> str:
    """One line of the table: the four answers, what is flagged, and what the baseline flags."""
    counts = Counter(risk(text) for text in texts)
    flagged = sum(counts[name] for name in FLAGGED)
    baseline = sum(bool(BASELINE.search(text)) for text in texts)
    cells = [name, f"{len(texts):,}", *(share(counts[answer], len(texts)) for answer in RISKS[:4])]
    cells += [share(flagged, len(texts)), goal, share(baseline, len(texts))]
    return f"| {' | '.join(cells)} |" + (f" {counts['crash']} crashed" if counts["crash"] else "")


def speed(texts: Sequence[str], rounds: int = 7) -> tuple[float, float]:
    """Texts a second of the analysis and of the baseline, taken in turns, medians."""

    def run(work: Callable[[str], object]) -> float:
        started = time.perf_counter()
        for text in texts:
            work(text)
        return len(texts) / (time.perf_counter() - started)

    run(analyse)
    pairs = [(run(analyse), run(BASELINE.search)) for _ in range(rounds)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def by_disguise() -> str:
    """Which disguises and which families of the dev half hide something. The other half stays unseen."""
    missed = [case for case in cases() if case.split == "dev" and risk(case.text) not in FLAGGED]
    disguises, families = (Counter(case.id.split("/")[part] for case in missed) for part in (1, 0))
    parts = (", ".join(f"{name} {number}" for name, number in counts.most_common()) for counts in (disguises, families))
    return "; ".join(parts) if missed else "none"


def dev_misses() -> Iterable[str]:
    """What is wrong in the dev halves, one JSON object a line."""
    for case in cases():
        if case.split == "dev" and (answer := risk(case.text)) not in FLAGGED:
            found = {"id": case.id, "want": "dangerous", "got": answer, "plain": case.plain, "text": case.text}
            yield json.dumps(found)
    for item in benign():
        if item.split == "dev" and (answer := risk(item.text)) in FLAGGED:
            yield json.dumps({"id": f"benign/{item.id}", "want": item.label, "got": answer, "text": item.text})


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="the folder with the data sets")
    parser.add_argument("--rewrites", type=int, default=10_000, help="how many rewrites")
    parser.add_argument("--dev-misses", type=Path, default=None, help="write what is missed of the dev halves there")
    chosen = parser.parse_args()
    if chosen.dev_misses:
        chosen.dev_misses.write_text("".join(f"{line}\n" for line in dev_misses()), encoding="utf-8")
    sample = real(chosen.data)
    print("# The danger analysis\n")
    print(f"`python benchmarks/danger.py --rewrites {chosen.rewrites}`; {os.cpu_count()} CPU cores, shared.")
    print("Flagged: dangerous or unanalysable. The baseline is 22 regular expressions written for this page.\n")
    print(f"| set | texts | {' | '.join(RISKS[:4])} | flagged | goal | baseline flags |")
    print("|---|--:|--:|--:|--:|--:|--:|---|--:|")
    for split in SPLITS:
        print(row(f"hostile, {split}", [c.text for c in cases() if c.split == split], "flagged ≥ 99 %"))
    print(row("hostile, undisguised (in held_out)", [c.text for c in cases() if "/plain/" in c.id], ""))
    written = list(rewrites(chosen.rewrites))
    print(row("rewrites", [rewrite.text for rewrite in written], "flagged ≥ 99.5 %"))
    for split in SPLITS:
        texts = [item.text for item in benign() if item.split == split]
        print(row(f"benign, {split}", texts, "dangerous ≤ 2 %, unanalysable ≤ 3 %"))
    near = [b.text for b in benign() if b.id.startswith("near_misses/")]
    print(row("benign, near misses (in both)", near, ""))
    print(row("real, benign", sample["benign"], "dangerous ≤ 2 %"))
    print(row("real, arguable", sample["arguable"], ""))
    print(row("real, dangerous", sample["dangerous"], ""))
    same = [risk(item.text) == item.label for item in benign()]
    print(f"\nOf the benign texts {share(sum(same), len(same))} get the label, safe or notable, that a person gave.")
    print(f"\nNot flagged in hostile, dev, by disguise and by family: {by_disguise()}.\n")
    print("| one-liners a second | analysis | baseline | baseline ÷ analysis | goal |\n|---|--:|--:|--:|---|")
    for name, texts in (
        ("real sample", [text for kind in sample.values() for text in kind]),
        ("hostile, both halves", [case.text for case in cases()]),
    ):
        ours, theirs = speed(texts)
        print(f"| {name} | {ours:,.0f} | {theirs:,.0f} | {theirs / ours:.1f} × | ≥ 5,000 |")


if __name__ == "__main__":
    main()
