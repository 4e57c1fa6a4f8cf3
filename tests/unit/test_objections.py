"""What speaks against serving an entry, objection by objection."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.types import Action, Entry, Match, Parameter, Script
from scriptsmith.retrieval.search import SERVE_ABOVE, Index

SERVICE = Parameter(name="service", type="service", option="--service", required=True, description="systemd service")
STOP = Entry(
    id="stop-service",
    title="Stop a running systemd service",
    script=Script(text="#!/bin/bash\n"),
    phrases=("stop the nginx service", "shut down the postgresql daemon", "halt the haproxy unit"),
    parameters=(SERVICE,),
    risk="dangerous",
    labels={"area": "services", "verb": "stop", "object": "service"},
)
DIRECTORY = Parameter(name="directory", type="path", option="--dir", default="/var/log", description="directory")
AGE = Parameter(name="age", type="duration", unit="days", option="--days", default="30", description="age of a file")
DELETE = Entry(
    id="delete-old-logs",
    title="Delete log files older than some days",
    script=Script(text="#!/bin/bash\n# delete\n"),
    phrases=(
        "delete logs older than 30 days in /var/log",
        "purge old log files",
        "get rid of stale logs in a directory",
    ),
    parameters=(DIRECTORY, AGE),
    risk="dangerous",
    labels={"area": "logs", "verb": "delete", "object": "log file"},
)
SHOW = Entry(
    id="find-largest-files",
    title="Find the largest files below a directory",
    script=Script(text="#!/bin/bash\n# show\n"),
    phrases=("list the 10 largest files in /var", "which files take the most disk space", "show the biggest files"),
    parameters=(
        DIRECTORY,
        Parameter(name="count", type="count", option="--count", default="10", description="how many files to list"),
    ),
    risk="safe",
    labels={"area": "disk", "verb": "find", "object": "largest files"},
)


def match(entry: Entry, text: str) -> Match:
    """How `entry` answers `text` when there is no other entry."""
    return Index([entry]).nearest(Action(text=text))[0]


@pytest.mark.parametrize(
    ("entry", "text", "objection"),
    [
        (STOP, "start the nginx service", "opposite verb: the action says start, the entry stop"),
        (STOP, "restart the nginx service", "opposite verb"),
        (STOP, "bring the nginx service back up", "opposite verb"),
        (STOP, "show the nginx service", "opposite verb"),
        (STOP, "configure the nginx service", "other verb"),
        (STOP, "stop the nginx service and remove it", "second action"),
        (STOP, "stop the nginx container", "other object"),
        (STOP, "stop the pod nginx-1", "other object"),
        (STOP, "do not stop the nginx service", "negation"),
        (STOP, "never stop the nginx service", "negation"),
        (STOP, "stop services without touching the nginx service", "negation"),
        (STOP, "stop the nginx service unless it serves traffic", "scope or condition"),
        (STOP, "stop the nginx service if it is idle", "scope or condition"),
        (STOP, "stop nginx instead of haproxy", "contrast"),
        (STOP, "stop all services except nginx", "scope or condition"),
        (STOP, "stop nginx and redis", "unknown name"),
        (STOP, "stop the nginx service in 5 minutes", "unused value"),
        (STOP, "stop the nginx service every 5 minutes", "scope or condition"),
        (STOP, "stop the nginx service on host web-01", "unknown name"),
        (STOP, "stop the nginx service on 10.0.0.5", "unused value"),
        (STOP, "stop the nginx service on Windows", "other platform"),
        (STOP, "stop the nginx service and email the team", "second action"),
        (STOP, "stop all services", "one, not all"),
        (DELETE, "list logs older than 30 days", "opposite verb"),
        (DELETE, "delete logs newer than 30 days", "direction"),
        (DELETE, "delete logs of the last 30 days", "direction"),
        (DELETE, "delete logs smaller than 10 MB", "direction"),
        (DELETE, "delete only old nginx logs", "scope or condition"),
        (DELETE, "delete old nginx logs", "unknown name: the entry does not mention 'nginx'"),
        (DELETE, "delete old pods", "other object"),
        (DELETE, "delete all logs", "other state"),
        (DELETE, "delete logs older than 30 days in /a and /b", "ambiguous value"),
        (DELETE, "delete logs older than 30 days and larger than 5 MB", "unused value"),
        (SHOW, "delete the largest files", "opposite verb"),
        (SHOW, "compress the largest files", "changes something"),
        (SHOW, "show the smallest files", "opposite state"),
        (SHOW, "show the largest directories", "other object"),
        (SHOW, "list files in /home", "only some"),
        (SHOW, "count the largest files", "other verb"),
    ],
)
def test_an_objection_names_what_is_wrong(entry: Entry, text: str, objection: str) -> None:
    """An action that only looks alike is not served: an objection, or a doubt that makes it unsure, says why."""
    found = match(entry, text)
    assert found.objections or found.confidence < SERVE_ABOVE
    said = (*found.objections, *found.doubts)
    assert any(objection in each for each in said) or (objection == "changes something" and said), said


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (STOP, "stop the nginx service"),
        (STOP, "please shut the kafka daemon down"),
        (STOP, "the redis service needs to be stopped"),
        (DELETE, "delete log files older than two weeks in /srv/app"),
        (DELETE, "find and remove logs older than 90 days"),
        (SHOW, "show the 20 biggest files under /home"),
        (SHOW, "could you find the largest files on this server?"),
    ],
)
def test_the_same_in_other_words_meets_no_objection(entry: Entry, text: str) -> None:
    """What the entry is for can be asked in words that differ from its phrases."""
    found = match(entry, text)
    assert found.objections == ()
    assert found.missing == ()
    assert found.confidence >= SERVE_ABOVE


OPPOSITES = (
    "start",
    "enable",
    "resume",
    "launch",
    "restart",
    "bounce",
    "install",
    "uninstall",
    "reload",
    "show",
    "list",
)


@given(st.sampled_from(OPPOSITES), st.sampled_from(["nginx", "redis", "haproxy", "my-app"]), st.booleans())
def test_another_verb_is_never_served(verb: str, service: str, polite: bool) -> None:
    """Whatever the service and the manners, another verb is another action."""
    text = f"{'please ' if polite else ''}{verb} the {service} service"
    assert match(STOP, text).objections


@given(st.sampled_from(["do not", "don't", "never", "must not"]), st.sampled_from((*STOP.phrases, *DELETE.phrases)))
def test_a_negation_is_never_served(negation: str, phrase: str) -> None:
    """A negated phrase of an entry is no request for it."""
    for entry in (STOP, DELETE):
        assert match(entry, f"{negation} {phrase}").objections if phrase in entry.phrases else True


SUFFIXES = (
    "except those of the database",
    "but only on sundays",
    "and then reboot",
    "unless it is busy",
    "and send a report",
    "on the windows servers",
    "after a backup",
    "for the blue team",
    "twice",
    "as user bob",
)


@given(st.sampled_from(SUFFIXES), st.sampled_from((STOP, DELETE, SHOW)))
def test_a_further_constraint_is_never_dropped(suffix: str, entry: Entry) -> None:
    """A constraint that the entry does not know is no decoration."""
    found = match(entry, f"{entry.phrases[0]} {suffix}")
    assert found.objections or found.confidence < SERVE_ABOVE


def test_a_negation_that_the_entry_knows_is_no_objection() -> None:
    """An entry about what is not running answers for what is not running, and for nothing that is."""
    entry = replace(
        SHOW,
        title="List pods that are not running",
        phrases=("list pods that are not running", "which pods are not running"),
        parameters=(),
        labels={"area": "kubernetes", "verb": "list", "object": "pods"},
    )
    assert match(entry, "show the pods that are not running").objections == ()
    assert match(entry, "show the pods that are running").objections
