"""What the words of a command are to its program: a file that it reads, writes or deletes, a host, a unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from .argv import Arguments
from .spec import Operand, Spec, spec_of


class ArgumentRole(NamedTuple):
    """What the argument `at` is to the program, from its character `start` on: the value of
    `option`, else an operand. `at` is -1 for the beginning of the
    names of files that is not told (`Spec.makes`)."""

    at: int
    start: int
    role: str
    option: str = ""


def uses(read: Arguments) -> Iterator[ArgumentRole]:
    """The words of a command that have a role: the values of its options, then its operands."""
    spec = read.spec
    operands = spec.operands
    values: Mapping[str, Operand] = {}
    if spec.conditional:
        operands, values = _under(read)
    begun = False
    for name, _, option, value_at, start in read.given:
        if option is None or value_at is None:
            continue
        changed = next((values[each] for each in option.spellings if each in values), None) if values else None
        role = option.role if changed is None else changed.role
        if role:
            begun = begun or role in ("begins", "command")
            yield ArgumentRole(value_at, start, role, name)
    found = read.operands
    last = len(found) - 1
    for number, at in enumerate(found):
        operand = operands.get(str(number + 1)) or operands.get("")
        if number == last > 0:
            operand = operands.get("-1", operand)
        if operand is not None and operand.role:
            begun = begun or operand.role == "begins"
            yield ArgumentRole(at, 0, operand.role)
    if spec.makes and not begun:
        yield ArgumentRole(-1, 0, "begins")


def _under(read: Arguments) -> tuple[Mapping[str, Operand], Mapping[str, Operand]]:
    """What operands are, and the values of options, where some options change that."""
    operands = read.spec.operands
    values: dict[str, Operand] = {}
    present = {name for given in read.given for name in (given.option.spellings if given.option else (given.name,))}
    for name, changed in read.spec.conditional.items():
        if name in present:
            values |= {at: told for at, told in changed.items() if at[:1] == "-" and not at[1:].isdigit()}
            places = {at: told for at, told in changed.items() if at not in values}
            operands = places if "" in places else {**operands, **places}
    return operands, values


@cache
def has_role(program: str, roles: frozenset[str]) -> bool:
    """Whether some word of such a command may have one of the roles."""
    spec = spec_of(program)
    return spec is not None and _has_role(spec, roles)


def _has_role(spec: Spec, roles: frozenset[str]) -> bool:
    return (
        any(option.role in roles for option in spec.options.values())
        or any(operand.role in roles for operand in spec.operands.values())
        or any(operand.role in roles for changed in spec.conditional.values() for operand in changed.values())
        or (bool(spec.makes) and "begins" in roles)
        or any(_has_role(each, roles) for each in spec.subcommands.values())
    )
