"""What `bench run` measures, from options and settings: the setup that names it, its kits, and the graders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import BadInput, UsageError
from ..wiring import App
from .bench_meter import cpus

if TYPE_CHECKING:
    from ..bench.ledger import Ledger
    from ..bench.model import Grader
    from ..bench.plan import Setup, Stage, System
    from ..bench.run import KitOf
    from ..bench.score import Grades
    from ..core.flow import Policy

equivalence_option = click.option(
    "--equivalence",
    default="ours",
    show_default=True,
    metavar="NAME",
    help="Heuristic for cases with references alone.",
)


def system_of(app: App, system: System, stages: Sequence[Stage], catalogue: bool, samples: int) -> tuple[Setup, KitOf]:
    """What is measured, and the kits that do it."""
    from dataclasses import replace

    from ..bench.baselines import NoCatalogue, baseline_kit
    from ..bench.plan import baseline, stages_policy
    from ..languages import LANGUAGES

    kits = {target: app.kit(target, accepted=False) for target in LANGUAGES}  # approved here is no part of it
    if system != "model":
        setup = baseline(system)
        made = {target: baseline_kit(system, setup, samples, kit) for target, kit in kits.items()}
        return setup, lambda task: made[task.case.target](task)
    if "generator" not in app.models:
        raise UsageError(
            "no model drafts: give --model PROVIDER:MODEL, or measure a baseline with --system noop or gold"
        )
    if "rehearse" in stages and kits["bash"].rehearse is None:
        raise UsageError("--stages has rehearse, which needs a sandbox, an assessor and sandbox.rehearse")
    policy = stages_policy(app.policy, stages)
    measured = {
        target: replace(
            kit,
            catalogue=kit.catalogue if catalogue else NoCatalogue(),
            rehearse=kit.rehearse if "rehearse" in stages else None,
            policy=policy,
        )
        for target, kit in kits.items()
    }
    return _setup(app, tuple(stages), catalogue, policy), lambda task: measured[task.case.target]


def _setup(app: App, stages: tuple[Stage, ...], catalogue: bool, policy: Policy) -> Setup:
    from ..bench.plan import PROMPTS, Setup
    from ..prompts import digest
    from ..strategies import PROMPTS as DRAFTS
    from ..wiring import role_settings

    generator = app.settings.models.generator
    roles = role_settings(app.settings)
    used = [
        "generator",
        *(["assessor"] if {"assess", "rehearse"} & {*stages} else []),
        *(["refiner"] if "refine" in stages else []),
    ]
    told: dict[str, str] = {}
    for role, chosen in roles.items():
        if role in used:
            told |= {f"{role}.{name}": str(getattr(chosen, name)) for name in ("temperature", "max_tokens", "fallback")}
    if generator.strategy in ("examples", "nearest") and generator.pairs:
        told |= {"pairs": _digest_of(Path(generator.pairs)), "embedder": app.embedder().model}
    names = [DRAFTS[generator.strategy], *(name for stage in stages for name in PROMPTS.get(stage, ()))]  # type: ignore[index]
    if app.kit().direct and "assess" in stages:
        names.append("direct")
    return Setup(
        stages=stages,
        strategy=generator.strategy,
        catalogue=catalogue,
        models={role: chosen.model for role, chosen in roles.items() if role in used},
        settings=told,
        policy=policy,
        prompts=digest(names),
    )


def scenarios_of(app: App) -> Grader:
    """The grader of scenarios, for scripts and for playbooks."""
    from ..bench.playbook_trial import playbook_grader
    from ..bench.trial import by_target, grade
    from ..playbooks import ansible_home, limits
    from ..wiring import harness

    sandbox, settings = app.sandbox(), app.settings
    playbooks = playbook_grader(sandbox, limits(settings), lambda: ansible_home(settings), harness())
    return by_target({"bash": grade(sandbox, app.box_limits()), "ansible": playbooks})


def grades_of(app: App, ledger: Ledger, equivalence: str, *, afresh: bool = False) -> Grades:
    """The grader of every kind of case. Boxes are open for twice as many at a time as there are CPUs."""
    from ..bench.command_observer import Observer
    from ..bench.heuristics import HeuristicTools, heuristics, no_model
    from ..bench.importers.expectations import expectation_grader
    from ..bench.reference_grading import gold_grader
    from ..bench.score import Grades, grading
    from ..bench.trial import grader

    sandbox, limits = app.sandbox(), app.box_limits()
    observer = Observer(sandbox, jobs=cpus())
    tools = HeuristicTools(
        observer=lambda: observer, embedder=app.embedder, model=lambda: app.models.get("assessor") or no_model()
    )
    judge = heuristics([equivalence], tools)[equivalence]
    whole = grader(
        scenarios=scenarios_of(app),
        expectations=expectation_grader(sandbox, limits),
        golds=gold_grader(observer, judge),
    )
    return Grades(ledger, whole, grading(equivalence), jobs=2 * cpus(), afresh=afresh)


def _digest_of(path: Path) -> str:
    import hashlib

    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise BadInput(f"{path}, which models.generator.pairs names, could not be read: {error.strerror}") from None


def imports_of(given: Sequence[str]) -> dict[str, str]:
    from ..bench.importers import importer

    found: dict[str, str] = {}
    for each in given:
        name, sign, path = each.partition("=")
        if not sign or not path:
            raise UsageError(f"--import takes NAME=PATH, not {each!r}")
        importer(name)
        found[name] = str(Path(path).absolute())
    return found


def absolute(name: str) -> str:
    """A folder as it is found from anywhere; the name of a shipped suite as it is, and so is no name."""
    from ..bench.folder import shipped

    return name if not name or name.partition("/")[0] in shipped() else str(Path(name).absolute())


def stages_of(text: str) -> tuple[Stage, ...]:
    from ..bench.plan import STAGES

    asked = {part.strip() for part in text.split(",") if part.strip()} | {"draft"}
    if unknown := sorted(asked - set(STAGES)):
        raise UsageError(f"--stages has no stage {unknown[0]!r}: there are {', '.join(STAGES)}")
    return tuple(stage for stage in STAGES if stage in asked)
