"""Who may do what. Whoever is not named here may do nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Part: TypeAlias = Literal["requester", "reviewer", "publisher", "admin"]
"""What somebody is to the service; one may be several. A role in `types` is a model's."""
Act: TypeAlias = Literal[
    "look", "ask", "try", "cancel", "comment", "review", "publish", "retire", "outlets", "people", "audit"
]  # fmt: skip
Way: TypeAlias = Literal["key", "session", "proxy", "local", "slack"]
Standing: TypeAlias = Literal["valid", "expired", "revoked"]

PARTS: tuple[Part, ...] = get_args(Part)
ACTS: tuple[Act, ...] = get_args(Act)

ALLOWED: Mapping[Part, frozenset[Act]] = {
    "requester": frozenset({"look", "ask", "try", "cancel", "comment"}),
    "reviewer": frozenset({"look", "ask", "try", "cancel", "comment", "review"}),
    "publisher": frozenset({"look", "ask", "try", "cancel", "comment", "publish", "retire"}),
    "admin": frozenset({"look", "cancel", "retire", "outlets", "people", "audit"}),
}
"""`try` asks for a check, an assessment or a search; `comment` writes about a run and rates what was said of it;
`review` approves, edits, rejects and labels; `outlets` sees who is told what, and retries or drops what was not
delivered; `people` makes and revokes keys. An admin decides about people and not
about scripts, unless they are a reviewer too."""


VERBS: Mapping[Act, str] = {
    "look": "look at that",
    "ask": "ask for scripts",
    "try": "check or search",
    "cancel": "cancel runs",
    "comment": "comment on runs",
    "review": "review scripts",
    "publish": "publish scripts",
    "retire": "retire entries",
    "outlets": "manage outlets",
    "people": "manage people and keys",
    "audit": "read the audit",
}
"""What somebody may do, in words."""


def in_words(parts: Collection[Part]) -> str:
    """What whoever has these parts may do."""
    acts = [act for act in ACTS if any(act in ALLOWED.get(part, ()) for part in parts)]
    return "may " + ", ".join("look" if act == "look" else VERBS[act] for act in acts)


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

    `name` is who comes in with it: keys of one name are one person. Moments are ISO 8601, empty: never;
    `used` is the last time, to the minute. `standing` is
    by the clock of whoever keeps the keys.
    """

    id: str
    name: str
    parts: tuple[Part, ...]
    made: str
    by: str
    expires: str = ""
    revoked: str = ""
    used: str = ""
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
