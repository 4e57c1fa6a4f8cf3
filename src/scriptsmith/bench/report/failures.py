"""What did not go well: samples whose final script failed and why, and samples lost to infrastructure errors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..model import Label, Seen
from ..records import ENSEMBLE, Result

_TEXT = 6000


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedSample:
    """One sample whose final script does not do all that is asked.

    `why` is one sentence; `broken` are the promises that did not hold. `effects` is the diff of what it did against
    what was to be done, `output` the beginning of what it printed. Texts have at most 6,000 characters.
    `verdict` is what the ensemble said of the script, empty where it said nothing.
    """

    system: str
    case: str
    sample: int
    label: Label
    why: str
    action: str = ""
    broken: tuple[Seen, ...] = ()
    script: str = ""
    output: str = ""
    effects: str = ""
    verdict: str = ""
    accepted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LostSample:
    """One sample that counts for nothing, and the infrastructure error that took it."""

    system: str
    case: str
    sample: int
    problem: str


def failures(results: Iterable[Result]) -> tuple[FailedSample, ...]:
    """Every failed sample, those that the run accepted first, then by case."""
    found = [_failure(each) for each in results if not each.trouble and not (each.chosen and each.chosen.label == 2)]
    return tuple(sorted(found, key=lambda each: (not each.accepted, each.system, each.case, each.sample)))


def problems(results: Iterable[Result]) -> tuple[LostSample, ...]:
    """Every sample that does not count."""
    return tuple(
        LostSample(system=each.system, case=each.case, sample=each.sample, problem=each.trouble)
        for each in results
        if each.trouble
    )


def _failure(result: Result) -> FailedSample:
    chosen = result.chosen
    if chosen is None or not chosen.digest:
        why = "no reply held a script" if result.attempts else "there was no script for it"
        return FailedSample(
            system=result.system,
            case=result.case,
            sample=result.sample,
            label=0,
            why=why,
            action=_bounded(result.action),
        )
    grade = chosen.grade
    broken = tuple(each for each in grade.seen if not each.held) if grade else ()
    said = next((each.verdict for each in chosen.opinions if each.assessor == ENSEMBLE), None)
    plain = "it does what is asked in the plain situation, but not in every other"
    held = plain if chosen.label else "it does not do what is asked"
    return FailedSample(
        system=result.system,
        case=result.case,
        sample=result.sample,
        label=chosen.label,
        why=f"it does not parse: {chosen.syntax[0]}" if chosen.syntax else held,
        action=_bounded(result.action),
        broken=broken,
        script=_bounded(chosen.script),
        output=_bounded(grade.output if grade else ""),
        effects=_bounded(chosen.effects),
        verdict=said.value if said else "",
        accepted=result.accepted,
    )


def _bounded(text: str) -> str:
    return text if len(text) <= _TEXT else text[: _TEXT - 1] + "…"
