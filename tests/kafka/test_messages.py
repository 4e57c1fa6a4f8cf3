"""A message of a queue is read as what its source would send, in an envelope or without, and told from any other."""

from __future__ import annotations

import base64
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.errors import BadInput
from scriptsmith.incidents.inlets.alertmanager import Alertmanager
from scriptsmith.incidents.inlets.generic import Generic, mapping_of
from scriptsmith.incidents.inlets.messages import QueuedMessage, read_message
from scriptsmith.incidents.inlets.pagerduty import PagerDuty
from tests.incidents.payloads import alert, alertmanager, body, pagerduty

MOST = 1 << 20
EVENT = {"specversion": "1.0", "id": "e-1", "source": "/monitoring", "type": "alerts"}
ONE = QueuedMessage(topic="alerts", partition=2, offset=7, moment=1763626530000, value=body(alertmanager(alert())))


def test_a_message_without_a_name_is_named_by_its_place() -> None:
    (one,) = read_message(Alertmanager(), ONE, MOST).incidents
    assert one.delivery == "alerts/2/7/1763626530000"
    both = read_message(Alertmanager(), replace(ONE, value=body(alertmanager(alert(), alert(status="resolved")))), MOST)
    assert [each.delivery[-2:] for each in both.incidents] == ["#0", "#1"]
    (kept,) = read_message(PagerDuty(), replace(ONE, value=body(pagerduty(id="E1"))), MOST).incidents
    assert kept.delivery == "E1"


def test_an_envelope_is_taken_off_and_names_the_message() -> None:
    """The structured mode with data or base64, and the binary mode, in which headers are the envelope."""
    report = alertmanager(alert())
    coded = base64.b64encode(body(report)).decode()
    binary = {"ce_specversion": "1.0", "ce_id": "e-1", "ce_source": "/monitoring", "ce_type": "alerts"}
    for message in (
        replace(ONE, value=body({**EVENT, "data": report})),
        replace(ONE, value=body({**EVENT, "data_base64": coded})),
        replace(ONE, headers=binary),
    ):
        (one,) = read_message(Alertmanager(), message, MOST).incidents
        assert one.delivery == "/monitoring e-1"
        assert one.name == "NodeFilesystemSpaceFillingUp"


def test_a_mapping_reads_the_envelope_too() -> None:
    """Its paths begin with `data.`, as at a hook."""
    mapping = {"fields": {"fingerprint": "data.id", "title": "data.text", "state": "data.state"}}
    value = body({**EVENT, "data": {"id": 3, "text": "x is full", "state": "open"}})
    (one,) = read_message(Generic(mapping_of("own", mapping)), replace(ONE, value=value), MOST).incidents
    assert (one.fingerprint, one.title, one.delivery) == ("3", "x is full", "/monitoring e-1")


@pytest.mark.parametrize(
    "value",
    [
        b"",
        b"{",
        b"\xff",
        body([]),
        body(EVENT),
        body({**EVENT, "data": []}),
        body({**EVENT, "data_base64": "!"}),
        b" " * (MOST + 1),
    ],
)
def test_what_cannot_be_read_is_refused(value: bytes) -> None:
    with pytest.raises(BadInput):
        read_message(Alertmanager(), replace(ONE, value=value), MOST)


@given(document=st.recursive(st.none() | st.text() | st.integers(), lambda one: st.lists(one) | st.dictionaries(st.text(), one)), headers=st.dictionaries(st.sampled_from(["ce_id", "ce_source", "ce_specversion"]), st.text()))  # fmt: skip
def test_whatever_comes_is_read_or_refused(document: object, headers: dict[str, str]) -> None:
    """As the message, as the data of an event, as its id and source: one sentence, and a name that can be stored."""
    for value in (document, {**EVENT, "data": document}, {**EVENT, "id": document, "source": document}):
        message = replace(ONE, value=json.dumps(value).encode(), headers=headers)
        for sent in (message, replace(message, value=ONE.value)):
            try:
                read = read_message(Alertmanager(), sent, MOST)
            except BadInput:
                continue
            for one in read.incidents:
                assert "\0" not in one.delivery
                assert 0 < len(one.delivery.encode()) <= 800
