"""Every mechanism of Bash by which a text becomes a command is undone, and its harmless use is left alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from scriptsmith.danger.analyse import analyse
from scriptsmith.interpreter.interpreter import read_script

# What every disguise below comes to when it runs.
PLAIN = ("rm -rf /", "mkfs.ext4 /dev/sda")

# Scripts in which one of these stands disguised, by mechanism; `harmless` ones use the same mechanisms for nothing bad.
# Blocks are separated by a line of `%%`.
FOLDER = Path(__file__).with_name("danger_mechanisms")
GROUPS = ("variables", "words", "commands", "carriers", "files", "functions", "mixed")


def cases(group: str) -> list[ParameterSet]:
    text = (FOLDER / f"{group}.txt").read_text(encoding="utf-8")
    blocks = re.split(r"^%%\n", text.removesuffix("\n"), flags=re.MULTILINE)
    return [
        pytest.param(
            each.removesuffix("\n"), id=f"{group}-{number}-{re.sub(r'[^a-zA-Z0-9]+', '-', each)[:40].strip('-')}"
        )
        for number, each in enumerate(blocks)
    ]


@pytest.mark.parametrize("script", [case for group in GROUPS for case in cases(group)])
def test_a_disguise_comes_out_as_the_plain_command(script: str) -> None:
    """Whatever mechanism hides it, the command is read with its name and arguments, or the script is unresolved."""
    reading = read_script(script)
    lines = [" ".join((each.name, *(word.shape for word in each.arguments))) for each in reading.commands]
    lines += [" ".join((each.name, *(word.emptied for word in each.arguments))) for each in reading.commands]
    assert reading.unresolved or any(line == plain for line in lines for plain in PLAIN), lines


@pytest.mark.parametrize("script", cases("harmless"))
def test_a_harmless_use_of_the_mechanism_stays_unflagged(script: str) -> None:
    """The same mechanism with nothing dangerous in it is safe or notable."""
    found = analyse(script)
    assert found.risk in ("safe", "notable"), found
