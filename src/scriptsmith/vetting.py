"""What an entry must satisfy before anyone is served it, found out without running it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence

from .bash_language import BASH
from .checking import check_all
from .core.effects import Danger
from .core.parameters import validate
from .core.types import Action, Entry, Risk, Script, Severity
from .language import Language
from .ports import Catalogue, Checker
from .redaction import find_secrets


async def vet(
    entry: Entry,
    checkers: Sequence[Checker],
    weighing: Callable[[Script], Awaitable[Danger]] | None = None,
    language: Language = BASH,
) -> list[str]:
    """Every fault of `entry`, one sentence each: description, parameters, risk, and what the checkers say.

    `weighing` stands in for the analysis of its `language`.
    """
    faults = [] if entry.phrases else ["it has no phrases, so no action finds it"]
    names = [parameter.name for parameter in entry.parameters]
    faults += [f"parameter {name} is declared twice" for name in sorted({n for n in names if names.count(n) > 1})]
    former = [name for parameter in entry.parameters for name in parameter.formerly]
    taken = sorted({name for name in former if name in names or former.count(name) > 1})
    faults += [f"{name} is the former name of one parameter, and a name of another" for name in taken]
    for parameter in entry.parameters:
        if not language.takes(entry.script.text, parameter):
            faults.append(f"parameter {parameter.name}: the script does not know the option {parameter.option}")
        try:
            re.compile(parameter.pattern)
        except re.error as error:
            faults.append(f"parameter {parameter.name}: its pattern is no regular expression: {error}")
            continue
        if parameter.default is not None:
            try:
                validate(parameter, parameter.default)
            except ValueError as error:
                faults.append(f"parameter {parameter.name}: its default is not valid: {error}")
        elif not parameter.required:
            faults.append(f"parameter {parameter.name} is neither required nor has it a default")
    if entry.real and not language.starts:
        faults.append("it has a real.sh, and what is written in its language is no program: nothing would run it")
    for secret in find_secrets(entry.script.text):
        line = entry.script.text.count("\n", 0, secret.start) + 1
        faults.append(
            f"line {line}: a secret stands here ({secret.kind}): take it as a parameter or read it from a file"
        )
    for finding in await check_all(checkers, entry.script):
        if finding.severity in (Severity.ERROR, Severity.WARNING):
            faults.append(f"line {finding.line}: {finding.message} [{finding.code}]")
    return faults + await _too_mild(entry, weighing or language.weigh)


_WEIGHT: Mapping[Risk, int] = {"safe": 0, "notable": 1, "unanalysable": 2, "dangerous": 2}
_WORST = (Severity.ERROR, Severity.WARNING, Severity.INFO)


async def _too_mild(entry: Entry, weighing: Callable[[Script], Awaitable[Danger]]) -> list[str]:
    """The fault of an entry that declares less risk than its text shows, with the line that shows it.

    A stricter declaration is its author's right, and so is a milder one where nothing but an unfamiliar program speaks
    against it.
    """
    danger = await weighing(entry.script)
    if _WEIGHT[entry.risk] >= _WEIGHT[danger.risk] or not danger.findings:
        return []
    worst = min(danger.findings, key=lambda finding: _WORST.index(finding.severity))
    said = f"line {worst.line}: {worst.message} [{worst.code}]"
    return [f"its risk is declared {entry.risk}, and its text is {danger.risk}: {said}"]


async def findable(entry: Entry, catalogue: Catalogue) -> list[str]:
    """The phrases of `entry` for which another entry comes first."""
    faults = []
    for phrase in entry.phrases:
        nearest = await catalogue.nearest(Action(text=phrase, target=entry.script.target), limit=1)
        if not nearest or nearest[0].entry.id != entry.id:
            faults.append(f"the phrase {phrase!r} finds {nearest[0].entry.id if nearest else 'nothing'}")
    return faults
