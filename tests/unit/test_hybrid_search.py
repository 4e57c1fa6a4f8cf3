"""Near entries out of many: by words and by meaning, exactly or by an approximate index."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.adapters.embedding.kept_vectors import KeptMeanings
from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.adapters.embedding.store import VectorStore
from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.adapters.hybrid_search import CLOSE, LEADING, Finder, Floats, Phrases, VectorScan
from scriptsmith.core.types import Action
from scriptsmith.errors import ModelError
from scriptsmith.retrieval.search import Index, SearchHit
from scriptsmith.wiring import SEED


@cache
def index() -> Index:
    return Index([read_entry(path.parent) for path in sorted(SEED.glob("services/*/entry.toml"))])


@cache
def finder() -> Finder:
    return Finder(index(), VectorScan(StaticEmbedder().vectors(Phrases(index()))))


def found_by(finder: Finder, action: Action) -> list[SearchHit]:
    asked = StaticEmbedder().vectors([action.text])[0]
    return asyncio.run(finder.near(action, finder.words(action), asked))


def near(text: str) -> list[str]:
    found = found_by(finder(), Action(text=text))
    return [index().entries[it.number].id for it in found]


def test_other_words_for_the_same_are_near() -> None:
    """What shares no telling word with an entry is found by its meaning."""
    assert "stop-service" in near("take the web server offline")
    assert "show-service-status-and-logs" in near("how is the daemon doing")


@given(st.text(max_size=60))
def test_any_text_has_near_entries(text: str) -> None:
    """At most as many as are worth a look come back, each once, with shares and cosines in their ranges."""
    found = found_by(finder(), Action(text=text))
    assert len({it.number for it in found}) == len(found) <= CLOSE
    assert all(0.0 <= it.words <= 1.0 + 1e-6 and -1.01 <= (it.meaning or 0.0) <= 1.01 for it in found)


def test_another_target_has_none() -> None:
    """Scripts for Bash are not near an action for Ansible."""
    assert found_by(finder(), Action(text="stop nginx", target="ansible")) == []


def test_an_empty_catalogue_has_none() -> None:
    """Without entries nothing is near."""
    empty = Finder(Index([]), VectorScan(np.zeros((0, StaticEmbedder().dimension), np.float32)))
    assert found_by(empty, Action(text="stop nginx")) == []


def vectors(size: int, told: float) -> Floats:
    """(size, 256) unit vectors; the first 64 numbers hold the share `told` of the squared length."""
    rows = np.random.default_rng(7).normal(size=(size, 256)).astype(np.float32)
    for part, share in ((rows[:, :LEADING], told), (rows[:, LEADING:], 1 - told)):
        part *= np.sqrt(share) / np.linalg.norm(part, axis=1, keepdims=True)
    return rows


@pytest.mark.parametrize(("told", "whole"), [(0.9, False), (0.25, True)])
async def test_leading_numbers_pick_what_is_compared(told: float, whole: bool) -> None:
    """Where they tell most, a part is compared and the nearest are in it, by their whole cosines; else all are."""
    known = vectors(4_000, told)
    asked = known[17] + 0.3 * known[1_234]
    asked /= np.linalg.norm(asked)
    rows, cosines = await VectorScan(known).near(asked, np.array([3_999]))
    best = known @ asked
    assert (len(rows) == len(known)) is whole
    assert {17, 1_234, 3_999} <= set(rows.tolist())
    assert rows[np.argmax(cosines)] == 17
    assert np.allclose(cosines, best[rows], atol=1e-5)


async def test_the_shipped_vectors_begin_with_what_tells_most() -> None:
    """Of all phrases of the shipped catalogue only a part is compared whole, and the nearest is never missed."""
    texts = [text for path in sorted(SEED.glob("*/*/entry.toml")) for text in Phrases(Index([read_entry(path.parent)]))]
    known = StaticEmbedder().vectors(texts)
    scan = VectorScan(known)
    for text in ("take the web server offline", "who ate all the disk space", "roll the deployment back"):
        asked = StaticEmbedder().vectors([text])[0]
        rows, cosines = await scan.near(asked, np.zeros(0, np.intp))
        assert len(rows) < len(known) / 4
        assert float(cosines.max()) == pytest.approx(float((known @ asked).max()), abs=1e-5)


class Broken:
    """An embedder whose server is down."""

    model, dimension = "broken", 3

    async def embed(self, texts: object, /) -> list[tuple[float, ...]]:
        raise ModelError("the embedder does not answer")


def test_without_meanings_words_do(tmp_path: Path) -> None:
    """An embedder that fails is told once, and entries are found by their words."""
    told: list[str] = []
    meanings = KeptMeanings(Broken(), VectorStore(tmp_path, Broken()), calibrated=False)
    catalogue = FolderCatalogue(tmp_path / "own", SEED, warn=told.append, meanings=lambda: meanings)
    for _ in range(2):
        found = asyncio.run(catalogue.nearest(Action(text="please drain the node worker-3"), limit=1))
        assert found[0].entry.id == "drain-node"
    assert told == ["entries are compared by their words alone: the embedder does not answer"]


def test_vectors_of_the_shipped_model() -> None:
    """Unit length or none, the same in every batch; a text of unknown signs is near to nothing."""
    embedder = StaticEmbedder()
    texts = ["stop the service", "", "日本語", "\ud800 stop", "drain a node " * 2000]
    together = embedder.vectors(texts)
    assert together.shape == (len(texts), embedder.dimension)
    for text, row in zip(texts, together, strict=True):
        assert np.allclose(embedder.vectors([text])[0], row)
        assert np.linalg.norm(row) == pytest.approx(1.0, abs=1e-5) or not row.any()
    assert embedder.model.startswith("scriptsmith-static-")


def test_like_is_nearer_than_opposite() -> None:
    """The embedder was tuned so that a paraphrase is nearer than something else in like words."""
    asked, same, other = StaticEmbedder().vectors(
        ["delete old log files", "remove logs that are older than a month", "list the users of the database"]
    )
    assert asked @ same > asked @ other + 0.2
