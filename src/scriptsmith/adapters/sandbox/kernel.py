"""The few system calls that Python 3.11 does not wrap. Each raises `OSError`, with the path where there is one.

Runs in the launcher, which imports nothing outside the standard library.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import os
import signal
import socket
import struct
from collections.abc import Container, Iterator

from . import pseudo

NEWNS, NEWCGROUP, NEWUTS, NEWIPC = 0x00020000, 0x02000000, 0x04000000, 0x08000000
NEWUSER, NEWPID, NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 32
MS_BIND, MS_REC, MS_PRIVATE = 1 << 12, 1 << 14, 1 << 18
MNT_DETACH = 2
AT_FDCWD = -100
RESOLVE_NO_MAGICLINKS, RESOLVE_IN_ROOT = 0x02, 0x10

_OPEN_TREE, _MOVE_MOUNT, _OPENAT2, _MOUNT_SETATTR = 428, 429, 437, 442  # the same on every architecture
_KEYCTL = {"x86_64": 250, "aarch64": 219}
_EMPTY_PATH, _CLONE_TREE = 0x1000, 1
_ATTR_IDMAP = 0x00100000
_PDEATHSIG, _DUMPABLE, _SUBREAPER = 1, 4, 36
_SET_FLAGS, _UP = 0x8914, 1  # SIOCSIFFLAGS, IFF_UP

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long
# Looked up here, once, and not again in every process that is forked.
_syscall, _unshare, _mount, _umount2, _prctl = _libc.syscall, _libc.unshare, _libc.mount, _libc.umount2, _libc.prctl
_setfsuid, _setfsgid = _libc.setfsuid, _libc.setfsgid


def _checked(result: int, path: str | None = None) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), path)
    return result


def unshare(flags: int) -> None:
    """Leave the namespaces named by `flags` for new ones."""
    _checked(_unshare(flags))


def mount(source: str, target: str, kind: str = "", flags: int = 0, data: str = "") -> None:
    """Mount a file system of `kind` at `target`."""
    text = [os.fsencode(part) if part else None for part in (source, target, kind)]
    _checked(_mount(*text, ctypes.c_ulong(flags), os.fsencode(data) or None), target)


def unmount(target: str) -> None:
    """Take a mount away, together with everything mounted in it."""
    _checked(_umount2(os.fsencode(target), MNT_DETACH), target)


def clone_mount(path: str) -> int:
    """A private copy of the mount at `path`, without the mounts in it, attached nowhere; whoever asked closes it."""
    flags = _CLONE_TREE | os.O_CLOEXEC
    return _checked(_syscall(_OPEN_TREE, AT_FDCWD, os.fsencode(path), flags), path)


def attach_mount(mount_fd: int, target: str) -> None:
    """Attach a mount that `clone_mount` brought."""
    _checked(_syscall(_MOVE_MOUNT, mount_fd, b"", AT_FDCWD, os.fsencode(target), 4), target)


def map_mount(mount_fd: int, user_namespace: int) -> None:
    """Show the owners of files on a cloned mount as the ids that `user_namespace` gives them."""
    attributes = ctypes.create_string_buffer(struct.pack("QQQQ", _ATTR_IDMAP, 0, 0, user_namespace))
    _checked(_syscall(_MOUNT_SETATTR, mount_fd, b"", _EMPTY_PATH, attributes, 32))


def open_in(root: int, path: str, flags: int, mode: int = 0) -> int:
    """Open `path` as if the folder `root` were "/": no link, absolute or with dots, leads out of it."""
    how = ctypes.create_string_buffer(struct.pack("QQQ", flags | os.O_CLOEXEC, mode, RESOLVE_IN_ROOT))
    return _checked(_syscall(_OPENAT2, root, os.fsencode(path), how, 24), path)


@contextlib.contextmanager
def files_as(user: int, group: int) -> Iterator[None]:
    """Meet files as somebody else meanwhile, without root's rights over them; mounting stays allowed.

    The kernel takes such a change for one of the user: it forgets what `die_with_parent` and `set_dumpable` asked for.
    """
    _setfsgid(group)
    _setfsuid(user)
    try:
        if (_setfsuid(-1), _setfsgid(-1)) != (user, group):  # neither call says whether it was refused
            raise OSError(errno.EPERM, f"files cannot be met as user {user}")
        yield
    finally:
        _setfsuid(0)
        _setfsgid(0)


def raise_loopback() -> None:
    """Let the network namespace of this process reach itself."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        fcntl.ioctl(link, _SET_FLAGS, struct.pack("16sh22x", b"lo", _UP))


def die_with_parent() -> None:
    """Ask to be killed when the parent dies; to be asked for again after every change of user."""
    _checked(_prctl(_PDEATHSIG, signal.SIGKILL, 0, 0, 0))


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent dies, so that none is left to the host's init."""
    _checked(_prctl(_SUBREAPER, 1, 0, 0, 0))


def kill_children(spared: Container[int] = ()) -> None:
    """Kill the children of this thread but those `spared`; orphans that it has adopted are children too.

    Dying with a parent has to be asked for, and bubblewrap's inner process first waits for its parent to map its ids.
    Where that parent is killed before it has, the inner one would wait for ever.
    """
    try:
        children = pseudo.read("/proc/thread-self/children")
    except OSError:  # a kernel without CONFIG_PROC_CHILDREN
        return
    for pid in map(int, children.split()):
        if pid not in spared:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def set_dumpable(on: bool) -> None:
    """Let, or do not let, processes of the same user look into this one."""
    _checked(_prctl(_DUMPABLE, int(on), 0, 0, 0))


def forget_keys() -> None:
    """Join a new, empty session keyring. Machines without keyrings have none to forget."""
    number = _KEYCTL.get(os.uname().machine)
    if number is not None:
        _syscall(number, 1, None)
