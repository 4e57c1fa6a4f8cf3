"""Where secrets stand in shell commands, configuration and plain words: our own rules, by what they are tried at."""

from __future__ import annotations

from .commands import COMMANDS
from .feeds import FEEDS
from .forms import TOKENS
from .naming import NAMED
from .rule import Rule, compiled
from .texts import TEXTS

__all__ = ["TRIED", "Rule", "compiled"]

TRIED: dict[str, dict[str, list[Rule]]] = {}
"""Anchor, where, and the rules that are tried there."""

for _one in (*TOKENS, *TEXTS, *COMMANDS, *FEEDS, *NAMED):
    for _anchor in _one.anchors:
        TRIED.setdefault(_anchor, {}).setdefault(_one.where, []).append(_one)
