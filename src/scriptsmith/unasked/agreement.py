"""Whether an action asks for a change: it names the kind of change, and the thing or its area."""

from __future__ import annotations

from ..danger.rules.paths import audit, lock, precious
from ..retrieval import words
from ..retrieval.vocabulary import several
from .areas import rows_of
from .change import ScriptChange
from .request import ActionRequest

_PART_OF = several(
    "deploy edit set create install enable disable renew update upgrade apply replace restore add append rotate "
    "uninstall  allow block grant revoke lock unlock mount bind attach limit tune schedule import upload move "
    "copy delete rename  repair convert switch turn_on turn_off reset keep retain prevent mask configure sync "
    "increase decrease rollback  reload hold"
)
"""Verbs of which writing settings and loading them again are a normal part."""
_RESOURCES = frozenset(("service", "cluster", "container", "machine", "database", "account", "package", "cloud"))
"""Areas in which one thing is told from another by its name."""


def is_asked(change: ScriptChange, request: ActionRequest) -> bool:
    """Whether the words of the action ask for the change, or for what it is a normal part of."""
    if not request.said:
        return True
    named = request.names(change.names)
    taken = change.kind in ("delete", "stop") and change.fixed and change.area in _RESOURCES
    if not named and taken and request.names_another(change.names):
        return False
    if not named and change.paths and not _near(change, request):
        return False
    if _loads(change) and (named or not request.verbs.isdisjoint(_PART_OF)):
        return not request.looks and (named or not request.paths)
    if change.kind == "write":
        return request.changes and (
            named or not change.fixed or not request.verbs.isdisjoint(_PART_OF) or not request.verbs
        )
    if not named and not request.speaks_of(change):
        return False
    if change.kind == "change":
        return request.changes
    also = _AREA_ASKS.get(change.area, frozenset())
    if request.asks_for(change.kind) or not request.verbs.isdisjoint(also):
        return True
    if request.looks or (change.fixed and not named):
        return False
    verbs = request.verbs if change.fixed else request.asked  # is it understood what it asks to do?
    return not verbs - words.READING or not verbs <= words.VERB_CONCEPTS


def _loads(change: ScriptChange) -> bool:
    """Whether a service is started again, as it is to read its settings."""
    return change.area == "service" and change.told.startswith(("restarts", "runs `systemctl re"))


_AREA_ASKS = {
    name: frozenset(verbs)
    for name, verbs in rows_of(
        """
firewall: allow open block close
cluster: restart create rerun renew
code: run
account: edit set lock block expire
versions: rollback move create
disk: create increase resize extend
package: hold renew
network: edit set
service: turn_off
"""
    )
}
"""Verbs that ask for taking something away where they speak of an area: what opens a port deletes a rule."""


def _near(change: ScriptChange, request: ActionRequest) -> bool:
    """Whether the paths may be meant: the action names one above or below, or none and nobody would miss them."""
    if not request.paths:
        kept = (lock, audit) if change.kind == "write" else (lock, audit, precious)
        return not any(told(path) for path in change.paths for told in kept)
    return any(
        one.startswith(other.rstrip("/*")) or other.startswith(one.rstrip("/*"))
        for one in change.paths
        for other in request.paths
    )
