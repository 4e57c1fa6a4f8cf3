"""A policy says what to do with a risk, and of two reactions the stricter one holds."""

from __future__ import annotations

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.policy import REACTIONS, RiskPolicy, stricter
from scriptsmith.core.types import Risk

reactions = st.sampled_from(REACTIONS)


def test_by_default_danger_is_a_question() -> None:
    """Safe and notable pass; dangerous and unanalysable are for a person."""
    assert {risk: RiskPolicy().reaction(risk) for risk in get_args(Risk)} == {
        "safe": "allow",
        "notable": "allow",
        "dangerous": "ask",
        "unanalysable": "ask",
    }


@given(reactions, reactions, reactions)
def test_the_stricter_reaction_holds(one: str, other: str, third: str) -> None:
    """It is never milder than either, and the order in which settings are read does not matter."""
    held = stricter(one, other)  # type: ignore[arg-type]
    assert REACTIONS.index(held) == max(REACTIONS.index(each) for each in (one, other))
    assert stricter(held, third) == stricter(one, stricter(other, third))  # type: ignore[arg-type]
