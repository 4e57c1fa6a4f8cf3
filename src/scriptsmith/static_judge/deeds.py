"""What is done, in the action and in the script: the verbs of both, and the things of both."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..retrieval import words
from ..retrieval.action_reading import read
from ..retrieval.vocabulary import several
from .phrases import GROUPS
from .signals import Signals
from .steps import Step

_ALIKE = {
    "calculate": "show",
    "collect": "show",
    "compare": "show",
    "count": "show",
    "follow": "show",
    "resolve": "show",
    "sort": "show",
    "test": "show",
    "trace": "show",
    "watch": "show",
    "chmod": "edit",
    "chown": "edit",
    "set": "edit",
    "rename": "move",
    "uninstall": "delete",
    "clear": "delete",
    "prune": "delete",
    "decrease": "edit",
    "increase": "edit",
    "turn_off": "stop",
    "turn_on": "start",
    "send": "run",
}
"""Verbs that one would say for the same command."""
_PHRASED = {"rolls": "rollback", "backs": "backup", "drops": "delete", "formats": "format", "uses": "", "puts": ""}
"""First words of heads that are verbs with a particle."""
_GENERAL = several(
    "show edit create run move copy upgrade reload install merge split attach keep retain replace extract"
)
"""Verbs that one says of much, so that another verb is no contradiction."""
_OPPOSITE = (
    "start stop",
    "enable disable",
    "create delete",
    "mask unmask",
    "lock unlock",
    "attach detach",
    "mount unmount",
    "compress decompress",
    "allow block",
    "cordon uncordon",
    "install delete",
    "upload download",
    "backup restore",
    "encrypt decrypt",
    "grant revoke",
    "open close",
    "pause resume",
    "show delete",
    "show stop",
    "restart stop",
    "restart delete",
    "stop delete",
    "start delete",
    "restart rollback",
    "pause delete",
    "show edit",
    "show restore",
    "backup restore",
)
OPPOSITE = frozenset(tuple(pair.split()) for pair in _OPPOSITE) | frozenset(
    tuple(reversed(pair.split())) for pair in _OPPOSITE
)
"""Verbs of which one command does not do both."""


def deed_signals(found: Signals, action: str, steps: Sequence[Step]) -> None:
    """Adds whether what is done is what was asked for."""
    wanted, things = _deeds(action), _things(action)
    lower = action.lower()
    acting = [step for step in steps if step.head.template and not step.head.tells("only text")]
    done = [_done(step.head.template) for step in acting]
    meant = [_asked_in_other_words(step, lower) for step in acting]
    told: set[str] = set().union(*done)
    found.add("deeds answered", len(wanted & told) / len(wanted) if wanted else 0.5)
    others = [
        it
        for it, known in zip(done, meant, strict=True)
        if wanted and it and not known and not it & (wanted | {"show"})
    ]
    found.add("deeds unasked", min(2.0, len(others)))
    strange = sorted({verb for it in others if not it & _GENERAL for verb in it})
    found.add("special deeds unasked", min(2.0, len(strange)), f"nobody asked it to {' or '.join(strange[:2])}")
    on_text = any(step.head.tells("only text") for step in steps)
    apart = (
        []
        if on_text or any(meant)
        else sorted((one, other) for one in wanted - told for other in told - wanted if (one, other) in OPPOSITE)
    )
    found.add(
        "deeds turned round",
        float(bool(apart) and not wanted & told),
        f"{apart[0][0]} was asked for, and it is {apart[0][1]}" if apart else "",
    )
    seen: set[str] = set().union(*(_things(step.head.template) for step in steps))
    found.add("things apart", float(bool(things) and bool(seen) and not things & seen))
    found.add("things answered", len(things & seen) / len(things) if things else 0.5)


def _asked_in_other_words(step: Step, action: str) -> bool:
    """Whether it deletes, and the action speaks of that without such a verb ("removal")."""
    return step.head.tells("deleting") and bool(GROUPS["change"]["deleting"].asked.search(action))


@lru_cache(maxsize=4096)
def _deeds(text: str) -> frozenset[str]:
    return frozenset(_ALIKE.get(verb, verb) for verb in read(text).verbs)


@lru_cache(maxsize=4096)
def _done(head: str) -> frozenset[str]:
    """The verbs that a head begins with: two where it says "and" or "or" between them."""
    found, least = set(), head.replace(",", " ").split()
    for at in range(0, len(least), 2):
        verb = _PHRASED.get(least[at], words.verb(least[at]))
        if verb:
            found.add(_ALIKE.get(verb, verb))
        if least[at + 1 : at + 2] not in (["and"], ["or"]):
            break
    return frozenset(found)


@lru_cache(maxsize=4096)
def _things(text: str) -> frozenset[str]:
    return frozenset(
        concept for word in text.lower().replace("-", " ").split() if (concept := words.noun(word.strip(".,;:!?\"'")))
    )
