"""Why a playbook failed, by the labels of ITAB: told by rules from what checkers and Ansible said, in this order.

ITAB sorts failures into six kinds by hand and calls four of them faults of state reasoning
(variable, host, path, template) and two faults of knowing modules (attribute, module). What no rule knows is a fault of
logic: it ran to its end and left something else than was asked for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from .model import Seen
from .playbook_trial import AGAIN
from .records import AttemptResult, Result

FailureLabel: TypeAlias = Literal[
    "no playbook", "variable", "host", "path", "template", "attribute", "module", "not idempotent", "logic"
]
LABELS: tuple[FailureLabel, ...] = get_args(FailureLabel)

_RULES: tuple[tuple[FailureLabel, re.Pattern[str]], ...] = (
    ("no playbook", re.compile(r"empty playbook, nothing to do", re.I)),
    (
        "host",
        re.compile(r"no hosts? matched|could not match supplied host|unreachable|failed to connect to the host", re.I),
    ),
    (
        "module",
        re.compile(r"couldn't resolve module|no module/action detected|conflicting action|no action detected", re.I),
    ),
    (
        "attribute",
        re.compile(
            r"unsupported parameters?|missing required arg|missing parameters?|value of \S+ must be one of"
            r"|not a valid attribute|required together|required by|mutually exclusive|is required\b|has no option"
            r"|needs the option|takes one of|missing but all of the following|unable to convert to|must be absolute"
            r"|state is \w+ but|must contain|must be (?:an? \w+ integer|defined|specified|given)"
            r"|you must (?:specify|supply|provide)|can only be used with|incompatible with|format is invalid",
            re.I,
        ),
    ),
    (
        "template",
        re.compile(
            r"template ?syntax|syntax error in template|error while templating|unexpected (?:end of )?template"
            r"|no (?:filter|test) named"
            r"|unexpected '|expected token|encountered unknown tag|could not load .*filter|unclosed|is not closed"
            r"|error rendering template|has no attribute",
            re.I,
        ),
    ),
    ("variable", re.compile(r"is undefined|undefined variable|is not defined|recursive loop detected", re.I)),
    (
        "path",
        re.compile(
            r"no such file|does not exist|could not find or access|not found|is not a directory|is a directory"
            r"|unable to find|path .* (?:is )?absent|cannot find|source .* missing",
            re.I,
        ),
    ),
)

ITAB: Mapping[str, float] = {
    "variable": 0.1143, "host": 0.1184, "path": 0.1163, "template": 0.0997, "attribute": 0.1444, "module": 0.0993,
}  # fmt: skip
"""The shares of ITAB's first version, of 1,411 failures of 14 open models."""
EXITBENCH: Mapping[str, float] = {
    "variable": 0.12287, "host": 0.10363, "path": 0.10511, "template": 0.08956, "attribute": 0.17617, "module": 0.08586,
}  # fmt: skip
"""The shares of the published version (ExITBench, Findings of ACL 2026), of 1,517 failures of 17 models."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledShare:
    """How many failures have a label, which share of all failures that is, and what the papers report; None where they
    do not know the label."""

    label: FailureLabel
    count: int
    share: float
    itab: float | None
    exitbench: float | None


def label_of(attempt: AttemptResult | None) -> FailureLabel:
    """The label of an attempt that failed."""
    if attempt is None or not attempt.digest:
        return "no playbook"
    broken = [seen for seen in attempt.grade.seen if not seen.held] if attempt.grade else []
    told = label_of_words(*(seen.detail for seen in broken if not _is_test(seen)), *attempt.syntax)
    return told or ("not idempotent" if any(seen.promise == AGAIN for seen in broken) else "logic")


def label_of_words(*texts: str) -> FailureLabel | None:
    """The label of what checkers and Ansible said; None where no rule knows it."""
    return next((label for label, pattern in _RULES if any(map(pattern.search, texts))), None)


def _is_test(seen: Seen) -> bool:
    """Whether a detail are the words of a test, which a rule would take for those of Ansible."""
    return "its test after" in seen.detail


def labelled(results: Iterable[Result]) -> tuple[LabelledShare, ...]:
    """The labels of all failed samples that ask for playbooks, with shares; none where there is no such sample."""
    failed = [
        each
        for each in results
        if each.kind == "playbook" and not each.trouble and not (each.chosen and each.chosen.label == 2)
    ]
    counts = Counter(label_of(each.chosen) for each in failed)
    return tuple(
        LabelledShare(
            label=label,
            count=counts[label],
            share=counts[label] / len(failed),
            itab=ITAB.get(label),
            exitbench=EXITBENCH.get(label),
        )
        for label in (LABELS if failed else ())
    )
