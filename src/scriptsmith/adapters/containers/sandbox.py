"""Boxes made by docker or podman: over an image, over a copy of it, or over a copy of a folder."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import IO

from ...errors import BadInput, SandboxUnavailable
from ...ports import Box, BoxSpec
from ..boxes import check_spec
from . import orphaned_containers
from .box import ContainerBox, labelled, translated
from .container_arguments import KEEPER
from .engine import Engine, EngineFacts, EngineFailed
from .hosts import Hosts
from .tar_streams import FileToLay, write_filtered, write_folder
from .trees import FileTree


class ContainerSandbox:
    """Opens boxes with a container engine, over `image`, or over a folder that becomes an image for the while.

    `engine` is `docker`, `podman` or a path to one; `options` go before each of its commands. Nothing is ever pulled.
    """

    def __init__(self, engine: str, image: str, *, options: Sequence[str] = ()) -> None:
        self._engine = Engine(engine, tuple(options))
        self._image = image
        self._facts: EngineFacts | None = None
        self._trees: dict[str, FileTree] = {}

    @property
    def name(self) -> str:
        """The engine's name."""
        return Path(self._engine.path).name

    async def available(self) -> str:
        """Why no box can be opened here, in one sentence; "" when one can."""
        try:
            await self._ready()
            await self._image_id()
        except SandboxUnavailable as error:
            return str(error)
        return ""

    def open(self, spec: BoxSpec, /) -> AbstractAsyncContextManager[Box]:
        """A box as `spec` says; raises `SandboxUnavailable` or `BadInput` on entering."""
        return self._open(spec)

    @asynccontextmanager
    async def _open(self, spec: BoxSpec) -> AsyncIterator[Box]:
        check_spec(spec)
        if spec.expose:
            raise BadInput("a container shows nothing of this host: lay a fixture instead of exposing a path")
        facts = await self._ready()
        async with contextlib.AsyncExitStack() as stack:
            folder = stack.enter_context(orphaned_containers.folder())
            image = await self._image_id() if spec.root is None else ""
            derived = bool(spec.root or spec.empty or await self._has_own_ways(image))
            if derived:
                image = await self._derive(image, spec, stack)
            hosts = Hosts(Path(folder), spec, facts)
            box = ContainerBox(self._engine, facts, spec, hosts)
            stack.push_async_callback(_finish, self._engine, ("rm", "--force", "--volumes", box.name))
            with translated("the box could not be opened"):
                self._trees[image] = await box.create(image, self._trees.get(image))
                await box.lay([FileToLay(path=path, content=content) for path, content in spec.files.items()])
            if derived:
                del self._trees[image]  # nobody will ask for it again
            yield box

    async def _ready(self) -> EngineFacts:
        if self._facts is None:
            self._facts = await self._engine.probe()
            await orphaned_containers.clean(self._engine)
        return self._facts

    async def _image_id(self) -> str:
        try:
            return await self._engine.call("image", "inspect", "--format", "{{.Id}}", self._image)
        except EngineFailed:
            raise SandboxUnavailable(
                f"the image {self._image} is not here: {self.name} pull {self._image}, or import one"
            ) from None

    async def _has_own_ways(self, image: str) -> bool:
        """Whether an image asks for volumes, of which no engine shows changes, or for a user other than root."""
        if not image:
            return False
        with translated("the image could not be looked at"):
            said = json.loads(await self._engine.call("image", "inspect", "--format", "{{json .Config}}", image)) or {}
        return bool(said.get("Volumes") or said.get("User"))

    async def _derive(self, image: str, spec: BoxSpec, stack: contextlib.AsyncExitStack) -> str:
        """An image of its own for a box over a folder, or over an image some of which is not to be seen."""
        changes = [part for label in orphaned_containers.labels() for part in ("--change", f"LABEL {label}")]
        target = f"scriptsmith-box:{secrets.token_hex(8)}"
        stack.push_async_callback(_finish, self._engine, ("rmi", "--force", target))
        with translated("the tree of the box could not be made"):
            if spec.root is not None:
                root = spec.root
                return await self._import(changes, target, lambda out: write_folder(root, out, spec.empty))
            source = await self._engine.call(
                "create", "--pull", "never", "--network", "none", *labelled(), "--entrypoint", KEEPER, image
            )
            stack.push_async_callback(_finish, self._engine, ("rm", "--force", "--volumes", source))

            def copied(stream: IO[bytes], out: IO[bytes]) -> None:
                write_filtered(stream, out, spec.empty)

            with tempfile.TemporaryFile() as whole:  # two programs joined by threads would be harder to end
                await self._engine.stream("export", source, read=lambda stream: copied(stream, whole))
                whole.seek(0)
                return await self._import(changes, target, lambda out: _pour(whole, out))

    async def _import(self, changes: Sequence[str], target: str, write: Callable[[IO[bytes]], None]) -> str:
        await self._engine.feed("import", *changes, "-", target, write=write)
        return await self._engine.call("image", "inspect", "--format", "{{.Id}}", target)


def _pour(source: IO[bytes], out: IO[bytes]) -> None:
    while chunk := source.read(1 << 18):
        out.write(chunk)


async def _finish(engine: Engine, arguments: Sequence[str]) -> None:
    """Remove something, also when whoever asked for it is being cancelled; what stays is removed by the next one."""

    async def removing() -> None:
        with contextlib.suppress(EngineFailed):
            await engine.call(*arguments)

    await asyncio.shield(removing())
