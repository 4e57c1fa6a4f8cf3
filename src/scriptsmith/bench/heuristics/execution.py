"""The heuristics that run both commands in boxes and compare what they did to the tree and what they printed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from ...core.effects import Change, Execution
from ...core.types import Action
from ...ports import Model
from ..command_observer import Observer
from ..model import Heuristic, Judgement, Pair
from .model import asked
from .text import Similarity, clamped

REWARD = 0.325 / 0.33
"""The least similarity of outputs that icalfa rounds up to its full third of the reward: reward == 1 needs it."""
_SHOWN = 1000  # characters of each output that a model sees (icalfa)
_Ran: TypeAlias = tuple[Execution, Execution]


def effects(ran: Execution) -> tuple[tuple[object, ...], ...]:
    """What a run made of the tree, comparable: every path with what lies there now, times left out."""
    return tuple(_effect(change) for change in ran.changes)


def printed(ran: Execution) -> str:
    """What a run printed on both streams, its messages last: what icalfa compares."""
    return (ran.stdout + ran.stderr).decode("utf-8", "replace")


def executing(observer: Observer) -> Heuristic:
    """Two commands are equivalent when they leave equal trees and print the same on standard output.

    Not judged: both reached a limit, or more happened than can be told. Raises `SandboxUnavailable` and `BadInput`.
    """

    async def judge(pair: Pair) -> Judgement:
        ran = await _run_both(observer, pair)
        if decided := _decided(ran):
            return decided
        same = ran[0].stdout == ran[1].stdout
        why = f"the trees are equal; the outputs {'are equal' if same else 'differ'}"
        return Judgement(equivalent=same, score=float(same), why=why)

    return judge


def executing_with(
    observer: Observer, similarity: Similarity, threshold: float, *, of_commands: bool = False
) -> Heuristic:
    """Two commands are equivalent when they leave equal trees and what they print is alike enough (InterCode).

    Alike to `threshold`: `REWARD` is the published reading (reward == 1), 0.75 the one that NL2SH states (section 4.1).
    Equal commands and equal outputs are alike. With `of_commands` the commands themselves have to be alike instead of
    their outputs. Unlike upstream, whole trees are compared: the contents of modified files too.
    """

    async def alike(pair: Pair, one: str, two: str) -> Judgement:
        score = await (similarity(pair.first, pair.second) if of_commands else similarity(one, two))
        what = "commands" if of_commands else "outputs"
        return Judgement(
            equivalent=score >= threshold, score=clamped(score), why=f"the trees are equal; the {what}: {score:.3f}"
        )

    return _unless_equal(observer, alike)


def executing_and_asking(observer: Observer, model: Model) -> Heuristic:
    """Two commands are equivalent when they leave equal trees and print the same, or else a model says so (NL2SH, 3.2).

    The model sees the action, both commands and the beginning of both outputs. What it says without a clear verdict
    leaves the pair unjudged. Raises `ModelError` besides what `executing` raises.
    """
    return _unless_equal(
        observer, lambda pair, one, two: asked(model, Action(text=pair.action), pair, (one[:_SHOWN], two[:_SHOWN]))
    )


def _unless_equal(observer: Observer, told: Callable[[Pair, str, str], Awaitable[Judgement]]) -> Heuristic:
    """Trees are compared first; where they are equal and what was printed is not, `told` judges by the latter."""

    async def judge(pair: Pair) -> Judgement:
        ran = await _run_both(observer, pair)
        if decided := _decided(ran):
            return decided
        one, two = printed(ran[0]), printed(ran[1])
        if one == two or pair.first == pair.second:
            return Judgement(equivalent=True, score=1.0, why="the trees and the outputs are equal")
        return await told(pair, one, two)

    return judge


def _effect(change: Change) -> tuple[object, ...]:
    it = change.after
    now = (it.kind, it.mode, it.uid, it.gid, it.size if it.kind == "file" else 0, it.digest, it.link) if it else ()
    return change.path, *now


async def _run_both(observer: Observer, pair: Pair) -> _Ran:
    one, two = await asyncio.gather(
        *(observer.observe(command, pair.fixture, pair.workdir) for command in (pair.first, pair.second))
    )
    return one, two


def _decided(ran: _Ran) -> Judgement | None:
    """The judgement where the outputs need no look: trees that differ, a limit, more than can be told."""
    for one, two in (ran, ran[::-1]):
        if one.limits and not two.limits:
            return Judgement(equivalent=False, why=f"one reached its limit of {', '.join(one.limits)}")
    if ran[0].limits:
        return Judgement(equivalent=None, why="both reached a limit")
    if effects(ran[0]) != effects(ran[1]):
        return Judgement(equivalent=False, why="the trees differ")
    return Judgement(equivalent=None, why="more changed than is told") if ran[0].omitted or ran[1].omitted else None
