"""What every `Catalogue` promises, and what the one in folders promises beyond that."""

from __future__ import annotations

import asyncio
import resource
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.folder.entry_files import read_entry, write_entry
from scriptsmith.adapters.postgres.catalogue import PostgresCatalogue
from scriptsmith.core.types import Action, Entry, Evidence, Parameter, Script
from scriptsmith.errors import BadInput, Conflict, NotFound, StorageError
from scriptsmith.ports import Catalogue
from scriptsmith.testing.doubles import MemoryCatalogue
from tests.databases import a_database, put, with_database

WOOL = Entry(
    id="wind-wool",
    title="Wind the wool of a spindle",
    phrases=("wind wool onto a spindle", "wind the wool"),
    script=Script(text="#!/usr/bin/env bash\nprintf 'wool %s\\n' \"$@\"\n"),
    parameters=(Parameter(name="colour", type="text", option="--colour", default="grey"),),
    labels={"area": "knitting"},
    evidence=(Evidence(kind="review", result="approved", detail="by ana"),),
)
DATE = Entry(
    id="show-date",
    title="Show the date",
    phrases=("show the date",),
    script=Script(text="date\n"),
    test="x\n",
    risk="safe",
)
Make = Callable[[Iterable[Entry]], Catalogue]


IN_DATABASE = [pytest.param(name, marks=with_database) for name in ("postgres", "postgres over shipped")]


@pytest.fixture(params=["folder", "shipped", "memory", *IN_DATABASE])
async def make(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Make]:
    """Makes each implementation; *shipped* ones stand over entries that they may only read."""

    def build(entries: Iterable[Entry] = ()) -> Catalogue:
        if request.param == "memory":
            return MemoryCatalogue(entries)
        place = tmp_path / ("own" if request.param == "folder" else "shipped")
        for entry in entries:
            write_entry(place / entry.area / entry.id, entry)
        return FolderCatalogue(tmp_path / "own", tmp_path / "shipped")

    if "postgres" not in request.param:
        yield build
        return
    async with a_database() as database:

        def in_database(entries: Iterable[Entry] = ()) -> Catalogue:
            if request.param == "postgres":
                put(database, entries)
                return PostgresCatalogue(database)
            for entry in entries:
                write_entry(tmp_path / "shipped" / entry.area / entry.id, entry)
            return PostgresCatalogue(database, FolderCatalogue(tmp_path / "shipped"))

        yield in_database


async def test_an_empty_catalogue_has_nothing(make: Make) -> None:
    """No entries, nothing near, and `NotFound` for any id."""
    catalogue = make([])
    assert list(await catalogue.entries()) == []
    assert list(await catalogue.nearest(Action(text="wind the wool"), limit=3)) == []
    with pytest.raises(NotFound, match="wind-wool"):
        await catalogue.get("wind-wool")


async def test_entries_come_back_whole_and_ordered_by_id(make: Make) -> None:
    """Every entry is returned with everything it holds, in the order of the ids."""
    catalogue = make([WOOL, DATE])
    assert list(await catalogue.entries()) == [DATE, WOOL]
    assert await catalogue.get("wind-wool") == WOOL
    assert await catalogue.get("wind-wool@1") == WOOL
    assert await catalogue.get("wind-wool", 1) == WOOL


@pytest.mark.parametrize(
    "id", ["", "wool", "wind-wool@2", "wind-wool@0", "wind-wool@", "wind-wool@x", "wind-wool@-1", "wind-wool@²", "../x"]
)
async def test_what_is_not_there_is_not_found(make: Make, id: str) -> None:
    """An unknown id, an unknown version and what is no version raise `NotFound`."""
    if id == "wind-wool@":
        assert await make([WOOL]).get(id) == WOOL
        return
    with pytest.raises(NotFound):
        await make([WOOL]).get(id)


async def test_a_version_of_a_thousand_digits_is_not_found(make: Make) -> None:
    """A number that no entry has is not found, however long it is."""
    with pytest.raises(NotFound):
        await make([WOOL]).get("wind-wool@" + "9" * 5000)


async def test_the_nearest_entry_comes_first(make: Make) -> None:
    """An action in the words of an entry finds it first, and no more than `limit` are returned."""
    catalogue = make([WOOL, DATE])
    (match,) = await catalogue.nearest(Action(text="wind the wool"), limit=1)
    assert (match.entry, match.objections, match.missing) == (WOOL, (), ())
    assert 0.75 <= match.confidence <= 1
    found = await catalogue.nearest(Action(text="show the date"), limit=2)
    assert found[0].entry == DATE
    assert [m.confidence for m in found] == sorted((m.confidence for m in found), reverse=True)


async def test_what_was_published_is_found(make: Make) -> None:
    """An entry can be read and retrieved as soon as `publish` has returned."""
    catalogue = make([DATE])
    assert await catalogue.publish(WOOL) == WOOL
    assert await catalogue.get("wind-wool") == WOOL
    assert (await catalogue.nearest(Action(text="wind the wool"), limit=1))[0].entry == WOOL


async def test_publishing_twice_is_publishing_once(make: Make) -> None:
    """The same version with the same text changes nothing, even where the description differs."""
    catalogue = make([])
    await catalogue.publish(WOOL)
    assert await catalogue.publish(replace(WOOL, title="Other words")) == WOOL
    assert list(await catalogue.entries()) == [WOOL]


async def test_a_published_version_never_changes(make: Make) -> None:
    """The same version with another text, and a version below the newest, are conflicts that change nothing."""
    catalogue = make([WOOL])
    with pytest.raises(Conflict, match="wind-wool@1"):
        await catalogue.publish(replace(WOOL, script=DATE.script))
    newer = replace(WOOL, version=3, script=DATE.script)
    await catalogue.publish(newer)
    with pytest.raises(Conflict, match="already at version 3"):
        await catalogue.publish(replace(WOOL, version=2))
    assert await catalogue.get("wind-wool") == newer


async def test_older_versions_stay_readable(make: Make) -> None:
    """After a newer version the older ones are there, unchanged; only the newest is listed and retrieved."""
    catalogue = make([WOOL])
    second, third = (replace(WOOL, version=n, script=Script(text=f"echo {n}\n"), test="") for n in (2, 3))
    await catalogue.publish(second)
    await catalogue.publish(third)
    assert [await catalogue.get("wind-wool", n) for n in (1, 2, 3)] == [WOOL, second, third]
    assert list(await catalogue.entries()) == [third]
    assert [m.entry for m in await catalogue.nearest(Action(text="wind the wool"), limit=9)] == [third]


async def test_a_retired_entry_is_kept_and_not_served(make: Make) -> None:
    """A retired entry is listed and readable, and no action finds it."""
    catalogue = make([WOOL, DATE])
    retired = await catalogue.retire("wind-wool")
    assert retired == replace(WOOL, status="retired")
    assert await catalogue.get("wind-wool") == retired
    assert list(await catalogue.entries()) == [DATE, retired]
    assert WOOL.id not in [m.entry.id for m in await catalogue.nearest(Action(text="wind the wool"), limit=9)]


async def test_a_new_version_brings_a_retired_entry_back(make: Make) -> None:
    """Publishing the next version serves the entry again."""
    catalogue = make([WOOL])
    await catalogue.retire("wind-wool")
    await catalogue.publish(replace(WOOL, version=2))
    assert (await catalogue.nearest(Action(text="wind the wool"), limit=1))[0].entry.version == 2


@pytest.mark.parametrize("id", ["nosuch", "", "..", "wind-wool@1"])
async def test_only_a_whole_entry_can_be_retired(make: Make, id: str) -> None:
    """An unknown id is not found, and an old version cannot take the place of the newest by being retired."""
    catalogue = make([WOOL])
    newest = await catalogue.publish(replace(WOOL, version=2, script=DATE.script))
    with pytest.raises(NotFound):
        await catalogue.retire(id)
    assert list(await catalogue.entries()) == [newest]


TESTED = Evidence(
    kind="test", result="passed", detail="4 checks", at="2030-01-01T00:00:00+00:00", digest="d", version=1
)


async def test_recorded_evidence_is_seen_with_the_entry(make: Make) -> None:
    """What was recorded stands behind the entry's own evidence wherever the entry is seen, and nothing else changes."""
    catalogue = make([WOOL, DATE])
    assert (await catalogue.nearest(Action(text="wind the wool"), limit=1))[0].entry == WOOL
    await catalogue.record("wind-wool", TESTED)
    seen = replace(WOOL, evidence=(*WOOL.evidence, TESTED))
    assert await catalogue.get("wind-wool") == seen
    assert list(await catalogue.entries()) == [DATE, seen]
    assert (await catalogue.nearest(Action(text="wind the wool"), limit=1))[0].entry == seen
    assert await catalogue.publish(WOOL) == seen
    assert await catalogue.faults() == {}


async def test_the_last_record_of_a_kind_counts(make: Make) -> None:
    """Of several records of one kind the last is seen; another kind stands beside it."""
    catalogue = make([WOOL])
    later = replace(TESTED, result="failed", digest="e")
    other = replace(TESTED, kind="rehearsal", result="yes")
    for evidence in (TESTED, other, later):
        await catalogue.record("wind-wool", evidence)
    assert set((await catalogue.get("wind-wool")).evidence) == {*WOOL.evidence, later, other}
    await catalogue.record("wind-wool", replace(TESTED, at="2031"))
    assert set((await catalogue.get("wind-wool")).evidence) == {*WOOL.evidence, replace(TESTED, at="2031"), other}


async def test_a_record_speaks_of_one_version(make: Make) -> None:
    """A new version has none of the evidence of the old one, which keeps its own; both can be recorded."""
    catalogue = make([WOOL])
    await catalogue.record("wind-wool", TESTED)
    second = await catalogue.publish(replace(WOOL, version=2, script=DATE.script))
    assert TESTED not in second.evidence
    assert TESTED not in (await catalogue.get("wind-wool")).evidence
    assert TESTED in (await catalogue.get("wind-wool", 1)).evidence
    newer = replace(TESTED, version=2)
    await catalogue.record("wind-wool", newer)
    await catalogue.record("wind-wool", replace(TESTED, at="2031"))
    assert (await catalogue.get("wind-wool")).evidence == (*WOOL.evidence, newer)
    assert (await catalogue.get("wind-wool@1")).evidence == (*WOOL.evidence, replace(TESTED, at="2031"))


async def test_a_retired_entry_keeps_its_records(make: Make) -> None:
    """Retiring changes the status, and neither loses nor doubles what was recorded; more can be."""
    catalogue = make([WOOL])
    await catalogue.record("wind-wool", TESTED)
    assert (await catalogue.retire("wind-wool")).evidence == (*WOOL.evidence, TESTED)
    await catalogue.record("wind-wool", replace(TESTED, at="2031"))
    assert await catalogue.get("wind-wool") == replace(
        WOOL, status="retired", evidence=(*WOOL.evidence, replace(TESTED, at="2031"))
    )


async def test_what_an_entry_claims_of_its_test_is_not_believed(make: Make) -> None:
    """Evidence of a test that comes with an entry, whatever it says it speaks of, is left out."""
    claimed = replace(WOOL, evidence=(*WOOL.evidence, TESTED, replace(TESTED, version=0, digest="")))
    assert list(await make([claimed]).entries()) == [WOOL]
    catalogue = make([])
    assert await catalogue.publish(replace(claimed, id="other-wool")) == replace(WOOL, id="other-wool")
    assert (await catalogue.get("other-wool")).evidence == WOOL.evidence


@pytest.mark.parametrize(("id", "version"), [("nosuch", 1), ("wind-wool", 2), ("wind-wool", 0), ("", 1), ("..", 1)])
async def test_nothing_is_recorded_of_what_is_not_there(make: Make, id: str, version: int) -> None:
    """An unknown id and an unknown version raise `NotFound`."""
    catalogue = make([WOOL])
    with pytest.raises(NotFound):
        await catalogue.record(id, replace(TESTED, version=version))
    assert list(await catalogue.entries()) == [WOOL]


@pytest.mark.parametrize("over", ["folder", pytest.param("postgres", marks=with_database)])
async def test_what_was_recorded_of_a_shipped_entry_comes_with_it(tmp_path: Path, over: str) -> None:
    """The evidence beside a shipped entry is seen wherever that is, until newer evidence of its kind is recorded; older
    evidence changes nothing."""
    shipped = FolderCatalogue(tmp_path / "shipped")
    write_entry(tmp_path / "shipped" / "knitting" / "wind-wool", WOOL)
    await shipped.record("wind-wool", TESTED)
    seen = replace(WOOL, evidence=(*WOOL.evidence, TESTED))
    newer = replace(TESTED, result="failed", at="2031")
    async with AsyncExitStack() as stack:
        catalogue: Catalogue = FolderCatalogue(tmp_path / "own", tmp_path / "shipped")
        if over == "postgres":
            database = await stack.enter_async_context(a_database())
            catalogue = PostgresCatalogue(database, FolderCatalogue(tmp_path / "shipped"))
        for evidence, kept in ((None, seen), (replace(newer, at="2029"), seen), (newer, None)):
            if evidence:
                await catalogue.record("wind-wool", evidence)
            kept = kept or replace(WOOL, evidence=(*WOOL.evidence, newer))
            assert await catalogue.get("wind-wool") == kept
            assert await catalogue.get("wind-wool", 1) == kept
            assert list(await catalogue.entries()) == [kept]
            assert (await catalogue.nearest(Action(text="wind the wool"), limit=1))[0].entry == kept


async def test_records_last_and_do_not_pile_up(tmp_path: Path) -> None:
    """Another process reads them again; one line is kept for each text that was ever tested."""
    write_entry(tmp_path / "shipped" / "knitting" / "wind-wool", WOOL)
    for folder in ((tmp_path / "own", tmp_path / "shipped"), (tmp_path / "shipped",)):
        for at in ("2031", "2032", "2033"):
            await FolderCatalogue(*folder).record("wind-wool", replace(TESTED, at=at))
        await FolderCatalogue(*folder).record("wind-wool", replace(TESTED, digest="e"))
        kept = folder[0] / "knitting" / "wind-wool" / "evidence.jsonl"
        assert kept.read_text().count("\n") == 2
        assert (await FolderCatalogue(*folder).get("wind-wool")).evidence[-1] == replace(TESTED, digest="e")


async def test_records_stay_out_of_descriptions(tmp_path: Path) -> None:
    """No `entry.toml` that is written later, of an older version or a retired entry, claims what was recorded."""
    catalogue = FolderCatalogue(tmp_path)
    await catalogue.publish(WOOL)
    await catalogue.record("wind-wool", TESTED)
    seen = await catalogue.get("wind-wool")
    await catalogue.publish(replace(seen, version=2, script=DATE.script))
    await catalogue.record("wind-wool", replace(TESTED, version=2))
    await catalogue.retire("wind-wool")
    written = list(tmp_path.rglob("entry.toml"))
    assert len(written) == 2
    assert [read_entry(path.parent).evidence for path in written] == [WOOL.evidence] * 2


async def test_a_record_does_not_shadow_a_shipped_entry(tmp_path: Path) -> None:
    """Evidence of a shipped entry lies in one's own folder; the entry stays the shipped one, which is not written."""
    shipped = tmp_path / "shipped" / "knitting" / "wind-wool"
    write_entry(shipped, WOOL)
    before = {path: path.read_bytes() for path in shipped.iterdir()}
    await FolderCatalogue(tmp_path / "own", tmp_path / "shipped").record("wind-wool", TESTED)
    assert {path: path.read_bytes() for path in shipped.iterdir()} == before
    assert sorted(path.name for path in (tmp_path / "own").rglob("*.*")) == [".lock", "evidence.jsonl"]
    changed = replace(WOOL, version=2, script=DATE.script)
    write_entry(shipped, changed)  # a later ScriptSmith ships another version
    assert await FolderCatalogue(tmp_path / "own", tmp_path / "shipped").get("wind-wool") == changed


@pytest.mark.parametrize(
    "damage",
    [b"nonsense\n", b"\xff\xfe\n", b"{}\n[]\nnull\n3\n", b'{"kind": 1, "result": []}\n', b"[" * 100_000, b""],
)
async def test_damaged_records_speak_for_nothing(tmp_path: Path, damage: bytes) -> None:
    """Lines that cannot be read are no evidence and no fault; the others count, and recording goes on."""
    catalogue = FolderCatalogue(tmp_path)
    await catalogue.publish(WOOL)
    await catalogue.record("wind-wool", TESTED)
    kept = tmp_path / "knitting" / "wind-wool" / "evidence.jsonl"
    kept.write_bytes(damage + b"\n" + kept.read_bytes())
    assert (await FolderCatalogue(tmp_path).get("wind-wool")).evidence == (*WOOL.evidence, TESTED)
    kept.write_bytes(damage)
    assert await FolderCatalogue(tmp_path).get("wind-wool") == WOOL
    assert await FolderCatalogue(tmp_path).faults() == {}
    await FolderCatalogue(tmp_path).record("wind-wool", TESTED)
    assert (await FolderCatalogue(tmp_path).get("wind-wool")).evidence == (*WOOL.evidence, TESTED)


async def test_nothing_is_recorded_of_a_faulty_entry(tmp_path: Path) -> None:
    """An entry that was changed after approval is named, and gets no evidence."""
    await FolderCatalogue(tmp_path).publish(WOOL)
    (tmp_path / "knitting" / "wind-wool" / "script.sh").write_text("rm -rf /\n")
    with pytest.raises(BadInput, match="changed after approval"):
        await FolderCatalogue(tmp_path).record("wind-wool", TESTED)
    assert not (tmp_path / "knitting" / "wind-wool" / "evidence.jsonl").exists()


async def test_an_entry_of_its_own_shadows_a_shipped_one(tmp_path: Path) -> None:
    """The first folder wins, and the read-only folder is never written."""
    write_entry(tmp_path / "shipped" / "knitting" / "wind-wool", WOOL)
    before = {path: path.read_bytes() for path in (tmp_path / "shipped").rglob("*") if path.is_file()}
    catalogue = FolderCatalogue(tmp_path / "own", tmp_path / "shipped")
    await catalogue.retire("wind-wool")
    await catalogue.publish(replace(WOOL, version=2, script=DATE.script))
    assert (await FolderCatalogue(tmp_path / "own", tmp_path / "shipped").get("wind-wool")).version == 2
    assert {path: path.read_bytes() for path in (tmp_path / "shipped").rglob("*") if path.is_file()} == before


async def test_an_entry_keeps_its_folder(tmp_path: Path) -> None:
    """A new version with another area stays where the entry is, so that there is one entry and not two."""
    catalogue = FolderCatalogue(tmp_path)
    await catalogue.publish(WOOL)
    await catalogue.publish(replace(WOOL, version=2, labels={"area": "weaving"}))
    assert [path.relative_to(tmp_path).as_posix() for path in catalogue.folders()] == ["knitting/wind-wool"]


@pytest.mark.parametrize(
    "entry",
    [
        replace(WOOL, id="../../etc"),
        replace(WOOL, id=""),
        replace(WOOL, id="a/b"),
        replace(WOOL, labels={"area": ".."}),
        replace(WOOL, labels={"area": "/tmp"}),
        replace(WOOL, labels={"area": ""}),
    ],
)
async def test_no_entry_leaves_the_catalogue(tmp_path: Path, entry: Entry) -> None:
    """An id or area that is not the name of a folder is refused before anything is written."""
    with pytest.raises(BadInput, match="lower-case letters"):
        await FolderCatalogue(tmp_path / "own").publish(entry)
    assert list(tmp_path.iterdir()) == []


async def test_of_many_writers_each_version_is_published_once(tmp_path: Path) -> None:
    """Several catalogues over the same folder publish the same version with different scripts: one of them does."""

    async def publish(number: int) -> Entry:
        script = Script(text=f"echo {number}\n")
        return await asyncio.to_thread(
            lambda: asyncio.run(FolderCatalogue(tmp_path).publish(replace(WOOL, script=script)))
        )

    outcomes = await asyncio.gather(*map(publish, range(8)), return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict"] * 7 + ["Entry"]
    (winner,) = [outcome for outcome in outcomes if isinstance(outcome, Entry)]
    assert list(await FolderCatalogue(tmp_path).entries()) == [winner]


async def test_a_faulty_entry_is_left_out_and_named(tmp_path: Path) -> None:
    """A changed script, and a folder not named after its entry, are left out; each is told once, and to who asks."""
    told: list[str] = []
    catalogue = FolderCatalogue(tmp_path)
    await catalogue.publish(WOOL)
    await catalogue.publish(DATE)
    folder = tmp_path / "knitting" / "wind-wool"
    (folder / "script.sh").write_text("rm -rf /\n")
    catalogue = FolderCatalogue(tmp_path, warn=told.append)
    for _ in range(2):
        assert list(await catalogue.entries()) == [DATE]
        assert WOOL.id not in [m.entry.id for m in await catalogue.nearest(Action(text="wind the wool"), limit=9)]
        await catalogue.publish(DATE)
    (sentence,) = told
    assert "catalogue entry knitting/wind-wool is left out: " in sentence
    assert "script.sh was changed after approval" in sentence
    assert list(await catalogue.faults()) == ["wind-wool"]
    with pytest.raises(BadInput, match="changed after approval"):
        await catalogue.get("wind-wool")
    with pytest.raises(Conflict, match="changed after approval"):
        await catalogue.publish(replace(WOOL, version=2))
    write_entry(folder, WOOL)
    folder.rename(folder.with_name("unwind-wool"))
    assert await FolderCatalogue(tmp_path).faults() == {
        "unwind-wool": f"{tmp_path}/knitting/unwind-wool holds the entry 'wind-wool': folder and id must be the same"
    }


async def test_a_catalogue_in_order_has_no_faults(make: Make) -> None:
    """Nothing is left out where nothing is wrong."""
    assert await make([WOOL, DATE]).faults() == {}


@pytest.mark.parametrize("stuck", ["script.sh", "test.sh", "entry.toml"])
async def test_a_publication_that_was_cut_short_harms_nothing(tmp_path: Path, stuck: str) -> None:
    """When the disk fills while a new version is written, the old one stays in force, and publishing again works."""
    big = "# " + "x" * 5000 + "\n"
    old = replace(WOOL, test="old\n")
    new = replace(
        WOOL,
        version=2,
        script=Script(text=big if stuck == "script.sh" else "echo new\n"),
        test=big if stuck == "test.sh" else "new\n",
        title=big if stuck == "entry.toml" else "New",
    )
    catalogue = FolderCatalogue(tmp_path)
    await catalogue.publish(DATE)
    await catalogue.publish(old)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4000, hard))
    try:
        with pytest.raises(StorageError, match=rf"could not write .*{stuck}: File too large"):
            await catalogue.publish(new)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    for again in (catalogue, FolderCatalogue(tmp_path)):
        assert list(await again.entries()) == [DATE, old]
    await catalogue.publish(new)
    again = FolderCatalogue(tmp_path)
    assert [await again.get(WOOL.id, n) for n in (1, 2)] == [old, new]
    assert list(await again.entries()) == [DATE, new]


async def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    """What stands in the way is named, with its cause."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match=r"could not lock .*file"):
        await FolderCatalogue(tmp_path / "file").publish(WOOL)
    (tmp_path / "knitting").write_text("")
    with pytest.raises(StorageError, match=r"could not write .*knitting"):
        await FolderCatalogue(tmp_path).publish(WOOL)


async def test_entries_are_read_ahead_of_searches(tmp_path: Path) -> None:
    """Once there was a search, what it did not need can be read too, also after the catalogue changed."""
    catalogue = FolderCatalogue(tmp_path)
    await catalogue.publish(replace(WOOL, status="verified"))
    assert list(catalogue.read_ahead()) == []
    for new, unread in ((DATE, 2), (replace(DATE, id="tell-time", phrases=("tell the time",)), 1)):
        await catalogue.publish(replace(new, status="verified"))
        await catalogue.nearest(Action(text="xyzzy"), limit=1)
        assert len(list(catalogue.read_ahead())) == unread
        assert list(catalogue.read_ahead()) == []


@with_database
async def test_whoever_else_is_served_does_not_wait_for_the_shipped_entries(tmp_path: Path) -> None:
    """They are read in a thread, once for all who ask meanwhile, and who goes away breaks nothing."""
    begun, go, reads = threading.Event(), threading.Event(), list[int]()

    class Slow(FolderCatalogue):
        async def entries(self) -> Sequence[Entry]:
            reads.append(threading.get_ident())
            begun.set()
            go.wait(60)
            return await super().entries()

    async with a_database() as database:
        catalogue = PostgresCatalogue(database, Slow(tmp_path))
        asked = [asyncio.ensure_future(catalogue.get(f"none-{number}")) for number in range(3)]
        await asyncio.to_thread(begun.wait, 60)
        asked[0].cancel()
        go.set()
        told = await asyncio.gather(*asked, return_exceptions=True)
        await catalogue.entries()
    assert [type(each) for each in told] == [asyncio.CancelledError, NotFound, NotFound]
    assert reads[0] != threading.get_ident()
    assert reads.count(reads[0]) == 1
