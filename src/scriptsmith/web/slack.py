"""Slack's requests: a slash command that asks for a script, and buttons by which people approve one.

A request proves that Slack sent it, once and within five minutes; the file of people says whom its user is. Whoever is
nobody here gets nothing done. Slack shows answers of 200 alone, and waits three seconds for one.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel
from starlette.background import BackgroundTask

from ..adapters.slack_app import SlackApp
from ..core.audit import AuditNote
from ..core.flow import at_work, state
from ..core.outcome import findings_of
from ..core.permissions import Person
from ..core.run import Run
from ..core.types import Action
from ..errors import BadInput, BadSettings, ScriptSmithError
from ..outlets import slack_requests
from ..outlets.slack_requests import TIMESTAMP, PressedButton, SlackCommand
from ..outlets.slack_review import APPROVE, LOOK, ReviewedScript, SeenRun, review, seen, told
from ..redaction import mask
from ..service.chat_decisions import ChatDecisions
from .api_shapes import shown
from .hook_gate import counted, limited, limited_body, refused, secrets_of
from .http_errors import HttpProblem
from .open_decisions import open_for
from .risk_sentence import risk_sentence
from .service_state import ServiceState, service_state
from .strict_requests import kind_of_body, strict

log = logging.getLogger("scriptsmith.web")

HOOKS = ("slack/command", "slack/interactive")
"""Where requests of Slack come in, below `/hooks/`."""
LATE = "this took too long and nothing was done: try again"

router = APIRouter(prefix="/hooks/slack", tags=["hooks"], dependencies=[Depends(strict)])


class SlackAnswer(BaseModel):
    """What Slack shows to whoever asked, and to nobody else."""

    model_config = shown(**told("Run 20260102-030405-1a2b3c4d writes a script for: show how full the file systems are"))

    response_type: str
    replace_original: bool
    text: str
    blocks: list[dict[str, Any]]


def _sent(*fields: str) -> dict[str, Any]:
    """What the OpenAPI document says of a form that Slack signs and sends."""
    schema = {"type": "object", "properties": {each: {"type": "string"} for each in fields}, "required": [*fields]}
    content = {"application/x-www-form-urlencoded": {"schema": schema}}
    return {"requestBody": {"required": True, "content": content}, "security": [{"slack": []}]}


@router.post(
    "/command", operation_id="hook_slack_command", summary="Ask for a script in Slack",
    response_model=SlackAnswer, openapi_extra=_sent("text", "team_id", "user_id"),
)  # fmt: skip
async def command(request: Request) -> Response:
    """A slash command, whose text is the action that its user asks a script for."""
    service = service_state(request)
    app, body = await _proven(request, "command")
    with _reading(service, "command"):
        asked = slack_requests.command(body)
    return JSONResponse(await _in_time(service, "command", _asked(service, app, asked)))


@router.post(
    "/interactive", operation_id="hook_slack_interactive", summary="Look at or approve a script in Slack",
    response_class=Response, openapi_extra=_sent("payload"),
    responses={200: {"description": "It was taken; Slack is told what came of it later"}},
)  # fmt: skip
async def interactive(request: Request) -> Response:
    """A button that somebody pressed; they are told what came of it after the answer, which Slack does not show."""
    service = service_state(request)
    app, body = await _proven(request, "interactive")
    with _reading(service, "interactive"):
        button = slack_requests.pressed(body)
    if button is None or button.action not in (LOOK, APPROVE):  # a link that somebody followed
        counted(service, "slack/interactive", "taken")
        return Response(status_code=200)
    message = await _in_time(service, "interactive", _pressed(service, app, button))
    return Response(status_code=200, background=BackgroundTask(_tell, app, button.reply_to, message))


async def _proven(request: Request, name: str) -> tuple[SlackApp, bytes]:
    """The app and the body of a request of Slack's that comes for the first time; raises a problem for any other."""
    service, path = service_state(request), f"slack/{name}"
    app = service.slack
    if app is None:
        raise HttpProblem(404, f"there is no hook at /hooks/{path}: an admin opens it by incidents.slack_secret_file")
    kind_of_body(request, ("application/x-www-form-urlencoded",))
    body = await limited_body(request, service.app.settings.incidents.body)
    if not slack_requests.genuine(request.headers, body, secrets_of(app.secrets, path), time.time()):
        raise await refused(request, service, path)
    sent = hashlib.sha256(request.headers[TIMESTAMP].encode() + b":" + body).hexdigest()
    if not await service.team.answers.first("hooks/slack", sent):
        raise await refused(request, service, path, "the request was sent before")
    limited(service, path)
    return app, body


@contextmanager
def _reading(service: ServiceState, name: str) -> Iterator[None]:
    """A context in which a request is read; one that cannot be is counted as such."""
    try:
        yield
    except BadInput:
        counted(service, f"slack/{name}", "unreadable")
        raise


async def _in_time(service: ServiceState, name: str, done: Awaitable[dict[str, Any]]) -> dict[str, Any]:
    """What is told for a request, or that it took too long; counted."""
    try:
        async with asyncio.timeout(service.hook_seconds) as timer:
            message = await done
    except TimeoutError:
        if not timer.expired():
            raise
        counted(service, f"slack/{name}", "late")
        return told(LATE)
    counted(service, f"slack/{name}", "taken")
    return message


async def _person(service: ServiceState, app: SlackApp, team: str, user: str, on: str) -> Person | None:
    """Whom a user of Slack is here. That they are nobody is noted."""
    key = await asyncio.to_thread(app.key, team, user)
    person = await service.team.people.holder(key, "slack") if key else None
    if person is None:
        why = f"user {user} of Slack's team {team} is nobody here"
        await service.team.audit.record(AuditNote(who="", act="slack.refused", on=on, why=why, way="slack"))
    return person


_NOBODY = "You are nobody here yet: an admin names your Slack user {} in incidents.slack_people_file."


async def _asked(service: ServiceState, app: SlackApp, asked: SlackCommand) -> dict[str, Any]:
    try:
        person = await _person(service, app, asked.team, asked.user, "/hooks/slack/command")
        if person is None:
            return told(_NOBODY.format(asked.user))
        if not asked.text:
            return told("Say what is to be done, like `/scriptsmith show how full the file systems are`.")
        run = await service.team_service.ask(person, Action(text=asked.text))
    except ScriptSmithError as error:
        return told(_sentence(error))
    return told(f"Run {run} writes a script for: {mask(asked.text)}", _link(service, run))


async def _pressed(service: ServiceState, app: SlackApp, button: PressedButton) -> dict[str, Any]:
    link = ""
    try:
        about = seen(button.value)
        person = await _person(service, app, button.team, button.user, about.run[:200])
        if person is None:
            return told(_NOBODY.format(button.user))
        link = _link(service, about.run)
        decisions = ChatDecisions(team=service.team_service)
        if button.action == LOOK:
            return review(_shown(service, person, about, await decisions.look(person, about)))
        return told(_approved(service, await decisions.approve(person, about)), link, replace=True)
    except ScriptSmithError as error:
        return told(_sentence(error), link)


def _shown(service: ServiceState, person: Person, about: SeenRun, run: Run) -> ReviewedScript:
    """All that somebody has to have seen who approves `run`."""
    standing = service.team_service.standing(run)
    sentence = risk_sentence(run, standing)
    settled = run.settled
    script = settled.script if settled else None
    facts = [("Run", about.run), ("Asked for by", run.requester)]
    if settled and script:
        values = [(f"Parameter {name}", value) for name, value in settled.parameters.items()]
        facts += [("Entry", settled.entry)] * bool(settled.entry) + values + [("Digest", script.digest)]
    return ReviewedScript(
        about=about,
        title=run.action.text,
        sentence=f"{sentence.risk}: {sentence.rest}" if sentence.risk else sentence.rest,
        facts=facts,
        findings=[f"{each.code}, line {each.line}: {each.message}" for each in findings_of(run)],
        script=script.text if script else "",
        link=_link(service, about.run),
        why_not=open_for(person, run, standing, own=service.team_service.approvals.own).why,
    )


def _approved(service: ServiceState, run: Run) -> str:
    if state(run) == "approved":
        return f"You have approved it{', and it is being published' if at_work(run) else ''}."
    missing = service.team_service.standing(run).missing
    if not missing:
        return "You have approved it. It has its approvals, and waits for a publisher."
    return f"You have approved it. It takes {missing} more {'person' if missing == 1 else 'people'}."


def _link(service: ServiceState, run: str) -> str:
    address = service.settings.address.rstrip("/")
    return f"{address}/runs/{run}" if address else ""


def _sentence(error: ScriptSmithError) -> str:
    """What went wrong, for who asked; what is wrong with our files is the admin's to know."""
    if isinstance(error, BadSettings):
        log.error("Slack gets no answer: %s", mask(str(error)))
        return "The service cannot say who you are: an admin finds the reason in its log."
    return mask(str(error)) if isinstance(error, BadInput) else f"Not done: {mask(str(error))}"


async def _tell(app: SlackApp, reply_to: str, message: Mapping[str, Any]) -> None:
    sent = await app.tell(reply_to, message)
    if not sent.ok:
        log.warning("Slack was not told what came of a button: %s", sent.said)
