"""E-mail: text that is only text, over TLS, to a server that refuses as real ones do."""

from __future__ import annotations

import asyncio
import shutil
import ssl
from ipaddress import ip_network
from pathlib import Path

import pytest

from scriptsmith.adapters.outlets.mail import Mail, mail
from scriptsmith.adapters.outlets.outlet_file import outlets_of
from scriptsmith.adapters.outlets.posting import Sent
from scriptsmith.adapters.outlets.targets import Targets
from scriptsmith.errors import BadSettings
from scriptsmith.testing.mail_server import MailServer

from .notices import HOSTILE_TEXTS, OPENED, hostile
from .test_routes import SECRET, written
from .test_targets import certified

TO = ("duty@example.org", "leads@example.org")


def sender(server: MailServer, **more: object) -> Mail:
    host, _, port = server.place.partition(":")
    told: dict[str, object] = {"targets": Targets(), "host": host, "port": int(port), "tls": "none"}
    return Mail(**{**told, "sender": "scripts@example.org", "to": TO, **more})  # type: ignore[arg-type]


async def test_everybody_gets_the_mail_and_no_secret_is_in_it() -> None:
    with MailServer(TO, user="scripts", secret=SECRET) as server:
        assert await sender(server, user="scripts", secrets=lambda: [SECRET])(OPENED, 1) == Sent(ok=True)
        wrong = await sender(server, user="scripts", secrets=lambda: ["another-secret-altogether"])(OPENED, 1)
    ((got, to),) = server.mails
    assert (wrong.ok, wrong.again, tuple(to)) == (False, True, TO)
    assert got["Subject"] == "Incident opened: The file system on /var will be full within a day."
    assert (got["Message-ID"], got["Auto-Submitted"]) == (f"<{OPENED.id}@scriptsmith>", "auto-generated")
    body = got.get_content()
    assert got.get_content_type() == "text/plain"
    assert "Delete old logs" in body
    assert SECRET not in got.as_string()


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_a_hostile_text_adds_no_header(text: str) -> None:
    made = mail(hostile(text), "a@example.org", TO)
    assert sorted(made.keys()) == sorted(mail(OPENED, "a@example.org", TO).keys())
    assert "\n" not in made["Subject"]
    assert made.get_content_type() == "text/plain"


async def test_what_is_put_off_is_tried_again_and_what_is_refused_is_not() -> None:
    with MailServer(TO[:1]) as server:
        server.busy = 1
        first = await sender(server, to=TO[:1])(OPENED, 1)
        assert (first.ok, first.again) == (False, True)
        assert (await sender(server, to=TO[:1])(OPENED, 2)).ok
        some = await sender(server)(OPENED, 1)
        assert (some.ok, some.again, some.said) == (False, False, "1 of 2 recipients were not taken")
        none = await sender(server, to=TO[1:])(OPENED, 1)
        assert (none.ok, none.again) == (False, False)
        gone = sender(server)
    sent = await gone(OPENED, 1)
    assert (sent.ok, sent.again) == (False, True)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate, and it is not here")
async def test_tls_is_begun_and_the_certificate_held_against_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate, key = certified(tmp_path, "mail.example")
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)

    async def looked_up(host: str, port: int, **more: object) -> list[tuple[object, ...]]:
        return [(2, 1, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", looked_up)
    trust = ssl.create_default_context(cafile=str(certificate))
    targets = Targets(networks=(ip_network("127.0.0.0/8"),))
    with MailServer(TO, tls=tls) as server:
        right = await sender(server, targets=targets, host="mail.example", tls="starttls", trust=trust)(OPENED, 1)
        wrong = await sender(server, targets=targets, host="other.example", tls="starttls", trust=trust)(OPENED, 1)
        plain = await sender(server)(OPENED, 1)
    assert (right.ok, wrong.ok, plain.ok, len(server.mails)) == (True, False, False, 1)
    assert "TLS" in wrong.said


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("server = 'smtp.example.org'\nfrom = 'x'\nto = 'a@e.org'", "no address"),
        ("server = 'smtp.example.org'\nfrom = 'a@e.org'\nto = 'a@e.org, b'", "no address"),
        ("server = '10.0.0.1'\nfrom = 'a@e.org'\nto = 'a@e.org'", "private network"),
        ("server = 'smtp.example.org'\ntls = 'none'\nfrom = 'a@e.org'\nto = 'a@e.org'", "loopback alone"),
        ("server = 'smtp.example.org'\ntls = 'maybe'\nfrom = 'a@e.org'\nto = 'a@e.org'", "tls is one of"),
        ("server = 'smtp.example.org'\nuser = 'u'\nfrom = 'a@e.org'\nto = 'a@e.org'", "go together"),
    ],
)
def test_a_mistake_is_told_at_the_start(tmp_path: Path, lines: str, why: str) -> None:
    with pytest.raises(BadSettings, match=why):
        outlets_of(written(tmp_path, f"[outlet.a]\nkind = 'mail'\n{lines}\n"))


def test_a_mail_outlet_is_read(tmp_path: Path) -> None:
    text = "[outlet.a]\nkind = 'mail'\nserver = 'smtp.example.org'\nfrom = 'a@e.org'\nto = 'b@e.org, c@e.org'\n"
    found = outlets_of(written(tmp_path, f"{text}user = 'u'\nsecret_file = SECRET\n")).outlets["a"]
    assert isinstance(found.send, Mail)
    assert (found.place, found.send.port, found.send.to) == ("smtp.example.org", 587, ("b@e.org", "c@e.org"))
