"""Lists and their filters over HTTP: runs, what waits for me, keys, the audit; and the names of what is published."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from scriptsmith.core.events import Endorsed, Reviewed, Settled
from scriptsmith.core.outcome import about_finding, about_opinion
from scriptsmith.core.types import Review
from scriptsmith.incidents.model import Incident, Severity
from scriptsmith.incidents.store import LinkedRun
from tests.databases import with_database

from .console_runs import FINDING, PAIR, SCRIPT, events, write
from .server import Service, serving

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service() -> AsyncIterator[Service]:
    async with serving(workers=0) as running:
        yield running


async def listed(service: Service, query: str) -> set[str]:
    async with service.client("reviewer") as http:
        answer = await http.get(f"/api/v1/runs?text=heron&{query}")
    assert answer.status_code == 200, answer.text
    return {each["run"] for each in answer.json()["runs"]}


async def test_runs_are_filtered(service: Service) -> None:
    """By risk, by the day, by the service of their incident, and by who asked or decided; the page has the same."""
    rejected = Review(reviewer="bo", decision="reject", digest=SCRIPT.digest, final=True)
    notable = await write(service.app, events(action="heron one", by="zoe"))
    decided = await write(service.app, [*events(action="heron two"), Reviewed(review=rejected, at="2026-01-05")])
    none = await write(service.app, [*events(action="heron three", by="gil")[:1], Settled(outcome="no_match")])
    store = service.app.team().incidents
    (receipt,) = await store.keep([Incident(source="json", fingerprint="f", title="t", service="billing")])
    await store.link(receipt.incident, LinkedRun(run=none, recommendation="r", by="gil", at=""))
    assert await listed(service, "risk=notable") == {notable, decided}
    assert await listed(service, "risk=dangerous&risk=safe") == set()
    assert await listed(service, "person=bo") == {decided}
    assert await listed(service, "person=zoe") == {notable}
    assert await listed(service, "service=billing") == {none}
    assert await listed(service, "since=2026-01-02&until=2026-01-02") == {notable, decided, none}
    assert await listed(service, "since=2026-01-03") == set()
    assert await listed(service, "until=2026-01-01") == set()
    async with service.client("reviewer", Accept="text/html") as http:
        text = (await http.get("/runs?q=heron&risk=notable&who=zoe&since=2026-01-01&until=&service=")).text
        assert text.count("data-row") == 1
        assert 'value="2026-01-01"' in text
        assert (await http.get("/runs?since=yesterday")).status_code == 422


async def test_counts_beside_a_filter_are_of_what_the_others_leave(service: Service) -> None:
    """The page of runs, of incidents and of the catalogue: a state's number is how many rows it would show."""
    await write(service.app, events(action="teal one", by="ulla"))
    await write(service.app, [*events(action="teal two", by="ulla")[:1], Settled(outcome="no_match")])
    await write(service.app, events(action="teal three"))
    store = service.app.team().incidents
    severities: tuple[Severity, ...] = ("high", "low", "low")
    await store.keep(
        [
            Incident(source="json", fingerprint=f"teal {number}", title="teal", severity=each)
            for number, each in enumerate(severities)
        ]
    )
    async with service.client("reviewer", Accept="text/html") as http:
        for asked, waiting, unanswered in (("q=teal", 2, 1), ("q=teal&who=ulla", 1, 1), ("q=teal&risk=notable", 2, 0)):
            text = (await http.get(f"/runs?{asked}")).text
            assert f">waiting ({waiting})<" in text, asked
            assert f">unanswered ({unanswered})<" in text, asked
            assert text.count("data-row") == waiting + unanswered
        assert ">firing (2)<" in (await http.get("/incidents?q=teal&severity=low")).text
        assert ">open (3)<" in (await http.get("/incidents?q=teal&severity=&state=resolved")).text
        found = (await http.get("/catalogue?q=compress+old+logs")).text
    numbers = [int(each) for each in re.findall(r"<option value=\"[a-z-]+\">[a-z-]+ \((\d+)\)", found)]
    assert sum(numbers) == found.count("data-row")


async def test_incidents_are_filtered_by_their_source(service: Service) -> None:
    """Every source that there is can be chosen, the other filters and older pages keep it, and one that there is not
    finds nothing."""
    store = service.app.team().incidents
    told = [Incident(source="json/ochre", fingerprint=f"ochre {number}", title="ochre") for number in range(51)]
    await store.keep([*told, Incident(source="ochre", fingerprint="o", title="ochre")])
    async with service.client("reviewer", Accept="text/html") as http:
        text = (await http.get("/incidents?q=ochre&source=json%2Fochre")).text
        assert (text.count("data-row"), ">firing (51)<" in text) == (50, True)
        assert '<option value="json/ochre" selected>json/ochre</option>' in text
        assert '<option value="ochre">ochre</option>' in text
        older = re.search(r'rel="next" href="([^"]+)"', text)
        assert older
        assert (await http.get(older[1].replace("&amp;", "&"))).text.count("data-row") == 1
        none = (await http.get("/incidents?source=nothing%22%00")).text
        assert "No incident fits" in none
        assert "Show all" in none


async def test_a_run_has_one_state_wherever_it_is_told(service: Service) -> None:
    """List, run, page, stream and metric have one word; what nothing answered has nothing to approve."""
    reuse = Settled(outcome="reuse", script=SCRIPT, entry="show-space@1")
    for settled, word in ((reuse, "served"), (Settled(outcome="no_match"), "unanswered")):
        run = await write(service.app, [*events(action=f"gull {word}")[:1], settled])
        async with service.client("reviewer") as http:
            before = await http.get(f"/api/v1/runs/{run}")
            (row,) = (await http.get(f"/api/v1/runs?text={run}")).json()["runs"]
            assert (before.json()["state"], row["state"]) == (word, word)
            page = (await http.get(f"/runs/{run}", headers={"Accept": "text/html"})).text
            assert f'data-state="{word}"' in page
            review = (await http.get(f"/runs/{run}/review", headers={"Accept": "text/html"})).text
            assert "Approvals 0" not in review
            assert f'scriptsmith_runs{{state="{word}"}} ' in (await http.get("/metrics")).text
        if word == "unanswered":
            assert before.json()["approvals"] == {"needed": 0, "by": [], "missing": 0}
            assert "There is no script, so there is nothing to describe." in review


async def test_home_says_what_waits_for_me(service: Service) -> None:
    """Of what waits a reviewer sees what they may decide on, and everybody what they asked for themselves."""
    mine = await write(service.app, events(action="my own owl", by="bo"))
    theirs = await write(service.app, events(action="another owl", by="zoe"))
    async with service.client("reviewer", Accept="text/html") as http:
        text = (await http.get("/")).text
    waits, _, own = text.partition('id="own"')
    assert "Waits for you" in waits
    assert theirs in waits
    assert mine not in waits
    assert f'href="/runs/{mine}"' in own


async def test_what_is_assigned_is_first_on_that_home_page_and_on_no_others(service: Service) -> None:
    """It is said on the run's page, in lists and in the API, and taken back by assigning it to nobody."""
    run = await write(service.app, events(action="an assigned owl", by="zoe"))
    await service.key("cy", "reviewer")
    async with service.client("requester") as http:
        for to, why in (("nobody", "nobody here is called 'nobody'"), ("ana", "ana may not review scripts")):
            answer = await http.post(f"/api/v1/runs/{run}/assignment", json={"to": to})
            assert (answer.status_code, why in answer.json()["detail"]) == (422, True)
        assert (await http.post(f"/api/v1/runs/{run}/assignment", json={"to": "cy"})).json()["assignee"] == "cy"
        assert (await http.get("/api/v1/runs?person=cy")).json()["runs"][0]["run"] == run
        assert (await http.post(f"/api/v1/runs/{run}/assignment", json={})).status_code == 422
    async with service.client("publisher", Accept="text/html") as http:
        home = (await http.get("/")).text
        assert home.index(run) < home.index("Decided lately")
        assert "assigned to cy" in home
        assert "Assigned to <strong>cy</strong>" in (await http.get(f"/runs/{run}/review")).text
        assert "assigned to cy" in (await http.get("/runs?who=cy")).text
    async with service.client("reviewer", Accept="text/html") as http:
        assert run not in (await http.get("/")).text.partition("Decided lately")[0]
        page = (await http.get(f"/runs/{run}/review")).text
        assert '<option value="bo">' in page
        token = re.search(r'name="csrf" value="([^"]+)"', page)
        data = {"to": ""} | ({"csrf": token[1]} if token else {})
        refused = await http.post(f"/runs/{run}/assign", data=data | {"to": "zoe"})
        assert (refused.status_code, "nobody here is called &#39;zoe&#39;" in refused.text) == (422, True)
        assert (await http.post(f"/runs/{run}/assign", data=data)).status_code == 303
        assert run in (await http.get("/")).text.partition("Decided lately")[0]


async def test_keys_tell_their_last_use_and_rights_in_words(service: Service) -> None:
    """A key that nobody has used says never; rights are what one may do."""
    key = await service.key("wren", "reviewer")
    async with service.client("admin", Accept="text/html") as http:
        row = (await http.get("/keys")).text.partition("wren")[2].partition("</tr>")[0]
        assert "never" in row
        assert "may look, ask for scripts, check or search, cancel runs, comment on runs, review scripts" in row
        async with service.client(Authorization=f"Bearer {key}") as wren:
            assert (await wren.get("/api/v1/me")).status_code == 200
        row = (await http.get("/keys")).text.partition("wren")[2].partition("</tr>")[0]
        assert "just now" in row
    async with service.client("admin") as http:
        (info,) = [each for each in (await http.get("/api/v1/keys")).json()["keys"] if each["name"] == "wren"]
        assert info["used"]
        looks = await http.post("/api/v1/keys", json={"name": "wr\u0435n", "parts": ["admin"]})
        assert (looks.status_code, "mixes Cyrillic and Latin" in looks.json()["detail"]) == (422, True)


async def test_the_audit_is_filtered_and_names_things(service: Service) -> None:
    """By person, kind of act and what it was done to; moments to the second, and a key by the name of its holder."""
    await service.key("egret", "requester")
    async with service.client("admin", Accept="text/html") as http:
        text = (await http.get("/audit?act=key.")).text
        assert "key of egret" in text
        assert "run." not in text.partition("<tbody>")[2]
        moments = text.partition("<time")[2].partition(">")[2].partition("<")[0]
        assert len(moments) == len("2026-01-02 03:04:05")
        assert "No record fits" in (await http.get("/audit?who=nobody-like-that")).text
        api = {"Accept": "application/json"}
        for asked in ("act=key.", "who=test", "act=key.create&who=test"):
            found = (await http.get(f"/api/v1/audit?{asked}&limit=1000", headers=api)).json()["records"]
            assert found
            page = (await http.get(f"/audit?{asked}")).text
            assert [f'title="{each["digest"]}"' in page for each in found[-20:]] == [True] * len(found[-20:])
        first = (await http.get("/api/v1/audit?act=key.&limit=1", headers=api)).json()
        assert "act=key." in first["next"]
        assert (await http.get("/api/v1/audit?who=nobody-like-that", headers=api)).json()["records"] == []


async def test_what_is_published_has_the_name_that_was_chosen(service: Service) -> None:
    """Title and id come from whoever publishes; an id that is none, or somebody else's, is refused with a sentence."""
    run = await write(service.app, events(outcome="verified"))
    key = await service.key("kit", "reviewer", "publisher")
    async with service.client(Authorization=f"Bearer {key}") as http:
        http.headers["If-Match"] = f'"{len(events())}"'
        wrong = {"decision": "approve", "title": "Show space", "entry": "Not An Id"}
        assert (await http.post(f"/api/v1/runs/{run}/reviews", json=wrong)).status_code == 422
        taken = wrong | {"entry": "compress-old-logs"}
        refused = await http.post(f"/api/v1/runs/{run}/reviews", json=taken)
        assert "there is an entry compress-old-logs already" in refused.json()["detail"]
        for decision, field in (
            ("reject", {"title": "x"}),
            ("reject", {"entry": "a-b-c"}),
            ("approve", {"final": True}),
        ):
            unread = await http.post(f"/api/v1/runs/{run}/reviews", json={"decision": decision, **field})
            assert (unread.status_code, "belongs to the decision" in unread.json()["detail"]) == (422, True)
        done = await http.post(f"/api/v1/runs/{run}/reviews", json=wrong | {"entry": "show-space-of-all"})
        assert done.status_code == 200, done.text
    await service.app.run_service().resume(run)
    entry = await service.app.catalogue.get("show-space-of-all")
    assert (entry.title, entry.script) == ("Show space", SCRIPT)
    assert "show how full the file systems are" in entry.phrases


@pytest.mark.parametrize(
    "title", ["Show \u202espace", "Show sp\u0430ce", "Sh\u00adow space", "C\u043empress \u043eld logs"]
)
async def test_a_title_is_what_it_seems(service: Service, title: str) -> None:
    """What cannot be seen, turns others around or looks like other letters is refused, by the API and the page."""
    run = await write(service.app, events(outcome="verified"))
    key, seq = await service.key("tit", "reviewer", "publisher"), len(events())
    async with service.client(Authorization=f"Bearer {key}") as http:
        body = {"decision": "approve", "title": title}
        answer = await http.post(f"/api/v1/runs/{run}/reviews", json=body, headers={"If-Match": f'"{seq}"'})
        assert (answer.status_code, "title" in answer.json()["detail"]) == (422, True), answer.text
        html = {"Accept": "text/html"}
        page = await http.post(f"/runs/{run}/approve", data={"seq": str(seq), "title": title}, headers=html)
        assert page.status_code == 422


async def test_comments_and_thumbs_on_the_page(service: Service) -> None:
    """A requester comments, a reviewer says what helped; both stand on the page with who and when."""
    run = await write(service.app, events())
    async with service.client("requester", Accept="text/html") as http:
        done = await http.post(f"/runs/{run}/comment", data={"comment": "not <b>before</b> Sunday"})
        assert done.status_code == 303
        empty = await http.post(f"/runs/{run}/comment", data={"comment": " "})
        assert (empty.status_code, "the comment is empty" in empty.text) == (422, True)
    async with service.client("reviewer", Accept="text/html") as http:
        for about in (about_finding(FINDING), about_opinion(PAIR[0])):
            assert (await http.post(f"/runs/{run}/rate", data={"about": about, "useful": "0"})).status_code == 303
        text = (await http.get(f"/runs/{run}/review")).text
    assert "ana commented" in text
    assert "not &lt;b&gt;before&lt;/b&gt; Sunday" in text
    assert text.count('value="0" class="quiet small" aria-pressed="true"') == 2
    log = await service.app.journal.read(run)
    assert [event.kind for event in log[-3:]] == ["commented", "rated", "rated"]
    assert not any(isinstance(event, Endorsed) for event in log)
