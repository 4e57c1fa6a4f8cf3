"""Texts that only repeat themselves are told from long ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from scriptsmith import catalogue
from scriptsmith.adapters.repetition import LEAST, TIMES, repeats_itself

ROUND = """        backup_file_mode: "0644"
        backup_file_owner: root
        backup_file_backup: yes
"""


@pytest.mark.parametrize("block", ["x", "no. ", "one more line\n", ROUND, "".join(map(chr, range(97, 123))) * 7 + "."])
def test_one_block_again_and_again_is_noticed(block: str) -> None:
    """Whatever came before it, and wherever within the block the text breaks off."""
    text = "```yaml\n- name: A beginning that makes sense\n" + block * (TIMES + LEAST // len(block) + 1)
    assert repeats_itself(text)
    assert repeats_itself(text[: -len(block) // 2])


@pytest.mark.parametrize(
    "text",
    ["", "=" * (LEAST - 1), ROUND * (TIMES - 1), " " * 5000, "".join(f"step {number}\n" for number in range(900))],
)
def test_what_goes_on_is_no_repetition(text: str) -> None:
    """A ruler, a few alike tasks, blanks and a list that counts are let be."""
    assert not repeats_itself(text)


def test_no_script_of_the_catalogue_repeats_itself() -> None:
    """At none of the places at which a reply with it would be looked at."""
    scripts = sorted(Path(*catalogue.__path__).glob("*/*/script.sh"))[::10]
    assert len(scripts) > 40
    for script in scripts:
        text = script.read_text(encoding="utf-8")
        assert not any(repeats_itself(text[:end]) for end in range(256, len(text) + 1, 256)), script
