"""How a container for a box is made: every argument, each there for a reason."""

from __future__ import annotations

import resource
from collections.abc import Iterable

from ...ports import BoxSpec
from .engine import FIRST_ID, IDS, EngineFacts
from .running import OURS

KEEPER, _WAITER = "/usr/bin/timeout", "/usr/bin/tail"
PROGRAMS = (KEEPER, _WAITER, "/usr/bin/env")
"""What the tree of a box must have: two keep it open, the third gives a command its environment."""

# What a root of a box may do to its own files and processes, and nothing to the kernel.
_KEPT = ("CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "SETGID", "SETUID", "NET_BIND_SERVICE")
_PROXIES = ("http_proxy", "https_proxy", "ftp_proxy", "no_proxy", "all_proxy")
_SHARED_MEMORY = 64 << 20
_LEFT_OPEN = 60  # seconds beyond the wall limit, for an engine that is slow


def create_arguments(facts: EngineFacts, spec: BoxSpec, mounts: Iterable[str]) -> list[str]:
    """The arguments of `create`, before the image."""
    limits = spec.limits
    arguments = [
        "--pull=never",
        "--init",  # somebody must bury orphans, or they would count as processes
        "--workdir=/",
        "--hostname=box",
        "--ipc=private",
        "--cgroupns=private",
        "--no-healthcheck",
        "--cap-drop=ALL",
        *(f"--cap-add={name}" for name in _KEPT),
        "--security-opt=no-new-privileges",
        f"--pids-limit={limits.processes + OURS}",
        f"--memory={limits.memory}",
        f"--memory-swap={limits.memory}",
        f"--shm-size={min(_SHARED_MEMORY, limits.disk)}",
        *(f"--ulimit={name}={soft}:{hard}" for name, soft, hard in _each_process(spec)),
        *mounts,
        *(f"--env={name}=" for proxy in _PROXIES for name in (proxy, proxy.upper())),  # may hold passwords
        f"--entrypoint={KEEPER}",
    ]
    if not spec.network:
        arguments.append("--network=none")
    if facts.kind == "podman":
        arguments += ["--http-proxy=false", "--no-hosts"]
    if facts.first_id:
        arguments += [f"--uidmap=0:{FIRST_ID}:{IDS}", f"--gidmap=0:{FIRST_ID}:{IDS}"]
    return arguments


def keeping(spec: BoxSpec) -> list[str]:
    """The arguments of the keeper, after the image: a container also ends when nobody is left to end it."""
    return [str(int(spec.limits.wall) + _LEFT_OPEN), _WAITER, "-f", "/dev/null"]


def _each_process(spec: BoxSpec) -> list[tuple[str, int, int]]:
    """Limits of the kernel on each process: (name, soft, hard)."""
    cpu = max(1, int(spec.limits.cpu))
    return [
        ("cpu", cpu + 1, cpu + 2),
        ("fsize", spec.limits.disk, spec.limits.disk),
        ("core", 0, 0),
        ("nofile", *_at_most(resource.RLIMIT_NOFILE, 1024)),
        ("nproc", *_at_most(resource.RLIMIT_NPROC, 16_384)),  # all boxes together; each is bound by its control group
        ("memlock", *_at_most(resource.RLIMIT_MEMLOCK, 64 << 10)),
    ]


def _at_most(name: int, most: int) -> tuple[int, int]:
    """`most`, or what we have if that is less, for an engine without root can give no more."""
    hard = resource.getrlimit(name)[1]
    value = most if hard == resource.RLIM_INFINITY else min(most, hard)
    return value, value
