"""Ways in: a login with a key, a link that lets in once, an issuer of OpenID Connect, a proxy; and no forgeries."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from joserfc import jwt
from joserfc.jwk import RSAKey

from scriptsmith.errors import BadSettings
from scriptsmith.schema import ServiceSettings
from scriptsmith.web.oidc import Issuer, parts_for
from scriptsmith.web.rate_limits import HostNames
from scriptsmith.web.sessions import COOKIE
from tests.databases import with_database

from .server import Service, serving


async def logged_in(service: Service, http: httpx2.AsyncClient, part: Any = "requester") -> str:
    """Log `http` in with a key, and return its token."""
    answer = await http.post("/login", data={"key": service.keys[part], "next": "/runs"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/runs")
    return str((await http.get("/api/v1/me")).json()["csrf"])


@with_database
async def test_a_login_lasts_until_it_is_closed() -> None:
    """A key opens a session in a cookie that no script reads and no other site sends; logging out ends it."""
    async with serving(workers=0) as service, service.client() as http:
        token = await logged_in(service, http)
        me = (await http.get("/api/v1/me")).json()
        assert (me["name"], me["way"]) == ("ana", "session")
        kept = http.cookies[COOKIE]
        refused = await http.post("/logout")
        assert refused.status_code == 403
        out = await http.post("/logout", data={"csrf": token})
        assert (out.status_code, out.headers["location"]) == (303, "/login")
        http.cookies.set(COOKIE, kept)
        assert (await http.get("/api/v1/me")).status_code == 401


@with_database
async def test_the_cookie_is_for_our_pages_alone() -> None:
    """HttpOnly, SameSite=Lax, and Secure off loopback; the login leads to no other site."""
    async with (
        serving(workers=0, settings={"service.hosts": "scripts.example.org"}) as service,
        service.client() as http,
    ):
        for host, secure in {"127.0.0.1": False, "scripts.example.org": True}.items():
            data = {"key": service.keys["admin"], "next": "//evil.example/"}
            answer = await http.post("/login", data=data, headers={"Host": host})
            assert answer.headers["location"] == "/"
            cookie = answer.headers["set-cookie"]
            assert ("; HttpOnly" in cookie, "SameSite=lax" in cookie, "; Secure" in cookie) == (True, True, secure)
        wrong = await http.post("/login", data={"key": "ssk_wrong"}, headers={"Accept": "text/html"})
        assert (wrong.status_code, wrong.headers["location"]) == (303, "/login?refused=1")


@with_database
async def test_an_origin_that_is_none_is_foreign() -> None:
    """A form from an address that cannot be read is refused like one from another site."""
    async with serving(workers=0) as service, service.client() as http:
        for name in ("Origin", "Referer"):
            answer = await http.post("/login", data={"key": service.keys["admin"]}, headers={name: "http://["})
            assert (answer.status_code, answer.json()["type"]) == (403, "urn:scriptsmith:forgery")


@with_database
async def test_other_sites_change_nothing() -> None:
    """What a browser sends without our token, or from another site, is refused; reading needs neither."""
    async with serving(workers=0) as service, service.client() as http:
        token = await logged_in(service, http)
        ask = {"text": "show the moon"}
        for headers in (
            {},
            {"X-CSRF-Token": "0" * 64},
            {"X-CSRF-Token": token, "Origin": "https://evil.example"},
            {"X-CSRF-Token": token, "Origin": "null"},
            {"X-CSRF-Token": token, "Referer": "https://evil.example/page"},
            {"X-CSRF-Token": token, "Sec-Fetch-Site": "cross-site"},
        ):
            answer = await http.post("/api/v1/actions", json=ask, headers=headers)
            assert (answer.status_code, answer.json()["type"]) == (403, "urn:scriptsmith:forgery"), headers
        good = {"X-CSRF-Token": token, "Origin": service.url}
        assert (await http.post("/api/v1/actions", json=ask, headers=good)).status_code == 202
        forged = {"key": service.keys["admin"]}
        assert (await http.post("/login", data=forged, headers={"Origin": "https://evil.example"})).status_code == 403
        async with service.client() as other:  # the token of one session is none of another
            await logged_in(service, other, "requester")
            answer = await other.post("/api/v1/actions", json=ask, headers={"X-CSRF-Token": token})
            assert answer.status_code == 403


@with_database
async def test_a_link_lets_in_once() -> None:
    """Opening the link uses nothing up; its button lets one in, and the second is refused."""
    async with serving(workers=0) as service, service.client() as http, service.client() as late:
        token = await service.app.team().people.one_time_link(["admin"], minutes=5)
        for _ in range(2):
            page = await http.get("/login/link", params={"token": token})
            assert (page.status_code, token in page.text) == (200, True)
        assert "<script>" not in (await http.get("/login/link", params={"token": '"><script>'})).text
        assert (await http.post("/login/link", data={"token": token})).status_code == 303
        assert (await http.get("/api/v1/me")).json()["parts"] == ["admin"]
        assert (await late.post("/login/link", data={"token": token})).status_code == 401


@with_database
async def test_a_proxy_says_who_comes_where_it_is_believed() -> None:
    """Its header names a person and their groups; from anybody else, or without the setting, it says nothing."""
    told = {"X-User": "fay", "X-Groups": "sre, other"}
    settings = {
        "service.proxies": "127.0.0.1",
        "service.proxy_user_header": "X-User",
        "service.proxy_groups_header": "X-Groups",
        "service.groups": "sre=requester reviewer",
    }
    async with serving(workers=0, settings=settings) as service, service.client(None, **told) as http:
        me = (await http.get("/api/v1/me")).json()
        assert (me["name"], me["parts"], me["way"]) == ("fay", ["requester", "reviewer"], "proxy")
        ask = {"text": "show the moon"}
        assert (await http.post("/api/v1/actions", json=ask)).status_code == 403
        token = {"X-CSRF-Token": me["csrf"]}
        assert (await http.post("/api/v1/actions", json=ask, headers=token)).status_code == 202
    for other in ({"service.proxies": "10.0.0.0/8"}, {"service.proxy_user_header": ""}):
        async with serving(workers=0, settings=settings | other) as service, service.client(None, **told) as http:
            assert (await http.get("/api/v1/me")).status_code == 401


KEY = RSAKey.generate_key(2048, {"kid": "k1"})


@asynccontextmanager
async def issuer(claims: Mapping[str, Any], *, algorithm: str = "RS256") -> AsyncIterator[tuple[str, list[Any]]]:
    """An issuer on a loopback port, which lets everybody in as what `claims` say, and the requests for tokens."""
    requests: list[Any] = []
    nonces: dict[str, str] = {}

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        where = urlsplit(head.split()[1])
        length = next((int(line.split(":")[1]) for line in head.lower().split("\r\n") if "content-length" in line), 0)
        sent = {name: values[0] for name, values in parse_qs((await reader.readexactly(length)).decode()).items()}
        document: Any = {}
        if where.path.endswith("openid-configuration"):
            document = {
                "issuer": url,
                "authorization_endpoint": f"{url}/authorize",
                "token_endpoint": f"{url}/token",
                "jwks_uri": f"{url}/keys",
                "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
            }
        elif where.path == "/keys":
            document = {"keys": [KEY.as_dict(private=False)]}
        elif where.path == "/token":
            requests.append(sent)
            now = int(time.time())
            usual = {
                "iss": url,
                "aud": "us",
                "sub": "1",
                "iat": now,
                "exp": now + 60,
                "nonce": nonces.get(sent["code"]),
            }
            key = KEY if algorithm == "RS256" else b"s" * 32
            token = _signed(algorithm, usual | dict(claims), key)
            document = {"access_token": "a", "token_type": "Bearer", "id_token": token}
        body = json.dumps(document).encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n")
        writer.write(f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    requests.append(nonces)
    async with server:
        yield url, requests


def _signed(algorithm: str, claims: Mapping[str, Any], key: Any) -> str:
    from joserfc.jwk import OctKey

    known = key if algorithm == "RS256" else OctKey.import_key(key)
    return str(jwt.encode({"alg": algorithm, "kid": "k1"}, dict(claims), known, algorithms=["RS256", "HS256"]))


OIDC = {
    "service.oidc_client": "us",
    "service.groups": "sre=requester reviewer, leads=publisher",
    "service.rate_refused": 1000,
}


async def _come_back(http: httpx2.AsyncClient, nonces: dict[str, str], **other: str) -> httpx2.Response:
    """Begin a login, and come back as the issuer would send one."""
    begun = await http.get("/login/oidc")
    assert begun.status_code == 303
    sent = {name: values[0] for name, values in parse_qs(urlsplit(begun.headers["location"]).query).items()}
    assert (sent["response_type"], sent["client_id"], sent["code_challenge_method"]) == ("code", "us", "S256")
    nonces["c0de"] = sent["nonce"]
    return await http.get("/login/oidc/back", params={"state": sent["state"], "code": "c0de"} | other)


@with_database
async def test_an_issuer_lets_in_whoever_it_knows() -> None:
    """Whoever comes back from the issuer is who it says, and what their groups are here."""
    async with issuer({"email": "gil@example.org", "groups": ["sre", "x"]}) as (url, requests):
        settings = OIDC | {"service.oidc_issuer": url}
        async with serving(workers=0, settings=settings) as service, service.client() as http:
            answer = await _come_back(http, requests[0])
            assert (answer.status_code, answer.headers.get("location")) == (303, "/"), answer.text
            me = (await http.get("/api/v1/me")).json()
            assert (me["name"], me["parts"]) == ("gil@example.org", ["requester", "reviewer"])
            assert len(requests[1]["code_verifier"]) == 43


@with_database
async def test_who_is_vouched_for_is_let_in_while_others_guess() -> None:
    """At an address from which too many keys were wrong the issuer's word counts, and so does a right key after a session
    that ended; what is wrong is still turned away."""
    async with issuer({"email": "gil@example.org", "groups": ["sre"]}) as (url, requests):
        settings = OIDC | {"service.oidc_issuer": url, "service.rate_refused": 4}
        async with serving(workers=0, settings=settings) as service, service.client() as http:
            wrong = {"key": "ssk_no"}
            statuses = [(await http.post("/login/kept", data=wrong)).status_code for _ in range(4)]
            assert (statuses[0], statuses[-1]) == (401, 429)
            answer = await _come_back(http, requests[0])
            assert (answer.status_code, answer.headers.get("location")) == (303, "/"), answer.text
            assert (await _come_back(http, requests[0], state="another")).status_code == 429
            assert (await http.post("/login/kept", data=wrong)).status_code == 429
            right = await http.post("/login/kept", data={"key": service.keys["reviewer"]})
            assert right.status_code == 404  # let in, and shown that there is no such run


@with_database
@pytest.mark.parametrize(
    ("claims", "other", "algorithm"),
    [
        ({"groups": ["sre"]}, {"state": "another"}, "RS256"),
        ({"groups": ["sre"], "nonce": "another"}, {}, "RS256"),
        ({"groups": ["sre"], "aud": "them"}, {}, "RS256"),
        ({"groups": ["sre"], "iss": "https://evil.example"}, {}, "RS256"),
        ({"groups": ["sre"], "exp": 1}, {}, "RS256"),
        ({"groups": ["sre"]}, {}, "HS256"),
        ({"groups": ["sre"], "email_verified": False}, {}, "RS256"),
        ({"groups": ["sre"], "email": ""}, {}, "RS256"),
        ({"groups": ["nobody"]}, {}, "RS256"),
    ],
    ids=["state", "nonce", "audience", "issuer", "expired", "signature", "unverified", "nameless", "nothing here"],
)
async def test_an_issuer_is_believed_only_as_far_as_it_proves(
    claims: dict[str, Any], other: dict[str, str], algorithm: str
) -> None:
    """An answer that another login, another service or another key made lets nobody in, and that is noted."""
    async with issuer({"email": "gil@example.org", **claims}, algorithm=algorithm) as (url, requests):
        settings = OIDC | {"service.oidc_issuer": url}
        async with serving(workers=0, settings=settings) as service, service.client() as http:
            answer = await _come_back(http, requests[0], **other)
            assert (answer.status_code, answer.json()["type"]) == (403, "urn:scriptsmith:not-allowed")
            assert COOKIE not in http.cookies
            notes = [each.note.act for each in await service.app.team().audit.read()]
            assert notes.count("login.refused") == 1


@with_database
async def test_an_issuer_out_of_reach_is_told() -> None:
    """When the issuer cannot be asked the answer is 503, and without one there is no such login."""
    nowhere = OIDC | {"service.oidc_issuer": "http://127.0.0.1:9"}
    async with serving(workers=0, settings=nowhere) as service, service.client() as http:
        assert (await http.get("/login/oidc")).status_code == 503
    async with serving(workers=0) as service, service.client() as http:
        assert (await http.get("/login/oidc")).status_code == 404


def test_mistakes_in_the_settings_of_logins_are_told_at_the_start() -> None:
    """A part that there is not, a list in another form, and a secret that is not there are refused."""
    for wrong in (
        ServiceSettings(groups="sre=owner"),
        ServiceSettings(groups="sre"),
        ServiceSettings(everybody="root"),
    ):
        with pytest.raises(BadSettings, match=r"service\.groups"):
            Issuer.of(wrong, {})
    with pytest.raises(BadSettings, match=r"service\.oidc_client"):
        Issuer.of(ServiceSettings(oidc_issuer="https://id.example.org"), {})
    with pytest.raises(BadSettings, match="NOT_SET"):
        Issuer.of(ServiceSettings(oidc_issuer="https://id.example.org", oidc_client="us", oidc_secret="NOT_SET"), {})
    for issuer in ("notaurl", "https://", "ftp://id.example.org", "https://id.example.org:x", "https://[id"):
        with pytest.raises(BadSettings, match=r"service\.oidc_issuer .* is no address like"):
            Issuer.of(ServiceSettings(oidc_issuer=issuer, oidc_client="us"), {})
    with pytest.raises(BadSettings, match=r"service\.address 'foo' is no address like"):
        HostNames.of(ServiceSettings(address="foo"))
    with pytest.raises(BadSettings, match=r"service\.proxy_user_header is set, so service\.proxies"):
        HostNames.of(ServiceSettings(proxy_user_header="X-User", proxies=" ,"))
    assert parts_for(["x"], ServiceSettings(everybody="requester")) == {"requester"}
    assert parts_for(["sre"], ServiceSettings()) == frozenset()
