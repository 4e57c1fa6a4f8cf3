"""An action becomes a run, once however often the request for it is sent."""

from __future__ import annotations

import hashlib
import json

from fastapi.responses import JSONResponse, Response

from ..codec import plain
from ..core.permissions import Person
from ..core.types import Action
from ..redaction import Redactor, redacted
from .http_errors import HttpProblem
from .service_state import ServiceState

PREFIX = "/api/v1"


async def ask_once(service: ServiceState, who: Person, action: Action, key: str | None) -> Response:
    """The answer (202) that names the run for `action`; under the same `key` the same one for a day.

    Raises a problem (422) for another action under that key, and what the team service raises.
    """
    if key is None:
        return _accepted(await service.team_service.ask(who, action))
    await service.team_service.allow(who, "ask")
    digest = hashlib.sha256(json.dumps(plain(redacted(action, Redactor())), sort_keys=True).encode()).hexdigest()
    async with service.team.database.transaction():
        if kept := await service.team.answers.claim(who.name, key):
            if kept.request != digest:
                sentence = "this Idempotency-Key was used for another request: choose a new one"
                raise HttpProblem(422, sentence, kind="key-used")
            return Response(kept.body, kept.status, {"Location": kept.location}, "application/json")
        answer = _accepted(await service.team_service.ask(who, action))
        told = {"request": digest, "location": answer.headers["location"], "body": bytes(answer.body).decode()}
        await service.team.answers.keep(who.name, key, status=answer.status_code, **told)
    return answer


def _accepted(run_id: str) -> JSONResponse:
    location = {"Location": f"{PREFIX}/runs/{run_id}"}
    return JSONResponse({"run": run_id, "state": "working"}, 202, headers=location)
