"""Scripts as text without mere spelling, and those of which a box can show nothing."""

from __future__ import annotations

import re

from ..bench.equivalence.spelling import OPERATORS, normal, words
from ..programs.spec import needing

_BEFORE = OPERATORS | frozenset(
    "! { if then elif else while until do time sudo xargs env nohup exec command timeout nice -exec $".split()  # noqa: SIM905
)
_SETTING = re.compile(r"set( -[eux]+| -o=pipefail)+\Z")
_UNIT = re.compile(r"(?<=\S)\.service\b")


def canonical(text: str) -> str:
    """`text` without comments, blank lines, shell options that only make it stricter, and ways to write the same
    option or name. What stands in a here-document counts as it is written."""
    if "<<" in words(text):
        lines = [line.rstrip() for line in text.split("\n")]
        return "\n".join(line for line in lines if line and not line.lstrip().startswith("#"))
    parts = [part.strip() for part in re.split(r"(?:^|(?<= )); ?", " ".join(normal(text)))]
    return " ; ".join(_alike(part) for part in parts if part and not _SETTING.match(part))


def _alike(part: str) -> str:
    """One command, a service named in the shorter of two ways."""
    if found := re.fullmatch(r"service (\S+) (start|stop|restart|reload|status)", part):
        return f"systemctl {found[2]} {found[1]}"
    return _UNIT.sub("", part) if part.startswith("systemctl ") else part


def needs_more_than_a_box(text: str) -> str:
    """Why running a script in a box would show nothing of it; empty where it would."""
    before, outside = "", needing("network") | needing("service")
    for word in words(text):
        if word in outside and (not before or before in _BEFORE):
            return f"a box has nothing for {word} to talk to"
        before = word
    return ""
