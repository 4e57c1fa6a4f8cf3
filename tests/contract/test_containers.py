"""What boxes of a container engine hold, on every engine that runs here: the shipped suite, and what is theirs alone."""

from __future__ import annotations

import asyncio
import contextlib
import glob
import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scriptsmith.adapters.containers import ContainerSandbox, orphaned_containers
from scriptsmith.errors import BadInput, SandboxUnavailable
from scriptsmith.ports import BoxLimits, BoxSpec, Sandbox
from scriptsmith.testing.sandbox_suite import SMALL, SandboxSuite, by_path, paths
from tests.contract.container_engines import docker, podman


@pytest.fixture(scope="module", params=["podman", "docker"])
def engine(request: Any) -> Iterator[ContainerSandbox]:
    with podman() if request.param == "podman" else docker() as sandbox:
        if not isinstance(sandbox, ContainerSandbox):
            pytest.skip(f"no box by {request.param}: {sandbox}")
        yield sandbox


@pytest.fixture
def sandbox(engine: ContainerSandbox) -> Sandbox:
    return engine


def call(sandbox: ContainerSandbox, *arguments: str) -> str:
    return subprocess.run([sandbox._engine.path, *arguments], capture_output=True, text=True, check=True).stdout.strip()


def owned(sandbox: ContainerSandbox, pid: int) -> list[str]:
    """The containers and images that the process `pid` has made and that are still there."""
    found = []
    for kind, listing in (("container", ("ps", "--all")), ("image", ("images",))):
        for id in set(call(sandbox, *listing, "--quiet", "--filter", "label=scriptsmith.owner").split()):
            owner = call(sandbox, kind, "inspect", "--format", '{{index .Config.Labels "scriptsmith.owner"}}', id)
            found += [kind] if owner.startswith(f"{pid}.") else []
    return sorted(found)


class TestContainers(SandboxSuite):
    """Boxes of a container engine over a small image. Where an engine can do less than the suite asks, what it can do."""

    async def test_arguments_are_not_parsed(self, sandbox: Sandbox) -> None:
        """Arguments reach a command as they are; one that is not UTF-8 is refused, for no engine carries it."""
        odd = ["a b", "$HOME", "--help", "--", "'", '"', "é", "\n", "", "A=B"]
        async with sandbox.open(self.spec) as box:
            ended = await box.execute(["bash", "-c", 'printf "%s|" "$@"', "name", *odd])
            with pytest.raises(BadInput, match="UTF-8"):
                await box.execute(["echo", "\udcff"])
            with pytest.raises(BadInput, match="equals sign"):
                await box.execute(["A=B"])
        assert ended.stdout == "".join(f"{argument}|" for argument in odd).encode()

    async def test_nothing_is_followed(self, sandbox: Sandbox) -> None:
        """Links and FIFOs are told, not followed or waited for; no file becomes larger than the disk, if only to look at."""
        script = "ln -s /dev/zero z; ln -s . loop; mkfifo f; mkdir deep; ln -s / deep/root; truncate -s 4T big"
        ended = await self.run(sandbox, script)
        assert list(by_path(ended)) == [f"/work/{name}" for name in ("big", "deep", "deep/root", "f", "loop", "z")]
        big = by_path(ended)["/work/big"].after
        assert big
        assert big.size == 0

    async def test_many_large_files(self, sandbox: Sandbox) -> None:
        """Files that look larger together than may be read end the box, and what was seen of them is told."""
        script = "for i in {1..40}; do truncate -s 16M f$i; done"
        async with sandbox.open(self.spec) as box:
            ended = await box.execute(["bash", "-c", script])
            after = await box.execute(["true"])
        assert "disk" in ended.limits
        assert ended.omitted > 0
        assert 1 <= len(ended.changes) < 40
        assert (after.exit, after.limits) == (137, ("disk",))

    async def test_inodes(self, sandbox: Sandbox) -> None:
        """A command that makes too many files is stopped soon after; they are counted, not bound beforehand."""
        ended = await self.limited(sandbox, "for i in {1..3000}; do : > f$i; done; sleep 60", inodes=500, wall=30)
        assert "inodes" in ended.limits
        assert ended.seconds < 20
        assert len(ended.changes) >= 500

    # What is theirs alone

    async def test_times_put_back(self, sandbox: Sandbox) -> None:
        """A file whose content changed is told, also when its size and times are what they were."""
        files = {"/work/f": b"one"}
        async with sandbox.open(replace(self.spec, files=files)) as box:
            await box.execute(["touch", "-d", "2001-01-01", "/work/f"])
            ended = await box.execute(["bash", "-c", "printf two > /work/f; touch -d 2001-01-01 /work/f"])
        (change,) = ended.changes
        assert change.after
        assert change.after.digest == hashlib.sha256(b"two").hexdigest()

    async def test_owners(self, sandbox: Sandbox) -> None:
        """Owners are told with the numbers that they have in the box."""
        ended = await self.run(sandbox, "touch a b; chown 5:6 a; chown 65534 b; chown 7:8 /etc/hosts")
        nodes = [node for change in ended.changes if (node := change.after)]
        assert [(node.uid, node.gid) for node in nodes] == [(7, 8), (5, 6), (65534, 0)]

    async def test_names_of_hosts(self, sandbox: Sandbox) -> None:
        """What a command writes to the engine's own /etc/hosts, hostname and resolv.conf is told, and stays."""
        async with sandbox.open(replace(self.spec, files={"/etc/hosts": b"10.0.0.1 one\n"})) as box:
            for name in ("hosts", "hostname", "resolv.conf"):
                ended = await box.execute(["bash", "-c", f"echo '# of the test' >> /etc/{name}"])
                assert paths(ended) == {f"/etc/{name}": "modified"}
            ended = await box.execute(["cat", "/etc/hosts", "/etc/hostname", "/etc/resolv.conf"])
        assert ended.stdout == b"10.0.0.1 one\n# of the test\nbox\n# of the test\n# of the test\n"

    async def test_a_folder_as_root(self, sandbox: Sandbox, tmp_path: Path) -> None:
        """A box over a folder shows that folder, without what is to be hidden, and the folder stays as it is."""
        assert isinstance(sandbox, ContainerSandbox)
        whole, root = call(sandbox, "create", "--entrypoint", "/usr/bin/true", sandbox._image), tmp_path / "root"
        root.mkdir()
        call(sandbox, "export", "--output", str(tmp_path / "whole.tar"), whole)
        call(sandbox, "rm", whole)
        with tarfile.open(tmp_path / "whole.tar") as tar:
            members = [member for member in tar if not member.name.startswith("dev/")]
            tar.extractall(root, members, numeric_owner=True, filter="fully_trusted")
        (root / "etc/only-here").write_text("seen\n")
        (root / "etc/hosts").write_text("10.1.1.1 of-the-folder\n")
        ended = await self.run(
            sandbox,
            "cat /etc/only-here /etc/hosts; ls /etc/ssl; echo x > /etc/only-here",
            root=root,
            empty=("/etc/ssl",),
        )
        assert ended.stdout == b"seen\n10.1.1.1 of-the-folder\n"
        assert paths(ended) == {"/etc/only-here": "modified"}
        assert (root / "etc/only-here").read_text() == "seen\n"

    async def test_a_tree_without_programs(self, sandbox: Sandbox, tmp_path: Path) -> None:
        """A folder in which no command could be started is refused, with what it lacks."""
        with pytest.raises(SandboxUnavailable, match="timeout"):
            await self.run(sandbox, "true", root=tmp_path)

    async def test_after_everything_was_removed(self, sandbox: Sandbox) -> None:
        """A script that removed every program has failed; so do the commands after it, and the box is not broken."""
        async with sandbox.open(self.spec) as box:
            first = await box.execute(["bash", "-c", "rm -rf /usr"])
            second = await box.execute(["bash", "-c", "true"])
        assert by_path(first)["/usr/bin/bash"].kind == "deleted"
        assert second.exit == 127
        assert b"/usr/bin/timeout" in second.stderr

    async def test_a_removed_working_folder(self, sandbox: Sandbox) -> None:
        """Commands start in / once the working folder is gone."""
        assert (await self.run(sandbox, "rm -r /work", "pwd")).stdout == b"/\n"

    async def test_privileges(self, sandbox: Sandbox) -> None:
        """Root of a box keeps eight capabilities over its own files and processes, behind a filter, and gains none."""
        ended = await self.run(sandbox, "grep -E '^(CapPrm|CapBnd|NoNewPrivs|Seccomp):' /proc/self/status")
        said = dict(line.split(":\t") for line in ended.stdout.decode().splitlines())
        kept = 1 << 0 | 1 << 1 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6 | 1 << 7 | 1 << 10
        assert int(said["CapPrm"], 16) == int(said["CapBnd"], 16) == kept
        assert (said["NoNewPrivs"], said["Seccomp"]) == ("1", "2")

    async def test_the_kernel_is_read_only(self, sandbox: Sandbox) -> None:
        """No setting of the kernel can be written, and no device made."""
        script = (
            "echo box > /proc/sys/kernel/hostname; echo 1 > /sys/kernel/profiling; mknod d b 8 0; mount -t tmpfs x /tmp"
        )
        ended = await self.run(sandbox, f"{script}; cat /proc/1/environ | tr '\\0' '\\n'")
        assert ended.changes == ()
        names = {line.split("=")[0].upper() for line in ended.stdout.decode().splitlines()}
        ours = {
            "PATH",
            "HOME",
            "HOSTNAME",
            "TERM",
            "CONTAINER",
            *(f"{name}_PROXY" for name in ("HTTP", "HTTPS", "FTP", "NO", "ALL")),
        }
        assert names <= ours

    async def test_nothing_is_left(self, sandbox: Sandbox) -> None:
        """A closed box leaves no container, image or folder, however it was closed."""
        assert isinstance(sandbox, ContainerSandbox)
        with contextlib.suppress(ZeroDivisionError):
            async with sandbox.open(replace(self.spec, empty=("/etc/ssl",))) as box:
                assert (await box.execute(["true"])).exit == 0
                assert owned(sandbox, os.getpid()) == ["container", "container", "image"]
                _ = 1 // 0
        assert owned(sandbox, os.getpid()) == []
        assert glob.glob(f"{tempfile.gettempdir()}/scriptsmith-box-*-{os.getpid()}.*") == []

    async def test_leftovers(self, sandbox: Sandbox) -> None:
        """What a dead program left behind is removed by the next one; what a living one has is not."""
        assert isinstance(sandbox, ContainerSandbox)
        program = f"""
import asyncio, os
from scriptsmith.adapters.containers import ContainerSandbox
from scriptsmith.ports import BoxSpec
async def main():
    async with ContainerSandbox({sandbox._engine.path!r}, {sandbox._image!r}).open(BoxSpec(empty=("/etc/ssl",))) as box:
        await box.execute(["true"])
        await box._start()
        os._exit(9)
asyncio.run(main())
"""
        dying = await asyncio.create_subprocess_exec(sys.executable, "-c", program)
        assert await dying.wait() == 9
        assert owned(sandbox, dying.pid) == ["container", "container", "image"]
        async with sandbox.open(self.spec) as box:
            await orphaned_containers.clean(sandbox._engine, settled=0)
            assert (await box.execute(["true"])).exit == 0
            assert owned(sandbox, os.getpid()) == ["container"]
        assert owned(sandbox, dying.pid) == []
        assert glob.glob(f"{tempfile.gettempdir()}/scriptsmith-box-*-{dying.pid}.*") == []

    async def test_no_such_image(self, sandbox: Sandbox) -> None:
        """An image that is not there is never pulled: the box is unavailable, and says what to do."""
        assert isinstance(sandbox, ContainerSandbox)
        other = ContainerSandbox(sandbox._engine.path, "scriptsmith.invalid/none:1")
        assert "pull scriptsmith.invalid/none:1" in await other.available()
        assert await sandbox.available() == ""
        with pytest.raises(SandboxUnavailable, match="is not here"):
            await self.run(other, "true")

    async def test_limits_too_small(self, sandbox: Sandbox) -> None:
        """Limits that an engine cannot keep open no box."""
        with pytest.raises(SandboxUnavailable):
            await self.run(sandbox, "true", limits=replace(SMALL, memory=1))


async def test_no_engine(tmp_path: Path) -> None:
    """Without an engine there is no box, and one sentence says what to install."""
    nowhere = ContainerSandbox(str(tmp_path / "podman"), "any")
    assert await nowhere.available() == "podman is not installed: apt-get install podman (or docker.io)"
    with pytest.raises(SandboxUnavailable, match="apt-get install podman"):
        async with nowhere.open(BoxSpec(limits=BoxLimits())):
            pass
