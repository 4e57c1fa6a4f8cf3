"""Reports in Kafka become incidents once, whoever dies meanwhile; what cannot be read keeps nothing back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from scriptsmith import team
from scriptsmith.adapters.kafka.consumer import KafkaQueue
from scriptsmith.adapters.kafka.topic_file import topics_of
from scriptsmith.errors import BadSettings
from scriptsmith.settings import load
from scriptsmith.wiring import App, build
from tests.databases import fresh, with_database
from tests.incidents.payloads import DISK, alert, alertmanager
from tests.web.server import serving
from tests.working import until, working

from .cluster import Cluster, a_cluster, with_kafka

pytestmark = [with_database, with_kafka]

TOPICS = """
servers = "{address}"
tls = "none"
group = "ours"
[topic.alerts]
source = "alertmanager"
[topic.zabbix-events]
source = "zabbix"
fields.fingerprint = "id"
fields.title = "text"
fields.state = "state"
"""


def report(name: str, **more: Any) -> Mapping[str, Any]:
    return alertmanager(alert(DISK | {"instance": name}, **more))


def named(folder: Path, address: str) -> str:
    (folder / "topics.toml").write_text(TOPICS.format(address=address))
    return str(folder / "topics.toml")


@asynccontextmanager
async def an_app(folder: Path, cluster: Cluster, url: str) -> AsyncIterator[App]:
    flags: dict[str, object] = {
        "database.storage": "postgres",
        "database.url": url,
        "paths.cache": str(folder / "cache"),
        "sandbox.engine": "none",
        "incidents.kafka_file": named(folder, cluster.address),
    }
    environ = {"SCRIPTSMITH_CONFIG": str(folder / "none.toml")}
    async with build(load(environ, flags, folder), environ) as app:
        await app.team().database.rows("still_there")
        yield app


@asynccontextmanager
async def taking(app: App) -> AsyncIterator[list[str]]:
    """One that takes reports as a worker does, but waits shorter, for as long as the block lasts; yields what it says."""
    said, stop = list[str](), asyncio.Event()
    made = team.consuming(app.team(), app.team_service(), app.settings, said.append)
    topics = topics_of(app.settings.incidents.kafka_file)
    assert made
    assert topics
    task = asyncio.create_task(replace(made, queue=KafkaQueue(topics, silent=1.0), again=0.1).run(stop))
    try:
        yield said
    finally:
        stop.set()
        await task


async def kept(app: App) -> dict[str, int]:
    """How often each alert was reported."""
    found = await app.team().incidents.page(limit=500)
    return {each.incident.labels.get("instance", each.incident.fingerprint): each.reports for each in found}


async def test_reports_are_kept_and_go_on_behind_the_committed_offset(tmp_path: Path) -> None:
    """Of two topics, plain and in envelopes. Who begins again is given none of those that were kept."""
    event = {"specversion": "1.0", "id": "e-1", "source": "/m", "type": "alerts", "data": report("event-1")}
    async with a_cluster() as cluster, an_app(tmp_path, cluster, fresh()) as app:
        await cluster.put("alerts", *(report(f"db-{number}") for number in range(20)))
        await cluster.put("alerts", event, None)
        await cluster.put("zabbix-events", {"id": "z-1", "text": "queue is full", "state": "open"})
        async with working(app) as said:  # as a worker does it
            await until(lambda: _many(app, 22))
        assert not [line for line in said if "Kafka" in line or "aside" in line]
        await cluster.put("alerts", *(report(f"db-{number}") for number in range(20, 30)))
        async with taking(app):
            await until(lambda: _many(app, 32))
        assert set((await kept(app)).values()) == {1}
        assert await app.team().set_aside.count() == 0


async def _many(app: App, many: int) -> bool:
    return sum((await app.team().incidents.counts()).values()) >= many


@pytest.mark.thorough
async def test_who_comes_into_the_group_later_is_given_nothing_that_was_taken(tmp_path: Path) -> None:
    """Another group is given all of it. (The mock cluster cannot share topics out between two of our clients: it refuses
    the second one's request to join once the first one's was answered.)"""
    async with a_cluster() as cluster, an_app(tmp_path, cluster, fresh()) as app:
        for partition in range(4):
            await cluster.put("alerts", report(f"p{partition}"), partition=partition)
        async with taking(app):
            await until(lambda: _many(app, 4))
        assert await cluster.given("alerts", "ours", seconds=8.0) == 0
        assert await cluster.given("alerts", "theirs", seconds=60.0, enough=4) == 4


async def test_what_comes_twice_is_kept_once(tmp_path: Path) -> None:
    """The same event in two messages, and messages that are read again because nobody has committed them: an alert that
    fired and was resolved stays resolved, and nothing is told of it anew."""
    fired = {"specversion": "1.0", "id": "e-1", "source": "/m", "type": "alerts", "data": report("db-1")}
    over = {**fired, "id": "e-2", "data": report("db-1", status="resolved")}
    async with a_cluster() as cluster, an_app(tmp_path, cluster, fresh()) as app:
        await cluster.put("alerts", fired, over, fired, report("db-2"), report("db-2", status="resolved"), partition=0)
        async with taking(app):
            await until(lambda: _resolved(app, 2))
        settings = app.settings.incidents.kafka_file
        Path(settings).write_text(
            Path(settings).read_text().replace('"ours"', '"again"')
        )  # as if nothing were committed
        async with taking(app):
            await until(lambda: _heard(app, 10))
        for one in await app.team().incidents.page():
            assert one.incident.state == "resolved"
            timeline = await app.team().incidents.timeline(one.incident.id)
            assert [each.kind for each in timeline] == ["opened", "resolved"]


async def _resolved(app: App, many: int) -> bool:
    return (await app.team().incidents.counts())["resolved"] >= many


async def _heard(app: App, many: int) -> bool:
    return sum((await kept(app)).values()) >= many


async def test_a_message_that_cannot_be_read_is_set_aside_and_keeps_nothing_back(tmp_path: Path) -> None:
    """Its reason is an admin's to see; nobody else's, and without secrets. What can be read of a message is kept."""
    half = alertmanager(alert(DISK | {"instance": "half"}), "no alert")
    poison = (
        b"{",
        b"\xff\x00",
        b"[" * 100_000,
        {"version": "9"},
        half,
        b'{"password": "hunter2horse"',
        b"x" * 2_000_000,
    )
    url = fresh()
    async with a_cluster() as cluster, an_app(tmp_path, cluster, url) as app:
        for value in poison:
            await cluster.put("alerts", value, report("behind"), partition=1)
        async with taking(app) as said:
            await until(lambda: _aside(app, len(poison)))
            await until(lambda: _many(app, 2))
        assert set(await kept(app)) == {"half", "behind"}
        assert len([line for line in said if "is set aside" in line]) == len(poison) - 1
    async with serving(workers=0, url=url) as service:
        async with service.client("admin") as http:
            first = (await http.get("/api/v1/set-aside", params={"limit": 4})).json()
            assert [each["place"].split("/")[0] for each in first["messages"]] == ["alerts"] * 4
            assert "hunter2horse" not in str(first)
            assert "alert 2: it should be a JSON object" in [each["why"] for each in first["messages"]]
            rest = (await http.get(first["next"])).json()
            assert len(rest["messages"]) == len(poison) - 4
            assert rest["next"] is None
        async with service.client("reviewer") as http:
            assert (await http.get("/api/v1/set-aside")).status_code == 403


async def _aside(app: App, many: int) -> bool:
    return await app.team().set_aside.count() >= many


@pytest.mark.thorough
async def test_a_database_that_does_not_answer_loses_nothing(tmp_path: Path) -> None:
    """Nothing is acknowledged before it is kept."""
    url = fresh()
    async with a_cluster() as cluster, an_app(tmp_path, cluster, url) as app:
        await cluster.put("alerts", report("db-1"), report("db-2"), partition=0)
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as other:
            await other.execute("create function scriptsmith.refused() returns trigger language plpgsql as $$ begin raise exception using errcode = '57P03'; end $$")  # fmt: skip
            await other.execute("create trigger refused before insert on scriptsmith.incident for each row execute function scriptsmith.refused()")  # fmt: skip
            async with taking(app) as said:
                await until(lambda: any("wait" in line for line in said))
                assert await kept(app) == {}
                await other.execute("drop trigger refused on scriptsmith.incident")
                await until(lambda: _many(app, 2))
        assert await kept(app) == {"db-1": 1, "db-2": 1}
        assert await app.team().set_aside.count() == 0


@pytest.mark.thorough
async def test_a_cluster_that_is_gone_ends_no_worker_and_is_found_again(tmp_path: Path) -> None:
    """That it is gone is said once, in a sentence; so is that it is back."""
    async with a_cluster() as cluster, an_app(tmp_path, cluster, fresh()) as app:
        await cluster.put("alerts", report("before"))
        async with taking(app) as said:
            await until(lambda: _many(app, 1))
            await cluster.end()
            await until(lambda: any("reports in Kafka wait" in line for line in said))
            await cluster.begin()
            await cluster.put("alerts", report("after"))
            await until(lambda: _many(app, 2))
        assert any("again" in line for line in said)
        assert len(said) < 10
        assert all("Traceback" not in line for line in said)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("servers", "server"), "no setting 'server'"),
        (('"{address}"', '""'), "servers is a list"),
        (('"{address}"', '"kafka"'), "servers is a list"),
        (('"none"', '"some"'), "tls is one of"),
        (('group = "ours"', 'group = "a b"'), "group is a text"),
        (("[topic.alerts]", '[topic."a/b"]'), "no name of a topic"),
        (('"alertmanager"', '"alertmanager"\nalerts = "x"'), "takes no alerts"),
        (('source = "zabbix"', ""), "source is missing"),
        (("fields.state", "fields.stat"), "no field 'stat'"),
        (('source = "zabbix"', 'source = "zabbix"\nsecret_file = "x"'), "takes no secret"),
        (('tls = "none"', 'user = "x"'), "go together"),
        (('tls = "none"', 'ca_file = "/nonexistent"'), "ca_file /nonexistent cannot be read"),
        (('tls = "none"', 'mechanism = "GSSAPI"'), "mechanism is one of"),
        (('"{address}"', '"k.example:9092"\nuser = "x"\nsecret_file = "{secret}"'), "over TLS alone"),
        (("[topic", "[[topic"), "cannot be read|names no"),
    ],
)
def test_a_mistake_in_the_file_is_told_at_the_start(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    (tmp_path / "secret").write_text("a-secret-of-kafka-1")
    text = TOPICS.replace(change[0], change[1], 1)
    (tmp_path / "t.toml").write_text(
        text.replace("{address}", "127.0.0.1:9").replace("{secret}", str(tmp_path / "secret"))
    )
    with pytest.raises(BadSettings, match=said):
        topics_of(str(tmp_path / "t.toml"))
    assert topics_of("") is None


def test_a_user_logs_in_with_the_secret_of_the_file(tmp_path: Path) -> None:
    """A secret that has changed counts from the next connection on."""
    (tmp_path / "secret").write_text("a-secret-of-kafka-1")
    more = f'user = "scriptsmith"\nsecret_file = "{tmp_path}/secret"\nmechanism = "PLAIN"'
    (tmp_path / "t.toml").write_text(TOPICS.format(address="kafka.example:9093").replace('tls = "none"', more))
    topics = topics_of(str(tmp_path / "t.toml"))
    assert topics
    options = topics.servers.options()
    assert (options["security_protocol"], options["sasl_mechanism"]) == ("SASL_SSL", "PLAIN")
    assert (options["sasl_plain_username"], options["sasl_plain_password"]) == ("scriptsmith", "a-secret-of-kafka-1")
    (tmp_path / "secret").write_text("another-secret-of-kafka")
    assert topics.servers.options()["sasl_plain_password"] == "another-secret-of-kafka"
