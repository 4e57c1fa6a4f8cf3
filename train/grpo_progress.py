"""How far a run of GRPO came: what it keeps on disk to go on after a kill, and what it tells of itself."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch

from .rewards import Score, Weights
from .stages import memory

PARTS = ("syntax", "robustness", "format", "function")
DRAWN = {"reward": "#06c", "function": "#080", "robustness": "#c60", "format": "#909", "refused": "#c00"}
"""The figures that are drawn, and in which colours."""


@dataclass(slots=True)
class GrpoProgress:
    """How far a run came: steps done, seconds spent, and a line of figures for each step."""

    step: int = 0
    seconds: float = 0.0
    log: list[dict[str, float]] = field(default_factory=list)


def figures(
    progress: GrpoProgress, scores: Sequence[Score], lengths: Sequence[int], weights: Weights, groups: int, apart: float
) -> dict[str, float]:
    """What a step came to, over all its replies."""
    worth = [{"reward": each.total(weights), "refused": float(bool(each.refused))} for each in scores]
    worth = [{**one, **{part: getattr(each, part) for part in PARTS}} for one, each in zip(worth, scores, strict=True)]
    names = ("reward", *PARTS, "refused")
    means = {name: sum(each[name] for each in worth) / max(1, len(worth)) for name in names}
    length = sum(lengths) / max(1, len(lengths))
    return {
        "step": progress.step, "seconds": progress.seconds, **means, "length": length, "groups": groups, "kl": apart
    }  # fmt: skip


def line(progress: GrpoProgress, steps: int, hours: float, pace: float) -> str:
    """How it goes, how long it will take, and how much memory it takes."""
    last = progress.log[-1]
    left = min((steps - progress.step) * pace, hours * 3600 - progress.seconds)
    parts = " ".join(f"{name} {last[name]:.2f}" for name in (*PARTS, "refused"))
    return (
        f"step {progress.step}/{steps} reward {last['reward']:.3f} ({parts}) kl {last['kl']:.4f} "
        f"{last['length']:.0f} tokens, {pace:.1f} s/step, {max(0.0, left) / 60:.0f} min left, {memory()}"
    )


def keep(out: Path, same: str, model: Any, optimiser: Any, progress: GrpoProgress) -> None:
    """Write `state.pt`, all that a run needs to go on, so that it is there whole or not at all; `log.json` and
    `rewards.svg` are for people."""
    out.mkdir(parents=True, exist_ok=True)
    weights = {name: each for name, each in model.named_parameters() if each.requires_grad}
    kept = {"same": same, "model": weights, "optimiser": optimiser.state_dict(), "progress": asdict(progress)}
    torch.save(kept, out / "state.new")
    os.replace(out / "state.new", out / "state.pt")
    (out / "log.json").write_text(json.dumps(progress.log) + "\n")
    (out / "rewards.svg").write_text(drawn(progress.log))


def restored(out: Path, same: str, model: Any, optimiser: Any) -> GrpoProgress:
    """The progress in `out`, its weights put back into model and optimiser; none where nothing is there.

    Raises ValueError when it is that of another run.
    """
    state = out / "state.pt"
    if not state.exists():
        return GrpoProgress()
    kept = torch.load(state)
    if kept["same"] != same:
        raise ValueError(f"{state} was written with other settings, weights or tasks: give the same, or another --out")
    model.load_state_dict(kept["model"], strict=False)
    optimiser.load_state_dict(kept["optimiser"])
    return GrpoProgress(**kept["progress"])


def drawn(log: Sequence[Mapping[str, float]], width: int = 640, height: int = 260) -> str:
    """The reward, its parts and the share of refused replies by steps, each the mean of ten, as a drawing (SVG)."""
    lines = list[str]()
    for at, (name, colour) in enumerate(DRAWN.items()):
        values = [each[name] for each in log]
        means = [sum(part) / len(part) for end in range(len(values)) if (part := values[max(0, end - 9) : end + 1])]
        places = " ".join(
            f"{30 + step / max(1, len(means) - 1) * (width - 40):.1f},{10 + (1 - mean) * (height - 50):.1f}"
            for step, mean in enumerate(means)
        )
        lines.append(f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        lines.append(f'<text x="{30 + 110 * at}" y="{height - 8}" fill="{colour}">{name} {means[-1]:.2f}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
        f'font-size="11"><rect width="100%" height="100%" fill="#fff"/><text x="4" y="18">1</text>'
        f'<text x="4" y="{height - 40}">0</text>{"".join(lines)}</svg>\n'
    )
