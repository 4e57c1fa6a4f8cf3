"""Where outlets may be: nothing that a name or a redirect could lead into a private network."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scriptsmith.adapters.outlets.posting import Poster, waited
from scriptsmith.adapters.outlets.targets import TargetRefused, Targets
from scriptsmith.testing.receivers import Receiver, ReceiverReply


@pytest.mark.parametrize(
    "host",
    [
        "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "[::]",
        "[fe80::1]", "[fd00::1]", "[::ffff:10.0.0.1]", "[::ffff:127.0.0.1]", "[64:ff9b::a00:1]", "[2002:a00:1::]",
    ],
)  # fmt: skip
def test_private_addresses_are_refused(host: str) -> None:
    with pytest.raises(TargetRefused):
        Targets().checked(f"https://{host}/x")


@pytest.mark.parametrize("url", ["https://1.1.1.1/", "http://127.0.0.1:8080/x", "http://localhost/", "http://[::1]/"])
def test_public_addresses_and_loopback_are_allowed(url: str) -> None:
    assert Targets().checked(url).hostname


def test_an_admin_may_allow_more() -> None:
    assert Targets(networks=(ip_network("10.2.0.0/16"),)).checked("https://10.2.3.4/").hostname
    assert Targets(plain_http=True).checked("http://hooks.example.org/").hostname
    with pytest.raises(TargetRefused):
        Targets(networks=(ip_network("10.2.0.0/16"),)).checked("https://10.3.0.1/")


async def test_a_name_that_leads_to_this_machine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names are looked up once, before the connection, and what is found is what is connected to."""
    answers = {"two.example": ["1.1.1.1", "127.0.0.1"], "one.example": ["1.1.1.1"]}

    async def looked_up(host: str, port: int, **more: object) -> list[tuple[object, ...]]:
        return [(2, 1, 6, "", (address, port)) for address in answers[host]]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", looked_up)
    assert await Targets().resolved(urlsplit("https://one.example/")) == ["1.1.1.1"]
    with pytest.raises(TargetRefused):
        await Targets().resolved(urlsplit("https://two.example/"))


def certified(folder: Path, name: str) -> tuple[Path, Path]:
    """A certificate for a name, signed by itself, and its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-keyout", str(key), "-out", str(certificate), "-subj", f"/CN={name}"]
    command += ["-addext", f"subjectAltName=DNS:{name}", "-days", "2"]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate, and it is not here")
async def test_a_certificate_is_held_against_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection goes to the address that was found, and is trusted for the name that the settings have alone."""
    certificate, key = certified(tmp_path, "hooks.example")
    receiver = Receiver()
    receiver.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    receiver.tls.load_cert_chain(certificate, key)

    async def looked_up(host: str, port: int, **more: object) -> list[tuple[object, ...]]:
        return [(2, 1, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", looked_up)
    poster = Poster(
        Targets(networks=(ip_network("127.0.0.0/8"),)),
        seconds=10,
        trust=ssl.create_default_context(cafile=str(certificate)),
    )
    with receiver:
        port = receiver.url.rpartition(":")[2]
        right = await poster.ask("POST", f"https://hooks.example:{port}/x", {}, b"x")
        wrong = await poster.ask("POST", f"https://other.example:{port}/x", {}, b"x")
        assert right.status == 200
        assert wrong.sent().said == "it cannot be reached over TLS that is trusted"
    assert [each.headers["host"] for each in receiver.arrived] == [f"hooks.example:{port}"]


async def test_redirects_are_not_followed() -> None:
    with Receiver() as receiver:
        receiver.plan(ReceiverReply(status=302, headers={"location": f"{receiver.url}/elsewhere"}))
        sent = (await Poster(Targets(), seconds=10).ask("POST", receiver.url, {}, b"x")).sent()
    assert (sent.ok, sent.again) == (False, False)
    assert [each.path for each in receiver.arrived] == ["/"]


@pytest.mark.parametrize(
    ("status", "ok", "again"),
    [(200, True, True), (204, True, True), (400, False, False), (401, False, True), (404, False, True),
     (410, False, False), (429, False, True), (500, False, True), (503, False, True)],
)  # fmt: skip
async def test_a_status_says_whether_another_try_may_do_better(status: int, ok: bool, again: bool) -> None:
    with Receiver() as receiver:
        receiver.plan(ReceiverReply(status=status))
        sent = (await Poster(Targets(), seconds=10).ask("POST", f"{receiver.url}/secret-path", {}, b"x")).sent()
    assert (sent.ok, sent.again) == (ok, again)
    assert "secret-path" not in sent.said


async def test_nobody_there_and_too_long_an_answer_are_no_errors() -> None:
    with Receiver() as receiver:
        receiver.plan(ReceiverReply(body=b"x" * 100_000))
        answer = await Poster(Targets(), seconds=10).ask("GET", receiver.url, {})
        assert (answer.status, answer.body) == (200, b"")
    sent = (await Poster(Targets(), seconds=10).ask("GET", receiver.url, {})).sent()
    assert (sent.ok, sent.again, sent.said) == (False, True, "it cannot be reached")


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [({"retry-after": "7"}, 7.0), ({"retry-after": "99999999"}, 3600.0), ({"ratelimit-reset": "3"}, 3.0),
     ({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}, 0.0), ({"retry-after": "soon"}, None), ({}, None)],
)  # fmt: skip
def test_an_answer_says_how_long_to_wait(headers: dict[str, str], seconds: float | None) -> None:
    assert waited(headers) == seconds
