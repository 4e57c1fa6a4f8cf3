"""SS1207: trees of files that everybody on the machine may change."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .paths import spelled
from .permissions import modes, opens
from .rule import dangerous, rule


@rule(
    "SS1207",
    "Lets everybody change a whole tree",
    why="Every program and every person on the machine may then change these files, and whoever uses them uses that.",
    instead="give the group that needs it the right to write: chgrp -R GROUP DIR && chmod -R g+rwX,o-w DIR",
    on="chmod",
    yields="SS1201 SS1202",
    bad=("chmod -R 777 /srv/app", "chmod -R a+rwX .", "chmod -R o+w ./public", "chmod --recursive ugo=rwx /opt/app"),
    good=("chmod -R 777 /tmp/build", "chmod -R 775 /srv/app", "chmod -R a+rX /srv/www", "chmod 777 file"),
)
def opened_tree(call: Invocation) -> Hit | None:
    if not call.has("-R", "--recursive"):
        return None
    mode, files = modes(call)
    for word in files:
        path = spelled(word, call.command.cwd)
        if opens(mode) and not re.match(r"/(?:tmp|var/tmp|dev/shm)(?:/|\Z)", path):
            return dangerous(f"lets everybody on the machine change every file below {path}")
    return None
