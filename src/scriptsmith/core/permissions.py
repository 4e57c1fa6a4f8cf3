"""Who may do what. Whoever is not named here may do nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Part: TypeAlias = Literal["requester", "reviewer", "publisher", "admin"]
"""What somebody is to the service; one may be several. A role in `types` is a model's."""
Act: TypeAlias = Literal["look", "ask", "try", "cancel", "review", "publish", "retire", "people", "audit"]
Way: TypeAlias = Literal["key", "session", "proxy", "local"]
Standing: TypeAlias = Literal["valid", "expired", "revoked"]

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


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyInfo:
    """What is known of a key; the key itself is known to nobody but its holder.

    `name` is who comes in with it: keys of one name are one person. Moments are ISO 8601, empty: never. `standing` is
    by the clock of whoever keeps the keys.
    """

    id: str
    name: str
    parts: tuple[Part, ...]
    made: str
    by: str
    expires: str = ""
    revoked: str = ""
    standing: Standing = "valid"


def may(person: Person, act: Act) -> bool:
    """Whether one of the person's parts allows `act`."""
    return any(act in ALLOWED.get(part, ()) for part in person.parts)


def folded(name: str) -> str:
    """What two spellings of one name have in common: "Ana" who wrote a script is "ana" who approves of it."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def proper(name: str) -> bool:
    """Whether `name` may be a person's: 1 to 200 characters that can be seen, with no space at either end."""
    return 0 < len(name) <= 200 and name.isprintable() and name == name.strip()


def parts_of(names: object) -> frozenset[Part]:
    """Those of `names` that are parts; whatever else stands there is nothing."""
    listed = names if isinstance(names, tuple | list | set | frozenset) else ()
    return frozenset(part for part in PARTS if part in listed)
