"""Events of incidents and runs come to a topic of Kafka, in the order of each and with the same id however often."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scriptsmith.adapters.outlets.outlet_file import outlets_of
from scriptsmith.errors import BadSettings
from scriptsmith.settings import load
from tests.databases import with_database
from tests.incidents.test_store import ONE
from tests.outlets.notices import OPENED
from tests.outlets.test_delivering import telling
from tests.working import until

from .cluster import a_cluster, with_kafka

pytestmark = with_kafka

TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
OUTLET = """
[outlet.events]
kind = "kafka"
servers = "{address}"
topic = "scriptsmith"
tls = "none"
[[route]]
outlets = ["events"]
"""


@with_database
async def test_a_topic_is_told_when_the_cluster_is_there(tmp_path: Path) -> None:
    """While it is gone the delivery waits, and says why; nothing is lost, and the id stays."""
    async with a_cluster() as cluster:
        await cluster.end()
        text = OUTLET.replace("{address}", cluster.address)
        async with telling(tmp_path, text, {}, seconds=5.0, tries=1000) as told:
            await told.report(ONE)
            await until(lambda: any("Kafka did not take it" in line for line in told.said))
            await cluster.begin()
            await until(lambda: told.all_are("delivered"))
            (delivery,) = await told.outbox.page()
        assert delivery.tries > 1
        (record, *_) = await cluster.read("scriptsmith", 1)
        event = json.loads(record.value)
        assert (event["id"], event["type"]) == (delivery.message, "scriptsmith.incident.opened.v1")
        assert record.key.decode() == event["subject"] == delivery.subject
        assert dict(record.headers)["content-type"].startswith(b"application/cloudevents+json")


async def test_what_is_about_one_run_is_in_one_partition(tmp_path: Path) -> None:
    async with a_cluster() as cluster:
        (tmp_path / "outlets.toml").write_text(OUTLET.replace("{address}", cluster.address))
        settings = load({}, {"outlets.file": str(tmp_path / "outlets.toml")}, tmp_path).settings.outlets
        outlet = outlets_of(settings, traceparent=lambda: TRACE).outlets["events"]
        assert outlet.place == "127.0.0.1"
        for _ in range(4):
            assert (await outlet.send(OPENED, 1)).ok
        records = await cluster.read("scriptsmith", 4)
        assert len({each.partition for each in records}) == 1
        assert len({json.loads(each.value)["id"] for each in records}) == 1
        assert dict(records[0].headers)["traceparent"].decode() == TRACE  # whoever reads goes on in our trace


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("{address}", "kafka.example.org:9092"), "goes without TLS"),
        (('"{address}"\ntopic = "scriptsmith"\ntls = "none"', '"10.0.0.1:9093"\ntopic = "x"'), "private network"),
        (("{address}", "kafka"), "servers is a list"),
        (('topic = "scriptsmith"', ""), "topic is missing"),
        (('tls = "none"', 'url = "x"'), "takes no url"),
        (('tls = "none"', 'user = "x"'), "go together"),
    ],
)
def test_a_mistake_is_told_at_the_start(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    text = OUTLET.replace(*change)
    (tmp_path / "outlets.toml").write_text(text.replace("{address}", "127.0.0.1:9"))
    settings = load({}, {"outlets.file": str(tmp_path / "outlets.toml")}, tmp_path).settings.outlets
    with pytest.raises(BadSettings, match=said):
        outlets_of(settings)
