"""Proofs of origin. Every comparison takes as long for a near miss as for any other."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Mapping, Sequence


def bearer(headers: Mapping[str, str], secrets: Sequence[str]) -> bool:
    """Whether `Authorization` holds one of the secrets: as a bearer token, or as the password of basic credentials."""
    scheme, _, given = headers.get("authorization", "").partition(" ")
    given = given.strip()
    if scheme.lower() == "basic":
        try:
            given = base64.b64decode(given, validate=True).decode().partition(":")[2]
        except (binascii.Error, UnicodeDecodeError):
            return False
    elif scheme.lower() != "bearer":
        return False
    return bool(given) and _one_of(given, secrets)


def signed(given: Sequence[str], body: bytes, secrets: Sequence[str]) -> bool:
    """Whether one of `given` is the HMAC-SHA256 of `body`, in hexadecimal, under one of the secrets."""
    wanted = [hmac.new(secret.encode(), body, hashlib.sha256).hexdigest() for secret in secrets if secret]
    return any([_one_of(each.lower(), wanted) for each in given])


def _one_of(given: str, wanted: Sequence[str]) -> bool:
    told = given.encode("utf-8", "surrogatepass")
    return any([hmac.compare_digest(told, each.encode()) for each in wanted if each])
