"""Foreign text stays quoted: nothing in it ends its quotation, and nothing in it hides."""

from __future__ import annotations

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.quoting import quote

MARKS = '"\u201c\u201d\u201e\u201f\u2033\u2036\u3003\u301d\u301e\u301f\uff02'
FOREIGN = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(['"', '""', '"""', '"' * 40, "\u201d" * 5, "\uff02", "\n", "\x1b[31m", "\u202e", "x"])
    ).map("".join),
)


def body(quoted: str) -> str:
    """What stands between the first line and the next place with as many marks: what a careful reader would take."""
    marks, _, rest = quoted.partition("\n")
    return rest.partition(marks)[0]


@given(FOREIGN)
def test_quotation_cannot_be_closed_from_inside(text: str) -> None:
    """As many marks as open it stand together once more, in the last line; nothing that looks like them does before."""
    quoted = quote(text)
    first, *lines, last = quoted.split("\n")
    assert re.fullmatch('"{3,33}', first)
    assert first == last
    inside = "\n".join(lines)
    assert max((len(run) for run in re.findall(f"[{MARKS}]+", inside)), default=0) < len(first)
    assert body(quoted).removesuffix("\n") == inside


@given(FOREIGN)
def test_quotation_shows_what_cannot_be_seen(text: str) -> None:
    """No character stays that moves, hides or reorders text."""
    quoted = quote(text)
    quoted.encode()
    assert not [c for c in quoted if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c not in "\n\t"]


def test_every_invisible_character_is_shown() -> None:
    """All of Unicode's control, format, surrogate and separator characters come out as escapes."""
    hidden = [chr(n) for n in range(0x110000) if unicodedata.category(chr(n)) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
    quoted = quote("".join(c for c in hidden if c not in "\n\t"))
    assert quoted.isascii()
    assert quote("\x1b\u202e\U000e0041").split("\n")[1] == "\\x1b\\u202e\\U000e0041"


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]) | st.sampled_from('\n\t"')))
def test_ordinary_text_is_quoted_as_it_is(text: str) -> None:
    """Text without anything hidden stands in its quotation unchanged, and equal texts are quoted equally."""
    plain = re.sub("[\u034f\u115f\u1160\u3164\uffa0\U000e0100-\U000e01ef]", "", text)
    plain = re.sub(f"[{MARKS}]{{33,}}", "", plain)
    assert body(quote(plain)).removesuffix("\n") == plain.removesuffix("\n")
    assert quote(plain) == quote(plain)


def test_the_marks_are_no_more_than_needed() -> None:
    """Three as a rule, one more than the longest run where there is one; a flood of them is counted, not copied."""
    assert quote("ls") == '"""\nls\n"""'
    assert quote('echo ""') == '"""\necho ""\n"""'
    assert quote('x = """doc"""').split("\n")[0] == '"' * 4
    flood = quote('"' * 100_000)
    assert len(flood) < 200
    assert "and 99968 more" in flood
