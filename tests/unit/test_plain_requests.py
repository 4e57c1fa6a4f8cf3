"""The plainest requests, as typed at a prompt: served whatever the service or host is called, and only what they ask."""

from __future__ import annotations

import asyncio

import pytest

from scriptsmith.adapters.embedding.kept_vectors import KeptMeanings
from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.adapters.embedding.store import VectorStore
from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.core.types import Action, Match
from scriptsmith.retrieval.search import SERVE_ABOVE, Index
from scriptsmith.wiring import SEED


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> FolderCatalogue:
    embedder, folder = StaticEmbedder(), tmp_path_factory.mktemp("plain")
    meanings = KeptMeanings(embedder, VectorStore(folder / "vectors", embedder), calibrated=True)
    return FolderCatalogue(folder / "own", SEED, meanings=lambda: meanings)


def served(catalogue: FolderCatalogue, text: str) -> Match | None:
    first, *_ = asyncio.run(catalogue.nearest(Action(text=text), limit=5))
    able = first.confidence >= SERVE_ABOVE and not first.objections and not first.missing
    return first if able else None


NAMED = ("apache2", "smartd", "postgresql", "haproxy", "php-fpm", "grafana-server", "node_exporter", "my-app.service")


@pytest.mark.parametrize("verb", ["start", "stop", "restart", "reload"])
@pytest.mark.parametrize("name", NAMED)
def test_any_service_is_meant_as_it_is_called(catalogue: FolderCatalogue, verb: str, name: str) -> None:
    """A deed and a name are enough, though no phrase of the entry has that name."""
    match = served(catalogue, f"{verb} the {name} service")
    assert match
    assert match.entry.id == f"{verb}-service"
    assert match.parameters["service"].removesuffix(".service") == name.removesuffix(".service")


@pytest.mark.parametrize("text", ["reboot", "list pods", "delete user bob", "mount /data", "restart everything"])
def test_what_no_entry_does(catalogue: FolderCatalogue, text: str) -> None:
    """Plain words for what the catalogue does not have are not taken for what it has."""
    assert served(catalogue, text) is None


def test_values_are_left_out_of_both() -> None:
    """What is compared is what stands beside the values, with all phrases of an entry that has the words."""
    asked: list[tuple[str, tuple[str, ...]]] = []

    def alike(text: str, texts: tuple[str, ...]) -> float:
        asked.append((text, texts))
        return 1.0

    entries = asyncio.run(FolderCatalogue(SEED).entries())
    index = Index([it for it in entries if it.id in ("restart-service", "list-open-files")])
    sure, unsure = (index.nearest(Action(text="restart zabbix-agent"), alike=it)[0] for it in (alike, lambda *_: 0.0))
    ((text, texts),) = asked
    assert text.split() == ["restart"]
    assert "restart " in texts
    assert sure.confidence > unsure.confidence
    assert sure.parts["bare"] == 1.0
