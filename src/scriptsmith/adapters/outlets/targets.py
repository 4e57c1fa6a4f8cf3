"""Where outlets may be reached: public addresses over TLS, this machine's loopback, and what an admin allows beside."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from ...errors import BadSettings
from ...schema import OutletSettings

_NAT64 = ip_network("64:ff9b::/96")


class TargetRefused(Exception):
    """An address that may not be reached, in a sentence without the address itself, which may be secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets:
    """Which addresses may be reached. `networks` are private ones that an admin allows; `plain_http` allows addresses
    without TLS off loopback."""

    networks: Sequence[IPv4Network | IPv6Network] = ()
    plain_http: bool = False

    @classmethod
    def of(cls, settings: OutletSettings) -> Targets:
        """What the settings allow; raises `BadSettings`."""
        try:
            found = [ip_network(each.strip()) for each in settings.networks.split(",") if each.strip()]
        except ValueError as error:
            raise BadSettings(f"outlets.networks: {error}") from None
        return cls(networks=tuple(found), plain_http=settings.plain_http)

    def checked(self, url: str) -> SplitResult:
        """The parts of an address that may be named; raises `TargetRefused`."""
        try:
            parts = urlsplit(url)
            host, _ = parts.hostname or "", parts.port
        except ValueError:
            raise TargetRefused("it is no address") from None
        if parts.scheme not in ("https", "http") or not host or any(one.isspace() for one in url):
            raise TargetRefused("it is no address that begins with https://")
        if parts.username is not None or parts.password is not None:
            raise TargetRefused("it holds a user name or password")
        if parts.scheme == "http" and not (self.plain_http or names_loopback(host)):
            raise TargetRefused("it goes without TLS, which is for loopback alone unless outlets.plain_http is set")
        literal = _literal(host)
        if literal and not self.allows(literal, loopback=True):
            raise TargetRefused("it is in a private network, which outlets.networks does not name")
        return parts

    async def resolved(self, parts: SplitResult) -> Sequence[str]:
        """The addresses behind the name, each allowed; raises `TargetRefused` where one is not, and OSError where there
        are none. Whoever connects uses these and does not ask again, so that no later answer leads elsewhere."""
        host = parts.hostname or ""
        port = parts.port or (443 if parts.scheme == "https" else 80)
        if (literal := _literal(host)) is not None:
            found = [literal]
        else:
            loop = asyncio.get_running_loop()
            rows = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found = list(dict.fromkeys(ip_address(row[4][0]) for row in rows))
        if not all(self.allows(each, loopback=names_loopback(host)) for each in found):
            raise TargetRefused("its name leads into a private network, which outlets.networks does not name")
        return [str(each) for each in found]

    def allows(self, address: IPv4Address | IPv6Address, *, loopback: bool) -> bool:
        """Whether an address may be reached; loopback only for who names it."""
        inner = _inner(address)
        if any(each in network for each in (address, inner) for network in self.networks):
            return True
        if inner.is_loopback:
            return loopback and address == inner
        return all(each.is_global and not each.is_multicast for each in (address, inner))


def names_loopback(host: str) -> bool:
    """Whether a host is this machine by its very name."""
    literal = _literal(host)
    return literal.is_loopback if literal else host.casefold() == "localhost"


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _inner(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address that an IPv6 one carries, else itself."""
    if isinstance(address, IPv4Address):
        return address
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None) or address
