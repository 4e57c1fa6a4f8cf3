"""What scripts pass to programs, and what stand-ins accept, are options that the real programs have.

The table of programs was read from the programs themselves; `options.toml` holds what it lacks, with its source.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.core.types import Entry
from scriptsmith.programs import argv
from scriptsmith.programs.argv import UNKNOWN
from scriptsmith.programs.find import search
from scriptsmith.programs.spec import Spec, spec_of
from tests.proofs import folders

from .program_calls import Call, accepted, calls, stand_ins

FURTHER = Path(__file__).with_name("options.toml")
WORDS_WITH_PLUS = frozenset(("dig",))
"""Programs whose options may be words behind a plus sign."""
PLAIN = frozenset(("printf", "echo", "[", "test", "die", "check", "run", "stub"))
"""What takes texts, with or without a dash at their beginning."""


@cache
def further() -> dict[str, frozenset[str]]:
    """The options of `options.toml`, by program."""
    found = dict[str, frozenset[str]]()
    for row in tomllib.loads(FURTHER.read_text(encoding="utf-8"))["program"]:
        for name in row["names"]:
            found[name] = found.get(name, frozenset()) | frozenset(row["options"])
    return found


def options(call: Call) -> Iterator[tuple[str, str, bool]]:
    """The options of a call and of what it starts: program, option, whether the program is known to have it."""
    program, words = call
    if program in PLAIN or not program:
        return
    if program == "find":
        yield from _of_find(words)
        return
    own = further().get(program, frozenset())
    if program in WORDS_WITH_PLUS:
        yield from ((program, it, it in own) for it in (word.partition("=")[0] for word in words if word[:1] == "+"))
        words = tuple(word for word in words if word[:1] != "+")
    spec = spec_of(program)
    read = argv.parse(spec, words)
    for given in read.given:
        name = given.name if spec is not None else words[given.at].partition("=")[0]
        if UNKNOWN not in name:
            yield program, name, given.option is not None or name in own
    if read.inner is not None and words[read.inner :]:
        inner, *rest = words[read.inner :]
        if UNKNOWN not in inner:
            yield from options(Call(inner, tuple(rest)))


def _of_find(words: Sequence[str]) -> Iterator[tuple[str, str, bool]]:
    read = search(words)
    for term in (*read.settings, *read.terms):
        if term.kind == "run" and term.values:
            yield from options(Call(words[term.values[0]], tuple(words[at] for at in term.values[1:])))
        elif term.kind != "misplaced" and UNKNOWN not in term.name:
            yield "find", term.name, term.kind != "unknown"


@cache
def of_script(script: str) -> tuple[tuple[str, str, bool], ...]:
    """The options that a script passes: program, option, whether the program has it."""
    return tuple(each for call in sorted(calls(script)) for each in options(call))


def of_stand_ins(test: str) -> Iterator[tuple[str, str, bool]]:
    """The options that the stand-ins of a test accept; where a pattern hides the subcommand, any subcommand may have it."""
    for program, text in stand_ins(test):
        spec = spec_of(program)
        for row in accepted(text):
            if row and spec is not None and spec.has_subcommands and UNKNOWN in row[0]:
                everywhere = _all(spec) | further().get(program, frozenset())
                names = [it.partition("=")[0] for it in row if it[:2] == "--" and len(it) > 2]
                yield from ((program, name, name in everywhere) for name in names if UNKNOWN not in name)
            elif row:
                yield from options(Call(program, row))


def _all(spec: Spec) -> frozenset[str]:
    """The options of a program and its subcommands."""
    return frozenset(spec.options).union(*(_all(each) for each in spec.subcommands.values()))


def unknown(found: Iterable[tuple[str, str, bool]]) -> list[str]:
    """The options that no table has."""
    return [name for _, name, known in found if not known]


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return [read_entry(folder) for folder in folders()]


@pytest.mark.thorough
def test_scripts_pass_only_options_that_their_programs_have(entries: list[Entry]) -> None:
    found = [(entry.id, *each) for entry in entries for each in of_script(entry.script.text)]
    assert [each[:3] for each in found if not each[3]] == []
    assert len(found) > 9000, "hardly anything was looked at"


@pytest.mark.thorough
def test_stand_ins_accept_only_options_that_their_programs_have(entries: list[Entry]) -> None:
    found = [(entry.id, *each) for entry in entries for each in of_stand_ins(entry.test)]
    assert [each[:3] for each in found if not each[3]] == []
    assert len(found) > 1000, "hardly anything was looked at"


@pytest.mark.thorough
def test_every_further_option_is_passed_somewhere(entries: list[Entry]) -> None:
    """One that no script passes any more leaves the list."""
    used = {each[:2] for entry in entries for each in (*of_script(entry.script.text), *of_stand_ins(entry.test))}
    assert {(name, option) for name, known in further().items() for option in known} - used == set()


@pytest.mark.parametrize(
    "script",
    [
        "lvs --no-headings vg0",
        "kubectl --context c get pods --output=json --all-name-spaces",
        'k() {\n  local verb=$1\n  shift\n  kubectl "$verb" --request-timeout=30s "$@"\n}\nk get pods --no-header\n',
        "sudo -n timeout 5 ss --listenning",
        'opts=(--tcp)\nopts+=(--nummeric)\nss "${opts[@]}"',
        'which=--alll\nss "$which"',
        "x=$(stat --fromat=%s -- a)",
        "cat <<E\n$(df --block-sise=1)\nE\n",
        "find . -mtime +3 -newerx y",
        "find . -exec stat --fromat=%s {} +",
        "dig +shorter example.org",
        "nobodysprogram --colour",
        'for name in a b; do git log --on-line "$name"; done',
        "ss ${all:+--alll}",
    ],
)
def test_an_option_that_a_program_does_not_have_is_found(script: str) -> None:
    assert unknown(of_script(script))


@pytest.mark.parametrize(
    "script",
    [
        "lvs --noheadings vg0",
        "kubectl --context c get pods --output=json --all-namespaces",
        'k() {\n  local verb=$1\n  shift\n  kubectl "$verb" --request-timeout=30s "$@"\n}\nk get pods --no-headers\n',
        "sudo -n timeout 5 ss --listening",
        'reader=(cat)\nreader=(gzip -dc --)\n"${reader[@]}" "$file"',
        'ss "$which"',
        "grep -- --colours file",
        "printf -- '--colours %s' \"$x\"",
        "find . -exec stat --format=%s {} +",
        "nobodysprogram colour",
    ],
)
def test_options_that_programs_have_are_not(script: str) -> None:
    assert unknown(of_script(script)) == []


def test_a_stand_in_that_accepts_what_its_program_does_not_have_is_found() -> None:
    test = """stub kubectl <<'EOF'
case "$(cat mode):$*" in
  *':get pods --output json') echo {} ;;
  *':get pods --outpt json') echo {} ;;
  *' --all-name-spaces') echo {} ;;
esac
EOF
"""
    assert unknown(of_stand_ins(test)) == ["--outpt", "--all-name-spaces"]
