"""The first page, the page on which one asks, and the list of runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from fastapi import Form, Request
from fastapi.responses import Response

from ..core.offers import offers
from ..core.permissions import Person, may
from ..core.run import fold
from ..core.summary import Summary
from ..core.team_figures import Day, TeamFigures
from ..core.types import Action
from ..errors import BadInput, NotFound
from ..incidents.model import Severity
from .open_decisions import open_for
from .pages_base import given_values, routes, show, there, typed
from .pages_incidents import row as incident_row
from .plots import Dot, Plot
from .service_state import ServiceState, service_state
from .sessions import Who
from .views import dollars

router = routes()
DAYS, SHOWN, LISTED, LOOKED = 30, 5, 20, 30
"""How many days the figures are of, how many runs a list shows, and how many of those that wait are looked at."""

GRAVE: tuple[Severity, ...] = ("critical", "high", "unknown")
"""The severities of the incidents that the first page shows while they fire."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """A run in a list; `at` is the moment that the list is about."""

    href: str
    action: str
    state: str
    outcome: str
    risk: str
    findings: int | None
    who: str
    assignee: str
    at: str
    cost: str
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberTile:
    """A number that leads somewhere."""

    name: str
    value: str
    href: str


def row(one: Summary, *, at: str | None = None, deciding: bool = False) -> RunRow:
    """A summary as a list shows it, by default with when it was asked; `deciding` leads to where one decides."""
    place = "/review" if deciding and one.state == "waiting" else ""
    return RunRow(
        href=f"/runs/{one.run}{place}",
        action=one.action or one.problem or one.run,
        state=one.state,
        outcome=one.outcome or "",
        risk=one.risk or "",
        findings=one.findings,
        who=one.requester,
        assignee=one.assignee,
        at=one.asked_at if at is None else at,
        cost=dollars(one.cost) if one.cost or not one.unpriced else "not known",
        problem=one.problem if one.action else "",
    )


@router.get("/")
async def home(request: Request, who: Who) -> Response:
    """What waits, what fires, what was decided, and how it went."""
    service = service_state(request)
    await service.team_service.allow(who, "look")
    reading = service.team.reading
    waiting = await reading.waiting(LOOKED)
    decides = may(who, "review") or may(who, "publish")
    given = await reading.page(assignee=who.name, state=("waiting",), limit=LOOKED) if decides else ()
    mine = [*given, *await for_me(service, who, waiting)] if decides else waiting
    own = await reading.page(requester=who.name, limit=SHOWN)
    decided = await reading.decided(SHOWN)
    firing = await service.team.incidents.page(state=("firing",), severity=GRAVE, limit=SHOWN)
    counts = await reading.counts()
    figures = await reading.home(DAYS)
    stuck, not_working, given_up = await reading.given_up(LISTED)
    tiles = [
        NumberTile(name="wait for a decision", value=f"{counts['waiting']:,}", href="/runs?state=waiting"),
        NumberTile(name="at work", value=f"{counts['working'] - not_working:,}", href="/runs?state=working"),
        NumberTile(name="published", value=f"{counts['published']:,}", href="/runs?state=published"),
        NumberTile(name="answered by the catalogue", value=f"{counts['served']:,}", href="/runs?state=served"),
    ]
    if stuck:
        tiles.append(NumberTile(name="given up by the workers", value=f"{stuck:,}", href="#given-up"))
    return show(
        request,
        who,
        "home.html",
        tiles=tiles,
        given_up=[(row(one), said) for one, said in given_up],
        decides=decides,
        waiting=[row(one, at=one.waiting_since, deciding=decides) for one in mine[:SHOWN]],
        all_waiting=counts["waiting"] if counts["waiting"] > len(mine[:SHOWN]) else 0,
        own=[row(one) for one in own],
        firing=[incident_row(one) for one in firing],
        decided=[row(one, at=one.decided_at) for one in decided],
        plots=plots(figures),
        days=DAYS,
    )


async def for_me(service: ServiceState, who: Person, waiting: Sequence[Summary]) -> Sequence[Summary]:
    """Those of the runs that wait, and are assigned to nobody, which `who` may approve or publish now."""
    found = []
    team_service = service.team_service
    for one in waiting:
        if one.assignee:
            continue
        run = fold(await service.app.journal.read(one.run))
        may_now = open_for(who, run, team_service.standing(run), own=team_service.approvals.own)
        if may_now.approve or may_now.publish:
            found.append(one)
    return found


def plots(figures: TeamFigures) -> tuple[Plot, ...]:
    """The figures of the last days, each as a plot."""

    def dots(value: Callable[[Day], float | None], count: Callable[[Day], int]) -> tuple[Dot, ...]:
        return tuple(Dot(day=day.day or date.min, value=value(day), count=count(day)) for day in figures.days)

    whole = figures.whole
    return (
        Plot(
            title="Accepted as it was",
            meaning="of decisions: approved, no edit",
            unit="share",
            dots=dots(lambda day: day.acceptance, lambda day: day.decided),
            overall=whole.acceptance,
        ),
        Plot(
            title="Answered by the catalogue",
            meaning="of answers: no model was asked",
            unit="share",
            dots=dots(lambda day: day.reuse, lambda day: day.settled),
            overall=whole.reuse,
        ),
        Plot(
            title="Assessors agree",
            meaning="with reviewers, where both judged",
            unit="share",
            dots=dots(lambda day: day.agreement, lambda day: day.judged),
            overall=whole.agreement,
        ),
        Plot(
            title="Cost",
            meaning="of all models, by day of the request",
            unit="dollars",
            dots=dots(lambda day: day.cost if day.asked else None, lambda day: day.asked),
            overall=whole.cost,
        ),
    )


@router.get("/new")
async def new(request: Request, who: Who, run: str = "", entry: str = "") -> Response:
    """The form in which one asks; with a run and one of the entries on offer there, the form that takes that entry."""
    service = service_state(request)
    await service.team_service.allow(who, "ask")
    action, offer = Action(text=""), None
    if bool(run) != bool(entry):
        raise BadInput("a run and one of its likely entries belong together: name both, or neither")
    if run:
        found = await service.team_service.look(who, run)
        action, offer = found.action, next((each for each in offers(found) if each.entry.id == entry), None)
        if offer is None:
            raise NotFound(f"{entry} is not among the likely entries of run {run}")
    return show(request, who, "new.html", typed=action, offer=offer, problem="")


@router.post("/new")
async def ask(
    request: Request,
    who: Who,
    text: Annotated[str, Form()] = "",
    context: Annotated[str, Form()] = "",
    entry: Annotated[str, Form()] = "",
) -> Response:
    """Ask, and go to the run; a form that makes no sense is shown again."""
    action = Action(text=typed(text), context=typed(context), entry=entry, given=await given_values(request))
    try:
        run_id = await service_state(request).team_service.ask(who, action)
    except BadInput as error:
        return show(request, who, "new.html", status=422, typed=action, offer=None, problem=str(error))
    return there(f"/runs/{run_id}")
