"""Third stage: robustness-aware GRPO (BashCoder-R1). Replies are sampled, scored, and compared within their group.

    python -m train.grpo --base smollm2-135m.gguf --start sft/adapter --tasks hard.jsonl --out grpo [--hours 3]

`hard.jsonl` has lines as `train/scripts_data.py` writes them. Tasks are left out, and counted, whose reference shows
nothing in a box: there an idle reply could not be told from a right one. The adapter of `train/sft.py` is trained
further, and its first state is the reference policy. Each step is drawn from the seed and its number, so a run that was
killed goes on from the last step that was kept as if nothing had happened. Ends after `--steps` or `--hours` (those of
all its runs), whichever comes first. Writes `grpo/adapter`, `grpo/log.json` and `grpo/rewards.svg`.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.errors import BadInput

from .base import load, prompt_ids, question, with_lora
from .grpo_progress import GrpoProgress, figures, keep, line, restored
from .rewards import WEIGHTS, Score, Scorer, Weights


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
    """An action, a script that does it, and the examples that are shown with the action."""

    action: str
    script: str
    examples: tuple[tuple[str, str], ...] = ()


Reward = Callable[[Task, Sequence[str]], Sequence[Score]]
"""The scores of the replies to a task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rollout:
    """Replies to one task, as tokens behind those of the prompt, with what they were worth."""

    ids: Tensor
    start: int
    mask: Tensor
    advantages: Tensor


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
    out: Path,
    *,
    hours: float = float("inf"),
    save: int = 1,
    tell: Callable[[str], None] = print,
) -> GrpoProgress:
    """Train `policy` on `tasks`, from where `out` says that it was; that is written every `save` steps and at the end.

    Raises ValueError when what is there is of another run.
    """
    first = [each.detach().clone() for each in learned(policy.model)]
    optimiser = torch.optim.AdamW(learned(policy.model), lr=given.rate, weight_decay=0.0)
    same = digest(tasks, weights, given)
    progress = restored(out, same, policy.model, optimiser)
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
            scores += found
            lengths += kept
            worth = advantages([each.total(weights) for each in found])
            if worth is not None:
                rollouts.append(Rollout(ids=ids, start=len(prompt), mask=mask, advantages=worth.to(ids.device)))
        apart = improve(policy.model, first, optimiser, rollouts, given) if rollouts else 0.0
        progress.step += 1
        progress.seconds = spent + time.monotonic() - begun
        progress.log.append(figures(progress, scores, lengths, weights, len(rollouts), apart))
        tell(line(progress, given.steps, hours, (time.monotonic() - begun) / (progress.step - done)))
        if progress.step % save == 0:
            keep(out, same, policy.model, optimiser, progress)
    keep(out, same, policy.model, optimiser, progress)
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


def digest(tasks: Sequence[Task], weights: Weights, given: Settings) -> str:
    """Names all that decides a run."""
    told = json.dumps([[asdict(each) for each in tasks], asdict(weights), asdict(replace(given, steps=0))])
    return hashlib.sha256(told.encode()).hexdigest()


# --- what a run needs


def read_tasks(path: Path) -> list[Task]:
    """The tasks of a file, in its order; raises `BadInput` that names a faulty line."""
    found = list[Task]()
    for number, each in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(each)
            shown = tuple((str(text), str(script)) for text, script in row.get("examples", ()))
            found.append(Task(action=str(row["action"]), script=str(row["script"]), examples=shown))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadInput(f"{path}, line {number}: it is no object with `action` and `script`") from None
    return found


async def told_apart(tasks: Sequence[Task], scorer: Scorer, most: int, tell: Callable[[str], None]) -> list[Task]:
    """The first `most` tasks at which a box can tell what works from what does not; `tell` hears why others cannot."""
    found, why = list[Task](), Counter[str]()
    for task in tasks:
        if len(found) == most:
            break
        trial = await scorer.worlds(task.action, task.script)
        if isinstance(trial, str):
            why[trial] += 1
        else:
            found.append(task)
    for reason, count in why.most_common():
        tell(f"left out of the tasks: {count}, because of the reference: {reason}")
    return found


def policy_of(model: Any, tokenizer: Any) -> Policy:
    """A model of Hugging Face as a policy, asked as ScriptSmith asks."""
    return Policy(
        model=model,
        encode=lambda task: prompt_ids(tokenizer, question(task.action, task.examples)),
        decode=lambda ids: str(tokenizer.decode(ids, skip_special_tokens=True)),
        ends=int(tokenizer.eos_token_id),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="a GGUF file, or a folder of Hugging Face")
    parser.add_argument("--start", type=Path, help="the adapter of an earlier stage to go on with")
    parser.add_argument("--tasks", type=Path, required=True)
    parser.add_argument("--most", type=int, default=400, help="tasks that are learned from, the first of the file")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--weights", choices=WEIGHTS, default="ours")
    parser.add_argument("--weigh", type=float, nargs=4, metavar="W", help="syntax, robustness, format and function")
    parser.add_argument("--chains", action="store_true", help="a reply has to have a chain of thought")
    parser.add_argument("--hours", type=float, default=3.0)
    parser.add_argument("--save", type=int, default=5, help="steps between two states that are kept")
    parser.add_argument("--jobs", type=int, default=2, help="boxes that are open at a time")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    for each in fields(Settings):
        parser.add_argument(f"--{each.name}", type=type(each.default), default=each.default)
    given = parser.parse_args()

    torch.set_num_threads(given.threads)
    settings = Settings(**{each.name: getattr(given, each.name) for each in fields(Settings)})
    torch.manual_seed(settings.seed)
    model, tokenizer = load(given.base, torch.bfloat16 if given.device == "cuda" else torch.float32)
    model = with_lora(model.to(given.device), given.start)
    scorer = Scorer(Bubblewrap(), chains=given.chains, jobs=given.jobs)

    def tell(text: str) -> None:
        print(text, flush=True)

    with asyncio.Runner() as runner:

        def reward(task: Task, replies: Sequence[str]) -> list[Score]:
            trial = runner.run(scorer.worlds(task.action, task.script))
            if isinstance(trial, str):  # it could be told apart before, so this machine was too busy
                return [Score(refused=trial)] * len(replies)
            return runner.run(scorer.score(trial, replies))

        tasks = runner.run(told_apart(read_tasks(given.tasks), scorer, given.most, tell))
        tell(f"{len(tasks)} tasks to learn from")
        done = learn(
            policy_of(model, tokenizer),
            tasks,
            reward,
            Weights.of(given.weigh) if given.weigh else WEIGHTS[given.weights],
            settings,
            given.out,
            hours=given.hours,
            save=given.save,
            tell=tell,
        )
    model.save_pretrained(str(given.out / "adapter"))
    tell(f"{done.step} steps in {done.seconds / 60:.0f} minutes: {given.out / 'adapter'}")


if __name__ == "__main__":
    main()
