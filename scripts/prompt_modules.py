"""Tabulates what playbooks use: the modules, and of these the options, that a draft's prompt names.

    python scripts/prompt_modules.py [--check]

Small models invent options. What they are told exists is counted in playbooks of others than the bench's: the shipped
catalogue and the writers' sets of the tests. A module that comes with Ansible is told when a playbook of the catalogue
uses it or `LEAST` of the writers' do; its options when any of them uses them, and all of a module that has few, but for
those that many modules share and nobody uses. `--check` fails when the file is not of today.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from scriptsmith.ansible.modules import BUILTIN, ModuleOption, full_name, options
from scriptsmith.ansible.playbook import read_playbook

ROOT = Path(__file__).parents[1]
OUT = ROOT / "src" / "scriptsmith" / "prompts" / "ansible" / "_modules.md"
LEAST = 10
"""How many playbooks of the writers have to use a module."""
FEW, MANY = 12, 5
"""Options of a module that are told whether used or not; modules that share an option which is then left out."""
TEXTS = ("free_form", "key_value")
"""What the documentation calls the text that stands in place of options."""
COLLECTIONS = (BUILTIN.rstrip("."), "ansible.posix")
CHOICES = 6
"""How many choices of an option are told; of more, none is."""


def playbooks() -> Iterator[tuple[str, int]]:
    """The texts that are counted, and for how many of the writers' each stands."""
    for path in sorted((ROOT / "src/scriptsmith/catalogue/ansible").glob("*/playbook.yml")):
        yield path.read_text(encoding="utf-8"), LEAST
    for path in sorted((ROOT / "tests/ansible/writers").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)["text"], 1


def table() -> str:
    """Under each collection a line for each module: its options, the required ones first and the others by use."""
    modules: Counter[str] = Counter()
    used: dict[str, Counter[str]] = {}
    for text, worth in playbooks():
        tasks = [(full_name(task.module), task.arguments) for task in read_playbook(text).tasks()]
        modules.update({name: worth for name, _ in tasks})
        for name, arguments in tasks:
            known = options().get(name, {})
            used.setdefault(name, Counter()).update(known[each].name for each in arguments if each in known)
    told = [name for name in sorted(modules) if _collection(name) in COLLECTIONS and modules[name] >= LEAST]
    shared = Counter(option for name in told for option in {each.name for each in options()[name].values()})
    lines: list[str] = []
    for collection in COLLECTIONS:
        lines.append(f"`{collection}`")
        for name in told:
            if _collection(name) == collection and (chosen := _options(name, used[name], shared)):
                lines.append(f"- {name.rpartition('.')[2]}: {', '.join(chosen)}")
    return "\n".join(lines) + "\n"


def _collection(module: str) -> str:
    return module.rpartition(".")[0]


def _options(name: str, used: Counter[str], shared: Counter[str]) -> list[str]:
    known = options()[name]
    names = dict.fromkeys(option.name for option in known.values())
    own = [each for each in names if shared[each] < MANY and each not in TEXTS]
    rest = [each for each in own if each not in used] if len(own) <= FEW else []
    chosen = [*(each for each, _ in used.most_common()), *rest]
    return [_told(known[each]) for each in sorted(chosen, key=lambda each: not known[each].required)]


def _told(option: ModuleOption) -> str:
    return option.name + (f" ({'|'.join(option.choices)})" if 0 < len(option.choices) <= CHOICES else "")


def main() -> int:
    """Write the table, or say whether it is of today."""
    text = table()
    if "--check" in sys.argv:
        return int(OUT.read_text(encoding="utf-8") != text)
    OUT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
