"""Reports that come as messages of a queue: what the source would send to its hook, or an event of CloudEvents 1.0.

The same message may come again, and the same event in another message. So an incident that its source gives no delivery
has the event's id for one, or the place of the message.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ...errors import BadInput
from ..fields import NAME, digest, document
from ..model import InletResult
from .generic import Generic
from .port import Inlet


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedMessage:
    """A message as it came. `place` names it: topic, partition, offset, and the moment that it bears."""

    topic: str
    partition: int
    offset: int
    moment: int
    value: bytes
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def place(self) -> str:
        return f"{self.topic}/{self.partition}/{self.offset}/{self.moment}"


def read_message(inlet: Inlet, message: QueuedMessage, most: int) -> InletResult:
    """What a message of at most `most` bytes reports; raises `BadInput` when nothing of it can be read.

    An envelope is taken off, except for a mapping, whose paths say what is where.
    """
    if len(message.value) > most:
        raise BadInput(f"the message is larger than {most} bytes")
    body, event = _opened(message)
    reading = inlet.read(message.value if isinstance(inlet, Generic) else body)
    name = event or message.place
    several = len(reading.incidents) > 1
    return replace(
        reading,
        incidents=tuple(
            replace(one, delivery=one.delivery or _delivery(f"{name}#{number}" if several else name))
            for number, one in enumerate(reading.incidents)
        ),
    )


def _opened(message: QueuedMessage) -> tuple[bytes, str]:
    """The report in a message, and the name of the event that it is; empty where it is none."""
    if message.headers.get("ce_specversion") and message.headers.get("ce_id"):  # the binary mode
        return message.value, f"{message.headers.get('ce_source', '')} {message.headers['ce_id']}"
    told = document(message.value)
    if not isinstance(told.get("specversion"), str) or not isinstance(told.get("id"), str):
        return message.value, ""
    name = f"{told.get('source', '')} {told['id']}"
    if "data_base64" in told:
        try:
            return base64.b64decode(str(told["data_base64"]), validate=True), name
        except (binascii.Error, ValueError):
            raise BadInput("data_base64 is not base64") from None
    return json.dumps(told.get("data")).encode(), name


def _delivery(name: str) -> str:
    """A name that is no longer than one may be."""
    name = name.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    return name if len(name) <= NAME else digest(name)
