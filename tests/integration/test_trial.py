"""Single drafts on trial in real boxes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.comparing.drafts import LIMITS as drafts_limits
from scriptsmith.comparing.trial import BAD, GOOD, trying
from scriptsmith.core.types import Action, Script, Verdict
from tests.boxes import boxed

pytestmark = boxed

LIMITS = replace(drafts_limits, wall=20)
"""A busy machine is no reason to be stopped."""


@pytest.mark.parametrize(
    ("action", "script", "sure", "told"),
    [
        ("count the lines of /srv/app/notes.txt", "wc -l < /srv/app/notes.txt", GOOD, "status 0, and printed"),
        ("make /srv/app/notes.txt read-only", "chmod a-w /srv/app/notes.txt", GOOD, "status 0, and changed"),
        ("count the lines of /srv/app/notes.txt", "wc -l /srv/app/other.txt; exit 3", BAD, "status 3"),
        ("count the lines of /srv/app/notes.txt", "true", BAD, "neither printed nor changed"),
        ("show /srv/app/notes.txt", "cat /srv/app/notes.txt; echo oh >&2", BAD, "wrote errors"),
    ],
)
async def test_a_draft_is_run_in_small_worlds(action: str, script: str, sure: float, told: str) -> None:
    """What it did is told, and is an opinion; it is never a yes or a no."""
    opinion = await trying(Bubblewrap(), LIMITS)(Action(text=action), Script(text=script))
    assert opinion
    assert (opinion.confidence, opinion.verdict) == (sure, Verdict.UNSURE)
    assert told in opinion.reason


async def test_a_draft_that_does_not_end_is_stopped() -> None:
    """The limit that it met is told."""
    limits = replace(LIMITS, wall=1)
    opinion = await trying(Bubblewrap(), limits)(Action(text="wait for it"), Script(text="sleep 60"))
    assert opinion
    assert opinion.confidence == BAD
    assert "stopped at its limit of" in opinion.reason


async def test_what_a_box_has_not_is_not_tried() -> None:
    """A service manager or a cluster is not there: nothing is said, rather than that the script failed."""
    for script in ("systemctl restart nginx", "kubectl get pods -A"):
        assert await trying(Bubblewrap(), LIMITS)(Action(text="look"), Script(text=script)) is None
