"""From signals to a probability, and from a wanted precision to the least probability."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.retrieval.confidence import Signals, least_probability, parts, probability
from scriptsmith.retrieval.weights import STEPS

shares = st.floats(0, 1)
counts = st.integers(0, 9)


@given(shares, shares, shares, counts, counts, st.booleans())
def test_a_probability(
    phrase: float, words: float, meaning: float, unknown: int, against: int, by_meaning: bool
) -> None:
    """Whatever the signals, what comes out is a probability."""
    signals = Signals(phrase=phrase, words=words, meaning=meaning, unknown=unknown, against=against)
    assert 0.0 <= probability(signals, meaning=by_meaning) <= 1.0


@given(shares, shares, st.booleans())
def test_what_speaks_for_an_entry_makes_it_surer(phrase: float, meaning: float, by_meaning: bool) -> None:
    """A full likeness with nothing against it is surer than none with much against it."""
    good = Signals(phrase=1.0, words=1.0, meaning=1.0, lead=0.5, ahead=0.5, verb=1.0, object=1.0)
    bad = Signals(phrase=phrase / 4, meaning=meaning / 4, unknown=3, beside=3, against=2)
    assert probability(good, meaning=by_meaning) > probability(bad, meaning=by_meaning)


def test_a_higher_precision_needs_more() -> None:
    """The least probability grows with the precision that is wanted, and no set reached shows 1: only the very words."""
    least = [least_probability(precision) for precision, _ in STEPS]
    assert least == sorted(least)
    assert least_probability(0.0) <= least[0]
    assert least_probability(1.0) == 1.0


def test_every_signal_is_shown() -> None:
    """What a confidence was made of can be seen by name."""
    assert set(parts(Signals())) == set(Signals.__dataclass_fields__)
