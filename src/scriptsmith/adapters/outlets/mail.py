"""E-mail by SMTP: plain text, over TLS unless the server is on loopback."""

from __future__ import annotations

import asyncio
import smtplib
import socket
import ssl
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any
from urllib.parse import urlsplit

from ...outlets import plain_text
from ...outlets.notice import Notice
from ...outlets.texts import shown
from .posting import Sent
from .targets import TargetRefused, Targets

TLS = ("starttls", "tls", "none")
PORTS: Mapping[str, int] = {"starttls": 587, "tls": 465, "none": 25}
_SUBJECT = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """A mail to everybody in `to`. Every try has the same Message-ID, by which a second one can be known."""

    targets: Targets
    host: str
    port: int
    tls: str
    sender: str
    to: Sequence[str]
    user: str = ""
    secrets: Callable[[], Sequence[str]] | None = None
    seconds: float = 10.0
    trust: ssl.SSLContext | None = None

    async def __call__(self, notice: Notice, tries: int, /) -> Sent:
        scheme = "http" if self.tls == "none" else "https"
        host = f"[{self.host}]" if ":" in self.host else self.host
        try:
            addresses = await self.targets.resolved(urlsplit(f"{scheme}://{host}:{self.port}"))
        except TargetRefused as error:
            return Sent(ok=False, said=f"its address is refused: {error}", again=False)
        except OSError:
            return Sent(ok=False, said="the name of its server is not known")
        secret = self.secrets()[0] if self.secrets else ""
        return await asyncio.to_thread(self._send, mail(notice, self.sender, self.to), addresses[0], secret)

    def _send(self, message: EmailMessage, address: str, secret: str) -> Sent:
        try:
            with self._connected(address) as server:
                if secret:
                    server.login(self.user, secret)
                refused = server.send_message(message, self.sender, list(self.to))
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            again = any(code < 500 for code in codes)
            return Sent(ok=False, said=f"no recipient was taken ({min(codes)})", again=again)
        except smtplib.SMTPAuthenticationError:
            return Sent(ok=False, said="the server does not take the user or the secret")
        except smtplib.SMTPResponseException as error:
            return Sent(ok=False, said=f"the server answered {error.smtp_code}", again=error.smtp_code < 500)
        except ssl.SSLError:
            return Sent(ok=False, said="the server cannot be reached over TLS that is trusted")
        except (smtplib.SMTPException, OSError) as error:
            return Sent(ok=False, said=f"the server cannot be reached ({type(error).__name__})")
        if refused:  # another try would tell the others twice
            return Sent(ok=False, said=f"{len(refused)} of {len(self.to)} recipients were not taken", again=False)
        return Sent(ok=True)

    def _connected(self, address: str) -> smtplib.SMTP:
        """A connection to `address`, whose certificate is held against the name in the settings."""
        context = self.trust or ssl.create_default_context()
        if self.tls == "tls":
            return _PinnedTls(address, self.host, self.port, context, self.seconds)
        server = _Pinned(address, self.host, self.port, self.seconds)
        if self.tls == "starttls":
            try:
                server.starttls(context=context)
            except BaseException:
                server.close()
                raise
        return server


def mail(notice: Notice, sender: str, to: Sequence[str]) -> EmailMessage:
    """The mail. Texts from outside are text: none begins a header."""
    made = EmailMessage()
    made["Subject"] = " ".join(shown(f"{notice.headline}: {notice.title}", _SUBJECT).split())
    made["From"], made["To"] = sender, ", ".join(to)
    made["Date"] = format_datetime(datetime.fromisoformat(notice.at))
    made["Message-ID"] = f"<{notice.id}@scriptsmith>"
    made["Auto-Submitted"] = "auto-generated"
    made.set_content(plain_text.note(notice))
    return made


class _Pinned(smtplib.SMTP):
    """One that connects to an address that was looked up before, under the name that it was looked up by."""

    def __init__(self, address: str, host: str, port: int, seconds: float, **more: Any) -> None:
        self._address = address
        super().__init__(host, port, local_hostname="scriptsmith", timeout=seconds, **more)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        return socket.create_connection((self._address, port), timeout)


class _PinnedTls(smtplib.SMTP_SSL):
    def __init__(self, address: str, host: str, port: int, context: ssl.SSLContext, seconds: float) -> None:
        self._address = address
        super().__init__(host, port, local_hostname="scriptsmith", timeout=seconds, context=context)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        plain = socket.create_connection((self._address, port), timeout)
        return self.context.wrap_socket(plain, server_hostname=host)
