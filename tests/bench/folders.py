"""Case folders for tests, written as a person would."""

from __future__ import annotations

from pathlib import Path

TASK = """kind = "line"
difficulty = 1
tags = ["spaces"]

[[scenarios]]
name = "plain"
purpose = "function"
prepare = "echo milk >list"

[[scenarios]]
name = "empty"
purpose = "robustness"
prepare = ": >list"
"""
PLAIN = '. "$HARNESS"\ncheck "milk is printed" grep -qx milk "$OUT"\nfinish\n'
EMPTY = '. "$HARNESS"\ncheck "nothing is printed" test ! -s "$OUT"\ncheck "it ends well" test "$STATUS" -eq 0\nfinish\n'


def write_case(folder: Path, **files: str | None) -> Path:
    """A case in `folder` that proves itself; `files` are other contents by path (`__` for /, `_` for .), None for none."""
    contents: dict[str, str | None] = {
        "instruction.md": "Print the file list.\n",
        "task.toml": TASK,
        "tests/plain.sh": PLAIN,
        "tests/empty.sh": EMPTY,
        "solution/solution.sh": "cat list\n",
    }
    contents |= {name.replace("__", "/").replace("_", "."): text for name, text in files.items()}
    for name, text in contents.items():
        if text is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    return folder
