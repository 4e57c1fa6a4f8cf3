"""All our own detection rules, indexed by the text that announces them."""

from __future__ import annotations

from .command_options import COMMAND_OPTIONS
from .config_text import CONFIG_TEXT
from .named_values import NAMED_VALUES
from .prose import PROSE
from .rule import Rule, compiled
from .stdin_secrets import STDIN_SECRETS
from .token_formats import TOKEN_FORMATS

__all__ = ["RULES_BY_ANCHOR", "Rule", "compiled"]

RULES_BY_ANCHOR: dict[str, dict[str, list[Rule]]] = {}
"""Anchor, where, and the rules that are tried there."""

for _one in (*TOKEN_FORMATS, *CONFIG_TEXT, *COMMAND_OPTIONS, *STDIN_SECRETS, *NAMED_VALUES, *PROSE):
    for _anchor in _one.anchors:
        RULES_BY_ANCHOR.setdefault(_anchor, {}).setdefault(_one.where, []).append(_one)
