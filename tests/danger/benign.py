"""The benign corpus: commands and scripts of daily work that a guard must not cry wolf at.

Texts and labels are in `benign/*.txt`: after `[safe]` or `[notable]` one command a line, a script between `{{{` and `}}}`.
A text belongs to `dev` when the SHA-256 of it is even, else to `held_out`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from .hostile import Split, digest
from .lines import HERE

Label = Literal["safe", "notable"]


@dataclass(frozen=True, slots=True)
class Benign:
    """One harmless text; `id` is file/line."""

    id: str
    split: Split
    label: Label
    text: str


def benign() -> Iterator[Benign]:
    """Every case, file by file, in the order of the lines."""
    for file in sorted((HERE / "benign").glob("*.txt")):
        label: Label | None = None
        script: list[str] | None = None
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if line in ("[safe]", "[notable]"):
                label = "safe" if line == "[safe]" else "notable"
            elif line == "{{{":
                script = []
            elif line == "}}}" or script is None:
                text = line if script is None else "\n".join(script)
                script = None
                if label is None:
                    raise ValueError(f"{file.name}:{number}: a text before its label")
                yield Benign(f"{file.stem}/{number}", "held_out" if int(digest(text), 16) % 2 else "dev", label, text)
            else:
                script.append(line)
