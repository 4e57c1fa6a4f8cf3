"""Names that look like another one are no names for new people."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.lookalikes import deceptive, mistakable, on_the_server, plain_title, skeleton

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
        ("r00t", "is who has the machine"),
        (on_the_server("ana"), "stands for a user of its system"),
        ("Bo (On the Server)", "stands for a user of its system"),
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


@pytest.mark.parametrize(
    ("title", "why"),
    [
        ("Restart\u202e nginx", "\\u202e is none"),
        ("Restart\u200b nginx", "\\u200b is none"),
        ("Restart\u3164nginx", "\\u3164 is none"),
        ("Restart\x07 nginx", "\\x07 is none"),
        ("a\u200db", "\\u200d is none"),
        ("Restart ng\u0456nx", "mixes scripts"),
        ("C\u03bfmpress logs", "mixes scripts"),
        ("Restart k8\u0455", "mixes scripts"),
        ("Restart p\u0301\u0430ul", "mixes scripts"),
        ("\u0421\u043e\u0440", "looks like 'cop'"),
        ("Free sp\u00e1ce", "looks like 'free space'"),
    ],
)
def test_a_title_that_deceives_is_refused(title: str, why: str) -> None:
    """By what cannot be seen, by letters of another script in a word, or by looking like another entry's title."""
    assert why in deceptive(title, ["cop", "free space"])


@pytest.mark.parametrize(
    "title",
    [
        "Перезапустить nginx",
        "Größe prüfen",
        "日志清理 nginx",
        "روز\u200cنامه",
        "क्\u200dष",
        "warn above 500 μs or 4 kΩ",
        "nginx-а и k8s",
        "Free space",
    ],
)
def test_a_title_may_be_in_any_language(title: str) -> None:
    """And name things of another one, with the joiners that its script is written with."""
    assert deceptive(title, ["free space"]) == ""


@given(st.text(max_size=40))
def test_a_title_that_nobody_chose_hides_nothing(text: str) -> None:
    """What an entry is called after the words of an action would be taken as a title, as far as its characters go."""
    assert "characters that can be seen" not in deceptive(plain_title(text), ())
