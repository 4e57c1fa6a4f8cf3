"""Puts a command's arguments into words, by what the table of programs says of its options and operands.

A meaning that ends in `!` replaces what is said at the beginning, one that is only `.` says nothing, and `{}` stands
for the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...programs.argv import GivenOption, parse
from ...programs.spec import Operand, Spec
from ..steps import Clause
from .subcommands import in_words, is_deed

_MANY_DEEDS = re.compile(r"(?:manages|lists or|shows (?:or|the clock|addresses|links|the routing|neighbours))\b")
Operands = Mapping[str, str]
"""What is said of operands: of each (""), of the first ("1"), the last of several ("-1"), where there is none ("0")."""


_USUAL = {
    "--quiet": "silently",
    "--silent": "silently",
    "--verbose": "verbosely",
    "--yes": "without asking",
    "--assume-yes": "without asking",
    "--assumeyes": "without asking",
    "--force": "by force",
    "--recursive": "recursively",
    "--dry-run": "only showing what would happen",
    "--no-pager": ".",
    "--no-legend": ".",
    "--follow": "following the end",
    "--all": "all of them",
    "--detach": "in the background",
    "--human-readable": "with human-readable sizes",
}
"""What long options say by the conventions of the field, in a program whose table has no words for them."""
_NAMED = "with the option {}"


class DescribedOption(NamedTuple):
    """An option as it was given; one that the table does not know says nothing (None)."""

    name: str
    value: str | None
    says: str | None


def parsed(spec: Spec, arguments: Sequence[str]) -> tuple[Spec, list[DescribedOption], list[str]]:
    """The subcommand that is spoken of, the options and its operands. A subcommand that nobody has put into words is
    described by its name."""
    read = parse(spec, arguments)
    told, depth, whole = spec, 0, spec
    for count, word in enumerate(read.path, 1):
        spec = spec.subcommands[word]
        if spec.says is not None:
            told, depth = spec, count
    words = read.words if read.inner is None else (*read.words, *range(read.inner, len(arguments)))
    named = list(read.path)
    if len(words) > len(named) and _ambiguous(told, depth) and is_deed(arguments[words[len(named)]]):
        named.append(arguments[words[len(named)]])
    if len(named) > depth:
        told, depth = _by_its_name(spec, whole.name, named), len(named)
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
            value = given.name if says == _NAMED else value
            used.append(DescribedOption(given.name, value, says))
    return told, used, [arguments[at] for at in words[depth:]]


def _ambiguous(spec: Spec, depth: int) -> bool:
    """Whether words are behind the program's name (or that of a part of it) that say what is done: `ufw allow`."""
    return spec.says is not None and bool(_MANY_DEEDS.match(spec.says)) and (depth > 0 or not spec.subcommands)


def _by_its_name(spec: Spec, program: str, path: Sequence[str]) -> Spec:
    """The subcommand, with words made from its name."""
    operands = spec.operands if of_operands(spec) else {"": Operand("", "for {}")}
    return replace(spec, says=in_words(program, tuple(path)), operands=operands)


def _says(given: GivenOption, program: Spec) -> str | None:
    """What is said of an option: by the subcommand, by the program where it shares its options, by convention."""
    option = given.option
    if option is not None and option.says is None and program.shared:
        option = program.options.get(given.name, option)
    if option is None or option.says is not None:
        return option.says if option else None
    usual = next((_USUAL[it] for it in option.spellings if it in _USUAL), None)
    return usual or ("with {}" if given.value_at is not None else _NAMED)


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
    said_of = of_operands(spec)
    if not operands and (alone := said_of.get("0", "")).endswith("!"):
        return [Clause(alone[:-1]), *clauses]
    return [Clause(head), *spoken(said_of, operands), *clauses]


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
