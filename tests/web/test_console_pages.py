"""The pages of the console over HTTP, without a browser: what they hold, whom they let decide, and what is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from html.parser import HTMLParser

import httpx2
import pytest
import pytest_asyncio

from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.core.events import Asked, Labelled, Settled
from scriptsmith.core.permissions import Part
from scriptsmith.core.types import Action, Script
from scriptsmith.web.sessions import COOKIE
from scriptsmith.wiring import SEED
from tests.databases import with_database
from tests.web.server import Service, serving

from .console_runs import SCRIPT, events, write

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database]


def html(service: Service, part: Part | None = None) -> httpx2.AsyncClient:
    """A client that wants pages, with the key of `part`."""
    return service.client(part, Accept="text/html")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service() -> AsyncIterator[Service]:
    async with serving(workers=0) as running:
        yield running


class Form(HTMLParser):
    """The fields of a page, as a browser reads them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self._area = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "input" and given.get("name"):
            self.fields[str(given["name"])] = given.get("value") or ""
        if tag == "textarea":
            self._area = str(given.get("id"))
            self.fields[self._area] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self.fields[self._area] = self.fields[self._area].removeprefix("\n")
            self._area = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self.fields[self._area] += data


@asynccontextmanager
async def logged_in(service: Service, key: str) -> AsyncIterator[httpx2.AsyncClient]:
    """A client with a session, as a browser has one."""
    async with service.client(Accept="text/html", Origin=service.url) as http:
        answer = await http.post("/login", data={"key": key})
        assert answer.status_code == 303
        yield http


async def the_token(http: httpx2.AsyncClient, path: str = "/") -> str:
    return Form((await http.get(path)).text).fields["csrf"]


@pytest.mark.parametrize("path", ["/", "/runs", "/new", "/catalogue", "/audit", "/keys", "/runs/x", "/runs/x/review"])
async def test_a_page_is_for_those_who_are_logged_in(service: Service, path: str) -> None:
    """Whoever is not is led to the login, and back from there."""
    async with html(service) as http:
        answer = await http.get(path)
        assert answer.status_code == 303
        asked = await http.get(answer.headers["location"])
        assert Form(asked.text).fields["next"] == path


async def test_a_wrong_key_is_told(service: Service) -> None:
    """The form comes back with a sentence."""
    async with html(service) as http:
        answer = await http.post("/login", data={"key": "ssk_no"}, follow_redirects=True)
        assert "not known, has expired or was revoked" in answer.text


async def test_what_comes_from_outside_is_only_text(service: Service) -> None:
    """Markup is escaped on every page, hidden characters are spelled out, and the policy forbids scripts in a page."""
    bad = "<script>alert(1)</script>\"'\u202e\x1b[31m"
    script = Script(text=f"#!/usr/bin/env bash\n# {bad}\necho </textarea><b>\u200b\u00a0\n")
    run = await write(service.app, events(script, action=bad, reasoning=bad, context=bad, by="<i>ana"))
    async with html(service, "reviewer") as http:
        for path in ("/", "/runs", f"/runs/{run}", f"/runs/{run}/review", f"/runs?q={bad[:9]}"):
            answer = await http.get(path)
            assert answer.status_code == 200
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            text = answer.text.replace(Form(answer.text).fields.get("edit-text", "\0"), "")
            assert "<script>" not in answer.text
            assert "<i>" not in answer.text
            assert "style=" not in answer.text
            assert " onclick" not in answer.text
            if "edit-text" not in Form(answer.text).fields:
                assert "\u202e" not in text
                assert "\x1b" not in text
        fields = Form(answer.text).fields
        assert fields["q"] == bad[:9]
        reviewed = await http.get(f"/runs/{run}/review")
        assert reviewed.text.count('class="hidden-character"') >= 4
        assert Form(reviewed.text).fields["edit-text"] == script.text


async def test_the_review_page_holds_all_of_it(service: Service) -> None:
    """Verdicts with reasons, risk, effects, findings, both differences, sandbox, reasoning, cost and approvals."""
    run = await write(service.app, events())
    async with html(service, "reviewer") as http:
        text = (await http.get(f"/runs/{run}/review")).text
    for told in (
        "Both print free space.",
        "It also lists a folder.",
        "It prints the free space and lists a folder.",
        "it looks around",
        "/srv/data/old",
        "use find",
        "SC2012",
        "disk alert on web-3",
        "Compared with the draft before it",
        "Compared with the nearest entry of the catalogue",
        "all 1 assertions hold",
        "Two file systems, one nearly full.",
        "&lt;b&gt;mounted&lt;/b&gt;",
        "truncate -s 1G /srv/data/large",
        "<code>--all</code>",
        "It should end with a failure.",
        "/srv/new",
        "df is everywhere",
        "1,200",
        "Approvals 0 of 1",
    ):
        assert told in text
    assert 'id="L5"' in text
    assert 'href="#L5"' in text


async def test_only_reviewers_decide(service: Service) -> None:
    """Others see the page without its forms, and what they send off all the same is refused and told."""
    run = await write(service.app, events())
    seq = str(len(events()))
    for part in ("requester", "publisher", "admin"):
        async with html(service, part) as http:
            page = await http.get(f"/runs/{run}/review")
            assert "You may look at this" in page.text
            assert "edit-text" not in Form(page.text).fields
            fields = {"approve": {}, "reject": {}, "edit": {"text": "df\n"}, "label": {"label": "1"}}
            for act, more in fields.items():
                answer = await http.post(f"/runs/{run}/{act}", data={"seq": seq, **more})
                assert answer.status_code == 403
                assert "may not review scripts" in answer.text
    assert len(await service.app.journal.read(run)) == len(events())


async def test_who_asked_does_not_approve(service: Service) -> None:
    """The page says why; another reviewer may."""
    run = await write(service.app, events(by="bo"))
    async with html(service, "reviewer") as http:
        page = await http.get(f"/runs/{run}/review")
        assert "somebody else has to approve" in page.text
        answer = await http.post(f"/runs/{run}/approve", data={"seq": str(len(events())), "comment": "mine"})
        assert answer.status_code == 403
        assert Form(answer.text).fields["comment"] == ""  # there is no form to approve in, and the reason is told
        assert "somebody else has to approve" in answer.text


async def test_a_stale_decision_is_told_with_what_changed(service: Service) -> None:
    """412: what happened since, how the script changed, what was typed, and the way back with it."""
    log = events()
    newer = SCRIPT.text + "date\n"
    run = await write(service.app, [*log, Settled(outcome="unsure", script=Script(text=newer))])
    async with html(service, "reviewer") as http:
        typed = {"seq": str(len(log)), "text": "#!/usr/bin/env bash\r\nmine\r\n", "comment": "because"}
        answer = await http.post(f"/runs/{run}/edit", data=typed)
        assert answer.status_code == 412
        assert "The run has moved on" in answer.text
        assert "date" in answer.text
        fields = Form(answer.text).fields
        assert fields["kept-text"] == "#!/usr/bin/env bash\nmine\n"
        assert fields["kept-comment"] == "because"
        again = await http.post(
            f"/runs/{run}/review",
            data={"decision": fields["decision"], "text": fields["kept-text"], "comment": fields["kept-comment"]},
        )
        assert again.status_code == 200
        fields = Form(again.text).fields
        assert fields["edit-text"] == "#!/usr/bin/env bash\nmine\n"
        assert fields["seq"] == str(len(log) + 1)
    assert len(await service.app.journal.read(run)) == len(log) + 1


async def test_a_token_of_an_earlier_login_loses_nothing(service: Service) -> None:
    """A form from before the last login records nothing, and what it held is shown again."""
    run = await write(service.app, events())
    async with logged_in(service, service.keys["reviewer"]) as http:
        stale = await the_token(http)
        await http.post("/login", data={"key": service.keys["reviewer"]})
        typed = {"csrf": stale, "seq": str(len(events())), "text": "mine\n"}
        answer = await http.post(f"/runs/{run}/edit", data=typed)
        assert answer.status_code == 403
        fields = Form(answer.text).fields
        assert fields["kept-text"] == "mine\n"
        body = {"csrf": fields["csrf"], "decision": "edit", "text": fields["kept-text"]}
        again = await http.post(f"/runs/{run}/review", data=body)
        assert Form(again.text).fields["edit-text"] == "mine\n"
    assert len(await service.app.journal.read(run)) == len(events())


async def test_a_login_that_ends_in_an_edit_loses_nothing(service: Service) -> None:
    """The text is on the login page, stays there after a wrong key, and is in its place after a right one."""
    run = await write(service.app, events())
    async with logged_in(service, service.keys["reviewer"]) as http:
        token = await the_token(http)
        http.cookies.delete(COOKIE)
        typed = {"csrf": token, "seq": str(len(events())), "text": "mine\n", "comment": "so"}
        asked = await http.post(f"/runs/{run}/edit", data=typed)
        assert asked.status_code == 401
        fields = Form(asked.text).fields
        assert (fields["kept-text"], fields["kept-comment"], fields["run"]) == ("mine\n", "so", run)
        body = {"run": run, "decision": fields["decision"], "text": "mine\n", "comment": "so"}
        wrong = await http.post("/login/kept", data={**body, "key": "ssk_no"})
        assert wrong.status_code == 401
        assert Form(wrong.text).fields["kept-text"] == "mine\n"
        right = await http.post("/login/kept", data={**body, "key": service.keys["reviewer"]})
        assert right.status_code == 200
        fields = Form(right.text).fields
        assert fields["edit-text"] == "mine\n"
        send = {"csrf": fields["csrf"], "seq": fields["seq"], "text": fields["edit-text"]}
        done = await http.post(f"/runs/{run}/edit", data=send)
        assert done.status_code == 303
    assert len(await service.app.journal.read(run)) == len(events()) + 1


async def test_a_login_in_another_tab_is_enough(service: Service) -> None:
    """What was typed is on the login page; whoever has logged in elsewhere meanwhile goes on with it from there."""
    run = await write(service.app, events())
    async with service.client(Accept="text/html", Origin=service.url) as http:
        typed = {"decision": "edit", "text": "mine\n"}
        assert (await http.post(f"/runs/{run}/review", data=typed)).status_code == 401
        await http.post("/login", data={"key": service.keys["reviewer"]})
        again = Form((await http.post(f"/runs/{run}/review", data=typed)).text).fields
        page = await http.post(f"/runs/{run}/review", data={**typed, "text": again["kept-text"], "csrf": again["csrf"]})
        assert Form(page.text).fields["edit-text"] == "mine\n"


async def test_a_link_lets_in_once(service: Service) -> None:
    """Looking at it uses nothing up; the second use leads to the login, with a sentence."""
    token = await service.app.team().people.one_time_link(["admin"], minutes=5)
    for told in ("Home", "This link was used"):
        async with service.client(Accept="text/html", Origin=service.url) as http:
            form = Form((await http.get(f"/login/link?token={token}")).text)
            answer = await http.post("/login/link", data=form.fields, follow_redirects=True)
            assert told in answer.text


async def test_another_sites_words_are_not_kept(service: Service) -> None:
    """What a form on another site sends is neither done nor shown."""
    run = await write(service.app, events())
    async with service.client(Accept="text/html", Origin="https://elsewhere.example") as http:
        answer = await http.post(f"/runs/{run}/edit", data={"text": "theirs"})
        assert answer.status_code == 401
        assert "theirs" not in answer.text
        body = {"key": service.keys["reviewer"], "run": run, "decision": "edit", "text": "theirs"}
        answer = await http.post("/login/kept", data=body)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers


async def test_an_edit_is_checked_without_scripts_in_the_browser(service: Service) -> None:
    """The button beside the form shows what the checks say, with the text still in its place; nothing is recorded."""
    run = await write(service.app, events())
    async with html(service, "reviewer") as http:
        answer = await http.post(f"/runs/{run}/check", data={"seq": "9", "text": "#!/usr/bin/env bash\nrm -rf $1/*\n"})
        assert answer.status_code == 200
        assert "SC2086" in answer.text
        assert Form(answer.text).fields["edit-text"].endswith("rm -rf $1/*\n")
        part = await http.post("/parts/check", data={"text": "if then"})
        assert part.status_code == 200
        assert "error" in part.text
        assert "<html" not in part.text
        playbook = await http.post("/parts/check?target=ansible", data={"text": "- hosts: web\n\ttasks: []\n"})
        assert "a tab indents this line" in playbook.text
        assert 'data-recheck="/parts/check?target=bash"' in answer.text
    assert len(await service.app.journal.read(run)) == len(events())


async def test_an_empty_edit_is_refused_in_place(service: Service) -> None:
    """The page comes back with a sentence and the comment."""
    run = await write(service.app, events())
    async with html(service, "reviewer") as http:
        body = {"seq": str(len(events())), "text": " \r\n", "comment": "oh"}
        answer = await http.post(f"/runs/{run}/edit", data=body)
        assert answer.status_code == 422
        assert "the script is empty" in answer.text
        assert 'value="oh"' in answer.text


async def test_labels_are_kept(service: Service) -> None:
    """0 counts as a label."""
    run = await write(service.app, events())
    async with html(service, "reviewer") as http:
        body = {"seq": str(len(events())), "label": "0", "useful": "2"}
        answer = await http.post(f"/runs/{run}/label", data=body)
        assert answer.status_code == 303
        assert "script 0" in (await http.get(answer.headers["location"])).text
    last = (await service.app.journal.read(run))[-1]
    assert isinstance(last, Labelled)
    assert (last.label, last.useful, last.by) == (0, 2, "bo")


async def test_asking_and_cancelling(service: Service) -> None:
    """An action becomes a run that its requester may end; an empty one is asked for again."""
    async with html(service, "requester") as http:
        assert (await http.post("/new", data={"text": " ", "context": "kept"})).status_code == 422
        answer = await http.post("/new", data={"text": "show <all> of it"})
        run = answer.headers["location"]
        assert "show &lt;all&gt; of it" in (await http.get(run)).text
        assert (await http.post(f"{run}/cancel", data={})).status_code == 303
        assert "cancelled" in (await http.get(f"{run}/live")).text


async def test_runs_are_found_by_words_state_and_person(service: Service) -> None:
    """The list is filtered, and the filters stay in the form and in the links to older runs."""
    for number in range(52):
        await write(service.app, events(action=f"zebra {number}", by="zoe")[:1])
    async with html(service, "reviewer") as http:
        first = await http.get("/runs?q=zebra&state=working&who=zoe")
        assert first.text.count("data-row") == 50
        assert Form(first.text).fields["q"] == "zebra"
        older = first.text.partition('rel="next" href="')[2].partition('"')[0].replace("&amp;", "&")
        second = await http.get(older)
        assert second.text.count("data-row") == 2
        assert "No run fits" in (await http.get("/runs?q=zebra&state=published")).text


async def test_home_leads_to_what_waits(service: Service) -> None:
    """A reviewer goes from there straight to the page on which they decide."""
    run = await write(service.app, events(action="a yak waits"))
    for _ in range(5):
        await write(service.app, events(by="zoe"))
    async with html(service, "reviewer") as http:
        text = (await http.get("/")).text
        assert "that wait</a>" in text
        assert text.count('/review">') == 5
        listed = await http.get("/runs?state=waiting&q=a+yak")
        assert f'href="/runs/{run}"' in listed.text


async def test_the_search_is_offered_to_those_who_may_search(service: Service) -> None:
    """An admin has the areas, and no field whose answer would be a refusal."""
    async with html(service, "admin") as admin, html(service, "requester") as requester:
        fields = [Form((await http.get("/catalogue")).text).fields for http in (admin, requester)]
        assert ["q" in each for each in fields] == [False, True]
        assert (await admin.get("/catalogue?area=disk")).status_code == 200
        assert (await admin.get("/catalogue?q=disk")).status_code == 403


async def test_the_catalogue_is_searched_and_read(service: Service) -> None:
    """The nearest entry comes first; its page has its script, what it takes, evidence and versions."""
    async with html(service, "requester") as http:
        everything = await http.get("/catalogue")
        assert everything.text.count("data-row") == 50
        more = everything.text.partition('rel="next" href="')[2].partition('"')[0]
        assert (await http.get(more)).text.count("data-row") == 50
        found = await http.get("/catalogue?q=compress+old+log+files")
        first = found.text.partition("data-row")[2].partition('href="')[2].partition('"')[0]
        assert first == "/catalogue/compress-old-logs"
        entry = await http.get(first)
        version = read_entry(SEED / "logs" / "compress-old-logs").version
        for told in ("What it takes", "Evidence", f"version {version}", "--days", "set -euo pipefail"):
            assert told in entry.text
        assert (await http.post(f"{first}/retire", data={})).status_code == 403
        missing = await http.get("/catalogue/nothing-like-it")
        assert missing.status_code == 404
        assert "<h1>Not found</h1>" in missing.text


async def test_keys_are_shown_once_and_end(service: Service) -> None:
    """A new key lets in, is on no later page, and lets nobody in after it was revoked."""
    async with html(service, "admin") as http:
        made = await http.post("/keys", data={"name": "eve", "parts": ["reviewer"], "days": "2"})
        key = made.text.partition('id="secret" tabindex="0">')[2].partition("<")[0]
        assert key.startswith("ssk_")
        assert key not in (await http.get("/keys")).text
        async with logged_in(service, key) as eve:
            assert (await eve.get("/")).status_code == 200
            await http.post(f"/keys/{key.split('_')[1]}/revoke", data={})
            assert (await eve.get("/")).status_code == 303
        for wrong in ({"name": "", "days": "2"}, {"name": "x", "days": "0"}, {"name": "x", "days": "2"}):
            assert (await http.post("/keys", data={**wrong, "parts": []})).status_code == 422
        audit = await http.get("/audit?verify=1")
        assert "key.revoke" in audit.text
        assert "is whole" in audit.text


@pytest.mark.parametrize("part", ["requester", "reviewer", "publisher"])
async def test_admin_pages_are_for_admins(service: Service, part: Part) -> None:
    """Others are told so, and have no link there."""
    async with html(service, part) as http:
        for path in ("/outlets", "/audit", "/keys", "/set-aside"):
            answer = await http.get(path)
            assert answer.status_code == 403
            assert "may not" in answer.text
        assert 'href="/keys"' not in (await http.get("/")).text


async def test_a_page_of_numbers_stands_beside_each_plot(service: Service) -> None:
    """What a drawing shows can be read as a table."""
    async with html(service, "reviewer") as http:
        await http.get("/")
        today = Asked(action=Action(text="show the disks"), by="fay", at=datetime.now(UTC).isoformat())
        run = await write(service.app, [today, *events()[1:]])
        answer = await http.post(f"/runs/{run}/reject", data={"seq": str(len(events())), "comment": "no", "final": "1"})
        assert answer.status_code == 303
        text = (await http.get("/")).text
        assert text.count('<svg class="plot"') == text.count('<details class="numbers">') >= 2
