"""A cluster of Kafka on loopback for tests: librdkafka's mock cluster, in a process of its own, which ends with it.

An address in front of it stays the same when the cluster is gone and another one has come, as a name does.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from typing import Any

import pytest

with_kafka = pytest.mark.skipif(
    not (find_spec("confluent_kafka") and find_spec("aiokafka")),
    reason="confluent-kafka or aiokafka is not installed: `make setup` installs both",
)
_CLUSTER = """
import sys
from confluent_kafka import Producer
holder = Producer({"test.mock.num.brokers": 2})
brokers = holder.list_topics(timeout=30).brokers.values()
print(",".join(f"{each.host}:{each.port}" for each in brokers), flush=True)
sys.stdin.read()
"""


class Cluster:
    """A cluster behind `address`, while there is one."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.brokers = ""
        self._process: asyncio.subprocess.Process | None = None

    async def begin(self) -> None:
        """Begin a cluster that holds nothing."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", _CLUSTER,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        assert self._process.stdout
        self.brokers = (await self._process.stdout.readline()).decode().strip()
        assert self.brokers

    async def end(self) -> None:
        """End it, with all that it holds."""
        if self._process:
            self._process.kill()
            await self._process.communicate()
            self._process = None
            self.brokers = ""

    async def put(
        self, topic: str, *values: object, headers: Mapping[str, str] | None = None, partition: int | None = None
    ) -> None:
        """Put messages into a topic: bytes as they are, and anything else as JSON."""
        from aiokafka import AIOKafkaProducer

        producer = AIOKafkaProducer(bootstrap_servers=self.brokers, acks="all", max_request_size=1 << 22)
        await producer.start()
        try:
            for value in values:
                sent = value if isinstance(value, bytes) or value is None else json.dumps(value).encode()
                told = [(name, each.encode()) for name, each in (headers or {}).items()]
                await producer.send_and_wait(
                    topic, sent, headers=told, partition=partition, key=None if sent else b"deleted"
                )
        finally:
            await producer.stop()

    async def read(self, topic: str, many: int) -> Sequence[Any]:
        """The first messages of a topic, as records of the client."""
        from aiokafka import AIOKafkaConsumer

        consumer = AIOKafkaConsumer(topic, bootstrap_servers=self.brokers, auto_offset_reset="earliest")
        await consumer.start()
        try:
            return [await asyncio.wait_for(consumer.getone(), 60) for _ in range(many)]
        finally:
            await consumer.stop()

    async def given(self, topic: str, group: str, *, seconds: float, enough: int = 1) -> int:
        """How many messages a new member of a group is given within some seconds, or until there are enough."""
        from aiokafka import AIOKafkaConsumer

        consumer = AIOKafkaConsumer(
            topic,
            bootstrap_servers=self.brokers,
            group_id=group,
            enable_auto_commit=False,
            auto_offset_reset="earliest",
        )
        await consumer.start()
        found = 0
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    while found < enough:
                        found += sum(len(each) for each in (await consumer.getmany(timeout_ms=200)).values())
        finally:
            await consumer.stop()
        return found

    async def passed_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection to the address, passed on to the first broker; ended where there is none."""
        host, _, port = self.brokers.partition(",")[0].rpartition(":")
        try:
            there, back = await asyncio.open_connection(host, int(port)) if port else (None, None)
        except OSError:
            there = back = None
        if there and back:
            with suppress(ConnectionError):
                await asyncio.gather(_copied(reader, back), _copied(there, writer))
            back.close()
        writer.close()


async def _copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.close()


@asynccontextmanager
async def a_cluster() -> AsyncIterator[Cluster]:
    """A cluster for as long as the block lasts."""
    cluster = Cluster("")
    server = await asyncio.start_server(cluster.passed_on, "127.0.0.1", 0)
    cluster.address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    await cluster.begin()
    try:
        yield cluster
    finally:
        await cluster.end()
        server.close()
