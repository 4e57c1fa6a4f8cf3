"""Scenarios are read strictly, must prove something, and their assertions count only when they say that they ran."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.bash.arguments import takes_arguments
from scriptsmith.core.effects import Change, Execution
from scriptsmith.core.rehearsal import Performance, broken, conclude, evidence
from scriptsmith.core.rehearsal_programs import (
    assertion_program,
    prepare_program,
    read_arguments,
    read_assertions,
    stub_program,
    wrong_program,
)
from scriptsmith.core.scenario import (
    ANY_FAILURE,
    Assertion,
    Scenario,
    Situation,
    Stub,
    exercised,
    grounded,
    not_exercised,
)
from scriptsmith.core.scenario_reading import UnreadableScenario, read_scenario
from scriptsmith.core.types import Script, Verdict
from scriptsmith.rehearsing import REPAIRS, rehearsing
from scriptsmith.testing.doubles import ScriptedModel
from scriptsmith.testing.sandboxes import PlayedBox, PlayedSandbox

from .kits import ACTION, GOOD
from .strategies import SCENARIO

WHOLE: dict[str, Any] = {
    "situation": "Wool lies in /srv/wool.",
    "files": [{"path": "/srv/wool/red ball", "text": "x", "age_days": 1.5, "executable": False}],
    "stubs": [{"name": "knit", "script": "#!/bin/bash\necho knitted"}],
    "assertions": [
        {"says": "the pullover is there", "test": "test -e /srv/pullover"},
        {"says": "the wool is untouched", "test": "test -e '/srv/wool/red ball'"},
    ],
}
TWO = read_scenario(json.dumps(WHOLE))


def test_a_whole_scenario_is_read() -> None:
    """Situation, files with ages, stubs and assertions all arrive, and it is not proven yet."""
    assert TWO.files[0].path == "/srv/wool/red ball"
    assert TWO.files[0].age_days == 1.5
    assert TWO.stubs[0].name == "knit"
    assert [each.says for each in TWO.assertions] == ["the pullover is there", "the wool is untouched"]
    assert not TWO.proven


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"assertions": []}, "at least one assertion"),
        ({"assertions": [{"says": "x", "test": "  "}]}, "at least one assertion"),
        ({"assertions": ["x"]}, "list of objects"),
        ({"assertions": [{"says": "x", "test": "true"}] * 21}, "at most 20"),
        ({"files": [{"path": "relative", "text": ""}]}, "absolute path"),
        ({"files": [{"path": "/a/../etc/passwd", "text": ""}]}, "absolute path"),
        ({"files": [{"path": "/proc/sys/kernel/core_pattern", "text": ""}]}, "cannot be a file"),
        ({"files": [{"path": "/rehearsal/status", "text": ""}]}, "cannot be a file"),
        ({"files": [{"path": "/a\nb", "text": ""}]}, "absolute path"),
        ({"files": [{"path": "/a", "text": 7}]}, "must be a text"),
        ({"files": [{"path": "/a", "text": "", "age_days": -1}]}, "number from 0"),
        ({"files": [{"path": "/a", "text": "", "age_days": True}]}, "number from 0"),
        ({"stubs": [{"name": "../sh", "script": ""}]}, "stub"),
        ({"stubs": [{"name": "grep", "script": "exit 0"}]}, "stub"),
        ({"status": 256}, "whole number"),
        ({"status": True}, "whole number"),
        ({"setup": 7}, "must be a text"),
        ({"running": "x" * 8001}, "at most 8000"),
        ({"further": [{"name": "x", "assertions": []}]}, "at least one assertion"),
        ({"further": [WHOLE] * 4}, "at most 3 further"),
    ],
)
def test_what_is_no_scenario_is_refused_with_a_reason(change: dict[str, Any], says: str) -> None:
    """Each part that cannot be used is refused in words that a model can act on."""
    with pytest.raises(UnreadableScenario, match=says):
        read_scenario(json.dumps(WHOLE | change))


@given(st.text())
def test_any_text_is_a_scenario_or_unreadable(text: str) -> None:
    """Reading never fails in another way."""
    with contextlib.suppress(UnreadableScenario):
        assert read_scenario(text).assertions


@given(st.lists(st.integers(0, 255), min_size=2, max_size=2), st.text(max_size=30))
def test_assertions_count_only_when_they_ran_to_the_end(statuses: list[int], noise: str) -> None:
    """Every line and the closing word must be there, in order, with the nonce; anything else is no answer."""
    lines = [f"n0nce {index} {status}" for index, status in enumerate(statuses)]
    whole = "\n".join([*lines, "n0nce done", ""])
    assert read_assertions(whole, TWO, "n0nce") == tuple(statuses)
    assert read_assertions("\n".join(lines), TWO, "n0nce") is None
    assert read_assertions(whole, TWO, "other") is None
    assert read_assertions("\n".join([*lines[::-1], "n0nce done"]), TWO, "n0nce") is None
    if "n0nce" not in noise:
        assert read_assertions(f"{noise}\n{whole}", TWO, "n0nce") == tuple(statuses)


def test_further_situations_status_and_programs_are_read() -> None:
    """A situation may expect another status, be set up by a program, have something running, and not be the only one."""
    nothing = WHOLE | {"name": "no wool", "files": [], "status": ANY_FAILURE}
    read = read_scenario(json.dumps(WHOLE | {"status": 3, "setup": "useradd knitter", "further": [nothing]}))
    assert (read.status, read.setup, read.running) == (3, "useradd knitter", "")
    assert [each.name for each in read.situations] == ["ordinary", "no wool"]
    assert [each.ends_right(1) for each in read.situations] == [False, True]
    assert not read.further[0].ends_right(0)


def test_a_model_may_say_that_an_action_cannot_be_rehearsed() -> None:
    """A reason is taken as the answer, whatever else is there; an empty one is none."""
    assert read_scenario(json.dumps(WHOLE | {"cannot": "it needs a cluster"})).unfit == "it needs a cluster"
    assert read_scenario('{"cannot": "it needs a cluster"}').unfit == "it needs a cluster"
    assert not read_scenario(json.dumps(WHOLE | {"cannot": " "})).unfit


def test_a_condition_counts_only_in_the_words_of_the_action() -> None:
    """What a test claims to exercise must stand in the action; values that no test names are told."""
    told = [
        {"says": "a", "test": "true", "condition": "older than 7 days"},
        {"says": "b", "test": "true", "condition": "and the moon"},
    ]
    scenario = read_scenario(json.dumps(WHOLE | {"assertions": told}))
    action = "Delete logs Older  than 7 days below /var/log/app, at most 20."
    held = grounded(scenario, action)
    assert exercised(held) == ("older than 7 days",)
    assert not_exercised(held, action) == ("/var/log/app", "20")


def seen(*statuses: int, scenario: Scenario = TWO, **ran: Any) -> Performance:
    """A performance of a script that ends with status 0 unless told otherwise."""
    return Performance(situation=scenario, ran=Execution(**{"exit": 0} | ran), statuses=statuses or None)


def test_a_scenario_that_holds_before_anything_is_done_proves_nothing() -> None:
    """One failing assertion after an empty script proves it; none, or one that cannot run, does not."""
    wrong = [seen(0, 1)]
    assert broken(TWO, [seen(1, 0)], wrong) == ""
    assert "already holds" in broken(TWO, [seen(0, 0)], wrong)
    assert "the wool is untouched (a missing program)" in broken(TWO, [seen(1, 127)], wrong)
    assert "did not run" in broken(TWO, [seen()], wrong)


def test_what_broke_a_scenario_is_told_exactly() -> None:
    """A limit by its name, a status by its number, what could not be started or set up by what it said."""
    wrong = [seen(1, 1)]
    assert "limit of wall" in broken(TWO, [seen(1, 0, limits=("wall",), exit=137)], wrong)
    assert "ends with status 7" in broken(TWO, [seen(1, 0, exit=7)], wrong)
    assert "no such wool" in broken(TWO, [seen(1, 0, exit=125, stderr=b"no such wool")], wrong)
    unready = Performance(situation=TWO, ran=Execution(exit=1), unready="its `setup` ended with status 1")
    assert "`setup` ended with status 1" in broken(TWO, [unready], wrong)


def test_a_scenario_that_a_trivially_wrong_script_passes_proves_nothing() -> None:
    """A script that deletes every file must fail an assertion, or end in a way that is not right, in some situation."""
    assert "only deletes the files" in broken(TWO, [seen(1, 0)], [seen(0, 0)])
    assert broken(TWO, [seen(1, 0)], [seen(0, 0, exit=1)]) == ""
    assert "rm -f -- '/srv/wool/red ball'\nexit 0" in wrong_program(TWO)


def test_the_opinion_follows_from_the_assertions() -> None:
    """All hold: yes. One fails: no, by name. All hold but it failed or met a limit: unsure. None ran: no opinion."""
    yes = conclude(TWO, [seen(0, 0)], ())
    assert yes.opinion
    assert yes.opinion.verdict is Verdict.YES
    no = conclude(TWO, [seen(0, 1)], ())
    assert no.opinion
    assert no.opinion.verdict is Verdict.NO
    assert no.failed == ("the wool is untouched",)
    assert "the wool is untouched" in no.opinion.reason
    unsure = conclude(TWO, [seen(0, 0, exit=137, limits=("wall",))], ())
    assert unsure.opinion
    assert unsure.opinion.verdict is Verdict.UNSURE
    assert "wall" in unsure.opinion.reason
    assert conclude(TWO, [seen()], ()).opinion is None


def test_another_status_than_zero_can_be_right() -> None:
    """An action that asks for "exit 1 if any" is done by a script that ends so, and by no other."""
    one = replace(TWO, status=1)
    assert conclude(one, [seen(0, 0, scenario=one, exit=1)], ()).opinion == replace(
        conclude(TWO, [seen(0, 0)], ()).opinion,  # type: ignore[type-var]
        reason="run in a sandbox, it ended with status 1; all 2 assertions hold",
    )
    odd = conclude(one, [seen(0, 0, scenario=one)], ()).opinion
    assert odd
    assert odd.verdict is Verdict.UNSURE
    assert "status 0 where 1 is right" in odd.reason


def test_every_situation_counts_and_the_failing_one_is_told() -> None:
    """A script that is right in one situation and wrong in another is wrong; its end and output are those of the latter."""
    idle = Situation(name="nothing to do", situation="No wool.", assertions=TWO.assertions)
    both = replace(TWO, further=(idle,))
    bad = Performance(situation=idle, ran=Execution(exit=4, stdout=b"no wool"), statuses=(0, 1))
    no = conclude(both, [seen(0, 0, scenario=both), bad], ())
    assert no.opinion
    assert no.opinion.verdict is Verdict.NO
    assert (no.situation, no.exit, no.output) == ("nothing to do", 4, "no wool")
    assert no.failed == ("the wool is untouched (nothing to do)",)
    good = conclude(both, [seen(0, 0, scenario=both), replace(bad, statuses=(0, 0), ran=Execution(exit=0))], ())
    assert good.opinion
    assert good.opinion.verdict is Verdict.YES
    assert "in 2 situations" in good.opinion.reason


def test_a_yes_says_what_was_exercised() -> None:
    """The conditions of the action whose tests held are named, and the values that nothing tested."""
    told = replace(TWO, assertions=(replace(TWO.assertions[0], condition="a pullover"), TWO.assertions[1]))
    yes = conclude(told, [seen(0, 0, scenario=told)], (), "knit a pullover of size 42")
    assert yes.opinion
    assert 'exercised of the action: "a pullover"' in yes.opinion.reason
    assert "not exercised: 42" in yes.opinion.reason
    assert conclude(told, [seen(1, 0, scenario=told)], ()).exercised == ()


def test_evidence_shows_what_was_played() -> None:
    """Whoever explains sees the situation, its stand-ins, the arguments, the output and the test that failed."""
    no = conclude(TWO, [seen(0, 1, stdout=b"knitting")], ("--size", "4 2"))
    shown = evidence(no, TWO)
    for part in ("Wool lies in /srv/wool.", "echo knitted", "--size '4 2'", "knitting", "test -e '/srv/wool/red ball'"):
        assert part in shown, part


def test_what_belongs_to_the_rehearsal_is_no_effect_of_the_script() -> None:
    """Calls and output files below the rehearsal's own folder are left out of the changes."""
    changes = (Change(path="/rehearsal/calls", kind="modified"), Change(path="/srv/pullover", kind="created"))
    assert [each.path for each in conclude(TWO, [seen(0, 0, changes=changes)], ()).changes] == ["/srv/pullover"]


def test_a_stub_notes_its_calls_and_then_plays() -> None:
    """The program notes name and arguments first; the model's own first line is not run twice."""
    program = stub_program(Stub(name="knit", script="#!/bin/sh\necho knitted"))
    assert program.startswith("#!/bin/bash\nprintf")
    assert program.count("#!") == 1
    assert program.endswith("echo knitted\n")


def test_hostile_words_stay_words() -> None:
    """Paths and tests with quotes cannot leave their places in the programs that are run."""
    scenario = Scenario(
        situation="",
        files=(*TWO.files, type(TWO.files[0])(path="/a'; touch /pwned; '", text="", age_days=1)),
        assertions=(Assertion(says="x", test="true'; echo n0nce done; '"),),
    )
    assert "'/a'\"'\"'; touch /pwned; '\"'\"''" in prepare_program(scenario)
    assert "\necho n0nce done" not in assertion_program(scenario, "n0nce")


@pytest.mark.parametrize(
    ("text", "takes"),
    [
        ('rm "$1"\n', True),
        ("while getopts x o; do :; done", True),
        ("(( $# == 2 ))", True),
        ("(( ${#} ))", True),
        ("df -h\n", False),
        ('echo "${#found[@]} of ${#all}"', False),
    ],
)
def test_arguments_are_asked_for_only_when_the_script_takes_some(text: str, takes: bool) -> None:
    """A script that never looks at its arguments needs nobody to choose them."""
    assert takes_arguments(text) is takes


def test_arguments_are_a_list_of_texts_or_none() -> None:
    """Anything else is read as no arguments."""
    assert read_arguments('{"arguments": ["--days", "7"]}') == ("--days", "7")
    assert read_arguments('{"arguments": [7]}') == ()
    assert read_arguments("none") == ()


# --- the step ---------------------------------------------------------------------------------------------------------


def world(does: dict[str, Sequence[int]]) -> PlayedSandbox:
    """A sandbox in which each script text leads to the given exit statuses of the assertions."""

    def play(box: PlayedBox, argv: Sequence[str]) -> Execution:
        if nonce := re.search(r"([0-9a-f]{16}) ", argv[-1]) if argv[:2] == ["bash", "-c"] else None:
            script = box.files["/rehearsal/script.sh"].decode()
            statuses = does[script] if script in does else [1] * (argv[-1].count("bash -n -c"))
            lines = [f"{nonce[1]} {index} {status}\n" for index, status in enumerate(statuses)]
            return Execution(exit=0, stdout="".join([*lines, f"{nonce[1]} done\n"]).encode())
        return Execution(exit=0)

    return PlayedSandbox(play)


EMPTY = "#!/bin/bash\n"


async def test_a_proven_scenario_gives_an_opinion() -> None:
    """The scenario is proven with an empty script, the script runs in it, and the scenario is handed on."""
    model = ScriptedModel({"scenario": json.dumps(WHOLE)})
    sandbox = world({EMPTY: (1, 0), GOOD: (0, 0)})
    rehearsal, scenario, calls = await rehearsing(model, sandbox)(ACTION, Script(text=GOOD), None)
    assert rehearsal.opinion
    assert rehearsal.opinion.verdict is Verdict.YES
    assert scenario
    assert scenario.proven
    assert [call.prompt for call in calls] == ["scenario"]
    assert all(GOOD not in prompt.text for prompt in model.asked)


async def test_a_scenario_is_written_once_for_all_drafts() -> None:
    """With a proven scenario at hand no model is asked for one, nor is it proven again."""
    model = ScriptedModel({})
    sandbox = world({GOOD: (1,)})
    rehearsal, scenario, calls = await rehearsing(model, sandbox)(ACTION, Script(text=GOOD), SCENARIO)
    assert rehearsal.opinion
    assert rehearsal.opinion.verdict is Verdict.NO
    assert (scenario, calls) == (SCENARIO, ())
    assert len(sandbox.boxes) == 1


async def test_a_broken_scenario_is_mended_at_most_three_times() -> None:
    """Each repair is told what is wrong; after the last there is no opinion, and it is not tried again."""
    model = ScriptedModel({"scenario": json.dumps(WHOLE)})
    step = rehearsing(model, world({EMPTY: (0, 0), GOOD: (0, 0)}))
    rehearsal, scenario, calls = await step(ACTION, Script(text=GOOD), None)
    assert rehearsal.opinion is None
    assert "already holds" in rehearsal.problem
    assert len(calls) == 1 + REPAIRS
    assert "already holds" in model.asked[1].text
    again, _, more = await step(ACTION, Script(text=GOOD), scenario)
    assert again.opinion is None
    assert more == ()


async def test_an_unreadable_scenario_is_mended() -> None:
    """A reply that is no scenario is answered with the reason, and the next one counts."""
    model = ScriptedModel({"scenario": ["I would rather not.", json.dumps(WHOLE)]})
    rehearsal, _, calls = await rehearsing(model, world({EMPTY: (1, 1), GOOD: (0, 0)}))(ACTION, Script(text=GOOD), None)
    assert rehearsal.opinion
    assert len(calls) == 2
    assert "no JSON object" in model.asked[1].text


async def test_arguments_come_from_the_situation() -> None:
    """A script that takes arguments is called with those that the model chooses, without seeing the assertions."""
    takes = GOOD + 'printf "%s\\n" "${1:?}"\n'
    model = ScriptedModel({"arguments": '{"arguments": ["/var/log/app"]}'})
    sandbox = world({takes: (0,)})
    rehearsal, _, calls = await rehearsing(model, sandbox)(ACTION, Script(text=takes), SCENARIO)
    assert rehearsal.arguments == ("/var/log/app",)
    assert ("bash", "/rehearsal/script.sh", "/var/log/app") in sandbox.boxes[0].commands
    assert [call.prompt for call in calls] == ["arguments"]
    assert "the old log is gone" not in model.asked[0].text
