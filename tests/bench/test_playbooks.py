"""Cases that ask for playbooks: read, told at three levels, tried by two runs, proven by their mutants."""

from __future__ import annotations

from pathlib import Path

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.bench.folder import read_case
from scriptsmith.bench.ledger import Sources
from scriptsmith.bench.model import Case, Grade, Grader, Mutant, Seen
from scriptsmith.bench.playbook_trial import AGAIN, RUNS, STATE, playbook_grader
from scriptsmith.bench.proving import Proof, prove
from scriptsmith.bench.score import _judged
from scriptsmith.bench.sources import chosen
from scriptsmith.bench.trial import INTACT, by_target
from scriptsmith.core.types import Script
from scriptsmith.errors import BadInput, ToolMissing
from scriptsmith.wiring import harness
from tests.ansible.installed import ansible, home
from tests.bench.playbook_cases import INSTRUCTION, REFERENCE, TASK, TEST, write_playbook_case
from tests.boxes import boxed
from tests.proofs import PLAYBOOK_LIMITS


def test_a_case_is_read(tmp_path: Path) -> None:
    """Three levels, a reference, the mutants that every case has and its own."""
    case = read_case(write_playbook_case(tmp_path / "books" / "keep"))
    assert (case.kind, case.target, case.domain, case.groups) == ("playbook", "ansible", "files", ("web",))
    assert case.golds == (Script(text=REFERENCE, target="ansible"),)
    assert case.levels[0] == "Keep /srv/app on the group web."
    assert case.action == case.levels[2] == "- /srv/app, mode 0750\n- group web"
    assert [(each.breaks, each.idle) for each in case.mutants] == [
        (STATE, True), (RUNS, True), (AGAIN, False), ("", False), (STATE, False), (RUNS, False), (AGAIN, False)
    ]  # fmt: skip
    texts = [each.script.text for each in case.mutants]
    assert "hosts: nowhere_to_be_found" in texts[1]
    assert texts[2].startswith(REFERENCE)
    assert "-elsewhere" in texts[3]
    assert texts[4] == REFERENCE.replace("0750", "0755")
    assert len({REFERENCE, *texts}) == 8


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"instruction_md": "Keep it.\n"}, "a heading `# Level N`"),
        ({"instruction_md": INSTRUCTION.replace("# Level 3", "# Level 2")}, "a heading `# Level N`"),
        ({"task_toml": TASK.replace('"files"', '"cooking"')}, "`domain` must be"),
        ({"task_toml": TASK.partition("[[mutants]]")[0]}, "at least one table [[mutants]]"),
        ({"task_toml": TASK.replace("'\"0750\"'", "'0700'")}, "replaces '0700', which the reference does not have"),
        ({"task_toml": TASK.replace('breaks = "again"', 'breaks = "dishes"')}, "breaks one of run, state, again"),
        ({"task_toml": TASK + "more = 1\n"}, "and nothing else"),
        ({"solution__playbook_yml": "- tasks: []\n"}, "names no hosts"),
        ({"environment__fixture_json": "[]"}, "prepare its world in `before`"),
        ({"tests__plain_sh": "check a true\n"}, "never says `finish`"),
    ],
)
def test_what_is_wrong_with_a_case_is_named(files: dict[str, str], why: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as told:
        read_case(write_playbook_case(tmp_path / "books" / "keep", **files))
    assert why in str(told.value)


def test_a_case_is_measured_at_each_level(tmp_path: Path) -> None:
    """Three cases with keys and words of their own, or one of them, and one grade for a playbook at all of them."""
    write_playbook_case(tmp_path / "books" / "keep")
    sources = Sources(suites=(str(tmp_path / "books"),))
    cases = chosen(sources).cases
    assert [case.key for case in cases] == ["books/keep@1", "books/keep@2", "books/keep@3"]
    assert [case.action for case in cases] == list(cases[0].levels)
    assert len({_judged(case) for case in cases}) == 1
    assert [case.level for case in chosen(sources, levels=(2,)).cases] == [2]
    assert [len(case.at_levels()) for case in cases] == [1, 1, 1]


class Breaking:
    """A grader for which every mutant breaks the same promise, and the reference none."""

    def __init__(self, promise: str) -> None:
        self.promise = promise

    async def __call__(self, case: Case, script: Script) -> Grade:
        right = script in case.golds
        seen = (Seen(scenario="plain", promise=self.promise, held=right),)
        return Grade(label=2 if right else 0, seen=seen)


@pytest.mark.parametrize(
    ("mutant", "why"),
    [
        ("a second run", ""),
        ("its state", "a fault should break 'its state', and breaks another promise: plain: a second run"),
    ],
)
async def test_a_mutant_fails_for_what_is_wrong_with_it(mutant: str, why: str) -> None:
    """One that fails for another reason, such as a slip in writing it, proves nothing."""
    fault = Mutant(name="a fault", script=Script(text="b", target="ansible"), breaks=mutant)
    case = Case(suite="s", id="c", action="a", golds=(Script(text="a", target="ansible"),), mutants=(fault,))
    proof = await prove(case, Breaking("a second run"))
    assert (proof.why, proof.mutants) == (why, 0 if why else 1)


async def test_without_ansible_nothing_is_proven_and_nothing_fails() -> None:
    async def graded(case: Case, script: Script) -> Grade:
        raise ToolMissing("ansible-playbook was not found")

    case = Case(suite="s", id="c", action="a", golds=(Script(text="a", target="ansible"),), target="ansible")
    proof = await prove(case, by_target({"ansible": graded}))
    assert proof == Proof(key="s/c", why="ansible-playbook was not found", provable=False)
    assert "nothing here can run" in (await by_target({})(case, case.golds[0])).problem


@pytest.fixture
def judge() -> Grader:
    """The grader of playbooks, in real boxes."""
    return playbook_grader(Bubblewrap(), PLAYBOOK_LIMITS, home, harness())


@pytest.fixture
def keep(tmp_path: Path) -> Case:
    return read_case(write_playbook_case(tmp_path / "books" / "keep"))


@pytest.mark.thorough
@boxed
@ansible
async def test_a_case_proves_itself(keep: Case, judge: Grader) -> None:
    """Its reference passes twice by two runs each, and each of seven mutants breaks what it is made to break."""
    proof = await prove(keep, judge)
    assert (proof.why, proof.mutants, proof.checks) == ("", 7, 4)


@boxed
@ansible
@pytest.mark.parametrize(
    ("old", "new", "promise", "detail"),
    [
        ("hosts: web", "hosts: db", RUNS, "no host matched"),
        ('mode: "0750"', 'mode: "0700"', STATE, "the folder is there"),
        ("ansible.builtin.file", "ansible.builtin.no_such_module", RUNS, "it needs a collection"),
        ("/srv/{{ kept | default('app') }}", "/work/test/x", INTACT, "where the test lies"),
    ],
)
async def test_the_first_broken_promise_is_told(
    old: str, new: str, promise: str, detail: str, keep: Case, judge: Grader
) -> None:
    """A module that nobody has written is a failure; a playbook that reaches for the test is one too."""
    grade = await judge(keep, Script(text=REFERENCE.replace(old, new), target="ansible"))
    assert (grade.label, grade.problem, grade.seen[-1].promise, grade.seen[-1].held) == (0, "", promise, False)
    assert detail in grade.seen[-1].detail
    assert all(each.held for each in grade.seen[:-1])


@boxed
@ansible
async def test_what_a_box_lacks_is_no_failure(keep: Case, judge: Grader) -> None:
    """A module of a collection that is not installed here is a problem, and an empty playbook a failure."""
    text = REFERENCE.replace("ansible.builtin.file", "community.general.archive")
    assert "not judged: " in (await judge(keep, Script(text=text, target="ansible"))).problem
    nothing = await judge(keep, Script(text=""))
    assert (nothing.label, nothing.problem) == (0, "")


@boxed
@ansible
@pytest.mark.parametrize("module", ["systemd_service", "service"])
async def test_a_service_is_asked_of_the_stand_in_by_whichever_module(
    module: str, tmp_path: Path, judge: Grader
) -> None:
    """`service` takes what manages services on the host; in a box it finds nothing, and takes the module for systemd."""
    task = (
        f"    - name: Start it again\n      ansible.builtin.{module}:\n        name: shop\n        state: restarted\n"
    )
    playbook = f"---\n- name: Start the shop again\n  hosts: web\n  tasks:\n{task}"
    test = """. "$HARNESS"
before() {
  stub systemctl <"$UNITS"
  systemctl start shop
}
after() { check 'it was started again' test "$(calls 'restart shop' | wc -l)" -ge 1; }
"""
    case = read_case(write_playbook_case(tmp_path / "books" / "keep", tests__plain_sh=test))
    grade = await judge(case, Script(text=playbook, target="ansible"))
    assert grade.problem == ""
    assert [each.held for each in grade.seen if each.promise == STATE] == [True]


@boxed
@ansible
async def test_every_scenario_counts(tmp_path: Path, judge: Grader) -> None:
    """The label is 1 where only robustness is lacking. A second run that skips every task leaves nothing to be done."""
    more = '[[scenarios]]\nname = "there"\npurpose = "robustness"\n\n[[mutants]]'
    write_playbook_case(
        tmp_path / "books" / "keep",
        task_toml=TASK.replace("[[mutants]]", more, 1),
        tests__there_sh=TEST.replace("after()", "before() {\n  mkdir -m 700 /srv/app\n}\n\nafter()"),
    )
    case = read_case(tmp_path / "books" / "keep")
    grade = await judge(case, case.golds[0])
    assert (grade.label, len(grade.seen)) == (2, 8)
    once = REFERENCE.rstrip("\n") + "\n      when: not '/srv/app' is exists\n"
    grade = await judge(case, Script(text=once, target="ansible"))
    assert (grade.label, grade.seen[-1].scenario) == (1, "there")
