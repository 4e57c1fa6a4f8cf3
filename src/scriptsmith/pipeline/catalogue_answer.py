"""What the catalogue answers to an action: entries that are looked up, offered, and served."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from ..checking import check_each
from ..core.events import Retrieved, Settled
from ..core.evidence_grade import needs_a_look
from ..core.flow import answering
from ..core.given_parameters import with_given
from ..core.offers import agreed, assessable, call_in_words
from ..core.policy import worse
from ..core.run import Run
from ..core.types import Action, Finding, Match, Script
from ..errors import BadInput, NotFound
from .kit import Kit, has_errors, shown

EXAMPLES = 3
"""How many catalogue entries are looked up: the first may be served, all serve as examples."""


async def retrieve(run: Run, kit: Kit) -> Retrieved:
    """The entries nearest to the action, or the one that a person chose; `BadInput` where that one is not verified."""
    from ..retrieval.alert_names import without_labels

    if run.action.entry:
        from ..retrieval.chosen_entry import chosen

        entry = await kit.catalogue.get(run.action.entry)
        if entry.status != "verified":
            raise BadInput(f"{entry.id} is {entry.status}: only verified entries are served")
        return Retrieved(matches=(with_given(chosen(entry, run.action), run.action.given),))
    action = without_labels(run.action)
    matches = tuple(with_given(each, action.given) for each in await kit.catalogue.nearest(action, limit=EXAMPLES))
    if not answering(replace(run, matches=matches), kit.policy):
        matches = (*await _to_alert(run.action, kit), *matches)
        return await _assessed(action, matches, kit)
    return Retrieved(matches=matches)


async def _assessed(action: Action, matches: tuple[Match, ...], kit: Kit) -> Retrieved:
    """The likeliest offer compared with the action by the assessors, as any script is (CodeSift): it leads when they
    agree that it does what was asked."""
    likely = assessable(matches, kit.policy.assess_offers)
    if likely is None or kit.judge is None or not kit.policy.can_assess or shown(action) != action:
        return Retrieved(matches=matches)
    assessment, calls = await kit.judge(action, call_in_words(likely))
    told = replace(likely, opinions=assessment.opinions)
    if agreed(told):
        return Retrieved(matches=(told, *(it for it in matches if it is not likely)), calls=calls)
    return Retrieved(matches=tuple([told if it is likely else it for it in matches]), calls=calls)


async def _to_alert(action: Action, kit: Kit) -> tuple[Match, ...]:
    """The entries that answer the alert that the action names or tells, as far as the catalogue has them."""
    from ..retrieval.alert_names import answers_to, as_match
    from ..retrieval.alert_texts import answers_told

    found: list[Match] = []
    named = answers_to(action)
    for answer in named or answers_told(action):
        with suppress(NotFound, BadInput):
            entry = await kit.catalogue.get(answer.entry)
            if entry.status == "verified" and entry.script.target == action.target:
                found.append(as_match(answer, entry, action, told=not named))
    return tuple(found)


async def from_catalogue(match: Match, kit: Kit) -> Settled:
    """Serve an entry, unless policy says otherwise of what it would do with the values that are bound to it.

    A person has approved of the entry at its declared risk, and that is all the asking that policy wants. When the
    values make it worse, to where policy asks, nobody has yet been asked. A dangerous one that never ran on the real
    program is for a person to look at, and says so in its first line; one in which a checker finds an error is, too.
    """
    entry, risks = match.entry, kit.policy.risks
    known = kit.graded(entry) if kit.graded else None
    unproven = known is not None and needs_a_look(entry, known)
    note = f"Never run on the real program ({known.said}): read it before you run it." if known and unproven else ""
    bound = kit.language.bind(entry, match.parameters, on=kit.today(), long=kit.long, note=note)
    script = bound.script
    danger = await kit.language.weigh(script)
    danger = replace(danger, risk=worse(entry.risk, danger.risk))
    reaction = risks.reaction(danger.risk)
    checks, unchecked = await _checked(script, kit)
    asks = unproven or has_errors(checks) or (reaction == "ask" and risks.reaction(entry.risk) == "allow")
    settled = Settled(
        outcome="risky" if asks else "reuse",
        script=script,
        entry=f"{entry.id}@{entry.version}",
        parameters=match.parameters,
        danger=danger,
        form=bound.how,
        evidence=known.said if known else "",
        unproven=unproven,
        checks=checks,
        unchecked=unchecked,
    )
    return replace(settled, outcome="forbidden", script=None) if reaction == "block" else settled


async def _checked(script: Script, kit: Kit) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """What the checkers find in an entry's script as it is served, and the names of those that cannot run. An entry is
    served without them, too, and says so."""
    found, failed = await check_each((kit.syntax, *kit.checkers), script)
    return found, tuple(failed)
