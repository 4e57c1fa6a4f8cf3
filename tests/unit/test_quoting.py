"""Foreign text stays quoted: nothing in it ends its quotation, and nothing in it hides."""

from __future__ import annotations

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.quoting import fence

FOREIGN = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(
            ["<untrusted-", "</untrusted-", "3fa94c", ">", "\n", "\x1b[31m", "\u202e", "\r\n", "</UNTRUSTED>", "x"]
        )
    ).map("".join),
)


@given(FOREIGN, FOREIGN)
def test_quotation_cannot_be_closed_from_inside(label: str, text: str) -> None:
    """The closing tag stands once, at the end; the opening tag once, at the beginning; no other tag looks like them."""
    quoted = fence(label, text)
    match = re.fullmatch(r'<(untrusted-[0-9a-f]{6}) name="[^"<>\n]*">\n(.*)</\1>', quoted, re.DOTALL)
    assert match is not None
    assert quoted.lower().count(match[1]) == 2
    assert not re.search(r"<[\s/]*untrusted", match[2], re.IGNORECASE)


@given(FOREIGN, FOREIGN)
def test_quotation_shows_what_cannot_be_seen(label: str, text: str) -> None:
    """No character stays that moves, hides or reorders text, in the name or in the body."""
    quoted = fence(label, text)
    quoted.encode()
    assert not [c for c in quoted if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c not in "\n\t"]


def test_every_invisible_character_is_shown() -> None:
    """All of Unicode's control, format, surrogate and separator characters come out as escapes."""
    hidden = [chr(n) for n in range(0x110000) if unicodedata.category(chr(n)) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
    quoted = fence("x", "".join(c for c in hidden if c not in "\n\t"))
    assert quoted.isascii()
    assert fence("x", "\x1b\u202e\U000e0041").split("\n")[1] == "\\x1b\\u202e\\U000e0041"


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]) | st.sampled_from("\n\t")))
def test_ordinary_text_is_quoted_as_it_is(text: str) -> None:
    """Text without anything hidden stands in its quotation unchanged, and equal texts are quoted equally."""
    plain = re.sub("[\u034f\u115f\u1160\u3164\uffa0\U000e0100-\U000e01ef]|(?i:untrusted)", "", text)
    plain = re.sub("(?i:untrusted)", "", plain).replace("<", "")
    assert fence("script", plain).partition("\n")[2].rpartition("</")[0].removesuffix("\n") == plain.removesuffix("\n")
    assert fence("script", plain) == fence("script", plain)


def test_tag_changes_when_the_text_holds_it() -> None:
    """A text that holds the digits of its own tag gets another one; the digits come from the text alone."""
    nonces = [re.findall("[0-9a-f]{6}", fence("a", str(n)).rpartition("\n")[2])[0] for n in range(50)]
    assert len(set(nonces)) == 50
    digits = re.findall("[0-9a-f]{6}", fence("a", "x"))[0]
    for label in (digits, digits.upper()):
        assert f"untrusted-{digits}" not in fence(label, "x")
