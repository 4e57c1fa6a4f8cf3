"""Boxes of bubblewrap: what they show of the host, what happens when something is killed, and what is left."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.core.effects import Execution
from scriptsmith.errors import SandboxUnavailable
from scriptsmith.ports import BoxLimits, BoxSpec
from tests.boxes import boxed

pytestmark = boxed

ROOT = os.geteuid() == 0
only_root = pytest.mark.skipif(
    not ROOT, reason="needs root: an ordinary user cannot show other people's files as theirs"
)


@pytest.fixture
def sandbox() -> Bubblewrap:
    return Bubblewrap()


async def run(sandbox: Bubblewrap, script: str, spec: BoxSpec | None = None) -> Execution:
    async with sandbox.open(spec or BoxSpec()) as box:
        return await box.execute(["bash", "-c", script])


# What a box shows


async def test_secrets_of_the_host(sandbox: Bubblewrap) -> None:
    """Over the host's tree, secret files are empty, secret folders too, and temporary files of others are not there."""
    script = (
        "cat /etc/shadow /etc/gshadow 2>/dev/null; ls -A /root /tmp /run /sys; ls /proc/sys >/dev/null && echo fine"
    )
    ended = await run(sandbox, script)
    assert ended.stdout.split() == [b"/root:", b"/run:", b"/sys:", b"/tmp:", b"fine"]


async def test_the_tree_stays_usable(sandbox: Bubblewrap) -> None:
    """Programs, accounts and folders of the host are there, and a script runs as root with a folder to write to."""
    script = "set -e; id -un; stat -c %a /tmp; getent passwd root; python3 -c 'print(1)'; touch /etc/x /var/x /opt/x /x /root/x; mkdir /srv/y"
    ended = await run(sandbox, script)
    assert ended.exit == 0, ended.stderr
    assert ended.stdout.startswith(b"root\n1777\nroot:x:0:0:")
    assert {change.path for change in ended.changes} == {"/etc/x", "/var/x", "/opt/x", "/x", "/root/x", "/srv/y"}


@only_root
async def test_root_in_a_box(sandbox: Bubblewrap) -> None:
    """Root in a box changes and gives away files of the host's root, in the box."""
    before = Path("/etc/passwd").stat()
    ended = await run(sandbox, "echo x >> /etc/passwd; chown 12:34 /etc/passwd; chmod 600 /etc/passwd; rm -r /var/log")
    changes = {change.path: change for change in ended.changes}
    after = changes["/etc/passwd"].after
    assert after
    assert (after.uid, after.gid, after.mode) == (12, 34, 0o600)
    assert changes["/etc/passwd"].diff.endswith("+x\n")
    assert changes["/var/log"].kind == "deleted"
    assert Path("/etc/passwd").stat() == before
    assert Path("/var/log").is_dir()


@only_root
async def test_root_of_a_box_is_nobody_outside(sandbox: Bubblewrap) -> None:
    """What runs in a box as root runs on the host as a user that nobody is."""
    async with sandbox.open(BoxSpec()) as box:
        sleeping = asyncio.create_task(box.execute(["sleep", "61.25"]))
        try:
            owner = None
            for _ in range(100):
                await asyncio.sleep(0.05)
                owner = next((pid_owner(pid) for pid in pids() if arguments(pid) == ["sleep", "61.25"]), None)
                if owner is not None:
                    break
        finally:
            sleeping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sleeping
    assert owner is not None
    assert owner >= 0x7000_0000


@pytest.mark.thorough
async def test_removing_everything(sandbox: Bubblewrap) -> None:
    """`rm -rf` of the whole tree ends, within its limits and with a bounded list of changes, and nothing is gone."""
    ended = await run(sandbox, "rm -rf --no-preserve-root / 2>/dev/null", BoxSpec(limits=BoxLimits(wall=5)))
    assert 0 < len(ended.changes) <= 150_000
    assert Path("/usr/bin/env").exists()


async def test_asked_for_network(sandbox: Bubblewrap) -> None:
    """With network a box reaches listeners, but neither the host's named nor its nameless Unix sockets."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"reached\n")
        writer.close()

    nameless = socket.socket(socket.AF_UNIX)
    nameless.bind("\0of-this-test")
    async with (
        await asyncio.start_server(answer, "127.0.0.1", 0) as server,
        await asyncio.start_unix_server(answer, sock=nameless),
    ):
        port = server.sockets[0].getsockname()[1]
        unix = "import socket; s = socket.socket(socket.AF_UNIX); s.connect('\\0of-this-test'); print(s.recv(9))"
        pair = (
            "import socket; s = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0]; s.connect('\\0of-this-test')"
        )
        script = f'cat < /dev/tcp/127.0.0.1/{port}; python3 -c "{unix}" || python3 -c "{pair}" || echo refused'
        ended = await run(sandbox, script, BoxSpec(network=True))
    assert ended.stdout == b"reached\nrefused\n"


@pytest.fixture
def small_root(tmp_path: Path) -> Path:
    """A folder with just enough in it to run bash: what a box may lie over instead of the host's tree."""
    root = tmp_path / "a root, with ,: in its name"
    programs = [shutil.which(name) or "" for name in ("bash", "cat", "ls", "touch", "rm")]
    libraries = subprocess.run(["ldd", *programs], capture_output=True, text=True, check=True).stdout.split()
    for path in {*programs, *(word for word in libraries if word.startswith("/") and not word.endswith(":"))}:
        (root / path.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, root / path.lstrip("/"))
    (root / "etc").mkdir()
    (root / "etc/conf").write_text("one\n")
    (root / "outside").symlink_to("/etc/passwd")
    return root


async def test_a_network_of_its_own(sandbox: Bubblewrap) -> None:
    """A box reaches itself and has nothing else; what listens in one command is gone in the next; none changes it."""
    serve = """
        import fcntl, os, socket, struct
        listener = socket.create_server(("127.0.0.1", 4321))
        if os.fork() == 0:
            os.setsid()
            listener.accept()[0].recv(1)
        abstract = socket.socket(socket.AF_UNIX)
        abstract.bind("\\0box")
        abstract.listen()
        if os.fork() == 0:
            os.setsid()
            abstract.accept()
        socket.create_connection(("127.0.0.1", 4321)).close()
        print([name for _, name in socket.if_nameindex()])
        try:
            fcntl.ioctl(listener, 0x8914, struct.pack("16sh22x", b"lo", 0))
        except PermissionError:
            print("may not")
    """
    look = """
        import socket
        for family, address in ((socket.AF_INET, ("127.0.0.1", 4321)), (socket.AF_UNIX, "\\0box")):
            try:
                socket.socket(family).connect(address)
            except ConnectionRefusedError:
                print("refused")
        socket.create_server(("127.0.0.1", 4321))
    """
    async with sandbox.open(BoxSpec()) as box:
        first = await box.execute(["python3", "-c", textwrap.dedent(serve)])
        second = await box.execute(["python3", "-c", textwrap.dedent(look)])
    assert (first.stdout, second.stdout) == (b"['lo']\nmay not\n", b"refused\nrefused\n"), (first, second)
    assert second.exit == 0


async def test_over_a_folder(sandbox: Bubblewrap, small_root: Path) -> None:
    """Over a folder the box shows that folder as /, follows its links inside it, and leaves it as it was."""
    before = sorted((path, path.lstat().st_mtime_ns) for path in small_root.rglob("*"))
    bash = shutil.which("bash") or ""
    spec = BoxSpec(root=small_root, files={"/outside-too": b"x", "/etc/laid": b"y"}, empty=("/etc/conf",))
    async with sandbox.open(spec) as box:
        ended = await box.execute([bash, "-c", "ls /; cat /outside; cat /etc/*; touch /etc/new; rm /etc/laid"])
    assert b"/outside: No such file" in ended.stderr
    assert b"outside-too\n" in ended.stdout
    assert ended.stdout.endswith(b"y")  # and nothing of what was hidden
    assert [(change.path, change.kind) for change in ended.changes] == [
        ("/etc/laid", "deleted"),
        ("/etc/new", "created"),
    ]
    assert sorted((path, path.lstat().st_mtime_ns) for path in small_root.rglob("*")) == before


# What is missing


async def test_without_bubblewrap() -> None:
    """Without the program the error names what to install."""
    with pytest.raises(SandboxUnavailable, match="apt-get install bubblewrap"):
        await run(Bubblewrap("no-such-bubblewrap"), "true")


async def test_without_an_interpreter(tmp_path: Path) -> None:
    """Where the launcher's Python cannot be run, the error names it."""
    program = tmp_path / "python3"
    for mode in (None, 0o600):
        if mode:
            program.touch(mode)
        with pytest.raises(SandboxUnavailable, match=f"{program}, which starts boxes, cannot be run"):
            await run(Bubblewrap(python=str(program)), "true")


async def test_with_a_broken_bubblewrap(tmp_path: Path) -> None:
    """A program that is there but makes no boxes is an error that says what it said, not a failed command."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        for place, match in ((Path(folder), "no permission to do so"), (tmp_path, "cannot be run")):
            program = place / "bwrap"
            program.write_text("#!/bin/sh\necho bwrap: no permission to do so >&2\nexit 1\n")
            program.chmod(0o755)
            with pytest.raises(SandboxUnavailable, match=match):
                await run(Bubblewrap(str(program)), "true")


def test_without_user_namespaces() -> None:
    """Where user namespaces are forbidden the error names the setting, and nothing runs in a weaker box."""
    code = """
        import asyncio
        from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
        from scriptsmith.errors import SandboxUnavailable
        from scriptsmith.ports import BoxSpec
        async def main():
            try:
                async with Bubblewrap().open(BoxSpec()) as box:
                    await box.execute(["touch", "/var/tmp/never"])
            except SandboxUnavailable as error:
                print(error)
        asyncio.run(main())
    """
    forbid = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'  # of the namespace that unshare has just made
    python = [sys.executable, "-c", textwrap.dedent(code)]
    ended = subprocess.run(
        ["unshare", "--user", "--map-root-user", "bash", "-c", forbid, "bash", *python], capture_output=True, text=True
    )
    assert "user.max_user_namespaces" in ended.stdout, ended


# What is left


def pids() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def arguments(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace").split("\0")[:-1]
    except OSError:
        return []


def pid_owner(pid: int) -> int | None:
    try:
        return os.stat(f"/proc/{pid}").st_uid
    except OSError:
        return None


def descendants(pid: int) -> list[int]:
    found = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, path.read_text().split()):
                found += [child, *descendants(child)]
    return found


def footprint() -> object:
    """Mounts, files that belong to a box, descriptors and control groups, as they are now."""
    lines = Path("/proc/self/mountinfo").read_text().splitlines()
    mounts = [
        line for line in lines if not re.search("/containers/|/netns| - nsfs ", line)
    ]  # engines may be busy beside us
    folders = ("/dev/shm", "/run", "/tmp", "/var/tmp", "/work") if ROOT else ()
    files = [path for folder in folders for path in Path(folder).glob("*") if path.lstat().st_uid >= 0x7000_0000]
    groups = [str(path) for path in Path("/sys/fs/cgroup").glob(f"**/scriptsmith-{os.getpid()}-*")]
    return mounts, files, sorted(os.listdir("/proc/self/fd")), groups


async def until(gone: list[int]) -> list[int]:
    """Those of `gone` that are still there, after a while if need be."""
    for _ in range(200):
        gone = [pid for pid in gone if os.path.exists(f"/proc/{pid}")]
        if not gone:
            break
        await asyncio.sleep(0.05)
    return gone


async def test_a_hundred_boxes_leave_nothing() -> None:
    """After a hundred boxes, and the sandbox itself, no process, mount, folder, descriptor or control group is left."""
    before, others = footprint(), set(descendants(os.getpid()))  # other tests of this process may keep some
    used = [Bubblewrap()]
    turn = asyncio.Semaphore(4)

    async def one(number: int) -> None:
        async with turn, used[0].open(BoxSpec(files={"/work/x": b"y" * number})) as box:
            await box.execute(["bash", "-c", "sleep 60 & mkdir -p /tmp/d; cp /work/x /tmp/d; (setsid sleep 61 &)"])

    await asyncio.gather(*(one(number) for number in range(100)))
    started = [pid for pid in descendants(os.getpid()) if pid not in others]
    assert started  # the launcher, and the one holder that waits for the next box
    assert len(started) <= 3
    used.clear()
    assert await until(started) == []
    assert footprint() == before


async def test_killing_the_program() -> None:
    """When the program is killed by force everything of its boxes goes with it."""
    code = """
        import asyncio
        from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
        from scriptsmith.ports import BoxSpec
        async def main():
            async with Bubblewrap().open(BoxSpec()) as box:
                print("open", flush=True)
                await box.execute(["bash", "-c", "setsid sleep 62 & sleep 63"])
        asyncio.run(main())
    """
    before = footprint()
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-c", textwrap.dedent(code), stdout=asyncio.subprocess.PIPE
    )
    assert program.stdout
    assert await program.stdout.readline() == b"open\n"
    started: list[int] = []
    for _ in range(100):
        started = descendants(program.pid)
        if any("63" in arguments(pid) for pid in started):
            break
        await asyncio.sleep(0.05)
    assert len(started) >= 4  # launcher, holder, bubblewrap twice, and the command
    program.kill()
    await program.wait()
    assert await until(started) == []
    assert footprint() == before


async def test_killing_a_busy_holder_s_program() -> None:
    """A program that is killed while what a script left is being read takes that with it as well."""
    code = """
        import asyncio
        from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
        from scriptsmith.ports import BoxSpec
        async def main():
            async with Bubblewrap().open(BoxSpec()) as box:
                print("open", flush=True)
                while True:  # over and over, so that it is mostly being read
                    await box.execute(["truncate", "-s", "200M", "/work/big"])
                    await box.execute(["rm", "/work/big"])
        asyncio.run(main())
    """
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-c", textwrap.dedent(code), stdout=asyncio.subprocess.PIPE
    )
    assert program.stdout
    assert await program.stdout.readline() == b"open\n"
    await asyncio.sleep(0.5)
    started = descendants(program.pid)
    assert started
    program.kill()
    await program.wait()
    assert await until(started) == []


async def test_a_command_that_is_given_up_as_it_begins(sandbox: Bubblewrap) -> None:
    """Whenever a command is given up, its box ends: also while bubblewrap's two processes wait for each other."""
    for moment in range(100):
        async with asyncio.timeout(10), sandbox.open(BoxSpec()) as box:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(box.execute(["sleep", "60"]), moment / 10_000)
    running = [pid for pid in descendants(os.getpid()) if "60" in arguments(pid)]
    assert await until(running) == []


async def test_killing_the_launcher(sandbox: Bubblewrap) -> None:
    """When the launcher is killed an open box is an error, and the next one opens."""
    async with sandbox.open(BoxSpec()) as box:
        running = asyncio.create_task(box.execute(["sleep", "60"]))
        await asyncio.sleep(0.3)
        for pid in descendants(os.getpid()):
            if any("adapters.sandbox.launcher" in argument for argument in arguments(pid)):
                os.kill(pid, signal.SIGKILL)
        with pytest.raises(SandboxUnavailable, match="died"):
            await running
    assert (await run(sandbox, "echo again")).stdout == b"again\n"


async def test_a_box_that_is_never_used(sandbox: Bubblewrap) -> None:
    """A box may be opened and closed, and boxes opened again, with nothing run."""
    for _ in range(3):
        async with sandbox.open(BoxSpec()):
            pass


def test_event_loops(sandbox: Bubblewrap) -> None:
    """One sandbox serves one event loop after another."""
    for _ in range(2):
        assert asyncio.run(run(sandbox, "echo here")).stdout == b"here\n"


# Limits that only the whole box has


async def test_what_all_write(sandbox: Bubblewrap) -> None:
    """The limit on disk is that of a box, not of each command in it."""
    spec = BoxSpec(limits=replace(BoxLimits(), disk=8 << 20))
    async with sandbox.open(spec) as box:
        assert (await box.execute(["bash", "-c", "head -c 5M /dev/zero > /work/a"])).limits == ()
        assert (await box.execute(["bash", "-c", "head -c 5M /dev/zero > /work/b"])).limits == ("disk",)


async def test_many_commands(sandbox: Bubblewrap) -> None:
    """A box takes a hundred commands, each of which sees all earlier ones."""
    async with sandbox.open(BoxSpec()) as box:
        for number in range(100):
            ended = await box.execute(["bash", "-c", f"echo {number} > /work/{number}; ls /work | wc -l"])
            assert [change.path for change in ended.changes] == [f"/work/{number}"]
    assert int(ended.stdout) >= 100
