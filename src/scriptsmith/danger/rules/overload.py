"""SS1303 and SS1304: machines that are loaded until they serve nobody."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, notable, rule, script_rule


@script_rule(
    "SS1303",
    "Starts copies of itself without end",
    why="A fork bomb takes every process slot, and nobody can log in to stop it.",
    instead="bound the number of copies: xargs -P, or a loop with a count",
    bad=(
        ":(){ :|:& };:",
        "bomb() { bomb | bomb & }; bomb",
        "f(){ f & f & }; f",
        "$0 | $0 &",
    ),
    good=(
        "ls() { command ls -l; }; ls",
        "f() { sleep 1; }; f & wait",
        "for i in 1 2 3; do sleep 1 & done; wait",
        "f() { echo x | cat; }; f",
        "configure() { ./configure; }; configure",
        'walk() { for d in "$1"/*/; do walk "$d"; done; }; walk .',
        'again() { "$@" || { sleep 1; again "$@"; }; }; again ls',
    ),
)
def fork_bomb(calls: Sequence[Invocation]) -> list[Hit]:
    found: list[Hit] = []
    for call in calls:
        via, program = call.command.via, call.command.program
        if not via and call.name:
            continue
        if call.name and _again(call.name, via):
            found.append(dangerous(f"{call.name} starts itself again and again", call.command.place))
            break
        again = [unknown.source for unknown in program.unknowns]
        if again in (["$0"], ["${0}"], ["$BASH_SOURCE"]) and any(up.program.unknowns for up in call.command.upstream):
            found.append(dangerous("the script starts itself again and again", call.command.place))
            break
    return found


def _again(name: str, via: Sequence[str]) -> bool:
    """Whether a function starts itself beside itself, in the background or in a pipe."""
    return via[-1:] == ("again",) and f"function {name}" in via


# Made for nothing but to take a service or a network away from those who use it.
_FLOODING = (
    "slowloris slowloris.py slowloris.pl goldeneye goldeneye.py hulk hulk.py slowhttptest torshammer torshammer.py "
    "xerxes thc-ssl-dos t50 mdk3 mdk4 macof arpspoof dhcpstarv yersinia pyflooder rudy loic"
)
_FLOODERS = frozenset(_FLOODING.split())


@rule(
    "SS1304",
    "Loads the machine on purpose",
    why="A stress test on a machine that serves people takes the service away.",
    instead="run it on a machine that nobody uses, with a timeout",
    on="stress stress-ng ab wrk hping3 siege hydra sysbench fio openssl " + _FLOODING,
    bad=(
        "stress-ng --cpu 0 --vm 8 --vm-bytes 100%",
        "hping3 --flood target",
        "stress --vm 10 --vm-bytes 10G",
        "./goldeneye.py http://example.com",
        "slowloris example.com",
    ),
    good=("ab -n 10 http://localhost/", "openssl speed", "fio --version", "stress --help", "slowloris --help"),
)
def loaded(call: Invocation) -> Hit | None:
    if call.name == "hping3" and call.has("--flood", "--rand-source"):
        return dangerous("floods another machine with packets")
    if call.name in ("stress", "stress-ng") and (call.flags or call.values):
        bounded = call.has("-t", "--timeout")
        return (notable if bounded else dangerous)("loads the machine until it serves nobody")
    if call.name in _FLOODERS:
        return dangerous(f"takes a service away from its users with {call.name}") if call.words else None
    if call.name == "hydra":
        return notable(f"attacks a service with {call.name}")
    if (
        call.name == "fio"
        and re.search(r"--filename=/dev/(?!null)", call.text)
        and re.search(r"--(?:rw|readwrite)=\w*(?:write|rw)", call.text)
    ):
        return dangerous("writes test patterns over a disk")
    return None
