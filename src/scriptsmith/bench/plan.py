"""A plan: which cases are measured how often and with what, and the key that tells what is recorded already."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, get_args

from ..codec import dump_line
from ..core.flow import Policy
from ..core.types import Script
from .model import Case
from .proving import TIMES

Stage: TypeAlias = Literal["draft", "assess", "refine", "rehearse"]
STAGES: tuple[Stage, ...] = get_args(Stage)
System: TypeAlias = Literal["model", "noop", "gold"]
PROMPTS: Mapping[Stage, tuple[str, ...]] = {
    "assess": ("describe", "similarity", "difference"),
    "refine": ("refine", "explain"),
    "rehearse": ("scenario", "arguments"),
}
"""The prompts that each stage asks, those of drafting left out: they belong to the strategy."""
EMPTY = Script(text="")
"""The no-op baseline: a script that does nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What is measured: all that decides which answers come, and so belongs to the key of a recorded run.

    `models` are by role, `settings` are those of theirs that change an answer, `prompts` is the digest of the prompts
    that can be asked. `system` is `model`, or a baseline that asks none: `noop` (an empty script) or `gold` (the
    references).
    """

    system: System = "model"
    stages: tuple[Stage, ...] = ("draft",)
    strategy: str = ""
    catalogue: bool = False
    models: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    policy: Policy = field(default_factory=Policy)
    prompts: str = ""

    @property
    def digest(self) -> str:
        """SHA-256 of everything here, as 64 hexadecimal digits."""
        return hashlib.sha256(dump_line(self)).hexdigest()

    @property
    def name(self) -> str:
        """What a report calls it; two setups may share it."""
        if self.system != "model":
            return self.system
        roles = ("generator", "assessor") if "assess" in self.stages else ("generator",)
        models = list(dict.fromkeys(self.models[role] for role in roles if role in self.models))
        drafts = f"{self.policy.samples} drafts" if self.policy.samples > 1 else ""
        agreeing = f"{drafts}, agreeing" if drafts and self.policy.can_compare else drafts
        catalogue = "catalogue" if self.catalogue else ""
        parts = [" + ".join(models), self.strategy, ",".join(self.stages), agreeing, catalogue]
        return " · ".join(part for part in parts if part)


def baseline(system: System) -> Setup:
    """The setup of a baseline: one draft that costs nothing, and nothing done with it."""
    return Setup(system=system, policy=Policy(max_refinements=0, can_assess=False))


def stages_policy(policy: Policy, stages: Sequence[str]) -> Policy:
    """`policy` with only the stages that are measured."""
    return replace(
        policy,
        can_assess=policy.can_assess and "assess" in stages,
        max_refinements=policy.max_refinements if "refine" in stages else 0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleTask:
    """One sample of one case. `run` is the id of its log: the key (case, sample, setup), readable at its beginning.

    Scripts are graded once for each `turn`, see `turn_of`.
    """

    case: Case
    sample: int
    run: str
    setup: str
    turn: int = 0


def turn_of(setup: Setup, sample: int) -> int:
    """References are graded anew for each sample, to see that they pass every time; equal drafts are graded once."""
    return sample if setup.system == "gold" else 0


def tasks(cases: Iterable[Case], samples: int, setup: Setup) -> tuple[SampleTask, ...]:
    """Every sample of every case, the first samples of all first, so that what is recorded early tells of all.

    Of the references each is taken `samples` times. The action belongs to the key, and so does a reference: a case
    whose words have changed is another one.
    """
    digest, found = setup.digest, list[tuple[int, int, SampleTask]]()
    for at, case in enumerate(cases):
        for sample in range(samples * (len(case.golds) if setup.system == "gold" else 1)):
            told = [digest, case.key, str(sample), case.action, case.target]
            if setup.system == "gold":
                told.append(gold_of(case, sample, samples).digest)
            key = hashlib.sha256("\0".join(told).encode("utf-8", "surrogatepass")).hexdigest()
            run = f"{_slug(case.key)}.{sample}.{key[:16]}"
            task = SampleTask(case=case, sample=sample, run=run, setup=digest, turn=turn_of(setup, sample))
            found.append((sample, at, task))
    return tuple(task for _, _, task in sorted(found, key=lambda it: it[:2]))


def gold_of(case: Case, sample: int, samples: int = TIMES) -> Script:
    """The reference that `sample` is of, where each is taken `samples` times in a row."""
    return case.golds[sample // samples]


def _slug(key: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", key).strip("-")[:60] or "case"
