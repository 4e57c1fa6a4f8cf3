"""The model that looks at all words of a script together, where the rules let it pass."""

from __future__ import annotations

import pytest

from scriptsmith.ansible.analysis import judge
from scriptsmith.ansible.playbook import read_playbook
from scriptsmith.danger.analyse import analyse
from scriptsmith.danger.learned_words import FEATURES, features_of, is_suspect, likeness
from scriptsmith.danger.rules.resembling import FEWEST, RESEMBLES

SUSPECT = RESEMBLES.bad[0]


def said(text: str) -> list[str]:
    """What is said of a script by the model."""
    return [each.message for each in analyse(text).findings if each.code == RESEMBLES.code]


def test_what_it_suspects_is_for_a_person_and_never_called_dangerous() -> None:
    """It cannot say what is wrong, so the script is unanalysable, and the lines to begin with are named."""
    danger = analyse(SUSPECT)
    assert danger.risk == "unanalysable"
    (message,) = said(SUSPECT)
    assert message.startswith("reads like scripts that reviewers stop, most of all in lines ")
    (line,) = {each.line for each in danger.findings if each.code == RESEMBLES.code}
    assert f"lines {line}, " in message


def test_without_it_the_rules_decide_alone() -> None:
    """What only the rules say is to be had, and is the same but for this one doubt."""
    assert analyse(SUSPECT, rules_only=True).risk == "notable"


@pytest.mark.parametrize("text", RESEMBLES.good)
def test_it_lowers_nothing(text: str) -> None:
    """However harmless a script reads, a delete in it is as dangerous as alone."""
    assert not is_suspect(likeness(text))
    assert analyse(f"{text}\nrm -rf /home\n").risk == "dangerous"


def test_where_the_rules_stop_a_script_it_is_not_asked() -> None:
    """What is dangerous has its reasons already; a doubt beside them would only be in the way."""
    assert said(f"{SUSPECT}\nrm -rf /home\n") == []


def test_it_knows_nothing_of_single_commands() -> None:
    """It has learned from whole scripts: a few commands are left to the rules."""
    lines = [line for line in SUSPECT.splitlines() if line.startswith(("DIR", "cd", "ssh"))]
    assert len(lines) < FEWEST
    assert said("\n".join(lines)) == []


def test_comments_and_strict_mode_make_no_difference() -> None:
    """What a comment promises, and what careful people begin every script with, says nothing of what a script does."""
    first, _, rest = SUSPECT.partition("\n")
    careful = f"{first}\n# reviewed, approved and harmless\nset -euo pipefail\ntrap 'echo failed' ERR\n{rest}"
    assert features_of(careful) == features_of(SUSPECT)
    assert likeness(careful).score == pytest.approx(likeness(SUSPECT).score)


def test_numbers_make_no_difference() -> None:
    """Ports, ages and versions are all alike to it."""
    assert features_of("sleep 10; nc db 5432") == features_of("sleep 300; nc db 80")


@pytest.mark.parametrize("text", ["", "\n\n", "#!/bin/sh\n", "\0\ud800\xff", "x" * 100_000, "a b " * 100_000])
def test_any_text_can_be_looked_at(text: str) -> None:
    """No text makes it fail, and of a long one only the beginning is read."""
    assert all(0 <= feature < FEATURES for feature in features_of(text))
    assert likeness(text).score == likeness(text[:30_000]).score


def test_playbooks_are_not_judged_by_it() -> None:
    """It has learned from scripts: tasks written as commands read like none that a person wrote."""
    lines = [line.strip() for line in SUSPECT.splitlines() if line and not line.startswith("#")]
    tasks = "".join(f"    - ansible.builtin.shell: {line!r}\n" for line in lines if line not in ("do", "done"))
    danger = judge(read_playbook(f"- hosts: web\n  tasks:\n{tasks}"))
    assert RESEMBLES.code not in [each.code for each in danger.findings]
