"""What an approval is for, who counts, and how many it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.approval import ApprovalPolicy, ApprovalState, binding, is_author, risk_of, standing
from scriptsmith.core.effects import Danger
from scriptsmith.core.events import Asked, Checked, Drafted, Endorsed, Event, Reviewed, Settled
from scriptsmith.core.permissions import ACTS, ALLOWED, PARTS, Person, folded, may, parts_of, proper
from scriptsmith.core.run import Run, fold
from scriptsmith.core.types import Action, Review, Risk, Script
from scriptsmith.settings import load
from tests.service.team_services import STATES, reviewed, waiting

NOW = datetime(2026, 1, 2, tzinfo=UTC)
SCRIPT = Script(text="true\n")
SETTLED = Settled(outcome="verified", script=SCRIPT)

words = st.text(max_size=4)
settled = st.builds(
    Settled,
    outcome=st.just("reuse"),
    script=st.none() | st.builds(Script, text=words, target=st.sampled_from(["bash", "ansible"])),
    entry=words,
    parameters=st.dictionaries(words, words, max_size=3),
)


@given(one=settled, other=settled)
def test_an_approval_is_bound_to_all_that_would_run(one: Settled, other: Settled) -> None:
    """Script, target, parameters and entry have one binding, and whatever differs in one of them has another."""
    same = (one.script, one.entry, dict(one.parameters)) == (other.script, other.entry, dict(other.parameters))
    assert (binding(one) == binding(other)) == same
    turned: Mapping[str, str] = dict(reversed(list(one.parameters.items())))
    assert binding(replace(one, parameters=turned, outcome="risky")) == binding(one)


@pytest.mark.parametrize(
    "other",
    [
        replace(SETTLED, script=Script(text="true \n")),
        replace(SETTLED, script=Script(text="true\n", target="ansible")),
        replace(SETTLED, entry="x@1"),
        replace(SETTLED, parameters={"": ""}),
    ],
)
def test_the_least_change_is_another_binding(other: Settled) -> None:
    """A space, another target, another entry or another parameter: the approval is not for that."""
    assert binding(other) != binding(SETTLED)
    run = apply_all(Settled(**{name: getattr(other, name) for name in ("outcome", "script", "entry", "parameters")}))
    assert standing(run, ApprovalPolicy(), NOW).by == ()


def apply_all(last: Settled, *names: str) -> Run:
    """A run of ana's with `last` settled, and approvals of `SETTLED` by `names` after it."""
    until = (NOW + timedelta(hours=1)).isoformat()
    given = [Endorsed(by=name, binding=binding(SETTLED), until=until) for name in names or ("bo",)]
    return fold([Asked(action=Action(text="x"), by="ana"), Drafted(script=last.script), last, *given])


@given(names=st.lists(st.sampled_from(["ana", "bo", "Bo", "cy", "CY", "dan"])), needed=st.integers(1, 4))
def test_each_person_counts_once_and_no_author(names: list[str], needed: int) -> None:
    """Who stands is everybody who approved but the asker, however often and in whatever spelling."""
    run = apply_all(SETTLED, *names, "dan")
    policy = ApprovalPolicy(needed={"unanalysable": needed})
    found = standing(run, policy, NOW)
    others = {folded(name) for name in (*names, "dan")} - {"ana"}
    assert (found.needed, {folded(name) for name in found.by}, len(found.by)) == (needed, others, len(others))
    assert found.missing == max(0, needed - len(others))
    assert all(found.has(name.upper()) for name in others)


@given(until=st.text(max_size=30) | st.datetimes().map(str) | st.datetimes(timezones=st.just(UTC)).map(str))
def test_a_moment_that_cannot_be_compared_has_passed(until: str) -> None:
    """An approval stands only until a moment that is known to lie ahead."""
    run = apply_all(SETTLED)
    run = replace(run, endorsements=tuple(replace(one, until=until) for one in run.endorsements))
    try:
        moment = datetime.fromisoformat(until)
        stands = moment.tzinfo is not None and moment > NOW
    except ValueError:
        stands = False
    assert bool(standing(run, ApprovalPolicy(), NOW).by) == stands


def test_an_hour_is_an_hour_everywhere() -> None:
    """The clock of whoever asks may be in another time zone."""
    run = apply_all(SETTLED)
    for hours in (-11, 0, 13):
        zone = timezone(timedelta(hours=hours))
        assert standing(run, ApprovalPolicy(), (NOW + timedelta(minutes=59)).astimezone(zone)).by == ("bo",)
        assert standing(run, ApprovalPolicy(), (NOW + timedelta(minutes=60)).astimezone(zone)).by == ()


def test_what_nobody_has_said_the_risk_of_is_unanalysable() -> None:
    """The risk is that of what is settled, else that of the draft, else the one that asks for most."""
    run = apply_all(SETTLED)
    assert risk_of(run) == "unanalysable"
    checked = fold(
        [Asked(action=Action(text="x")), Drafted(script=SCRIPT), Checked(findings=(), danger=Danger(risk="safe"))]
    )
    assert risk_of(replace(checked, settled=SETTLED)) == "safe"
    assert risk_of(replace(checked, settled=replace(SETTLED, danger=Danger(risk="dangerous")))) == "dangerous"


@pytest.mark.parametrize(
    ("needed", "people"), [({}, 1), ({"safe": 0}, 1), ({"safe": -3, "dangerous": 2}, 2), ({"safe": 3}, 3)]
)
def test_a_policy_that_says_nothing_asks_for_its_most(needed: Mapping[Risk, int], people: int) -> None:
    """A risk that is not named takes as many as the strictest one; no risk takes nobody."""
    assert ApprovalPolicy(needed=needed).people("unanalysable") == people
    assert ApprovalPolicy(needed=needed).people("safe") >= 1


def test_nothing_settled_has_no_approvals() -> None:
    """Without a script there is nothing that anybody could have approved."""
    run = fold([Asked(action=Action(text="x")), Settled(outcome="no_match")])
    nothing = Endorsed(by="bo", binding=binding(Settled(outcome="no_match")), until="2030-01-01T00:00:00+00:00")
    assert standing(replace(run, endorsements=(nothing,)), ApprovalPolicy(), NOW).by == ()


def test_an_editor_is_an_author_of_what_they_edited_alone() -> None:
    """Whose edit was rejected may approve the next draft, which is not theirs."""
    edited = Reviewed(review=Review(reviewer="bo", decision="edit", digest="", script=Script(text="bo\n")))
    events: list[Event] = [Asked(action=Action(text="x"), by="ana"), Drafted(script=SCRIPT), SETTLED, edited]
    assert is_author(fold(events), "Bo")
    assert not is_author(fold(events), "cy")
    again = Reviewed(review=Review(reviewer="cy", decision="reject", digest=Script(text="bo\n").digest, comment="no"))
    settled = replace(SETTLED, script=Script(text="bo\n"))
    assert not is_author(fold([*events, settled, again, Drafted(script=SCRIPT), SETTLED]), "bo")
    assert is_author(fold([*events, settled, again, Drafted(script=SCRIPT), SETTLED]), "ana")


def test_standing_is_never_less_than_nothing() -> None:
    """More approvals than it takes leave none missing."""
    assert ApprovalState(needed=1, by=("a", "b", "c")).missing == 0


@given(parts=st.frozensets(st.sampled_from([*PARTS, "root"]), max_size=4))
def test_one_may_what_one_of_the_parts_may(parts: frozenset[str]) -> None:
    """Nothing is allowed that no part allows, and a part that is not known allows nothing."""
    person = Person(name="ana", parts=parts)  # type: ignore[arg-type]
    for act in ACTS:
        assert may(person, act) == any(act in ALLOWED[part] for part in PARTS if part in parts)
    assert not may(person, "root")  # type: ignore[arg-type]


@given(names=st.none() | st.text() | st.lists(st.sampled_from([*PARTS, "root", ""])))
def test_only_parts_are_parts(names: object) -> None:
    """Whatever a database or a server says that somebody is, nobody becomes what is not known here."""
    assert parts_of(names) == frozenset(names if isinstance(names, list) else ()) & frozenset(PARTS)


@pytest.mark.parametrize("name", ["", " ana", "ana ", "a\nb", "a\u202eb", "a\0", "x" * 201])
def test_a_name_can_be_seen(name: str) -> None:
    """A name that looks like another one, or like nothing, is none."""
    assert not proper(name)
    assert proper("Ana-María O'Neil <ana@example.org>")


def test_the_policy_of_approvals_comes_from_the_settings() -> None:
    """Every number is a setting, and the defaults ask for two people where a script could destroy something."""
    from scriptsmith.wiring import build

    environ = {"SCRIPTSMITH_CONFIG": "/nonexistent"}
    assert build(load(environ), environ).approvals() == ApprovalPolicy()
    environ |= {
        "SCRIPTSMITH_POLICY__APPROVERS_SAFE": "2",
        "SCRIPTSMITH_POLICY__APPROVERS_NOTABLE": "3",
        "SCRIPTSMITH_POLICY__APPROVERS_DANGEROUS": "4",
        "SCRIPTSMITH_POLICY__APPROVERS_UNANALYSABLE": "5",
        "SCRIPTSMITH_POLICY__APPROVAL_HOURS": "1.5",
        "SCRIPTSMITH_POLICY__SELF_APPROVAL": "yes",
    }
    needed: dict[Risk, int] = {"safe": 2, "notable": 3, "dangerous": 4, "unanalysable": 5}
    assert build(load(environ), environ).approvals() == ApprovalPolicy(needed=needed, hours=1.5, own=True)


@pytest.mark.parametrize(
    ("where", "by", "missing"),
    [
        ("working", (), 2),
        ("waiting", (), 1),
        ("endorsed", ("cy",), 0),
        ("approved", ("cy",), 0),
        ("published", ("cy",), 0),
        ("rejected", (), 0),
        ("cancelled", (), 0),
        ("redrafting", (), 2),
    ],
)
def test_nobody_is_missing_once_it_is_decided(where: str, by: tuple[str, ...], missing: int) -> None:
    """A run that is approved says by whom, however long ago; one that is over in another way waits for nobody."""
    run = fold(STATES[where]())
    for now in (NOW, NOW + timedelta(days=90)):
        found = standing(run, ApprovalPolicy(), now)
        if now == NOW or where != "endorsed":
            assert (found.by, found.missing) == (by, missing)


def test_who_decides_alone_is_who_approved() -> None:
    """Without a team there is one decision and no approval before it: it names its person."""
    run = fold([*waiting(), reviewed("approve")])
    assert standing(run, ApprovalPolicy(), NOW) == ApprovalState(needed=1, by=("cy",), over=True)
