"""Reads a command's arguments by a small table: which options there are, and what is said of each.

A table is text. Its first line names programs and what they do; a line that begins with `-` is an option (`:` after it
when it takes a value) and what it means; `=` stands for every operand, `=1` for the first, `=-1` for the last of
several, `=0` is said when there is none. A meaning that ends in `!` replaces what is said at the beginning, and one
that is only `.` says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..controlled_language import Clause


class Option(NamedTuple):
    takes: bool
    says: str


class Manual(NamedTuple):
    """What is known of one program or subcommand."""

    head: str
    options: Mapping[str, Option]
    operands: Mapping[str, str]


def manuals(text: str) -> dict[str, Manual]:
    """The manuals of a table, by name of program ("sort") or of subcommand ("git commit")."""
    found: dict[str, Manual] = {}
    options: dict[str, Option] = {}
    operands: dict[str, str] = {}
    for line in text.splitlines():
        if not line.strip():
            continue
        if not line[0].isspace():
            names, _, head = line.partition(": ")
            options, operands = {}, {}
            for name in names.split(", "):
                found[name] = Manual(head.strip(), options, operands)
            continue
        key, _, says = line.strip().partition(" ")
        if key.startswith("="):
            operands[key[1:]] = says.strip()
        else:
            for name in key.split(","):
                options[name.rstrip(":")] = Option(name.endswith(":"), says.strip())
    return found


class Used(NamedTuple):
    """An option as it was given; an unknown one has no meaning."""

    name: str
    value: str | None
    option: Option | None


def parsed(manual: Manual, arguments: Sequence[str]) -> tuple[list[Used], list[str]]:
    """The options and the operands of `arguments`, GNU style: in any order, short ones together, up to `--`."""
    used: list[Used] = []
    operands: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            operands.extend(rest)
        elif argument.startswith("--"):
            name, equals, value = argument.partition("=")
            option = manual.options.get(name) or _shortened(manual, name)
            if option and option.takes and not equals:
                used.append(Used(name, next(rest, ""), option))
            else:
                used.append(Used(name, value if equals else None, option))
        elif argument.startswith("-") and len(argument) > 1:
            if argument in manual.options:  # also those of several letters after one dash
                option = manual.options[argument]
                used.append(Used(argument, next(rest, "") if option.takes else None, option))
            else:
                used.extend(_cluster(manual, argument[1:], rest))
        else:
            operands.append(argument)
    return used, operands


def _shortened(manual: Manual, name: str) -> Option | None:
    candidates = {option for full, option in manual.options.items() if full.startswith(name)}
    return candidates.pop() if len(candidates) == 1 and len(name) > 3 else None


def _cluster(manual: Manual, letters: str, rest: Iterator[str]) -> Iterator[Used]:
    if letters[:1].isdigit() and "-NUM" in manual.options:  # head -5
        digits = len(letters) - len(letters.lstrip("0123456789"))
        yield Used("-NUM", letters[:digits], manual.options["-NUM"])
        letters = letters[digits:]
    for at, letter in enumerate(letters):
        option = manual.options.get(f"-{letter}")
        if option is None:
            yield Used(f"-{letters[at:]}" if at == 0 and len(letters) > 3 else f"-{letter}", None, None)
            if at == 0 and len(letters) > 3:
                return
        elif option.takes:
            value = letters[at + 1 :] or next(rest, "")
            yield Used(f"-{letter}", value, option)
            return
        else:
            yield Used(f"-{letter}", None, option)


def told(manual: Manual, arguments: Sequence[str]) -> list[Clause]:
    """The clauses for one call, what it does first."""
    used, operands = parsed(manual, arguments)
    head = manual.head
    clauses: list[Clause] = []
    for name, value, option in used:
        if option is None:
            clauses.append(Clause("with the unknown option {}", (name,)))
        elif option.says.endswith("!"):
            head = option.says[:-1]
            if "{}" in head:
                clauses.append(Clause("with {}", (value or "",)))
                head = head.replace(" {}", "")
        elif option.says and option.says != ".":
            clause = said(option.says, value)
            if clause not in clauses:
                clauses.append(clause)
    return [Clause(head), *spoken(manual.operands, operands), *clauses]


def said(template: str, value: str | None) -> Clause:
    """`template` with `value`, which is left out where it has no place."""
    return Clause(template, (value or "",)) if "{}" in template else Clause(template)


def spoken(templates: Mapping[str, str], operands: Sequence[str]) -> Iterator[Clause]:
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
