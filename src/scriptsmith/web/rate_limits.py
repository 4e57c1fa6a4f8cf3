"""Who calls, by which address and under which of our names, and how often they may."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from time import monotonic
from typing import TypeAlias
from urllib.parse import urlsplit

from ..errors import BadSettings
from ..schema import ServiceSettings
from .http_errors import HttpProblem

Network: TypeAlias = IPv4Network | IPv6Network

_PEOPLE = 10_000
"""How many rates are kept; the one that was used longest ago is forgotten first, and is full by then."""


class RateLimits:
    """How often each of many may come: `rate` times in a minute, up to a quarter of them at once."""

    def __init__(self, rate: int) -> None:
        self._each = rate / 60.0
        self._most = max(1.0, rate / 4.0)
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, who: str, now: float | None = None) -> float:
        """0 when `who` may come now, which is counted; else the seconds to wait."""
        now = monotonic() if now is None else now
        left, since = self._left.pop(who, (self._most, now))
        left = min(self._most, left + (now - since) * self._each)
        enough = left >= 1.0
        self._left[who] = (left - 1.0 if enough else left, now)
        if len(self._left) > _PEOPLE:
            self._left.popitem(last=False)
        return 0.0 if enough else (1.0 - left) / self._each


@dataclass(frozen=True, slots=True, kw_only=True)
class HostNames:
    """Under which names the service answers, and whose word counts for who called."""

    hosts: frozenset[str]
    proxies: tuple[Network, ...]

    @classmethod
    def of(cls, settings: ServiceSettings) -> HostNames:
        """What the settings name; raises `BadSettings`."""
        hosts = {"localhost", "127.0.0.1", "::1"} | {name.lower() for name in listed(settings.hosts)}
        if settings.address:
            if not is_url(settings.address):
                raise BadSettings(
                    f"service.address {settings.address!r} is no address like `https://scripts.example.org`"
                )
            hosts.add((urlsplit(settings.address).hostname or "").lower())
        try:
            proxies = tuple(ip_network(each, strict=False) for each in listed(settings.proxies))
        except ValueError as error:
            raise BadSettings(f"service.proxies: {error}") from None
        if settings.proxy_user_header and not proxies:
            raise BadSettings(
                "service.proxy_user_header is set, so service.proxies must name the proxies whose word counts"
            )
        return cls(hosts=frozenset(hosts), proxies=proxies)

    def answers_to(self, host: str) -> bool:
        """Whether `host`, a header with or without a port, is one of our names."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower()
        except ValueError:
            return False
        return "*" in self.hosts or name in self.hosts

    def trusted(self, peer: str) -> bool:
        """Whether `peer`, an address, is one of the proxies."""
        try:
            address = ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in self.proxies)

    def caller(self, peer: str, forwarded: str) -> str:
        """The address of whoever called: the last one in X-Forwarded-For that is no proxy of ours."""
        if not self.trusted(peer):
            return peer
        for each in reversed(listed(forwarded)):
            peer = each
            if not self.trusted(each):
                break
        return peer


def is_url(text: str) -> bool:
    """Whether `text` is an address of HTTP with a host."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and " " not in text
    except ValueError:  # a port that is no number, a bracket that is not closed
        return False


def listed(text: str) -> list[str]:
    """The items of a list with commas."""
    return [item.strip() for item in text.split(",") if item.strip()]


def too_many(seconds: float, sentence: str) -> HttpProblem:
    """Come again in `seconds`."""
    return HttpProblem(429, sentence, headers={"Retry-After": str(max(1, round(seconds + 0.5)))})


def come_again(path: str, seconds: float, sentence: str) -> HttpProblem:
    """What a request to `path` is told that cannot be served now: come again in `seconds`. Senders of alerts drop what
    is answered with 429, and try again after 503."""
    later = too_many(seconds, sentence)
    return HttpProblem(503, sentence, kind="too-many", headers=later.headers) if path.startswith("/hooks/") else later
