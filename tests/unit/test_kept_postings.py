"""What a search must know of all entries, kept between processes: the same answers, and never those of yesterday."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.folder.kept_postings import KeptPostings
from scriptsmith.core.types import Action, Entry, Match
from scriptsmith.retrieval import postings
from scriptsmith.wiring import SEED

ASKED = ("restart the nginx service", "is the redis service up", "stop everything", "which units failed?", "make tea")


class Counting(FolderCatalogue):
    """Tells which entries it read."""

    def __init__(self, folder: Path, kept: KeptPostings | None, told: list[str] | None = None) -> None:
        super().__init__(folder, kept=kept, warn=print if told is None else told.append)
        self.read: list[str] = []

    def _read(self, folder: Path) -> Entry:
        self.read.append(folder.name)
        return super()._read(folder)


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    shutil.copytree(SEED / "services", tmp_path / "entries" / "services")
    return tmp_path / "entries"


@pytest.fixture
def kept(tmp_path: Path) -> KeptPostings:
    return KeptPostings(tmp_path / "cache" / "kept.json", settled=0.0)


def asked(catalogue: FolderCatalogue, text: str) -> Sequence[Match]:
    return asyncio.run(catalogue.nearest(Action(text=text), limit=3))


def first(catalogue: FolderCatalogue, text: str) -> str:
    found = asked(catalogue, text)
    return found[0].entry.id if found and found[0].confidence == 1.0 else ""


def rewrite(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_answers_are_the_same(shelf: Path, kept: KeptPostings) -> None:
    """A search out of what was kept answers as one that read every entry, and reads few of them."""
    plain = Counting(shelf, None)
    answers = [asked(plain, text) for text in ASKED]
    assert [asked(Counting(shelf, kept), text) for text in ASKED] == answers
    again = Counting(shelf, kept)
    assert asked(again, ASKED[0]) == answers[0]
    assert 0 < len(again.read) < len(plain.read)
    assert [asked(again, text) for text in ASKED] == answers
    assert len(asyncio.run(again.entries())) == len(plain.read)


@pytest.mark.parametrize("name", ["entry.toml", "script.sh", "test.sh"])
def test_any_write_counts(shelf: Path, kept: KeptPostings, name: str) -> None:
    """An entry that was written since is read anew with all others, though its size and time say that nothing was."""
    before = Counting(shelf, kept)
    asked(before, ASKED[0])
    file = shelf / "services" / "stop-service" / name
    was = file.stat()
    data = file.read_bytes()
    file.write_bytes(data[:-1] + (b" " if data[-1:] != b" " else b"\n"))
    os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))
    after = Counting(shelf, kept)
    asked(after, ASKED[0])
    assert len(after.read) >= len(before.read) - 1


def test_other_code_reads_the_entries_itself(shelf: Path, kept: KeptPostings, tmp_path: Path) -> None:
    """What was kept by code that was changed since counts no longer; the code that makes it is among what is watched."""
    assert Path(postings.__file__).parent in kept.code
    (tmp_path / "code").mkdir()
    (tmp_path / "code/reader.py").write_text("old = True\n")
    watched = replace(kept, code=(tmp_path / "code",))
    plain = Counting(shelf, watched)
    asked(plain, ASKED[0])
    asked(again := Counting(shelf, watched), ASKED[0])
    assert len(again.read) < len(plain.read)
    (tmp_path / "code/reader.py").write_text("new = True\n")
    asked(again := Counting(shelf, watched), ASKED[0])
    assert len(again.read) >= len(plain.read)


def test_a_folder_that_is_not_there_makes_no_other_file(shelf: Path, tmp_path: Path) -> None:
    """Whoever has no entries of their own shares what was kept of the others."""
    alone = KeptPostings.of((shelf,), tmp_path)
    assert KeptPostings.of((tmp_path / "mine", shelf), tmp_path) == alone
    (tmp_path / "mine").mkdir()
    assert KeptPostings.of((tmp_path / "mine", shelf), tmp_path) != alone


def test_new_words_are_found(shelf: Path, kept: KeptPostings) -> None:
    """A phrase that an entry got is found, one that it lost is not, and neither is an entry that went."""
    toml = shelf / "services" / "stop-service" / "entry.toml"
    title = next(line for line in toml.read_text().splitlines() if line.startswith("title"))
    was = title.partition('"')[2].rstrip('"')
    assert first(Counting(shelf, kept), was) == "stop-service"
    rewrite(toml, title, 'title = "Darn the socks of the lighthouse keeper"')
    assert first(Counting(shelf, kept), "darn the socks of the lighthouse keeper") == "stop-service"
    assert first(Counting(shelf, kept), was) == ""
    shutil.rmtree(toml.parent)
    assert first(Counting(shelf, kept), "darn the socks of the lighthouse keeper") == ""


@pytest.mark.thorough
def test_changes_while_it_is_used(shelf: Path, kept: KeptPostings) -> None:
    """What changes between the first search and the reading of an entry: all entries are read as they are now."""
    asked(Counting(shelf, kept), ASKED[0])
    every = {path.name for path in (shelf / "services").iterdir()}

    def begun() -> tuple[Counting, str, str]:
        """A catalogue that was asked something, an entry that it did not read for that, and the title of it."""
        catalogue = Counting(shelf, kept)
        asked(catalogue, "which units failed?")
        unread = min(every - set(catalogue.read))
        return catalogue, unread, asyncio.run(Counting(shelf, None).get(unread)).title

    catalogue, id, title = begun()
    rewrite(shelf / "services" / id / "entry.toml", "phrases = [", 'phrases = ["whistle to the walrus", ')
    assert first(catalogue, title) == id
    assert first(catalogue, "whistle to the walrus") == id
    asked(Counting(shelf, kept), ASKED[0])
    catalogue, id, title = begun()
    (shelf / "services" / id / "entry.toml").write_text("nonsense")
    list(catalogue.read_ahead())
    assert asked(catalogue, title) == asked(Counting(shelf, None), title)
    shutil.rmtree(shelf / "services" / id)
    asked(Counting(shelf, kept), ASKED[0])
    every.remove(id)
    catalogue, id, title = begun()
    shutil.rmtree(shelf / "services" / id)
    assert id not in {match.entry.id for match in asked(catalogue, title)}


@pytest.mark.parametrize("damage", ["", "x", "{}", "state\ndigest\n{}"])
def test_damage_is_mended(shelf: Path, kept: KeptPostings, damage: str) -> None:
    """Whatever the file holds, the answers are right and it is made again."""
    right = asked(Counting(shelf, kept), ASKED[0])
    whole = kept.of_target("bash").path.read_bytes()
    kept.of_target("bash").path.write_text(damage)
    assert asked(Counting(shelf, kept), ASKED[0]) == right
    assert kept.of_target("bash").path.read_bytes() == whole


def test_a_byte_that_changed_is_mended(shelf: Path, kept: KeptPostings, caplog: pytest.LogCaptureFixture) -> None:
    """Wherever a byte of the file changes or the file ends too soon, the answers are right and it is made again."""
    right = asked(Counting(shelf, kept), ASKED[0])
    whole = kept.of_target("bash").path.read_bytes()
    for at in range(0, len(whole), len(whole) // 8):
        for damaged in (whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :], whole[:at]):
            kept.of_target("bash").path.write_bytes(damaged)
            assert asked(Counting(shelf, kept), ASKED[0]) == right
            assert kept.of_target("bash").path.read_bytes() == whole
    assert "is damaged" in caplog.text


def test_a_folder_that_cannot_be_written(shelf: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It is logged, and every search reads what it needs."""
    (tmp_path / "file").write_text("")
    caplog.set_level(logging.WARNING)
    catalogue = Counting(shelf, KeptPostings(tmp_path / "file" / "kept.json", settled=0.0))
    assert asked(catalogue, ASKED[0]) == asked(Counting(shelf, None), ASKED[0])
    assert "is not kept" in caplog.text


def test_fresh_files_are_not_trusted(shelf: Path, kept: KeptPostings) -> None:
    """Nothing is kept of files that were written a moment ago: they may be written again within the same tick."""
    asked(Counting(shelf, KeptPostings(kept.path, settled=3600.0)), ASKED[0])
    assert not kept.of_target("bash").path.exists()


def test_faults_are_told_every_time(shelf: Path, kept: KeptPostings) -> None:
    """A catalogue with an entry that is left out is read whole, so that everybody hears of it."""
    (shelf / "services" / "stop-service" / "entry.toml").write_text("nonsense")
    for _ in range(2):
        told: list[str] = []
        asked(Counting(shelf, kept, told), ASKED[0])
        assert [it for it in told if "stop-service is left out" in it]
    assert not kept.of_target("bash").path.exists()


def test_what_was_published_is_found(shelf: Path, kept: KeptPostings) -> None:
    """An entry that is published, retired or recorded by the catalogue itself counts at once."""
    catalogue = Counting(shelf, kept)
    (match, *_) = asked(catalogue, "stop the nginx service")
    asyncio.run(catalogue.retire(match.entry.id))
    assert match.entry.id not in {it.entry.id for it in asked(catalogue, "stop the nginx service")}
    assert match.entry.id not in {it.entry.id for it in asked(Counting(shelf, kept), "stop the nginx service")}
