"""The page of each rule of the danger analysis, as Markdown: for the reference and for assistants."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from .ansible.rule_examples import EXAMPLES
from .ansible.rules import PLAYBOOK_RULES
from .danger.rules import NOT_ANALYSED, RULES
from .danger.rules.rule import Rule


@cache
def rules() -> Mapping[str, Rule]:
    """Every rule by its code, in the order of the codes' groups."""
    return {rule.code: rule for rule in (NOT_ANALYSED, *RULES, *PLAYBOOK_RULES)}


def page(rule: Rule) -> str:
    """One rule: what, why, examples of both kinds, and the safer way."""
    programs = [name for name in rule.programs if name != ">"]
    about = f"\nSpeaks about: {', '.join(f'`{name}`' for name in programs)}.\n" if programs else ""
    return (
        f"# {rule.code}: {rule.title}\n\n"
        f"Level: **{rule.level}**\n{about}\n"
        f"## Why\n\n{rule.why}\n\n"
        f"## Safer\n\n{_safer(rule)}\n\n"
        f"## Draws the rule\n\n{_examples(rule.bad, _language(rule))}\n"
        f"## Does not\n\n{_examples(rule.good, _language(rule))}{_playbooks(rule)}"
    )


def _language(rule: Rule) -> str:
    return "yaml" if rule in PLAYBOOK_RULES else "bash"


def _playbooks(rule: Rule) -> str:
    """Playbooks that draw a rule of Bash, and ones that do not."""
    found = EXAMPLES.get(rule.code)
    if found is None:
        return ""
    text = f"\n## In a playbook\n\nDraw the rule:\n\n{_examples(found.bad, 'yaml')}"
    return text + (f"\nDo not:\n\n{_examples(found.good, 'yaml')}" if found.good else "")


def _safer(rule: Rule) -> str:
    """The safer way, and that of each program or case that has its own."""
    cases: dict[str, list[str]] = {}
    for case, way in rule.instead_for.items():
        cases.setdefault(way, []).append(f"`{case}`" if case in rule.programs else case)
    return "\n".join(
        (
            _sentence(rule.instead),
            *([""] if cases else ()),
            *(f"* {', '.join(of)}: {way}." for way, of in cases.items()),
        )
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _examples(texts: tuple[str, ...], language: str) -> str:
    longest = max((len(found) for text in texts for found in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    between = "\n\n" if language == "bash" else "\n"
    return f"{fence}{language}\n" + between.join(texts).rstrip("\n") + f"\n{fence}\n"
