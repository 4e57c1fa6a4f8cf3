"""Puts a command's arguments into words, by what the table of programs says of its options and operands.

A meaning that ends in `!` replaces what is said at the beginning, one that is only `.` says nothing, and `{}` stands
for the value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...programs.argv import GivenOption, parse
from ...programs.spec import Spec
from ..steps import Clause

Operands = Mapping[str, str]
"""What is said of operands: of each (""), of the first ("1"), the last of several ("-1"), where there is none ("0")."""


class DescribedOption(NamedTuple):
    """An option as it was given; one that nobody has put into words says nothing (None)."""

    name: str
    value: str | None
    says: str | None


def parsed(spec: Spec, arguments: Sequence[str]) -> tuple[Spec, list[DescribedOption], list[str]]:
    """The subcommand that is spoken of, the options and its operands. A subcommand that nobody has put into words is
    an operand of its program."""
    read = parse(spec, arguments)
    told, depth, whole = spec, 0, spec
    for count, word in enumerate(read.path, 1):
        spec = spec.subcommands[word]
        if spec.says is not None:
            told, depth = spec, count
    used: list[DescribedOption] = []
    silent = -1
    for given in read.given:
        if given.at == silent:
            continue
        text = arguments[given.at]
        says = _says(given, whole)
        if says is None and _is_cluster(given, text):
            used.append(DescribedOption(text, None, None))  # no letters, but a word behind one dash
            silent = given.at
        else:
            value = None if given.value_at is None else arguments[given.value_at][given.start :]
            used.append(DescribedOption(given.name, value, says))
    words = read.words if read.inner is None else (*read.words, *range(read.inner, len(arguments)))
    return told, used, [arguments[at] for at in words[depth:]]


def _says(given: GivenOption, program: Spec) -> str | None:
    """What is said of an option: by the subcommand, or by the program where it shares its options."""
    if given.option is None or given.option.says is not None or not program.shared:
        return given.option.says if given.option else None
    option = program.options.get(given.name)
    return option.says if option else None


def _is_cluster(given: GivenOption, text: str) -> bool:
    return len(text) > 4 and text[1] != "-" and given.name == text[:2] and text != given.name


def told(spec: Spec, arguments: Sequence[str]) -> list[Clause]:
    """The clauses for one call, what it does first."""
    spec, used, operands = parsed(spec, arguments)
    head = spec.says or ""
    clauses: list[Clause] = []
    for name, value, says in used:
        if says is None:
            clauses.append(Clause("with the unknown option {}", (name,)))
        elif says.endswith("!"):
            head = says[:-1]
            if "{}" in head:
                clauses.append(Clause("with {}", (value or "",)))
                head = head.replace(" {}", "")
        elif says and says != ".":
            clause = said(says, value)
            if clause not in clauses:
                clauses.append(clause)
    return [Clause(head), *spoken(of_operands(spec), operands), *clauses]


def of_operands(spec: Spec) -> Operands:
    """What is said of the operands of a program."""
    return {at: operand.says for at, operand in spec.operands.items() if operand.says is not None}


def said(template: str, value: str | None) -> Clause:
    """`template` with `value`, which is left out where it has no place."""
    return Clause(template, (value or "",)) if "{}" in template else Clause(template)


def spoken(templates: Operands, operands: Sequence[str]) -> Iterator[Clause]:
    """What is said of the operands."""
    if not operands:
        if "0" in templates:
            yield Clause(templates["0"])
        return
    last = len(operands) - 1
    for at, operand in enumerate(operands):
        template = templates.get(str(at + 1), templates.get(""))
        if at == last and at > 0:
            template = templates.get("-1", template)
        if template is None:
            yield Clause("with the extra argument {}", (operand,))
        elif template != ".":
            yield said(template, operand)
