"""What policy does with the danger of a draft: pass it, ask a person, or forbid it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.attempts import Attempt
from scriptsmith.core.effects import Danger
from scriptsmith.core.events import Asked, Reviewed
from scriptsmith.core.flow import Policy, outcome, reusable
from scriptsmith.core.policy import REACTIONS, Reaction, RiskPolicy, weighed
from scriptsmith.core.run import Run
from scriptsmith.core.types import (
    Action,
    Assessment,
    Entry,
    Finding,
    Match,
    Parameter,
    Review,
    Script,
    Severity,
    Verdict,
)
from scriptsmith.errors import Blocked
from scriptsmith.run_service import RunService
from scriptsmith.testing.doubles import MemoryCatalogue, MemoryJournal, ScriptedModel

from .kits import NO, YES, Log, block, kit, settled

HARSH = "#!/usr/bin/env bash\nset -euo pipefail\nrm -rf /var/lib/postgresql\n"
MILD = "#!/usr/bin/env bash\nset -euo pipefail\nrm -f /srv/app/one.pid\n"
ASKED = Action(text="delete /var/lib/postgresql with all data, and the file /srv/app/one.pid")
BLIND = '#!/usr/bin/env bash\nset -euo pipefail\neval "$1"\n'
reactions = st.sampled_from(REACTIONS)
policies = st.builds(RiskPolicy, safe=reactions, notable=reactions, dangerous=reactions, unanalysable=reactions)
dangers = st.builds(
    Danger,
    risk=st.sampled_from(["safe", "notable", "dangerous", "unanalysable"]),
    findings=st.lists(
        st.builds(
            Finding,
            checker=st.just("danger"),
            code=st.just("SS1001"),
            severity=st.sampled_from([Severity.ERROR, Severity.WARNING, Severity.INFO]),
            message=st.just("m"),
        ),
        max_size=3,
    ).map(tuple),
)


def model(script: str) -> ScriptedModel:
    answers = {"draft": block(script), "refine": block(script), "similarity": YES, "difference": YES}
    return ScriptedModel(answers)


async def test_a_dangerous_draft_needs_a_look_however_well_it_does() -> None:
    """Approved by the assessors, it settles as risky, with the danger on the event and as a warning."""
    log = Log(Asked(action=ASKED))
    run = await log.forge(kit(model(HARSH)))
    assert settled(run) == ("risky", HARSH)
    assert run.best
    assert run.best.danger
    assert run.best.danger.risk == "dangerous"
    assert {f.severity for f in run.best.findings if f.checker == "danger"} == {Severity.WARNING}


async def test_what_nobody_can_see_through_is_never_passed() -> None:
    """An unanalysable draft needs a look too."""
    assert settled(await Log().forge(kit(model(BLIND))))[0] == "risky"


async def test_a_mild_change_is_verified() -> None:
    """What is only notable passes, and is no finding."""
    run = await Log(Asked(action=ASKED)).forge(kit(model(MILD)))
    assert settled(run) == ("verified", MILD)
    assert run.best
    assert run.best.findings == ()
    assert run.best.danger
    assert run.best.danger.effects.deletes


async def test_policy_forbids() -> None:
    """With `block` the draft is refined within its budget and ends as forbidden; it is never described."""
    asked = model(HARSH)
    policy = Policy(max_refinements=1, risks=RiskPolicy(dangerous="block"))
    run = await Log().forge(kit(asked, policy=policy))
    assert settled(run)[0] == "forbidden"
    assert "describe" not in asked.names
    assert asked.names == ["draft", "refine"]


async def test_policy_may_allow() -> None:
    """With `allow` a dangerous draft is verified like another."""
    policy = Policy(risks=RiskPolicy(dangerous="allow"))
    assert settled(await Log(Asked(action=ASKED)).forge(kit(model(HARSH), policy=policy)))[0] == "verified"


async def test_a_wrong_and_dangerous_draft_is_incorrect() -> None:
    """What does not do what was asked is incorrect first of all."""
    asked = ScriptedModel({"draft": block(HARSH), "refine": block(HARSH), "similarity": NO, "difference": NO})
    run = await Log().forge(kit(asked, policy=Policy(max_refinements=0)))
    assert settled(run)[0] in ("incorrect", "unsure")


async def test_an_entry_that_policy_forbids_is_not_served() -> None:
    """A dangerous entry is served after its approval, and not where policy blocks dangerous scripts."""
    entry = Entry(id="x", title="x", script=Script(text=HARSH), risk="dangerous")
    run = Run(action=Action(text="x"), matches=(Match(entry=entry, confidence=1.0),))
    assert reusable(run, Policy())
    assert reusable(run, Policy(risks=RiskPolicy(dangerous="block"))) is None
    catalogue = MemoryCatalogue(answers=run.matches)
    forbidding = kit(catalogue=catalogue, policy=Policy(risks=RiskPolicy(dangerous="block")))
    run = await Log().forge(forbidding)
    assert settled(run) == ("forbidden", "")
    assert run.settled
    assert run.settled.entry == "x@1"


async def test_no_model_is_asked_to_get_round_a_block() -> None:
    """Where an entry answers and policy blocks it, nothing is drafted in its place."""
    entry = Entry(id="x", title="x", script=Script(text=HARSH), risk="dangerous")
    asked = model(MILD)
    catalogue = MemoryCatalogue(answers=(Match(entry=entry, confidence=1.0),))
    run = await Log().forge(kit(asked, catalogue=catalogue, policy=Policy(risks=RiskPolicy(dangerous="block"))))
    assert settled(run)[0] == "forbidden"
    assert asked.asked == []


DELETING = Entry(
    id="empty",
    title="Empty a folder",
    script=Script(text='#!/usr/bin/env bash\nset -euo pipefail\nrm -rf -- "${2:?}"\n'),
    parameters=(Parameter(name="folder", type="path", option="--folder", required=True),),
    risk="notable",
)


@pytest.mark.parametrize(
    ("folder", "reaction", "outcome"),
    [
        ("/srv/app/cache", "ask", "reuse"),
        ("/etc", "ask", "risky"),
        ("/etc", "allow", "reuse"),
        ("/etc", "block", "forbidden"),
    ],
)
async def test_values_that_make_an_entry_worse_than_it_was_approved(
    folder: str, reaction: Reaction, outcome: str
) -> None:
    """Policy reacts to what an entry would do with the values bound to it: its approval is for its declared risk."""
    match = Match(entry=DELETING, confidence=1.0, parameters={"folder": folder})
    at = kit(catalogue=MemoryCatalogue(answers=(match,)), policy=Policy(risks=RiskPolicy(dangerous=reaction)))
    run = await Log().forge(at)
    assert settled(run)[0] == outcome
    assert run.settled
    assert run.settled.danger
    assert run.settled.danger.risk == ("dangerous" if folder == "/etc" else "notable")
    assert run.settled.danger.effects.deletes == (folder,)
    assert (run.settled.script is None) is (outcome == "forbidden")


async def test_an_entry_is_never_milder_than_it_is_declared() -> None:
    """The stricter of what is declared and what its text shows is its risk; its approval answers what policy asks."""
    entry = Entry(id="x", title="x", script=Script(text=MILD), risk="dangerous", approver="ana")
    run = await Log().forge(kit(catalogue=MemoryCatalogue(answers=(Match(entry=entry, confidence=1.0),))))
    assert settled(run)[0] == "reuse"
    assert run.settled
    assert run.settled.danger
    assert run.settled.danger.risk == "dangerous"


async def test_an_approval_under_a_stricter_policy_is_refused() -> None:
    """What was forged while policy asked cannot be approved once it blocks, and nothing is recorded or published."""
    log, catalogue = MemoryJournal(), MemoryCatalogue()
    asking = kit(model(HARSH), catalogue=catalogue)
    run_id, run = await RunService(kit=asking, journal=log).submit(ASKED)
    assert settled(run)[0] == "risky"
    blocking = replace(asking, policy=Policy(risks=RiskPolicy(dangerous="block")))
    before = await log.read(run_id)
    with pytest.raises(Blocked, match=r"dangerous, and policy blocks that: line 3: .*SS10"):
        await RunService(kit=blocking, journal=log).review(run_id, "approve", reviewer="ana")
    assert await log.read(run_id) == before
    approved = Reviewed(review=Review(reviewer="ana", decision="approve", digest=Script(text=HARSH).digest))
    await log.append(run_id, len(before) + 1, approved)  # and then the program was killed
    with pytest.raises(Blocked, match="nothing is published"):
        await RunService(kit=blocking, journal=log).resume(run_id)
    assert await catalogue.entries() == []


@given(dangers, policies)
def test_no_policy_loses_what_it_blocks(danger: Danger, policy: RiskPolicy) -> None:
    """A blocked risk always has an error among its findings, and an allowed finding is none."""
    found = weighed(danger, policy)
    assert policy.reaction(danger.risk) != "block" or any(f.severity is Severity.ERROR for f in found)
    assert len(found) <= max(1, len(danger.findings))
    if policy == RiskPolicy(safe="allow", notable="allow", dangerous="allow", unanalysable="allow"):
        assert found == ()


@given(dangers, policies)
def test_only_what_policy_allows_is_verified(danger: Danger, policy: RiskPolicy) -> None:
    """An approved draft is verified exactly when policy allows its risk and every finding."""
    yes = Assessment(functionality="f", opinions=(), verdict=Verdict.YES)
    attempt = Attempt(script=Script(text="true\n"), checks=weighed(danger, policy), danger=danger, assessment=yes)
    said = outcome(attempt, Policy(risks=policy))
    blocked = any(f.severity is Severity.ERROR for f in weighed(danger, policy))
    if blocked:
        assert said == "forbidden"
    else:
        assert (said == "verified") is (policy.reaction(danger.risk) == "allow")
    assert outcome(replace(attempt, script=None), Policy(risks=policy)) == "unsure"
