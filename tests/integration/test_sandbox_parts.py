"""The pure parts of the sandbox: what is hidden, how mounts are read, what the filter of system calls lets through."""

from __future__ import annotations

import errno
import socket
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.adapters.sandbox.mounts import mounted, parts_by_folder, real_mounts
from scriptsmith.adapters.sandbox.seccomp import filter_program
from scriptsmith.adapters.sandbox.secrets import (
    HOME,
    SYSTEM,
    Secrets,
    home_secrets,
    outermost,
    places,
    system_secrets,
    within,
)
from scriptsmith.adapters.sandbox.wire import HEAD, pack, unpack

ALLOW, KILL = 0x7FFF0000, 0x80000000
paths = st.lists(st.sampled_from("abc"), max_size=4).map(lambda names: "/" + "/".join(names))

# Secrets


@pytest.mark.parametrize("pattern", SYSTEM)
def test_each_system_secret_is_found(tmp_path: Path, pattern: str) -> None:
    """What a pattern of the list stands for is found in a tree that has it."""
    secret = tmp_path / pattern.lstrip("/").replace("*", "x")
    secret.parent.mkdir(parents=True, exist_ok=True)
    secret.touch()
    assert list(system_secrets(str(tmp_path), set())) == [str(secret)]


@pytest.mark.parametrize("name", HOME)
def test_each_secret_of_a_home_is_found(tmp_path: Path, name: str) -> None:
    """Each name of the list is found in a home that has it, and notes are kept of where was looked."""
    secret = tmp_path / name
    secret.mkdir(parents=True)
    (tmp_path / "notes").touch()
    listed: set[str] = set()
    assert list(home_secrets(str(tmp_path), listed)) == [str(secret)]
    assert str(tmp_path) in listed


def test_the_lists_name_what_matters() -> None:
    """The lists name the files that everybody knows, each once, and no pattern lies within another one."""
    assert {"/etc/shadow*", "/root", "/etc/ssh/ssh_host_*_key", "/var/lib/kubelet"} <= set(SYSTEM)
    assert {".ssh", ".aws", ".kube", ".docker", ".gnupg", ".netrc", ".pgpass", ".bash_history"} <= set(HOME)
    for patterns in (SYSTEM, HOME):
        assert len(set(patterns)) == len(patterns)
        assert not [one for one in patterns if within(one, set(patterns) - {one})]


def test_links_to_secrets(tmp_path: Path) -> None:
    """Behind links, on the way or at the end, the places where a secret really is are hidden."""
    real = tmp_path / "data"
    (real / "keys").mkdir(parents=True)
    (tmp_path / "home").symlink_to(real)
    (real / ".ssh").symlink_to("keys")
    shown = [place for place in _anywhere(str(tmp_path / "home/.ssh"))]
    assert set(shown) == {str(real / ".ssh"), str(real / "keys")}


def _anywhere(path: str) -> list[str]:
    """`places`, for a test whose folder may lie in one that no box shows."""
    return places(path, ())


def test_found_again_when_something_changed(tmp_path: Path) -> None:
    """Looking twice gives the same, on the real host too, and never names what no box shows."""
    secrets = Secrets()
    first = secrets.paths()
    assert secrets.paths() == first == outermost(first)
    assert not [path for path in first if within(path, ("/proc", "/sys", "/dev", "/run", "/tmp"))]


@given(st.lists(paths))
def test_outermost(given_paths: list[str]) -> None:
    """`outermost` keeps every path covered, and none that another one covers."""
    kept = outermost(given_paths)
    assert all(within(path, kept) for path in given_paths if path != "/")
    assert not [path for path in kept if within(path, set(kept) - {path})]


# Mounts

LISTING = r"""
22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
30 27 254:1 / /var rw,relatime shared:1 - xfs /dev/vdb rw
31 30 254:2 / /var/lib/my\040data rw,relatime shared:2 master:1 - ext4 /dev/vdc rw
32 27 0:30 / /run rw - tmpfs tmpfs rw
33 32 254:3 / /run/media/disk rw - ext4 /dev/vdd rw
34 27 0:31 / /over rw - ext4 /dev/vde rw
35 34 0:32 / /over rw - tmpfs tmpfs rw
""".strip()


def test_mounts() -> None:
    """Mount points are read with their escapes, the topmost counts, and only those with files are shown."""
    found = mounted(LISTING)
    assert found["/var/lib/my data"] == "ext4"
    assert found["/over"] == "tmpfs"
    assert real_mounts(found, []) == ["/", "/var", "/var/lib/my data"]
    assert real_mounts(found, ["/var"]) == ["/"]


def test_parts_without_mounts_in_them(tmp_path: Path) -> None:
    """For an ordinary user a folder with mounts in it is taken apart, down to folders without."""
    parts = {
        part.prefix: part for part in parts_by_folder({"/": "ext4", "/usr/lib": "ext4", "/proc": "proc"}, ["/etc"])
    }
    assert parts["/"].source == ""
    assert parts["/"].copies["usr"] is None
    assert parts["/usr/lib"].source == "/usr/lib"
    assert parts["/usr/share"].source == "/usr/share"
    assert "/etc" not in parts
    assert parts["/"].copies["etc"] is None


# The filter of system calls


def verdict(program: bytes, number: int, *arguments: int, arch: int = 0xC000003E) -> int:
    """What the kernel would answer: a small machine for the few instructions that are used."""
    code = [struct.unpack_from("HBBI", program, at) for at in range(0, len(program), 8)]
    data = struct.pack("IIQ6Q", number, arch, 0, *(*arguments, *[0] * (6 - len(arguments))))
    at, value = 0, 0
    while True:
        operation, yes, no, operand = code[at]
        at += 1
        match operation:
            case 0x20:
                value = struct.unpack_from("I", data, operand)[0]
            case 0x54:
                value &= operand
            case 0x06:
                return int(operand)
            case 0x15:
                at += yes if value == operand else no
            case 0x35:
                at += yes if value >= operand else no
            case 0x45:
                at += yes if value & operand else no
            case _:
                raise AssertionError(operation)


X86 = filter_program("x86_64", network=False)
SHARED = filter_program("x86_64", network=True)
EPERM = 0x00050000 | errno.EPERM
NO_FAMILY = 0x00050000 | errno.EAFNOSUPPORT


def test_ordinary_calls_are_allowed() -> None:
    """What every program does passes: files, memory, processes, threads, terminals, pairs of sockets."""
    for number in (0, 1, 2, 9, 12, 39, 57, 59, 60, 61, 231, 257, 302, 332, 334):
        assert verdict(X86, number) == ALLOW, number
    assert verdict(X86, 56, 0x003D0F00) == ALLOW  # clone, as pthread_create calls it
    assert verdict(X86, 16, 0, 0x5401) == ALLOW
    assert verdict(X86, 135, 0xFFFFFFFF) == ALLOW
    for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK):
        assert verdict(X86, 41, family) == ALLOW


def test_dangerous_calls_are_denied() -> None:
    """What opens the kernel fails, whatever its arguments."""
    for number in (101, 165, 166, 155, 161, 175, 246, 250, 272, 298, 304, 308, 310, 319, 321, 323, 425, 428, 430, 442):
        assert verdict(X86, number, 0) == EPERM, number
        assert verdict(SHARED, number, 0) == EPERM, number
    for flag in (0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000):
        assert verdict(X86, 56, flag | 17) == EPERM
    assert verdict(X86, 435) == 0x00050000 | errno.ENOSYS
    assert verdict(X86, 135, 0x0400000) == EPERM
    for family in (16 + 1, 38, 40, 44):  # packets, cryptography, the machine outside, XDP
        assert verdict(X86, 41, family) == NO_FAMILY


def test_core_files() -> None:
    """Setting the limit on core files seems to work and does nothing; other limits and questions pass."""
    pretended = 0x00050000
    assert verdict(X86, 160, 4, 0x1000) == verdict(X86, 302, 0, 4, 0x1000) == pretended
    assert verdict(X86, 302, 0, 4, 0x7FFF_0000_0000) == pretended
    assert verdict(X86, 302, 0, 4, 0) == verdict(X86, 302, 0, 7, 0x1000) == verdict(X86, 160, 7, 0x1000) == ALLOW


def test_high_halves_change_nothing() -> None:
    """Bits that the kernel ignores do not make a denied argument pass."""
    assert verdict(X86, 16, 0, 0xDEAD_0000_5412) == EPERM
    assert verdict(X86, 41, 0xDEAD_0000_0028) == NO_FAMILY
    assert verdict(X86, 56, 0xDEAD_1000_0000) == EPERM


def test_other_architectures_kill() -> None:
    """Calls by other numbers than the machine's own end the process."""
    assert verdict(X86, 0, arch=0x40000003) == KILL
    assert verdict(X86, 0x40000000 + 165) == KILL


def test_with_network() -> None:
    """On the host's network no Unix socket can be made or connected anew, but streams in pairs can."""
    assert verdict(SHARED, 41, socket.AF_UNIX) == NO_FAMILY
    assert verdict(SHARED, 41, socket.AF_INET) == ALLOW
    assert verdict(SHARED, 53, socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC) == ALLOW
    assert verdict(SHARED, 53, socket.AF_UNIX, socket.SOCK_DGRAM) == EPERM
    assert verdict(X86, 53, socket.AF_UNIX, socket.SOCK_DGRAM) == ALLOW


def test_arm() -> None:
    """The other architecture has its own numbers for the same rules, and an unknown one has none."""
    arm, arch = filter_program("aarch64", network=False), 0xC00000B7
    assert verdict(arm, 63, arch=arch) == verdict(arm, 64, arch=arch) == ALLOW  # read, write
    assert verdict(arm, 40, arch=arch) == verdict(arm, 97, arch=arch) == verdict(arm, 117, arch=arch) == EPERM
    assert verdict(arm, 198, 40, arch=arch) == NO_FAMILY
    assert verdict(arm, 220, 0x10000011, arch=arch) == EPERM
    with pytest.raises(KeyError):
        filter_program("riscv64", network=False)


# The wire


@given(st.dictionaries(st.text(), st.text() | st.integers()), st.lists(st.binary()))
def test_messages(message: dict[str, str | int], blobs: list[bytes]) -> None:
    """A message arrives as it was sent, with text that is not UTF-8 and any bytes."""
    message.pop("blobs", None)
    data = pack(message, blobs)
    document, body = HEAD.unpack(data[: HEAD.size])
    rest = data[HEAD.size :]
    assert len(rest) == document + body
    assert unpack(rest[:document], rest[document:]) == (message, blobs)
