"""Debian's Alertmanager for tests: one process on loopback that reports to a hook of ours."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest

PROGRAM = shutil.which("prometheus-alertmanager") or ""
with_alertmanager = pytest.mark.skipif(
    not PROGRAM, reason="prometheus-alertmanager is not installed: `scripts/alertmanager.sh` installs it on Debian"
)
CONFIG = """\
route:
  receiver: ours
  group_by: [alertname]
  group_wait: 100ms
  group_interval: 1s
  repeat_interval: 2s
receivers:
  - name: ours
    webhook_configs:
      - url: {url}
        send_resolved: true
        http_config:
          authorization: {{credentials: {secret}}}
"""


class Alertmanager:
    """A running Alertmanager at `url`."""

    def __init__(self, url: str) -> None:
        self.url = url

    async def post(self, labels: Mapping[str, str], *, ends: str = "", **annotations: str) -> None:
        """Report an alert to it, as Prometheus does; with `ends` one that has ended then."""
        told = {"labels": dict(labels), "annotations": annotations, "startsAt": "2026-01-02T03:04:05Z"}
        async with httpx2.AsyncClient(timeout=60.0) as http:
            body = json.dumps([told | ({"endsAt": ends} if ends else {})])
            headers = {"Content-Type": "application/json"}
            answer = await http.post(f"{self.url}/api/v2/alerts", content=body, headers=headers)
            answer.raise_for_status()


@asynccontextmanager
async def an_alertmanager(hook: str, secret: str, folder: Path) -> AsyncIterator[Alertmanager]:
    """An Alertmanager that reports to `hook`, for as long as the block runs."""
    (folder / "alertmanager.yml").write_text(CONFIG.format(url=hook, secret=secret))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    process = await asyncio.create_subprocess_exec(
        PROGRAM,
        f"--config.file={folder / 'alertmanager.yml'}",
        f"--storage.path={folder / 'storage'}",
        f"--web.listen-address={address}",
        "--cluster.listen-address=",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await _answering(f"http://{address}/-/ready")
        yield Alertmanager(f"http://{address}")
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _answering(url: str) -> None:
    async with httpx2.AsyncClient(timeout=60.0) as http:
        for _ in range(600):
            try:
                if (await http.get(url)).status_code == 200:
                    return
            except httpx2.TransportError:
                pass
            await asyncio.sleep(0.1)
    raise AssertionError(f"nothing answers at {url}")
