"""What is learnt from is what people approved, and nothing that they turned down."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scriptsmith.adapters.folder.accepted import FolderAccepted
from scriptsmith.adapters.folder.journal import FolderJournal
from scriptsmith.adapters.postgres.accepted import PostgresAccepted
from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.journal import PostgresJournal
from scriptsmith.core.events import Asked, Event, Labelled, Published, Reviewed, Settled
from scriptsmith.core.flow import state
from scriptsmith.core.run import fold
from scriptsmith.core.types import Action, Decision, Entry, Match, Profile, Review, Script
from scriptsmith.errors import ModelError, StorageError
from scriptsmith.ports import Embedder, Journal
from scriptsmith.run_service import RunService
from scriptsmith.service.accepted import AcceptedScript, NearestAccepted, Source, accepted_of, with_accepted
from scriptsmith.service.feedback import example, export, preferences, rejected, rows
from scriptsmith.settings import load
from scriptsmith.testing import Provider
from scriptsmith.testing.doubles import MemoryCatalogue, MemoryJournal, MemoryVault, ScriptedModel
from scriptsmith.testing.hashing import HashingEmbedder
from scriptsmith.wiring import build
from tests.databases import a_database, fresh, with_database
from tests.unit.kits import GOOD, OTHER, block, kit, policy
from tests.unit.strategies import asked as any_asked
from tests.unit.strategies import scripts

WOOL, YARN = Script(text=GOOD), Script(text=OTHER)
KNIT = Action(text="knit a pullover for the keeper", profile=Profile(shell="bash 5"))


def asked(text: str = KNIT.text) -> Asked:
    return Asked(action=Action(text=text, profile=KNIT.profile), at="2026-01-02T03:04:05+00:00")


def reviewed(decision: Decision, script: Script, new: Script | None = None, comment: str = "") -> Reviewed:
    review = Review(reviewer="ana", decision=decision, digest=script.digest, script=new, comment=comment)
    return Reviewed(review=review, at="2026-01-02T04:00:00+00:00")


def settled(script: Script, entry: str = "") -> Settled:
    return Settled(outcome="verified", script=script, entry=entry)


EDITED: list[Event] = [
    asked(),
    settled(WOOL),
    reviewed("edit", WOOL, YARN, comment="yarn is cheaper"),
    settled(YARN),
    reviewed("approve", YARN),
]


async def test_a_run_of_people_and_models_gives_what_they_agreed_on() -> None:
    """A draft is rejected, the next one edited, the edit approved: one approved script, and two pairs with it."""
    model = ScriptedModel({"draft": block("echo 1\n"), "refine": block(GOOD)})
    run_service = RunService(kit=kit(model, real=True, policy=policy(max_refinements=0)), journal=MemoryJournal())
    run_id, _ = await run_service.submit(KNIT)
    await run_service.review(run_id, "reject", reviewer="ana", comment="it knits nothing")
    await run_service.review(run_id, "edit", reviewer="bo", script=YARN)
    await run_service.review(run_id, "approve", reviewer="ana")
    events = await run_service.journal.read(run_id)
    (line,) = rows("sft", run_id, events)
    row = json.loads(line)
    assert (row["action"]["text"], row["action"]["profile"]["shell"], row["script"]) == (KNIT.text, "bash 5", OTHER)
    assert (row["origin"], row["drafts"], row["edits"], row["verdict"]) == ("person", 2, 1, "yes")
    assert (row["digest"], row["entry"]) == (YARN.digest, f"{fold(events).published.id}@1")  # type: ignore[union-attr]
    pairs = [json.loads(line) for line in rows("preference", run_id, events)]
    assert [(p["rejected"], p["rejected_origin"], p["decision"], p["comment"]) for p in pairs] == [
        ("echo 1\n", "generator", "reject", "it knits nothing"),
        (GOOD, "refiner", "edit", ""),
    ]
    assert {(p["chosen"], p["chosen_origin"]) for p in pairs} == {(OTHER, "person")}
    assert not any(name in line.decode() for name in ("ana", 'bo"') for line in rows("preference", run_id, events))


NOTHING: list[list[Event]] = [
    [],
    [settled(WOOL)],
    EDITED[:4],
    [asked(), settled(WOOL), reviewed("reject", WOOL)],
    [asked(), settled(WOOL), reviewed("approve", YARN)],
    [*EDITED, Labelled(by="bo", digest=YARN.digest, label=0)],
    [asked(), settled(WOOL), reviewed("reject", WOOL, comment="no"), settled(WOOL), reviewed("approve", WOOL)],
]


@pytest.mark.parametrize(
    "events",
    NOTHING,
    ids=["empty", "headless", "waiting", "rejected", "another", "labelled wrong", "rejected before"],
)
def test_what_nobody_stands_by_gives_nothing(events: list[Event]) -> None:
    """A run that waits, was rejected, or whose script was called wrong or rejected before gives no line at all."""
    assert rows("sft", "r", events) == []
    assert rows("preference", "r", events) == []
    assert accepted_of("r", events) is None


def test_an_entry_is_no_example_of_its_own() -> None:
    """What the catalogue served and a person approved is exported as that, and is not shown beside the catalogue."""
    events: list[Event] = [asked(), settled(WOOL, entry="wool@1"), reviewed("approve", WOOL)]
    assert json.loads(rows("sft", "r", events)[0])["origin"] == "catalogue"
    assert accepted_of("r", events) is None


def test_no_token_of_a_run_reaches_another_one() -> None:
    """A token means another secret in another run: it is cut out of an example's words, and a script with one is none."""
    words = asked("knit with password=SS_SECRET_1A please")
    found = accepted_of("r", [words, *EDITED[1:]])
    assert found == AcceptedScript(run="r", text="knit with password=… please", script=YARN)
    held = Script(text="echo SS_SECRET_1A\n")
    edited: list[Event] = [reviewed("edit", WOOL, held), settled(held), reviewed("approve", held)]
    assert example("r", [words, settled(WOOL), *edited]) is not None
    assert accepted_of("r", [words, settled(WOOL), *edited]) is None


_decisions: st.SearchStrategy[Decision] = st.sampled_from(["approve", "edit", "reject"])


@st.composite
def decided(draw: st.DrawFn) -> list[Event]:
    """A run in which people decide about what is settled, and sometimes about something else."""
    events: list[Event] = [draw(any_asked)]
    pool = [Script(text=text) for text in draw(st.lists(st.text(max_size=4), min_size=1, max_size=4))]
    for _ in range(draw(st.integers(0, 6))):
        run = fold(events)
        if run.settled is None or draw(st.booleans()):
            events.append(settled(draw(st.sampled_from(pool)), entry=draw(st.sampled_from(["", "", "", "x@1"]))))
            continue
        held = run.settled.script or pool[0]
        about = draw(st.sampled_from([held, held, held, pool[-1]]))
        new = draw(st.sampled_from(pool))
        decision: Decision = draw(_decisions)
        events.append(reviewed(decision, about, new if decision == "edit" else None, draw(st.sampled_from(["", "no"]))))
        if draw(st.booleans()):
            events.append(Labelled(by="bo", digest=about.digest, label=draw(st.sampled_from([None, 0, 1, 2]))))
    if draw(st.booleans()):
        events.append(Published(entry=Entry(id="x", title="x", script=draw(scripts))))
    return events


@given(events=decided())
def test_nothing_that_was_rejected_is_ever_learnt_from(events: list[Event]) -> None:
    """Whatever people decided in whatever order: the script is approved by the last word and was never rejected."""
    found = example("r", events)
    run = fold(events)
    if found is not None:
        assert run.review is not None
        assert (run.review.decision, run.review.digest) == ("approve", found.script.digest)
        assert state(run) in ("approved", "published")
        assert found.script.digest not in run.rejected
    for pair in preferences("r", events):
        assert found is not None
        assert (pair.chosen, pair.action) == (found.script, found.action)
        assert pair.rejected != pair.chosen
        assert any(
            event.kind == "reviewed"
            and event.review.decision == pair.decision != "approve"
            and event.review.digest == pair.rejected.digest
            for event in events
        )
    assert len({pair.rejected for pair in preferences("r", events)}) == len(preferences("r", events))


@with_database
async def test_what_is_settled_again_after_an_approval_was_not_approved() -> None:
    """Published or not: the approval was of what stood there before."""
    script = Script(text="true\n")
    events: list[Event] = [
        asked(),
        settled(Script(text="false\n")),
        reviewed("edit", Script(text="false\n"), script),
        settled(script),
        reviewed("approve", script),
        settled(script),
        Published(entry=Entry(id="x", title="x", script=script)),
    ]
    async with a_database() as database:
        for seq, event in enumerate(events, start=1):
            await PostgresJournal(database).append("r1", seq, event)
        assert accepted_of("r1", events) is None
        assert list(await PostgresAccepted(database)()) == []
        await PostgresJournal(database).append("r2", 1, events[0])
        for seq, event in enumerate(events[1:5], start=2):
            await PostgresJournal(database).append("r2", seq, event)
        assert [each.run for each in await PostgresAccepted(database)()] == ["r2"]


@with_database
@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(logs=st.lists(decided(), min_size=1, max_size=5))
def test_a_folder_and_a_database_tell_the_same(logs: list[list[Event]], tmp_path_factory: Any) -> None:
    """The same logs give the same lines and the same accepted scripts, wherever they lie."""

    async def check() -> None:
        folder = FolderJournal(tmp_path_factory.mktemp("runs"), durable=False)
        async with a_database() as database:
            for number, events in enumerate(logs):
                for seq, event in enumerate(events, start=1):
                    for journal in (folder, PostgresJournal(database)):
                        await journal.append(f"r{number}", seq, event)
            refused = frozenset[str]().union(*(rejected(events) for events in logs))
            found = [accepted_of(f"r{number}", events) for number, events in enumerate(logs)][::-1]
            expected = [one for one in found if one and one.script.digest not in refused]
            assert list(await FolderAccepted(folder)()) == expected
            source = PostgresAccepted(database)
            assert list(await source()) == list(await source()) == expected
            for kind in ("sft", "preference"):
                assert [each async for each in export(folder, kind, pytest.fail)] == [
                    each async for each in export(PostgresJournal(database), kind, pytest.fail)
                ]

    asyncio.run(check())


async def test_secrets_stay_tokens() -> None:
    """What is exported of a run that was given a password holds its token, and the password nowhere."""
    secret = "hunter2-Zq81"
    run_service = RunService(
        kit=kit(ScriptedModel({"draft": block(GOOD)}), real=True), journal=MemoryJournal(), vault=MemoryVault()
    )
    run_id, _ = await run_service.submit(Action(text=f"knit with password={secret} please"))
    await run_service.review(run_id, "approve", reviewer="ana")
    (line,) = rows("sft", run_id, await run_service.journal.read(run_id))
    assert secret not in line.decode()
    assert "SS_SECRET_1A" in json.loads(line)["action"]["text"]


async def test_one_log_that_cannot_be_read_hides_no_other() -> None:
    """It is named, and the others are exported, the oldest first."""

    class Torn(MemoryJournal):
        async def read(self, run: str, /) -> Sequence[Event]:
            if run == "r2":
                raise StorageError("event 2: this is not an event of a run")
            return await super().read(run)

    journal, told = Torn(), list[str]()
    for run in ("r3", "r2", "r1"):
        for seq, event in enumerate(EDITED, start=1):
            await journal.append(run, seq, event)
    assert [run async for run, lines in export(journal, "preference", told.append) if lines] == ["r1", "r3"]
    assert told == ["run r2 is left out: event 2: this is not an event of a run"]


# Examples for later drafts


async def near(known: Sequence[AcceptedScript], text: str, catalogue: MemoryCatalogue | None = None) -> list[str]:
    async def source() -> Sequence[AcceptedScript]:
        return known

    pick = NearestAccepted(source, HashingEmbedder, catalogue or MemoryCatalogue())
    return [one.run for one in await pick(Action(text=text))]


def known(run: str, text: str, script: Script = WOOL, entry: str = "") -> AcceptedScript:
    return AcceptedScript(run=run, text=text, script=script, entry=entry)


async def test_the_nearest_come_first_and_the_far_not_at_all() -> None:
    """At most two, by what the actions mean, each script once, and none for a target that is another one."""
    all_known = [
        known("far", "reboot the printer"),
        known("near", "compress the old logs of nginx", YARN),
        known("same", "compress the old logs of nginx now", YARN),
        known("nearest", "compress old logs of apache", Script(text="gzip a\n")),
        known("third", "compress logs", Script(text="gzip b\n")),
        known("other", "compress old logs of apache", Script(text="- gzip\n", target="ansible")),
    ]
    assert await near(all_known, "compress old logs of apache") == ["nearest", "near"]
    assert await near(all_known, "water the flowers") == []


async def test_what_was_retired_or_replaced_since_is_no_example() -> None:
    """A published script is shown as long as the catalogue serves it; one that was never published as it is."""
    entry = Entry(id="wool", title="Knit", script=WOOL)
    catalogue = MemoryCatalogue([entry])
    asked_for = [known("r", KNIT.text, entry="wool@1"), known("gone", KNIT.text, YARN, entry="yarn@1")]
    assert await near(asked_for, KNIT.text, catalogue) == ["r"]
    await catalogue.retire("wool")
    assert await near(asked_for, KNIT.text, catalogue) == []
    assert await near([known("r", KNIT.text, YARN, entry="wool@1")], KNIT.text, MemoryCatalogue([entry])) == []


async def test_without_accepted_scripts_nothing_is_loaded() -> None:
    """Where there is nothing to choose from no embedder is made and no example shown; nor when one cannot be had."""

    def none() -> Embedder:
        raise AssertionError("nobody needs an embedder")

    def broken() -> Embedder:
        raise ModelError("the embedder is away")

    async def nothing() -> Sequence[AcceptedScript]:
        return ()

    async def something() -> Sequence[AcceptedScript]:
        return [known("r", KNIT.text)]

    assert await NearestAccepted(nothing, none, MemoryCatalogue())(KNIT) == ()
    assert await NearestAccepted(something, broken, MemoryCatalogue())(KNIT) == ()


async def test_an_example_is_shown_once() -> None:
    """A script that the catalogue found already is not shown again; others come before what it found."""
    shown: list[Sequence[Match]] = []
    model = ScriptedModel({"draft": block(GOOD)})
    inner = kit(model).draft
    assert inner is not None

    async def draft(action: Action, examples: Sequence[Match], sample: int) -> Any:
        shown.append(examples)
        return await inner(action, examples, sample)

    async def pick(action: Action) -> Sequence[AcceptedScript]:
        return [known("r1", "knit a sock", WOOL), known("r2", "knit a scarf", YARN)]

    found = Match(entry=Entry(id="x", title="Knit", script=WOOL), confidence=0.5)
    await with_accepted(draft, pick)(KNIT, [found], 0)
    assert [match.entry.title for match in shown[0]] == ["knit a scarf", "Knit"]


def environ(folder: Path, provider: Provider, **more: str) -> dict[str, str]:
    return {
        "HOME": str(folder),
        "SCRIPTSMITH_MODELS__GENERATOR__MODEL": "openai-chat:loop",
        "SCRIPTSMITH_MODELS__GENERATOR__BASE_URL": provider.url,
        "SCRIPTSMITH_PATHS__RUNS": str(folder / "runs"),
        "SCRIPTSMITH_PATHS__CATALOGUE": str(folder / "catalogue"),
        "SCRIPTSMITH_PATHS__CACHE": str(folder / "cache"),
        "SCRIPTSMITH_PATHS__SEED": "false",
        "SCRIPTSMITH_SANDBOX__REHEARSE": "false",
        "SCRIPTSMITH_DATABASE__STORAGE": "folder",
        **more,
    }


@pytest.mark.parametrize("place", ["folder", pytest.param("postgres", marks=with_database)])
@pytest.mark.parametrize("strategy", ["reasoning", "nearest"])
async def test_a_later_draft_is_shown_an_accepted_edit(tmp_path: Path, place: str, strategy: str) -> None:
    """The next draft for a near action is asked for with the edit as an example, not the draft that it replaced; not
    when the setting is off, not for an action that means something else, and never in the bench."""
    with Provider() as provider:
        with_all = environ(tmp_path, provider, SCRIPTSMITH_MODELS__GENERATOR__STRATEGY=strategy)
        if place == "postgres":
            with_all |= {"DATABASE_URL": fresh(), "SCRIPTSMITH_DATABASE__STORAGE": "postgres"}

        async def prompt(text: str, **more: str) -> str:
            environment = with_all | more
            async with build(load(environment), environment) as app:
                await app.run_service().submit(Action(text=text))
            asked = [each for each in provider.requests if each.prompt in ("draft", "examples")]
            return json.dumps(asked[-1].body)

        async with build(load(with_all), with_all) as app:
            for seq, event in enumerate(EDITED, start=1):
                await app.journal.append("20260102-030405-0badcafe", seq, event)
            measured = app.kit(accepted=False).draft
            assert measured is not None
            await measured(Action(text="knit a scarf for the keeper"), (), 0)
        asked_then = [each for each in provider.requests if each.prompt in ("draft", "examples")]
        assert "yarn" not in json.dumps(asked_then[-1].body)
        shown = await prompt("knit a pullover for the tall keeper of the lighthouse")
        assert "yarn" in shown
        assert "wool" not in shown
        off = await prompt("knit a warm pullover for the tall keeper", SCRIPTSMITH_MODELS__GENERATOR__ACCEPTED="false")
        assert "yarn" not in off
        assert "yarn" not in await prompt("reboot the printer in the cellar")


@pytest.mark.parametrize("place", ["folder", pytest.param("postgres", marks=with_database)])
@pytest.mark.parametrize("how", ["rejected elsewhere", "labelled wrong"])
async def test_the_log_that_an_example_comes_from_may_go_on(tmp_path: Path, place: str, how: str) -> None:
    """A script that is rejected in another run later, or labelled as wrong, is no example any more."""
    journal: Journal = FolderJournal(tmp_path)
    source: Source = FolderAccepted(FolderJournal(tmp_path))
    database = Database(fresh()) if place == "postgres" else None
    if database:
        journal, source = PostgresJournal(database), PostgresAccepted(database)
    assert list(await source()) == []
    for seq, event in enumerate(EDITED, start=1):
        await journal.append("r1", seq, event)
        assert [one.script for one in await source()] == ([YARN] if seq == len(EDITED) else [])
    published = Published(entry=Entry(id="x", title="x", script=YARN))
    await journal.append("r1", 6, published)
    assert [one.entry for one in await source()] == ["x@1"]
    if how == "labelled wrong":
        await journal.append("r1", 7, Labelled(by="bo", digest=YARN.digest, label=0))
    else:
        other: list[Event] = [asked(), settled(YARN), reviewed("reject", YARN)]
        for seq, event in enumerate(other, start=1):
            await journal.append("r2", seq, event)
    assert list(await source()) == []
    if database:
        await database.aclose()
