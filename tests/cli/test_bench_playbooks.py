"""`scriptsmith bench` with playbooks: listed, run at three levels with a scripted model, graded and reported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scriptsmith.testing import Provider
from scriptsmith.testing.provider import RecordedRequest, canned
from tests.ansible.installed import ansible
from tests.bench.playbook_cases import REFERENCE, write_playbook_case
from tests.boxes import boxed
from tests.cli.program import Program, models

RUN = ("bench", "run", "books", "--out", "out", "--stages", "draft", "--json")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with a suite of one case, `books`."""
    write_playbook_case(tmp_path / "books" / "keep")
    return tmp_path


def answering(request: RecordedRequest) -> Any:
    """Right for the level with a list, with a variable that nobody sets for the others."""
    if request.prompt != "draft":
        return canned(request)
    wrong = REFERENCE.replace("kept | default('app')", "kept")
    return f"```yaml\n{REFERENCE if '- group web' in request.text else wrong}```\n"


def test_a_case_is_listed_and_shown(home: Path) -> None:
    program = Program(home)
    (listed,) = program("bench", "list", "books", "--json").json["cases"]
    assert (listed["kind"], listed["domain"]) == ("playbook", "files")
    shown = program("bench", "show", "books/keep").stdout
    assert "Level 1:\n  Keep /srv/app on the group web.\n" in shown
    assert "Must fail:\n  a playbook that does nothing\n" in shown
    assert "bash script.sh" not in shown


@pytest.mark.thorough
@boxed
@ansible
def test_three_levels_are_run_and_told_apart(home: Path) -> None:
    """Each level is a case of its own, failures have their label, and one level can be chosen."""
    with Provider(answering) as provider:
        program = Program(home, models(provider))
        done = program(*RUN, "--level", "3")
        assert (done.status, done.json["runs"]) == (0, 1), done.stderr
        done = program(*RUN)
        assert (done.status, done.json["runs"]) == (0, 3), done.stderr
        assert [request.prompt for request in provider.requests] == ["draft"] * 3
    (system,) = done.json["report"]["systems"]
    assert {it["value"]: it["figures"]["pass_at_1"]["value"] for it in system["passes_by"]} == {
        "1": 0.0, "2": 0.0, "3": 1.0, "files": pytest.approx(1 / 3),
    }  # fmt: skip
    assert {it["label"]: it["count"] for it in system["failure_labels"] if it["count"]} == {"variable": 2}
    assert (system["figures"]["idempotent"]["value"], system["figures"]["safe"]["value"]) == (1.0, 1.0)
    assert system["figures"]["noop"]["value"] == 0.0


@pytest.mark.thorough
@boxed
@ansible
def test_baselines_of_playbooks(home: Path) -> None:
    """The reference passes each time at every level, and an empty playbook never."""
    program = Program(home)
    gold = program(*RUN, "--system", "gold")
    assert (gold.status, gold.json["runs"], gold.json["failing"]) == (0, 6, []), gold.stderr
    noop = program(*RUN, "--system", "noop")
    values = {it["name"]: it["figures"]["strict_after"]["value"] for it in noop.json["report"]["systems"]}
    assert (noop.status, values) == (0, {"gold": 1.0, "noop": 0.0})
