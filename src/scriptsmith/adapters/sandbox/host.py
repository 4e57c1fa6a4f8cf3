"""What a launcher knows of the host: what is mounted where, and what to hide. Found again only when it is due."""

from __future__ import annotations

import select
import time
from collections.abc import Collection

from .mounts import holds_no_files, mounted
from .private import private_of_root, private_of_user
from .secrets import Secrets, outermost, within

# Rights of files change without a trace elsewhere: private ones are looked for anew after so many seconds, and at most
# for this share of the time.
_LOOK_AGAIN, _SHARE = 5.0, 1 / 20


class Host:
    """The mounts and secret paths of this host, as of the last `refresh`. `root` says that real root looks."""

    def __init__(self, *, root: bool) -> None:
        self._root = root
        self._secrets = Secrets()
        self._listing = open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape")  # noqa: SIM115
        self._poll = select.poll()
        self._poll.register(self._listing, select.POLLERR | select.POLLPRI)  # the kernel tells when a mount changes
        self.mounts: dict[str, str] = {}
        self._listed: list[str] = []
        self._private: list[str] = []
        self._due = 0.0
        self._read()

    def refresh(self) -> bool:
        """Look again; whether everything is mounted as it was."""
        changed = bool(self._poll.poll(0))
        if changed:
            self._read()
        self._listed = self._secrets.paths()
        began = time.monotonic()
        if changed or began >= self._due:
            self._private = self._find_private()
            took = time.monotonic() - began
            self._due = began + max(_LOOK_AGAIN, took / _SHARE)
        return not changed

    def hidden(self, exposed: Collection[str]) -> list[str]:
        """What a box does not show: what is private and does not lie in something `exposed`, and what is listed and is
        not exposed itself."""
        private = (path for path in self._private if not within(path, exposed))
        listed = [path for path in self._listed if path not in exposed]
        inside = outermost(path for path in listed if within(path, exposed))
        return [*outermost([*private, *(path for path in listed if not within(path, exposed))]), *inside]

    def _find_private(self) -> list[str]:
        if self._root:
            return private_of_root()
        return private_of_user([at for at, kind in self.mounts.items() if holds_no_files(kind)])

    def _read(self) -> None:
        self._listing.seek(0)
        self.mounts = mounted(self._listing.read())
