"""Whether a text is meant as a playbook."""

from __future__ import annotations

import re

from ..core.types import Target

_LOOKS = re.compile(
    r"^-[ \t]+(?:[\w.]+:.*\n(?:[ \t].*\n|#.*\n|[ \t]*\n)*?[ \t]+)?"
    r"(?:hosts|(?:ansible\.builtin\.)?import_playbook)[ \t]*:",
    re.M,
)

_BEGINS = re.compile(r"\ufeff?(?:[ \t]*(?:#.*)?\r?\n)*(?:---|- |-\n|%YAML|\[)")


def recognised(text: str, name: str = "") -> Target:
    """The target that `text` is written for, by what it looks like and by the name of its file."""
    return "ansible" if is_playbook(text, name) else "bash"


def is_playbook(text: str, name: str = "") -> bool:
    """Whether `text` is meant as a playbook: by the name of its file, as YAML's end, or by its plays."""
    first = text.partition("\n")[0]
    if first.startswith("#!"):
        return "ansible" in first
    if name.lower().endswith((".yml", ".yaml")) or text.lstrip().startswith("$ANSIBLE_VAULT;"):
        return True
    if not (_BEGINS.match(text) and _LOOKS.search(text)):
        return False
    from .yaml_nodes import Mapping, Sequence, UnreadableYaml, read_yaml

    try:
        root, _ = read_yaml(text)
    except UnreadableYaml:
        return True  # it looks like one, and what is wrong with its YAML is worth more than what Bash makes of it
    plays = root.items if isinstance(root, Sequence) else []
    return any(isinstance(play, Mapping) and any(play.key(key) for key in _KEYS) for play in plays)


_KEYS = ("hosts", "import_playbook", "ansible.builtin.import_playbook")
