"""Texts, moments and addresses out of reports that anybody may have written: cleaned, limited, never trusted."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from ..errors import BadInput
from .model import Link, Severity

NAME, TITLE, TEXT, LABEL = 200, 500, 20_000, 1_000
"""Characters of a name, a title, a description or annotation, and of the value of a label."""
LABELS = 100
"""Labels that are kept of one alert, and annotations."""
_SPOILED = re.compile("[\0\ud800-\udfff]")
_SEVERITIES: Mapping[str, Severity] = {
    **dict.fromkeys(("critical", "crit", "fatal", "emergency", "emerg", "disaster", "p1", "sev1", "sev-1"), "critical"),
    **dict.fromkeys(("high", "error", "err", "major", "p2", "sev2", "sev-2"), "high"),
    **dict.fromkeys(("warning", "warn", "average", "minor", "p3", "sev3", "sev-3"), "warning"),
    **dict.fromkeys(("info", "information", "informational", "notice"), "info"),
    **dict.fromkeys(("low", "p4", "p5", "sev4", "sev5", "sev-4", "sev-5"), "low"),
}


def severity(word: object) -> Severity:
    """The severity that a word names; `unknown` where it is not known, and never a mild one instead."""
    return _SEVERITIES.get(word.strip().lower(), "unknown") if isinstance(word, str) else "unknown"


def text(value: object, most: int = TEXT) -> str:
    """A value as text that can be stored, cut off with `…` after `most` characters; empty for what is no scalar."""
    if isinstance(value, bool):
        value = "true" if value else "false"
    if isinstance(value, int | float):
        value = str(value)
    if not isinstance(value, str):
        return ""
    value = _SPOILED.sub("\ufffd", value).strip()
    return value if len(value) <= most else value[: most - 1] + "…"


def line(value: object, most: int = TITLE) -> str:
    """A value as text on one line."""
    return " ".join(text(value, most).split())


def labels_of(value: object) -> tuple[dict[str, str], dict[str, str]]:
    """The labels in `value`, and those whose value is too long to be one: such a value is text that nothing is bound
    from. Raises `BadInput` when it is no table."""
    table = _table(value, "labels")
    kept: dict[str, str] = {}
    long: dict[str, str] = {}
    for name, each in list(table.items())[:LABELS]:
        told = text(each)
        (kept if len(told) <= LABEL else long)[line(name, NAME)] = told
    return kept, long


def annotations_of(value: object) -> dict[str, str]:
    """The annotations in `value`; raises `BadInput` when it is no table."""
    return {line(name, NAME): text(each) for name, each in list(_table(value, "annotations").items())[:LABELS]}


def _table(value: object, name: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise BadInput(f"{name} should be a table of names and texts")
    return value


def moment(value: object) -> str:
    """A moment as ISO 8601 in UTC: from RFC 3339, or from seconds or milliseconds since 1970. Empty for none.

    The year 1 is how Go says that there is no moment.
    """
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            seconds = value / 1000 if abs(value) > 1e11 else value
            found = datetime.fromtimestamp(seconds, UTC)
        elif isinstance(value, str) and value.strip().isdecimal():
            return moment(int(value.strip()[:20]))
        elif isinstance(value, str):
            found = datetime.fromisoformat(value.strip())
            found = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
        else:
            return ""
    except (ValueError, OverflowError, OSError):
        return ""
    return found.isoformat() if 1970 <= found.year < 2200 else ""


def links(pairs: Iterable[tuple[str, object]]) -> tuple[Link, ...]:
    """Those of the named addresses that a browser may be led to, each once."""
    found: dict[str, Link] = {}
    for name, value in pairs:
        url = value.strip() if isinstance(value, str) else ""
        if _is_address(url):
            found.setdefault(url, Link(name=name, url=url))
    return tuple(found.values())


def _is_address(url: str) -> bool:
    if not 0 < len(url) <= 2000 or not url.isprintable() or any(each in url for each in ' "<>\\^`{|}'):
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
    except ValueError:
        return False


def document(body: bytes) -> Mapping[str, Any]:
    """The JSON object in `body`; raises `BadInput`."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise BadInput("the body is not JSON that can be read") from None
    if not isinstance(found, dict):
        raise BadInput("the body should be a JSON object")
    return found


def digest(value: object) -> str:
    """SHA-256 of a document, whatever the order of its names."""
    told = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(told.encode()).hexdigest()


def host_of(labels: Mapping[str, str]) -> str:
    """The machine that labels speak of: `node`, `host` or `hostname`, else `instance` without its port."""
    for name in ("nodename", "node", "host", "hostname"):
        if labels.get(name):
            return labels[name]
    return without_port(labels.get("instance", ""))


def without_port(address: str) -> str:
    """An address without the port at its end, if it has one."""
    return re.sub(r":[0-9]{1,5}$", "", address)


def environment_of(labels: Mapping[str, str]) -> str:
    """The environment that labels speak of."""
    return next((labels[name] for name in ("environment", "env", "stage", "cluster") if labels.get(name)), "")
