"""What lists and plots show of all runs, always up to date with the log, and made from it alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any, TypedDict, Unpack, get_args

from ...codec import load_event, load_line, plain
from ...core.events import Event
from ...core.flow import State
from ...core.summary import Summary, line, summarize
from ...core.team_figures import Day, TeamFigures
from ...errors import BadInput, NotFound
from .database import Database

STATES: tuple[State, ...] = get_args(State)
MOST = 500
"""How many runs a page has at most."""

_AT_ONCE = 64
_COUNTS = ("decided", "accepted", "edited", "rejected", "yes_right", "yes_wrong", "no_right", "no_wrong", "unsure")


class RunFilters(TypedDict, total=False):
    """Which runs are meant: those of one of the risks, asked for by `requester`, asked for or decided by or assigned to
    `person`, assigned to `assignee`, made for an incident of `service`, asked for on the days from `since` to `until`
    (in UTC, both counted), with `text` in the action (in any case) or as their id. What is empty is not asked.
    """

    text: str
    requester: str
    risk: Sequence[str]
    since: date | None
    until: date | None
    service: str
    person: str
    assignee: str


class ReadModels:
    """The read models in `database`. Every answer holds each event that was committed before it was asked for.

    A trigger marks the run of each event; whoever reads next makes the summaries of the marked runs anew. Two that read
    share the work and wait for each other; those that append wait for nobody. A run whose log cannot be read is listed
    with a `problem`, as far as it can be read.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(
        self, *, state: Sequence[str] = (), before: str = "", limit: int = 50, **filters: Unpack[RunFilters]
    ) -> Sequence[Summary]:
        """At most `limit` runs in one of the states, newest first, that pass the filters, those before the id `before`.

        The `problem` of a run that workers have given up on is why. Raises `BadInput` for a state that there is not,
        and for days that end before they begin.
        """
        if unknown := sorted(set(state) - set(STATES)):
            raise BadInput(f"there is no state {unknown[0]!r} of runs: there are {', '.join(STATES)}")
        asked = _asked(filters)
        await self.catch_up()
        about = {"state": sorted(set(state)) or None, "before": line(before) or None}
        rows = await self._database.rows("list_summaries", **asked, **about, limit=min(max(limit, 1), MOST))
        found = [(load_line(Summary, line, "a summary"), said) for line, said in rows]
        return [replace(one, problem=one.problem or said or "") for one, said in found]

    async def waiting(self, limit: int = 50) -> Sequence[Summary]:
        """At most `limit` of the runs that wait for a decision, the one that has waited longest first."""
        return await self._first("list_waiting", limit)

    async def decided(self, limit: int = 50) -> Sequence[Summary]:
        """At most `limit` of the runs that people have decided for good, the last decided first."""
        return await self._first("list_decided", limit)

    async def _first(self, query: str, limit: int) -> Sequence[Summary]:
        await self.catch_up()
        return [load_line(Summary, row[0], "a summary") for row in await self._database.rows(query, limit=limit)]

    async def one(self, run: str) -> Summary:
        """One run as lists show it; raises `NotFound`."""
        await self.catch_up()
        rows = await self._database.rows("read_summary", run=line(run))
        if not rows:
            raise NotFound(f"there is no run {run!r}")
        return load_line(Summary, rows[0][0], "a summary")

    async def counts(self, **filters: Unpack[RunFilters]) -> Mapping[State, int]:
        """How many of the runs that pass the filters stand where, every state named; raises as `page` does."""
        asked = _asked(filters)
        await self.catch_up()
        return {**dict.fromkeys(STATES, 0), **dict(await self._database.rows("count_summaries", **asked))}

    async def given_up(self, limit: int = 50) -> tuple[int, int, Sequence[tuple[Summary, str]]]:
        """How many runs wait for somebody to have them tried again, how many of them `counts` calls working, and at
        most `limit` of them with why."""
        await self.catch_up()
        rows = await self._database.rows("list_given_up", limit=limit)
        many, working = rows[0][2:] if rows else (0, 0)
        return many, working, [(load_line(Summary, row[0], "a summary"), row[1]) for row in rows]

    async def cost(self) -> float:
        """What models have cost, in US dollars, over all runs whose price is known."""
        await self.catch_up()
        ((dollars,),) = await self._database.rows("model_cost")
        return float(dollars)

    async def home(self, days: int = 30, *, last: date | None = None) -> TeamFigures:
        """The figures of `days` days, in UTC, up to `last`: today by the database's clock if not given."""
        if not 1 <= days <= 3660:
            raise BadInput("figures are of 1 to 3660 days")
        await self.catch_up()
        if last is None:
            ((last,),) = await self._database.rows("today")
        assert last
        runs = {row[0]: row[1:] for row in await self._database.rows("figures_of_runs", days=days, last=last)}
        decisions = {row[0]: row[1:] for row in await self._database.rows("figures_of_decisions", days=days, last=last)}
        wanted = [last - timedelta(days=back) for back in range(days - 1, -1, -1)]
        return TeamFigures(
            days=tuple(_day(day, runs.get(day), decisions.get(day)) for day in wanted),
            whole=_day(None, runs.get(None), decisions.get(None)),
        )

    async def rebuild(self) -> int:
        """Make every summary anew, from the log alone; returns how many there are. Lists stay whole meanwhile."""
        async with self._database.transaction():
            await self._database.do("lock_summaries")
            await self._database.do("forget_summaries")
            ((many,),) = await self._database.do("mark_every_run")
        await self.catch_up()
        return int(many)

    async def catch_up(self) -> None:
        """Make the summaries of all runs that have changed."""
        ((horizon,),) = await self._database.rows("stale_horizon")
        if horizon is None:
            return
        for take in ("take_stale_runs", "await_stale_runs"):
            while await self._fold(take, horizon):
                pass

    async def _fold(self, take: str, horizon: int) -> bool:
        """Make some of the summaries that are behind; whether there were any. The marks go when the summaries are kept.

        The events are read after the marks are taken: what was marked is seen, and what comes later has its own mark.
        """
        async with self._database.transaction():
            taken = sorted(run for (run,) in await self._database.do(take, horizon=horizon, many=_AT_ONCE))
            if not taken:
                return False
            rows = await self._database.do("read_logs", runs=taken)
            made = [_summary(run, list(lines)) for run, lines in groupby(rows, key=lambda row: str(row[0]))]
            values = json.dumps([plain(one) | {"summary": plain(one)} for one in made])
            kept = {run for (run,) in await self._database.do("keep_summaries", rows=values)}
            decisions = [plain(each) | {"run": one.run} for one in made if one.run in kept for each in one.decisions]
            if decisions:
                await self._database.do("keep_decisions", rows=json.dumps(decisions))
        return True


def _asked(filters: RunFilters) -> dict[str, object]:
    """The filters as the statements take them; raises `BadInput` for days that end before they begin."""
    since, until = filters.get("since"), filters.get("until")
    if since and until and since > until:
        raise BadInput(f"the days end before they begin: since {since} is later than until {until}")
    names = ("text", "requester", "service", "person", "assignee")
    texts: dict[str, object] = {name: line(str(filters.get(name, ""))) or None for name in names}
    return texts | {"risk": sorted(set(filters.get("risk", ()))) or None, "since": since, "until": until}


def _summary(run: str, rows: Sequence[tuple[str, str, datetime]]) -> Summary:
    """The summary of a run by its lines, as far as they can be read."""
    events: list[Event] = []
    problem = ""
    for _, body, _ in rows:
        try:
            events.append(load_event(body))
        except BadInput as error:
            problem = f"event {len(events) + 1}: {error}"
            break
    made = summarize(run, events, [recorded.isoformat() for _, _, recorded in rows], problem)
    return replace(made, seq=len(rows))


def _day(day: date | None, runs: Sequence[Any] | None, decisions: Sequence[Any] | None) -> Day:
    asked, settled, reused, cost, unpriced = runs or (0, 0, 0, 0.0, 0)
    *counts, waited, timed = decisions or (*(0 for _ in _COUNTS), None, 0)
    told: Mapping[str, int] = dict(zip(_COUNTS, counts, strict=True))
    return Day(
        day=day, asked=asked, settled=settled, reused=reused, cost=cost, unpriced=unpriced, waited=waited, timed=timed,
        **told,
    )  # fmt: skip
