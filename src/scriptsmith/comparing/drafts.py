"""Comparing drafts: they run in boxes over the same small worlds, and are grouped by what they do there.

What cannot run in a box is grouped by its text in canonical form. The worlds are made from the words of the action and
of the drafts alone: no case of the bench, and nothing of any machine, is looked at.
"""

from __future__ import annotations

import asyncio
import posixpath
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from ..bash.arguments import takes_arguments
from ..bench.command_observer import Observer
from ..bench.equivalence import planting, requirements, setting, statics, verdicts, worlds
from ..bench.equivalence.effects import effects
from ..bench.equivalence.ours import PairTrial
from ..bench.equivalence.worlds import World
from ..bench.model import Pair
from ..core.comparison import Basis, ComparedDraft, groups
from ..core.effects import Execution
from ..core.fixtures import Planted
from ..core.types import Action, Script
from ..errors import BadInput, SandboxUnavailable
from ..pipeline import Compare
from ..ports import BoxLimits, Sandbox
from .canonical_form import canonical, needs_more_than_a_box
from .situations import SYSTEM, WORKDIR, situation

LIMITS = BoxLimits(wall=5, cpu=4, memory=512 << 20, processes=64, output=1 << 20, disk=64 << 20, inodes=5000)
"""What one draft may use in one world: they are small."""
MOST = 12
"""How many drafts that differ in more than spelling are run; further ones are compared by their text."""
NOT_RUN = "it was not run: it has blocking findings, or there is no script"
_OUTSIDE = "/tmp"
_PROGRAMS = tuple(f"{top}{part}/" for top in ("/", "/usr/") for part in ("bin", "sbin", "lib", "lib32", "lib64"))


def comparing(sandbox: Sandbox, limits: BoxLimits = LIMITS, jobs: int = 2) -> Compare:
    """A step that groups drafts by what they do; at most `jobs` boxes are open at a time, whoever asks.

    Where no box can be opened all are compared by their text.
    """
    turn = asyncio.Semaphore(jobs)

    async def compare(action: Action, scripts: Sequence[Script | None]) -> tuple[ComparedDraft, ...]:
        form_of = {script.text: canonical(script.text) for script in scripts if script is not None}
        by_form = defaultdict[str, list[str]](list)
        for script in scripts:
            if script is not None:
                by_form[form_of[script.text]].append(script.text)
        forms = sorted(by_form)  # so the order of the drafts changes nothing
        texts = tuple(min(by_form[form]) for form in forms)
        trial = DraftTrial(Observer(sandbox, limits=limits, most=256, turn=turn), action, texts)
        try:
            await trial.look()
            same = await trial.pairs()
        except SandboxUnavailable as error:
            trial.left_out, trial.by_text, same = {}, dict.fromkeys(texts, f"no box: {error}"), set()
        told = dict(zip(forms, _told(trial, [len(by_form[form]) for form in forms], same), strict=True))
        drafts = [ComparedDraft(problem=NOT_RUN) if each is None else told[form_of[each.text]] for each in scripts]
        return tuple(replace(draft, of=len(scripts)) for draft in drafts)

    return compare


def _told(trial: DraftTrial, weights: Sequence[int], same: set[tuple[int, int]]) -> list[ComparedDraft]:
    """What is known of each text of `trial`, of which `weights` say how many drafts have it."""
    found = [ComparedDraft(problem=trial.left_out.get(text, "")) for text in trial.texts]
    standing = [0 if each.problem else weight for each, weight in zip(found, weights, strict=True)]
    counted = (group for group in groups(standing, same) if standing[group[0]])
    for number, group in enumerate(counted, 1):
        size = sum(weights[at] for at in group)
        for at in group:
            why = trial.by_text.get(trial.texts[at], "")
            basis: Basis = "text" if why else "run"
            found[at] = ComparedDraft(group=number, size=size, forms=len(group), basis=basis, problem=why)
    return found


class DraftTrial:
    """Drafts on trial, no two with the same canonical form.

    `look` fills `left_out` and `by_text`: drafts that are in no group, and that only their text speaks for, with why.
    """

    def __init__(self, observer: Observer, action: Action, texts: tuple[str, ...]) -> None:
        self.observer, self.action, self.texts = observer, action.text, texts
        self.left_out: dict[str, str] = {}
        self.by_text = {text: why for text in texts if (why := needs_more_than_a_box(text))}
        able = [text for text in texts if text not in self.by_text]
        self.by_text |= dict.fromkeys(able[MOST:], f"only {MOST} drafts are run")
        self.asks = requirements.read_asks(action.text)
        probes = {setting.probe(self.asks, self._pair(text, "")) for text in able}
        self.state = "; ".join(sorted(probes - {""}))
        self.worlds = [self._world(seed, tuple(able[:MOST])) for seed in (1, 2, 3)]
        self.close = self.worlds[-1]
        self.bare = self._world(4, tuple(able[:MOST]))
        if self.asks.changes:
            self.worlds.append(self.bare)

    def _world(self, seed: int, commands: tuple[str, ...]) -> World:
        """A world of what the action and the drafts name; in the second one only what the action names is there, in
        the third there are things that differ by a hair, and in the fourth only the folders of what is named: the rest
        can be made."""
        hints = planting.read_hints(self.action, commands, WORKDIR)
        named = [path for path in hints.paths if seed != 2 or path.removeprefix(f"{WORKDIR}/") in self.action]
        if seed == 4:
            above = dict.fromkeys(map(posixpath.dirname, hints.paths))
            there = tuple(Planted(path=path, kind="dir") for path in (WORKDIR, *above) if path != "/")
        else:
            there = situation(self.action, replace(hints, paths=tuple(named)), commands)
        base = worlds.given(there, hints, commands)
        close = seed == 3
        return worlds.varied(base, hints, self.asks, seed, workdir=WORKDIR, close=close, missing=False, host=SYSTEM)

    @property
    def running(self) -> list[str]:
        """The drafts that what they do speaks for."""
        return [text for text in self.texts if text not in self.by_text and text not in self.left_out]

    async def look(self) -> None:
        """Run every draft in every world. One that harms the box or does not end is not run again."""
        shown = set[str]()
        for world in list(self.worlds):
            texts = self.running
            try:
                ran = await asyncio.gather(*(self.run(world, text, self.state) for text in texts))
            except BadInput:  # what the drafts name cannot all be there
                self.worlds.remove(world)
                continue
            for text, execution in zip(texts, ran, strict=True):
                if why := harm(execution):
                    self.left_out[text] = why
                elif b": command not found\n" in execution.stderr:
                    self.by_text[text] = "it needs programs that are not here"
                elif shows(text, execution) or self.state:
                    shown.add(text)
        for text in self.running:
            if text not in shown:
                self.by_text[text] = "it wants arguments" if _called_with(text) else "it showed nothing when it ran"

    async def pairs(self) -> set[tuple[int, int]]:
        """The pairs of drafts that do the same, by their numbers."""
        number = {text: at for at, text in enumerate(self.texts)}
        return {
            (number[one], number[other]) for one, other in combinations(self.running, 2) if await self.same(one, other)
        }

    async def same(self, one: str, other: str) -> bool:
        """Whether two drafts do the same, whichever of them is taken for the right one."""
        said = [await self.stands(one, other), await self.stands(other, one)]
        return False not in said and True in said

    async def stands(self, first: str, second: str) -> bool | None:
        """Whether `second` does what `first` does; None where no world shows anything."""
        pair = self._pair(first, second)
        trial = PairTrial(self.observer, None, pair)
        small = trial.difference.small and not (statics.cased(trial.difference) and not self.asks.case)
        for world in self.worlds:
            if world is self.close and not small:
                continue
            if world is self.bare and not await self._make(first, second):
                continue
            seen = await verdicts.compare(self.run, world, pair, self.asks, trial.difference, self.state)
            if seen.kind == "differ":
                return False
            trial.verdicts.append(seen)
        if all(seen.kind == "silent" for seen in trial.verdicts):
            return None
        return (await trial.conclude()).equivalent

    async def _make(self, *texts: str) -> bool:
        """Whether each of `texts` ends well where what is named is missing, and makes or changes something."""
        ran = [await self.run(self.bare, text, self.state) for text in texts]
        return all(not each.exit and effects(each) for each in ran)

    def _pair(self, first: str, second: str) -> Pair:
        return Pair(id="", action=self.action, first=first, second=second, workdir=WORKDIR)

    async def run(self, world: World, command: str, state: str = "") -> Execution:
        """What `command` does in `world`; `state` is Bash that tells what it leaves behind."""
        return await self.observer.observe(worlds.program(world, command, WORKDIR, state), world.fixture, _OUTSIDE)


def harm(ran: Execution) -> str:
    """Why what a draft did speaks for no group at all; empty where it does."""
    if ran.limits:
        return f"it was stopped at its limit of {', '.join(ran.limits)}"
    if any(change.kind == "deleted" and change.path.startswith(_PROGRAMS) for change in ran.changes):
        return "it removes the system's own programs"
    return ""


def shows(text: str, ran: Execution) -> bool:
    """Whether what a draft did in a box tells anything of it; how a script is to be called tells nothing."""
    usage = ran.exit and _called_with(text)
    return bool(effects(ran) or (ran.stdout.strip() and not usage))


def _called_with(text: str) -> bool:
    """Whether a script looks at its arguments; what stands in single quotes is often another language."""
    return takes_arguments(re.sub(r"'[^']*'", "", text))
