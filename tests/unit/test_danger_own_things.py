"""What the script itself has made may be removed by it: by name, kind, place, and on every path."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse
from scriptsmith.danger.rules.origins import unique
from scriptsmith.interpreter.interpreter import read_script
from scriptsmith.programs.making import creates, making, programs


def test_the_table_can_be_read() -> None:
    """Every block is in the format, and tells at least one thing."""
    assert all(making(program, ()) or creates(program, ("create", "x")) is not None for program in programs())


@pytest.mark.parametrize(
    "value",
    [
        "x-$$",
        "x-$RANDOM",
        "x-${RANDOM}-y",
        '"t-$(date +%s)"',
        '"$(uuidgen)"',
        '"$(date +%s | md5sum | cut -c1-8)"',
        "x-${CI_JOB_ID}",
    ],
)
def test_a_name_of_this_run_is_unique(value: str) -> None:
    """A process id, a random number or the time to the second is in no other run's names."""
    assert unique(read_script(f"echo {value}").commands[-1].arguments[0])


@pytest.mark.parametrize(
    "value",
    [
        "x-$(date +%F)",
        '"x-$(date -d yesterday +%s)"',
        '"${WORK:-/srv/x-$$}"',
        "$((RANDOM % 4))",
        '"$(ls /srv/$$)"',
        '"$(find /srv -newermt "@$(date +%s)")"',
        "tmp-$USER",
    ],
)
def test_what_may_have_been_there_before_is_not_unique(value: str) -> None:
    """A day, an earlier time, a default or what a listing finds may be the name of something older."""
    assert not all(unique(each.arguments[0]) for each in read_script(f"echo {value}").commands if each.name == "echo")


@pytest.mark.parametrize(
    ("program", "arguments", "makes"),
    [
        ("docker", "create --name x img", True),
        ("docker", "-H ssh://lab run --name x img", True),
        ("docker", "rm x", False),
        ("kubectl", "--context lab create ns x", True),
        ("aws", "ec2 run-instances", True),
        ("git", "worktree add x", True),
        ("sed", "create", False),
    ],
)
def test_what_creates_is_told(program: str, arguments: str, makes: bool) -> None:
    """Whether a command makes a thing is told behind whatever options stand before its subcommand."""
    assert creates(program, arguments.split()) is makes


def test_the_success_of_a_maker_is_kept_where_it_is_assigned() -> None:
    """The output of a maker may be kept in a variable: its success is known then as well."""
    commands = read_script("set -e\nid=$(docker create --name shop img)\ndocker rm shop").commands
    assert any(fact.kind == "ran" and fact.by[-1].name == "docker" for fact in commands[-1].facts)


def test_a_function_that_nothing_calls_runs_here() -> None:
    """What a remote command before it does not say where the commands of a function run that only a trap calls."""
    commands = read_script("f() { id; }\ntrap f EXIT\nssh web1 true").commands
    assert {command.host for command in commands if command.name == "id"} == {""}


@pytest.mark.parametrize(
    ("text", "risk"),
    [
        ("set -e\nmk() { docker create --name $1 i; }\nmk a\nmk b || true\ndocker rm -fv b", "dangerous"),
        ("docker create --name shop i || exit 1\ndocker rm -fv shop", "notable"),
        ("docker create --name shop i\ndocker rm -fv shop", "dangerous"),
        ("set -e\nif x; then docker create --name shop i; fi\ndocker rm -fv shop", "dangerous"),
        ("id=$(docker run -d i)\ndocker rm -fv $id", "notable"),
        ("id=$(docker volume create)\ndocker rm -fv $id", "dangerous"),
    ],
)
def test_every_path_to_the_removal_counts(text: str, risk: str) -> None:
    """A thing is the script's own only where it was made on every path, or its name was printed as it was made."""
    assert analyse(text).risk == risk
