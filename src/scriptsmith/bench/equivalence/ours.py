"""ScriptSmith's own functional equivalence heuristic: two commands are run in several worlds, and no model is asked."""

from __future__ import annotations

import posixpath
import re

from ...core.effects import Execution
from ...ports import Embedder
from ..command_observer import Observer
from ..model import Heuristic, Judgement, Pair
from . import information_kind, planting, requirements, spelling, statics, text_fallback, verdicts, worlds
from .verdicts import WorldVerdict
from .worlds import World

_OUTSIDE = "/tmp"


def ours(observer: Observer, embedder: Embedder | None = None) -> Heuristic:
    """A heuristic that says whether a pair is equivalent for its action, by effects and output in varied worlds.

    Both must do the same in every world in which the first one does something; where none shows anything, the texts
    are compared. `embedder` then helps, if there is one. It judges every pair; a box that fails is an exception.
    """

    async def judge(pair: Pair) -> Judgement:
        return await PairTrial(observer, embedder, pair).judge()

    return judge


class PairTrial:
    """One pair on trial. `verdicts` is filled by `judge`: what each world said, the given one first."""

    def __init__(self, observer: Observer, embedder: Embedder | None, pair: Pair) -> None:
        self.observer, self.embedder, self.pair = observer, embedder, pair
        self.verdicts: list[WorldVerdict] = []
        self.asks = requirements.read_asks(pair.action)
        self.commands = (pair.first, pair.second)
        self.difference = statics.difference(pair.first, pair.second)
        self.hints = planting.read_hints(pair.action, self.commands, pair.workdir)

    async def judge(self) -> Judgement:
        """The judgement over all worlds; worlds after the first that tells the two apart are left out."""
        if self.difference.kind == "same":
            return _told(0.99, "the commands are the same but for spelling")
        base = worlds.given(self.pair.fixture, self.hints, self.commands)
        first = await self.verdict(base)
        self.verdicts.append(first)
        if first.kind != "differ":
            for seed in (1, 2):
                made = first.made if seed == 2 and self.difference.small else ()
                close = self.difference.small and not (statics.cased(self.difference) and not self.asks.case)
                world = worlds.varied(
                    base, self.hints, self.asks, seed, workdir=self.pair.workdir,
                    close=close, missing=first.kind == "silent", made=made,
                )  # fmt: skip
                self.verdicts.append(await self.verdict(world))
                if self.verdicts[-1].kind == "differ":
                    break
        return await self.conclude()

    async def conclude(self) -> Judgement:
        """What the verdicts of all worlds come to: the worst of those that say something."""
        told = [each for each in self.verdicts if each.kind != "silent"]
        if not told:
            score, why = text_fallback.judge(self.pair, self.difference)
            if self.embedder is not None and self.difference.kind == "structure" and not 0.5 <= score < 0.62:
                score = min(max(score + 0.2 * (await self.nearness(self.embedder) - 0.6), 0.0), 1.0)
            return _told(score, why)
        if statics.contradicts(self.difference, self.pair.action) and all(each.kind == "agree" for each in told):
            one, other = " ".join(self.difference.removed), " ".join(self.difference.added)
            return _told(0.3, f"no world tells them apart, but the action names {one!r} and the second has {other!r}")
        if information_kind.apart(self.pair.first, self.pair.second, self.pair.action):
            return _told(0.3, "the second tells of something that the action does not name")
        given = self.verdicts[0]
        if (
            given.kind == "agree"
            and given.score >= 0.8
            and self.difference.kind == "structure"
            and self.difference.removed
            and self.difference.added
            and ((self.difference.literals and not requirements.below(self.pair.action)) or self.looked())
        ) and not text_fallback.opposed(self.pair.first, self.pair.second):
            told = [each for each in told if each.kind == "agree"]
        worst = min(told, key=lambda each: each.score)
        return _told(worst.score, f"in {worst.world}: {worst.why}")

    def looked(self) -> bool:
        """Whether one command names a path that it can only know from the given tree: no other tree is as fair."""
        named = [statics.paths(command) for command in self.commands]
        said = {word.strip(".") for word in re.split(r"[^\w.-]+", self.pair.action.lower())}
        own = {place for path in named[0] ^ named[1] for place in (path, posixpath.dirname(path))}
        here = {each.path for each in self.pair.fixture} - {self.pair.workdir}
        if any(posixpath.basename(place).lower() not in said for place in own & here):
            return True
        words = [set(spelling.words(command)) for command in self.commands]
        files = {posixpath.basename(each.path) for each in self.pair.fixture if each.kind == "file"}
        return any(name.lower() not in said for name in (words[0] ^ words[1]) & files)

    async def nearness(self, embedder: Embedder) -> float:
        """The cosine of the two commands; it moves a score near the border, and none beyond it."""
        one, other = await embedder.embed([self.pair.first, self.pair.second])
        return sum(a * b for a, b in zip(one, other, strict=True))

    async def verdict(self, world: World) -> WorldVerdict:
        """How the two commands compare in one world."""
        return await verdicts.compare(self.run, world, self.pair, self.asks, self.difference)

    async def run(self, world: World, command: str, state: str = "") -> Execution:
        text = worlds.program(world, command, self.pair.workdir, state)
        return await self.observer.observe(text, world.fixture, _OUTSIDE)


def _told(score: float, why: str) -> Judgement:
    return Judgement(equivalent=score >= 0.5, score=round(score, 3), why=why)
