"""What makes an entry with a playbook *verified*: two runs of it in a box, and two of its bound form.

The first run changes something, or two runs would prove nothing; the second changes nothing more. After both the test
of the entry, if it has one, finds the state that it wants, and it must notice a playbook that does nothing and one that
works on something else. In each situation that the test names the playbook stops.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING

from ..core.proof import TEST, proof_digest
from ..core.types import Entry, Evidence, Script
from ..errors import BadInput
from ..language import TrialSpec
from ..ports import BoxSpec, Sandbox
from ..redaction import mask
from .playbook import read_playbook
from .situations import situations, try_situation, unseen
from .state_test import StateTest, chosen, elsewhere, refused
from .trying import PlaybookTrial, try_playbook, unnoticed
from .yaml_nodes import Scalar, Sequence

if TYPE_CHECKING:
    from .language import Ansible

_DAY = date(2000, 1, 1)
_GROUP = re.compile(r"[A-Za-z_][\w-]*")


async def prove(entry: Entry, harness: str, language: Ansible, sandbox: Sandbox, *, at: str) -> Evidence:
    """Try the playbook of `entry` as it stands and with values bound: those that its test names, else the defaults.

    Raises `BadInput` for a required parameter without a default and for a test that cannot prepare the box,
    `ToolMissing` and `SandboxUnavailable`.
    """
    if lacking := [p.name for p in entry.parameters if p.default is None]:
        raise BadInput(f"{entry.id} gives its parameter {lacking[0]} no default to be tried with")
    why = wrongly_taken(entry, language)
    for form, script, values in _forms(entry, language) if not why else ():
        test = StateTest(text=entry.test, harness=harness, values=values) if entry.test else None
        spec = TrialSpec(spec=BoxSpec(limits=language.limits), groups=groups(script))
        trial = await try_playbook(sandbox, script, language.home(), spec=spec.spec, groups=spec.groups, test=test)
        if fault := shortfall(trial):
            why = f"{form}{fault}"
            break
    if entry.test and not why:
        why = await _blind(entry, harness, language, sandbox) or await _goes_on(entry, harness, language, sandbox)
    runs = f"two runs in {sandbox.name}" + (", and two of its bound form" if entry.parameters else "")
    tested = ", and its test notices playbooks that do nothing or work on something else" if entry.test else ""
    if named := situations(entry.test):
        tested += f"; it stops in {len(named)} situation{'s' * (len(named) > 1)} where it must"
    return Evidence(
        kind=TEST,
        result="failed" if why else "passed",
        detail=mask(why) if why else f"{runs}: the first changes something, the second nothing{tested}",
        at=at,
        digest=proof_digest(entry, harness),
        version=entry.version,
    )


def _forms(entry: Entry, language: Ansible) -> Iterator[tuple[str, Script, Mapping[str, str]]]:
    """The playbook as it stands and bound, each with the values that it has."""
    defaults = {p.name: p.default for p in entry.parameters if p.default is not None}
    yield "", entry.script, defaults
    if defaults:
        yield "in its bound form ", *_bound(entry, language, {})


def _bound(entry: Entry, language: Ansible, given: Mapping[str, str]) -> tuple[Script, Mapping[str, str]]:
    """The bound form with the values that the test names, `given` before them, and those values."""
    defaults = {p.name: p.default for p in entry.parameters if p.default is not None}
    values = {**defaults, **chosen(entry.test), **given}
    if not values:
        return entry.script, values
    try:
        return language.bind(entry, values, on=_DAY).script, values
    except ValueError as error:
        raise BadInput(f"the test of {entry.id} gives a value that is not taken: {error}") from None


def wrongly_taken(entry: Entry, language: Ansible) -> str:
    """The first value that the entry takes although its test says that it refuses it, in a sentence; empty for none."""
    for name, value in refused(entry.test):
        try:
            language.bind(entry, {name: value}, on=_DAY)
        except ValueError:
            continue
        return f"it takes {value!r} for {name}, which its test says that it refuses"
    return ""


async def _blind(entry: Entry, harness: str, language: Ansible, sandbox: Sandbox) -> str:
    """Which control the test does not notice, in a sentence; empty when it notices all."""
    values = {p.name: p.default for p in entry.parameters if p.default is not None}
    test = StateTest(text=entry.test, harness=harness, values=values)
    controls: dict[str, Script | None] = {"does nothing": None}
    if (other := elsewhere(entry.script.text)) != entry.script.text:
        controls["works on something else"] = Script(text=other, target=entry.script.target)
    for name, script in controls.items():
        spec, named = BoxSpec(limits=language.limits), groups(entry.script)
        if await unnoticed(sandbox, script, language.home(), spec=spec, groups=named, test=test):
            return f"its test does not notice a playbook that {name}"
    return ""


async def _goes_on(entry: Entry, harness: str, language: Ansible, sandbox: Sandbox) -> str:
    """The first situation in which the playbook does not stop as it should, in a sentence; empty when there is none."""
    seen: frozenset[str] = frozenset()
    for situation in situations(entry.test):
        script, values = _bound(entry, language, situation.values)
        stop = await try_situation(
            sandbox,
            script.text,
            language.home(),
            spec=BoxSpec(limits=language.limits),
            groups=groups(script),
            test=StateTest(text=entry.test, harness=harness, values=values),
            situation=situation,
        )
        if stop.why:
            return f"in the situation {situation.function} {stop.why}"
        seen |= stop.conditions
    if seen and (left := unseen(entry.script.text, entry.test, seen)):
        return f"no situation of its test shows this condition fail: {left[0]}"
    return ""


def shortfall(trial: PlaybookTrial) -> str:
    """Why a trial proves nothing, in a few words; empty when it does."""
    if trial.verdict != "passed":
        told = "; ".join(trial.why)
        return told if trial.verdict == "failed" else f"it is not judged: {told}"
    return "" if trial.first.count("changed") else "it changes nothing in a fresh box, so that two runs prove nothing"


def groups(script: Script) -> tuple[str, ...]:
    """The groups that the plays of a playbook name as their hosts; the box is made a member of each."""
    found: dict[str, None] = {}
    for play in read_playbook(script.text).plays:
        patterns = play.hosts.items if isinstance(play.hosts, Sequence) else [play.hosts]
        for pattern in patterns:
            if isinstance(pattern, Scalar) and _GROUP.fullmatch(pattern.text) and pattern.text not in _NO_GROUP:
                found[pattern.text] = None
    return tuple(found)


_NO_GROUP = frozenset(("all", "localhost", "ungrouped"))
