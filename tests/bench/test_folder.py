"""Case folders: what is written is what is read, and nothing malformed is read or skipped."""

from __future__ import annotations

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scriptsmith.bench.folder import find, read_case, read_suite, shipped
from scriptsmith.bench.model import CaseScenario
from scriptsmith.core.types import Script
from scriptsmith.errors import BadInput, NotFound
from tests.bench.folders import EMPTY, PLAIN, TASK, write_case

SCENARIO = '[[scenarios]]\nname = "plain"\npurpose = "function"\n'
HEAD = 'kind = "script"\ndifficulty = 0\n'


def test_a_case_is_read_as_it_is_written(tmp_path: Path) -> None:
    """Every part of a folder arrives in its field, the suite named as the folder above."""
    fixture = json.dumps([{"path": "/work/a b", "text": "x"}, {"path": "/work/l", "type": "link", "target": "a b"}])
    case = read_case(
        write_case(
            tmp_path / "dairy" / "print-list",
            environment__fixture_json=fixture,
            environment__bin__kubectl="#!/bin/bash\n",
        )
    )
    assert (case.key, case.action, case.golds) == (
        "dairy/print-list",
        "Print the file list.",
        (Script(text="cat list\n"),),
    )
    assert (case.kind, case.difficulty, case.tags, case.needs, case.problem) == ("line", 1, ("spaces",), (), "")
    assert case.scenarios == (
        CaseScenario(name="plain", test=PLAIN, prepare="echo milk >list"),
        CaseScenario(name="empty", test=EMPTY, prepare=": >list", purpose="robustness"),
    )
    assert [(each.path, each.kind) for each in case.fixture] == [
        ("/work/a b", "file"),
        ("/work/l", "link"),
        ("/bench/bin/kubectl", "file"),
    ]
    assert (case.fixture[2].mode, case.fixture[2].content) == (0o755, b"#!/bin/bash\n")


SHARING = TASK.replace("\n\n", '\nstand_ins = ["kubectl"]\n\n', 1)


def test_a_case_may_use_stand_ins_of_its_suite(tmp_path: Path) -> None:
    """A program that task.toml names comes from the suite's folder of stand-ins, which is no case itself."""
    shared = tmp_path / "_stand-ins" / "kubectl"
    shared.parent.mkdir()
    shared.write_text("#!/bin/bash\necho shared\n")
    write_case(tmp_path / "bare", task_toml=SHARING)
    write_case(tmp_path / "more", task_toml=SHARING, environment__bin__curl="#!/bin/bash\n")
    bare, more = read_suite(tmp_path)
    assert [(each.path, each.content, each.mode) for each in bare.fixture] == [
        ("/bench/bin/kubectl", shared.read_bytes(), 0o755)
    ]
    assert [each.path for each in more.fixture] == ["/bench/bin/curl", "/bench/bin/kubectl"]


def test_a_stand_in_must_be_there_once(tmp_path: Path) -> None:
    """One that the suite lacks is named, and so is one that the case has too."""
    with pytest.raises(BadInput, match="_stand-ins/kubectl is missing"):
        read_case(write_case(tmp_path / "case", task_toml=SHARING))
    twice = write_case(tmp_path / "twice", task_toml=SHARING, environment__bin__kubectl="x")
    with pytest.raises(BadInput, match="a stand-in of the suite with the same name"):
        read_case(twice)


_TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)


def _toml(text: str) -> str:
    """A text as TOML writes it, every character by its number."""
    return '"' + "".join(f"\\U{ord(character):08x}" for character in text) + '"'


@settings(max_examples=40)
@given(runs=st.lists(st.lists(_TEXTS, max_size=3), min_size=1, max_size=3), prepare=_TEXTS, stdin=_TEXTS)
def test_texts_of_a_scenario_are_kept_to_the_letter(runs: list[list[str]], prepare: str, stdin: str) -> None:
    """Arguments, preparation and standard input are what the document says, whatever characters it has."""
    calls = ", ".join(f"[{', '.join(map(_toml, run))}]" for run in runs)
    task = f"{HEAD}{SCENARIO}runs = [{calls}]\nprepare = {_toml(prepare)}\nstdin = {_toml(stdin)}\nuser = 1000\n"
    with TemporaryDirectory() as folder:
        case = read_case(write_case(Path(folder) / "case", task_toml=task, tests__empty_sh=None))
    (scenario,) = case.scenarios
    assert scenario.runs == tuple(tuple(run) for run in runs)
    assert (scenario.prepare, scenario.stdin, scenario.user) == (prepare, stdin, 1000)


FAULTS: dict[str, tuple[dict[str, str | None], str]] = {
    "an unknown key": ({"task_toml": "colour = 1\n" + TASK}, "task.toml: unknown key 'colour'"),
    "an unknown key of a scenario": ({"task_toml": TASK + "usr = 1\n"}, "scenario 2: unknown key 'usr'"),
    "broken TOML": ({"task_toml": "kind = \n"}, "task.toml: "),
    "no kind": ({"task_toml": "difficulty = 1\n" + SCENARIO}, "`kind` must be"),
    "a difficulty out of range": ({"task_toml": TASK.replace("= 1", "= 3")}, "`difficulty` must be"),
    "a difficulty that is a truth": ({"task_toml": TASK.replace("= 1", "= true")}, "`difficulty`"),
    "tags that are no list": ({"task_toml": TASK.replace('["spaces"]', '"spaces"')}, "`tags` must be"),
    "needs that are no names": ({"task_toml": 'needs = ["rm -rf"]\n' + TASK}, "`needs` must be"),
    "no scenario": ({"task_toml": HEAD}, "at least one table [[scenarios]]"),
    "a scenario without a name": ({"task_toml": HEAD + '[[scenarios]]\npurpose = "function"\n'}, "needs a `name`"),
    "a name that leads elsewhere": ({"task_toml": HEAD + '[[scenarios]]\nname = "../x"\n'}, "needs a `name`"),
    "a purpose of its own": ({"task_toml": TASK.replace('"robustness"', '"speed"')}, "`purpose` must be"),
    "scenarios of one name": ({"task_toml": TASK.replace('"empty"', '"plain"')}, "two scenarios are named 'plain'"),
    "a first scenario that is not plain": (
        {"task_toml": TASK.replace('"function"', '"robustness"')},
        "the first scenario, 'plain', must have",
    ),
    "runs that are no lists": ({"task_toml": TASK + 'runs = ["a"]\n'}, "'empty': `runs` is a list with a list"),
    "no run at all": ({"task_toml": TASK + "runs = []\n"}, "`runs` is a list with a list"),
    "an argument that is a number": ({"task_toml": TASK + "runs = [[1]]\n"}, "`runs` is a list with a list"),
    "a preparation that is no text": ({"task_toml": TASK.replace('": >list"', "1")}, "`prepare` must be a text"),
    "a user that is no number": ({"task_toml": TASK + 'user = "nobody"\n'}, "`user` must be a whole number"),
    "a user that no box has": ({"task_toml": TASK + "user = 70000\n"}, "`user` must be a whole number"),
    "a scenario without a test": ({"tests__empty_sh": None}, "tests/empty.sh is missing"),
    "a test that never finishes": ({"tests__empty_sh": "true\n"}, "tests/empty.sh never says `finish`"),
    "a test without a scenario": ({"tests__other_sh": PLAIN}, "tests/other.sh: no scenario of task.toml has that name"),
    "no instruction": ({"instruction_md": None}, "instruction.md is missing"),
    "an empty instruction": ({"instruction_md": " \n"}, "instruction.md says nothing"),
    "no task": ({"task_toml": None}, "task.toml is missing"),
    "no reference": ({"solution__solution_sh": None}, "solution.sh is missing"),
    "an empty reference": ({"solution__solution_sh": "\n"}, "solution.sh is empty"),
    "a second reference": ({"solution__other_sh": "true"}, "other.sh: nothing of a case is named so"),
    "an unknown part": ({"notes_md": "x"}, "notes.md: nothing of a case is named so"),
    "an unknown part of the world": ({"environment__files_json": "[]"}, "files.json: nothing of a case is named so"),
    "a broken fixture": ({"environment__fixture_json": "["}, "fixture.json: "),
    "a fixture of a wrong shape": ({"environment__fixture_json": '[{"path": "x"}]'}, "fixture.json: entry 1"),
    "a fixture in the bench's folder": (
        {"environment__fixture_json": '[{"path": "/bench/calls"}]'},
        "/bench/calls lies in /bench",
    ),
    "a stub that no program is named as": ({"environment__bin__a b": "x"}, "a b is no name of a program"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_malformed_case_is_refused_with_file_and_fault(fault: str, tmp_path: Path) -> None:
    """One sentence names the file and what is wrong; in a suite the case is there with that problem."""
    files, why = FAULTS[fault]
    folder = write_case(tmp_path / "case", **files)
    with pytest.raises(BadInput, match=re.escape(why)) as refusal:
        read_case(folder)
    assert str(folder) in str(refusal.value)
    (case,) = read_suite(tmp_path)
    assert (case.id, case.problem, case.scenarios) == ("case", str(refusal.value), ())


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    """A test that is not UTF-8, or holds a NUL, is named."""
    folder = write_case(tmp_path / "case")
    (folder / "tests" / "plain.sh").write_bytes(b"finish \xff\n")
    with pytest.raises(BadInput, match=r"plain\.sh is not UTF-8 text"):
        read_case(folder)
    (folder / "tests" / "plain.sh").write_bytes(b"finish \0\n")
    with pytest.raises(BadInput, match=r"plain\.sh holds a NUL character"):
        read_case(folder)


def test_a_suite_holds_every_folder_in_order(tmp_path: Path) -> None:
    """Good and bad cases stand side by side, ordered by name; hidden folders are an editor's own."""
    for name in ("b", "a", "Bad name", ".hidden"):
        write_case(tmp_path / "dairy" / name)
    cases = read_suite(tmp_path / "dairy")
    assert [(case.key, bool(case.problem)) for case in cases] == [
        ("dairy/Bad name", True),
        ("dairy/a", False),
        ("dairy/b", False),
    ]


def test_a_folder_without_cases_is_no_suite(tmp_path: Path) -> None:
    """An empty folder is refused, and one that is not there is not found."""
    with pytest.raises(BadInput, match="holds no case"):
        read_suite(tmp_path)
    with pytest.raises(NotFound):
        read_suite(tmp_path / "none")


def test_names_stand_for_suites_cases_and_folders(tmp_path: Path) -> None:
    """SUITE and SUITE/CASE name what is shipped, a path a case or a suite of one's own; all else is not found."""
    assert set(shipped()) >= {"lines", "scripts"}
    (one,) = find("lines/count-unique-ips")
    assert one in find("lines")
    own = write_case(tmp_path / "dairy" / "print-list")
    assert [case.key for case in find(str(own))] == ["dairy/print-list"]
    assert find(str(own.parent)) == find(str(own))
    for name in ("no-such-suite", "lines/no-such-case", "lines/../scripts", str(tmp_path / "none")):
        with pytest.raises(NotFound, match="there is no suite, case or folder"):
            find(name)
