"""What makes a dangerous command harmless enough in its script: it is undone later, or touches what the script made."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from ..interpreter.model import Hit
from .rules.careful_changes import careful_changes
from .rules.checked_names import checked_names
from .rules.established import established
from .rules.invocation import Invocation
from .rules.own_resources import own_resources
from .rules.own_rules import own_rules, undone_by_timer
from .rules.own_work import made_here
from .rules.restarts import resumed
from .rules.retention import retained
from .rules.rule import Rule

# What a checked copy does not make good.
_WEAKENS = re.compile(r"weakens|lets ")


class Mitigations:
    """What the other commands of a script say for each of its commands, by index."""

    def __init__(self, calls: Sequence[Invocation], names: Set[str]) -> None:
        several = len(calls) > 1
        self._restarted = resumed(calls)
        self._own = (
            {**own_rules(calls, names), **own_resources(calls, names), **made_here(calls)}
            if several
            else made_here(calls)
        )
        self._careful = (
            {
                **undone_by_timer(calls, names),
                **checked_names(calls, names),
                **retained(calls, names),
                **careful_changes(calls, names),
                **established(calls),
            }
            if several
            else {}
        )

    def lower(self, index: int, rule: Rule, hit: Hit) -> Hit:
        """The hit of a rule on the command `index`, notable where the script itself takes care of it."""
        if index in self._restarted and hit.level == "dangerous":
            hit = _noted(hit, "it is started again later")
        if index in self._own and (hit.level == "dangerous" or rule.code in ("SS1603", "SS1807")):
            hit = _noted(hit, self._own[index])
        if index in self._careful:
            why, codes = self._careful[index]
            if rule.code in codes and not _WEAKENS.match(hit.message):
                hit = _noted(hit, why)
        return hit


def _noted(hit: Hit, why: str) -> Hit:
    return Hit(level="notable", message=f"{hit.message}; {why}")
