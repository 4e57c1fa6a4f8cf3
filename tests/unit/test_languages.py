"""One port for languages: everybody asks the registry, nobody compares targets, and each implementation keeps the port."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import get_args

import pytest

import scriptsmith
from scriptsmith.bash_language import BASH
from scriptsmith.checking import check_all
from scriptsmith.core.types import Entry, Parameter, Script, Severity, Target
from scriptsmith.errors import BadInput, BadSettings, ToolMissing
from scriptsmith.language import Language
from scriptsmith.languages import LANGUAGES, WhereInstalled
from scriptsmith.pipeline import Kit
from scriptsmith.run_service import RunService
from scriptsmith.settings import load
from scriptsmith.testing.doubles import MemoryCatalogue, MemoryJournal, ScriptedModel, StaticChecker
from scriptsmith.wiring import App, build

SOURCE = Path(scriptsmith.__file__).parent
NAMES = frozenset(get_args(Target))


def comparisons() -> Iterator[str]:
    """Where a target is compared with a name, or a name is chosen by one, outside the registry and the recogniser."""
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Compare | ast.Match):
                continue
            sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else [node.subject]
            named = any(isinstance(side, ast.Constant) and side.value in NAMES for side in sides)
            targets = any(ast.unparse(side).rpartition(".")[2] in ("target", "_target") for side in sides)
            if targets and (named or isinstance(node, ast.Match)):
                yield f"{file.relative_to(SOURCE).as_posix()}:{sides[0].lineno}"


def test_no_target_is_compared_with_a_name() -> None:
    assert list(comparisons()) == []


def test_a_comparison_would_be_seen() -> None:
    """The search is not blind: it finds what it looks for in a text that has it."""
    seen = ast.parse('if script.target == "ansible":\n    pass').body[0]
    assert isinstance(seen, ast.If)
    assert isinstance(seen.test, ast.Compare)
    assert ast.unparse(seen.test.left).rpartition(".")[2] == "target"


@pytest.fixture
def app(tmp_path: Path) -> App:
    return build(load({"HOME": str(tmp_path), "SCRIPTSMITH_PATHS__CATALOGUE": str(tmp_path / "c")}), {})


def test_every_target_has_a_language_of_its_own(app: App) -> None:
    assert set(LANGUAGES) == NAMES
    for target in LANGUAGES:
        language = app.language(target)
        assert language.target == target
        assert app.language(target) is language
        assert language.checkers
        assert language.draft_checkers[0].name == language.checkers[0].name
        assert app.kit(target).language is language


@pytest.mark.parametrize("target", sorted(NAMES))
async def test_what_one_writes_for_a_target_begins_as_its_skeleton(app: App, target: Target) -> None:
    """The skeleton is text in the language: its own gate finds no fault with it but that nothing is done yet."""
    language = app.language(target)
    assert language.skeleton.endswith("\n")
    assert (await language.weigh(Script(text=language.skeleton, target=target))).risk in ("safe", "unanalysable")


async def test_what_cannot_run_is_said_and_blocks_nothing() -> None:
    """A draft is checked by what is there; of what is not there it is said that it did not look."""

    class Missing:
        name = "some-lint"

        async def check(self, script: Script, /) -> tuple[()]:
            raise ToolMissing("it was not found: install it")

    (finding,) = await check_all([WhereInstalled(Missing())], Script(text="x", target="ansible"))
    assert (finding.code, finding.severity) == ("SS0030", Severity.INFO)
    assert finding.message == "some-lint did not check this: it was not found: install it"


async def test_a_run_service_without_other_kits_refuses_other_targets() -> None:
    """No playbook is worked on as if it were Bash."""
    service = RunService(
        kit=Kit(catalogue=MemoryCatalogue(()), syntax=StaticChecker(name="s")), journal=MemoryJournal()
    )
    assert service.kit_for("bash").language is BASH
    with pytest.raises(BadInput, match="scripts for ansible are not worked on here"):
        service.kit_for("ansible")


async def test_a_strategy_that_does_not_know_the_language_says_so(tmp_path: Path) -> None:
    from scriptsmith.core.types import Action

    loaded = load({"HOME": str(tmp_path)}, {"models.generator.strategy": "plain"})
    app = build(loaded, {})
    app.models["generator"] = ScriptedModel()
    draft = app.kit("ansible").draft
    assert draft is not None
    with pytest.raises(BadSettings, match="the strategy plain does not write for ansible: take one of reasoning"):
        await draft(Action(text="x", target="ansible"), (), 0)


def bound(language: Language, text: str, /, **values: str) -> str:
    parameters = tuple(Parameter(name=name, type="text", option=name) for name in values)
    entry = Entry(id="e", title="t", script=Script(text=text, target=language.target), parameters=parameters)
    return language.bind(entry, values, on=date(2026, 1, 2)).script.text


PLAY = """---
- name: A play
  hosts: servers
  vars:
    name: app
    number: 3
    several:
      - one
      - two
    on: false
    text: |
      first
      second
  tasks: []
"""


def test_values_become_variables_of_the_plays(app: App) -> None:
    """Each keeps the kind that it had, whatever is in it, and nothing else changes."""
    text = bound(app.language("ansible"), PLAY, name='a "b" c', number="17", several="x y", on="true", text="b: c # d")
    assert text.splitlines()[:2] == ["---", "# Bound by ScriptSmith from e version 1 on 2026-01-02."]
    from scriptsmith.ansible.yaml_nodes import Mapping, Scalar, Sequence, read_yaml

    root, _ = read_yaml(text)
    assert isinstance(root, Sequence)
    (play,) = root.items
    assert isinstance(play, Mapping)
    found = play.get("vars")
    assert isinstance(found, Mapping)
    values = {key.text: value for key, value in found.pairs}
    scalars = {name: (value.text, value.kind) for name, value in values.items() if isinstance(value, Scalar)}
    assert scalars == {
        "name": ('a "b" c', "text"), "number": ("17", "number"), "on": ("true", "boolean"), "text": ("b: c # d", "text")
    }  # fmt: skip
    several = values["several"]
    assert isinstance(several, Sequence)
    assert [item.text for item in several.items if isinstance(item, Scalar)] == ["x y"]
    assert text.endswith("  tasks: []\n")


def test_a_value_is_never_evaluated(app: App) -> None:
    """What Jinja would take for its own is marked so that Ansible leaves it alone."""
    text = bound(app.language("ansible"), PLAY, name="{{ lookup('pipe', 'id') }}")
    assert "    name: !unsafe \"{{ lookup('pipe', 'id') }}\"\n" in text


def test_a_parameter_that_no_play_knows_is_refused(app: App) -> None:
    with pytest.raises(ValueError, match="no play of the playbook sets the variable other"):
        bound(app.language("ansible"), PLAY, other="x")


@pytest.mark.parametrize(
    ("line", "value", "after"),
    [
        ("    a: SS_SECRET_1A", "hunter2", "    a: hunter2"),
        ("    a: SS_SECRET_1A", "x: y", "    a: SS_SECRET_1A"),
        ('    a: "p SS_SECRET_1A"', 'x" y\\', '    a: "p x\\" y\\\\"'),
        ("    a: 'SS_SECRET_1A'", "it's", "    a: 'it''s'"),
        ('    a: "SS_SECRET_1A"', "{{ x }}", '    a: "SS_SECRET_1A"'),
        ("    a: |\n      k = SS_SECRET_1A", "x: #y", "    a: |\n      k = x: #y"),
    ],
)
def test_a_secret_is_written_for_where_it_stands(app: App, line: str, value: str, after: str) -> None:
    """Where it has no room its token stays, and nothing in it is evaluated."""
    text = f"- hosts: servers\n  vars:\n{line}\n"
    placed = app.language("ansible").place(text, {"SS_SECRET_1A": value})
    assert placed == f"- hosts: servers\n  vars:\n{after}\n"
