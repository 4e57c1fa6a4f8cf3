"""Two systems on the same cases."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scriptsmith.bench.compare import Comparison, compare, document
from scriptsmith.bench.metrics import MetricDifference
from scriptsmith.bench.records import Result, dump_result

from ..cli.program import Program
from .made_results import result, results


def differences(found: Comparison) -> dict[str, MetricDifference]:
    """By the name of the metric."""
    return {row.metric.name: row.difference for row in found.rows}


def test_only_shared_cases_are_compared() -> None:
    """Cases of one system alone are named and change nothing."""
    first = [result("s/a", 2), result("s/b", 0), result("s/c", 0)]
    second = [result("s/a", 2), result("s/b", 2), result("s/d", 0)]
    found = compare(first, second, names=("old", "new"))
    assert (found.first, found.second, found.shared) == ("old", "new", 2)
    assert (found.only_first, found.only_second) == (("s/c",), ("s/d",))
    it = differences(found)["strict_after"]
    assert (it.first, it.second, it.value, it.cases) == (0.5, 1.0, 0.5, 2)


def test_a_lost_case_is_not_shared() -> None:
    """A case of which one system has nothing but infrastructure errors is not a failure of it."""
    first = [result("s/a", 2), result("s/b", 2)]
    second = [result("s/a", 2), result("s/b", 0, problem="no box")]
    found = compare(first, second)
    assert found.only_first == ("s/b",)
    assert differences(found)["strict_after"].value == 0


def test_better_and_worse() -> None:
    """A clear difference is called by whether more is better; one that may be chance is called nothing."""
    first = [result(f"s/{number}", 2 if number < 8 else 0) for number in range(40)]
    second = [result(f"s/{number}", 2 if number < 30 else 0) for number in range(40)]
    dear = [result(f"s/{number}", 2 if number < 9 else 0, seconds=9.0) for number in range(40)]
    assert differences(compare(first, second))["strict_after"].probably == "better"
    assert differences(compare(second, first))["strict_after"].probably == "worse"
    found = differences(compare(first, dear))
    assert found["strict_after"].probably == ""
    assert found["seconds_per_run"].probably == "worse"
    accepted = [result(f"s/{number}", 0, outcome="incorrect") for number in range(40)]
    assert differences(compare(first, accepted))["accepted"].probably == "less"


@given(st.integers(0, 10_000))
@settings(max_examples=8, deadline=None)
def test_the_other_way_round(seed: int) -> None:
    """Swapping the two swaps the signs of every difference and of its interval; with itself there is none."""
    first, second = results(15, 2, seed=seed), results(15, 2, seed=seed + 1, skill=0.7)
    there, back = differences(compare(first, second)), differences(compare(second, first))
    assert there.keys() == back.keys()
    for name, it in there.items():
        if it.value is None or it.low is None or it.high is None:
            continue
        other = back[name]
        assert other.value is not None
        assert other.low is not None
        assert other.high is not None
        assert abs(it.value + other.value) < 1e-9
        assert abs(it.low + other.high) < 1e-9
    same = differences(compare(first, first))
    assert all(not it.value and not it.probably for it in same.values())


def test_order_does_not_matter() -> None:
    """Shuffled results compare alike."""
    first, second = list(results(15, 2)), list(results(15, 2, skill=0.8, system="large"))
    found = document(compare(first, second))
    Random(3).shuffle(first)
    Random(4).shuffle(second)
    assert document(compare(first, second)) == found


def test_pairing_sees_small_differences() -> None:
    """A system that is right in a few more of the same cases is told apart, though the two intervals overlap."""
    first = [result(f"s/{number:03}", 2 if number < 100 else 0) for number in range(200)]
    second = [result(f"s/{number:03}", 2 if number < 112 else 0) for number in range(200)]
    it = differences(compare(first, second))["strict_after"]
    assert it.low is not None
    assert it.low > 0
    assert it.probably == "better"


def test_nothing_in_common() -> None:
    """Without a shared case nothing is compared, and it says so."""
    found = compare([result("s/a", 2)], [result("s/b", 2)])
    assert found.shared == 0
    assert found.rows == ()


def test_on_the_command_line(tmp_path: Path) -> None:
    """`bench compare` prints the differences of two files, or of two systems of one file."""
    program = Program(tmp_path)
    small, large = results(15, 2), results(20, 2, system="large", skill=0.9)

    def write(name: str, some: list[Result]) -> None:
        (tmp_path / name).write_bytes(b"".join(dump_result(each) + b"\n" for each in some))

    write("a.jsonl", list(small))
    write("b.jsonl", [*small, *large])
    unclear = program("bench", "compare", "a.jsonl", "b.jsonl")
    assert unclear.status == 2
    assert "--system-b" in unclear.stderr
    shown = program("bench", "compare", "a.jsonl", "b.jsonl", "--system-b", "large")
    assert shown.status == 0, shown.stderr
    assert "A is small, B is large" in shown.stdout
    done = program("bench", "compare", "a.jsonl", "b.jsonl", "--system-b", "large", "--json")
    expected = document(compare(small, large, names=("small", "large")))
    assert done.json == json.loads(json.dumps(expected))
