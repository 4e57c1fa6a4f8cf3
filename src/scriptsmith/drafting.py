"""The steps in which a model writes: draft, refine, explain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date

from .bash_language import BASH
from .core.effects import DANGER
from .core.run import Run
from .core.token_odds import log_probability
from .core.types import Action, Assessment, Call, Explanation, Finding, Match, Script, Severity, Verdict
from .core.verdicts import read_explanation
from .errors import CutOff
from .examples import ExamplePair, estimated_tokens, fitting_forms
from .language import Language
from .ports import Draft, Drafting, Explain, Model, Prompt, Refine, Reply
from .samples import sample_of
from .weighed_replies import WeighedReply, weighed

PROMPT_TOKENS = 1500
"""How long the prompt of a draft may become by its examples, in estimated tokens."""
_HEADING = 40
"""Tokens of the words that introduce examples."""
MAX_FEEDBACK = 20
"""How many points a refinement is asked to answer; more only distracts, the worst come first."""


def drafting(model: Model, tokens: int = PROMPT_TOKENS, language: Language = BASH) -> Draft:
    """A step that writes a first script in `language`; `sample` counts the earlier independent drafts.

    Examples are shown as far as the prompt stays within an estimated number of `tokens`.
    """

    async def draft(action: Action, examples: Sequence[Match], sample: int) -> Drafting:
        room = room_for_examples(language.prompts.draft(action, ()), tokens)
        shown = [(pair.text, pair.script) for pair in shown_entries(examples, room, language)]
        asked = sample_of(language.prompts.draft(action, shown), sample)
        return await ask_for_script(model, asked, action, language)

    return draft


def room_for_examples(prompt: Prompt, tokens: int) -> int:
    """How many of `tokens` are left for examples beside `prompt`, which has none."""
    return tokens - estimated_tokens(prompt.system, prompt.text) - _HEADING


def shown_entries(matches: Sequence[Match], room: int, language: Language = BASH) -> list[ExamplePair]:
    """What is shown of entries in `room` tokens, best first: the whole script, or the short one with its values bound.

    A script is never cut: half of one is an example of leaving out.
    """
    return fitting_forms((_forms(match, language) for match in matches), room)


def _forms(match: Match, language: Language) -> Iterator[ExamplePair]:
    yield ExamplePair(text=match.entry.title, script=match.entry.script.text)
    if match.entry.parameters and not match.missing:
        with suppress(ValueError):
            bound = language.bind(match.entry, match.parameters, on=date.min)
            if bound.how == "short":
                lines = bound.script.text.splitlines(keepends=True)
                text = "".join(line for line in lines if not line.startswith("# Bound by ScriptSmith "))
                yield ExamplePair(text=match.entry.title, script=text)


def refining(model: Model, language: Language = BASH) -> Refine:
    """A step that corrects a script by what was said about it.

    What cannot be read is no correction of a script that can: the attempt has failed, and what was there stays.
    """

    async def refine(action: Action, script: Script | None, feedback: str) -> Drafting:
        made = await ask_for_script(model, language.prompts.refine(action, script, feedback), action, language)
        if script and made.script and (problem := language.spoilt(script.text, made.script.text)):
            return _no_script(problem, made.reasoning, *made.calls)
        return made

    return refine


def explaining(model: Model, language: Language = BASH) -> Explain:
    """A step that says what is wrong with a script, or that nothing is."""

    async def explain(action: Action, script: Script, assessment: Assessment) -> tuple[Explanation, tuple[Call, ...]]:
        prompt = language.prompts.explain(action, script, assessment)
        try:
            reply = await model.ask(prompt)
        except CutOff as error:
            return read_explanation("", script.text), (cut_off_call(model, prompt, error),)
        return read_explanation(reply.text, script.text), (reply.call,)

    return explain


async def ask_for_script(model: Model, prompt: Prompt, action: Action, language: Language = BASH) -> Drafting:
    """The script that `model` writes, or why there is none. One that never came to an end is a failed attempt."""
    try:
        reply = await model.ask(weighed(prompt))
    except CutOff as error:
        return _no_script(language.cut_off, error.text, cut_off_call(model, prompt, error))
    return read_drafting(reply, action, language)


def cut_off_call(model: Model, prompt: Prompt, error: CutOff) -> Call:
    """What a reply that never came to an end has cost."""
    return Call(
        role="",
        model=model.name,
        prompt=prompt.name,
        prompt_digest=prompt.digest,
        input_tokens=error.input_tokens,
        output_tokens=error.output_tokens,
    )


def read_drafting(reply: Reply, action: Action, language: Language = BASH) -> Drafting:
    """The script in a reply, or a finding that says why there is none."""
    found = language.extract(reply.text)
    if found.script is None:
        return _no_script(found.problem, found.reasoning, reply.call)
    script = Script(text=found.script, target=language.target)
    call = reply.call
    if isinstance(reply, WeighedReply) and not found.reasoning:  # words before it make a script likely
        call = replace(call, log_probability=log_probability(reply.tokens, found.script.strip()))
    return Drafting(script=script, reasoning=found.reasoning, calls=(call,))


def _no_script(problem: str, reasoning: str, *calls: Call) -> Drafting:
    finding = Finding(checker="extract", code="SS0010", severity=Severity.ERROR, message=problem)
    return Drafting(script=None, reasoning=reasoning, findings=(finding,), calls=calls)


def feedback(run: Run) -> str:
    """What the next draft must answer: the person first, then the checkers, then the explanation.

    Only the best attempt's points count, the blocking ones first. The assessors' own reasons are a stand-in
    for an explanation that was never made.
    """
    points = [f"A reviewer asks: {run.comments[-1]}"] if run.comments else []
    best = run.best
    if best is None:
        return "\n".join(f"- {point}" for point in points)
    findings = sorted((each for each in best.findings if not _asks(each)), key=lambda finding: finding.severity.rank)
    points += [f"line {f.line}: {f.message} [{f.code}]" for f in findings[:MAX_FEEDBACK]]
    if best.rehearsed is Verdict.NO and best.rehearsal:
        points += [f"Run in a sandbox, this did not hold afterwards: {each}" for each in best.rehearsal.failed]
    if best.explanation:
        points.append(_in_words(best.explanation))
    elif best.assessment and best.verdict is not Verdict.YES:
        points += [o.reason for o in best.assessment.opinions if o.verdict is not Verdict.YES]
    return "\n".join(f"- {point}" for point in points)


def _asks(finding: Finding) -> bool:
    """Whether a finding is a question that policy puts to a person: what the action itself wants is not to be changed.
    What nobody asked for has a finding of its own."""
    return finding.checker == DANGER and finding.severity is not Severity.ERROR


def _in_words(explanation: Explanation) -> str:
    parts = [explanation.text]
    if explanation.grounded:
        parts.append(f"The line at fault: {explanation.quote.strip()}")
    if explanation.counterexample:
        parts.append(f"It misbehaves for: {explanation.counterexample}")
    return " ".join(part for part in parts if part)
