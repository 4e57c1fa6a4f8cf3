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
rules = pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.code)


def drawn(rule: Rule, text: str) -> bool:
    """Whether the script draws the rule at the rule's own level."""
    findings = analyse(text).findings
    return any(each.code == rule.code and each.severity is SEVERITY[rule.level] for each in findings)


@rules
def test_bad_examples_draw_their_rule(rule: Rule) -> None:
    """Each bad example beside a rule is found by that rule, at its level."""
    assert [text for text in rule.bad if not drawn(rule, text)] == []


@rules
def test_good_examples_do_not_draw_their_rule(rule: Rule) -> None:
    """No good example beside a rule is found by that rule at its level."""
    assert [text for text in rule.good if drawn(rule, text)] == []


@rules
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
    assert finding.message.endswith("make a backup or a snapshot of it before")
