"""Mutants are small faults of the kinds that tests of a script have to notice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scriptsmith.cli.verify_mutants import read_records, write_records
from scriptsmith.core.types import Entry, Parameter, Script
from scriptsmith.errors import BadInput
from scriptsmith.mutants import equivalents, mutants
from scriptsmith.proving_mutants import MutationRecord, gate_digest, record_of, through_gate, to_ask

LOOP = """\
#!/usr/bin/env bash
set -euo pipefail
usage() {
  cat <<'EOF'
Usage: x --path PATH [--age 60]
EOF
}
die() {
  printf 'x: %s\\n' "$2" >&2
  exit "$1"
}
path=''
while (($# > 0)); do
  case $1 in
    --path)
      (($# >= 2)) || die 2 "$1 needs a value"
      path=$2
      shift 2
      ;;
    *) die 2 "unknown argument: $1" ;;
  esac
done
"""


def _entry(body: str, *parameters: Parameter, test: str = "run") -> Entry:
    return Entry(id="x", title="x", script=Script(text=LOOP + body), parameters=parameters, test=test)


def _said(body: str, *parameters: Parameter) -> list[tuple[str, str, str]]:
    return [(each.kind, each.was, each.other) for each in mutants(_entry(body, *parameters))]


def test_usage_and_the_loop_of_options_are_left_alone() -> None:
    assert _said("true\n") == []


def test_a_refusal_is_dropped() -> None:
    assert ("refusal", "die", ":") in _said('[[ -d $path ]] || die 3 "no folder"\n')
    assert ("refusal", "exit", ":") in _said("exit 1\n")
    assert _said("exit 0\n") == []


def test_comparisons_are_turned_round() -> None:
    assert ("comparison", "==", "!=") in _said("[[ $a == b ]]\n")
    assert ("comparison", "-lt", "-ge") in _said('[ "$a" -lt 3 ]\n')
    assert ("comparison", "<=", ">") in _said("((a <= b))\n")
    assert ("negation", "!", "") in _said("if ! $there; then exit 1; fi\n")
    assert ("connective", "&&", "||") in _said("[[ -n $a && -n $b ]]\n")
    assert _said("a && b\n") == []


def test_redirections_are_no_comparisons() -> None:
    assert _said("cat <in >out 2>&1\n") == []


def test_numbers_and_units_change() -> None:
    assert ("number", "3", "4") in _said("((a > 3))\n")
    assert ("unit", "1024", "1000") in _said("b=$((a / 1024))\n")
    assert ("swap", "a - b", "b - a") in _said("c=$((a - b))\n")


def test_programs_in_other_languages_change() -> None:
    assert ("column", "3", "4") in _said("awk '{ print $3 }'\n")
    assert ("comparison", ">", "<=") in _said("awk '$3 > 4 { n++ }'\n")
    assert ("table", "pg_stat_activity", "pg_stat_activitys") in _said("q 'SELECT pid FROM pg_stat_activity'\n")
    assert _said("printf 'it counts from the next login'\n") == []


def test_a_quote_is_lost_only_where_a_value_may_hold_blanks() -> None:
    loose = Parameter(name="path", type="path", option="--path", description="x")
    strict = Parameter(name="path", type="path", option="--path", description="x", pattern="[a-z]+")
    assert ("quote", '"$path"', "$path") in _said('ls -- "$path"\n', loose)
    assert _said('ls -- "$path"\n', strict) == []


def test_a_key_outlives_changes_of_other_lines_and_is_never_shared() -> None:
    body = 'true\n[[ $a == b ]] || die 1 "x"\n[[ $a == b ]] || die 1 "x"\n'
    before = {each.key for each in mutants(_entry(body))}
    after = {each.key for each in mutants(_entry(f"false\n{body}"))}
    assert len(before) == 4
    assert before == after


def test_some_are_spread_over_the_whole_script() -> None:
    entry = _entry('[[ $a == b ]] || die 1 "x"\n' * 10)
    assert len(mutants(entry)) == 20
    assert len({each.line for each in mutants(entry, 4)}) == 4


async def test_the_gate_counts_what_tests_notice_and_spares_what_is_named() -> None:
    entry = _entry('[[ $a == b ]] || die 1 "x"\n')
    keys = {each.kind: each.key for each in mutants(entry)}

    async def notices_refusals(changed: Entry) -> bool:
        return "die 1" not in changed.script.text

    gate = await through_gate(entry, {"box": notices_refusals}, made=mutants(entry))
    assert (gate.killed, [each.kind for each in gate.survived], gate.passed) == (1, ["comparison"], False)
    spared = _entry(
        '[[ $a == b ]] || die 1 "x"\n', test=f"# equivalent mutant {keys['comparison']}: b is all there is\n"
    )
    gate = await through_gate(spared, {"box": notices_refusals}, made=mutants(spared))
    assert (gate.killed, gate.survived, gate.passed, gate.spared) == (1, (), True, (keys["comparison"],))


async def test_a_test_that_fails_the_unchanged_script_counts_for_nothing() -> None:
    """What does not run here would otherwise seem to notice every fault."""
    entry = _entry('[[ $a == b ]] || die 1 "x"\n')

    async def fails_always(changed: Entry) -> bool:
        return True

    async def notices_nothing(changed: Entry) -> bool:
        return False

    tests = {"box": notices_nothing, "real": fails_always}
    gate = await through_gate(entry, tests, made=mutants(entry))
    assert (gate.killed, gate.asked, gate.unfit, gate.passed) == (0, ("box",), ("real",), False)


async def test_what_was_noticed_before_is_not_tried_again() -> None:
    """A later test is asked about the survivors alone."""
    entry = _entry('[[ $a == b ]] || die 1 "x"\n')
    made, tried = mutants(entry), list[str]()

    async def notes(changed: Entry) -> bool:
        tried.append(changed.script.text)
        return changed.script.text != entry.script.text

    gate = await through_gate(entry, {"real": notes}, made=made, killed=[made[0].key])
    assert (gate.killed, gate.survived) == (2, ())
    assert made[0].text not in tried
    assert made[1].text in tried


def test_what_is_recorded_is_asked_again_only_when_it_is_due() -> None:
    """Other texts are due for all tests, one that falls short for the tests that were not asked, and no other."""
    entry = _entry('[[ $a == b ]] || die 1 "x"\n')
    digest = gate_digest(entry, mutants(entry), "", {})
    record = MutationRecord(
        entry="x", digest=digest, made=2, killed=1, survived=("k",), equivalent=0, tests=("box", "interface")
    )
    tests = ("box", "interface", "real")
    assert to_ask(None, digest, tests, 0.9) == tests
    assert to_ask(record, "another", tests, 0.9) == tests
    assert to_ask(record, digest, tests, 0.9) == ("real",)
    assert to_ask(replace(record, tests=tests), digest, tests, 0.9) == ()
    assert to_ask(replace(record, killed=2, survived=()), digest, tests, 0.9) == ()


def test_whatever_decides_the_gate_is_in_its_digest() -> None:
    """Script, tests, library, fixtures and mutants each count."""
    entry = replace(_entry('[[ $a == b ]] || die 1 "x"\n'), real="use redis\n")
    made = mutants(entry)
    digests = {
        gate_digest(entry, made, "", {}),
        gate_digest(_entry("true\n"), made, "", {}),
        gate_digest(replace(entry, test="other"), made, "", {}),
        gate_digest(replace(entry, real="other"), made, "", {}),
        gate_digest(entry, made, "library", {}),
        gate_digest(entry, made, "", {"redis": "x"}),
        gate_digest(entry, made[1:], "", {}),
    }
    assert len(digests) == 7


async def test_records_are_written_and_read(tmp_path: Path) -> None:
    """What the gate showed comes back as it was; a file that is no record is said to be none."""
    entry = _entry('[[ $a == b ]] || die 1 "x"\n')

    async def notices_nothing(changed: Entry) -> bool:
        return False

    gate = await through_gate(entry, {"box": notices_nothing}, made=mutants(entry))
    record = record_of("x", gate, "d")
    assert (record.made, record.killed, len(record.survived), record.tests) == (2, 0, 2, ("box",))
    path = tmp_path / "mutants.jsonl"
    assert read_records(path) == {}
    write_records(path, {"x": record})
    assert read_records(path) == {"x": record}
    path.write_text("[]\n")
    with pytest.raises(BadInput, match="is no record of mutants"):
        read_records(path)


def test_a_mutant_is_called_equivalent_only_with_a_reason() -> None:
    text = "# equivalent mutant 0123abcd: the order does not matter\n# equivalent mutant 0123abce:\n"
    assert equivalents(text) == {"0123abcd": "the order does not matter"}
