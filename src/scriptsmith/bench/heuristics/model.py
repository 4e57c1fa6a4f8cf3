"""The heuristics that ask a model whether two commands do the same."""

from __future__ import annotations

from ... import prompts
from ...core.types import Action, Verdict
from ...core.verdicts import read_verdict
from ...ports import Model
from ..model import Heuristic, Judgement, Pair

_EQUIVALENT = {Verdict.YES: True, Verdict.NO: False, Verdict.UNSURE: None}


def asking(model: Model) -> Heuristic:
    """Two commands are equivalent when a model that sees the action and both commands says so (NL2SH, section 4.1).

    Closed when in doubt: an answer without a clear verdict leaves the pair unjudged. Raises `ModelError`.
    """

    async def judge(pair: Pair) -> Judgement:
        return await asked(model, Action(text=pair.action), pair)

    return judge


async def asked(model: Model, action: Action, pair: Pair, outputs: tuple[str, str] | None = None) -> Judgement:
    """What the model says of `pair`, with what both commands printed where they were run."""
    reply = await model.ask(prompts.equivalence(action, pair.first, pair.second, outputs))
    verdict, reason = read_verdict(reply.text)
    said = _EQUIVALENT[verdict]
    return Judgement(equivalent=said, score=float(bool(said)), why=reason)
