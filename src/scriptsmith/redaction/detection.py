"""Detection of secrets: where in a text they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from ..core.secret_tokens import TOKEN
from .argument_lists import command_lines
from .encoded import DEEPEST, encoded_secrets
from .rule_index import MAY_HOLD_TOKEN, RULES, TOKEN_RULES, RedactionRule, compiled
from .secret_names import secret_name
from .secret_values import SHORTEST, is_secret
from .shell_quoting import Form
from .stdin_secrets import fed_values
from .vendor_detectors import named_secrets

_FORMS: dict[str, Form] = {"s": "single", "d": "double", "b": "bare", "t": "text"}
_QUOTES = {"s": "'", "d": '"'}
_ENDS_A_SENTENCE = ".,:;!?"
_OF_A_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-")

_MOST = 8  # values of one command
LOOK_BACK = 200
"""How much of a line before it a rule looks at; in a longer line it would take for ever."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """A span of a text that is a secret, what kind of rule says so, and the quotes it stands in."""

    start: int
    end: int
    kind: str
    form: Form = "text"


@lru_cache(maxsize=256)
def find_secrets(text: str) -> tuple[Secret, ...]:
    """Every secret in `text`, in order, none overlapping another. Tokens that stand for one are none."""
    return _apart(text, _all_secrets(text, DEEPEST))


def _all_secrets(text: str, depth: int) -> Iterator[Secret]:
    """Every secret in `text` and in what it encodes, in any order."""
    yield from _by_rules(text)
    for line in command_lines(text):
        for secret in _by_rules(line.text):
            if span := line.span(secret.start, secret.end):
                yield replace(secret, start=span[0], end=span[1], form="text")
    for start, end, group in fed_values(text):
        if is_secret(text[start:end], quote=_QUOTES.get(group, ""), must="phrase"):
            yield Secret(start=start, end=end, kind="password on standard input", form=_FORMS[group])
    for start, end, kind in named_secrets(text):
        yield Secret(start=start, end=end, kind=kind)
    if depth:
        for start, end in encoded_secrets(text, lambda inner: any(True for _ in _all_secrets(inner, depth - 1))):
            yield Secret(start=start, end=end, kind="encoded secret")


def _apart(text: str, secrets: Iterable[Secret]) -> tuple[Secret, ...]:
    """`secrets` in order, those that overlap joined, without what holds a token."""
    found = [secret for secret in secrets if not TOKEN.search(text, secret.start, secret.end)]
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
        hidden = re.sub(r"[^\n]", "*", text[secret.start : secret.end])
        text = text[: secret.start] + hidden + text[secret.end :]
    return text


def _by_rules(text: str) -> Iterator[Secret]:
    lowered = text.lower()
    if len(lowered) != len(text):  # a few capitals are longer in lower case, and every position would be off
        lowered = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    for rules in (RULES, TOKEN_RULES) if MAY_HOLD_TOKEN.search(text) else (RULES,):
        for anchor in rules:
            if anchor in lowered:
                for where, tried in rules[anchor].items():
                    for place in _places(text, lowered, anchor, where):
                        for rule in tried:
                            yield from _tried(rule, text, place)


def _tried(rule: RedactionRule, text: str, place: int) -> Iterator[Secret]:
    """What `rule` finds at a place, and after it where it looks for further values."""
    found = compiled(rule.pattern, rule.ignore_case).match(text, place)
    for _ in range(_MOST):
        if found is None:
            return
        if secret := _read(rule, found):
            yield secret
        found = compiled(rule.again).match(text, found.end()) if rule.again else None


def _places(text: str, lowered: str, anchor: str, where: str) -> Iterator[int]:
    """Where rules with this anchor are tried, each place once."""
    place, last = lowered.find(anchor), -1
    while place >= 0:
        begin, end = place, place + len(anchor)
        if where == "word" and (text[place - 1 : place] in _OF_A_NAME or text[end : end + 1] in _OF_A_NAME):
            begin = last  # a part of another word
        elif where == "line":
            begin = text.rfind("\n", 0, place) + 1
        elif where == "name":
            while begin and text[begin - 1] in _OF_A_NAME and place - begin < 80:
                begin -= 1
        if begin > last:
            yield begin
            last = begin
        place = lowered.find(anchor, place + 1)


def _read(rule: RedactionRule, found: re.Match[str]) -> Secret | None:
    """What `found` holds, when that is a secret."""
    groups, text = found.re.groupindex, found.string
    if "name" in groups and not secret_name(found["name"]):
        return None
    if rule.after:
        begin = text.rfind("\n", max(0, found.start() - LOOK_BACK), found.start()) + 1
        if (not begin and found.start() > LOOK_BACK) or not compiled(rule.after).fullmatch(text, begin, found.start()):
            return None
    group = next((name for name in _FORMS if name in groups and found[name] is not None), "")
    if not group:
        return None
    start, end = found.span(group)
    if rule.sure:
        return Secret(start=start, end=end, kind=rule.kind, form="text") if end - start >= SHORTEST else None
    if group == "b" and (text.startswith("{{", end) or text[end - 1] == "["):
        return None  # the beginning of a template, or of an index
    if group == "b" and (end == len(text) or text[end].isspace()):
        end = start + len(text[start:end].rstrip(_ENDS_A_SENTENCE))
    if not is_secret(text[start:end], quote=_QUOTES.get(group, ""), must=rule.must):
        return None
    return Secret(start=start, end=end, kind=rule.kind, form=_form(rule, group, text, start, end))


def _form(rule: RedactionRule, group: str, text: str, start: int, end: int) -> Form:
    """How the value is written. In words, SQL, JSON and YAML a `$` in double quotes is a `$`."""
    if rule.kind == "url password" and re.search("%[0-9A-Fa-f]{2}", text[start:end]):
        return "url"
    if group == "d" and (
        rule.kind in ("secret in words", "sql password") or text[start - 3 : start - 1].rstrip()[-1:] == ":"
    ):
        return "text"
    return _FORMS[group]
