"""Every alert of the table leads to entries of the catalogue, looks first, with values that they take."""

from __future__ import annotations

import pytest

from scriptsmith.core.types import Action
from scriptsmith.retrieval.alert_names import AlertAnswer, answers_to, as_match, table
from tests.unit.shipped import entry

ANSWERS = sorted({each for answers in table().values() for each in answers}, key=lambda it: (it.entry, it.values))


def test_there_are_many_alerts() -> None:
    assert len(table()) > 150
    assert len(set(table().values())) >= 60


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda it: it.entry)
def test_an_answer_is_an_entry_that_takes_these_values(answer: AlertAnswer) -> None:
    found = entry(answer.entry)
    assert found.status == "verified"
    assert {name for name, _ in answer.values} <= {each.name for each in found.parameters}
    if answer.looks:
        assert found.risk == "safe" or found.id.startswith(("show-", "list-", "find-", "check-"))
    else:
        assert found.risk != "safe"


def test_each_alert_has_looks_first_and_few_of_both() -> None:
    for name, answers in table().items():
        looks = [each.looks for each in answers]
        assert looks == sorted(looks, reverse=True), name
        assert 1 <= sum(looks) <= 3, name
        assert len(looks) - sum(looks) <= 2, name


@pytest.mark.parametrize(
    ("text", "given", "directory"),
    [
        ("NodeFilesystemSpaceFillingUp", {"mountpoint": "/var"}, "/var"),
        ('FIRING: nodefilesystemspacefillingup{mountpoint="/srv",instance="db-2:9100"}', {}, "/srv"),
        ("HostOutOfDiskSpace on web-1", {}, "/"),
        ("NodeFilesystemSpaceFillingUp mountpoint=/var", {"directory": "/home"}, "/home"),
    ],
)
def test_labels_become_values(text: str, given: dict[str, str], directory: str) -> None:
    action = Action(text=text, given=given)
    answers = answers_to(action)
    assert [each.entry for each in answers][:2] == ["show-disk-usage", "find-largest-directories"]
    match = as_match(answers[1], entry("find-largest-directories"), action)
    assert match.parameters["directory"] == directory
    assert ("directory" in match.defaults) == (directory == "/")


def test_an_action_without_an_alert_has_no_answers() -> None:
    assert answers_to(Action(text="show which file systems are full")) == ()


def test_a_label_that_only_shares_a_parameters_name_is_left_out() -> None:
    """`instance` is the address that was scraped, and which run of a container in the entry for its log."""
    action = Action(text="KubePodCrashLooping", given={"instance": "db-2:9100", "pod": "cart-1", "namespace": "shop"})
    answer = next(it for it in answers_to(action) if it.entry == "show-pod-logs")
    match = as_match(answer, entry(answer.entry), action)
    assert match.parameters["instance"] == "previous"
    assert (match.parameters["pod"], match.parameters["namespace"]) == ("cart-1", "shop")
