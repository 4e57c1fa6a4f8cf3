"""Every mechanism of Bash by which a text becomes a command is undone, and its harmless use is left alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scriptsmith.danger.analyse import analyse
from scriptsmith.interpreter.interpreter import read_script

# What every disguise below comes to when it runs.
PLAIN = ("rm -rf /", "mkfs.ext4 /dev/sda")

# Scripts in which one of these stands disguised, by mechanism; `harmless` ones use the same mechanisms for nothing bad.
# Blocks are separated by a line of `%%`.
FOLDER = Path(__file__).with_name("danger_mechanisms")
GROUPS = ("variables", "words", "commands", "carriers", "files", "functions", "mixed")


def cases(group: str) -> list[str]:
    text = (FOLDER / f"{group}.txt").read_text(encoding="utf-8")
    return [each.removesuffix("\n") for each in re.split(r"^%%\n", text.removesuffix("\n"), flags=re.MULTILINE)]


def comes_out(script: str) -> bool:
    """Whether the command is read with its name and arguments, or the script is unresolved."""
    reading = read_script(script)
    lines = [" ".join((each.name, *(word.shape for word in each.arguments))) for each in reading.commands]
    lines += [" ".join((each.name, *(word.emptied for word in each.arguments))) for each in reading.commands]
    return bool(reading.unresolved) or any(line == plain for line in lines for plain in PLAIN)


@pytest.mark.parametrize("group", GROUPS)
def test_a_disguise_comes_out_as_the_plain_command(group: str) -> None:
    """Whatever mechanism hides it, the command is read with its name and arguments, or the script is unresolved."""
    assert [script for script in cases(group) if not comes_out(script)] == []


def test_a_harmless_use_of_the_mechanism_stays_unflagged() -> None:
    """The same mechanism with nothing dangerous in it is safe or notable."""
    found = {script: analyse(script) for script in cases("harmless")}
    assert {script: it for script, it in found.items() if it.risk not in ("safe", "notable")} == {}
