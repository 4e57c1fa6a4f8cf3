"""`scriptsmith bench`: cases that measure scripts, and whether each can be trusted to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import click

from ..bench.model import Case, CaseScenario
from ..bench.proving import Proof
from ..errors import UsageError
from ..wiring import App
from .bench_feh import feh
from .bench_meter import cpus
from .bench_report import compare, report
from .bench_run import UNAVAILABLE, run
from .bench_score import score
from .output import bar, print_json, say, table
from .session import json_option, with_app
from .visible import visible

TAGS = 8
"""How many tags a row shows."""


@click.group("bench")
def command() -> None:
    """List, show and prove the cases that scripts are measured with."""


command.add_command(feh)
command.add_command(report)
command.add_command(compare)
command.add_command(run)
command.add_command(score)


@command.command("list")
@click.argument("suites", nargs=-1, metavar="[SUITE|FOLDER]…")
@json_option
def list_(suites: tuple[str, ...], as_json: bool) -> int:
    """List the shipped suites, or the cases of each SUITE.

    Exit code 1: a case is malformed, and named.
    """
    from ..bench.folder import shipped

    cases = _cases(suites or shipped())
    if as_json:
        print_json({"cases": [_summary(case) for case in cases]})
    elif suites:
        rows = [
            (case.key, case.kind, str(case.difficulty), str(len(case.scenarios)), _few(case.tags, " "))
            for case in cases
        ]
        click.echo(table(rows, ("CASE", "KIND", "DIFFICULTY", "SCENARIOS", "TAGS")))
    else:
        click.echo(table(_suite_rows(cases), ("SUITE", "CASES", "KINDS", "TAGS")))
    malformed = [case for case in cases if case.problem]
    for case in malformed:
        say(f"{case.key}: {case.problem}")
    return 1 if malformed else 0


@command.command("show")
@click.argument("case", metavar="SUITE/CASE|FOLDER")
@json_option
def show(case: str, as_json: bool) -> int:
    """Show a case: its action, its scenarios, its reference, its tests."""
    found = _cases([case])
    if len(found) != 1:
        raise UsageError(f"{case} is a suite of {len(found)} cases: name one of them, as `bench list {case}` does")
    if as_json:
        print_json(_document(found[0]))
    else:
        click.echo(visible(_page(found[0])), nl=False)
    return 0


@command.command("prove")
@click.argument("names", nargs=-1, metavar="[SUITE|SUITE/CASE|FOLDER]…")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Cases at a time.  [default: one for each CPU]")
@json_option
def prove(names: tuple[str, ...], jobs: int | None, as_json: bool) -> int:
    """Prove cases, all shipped ones unless some are named: each reference passes every scenario, twice in a row, and
    neither an empty script nor one that only exits 0 passes the first scenario. Of a playbook's case each mutant must
    break the promise that it is made to break. Everything runs in sealed boxes.

    Exit code 0: all are proven, 1: some are not, and named with why, 7: no box can be opened here, or cases need
    programs that this machine lacks, and are named apart, 8: not found.
    """
    from ..bench.folder import shipped

    cases = _cases(names or shipped())

    async def work(app: App) -> int:
        from ..bench.proving import prove_all
        from ..bench.trial import grader
        from .bench_setup import scenarios_of

        done = 0
        with bar("proving cases") as told:

            def heard(_: Proof) -> None:
                nonlocal done
                done += 1
                told(done, len(cases))

            told(0, len(cases))
            judge = grader(scenarios=scenarios_of(app))
            proofs = await prove_all(cases, judge, jobs=jobs or cpus(), heard=heard)
        elsewhere = [proof for proof in proofs if not proof.provable]
        failed = [proof for proof in proofs if proof.provable and not proof.proven]
        proven = len(proofs) - len(failed) - len(elsewhere)
        status = 1 if failed else UNAVAILABLE if elsewhere else 0
        if as_json:
            rows = [_proof(proof) for proof in proofs]
            print_json({"proven": proven, "proofs": rows, "exit": status})
        else:
            if failed:
                click.echo(table([(proof.key, proof.why) for proof in failed], ("CASE", "WHY IT IS NOT PROVEN")))
            for proof in elsewhere:
                say(f"cannot be proven here: {proof.key}: {proof.why}")
            mutants = sum(proof.mutants for proof in proofs)
            noticed = f"; {mutants} mutants were noticed" if mutants else ""
            say(f"{proven} of {len(proofs)} cases are proven{noticed}")
        return status

    return with_app(work)


def _cases(names: Sequence[str]) -> tuple[Case, ...]:
    """The cases that the names stand for, each once, in their order."""
    from ..bench.folder import find

    return tuple({case.key: case for name in names for case in find(name)}.values())


def _suite_rows(cases: Sequence[Case]) -> list[tuple[str, ...]]:
    rows = list[tuple[str, ...]]()
    for suite in dict.fromkeys(case.suite for case in cases):
        own = [case for case in cases if case.suite == suite]
        kinds, tags = Counter(case.kind for case in own), Counter(tag for case in own for tag in case.tags)
        common = [f"{tag} {count}" for tag, count in sorted(tags.items(), key=lambda it: (-it[1], it[0]))]
        rows.append((suite, str(len(own)), ", ".join(f"{n} {kind}" for kind, n in kinds.items()), _few(common, ", ")))
    return rows


def _few(tags: Sequence[str], between: str) -> str:
    """The first tags, and how many more there are."""
    more = [f"… and {len(tags) - TAGS} more"] if len(tags) > TAGS else []
    return between.join([*tags[:TAGS], *more])


def _summary(case: Case) -> dict[str, Any]:
    return {
        "case": case.key,
        "suite": case.suite,
        "kind": case.kind,
        "difficulty": case.difficulty,
        "domain": case.domain,
        "tags": list(case.tags),
        "needs": list(case.needs),
        "scenarios": [scenario.name for scenario in case.scenarios],
        "problem": case.problem,
    }


def _document(case: Case) -> dict[str, Any]:
    scenarios = [
        {
            "name": each.name,
            "purpose": each.purpose,
            "prepare": each.prepare,
            "runs": [list(call) for call in each.runs],
            "stdin": each.stdin,
            "user": each.user,
            "test": each.test,
        }
        for each in case.scenarios
    ]
    return _summary(case) | {
        "action": case.action,
        "levels": list(case.levels),
        "groups": list(case.groups),
        "mutants": [{"name": each.name, "breaks": each.breaks, "text": each.script.text} for each in case.mutants],
        "fixture": [planted.path for planted in case.fixture],
        "scenarios": scenarios,
        "references": [gold.text for gold in case.golds],
    }


def _proof(proof: Proof) -> dict[str, Any]:
    return {
        "case": proof.key,
        "proven": proof.proven,
        "provable": proof.provable,
        "why": proof.why,
        "checks": proof.checks,
        "mutants": proof.mutants,
        "seconds": round(proof.seconds, 3),
    }


def _page(case: Case) -> str:
    parts = [f"{case.key}  {case.kind}, difficulty {case.difficulty}"]
    parts += [f"{name}: {' '.join(words)}" for name, words in (("tags", case.tags), ("needs", case.needs)) if words]
    parts += [f"domain: {case.domain}"] if case.domain else []
    for number, text in enumerate(case.levels, 1):
        parts += ["", f"Level {number}:", *_indented(text)]
    parts += [] if case.levels else ["", case.action]
    if case.fixture:
        parts += ["", "In the box:", *(f"  {planted.path}" for planted in case.fixture)]
    for number, gold in enumerate(case.golds, 1):
        parts += ["", "Reference:" if number == 1 else f"Reference {number}:", *_indented(gold.text)]
    for each in case.scenarios:
        parts += ["", *_scenario_lines(each, called=not case.levels)]
    if case.mutants:
        parts += ["", "Must fail:", *(f"  {each.name}" for each in case.mutants)]
    return "\n".join(parts) + "\n"


def _scenario_lines(scenario: CaseScenario, *, called: bool) -> list[str]:
    import shlex

    user = f", as uid {scenario.user}" if scenario.user else ""
    lines = [f"Scenario {scenario.name} ({scenario.purpose}{user}):"]
    if scenario.prepare:
        lines += ["  prepared by", *_indented(scenario.prepare, 4)]
    lines += [f"  call: bash script.sh {shlex.join(call)}".rstrip() for call in scenario.runs if called]
    if scenario.stdin:
        lines += ["  on standard input", *_indented(scenario.stdin, 4)]
    return [*lines, "  test", *_indented(scenario.test, 4)]


def _indented(text: str, by: int = 2) -> list[str]:
    return [f"{' ' * by}{line}".rstrip() for line in text.rstrip("\n").split("\n")]
