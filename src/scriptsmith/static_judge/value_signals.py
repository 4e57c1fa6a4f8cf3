"""The signals of names, paths, patterns, quoted texts and numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..retrieval import words
from . import amounts, name_forms
from .literals import ParsedAction
from .signals import Signals
from .steps import Step, clauses

_APART = {
    ("name", "content"),
    ("content", "name"),
    ("user", "group"),
    ("group", "user"),
    ("user", "name"),
    ("place", "content"),
    ("name", "place"),
}


def literal_signals(found: Signals, asked: ParsedAction, lower: str, steps: Sequence[Step]) -> None:
    """Adds which names and texts of the action are in it, in what role, and which of its own nobody gave."""
    used = name_forms.used(steps)
    everything = [value for clause in clauses(steps) for value in clause.values]
    heads = " ".join(step.head.template for step in steps)
    given = exact = wrong = right = 0.0
    missing: list[str] = []
    weak = 0
    firm = [it for it in asked.literals if it.firm]
    for one in asked.literals:
        best = max((name_forms.meets(one.text, value) for value in everything), default=0.0)
        if one.firm:
            given += best
            exact += any(name_forms.exactly(one.text, value) for value in everything)
            if best == 0.0 and one.text.lower() not in heads and one.text.lower() not in words.TOOLS:
                missing.append(one.text)
        elif best == 0.0 and one.text.lower() not in heads and one.text.lower() not in words.TOOLS:
            weak += 1
        if best >= 0.7 and one.role:
            roles = {it.role for it in used if it.role and name_forms.meets(one.text, it.text) >= 0.7}
            if roles:
                right += one.role in roles
                wrong += one.role not in roles and all((one.role, it) in _APART for it in roles)
    count = max(1, len(firm))
    found.add("literals given", given / count if firm else 0.5)
    found.add("literals exact", exact / count if firm else 0.5)
    found.add("literals missing", min(3.0, len(missing)), f"nothing in it is {_shown(missing)}")
    found.add("names missing", min(3.0, weak))
    found.add("literals in the wrong role", min(2.0, wrong), "something that was named is used for another purpose")
    found.add("literals in the right role", min(3.0, right), "", "what was named is used for what it was named for")
    twice = [one.text for one in asked.literals if _more_uses(one.text, used, lower)]
    found.add("literals used twice", min(2.0, len(twice)), f"{_shown(twice)} is used for two purposes")
    unasked = [it.text for it in used if not name_forms.said_in(it.text, lower) and not _number(it.text)]
    found.add("values unasked", min(3.0, len(unasked)), f"nobody asked for {_shown(unasked)}")
    found.add("share of values unasked", len(unasked) / len(used) if used else 0.0)
    if firm and not missing and not unasked:
        found.speaking_for["literals given"] = "all names and values of the action are in it and no others"


def _more_uses(text: str, used: Sequence[name_forms.UsedValue], lower: str) -> bool:
    """Whether what was named once stands in the script in two roles."""
    roles = {it.role for it in used if it.role and name_forms.meets(text, it.text) == 1.0}
    return len(roles - {"target"}) > max(1, lower.count(text.lower()))


def _number(text: str) -> bool:
    return bool(re.fullmatch(r"[+-]?\d+[a-zA-Z]?", text))


def _shown(texts: Sequence[str]) -> str:
    return " or ".join(f"`{text[:60]}`" for text in texts[:2])


def amount_signals(found: Signals, bare: str, steps: Sequence[Step]) -> None:
    """Adds which numbers are in it, compared the right way, and which of its own nobody gave."""
    wanted, told = amounts.asked(bare), amounts.told(steps)
    met = against = 0
    wanted_modes = any(it.dimension == "mode" for it in wanted)
    missing: list[str] = []
    wrong = ""
    left = list(told)
    for one in wanted:
        fitting = [it for it in told if it.equals(one) and _same_dimension(one, it)]
        fitting = fitting or [
            it for it in told if one.dimension == "depth" == it.dimension and abs(it.size - one.size) <= 1
        ]
        if not fitting:
            fitting = _near(one, told)
        if not fitting and (digits := re.search(r"\d+", one.text)) and _somewhere(digits.group(), steps):
            continue
        if not fitting:
            missing.append(one.text)
            continue
        for it in fitting:
            if it in left:
                left.remove(it)
        if one.sign in "<>" and one.sign and all(it.sign and it.sign != one.sign and it.size for it in fitting):
            against += 1
            wrong = f"`{fitting[0].text}` is compared the other way than {one.text!r} asks"
        elif one.sign in ("", "=") and one.dimension == "bytes" and all(it.sign in "<>" and it.sign for it in fitting):
            against += 1
            wrong = f"{one.text!r} asks for no comparison"
        else:
            met += 1
    for amount in {it for it in told if it.dimension == "mode"}:
        if sum(it == amount for it in told) > max(1, sum(it.equals(amount) for it in wanted)):
            against += 1
            wrong = f"`{amount.text}` is asked of the things and given to them"
    found.add("amounts met", min(3.0, met), "", "its numbers and their comparisons are those of the action")
    found.add("amounts missing", min(3.0, len(missing)), f"{_shown(missing)} is nowhere in it")
    found.add("amounts contradicted", min(2.0, against), wrong)
    if re.search(r"read|writ|execut|suid|sgid|sticky|setuid|setgid|permission", bare):
        left = [it for it in left if it.dimension != "mode" or wanted_modes]
    telling = [it for it in left if it.dimension != "count" and not (it.dimension == "depth" and it.size <= 1)]
    counts = [it for it in left if it.dimension == "count" and it.size > 1]
    found.add(
        "amounts unasked",
        min(3.0, len(telling) + 0.5 * len(counts)),
        f"nobody asked for {_shown([it.text for it in [*telling, *counts]])}",
    )


def _somewhere(digits: str, steps: Sequence[Step]) -> bool:
    pattern = re.compile(rf"(?<!\d){digits}(?!\d)")
    return any(pattern.search(value) for clause in clauses(steps) for value in clause.values)


def _same_dimension(one: amounts.Amount, other: amounts.Amount) -> bool:
    return one.dimension == other.dimension or "count" in (one.dimension, other.dimension)


def _near(one: amounts.Amount, told: Sequence[amounts.Amount]) -> list[amounts.Amount]:
    """Days are rounded: more than 3 days ago is +2 for some; a day is 24 hours."""
    if one.dimension != "time":
        return []
    before = [it for it in told if it.dimension == "time" and it.size == one.size - 1440]
    return [
        it
        for it in before
        if it.sign == ">" == one.sign or (it.size == 0 and it.sign in ("=", "<") and one.sign != ">")
    ]


def name_signals(found: Signals, asked: ParsedAction, lower: str, steps: Sequence[Step]) -> None:
    """Adds whether names are taken more widely or more narrowly than they were given."""
    wide, narrow = name_forms.widened(asked, lower, steps)
    found.add("names widened", min(2.0, len(wide)), f"{_shown(wide)} takes in more than was asked")
    found.add("names narrowed", min(2.0, len(narrow)), f"{_shown(narrow)} takes in less than was asked")
