"""A policy says what to do with a risk, and another one can only make it stricter."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.policy import REACTIONS, RiskPolicy, stricter, tighten

RISKS = ("safe", "notable", "dangerous", "unanalysable")
policies = st.builds(RiskPolicy, **{risk: st.sampled_from(REACTIONS) for risk in RISKS})
wishes = st.dictionaries(st.sampled_from(RISKS), st.sampled_from(REACTIONS))


def test_by_default_danger_is_a_question() -> None:
    """Safe and notable pass; dangerous and unanalysable are for a person."""
    assert [RiskPolicy().reaction(risk) for risk in RISKS] == ["allow", "allow", "ask", "ask"]  # type: ignore[arg-type]


@given(policies, wishes)
def test_tightening_never_loosens(policy: RiskPolicy, wanted: dict[str, str]) -> None:
    """For each risk the result is the stricter of both, whatever is wished."""
    tight = tighten(policy, wanted)  # type: ignore[arg-type]
    for risk in RISKS:
        had, got = policy.reaction(risk), tight.reaction(risk)  # type: ignore[arg-type]
        assert got == stricter(had, wanted.get(risk, "allow"))  # type: ignore[arg-type]
        assert REACTIONS.index(got) >= REACTIONS.index(had)


@given(policies, policies)
def test_the_order_of_two_policies_does_not_matter(one: RiskPolicy, other: RiskPolicy) -> None:
    """Tightening one with the other is tightening the other with the one."""
    assert tighten(one, other) == tighten(other, one)
