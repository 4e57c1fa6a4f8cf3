"""A mail server on loopback that speaks as much SMTP as a sender needs, and refuses what real ones refuse."""

from __future__ import annotations

import base64
import re
import socketserver
import ssl
import threading
from collections.abc import Collection
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from types import TracebackType

_PATH = re.compile(rb"(?:MAIL FROM|RCPT TO):<([^<>\s]+@[^<>\s]+)>.*", re.IGNORECASE)
_LONGEST = 998


class MailServer:
    """Takes mail for `known` addresses, 550 for others; with a `secret` only from who logs in as `user`.

    `mails` are those that it took, with whom they are for. `busy` is how many of the next ones it puts off with 451.
    With `tls` it offers STARTTLS, and takes nothing without it.
    """

    def __init__(
        self, known: Collection[str], *, user: str = "", secret: str = "", tls: ssl.SSLContext | None = None
    ) -> None:
        self.known, self.user, self.secret, self.tls = frozenset(known), user, secret, tls
        self.mails: list[tuple[EmailMessage, list[str]]] = []
        self.busy = 0
        self._server: socketserver.ThreadingTCPServer | None = None
        self._thread: threading.Thread | None = None

    @property
    def place(self) -> str:
        """Host and port."""
        assert self._server
        return f"127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> MailServer:
        of = self

        class Handler(socketserver.StreamRequestHandler):
            timeout = 60

            def handle(self) -> None:
                session = _Session(self, of)
                try:
                    session.serve()
                finally:
                    session.close()

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server
        assert self._thread
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Session:
    def __init__(self, handler: socketserver.StreamRequestHandler, server: MailServer) -> None:
        self._handler, self._server = handler, server
        self._reader, self._socket = handler.rfile, handler.request
        self._secure, self._in = server.tls is None, not server.secret
        self._to: list[str] = []

    def serve(self) -> None:
        self._say("220 pretended ESMTP")
        while line := self._reader.readline(2000):
            verb = line.split()[0].upper() if line.split() else b""
            if verb == b"QUIT":
                self._say("221 bye")
                return
            self._say(self._answer(verb, line.strip()))
            if verb == b"STARTTLS" and self._server.tls and not self._secure:
                try:
                    self._socket = self._server.tls.wrap_socket(self._socket, server_side=True)
                except OSError:  # the other side does not trust us
                    return
                self._reader, self._secure = self._socket.makefile("rb"), True

    def close(self) -> None:
        """Close the socket that TLS was begun on; the server closes the one beneath it."""
        if self._socket is not self._handler.request:
            self._reader.close()
            self._socket.close()

    def _answer(self, verb: bytes, line: bytes) -> str:
        if verb in (b"EHLO", b"HELO"):
            offered = ["STARTTLS"] if not self._secure else ["AUTH PLAIN"] if self._server.secret else []
            return "".join(f"250-{each}\r\n" for each in ["pretended", *offered, "8BITMIME"]) + "250 SMTPUTF8"
        if verb == b"STARTTLS":
            return "220 go ahead" if self._server.tls else "502 not here"
        if verb == b"RSET":
            self._to = []
            return "250 forgotten"
        if not self._secure:
            return "530 begin TLS first"
        if verb == b"AUTH":
            wanted = base64.b64encode(f"\0{self._server.user}\0{self._server.secret}".encode())
            self._in = line.split()[-1] == wanted
            return "235 welcome" if self._in else "535 who are you"
        if not self._in:
            return "530 log in first"
        if verb == b"DATA":
            return self._data()
        return self._path(verb, line)

    def _path(self, verb: bytes, line: bytes) -> str:
        matched = _PATH.fullmatch(line)
        if verb not in (b"MAIL", b"RCPT") or matched is None:
            return "500 what?"
        if verb == b"MAIL":
            self._to = []
            return "250 go on"
        name = matched[1].decode()
        if name not in self._server.known:
            return "550 nobody here is called so"
        self._to.append(name)
        return "250 go on"

    def _data(self) -> str:
        if not self._to:
            return "503 for whom?"
        self._say("354 go ahead")
        lines: list[bytes] = []
        while (line := self._reader.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        if self._server.busy:
            self._server.busy -= 1
            return "451 later"
        if any(len(each.rstrip(b"\r\n")) > _LONGEST or not each.endswith(b"\r\n") for each in lines):
            return "554 a line is too long, or does not end"
        made = message_from_bytes(b"".join(lines), policy=default)
        self._server.mails.append((made, self._to))
        return "250 taken"

    def _say(self, line: str) -> None:
        self._socket.sendall(f"{line}\r\n".encode())
