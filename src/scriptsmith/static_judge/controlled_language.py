"""The controlled language of descriptions: what is written in it can be read back, clause by clause.

A description is a list of steps, a step a list of clauses, a clause a template with values: `("named {}", ("*.log",))`.
As text a value stands between backquotes, clauses are parted by commas (none before a preposition with a value) and
steps by semicolons. The judge sees a description and never the code, so this text is all that passes between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

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
_LEAD = {"": "", "then": "then ", "and then": "and then "} | {it: f"{it}: " for it in LEADS[3:]}
_PREPOSITIONS = "directly in|below|in|into|of|from|to|on|for|at|as|by|named|under|onto"
_VALUE = re.compile(r"`([^`]*)`")
_SPLIT = re.compile(rf", |(?<!directly)(?<!\bnot)(?<!\bor) (?=(?:{_PREPOSITIONS}) \0)")
_GLUED = re.compile(rf"(?:{_PREPOSITIONS}) \{{\}}")
_LONGEST = 200


class Clause(NamedTuple):
    """One thing that is said: `template` holds `{}` for each of the `values`."""

    template: str
    values: tuple[str, ...] = ()


class Step(NamedTuple):
    """What one command does. `lead` says how it hangs together with the step before."""

    clauses: tuple[Clause, ...]
    lead: str = ""

    @property
    def head(self) -> str:
        """What is done, without values."""
        return self.clauses[0].template if self.clauses else ""


def write(steps: Iterable[Step]) -> str:
    """The text of `steps`: one sentence, a semicolon before each further step."""
    return "; ".join(_LEAD[step.lead] + _step(step.clauses) for step in steps)


def _step(clauses: Sequence[Clause]) -> str:
    out = ""
    for clause in clauses:
        text = clause.template.replace("{}", "\0")
        for value in clause.values:
            text = text.replace("\0", f"`{shown(value)}`", 1)
        glue = " " if _GLUED.match(clause.template) else ", "
        out += (glue if out else "") + text
    return out


def shown(value: str) -> str:
    """`value` as it may stand between backquotes: on one line, without them, not too long."""
    if len(value) > _LONGEST:
        value = value[: _LONGEST - 1] + "…"
    return value.replace("`", "'").replace("\n", "↵").replace("\t", "⇥").replace("\0", "␀").replace("\r", "␍")


def read(text: str) -> tuple[Step, ...]:
    """The steps that `text` was written from; of any other text, its sentences as clauses without meaning."""
    values = [found[1] for found in _VALUE.finditer(text)]
    bare = _VALUE.sub("\0", text)
    taken = 0
    steps = []
    for part in bare.split("; "):
        lead = ""
        for name, written in _LEAD.items():
            if written and part.startswith(written):
                lead, part = name, part[len(written) :]
                break
        clauses = []
        for piece in _SPLIT.split(part):
            count = piece.count("\0")
            clauses.append(Clause(piece.replace("\0", "{}"), tuple(values[taken : taken + count])))
            taken += count
        steps.append(Step(tuple(clauses), lead))
    return tuple(steps)
