"""Looks for secrets in a box, from within a made host: called by `test_sandbox_private.py` as a program of its own.

    python made_host.py PLACES NAMED...

Prints JSON: which of the places can be read outside of a box, and which in one, by its root and by another user.
`NAMED` paths are exposed. Places are lines `mode owner path`; each file holds "token-of " and its path.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from pathlib import Path

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.ports import BoxLimits, BoxSpec

TOPS = "/etc /home /opt /srv /usr/local /usr/share /var"
ONE_BY_ONE = 'while read -r path; do cat "$path"; done < /work/paths'
ALL = f"grep -rsah token-of {TOPS}; tar c {TOPS} | grep -a token-of"
OTHER = "setpriv --reuid 1000 --regid 1000 --clear-groups"


async def main(places: str, named: list[str]) -> None:
    paths = Path(places).read_text().split("\n")
    limits = BoxLimits(disk=1 << 30, memory=2 << 30, inodes=100_000, output=8 << 20)
    listed = {"/work/paths": "\n".join([*paths, ""]).encode()}
    spec = BoxSpec(files=listed, expose=tuple(named), limits=limits)
    sandbox = Bubblewrap()
    found: dict[str, list[str]] = {"outside": [path for path in paths if _readable(path)]}
    ways = {
        "root": f"{ONE_BY_ONE}; {ALL}",
        "other": f"chmod 644 /work/paths; {OTHER} bash -c '{ONE_BY_ONE}; {ALL}'",
        "copied": f"mkdir /tmp/copy; cp -a {TOPS} /tmp/copy; chmod -R a+rX /tmp/copy; grep -rsah token-of /tmp/copy",
        "changed": f"chmod -R a+rX {TOPS}; chown -R 0:0 {TOPS}; {ALL}",
        "public": f"grep -rsh public-to {TOPS}",
    }
    for name, script in ways.items():
        async with sandbox.open(spec) as box:
            ended = await box.execute(["bash", "-c", f"({script}) 2>/dev/null"])
        assert not ended.limits, (name, ended.limits)
        told = _tokens(ended.stdout)  # the text of this program is among what is searched
        found[name] = [path for path in told if path in paths or (name == "public" and os.path.isfile(path))]
    print(json.dumps(found))


def _readable(path: str) -> bool:
    return os.access(path, os.R_OK) and f"token-of {path}\n" in Path(path).read_text()


def _tokens(data: bytes) -> list[str]:
    return sorted(set(re.findall(r"(?:token-of|public-to) (\S+)", data.decode("utf-8", "replace"))))


asyncio.run(main(sys.argv[1], sys.argv[2:]))
