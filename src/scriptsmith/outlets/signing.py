"""Signatures of webhooks, as Standard Webhooks has them: HMAC-SHA256 of id, moment and body, one for each key."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Mapping, Sequence

ID, TIMESTAMP, SIGNATURE = "webhook-id", "webhook-timestamp", "webhook-signature"
TOLERANCE = 300.0
"""Seconds that a receiver lets pass between the moment of a signature and now."""
_PREFIX = "whsec_"


def key(secret: str) -> bytes:
    """The bytes that a secret signs with: those in base64 behind `whsec_`, else the characters themselves. Raises
    ValueError for a faulty one."""
    if not secret.startswith(_PREFIX):
        return secret.encode()
    try:
        return base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except binascii.Error:
        raise ValueError("what stands behind whsec_ is not base64") from None


def signed(id: str, moment: int, body: bytes, secrets: Sequence[str]) -> Mapping[str, str]:
    """The headers of a webhook: every secret signs, so that a receiver that knows one of them is content."""
    given = " ".join(_signature(id, str(moment), body, secret) for secret in secrets)
    return {ID: id, TIMESTAMP: str(moment), SIGNATURE: given}


def genuine(headers: Mapping[str, str], body: bytes, secrets: Sequence[str], now: float) -> bool:
    """Whether one of the secrets has signed `body`, at a moment near `now` (seconds since 1970).

    This is what a receiver does; header names are in small letters."""
    id, moment = headers.get(ID, ""), headers.get(TIMESTAMP, "")
    if not id or not (moment.isascii() and moment.isdecimal()) or abs(now - int(moment[:15])) > TOLERANCE:
        return False
    wanted = [_signature(id, moment, body, secret) for secret in secrets]
    given = headers.get(SIGNATURE, "").split(" ")
    return any([hmac.compare_digest(one.encode(), each.encode()) for one in given for each in wanted])


def _signature(id: str, moment: str, body: bytes, secret: str) -> str:
    made = hmac.new(key(secret), f"{id}.{moment}.".encode() + body, hashlib.sha256).digest()
    return "v1," + base64.b64encode(made).decode()
