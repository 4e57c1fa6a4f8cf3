"""Throwaway machines: one program runs as root over a Debian tree with real services, and nothing of it is left.

A machine has processes, mounts, a network, a host name and IPC of its own, and every write goes to a layer in memory.
It is no prison for hostile code, as a box is: what runs here is root. It is for tests of scripts that people approved.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from ...core.effects import Execution
from ...errors import BadInput, SandboxUnavailable
from ..limited_subprocess import Limits, run

_HERE = Path(__file__).parent
BUILD = _HERE / "build.sh"
"""The program that makes a tree: `build.sh TREE PACKAGE…`."""
BUILD_KUBERNETES = _HERE / "build_kubernetes.sh"
"""The program that builds Kubernetes' control plane into a tree: `build_kubernetes.sh TREE`."""
_GIB = 1 << 30
_GRACE = 30.0  # seconds that making and removing a machine may take


class ThrowawayMachines:
    """Runs programs over the tree in `tree`, which `build` makes.

    At most one machine at a time has block devices: the kernel knows them all by the same names.
    """

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        self._devices = asyncio.Lock()

    def missing(self) -> str:
        """Why no machine can be made here, as one sentence; empty when one can."""
        if os.geteuid() != 0:
            return "real services need root: they run in namespaces with devices and a network of their own"
        if program := next((name for name in ("unshare", "setpriv", "mount") if not shutil.which(name)), ""):
            return f"{program} is not installed: apt-get install util-linux mount"
        if not (self.tree / "usr").is_dir():
            return f"there are no real services in {self.tree}: `scriptsmith catalogue machine` installs them"
        return ""

    def lacking(self, packages: Sequence[str], programs: Sequence[str] = ()) -> Sequence[str]:
        """Those of `packages`, names of Debian packages, and of `programs` built by hand that are not in the tree."""
        listed, built = self.tree / "var/lib/dpkg/info", self.tree / "usr/local/bin"
        missing = [
            name for name in packages if not (any(listed.glob(f"{name}.list")) or any(listed.glob(f"{name}:*.list")))
        ]
        return [*missing, *(name for name in programs if not (built / name).exists())]

    async def execute(
        self,
        argv: Sequence[str],
        /,
        *,
        files: Mapping[str, bytes],
        workdir: str,
        devices: bool = False,
        seconds: float = 180.0,
    ) -> Execution:
        """Run one command with `files` (absolute path: content) laid into the machine.

        Raises `SandboxUnavailable` when no machine can be made.
        """
        if why := self.missing():
            raise SandboxUnavailable(why)
        async with self._devices if devices else contextlib.nullcontext():
            with tempfile.TemporaryDirectory(prefix="scriptsmith-machine-") as made:
                folder = Path(made) / "files"
                for path, content in files.items():
                    target = folder / path.lstrip("/")
                    if ".." in target.parts:
                        raise BadInput(f"a file cannot be laid at {path}")
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(content)
                return await self._run(argv, folder, workdir, devices, seconds)

    async def _run(self, argv: Sequence[str], folder: Path, workdir: str, devices: bool, seconds: float) -> Execution:
        own = ["unshare", "--mount", "--propagation", "private", "bash", str(_HERE / "run.sh")]
        told = [str(self.tree), str(folder), "devices" if devices else "none", str(int(seconds)), workdir]
        limits = Limits(seconds=seconds + _GRACE, memory=8 * _GIB, output=1 << 24)
        loop = asyncio.get_running_loop()
        began = loop.time()
        ended = await run([*own, *told, *argv], "", limits)
        if ended.status == 125:
            raise SandboxUnavailable(ended.err.decode("utf-8", "replace").strip() or "the machine could not be made")
        return Execution(
            exit=ended.status if ended.status >= 0 else 128 - ended.status,
            stdout=ended.out,
            stderr=ended.err,
            seconds=loop.time() - began,
            limits=("wall",) if ended.given_up == "time" or ended.status == 124 else (),
            truncated=("stdout",) if ended.given_up == "output" else (),
        )
