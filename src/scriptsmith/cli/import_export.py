"""`scriptsmith catalogue import` and `export`: entries between a folder and wherever the catalogue is kept."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..core.proof import without_records
from ..core.types import Entry, Evidence
from ..errors import BadInput, Blocked, Conflict, NotFound
from .output import print_json, progress, say
from .session import json_option, with_app

if TYPE_CHECKING:
    from ..ports import ExportableCatalogue
    from ..wiring import App

_HISTORY = "Also older versions and what was recorded of each: all that the catalogue knows."


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedEntry:
    """One entry on its way: its versions, oldest first, and what was recorded of them.

    `whole` says that this is all that there is of it.
    """

    versions: tuple[Entry, ...]
    whole: bool = False
    records: tuple[Evidence, ...] = ()

    @property
    def newest(self) -> Entry:
        return self.versions[-1]

    @property
    def name(self) -> str:
        return f"{self.newest.id}@{self.newest.version}"


@click.command("import")
@click.argument("folder")
@click.option("--history", is_flag=True, help=f"{_HISTORY} Evidence is believed: only from a folder of your own.")
@json_option
def import_(folder: str, history: bool, as_json: bool) -> int:
    """Import every entry below FOLDER, laid out as AREA/ID/entry.toml. All are vetted before one is stored."""

    async def work(app: App) -> int:
        root = Path(folder)
        if not root.is_dir():
            raise NotFound(f"there is no folder {folder}")
        parcels = await _found(root) if history else _read(root)
        if not parcels:
            raise BadInput(f"{folder} holds no entry: expected AREA/ID/entry.toml below it")
        with progress("vetting") as show_progress:
            for number, parcel in enumerate(parcels, start=1):
                show_progress(f"vetting {number} of {len(parcels)}: {parcel.newest.id}")
                for entry in parcel.versions:
                    await refuse_faulty(app, entry)
        before = {entry.id: entry.version for entry in await app.catalogue.entries()}
        async with app.database.transaction() if app.database else nullcontext():
            for parcel in parcels:
                await _put(app.catalogue, parcel)
        names, same = (
            [each.name for each in parcels if (before.get(each.newest.id) == each.newest.version) is there]
            for there in (False, True)
        )
        if as_json:
            print_json({"imported": names, "unchanged": same})
        else:
            there = f", {len(same)} {'was' if len(same) == 1 else 'were'} there already" if same else ""
            say(f"imported {len(names)} entries{there}")
        return 0

    return with_app(work)


@click.command("export")
@click.argument("folder")
@click.option("--all", "everything", is_flag=True, help="Also the shipped entries.")
@click.option("--history", is_flag=True, help=_HISTORY)
@json_option
def export(folder: str, everything: bool, history: bool, as_json: bool) -> int:
    """Write your entries (newest versions) below FOLDER as AREA/ID/, ready for git or for `import`."""

    async def work(app: App) -> int:
        from ..adapters.folder.entry_files import write_entry
        from ..wiring import catalogue_in

        own = await app.catalogue.own()
        entries = [entry for entry in await app.catalogue.entries() if everything or entry.id in own]
        if history:
            there = catalogue_in(Path(folder))
            for entry in entries:
                await _put(there, await _parcel(app.catalogue, entry.id))
        else:
            for entry in entries:
                write_entry(Path(folder) / entry.area / entry.id, without_records(entry))
        names = [f"{entry.id}@{entry.version}" for entry in entries]
        print_json({"exported": names}) if as_json else say(f"exported {len(names)} entries to {folder}")
        return 0

    return with_app(work)


async def refuse_faulty(app: App, entry: Entry) -> None:
    """Raise `Blocked` when the vetting of `entry` finds a fault."""
    if faults := await app.vet(entry):
        raise Blocked(f"{entry.id} is not added: {'; '.join(faults[:5])}")


def _read(root: Path) -> list[ExportedEntry]:
    """The newest versions below `root`."""
    from ..adapters.folder.entry_files import read_entry

    return [ExportedEntry(versions=(read_entry(toml.parent),)) for toml in sorted(root.glob("*/*/entry.toml"))]


async def _found(root: Path) -> list[ExportedEntry]:
    """All that the catalogue in `root` knows."""
    from ..wiring import catalogue_in

    catalogue = catalogue_in(root)
    if faults := await catalogue.faults():
        raise BadInput(next(iter(faults.values())))
    return [await _parcel(catalogue, id) for id in await catalogue.own()]


async def _parcel(catalogue: ExportableCatalogue, id: str) -> ExportedEntry:
    versions, records = await catalogue.history(id)
    return ExportedEntry(versions=tuple(versions), records=tuple(records), whole=True)


async def _put(catalogue: ExportableCatalogue, parcel: ExportedEntry) -> None:
    """Publish what `catalogue` lacks of `parcel`. An older version has to be the same there; evidence that was recorded
    there counts before that of the same kind in the parcel."""
    if not parcel.whole:
        await catalogue.publish(parcel.newest)
        return
    id, newest = parcel.newest.id, 0
    known: tuple[Evidence, ...] = ()
    with suppress(NotFound):
        newest = (await catalogue.get(id)).version
        known = tuple((await catalogue.history(id))[1])
    for entry in parcel.versions:
        if entry.version < newest and entry is not parcel.newest:
            if (await catalogue.get(id, entry.version)).script != entry.script:
                raise Conflict(f"{id}@{entry.version} is already published with another script")
        else:
            stored = await catalogue.publish(entry)
    if parcel.newest.status == "retired" and stored.status != "retired":
        await catalogue.retire(id)
    kinds = {(each.kind, each.version) for each in known}
    for evidence in parcel.records:
        if (evidence.kind, evidence.version) not in kinds:
            await catalogue.record(id, evidence)
