"""Every rule of the danger analysis: its number, its examples, its page."""

from __future__ import annotations

import re

import pytest

from scriptsmith.core.types import Severity
from scriptsmith.danger.analyse import analyse
from scriptsmith.danger.rules import NOT_ANALYSED, RULES
from scriptsmith.danger.rules.rule import Rule

ALL = (NOT_ANALYSED, *RULES)
SEVERITY = {"dangerous": Severity.ERROR, "unanalysable": Severity.WARNING, "notable": Severity.INFO}
EXAMPLES = [
    pytest.param(rule, text, id=f"{rule.code}-{number}") for rule in ALL for number, text in enumerate(rule.bad)
]
COUNTER_EXAMPLES = [
    pytest.param(rule, text, id=f"{rule.code}-{number}") for rule in ALL for number, text in enumerate(rule.good)
]


def drawn(rule: Rule, text: str) -> bool:
    """Whether the script draws the rule at the rule's own level."""
    findings = analyse(text).findings
    return any(each.code == rule.code and each.severity is SEVERITY[rule.level] for each in findings)


@pytest.mark.parametrize(("rule", "text"), EXAMPLES)
def test_a_bad_example_draws_its_rule(rule: Rule, text: str) -> None:
    """Each bad example beside a rule is found by that rule, at its level."""
    assert drawn(rule, text), analyse(text)


@pytest.mark.parametrize(("rule", "text"), COUNTER_EXAMPLES)
def test_a_good_example_does_not_draw_its_rule(rule: Rule, text: str) -> None:
    """No good example beside a rule is found by that rule at its level."""
    assert not drawn(rule, text), analyse(text)


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.code)
def test_a_rule_is_complete(rule: Rule) -> None:
    """Each rule has a number of ours, three examples of each kind, and words for a person that fit a sentence."""
    assert re.fullmatch(r"SS1\d{3}", rule.code)
    assert len(rule.bad) >= 3
    assert len(rule.good) >= 3
    assert rule.title[0].isupper()
    assert rule.why.endswith(".")
    assert rule.instead
    assert not rule.instead.endswith(".")


def test_numbers_are_unique() -> None:
    """No two rules share a number."""
    codes = [rule.code for rule in ALL]
    assert len(codes) == len(set(codes))


def test_the_message_says_what_and_what_instead() -> None:
    """A finding speaks of exactly this command, and names the safer way of its rule."""
    (finding,) = analyse("rm -rf /etc").findings
    assert finding.checker == "danger"
    assert "/etc" in finding.message
    assert finding.message.endswith("move it aside with mv first")
