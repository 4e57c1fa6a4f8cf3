"""Real engines for tests, apart from anything of the machine's user, and a small image made of this machine's programs.

Nothing is pulled. podman gets a storage folder and a mount namespace of its own, which end with the tests; docker is the
daemon that runs, if one does, and the image is taken out of it again.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import re
import secrets
import shlex
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from scriptsmith.adapters.containers import ContainerSandbox
from scriptsmith.errors import SandboxUnavailable
from scriptsmith.ports import BoxSpec

PROGRAMS = (
    "bash sh env sleep echo cat ls cp mv rm mkdir rmdir ln chmod chown touch dd head tail stat sha256sum true false id mknod"
    " mkfifo mktemp sed grep find tar gzip kill date seq wc tr cut sort dirname basename readlink truncate sync df du yes"
    " nohup setsid timeout python3"
)
_PYTHON = ("encodings", "collections", "importlib", "re", "json")
_CANDIDATES = (
    ("--cgroup-manager=cgroupfs", "--runtime=runc"),
    ("--cgroup-manager=cgroupfs",),
    (),
)


def image_tar() -> bytes:
    """A root file system of this machine's own bash, coreutils and Python with the libraries they need, as a tar."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as tar:
        for name in ("bin", "sbin", "lib", "lib64"):
            _add(tar, name, link=f"usr/{name}")
        for name, mode in (("etc", 0o755), ("tmp", 0o1777), ("root", 0o700), ("var", 0o755), ("home", 0o755)):
            _add(tar, name, mode=mode)
        _add(tar, "etc/passwd", content=b"root:x:0:0:root:/root:/bin/bash\n")
        _add(tar, "etc/group", content=b"root:x:0:\n")
        _add(tar, "etc/ssl")
        _add(tar, "etc/ssl/key", content=b"not a real one\n")
        seen: set[str] = set()
        for program in PROGRAMS.split():
            _add_program(tar, program, seen)
        _add_python(tar)
    return stream.getvalue()


def _add(tar: tarfile.TarFile, name: str, *, link: str = "", mode: int = 0o755, content: bytes | None = None) -> None:
    member = tarfile.TarInfo(name)
    member.mode = 0o644 if content is not None else mode
    member.type = tarfile.SYMTYPE if link else tarfile.DIRTYPE if content is None else tarfile.REGTYPE
    member.linkname, member.size = link, len(content or b"")
    tar.addfile(member, io.BytesIO(content or b""))


def _add_program(tar: tarfile.TarFile, name: str, seen: set[str]) -> None:
    found = shutil.which(name, path="/usr/bin:/bin")
    if found is None:
        return
    needed = subprocess.run(["ldd", found], capture_output=True, text=True, check=False).stdout
    places = [(found, f"usr/bin/{name}")]
    places += [(each, "usr" + each.removeprefix("/usr")) for each in re.findall(r"(/\S+)", needed) if "/lib" in each]
    for place, target in places:
        if target not in seen:
            seen.add(target)
            tar.add(os.path.realpath(place), target, recursive=False)


def _add_python(tar: tarfile.TarFile) -> None:
    asked = ["/usr/bin/python3", "-c", "import os; print(os.path.dirname(os.__file__))"]
    place = Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())
    for path in [*place.glob("*.py"), *(path for name in _PYTHON for path in place.glob(f"{name}/*.py"))]:
        tar.add(path, str(path).lstrip("/"))


@contextlib.contextmanager
def podman() -> Iterator[ContainerSandbox | str]:
    """A sandbox over a podman of its own, or why there is none. An ordinary user's is the one that they have."""
    program = shutil.which("podman")
    if program is None:
        yield "podman is not installed"
        return
    if os.geteuid() != 0:
        with _imported(ContainerSandbox("podman", "")) as sandbox:
            yield sandbox
        return
    folder = Path(tempfile.mkdtemp(prefix="ss"))  # podman wants short paths
    holder = subprocess.Popen(["unshare", "--mount", "--propagation", "private", "sleep", "7200"])
    try:
        with contextlib.ExitStack() as stack:
            why = "podman does not work here"
            for candidate in _CANDIDATES:
                wrapper = _wrapper(folder, [f"--mount=/proc/{holder.pid}/ns/mnt", program, *candidate])
                sandbox = stack.enter_context(_imported(ContainerSandbox(wrapper, "")))
                if isinstance(sandbox, ContainerSandbox):
                    yield sandbox
                    return
                why = sandbox
            yield why
    finally:
        holder.kill()  # with it go the mounts
        holder.wait()
        shutil.rmtree(folder)


def _wrapper(folder: Path, entering: list[str]) -> str:
    """A program that is podman with folders of its own."""
    places = [f"--{name}={folder / name}" for name in ("root", "runroot", "tmpdir")]
    wrapper = folder / "podman"
    wrapper.write_text(f'#!/bin/sh\nexec nsenter {shlex.join([*entering, *places, "--events-backend=none"])} "$@"\n')
    wrapper.chmod(0o755)
    return str(wrapper)


@contextlib.contextmanager
def docker() -> Iterator[ContainerSandbox | str]:
    """A sandbox over the docker daemon that runs, or why there is none."""
    if shutil.which("docker") is None:
        yield "docker is not installed"
        return
    with _imported(ContainerSandbox("docker", "")) as sandbox:
        yield sandbox


@contextlib.contextmanager
def _imported(sandbox: ContainerSandbox) -> Iterator[ContainerSandbox | str]:
    """The sandbox over the small image, which is there for the while; or why not even `true` runs in it."""
    try:
        asyncio.run(sandbox._engine.probe())
    except SandboxUnavailable as error:
        yield str(error)
        return
    path = sandbox._engine.path
    image = f"scriptsmith-test:{secrets.token_hex(6)}"
    made = subprocess.run([path, "import", "-", image], input=image_tar(), capture_output=True, check=False)
    if made.returncode:
        yield f"{sandbox.name}: {made.stderr.decode(errors='replace').strip()[-200:]}"
        return
    try:
        tried = ContainerSandbox(path, image)
        try:
            asyncio.run(_try(tried))
        except SandboxUnavailable as error:
            yield str(error)
        else:
            yield tried
    finally:
        subprocess.run([path, "rmi", "--force", image], capture_output=True, check=False)


async def _try(sandbox: ContainerSandbox) -> None:
    async with sandbox.open(BoxSpec()) as box:
        ended = await box.execute(["true"])
    if ended.exit:
        raise SandboxUnavailable(ended.stderr.decode(errors="replace"))
