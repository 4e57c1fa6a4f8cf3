"""Runs and entries that are there before the program starts, made without starting it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.folder.journal import FolderJournal
from scriptsmith.adapters.programs import BashSyntax, ShellCheck
from scriptsmith.codesift import describing, judging
from scriptsmith.core.flow import Policy
from scriptsmith.core.types import Action
from scriptsmith.drafting import drafting, explaining, refining
from scriptsmith.pipeline import Kit
from scriptsmith.run_service import RunService
from scriptsmith.testing.doubles import ScriptedModel

from .program import Program

KNIT = "knit a pullover for the lighthouse keeper"
GOOD = "#!/usr/bin/env bash\nset -euo pipefail\nprintf '%s\\n' wool\n"
OTHER = "#!/usr/bin/env bash\nset -euo pipefail\nprintf '%s\\n' yarn\n"
BROKEN = "#!/usr/bin/env bash\nif true; then\n"


def user(folder: Path) -> Program:
    """A user whose state lies in `folder`, with a catalogue of their own and no other."""
    environ = {
        "SCRIPTSMITH_PATHS__RUNS": str(folder / "runs"),
        "SCRIPTSMITH_PATHS__CATALOGUE": str(folder / "catalogue"),
        "SCRIPTSMITH_PATHS__SEED": "false",
    }
    return Program(folder, environ)


def run_service(program: Program, answers: Mapping[str, str | Sequence[str]] | None = None) -> RunService:
    """The program's run service, with a model that says `answers`, or with none."""
    parts = {}
    if answers is not None:
        model = ScriptedModel({key: said if isinstance(said, str) else list(said) for key, said in answers.items()})
        parts = {"draft": drafting(model), "refine": refining(model), "explain": explaining(model)}
        parts |= {"describe": describing(model), "judge": judging(model)}
    kit = Kit(
        catalogue=FolderCatalogue(program.home / "catalogue"),
        syntax=BashSyntax(),
        checkers=(ShellCheck(),),
        policy=Policy(max_refinements=0),
        **parts,  # type: ignore[arg-type]
    )
    return RunService(kit=kit, journal=FolderJournal(program.home / "runs"))


def forged(program: Program, script: str | None = GOOD, action: str = KNIT, **answers: str | Sequence[str]) -> str:
    """The id of a run that has `script` settled, or of one that found nothing."""
    said = None if script is None else {"draft": f"- think\n\n```bash\n{script}```\n", **answers}
    run_id, _ = asyncio.run(run_service(program, said).submit(Action(text=action)))
    return run_id
