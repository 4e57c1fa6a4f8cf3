"""The box that an entry's test runs in: where things lie in it, and its environment."""

from __future__ import annotations

from collections.abc import Mapping

from .core.types import Entry
from .ports import BoxLimits, BoxSpec

FOLDER = "/tmp/entry"  # every box has a /tmp of its own
SCRATCH = "/tmp/scratch"
SCRIPT, TEST = f"{FOLDER}/script.sh", f"{FOLDER}/test.sh"


def box_for(
    entry: Entry,
    script: str,
    harness: str,
    limits: BoxLimits,
    environ: Mapping[str, str],
    beside: Mapping[str, str] | None = None,
) -> BoxSpec:
    """The box for the test of `entry` on the text `script`, with more variables and more texts by path beside these."""
    texts = {f"{FOLDER}/harness.sh": harness, SCRIPT: script, TEST: entry.test, **(beside or {})}
    return BoxSpec(
        files={path: text.encode("utf-8", "surrogatepass") for path, text in texts.items()},
        workdir=SCRATCH,
        environ={
            "HARNESS": f"{FOLDER}/harness.sh",
            "HOME": SCRATCH,
            "LC_ALL": "C.UTF-8",
            "SCRIPT": SCRIPT,
            "TMPDIR": SCRATCH,
            **environ,
        },
        limits=limits,
    )
