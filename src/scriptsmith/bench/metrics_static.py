"""The five rates of BashCoder-R1 (Yu et al. 2026), and two of our own that ask for robustness by execution.

The abstract's figures fix the definitions: for the 179 multi-line tasks SyntaxPass 94.97 % is 170 scripts, RobustPass
79.33 % is 142, and RobustWarnRate 16.47 % is 28 of 170, so scripts that parse are what it is a share of and
RobustPass = parses and draws no warning. FullRate asks for the function too. Which levels of shellcheck count is not
told there: here warnings and errors do, notes and style do not. FuncRate is told here by execution.
"""

from __future__ import annotations

from collections.abc import Sequence

from .metrics import Metric
from .records import AttemptResult, Result


def parses(attempt: AttemptResult | None) -> bool:
    """Whether an attempt has a script, and Bash can read it."""
    return bool(attempt and attempt.digest and not attempt.syntax)


def quiet(attempt: AttemptResult | None) -> bool:
    """Whether a script parses and draws neither warning nor error from shellcheck."""
    return attempt is not None and parses(attempt) and not attempt.warnings


def _works(attempt: AttemptResult | None) -> bool:
    return attempt is not None and attempt.label > 0 and bool(attempt.grade and attempt.grade.all_held("function"))


def _robust(attempt: AttemptResult | None) -> bool:
    return attempt is not None and bool(attempt.grade and attempt.grade.all_held("robustness"))


def syntax_pass(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of final scripts that parse; a reply without a script does not. SyntaxPass of BashCoder-R1."""
    return float(sum(parses(each.chosen) for each in samples)), float(len(samples))


def robust_warn_rate(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share, of final scripts that parse, that draw a warning or an error from shellcheck.

    RobustWarnRate of BashCoder-R1; its denominator is worked out from the abstract's figures.
    """
    parsed = [each.chosen for each in samples if parses(each.chosen)]
    return float(sum(not quiet(each) for each in parsed)), float(len(parsed))


def robust_pass(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of final scripts that parse and draw neither warning nor error from shellcheck.

    RobustPass of BashCoder-R1.
    """
    return float(sum(quiet(each.chosen) for each in samples)), float(len(samples))


def func_rate(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of final scripts of which every promise of a function test holds. FuncRate of BashCoder-R1.

    By execution; where a case has no promises of its own, by its label not being 0.
    """
    return float(sum(_works(each.chosen) for each in samples)), float(len(samples))


def full_rate(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of final scripts that parse, draw no warning and do their function. FullRate of BashCoder-R1."""
    return float(sum(quiet(each.chosen) and _works(each.chosen) for each in samples)), float(len(samples))


def robust_held(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of final scripts of which every promise of a robustness test holds.

    What BashCoder-R1 approximates by shellcheck, told by execution: spaces in names, empty input, partial failure, no
    permission, a second run. Over the cases that make such promises. Ours.
    """
    if not any(_asks_for_robustness(each) for each in samples):
        return 0.0, 0.0
    return float(sum(_robust(each.chosen) for each in samples)), float(len(samples))


def full_held(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of final scripts that parse, draw no warning, and do everything that is asked, robustness included.

    FullRate with robustness by execution besides shellcheck. Ours.
    """
    full = (quiet(each.chosen) and each.chosen is not None and each.chosen.label == 2 for each in samples)
    return float(sum(full)), float(len(samples))


def _asks_for_robustness(result: Result) -> bool:
    grades = (attempt.grade for attempt in result.attempts)
    return any(seen.purpose == "robustness" for grade in grades if grade for seen in grade.seen)


STATIC: tuple[Metric, ...] = (
    Metric(name="syntax_pass", title="SyntaxPass", tally=syntax_pass),
    Metric(name="robust_warn_rate", title="RobustWarnRate", tally=robust_warn_rate, higher=False, conditional=True),
    Metric(name="robust_pass", title="RobustPass", tally=robust_pass),
    Metric(name="func_rate", title="FuncRate", tally=func_rate),
    Metric(name="full_rate", title="FullRate", tally=full_rate),
    Metric(name="robust_held", title="Robust when run", tally=robust_held),
    Metric(name="full_held", title="FullRate, robust when run", tally=full_held),
)
