"""Text that is cut for a sentence."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.shortening import shortened


@given(st.lists(st.text("abc/=-", min_size=1, max_size=30), min_size=1, max_size=12), st.integers(5, 80))
def test_a_cut_is_between_two_words_and_is_said(words: list[str], most: int) -> None:
    """What is told are whole words, in order from the first; what is left out is shown to be, and there is room."""
    told = shortened("  ".join(words), most)
    assert len(told) <= most
    if told != " ".join(words):
        assert told.endswith("…")
        kept = told.removesuffix("…").split()
        assert kept == words[: len(kept)] or (len(kept) == 1 and words[0].startswith(kept[0]))


def test_what_has_room_is_whole() -> None:
    """Nothing is cut that fits, and blanks are single."""
    assert shortened("rm  -rf\n/srv", 11) == "rm -rf /srv"
    assert shortened("rm -rf /srv", 10) == "rm -rf …"
