"""One world's word on two commands: they agree, they differ, or it says nothing."""

from __future__ import annotations

import asyncio
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from ...core.effects import Execution
from ..model import Pair
from . import effects, output
from .effects import Effect
from .information_kind import topics
from .requirements import Asks
from .setting import probe, setting, stateful
from .statics import Difference
from .worlds import MARK, World

_MISSING = re.compile(r": command not found$|: not found$", re.M)
_NO_NAME = re.compile(r": (?:-|[^:]*=)[^:]*: command not found$", re.M)
_ERROR = re.compile(
    r"^.*(?:No such file|cannot |invalid|unrecognized|unknown|missing operand|[Uu]sage:|omitting directory|"
    r"unexpected|[Ii]s a directory).*$",
    re.M,
)


_RANDOM = re.compile(r"\b(?:RANDOM|shuf|mktemp|uuidgen|urandom|rand\()|sort -\w*R")


class CommandRunner(Protocol):
    """Runs one command in a world; `state` is Bash that tells what it left behind, on the error stream."""

    async def __call__(self, world: World, command: str, state: str = "", /) -> Execution: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldVerdict:
    """What one world says, with a score as `output.Agreement` has. `made` are the files that the first one created."""

    kind: Literal["agree", "differ", "silent"]
    score: float
    why: str
    world: str = ""
    made: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """What one command showed in one world."""

    run: Execution
    effects: dict[str, Effect]
    text: str
    state: tuple[str, ...]

    @property
    def failed(self) -> bool:
        return bool(self.run.exit and self.run.stderr.split(MARK.encode())[0].strip())

    @property
    def broken(self) -> bool:
        """Whether it says nothing: a program is not there, it was cut off, or it would have told a terminal."""
        errors = self.run.stderr.decode("utf-8", "replace")
        return bool(
            self.run.limits
            or (
                _MISSING.search(errors)
                and not _NO_NAME.search(errors)
                and (self.run.exit == 127 or not self.text.strip())
            )
            or (
                re.search(
                    r"binary file matches|not a tty|inappropriate ioctl|ermission denied.*/(?:proc|sys)", errors, re.I
                )
                and not self.text
            )
        )

    @property
    def complains(self) -> str:
        """The first error that a program printed, empty where none did."""
        errors = self.run.stderr.decode("utf-8", "replace").split(MARK)[0]
        found = _ERROR.search(errors)
        return found[0].strip()[:80] if found else ""

    @property
    def nothing(self) -> bool:
        return not self.effects and not self.text.strip()


async def compare(
    run: CommandRunner, world: World, pair: Pair, asks: Asks, difference: Difference, told: str | None = None
) -> WorldVerdict:
    """How `pair` compares in `world`: from 0.5 on the commands agree. `told` is what tells of the state that they
    leave, where that is the same for several pairs."""
    told = probe(asks, pair) if told is None else told
    one, other = map(_seen, await asyncio.gather(run(world, pair.first, told), run(world, pair.second, told)))
    made = tuple(path for path, it in one.effects.items() if it.kind == "created" and it.what == "file")

    def say(score: float, why: str) -> WorldVerdict:
        kind: Literal["agree", "differ"] = "agree" if score >= 0.5 else "differ"
        return WorldVerdict(kind=kind, score=score, why=why, world=world.name, made=made)

    if one.broken or other.broken:
        return WorldVerdict(kind="silent", score=0.0, why="a command cannot run", world=world.name, made=made)
    if one.state != other.state:
        apart = next((a for a, b in zip(one.state, other.state, strict=False) if a != b), "")
        return say(0.05, f"the shell or the times of files are left otherwise ({apart[:60]})")
    if difference.small and other.complains and not one.run.stderr:
        return say(0.25, f"only the second fails ({other.complains})")
    if difference.small and one.text == other.text and not one.effects and _titled(one.text) and topics(pair.first):
        return WorldVerdict(kind="silent", score=0.0, why="only titles are printed", world=world.name, made=made)
    if one.nothing and other.nothing:
        if told and one.state and stateful(asks, pair):
            return say(0.8, "the shell is left the same")
        if told and one.state and one.state != _seen(await run(world, "true", told)).state:
            return say(0.8, "the times of files are left the same")
        if asks.checks and one.run.exit != other.run.exit:
            return say(0.1, f"the exit status is {one.run.exit} and {other.run.exit}")
        return WorldVerdict(kind="silent", score=0.0, why="nothing is to be seen", world=world.name, made=made)
    if (
        (one.nothing or other.nothing)
        and not asks.changes
        and not difference.small
        and topics(pair.first) & topics(pair.second)
    ):
        return WorldVerdict(kind="silent", score=0.0, why="there is nothing to tell", world=world.name, made=made)
    if one.nothing and one.failed:
        return WorldVerdict(kind="silent", score=0.0, why="the first command fails", world=world.name, made=made)
    return await _weigh(run, world, pair, asks, difference, one, other, say)


def _titled(text: str) -> bool:
    """Whether all that is printed are titles of columns."""
    rows = text.strip().split("\n")
    return len(rows) == 1 and len(rows[0].split()) > 2 and not re.search(r"\d|/", rows[0]) and rows[0][:1].isupper()


def _seen(run: Execution) -> _Seen:
    text = run.stdout.decode("utf-8", "replace")
    errors = run.stderr.decode("utf-8", "replace")
    state = tuple(errors.split(MARK, 1)[1].strip().split("\n")) if MARK in errors else ()
    return _Seen(run=run, effects=effects.effects(run), text=text, state=state)


async def _weigh(
    run: CommandRunner,
    world: World,
    pair: Pair,
    asks: Asks,
    difference: Difference,
    one: _Seen,
    other: _Seen,
    say: Callable[..., WorldVerdict],
) -> WorldVerdict:
    files, why = await _files(run, world, pair, asks, difference, one, other)
    if files < 0.5 or (one.effects and not (asks.prints and (one.text.strip() or not asks.changes))):
        return say(files, why)
    found = output.agree(one.text, other.text, asks, setting(world, pair, difference, one.effects))
    if found.score < 0.5:
        again = _seen(await run(world, pair.first + "\n# again", ""))
        if again.text != one.text or _RANDOM.search(pair.first):
            found = output.agree_unsteady(
                (one.text, again.text, other.text), asks, setting(world, pair, difference, one.effects), found
            )
    if one.effects and found.score < 0.5 and not (one.text.strip() and (asks.shows or other.text.strip())):
        return say(files * 0.9, f"{why}; what is printed is beside the point")
    return say(min(files, found.score), found.why)


async def _files(
    run: CommandRunner, world: World, pair: Pair, asks: Asks, difference: Difference, one: _Seen, other: _Seen
) -> tuple[float, str]:
    """How far the two leave the same files, with archives opened and texts compared as output is."""
    if not one.effects and not other.effects:
        return 1.0, "no file changes"
    mine, theirs = one.effects, other.effects
    if not difference.small:
        mine, theirs = (
            effects.unnamed_left_out(each, beside, pair.action) for each, beside in ((mine, theirs), (theirs, mine))
        )
    found = effects.contrast(mine, theirs, asks, difference.small)
    if found.why:
        return 0.3 * found.share**2, found.why
    score, why = 1.0, "the same files change in the same way"
    for path in found.texts:
        a, b = one.effects[path], other.effects[path]
        if a.text == b.text and a.places != b.places:
            return 0.2, f"{path}: the same lines come to stand at another place"
        seen = output.agree(effects.lines(a), effects.lines(b), asks, setting(world, pair, difference, one.effects))
        if seen.score < score:
            score, why = seen.score, f"{path}: {seen.why}"
    if found.opaque:
        dump = "; ".join(
            ["cd /", f"python3 -c {shlex.quote(effects.DUMP)} {' '.join(map(shlex.quote, found.opaque))} 2>/dev/null"]
        )
        told = [_seen(await run(world, command, dump)).state for command in (pair.first, pair.second)]
        if not difference.small and effects.members(told[0]) and effects.members(told[0]) == effects.members(told[1]):
            return min(score, 0.8), "the archives have the same files"
        if told[0] != told[1] or not told[0]:
            return 0.1, f"{found.opaque[0]} has other content"
        score, why = min(score, 0.9), "the same files change, archives in their bytes only" if score >= 0.5 else why
    return score, why
