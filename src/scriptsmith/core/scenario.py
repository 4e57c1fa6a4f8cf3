"""Situations in which an action can be seen to be done, failed or needless, with what holds afterwards in each.

State assertions after the fact follow ITAB (state reconciliation: a task is done when the state is the wanted one).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

FOLDER = "/rehearsal"
"""Where a box keeps what belongs to the rehearsal and not to the machine that is played."""

ANY_FAILURE = -1
"""The expected exit status where any but 0 will do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioFile:
    """A file of the situation; `age_days` is how long ago it was last written."""

    path: str
    text: str
    age_days: float = 0.0
    executable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stub:
    """A small Bash program that plays one which the box has not, `systemctl` for example."""

    name: str
    script: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """Something that holds after the action was done: a sentence, and the Bash test of it.

    `condition` is the part of the action, in its own words, that the test exercises; empty where it is none.
    """

    says: str
    test: str
    condition: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What a machine is like before the action, and what holds after it.

    `setup` is a Bash program that makes what files cannot say: users, owners, links, empty folders, sparse files.
    `running` is one that starts what runs or holds files open while the script does its work. `status` is how a right
    script ends here, `ANY_FAILURE` where every status but 0 is right.
    """

    name: str = "ordinary"
    situation: str
    files: tuple[ScenarioFile, ...] = ()
    stubs: tuple[Stub, ...] = ()
    setup: str = ""
    running: str = ""
    status: int = 0
    assertions: tuple[Assertion, ...] = ()

    def ends_right(self, status: int) -> bool:
        """Whether a script that ends with `status` ends as it should."""
        return status != 0 if self.status == ANY_FAILURE else status == self.status


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario(Situation):
    """Situations of one action, written without sight of any script: the ordinary one, and `further` ones.

    `proven` says that all assertions ran, that doing nothing failed one of the ordinary situation, and that a trivially
    wrong script failed, too. `unfit` is why the model says that the action cannot be rehearsed. `refuted` is why an
    earlier scenario of this run, or with `proven` false this one, was held to be at fault.
    """

    further: tuple[Situation, ...] = ()
    proven: bool = False
    unfit: str = ""
    refuted: str = ""

    @property
    def situations(self) -> tuple[Situation, ...]:
        """Every situation, the ordinary one first."""
        return (self, *self.further)

    @property
    def to_rewrite(self) -> bool:
        """Whether it is held to be at fault, and no other has been written yet."""
        return bool(self.refuted) and not self.proven and bool(self.assertions)


def grounded(scenario: Scenario, action: str) -> Scenario:
    """The scenario with those conditions only that stand in the words of the action."""
    asked = _plain(action)

    def mended(situation: Situation) -> Any:
        kept = tuple(
            each if not each.condition or _plain(each.condition) in asked else replace(each, condition="")
            for each in situation.assertions
        )
        return replace(situation, assertions=kept)

    made: Scenario = mended(scenario)
    return replace(made, further=tuple(mended(each) for each in scenario.further))


def exercised(scenario: Scenario) -> tuple[str, ...]:
    """The conditions of the action that an assertion exercises, each once, in order."""
    found = [each.condition for situation in scenario.situations for each in situation.assertions if each.condition]
    return tuple(dict.fromkeys(found))


def not_exercised(scenario: Scenario, action: str) -> tuple[str, ...]:
    """The values of the action (words with a digit or a slash) that no exercised condition names."""
    named = _plain(" ".join(exercised(scenario)))
    words = [word.strip(",;:!?()'\"`").rstrip(".") for word in action.split()]
    values = [word for word in words if re.search(r"[0-9/]", word) and re.search(r"\w", word)]
    return tuple(dict.fromkeys(word for word in values if _plain(word) not in named))


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(of: Any) -> dict[str, Any]:
    return {"type": "array", "items": of}


_STRING = {"type": "string"}
_SITUATION: Mapping[str, Any] = {
    "situation": _STRING,
    "files": _list(_object(path=_STRING, text=_STRING, age_days={"type": "number"}, executable={"type": "boolean"})),
    "stubs": _list(_object(name=_STRING, script=_STRING)),
    "setup": _STRING,
    "running": _STRING,
    "status": {"type": "integer"},
    "assertions": _list(_object(says=_STRING, condition=_STRING, test=_STRING)),
}
SCENARIO_SCHEMA: Mapping[str, Any] = _object(
    cannot=_STRING, **_SITUATION, further=_list(_object(name=_STRING, **_SITUATION))
)
