"""Entries on offer, in the API and in the console: what is likely is shown with what speaks against it, and taken."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.databases import with_database
from tests.web.server import Service, serving

from .test_api import settled
from .test_console_pages import Form, logged_in

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database]
LIKELY = {"text": "restart nginx and then delete its logs"}
VAGUE = {"text": "restart the database service"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service() -> AsyncIterator[Service]:
    async with serving() as running:
        yield running


async def test_the_api_offers_what_is_likely_and_serves_what_is_chosen(service: Service) -> None:
    async with service.client("requester") as ana:
        run = (await ana.post("/api/v1/actions", json=LIKELY)).json()["run"]
        found = await settled(ana, run)
        assert (found["outcome"], found["script"]) == ("no_match", None)
        offer = found["offers"][0]
        assert (offer["entry"], offer["parameters"]) == ("restart-service", {"service": "nginx"})
        assert offer["defaults"] == {"watch": "5"}
        assert offer["against"]
        taken = await ana.post("/api/v1/actions", json=LIKELY | {"entry": offer["entry"]})
        found = await settled(ana, taken.json()["run"])
        assert (found["outcome"], found["action"]["entry"]) == ("reuse", "restart-service")
        assert (found["parameters"]["service"], found["defaults"], found["offers"]) == ("nginx", ["watch"], [])


async def test_an_entry_that_is_not_there_is_refused_before_a_run_begins(service: Service) -> None:
    async with service.client("requester") as ana:
        refused = await ana.post("/api/v1/actions", json=LIKELY | {"entry": "no-such-entry"})
        assert refused.status_code == 422
        assert "there is no entry 'no-such-entry'" in refused.json()["detail"]


async def test_the_console_shows_the_offers_and_a_form_takes_one(service: Service) -> None:
    """The value that the entry lacks is asked for in the form; the new run serves the entry."""
    async with service.client("requester") as ana:
        run = (await ana.post("/api/v1/actions", json=VAGUE)).json()["run"]
        offers = (await settled(ana, run))["offers"]
        assert next(each for each in offers if each["entry"] == "restart-service")["missing"] == ["service"]
    async with logged_in(service, service.keys["requester"]) as http:
        page = (await http.get(f"/runs/{run}")).text
        link = f"/new?run={run}&amp;entry=restart-service"
        assert link in page
        form = Form((await http.get(link.replace("&amp;", "&"))).text).fields
        assert (form["entry"], form["text"], form["given-service"]) == ("restart-service", VAGUE["text"], "")
        sent = await http.post("/new", data=form | {"given-service": "mariadb"})
        assert sent.status_code == 303
        found = await settled(http, sent.headers["location"].rpartition("/")[2])
        assert (found["outcome"], found["parameters"]["service"]) == ("reuse", "mariadb")
