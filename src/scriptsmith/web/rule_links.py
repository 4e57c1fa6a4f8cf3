"""Where the rule of a finding is explained: on a page of ours for the danger analysis, in the wiki for shellcheck."""

from __future__ import annotations

import re

from ..danger.rules.rule import Rule
from ..rule_pages import rules

_SHELLCHECK = re.compile(r"SC[0-9]{4}")


def rule_of(code: str) -> Rule | None:
    """The rule of the danger analysis with this code."""
    return rules().get(code)


def rule_href(code: str) -> str:
    """Where the rule of a finding is explained; empty where that is nowhere."""
    if code in rules():
        return f"/rules/{code}"
    return f"https://www.shellcheck.net/wiki/{code}" if _SHELLCHECK.fullmatch(code) else ""
