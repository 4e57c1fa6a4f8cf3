"""What a team's service is made of, over one database. A part of the composition root, for `wiring`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from .adapters.folder.runbooks import FolderRunbooks
    from .adapters.outlets.outlet_file import Outlet, Outlets
    from .adapters.postgres.audit import PostgresAudit
    from .adapters.postgres.database import Database
    from .adapters.postgres.event_hub import EventHub
    from .adapters.postgres.idempotent_answers import PostgresAnswers
    from .adapters.postgres.incidents import PostgresIncidents
    from .adapters.postgres.jobs import Jobs
    from .adapters.postgres.outbox import PostgresOutbox
    from .adapters.postgres.people import PostgresPeople
    from .adapters.postgres.queue import PostgresQueue
    from .adapters.postgres.read_models import ReadModels
    from .adapters.postgres.set_aside import PostgresSetAside
    from .adapters.postgres.suggestions import PostgresSuggestions
    from .core.types import Action
    from .outlets.notice import Notice
    from .ports import Model
    from .schema import Settings
    from .service.consuming import Consuming
    from .service.delivering import Delivering, Send, Try
    from .service.incident_service import IncidentService
    from .service.outlet_service import OutletService
    from .service.recommending import KnownActions, Serve
    from .service.suggesting import Suggesting
    from .service.team_service import TeamService
    from .telemetry import Telemetry


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """People, what they did, the work that waits, and what they read: all in one database."""

    database: Database
    people: PostgresPeople
    audit: PostgresAudit
    queue: PostgresQueue
    reading: ReadModels
    hub: EventHub
    answers: PostgresAnswers
    incidents: PostgresIncidents
    outbox: PostgresOutbox
    set_aside: PostgresSetAside
    suggestions: PostgresSuggestions


def team(database: Database | None, settings: Settings, traceparent: Callable[[], str] = lambda: "") -> Team:
    """The parts over `database`, nothing of it opened; raises `UsageError` where state is kept in folders.

    `traceparent` tells the trace that what is put in or reported belongs to; empty: none.
    """
    if database is None:
        raise UsageError("a team's service keeps its state in PostgreSQL: set database.storage to postgres")
    from .adapters.postgres.audit import PostgresAudit
    from .adapters.postgres.event_hub import EventHub
    from .adapters.postgres.idempotent_answers import PostgresAnswers
    from .adapters.postgres.incidents import PostgresIncidents
    from .adapters.postgres.outbox import PostgresOutbox
    from .adapters.postgres.people import PostgresPeople
    from .adapters.postgres.read_models import ReadModels
    from .adapters.postgres.set_aside import PostgresSetAside
    from .adapters.postgres.suggestions import PostgresSuggestions

    return Team(
        database=database,
        people=PostgresPeople(database),
        audit=PostgresAudit(database),
        queue=queue(database, settings, traceparent),
        reading=ReadModels(database),
        hub=EventHub(database),
        answers=PostgresAnswers(database),
        incidents=PostgresIncidents(database, traceparent),
        outbox=PostgresOutbox(database),
        set_aside=PostgresSetAside(database),
        suggestions=PostgresSuggestions(database),
    )


def incident_service(parts: Team, team_service: TeamService, settings: Settings, serve: Serve) -> IncidentService:
    """The use cases for incidents; `serve` finds the entry that would serve an action."""
    from .service.incident_service import IncidentService

    recommender = _recommender(parts, team_service, settings, serve)
    return IncidentService(store=parts.incidents, team=team_service, recommender=recommender)


def _recommender(parts: Team, team_service: TeamService, settings: Settings, serve: Serve) -> KnownActions:
    from .service.recommending import KnownActions

    return KnownActions(
        catalogue=team_service.run_service.kit.catalogue,
        serve=serve,
        store=parts.incidents,
        journal=team_service.run_service.journal,
        runbooks=runbooks(settings),
        suggestions=parts.suggestions if settings.incidents.ask_model else None,
    )


def runbooks(settings: Settings) -> FolderRunbooks | None:
    """The folder of runbooks that the settings name, if they name one."""
    from .adapters.folder.runbooks import FolderRunbooks

    folder = settings.incidents.runbooks
    return FolderRunbooks(Path(folder).expanduser()) if folder else None


def suggesting(
    parts: Team,
    team_service: TeamService,
    settings: Settings,
    model: Model | None,
    say: Callable[[str], None],
    traces: Telemetry | None = None,
) -> Suggesting | None:
    """What a worker does to have a model's suggestions, None where the settings want none or name no model."""
    from .service.suggesting import Suggesting

    chosen = settings.incidents
    if not chosen.ask_model or model is None:
        return None
    suggesting = Suggesting(
        store=parts.suggestions,
        incidents=parts.incidents,
        known=replace(_recommender(parts, team_service, settings, _unsearched), suggestions=None),
        catalogue=team_service.run_service.kit.catalogue,
        model=model,
        seconds=chosen.model_seconds,
        most=chosen.model_questions,
        say=say,
    )
    if traces is None:
        return suggesting
    tracing = traces.tracing

    async def trace(incident: str) -> AbstractContextManager[None]:
        return tracing.continued(await parts.incidents.trace(incident))

    return replace(suggesting, trace=trace)


def outlet_service(parts: Team, team_service: TeamService) -> OutletService:
    """The use cases for what was delivered to outlets and what was not."""
    from .service.outlet_service import OutletService

    return OutletService(outbox=parts.outbox, team=team_service)


def outlets(settings: Settings, traces: Telemetry | None = None) -> Outlets:
    """The outlets and routes that the settings name; raises `BadSettings`."""
    from .adapters.outlets.outlet_file import outlets_of

    told = {"traceparent": traces.traceparent} if traces else {}
    return outlets_of(settings.outlets, settings.service.address, **told)


def delivering(
    parts: Team,
    team_service: TeamService,
    settings: Settings,
    say: Callable[[str], None],
    traces: Telemetry | None = None,
) -> Delivering:
    """What a worker does for outlets, each try with a span where there are `traces`, and for new incidents where the
    settings want looks prepared; raises `BadSettings`."""
    from .outlets.routes import told
    from .service.delivering import Delivering, DeliveryPace
    from .service.notices import NoticeMaker

    named, chosen = outlets(settings, traces), settings.outlets
    looks = incident_service(parts, team_service, settings, _unsearched)
    maker = NoticeMaker(
        journal=team_service.run_service.journal,
        incidents=parts.incidents,
        recommender=looks.recommender,
        approvals=team_service.approvals,
        address=settings.service.address,
    )
    return Delivering(
        outbox=parts.outbox,
        maker=maker,
        told=lambda notice: tuple(name for name in told(named.routes, notice) if named.outlets[name].takes(notice)),
        send={name: _traced(outlet, parts, traces) for name, outlet in named.outlets.items()},
        pace=DeliveryPace(
            seconds=chosen.seconds, tries=chosen.tries, wait=chosen.wait, hours=chosen.hours, days=chosen.days
        ),
        say=say,
        opened=looks.prepare if settings.incidents.prepare_looks else None,
    )


def _traced(outlet: Outlet, parts: Team, traces: Telemetry | None) -> Send:
    """What sends to an outlet, with a span for each try in the trace of the incident that it is about, if any."""
    if traces is None:
        return outlet.send

    async def send(notice: Notice, tries: int) -> Try:
        parent = await parts.incidents.trace(notice.incident) if notice.incident else ""
        with traces.tracing.delivery(outlet.name, outlet.kind, notice, tries, parent) as told:
            sent = await outlet.send(notice, tries)
            told(sent.ok)
        return sent

    return send


def consuming(
    parts: Team, team_service: TeamService, settings: Settings, say: Callable[[str], None]
) -> Consuming | None:
    """What a worker does for the topics of Kafka that the settings name, None for none; raises `BadSettings`."""
    from .adapters.kafka.consumer import KafkaQueue
    from .adapters.kafka.topic_file import topics_of
    from .service.consuming import Consuming

    topics = topics_of(settings.incidents.kafka_file)
    if topics is None:
        return None
    return Consuming(
        queue=KafkaQueue(topics),
        inlets=topics.inlets,
        reports=incident_service(parts, team_service, settings, _unsearched),
        aside=parts.set_aside,
        together=parts.database.transaction,
        most=settings.incidents.body,
        say=say,
    )


async def _unsearched(action: Action) -> None:
    """No entry: the catalogue is not searched to tell somebody, since runs need the processor."""


def queue(database: Database, settings: Settings, traceparent: Callable[[], str] = lambda: "") -> PostgresQueue:
    """The runs that wait for a worker, with the budgets that the settings name."""
    from .adapters.postgres.queue import Budget, PostgresQueue

    chosen = settings.worker
    budget = Budget(runs=chosen.runs_per_hour, dollars=chosen.dollars_per_day)
    return PostgresQueue(database, budget, traceparent)


def jobs(database: Database | None, settings: Settings) -> Jobs:
    """The worker's side of it; raises `UsageError` where state is kept in folders."""
    if database is None:
        raise UsageError("runs wait for workers in PostgreSQL alone: set DATABASE_URL, or database.storage to postgres")
    from .adapters.postgres.jobs import Jobs, WorkerPace

    chosen = settings.worker
    pace = WorkerPace(
        concurrency=chosen.concurrency,
        retries=chosen.retries,
        wait=chosen.wait,
        heartbeat=chosen.heartbeat,
        grace=chosen.grace,
    )
    return Jobs(database=database, pace=pace)
