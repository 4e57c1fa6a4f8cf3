"""Who may do what. Whoever is not named here may do nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Part: TypeAlias = Literal["requester", "reviewer", "publisher", "admin"]
"""What somebody is to the service; one may be several. A role in `types` is a model's."""
Act: TypeAlias = Literal["look", "ask", "try", "cancel", "review", "publish", "retire", "people", "audit"]
Way: TypeAlias = Literal["key", "session", "proxy", "local"]

PARTS: tuple[Part, ...] = get_args(Part)
ACTS: tuple[Act, ...] = get_args(Act)

ALLOWED: Mapping[Part, frozenset[Act]] = {
    "requester": frozenset({"look", "ask", "try", "cancel"}),
    "reviewer": frozenset({"look", "ask", "try", "cancel", "review"}),
    "publisher": frozenset({"look", "ask", "try", "cancel", "publish", "retire"}),
    "admin": frozenset({"look", "cancel", "retire", "people", "audit"}),
}
"""`try` asks for a check, an assessment or a search; `review` approves, edits, rejects and labels; `people` makes and
revokes keys. An admin decides about people and not about scripts, unless they are a reviewer too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody who was let in, and by which way. `key` names the key or session, never its secret."""

    name: str
    parts: frozenset[Part]
    way: Way = "key"
    key: str = ""


def may(person: Person, act: Act) -> bool:
    """Whether one of the person's parts allows `act`."""
    return any(act in ALLOWED.get(part, ()) for part in person.parts)
