"""What the static analyses say of many texts, written down and compared: for changes that must not change behaviour.

    python scripts/snapshots.py freeze FOLDER      # before a change
    python scripts/snapshots.py compare FOLDER     # after it: prints every text of which something else is said

Texts: the danger corpora of `tests/danger`, the mechanisms of `tests/unit/danger_mechanisms`, all entries of the
shipped catalogue, the good and bad examples of every rule, and the pairs in `--data` where that folder is there.
Compared are the danger analysis (risk, findings, effects), the static description, and the signals that need no
embedder.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def texts(data: Path) -> Iterator[tuple[str, str, str]]:
    """(id, text, action) of everything that is looked at; the action is empty where there is none."""
    from tests.danger.benign import benign

    from scriptsmith.danger.rules import RULES

    for name in ("hostile_dev", "hostile_held_out"):
        for number, line in enumerate((ROOT / "tests/danger" / f"{name}.jsonl").read_text().splitlines(), 1):
            yield f"{name}/{number}", json.loads(line)["text"], ""
    for case in benign():
        yield f"benign/{case.id}", case.text, ""
    for file in sorted((ROOT / "tests/unit/danger_mechanisms").glob("*.txt")):
        for number, text in enumerate(file.read_text().split("\n%%\n"), 1):
            yield f"mechanisms/{file.stem}/{number}", text, ""
    for file in sorted((ROOT / "src/scriptsmith/catalogue").rglob("script.sh")):
        yield f"catalogue/{file.parent.name}", file.read_text(), ""
    for rule in RULES:
        for kind in ("bad", "good"):
            for number, text in enumerate(getattr(rule, kind), 1):
                yield f"rules/{rule.code}/{kind}/{number}", text, ""
    for name, action, command in (
        ("pairs/train.jsonl", "nl", "bash"),
        ("intercode_alfa/dev.jsonl", "query", "gold"),
        ("judgements/dev.jsonl", "action", "command"),
    ):
        if not (data / name).is_file():
            print(f"left out, not there: {data / name}", file=sys.stderr)
            continue
        for number, line in enumerate((data / name).read_text(encoding="utf-8").splitlines(), 1):
            if name.startswith("pairs") and number % 8:
                continue
            row = json.loads(line)
            yield f"{name}/{number}", str(row[command]), str(row[action])


def said(text: str, action: str) -> dict[str, object]:
    """What the analyses say of one text, as plain data."""
    from scriptsmith.core.types import Script
    from scriptsmith.danger.analyse import analyse
    from scriptsmith.static_judge import described
    from scriptsmith.static_judge.compare import compare

    description = described(Script(text=text))
    out: dict[str, object] = {"danger": dataclasses.asdict(analyse(text)), "described": description}
    if action and description:
        out["signals"] = [round(float(each), 6) for each in compare(action, description, (0.5, 0.5)).numbers.values()]
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("freeze", "compare"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data")
    args = parser.parse_args()
    file: Path = args.folder / "said.jsonl"
    if args.what == "freeze":
        args.folder.mkdir(parents=True, exist_ok=True)
        with file.open("w", encoding="utf-8") as out:
            for name, text, action in texts(args.data):
                row = {"id": name, "text": text, "action": action, **said(text, action)}
                out.write(json.dumps(row, default=str, ensure_ascii=False, sort_keys=True) + "\n")
        return 0
    count = changed = 0
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            before = json.loads(line)
            count += 1
            now = json.loads(json.dumps(said(before["text"], before["action"]), default=str, sort_keys=True))
            parts = [key for key in now if now[key] != before.get(key)]
            if not parts:
                continue
            changed += 1
            print(f"== {before['id']}: {before['text'][:200]!r}")
            for key in parts:
                _show(key, before.get(key), now[key])
    print(f"{count} texts, {changed} differ", file=sys.stderr)
    return 1 if changed else 0


def _show(key: str, before: object, now: object) -> None:
    if not isinstance(before, dict) or not isinstance(now, dict):
        print(f"  {key}\n    - {before}\n    + {now}")
        return
    for name in now:
        if before.get(name) != now[name]:
            print(f"  {key}.{name}\n    - {before.get(name)}\n    + {now[name]}")


if __name__ == "__main__":
    raise SystemExit(main())
