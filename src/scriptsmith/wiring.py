"""The composition root: the only place that constructs adapters.

What only some commands need is imported where it is constructed: `check` answers before a model library is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from .adapters.folder.journal import FolderJournal
from .adapters.limited_subprocess import Limits
from .adapters.programs import BashSyntax, ShellCheck
from .core.types import Entry, Role, Target
from .keys import key_of
from .role_models import ROLES as ROLES
from .role_models import api_key as api_key
from .role_models import local_servers as local_servers
from .role_models import role_model, with_small_generator
from .role_models import role_settings as role_settings
from .schema import Settings
from .settings import Loaded
from .storage import SEED as SEED
from .storage import cache_folder as cache_folder
from .storage import catalogue_in as catalogue_in
from .storage import storage
from .telemetry import telemetry

if TYPE_CHECKING:
    from .adapters.embedding.kept_vectors import Meter
    from .adapters.hybrid_search import Meanings
    from .adapters.machine import ThrowawayMachines
    from .adapters.model_streams import Hear
    from .adapters.models import Connections
    from .adapters.postgres.database import Database
    from .core.approval import ApprovalPolicy
    from .core.effects import Danger
    from .core.evidence_grade import Graded
    from .core.flow import Policy
    from .core.types import Finding, Script
    from .errors import ToolMissing
    from .language import Language
    from .pipeline import Kit
    from .ports import (
        BoxLimits,
        Checker,
        Embedder,
        ExportableCatalogue,
        Journal,
        Model,
        Sandbox,
        Vault,
    )
    from .run_service import Listen, RunService
    from .service.accepted import NearestAccepted
    from .service.team_service import TeamService
    from .team import Team
    from .telemetry import Telemetry
    from .watching import Watch

REPORT_SET = Path(__file__).parent / "evaluation" / "report.jsonl"
"""Actions with known answers, which `catalogue evaluate` reads when no file is named."""


@dataclass(slots=True, kw_only=True)
class App:
    """The parts that a surface uses. An asynchronous context manager: leaving it closes connections."""

    loaded: Loaded
    environ: Mapping[str, str]
    catalogue: ExportableCatalogue
    journal: Journal
    vault: Vault
    checkers: tuple[Checker, ...]
    models: dict[Role, Model] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    database: Database | None = None
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    _sandbox: Sandbox | None = None
    _embedder: Embedder | None = None
    _meanings: Meanings | None = None
    _meter: Meter | None = None
    _team: Team | None = None
    accepted: NearestAccepted | None = None
    telemetry: Telemetry | None = None
    watches: list[Watch] = field(default_factory=list)
    _languages: dict[Target, Language] = field(default_factory=dict)

    def graded(self, entry: Entry) -> Graded:
        """How far an entry has been proven."""
        from .core.evidence_grade import graded

        return graded(entry, *_proof_texts())

    @property
    def settings(self) -> Settings:
        return self.loaded.settings

    @property
    def policy(self) -> Policy:
        from .policies import policy

        return policy(self.settings)

    def approvals(self) -> ApprovalPolicy:
        """How many people must approve what, by the settings."""
        from .policies import approvals

        return approvals(self.settings)

    def language(self, target: Target) -> Language:
        """What is known of the language of scripts for `target`."""
        if target not in self._languages:
            from .languages import LANGUAGES

            self._languages[target] = LANGUAGES[target](self.settings, self.sandbox, self.checkers)
        return self._languages[target]

    def kit(self, target: Target = "bash", *, accepted: bool = True) -> Kit:
        """Every step that the settings make possible for scripts of `target`; without `accepted` no draft is shown
        scripts of earlier runs."""
        from .kits import kit

        return kit(self, target, accepted=accepted)

    def assessing(self, target: Target = "bash") -> Kit:
        """The kit for `assess`: with the judge that needs no model, where no assessor is configured."""
        from .kits import assessing

        return assessing(self, target)

    def sandbox(self) -> Sandbox:
        """The sandbox that the settings name; raises `SandboxUnavailable` when they forbid one.

        Whether it works here is found out when a box is opened.
        """
        from .errors import SandboxUnavailable

        chosen = self.settings.sandbox
        if chosen.engine == "none":
            raise SandboxUnavailable("sandbox.engine is none: set it to auto or bubblewrap to try scripts")
        if self._sandbox is None and chosen.engine in ("docker", "podman"):
            from .adapters.containers import ContainerSandbox

            self._sandbox = ContainerSandbox(chosen.engine, chosen.image)
        elif self._sandbox is None:
            from .adapters.sandbox.bubblewrap import Bubblewrap

            self._sandbox = Bubblewrap()
        return self._sandbox

    def embedder(self) -> Embedder:
        """The embedder that the settings name, one for the whole app; its connections are closed with the app's."""
        if self._embedder is None:
            connections = None
            if self.settings.embedder.model:
                from .adapters.models import Connections

                connections = Connections()
                self._stack.push_async_callback(connections.aclose)
            self._embedder = embedder(self.settings, self.environ, connections)
            if self.telemetry and self.settings.embedder.model:
                self._embedder = self.telemetry.embedder(self._embedder, self.settings.embedder.model)
        return self._embedder

    def meanings(self) -> Meanings:
        """How that embedder's vectors are had, those of phrases kept in the database, or else in the cache folder."""
        if self._meanings is None:
            from .adapters.embedding.kept_vectors import KeptMeanings, Store

            store: Store
            if self.database:
                from .adapters.postgres.vectors import PostgresVectors

                store = PostgresVectors(self.database, self.embedder())
            else:
                from .adapters.embedding.store import VectorStore

                store = VectorStore(cache_folder(self.settings) / "vectors", self.embedder())
            shown = {"meter": self._meter} if self._meter else {}
            calibrated = not self.settings.embedder.model
            self._meanings = KeptMeanings(self.embedder(), store, calibrated=calibrated, **shown)
        return self._meanings

    async def inspect(self, script: Script) -> tuple[tuple[Finding, ...], Danger, dict[str, ToolMissing]]:
        """What the checkers and the danger analysis of the script's target find, and which checkers could not run."""
        from .checking import inspected

        language = self.language(script.target)
        return await inspected(language.checkers, script, language.weigh)

    async def vet(self, entry: Entry) -> list[str]:
        """Every fault of an entry that is seen without running it."""
        from .vetting import vet

        language = self.language(entry.script.target)
        # That a program which is not installed here cannot say anything about a playbook is no fault of the entry.
        checkers = language.checkers if language.starts else language.draft_checkers
        return await vet(entry, checkers, language=language)

    def boxes(self) -> bool:
        """Whether the program that opens boxes is there."""
        import shutil

        engine = self.settings.sandbox.engine
        return bool(shutil.which({"auto": "bwrap", "bubblewrap": "bwrap"}.get(engine, engine)))

    def box_limits(self) -> BoxLimits:
        """What a command in a box may use, by the settings."""
        from .playbooks import box_limits

        return box_limits(self.settings)

    def run_service(self, listen: Listen | None = None) -> RunService:
        """The use cases for people; `listen` hears of every recorded event."""
        from .run_service import RunService

        run_service = RunService(kit=self.kit(), journal=self.journal, vault=self.vault, kits=self.kit)
        return replace(run_service, listen=listen) if listen else run_service

    def team(self) -> Team:
        """People, audit, queue and what is read of all runs; raises `UsageError` where there is no database."""
        from .team import team

        if self._team is None:
            told = {"traceparent": self.telemetry.traceparent} if self.telemetry else {}
            self._team = team(self.database, self.settings, **told)
        return self._team

    def team_service(self) -> TeamService:
        """The use cases for people of a team; raises `UsageError` where there is no database."""
        from .service.team_service import TeamService

        parts = self.team()
        return TeamService(
            run_service=self.run_service(),
            queue=parts.queue,
            audit=parts.audit,
            together=parts.database.transaction,
            approvals=self.approvals(),
            people=parts.people.known,
        )

    async def __aenter__(self) -> App:
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self._stack.aclose()


def _unheard(sentence: str) -> None: ...


def build(
    loaded: Loaded,
    environ: Mapping[str, str],
    warn: Callable[[str], None] = _unheard,
    meter: Meter | None = None,
    hear: Hear | None = None,
    traces: Telemetry | None = None,
) -> App:
    """Construct what the settings name; no network, no process is touched yet. `warn` hears what turns up later,
    `meter` shows how long work goes on, and `hear` is told how far a model is with a question. `traces` takes the place
    of what the environment says of telemetry.
    """
    loaded = with_small_generator(loaded)
    settings = loaded.settings
    limits = Limits(seconds=settings.limits.check_seconds)
    kept = storage(settings, warn, lambda: app.meanings())
    app = App(
        loaded=loaded,
        environ=environ,
        catalogue=kept.catalogue,
        journal=kept.journal,
        vault=kept.vault,
        database=kept.database,
        checkers=(BashSyntax(limits=limits), ShellCheck(limits=limits)),
        warnings=list(loaded.warnings),
        _meter=meter,
    )
    app.telemetry = traces or telemetry(environ, settings.telemetry, app.warnings.append)
    if app.telemetry:
        app._stack.push_async_callback(app.telemetry.aclose)
        app.watches.append(app.telemetry)
    if kept.database:
        app._stack.push_async_callback(kept.database.aclose)
    roles = {role: chosen for role, chosen in role_settings(settings).items() if chosen.model}
    if roles:
        from .adapters.models import Connections
        from .redaction.model_boundary import RedactingModel

        connections = Connections()
        app._stack.push_async_callback(connections.aclose)
        local = local_servers(settings)
        around = app.telemetry.watched if app.telemetry else None
        for role, chosen in roles.items():
            several = role == "generator" and settings.policy.samples > 1
            agreeing = several and settings.policy.agreement
            greedy = agreeing or (not several and chosen.model.startswith("local:"))
            model = role_model(role, chosen, environ, connections, local, hear, around, greedy=greedy)
            app.models[role] = RedactingModel(model)
    if settings.incidents.ask_model and "generator" not in app.models:
        app.warnings.append("incidents.ask_model asks no model: set models.generator.model too")
    names = [app.models[role].name for role in ("generator", "assessor") if role in app.models]
    if len(names) == 2 and names[0] == names[1]:
        app.warnings.append(
            f"generator and assessor are the same model ({names[0]}): a model judges its own work too kindly, "
            "set models.assessor.model to another one"
        )
    return app


def embedder(settings: Settings, environ: Mapping[str, str], connections: Connections | None = None) -> Embedder:
    """The embedder that the settings name; raises `BadSettings`. Nothing is loaded or asked before the first text."""
    from .adapters.embedding.chosen import build as build_embedder

    chosen = settings.embedder
    return build_embedder(chosen, key_of("embedder", chosen, environ) if chosen.model else "", connections)


def journal_in(folder: Path, *, durable: bool = True) -> Journal:
    """The logs of runs that lie in `folder`, one that is not the user's own."""
    return FolderJournal(folder, durable=durable)


def harness() -> str:
    """The library that the tests of entries are written with."""
    return (SEED / "harness.sh").read_text(encoding="utf-8")


def fixtures() -> Mapping[str, str]:
    """The shipped fixtures of real services, text by name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted((SEED / "fixtures").glob("*.sh"))}


@cache
def _proof_texts() -> tuple[str, Mapping[str, str]]:
    return harness(), fixtures()


def machines(settings: Settings) -> ThrowawayMachines:
    """The throwaway machines in which real services run."""
    from .adapters.machine import ThrowawayMachines

    return ThrowawayMachines(Path(settings.sandbox.machine))
