"""What boxes leave behind when the program that opened them dies: found by label, and removed by the next one."""

from __future__ import annotations

import contextlib
import glob
import hashlib
import os
import shutil
import tempfile
import time

from .engine import Engine, EngineFailed

_HOST, _OWNER, _MADE = "scriptsmith.host", "scriptsmith.owner", "scriptsmith.made"
_SETTLED = 60.0
_FOLDER = "scriptsmith-box-"


def labels() -> tuple[str, ...]:
    """The labels that everything of this process bears: on which machine, which process, and when."""
    return f"{_HOST}={_host()}", f"{_OWNER}={_own()}", f"{_MADE}={int(time.time())}"


def folder() -> tempfile.TemporaryDirectory[str]:
    """A folder for one box, which nobody else may enter."""
    return tempfile.TemporaryDirectory(prefix=f"{_FOLDER}{_host()}-{_own()}-")


async def clean(engine: Engine, *, settled: float = _SETTLED) -> None:
    """Remove the containers, images and folders of processes of this machine that do not live any more.

    A container that may just be starting, for its maker's call of the engine lives on, is left until it is `settled`
    seconds old: an engine loses track of one that is removed then.
    """
    for kind, listing, removal in (
        ("container", ("ps", "--all"), ("rm", "--force", "--volumes")),
        ("image", ("images",), ("rmi", "--force")),
    ):
        with contextlib.suppress(EngineFailed):
            ids = (await engine.call(*listing, "--quiet", "--no-trunc", "--filter", f"label={_HOST}={_host()}")).split()
            for id in dict.fromkeys(ids):
                await _remove_if_orphan(engine, kind, id, removal, settled)
    for place in glob.glob(f"{tempfile.gettempdir()}/{_FOLDER}{_host()}-*"):
        if not _lives(place.rpartition("/")[2].removeprefix(_FOLDER).split("-")[1]):
            shutil.rmtree(place, ignore_errors=True)  # it may be another user's


async def _remove_if_orphan(engine: Engine, kind: str, id: str, removal: tuple[str, ...], settled: float) -> None:
    asked = " ".join(f'{{{{index .Config.Labels "{name}"}}}}' for name in (_OWNER, _MADE))
    asked += " {{.State.Status}}" if kind == "container" else " made"
    with contextlib.suppress(EngineFailed, ValueError):  # somebody else may be cleaning too
        owner, made, state = (await engine.call(kind, "inspect", "--format", asked, id)).split()
        starting = state in ("created", "configured", "initialized") and time.time() - int(made) < settled
        if not starting and not _lives(owner):
            await engine.call(*removal, id)


def _lives(owner: str) -> bool:
    pid, _, started = owner.partition(".")
    return pid.isdigit() and started == _started(int(pid))


def _own() -> str:
    return f"{os.getpid()}.{_started(os.getpid())}"


def _host() -> str:
    """This machine since it was booted, as far as its processes see each other: else a living owner looks dead."""
    with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
        seen = file.read() + os.readlink("/proc/self/ns/pid")
    return hashlib.sha256(seen.encode()).hexdigest()[:16]


def _started(pid: int) -> str:
    """When a process began, in the kernel's ticks; "" if there is none."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[19]
    except OSError:
        return ""
