"""What a policy does with a risk: let it pass, ask a person, or block it. A project's policy can only tighten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from .effects import DANGER, Danger
from .types import Finding, Risk, Severity

Reaction: TypeAlias = Literal["allow", "ask", "block"]
REACTIONS: tuple[Reaction, ...] = get_args(Reaction)


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskPolicy:
    """One reaction for each risk, mildest to strictest: allow, ask, block."""

    safe: Reaction = "allow"
    notable: Reaction = "allow"
    dangerous: Reaction = "ask"
    unanalysable: Reaction = "ask"

    def reaction(self, risk: Risk) -> Reaction:
        """What to do with a script of this risk."""
        reaction: Reaction = getattr(self, risk)
        return reaction


def stricter(one: Reaction, other: Reaction) -> Reaction:
    """The stricter of two reactions."""
    return max(one, other, key=REACTIONS.index)


_ORDER: tuple[Risk, ...] = ("safe", "notable", "unanalysable", "dangerous")


def worse(one: Risk, other: Risk) -> Risk:
    """The worse of two risks: what could destroy is worse than what nobody can see through."""
    return worst((one, other))


def worst(risks: Iterable[Risk]) -> Risk:
    """The worst of some risks, safe where there is none."""
    return max(risks, key=_ORDER.index, default="safe")


_WEIGHT: Mapping[Reaction, Severity] = {
    "allow": Severity.INFO,
    "ask": Severity.WARNING,
    "block": Severity.ERROR,
}
_LEVEL: Mapping[Severity, Risk] = {
    Severity.ERROR: "dangerous",
    Severity.WARNING: "unanalysable",
    Severity.INFO: "notable",
}


def level(finding: Finding) -> Risk:
    """The risk that a finding of the danger analysis stands for, by its severity."""
    return _LEVEL.get(finding.severity, "notable")


FORBIDDEN = Finding(
    checker=DANGER,
    code="SS0013",
    severity=Severity.ERROR,
    message="policy forbids scripts that change anything like this",
)


def weighed(danger: Danger, policy: RiskPolicy) -> tuple[Finding, ...]:
    """The findings of the danger analysis with the severity that `policy` gives their level: block is an error.

    What it allows is no finding at all: the effects tell of it.
    """
    if policy.reaction(danger.risk) == "block" and not any(
        policy.reaction(level(each)) == "block" for each in danger.findings
    ):
        return (FORBIDDEN,)
    reactions = [(each, policy.reaction(level(each))) for each in danger.findings]
    return tuple(replace(each, severity=_WEIGHT[said]) for each, said in reactions if said != "allow")
