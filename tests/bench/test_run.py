"""A bench runs each case through `forge`, repeats nothing that is recorded, and never takes a broken tool for a failure."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.adapters.folder.journal import _ID
from scriptsmith.bench.baselines import NoCatalogue, baseline_kit
from scriptsmith.bench.plan import Setup, baseline, stages_policy, tasks
from scriptsmith.bench.run import PATIENCE, Progress
from scriptsmith.core.flow import Policy
from scriptsmith.core.types import Script
from scriptsmith.errors import BadSettings, Conflict, ModelError
from scriptsmith.pipeline import Kit
from scriptsmith.testing.doubles import ScriptedModel, StaticChecker
from tests.bench.recording import CASES, DRAFT, Bench, PricedModel, TextGrader

PLAIN_KIT = Kit(catalogue=NoCatalogue(), syntax=StaticChecker())
STEPS = {"draft": 1, "describe": 1, "similarity": 1, "difference": 1}


async def test_every_sample_is_recorded_once_and_never_asked_again(tmp_path: Path) -> None:
    """Three cases with two samples are six runs of four questions; the same again asks, and grades, nothing."""
    model = ScriptedModel({"draft": DRAFT})
    bench = Bench(tmp_path, model)
    heard = list[Progress]()
    told = await bench.run(samples=2, heard=heard.append)
    assert (told.done, told.total, told.problems, told.stopped) == (6, 6, {}, "")
    assert Counter(model.names) == {name: 6 * times for name, times in STEPS.items()}
    assert (heard[0].done, heard[-1].done, heard[-1].total) == (0, 6, 6)
    graded = list(bench.grader.graded)
    assert sorted(graded) == sorted((case.key, "df -h\n") for case in CASES)
    assert (await bench.run(samples=2)).done == 6
    assert (len(model.asked), bench.grader.graded) == (24, graded)
    more = await bench.run(samples=3)
    assert (more.done, len(model.asked)) == (9, 36)


async def test_a_step_that_was_recorded_is_not_done_again_after_the_next_one_failed(tmp_path: Path) -> None:
    """A model that breaks off while assessing is a problem of the run; the next start asks for the assessment alone."""
    model = ScriptedModel(
        {"draft": DRAFT, "similarity": [ModelError("it is gone"), '{"verdict": "yes", "reason": ""}']}
    )
    bench = Bench(tmp_path, model)
    told = await bench.run(CASES[:1])
    assert (told.done, list(told.problems.values())) == (0, ["it is gone"])
    (lost,) = (await bench.score()).results
    assert (lost.trouble, lost.outcome) == ("it is gone", None)
    asked = len(model.asked)
    told = await bench.run(CASES[:1])
    assert (told.done, told.problems) == (1, {})
    assert sorted(model.names[asked:]) == ["difference", "similarity"]
    (made,) = (await bench.score()).results
    assert (made.trouble, made.outcome) == ("", "verified")


async def test_a_killed_run_goes_on_behind_its_last_whole_event(tmp_path: Path) -> None:
    """At whatever byte a log was cut off, each step that stands whole in it is not asked for again."""
    model = ScriptedModel({"draft": DRAFT})
    await Bench(tmp_path / "whole", model).run(CASES[:1])
    (log,) = (tmp_path / "whole" / "runs").iterdir()
    content = log.read_bytes()
    asks = {b"drafted": ["draft"], b"checked": ["describe"], b"assessed": ["difference", "similarity"]}
    for cut in [*range(0, len(content), 97), len(content) - 1]:
        folder = tmp_path / str(cut)
        again = ScriptedModel({"draft": DRAFT})
        bench = Bench(folder, again)
        (folder / "runs").mkdir(parents=True)
        (folder / "runs" / log.name).write_bytes(content[:cut])
        told = await bench.run(CASES[:1])
        whole = content[:cut][: content[:cut].rfind(b"\n") + 1]
        left = [name for kind, names in asks.items() if b'"kind":"' + kind not in whole for name in names]
        assert (told.done, sorted(again.names)) == (1, sorted(left)), cut
        kept = (folder / "runs" / log.name).read_bytes()
        assert kept.startswith(whole)
        assert kept.count(b"\n") == content.count(b"\n")


async def test_a_grader_that_cannot_grade_is_a_problem_and_tried_again(tmp_path: Path) -> None:
    """Such a run counts neither way; the next start grades it, and asks no model."""
    model = ScriptedModel({"draft": DRAFT})
    bench = Bench(tmp_path, model, TextGrader(problem="no box"))
    told = await bench.run(CASES[:1])
    assert (told.done, list(told.problems.values())) == (0, ["grading: no box"])
    (lost,) = (await bench.score()).results
    assert lost.trouble == "no box"
    bench.grader.problem = ""
    told = await bench.run(CASES[:1])
    assert (told.done, len(model.asked)) == (1, 4)
    (made,) = (await bench.score()).results
    assert made.chosen
    assert made.chosen.label == 2


async def test_the_cost_limit_begins_no_further_run_and_counts_what_was_spent_before(tmp_path: Path) -> None:
    """At the limit runs under way end and no other begins; the same limit later begins none, a higher one the rest."""
    model = PricedModel(0.01, draft=DRAFT)
    bench = Bench(tmp_path, model)
    told = await bench.run(limit_cost=0.05, jobs=1)
    assert (told.done, told.spent, round(told.cost, 6)) == (2, True, 0.08)
    assert "0.0800 of 0.05 US dollars are spent" in told.stopped
    assert len((await bench.score()).results) == 2
    asked = len(model.asked)
    assert (await bench.run(limit_cost=0.05)).done == 2
    assert len(model.asked) == asked
    told = await bench.run(limit_cost=1.0)
    assert (told.done, told.spent, round(told.cost, 6), len(model.asked)) == (3, False, 0.12, 12)


async def test_costs_that_nobody_knows_cannot_be_limited(tmp_path: Path) -> None:
    """With a limit the first answer without a price ends the bench, and says what to set; without one it is fine."""
    bench = Bench(tmp_path, PricedModel(None, draft=DRAFT))
    with pytest.raises(BadSettings, match=r"price of scripted is not known, set models\.generator\.input_price"):
        await bench.run(limit_cost=1.0, jobs=1)
    assert len(list((tmp_path / "runs").iterdir())) == 1
    told = await bench.run()
    assert (told.done, told.unpriced) == (3, 1)


async def test_what_stays_broken_ends_the_bench(tmp_path: Path) -> None:
    """After many problems in a row nothing new is begun, so that a dead server is not asked a thousand times."""
    model = ScriptedModel({"draft": ModelError("it is gone")})
    told = await Bench(tmp_path, model).run(samples=20, jobs=1)
    assert (len(told.problems), len(model.asked)) == (PATIENCE, PATIENCE)
    assert told.stopped.endswith("all met problems, the last one: it is gone")


async def test_an_interrupted_bench_leaves_whole_events_and_no_task(tmp_path: Path) -> None:
    """Cancelled while models answer, nothing goes on behind its back, and the next start ends what was begun."""
    reached = asyncio.Event()

    async def stall(prompt: Any) -> None:
        if prompt.name == "describe":
            reached.set()
            await asyncio.Event().wait()

    bench = Bench(tmp_path, ScriptedModel({"draft": DRAFT}, before=stall))
    task = asyncio.ensure_future(bench.run())
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert asyncio.all_tasks() == {asyncio.current_task()}
    bench.model = again = ScriptedModel({"draft": DRAFT})
    assert (await bench.run()).done == 3
    assert again.names.count("draft") < 3


async def test_one_folder_has_one_bench_at_a_time(tmp_path: Path) -> None:
    """A second one is told so, and disturbs nothing."""
    bench = Bench(tmp_path, ScriptedModel({"draft": DRAFT}))
    with bench.ledger.held(), pytest.raises(Conflict, match="another bench is at work"):
        await bench.run()
    assert (await bench.run()).done == 3


@pytest.mark.parametrize(("system", "label"), [("noop", 0), ("gold", 2)])
async def test_baselines_ask_no_model(tmp_path: Path, system: Any, label: int) -> None:
    """An empty script and the references go the same way; a reference is graded anew for every sample."""
    setup = baseline(system)
    bench = Bench(tmp_path, ScriptedModel({}), TextGrader([f"echo {case.id}\n" for case in CASES]), setup)
    told = await bench.run(samples=2, kit_of=baseline_kit(system, setup, 2, PLAIN_KIT))
    assert (told.done, bool(told.failing)) == (6, system == "noop")
    results = (await bench.score()).results
    assert {result.chosen.label for result in results if result.chosen} == {label}
    assert {result.system for result in results} == {system}
    assert len(bench.grader.graded) == (6 if system == "gold" else 3)


async def test_a_reference_that_passes_once_is_named(tmp_path: Path) -> None:
    """Twice in a row is what counts: a reference that fails the second time is failing, with the promise that broke."""

    class Moody(TextGrader):
        async def __call__(self, case: Any, script: Script) -> Any:
            self.right = () if self.graded else ("echo one\n",)
            return await super().__call__(case, script)

    setup = baseline("gold")
    bench = Bench(tmp_path, ScriptedModel({}), Moody(), setup)
    told = await bench.run(CASES[:1], samples=2, kit_of=baseline_kit("gold", setup, 2, PLAIN_KIT))
    assert (told.done, told.failing) == (2, {"home/one": "run: it is right"})


CHANGES: Mapping[str, Sequence[Any]] = {
    "system": ["noop"],
    "stages": [("draft",), ("draft", "assess", "rehearse")],
    "strategy": ["plain"],
    "catalogue": [True],
    "models": [{"generator": "other", "assessor": "m"}, {"generator": "m"}],
    "settings": [{"generator.temperature": "0.5"}],
    "policy": [Policy(samples=2), Policy(max_refinements=0)],
    "prompts": ["abc"],
}


@pytest.mark.parametrize("name", list(CHANGES))
def test_whatever_decides_an_answer_belongs_to_the_key(name: str) -> None:
    """Another model, prompt, policy or stage is another run; the same setup has the same runs every time."""
    setup = Setup(stages=("draft", "assess"), strategy="reasoning", models={"generator": "m", "assessor": "m"})
    ids = {task.run for task in tasks(CASES, 2, setup)}
    assert len(ids) == 6
    assert ids == {task.run for task in tasks(CASES, 2, replace(setup, models=dict(setup.models)))}
    for value in CHANGES[name]:
        assert not ids & {task.run for task in tasks(CASES, 2, replace(setup, **{name: value}))}


@given(name=st.text(min_size=1), action=st.text())
def test_an_id_names_a_file_and_a_changed_action_is_another_run(name: str, action: str) -> None:
    """Whatever a case is called, its run has an id that the journal takes, and another one when its words change."""
    case = replace(CASES[0], id=name, action=action)
    (task,) = tasks([case], 1, Setup())
    (other,) = tasks([replace(case, action=action + "!")], 1, Setup())
    assert task.run != other.run
    assert _ID.fullmatch(task.run)


def test_references_are_all_taken_and_first_samples_come_first() -> None:
    """Each of two references is taken twice, and early samples of all cases come before late ones of any."""
    two = replace(CASES[0], golds=(Script(text="a\n"), Script(text="b\n")))
    planned = tasks([two, CASES[1]], 2, baseline("gold"))
    assert [(task.case.id, task.sample) for task in planned] == [
        ("one", 0), ("two", 0), ("one", 1), ("two", 1), ("one", 2), ("one", 3),
    ]  # fmt: skip


def test_stages_switch_the_policy() -> None:
    """Without `assess` nothing is judged, without `refine` nothing is corrected, and nothing is switched on."""
    policy = Policy(max_refinements=2)
    assert stages_policy(policy, ("draft", "assess", "refine")) == policy
    bare = stages_policy(policy, ("draft",))
    assert (bare.can_assess, bare.max_refinements) == (False, 0)
    assert not stages_policy(Policy(can_assess=False), ("draft", "assess")).can_assess
