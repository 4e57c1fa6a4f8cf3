"""Third stage: robustness-aware GRPO (BashCoder-R1). Replies are sampled, scored, and compared within their group.

    python -m train.grpo --base FOLDER [--start ADAPTER] --tasks FILE --out FOLDER [--weights ours] [--hours 3]

`FILE` holds JSON lines with `action` and `script`, the reference. Tasks whose reference shows nothing in a box are left
out, and counted: there an idle reply could not be told from a right one. `ADAPTER` is what `train/sft.py` wrote: it is
trained further, and its first state is the reference policy. Each step is drawn from the seed and its number, so a run
that was killed goes on from its last saved step as if nothing had happened. Ends after `--steps` or `--hours` (those of
all its runs), whichever comes first.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from .rewards import Score, Weights


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How is learned; a run that goes on needs the same as before, but for `steps`."""

    steps: int = 200
    prompts: int = 2
    group: int = 8
    passes: int = 2
    clip: float = 0.2
    pull: float = 0.04
    rate: float = 3e-5
    temperature: float = 1.0
    longest: int = 320
    rows: int = 4
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """A language model that learns, with what turns a task into tokens, and tokens into a reply."""

    model: Any
    encode: Callable[[Task], list[int]]
    decode: Callable[[list[int]], str]
    ends: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """An action, and a script that does it."""

    action: str
    script: str


Reward = Callable[[Task, Sequence[str]], list[Score] | None]
"""The scores of the replies to a task; None where nothing can be told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rollout:
    """Replies to one task, as tokens behind those of the prompt, with what they were worth."""

    ids: Tensor
    start: int
    mask: Tensor
    advantages: Tensor


@dataclass(slots=True)
class Progress:
    """How far a run came: steps done, seconds spent, and a line of figures for each step."""

    step: int = 0
    seconds: float = 0.0
    log: list[dict[str, float]] = field(default_factory=list)


# --- one step, from top to bottom


def sample(policy: Policy, prompt: list[int], given: Settings) -> tuple[Tensor, Tensor]:
    """`given.group` replies to a prompt, drawn token by token: their ids behind those of the prompt, and a mask over
    the tokens of the reply that ends with its end."""
    device = next(policy.model.parameters()).device
    ids = torch.tensor([prompt] * given.group, device=device)
    open_ = torch.ones(given.group, dtype=torch.bool, device=device)
    fed, cache, masks = ids, None, list[Tensor]()
    with torch.no_grad():
        for _ in range(given.longest):
            out = policy.model(input_ids=fed, cache=cache, use_cache=True, logits_to_keep=1)
            odds = torch.softmax(out.logits[:, -1].float() / given.temperature, dim=-1)
            fed = torch.multinomial(odds, 1)
            fed[~open_] = policy.ends
            masks.append(open_)
            ids, cache = torch.cat([ids, fed], dim=1), out.cache
            open_ = open_ & (fed[:, 0] != policy.ends)
            if not open_.any():
                break
    return ids, torch.stack(masks, dim=1)


def advantages(rewards: Sequence[float]) -> Tensor | None:
    """How much better each reply is than its group, in standard deviations; None where all are worth the same."""
    worth = torch.tensor(rewards, dtype=torch.float32)
    spread = worth.std(correction=0)
    return None if spread < 1e-6 else (worth - worth.mean()) / spread


def log_odds(model: Any, ids: Tensor, start: int, temperature: float) -> Tensor:
    """The logarithm of the odds of each token from `start` on."""
    logits = model(input_ids=ids, logits_to_keep=ids.shape[1] - start + 1).logits[:, :-1].float() / temperature
    return torch.log_softmax(logits, dim=-1).gather(2, ids[:, start:, None]).squeeze(2)


def loss_of(
    now: Tensor, before: Tensor, reference: Tensor, mask: Tensor, worth: Tensor, given: Settings
) -> tuple[Tensor, Tensor]:
    """GRPO's loss of each reply, and how far it is from the reference policy (KL, by the estimator that is never
    negative): the clipped ratio times the advantage, less the KL, over the tokens of the reply."""
    ratio = torch.exp(now - before)
    gain = torch.minimum(ratio * worth[:, None], torch.clamp(ratio, 1 - given.clip, 1 + given.clip) * worth[:, None])
    apart = torch.exp(reference - now) - (reference - now) - 1
    length = mask.sum(1)
    return -((gain - given.pull * apart) * mask).sum(1) / length, (apart.detach() * mask).sum(1) / length


def improve(model: Any, first: Sequence[Tensor], optimiser: Any, rollouts: Sequence[Rollout], given: Settings) -> float:
    """Learn from rollouts, a few rows at a time, as often as `given.passes` says; the mean KL to the reference policy,
    which has the weights `first`, before that."""
    rows = [part for each in rollouts for part in parted(each, given.rows)]
    replies, distance = sum(len(each.ids) for each in rows), 0.0
    with torch.no_grad(), weights_of(model, first):
        references = [log_odds(model, each.ids, each.start, given.temperature) for each in rows]
    before = list[Tensor]()
    for number in range(given.passes):
        optimiser.zero_grad()
        for at, each in enumerate(rows):
            now = log_odds(model, each.ids, each.start, given.temperature)
            if number == 0:
                before.append(now.detach())
            loss, apart = loss_of(now, before[at], references[at], each.mask, each.advantages, given)
            (loss.sum() / replies).backward()
            distance += float(apart.sum()) / replies if number == 0 else 0.0
        torch.nn.utils.clip_grad_norm_(learned(model), 1.0)
        optimiser.step()
    return distance


def parted(rollout: Rollout, rows: int) -> Iterator[Rollout]:
    """A rollout in pieces of as many replies, so that memory is bounded."""
    for at in range(0, len(rollout.ids), rows):
        part = slice(at, at + rows)
        yield replace(rollout, ids=rollout.ids[part], mask=rollout.mask[part], advantages=rollout.advantages[part])


@contextmanager
def weights_of(model: Any, weights: Sequence[Tensor]) -> Iterator[None]:
    """Within it, the parameters that learn are `weights`."""
    now = [each.data for each in learned(model)]
    try:
        for each, other in zip(learned(model), weights, strict=True):
            each.data = other
        yield
    finally:
        for each, other in zip(learned(model), now, strict=True):
            each.data = other


# --- a run


def learn(
    policy: Policy,
    tasks: Sequence[Task],
    reward: Reward,
    weights: Weights,
    given: Settings,
    state: Path,
    *,
    hours: float = float("inf"),
    save: int = 1,
    tell: Callable[[str], None] = print,
) -> Progress:
    """Train `policy` on `tasks`, from the step that `state` holds; it is written every `save` steps and at the end.

    Raises ValueError when `state` was written with other settings, weights or tasks.
    """
    first = [each.detach().clone() for each in learned(policy.model)]
    optimiser = torch.optim.AdamW(learned(policy.model), lr=given.rate, weight_decay=0.0)
    same = digest(tasks, weights, given)
    progress = restored(state, same, policy.model, optimiser)
    begun, spent, done = time.monotonic(), progress.seconds, progress.step
    policy.model.eval()  # no dropout: the odds of a reply are those that it was drawn with
    while progress.step < given.steps and progress.seconds < hours * 3600:
        torch.manual_seed(given.seed * 1_000_003 + progress.step)
        rollouts, scores, lengths = list[Rollout](), list[Score](), list[int]()
        for task in chosen(tasks, progress.step, given):
            prompt = policy.encode(task)
            ids, mask = sample(policy, prompt, given)
            kept = mask.sum(1).tolist()
            replies = [
                policy.decode(row[len(prompt) : len(prompt) + size].tolist())
                for row, size in zip(ids, kept, strict=True)
            ]
            found = reward(task, replies)
            if found is None:
                continue
            scores, lengths = scores + found, lengths + kept
            worth = advantages([each.total(weights) for each in found])
            if worth is not None:
                rollouts.append(Rollout(ids=ids, start=len(prompt), mask=mask, advantages=worth.to(ids.device)))
        apart = improve(policy.model, first, optimiser, rollouts, given) if rollouts else 0.0
        progress.step += 1
        progress.seconds = spent + time.monotonic() - begun
        progress.log.append(figures(progress, scores, lengths, weights, len(rollouts), apart))
        tell(line(progress, given, hours, (time.monotonic() - begun) / (progress.step - done)))
        if progress.step % save == 0:
            keep(state, same, policy.model, optimiser, progress)
    keep(state, same, policy.model, optimiser, progress)
    return progress


def chosen(tasks: Sequence[Task], step: int, given: Settings) -> list[Task]:
    """The tasks of a step: all of them once in an order of their own, then again in another."""
    found = list[Task]()
    for at in range(step * given.prompts, (step + 1) * given.prompts):
        turn, place = divmod(at, len(tasks))
        order = list(range(len(tasks)))
        random.Random(f"{given.seed} {turn}").shuffle(order)
        found.append(tasks[order[place]])
    return found


def learned(model: Any) -> list[Any]:
    """The parameters that learn."""
    return [each for each in model.parameters() if each.requires_grad]


def figures(
    progress: Progress, scores: Sequence[Score], lengths: Sequence[int], weights: Weights, groups: int, apart: float
) -> dict[str, float]:
    """What a step came to, over all its replies."""
    count = max(1, len(scores))

    def mean(of: Callable[[Score], float]) -> float:
        return sum(map(of, scores)) / count

    return {
        "step": progress.step,
        "seconds": progress.seconds,
        "reward": mean(lambda it: it.total(weights)),
        "syntax": mean(lambda it: it.syntax),
        "robustness": mean(lambda it: it.robustness),
        "format": mean(lambda it: it.format),
        "function": mean(lambda it: it.function),
        "refused": mean(lambda it: float(bool(it.refused))),
        "length": sum(lengths) / max(1, len(lengths)),
        "groups": groups,
        "kl": apart,
    }


def line(progress: Progress, given: Settings, hours: float, pace: float) -> str:
    """How it goes, how long it will take, and how much memory it takes."""
    last = progress.log[-1]
    left = min((given.steps - progress.step) * pace, hours * 3600 - progress.seconds)
    parts = " ".join(f"{name} {last[name]:.2f}" for name in ("syntax", "robustness", "format", "function", "refused"))
    return (
        f"step {progress.step}/{given.steps} reward {last['reward']:.3f} ({parts}) kl {last['kl']:.4f} "
        f"{last['length']:.0f} tokens, {pace:.1f} s/step, {max(0.0, left) / 60:.0f} min left, {memory()}"
    )


def memory() -> str:
    """The most memory that was taken so far."""
    most = f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.1f} GB"
    return most + (f", GPU {torch.cuda.max_memory_allocated() / 1e9:.1f} GB" if torch.cuda.is_available() else "")


def digest(tasks: Sequence[Task], weights: Weights, given: Settings) -> str:
    """Names all that decides a run."""
    told = json.dumps([[asdict(each) for each in tasks], asdict(weights), asdict(replace(given, steps=0))])
    return hashlib.sha256(told.encode()).hexdigest()


def keep(state: Path, same: str, model: Any, optimiser: Any, progress: Progress) -> None:
    """Write what a run needs to go on, so that it is there whole or not at all."""
    weights = {name: each for name, each in model.named_parameters() if each.requires_grad}
    state.parent.mkdir(parents=True, exist_ok=True)
    fresh = state.with_suffix(".new")
    torch.save(
        {"same": same, "model": weights, "optimiser": optimiser.state_dict(), "progress": asdict(progress)}, fresh
    )
    os.replace(fresh, state)


def restored(state: Path, same: str, model: Any, optimiser: Any) -> Progress:
    """The progress in `state`, with its weights put back into the model and the optimiser; none where there is none."""
    if not state.exists():
        return Progress()
    kept = torch.load(state)
    if kept["same"] != same:
        raise ValueError(f"{state} was written with other settings, weights or tasks: give the same, or another --out")
    model.load_state_dict(kept["model"], strict=False)
    optimiser.load_state_dict(kept["optimiser"])
    return Progress(**kept["progress"])
