"""One request to an outlet: to an address that may be reached, without redirects, with a bounded answer."""

from __future__ import annotations

import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from .targets import TargetRefused, Targets

if TYPE_CHECKING:
    import httpx2

LARGEST = 64 * 1024
"""Bytes of an answer that are read."""
LONGEST_PAUSE = 3600.0
"""Seconds for which an outlet can ask to be left alone at once."""
USER_AGENT = "ScriptSmith"
_FOR_GOOD = frozenset({400, 410, 413, 414, 415, 422})
"""Statuses after which the same request is never taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """How a try went. `said` is why it failed, without a secret; `again` whether another try may do better; `pause` for
    how many seconds the outlet wants to be left alone, None if it does not say."""

    ok: bool
    said: str = ""
    again: bool = True
    pause: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpReply:
    """What came back: `body` is empty where there was none or too much. `failed` is why there is no answer at all."""

    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    failed: Sent | None = None

    def json(self) -> Mapping[str, Any]:
        """The object in the body; an empty one where there is none."""
        try:
            found = json.loads(self.body)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def sent(self) -> Sent:
        """How the try went, by the status alone."""
        if self.failed:
            return self.failed
        if 200 <= self.status < 300:
            return Sent(ok=True)
        said = f"it answered {self.status}"
        if 300 <= self.status < 400:
            return Sent(ok=False, said=f"{said}, a redirect, and none is followed", again=False)
        pause = waited(self.headers) if self.status in (429, 503) else None
        if self.status == 429 and pause is None:
            pause = 30.0
        pause = pause if pause is None else max(pause, 1.0)
        return Sent(ok=False, said=said, again=self.status not in _FOR_GOOD, pause=pause)


def waited(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """The seconds that an answer asks to wait for: `Retry-After`, as seconds or a date, else `ratelimit-reset`."""
    for name in ("retry-after", "ratelimit-reset"):
        value = headers.get(name, "").strip()
        if value.isascii() and value.isdecimal():
            return min(float(value[:9]), LONGEST_PAUSE)
        if value and name == "retry-after":
            try:
                until = parsedate_to_datetime(value)
            except ValueError:
                continue
            until = until if until.tzinfo else until.replace(tzinfo=UTC)
            seconds = (until - (now or datetime.now(UTC))).total_seconds()
            return min(max(seconds, 0.0), LONGEST_PAUSE)
    return None


class Poster:
    """Sends requests to what `targets` allows; certificates are checked against the name in the address, by `trust` or
    what the system trusts."""

    def __init__(self, targets: Targets, *, seconds: float, trust: ssl.SSLContext | None = None) -> None:
        self._targets = targets
        self.seconds = seconds
        self._trust = trust

    async def ask(self, method: str, url: str, headers: Mapping[str, str], body: bytes = b"") -> HttpReply:
        """The answer to one request; whatever goes wrong is in it, and nothing is raised."""
        import httpx2

        try:
            parts = self._targets.checked(url)
            addresses = await self._targets.resolved(parts)
        except TargetRefused as error:
            return HttpReply(failed=Sent(ok=False, said=f"its address is refused: {error}", again=False))
        except OSError:
            return HttpReply(failed=Sent(ok=False, said="the name in its address is not known"))
        netloc = parts.netloc
        why = ""
        for address in addresses[:3]:
            place = f"[{address}]" if ":" in address else address
            place += f":{parts.port}" if parts.port else ""
            try:
                return await self._asked(
                    method,
                    parts._replace(netloc=place, fragment="").geturl(),
                    {**headers, "host": netloc, "user-agent": USER_AGENT},
                    body,
                    parts.hostname or "",
                )
            except httpx2.ConnectError as error:
                why = "it cannot be reached" + (" over TLS that is trusted" if _about_tls(error) else "")
            except httpx2.TimeoutException:
                return HttpReply(failed=Sent(ok=False, said=f"it did not answer within {self.seconds:g} s"))
            except httpx2.HTTPError as error:
                return HttpReply(failed=Sent(ok=False, said=f"the connection failed ({type(error).__name__})"))
        return HttpReply(failed=Sent(ok=False, said=why))

    async def _asked(self, method: str, url: str, headers: Mapping[str, str], body: bytes, name: str) -> HttpReply:
        import httpx2

        # a client for each request: connections are told apart by address alone, and two names may share one
        async with (
            httpx2.AsyncClient(
                verify=self._context(), timeout=self.seconds, follow_redirects=False, trust_env=False
            ) as client,
            client.stream(
                method, url, headers=dict(headers), content=body or None, extensions={"sni_hostname": name}
            ) as answer,
        ):
            return HttpReply(
                status=answer.status_code,
                headers={name.lower(): value for name, value in answer.headers.items()},
                body=await _read(answer),
            )

    def _context(self) -> ssl.SSLContext:
        if self._trust is None:
            self._trust = ssl.create_default_context()
        return self._trust


async def _read(answer: httpx2.Response) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in answer.aiter_raw():
        size += len(part)
        if size > LARGEST:
            return b""
        parts.append(part)
    return b"".join(parts)


def _about_tls(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return True
        error = error.__cause__ or error.__context__
    return False
