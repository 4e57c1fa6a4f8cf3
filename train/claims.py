"""What can be claimed of a script, in sentences that our own analyses make: a chain of thought is held against them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scriptsmith.danger.analyse import analyse
from scriptsmith.interpreter.interpreter import read_script
from scriptsmith.interpreter.model import Command

EMPTY = "it claims nothing"
GENERAL = "it claims nothing that is of this script alone"


def claims(script: str) -> tuple[str, ...]:
    """Every sentence that holds for the Bash `script`: what it runs and touches, and what comes of a failure."""
    return tuple(dict.fromkeys(_claims(script)))


def _claims(script: str) -> Iterator[str]:
    commands = read_script(script).commands
    touched = analyse(script).effects
    yield from (f"It runs `{each.name}`." for each in commands if each.name)
    yield from (f"It reads `{each}`." for each in touched.reads)
    yield from (f"It writes `{each}`." for each in touched.writes)
    yield from (f"It deletes `{each}`, which cannot be undone." for each in touched.deletes)
    yield from (f"It reaches `{each}` over the network." for each in touched.network)
    yield from (f"It acts on a service: `{each}`." for each in touched.services)
    if touched.writes or touched.deletes or touched.services:
        yield "It changes something, so look before it is run again."
    else:
        yield "It changes nothing, so it can be run again."
    needs_root = touched.privilege or any(each.privileged for each in commands)
    yield "It asks for the rights of root." if needs_root else "It asks for no rights of root."
    yield "A value may split into several words." if _splits(commands) else "No value can split into several words."
    if len(commands) > 1:
        yield "It stops at the first failure." if _stops(commands) else "It goes on after a failure."


def untrue(chain: str, script: str) -> str:
    """Why a chain of thought does not hold for `script`; empty where each line is a claim that does, and one names
    something of the script."""
    said = [line.strip() for line in chain.splitlines() if line.strip()]
    if not said:
        return EMPTY
    true = frozenset(claims(script))
    if wrong := next((line for line in said if line not in true), ""):
        return f"this does not hold: {wrong}"
    return "" if any("`" in line for line in said) else GENERAL


def _splits(commands: Sequence[Command]) -> bool:
    words = (word for each in commands for word in each.arguments)
    return any(part.splits for word in words for part in word.unknowns)


def _stops(commands: Sequence[Command]) -> bool:
    """Whether the shell is told to end when a command fails, or every command is what the next depends on."""
    for each in commands:
        options = [word.text or "" for word in each.arguments]
        if each.name == "set" and any(it == "errexit" or (it[:1] == "-" and "e" in it[1:]) for it in options):
            return True
    return all(each.tested for each in commands[:-1])
