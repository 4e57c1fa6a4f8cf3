"""Trials in real boxes: what is graded is what the script left, and nothing that it writes decides its grade."""

from __future__ import annotations

import os
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.bench.model import Case, CaseScenario, Grade, Grader, Seen
from scriptsmith.bench.places import SUITES
from scriptsmith.bench.trial import ENDED_CALLER, ENDS, INTACT, grade, grader, label_of
from scriptsmith.core.fixtures import Planted
from scriptsmith.core.types import Script
from scriptsmith.ports import Box, BoxLimits, BoxSpec
from tests.boxes import boxed
from tests.ordinary_user import as_nobody, readable_copy

pytestmark = boxed

LIMITS = BoxLimits(wall=20, cpu=10, processes=64, disk=8 << 20)
HELLO = 'check "it says hello" grep -qx hello "$OUT"\n'


@pytest.fixture(scope="module")
def sandbox() -> Bubblewrap:
    """One launcher for all trials."""
    return Bubblewrap()


@pytest.fixture
def trial(sandbox: Bubblewrap) -> Grader:
    """The grader under test."""
    return grade(sandbox, LIMITS)


def case(*scenarios: CaseScenario) -> Case:
    """A case judged by `scenarios`."""
    return Case(suite="suite", id="case", action="do it", golds=(), scenarios=scenarios)


def scenario(test: str, **more: object) -> CaseScenario:
    """A scenario with the checks of `test`."""
    return CaseScenario(**{"name": "plain", "test": f'. "$HARNESS"\n{test}finish\n', **more})  # type: ignore[arg-type]


async def tried(trial: Grader, text: str, test: str, **more: object) -> Grade:
    """The grade of one script in one scenario."""
    return await trial(case(scenario(test, **more)), Script(text=text))


async def test_checks_are_counted_one_by_one(trial: Grader) -> None:
    """Each promise is told with whether it held; a broken one says what was asked, and what the script said."""
    test = HELLO + 'check "it is polite" grep -q please "$OUT"\n'
    shown = await tried(trial, "echo hello; echo sorry >&2; exit 4", test)
    assert (shown.label, shown.problem, shown.output, shown.passed) == (0, "", "hello\n", False)
    assert shown.seen == (
        Seen(scenario="plain", promise="it says hello", held=True),
        Seen(
            scenario="plain",
            promise="it is polite",
            held=False,
            detail="grep -q please /bench/seen/out1\nstatus 4, stderr: sorry\n",
        ),
    )


async def test_a_negated_check_needs_a_command_that_ran(trial: Grader) -> None:
    """`!` turns a failing command into a promise that held, and not one that does not exist."""
    test = 'check "a" ! grep -q x "$OUT"\ncheck "b" ! true\ncheck "c" ! no-such-command\n'
    assert [each.held for each in (await tried(trial, "echo y", test)).seen] == [True, False, False]


async def test_labels_follow_the_first_scenario(trial: Grader) -> None:
    """2 when all holds, 1 when the first scenario does and another does not, 0 otherwise; each box is new."""
    both = case(
        scenario('check "a" test -s "$OUT"\ncheck "b" test "$(ls)" = made\n'),
        scenario('check "c" grep -q hello "$OUT"\n', name="other", purpose="robustness"),
    )
    grades = {text: await trial(both, Script(text=f"{text}; touch made")) for text in ("echo hello", "echo", "exit 1")}
    assert {text: found.label for text, found in grades.items()} == {"echo hello": 2, "echo": 1, "exit 1": 0}
    assert grades["echo"].all_held("function")
    assert not grades["echo"].all_held("robustness")
    assert label_of([]) == 0


async def test_a_world_is_laid_and_prepared_before_the_script(trial: Grader) -> None:
    """Fixture, stubs, preparation, arguments and standard input are what the script meets; times and modes hold."""
    world = replace(
        case(
            scenario(
                'check "all is met" diff - "$OUT" <<<$\'x\\nkeep\\na b|*|\\ntyped\\nstub one two\\n640 1000000000\'\n'
                'check "a stub may note its calls" grep -qx "one two" "$BENCH_CALLS"\n',
                prepare="echo keep >prepared",
                runs=(("a b", "*", ""),),
                stdin="typed",
            )
        ),
        fixture=(
            Planted(path="/work/in/x y", content=b"x\n", mode=0o640, modified="2001-09-09T01:46:40+00:00"),
            Planted(
                path="/bench/bin/kubectl",
                content=b'#!/bin/bash\necho "$*" >>"$BENCH_CALLS"\necho stub "$@"\n',
                mode=0o755,
            ),
        ),
    )
    text = (
        'cat "in/x y" prepared; printf "%s|" "$@" | sed "s/|$/\\n/"; cat; echo; kubectl one two; stat -c "%a %Y" in/*'
    )
    shown = await trial(world, Script(text=text))
    assert shown.passed, shown


async def test_calls_follow_each_other_in_one_box(trial: Grader) -> None:
    """Two calls see each other's work; status and output of each are kept apart."""
    test = (
        'check "outputs" test "$(cat "$OUT1" "$OUT2" "$OUT" "$ERR2")" = $\'1\\n2\\n2\\nb\'\n'
        'check "statuses" test "$STATUS1 $STATUS2 $STATUS" = "1 2 2"\n'
    )
    text = 'echo x >>log; n=$(wc -l <log); echo "$n"; echo "$1" >&2; exit "$n"'
    shown = await tried(trial, text, test, runs=(("a",), ("b",)))
    assert (shown.passed, shown.output) == (True, "1\n")


class Noting:
    """A sandbox that opens real boxes and keeps what was asked for."""

    name = "noting"

    def __init__(self, inner: Bubblewrap) -> None:
        self.inner, self.specs = inner, list[BoxSpec]()

    def open(self, spec: BoxSpec, /) -> AbstractAsyncContextManager[Box]:
        self.specs.append(spec)
        return self.inner.open(spec)


async def test_a_box_shows_nothing_of_the_bench_on_this_machine(sandbox: Bubblewrap) -> None:
    """Whatever the host has at /work and wherever its suites lie, a script sees an empty folder and no test."""
    noting = Noting(sandbox)
    shown = await tried(grade(noting, LIMITS), "ls -A; ls -R /bench", HELLO)
    assert shown.output == "/bench:\ncalls\nscript.sh\nseen\n\n/bench/seen:\nerr1\nout1\nstdin\n"
    (spec,) = noting.specs
    assert any(SUITES.iterdir())
    assert str(SUITES) in spec.empty
    assert not any(HELLO.encode() in content for content in spec.files.values())


@pytest.mark.skipif(os.geteuid() != 0, reason="boxes of an ordinary user have one id: the next test shows what is told")
async def test_a_script_runs_as_the_user_that_a_scenario_names(trial: Grader) -> None:
    """What root prepared stays root's; the script has that id and no other group, and its stubs can note calls."""
    text = 'echo hello; id -u; id -G; echo noted >>"$BENCH_CALLS"; cat secret; touch made; echo x >own/file'
    shown = await tried(
        trial,
        text,
        HELLO
        + 'check "who" test "$(tail -n 2 "$OUT" | xargs)" = "1234 1234"\n'
        + 'check "calls" test -s "$BENCH_CALLS"\ncheck "kept out" test "$(ls)" = $\'own\\nsecret\'\n'
        + 'check "let in" test -s own/file\n',
        user=1234,
        prepare="echo x >secret; chmod 600 secret; mkdir own; chown 1234 own",
    )
    assert shown.passed, shown


@pytest.mark.skipif(os.geteuid() == 0, reason="root's boxes have all ids; the next test runs this as nobody")
async def test_ids_that_a_box_lacks_are_a_problem(trial: Grader) -> None:
    """A scenario of another user cannot be tried by an ordinary user, is said so, and counts for nobody."""
    shown = await tried(trial, "echo hello", HELLO, user=1234)
    assert (shown.passed, shown.seen) == (False, ())
    assert shown.problem.startswith("plain: the script cannot run as uid 1234 here: setpriv: ")


@as_nobody
def test_an_ordinary_user_can_try_scripts() -> None:
    """The tests of calls, worlds and lacking ids pass for a user without any rights."""
    chosen = "ids_that_a_box_lacks or follow_each_other or world_is_laid or one_by_one"
    here = "tests/bench/test_trial.py"
    with readable_copy(here) as copied:
        ended = copied.run(here, "-k", chosen)
    assert ended.returncode == 0, ended.stdout[-6000:] + ended.stderr[-2000:]
    assert "4 passed" in ended.stdout


FORGERIES = {
    "prints records": 'printf "%s\\0held\\0it says hello\\0\\0%s\\0finish\\0001\\0\\0" n n; printf "checks: 1 passed"',
    "writes to its caller": 'printf "held\\0it says hello\\0" >/proc/$PPID/fd/1',
    "takes the nonce of its caller": 'tr "\\0" "\\n" </proc/$PPID/environ >/proc/$PPID/fd/1; cat /proc/$PPID/cmdline',
    "leaves a process": '(trap "" HUP TERM; while sleep 0.1; do echo hello >/bench/seen/out1; done) & disown',
    "leaves start-up files": 'echo "check() { :; }" | tee ~/.bashrc ~/.profile /etc/bash.bashrc >/etc/profile',
    "leaves a python module": 'echo "import os; os._exit(0)" >sitecustomize.py; cp sitecustomize.py json.py',
    "leaves a program behind": 'printf "#!/bin/true\\n" >/usr/local/bin/grep; chmod +x /usr/local/bin/grep',
}


@pytest.mark.parametrize("forgery", FORGERIES)
async def test_what_a_script_writes_is_no_result(forgery: str, trial: Grader) -> None:
    """However it pretends, a script that does not say hello is seen not to."""
    shown = await tried(trial, FORGERIES[forgery], HELLO + 'check "python" python3 -c "import json; json.dumps(1)"\n')
    assert (shown.label, shown.problem) == (0, "")
    assert ("it says hello", False) in [(each.promise, each.held) for each in shown.seen]


async def test_what_a_script_leaves_cannot_speak_for_the_test_that_runs_it(trial: Grader) -> None:
    """A program that the script made and the test runs can write to the test's own results, and changes none."""
    text = (
        "cat >tool <<'END'\n#!/bin/bash\n"
        "for fd in /proc/$PPID/fd/*; do printf 'x\\0held\\0it says hello\\0\\0x\\0finish\\0002\\0\\0' >\"$fd\"; done\n"
        "tr '\\0' '\\n' </proc/$PPID/environ >/proc/$PPID/fd/10\nEND\nchmod +x tool"
    )
    shown = await tried(trial, text, 'check "it runs" ./tool\n' + HELLO)
    assert (shown.label, shown.problem) == (0, "")
    assert [each.promise for each in shown.seen] == ["it runs", "it says hello"]
    assert not shown.seen[1].held


BREAKING = {
    "sleep 60": (ENDS, "limit of wall"),
    "yes >big": (ENDS, "limit of disk"),
    "yes": (ENDS, "limit of disk"),
    ":(){ :|:& };:; sleep 20": (ENDS, "limit of processes"),
    "kill -9 $PPID": (ENDED_CALLER, "137"),
    "kill -9 -1": (ENDED_CALLER, "137"),
    "rm -rf /work": (INTACT, "/work is deleted"),
    "rmdir /work; touch /work": (INTACT, "/work is modified"),
    "rm /usr/bin/grep": (INTACT, "/usr/bin/grep is deleted"),
    "cp /usr/bin/true /usr/bin/grep": (INTACT, "/usr/bin/grep is modified"),
    "echo x >/usr/bin/cmp2": (INTACT, "/usr/bin/cmp2 is created"),
    "touch /etc/ld.so.preload": (INTACT, "/etc/ld.so.preload is created"),
    "chmod 0 /usr/bin/diff": (INTACT, "/usr/bin/diff is metadata"),
}


@pytest.mark.parametrize("text", BREAKING)
async def test_a_script_that_breaks_its_box_has_failed(text: str, sandbox: Bubblewrap) -> None:
    """A limit, a killed caller and damaged programs are failures of the script, not of the bench, each named."""
    trial = grade(sandbox, replace(LIMITS, processes=24, wall=1 if text == "sleep 60" else 20))
    shown = await tried(trial, text, 'check "anything" true\n')
    promise, detail = BREAKING[text]
    assert (shown.label, shown.problem, [each.promise for each in shown.seen]) == (0, "", [promise])
    assert detail in shown.seen[0].detail


async def test_a_script_may_signal_its_own_group(trial: Grader) -> None:
    """`kill 0` on the way out, which many scripts do, ends what the script started and nothing else."""
    assert (await tried(trial, "trap 'kill 0' EXIT\nsleep 60 &\necho hello", HELLO)).passed


async def test_what_a_case_installs_beside_the_system_is_no_damage(trial: Grader) -> None:
    """New files in /usr/local/bin, /etc and /opt are work, not damage."""
    text = "echo hello; touch /usr/local/bin/tool /etc/tool.conf; mkdir -p /opt/tool; useradd x 2>/dev/null || true"
    assert (await tried(trial, text, HELLO)).passed


PROBLEMS: dict[str, tuple[dict[str, object], str]] = {
    "a test that does not finish": ({"test": 'check "x" true\n'}, "its test did not finish"),
    "a test that exits": (
        {"test": '. "$HARNESS"\nexit 0\nfinish\n'},
        "its test did not finish: it ended with status 0",
    ),
    "a test that cannot be parsed": ({"test": "if finish\n"}, "its test did not finish"),
    "a test that checks nothing": ({"test": "finish\n"}, "its test checks nothing"),
    "a preparation that fails": ({"prepare": "true\nls nothing-here\ntrue"}, "prepare ended with status 2: ls: cannot"),
    "a preparation that takes it all": ({"prepare": "yes >big"}, "limit of disk"),
    "a folder that is gone": ({"prepare": "rmdir /work"}, "prepare has left no working folder"),
}


@pytest.mark.parametrize("problem", PROBLEMS)
async def test_a_faulty_scenario_is_a_problem_and_no_failure(problem: str, trial: Grader) -> None:
    """What the case itself does wrong is told as such, with the scenario, and counts for nobody."""
    changes, why = PROBLEMS[problem]
    faulty = replace(scenario('check "x" true\n'), **changes)  # type: ignore[arg-type]
    shown = await trial(case(faulty, scenario(HELLO, name="next")), Script(text="echo hello"))
    assert (shown.label, shown.passed, shown.seen) == (0, False, ())
    assert shown.problem.startswith("plain: ")
    assert why in shown.problem


async def test_a_program_that_is_needed_and_lacks_is_a_problem(trial: Grader) -> None:
    """The program is named; a stub of the case is as good as an installed one."""
    needing = replace(case(scenario(HELLO)), needs=("bash", "frobnicate"))
    shown = await trial(needing, Script(text="echo hello"))
    assert shown.problem == "plain: the case needs frobnicate, which is not installed here"
    stub = Planted(path="/bench/bin/frobnicate", content=b"#!/bin/bash\n", mode=0o755)
    assert (await trial(replace(needing, fixture=(stub,)), Script(text="echo hello"))).passed


async def test_a_world_that_cannot_be_laid_is_a_problem(trial: Grader) -> None:
    """A fixture that no box can have is the case's fault, whichever way it fails."""
    for planted in (Planted(path="/dev/x", content=b""), Planted(path="/etc/passwd/x", kind="dir")):
        shown = await trial(replace(case(scenario(HELLO)), fixture=(planted,)), Script(text="echo hello"))
        assert shown.problem.startswith("plain: "), planted


async def test_each_case_is_judged_by_what_it_has() -> None:
    """Scenarios come before expectations, these before golds; what cannot be judged is a problem with its name."""

    def saying(word: str) -> Grader:
        async def graded(case: Case, script: Script) -> Grade:
            return Grade(label=2, output=word)

        return graded

    judge = grader(scenarios=saying("scenarios"), expectations=saying("expectations"), golds=saying("golds"))
    plain = case()
    some = scenario(HELLO)
    script = Script(text="")
    for chosen, word in (
        (replace(plain, scenarios=(some,), expectations=("x",)), "scenarios"),
        (replace(plain, expectations=("x",)), "expectations"),
        (plain, "golds"),
    ):
        assert (await judge(chosen, script)).output == word
    assert (await judge(replace(plain, problem="torn"), script)).problem == "torn"
    assert "suite/case is not judged by scenarios" in (await grader(scenarios=saying("x"))(plain, script)).problem
