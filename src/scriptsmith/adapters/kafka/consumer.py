"""Reads topics of Kafka in a group; nothing is acknowledged by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from ...errors import Unavailable
from ...incidents.inlets.messages import QueuedMessage
from .topic_file import KafkaTopics

if TYPE_CHECKING:
    from aiokafka import AIOKafkaConsumer

MOST = 100
"""Messages that are taken before they are acknowledged, at most."""
SILENT = 15.0
"""Seconds without a message after which the cluster is asked whether it is still there: the client waits for ever."""
SECONDS = 30.0
"""Within how many seconds the cluster answers, or is gone."""


class KafkaQueue:
    """A `ReportQueue` over topics. After `silent` seconds without a message it asks whether the cluster is there."""

    def __init__(self, topics: KafkaTopics, silent: float = SILENT) -> None:
        self._topics, self._silent = topics, silent

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[KafkaReader]:
        from aiokafka import AIOKafkaConsumer

        consumer = AIOKafkaConsumer(
            *self._topics.inlets,
            group_id=self._topics.group,
            enable_auto_commit=False,
            auto_offset_reset="earliest",
            metadata_max_age_ms=30_000,  # a topic that is made later is found within that
            **self._topics.servers.options(),
        )
        try:
            await _answered(consumer.start())
            yield KafkaReader(consumer, self._silent)
        finally:
            await _ended(consumer)


class KafkaReader:
    """An `OpenQueue` of a consumer that has started."""

    def __init__(self, consumer: AIOKafkaConsumer, silent: float) -> None:
        self._consumer, self._silent = consumer, silent
        self._ends: dict[Any, int] = {}
        self._heard = monotonic()

    async def next(self) -> Sequence[QueuedMessage]:
        found = await _answered(self._consumer.getmany(timeout_ms=500, max_records=MOST))
        if found:
            self._heard = monotonic()
        elif monotonic() - self._heard > self._silent:
            await _answered(self._consumer.topics())
            self._heard = monotonic()
        self._ends = {place: messages[-1].offset + 1 for place, messages in found.items()}
        return [_message(each) for messages in found.values() for each in messages]

    async def done(self) -> None:
        from aiokafka.errors import CommitFailedError

        with suppress(CommitFailedError):  # the group has shared out anew: these come again, and are known by then
            await _answered(self._consumer.commit(self._ends))


def _message(one: Any) -> QueuedMessage:
    return QueuedMessage(
        topic=one.topic,
        partition=one.partition,
        offset=one.offset,
        moment=one.timestamp,
        value=one.value or b"",
        headers={name: value.decode("utf-8", "replace") for name, value in one.headers if value is not None},
    )


async def _ended(consumer: AIOKafkaConsumer) -> None:
    """Leave the group, if it can be left. The client may end with the cancellation of a task of its own, which is none
    of ours."""
    ours = asyncio.current_task()
    before = ours.cancelling() if ours else 0
    try:
        await _answered(consumer.stop())
    except Unavailable:
        pass
    except asyncio.CancelledError:
        if ours and ours.cancelling() > before:
            raise


async def _answered(asked: Any) -> Any:
    """What the client comes back with; raises `Unavailable` when it does not, or fails."""
    from aiokafka.errors import CommitFailedError, KafkaError

    try:
        async with asyncio.timeout(SECONDS):
            return await asked
    except CommitFailedError:
        raise
    except TimeoutError:
        raise Unavailable(f"Kafka did not answer within {SECONDS:g} s") from None
    except (KafkaError, OSError) as error:
        raise Unavailable(f"Kafka cannot be read from ({type(error).__name__})") from None
