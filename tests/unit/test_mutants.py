"""Mutants are small faults of the kinds that tests of a script have to notice."""

from __future__ import annotations

from scriptsmith.core.types import Entry, Parameter, Script
from scriptsmith.mutants import equivalents, mutants
from scriptsmith.proving_mutants import through_gate

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

    gate = await through_gate(entry, (notices_refusals,))
    assert (gate.killed, [each.kind for each in gate.survived], gate.passed) == (1, ["comparison"], False)
    spared = _entry(
        '[[ $a == b ]] || die 1 "x"\n', test=f"# equivalent mutant {keys['comparison']}: b is all there is\n"
    )
    gate = await through_gate(spared, (notices_refusals,))
    assert (gate.killed, gate.survived, gate.passed, gate.spared) == (1, (), True, (keys["comparison"],))


def test_a_mutant_is_called_equivalent_only_with_a_reason() -> None:
    text = "# equivalent mutant 0123abcd: the order does not matter\n# equivalent mutant 0123abce:\n"
    assert equivalents(text) == {"0123abcd": "the order does not matter"}
