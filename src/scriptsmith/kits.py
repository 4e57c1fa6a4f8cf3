"""What the steps of a run are made of, by the settings. A part of the composition root, for `wiring`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from .core.types import Entry, Role, Target
from .role_models import ROLES, role_settings
from .schema import Settings

if TYPE_CHECKING:
    from .adapters.postgres.database import Database
    from .core.evidence_grade import Graded
    from .core.flow import Policy
    from .language import Language
    from .pipeline import Beside, Compare, Kit, TryDraft
    from .ports import BoxLimits, Draft, Embedder, ExportableCatalogue, Model, Rehearse, Sandbox
    from .service.accepted import NearestAccepted
    from .watching import Watch


class KitParts(Protocol):
    """What kits are made of: the application, as far as they need it."""

    catalogue: ExportableCatalogue
    models: dict[Role, Model]
    database: Database | None
    watches: list[Watch]
    accepted: NearestAccepted | None

    @property
    def settings(self) -> Settings: ...
    @property
    def policy(self) -> Policy: ...
    def graded(self, entry: Entry) -> Graded: ...
    def language(self, target: Target) -> Language: ...
    def sandbox(self) -> Sandbox: ...
    def embedder(self) -> Embedder: ...
    def boxes(self) -> bool: ...
    def box_limits(self) -> BoxLimits: ...


def kit(app: KitParts, target: Target = "bash", *, accepted: bool = True) -> Kit:
    """Every step that the settings make possible for scripts of `target`; without `accepted` no draft is shown
    scripts of earlier runs."""
    from .codesift import describing, direct, judging
    from .drafting import explaining, refining
    from .pipeline import Kit
    from .watching import Watches

    language = app.language(target)
    generator, assessor, refiner = (app.models.get(role) for role in ROLES)
    gate, *checkers = language.draft_checkers
    return Kit(
        catalogue=app.catalogue,
        language=language,
        syntax=gate,
        checkers=checkers,
        tried=_tried(app, language),
        draft=_draft(app, generator, language, accepted) if generator else None,
        refine=refining(refiner, language) if refiner else None,
        explain=explaining(refiner, language) if refiner else None,
        describe=describing(assessor, language) if assessor else None,
        judge=judging(assessor) if assessor else None,
        direct=direct(assessor, language) if assessor and _shows_script(app.settings, language) else None,
        beside=_beside(app, language),
        rehearse=_rehearse(app) if language.rehearsable else None,
        compare=_compare(app) if language.rehearsable else None,
        policy=app.policy,
        long=app.settings.policy.form == "long",
        graded=app.graded,
        watch=Watches(tuple(app.watches)),
    )


def assessing(app: KitParts, target: Target = "bash") -> Kit:
    """The kit for `assess`: with the judge that needs no model, where no assessor is configured and settings allow.

    That one was fitted with the shipped embedder, and asks no other. A script that somebody brings is never run.
    """
    made = replace(kit(app, target), beside=_beside(app, app.language(target), trial=False), tried=None)
    if made.judge is not None or not app.settings.assess.without_model:
        return made
    from .adapters.embedding.static import StaticEmbedder
    from .static_judge import describing, judging

    return replace(made, describe=describing(made.language.describe), judge=judging(StaticEmbedder()))


def _draft(app: KitParts, model: Model, language: Language, accepted: bool = False) -> Draft:
    """The way to draft that the settings name; the pairs that examples come from are read at the first draft."""
    chosen = app.settings.models.generator
    if accepted and chosen.accepted and chosen.strategy in ("reasoning", "nearest"):
        from .service.accepted import with_accepted

        return with_accepted(_draft(app, model, language), _near(app))
    if chosen.strategy == "reasoning":
        from .drafting import drafting

        return drafting(model, chosen.prompt_tokens, language)
    if chosen.strategy not in language.strategies:
        from .strategies import unknown_to

        return unknown_to(language, chosen.strategy)
    from .adapters.pairs import read_pairs
    from .errors import BadSettings
    from .strategies import DraftingTools, strategy

    if chosen.strategy == "examples" and not chosen.pairs:
        raise BadSettings("models.generator.strategy is examples, so models.generator.pairs must name their file")
    path = chosen.pairs
    return strategy(
        chosen.strategy,
        model,
        DraftingTools(
            embedder=app.embedder,
            pairs=lambda: read_pairs(Path(path)) if path else (),
            tokens=chosen.prompt_tokens,
        ),
    )


def _near(app: KitParts) -> NearestAccepted:
    """What chooses approved scripts of earlier runs as examples, one for the whole app."""
    from .service.accepted import NearestAccepted, Source

    if app.accepted is None:
        source: Source
        if app.database:
            from .adapters.postgres.accepted import PostgresAccepted

            source = PostgresAccepted(app.database)
        else:
            from .adapters.folder.accepted import FolderAccepted
            from .adapters.folder.journal import FolderJournal
            from .storage import runs_folder

            source = FolderAccepted(FolderJournal(runs_folder(app.settings)))
        app.accepted = NearestAccepted(source, app.embedder, app.catalogue)
    return app.accepted


def _shows_script(settings: Settings, language: Language) -> bool:
    """Whether the assessor is asked about the script itself, too."""
    wanted = settings.assess.direct
    return wanted == "always" or (wanted == "auto" and _weighs(settings, language))


def _weighs(settings: Settings, language: Language) -> bool:
    """Whether opinions are weighed: in a language that allows it, by an assessor that tells how sure it is."""
    from .adapters.model_spec import tells_odds

    return language.weighed and tells_odds(role_settings(settings)["assessor"].model)


def _beside(app: KitParts, language: Language, *, trial: bool = True) -> Beside | None:
    """The opinions that ask no model, where opinions are weighed; with `trial` one of them by running the script, where
    settings and boxes allow."""
    if app.settings.assess.direct == "never" or not _weighs(app.settings, language):
        return None
    from .opinions_beside import beside

    tried = None
    if trial and app.settings.assess.trial and app.boxes():
        from .comparing.trial import trying

        tried = trying(app.sandbox())
    return beside(tried)


def _tried(app: KitParts, language: Language) -> TryDraft | None:
    """The step that runs a draft twice, for a language whose drafts are no Bash, where settings and boxes allow."""
    if language.rehearsable or not (app.settings.assess.trial and app.boxes()):
        return None
    from .comparing.playbook_faults import trying_playbooks
    from .playbooks import ansible_home, limits

    return trying_playbooks(app.sandbox, lambda: ansible_home(app.settings), limits(app.settings))


def _rehearse(app: KitParts) -> Rehearse | None:
    """The step that rehearses drafts, where the settings want it and a box and an assessor are there."""
    if not (app.settings.sandbox.rehearse and "assessor" in app.models and app.boxes()):
        return None
    from .rehearsing import rehearsing

    return rehearsing(app.models["assessor"], app.sandbox(), app.box_limits())


def _compare(app: KitParts) -> Compare | None:
    """The step that compares drafts, where the settings want several and a box is there."""
    numbers = app.settings.policy
    if not (numbers.agreement and numbers.samples > 1 and app.boxes()):
        return None
    import os

    from .comparing.drafts import comparing

    return comparing(app.sandbox(), jobs=os.cpu_count() or 2)
