"""What the stages of training share: a loop that is seeded, goes on after a kill, and keeps to a budget of time."""

from __future__ import annotations

import json
import os
import random
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

import torch


@dataclass(frozen=True, slots=True)
class Row:
    """Tokens, and from where on they are learned."""

    ids: list[int]
    learned_from: int


@dataclass(slots=True)
class Progress:
    """How far a run came: steps done, seconds spent in all its parts, and the loss and tokens of each step."""

    step: int = 0
    seconds: float = 0.0
    losses: list[float] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How a stage learns. `same` names the data and the base: a state of others is refused. A batch has about `tokens`
    tokens; a state is kept every `save_every` seconds."""

    out: Path
    same: str
    rate: float = 8e-4
    epochs: int = 1
    hours: float = 3.0
    tokens: int = 1600
    seed: int = 1
    warm_up: int = 20
    save_every: float = 120.0


def windows(ids: Sequence[int], length: int) -> list[list[int]]:
    """`ids` in pieces of `length`, each beginning in the middle of the one before; the last may be shorter."""
    starts = range(0, max(1, len(ids) - length // 2), length // 2)
    return [list(ids[at : at + length]) for at in starts]


def batches(rows: Sequence[Row], tokens: int, seed: int) -> list[list[int]]:
    """The numbers of the rows in batches of about as many tokens, padding counted.

    Rows of like length stand together, and the order of the batches is drawn.
    """
    random_ = random.Random(seed)
    order = sorted(range(len(rows)), key=lambda at: len(rows[at].ids) + random_.random() * 8)
    found, batch, same = list[list[int]](), list[int](), 0
    for at in order:
        shared = min(same, common([rows[at], rows[batch[0]]])) if batch else rows[at].learned_from - 1
        longest = max(len(rows[each].ids) for each in (*batch, at))
        if batch and (len(batch) + 1) * (longest - shared) > tokens:
            found.append(batch)
            batch, shared = [], rows[at].learned_from - 1
        batch.append(at)
        same = shared
    found += [batch] if batch else []
    random_.shuffle(found)
    return found


def common(rows: Sequence[Row]) -> int:
    """With how many tokens all rows begin alike, before any of them is learned."""
    columns = zip(*(row.ids[: row.learned_from - 1] for row in rows), strict=False)
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, columns))


def loss_of(model: Any, rows: Sequence[Row]) -> torch.Tensor:
    """The mean loss of the tokens that are learned. What all rows begin with is read once, for all of them."""
    body, head = model.get_base_model().model, model.get_base_model().lm_head
    device = head.weight.device
    same = common(rows)
    widest = max(len(row.ids) for row in rows)
    ids = torch.zeros(len(rows), widest - same, dtype=torch.long)
    for at, row in enumerate(rows):
        ids[at, : len(row.ids) - same] = torch.tensor(row.ids[same:])
    kept = None
    if same > 0:
        kept = body(torch.tensor([rows[0].ids[:same]], device=device), use_cache=True).cache
        for layer in kept.layers:
            layer.keys = layer.keys.expand(len(rows), -1, -1, -1)
            layer.values = layer.values.expand(len(rows), -1, -1, -1)
    hidden = body(ids.to(device), cache=kept, use_cache=kept is not None).last_hidden_state
    places = [(at, to - 1 - same) for at, row in enumerate(rows) for to in range(row.learned_from, len(row.ids))]
    at, before = torch.tensor(places, device=device).unbind(1)
    wanted = torch.cat([torch.tensor(row.ids[row.learned_from :]) for row in rows]).to(device)
    return torch.nn.functional.cross_entropy(head(hidden[at, before]).float(), wanted)


def learn(model: Any, rows: Sequence[Row], plan: Plan, tell: Callable[[str], None] = print) -> Progress:
    """Train the weights of `model` that learn, until all rows were seen `plan.epochs` times or the time is over.

    The rate falls to nothing by whichever comes first. Writes `state.pt`, `log.json`, `loss.svg` and, at the end,
    the folder `adapter` below `plan.out`. Raises ValueError when the state there is of other data.
    """
    plan.out.mkdir(parents=True, exist_ok=True)
    parameters = [each for each in model.parameters() if each.requires_grad]
    best = torch.optim.AdamW(parameters, lr=plan.rate, weight_decay=0.0)
    state, progress = plan.out / "state.pt", Progress()
    if state.exists():
        kept = torch.load(state)
        if kept["same"] != plan.same:
            raise ValueError(f"{state} was written with other data or settings: give the same, or another --out")
        model.load_state_dict(kept["model"], strict=False)
        best.load_state_dict(kept["best"])
        progress = Progress(**kept["progress"])
    order = [batch for epoch in range(plan.epochs) for batch in batches(rows, plan.tokens, plan.seed + epoch)]
    budget, spent, begun = plan.hours * 3600, progress.seconds, time.monotonic()
    saved, first = begun, progress.step
    model.train()
    while progress.step < len(order) and progress.seconds < budget:
        batch = [rows[at] for at in order[progress.step]]
        share = max(progress.step / len(order), progress.seconds / budget)
        pace = min(1.0, (progress.step + 1) / plan.warm_up) * max(0.02, 1 - share)
        for group in best.param_groups:
            group["lr"] = plan.rate * pace
        torch.manual_seed(plan.seed * 1_000_003 + progress.step)
        with torch.autocast(model.device.type, torch.bfloat16):
            loss = loss_of(model, batch)
        best.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        best.step()
        progress.step += 1
        progress.seconds = spent + time.monotonic() - begun
        progress.losses.append(loss.item())
        progress.tokens.append(sum(len(row.ids) - row.learned_from for row in batch))
        if progress.step % 10 == 0:
            tell(_line(progress, len(order), budget, progress.step - first, time.monotonic() - begun))
        if time.monotonic() - saved > plan.save_every:
            saved = time.monotonic()
            _keep(state, plan, model, best, progress)
    _keep(state, plan, model, best, progress)
    model.save_pretrained(str(plan.out / "adapter"))
    return progress


def _line(progress: Progress, steps: int, budget: float, done: int, took: float) -> str:
    """How it goes, how long it will take, and how much memory it takes."""
    recent = progress.losses[-30:]
    pace = took / done
    left = min((steps - progress.step) * pace, budget - progress.seconds)
    return (
        f"step {progress.step}/{steps} loss {sum(recent) / len(recent):.3f} {pace:.2f} s/step, "
        f"{max(0.0, left) / 60:.0f} min left, {memory()}"
    )


def memory() -> str:
    """The most memory that was taken so far."""
    most = f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.1f} GB"
    return most + (f", GPU {torch.cuda.max_memory_allocated() / 1e9:.1f} GB" if torch.cuda.is_available() else "")


def _keep(state: Path, plan: Plan, model: Any, best: Any, progress: Progress) -> None:
    """Write what a run needs to go on, so that it is there whole or not at all."""
    learned = {name: each for name, each in model.named_parameters() if each.requires_grad}
    fresh = state.with_suffix(".new")
    torch.save({"same": plan.same, "model": learned, "best": best.state_dict(), "progress": asdict(progress)}, fresh)
    os.replace(fresh, state)
    (plan.out / "log.json").write_text(json.dumps(asdict(progress)) + "\n")
    (plan.out / "loss.svg").write_text(plot(progress.losses))


def plot(losses: Sequence[float], width: int = 640, height: int = 240) -> str:
    """The loss by steps as a drawing (SVG): a grey point a step, and the mean of thirty as a line."""
    if not losses:
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"/>\n'
    highest, across = max(losses), max(1, len(losses) - 1)
    means = [sum(losses[max(0, at - 29) : at + 1]) / (at + 1 - max(0, at - 29)) for at in range(len(losses))]

    def place(at: int, loss: float) -> tuple[str, str]:
        return f"{40 + at / across * (width - 50):.1f}", f"{10 + (1 - loss / highest) * (height - 40):.1f}"

    places = [place(at, loss) for at, loss in enumerate(losses)]

    points = "".join(f'<circle cx="{x}" cy="{y}" r="1" fill="#999"/>' for x, y in places)
    line = " ".join(",".join(place(at, loss)) for at, loss in enumerate(means))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
        f'font-size="11"><rect width="100%" height="100%" fill="#fff"/>{points}'
        f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="1.5"/>'
        f'<text x="4" y="18">{highest:.1f}</text><text x="4" y="{height - 28}">0</text>'
        f'<text x="40" y="{height - 8}">loss by step, {len(losses)} steps; the last mean {means[-1]:.3f}</text></svg>\n'
    )
