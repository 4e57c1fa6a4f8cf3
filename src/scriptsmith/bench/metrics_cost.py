"""What a script costs: tokens, dollars and seconds of each run, and of each script that a run offered as right.

Accepted is what the run settled with as fit for use, before any person. A run that comes to nothing costs all the
same, so all runs are divided by the accepted ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from .metrics import Metric, Unit
from .records import Result


def accepted(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of samples that end with a script which nothing spoke against.

    Coverage of selective prediction (El-Yaniv and Wiener 2010).
    """
    return float(sum(each.accepted for each in samples)), float(len(samples))


def accepted_right(samples: Sequence[Result]) -> tuple[float, ...]:
    """Of the samples that end with a script which nothing spoke against, the share that is right by execution.

    One less the selective risk (El-Yaniv and Wiener 2010): what a person who trusts an acceptance gets.
    """
    offered = [each.chosen for each in samples if each.accepted]
    return float(sum(each is not None and each.label == 2 for each in offered)), float(len(offered))


def tokens(result: Result) -> float | None:
    """Tokens in and out, of all calls."""
    return float(sum(call.input_tokens + call.output_tokens for call in result.calls))


def dollars(result: Result) -> float | None:
    """US dollars of all calls; None where a price is not known."""
    return result.cost


def seconds(result: Result) -> float | None:
    """Seconds from the action to the end of the run."""
    return result.seconds


Spending = Callable[[Result], float | None]


def per_run(spent: Spending, samples: Sequence[Result]) -> tuple[float, ...]:
    """The mean over all runs; of dollars, over those whose prices are known. Ours."""
    known = [amount for each in samples if (amount := spent(each)) is not None]
    return sum(known), float(len(known))


def per_accepted(spent: Spending, samples: Sequence[Result]) -> tuple[float, ...]:
    """What all runs spend, divided by the scripts that they accept; of dollars, where prices are known.

    The expected price of one accepted script, failures included (cost-controlled evaluation, Kapoor et al. 2024).
    """
    known = [(amount, each.accepted) for each in samples if (amount := spent(each)) is not None]
    return sum(amount for amount, _ in known), float(sum(taken for _, taken in known)), float(len(known))


def _pair(name: str, title: str, unit: Unit, spent: Spending) -> tuple[Metric, ...]:
    return (
        Metric(
            name=f"{name}_per_run", title=f"{title} per run", tally=partial(per_run, spent), unit=unit, higher=False
        ),
        Metric(
            name=f"{name}_per_accepted",
            title=f"{title} per accepted script",
            tally=partial(per_accepted, spent),
            unit=unit,
            higher=False,
        ),
    )


COST: tuple[Metric, ...] = (
    Metric(name="accepted", title="Accepted", tally=accepted, higher=None),
    Metric(name="accepted_right", title="Right, of those accepted", tally=accepted_right, conditional=True),
    *_pair("tokens", "Tokens", "tokens", tokens),
    *_pair("cost", "Cost", "dollars", dollars),
    *_pair("seconds", "Time", "seconds", seconds),
)
