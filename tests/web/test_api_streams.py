"""Streams of events over a real server: nothing twice, nothing missed, and they end."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any

import pytest

from scriptsmith.core.events import Settled
from scriptsmith.core.types import Script
from scriptsmith.web import event_streams
from tests.databases import with_database

from .server import Service, serving

pytestmark = with_database
EVENTS = {"Accept": "text/event-stream"}


async def asked(service: Service) -> str:
    async with service.client("requester") as http:
        return str((await http.post("/api/v1/actions", json={"text": "show the moon"})).json()["run"])


async def settle(service: Service, run: str, times: int = 1) -> None:
    """Record that the run is settled, as a worker would."""
    for _ in range(times):
        seq = len(await service.app.journal.read(run))
        await service.app.journal.append(run, seq + 1, Settled(outcome="unsure", script=Script(text="date\n")))


async def told(lines: Any, until: int) -> list[int]:
    """The numbers of the events that a stream tells, up to `until`."""
    numbers: list[int] = []
    async for line in lines:
        if line.startswith("id: "):
            numbers.append(int(line.removeprefix("id: ")))
        elif line.startswith("data: ") and '"seq"' in line:
            assert json.loads(line.removeprefix("data: "))["seq"] == (numbers[-1] if numbers else 0) + 1
        if numbers and numbers[-1] == until and not line:
            break
    return numbers


async def test_events_are_told_as_they_happen() -> None:
    """Ten readers hear each event once and in order, whether it was there before or comes while they listen."""
    async with serving(workers=0) as service, service.client("reviewer") as http:
        run = await asked(service)
        heard = asyncio.Semaphore(0)

        async def follow() -> list[int]:
            async with http.stream("GET", f"/api/v1/runs/{run}/events", headers=EVENTS) as stream:
                lines = stream.aiter_lines()
                first = await told(lines, 1)
                heard.release()
                return first + [seq async for seq in _rest(lines)]

        readers = [asyncio.create_task(follow()) for _ in range(10)]
        for _ in readers:
            await heard.acquire()
        await settle(service, run, 5)
        async with service.client("requester") as ana:
            await ana.post(f"/api/v1/runs/{run}/cancel")
        assert await asyncio.gather(*readers) == [[1, 2, 3, 4, 5, 6, 7]] * 10


async def _rest(lines: Any) -> Any:
    async for line in lines:
        if line.startswith("id: "):
            yield int(line.removeprefix("id: "))


async def test_a_client_that_comes_back_misses_nothing() -> None:
    """Last-Event-ID resumes after that event; when the run is over and all is known, 204 ends it for good."""
    async with serving(workers=0) as service, service.client("requester") as http:
        run = await asked(service)
        await settle(service, run, 3)
        place = f"/api/v1/runs/{run}/events"
        async with http.stream("GET", place, headers={**EVENTS, "Last-Event-ID": "2"}) as stream:
            lines = [line async for line in _upto(stream.aiter_lines(), "id: 4")]
        assert [line for line in lines if line.startswith("id")] == ["id: 3", "id: 4"]
        await http.post(f"/api/v1/runs/{run}/cancel")
        rest = await http.get(place, headers={**EVENTS, "Last-Event-ID": "4"})
        assert [line for line in rest.text.splitlines() if line.startswith(("id", "event"))] == [
            "event: cancelled",
            "id: 5",
            "event: over",
        ]
        assert (await http.get(place, headers={**EVENTS, "Last-Event-ID": "5"})).status_code == 204
        listed = (await http.get(place, params={"after": 3})).json()
        assert (listed["over"], [each["seq"] for each in listed["events"]]) == (True, [4, 5])
        assert (await http.get("/api/v1/runs/none/events", headers=EVENTS)).status_code == 404


async def _upto(lines: Any, last: str) -> Any:
    async for line in lines:
        yield line
        if line == last:
            return


async def test_a_silent_stream_says_that_it_lives_and_ends_with_the_key() -> None:
    """A comment comes now and then; whoever is let in no more hears nothing more."""
    async with serving(workers=0, settings={"service.heartbeat": 0.02}) as service:
        run, key = await asked(service), await service.key("eli", "requester")
        people = service.app.team().people
        async with (
            service.client(Authorization=f"Bearer {key}") as http,
            http.stream("GET", f"/api/v1/runs/{run}/events", headers=EVENTS) as stream,
        ):
            lines = stream.aiter_lines()
            beats = [line async for line in _upto(lines, ": ping")]
            assert beats[-1] == ": ping"
            (info,) = [each for each in await people.keys() if each.name == "eli"]
            await people.revoke(info.id, "test")
            await settle(service, run)  # told, as the key may have ended a moment later
            rest = [line async for line in lines]
        assert rest[-2:] == [": log in again", ""]


@pytest.mark.parametrize("news", [True, False], ids=["news", "quiet"])
async def test_a_stream_ends_with_the_key_whether_there_is_news_or_not(
    news: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is let in no more hears nothing more soon after, however long it is to the next sign of life."""
    monkeypatch.setattr(event_streams, "AGAIN" if news else "LOOK", 0.02)
    monkeypatch.setattr(event_streams, "LOOK" if news else "AGAIN", 600.0)
    async with serving(workers=0, settings={"service.heartbeat": 600.0}) as service:
        run, key = await asked(service), await service.key("eli", "requester")
        people = service.app.team().people
        async with (
            service.client(Authorization=f"Bearer {key}") as http,
            http.stream("GET", f"/api/v1/runs/{run}/events", headers=EVENTS) as stream,
        ):
            lines = stream.aiter_lines()
            await told(lines, 1)
            (info,) = [each for each in await people.keys() if each.name == "eli"]
            await people.revoke(info.id, "test")
            rest = asyncio.create_task(_all(lines))
            while not rest.done():
                if news:
                    await settle(service, run)
                await asyncio.wait([rest], timeout=0.05)
        assert (await rest)[-2:] == [": log in again", ""]


async def _all(lines: Any) -> list[str]:
    return [line async for line in lines]


async def test_a_stream_ends_when_the_run_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says why, and does not begin again: neither before nor after has the run ended."""
    monkeypatch.setattr(event_streams, "LOOK", 0.02)
    async with serving(workers=0) as service, service.client("requester") as http:
        run = await asked(service)
        place = f"/api/v1/runs/{run}/events"
        async with http.stream("GET", place, headers=EVENTS) as stream:
            lines = stream.aiter_lines()
            await told(lines, 1)
            database = service.app.database
            assert database
            await database.do("note_failure", run=run, said="the model is gone", tries=8, final=True)
            rest = await _all(lines)
        assert [line for line in rest if line] == [
            "event: over",
            'data: {"state": "working", "problem": "the model is gone"}',
        ]
        assert (await http.get(place, headers={**EVENTS, "Last-Event-ID": "1"})).status_code == 204
        assert '"problem"' in (await http.get(place, headers=EVENTS)).text


@pytest.mark.parametrize("end", ["given up", "cancelled"])
async def test_who_begins_to_follow_after_the_end_is_told_of_it(end: str) -> None:
    """A page that was made before the end asks for what comes after the last event that it shows: there is none, and it
    is told the state all the same."""
    async with serving(workers=0) as service, service.client("requester") as http:
        run = await asked(service)
        place = f"/api/v1/runs/{run}/events"
        if end == "given up":
            database = service.app.database
            assert database
            await database.do("note_failure", run=run, said="the model is gone", tries=8, final=True)
        else:
            await http.post(f"/api/v1/runs/{run}/cancel")
        seen = len(await service.app.journal.read(run))
        answer = await http.get(place, params={"after": seen}, headers=EVENTS)
        assert answer.status_code == 200
        (told_of,) = [line for line in answer.text.splitlines() if line.startswith("data: ")]
        expected = {"state": "working", "problem": "the model is gone"} if end == "given up" else {"state": "cancelled"}
        assert json.loads(told_of.removeprefix("data: ")) == expected


async def test_streams_of_one_person_are_bounded() -> None:
    """One person may have five streams and a tenth of all of them, and takes none from others."""
    async with serving(workers=0, settings={"service.streams": 20}) as service, AsyncExitStack() as stack:
        run = await asked(service)
        place = f"/api/v1/runs/{run}/events"
        ana = await stack.enter_async_context(service.client("requester"))
        held = []  # a stream is closed when nobody holds its lines
        for _ in range(5):
            stream = await stack.enter_async_context(ana.stream("GET", place, headers=EVENTS))
            held.append(stream.aiter_lines())
            await told(held[-1], 1)
        assert (await ana.get(place, headers=EVENTS)).status_code == 429
        async with service.client("reviewer") as bo, bo.stream("GET", place, headers=EVENTS) as stream:
            assert await told(stream.aiter_lines(), 1) == [1]


async def test_streams_end_with_the_service_and_are_bounded() -> None:
    """More streams than may be are told to come again, and those that are open end when the service does."""
    async with serving(workers=0, settings={"service.streams": 1}) as service:
        run = await asked(service)
        async with (
            service.client("requester") as http,
            http.stream("GET", f"/api/v1/runs/{run}/events", headers=EVENTS) as stream,
        ):
            lines = stream.aiter_lines()
            await told(lines, 1)
            second = await http.get(f"/api/v1/runs/{run}/events", headers=EVENTS)
            assert (second.status_code, second.headers["retry-after"]) == (429, "6")
            assert "scriptsmith_streams 1.0" in (await http.get("/metrics")).text
            service.server.stop()
            assert [line async for line in lines if line.startswith("id")] == []


async def test_a_reader_that_goes_away_leaves_nothing_behind() -> None:
    """When its client has gone, a stream is closed and counted no more."""
    async with serving(workers=0, settings={"service.heartbeat": 0.02}) as service:
        run = await asked(service)
        async with (
            service.client("requester") as http,
            http.stream("GET", f"/api/v1/runs/{run}/events", headers=EVENTS) as stream,
        ):
            await told(stream.aiter_lines(), 1)
        async with service.client("requester") as http:
            while "scriptsmith_streams 0.0" not in (await http.get("/metrics")).text:
                pass
