"""The vocabulary: every word that the rest of the code uses, as plain frozen data."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, TypeAlias

Target: TypeAlias = Literal["bash", "ansible"]
FILE_NAMES: Mapping[Target, str] = {"bash": "script.sh", "ansible": "playbook.yml"}
"""What the file with an entry's script is called."""
Vector: TypeAlias = tuple[float, ...]
Role: TypeAlias = Literal["generator", "assessor", "refiner"]
Risk: TypeAlias = Literal["safe", "notable", "dangerous", "unanalysable"]
Status: TypeAlias = Literal["draft", "verified", "retired"]
Outcome: TypeAlias = Literal["reuse", "verified", "risky", "incorrect", "forbidden", "unsure", "disputed", "no_match"]
Decision: TypeAlias = Literal["approve", "edit", "reject"]
Form: TypeAlias = Literal["", "short", "prologue", "unchanged"]
"""How an entry's values reached its script; empty for a script that is no entry's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The machine that a script is meant for. GNU flags break on BSD, so it is part of the action."""

    distribution: str = ""
    shell: str = ""
    tools: tuple[str, ...] = ()
    privilege: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """What the SRE wants done, in their words.

    `context` is incident text and never instructions; `given` holds parameter values named outright. `entry` is the
    entry that a person chose to answer it, by id.
    """

    text: str
    target: Target = "bash"
    context: str = ""
    profile: Profile | None = None
    given: Mapping[str, str] = field(default_factory=dict)
    entry: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """Source text for one target. Equal text is the same script."""

    text: str
    target: Target = "bash"

    @property
    def digest(self) -> str:
        """SHA-256 of target and text, as 64 hexadecimal digits."""
        return hashlib.sha256(f"{self.target}\0{self.text}".encode("utf-8", "surrogatepass")).hexdigest()


class Severity(StrEnum):
    """How bad a finding is, in shellcheck's four levels, worst first."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    STYLE = "style"

    @property
    def rank(self) -> int:
        """0 for the worst; larger is milder."""
        return list(Severity).index(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """Replaces the text between two positions; lines and columns count from 1, the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str
    precedence: int = 0
    insertion_point: Literal["beforeStart", "afterEnd"] = "afterEnd"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing a checker says about a script. A bad script is data, never an exception.

    Lines and columns count from 1, columns in characters (a tab is one).
    """

    checker: str
    code: str
    severity: Severity
    message: str
    line: int = 1
    column: int = 1
    end_line: int | None = None
    end_column: int | None = None
    fix: tuple[Replacement, ...] = ()


class Verdict(StrEnum):
    """An answer to: does this script do what the action asks?"""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """One assessor's verdict and its reason.

    `confidence` is how likely it holds the script to be right, in [0, 1]; None where it does not say.
    """

    assessor: str
    verdict: Verdict
    reason: str = ""
    confidence: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """What a script does, from its code alone, and how that compares with the action.

    `confidence` is how likely the script is right by all opinions together; None where they were counted, not weighed.
    """

    functionality: str
    opinions: tuple[Opinion, ...]
    verdict: Verdict
    confidence: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why a script is wrong, or that nothing is.

    `quote` is the offending line and `counterexample` an input for which it misbehaves. `grounded` says
    that the quote really stands in the script. `scenario_at_fault` is why a rehearsal speaks against a right script.
    """

    wrong: bool
    text: str
    quote: str = ""
    counterexample: str = ""
    grounded: bool = False
    scenario_at_fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One exchange with a language model. `cost` is in US dollars, None when no price is known.

    `log_probability` is the natural logarithm of how likely the model was to write the script that it wrote; None where
    it wrote none or its server does not tell.
    """

    role: str
    model: str
    prompt: str
    prompt_digest: str
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    seconds: float = 0.0
    log_probability: float | None = None


ParameterType: TypeAlias = Literal[
    "path",
    "glob",
    "size",
    "duration",
    "count",
    "percent",
    "host",
    "port",
    "service",
    "user",
    "name",
    "text",
    "url",
    "choice",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A typed value that an entry's script takes as the option `option VALUE`.

    `unit` is what a duration or size is converted to (a whole number reaches the script); `object` is the
    noun that stands beside a name in an action ("deployment cart"). `formerly` are names that it had in earlier
    versions of the entry: a value that is given under one of them still counts.
    """

    name: str
    formerly: tuple[str, ...] = ()
    type: ParameterType
    option: str
    description: str = ""
    default: str | None = None
    required: bool = False
    unit: str = ""
    object: str = ""
    choices: tuple[str, ...] = ()
    pattern: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirements:
    """What must be there for an entry's script to run."""

    tools: tuple[str, ...] = ()
    privilege: str = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One reason to trust an entry: `kind` names the check, `result` what it said, `detail` with what.

    `version` is the one of the entry that it speaks of, and `digest` covers the texts that it saw; where they are 0
    and empty it came with the entry.
    """

    kind: str
    result: str
    detail: str = ""
    at: str = ""
    digest: str = ""
    version: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A script of the catalogue: what it is for, what it takes, and why it can be trusted."""

    id: str
    title: str
    script: Script
    version: int = 1
    phrases: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    risk: Risk = "notable"
    requires: Requirements = field(default_factory=Requirements)
    labels: Mapping[str, str] = field(default_factory=dict)
    owner: str = ""
    status: Status = "verified"
    evidence: tuple[Evidence, ...] = ()
    approver: str = ""
    test: str = ""
    real: str = ""

    @property
    def area(self) -> str:
        return self.labels.get("area", "published")

    @property
    def texts(self) -> tuple[str, ...]:
        """What it says of what it does: its title, then its phrases."""
        return (self.title, *self.phrases)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """An entry that may answer an action, and what speaks against serving it.

    `confidence` lies in [0, 1]. `parameters` holds one value for each bound parameter, defaults included, which
    `defaults` names; `missing` names the required ones without a value. Any objection forbids direct reuse; a doubt
    only weighs in the confidence. `unused_hosts` are those that the action names as the place and that the script is
    not told of: it acts where it is run. `parts` are the signals that the confidence was made of. `opinions` are those
    of assessors who compared what the entry does with the action, where the search alone was not sure.
    """

    entry: Entry
    confidence: float
    parameters: Mapping[str, str] = field(default_factory=dict)
    defaults: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    objections: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    unused_hosts: tuple[str, ...] = ()
    parts: Mapping[str, float] = field(default_factory=dict)
    opinions: tuple[Opinion, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A person's decision on exactly the script with `digest`.

    `edit` brings the person's own script, which is checked and assessed like any other. `reject` with a
    comment asks for another draft unless it is `final`. `title` and `entry` are what an approved script is published
    as; empty: made of the action's words. `publisher` is who had it published, where several approved of it; empty: the
    reviewer.
    """

    reviewer: str
    decision: Decision
    digest: str
    comment: str = ""
    script: Script | None = None
    final: bool = False
    title: str = ""
    entry: str = ""
    publisher: str = ""
