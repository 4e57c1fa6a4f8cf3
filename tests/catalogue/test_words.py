"""Entries call one idea by one name, and spell options and parameters one way (`words.toml`)."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.core.types import Entry, Parameter
from scriptsmith.wiring import SEED

WORDS = Path(__file__).with_name("words.toml")
EVERY = [read_entry(path.parent) for path in sorted(SEED.glob("*/*/entry.toml"))]
ENTRIES = [entry for entry in EVERY if entry.script.target == "bash"]
"""The parameters of playbooks are variables of Ansible, which are spelled in their own way."""
CLUSTER_WIDE = frozenset({
    "approve-certificate-request", "check-api-server-health", "cordon-node", "drain-node", "label-node",
    "list-nodes-not-ready", "list-pending-certificate-requests", "list-pods-on-node", "list-released-volumes",
    "remove-node-taint", "show-node-allocation", "show-node-pressure", "show-top-nodes", "taint-node", "uncordon-nodes",
})  # fmt: skip
"""Entries about what lies in no namespace, or in all of them."""


class Idea(NamedTuple):
    """One row of the table."""

    name: str
    instead_of: frozenset[str]
    said: re.Pattern[str]
    also: frozenset[str]


def ideas() -> list[Idea]:
    rows = tomllib.loads(WORDS.read_text(encoding="utf-8"))["idea"]
    return [
        Idea(it["name"], frozenset(it["instead_of"]), re.compile(it["said"]), frozenset(it.get("also", ())))
        for it in rows
    ]


def faults(parameter: Parameter) -> list[str]:
    """Why a parameter is called or spelled otherwise than the table says."""
    name, found = parameter.name, list[str]()
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        found.append(f"{name}: a parameter is lower-case words with underscores between them")
    if parameter.option != "--" + name.replace("_", "-"):
        found.append(f"{name}: its option is {parameter.option}")
    for idea in ideas():
        if name in idea.instead_of:
            found.append(f"{name}: say {idea.name}")
        elif idea.said.search(parameter.description) and name not in {idea.name, *idea.also}:
            found.append(f"{name}: what is described as {parameter.description!r} is called {idea.name}")
    return found


def test_every_entry_keeps_to_the_words() -> None:
    assert [f"{entry.id}: {why}" for entry in ENTRIES for each in entry.parameters for why in faults(each)] == []


def _parameter(name: str, description: str = "something", option: str = "") -> Parameter:
    return Parameter(name=name, type="text", option=option or "--" + name.replace("_", "-"), description=description)


@pytest.mark.parametrize(
    ("parameter", "why"),
    [
        (_parameter("top", "how many rows to show"), "say limit"),
        (_parameter("results", "how many results to list"), "is called limit"),
        (_parameter("patience", "how long to wait for the end, in seconds"), "say timeout"),
        (_parameter("stop_time", "how long to wait for the end, in seconds"), "is called timeout"),
        (_parameter("process_id", "id of the Java process"), "say pid"),
        (_parameter("config-directory"), "underscores"),
        (_parameter("destination", "x", option="--directory"), "its option is --directory"),
        (_parameter("broker", "broker, as HOST:PORT"), "say bootstrap_server"),
    ],
)
def test_another_name_for_an_idea_is_refused(parameter: Parameter, why: str) -> None:
    assert any(why in each for each in faults(parameter))


def test_the_table_contradicts_itself_nowhere() -> None:
    """No name of one idea is refused for another, and every idea is one that some entry has."""
    table = ideas()
    names = {name for idea in table for name in (idea.name, *idea.also)}
    assert len({idea.name for idea in table}) == len(table)
    assert names.isdisjoint({name for idea in table for name in idea.instead_of})
    assert names <= {each.name for entry in ENTRIES for each in entry.parameters}
    for idea in table:
        assert any(idea.said.search(each.description) for entry in ENTRIES for each in entry.parameters), idea.name


def _names(entry: Entry) -> set[str]:
    return {each.name for each in entry.parameters}


def test_clusters_are_named_as_their_tools_name_them() -> None:
    """Whatever calls kubectl or helm takes a context, and a namespace unless it is about none; the default of both is
    what kubectl would take."""
    found = list[str]()
    for entry in ENTRIES:
        if not re.search(r"^\s*(kubectl|helm)\b|[(|]\s*(kubectl|helm) ", entry.script.text, re.MULTILINE):
            continue
        if "context" not in _names(entry):
            found.append(f"{entry.id}: no context")
        if "namespace" not in _names(entry) and entry.id not in CLUSTER_WIDE:
            found.append(f"{entry.id}: no namespace")
        found += [
            f"{entry.id}: {each.name} is {each.default!r} where none is given"
            for each in entry.parameters
            if (each.name == "context" and each.default != "")
            or (each.name == "namespace" and not each.required and each.default not in ("", "all"))
        ]
    assert found == []


def test_brokers_are_named_as_kafka_names_them() -> None:
    for entry in ENTRIES:
        if "--bootstrap-server" in entry.script.text:
            assert "bootstrap_server" in _names(entry), entry.id
            assert _names(entry).isdisjoint({"host", "port"}), entry.id
