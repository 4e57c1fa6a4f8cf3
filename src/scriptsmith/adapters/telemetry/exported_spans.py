"""What leaves the process of a span: names, numbers, outcomes; texts only where settings say so, redacted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.trace import Link, Status

from ...redaction import mask

_NAMED = re.compile(
    r"error\.type|exception\.type|server\.(address|port)|url\.scheme|operation\.cost"
    r"|http\.(request\.method|route|response\.status_code)"
    r"|scriptsmith\.[a-z_.]+"
    r"|gen_ai\.(operation\.name|workflow\.name|prompt\.name|provider\.name|system|output\.type)"
    r"|gen_ai\.(request|response|usage|client)\.[a-z_.]+"
    r"|gen_ai\.evaluation\.(name|score\.value|score\.label)"
)
_CONTENT = re.compile(r"gen_ai\.(input\.messages|output\.messages|system_instructions|evaluation\.explanation)")
"""Attributes that hold what people and models wrote."""


def cleaned(span: ReadableSpan, content: bool = False) -> ReadableSpan:
    """The span with attributes that are known to hold no text of anybody's, and no messages of errors.

    With `content` it has what was asked and answered as well, with stars in the place of secrets.
    """
    return ReadableSpan(
        name=span.name,
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=_kept(span.attributes, content),
        events=[Event(one.name, _kept(one.attributes, content), one.timestamp) for one in span.events],
        links=_links(span.links),
        kind=span.kind,
        status=Status(span.status.status_code),  # its description repeats what an error said
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _links(links: Sequence[Link]) -> Sequence[Link]:
    return [Link(one.context) for one in links]


def _kept(attributes: Mapping[str, Any] | None, content: bool) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, value in (attributes or {}).items():
        if _NAMED.fullmatch(name):
            kept[name] = value
        elif content and _CONTENT.fullmatch(name):
            kept[name] = mask(value) if isinstance(value, str) else value
    return kept
