"""What worker processes promise to outlets: a run is never kept by one, and what a dead worker has begun is sent again."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from scriptsmith.testing.receivers import Arrived, Receiver, WebhookReceiver
from tests.databases import with_database
from tests.incidents.test_store import ONE
from tests.outlets.test_delivering import SECRETS, outlet_file, webhook
from tests.outlets.test_outbox import aged
from tests.working import Works, ask, settled, until

pytestmark = with_database


def works(folder: Path, text: str, **more: str) -> Works:
    file = outlet_file(folder, text, {"secret": SECRETS[0]})
    named = {"FILE": file, "WAIT": "0.05", **{name.upper(): value for name, value in more.items()}}
    patient = (("heartbeat", "3600"),)  # no worker is taken for dead because the machine is busy
    return Works(
        folder=folder,
        settings=patient,
        more=tuple((f"SCRIPTSMITH_OUTLETS__{name}", value) for name, value in named.items()),
    )


async def test_a_worker_that_is_killed_after_sending_sends_again_with_the_same_id(tmp_path: Path) -> None:
    """The receiver has the message and the worker dies before it has the answer: another worker sends it once more."""
    arrived, goes_on = threading.Event(), threading.Event()

    def hold(one: Arrived) -> None:
        if not arrived.is_set():
            arrived.set()
            goes_on.wait(120)

    with WebhookReceiver(SECRETS) as receiver:
        receiver.before = hold
        try:
            made = works(tmp_path, webhook(receiver), seconds="60")
            async with made.open() as (app, _):
                await app.team().incidents.keep([ONE])
                with made.worker() as first:
                    await until(arrived.is_set)
                    first.kill()
                (left,) = await app.team().outbox.page()
                assert (left.state, left.tries) == ("waiting", 1)
                goes_on.set()
                await aged(app.team().database, "delivery", "due", "1 hour")  # the dead worker's lease has ended
                with made.worker() as second:
                    await until(lambda: _delivered(app.team().outbox))
                    assert second.end() == 0
                (done,) = await app.team().outbox.page()
                assert done.tries == 2
        finally:
            goes_on.set()
        assert len({each.headers["webhook-id"] for each in receiver.arrived}) == 1
        assert len({each.body for each in receiver.arrived}) == 1
        assert len(receiver.arrived) == 2
        assert list(receiver.events) == [done.message]


async def _delivered(outbox: object) -> bool:
    from scriptsmith.adapters.postgres.outbox import PostgresOutbox

    assert isinstance(outbox, PostgresOutbox)
    return bool(await outbox.page(state="delivered"))


@pytest.mark.thorough
async def test_runs_go_on_whatever_an_outlet_does(tmp_path: Path) -> None:
    """One that never answers and one that is gone: runs settle, and the worker ends when it is told to."""
    never = threading.Event()
    gone = Receiver()
    with gone:
        pass
    with Receiver() as silent:
        silent.before = lambda arrived: never.wait(120)
        try:
            made = works(tmp_path, webhook(gone, "gone") + webhook(silent, "silent"), seconds="1")
            async with made.open() as (app, queue):
                await app.team().incidents.keep([ONE])
                with made.worker() as worker:
                    await until(lambda: len(silent.arrived) > 0 or worker.said("outlet silent"))
                    runs = await ask(app, queue, 2)
                    await until(lambda: settled(app, runs))
                    assert worker.end() == 0
        finally:
            never.set()


async def test_a_faulty_file_of_outlets_is_told_at_the_start(tmp_path: Path) -> None:
    made = works(tmp_path, "[outlet.a]\nkind = 'fax'\n")
    with made.worker() as worker:
        assert worker.process.wait(120) == 2
        assert worker.said("kind is one of webhook")
