"""The words and operators of a text in one row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.bash.word_list import word_list


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("a 'b c'  \"$d\" # no", ("a", "b c", "$d")),
        ("a|b&&c\nd", ("a", "|", "b", "&&", "c", ";", "d")),
        (
            "a ';' \\; \\( '|' >b 2>c 2>&1 <<<x",
            ("a", "\\;", "\\;", "\\(", "\\|", ">", "b", "2>", "c", "2", ">&", "1", "<<<", "x"),
        ),
        ("a x$(b -c)y", ("a", "x$", "(", "b", "-c", ")", "y")),
        ("a $(b) `c`", ("a", "$", "(", "b", ")", "$", "(", "c", ")")),
        ('a "$(b \'c\')" "`d`"', ("a", "$(b 'c')", "$(d)")),
        ("a ''", ("a", "")),
        ("cat <<E | b\ntext | c\nE\nd", ("cat", "<<", "|", "b", ";", "d")),
        ("it's not closed", ("it's", "not", "closed")),
    ],
)
def test_the_words(text: str, expected: tuple[str, ...]) -> None:
    """Quotes are undone, and what they make of an operator is a word."""
    assert word_list(text) == expected


@given(st.text(alphabet="ab \n|&;()<>$`'\"\\#{}12-=", max_size=40))
def test_any_text_has_words(text: str) -> None:
    """Whatever the text is, it is read or split."""
    assert all(isinstance(word, str) for word in word_list(text))
