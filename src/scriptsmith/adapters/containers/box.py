"""One box: a container that is started for each command and killed after it.

A container's tree stays when its processes are killed, so that a command sees what earlier ones left, while no process
of it lives on. What a command changed is what differs between two exports of the whole tree.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from collections.abc import Iterator, Sequence

from ...core.effects import Execution, Limit
from ...errors import BadInput, SandboxUnavailable
from ...ports import BoxSpec
from ..boxes import absolute
from . import orphaned_containers
from .container_arguments import PROGRAMS, create_arguments, keeping
from .engine import Engine, EngineFacts, EngineFailed
from .groups import ProcessControlGroups
from .hosts import Hosts
from .running import Running
from .tar_streams import FileToLay, lay
from .trees import FileTree, compare, read_tree, resolve

_LOOKS = 200
_SLACK = 64 << 20  # bytes of headers that a tree may have beside its files


class ContainerBox:
    """One container. Its tree is known whenever no command runs in it."""

    def __init__(self, engine: Engine, facts: EngineFacts, spec: BoxSpec, hosts: Hosts) -> None:
        self.name = f"scriptsmith-{os.getpid()}-{secrets.token_hex(8)}"
        self._engine, self._facts, self._spec, self._hosts = engine, facts, spec, hosts
        self._tree = self._first = FileTree()
        self._known = True
        self._turn = asyncio.Lock()

    async def create(self, image: str, tree: FileTree | None) -> FileTree:
        """Make the container; its tree, looked at once if it is not given."""
        arguments = create_arguments(self._facts, self._spec, self._hosts.mounts())
        await self._engine.call("create", "--name", self.name, *labelled(), *arguments, image, *keeping(self._spec))
        problem: Exception | None = None
        if tree is None:
            try:
                (await self._start()).close()  # what the engine adds at the first start is no change of a command
            except (EngineFailed, SandboxUnavailable) as error:
                problem = error
            await self._stop()
            tree = await self._read(FileTree())
        self._tree = self._first = self._hosts.shown_in(tree)
        if gone := self._missing():
            raise SandboxUnavailable(f"there is no {gone} in the tree of the box: coreutils or busybox must be in it")
        if problem is not None:
            raise problem
        return tree

    async def write(self, path: str, content: bytes, mode: int = 0o644, /) -> None:
        absolute(path)
        async with self._turn:
            with translated("a file could not be laid into the box"):
                await self._look_again()
                await self.lay([FileToLay(path=path, content=content, mode=mode)])

    async def lay(self, files: Sequence[FileToLay]) -> None:
        """Bring files into the container, which must not run, and see to the working folder."""
        rest = [file for file in files if not self._hosts.take(_resolved(self._tree, file.path), file)]
        workdir = self._spec.workdir if self._first is self._tree else ""
        stream, tree = lay(self._tree, rest, workdir)
        if len(tree.leaves) > len(self._tree.leaves) or rest:
            await self._engine.call("cp", "-", f"{self.name}:/", stdin=stream)
        self._tree = self._hosts.shown_in(tree)
        if workdir:
            self._first = self._tree

    async def execute(self, argv: Sequence[str], /, *, stdin: bytes = b"") -> Execution:
        if not argv or any("\0" in part for part in argv):
            raise BadInput("a command for a box needs a name and no NUL characters")
        if "=" in argv[0]:
            raise BadInput(f"{argv[0]!r} cannot be the name of a command: it holds an equals sign")
        try:
            "\0".join(argv).encode()
        except UnicodeEncodeError:
            raise BadInput("a container engine carries no argument that is not UTF-8") from None
        async with self._turn:
            with translated("the command could not be run"):
                await self._look_again()
                if gone := self._missing():
                    return Execution(exit=127, stderr=f"nothing starts in this box any more: {gone} is gone\n".encode())
                if not self._tree.complete:
                    return Execution(exit=137, stderr=b"this box is too full to be used any more\n", limits=("disk",))
                return await self._execute(argv, stdin)

    async def _execute(self, argv: Sequence[str], stdin: bytes) -> Execution:
        before, self._known = self._tree, False
        try:
            groups = await self._start()
            try:
                running = Running(self._engine, self.name, self._spec.limits, groups, self._full)
                ended = await running.run(argv, self._workdir(), self._spec.environ, stdin)
            finally:
                groups.close()
        finally:
            await asyncio.shield(self._stop())
        await self._look_again()
        changes, omitted = await asyncio.to_thread(compare, before, self._tree)
        limits = [*ended.limits, *(each for each in self._exceeded() if each not in ended.limits)]
        return Execution(
            exit=ended.exit,
            stdout=bytes(ended.out["stdout"]),
            stderr=bytes(ended.out["stderr"]),
            seconds=ended.seconds,
            limits=tuple(limits),
            truncated=tuple(ended.truncated),
            changes=changes,
            omitted=omitted,
        )

    async def _start(self) -> ProcessControlGroups:
        await self._engine.call("start", self.name)
        pid = await self._engine.call("container", "inspect", "--format", "{{.State.Pid}}", self.name)
        try:
            return ProcessControlGroups(int(pid))
        except (OSError, ValueError, KeyError) as error:
            await self._stop()
            raise SandboxUnavailable(
                f"the engine's control groups cannot be read, so it must run on this machine ({error})"
            ) from None

    async def _stop(self) -> None:
        """Kill the container, and with its first process, by the kernel, all others; wait until they are gone."""
        with contextlib.suppress(EngineFailed):
            await self._engine.call("kill", self.name)
        for _ in range(_LOOKS):  # podman's `wait` knows no container that ended before it was asked
            if await self._engine.call("container", "inspect", "--format", "{{.State.Running}}", self.name) == "false":
                return
            await asyncio.sleep(0.05)
        raise SandboxUnavailable("the engine could not kill its container, which may still run")

    async def _look_again(self) -> None:
        """Make sure that the tree is known: it is not after a command, nor after one that was no longer wanted."""
        if not self._known:
            self._tree = self._hosts.shown_in(await self._read(self._tree))
            self._known = True

    async def _read(self, known: FileTree) -> FileTree:
        """The container's tree as it is now. Of a first one all is read, of others only what limits allow."""
        most = self._first.size() + 4 * self._spec.limits.disk + _SLACK if known.leaves else 1 << 50
        first_id = self._facts.first_id
        return await self._engine.stream(
            "export", self.name, read=lambda stream: read_tree(stream, known, most=most, first_id=first_id)
        )

    async def _full(self) -> Limit | None:
        """Which limit on what is written has been reached, as the engine sees it."""
        try:
            size, changed = await asyncio.gather(
                self._engine.call("container", "inspect", "--size", "--format", "{{.SizeRw}}", self.name),
                self._engine.call("diff", self.name),
            )
        except EngineFailed:
            return None  # it is just being killed
        if size.isdigit() and int(size) + self._hosts.size() >= self._spec.limits.disk:
            return "disk"
        added = sum(line.startswith("A") for line in changed.splitlines())
        return "inodes" if added >= self._spec.limits.inodes else None

    def _exceeded(self) -> list[Limit]:
        """Which of those limits the tree now exceeds: a short command may be over before anybody looked."""
        first, now = self._first.leaves, self._tree.leaves
        written = sum(leaf.node.size for path, leaf in now.items() if first.get(path) != leaf)
        found: list[Limit] = ["disk"] if written >= self._spec.limits.disk or not self._tree.complete else []
        return [*found, "inodes"] if len(now.keys() - first.keys()) >= self._spec.limits.inodes else found

    def _missing(self) -> str:
        """A program without which no command can be started, and which is not there."""
        for program in PROGRAMS:
            leaf = self._tree.leaves.get(_resolved(self._tree, program))
            if leaf is None or leaf.node.kind != "file" or not leaf.node.mode & 0o111:
                return program
        return ""

    def _workdir(self) -> str:
        leaf = self._tree.leaves.get(_resolved(self._tree, self._spec.workdir))
        return self._spec.workdir if leaf is not None and leaf.node.kind == "directory" else "/"


def labelled() -> list[str]:
    """What marks a container as this process's."""
    return [part for label in orphaned_containers.labels() for part in ("--label", label)]


@contextlib.contextmanager
def translated(what: str) -> Iterator[None]:
    """Say that no box is to be had when an engine fails, and at what it did."""
    try:
        yield
    except EngineFailed as error:
        raise SandboxUnavailable(f"{what}: {error}") from None


def _resolved(tree: FileTree, path: str) -> str:
    try:
        return resolve(tree, path)
    except OSError:
        return path
