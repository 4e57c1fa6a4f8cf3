"""The plainest requests, as typed at a prompt: served whatever the service or host is called, and only what they ask."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from .shipped import Search


@cache
def search() -> Search:
    return Search()


NAMED = ("apache2", "smartd", "postgresql", "haproxy", "php-fpm", "grafana-server", "node_exporter", "my-app.service")


@pytest.mark.thorough
def test_any_service_is_meant_as_it_is_called() -> None:
    """A deed and a name are enough, though no phrase of the entry has that name: the entry comes first with that value,
    and hardly any is not sure enough to be served."""
    unsure = []
    for verb, name in product(["start", "stop", "restart", "reload"], NAMED):
        text = f"{verb} the {name} service"
        first = search().nearest(text)[0]
        assert first.entry.id == f"{verb}-service"
        assert first.parameters["service"].removesuffix(".service") == name.removesuffix(".service")
        if not search().served(text):
            unsure.append(text)
    assert len(unsure) <= 4, unsure


@pytest.mark.parametrize("text", ["reboot", "list pods", "delete user bob", "mount /data", "restart everything"])
def test_what_no_entry_does(text: str) -> None:
    """Plain words for what the catalogue does not have are not taken for what it has."""
    assert search().served(text) is None
