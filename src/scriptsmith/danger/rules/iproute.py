"""What `ip` changes: interfaces, their addresses, routes and neighbours, each under any prefix of its name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...interpreter.model import Hit
from .known_names import interface
from .rule import dangerous, notable

# Interfaces made for a test or a container, which carry nobody's session.
_PASSING_LINK = re.compile(r"(?:veth|dummy|br-test|test|tap-test|vxlan-test)[\w.-]*\Z")
_ORDINARY_LINKS = frozenset(("eth0", "wlan0", "bond0", "br0"))
_ANYWHERE = frozenset(("default", "0.0.0.0/0", "::/0", "0/0"))


def changed(words: tuple[str, ...]) -> Hit | None:
    """What `ip WORDS` changes; None where it only looks."""
    if not words:
        return None
    kind, rest = words[0], words[1:]
    first = rest[0] if rest else ""
    if "netns".startswith(kind) and len(kind) > 3:
        return notable("changes network name spaces") if first in ("del", "delete", "add") else None
    if "link".startswith(kind):
        return _links(first, rest)
    if "address".startswith(kind) or kind in ("addr", "a"):
        return _addresses(first, rest)
    if "route".startswith(kind) or kind in ("ro", "r"):
        return _routes(first, rest)
    if "rule".startswith(kind) and first in ("del", "flush", "delete"):
        return dangerous("takes routing rules away") if first == "flush" else notable("takes a routing rule away")
    if "neighbour".startswith(kind) or "neighbor".startswith(kind) or kind == "neigh":
        changes = first in ("flush", "del", "f", "add", "replace")
        return notable("changes the table of neighbours") if changes else None
    return None


def _links(first: str, rest: tuple[str, ...]) -> Hit | None:
    link = _link(rest)
    if _PASSING_LINK.match(link) and _ORDINARY_LINKS.isdisjoint(rest):
        return notable(f"takes the interface {link} away")
    if "down" in rest or first in ("delete", "del", "d"):
        return dangerous(f"takes the interface {link} down")
    return notable("changes a network interface") if first in ("set", "add", "a") else None


def _addresses(first: str, rest: tuple[str, ...]) -> Hit | None:
    link = _link(rest)
    if _PASSING_LINK.match(link):
        return notable(f"changes the addresses of {link}")
    if rest and ("flush".startswith(first) or "delete".startswith(first) or first == "del"):
        return dangerous(f"takes the addresses of {link} away")
    return notable("changes the addresses of an interface") if first in ("add", "a", "replace", "change") else None


def _routes(first: str, rest: Sequence[str]) -> Hit | None:
    if not rest:
        return None
    if "flush".startswith(first):
        return dangerous("throws routes away") if "cache" not in rest else notable("empties the cache of routes")
    if "delete".startswith(first) or first == "del":
        all_of_it = not _ANYWHERE.isdisjoint(rest)
        return dangerous("takes the default route away") if all_of_it else notable("takes a route away")
    if first in ("replace", "change", "add", "a", "append"):
        elsewhere = first in ("replace", "change") and not {"default", "0.0.0.0/0"}.isdisjoint(rest)
        if elsewhere or "blackhole" in rest or "unreachable" in rest:
            return dangerous("sends everything another way")
        return notable("changes the routes")
    return None


def _link(words: tuple[str, ...]) -> str:
    return next((word for word in words if interface(word) or word == "…"), words[-1] if words else "")
