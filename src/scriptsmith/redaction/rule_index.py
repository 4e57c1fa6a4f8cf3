"""All our own detection rules, indexed by the text that announces them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from .command_options import COMMAND_OPTIONS
from .command_passwords import command_passwords
from .config_text import CONFIG_TEXT
from .named_values import NAMED_VALUES
from .prose import PROSE
from .rule import RedactionRule, compiled
from .stdin_secrets import STDIN_SECRETS
from .token_formats import MAY_HOLD_TOKEN, TOKEN_FORMATS

__all__ = ["MAY_HOLD_TOKEN", "RULES", "TOKEN_RULES", "RedactionRule", "compiled"]

ByAnchor: TypeAlias = dict[str, dict[str, list[RedactionRule]]]
"""Anchor, where, and the rules that are tried there."""


def _by_anchor(rules: Iterable[RedactionRule]) -> ByAnchor:
    found: ByAnchor = {}
    for rule in rules:
        for anchor in rule.anchors:
            found.setdefault(anchor, {}).setdefault(rule.where, []).append(rule)
    return found


RULES = _by_anchor((*CONFIG_TEXT, *COMMAND_OPTIONS, *command_passwords(), *STDIN_SECRETS, *NAMED_VALUES, *PROSE))
TOKEN_RULES = _by_anchor(TOKEN_FORMATS)
"""Rules only for texts in which `MAY_HOLD_TOKEN` finds something."""
