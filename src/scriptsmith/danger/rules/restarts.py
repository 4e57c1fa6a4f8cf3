"""What is stopped and started again by the same script: a service, a link, swap, a module."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .invocation import Invocation
from .word_lists import set_of

_PROGRAMS = set_of(
    "systemctl service rc-service initctl sv supervisorctl ip ifdown ifup ifconfig dhclient swapoff swapon modprobe "
    "nmcli wg-quick docker podman aws az gcloud"
)
_CLOUDS = frozenset(("aws", "az", "gcloud"))
_MACHINES = re.compile(r"(stop|deallocate|suspend|start|resume)(-instances|-db-instance)?\Z")
_UP = set_of("start restart up reload-or-restart")
_DOWN = set_of("stop down")


def resumed(calls: Sequence[Invocation]) -> frozenset[int]:
    """Where the commands stand that stop what a later command of the same script starts again."""
    if not any(call.name in _PROGRAMS for call in calls):
        return frozenset()
    found: set[int] = set()
    ups: list[tuple[int, tuple[str, ...]]] = []
    downs: list[tuple[int, tuple[str, ...]]] = []
    for index, call in enumerate(calls):
        if call.name in _PROGRAMS:
            down, up = _sides(call)
            if down:
                downs.append((index, down))
            if up:
                ups.append((index, up))
    for index, what in downs:
        if any(later > index and other == what for later, other in ups):
            found.add(index)
    return frozenset(found)


def _sides(call: Invocation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a command takes down, and what it brings up, as words to compare."""
    name, words, nothing = call.name, call.words, ()
    if name in _CLOUDS:
        return _machines(call)
    if "…" in words or (name in ("docker", "podman") and call.has("-v", "--volumes")):  # what was in them is gone
        return nothing, nothing
    if name in ("swapoff", "swapon"):  # of another file as well: there is swap again
        return (("swap",), nothing) if name == "swapoff" else (nothing, ("swap",))
    if name in ("ifdown", "ifup"):
        what = ("if", *words)
        return (what, nothing) if name == "ifdown" else (nothing, what)
    if name == "modprobe":
        what = ("module", *words)
        return (what, nothing) if call.has("-r", "--remove") else (nothing, what)
    if name == "dhclient":
        what = ("address", *words)
        return (what, nothing) if call.has("-r") else (nothing, what)
    rest = tuple(word.removesuffix(".service") for word in words if word not in _UP | _DOWN)
    what = (name.replace("rc-service", "service"), call.command.host, *rest)
    if len(rest) < 1:
        return nothing, nothing
    if _DOWN & set(words):
        return what, nothing
    return (nothing, what) if _UP & set(words) else (nothing, nothing)


def _machines(call: Invocation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The machines of a cloud that are stopped, and those that are started: `az vm stop -n NAME`."""
    verb = next((found for word in call.words[:4] if (found := _MACHINES.match(word))), None)
    named = {word.written for name, given in call.values.items() if name in _NAMING for word in given}
    rest = tuple(word.written for word in call.operands if not _MACHINES.match(word.shape))
    if verb is None or not (named or len(rest) > 2):
        return (), ()
    what = (call.name, *rest, *sorted(named))
    return ((), what) if verb[1] in ("start", "resume") else (what, ())


_NAMING = frozenset(("-n", "--name", "--ids", "--instance-ids", "--db-instance-identifier", "-g", "--resource-group"))
