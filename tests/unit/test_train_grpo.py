"""R-GRPO on a model of two layers, made here: it learns, goes on after a kill, and learns nothing from equal rewards."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.errors import BadInput
from tests.boxes import boxed

torch = pytest.importorskip("torch", reason="torch is not installed: requirements/train.lock has it")
transformers = pytest.importorskip(
    "transformers", reason="transformers is not installed: requirements/train.lock has it"
)
pytest.importorskip("peft", reason="peft is not installed: requirements/train.lock has it")

from train.grpo import (  # noqa: E402 - it needs torch
    Policy,
    Settings,
    Task,
    advantages,
    chosen,
    learn,
    log_odds,
    loss_of,
    read_tasks,
    sample,
    told_apart,
)
from train.grpo_progress import GrpoProgress  # noqa: E402
from train.rewards import Score, Scorer, Weights  # noqa: E402

if TYPE_CHECKING:
    from train.grpo import Reward

WEIGHTS = Weights(syntax=1, robustness=0, format=0)
GIVEN = Settings(steps=30, prompts=1, group=8, rate=0.01, longest=6, rows=3)
TASKS = [Task(action=f"{number}", script="") for number in range(3)]
END, WANTED, WORDS = 0, 5, 12


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """So small a model only loses time by more."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def tiny() -> Policy:
    """A random Llama over twelve words; a reply is told by the numbers of its words."""
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=WORDS, hidden_size=16, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2,
        num_key_value_heads=1, max_position_embeddings=64, bos_token_id=1, eos_token_id=END, pad_token_id=END,
    )  # fmt: skip
    return Policy(
        model=transformers.LlamaForCausalLM(config),
        encode=lambda task: [1, 2 + int(task.action)],
        decode=lambda ids: " ".join(map(str, ids)),
        ends=END,
    )


def wanting(task: Task, replies: Sequence[str]) -> list[Score]:
    """The share of a reply that is the wanted word."""
    return [Score(syntax=each.split().count(str(WANTED)) / len(each.split())) for each in replies]


def unheard(line: str) -> None:
    """Nobody looks at the lines of most runs."""


def run(
    out: Path, reward: Reward = wanting, given: Settings = GIVEN, tell: Callable[[str], None] = unheard
) -> tuple[GrpoProgress, dict[str, Any]]:
    policy = tiny()
    progress = learn(policy, TASKS, reward, WEIGHTS, given, out, tell=tell)
    return progress, policy.model.state_dict()


def alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(bool(torch.equal(each, other[name])) for name, each in one.items())


def test_what_is_rewarded_becomes_more_likely(tmp_path: Path) -> None:
    """A word that is worth something is a twelfth of the replies at first, and most of them later."""
    rewards = [each["reward"] for each in run(tmp_path)[0].log]
    assert sum(rewards[:3]) / 3 < 0.25
    assert sum(rewards[-3:]) / 3 > 0.6


class Killed(Exception):
    """The end of a run at a moment that it did not choose."""


@pytest.mark.parametrize("save", [1, 2])
def test_a_run_that_was_killed_goes_on_as_if_it_had_not_been(tmp_path: Path, save: int) -> None:
    """To the last bit of weights and figures, wherever it was killed between two saved steps."""
    given = replace(GIVEN, steps=7)
    whole, weights = run(tmp_path / "whole", given=given)
    state = tmp_path / "killed"

    def kill(line: str) -> None:
        if line.startswith("step 5/"):
            raise Killed

    with pytest.raises(Killed):
        learn(tiny(), TASKS, wanting, WEIGHTS, given, state, save=save, tell=kill)
    assert torch.load(state / "state.pt")["progress"]["step"] == 4
    resumed, others = run(state, given=given)
    assert alike(weights, others)
    assert [{**each, "seconds": 0} for each in whole.log] == [{**each, "seconds": 0} for each in resumed.log]


def test_equal_rewards_teach_nothing(tmp_path: Path) -> None:
    """A group in which all replies are worth the same, good or bad, moves no weight."""
    for worth in (Score(), Score(syntax=1)):

        def equal(task: Task, replies: Sequence[str], worth: Score = worth) -> list[Score]:
            return [worth] * len(replies)

        _, weights = run(tmp_path / str(worth.syntax), equal)
        assert alike(weights, tiny().model.state_dict())
    assert advantages([0.3, 0.3, 0.3]) is None


def test_advantages_are_relative_to_the_group() -> None:
    """They have the mean 0 and the deviation 1, whatever the level of the rewards."""
    low, high = advantages([0.0, 0.0, 0.1]), advantages([0.5, 0.5, 1.0])
    assert low is not None
    assert high is not None
    assert torch.allclose(low, high, atol=1e-5)
    assert float(low.mean()) == pytest.approx(0, abs=1e-6)
    assert float(low.std(correction=0)) == pytest.approx(1)


def test_the_ratio_is_clipped_on_the_side_of_the_gain() -> None:
    """A reply that became likelier by more than the bound pulls no further; one that became worse still does."""
    given = replace(GIVEN, pull=0.0)
    mask = torch.ones(2, 1)
    now = torch.tensor([[0.5], [0.5]], requires_grad=True)
    loss, _ = loss_of(now, torch.zeros(2, 1), now.detach(), mask, torch.tensor([1.0, -1.0]), given)
    loss.sum().backward()
    assert now.grad is not None
    assert now.grad[0] == 0
    assert now.grad[1] > 0


def test_the_reference_policy_pulls_back() -> None:
    """Where nothing is gained, the loss grows with the distance from the first weights, and is none without one."""
    zero = torch.zeros(1)
    odds = torch.tensor([[-1.0, -2.0]])
    for moved, more in ((0.0, False), (0.5, True), (-0.5, True)):
        loss, apart = loss_of(odds + moved, odds + moved, odds, torch.ones(1, 2), zero, GIVEN)
        assert bool(loss > 0) is bool(apart > 0) is more
        assert float(loss) == pytest.approx(GIVEN.pull * float(apart))


def test_a_reply_counts_up_to_its_end(tmp_path: Path) -> None:
    """Its end is the last token that counts, and the odds are those that it was drawn with."""
    policy = tiny()
    torch.manual_seed(3)
    ids, mask = sample(policy, [1, 2], replace(GIVEN, group=40, longest=12))
    for row, kept in zip(ids[:, 2:].tolist(), mask.sum(1).tolist(), strict=True):
        assert END not in row[: kept - 1]
        assert kept == len(row) or row[kept - 1] == END
    with torch.no_grad():
        every = torch.log_softmax(policy.model(input_ids=ids).logits[:, 1:-1], dim=-1)
        assert torch.allclose(log_odds(policy.model, ids, 2, 1.0), every.gather(2, ids[:, 2:, None])[..., 0], atol=1e-5)


def test_every_task_has_its_turn() -> None:
    """Each is drawn once before any is drawn again, in an order that another turn changes."""
    tasks = [Task(action=f"{number}", script="") for number in range(6)]
    drawn = [task for step in range(6) for task in chosen(tasks, step, replace(GIVEN, prompts=2))]
    assert sorted(map(tasks.index, drawn[:6])) == sorted(map(tasks.index, drawn[6:])) == list(range(6))
    assert drawn[:6] != drawn[6:]


def test_a_run_with_other_settings_is_another_run(tmp_path: Path) -> None:
    """Its state is not taken up; more steps of the same run are no other settings."""
    run(tmp_path, given=replace(GIVEN, steps=1))
    assert run(tmp_path, given=replace(GIVEN, steps=2))[0].step == 2
    with pytest.raises(ValueError, match="other settings"):
        run(tmp_path, given=replace(GIVEN, rate=0.5))


def test_a_budget_of_time_ends_a_run(tmp_path: Path) -> None:
    """After the step in which it is used up; the hours of all its runs count."""
    given, policy = replace(GIVEN, steps=50), tiny()
    progress = learn(policy, TASKS, wanting, WEIGHTS, given, tmp_path, hours=1e-9, tell=unheard)
    assert progress.step == 1
    assert learn(policy, TASKS, wanting, WEIGHTS, given, tmp_path, hours=1e-9, tell=unheard).step == 1


def test_a_line_tells_how_it_goes(tmp_path: Path) -> None:
    """The step, the reward and its parts, the time that is left, and the memory."""
    told = list[str]()
    run(tmp_path, given=replace(GIVEN, steps=2), tell=told.append)
    for part in ("step 2/2 ", "reward 0.", "function", "refused", "s/step", "min left", " GB"):
        assert part in told[1]


def test_a_run_leaves_what_people_look_at(tmp_path: Path) -> None:
    """The figures of each step, and a drawing of the reward and its parts."""
    run(tmp_path, given=replace(GIVEN, steps=3))
    assert [each["step"] for each in json.loads((tmp_path / "log.json").read_text())] == [1, 2, 3]
    drawing = (tmp_path / "rewards.svg").read_text()
    assert drawing.count("<polyline") == 5
    assert ">reward 0." in drawing


def test_tasks_are_read_with_their_examples(tmp_path: Path) -> None:
    """In the order of the file; a faulty line is named."""
    tasks = tmp_path / "tasks.jsonl"
    tasks.write_text('{"action": "a", "script": "ls", "examples": [["b", "pwd"]]}\n{"action": "c", "script": "id"}\n')
    assert read_tasks(tasks) == [Task(action="a", script="ls", examples=(("b", "pwd"),)), Task(action="c", script="id")]
    for line in ("", "[]", '{"action": "a"}', '{"action": "a", "script": "b", "examples": [1]}'):
        tasks.write_text(f'{{"action": "a", "script": "ls"}}\n{line}\n{line}')
        with pytest.raises(BadInput, match="line 2: it is no object"):
            read_tasks(tasks)


@boxed
async def test_tasks_of_which_a_box_shows_nothing_are_left_out() -> None:
    """The others keep their order, no more than are wanted; each reason is told with a count."""
    lines = list[str]()
    asked = (("restart nginx", "systemctl restart nginx"), ("count the lines of notes.txt", "wc -l notes.txt"))
    tasks = [Task(action=action, script=script) for action, script in asked]
    assert await told_apart(tasks, Scorer(Bubblewrap()), 5, lines.append) == tasks[1:]
    assert lines == ["left out of the tasks: 1, because of the reference: a box has nothing for systemctl to talk to"]
    assert await told_apart(tasks[1:] * 3, Scorer(Bubblewrap()), 2, lines.append) == tasks[1:] * 2
