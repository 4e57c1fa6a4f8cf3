"""One prompt is one Markdown file here and one typed function that fills it.

Everything that did not come from this package (actions, scripts, entries, findings, comments) is fenced so
that it cannot end its own quotation: it is data, never instructions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ..core.quoting import fence
from ..core.rehearsal import ARGUMENTS_SCHEMA
from ..core.scenario import SCENARIO_SCHEMA, Scenario
from ..core.types import Action, Assessment, Match, Script
from ..core.verdicts import EXPLANATION_SCHEMA, VERDICT_SCHEMA
from ..ports import Prompt


def draft(action: Action, examples: Sequence[Match], sample: int = 0) -> Prompt:
    """Ask for reasoning about robustness and then one script (reasoning first: BashCoder-R1, section 3)."""
    return _fill("draft", action=action, examples=examples, sample=sample)


def refine(action: Action, script: Script | None, feedback: str) -> Prompt:
    """Ask for a corrected script that answers `feedback` (ScriptSmith, section 4: automated refinement)."""
    return _fill("refine", action=action, script=script, feedback=feedback)


def describe(script: Script) -> Prompt:
    """Ask what a script does, from the code alone: the action is not a parameter (CodeSift, section 3.2)."""
    return _fill("describe", script=script)


def similarity(action: Action, functionality: str) -> Prompt:
    """Ask whether the described behaviour covers what was asked (CodeSift, section 3.3)."""
    return _fill("similarity", VERDICT_SCHEMA, action=action, functionality=functionality)


def difference(action: Action, functionality: str) -> Prompt:
    """Ask for what differs between the described behaviour and what was asked (CodeSift, section 3.3)."""
    return _fill("difference", VERDICT_SCHEMA, action=action, functionality=functionality)


def explain(action: Action, script: Script, assessment: Assessment) -> Prompt:
    """Ask what is wrong, with a quoted line and a counterexample, or that nothing is."""
    return _fill("explain", EXPLANATION_SCHEMA, action=action, script=script, assessment=assessment)


def scenario(action: Action, previous: str = "", problem: str = "") -> Prompt:
    """Ask for a situation with assertions, without sight of any script; `problem` says what was wrong with `previous`.

    State assertions, as ITAB judges playbooks, in place of a reference script.
    """
    return _fill("scenario", SCENARIO_SCHEMA, action=action, previous=previous, problem=problem)


def arguments(action: Action, script: Script, scenario: Scenario) -> Prompt:
    """Ask how a person would call the script in the situation; its assertions are not shown."""
    return _fill("arguments", ARGUMENTS_SCHEMA, action=action, script=script, scenario=scenario)


def equivalence(action: Action, first: str, second: str, outputs: tuple[str, str] | None = None) -> Prompt:
    """Ask whether two commands do the same for the action, with what they printed where known (NL2SH, section 4)."""
    return _fill("equivalence", VERDICT_SCHEMA, action=action, first=first, second=second, outputs=outputs)


@cache
def _templates() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    files = Environment(  # prompts are not HTML; what is foreign goes through `fence`
        loader=PackageLoader("scriptsmith", "prompts"),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    files.globals["fence"] = fence
    return files


def _fill(name: str, schema: Mapping[str, Any] | None = None, **values: Any) -> Prompt:
    """A prompt file holds the system part, a line of `---`, and the user part."""
    system, _, text = _templates().get_template(f"{name}.md").render(values).partition("\n---\n")
    return Prompt(name=name, system=system.strip(), text=text.strip(), schema=schema)
