"""Runs a hostile script with its protection off, where that cannot touch the host, and says whether it succeeded.

* same-box         the target lies in the box with the script, so that nothing separates them
* killed-leader    as before, and whoever started the script only kills what it started
* naive-collector  as before, and the files are read by a collector that suspects nothing
* wide-limits      a box whose limits are far above what the script uses
* raw              the output itself, instead of what is shown of it; raw-changes: names, links and differences
* plain            bubblewrap alone, as an ordinary user: no filter of calls, every capability in its own namespace
* plain-victim     as before, with the target in the same namespaces
* host-devices     as plain, with the host's /dev
* terminal         as plain, with a terminal and without a session of its own
* real-root        bubblewrap alone, started by real root; for scripts that open kernel settings and write nothing
"""

from __future__ import annotations

import asyncio
import os
import pty
import secrets
import select
import subprocess
import time
from dataclasses import replace
from typing import Any

from scriptsmith.cli.visible import visible
from scriptsmith.core.effects import Execution
from scriptsmith.ports import BoxLimits, BoxSpec, Sandbox

from .corpus import HERE, Hostile

WIDE = BoxLimits(wall=25, cpu=40, memory=3 << 30, processes=600, output=8 << 20, disk=600 << 20, inodes=30_000)
_NOBODY = 65_534
_PLAIN = [
    *("bwrap", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--die-with-parent"),
    *("--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc", "--proc", "/proc", "--tmpfs", "/tmp", "--dir", "/work"),
    *("--symlink", "usr/bin", "/bin", "--symlink", "usr/sbin", "/sbin"),
    *("--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64", "--chdir", "/work"),
]
_AS_ROOT_OF_ITS_OWN = ["--unshare-user", "--uid", "0", "--gid", "0", "--cap-add", "ALL"]


async def succeeds(script: Hostile, sandbox: Sandbox) -> bool:
    """Whether `script` reaches its target when nothing that is tested protects it."""
    token = f"token-{secrets.token_hex(12)}"
    match script.control:
        case "same-box" | "killed-leader" | "naive-collector":
            return await _beside_its_target(script, sandbox, token)
        case "wide-limits":
            return b"ESCAPED" in (await _in_box(script, sandbox)).stdout
        case "raw":
            text = (await _in_box(script, sandbox)).stdout.decode("utf-8", "surrogateescape")
            return visible(text) != text
        case "raw-changes":
            text = repr_of(await _in_box(script, sandbox))
            return visible(text) != text
        case "terminal":
            return b"ESCAPED" in await asyncio.to_thread(_on_a_terminal, script)
        case kind:
            output = await asyncio.to_thread(_plain, script, kind, token)
            return b"ESCAPED" in output or token.encode() in output


def can_run(script: Hostile) -> bool:
    """Whether there is a control for `script` here."""
    return script.control != "none" and (script.control != "real-root" or os.geteuid() == 0)


def repr_of(ended: Execution) -> str:
    """All text of the changes."""
    nodes = [node for change in ended.changes for node in (change.before, change.after) if node]
    return "".join([*(change.path + change.diff for change in ended.changes), *(node.link for node in nodes)])


async def _in_box(script: Hostile, sandbox: Sandbox) -> Execution:
    spec = BoxSpec(files={"/work/script.sh": script.text.encode()}, limits=WIDE)
    async with sandbox.open(spec) as box:
        return await box.execute(["bash", "/work/script.sh"])


async def _beside_its_target(script: Hostile, sandbox: Sandbox, token: str) -> bool:
    harness = (HERE / "harness.py").read_bytes()
    files = {"/opt/harness.py": harness, "/opt/script.sh": script.text.encode()}
    async with sandbox.open(replace(BoxSpec(files=files), limits=WIDE)) as box:
        ended = await box.execute(["python3", "/opt/harness.py", script.control, "/opt/script.sh", token])
    told = [line for line in ended.stdout.splitlines() if line.startswith(b"CONTROL:")]
    return len(told[0].split()) > 1 if told else ended.exit == 128 + 9 and not ended.limits


def _plain(script: Hostile, kind: str, token: str) -> bytes:
    """Bubblewrap with few options; the leaked variable and descriptor are there to be found."""
    devices = ["--dev-bind", "/dev", "/dev"] if kind == "host-devices" else ["--dev", "/dev"]
    as_root = kind == "real-root"
    user: dict[str, Any] = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []}
    read, write = os.pipe()
    os.write(write, token.encode())
    os.close(write)
    shell = 'python3 -c "import time; time.sleep(60)" & VICTIM=$!; export VICTIM; sleep 0.2; bash -c "$1"; kill $VICTIM'
    command = ["bash", "-c", shell, "bash", script.text] if kind == "plain-victim" else ["bash", "-c", script.text]
    try:
        ended: subprocess.CompletedProcess[bytes] = subprocess.run(
            [*_PLAIN, *([] if as_root else _AS_ROOT_OF_ITS_OWN), *devices, "--", *command],
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LEAKED": token, "HOST_NAME": "", "HOST_SESSION": ""},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=20,
            pass_fds=[read],
            check=False,
            **({} if as_root or os.geteuid() else user),
        )
    finally:
        os.close(read)
    return ended.stdout


def _on_a_terminal(script: Hostile) -> bytes:
    """What reaches the terminal of whoever runs `script` under bubblewrap in the same session."""
    pid, terminal = pty.fork()
    if pid == 0:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setresgid(_NOBODY, _NOBODY, _NOBODY)
                os.setresuid(_NOBODY, _NOBODY, _NOBODY)
            argv = [
                *_PLAIN,
                *_AS_ROOT_OF_ITS_OWN,
                "--dev",
                "/dev",
                "--",
                "bash",
                "-c",
                f"exec > /dev/null 2>&1; {script.text}",
            ]
            os.execvpe(argv[0], argv, {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
        finally:
            os._exit(1)
    seen, end = b"", time.monotonic() + 10
    try:
        while time.monotonic() < end and select.select([terminal], [], [], 10)[0]:
            seen += os.read(terminal, 4096)
    except OSError:
        pass  # the other end is closed
    os.close(terminal)
    os.waitpid(pid, 0)
    return seen
