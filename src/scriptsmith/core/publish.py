"""How an approved run becomes an entry of the catalogue, with its evidence."""

from __future__ import annotations

import re

from .findings import told_in
from .lookalikes import plain_title
from .run import Run
from .types import Entry, Evidence


def slug(text: str, limit: int = 48) -> str:
    """A name for a folder made of the words of `text`: lower case, digits and hyphens, never empty."""
    words = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return words[:limit].rstrip("-") or "script"


UNDESCRIBED = {"arguments": "undescribed"}
"""The label of an entry whose script takes arguments that no parameter describes."""


def takes_undescribed(entry: Entry) -> bool:
    """Whether the script of `entry` takes arguments that nobody described: other values cannot be given to it."""
    return not entry.parameters and entry.labels.items() >= UNDESCRIBED.items()


def entry_of(run: Run, at: str, *, arguments: bool = False) -> Entry:
    """The entry that publishes the settled script of `run`; `at` is the time of publication, and `arguments` says that
    the script takes some.

    Where nobody chose another, its id is made of the title's words and the script's digest, so that publishing twice is
    publishing once. Raises ValueError when the run has no approved script.
    """
    if run.settled is None or run.settled.script is None or run.review is None:
        raise ValueError("only an approved script can be published")
    script = run.settled.script
    attempt = next(attempt for attempt in reversed(run.attempts) if attempt.script == script)
    found = len(told_in(attempt.findings, attempt.danger))
    evidence = [Evidence(kind="check", result=f"{found} findings, none blocking", at=at)]
    if attempt.assessment:
        evidence += [
            Evidence(kind=f"codesift {opinion.assessor}", result=opinion.verdict.value, detail=opinion.reason, at=at)
            for opinion in attempt.assessment.opinions
        ]
    if attempt.rehearsal and attempt.rehearsal.opinion:
        said = attempt.rehearsal.opinion
        evidence.append(Evidence(kind="rehearsal", result=said.verdict.value, detail=said.reason, at=at))
    evidence.append(Evidence(kind="review", result="approved", detail=run.review.comment, at=at))
    asked = plain_title(run.action.text)
    title = run.review.title or asked
    return Entry(
        id=run.review.entry or f"{slug(title)}-{script.digest[:8]}",
        title=title,
        phrases=tuple(dict.fromkeys((title, asked))),
        risk=attempt.danger.risk if attempt.danger else "unanalysable",
        script=script,
        labels={"area": "published"} | (UNDESCRIBED if arguments else {}),
        owner=run.review.reviewer,
        approver=run.review.reviewer,
        evidence=tuple(evidence),
    )
