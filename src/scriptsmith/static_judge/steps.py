"""What a description says, as data: steps of clauses, and the text that people read of them.

A description is a list of steps, a step a list of clauses, a clause a phrase with values: `("named {}", ("*.log",))`.
In the text a value stands between backquotes, clauses are parted by commas (none before a preposition with a value) and
steps by semicolons.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .phrases import Phrase, look_up

LEADS = (
    "",
    "then",
    "and then",
    "if that succeeds",
    "if that fails",
    "for each",
    "inside",
    "where",
    "when",
    "otherwise",
)
WRITTEN_LEADS = {"": "", "then": "then ", "and then": "and then "} | {it: f"{it}: " for it in LEADS[3:]}
PREPOSITIONS = "directly in|below|in|into|of|from|to|on|for|at|as|by|named|under|onto"
_GLUED = re.compile(rf"(?:{PREPOSITIONS}) \{{\}}")
_LONGEST = 200


class Clause(NamedTuple):
    """One thing that is said: `template` is a phrase that holds `{}` for each of the `values`."""

    template: str
    values: tuple[str, ...] = ()

    def tells(self, fact: str) -> bool:
        """Whether it tells `fact`, one of the names in `data/facts.txt`."""
        return fact in self.phrase.facts

    @property
    def phrase(self) -> Phrase:
        """What its words tell, whatever the values."""
        return look_up(self.template)


class Step(NamedTuple):
    """What one command does. `lead` says how it hangs together with the step before."""

    clauses: tuple[Clause, ...]
    lead: str = ""

    @property
    def head(self) -> Clause:
        """What is done; the other clauses say with what and how."""
        return self.clauses[0] if self.clauses else Clause("")

    def tells(self, fact: str) -> bool:
        """Whether any clause of it does."""
        return any(clause.tells(fact) for clause in self.clauses)


class Description(str):
    """The text of `steps`, for people, together with them, for programs."""

    steps: tuple[Step, ...]

    def __new__(cls, text: str, steps: tuple[Step, ...] = ()) -> Description:
        made = super().__new__(cls, text)
        made.steps = steps
        return made

    @classmethod
    def of(cls, steps: tuple[Step, ...]) -> Description:
        """The description that `steps` make."""
        return cls(write(steps), steps)


def clauses(steps: Iterable[Step]) -> Iterator[Clause]:
    """All clauses of all steps."""
    return (clause for step in steps for clause in step.clauses)


def facts(steps: Iterable[Step]) -> frozenset[str]:
    """Everything that the steps tell, whatever their values."""
    spoken = {it for step in steps for it in (step.lead, *(clause.template for clause in step.clauses))}
    return frozenset().union(*(look_up(it).facts for it in spoken))


def write(steps: Iterable[Step]) -> str:
    """The text of `steps`: one sentence, a semicolon before each further step."""
    return "; ".join(WRITTEN_LEADS[step.lead] + _step(step.clauses) for step in steps)


def _step(clauses: Sequence[Clause]) -> str:
    out = ""
    for clause in clauses:
        text = clause.template.replace("{}", "\0")
        for value in clause.values:
            text = text.replace("\0", f"`{value}`", 1)
        glue = " " if _GLUED.match(clause.template) else ", "
        out += (glue if out else "") + text
    return out


def shown(value: str) -> str:
    """`value` as it may stand between backquotes: on one line, without them, not too long."""
    if len(value) > _LONGEST:
        value = value[: _LONGEST - 1] + "…"
    return value.replace("`", "'").replace("\n", "↵").replace("\t", "⇥").replace("\0", "␀").replace("\r", "␍")
