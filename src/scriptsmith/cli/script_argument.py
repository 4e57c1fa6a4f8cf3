"""The script that a word on the command line names."""

from __future__ import annotations

from pathlib import Path

from ..core.types import Script
from ..errors import BadInput, NotFound
from ..wiring import App


async def script_named(app: App, what: str) -> Script:
    """The script that `what` names: a file first, then a run, then an entry."""
    from .inputs import read_source

    if what == "-" or (Path(what).exists() and not Path(what).is_dir()):
        from ..ansible.recognise import recognised

        text = read_source(what)
        return Script(text=text, target=recognised(text, what))
    try:
        run = await app.run_service().show(what)
    except (NotFound, BadInput):
        run = None
    if run is not None:
        if run.settled is None or run.settled.script is None:
            raise NotFound(f"run {what} has no script to try")
        return run.settled.script
    try:
        return (await app.catalogue.get(what)).script
    except NotFound:
        raise NotFound(f"{what!r} is neither a file, nor a run, nor an entry of the catalogue") from None
