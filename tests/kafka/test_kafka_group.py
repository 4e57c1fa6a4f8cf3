"""Workers in one group share a topic out among them, and what one leaves when it is killed comes to another."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from scriptsmith import team
from scriptsmith.adapters.kafka.consumer import KafkaQueue, KafkaReader
from scriptsmith.adapters.kafka.topic_file import topics_of
from scriptsmith.incidents.inlets.messages import QueuedMessage
from scriptsmith.wiring import App
from tests.databases import fresh, with_database
from tests.working import until

from .brokers import a_broker, with_broker
from .cluster import Cluster
from .test_kafka_reports import an_app, kept, report, taking

pytestmark = [with_database, with_broker]
PARTITIONS = 4
_KEEPING = "import sys; from tests.kafka.test_kafka_group import keep; keep(*sys.argv[1:])"


class Unacknowledged:
    """A queue whose reader says what it was given, and hangs when it is to acknowledge it."""

    def __init__(self, queue: KafkaQueue) -> None:
        self._queue = queue

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Unacknowledged]:
        async with self._queue.opened() as self._reader:
            yield self

    _reader: KafkaReader

    async def next(self) -> Sequence[QueuedMessage]:
        found = await self._reader.next()
        print(*(each.partition for each in found), flush=True)
        return found

    async def done(self) -> None:
        await asyncio.Event().wait()


def keep(folder: str, address: str, url: str) -> None:
    """Keep the first reports that come, and acknowledge none, until the process is killed."""

    async def take() -> None:
        async with an_app(Path(folder), _at(address), url) as app:
            topics = topics_of(app.settings.incidents.kafka_file)
            made = team.consuming(app.team(), app.team_service(), app.settings, print)
            assert made
            assert topics
            await replace(made, queue=Unacknowledged(KafkaQueue(topics))).run(asyncio.Event())

    asyncio.run(take())


def _at(address: str) -> Cluster:
    cluster = Cluster(address)
    cluster.brokers = address
    return cluster


async def members(address: str) -> int:
    """How many are in the group, once it has shared out."""
    from aiokafka.admin import AIOKafkaAdminClient

    admin = AIOKafkaAdminClient(bootstrap_servers=address)
    await admin.start()
    try:
        (answer,) = await admin.describe_consumer_groups(["ours"])
    finally:
        await admin.close()
    _, _, state, _, _, found, *_ = answer.groups[0]
    return len(found) if state == "Stable" else 0


async def test_of_two_members_one_is_killed_and_each_report_is_kept_once(tmp_path: Path) -> None:
    """Each has partitions of its own. One is killed after it has kept reports and before it has acknowledged them: the
    other one is given these again and knows them, and takes over what comes to those partitions afterwards."""
    url = fresh()
    async with a_broker("alerts", PARTITIONS) as address:
        cluster = _at(address)

        async def put(first: int, last: int) -> None:
            for number in range(first, last):
                await cluster.put("alerts", report(f"db-{number}"), partition=number % PARTITIONS)

        async def both() -> bool:
            return await members(address) == 2

        async with an_app(tmp_path, cluster, url) as app, taking(app):
            other = await asyncio.create_subprocess_exec(
                sys.executable, "-c", _KEEPING, str(tmp_path), address, url, stdout=asyncio.subprocess.PIPE
            )
            try:
                await until(both)
                await put(0, 2 * PARTITIONS)
                assert other.stdout
                theirs = set[int]()
                while not theirs:
                    theirs = {int(each) for each in (await other.stdout.readline()).split()}
                assert len(theirs) <= PARTITIONS // 2
                await until(lambda: _others(app, theirs, PARTITIONS // 2))
            finally:
                other.kill()
                await other.communicate()
            await put(2 * PARTITIONS, 4 * PARTITIONS)
            await until(lambda: _has(app, {f"db-{number}" for number in range(4 * PARTITIONS)}))
            found = await app.team().incidents.page(limit=500)
            assert len(found) == 4 * PARTITIONS
            for one in found:
                timeline = await app.team().incidents.timeline(one.incident.id)
                assert [each.kind for each in timeline] == ["opened"]
            assert await app.team().set_aside.count() == 0


async def _has(app: App, names: set[str]) -> bool:
    return names <= set(await kept(app))


async def _others(app: App, theirs: set[int], many: int) -> bool:
    """Whether reports of so many partitions are kept that are not `theirs`."""
    found = {int(name.removeprefix("db-")) % PARTITIONS for name in await kept(app)}
    return len(found - theirs) >= many
