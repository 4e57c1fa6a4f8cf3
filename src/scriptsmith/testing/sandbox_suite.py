"""What every `Sandbox` must hold, as tests for pytest: subclass `SandboxSuite` as `Test…` and provide `sandbox`.

    class TestMine(SandboxSuite):
        @pytest.fixture
        def sandbox(self) -> Sandbox:
            return MySandbox()

The tree that a box lies over must have bash, coreutils, and Python as `python3`. `spec` is what boxes are opened with
where a test does not say otherwise. Nothing here needs the host to be left alone: see the hostile scripts for that.
"""

from __future__ import annotations

import asyncio
import hashlib
import socket
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..core.effects import Change, Execution
from ..errors import BadInput
from ..ports import BoxLimits, BoxSpec, Sandbox

SMALL = BoxLimits(wall=20, cpu=10, memory=256 << 20, processes=64, output=64 << 10, disk=16 << 20, inodes=2_000)


class SandboxSuite:
    """The promises of the port, one test each."""

    spec = BoxSpec(limits=SMALL)

    async def run(self, sandbox: Sandbox, *scripts: str, **fields: Any) -> Execution:
        """The last of `scripts`, run one after another in one box."""
        async with sandbox.open(replace(self.spec, **fields)) as box:
            for script in scripts:
                ended = await box.execute(["bash", "-c", script])
            return ended

    async def limited(self, sandbox: Sandbox, script: str, **limits: float) -> Execution:
        return await self.run(sandbox, script, limits=replace(SMALL, **limits))  # type: ignore[arg-type]

    # Commands

    async def test_streams_and_exit(self, sandbox: Sandbox) -> None:
        """A command's output streams come apart and whole, with its exit status and how long it took."""
        ended = await self.run(sandbox, "echo out; echo err >&2; exit 3")
        assert (ended.exit, ended.stdout, ended.stderr) == (3, b"out\n", b"err\n")
        assert ended.seconds > 0
        assert (ended.limits, ended.truncated) == ((), ())

    async def test_stdin(self, sandbox: Sandbox) -> None:
        """Standard input is what was given, more than a pipe holds too, and at its end otherwise."""
        async with sandbox.open(self.spec) as box:
            data = bytes(range(256)) * 1024
            ended = await box.execute(["sha256sum"], stdin=data)
            assert ended.stdout.split()[0].decode() == hashlib.sha256(data).hexdigest()
            assert (await box.execute(["cat"])).stdout == b""

    async def test_unread_stdin(self, sandbox: Sandbox) -> None:
        """A command that does not read its input ends like any other."""
        async with sandbox.open(self.spec) as box:
            assert (await box.execute(["true"], stdin=b"x" * (1 << 20))).exit == 0

    async def test_death_by_signal(self, sandbox: Sandbox) -> None:
        """A command that a signal killed has exit status 128 + n, and no limit is blamed."""
        ended = await self.run(sandbox, "kill -TERM $$")
        assert (ended.exit, ended.limits) == (128 + 15, ())

    async def test_signals_are_not_ignored(self, sandbox: Sandbox) -> None:
        """A writer whose reader has ended dies of SIGPIPE, as on a terminal, though Python ignores it."""
        ended = await self.run(sandbox, "set -o pipefail; yes | head -n 1")
        assert (ended.exit, ended.stdout, ended.stderr) == (128 + 13, b"y\n", b"")
        ended = await self.run(sandbox, "ulimit -f 0; echo >file")
        assert (ended.exit, ended.limits) == (128 + 25, ())

    async def test_no_such_command(self, sandbox: Sandbox) -> None:
        """A program that does not exist is a failed command, not a broken box."""
        async with sandbox.open(self.spec) as box:
            ended = await box.execute(["no-such-program"])
            assert ended.exit == 127
            assert b"no-such-program" in ended.stderr
            assert (await box.execute(["true"])).exit == 0

    async def test_arguments_are_not_parsed(self, sandbox: Sandbox) -> None:
        """Arguments reach a command as they are: spaces, quotes, option-like ones and bytes beyond ASCII."""
        odd = ["a b", "$HOME", "--help", "--", "'", '"', "é", "\udcff", "\n", ""]
        async with sandbox.open(self.spec) as box:
            ended = await box.execute(["bash", "-c", 'printf "%s|" "$@"', "name", *odd])
        assert ended.stdout == "".join(f"{argument}|" for argument in odd).encode("utf-8", "surrogateescape")

    async def test_environment(self, sandbox: Sandbox) -> None:
        """The environment is a clean one and what was asked for, nothing else."""
        ended = await self.run(sandbox, "env -0", environ={"ONE": "1 and\nmore", "LANG": "C"})
        pairs = dict(line.split("=", 1) for line in ended.stdout.decode().split("\0") if line)
        assert pairs["ONE"] == "1 and\nmore"
        assert pairs["LANG"] == "C"
        assert set(pairs) <= {"ONE", "LANG", "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "PWD", "SHLVL", "_"}

    async def test_descriptors(self, sandbox: Sandbox) -> None:
        """A command has its three streams open and nothing else."""
        ended = await self.run(sandbox, "for fd in {0..254}; do [ -e /proc/$$/fd/$fd ] && echo $fd; done")
        assert ended.stdout.split() == [b"0", b"1", b"2"]

    async def test_background(self, sandbox: Sandbox) -> None:
        """A command ends when its first process does; what it left running is gone before the next one."""
        began = time.monotonic()
        script = "setsid sleep 61 & nohup sleep 62 >/dev/null 2>&1 & (trap '' TERM HUP; sleep 63) & echo started"
        async with sandbox.open(self.spec) as box:
            assert (await box.execute(["bash", "-c", script])).stdout == b"started\n"
            assert time.monotonic() - began < 20
            left = await box.execute(["bash", "-c", "cat /proc/[0-9]*/cmdline | tr '\\0' ' '"])
            assert b"sleep" not in left.stdout

    async def test_cancelling(self, sandbox: Sandbox) -> None:
        """A command that is no longer wanted is killed, and its box closes at once."""
        began = time.monotonic()
        async with sandbox.open(self.spec) as box:
            try:
                async with asyncio.timeout(0.3):
                    await box.execute(["sleep", "60"])
            except TimeoutError:
                pass
        assert time.monotonic() - began < 20

    # The tree

    async def test_files_and_folders(self, sandbox: Sandbox) -> None:
        """Files are laid where and as asked; commands start in the working folder."""
        files = {"/work/in/a": b"A", "/etc/of-the-test/b": b"B"}
        async with sandbox.open(replace(self.spec, files=files, workdir="/work/deep/er")) as box:
            await box.write("/opt/c/run", b"#!/bin/bash\necho ran\n", 0o755)
            ended = await box.execute(["bash", "-c", "pwd; cat /work/in/a /etc/of-the-test/b; /opt/c/run"])
        assert ended.stdout == b"/work/deep/er\nABran\n"
        assert ended.changes == ()

    async def test_a_laid_file_follows_links_inside(self, sandbox: Sandbox) -> None:
        """A file laid through a link of the box lands where the box would put it, never outside."""
        async with sandbox.open(self.spec) as box:
            await box.execute(["bash", "-c", "mkdir /work/t; ln -s /work/t /work/l; ln -s ../../../../etc /work/up"])
            await box.write("/work/l/a", b"one")
            await box.write("/work/up/of-the-test", b"two")
            ended = await box.execute(["cat", "/work/t/a", "/etc/of-the-test"])
        assert ended.stdout == b"onetwo"

    async def test_commands_see_what_earlier_ones_left(self, sandbox: Sandbox) -> None:
        """A box is one world: files stay from command to command, and changes are those of the last one."""
        async with sandbox.open(self.spec) as box:
            first = await box.execute(["bash", "-c", "echo 1 > /work/a; echo 1 > /tmp/b; rm -rf /etc/passwd"])
            second = await box.execute(["bash", "-c", "cat /work/a /tmp/b; echo 2 >> /work/a; ls /etc/passwd"])
            third = await box.execute(["bash", "-c", "rm /work/a /tmp/b; mkdir /work/a"])
        assert paths(first) == {"/work/a": "created", "/tmp/b": "created", "/etc/passwd": "deleted"}
        assert second.stdout == b"1\n1\n"
        assert paths(second) == {"/work/a": "modified"}
        assert paths(third) == {"/work/a": "modified", "/tmp/b": "deleted"}
        assert kinds(third, "/work/a") == ("file", "directory")

    async def test_boxes_are_apart(self, sandbox: Sandbox) -> None:
        """Boxes open at the same time share no files, processes or names."""
        async with sandbox.open(self.spec) as one, sandbox.open(self.spec) as other:
            sleeping = asyncio.create_task(one.execute(["bash", "-c", "echo secret > /tmp/x; sleep 3; cat /tmp/x"]))
            await asyncio.sleep(0.5)
            seen = await other.execute(["bash", "-c", "ls /tmp; cat /proc/[0-9]*/cmdline | tr '\\0' ' '"])
            assert b"sleep" not in seen.stdout
            assert b"x\n" not in seen.stdout
            assert (await sleeping).stdout == b"secret\n"

    async def test_hidden_paths(self, sandbox: Sandbox) -> None:
        """A path in `empty` shows nothing of what lies there, and hiding it is not a change."""
        ended = await self.run(
            sandbox, "ls -A /etc/ssl; wc -c < /etc/passwd", empty=("/etc/ssl", "/etc/passwd", "/none")
        )
        assert ended.stdout.split() == [b"0"]
        assert ended.changes == ()

    async def test_network(self, sandbox: Sandbox) -> None:
        """Without asking there is no way out: not to a listener on this machine's loopback, nor to its sockets."""
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen()
            listener.setblocking(False)
            port = listener.getsockname()[1]
            ended = await self.run(sandbox, f"(exec 3<>/dev/tcp/127.0.0.1/{port}) 2>/dev/null && echo reached")
            assert ended.stdout == b""
            try:
                listener.accept()
            except BlockingIOError:
                return
            raise AssertionError("a box reached a listener of this machine")

    # Changes

    async def test_reading_changes_nothing(self, sandbox: Sandbox) -> None:
        """A command that only reads, or rewrites what is there already, changes nothing."""
        ended = await self.run(
            sandbox, "cat /etc/passwd > /tmp/copy", "cat /tmp/copy > /tmp/copy2; rm /tmp/copy2; touch /tmp/copy"
        )
        assert ended.changes == ()

    async def test_created(self, sandbox: Sandbox) -> None:
        """What is new is told with kind, mode, size, digest, link and text."""
        script = (
            "umask 027; mkdir d; printf 'a\\nb' > d/f; ln -s /etc/passwd l; mkfifo p; chmod 4755 d/f; mkdir -m 1777 s"
        )
        ended = await self.run(sandbox, script)
        found = by_path(ended)
        assert list(found) == ["/work/d", "/work/d/f", "/work/l", "/work/p", "/work/s"]
        assert {change.kind for change in found.values()} == {"created"}
        file = found["/work/d/f"].after
        assert file
        assert (file.kind, file.mode, file.size) == ("file", 0o4755, 3)
        assert file.digest == hashlib.sha256(b"a\nb").hexdigest()
        assert "+a\n+b\n" in found["/work/d/f"].diff
        link = found["/work/l"].after
        assert link
        assert (link.kind, link.link) == ("link", "/etc/passwd")
        assert kinds(ended, "/work/p") == (None, "fifo")
        assert [node.mode for path in ("/work/d", "/work/s") if (node := found[path].after)] == [0o750, 0o1777]

    async def test_modified(self, sandbox: Sandbox) -> None:
        """What is different is told with both digests and a diff."""
        async with sandbox.open(replace(self.spec, files={"/work/f": b"one\ntwo\n"})) as box:
            ended = await box.execute(["sed", "-i", "s/two/2/", "/work/f"])
        (change,) = ended.changes
        assert change.before
        assert change.after
        assert (change.path, change.kind) == ("/work/f", "modified")
        assert change.before.digest == hashlib.sha256(b"one\ntwo\n").hexdigest()
        assert change.after.digest == hashlib.sha256(b"one\n2\n").hexdigest()
        assert change.diff.endswith("@@ -1,2 +1,2 @@\n one\n-two\n+2\n")

    async def test_deleted(self, sandbox: Sandbox) -> None:
        """What is gone is told path by path, folders with all that was in them."""
        made = "mkdir -p a/b; echo x > a/b/f; ln -s b a/l; echo y > g"
        ended = await self.run(sandbox, made, "rm -rf a; rm g")
        assert paths(ended) == dict.fromkeys(["/work/a", "/work/a/b", "/work/a/b/f", "/work/a/l", "/work/g"], "deleted")
        before = by_path(ended)["/work/a/b/f"].before
        assert before
        assert before.digest == hashlib.sha256(b"x\n").hexdigest()

    async def test_replaced_folder(self, sandbox: Sandbox) -> None:
        """A folder that was removed and made anew has lost what it held and is not itself a change."""
        ended = await self.run(sandbox, "mkdir d; touch d/a d/b", "rm -r d; mkdir d; touch d/b d/c")
        assert paths(ended) == {"/work/d/a": "deleted", "/work/d/c": "created"}

    async def test_moved(self, sandbox: Sandbox) -> None:
        """A moved folder is deleted here and created there, with all that is in it."""
        ended = await self.run(sandbox, "mkdir -p d/e; echo 1 > d/e/f", "mv d n")
        gone, new = ["/work/d", "/work/d/e", "/work/d/e/f"], ["/work/n", "/work/n/e", "/work/n/e/f"]
        assert paths(ended) == {**dict.fromkeys(gone, "deleted"), **dict.fromkeys(new, "created")}

    async def test_metadata(self, sandbox: Sandbox) -> None:
        """A change of mode alone is told as such, for files and for folders."""
        ended = await self.run(sandbox, "mkdir d; touch d/f", "chmod 700 d; chmod 4711 d/f")
        assert paths(ended) == {"/work/d": "metadata", "/work/d/f": "metadata"}
        change = by_path(ended)["/work/d/f"]
        assert change.before
        assert change.after
        assert (change.before.mode, change.after.mode) == (0o644, 0o4711)

    async def test_links(self, sandbox: Sandbox) -> None:
        """A link that points elsewhere is modified; a file that became a link is too."""
        ended = await self.run(sandbox, "ln -s a l; touch f", "ln -sfn b l; ln -sf /etc/shadow f")
        assert paths(ended) == {"/work/l": "modified", "/work/f": "modified"}
        assert kinds(ended, "/work/f") == ("file", "link")

    async def test_odd_names(self, sandbox: Sandbox) -> None:
        """Names with spaces, newlines, escapes and bytes that are not UTF-8 come through, in order of their bytes."""
        ended = await self.run(sandbox, "touch $'a\\nb' $'\\e[2J' ' ' $'\\xff' -- -f; mkdir $'d\\t'; touch $'d\\t/x'")
        names = ["\x1b[2J", " ", "-f", "a\nb", "d\t", "d\t/x", "\udcff"]
        assert [change.path for change in ended.changes] == [f"/work/{name}" for name in names]

    async def test_killed(self, sandbox: Sandbox) -> None:
        """The changes of a command that met a limit are told like any others."""
        ended = await self.limited(sandbox, "echo a > a; rm /etc/passwd; sleep 60", wall=1)
        assert ended.limits == ("wall",)
        assert paths(ended) == {"/work/a": "created", "/etc/passwd": "deleted"}

    async def test_nothing_is_followed(self, sandbox: Sandbox) -> None:
        """Links, FIFOs and files of any apparent size are told, not followed, waited for or read without end."""
        script = "ln -s /dev/zero z; ln -s . loop; mkfifo f; truncate -s 4T big; mkdir -p deep; ln -s / deep/root"
        began = time.monotonic()
        ended = await self.run(sandbox, script)
        assert time.monotonic() - began < 20
        assert list(by_path(ended)) == [f"/work/{name}" for name in ("big", "deep", "deep/root", "f", "loop", "z")]
        big = by_path(ended)["/work/big"].after
        assert big
        assert (big.size, big.digest) == (4 << 40, "")

    async def test_deep_and_unreadable(self, sandbox: Sandbox) -> None:
        """Folders nested by the thousand and files without permissions neither stop nor hide what else changed."""
        script = "mkdir -p $(printf 'd/%.0s' {1..600}); echo x > z; chmod 0 z; mkdir -m 0 zz"
        ended = await self.limited(sandbox, script, inodes=2000)
        assert {"/work/d", "/work/z", "/work/zz"} <= set(by_path(ended))
        file = by_path(ended)["/work/z"].after
        assert file
        assert file.digest == hashlib.sha256(b"x\n").hexdigest()

    # Limits

    async def test_wall(self, sandbox: Sandbox) -> None:
        """A command that sleeps for too long is killed, whatever it ignores."""
        ended = await self.limited(sandbox, "trap '' TERM INT HUP; while :; do sleep 1; done", wall=1)
        assert ended.limits == ("wall",)
        assert (ended.exit, ended.seconds < 20) == (137, True)

    async def test_cpu(self, sandbox: Sandbox) -> None:
        """Processes that compute are stopped by what they use together."""
        ended = await self.limited(sandbox, "for i in 1 2 3; do (while :; do :; done) & done; wait", cpu=1, wall=60)
        assert ended.limits == ("cpu",)

    async def test_memory(self, sandbox: Sandbox) -> None:
        """Processes that fill memory are stopped, one big one or several together."""
        for script in (
            "python3 -c 'x = [bytes([n % 256]) * (10 << 20) for n in range(300)]'",
            "for i in 1 2 3 4 5 6; do python3 -c 'import time; x = b\"x\" * (60 << 20); time.sleep(30)' & done; wait",
        ):
            ended = await self.limited(sandbox, script, memory=200 << 20)
            assert "memory" in ended.limits, ended

    async def test_processes(self, sandbox: Sandbox) -> None:
        """A fork bomb is stopped."""
        ended = await self.limited(sandbox, ":() { : | : & }; :; sleep 60")
        assert "processes" in ended.limits

    async def test_output(self, sandbox: Sandbox) -> None:
        """Of a stream that does not end the beginning is kept, and the stream is named."""
        ended = await self.limited(sandbox, "echo fine; yes >&2", output=10_000)
        assert (ended.limits, ended.truncated) == (("output",), ("stderr",))
        assert (ended.stdout, len(ended.stderr)) == (b"fine\n", 10_000)

    async def test_output_that_just_fits(self, sandbox: Sandbox) -> None:
        """Output of exactly the limit is whole."""
        ended = await self.limited(sandbox, "head -c 10000 /dev/zero", output=10_000)
        assert (ended.exit, ended.limits, ended.truncated, len(ended.stdout)) == (0, (), (), 10_000)

    async def test_disk(self, sandbox: Sandbox) -> None:
        """No more is written than was allowed, to any folder, memory shared as files included."""
        for folder in ("/work", "/tmp", "/var", "/dev/shm"):
            ended = await self.limited(sandbox, f"head -c 100M /dev/zero > {folder}/x; sleep 60", disk=4 << 20, wall=30)
            assert "disk" in ended.limits, folder
            assert all((change.after.size if change.after else 0) <= 4 << 20 for change in ended.changes)

    async def test_inodes(self, sandbox: Sandbox) -> None:
        """No more files are made than were allowed."""
        ended = await self.limited(sandbox, "for i in {1..3000}; do : > f$i; done; sleep 60", inodes=500, wall=30)
        assert "inodes" in ended.limits
        assert 300 < len(ended.changes) < 700

    async def test_a_limit_is_not_the_end_of_a_box(self, sandbox: Sandbox) -> None:
        """After a command met a limit the next one runs as usual."""
        async with sandbox.open(replace(self.spec, limits=replace(SMALL, wall=1))) as box:
            assert (await box.execute(["sleep", "60"])).limits == ("wall",)
            assert (await box.execute(["echo", "still here"])).stdout == b"still here\n"

    # Requests that make no sense

    async def test_bad_requests(self, sandbox: Sandbox) -> None:
        """A request that makes no sense is refused with a sentence, before anything runs."""
        async with sandbox.open(self.spec) as box:
            for path in ("relative", "/a/../b", "/", "/nul\0"):
                await refused(box.write(path, b""))
            await refused(box.execute([]))
            await refused(box.execute(["a\0b"]))
            await refused(box.write("/proc/version", b""))
        fields: tuple[Mapping[str, Any], ...] = (
            {"workdir": "here"},
            {"environ": {"A=B": "c"}},
            {"limits": replace(SMALL, wall=0)},
            {"files": {"x": b""}},
        )
        for wrong in fields:
            await refused(self.run(sandbox, "true", **wrong))


async def refused(request: Any) -> None:
    why = ""
    try:
        await request
    except BadInput as error:
        why = str(error)
    assert why, "not refused"


def by_path(ended: Execution) -> dict[str, Change]:
    return {change.path: change for change in ended.changes}


def paths(ended: Execution) -> dict[str, str]:
    return {change.path: change.kind for change in ended.changes}


def kinds(ended: Execution, path: str) -> tuple[str | None, str | None]:
    change = by_path(ended)[path]
    return (change.before.kind if change.before else None), (change.after.kind if change.after else None)
