"""How a script with secrets reaches the person who gave them."""

from __future__ import annotations

from ..core.secret_tokens import tokens_in
from ..core.types import Script
from ..wiring import App
from .output import say


async def for_person(app: App, run_id: str, script: Script) -> str:
    """The text of `script` with its secrets in place of their tokens, and a word about it on stderr."""
    if not tokens_in(script.text):
        return script.text
    restored = await app.run_service().restored(run_id, script)
    if restored.secrets:
        say("the script holds a secret that you gave; the log of the run and the models have a token in its place")
    if restored.missing:
        say(
            f"{', '.join(restored.missing)}: the secret behind this token is not kept with run {run_id} (any more), "
            "or stands where it has no room: put the value in by hand"
        )
    return restored.text
