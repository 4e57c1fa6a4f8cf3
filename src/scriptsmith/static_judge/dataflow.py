"""What is wrong with how the steps of a description hang together, whatever was asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .steps import Clause, Step


def faults(steps: Sequence[Step]) -> list[str]:
    """A sentence for each fault."""
    found: list[str] = []
    zero = False
    for at, step in enumerate(steps):
        before = steps[at - 1] if at else Step(())
        found += _of_arguments(step)
        found += _of_input(step, before, steps[:at])
        takes = step.head.tells("takes arguments")
        takes_zero = takes and step.tells("takes zero bytes")
        if takes or (at and step.lead == "for each" and not before.head.tells("takes arguments")):
            if takes_zero and not zero:
                found.append("names parted by zero bytes are expected and not given")
            if zero and step.lead == "then" and takes and not takes_zero:
                found.append("names are parted by zero bytes and read by lines")
        zero = _gives_zero_bytes(step, zero)
    return found


def _of_arguments(step: Step) -> Iterator[str]:
    """What is wrong with the arguments of one command."""
    for clause in step.clauses:
        if clause.tells("unknown option"):
            yield f"`{clause.values[0]}` is no option that is known"
        elif clause.tells("unknown kind"):
            yield "a file type is unknown"
        elif clause.tells("argument too many"):
            yield f"`{clause.values[0]}` is one argument too many"
        elif clause.tells("unquoted pattern"):
            yield "the shell may expand a pattern before the program sees it"
        elif clause == ("or named {}", ("*",)):
            yield "one alternative holds for everything"
        elif clause.tells("unfinished"):
            yield f"`{clause.values[0]}` is never ended"
    named = [clause for clause in step.clauses[1:] if clause.values and not step.head.tells("free text")]
    twice = next((it.values[0] for at, it in enumerate(named) if it in named[:at] and len(it.values[0]) > 2), "")
    if twice:
        yield f"`{twice}` is named twice"
    repeated = any(Clause(f"or {it.template}", it.values) in step.clauses for it in step.clauses)
    if repeated and step.tells("condition"):
        yield "one alternative leaves out the other conditions"


def _of_input(step: Step, before: Step, earlier: Sequence[Step]) -> Iterator[str]:
    """What is wrong with what a command reads."""
    if step.lead == "for each" and step.head.template == "lists files" and not step.tells("directories themselves"):
        sought = next((it.head.template for it in reversed(earlier) if it.head.tells("finds")), "")
        if sought == "finds directories":
            yield "it lists what is in the directories and not the directories"
    if step.lead == "then":
        reads = step.tells("reading") or before.head.tells("repeats itself")
        if step.head.tells("ignores its input") and not reads:
            yield "a step ignores what it is given"
    elif step.lead not in ("for each", "inside"):
        sourced = any(clause.tells("source") for clause in step.clauses[1:])
        if step.head.tells("filters") and not sourced:
            yield "a step reads from nowhere"


def _gives_zero_bytes(step: Step, given: bool) -> bool:
    """Whether the names that come out of a step are parted by zero bytes; `given` says so of those that go in."""
    if step.lead in ("and then", "where", ""):
        return step.tells("gives zero bytes")
    passed = given and step.lead == "then" and step.head.tells("passes lines on") and step.tells("zero bytes")
    return passed or step.tells("gives zero bytes") or step.tells("by zero bytes")
