"""Where the secrets of a text are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from ..core.tokens import TOKEN
from .named import named_secrets
from .rules import RULES, Rule
from .values import SHORTEST, is_secret

Form: TypeAlias = Literal["single", "double", "bare", "text"]
_FORMS: dict[str, Form] = {"s": "single", "d": "double", "b": "bare", "t": "text"}
_ENDS_A_SENTENCE = ".,:;!?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """A span of a text that is a secret, what kind of rule says so, and the quotes it stands in."""

    start: int
    end: int
    kind: str
    form: Form = "text"


def find_secrets(text: str) -> tuple[Secret, ...]:
    """Every secret in `text`, in order, none overlapping another. Tokens that stand for one are none."""
    found = [*_by_rules(text), *(Secret(start=s, end=e, kind=kind) for s, e, kind in named_secrets(text))]
    found = [secret for secret in found if not TOKEN.search(text, secret.start, secret.end)]
    found.sort(key=lambda secret: (secret.start, -secret.end))
    apart: list[Secret] = []
    for secret in found:
        if apart and secret.start < apart[-1].end:
            if secret.end > apart[-1].end:  # the two together, lest a half remains
                apart[-1] = replace(apart[-1], end=secret.end, form="text")
        else:
            apart.append(secret)
    return tuple(apart)


def mask(text: str) -> str:
    """`text` with every character of a secret as `*`, for showing it with its columns unchanged."""
    for secret in find_secrets(text):
        hidden = "".join("\n" if character == "\n" else "*" for character in text[secret.start : secret.end])
        text = text[: secret.start] + hidden + text[secret.end :]
    return text


def _by_rules(text: str) -> Iterator[Secret]:
    lowered = text.lower()
    for rule in RULES:
        if any(need in lowered for need in rule.needs):
            for found in rule.pattern.finditer(text):
                if rule.name_fits(found) and (secret := _read(rule, found)):
                    yield secret


def _read(rule: Rule, found: re.Match[str]) -> Secret | None:
    group = next((name for name in _FORMS if name in found.re.groupindex and found[name] is not None), "")
    if not group:
        return None
    start, end = found.span(group)
    value = found[group]
    if group == "b" and found.string.startswith("{{", end):
        return None  # the beginning of a template
    if group in "bt" and not rule.sure:
        kept = value.rstrip(_ENDS_A_SENTENCE) if end == len(found.string) or found.string[end].isspace() else value
        end -= len(value) - len(kept)
        value = kept
    if rule.sure:
        return Secret(start=start, end=end, kind=rule.kind, form=_FORMS[group]) if len(value) >= SHORTEST else None
    quote = {"s": "'", "d": '"'}.get(group, "")
    if not is_secret(value, quote=quote, random=rule.random):
        return None
    return Secret(start=start, end=end, kind=rule.kind, form=_FORMS[group])
