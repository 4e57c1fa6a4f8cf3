"""`scriptsmith bench run` and `bench score`: recorded, resumed, limited, graded, and every fault named."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scriptsmith.bench.run import Progress
from scriptsmith.cli import bench_meter
from scriptsmith.cli.bench_run import run
from scriptsmith.cli.bench_score import score
from scriptsmith.errors import BadInput, NotFound, UsageError
from scriptsmith.testing import Provider
from scriptsmith.testing.provider import Fault, RecordedRequest, canned
from tests.bench.folders import write_case
from tests.boxes import boxed
from tests.cli.program import Program, models

pytestmark = boxed

RUN = ("bench", "run", "dairy", "--out", "out")
MODEL = (*RUN, "--samples", "2", "--jobs", "1")
RIGHT = "```bash\ncat list\n```\n"
STEPS = ("draft", "describe", "similarity", "difference")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with a suite of three cases, `dairy`."""
    for name in ("print-list", "show-list", "tell-list"):
        write_case(tmp_path / "dairy" / name, instruction_md=f"Print the file list ({name}).\n")
    return tmp_path


def answering(request: RecordedRequest) -> Any:
    """Every draft is right."""
    return RIGHT if request.prompt == "draft" else canned(request)


def asked(provider: Provider) -> dict[str, int]:
    """How often each prompt was asked."""
    return dict(Counter(request.prompt for request in provider.requests))


def until(reached: Callable[[], bool]) -> None:
    """Waits for what another process does."""
    for _ in range(600):
        if reached():
            return
        time.sleep(0.05)
    raise AssertionError("it was never reached")


def right(document: Any) -> dict[str, float]:
    """The execution accuracy of each system in a document."""
    return {it["name"]: it["figures"]["strict_after"]["value"] for it in document["report"]["systems"]}


def results(home: Path) -> bytes:
    return (home / "out" / "results.jsonl").read_bytes()


def test_cases_are_run_and_scored(home: Path) -> None:
    """Three cases with two samples: figures on stdout, all else on stderr; the same command again asks nothing; a score
    gives the same results, to the byte, with no model, and other figures where a test changed."""
    with Provider(answering) as provider:
        program = Program(home, models(provider))
        done = program(*MODEL)
        assert (done.status, asked(provider)) == (0, dict.fromkeys(STEPS, 6))
        assert done.stdout.startswith(f"{NAME}: 3 cases, 6 samples that count\n")
        assert "6 of 6 runs are recorded and graded in out, for 0.0000 US dollars\n" in done.stderr
        once = results(home)
        assert program(*MODEL).status == 0
        assert (len(provider.requests), results(home)) == (24, once)
    alone = Program(home)
    (home / "out" / "results.jsonl").unlink()
    scored = alone("bench", "score", "out", "--afresh", "--json").json
    assert (right(scored), results(home)) == ({NAME: 1.0}, once)
    write_case(home / "dairy" / "tell-list", instruction_md="Print the file list (tell-list).\n", tests__plain_sh=NEVER)
    assert right(alone("bench", "score", "out", "--json").json) == {NAME: pytest.approx(2 / 3)}


def test_of_several_drafts_the_one_that_most_agree_with_is_graded(home: Path) -> None:
    """Without an assessor, two drafts that do the same in other words outvote the one that came last."""
    replies = ("cat list", "#!/bin/bash\nset -e\n< list cat", "echo wool")
    drafts = 0

    def behaviour(request: RecordedRequest) -> Any:
        nonlocal drafts
        drafts += 1
        return f"```bash\n{replies[(drafts - 1) % 3]}\n```\n"

    command = ("bench", "run", "dairy/print-list", "--out", "out", "--drafts", "3", "--stages", "draft", "--json")
    with Provider(behaviour) as provider:
        program = Program(home, models(provider))
        done = program(*command)
        (figure,) = right(done.json).items()
        assert figure == ("openai-chat:loop-generator · reasoning · draft · 3 drafts, agreeing", 1.0)
        assert len(provider.requests) == 3
        assert len({str(request.body["messages"]) for request in provider.requests}) == 1
        assert program(*command).status == 0
        assert len(provider.requests) == 3
        off = Program(home, {**models(provider), "SCRIPTSMITH_POLICY__AGREEMENT": "false"})
        assert right(off(*command[:4], "other", *command[5:]).json) == {
            "openai-chat:loop-generator · reasoning · draft · 3 drafts": 0.0
        }
    assert program("bench", "run", "dairy", "--out", "out", "--system", "noop", "--drafts", "2").status == 2


NAME = "openai-chat:loop-generator + openai-chat:loop-assessor · reasoning · draft,assess,refine"
NEVER = '. "$HARNESS"\ncheck "pigs fly" false\nfinish\n'


@pytest.mark.thorough
def test_a_killed_bench_repeats_nothing_that_is_recorded(home: Path) -> None:
    """Killed while the second run is being described, and interrupted while the third one is, each next start asks for
    that description again and for nothing else that was answered."""
    stalled = 0

    def behaviour(request: RecordedRequest) -> Any:
        nonlocal stalled
        if request.prompt == "describe" and asked(provider)["describe"] == 2 * stalled + 2 < 6:
            stalled += 1
            return Fault.timeout
        return answering(request)

    command = (*RUN, "--jobs", "1")
    with Provider(behaviour) as provider:
        program = Program(home, models(provider))
        for number, ending in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)):
            before, words = stalled, [sys.executable, "-m", "scriptsmith", *command]
            process = subprocess.Popen(words, cwd=home, env=program.variables(), stderr=subprocess.PIPE)
            until(lambda before=before: stalled > before)  # type: ignore[misc]
            process.send_signal(number)
            _, said = process.communicate(timeout=60)
            assert process.returncode == ending
        assert b"what is recorded stays in out: the same command goes on from there" in said
        assert asked(provider) == {"draft": 3, "describe": 4, "similarity": 2, "difference": 2}
        assert program(*command).status == 0
        assert asked(provider) == {"draft": 3, "describe": 5, "similarity": 3, "difference": 3}
    assert len(results(home).splitlines()) == 3


def test_an_error_of_the_provider_is_a_problem_and_tried_again(home: Path) -> None:
    """A refused question is exit code 7 and counts as no failure; the same command later asks that question alone."""
    broken = True

    def behaviour(request: RecordedRequest) -> Any:
        return Fault.status(403) if broken and request.prompt == "difference" else answering(request)

    with Provider(behaviour) as provider:
        program = Program(home, models(provider))
        done = program(*RUN, "--json")
        assert (done.status, done.json["done"], done.json["exit"]) == (7, 0, 7)
        assert [len(each["runs"]) for each in done.json["problems"]] == [3]
        assert "problem of 3 runs (dairy/print-list (0), " in done.stderr
        assert len(done.json["report"]["problems"]) == 3
        assert done.json["report"]["failures"] == []
        broken = False
        before = asked(provider)
        done = program(*RUN, "--json")
        assert (done.status, done.json["done"], done.json["problems"]) == (0, 3, [])
        assert {name: asked(provider)[name] - before[name] for name in STEPS} == {
            "draft": 0, "describe": 0, "similarity": 3, "difference": 3,
        }  # fmt: skip


def test_the_cost_limit_stops_and_says_so(home: Path) -> None:
    """At the limit no further run begins, which is exit code 4; without a price the limit cannot be kept, which is 2."""
    with Provider(answering) as provider:
        program = Program(home, models(provider))
        limited = (*RUN, "--jobs", "1", "--stages", "draft", "--limit-cost", "0.04")
        done = program(*limited)
        assert done.status == 2
        assert "price of openai-chat:loop-generator is not known" in done.stderr
        prices = {f"SCRIPTSMITH_MODELS__GENERATOR__{what}_PRICE": "1000" for what in ("INPUT", "OUTPUT")}
        done = program(*limited, **prices)
        assert done.status == 4
        assert "0.0460 of 0.04 US dollars are spent: nothing new is begun\n" in done.stderr
        assert "1 calls that were recorded before have no known price and count as free\n" in done.stderr
        assert "2 of 3 runs are recorded" in done.stderr
        assert "the same command takes up the other 1" in done.stderr


def test_baselines_need_no_model(home: Path) -> None:
    """An empty script fails all, every reference passes twice; one that does not is listed with why, exit code 1."""
    program = Program(home)
    done = program(*RUN, "--system", "noop", "--json")
    assert (done.status, done.json["done"], done.json["failing"]) == (0, 3, [])
    done = program(*RUN, "--system", "gold", "--json")
    assert (done.status, done.json["runs"]) == (0, 6)
    assert right(done.json) == {"noop": 0.0, "gold": 1.0}
    write_case(home / "dairy" / "wrong", solution__solution_sh="echo bread\n")
    done = program(*RUN, "--system", "gold")
    assert done.status == 1
    assert "dairy/wrong  plain: milk is printed" in done.stderr


def test_what_cannot_be_used_is_named(home: Path) -> None:
    """A malformed case is named and the others are run; without anything that drafts, nothing is."""
    program = Program(home)
    write_case(home / "dairy" / "wrong", task_toml="kind = 3\n")
    done = program(*RUN, "--system", "noop", "--limit", "1")
    assert done.status == 0
    assert "cannot be used: dairy/wrong: " in done.stderr
    assert "1 of 1 runs" in done.stderr
    done = program(*RUN)
    assert (done.status, done.stdout) == (2, "")
    assert "no model drafts: give --model" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        (["--out", "o"], UsageError, "say what to run"),
        (["cheese", "--out", "o"], NotFound, "there is no suite, case or folder"),
        (["lines", "--out", "o", "--import", "alfa"], UsageError, "--import takes NAME=PATH"),
        (["lines", "--out", "o", "--import", "omega=x"], BadInput, "there is no importer 'omega'"),
        (["--out", "o", "--import", "alfa=nowhere"], NotFound, "nowhere"),
        (["lines", "--out", "o", "--stages", "draft,guess"], UsageError, "--stages has no stage 'guess'"),
        (["lines", "--out", "o", "--stages", "foo", "--system", "noop"], UsageError, "--stages has no stage 'foo'"),
        (["lines", "--out", "o", "--model", "a:b", "--generator", "c:d"], UsageError, "are the same"),
    ],
)
def test_what_makes_no_sense_is_said_before_anything_is_done(
    arguments: list[str], error: type[Exception], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing path or suite, an importer or stage that is none: one sentence, and no folder is made."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=said):
        run.main(arguments, standalone_mode=False)
    assert list(tmp_path.iterdir()) == []


def test_there_must_be_something_to_score(tmp_path: Path) -> None:
    """A folder in which nothing was recorded is named."""
    with pytest.raises(NotFound, match="holds no recorded runs"):
        score.main([str(tmp_path)], standalone_mode=False)


def test_forge_takes_a_strategy(home: Path) -> None:
    """`--strategy` asks by another prompt, for one run."""
    with Provider(answering) as provider:
        program = Program(home, models(provider))
        assert (
            program(
                "forge", "knit a pullover for the keeper", "--strategy", "markdown", SCRIPTSMITH_PATHS__SEED="false"
            ).status
            == 0
        )
    assert "markdown" in asked(provider)
    assert "draft" not in asked(provider)


def test_off_a_terminal_lines_tell_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """A line is said at most every ten seconds, with cost, problems and the time that is left at this pace."""
    times = iter([0.0, 0.0, 1.0, 20.0, 20.0, 21.0, 400.0, 400.0])
    heard = bench_meter.lines(2.0, clock=lambda: next(times))
    for done in (1, 10, 11, 20):
        heard(Progress(done=done, total=30, cost=done / 100, problems=done // 20))
    assert capsys.readouterr().err.splitlines() == [
        "10 of 30 runs, 0.1000 of 2 US dollars, about 40 s left",
        "20 of 30 runs, 0.2000 of 2 US dollars, 1 with a problem, about 3 min 20 s left",
    ]
    assert bench_meter.duration(7265) == "2 h 1 min"
