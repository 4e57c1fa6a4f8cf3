"""What went wrong with a model, in one sentence that says what to do, and whether asking again can help."""

from __future__ import annotations

import email.utils
import json
import math
import re
import socket
import ssl
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ..errors import ModelError
from .model_spec import EMBEDDER, LOCAL_FILE, ModelSpec, section
from .model_streams import TooLarge

QUOTED = 200
_ALWAYS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedExchange:
    """A failed exchange: `what` happened and the `remedy`; it may pass within `again` further attempts.

    `after` is the wait in seconds that the server asked for. `refused` marks a request that the server did not
    like, which may be for its response format.
    """

    what: str
    remedy: str
    again: int = 0
    after: float | None = None
    refused: bool = False

    def error(self, spec: ModelSpec) -> ModelError:
        return ModelError(f"{spec.shown} {self.what}: {self.remedy}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingNames:
    """The settings to name in advice: a fallback's model and address have names of their own."""

    role: str
    fallback: bool = False

    def __call__(self, key: str) -> str:
        if self.fallback and key == "model":
            return f"models.{self.role}.fallback"
        if self.fallback and key == "base_url":
            return f"models.{self.role}.fallback_base_url"
        return f"{section(self.role)}.{key}"

    @property
    def or_another(self) -> str:
        """The advice to name another model to fall back on, where there is a setting for it."""
        return "" if self.role == EMBEDDER else f", or set {self('fallback')}"


def quoted(text: str, spec: ModelSpec) -> str:
    """A provider's words, safe to print: one line, at most 200 characters, no control characters, no key."""
    if spec.api_key:
        text = text.replace(spec.api_key, "***")
    line = " ".join(text[: 4 * QUOTED].split())
    line = "".join(c if unicodedata.category(c)[0] != "C" else c.encode("unicode_escape").decode() for c in line)
    return line if len(line) <= QUOTED else line[: QUOTED - 1] + "…"


def read(error: BaseException, spec: ModelSpec, name: SettingNames) -> FailedExchange:
    """The trouble that a library's exception stands for."""
    links = tuple(chain(error))
    if any(isinstance(link, ImportError) for link in links):
        wanted = re.search(r"pip install [\"'\w\[\]-]+", str(error))
        command = wanted[0] if wanted else f'pip install "pydantic-ai-slim[{spec.provider}]"'
        return FailedExchange(what="needs a package that is not installed", remedy=f"run {command}")
    import httpx2
    from pydantic_ai.exceptions import ModelAPIError, ModelHTTPError, UnexpectedModelBehavior

    kinds = tuple(type(link) for link in links)
    if TooLarge in kinds:
        return FailedExchange(
            what="sent a reply of more than 2 MiB", remedy=f"check {name('base_url')} and {name('model')}"
        )
    for link in links:
        if isinstance(link, ModelHTTPError):
            return _status(link.status_code, _said(link.body), link.headers or {}, spec, name)
        if 300 <= getattr(link, "status_code", 0) < 400:
            return FailedExchange(
                what="is at another address by now", remedy=f"set {name('base_url')} to where it leads"
            )
    if any(issubclass(kind, httpx2.InvalidURL | httpx2.UnsupportedProtocol) for kind in kinds):
        return FailedExchange(what="has an address that cannot be used", remedy=f"set {name('base_url')}")
    if any(issubclass(kind, httpx2.TransportError) for kind in kinds):
        return _connection(links, name)
    garbled = (json.JSONDecodeError, UnicodeDecodeError, httpx2.DecodingError, UnexpectedModelBehavior)
    if any(isinstance(link, garbled) for link in links):
        return FailedExchange(
            what="sent something that is not a Chat Completions reply",
            remedy=f"check that {name('base_url')} is an OpenAI-compatible address, usually ending in /v1",
            again=1,
        )
    said = error.message if isinstance(error, ModelAPIError) else str(error)
    if "without a `finish_reason`" in said:
        return FailedExchange(
            what="ended its reply before it was whole", remedy="look into the server's log, or try again", again=_ALWAYS
        )
    return FailedExchange(
        what=f"failed ({type(error).__name__}: {quoted(said, spec)})", remedy=f"check {name('model')}"
    )


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """An exception and those behind it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _connection(links: tuple[BaseException, ...], name: SettingNames) -> FailedExchange:
    import httpx2

    cause, broke = "", False
    for link in links:
        if isinstance(link, ConnectionRefusedError):
            cause = "connection refused"
        elif isinstance(link, socket.gaierror):
            cause = "the host name is not known"
        elif isinstance(link, ssl.SSLError):
            cause = f"TLS: {link.reason or 'failed'}"
        elif isinstance(link, httpx2.TimeoutException):
            cause = "no answer when connecting"
        elif isinstance(link, httpx2.ReadError | httpx2.WriteError | httpx2.RemoteProtocolError):
            broke = True
        elif isinstance(link, httpx2.ProxyError):
            cause = "the proxy refused"
    if broke and not cause:
        return FailedExchange(
            what="broke off the connection before its reply was whole",
            remedy="look into the server's log, or try again",
            again=_ALWAYS,
        )
    return FailedExchange(
        what=f"could not be reached ({cause or 'the connection failed'})",
        remedy=f"start the server or set {name('base_url')}",
        again=_ALWAYS,
    )


def _status(code: int, said: str, headers: Mapping[str, str], spec: ModelSpec, name: SettingNames) -> FailedExchange:
    words = quoted(said, spec)
    tail = f", saying: {words}" if words else ""
    if code in (401, 403):
        known = "refused the key" if spec.api_key else "wants a key"
        return FailedExchange(
            what=f"{known} (HTTP {code}){tail}", remedy=f"set {name('api_key')} to where a valid key is"
        )
    if code == 404:
        pull = f"run `ollama pull {spec.model_name}`" if spec.provider == "ollama" else f"check {name('model')}"
        return FailedExchange(what=f"is not there (HTTP 404){tail}", remedy=f"{pull}, or {name('base_url')}")
    if code == 413 or re.search(r"context.{0,20}(length|window|size)|too many tokens|prompt is too long", said, re.I):
        longer = "set local.context higher" if spec.provider == LOCAL_FILE else f"set {name('model')} to a larger one"
        return FailedExchange(what=f"cannot take a prompt this long{tail}", remedy=longer)
    if code == 402 or (code == 429 and re.search(r"insufficient_quota|exceeded your current quota", said)):
        return FailedExchange(what=f"is out of quota (HTTP {code}){tail}", remedy="add credit at the provider")
    if code == 429:
        return FailedExchange(
            what=f"has too many requests to serve (HTTP 429){tail}",
            remedy=f"try again later{name.or_another}",
            again=_ALWAYS,
            after=retry_after(headers),
        )
    if code in (408, 409, 425) or code >= 500:
        return FailedExchange(
            what=f"failed on its side (HTTP {code}){tail}",
            remedy=f"look into the server's log{name.or_another}",
            again=_ALWAYS,
            after=retry_after(headers),
            refused=code == 501,
        )
    return FailedExchange(
        what=f"refused the request (HTTP {code}){tail}",
        remedy=f"check {name('model')} and {name('base_url')}",
        refused=code in (400, 422),
    )


def _said(body: Any) -> str:
    """The human part of an error body, whatever its shape."""
    for _ in range(3):
        if not isinstance(body, Mapping):
            break
        body = next((body[key] for key in ("error", "message", "detail", "code") if body.get(key)), "")
    return body if isinstance(body, str) else json.dumps(body, default=str) if body else ""


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The wait in seconds that `Retry-After` asks for, given in seconds or as a date; None when it says nothing."""
    told = {name.lower(): value for name, value in headers.items()}.get("retry-after", "").strip()
    try:
        seconds = float(told)
    except ValueError:
        try:
            date = email.utils.parsedate_to_datetime(told)
        except ValueError:
            return None
        seconds = ((date if date.tzinfo else date.replace(tzinfo=UTC)) - datetime.now(UTC)).total_seconds()
    return max(0.0, seconds) if math.isfinite(seconds) else None
