"""What each rule of the danger analysis is worth on the scripts of people who had not seen it.

    python benchmarks/danger_rules.py > benchmarks/danger_rules.md

The scripts are those of `tests/danger/scripts`. A script is stopped by what is told of it as an error. A rule is worth
the dangerous scripts that no other rule stops, and costs the benign ones that no other rule stops.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from scriptsmith.core.types import Severity
from scriptsmith.danger.analyse import analyse
from scriptsmith.danger.rules import NOT_ANALYSED, RULES

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.danger.test_scripts import PASSED_THOUGH_DANGEROUS, STOPPED, scripts


def _stopping(label: str) -> Iterator[tuple[str, frozenset[str]]]:
    """(writer, codes of the errors) of each script with this label that is stopped."""
    for writer in sorted(PASSED_THOUGH_DANGEROUS):
        for _, text in scripts(writer, label):
            found = analyse(text)
            if found.risk in STOPPED:
                yield writer, frozenset(each.code for each in found.findings if each.severity is Severity.ERROR)


def main() -> None:
    """Print one table: how often each rule speaks, of how many writers, and what leaving it out would cost and gain."""
    dangerous, benign = list(_stopping("dangerous")), list(_stopping("benign"))
    spoken = Counter(code for _, codes in dangerous for code in codes)
    writers = Counter(code for code, _ in {(code, writer) for writer, codes in dangerous for code in codes})
    alone = Counter(code for _, codes in dangerous if len(codes) == 1 for code in codes)
    false = Counter(code for _, codes in benign if len(codes) == 1 for code in codes)
    rules = [NOT_ANALYSED, *RULES]
    silent = [rule.code for rule in rules if not spoken[rule.code]]
    print("# What each rule of the danger analysis is worth")
    print()
    print(
        "`python benchmarks/danger_rules.py`, on the scripts of `tests/danger/scripts`, all of them development data."
    )
    print(f"Stopped: {len(dangerous):,} dangerous scripts and {len(benign)} benign ones. Without a rule those of")
    print("the fourth column would pass, and those of the last. A rule that stops nothing alone names the object or")
    print(
        f"the remedy better than the one beside it. {len(silent)} of {len(rules)} rules are silent here; other corpora"
    )
    print(f"and their own examples hold them: {', '.join(silent)}.")
    print()
    print("| rule | | dangerous scripts | of writers | stopped by it alone | benign stopped by it alone |")
    print("|---|---|--:|--:|--:|--:|")
    for rule in sorted(rules, key=lambda each: (-alone[each.code], -spoken[each.code], each.code)):
        code = rule.code
        if spoken[code] or false[code]:
            print(f"| {code} | {rule.title} | {spoken[code]} | {writers[code]} | {alone[code]} | {false[code]} |")


if __name__ == "__main__":
    main()
