"""What every script has to refuse is tried by a test that is made from the entry's description."""

from __future__ import annotations

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.core.types import Entry, Parameter, Script
from scriptsmith.interface_test import interface_checks, tools, usual_arguments
from scriptsmith.ports import BoxLimits
from scriptsmith.proving_interface import interface_of
from scriptsmith.wiring import harness

SCRIPT = """\
#!/usr/bin/env bash
set -euo pipefail
die() {
  printf 'x: %s\\n' "$2" >&2
  exit "$1"
}
name='' number=3
while (($# > 0)); do
  case $1 in
    --name) name=$2 && shift 2 ;;
    --number) number=$2 && shift 2 ;;
    *) die 2 "unknown argument: $1" ;;
  esac
done
[[ -n $name ]] || die 2 "--name is required"
[[ $name =~ ^[a-z]+$ ]] || die 2 "--name takes a name, not '$name'"
[[ $number =~ ^[0-9]+$ ]] || die 2 "--number takes a number, not '$number'"
for tool in grep nosuchtool; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
command -v sed >/dev/null || die 3 "sed is not installed"
command -v also >/dev/null || also=none
printf '%s %s\\n' "$name" "$number"
"""
NAME = Parameter(name="name", type="name", option="--name", description="x", required=True)
NUMBER = Parameter(name="number", type="count", option="--number", description="x", default="3")
TEST = """. "$HARNESS"
stub nosuchtool <<<'exit 0'
run
run --name 'x; y'
run --name ana --number 4
check 'it runs' test "$out" = 'ana 4'
finish
"""


def _entry(script: str = SCRIPT) -> Entry:
    return Entry(id="x", title="x", script=Script(text=script), parameters=(NAME, NUMBER), test=TEST)


def test_the_usual_arguments_are_of_a_run_that_gives_what_is_required() -> None:
    """A run with a value of another type, or without a required one, shows nothing usual."""
    runs = [(), ("--name", "-x"), ("--dry-run", "--name", "ana", "--number", "4"), ("--name", "ben")]
    assert usual_arguments(_entry(), runs) == {"--name": "ana", "--number": "4"}
    assert usual_arguments(_entry(), runs[:2]) is None


def test_each_value_and_each_tool_is_asked_for() -> None:
    """Without a required value, with one of another type, and without a tool the script has to refuse."""
    checks = interface_checks(_entry(), {"--name": "ana"})
    assert [each.wanted for each in checks] == [
        (2, "--name is "),
        *[(2, "--name ")] * 3,
        *[(2, "--number ")] * 3,
        *[(3, f"{tool} is not installed") for tool in ("grep", "nosuchtool", "sed")],
    ]
    assert all("--name ana" in each.run for each in checks if "number" in each.name or "installed" in each.name)


def test_tools_that_a_script_can_do_without_are_none_of_them() -> None:
    """Only what is refused without counts."""
    assert set(tools(_entry())) == {"grep", "nosuchtool", "sed"}


@pytest.mark.parametrize(
    "broken",
    [
        ('[[ -n $name ]] || die 2 "--name is required"\n', "without --name it says that it is needed"),
        ("""[[ $number =~ ^[0-9]+$ ]] || die 2 "--number takes a number, not '$number'"\n""", "--number does not take"),
        ('command -v sed >/dev/null || die 3 "sed is not installed"\n', ""),
    ],
)
async def test_a_refusal_that_is_gone_is_noticed(broken: tuple[str, str]) -> None:
    """The whole script keeps all promises; without one refusal those that it kept are broken."""
    box, limits = Bubblewrap(), BoxLimits()
    text, lacking = await interface_of(_entry(), harness(), box, limits)
    assert lacking == ()
    assert text.count("\ncheck ") == 10
    line, told = broken
    _, lacking = await interface_of(_entry(SCRIPT.replace(line, "")), harness(), box, limits)
    assert bool(lacking) == bool(told)
    assert all(each.startswith(told) for each in lacking)


BOUNDED = SCRIPT.replace(
    """[[ $number =~ ^[0-9]+$ ]] || die 2 "--number takes a number, not '$number'"\n""",
    """{ [[ $number =~ ^[0-9]{1,9}$ ]] && ((10#$number >= 2 && 10#$number <= 40)); } ||
  die 2 "--number takes a whole number from 2 to 40, not '$number'"\n""",
)


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        (">= 2", ">= 3", "--number takes 2, as its refusal says"),
        (">= 2", "> 0", "--number does not take 1, as its refusal says"),
        ("<= 40", "< 40", "--number takes 40, as its refusal says"),
        ("<= 40", "<= 41", "--number does not take 41, as its refusal says"),
        ("&& 10#", "|| 10#", "--number does not take 1, as its refusal says"),
        ("number <= 40", "number <= number", "--number does not take 41, as its refusal says"),
    ],
)
async def test_the_bounds_that_a_refusal_tells_are_those_of_the_script(was: str, now: str, told: str) -> None:
    """The least and the greatest number are taken, the next ones are not."""
    box, limits = Bubblewrap(), BoxLimits()
    _, lacking = await interface_of(_entry(BOUNDED), harness(), box, limits)
    assert lacking == ()
    _, lacking = await interface_of(_entry(BOUNDED.replace(was, now)), harness(), box, limits)
    assert told in lacking


def test_a_bound_on_one_side_is_tried_there() -> None:
    """What is above 0 has no greatest value that could be tried."""
    text = SCRIPT.replace("takes a number,", "takes a whole number above 0,")
    tried = [each.name for each in interface_checks(_entry(text), {"--name": "ana"}) if "refusal" in each.name]
    assert tried == ["--number takes 1, as its refusal says", "--number does not take 0, as its refusal says"]


async def test_a_script_that_takes_its_time_has_taken_the_number() -> None:
    """It is ended after two seconds."""
    slow = _entry(BOUNDED + "((number != 40)) || sleep 60\n")
    _, lacking = await interface_of(slow, harness(), Bubblewrap(), BoxLimits(wall=30))
    assert lacking == ()


async def test_without_a_run_to_go_by_there_is_no_test() -> None:
    """An entry whose test never gives what is required is not guessed at."""
    entry = Entry(
        id="x",
        title="x",
        script=Script(text=SCRIPT),
        parameters=(NAME,),
        test='. "$HARNESS"\nrun\ncheck x true\nfinish\n',
    )
    assert await interface_of(entry, harness(), Bubblewrap(), BoxLimits()) == ("", ())
