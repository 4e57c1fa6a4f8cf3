"""The stages on a model of two layers, made here: they learn the replies alone, and go on after a kill as if nothing was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: requirements/train.lock has it")
transformers = pytest.importorskip(
    "transformers", reason="transformers is not installed: requirements/train.lock has it"
)
pytest.importorskip("peft", reason="peft is not installed: requirements/train.lock has it")

from train.base import with_lora  # noqa: E402 - it needs torch
from train.stages import Plan, Row, batches, common, learn, loss_of, plot, windows  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing.*:FutureWarning")  # peft asks for it

ROWS = [Row([1, 2, 3, 4 + at % 3, 8, 9, 0], 4) for at in range(12)] + [Row([1, 2, 3, 7, 5, 5, 8, 9, 9, 0], 6)]


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """So small a model only loses time by more."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def tiny() -> Any:
    """A random Llama over twelve words, with LoRA weights that learn."""
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=12,
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=64,
        initializer_range=0.5,  # a head of small numbers could say little
    )
    return with_lora(transformers.LlamaForCausalLM(config), rank=4)


def plan(out: Path, **more: Any) -> Plan:
    return replace(Plan(out=out, same="these", rate=0.02, epochs=6, tokens=24, warm_up=2), **more)


def learned(model: Any) -> list[Any]:
    return [each.detach().clone() for each in model.parameters() if each.requires_grad]


def test_the_loss_is_that_of_the_replies_alone() -> None:
    """What rows begin with alike is read once, and neither that nor padding changes the loss or its gradients."""
    model, rows = tiny(), ROWS[-3:]
    for each in model.parameters():
        if each.requires_grad:
            torch.nn.init.normal_(each, std=0.1)
    loss = loss_of(model, rows)
    loss.backward()
    found = [each.grad.clone() for each in model.parameters() if each.requires_grad]
    model.zero_grad()
    alone: Any = 0.0
    count = 0
    for row in rows:
        ids = torch.tensor([row.ids])
        labels = ids.clone()
        labels[0, : row.learned_from] = -100
        size = len(row.ids) - row.learned_from
        alone = alone + model(input_ids=ids, labels=labels).loss * size
        count += size
    (alone / count).backward()
    assert loss.item() == pytest.approx((alone / count).item(), abs=1e-5)
    for one, each in zip(found, [it for it in model.parameters() if it.requires_grad], strict=True):
        assert torch.allclose(one, each.grad, atol=1e-5)


def test_it_learns(tmp_path: Path) -> None:
    """The loss falls, the base stays as it was, and what was learned lies in the folder with its log and its plot."""
    model = tiny()
    base = {name: each.clone() for name, each in model.named_parameters() if not each.requires_grad}
    told = list[str]()
    done = learn(model, ROWS, plan(tmp_path, epochs=40, rate=0.05), told.append)
    assert sum(done.losses[-6:]) < 0.5 * sum(done.losses[:6])
    assert all(torch.equal(each, base[name]) for name, each in model.named_parameters() if name in base)
    assert "s/step" in told[0]
    assert "GB" in told[0]
    assert (tmp_path / "adapter/adapter_model.safetensors").exists()
    assert "<polyline" in (tmp_path / "loss.svg").read_text()
    assert json.loads((tmp_path / "log.json").read_text())["step"] == done.step


def test_a_run_that_was_killed_goes_on_as_if_nothing_was(tmp_path: Path) -> None:
    """Stopped after a few steps and started again, it ends with the same weights as one that was never stopped."""
    whole = tiny()
    learn(whole, ROWS, plan(tmp_path / "whole", save_every=0.0))

    class KilledError(Exception):
        pass

    def kill(line: str) -> None:
        raise KilledError

    with pytest.raises(KilledError):
        learn(tiny(), ROWS, plan(tmp_path / "parts", save_every=0.0), kill)
    steps = json.loads((tmp_path / "parts/log.json").read_text())["step"]
    assert 0 < steps < json.loads((tmp_path / "whole/log.json").read_text())["step"]
    again = tiny()
    learn(again, ROWS, plan(tmp_path / "parts", save_every=0.0))
    for one, other in zip(learned(whole), learned(again), strict=True):
        assert torch.equal(one, other)


def test_the_budget_ends_it(tmp_path: Path) -> None:
    """No step is begun when the hours are spent, those of earlier runs counted; what there is is written."""
    done = learn(tiny(), ROWS, plan(tmp_path, hours=1e-9))
    assert done.step <= 1
    assert learn(tiny(), ROWS, plan(tmp_path, hours=1e-9)).step == done.step
    assert (tmp_path / "adapter/adapter_config.json").exists()


def test_a_state_of_other_data_is_refused(tmp_path: Path) -> None:
    """Going on with other rows would be neither run."""
    learn(tiny(), ROWS, plan(tmp_path, hours=1e-9))
    with pytest.raises(ValueError, match="other data or settings"):
        learn(tiny(), ROWS, plan(tmp_path, same="those"))


def test_batches_hold_every_row_once_and_keep_to_their_size() -> None:
    """Each row is in one batch, no batch of several rows is above the limit, and the seed alone decides."""
    rows = [Row([1] * (3 + at % 40), 2) for at in range(200)]
    found = batches(rows, 64, 1)
    assert sorted(at for batch in found for at in batch) == list(range(200))
    for batch in found:
        fresh = max(len(rows[at].ids) for at in batch) - common([rows[at] for at in batch])
        assert len(batch) == 1 or len(batch) * fresh <= 64
    assert found == batches(rows, 64, 1) != batches(rows, 64, 2)


def test_windows_overlap_by_half() -> None:
    """Every token is in a window, and all but the ends are in two."""
    ids = list(range(100))
    found = windows(ids, 16)
    assert {each for window in found for each in window} == set(ids)
    assert all(one[8:] == other[:8] for one, other in pairwise(found))
    assert windows([1, 2], 16) == [[1, 2]]


def test_a_plot_of_nothing_is_a_picture() -> None:
    """A run that ended before its first step has a plot too."""
    assert plot([]).startswith("<svg")
