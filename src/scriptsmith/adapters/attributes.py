"""Extended attributes as text: access control lists and capabilities decoded, other values as they are or in hex.

Runs in the launcher of boxes, which imports nothing outside the standard library.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Iterator

_CAPABILITY = "security.capability"
_ACL = {"system.posix_acl_access": "acl", "system.posix_acl_default": "default acl"}
_OVERLAY = "user.overlay."  # an overlay's own; an attribute of this name that a script sets has the prefix twice
_LONGEST, _MOST = 128, 16
_TAGS = {0x01: "user", 0x02: "user", 0x04: "group", 0x08: "group", 0x10: "mask", 0x20: "other"}
_NAMED = (0x02, 0x08)
_CAPABILITIES = """
    chown dac_override dac_read_search fowner fsetid kill setgid setuid setpcap linux_immutable net_bind_service
    net_broadcast net_admin net_raw ipc_lock ipc_owner sys_module sys_rawio sys_chroot sys_ptrace sys_pacct sys_admin
    sys_boot sys_nice sys_resource sys_time sys_tty_config mknod lease audit_write audit_control setfcap mac_override
    mac_admin syslog wake_alarm block_suspend audit_read perfmon bpf checkpoint_restore
""".split()  # noqa: SIM905


def told(attributes: Iterable[tuple[str, bytes]]) -> list[str]:
    """`name=value` for each attribute that a script can have set, in order; at most 16, the rest in one line."""
    lines = sorted(_lines(attributes))
    if len(lines) <= _MOST:
        return lines
    rest = "\n".join(lines[_MOST:]).encode("utf-8", "surrogateescape")
    return [*lines[:_MOST], f"… and {len(lines) - _MOST} more (sha256 {_digest(rest)})"]


def _lines(attributes: Iterable[tuple[str, bytes]]) -> Iterator[str]:
    for name, value in attributes:
        if name in _ACL:
            yield f"{_ACL[name]}={_list(value) or _plain(value)}"
        elif name == _CAPABILITY:
            yield f"capabilities={_capabilities(value) or _plain(value)}"
        elif name.startswith("user."):
            own = name.removeprefix(_OVERLAY)
            if own == name:
                yield f"{name}={_plain(value)}"
            elif own.startswith("overlay."):
                yield f"user.{own}={_plain(value)}"


def _plain(value: bytes) -> str:
    """A value as text where it is some, else in hex; of a long one the beginning, and what tells it from others."""
    more = f"… ({len(value):,} bytes, sha256 {_digest(value)})" if len(value) > _LONGEST else ""
    try:
        text = value.decode()
    except UnicodeDecodeError:
        text = ""
    if text.isprintable() and bool(text) == bool(value):
        return text[:_LONGEST] + more
    return f"0x{value[:_LONGEST].hex()}{more}"


def _digest(value: bytes) -> str:
    return hashlib.sha256(value).hexdigest()[:12]


def _list(value: bytes) -> str:
    """An access control list in its short form, with numbers for users and groups; "" for what is none."""
    if len(value) < 4 or len(value) % 8 != 4 or struct.unpack_from("<I", value)[0] != 2:
        return ""
    entries = []
    for tag, rights, number in struct.iter_unpack("<HHI", value[4 : 4 + 8 * 64]):
        if tag not in _TAGS:
            return ""
        allowed = "".join(letter if rights & bit else "-" for letter, bit in zip("rwx", (4, 2, 1), strict=True))
        entries.append(f"{_TAGS[tag]}:{number if tag in _NAMED else ''}:{allowed}")
    return ",".join(entries) + (f",… ({_digest(value)})" if len(value) > 4 + 8 * 64 else "")


def _capabilities(value: bytes) -> str:
    """Capabilities of a file as `getcap` writes them; "" for what are none."""
    if len(value) not in (20, 24):
        return ""
    head, low, low_kept, high, high_kept = struct.unpack_from("<5I", value)
    permitted, inheritable = low | high << 32, low_kept | high_kept << 32
    letters = ("e" if head & 1 else "") + ("i" if inheritable else "") + ("p" if permitted else "")
    either = permitted | inheritable
    names = [f"cap_{name}" for bit, name in enumerate(_CAPABILITIES) if either >> bit & 1]
    same = permitted == inheritable or not (permitted and inheritable)
    return f"{','.join(names)}={letters}" if names and same and either < 1 << len(_CAPABILITIES) else ""
