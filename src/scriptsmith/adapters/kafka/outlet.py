"""Tells a topic of Kafka: an event of CloudEvents 1.0 a message, with the run or incident as its key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ...errors import BadSettings
from ...outlets.cloud_event import MEDIA_TYPE, cloud_event
from ...outlets.notice import Notice
from ..outlets.posting import Sent
from ..outlets.targets import TargetRefused, Targets
from .servers import KafkaServers, parts

_FOR_GOOD = frozenset({"MessageSizeTooLargeError", "InvalidTopicError"})
"""Errors after which the same message is never taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KafkaTopic:
    """A topic that takes events. A later try sends the same event with the same id; those about one run or incident
    are in one partition, and so in their order. `traceparent` tells the trace in which it is sent; empty: none."""

    servers: KafkaServers
    topic: str
    source: str = ""
    seconds: float = 10.0
    traceparent: Callable[[], str] = lambda: ""

    async def __call__(self, notice: Notice, tries: int, /) -> Sent:
        from aiokafka import AIOKafkaProducer
        from aiokafka.errors import KafkaError

        trace = self.traceparent().encode()
        # a client for each event: there are few, and none is left that nobody ends
        producer = AIOKafkaProducer(acks="all", request_timeout_ms=int(self.seconds * 700), **self.servers.options())
        try:
            await producer.start()
            await producer.send_and_wait(
                self.topic,
                cloud_event(notice, self.source),
                key=notice.subject.encode(),
                headers=[("content-type", MEDIA_TYPE.encode()), *([("traceparent", trace)] if trace else ())],
            )
        except (KafkaError, OSError) as error:
            kind = type(error).__name__
            return Sent(ok=False, said=f"Kafka did not take it ({kind})", again=kind not in _FOR_GOOD)
        finally:
            await producer.stop()
        return Sent(ok=True)


def kafka_topic(
    table: Mapping[str, Any], targets: Targets, *, seconds: float, source: str, traceparent: Callable[[], str]
) -> tuple[KafkaTopic, str]:
    """The outlet in a table, and its host; raises `BadSettings`."""
    servers = KafkaServers.of(table)
    try:
        for each in servers.servers:  # as an address, so that the same rules hold as for other outlets
            targets.checked(f"{'https' if servers.tls else 'http'}://{each}")
    except TargetRefused as error:
        raise BadSettings(f"servers is refused: {error}") from None
    made = KafkaTopic(servers=servers, topic=table["topic"], source=source, seconds=seconds, traceparent=traceparent)
    return made, parts(servers.servers[0]).hostname or ""
