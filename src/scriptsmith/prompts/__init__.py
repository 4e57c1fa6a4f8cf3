"""One prompt is one Markdown file here and one typed function that fills it.

Everything that did not come from this package (actions, scripts, entries, findings, comments) is quoted so
that it cannot end its own quotation: it is data, never instructions. What is the same for every action stands first, in
the system part: servers keep what they have read of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..core.quoting import quote
from ..core.rehearsal_programs import ARGUMENTS_SCHEMA
from ..core.scenario import SCENARIO_SCHEMA, Scenario
from ..core.types import Action, Assessment, Script
from ..core.verdicts import EXPLANATION_SCHEMA, VERDICT_SCHEMA
from ..ports import Prompt


class LanguagePrompts:
    """The prompts that speak of the language that a script is written in; their files lie in `folder`."""

    def __init__(self, called: str, folder: str = "") -> None:
        self._called = called
        self._folder = folder

    def draft(self, action: Action, examples: Sequence[tuple[str, str]]) -> Prompt:
        """Ask for reasoning about robustness and then one script (reasoning first: BashCoder-R1, section 3).

        `examples` are actions and their scripts.
        """
        return _fill("draft", folder=self._folder, action=action, examples=examples)

    def refine(self, action: Action, script: Script | None, feedback: str) -> Prompt:
        """Ask for a corrected script that answers `feedback` (ScriptSmith, section 4: automated refinement)."""
        return _fill("refine", folder=self._folder, action=action, script=script, feedback=feedback)

    def describe(self, script: Script) -> Prompt:
        """Ask what a script does, from the code alone: the action is not a parameter (CodeSift, section 3.2)."""
        return _fill("describe", folder=self._folder, script=script)

    def explain(self, action: Action, script: Script, assessment: Assessment) -> Prompt:
        """Ask what is wrong, with a quoted line and a counterexample, or that nothing is."""
        schema = EXPLANATION_SCHEMA
        return _fill("explain", schema, folder=self._folder, action=action, script=script, assessment=assessment)

    def direct(self, action: Action, script: Script) -> Prompt:
        """Ask for one word: whether a script does what was asked, from the action and the script themselves.

        No reason is asked for: small models wrote one before they had looked, and their verdict followed it.
        """
        return _fill("direct", action=action, script=script, language=self._called)


BASH = LanguagePrompts("Bash")
ANSIBLE = LanguagePrompts("playbook (ansible)", "ansible/")
draft, refine, describe, explain = BASH.draft, BASH.refine, BASH.describe, BASH.explain


def plain(action: Action) -> Prompt:
    """Ask for the bare text of a script, nothing around it (NL2SH, section 5: the model's output as it is)."""
    return _fill("plain", action=action)


def markdown(action: Action) -> Prompt:
    """Ask for a script in a Markdown block, without reasoning (NL2SH, section 5: parsing the block)."""
    return _fill("markdown", action=action)


def examples(action: Action, pairs: Sequence[tuple[str, str]]) -> Prompt:
    """Ask for a script in a Markdown block after `pairs` of an action and its script (NL2SH, section 5)."""
    return _fill("examples", action=action, pairs=pairs)


def similarity(action: Action, functionality: str) -> Prompt:
    """Ask whether the described behaviour covers what was asked (CodeSift, section 3.3)."""
    return _fill("similarity", VERDICT_SCHEMA, action=action, functionality=functionality)


def difference(action: Action, functionality: str) -> Prompt:
    """Ask for what differs between the described behaviour and what was asked (CodeSift, section 3.3)."""
    return _fill("difference", VERDICT_SCHEMA, action=action, functionality=functionality)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxFacts:
    """What a box is like: its limits, in seconds and MB, and which of the programs that scripts call most it has."""

    seconds: int
    megabytes: int
    disk_megabytes: int
    processes: int
    there: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def scenario(action: Action, facts: BoxFacts, previous: str = "", problem: str = "") -> Prompt:
    """Ask for situations with assertions, without sight of any script; `problem` says what was wrong with `previous`.

    State assertions, as ITAB judges playbooks, in place of a reference script.
    """
    return _fill("scenario", SCENARIO_SCHEMA, action=action, facts=facts, previous=previous, problem=problem)


def arguments(action: Action, script: Script, scenario: Scenario) -> Prompt:
    """Ask how a person would call the script in the situation; its assertions are not shown."""
    return _fill("arguments", ARGUMENTS_SCHEMA, action=action, script=script, scenario=scenario)


def equivalence(action: Action, first: str, second: str, outputs: tuple[str, str] | None = None) -> Prompt:
    """Ask whether two commands do the same for the action, with what they printed where known (NL2SH, section 4)."""
    return _fill("equivalence", VERDICT_SCHEMA, action=action, first=first, second=second, outputs=outputs)


def review_script(script: Script, action: Action | None = None) -> Prompt:
    """Ask an assistant that has our tools to review a script, against an action where one is given."""
    return _fill("review_script", script=script, action=action)


def remediate_incident(alert: str, incident: str = "") -> Prompt:
    """Ask an assistant that has our tools to help with an alert; `incident` is its id, empty where it has none."""
    return _fill("remediate_incident", alert=alert, incident=incident)


def suggest(
    incident: str, known: Sequence[str], entries: Sequence[tuple[str, str, str]], schema: Mapping[str, Any]
) -> Prompt:
    """Ask what could be done about an incident beyond what is `known`; `entries` are ids, titles and risks of what is
    offered."""
    offered = "\n".join(
        f"{id}: {title} ({'looks only' if risk == 'safe' else 'changes something'})" for id, title, risk in entries
    )
    return _fill("suggest", schema, incident=incident, known=known, offered=offered)


def digest(names: Iterable[str]) -> str:
    """SHA-256 of the files of these prompts and of what they include: other words, another digest."""
    folder = Path(__file__).parent
    shared = sorted(path.stem for path in folder.glob("_*.md"))
    texts = [(folder / f"{name}.md").read_text(encoding="utf-8") for name in (*shared, *sorted(set(names)))]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


@cache
def _templates() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    files = Environment(  # prompts are not HTML; what is foreign goes through `quote`
        loader=PackageLoader("scriptsmith", "prompts"),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    files.globals["quote"] = quote
    return files


def _fill(name: str, schema: Mapping[str, Any] | None = None, *, folder: str = "", **values: Any) -> Prompt:
    """A prompt file holds the system part, a line of `---`, and the user part."""
    system, _, text = _templates().get_template(f"{folder}{name}.md").render(values).partition("\n---\n")
    return Prompt(name=name, system=system.strip(), text=text.strip(), schema=schema)
