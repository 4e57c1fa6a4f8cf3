"""What is wrong with how the steps of a description hang together, whatever was asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .controlled_language import Clause, Step

_UNQUOTED = "with an unquoted pattern"
_FILTERS = re.compile(
    r"^(?:sorts|removes repeated|counts (?:the|how|lines)|prints (?:the (?:first|last) lines|"
    r"lines|names of files|the lines in)|keeps|"
    r"selects|translates|deletes (?:characters|lines)|replaces|edits the lines|reverses|"
    r"numbers the lines|wraps|writes the input|takes what it reads)"
)
_DEAF = re.compile(
    r"^(?:finds|lists files|prints the text|deletes files|copies files|moves|creates|changes|"
    r"shows|prints the current|goes to|makes|"
    r"prints the (?:file name|parent|resolved|target))"
)
_THEMSELVES = "directories themselves and not their content"
_CONDITION = re.compile(r"modified|accessed|changed| size$|permissions|owned")
_YES = "prints again and again"
_SOURCE = re.compile(r"^(?:of|in|reading|from|listed|recursively)")


def faults(steps: Sequence[Step]) -> list[str]:
    """A sentence for each fault."""
    found: list[str] = []
    zero = False
    for at, step in enumerate(steps):
        templates = [clause.template for clause in step.clauses]
        for clause in step.clauses:
            if "unknown option" in clause.template:
                found.append(f"`{clause.values[0]}` is no option that is known")
            elif "something unknown" in clause.template:
                found.append("a file type is unknown")
            elif "extra argument" in clause.template or "misplaced" in clause.template:
                found.append(f"`{clause.values[0]}` is one argument too many")
            elif clause.template == _UNQUOTED:
                found.append("the shell may expand a pattern before the program sees it")
            elif clause.template == "or named {}" and clause.values == ("*",):
                found.append("one alternative holds for everything")
            elif "unfinished" in clause.template:
                found.append(f"`{clause.values[0]}` is never ended")
        repeated = {it for it in step.clauses if Clause(f"or {it.template}", it.values) in step.clauses}
        if repeated and any(_CONDITION.search(it) for it in templates):
            found.append("one alternative leaves out the other conditions")
        if step.lead == "for each" and step.head == "lists files" and _THEMSELVES not in templates:
            before = next((it.head for it in reversed(steps[:at]) if it.head.startswith("finds ")), "")
            if before == "finds directories":
                found.append("it lists what is in the directories and not the directories")
        piped = step.lead == "then"
        each = step.lead == "for each"
        filters = bool(_FILTERS.match(step.head))
        if (
            filters
            and not piped
            and not each
            and step.lead not in ("inside",)
            and not any(map(_SOURCE.match, templates[1:]))
        ):
            found.append("a step reads from nowhere")
        if (
            piped
            and _DEAF.match(step.head)
            and not any("reading" in it for it in templates)
            and steps[at - 1].head != _YES
        ):
            found.append("a step ignores what it is given")
        takes_zero = "parted by zero bytes" in templates and step.head == "takes what it reads"
        if step.head == "takes what it reads" or (each and at and steps[at - 1].head != "takes what it reads"):
            if takes_zero and not zero:
                found.append("names parted by zero bytes are expected and not given")
            if zero and piped and step.head == "takes what it reads" and not takes_zero:
                found.append("names are parted by zero bytes and read by lines")
        zero = any("zero bytes after" in it or "by zero bytes" in it for it in templates) or (
            zero and piped and step.head.startswith(("prints lines", "sorts")) and any("zero" in it for it in templates)
        )
        if step.lead in ("and then", "where", ""):
            zero = any("zero bytes after" in it for it in templates)
    return found
