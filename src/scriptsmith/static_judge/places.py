"""Where a script is asked to look, and where it looks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from . import name_forms
from .literals import Literal, ParsedAction
from .signals import Signals
from .steps import Step, clauses

_HOME = re.compile(r"\bhome (?:director|folder|dir\b)|\bmy home\b|user's home|~|\$home")
_ROOT = re.compile(
    r"\b(?:search|on|in|scan) (?:the |this |my )?(?:file ?)?system\b|\broot (?:director|folder|"
    r"file ?system|partition|dir\b)|(?:entire|whole|complete) (?:file ?)?(?:system|disk|machine|"
    r"server)|"
    r"\bon (?:the|this|my) (?:file ?)?system|under /(?= |$)|throughout the (?:file ?)?system|"
    r"from root|file ?system root|\broot\b"
)
_CURRENT = re.compile(
    r"\b(?:current|present|this|working|same) (?:working )?(?:director|folder|dir\b|path|"
    r"location)|\bcurrent\b|\bhere\b|\bcwd\b|pwd"
)
_HERE = re.compile(r"^(?:\.|\./|\*|\./\*|\$PWD|\$\(pwd\)|`pwd`|\$\{PWD\}|\.\.?/\*|\$\(…\)|\.\*)$")


def asked(bare: str, literals: Iterable[Literal]) -> frozenset[str]:
    """home, root, current, named: the places that an action speaks of."""
    found = set()
    texts = [it.text for it in literals]
    if _HOME.search(bare) or any(re.match(r"^(?:~/?|\$HOME/?)$", it) for it in texts):
        found.add("home")
    if "/" in texts or _ROOT.search(bare):
        found.add("root")
    if _CURRENT.search(bare) or any(_HERE.match(it) for it in texts):
        found.add("current")
    paths = re.compile(r"^(?:~/.|/.|\$\w|\.\.?/\w)")
    if any(it.role == "place" or (it.role != "target" and paths.match(it.text)) for it in literals):
        found.add("named")
    return frozenset(found)


def told(steps: Iterable[Step]) -> frozenset[str]:
    """The places where a script looks for things."""
    found = set()
    for clause in clauses(steps):
        if not clause.tells("looks in"):
            continue
        for value in clause.values or (".",):
            if _HERE.match(value):
                found.add("current")
            elif value in ("~", "~/", "$HOME", "$HOME/", "/home", "/home/", "$HOME/."):
                found |= {"home", "named"} if "home" in value else {"home"}
            elif value in ("/", "/root"):
                found.add("root")
            else:
                found.add("named")
    return frozenset(found)


def place_signals(found: Signals, literals: ParsedAction, steps: Sequence[Step]) -> None:
    """Adds whether it looks where it was asked to."""
    wanted, looked = asked(literals.bare, literals.literals), told(steps)
    right = bool(wanted & looked - {"named"}) or ("named" in looked and _named(literals, steps))
    if wanted:
        wrong = bool(looked) and (not right or (wanted == {"current"} and looked != {"current"}))
    else:
        wrong = "home" in looked
    found.add("place wrong", float(wrong), "it looks in another place than was asked")
    found.add("place right", float(right), "", "it looks where it was asked to")


def _named(literals: ParsedAction, steps: Sequence[Step]) -> bool:
    """Whether a place that it looks in was given by name."""
    roots = [value for clause in clauses(steps) if clause.tells("looks in") for value in clause.values]
    return any(
        any(name_forms.meets(one.text, root) for one in literals.literals)
        or (len(name_forms.core(root)) > 1 and name_forms.said_in(root, literals.bare))
        for root in roots
    )
