"""How Kafka is reached: which servers, over TLS, as whom. The client is the extra `kafka`."""

from __future__ import annotations

import logging
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from ...errors import BadSettings
from ..outlets.targets import names_loopback
from ..secret_file import SecretFile

TLS = ("tls", "none")
MECHANISMS = ("SCRAM-SHA-512", "SCRAM-SHA-256", "PLAIN")
SETTINGS = frozenset({"tls", "ca_file", "user", "secret_file", "mechanism"})
"""What a table of servers may hold beside `servers`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KafkaServers:
    """Servers by which a cluster is found; it names its other ones itself. With `user` the first secret logs in."""

    servers: Sequence[str]
    tls: bool
    context: ssl.SSLContext | None = None
    user: str = ""
    mechanism: str = ""
    secrets: SecretFile | None = None

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> KafkaServers:
        """What a table of texts names; raises `BadSettings`."""
        if find_spec("aiokafka") is None:
            raise BadSettings("Kafka needs the extra `kafka`: pip install 'scriptsmith[kafka]'")
        if not all(isinstance(table.get(name, ""), str) for name in ("servers", *SETTINGS)):
            raise BadSettings("every value is text")
        servers = [each.strip() for each in table.get("servers", "").split(",") if each.strip()]
        if not servers or not all(parts(each).hostname and parts(each).port for each in servers):
            raise BadSettings("servers is a list of HOST:PORT with commas")
        secured, mechanism = table.get("tls", "tls"), table.get("mechanism", MECHANISMS[0])
        if secured not in TLS:
            raise BadSettings(f"tls is one of {', '.join(TLS)}")
        if mechanism not in MECHANISMS:
            raise BadSettings(f"mechanism is one of {', '.join(MECHANISMS)}")
        user = table.get("user", "")
        if bool(user) != ("secret_file" in table):
            raise BadSettings("user and secret_file go together")
        if user and secured == "none" and not all(names_loopback(parts(each).hostname or "") for each in servers):
            raise BadSettings("a secret is sent over TLS alone: tls = none is for servers without user")
        secrets = SecretFile("secret_file", Path(table["secret_file"]).expanduser()) if user else None
        if secrets:
            secrets()
        return cls(
            servers=servers,
            tls=secured == "tls",
            context=_context(table.get("ca_file", "")) if secured == "tls" else None,
            user=user,
            mechanism=mechanism if user else "",
            secrets=secrets,
        )

    def options(self) -> dict[str, Any]:
        """The options of a client; the secret is read anew."""
        logging.getLogger("aiokafka").setLevel(logging.CRITICAL)  # whoever uses it says what goes wrong, once
        options: dict[str, Any] = {
            "bootstrap_servers": list(self.servers),
            "client_id": "scriptsmith",
            "security_protocol": ("SASL_" if self.user else "") + ("SSL" if self.tls else "PLAINTEXT"),
            "ssl_context": self.context,
        }
        if self.user and self.secrets:
            options |= {
                "sasl_mechanism": self.mechanism,
                "sasl_plain_username": self.user,
                "sasl_plain_password": self.secrets()[0],
            }
        return options


def parts(server: str) -> SplitResult:
    """Host and port of a server; without both where it names none."""
    found = urlsplit(f"//{server}")
    try:
        return found if found.port is not None and found.netloc == server else urlsplit("")
    except ValueError:
        return urlsplit("")


def _context(file: str) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=str(Path(file).expanduser()) if file else None)
    except (OSError, ssl.SSLError) as error:
        raise BadSettings(f"ca_file {file} cannot be read: {error}") from None
