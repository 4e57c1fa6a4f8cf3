"""Tools that look for entries and at scripts: nothing is kept of it, and nothing is run."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from ..ansible.recognise import recognised
from ..checking import analysed
from ..core.effects import DOUBTS
from ..core.types import Action, Entry, Risk, Script, Target, Verdict
from ..danger.analyse import blast_radius
from ..input_limits import SCRIPT, fit_source, readable, usable
from ..prompt_injection import addressed
from ..redaction import masked, masked_findings
from .backend import Backend
from .registry import ASKS_A_MODEL, LOOKS, tool
from .shapes import (
    NOT_RUN,
    ActionText,
    Answer,
    EffectsOut,
    EntryOut,
    FindingOut,
    Near,
    Offer,
    OpinionOut,
    ParameterOut,
    ScriptText,
    ToolInput,
    WrittenFor,
    effects_out,
    findings_out,
    unanalysed,
)


class SearchIn(ToolInput):
    action: ActionText
    limit: Annotated[int, Field(ge=1, le=20, description="how many entries")] = 5
    target: Annotated[Target, Field(description="Bash scripts or Ansible playbooks")] = "bash"


class SearchAnswer(Answer):
    """`served` is the entry that would be served as it is, null where none surely answers; then `offers` are likely."""

    served: str | None
    nearest: list[Near]
    offers: list[Offer]


@tool("Search the catalogue", LOOKS, SearchIn, SearchAnswer)
async def search_catalogue(backend: Backend, asked: SearchIn) -> SearchAnswer:
    """Find verified scripts of the catalogue for an action in plain words, with the values that its words give and what
    speaks against serving each. Ask before you write a script yourself."""
    action = Action(text=usable(readable(asked.action)), target=asked.target)
    found = await backend.search(action, asked.limit)
    return SearchAnswer(
        not_checked=[
            "the values were read from the words: no host was asked whether they are right there",
            "how far an entry has been proven: show_entry tells",
        ],
        **found,
    )


class EntryIn(ToolInput):
    id: Annotated[str, Field(min_length=1, max_length=200, description="id of an entry, such as compress-old-logs")]
    version: Annotated[int | None, Field(ge=1, le=1_000_000, description="the newest where none is named")] = None


@tool("Show an entry", LOOKS, EntryIn, EntryOut)
async def show_entry(backend: Backend, asked: EntryIn) -> EntryOut:
    """Show an entry of the catalogue: its script, the values that it takes, its risk, and how far it is proven."""
    entry, proven = await backend.entry(asked.id, asked.version)
    return entry_out(entry, proven)


def entry_out(entry: Entry, proven: str) -> EntryOut:
    """An entry, with what is not known of it."""
    unproven = ["its present text was never run in a test"] if proven == "untested" else []
    return EntryOut(
        id=entry.id,
        version=entry.version,
        title=entry.title,
        area=entry.area,
        risk=entry.risk,
        status=entry.status,
        target=entry.script.target,
        proven=proven,
        owner=entry.owner,
        approver=entry.approver,
        phrases=list(entry.phrases),
        parameters=[
            ParameterOut(
                name=each.name,
                type=each.type,
                option=each.option,
                description=each.description,
                required=each.required,
                default=each.default,
                choices=list(each.choices),
            )
            for each in entry.parameters
        ],
        tools=list(entry.requires.tools),
        privilege=entry.requires.privilege,
        script=entry.script.text,
        digest=entry.script.digest,
        not_checked=[*unproven, "whether it suits your host: that is for whoever runs it"],
    )


class ScriptIn(ToolInput):
    script: ScriptText
    target: WrittenFor = "auto"


class CheckAnswer(Answer):
    """Everything that was found. No finding says only that these checkers found nothing."""

    target: Target
    digest: str
    risk: Risk
    touches: str = Field(description="what would be touched, in plain words")
    effects: EffectsOut
    findings: list[FindingOut]
    more_findings: int = Field(description="how many milder findings are left out here")
    failed: dict[str, str] = Field(description="checkers that could not run, and why")


@tool("Check a script", LOOKS, ScriptIn, CheckAnswer)
async def check_script(backend: Backend, asked: ScriptIn) -> CheckAnswer:
    """Check a script without running it: syntax, shellcheck, what it could destroy whatever it hides behind, and text
    in it that speaks to its readers. Check every script before you show it to somebody as good."""
    script = _script(asked.script, asked.target)
    findings, danger, failed = await backend.inspect(script)
    language = backend.language(script.target)
    spoken = await analysed(lambda _: addressed(Action(text=""), language.spoken_line(script)), script.text)
    shown = masked_findings((*findings, *spoken), script.text)
    told = replace(masked(danger, script.text), findings=masked_findings(danger.findings, script.text))
    listed, more = findings_out(shown)
    return CheckAnswer(
        target=script.target,
        digest=script.digest,
        risk=told.risk,
        touches=blast_radius(told),
        effects=effects_out(told),
        findings=listed,
        more_findings=more,
        failed={name: str(error) for name, error in failed.items()},
        not_checked=[
            NOT_RUN,
            *(f"{name} did not check: {error}" for name, error in failed.items()),
            *unanalysed(told),
            "whether it does what was asked: assess_script compares it with an action",
        ],
    )


class ExplainAnswer(Answer):
    """What a script would touch and what it does, from its text alone."""

    target: Target
    digest: str
    risk: Risk
    touches: str
    effects: EffectsOut
    does: str = Field(description="what it does, step by step; empty where that cannot be told from the text")


@tool("Explain a script", LOOKS, ScriptIn, ExplainAnswer)
async def explain_script(backend: Backend, asked: ScriptIn) -> ExplainAnswer:
    """Say in plain words what a script does, what it would touch and how bad that could be: from its code alone,
    comments count for nothing, and no model is asked."""
    script = _script(asked.script, asked.target)
    danger, does = await backend.weigh(script)
    told, said = masked((danger, does), script.text)
    undescribed = [] if said else ["what it does: that cannot be told from its text without a model"]
    return ExplainAnswer(
        target=script.target,
        digest=script.digest,
        risk=told.risk,
        touches=blast_radius(told),
        effects=effects_out(told),
        does=said,
        not_checked=[NOT_RUN, *undescribed, *unanalysed(told), "its syntax and its style: check_script does"],
    )


class AssessIn(ToolInput):
    action: ActionText
    script: ScriptText
    target: WrittenFor = "auto"


class AssessAnswer(Answer):
    """Whether a script does what was asked, as far as somebody can say. A person decides."""

    verdict: Verdict
    by_a_model: bool = Field(description="false: no model has read it, and a yes is for a person to look at")
    does: str
    opinions: list[OpinionOut]
    findings: list[FindingOut]
    more_findings: int


@tool("Assess a script", ASKS_A_MODEL, AssessIn, AssessAnswer)
async def assess_script(backend: Backend, asked: AssessIn) -> AssessAnswer:
    """Say whether a script does what an action asks, without running it: it is described from its code alone, and the
    description is compared with the action. It approves nothing."""
    script = _script(asked.script, asked.target)
    action = Action(text=usable(readable(asked.action)), target=script.target)
    assessment, findings = await backend.assess(action, script)
    said, findings = masked((assessment, tuple(findings)), action.text, script.text)
    listed, more = findings_out(findings)
    alone = all(each.assessor in ("static", "syntax gate", *DOUBTS) for each in said.opinions)
    return AssessAnswer(
        verdict=said.verdict,
        by_a_model=not alone,
        does=said.functionality,
        opinions=opinions_out(said.opinions),
        findings=listed,
        more_findings=more,
        not_checked=[NOT_RUN, *(["no model has read it: a yes is not to be relied on unseen"] if alone else [])],
    )


def opinions_out(opinions: Any) -> list[OpinionOut]:
    """What assessors said."""
    return [
        OpinionOut(assessor=each.assessor, verdict=each.verdict, reason=each.reason, confidence=each.confidence)
        for each in opinions
    ]


def _script(text: str, target: str) -> Script:
    """The script that came in; raises `BadInput` for what is none."""
    text = fit_source(readable(text), "the script", SCRIPT)
    kind: Target = recognised(text) if target == "auto" else target  # type: ignore[assignment]
    return Script(text=text, target=kind)
