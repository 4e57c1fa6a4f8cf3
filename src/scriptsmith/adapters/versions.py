"""What every catalogue says of names and versions, wherever it keeps them."""

from __future__ import annotations

import re

from ..core.types import Entry
from ..errors import Conflict, NotFound

_VERSION = re.compile(r"[0-9]{1,9}")


def named(id: str, version: int | None) -> tuple[str, int | None]:
    """The id and the version that ID or ID@VERSION speaks of; raises `NotFound` when it can be neither."""
    name, _, wanted = id.partition("@")
    if not id.isprintable() or (wanted and not _VERSION.fullmatch(wanted)):
        raise NotFound(f"{id!r} is not the name of an entry: write ID or ID@VERSION")
    return name, int(wanted) if wanted else version


def unknown(name: str) -> NotFound:
    """There is no such entry, and where to see which there are."""
    return NotFound(f"there is no entry {name!r}: the catalogue's list shows those there are")


def unknown_version(name: str, version: int | None, newest: int) -> NotFound:
    """There is such an entry, but not in this version."""
    return NotFound(f"entry {name!r} has no version {version}: the newest is {newest}")


def is_published(known: Entry | None, entry: Entry) -> bool:
    """Whether publishing `entry` over the newest version `known` changes nothing; raises `Conflict` when it cannot be.

    A version never changes, and none is put before the newest.
    """
    if known is None or known.version < entry.version:
        return False
    if known.version > entry.version:
        raise Conflict(f"{entry.id} is already at version {known.version}")
    if known.script != entry.script:
        raise Conflict(
            f"{entry.id}@{entry.version} is already published with another script: "
            f"a version never changes, publish version {entry.version + 1}"
        )
    return True
