"""Programs that run the command behind them, and what is said of that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...programs.argv import Arguments, parse
from ...programs.spec import spec_of, wrapping
from ..steps import Clause
from .options import said


def wrapped(name: str, arguments: Sequence[str]) -> Arguments | None:
    """The arguments of a program that starts the command among them; None where there is none."""
    if name not in wrapping():
        return None
    read = parse(spec_of(name), arguments)
    given = {each.name for each in read.given}
    asks = name == "command" and not given.isdisjoint(("-v", "-V"))
    adjusts = "adjusts" in read.spec.traits and not given.isdisjoint(("-p", "--pid"))
    return None if read.inner is None or asks or adjusts else read


def handed_text(name: str, arguments: Sequence[str]) -> str | None:
    """The text for a shell that an option of a wrapper holds: `flock FILE -c text`, `env -S text`."""
    if name not in wrapping():
        return None
    read = parse(spec_of(name), arguments)
    for each in read.given:
        if each.option is not None and each.option.role == "command" and each.value_at is not None:
            return arguments[each.value_at][each.start :]
    behind = arguments[read.inner :] if read.inner is not None else ()
    return behind[1] if name == "flock" and behind[:1] in (["-c"], ["--command"]) and len(behind) > 1 else None


def started_by(name: str, read: Arguments, arguments: Sequence[str]) -> Iterator[Clause]:
    """What is said of a command that the program starts: that it does so, its operands before it, its options."""
    told = read.spec.operands.get("")
    if told is None or told.says is None:
        yield Clause("started by {}", (name,))
    elif told.says != "." and "{}" not in told.says:
        yield Clause(told.says)
    for number, at in enumerate(read.operands, 1):
        operand = read.spec.operands.get(str(number))
        if operand is not None and operand.says not in (None, "."):
            yield said(operand.says or "", arguments[at])
    for each in read.given:
        if each.option is not None and each.option.says not in (None, "."):
            value = None if each.value_at is None else arguments[each.value_at][each.start :]
            yield said((each.option.says or "").removesuffix("!"), value)
