"""Put real actions through `forge` and count what comes back.

    python benchmarks/real_actions.py --data ../shared/data [--provider]

Reads `itbench/actions.jsonl` (116 recommended actions of incident scenarios, ITBench) and
`eabench/bash_1.jsonl` (50 script tasks, IBM nl2bash-eabench) below --data. Without --provider no model is
configured: every answer is a reuse or a clean exit 4. With it the loopback provider plays all roles.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from scriptsmith.testing import Provider

SETS = {"itbench": ("itbench/actions.jsonl", "action"), "eabench": ("eabench/bash_1.jsonl", "prompt")}


def actions(data: Path, name: str) -> list[str]:
    """The actions of one set; ends the program with what to fetch when the file is missing."""
    path, key = SETS[name]
    if not (data / path).exists():
        sys.exit(f"{data / path} is missing: fetch the public data set {name} and give its folder with --data")
    return [json.loads(line)[key] for line in (data / path).read_text(encoding="utf-8").splitlines()]


def forge(texts: list[str], url: str) -> list[dict[str, object]]:
    """One answer for each action, from a fresh user's `forge --jsonl`."""
    lines = "".join(json.dumps({"id": number, "action": text}) + "\n" for number, text in enumerate(texts))
    with tempfile.TemporaryDirectory() as home:
        environ = {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8"}
        if url:
            for role in ("GENERATOR", "ASSESSOR"):
                environ |= {
                    f"SCRIPTSMITH_MODELS__{role}__MODEL": f"openai-chat:loopback-{role.lower()}",
                    f"SCRIPTSMITH_MODELS__{role}__BASE_URL": url,
                }
        command = [sys.executable, "-m", "scriptsmith", "forge", "--jsonl"]
        done = subprocess.run(command, input=lines, env=environ, capture_output=True, text=True)
        runs = len(list(Path(home).rglob("runs/*.jsonl")))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == list(range(len(texts))), done.stderr
    assert runs == len(texts), f"{runs} logs for {len(texts)} actions"
    return answers


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--provider", action="store_true", help="configure the loopback provider as a model")
    parser.add_argument("--show", action="store_true", help="list what was served")
    chosen = parser.parse_args()
    print("| set | actions | outcomes | errors | served |\n|---|---|---|---|---|")
    for name in SETS:
        texts = actions(chosen.data, name)
        if chosen.provider:
            with Provider() as provider:
                answers = forge(texts, provider.url)
        else:
            answers = forge(texts, "")
        outcomes = collections.Counter(str(answer.get("outcome")) for answer in answers)
        served = collections.Counter(str(answer["served"]) for answer in answers if answer.get("served"))
        errors = sum("error" in answer for answer in answers)
        shown = ", ".join(f"{outcome} {count}" for outcome, count in outcomes.most_common())
        print(
            f"| {name} | {len(texts)} | {shown} | {errors} | {', '.join(f'{k} {v}' for k, v in served.most_common())} |"
        )
        if chosen.show:
            for text, answer in zip(texts, answers, strict=True):
                print(f"{answer.get('served') or '-'}\t{answer.get('confidence')}\t{text}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
