"""Who is told what: whoever no route names is told nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scriptsmith.adapters.outlets.outlet_file import outlets_of
from scriptsmith.errors import BadSettings
from scriptsmith.outlets.notice import WHAT
from scriptsmith.outlets.routes import Route, told
from scriptsmith.schema import OutletSettings

from .notices import OPENED, WAITING

SECRET = "a-secret-of-enough-characters"


@pytest.mark.parametrize(
    ("conditions", "fits"),
    [
        ({}, True),
        ({"events": ("incident.*",)}, True),
        ({"events": ("run.*",)}, False),
        ({"roles": ("reviewer",)}, True),
        ({"roles": ("publisher",)}, False),
        ({"events": ("run.*",), "roles": ("reviewer",)}, True),
        ({"services": ("ORD*",)}, True),
        ({"services": ("shop",)}, False),
        ({"severities": ("critical", "high")}, True),
        ({"severities": ("low",)}, False),
        ({"risks": ("dangerous",)}, False),
        ({"services": ("orders",), "severities": ("low",)}, False),
    ],
)
def test_a_route_fits_where_every_condition_does(conditions: Any, fits: bool) -> None:
    assert told([Route(outlets=("a",), **conditions)], OPENED) == (("a",) if fits else ())


def test_no_route_tells_nobody() -> None:
    assert told((), OPENED) == ()


def test_each_outlet_is_told_once_and_each_role_of_what_concerns_it() -> None:
    routes = [Route(outlets=("a", "b")), Route(outlets=("b", "c"), risks=("dangerous",))]
    assert told(routes, WAITING) == ("a", "b", "c")
    assert Route(outlets=("a",), roles=("admin",)).told == {"run.failed"}
    assert Route(outlets=("a",)).told == set(WHAT)


def test_a_run_without_an_incident_fits_no_service_and_no_severity() -> None:
    bare = replace(WAITING, service="", severity="")
    assert told([Route(outlets=("a",), services=("*",)), Route(outlets=("a",), severities=("unknown",))], bare) == ()
    assert told([Route(outlets=("a",))], bare) == ("a",)


def written(folder: Path, text: str, **more: Any) -> OutletSettings:
    (folder / "secret").write_text(SECRET)
    (folder / "hook").write_text("https://192.0.2.7/workflows/pretended?sig=4f1c")
    path = folder / "outlets.toml"
    path.write_text(text.replace("SECRET", f'"{folder}/secret"').replace("HOOK", f'"{folder}/hook"'))
    return OutletSettings(file=str(path), **more)


WHOLE = """
[outlet.all]
kind = "webhook"
url = "https://hooks.example.org/x"
secret_file = SECRET
[outlet.chat]
kind = "slack"
channel = "C1"
secret_file = SECRET
[outlet.pages]
kind = "pagerduty"
from = "sre@example.org"
secret_file = SECRET
[[route]]
outlets = ["all", "chat"]
events = ["run.*"]
severities = ["high"]
[[route]]
outlets = ["pages"]
roles = ["admin"]
"""


def test_a_file_is_read_and_no_secret_is_shown(tmp_path: Path) -> None:
    found = outlets_of(written(tmp_path, WHOLE))
    assert [(each.name, each.kind, each.place) for each in found.outlets.values()] == [
        ("all", "webhook", "hooks.example.org"),
        ("chat", "slack", "slack.com"),
        ("pages", "pagerduty", "api.pagerduty.com"),
    ]
    assert SECRET not in repr(found)
    assert found.routes[0].severities == ("high",)
    assert not found.outlets["pages"].takes(replace(OPENED, source="alertmanager"))
    assert found.outlets["pages"].takes(OPENED)


def test_what_may_not_be_meant_is_told(tmp_path: Path) -> None:
    lone = WHOLE.replace('events = ["run.*"]', 'events = ["incident.*"]').replace('["pages"]', '["all"]')
    told_of = " ".join(outlets_of(written(tmp_path, lone)).warnings())
    assert "outlet pages is told nothing" in told_of
    assert "severity is unknown" in told_of
    assert outlets_of(written(tmp_path, WHOLE)).warnings() == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x = 1", "and nothing else"),
        ("[outlet.A]\nkind = 'webhook'", "small letters"),
        ("[outlet.a]\nkind = 'fax'", "kind is one of"),
        ("[outlet.a]\nkind = 'webhook'\nurl = 'https://e.org'", "secret_file is missing"),
        ("[outlet.a]\nkind = 'webhook'\nurl = 'https://e.org'\nsecret_file = SECRET\nkey = 'x'", "takes no key"),
        ("[outlet.a]\nkind = 'webhook'\nurl = 'http://e.org/'\nsecret_file = SECRET", "goes without TLS"),
        ("[outlet.a]\nkind = 'webhook'\nurl = 'https://10.0.0.1/'\nsecret_file = SECRET", "private network"),
        ("[outlet.a]\nkind = 'webhook'\nurl = 'https://u:p@e.org/'\nsecret_file = SECRET", "user name or password"),
        ("[outlet.a]\nkind = 'webhook'\nurl = 'ftp://e.org/'\nsecret_file = SECRET", "https://"),
        ("[outlet.a]\nkind = 'teams'\nurl_file = HOOK", "private network"),
        ("[outlet.a]\nkind = 'teams'\nurl_file = '/nonexistent'", "cannot be read"),
        ("[outlet.a]\nkind = 'slack-webhook'\nurl_file = SECRET\nbuttons = 'all'", "buttons is approve"),
        ("[outlet.a]\nkind = 'teams'\nurl_file = SECRET\nbuttons = 'approve'", "takes no buttons"),
        ("[[route]]\noutlets = ['a']", "no outlet 'a'"),
        ("[[route]]\nevents = ['run.*']", "outlets is missing"),
    ],
)
def test_a_mistake_is_told_at_the_start(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(BadSettings, match=why) as caught:
        outlets_of(written(tmp_path, text))
    assert SECRET not in str(caught.value)
    assert "4f1c" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("events = ['run.*', 'run.finished']", "no event fits"),
        ("severities = ['mild']", "no 'mild' among severities"),
        ("services = []", "list of texts"),
        ("service = ['a']", "no service"),
        ("roles = ['boss']", "no 'boss' among roles"),
    ],
)
def test_a_condition_that_nothing_fits_is_a_mistake(tmp_path: Path, line: str, why: str) -> None:
    with pytest.raises(BadSettings, match=why):
        outlets_of(written(tmp_path, f"{WHOLE}\n[[route]]\noutlets = ['all']\n{line}\n"))


def test_a_webhooks_secret_is_sound(tmp_path: Path) -> None:
    settings = written(tmp_path, WHOLE)
    (tmp_path / "secret").write_text("whsec_not base64, surely!")
    with pytest.raises(BadSettings, match="base64"):
        outlets_of(settings)


def test_allowed_networks_are_networks() -> None:
    with pytest.raises(BadSettings, match="networks"):
        outlets_of(OutletSettings(networks="10.0.0.0/8, home"))
