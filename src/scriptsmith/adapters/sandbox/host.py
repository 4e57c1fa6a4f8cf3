"""What a launcher knows of the host: what is mounted where, and what to hide. Found again only when it changed."""

from __future__ import annotations

import select

from .mounts import mounted
from .secrets import Secrets


class Host:
    """The mounts and secret paths of this host, as of the last `refresh`."""

    def __init__(self) -> None:
        self._secrets = Secrets()
        self._listing = open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape")  # noqa: SIM115
        self._poll = select.poll()
        self._poll.register(self._listing, select.POLLERR | select.POLLPRI)  # the kernel tells when a mount changes
        self.mounts: dict[str, str] = {}
        self.hidden: list[str] = []
        self._read()

    def refresh(self) -> bool:
        """Look again; whether everything is still as it was."""
        hidden, self.hidden = self.hidden, self._secrets.paths()
        changed = bool(self._poll.poll(0))
        if changed:
            self._read()
        return not changed and hidden == self.hidden

    def _read(self) -> None:
        self._listing.seek(0)
        self.mounts = mounted(self._listing.read())
        self.hidden = self._secrets.paths()
