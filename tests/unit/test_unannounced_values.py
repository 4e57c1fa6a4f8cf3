"""Optional parameters take what nothing announces only where that is mostly right."""

from __future__ import annotations

import json

from scriptsmith.core.types import Parameter
from scriptsmith.retrieval.binding import bind
from scriptsmith.retrieval.unannounced import UNLIKELY, takes

from . import shipped

CRASHES = "half of ns ingest is in CrashLoopBackOff. exit codes + why, pls"


def test_a_word_that_is_left_over_is_no_context() -> None:
    """Of 53 such words in labelled actions 6 were one; training still sees what the rule would give."""
    parameters = shipped.entry("show-crash-reasons").parameters
    found = bind(parameters, CRASHES)
    assert (found.values["context"], found.values["namespace"]) == ("", "ingest")
    assert "context" in found.defaults
    anyhow = bind(parameters, CRASHES, unlikely_too=True)
    assert anyhow.values["context"] == "CrashLoopBackOff"
    assert ("guess", "context") in anyhow.unannounced


def test_what_is_announced_is_taken() -> None:
    parameters = shipped.entry("show-crash-reasons").parameters
    assert bind(parameters, f"{CRASHES} (context prod-eu)").values["context"] == "prod-eu"


def test_the_kind_of_an_archive_is_no_place_for_it() -> None:
    """The directory that the archive is written to stays the default: "tar.gz" says what it is."""
    found = bind(shipped.entry("archive-directory").parameters, "pack the whole of /srv/uploads/2023 into one tar.gz")
    assert found.values["directory"] == "/srv/uploads/2023"
    assert "destination" in found.defaults


def test_a_required_parameter_takes_what_there_is() -> None:
    """Without a value the entry could not be called at all."""
    required = Parameter(name="context", type="name", option="--context", description="which cluster", required=True)
    optional = Parameter(name="context", type="name", option="--context", description="which cluster", default="")
    assert takes("guess", required)
    assert not takes("guess", optional)
    assert takes("assigned", optional)


def test_what_was_learned_names_parameters_that_entries_have() -> None:
    """The table is made by a program, and each rule in it is one of binding."""
    unlikely = json.loads(UNLIKELY.read_text(encoding="utf-8"))["unlikely"]
    assert set(unlikely) <= {"assigned", "guess", "left"}
    assert all(names == sorted(set(names)) for names in unlikely.values())
