"""What is said of a draft that the small generator wrote, wherever one is shown."""

from __future__ import annotations

from .outcome import settled_attempt
from .run import Run

SMITH = "local:smith"
"""The small generator that comes along, as settings and events name it."""
PUBLIC, OWN = "23 of 100", "1 of 64"
"""How many of its drafts are right: of InterCode-ALFA's public tasks, and of our own one-line tasks of SRE work
(docs/results/small-generator.md)."""


def small_draft(run: Run) -> str:
    """What a person should know of the settled script, or of the best draft so far; empty unless the small generator
    wrote it as it stands."""
    attempt = settled_attempt(run)
    if attempt is None or attempt.script is None or (run.settled and run.settled.entry):
        return ""
    return caution() if attempt.model == SMITH else ""


def caution() -> str:
    """How far a draft of the small generator is to be trusted, in one line."""
    return (
        f"a small model's draft ({SMITH}), which is seldom right: in {PUBLIC} simple public tasks, in {OWN} of "
        "SRE work; read every word before you run it"
    )
