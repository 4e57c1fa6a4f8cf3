"""Names that look like another one are no names for new people."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.lookalikes import mistakable, skeleton

KNOWN = ("ana", "Bo Miller", "cop", "Оса")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("\uff41\uff4e\uff41", "another width or style"),  # full-width
        ("\U0001d41a\U0001d427\U0001d41a", "another width or style"),  # mathematical bold
        ("\u0430na", "mixes Cyrillic and Latin"),
        ("an\u03b1", "mixes Greek and Latin"),
        ("\u0441\u043e\u0440", "looks like 'cop'"),  # Cyrillic alone
        ("\u03bf\u03c3", ""),  # Greek, like nobody here
        ("Oca", "looks like '\u041e\u0441\u0430'"),
        ("Bo Mi11er", "looks like 'Bo Miller'"),
        ("\u00e1na", "looks like 'ana'"),
        ("ScriptSm1th", "stands for what no person did"),
        ("nobody", "stands for what no person did"),
    ],
)
def test_a_name_that_is_taken_for_another_is_refused(name: str, why: str) -> None:
    """By letters of another width, of several scripts, or like those of somebody who is there."""
    told = mistakable(name, KNOWN)
    assert (why in told) if why else told == ""


@pytest.mark.parametrize(
    "name", ["Ana", "ana", "zoë", "Иван", "山田 Taro", "김철수", "Ανδρέας", "key-0123456789", "o'neil"]
)
def test_names_of_people_are_names(name: str) -> None:
    """Every language has its names, and another spelling of one's own name is no lookalike."""
    assert mistakable(name, KNOWN) == ""


@given(st.text(min_size=1, max_size=20))
def test_every_name_has_a_skeleton(name: str) -> None:
    """Whatever was typed, the answer is a sentence or nothing, and looking twice changes nothing."""
    assert isinstance(mistakable(name, [name]), str)
    assert skeleton(skeleton(name)) == skeleton(skeleton(skeleton(name)))
