"""The filter of system calls that every process in a box runs under, assembled here as a BPF program.

It denies what a script has no use for and kernels have been broken through: mounting, namespaces, tracing, keys,
modules, BPF, io_uring, and address families that reach past a network namespace. A denied call fails with EPERM;
one whose arguments lie in memory, where a filter cannot look, fails with ENOSYS, so that callers fall back. Setting
the limit on core files does nothing and says that it did: at 1 no crash starts the host's handler of crashes.
Calls of another architecture than the machine's own kill the process: their numbers mean something else.
"""

from __future__ import annotations

import errno
import socket
import struct
from collections.abc import Sequence

_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# Numbers by architecture (x86-64, arm64), from the kernel's tables; 0 where there is no such call.
_DENIED = {
    "ptrace": (101, 117),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    "modify_ldt": (154, 0),
    "pivot_root": (155, 41),
    "_sysctl": (156, 0),
    "adjtimex": (159, 171),
    "chroot": (161, 51),
    "acct": (163, 89),
    "settimeofday": (164, 170),
    "mount": (165, 40),
    "umount2": (166, 39),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "iopl": (172, 0),
    "ioperm": (173, 0),
    "create_module": (174, 0),
    "init_module": (175, 105),
    "delete_module": (176, 106),
    "get_kernel_syms": (177, 0),
    "query_module": (178, 0),
    "quotactl": (179, 60),
    "nfsservctl": (180, 42),
    "lookup_dcookie": (212, 18),
    "clock_settime": (227, 112),
    "mbind": (237, 235),
    "set_mempolicy": (238, 237),
    "kexec_load": (246, 104),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "migrate_pages": (256, 238),
    "unshare": (272, 97),
    "move_pages": (279, 239),
    "perf_event_open": (298, 241),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "clock_adjtime": (305, 266),
    "setns": (308, 268),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "finit_module": (313, 273),
    "memfd_create": (319, 279),
    "kexec_file_load": (320, 294),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440),
    "mount_setattr": (442, 442),
    "quotactl_fd": (443, 443),
    "memfd_secret": (447, 447),
    "process_mrelease": (448, 448),
    "set_mempolicy_home_node": (450, 450),
    "open_tree_attr": (467, 467),
}
_CLONE, _CLONE3, _PERSONALITY = (56, 220), (435, 435), (135, 92)
_IOCTL, _SOCKET, _SOCKETPAIR = (16, 29), (41, 198), (53, 199)
_SETRLIMIT, _PRLIMIT, _CORE = (160, 164), (302, 261), 4
_NAMESPACES = 0x7E020080  # every CLONE_NEW flag, time namespaces included
_TERMINAL = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX: typing into somebody's terminal
_X32 = 0x40000000

_LOAD, _EQUAL, _AT_LEAST, _BITS, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_LEAF = 4  # calls that are compared one by one
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16


def filter_program(machine: str, *, network: bool) -> bytes:
    """The BPF program for `machine` (`uname -m`), or `KeyError` for an architecture that has no table here.

    With `network` the box shares the host's network namespace, in which abstract Unix sockets of the host lie: then
    Unix sockets cannot be made either, but for pairs of streams.
    """
    column = list(_ARCH).index(machine) if machine in _ARCH else -1
    if column < 0:
        raise KeyError(machine)
    code: list[tuple[int, int, int, int]] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, _ARCH[machine]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    if machine == "x86_64":
        code += [(_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _KILL)]
    families = [socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, *([] if network else [socket.AF_UNIX])]
    code += _when(_CLONE[column], [(_LOAD, 0, 0, _argument(0)), (_BITS, 0, 1, _NAMESPACES), _fail(errno.EPERM)])
    code += _when(_CLONE3[column], [_fail(errno.ENOSYS)])
    code += _when(_PERSONALITY[column], [(_LOAD, 0, 0, _argument(0)), *_none_of([0, 8, 0x20008, 0xFFFFFFFF])])
    code += _when(_IOCTL[column], [(_LOAD, 0, 0, _argument(1)), *_any_of(_TERMINAL)])
    code += _when(_SOCKET[column], [(_LOAD, 0, 0, _argument(0)), *_none_of(families, errno.EAFNOSUPPORT)])
    pretend = [(_EQUAL, 0, 1, _CORE), _fail(0)]
    code += _when(_SETRLIMIT[column], [(_LOAD, 0, 0, _argument(0)), *pretend])
    asks = [(_LOAD, 0, 0, _argument(2)), (_EQUAL, 0, 3, 0), (_LOAD, 0, 0, _argument(2) + 4), (_EQUAL, 0, 1, 0)]
    asks = [*asks, (_RETURN, 0, 0, _ALLOW)]  # no new value is given
    code += _when(_PRLIMIT[column], [*asks, (_LOAD, 0, 0, _argument(1)), *pretend])
    if network:  # a datagram pair can be connected anew
        kind = [(_LOAD, 0, 0, _argument(1)), (_AND, 0, 0, 0xF), *_none_of([socket.SOCK_STREAM])]
        code += _when(_SOCKETPAIR[column], kind)
    code += _search(sorted(numbers[column] for numbers in _DENIED.values() if numbers[column]))
    return b"".join(struct.pack("HBBI", *line) for line in code)


def _argument(index: int) -> int:
    return _ARGUMENTS + 8 * index  # the low half: both machines are little-endian, and all of these are 32 bits


def _fail(number: int) -> tuple[int, int, int, int]:
    return (_RETURN, 0, 0, _ERRNO | number)


def _when(number: int, then: list[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """`then` for one call, and allowed if it does not end; the number of the call stays loaded for all others."""
    return [(_EQUAL, 0, len(then) + 1, number), *then, (_RETURN, 0, 0, _ALLOW)]


def _search(numbers: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """Deny the calls of ascending `numbers`, and allow all others, by halves.

    When the kernel loads the program it runs it for every call that there is: one by one would take it longer than
    all the rest of a filter.
    """
    if len(numbers) <= _LEAF:
        return [*_any_of(numbers), (_RETURN, 0, 0, _ALLOW)]
    half = len(numbers) // 2
    low, high = _search(numbers[:half]), _search(numbers[half:])
    return [(_AT_LEAST, len(low), 0, numbers[half]), *low, *high]


def _any_of(values: Sequence[int], error: int = errno.EPERM) -> list[tuple[int, int, int, int]]:
    last = len(values) - 1
    return [*((_EQUAL, last - at, int(at == last), value) for at, value in enumerate(values)), _fail(error)]


def _none_of(values: Sequence[int], error: int = errno.EPERM) -> list[tuple[int, int, int, int]]:
    last = len(values) - 1
    told = [(_EQUAL, last - at + 1, 0, value) for at, value in enumerate(values)]
    return [*told, _fail(error), (_RETURN, 0, 0, _ALLOW)]
