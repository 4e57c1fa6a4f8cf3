"""What this machine is, for a script that must run on it."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil

from ..core.types import Profile
from ..errors import ToolMissing

TOOLS = [
    "apt-get",
    "awk",
    "bzip2",
    "crontab",
    "curl",
    "dig",
    "dnf",
    "docker",
    "fuser",
    "gzip",
    "ip",
    "iptables",
    "jq",
    "journalctl",
    "kubectl",
    "logrotate",
    "lsof",
    "mysql",
    "nc",
    "nft",
    "openssl",
    "perl",
    "podman",
    "psql",
    "python3",
    "rsync",
    "ss",
    "ssh",
    "sudo",
    "systemctl",
    "tar",
    "useradd",
    "wget",
    "xz",
    "zstd",
]


async def probe() -> Profile:
    """The profile of this machine; raises `ToolMissing` without Bash."""
    try:
        release = platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        release = f"{platform.system()} {platform.release()}"
    try:
        process = await asyncio.create_subprocess_exec("bash", "--version", stdout=asyncio.subprocess.PIPE)
    except FileNotFoundError:
        raise ToolMissing("bash is not installed") from None
    said, _ = await process.communicate()
    return Profile(
        distribution=release,
        shell=said.decode(errors="replace").partition("\n")[0],
        tools=tuple(tool for tool in TOOLS if shutil.which(tool)),
        privilege="root" if os.geteuid() == 0 else "ordinary user",
    )
