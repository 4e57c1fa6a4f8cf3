"""How the two ends of a box talk: a JSON document and some bytes, each with its length in front."""

from __future__ import annotations

import json
import os
import socket
import struct
from collections.abc import Sequence
from typing import Any

HEAD = struct.Struct(">IQ")
Message = dict[str, Any]


def pack(message: Message, blobs: Sequence[bytes] = ()) -> bytes:
    """One message as bytes. Paths that are not UTF-8 travel as lone surrogates, which JSON escapes."""
    document = json.dumps({**message, "blobs": [len(blob) for blob in blobs]}).encode()
    return HEAD.pack(len(document), sum(map(len, blobs))) + document + b"".join(blobs)


def unpack(document: bytes, body: bytes) -> tuple[Message, list[bytes]]:
    """The message and the bytes that `pack` was given."""
    message: Message = json.loads(document)
    blobs, at = [], 0
    for size in message.pop("blobs"):
        blobs.append(body[at : at + size])
        at += size
    return message, blobs


def receive_fds(link: socket.socket, most: int) -> tuple[bytes, list[int]]:
    """A message and the descriptors that came with it, which no command in a box inherits."""
    data, fds, _, _ = socket.recv_fds(link, 1 << 16, most)
    for fd in fds:
        os.set_inheritable(fd, False)
    return data, fds
