"""The entries for one target say nothing about those for another: answers, what is read, what is embedded and kept."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from scriptsmith.adapters.embedding.store import VectorStore
from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.folder.kept_postings import KeptPostings
from scriptsmith.adapters.hybrid_search import Phrases
from scriptsmith.core.types import Action, Match, Target
from scriptsmith.retrieval.search import Index
from scriptsmith.testing.doubles import MemoryCatalogue
from scriptsmith.wiring import SEED

ASKED = ("restart the nginx service", "create the folder /srv/app on the servers", "set the time zone to UTC")


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """Scripts and playbooks in one catalogue."""
    for area in ("services", "ansible"):
        shutil.copytree(SEED / area, tmp_path / "entries" / area)
    return tmp_path / "entries"


def asked(catalogue: FolderCatalogue, text: str, target: Target = "bash") -> Sequence[Match]:
    return asyncio.run(catalogue.nearest(Action(text=text, target=target), limit=5))


@pytest.mark.thorough
def test_answers_for_scripts_are_the_same_without_playbooks(shelf: Path) -> None:
    """To the last digit of the confidences: how rare a word is depends on the entries for the target alone."""
    both = [asked(FolderCatalogue(shelf), text) for text in ASKED]
    shutil.rmtree(shelf / "ansible")
    assert [asked(FolderCatalogue(shelf), text) for text in ASKED] == both


def test_a_catalogue_in_memory_keeps_them_apart_too(shelf: Path) -> None:
    entries = asyncio.run(FolderCatalogue(shelf).entries())
    scripts = [entry for entry in entries if entry.script.target == "bash"]
    for text in ASKED:
        action = Action(text=text)
        alone = asyncio.run(MemoryCatalogue(scripts).nearest(action, limit=5))
        assert asyncio.run(MemoryCatalogue(entries).nearest(action, limit=5)) == alone


def test_a_search_for_scripts_reads_no_playbook(shelf: Path, tmp_path: Path) -> None:
    """Out of what was kept: each target has a file of its own, and neither search makes that of the other again."""
    kept = KeptPostings(tmp_path / "cache" / "kept.json", settled=0.0)
    before = [asked(FolderCatalogue(shelf, kept=kept), ASKED[1], target) for target in ("bash", "ansible")]
    files = {path.name: path.stat().st_mtime_ns for path in kept.path.parent.iterdir()}
    assert sorted(files) == ["kept-ansible.json", "kept-bash.json"]
    read: list[str] = []

    class Noting(FolderCatalogue):
        def _read(self, folder: Path):  # type: ignore[no-untyped-def]
            read.append(folder.parent.name)
            return super()._read(folder)

    assert [asked(Noting(shelf, kept=kept), ASKED[1], target) for target in ("bash", "ansible")] == before
    assert {path.name: path.stat().st_mtime_ns for path in kept.path.parent.iterdir()} == files
    read.clear()
    asked(Noting(shelf, kept=kept), ASKED[0])
    assert set(read) == {"services"}


class Embedder:
    """Counts the texts that it is given."""

    model, dimension = "counting", 4

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str], /) -> Sequence[tuple[float, ...]]:
        self.texts += texts
        return [(float(np.sum(list(text.encode()))), 1.0, 0.0, 0.0) for text in texts]


async def test_only_phrases_for_the_target_are_embedded_and_none_is_dropped(shelf: Path, tmp_path: Path) -> None:
    """Searching for playbooks throws away no vector of a script, though those are many more and it uses none."""
    entries = await FolderCatalogue(shelf).entries()
    texts = {
        target: Phrases(Index([entry for entry in entries if entry.script.target == target]))
        for target in ("bash", "ansible")
    }
    embedder = Embedder()
    for target in ("bash", "ansible", "bash"):
        before = len(embedder.texts)
        store = VectorStore(tmp_path / "vectors", embedder, spare=0)
        assert len(await store.vectors(texts[target])) == len(texts[target])
        new = embedder.texts[before:]
        assert set(new) <= set(texts[target])
    assert new == []
