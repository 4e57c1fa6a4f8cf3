"""Logins at an issuer of OpenID Connect, and what its groups are here."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.permissions import PARTS, Part, Person, proper
from ..errors import BadSettings, NotAllowed, Unavailable
from ..schema import ServiceSettings
from .rate_limits import is_url

if TYPE_CHECKING:
    from authlib.integrations.starlette_client import StarletteOAuth2App

COOKIE = "scriptsmith_login"
MINUTES = 10
_SIGNED_BY = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519")
"""Signatures that only the issuer can make: never `none`, and none that the client's own secret makes."""


class Issuer:
    """The authorization code flow with PKCE. What has to be remembered between its two requests is one random value,
    in a cookie of the browser that began: state, nonce and verifier are made of it.
    """

    def __init__(self, settings: ServiceSettings, secret: str) -> None:
        self._settings = settings
        self._secret = secret
        self._client: StarletteOAuth2App | None = None

    @classmethod
    def of(cls, settings: ServiceSettings, environ: Mapping[str, str]) -> Issuer | None:
        """The issuer that the settings name, asked for nothing yet; raises `BadSettings`."""
        parts_for((), settings)  # a mistake in them is told at the start
        if not settings.oidc_issuer:
            return None
        if not is_url(settings.oidc_issuer):
            raise BadSettings(
                f"service.oidc_issuer {settings.oidc_issuer!r} is no address like `https://login.example.org/realm`"
            )
        if not settings.oidc_client:
            raise BadSettings("service.oidc_issuer is set, so service.oidc_client must name this service there")
        return cls(settings, _secret(settings, environ))

    async def begin(self, back: str) -> tuple[str, str]:
        """Where to send the browser, which comes `back`, and the value of its cookie."""
        value = secrets.token_urlsafe(32)
        with _told():
            made = await self._opened().create_authorization_url(
                back, state=_made("state", value), nonce=_made("nonce", value), code_verifier=_made("verifier", value)
            )
        return str(made["url"]), value

    async def end(self, value: str, state: str, code: str, back: str) -> Person:
        """Who has come back. Raises `NotAllowed` for whoever did not begin here, or is nothing here."""
        if not value or not hmac.compare_digest(state.encode(), _made("state", value).encode()):
            raise NotAllowed("this login was not started in this browser, or too long ago: log in again")
        client = self._opened()
        with _told():
            metadata = await client.load_server_metadata()
            offered = metadata.get("id_token_signing_alg_values_supported") or ["RS256"]
            metadata["id_token_signing_alg_values_supported"] = [each for each in offered if each in _SIGNED_BY]
            token = await client.fetch_access_token(
                redirect_uri=back, code=code, code_verifier=_made("verifier", value), grant_type="authorization_code"
            )
            claims = await client.parse_id_token(token, nonce=_made("nonce", value))
        if not claims:
            raise NotAllowed("the login provider sent no ID token: ask for the scope `openid` (service.oidc_scopes)")
        return self._person(claims)

    def _person(self, claims: Mapping[str, Any]) -> Person:
        settings = self._settings
        name = claims.get(settings.oidc_name)
        if not isinstance(name, str) or not proper(name):
            raise NotAllowed(f"the login provider sent no name in the claim {settings.oidc_name!r} (service.oidc_name)")
        if settings.oidc_name == "email" and claims.get("email_verified") is False:
            raise NotAllowed(f"the login provider has not verified that {name} is their address")
        said = claims.get(settings.oidc_groups, ())
        groups = said.split() if isinstance(said, str) else said if isinstance(said, list) else ()
        parts = parts_for(map(str, groups), settings)
        if not parts:
            raise NotAllowed(
                f"{name} is logged in and has no role here: service.groups says which group has which role"
            )
        return Person(name=name, parts=parts, way="session")

    def _opened(self) -> StarletteOAuth2App:
        if self._client is None:
            from authlib.integrations.starlette_client import StarletteOAuth2App

            settings = self._settings
            self._client = StarletteOAuth2App(
                None,
                name="issuer",
                client_id=settings.oidc_client,
                client_secret=self._secret or None,
                server_metadata_url=f"{settings.oidc_issuer.rstrip('/')}/.well-known/openid-configuration",
                client_kwargs={
                    "scope": settings.oidc_scopes,
                    "code_challenge_method": "S256",
                    "timeout": 15.0,
                    **({} if self._secret else {"token_endpoint_auth_method": "none"}),
                },
            )
        return self._client


class _told:
    """Turns what goes wrong at the issuer into a sentence: refused, or out of reach."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is None or not isinstance(error, Exception):
            return
        import httpx2
        from authlib.common.errors import AuthlibBaseError
        from joserfc.errors import JoseError

        if isinstance(error, AuthlibBaseError | JoseError):
            raise NotAllowed(
                f"the login provider's answer is not valid ({type(error).__name__}): log in again"
            ) from None
        if isinstance(error, httpx2.HTTPError | ValueError | KeyError | RuntimeError):
            raise Unavailable(f"the login provider cannot be reached: {type(error).__name__}") from None


def parts_for(groups: Iterable[str], settings: ServiceSettings) -> frozenset[Part]:
    """What somebody in `groups` is here. Raises `BadSettings` when the settings name a part that there is not."""
    known: dict[str, str] = {}
    for pair in settings.groups.split(","):
        group, equals, parts = pair.partition("=")
        if pair.strip() and not equals:
            raise BadSettings("service.groups is a list like `sre=requester reviewer, leads=publisher`")
        known[group.strip()] = parts
    every = " ".join([settings.everybody, *known.values()]).split()
    if wrong := sorted(set(every) - set(PARTS)):
        raise BadSettings(f"service.groups and service.everybody take {', '.join(PARTS)}: {wrong[0]!r} is not a role")
    words = " ".join([settings.everybody, *(known.get(group, "") for group in groups)]).split()
    return frozenset(part for part in PARTS if part in words)


def _secret(settings: ServiceSettings, environ: Mapping[str, str]) -> str:
    """The client's secret, empty for a client that has none; it appears in no message."""
    if settings.oidc_secret:
        if not (secret := environ.get(settings.oidc_secret, "")):
            raise BadSettings(f"service.oidc_secret names the variable {settings.oidc_secret}, which is not set")
        return secret
    if not settings.oidc_secret_file:
        return ""
    path = Path(settings.oidc_secret_file).expanduser()
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"service.oidc_secret_file {path} cannot be read: {error}") from None


def _made(what: str, value: str) -> str:
    """43 characters of base 64, which is what PKCE takes."""
    import base64

    return base64.urlsafe_b64encode(hmac.new(value.encode(), what.encode(), hashlib.sha256).digest()).decode()[:43]
