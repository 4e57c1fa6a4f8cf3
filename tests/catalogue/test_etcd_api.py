"""Scripts that call etcdctl say which of its two APIs they speak: before 3.4 it takes the former one unless it is told."""

from __future__ import annotations

import re

import pytest

from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.bash.tokens import tokens
from tests.proofs import folders

TOLD = re.compile(r"^\s*export ETCDCTL_API=3\b", re.MULTILINE)


def first_call(script: str) -> int:
    """Where `script` first runs etcdctl, by itself; -1 where it never does."""
    return next(
        (it.start for it in tokens(script) if it.kind == "command" and script[it.start : it.end] == "etcdctl"), -1
    )


def says_its_api(script: str) -> bool:
    """Whether the API is told before etcdctl is run, or it is not run at all."""
    told, call = TOLD.search(script), first_call(script)
    return call < 0 or (told is not None and told.start() < call)


def test_entries_say_which_api_of_etcd_they_speak() -> None:
    scripts = {folder.name: read_entry(folder).script.text for folder in folders()}
    callers = [name for name, script in scripts.items() if first_call(script) >= 0]
    assert len(callers) >= 9
    assert [name for name in callers if not says_its_api(scripts[name])] == []


def test_their_stand_ins_speak_the_former_api_unless_they_are_told() -> None:
    tests = {folder.name: read_entry(folder).test for folder in folders()}
    plain = [name for name, test in tests.items() if "\nstub etcdctl " in test and '"$ETCDCTL_API" = 3' not in test]
    assert plain == []


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("etcdctl endpoint health\n", False),
        ("etcdctl version\nexport ETCDCTL_API=3\netcdctl endpoint health\n", False),
        ("x=$(etcdctl endpoint health)\n", False),
        ("export ETCDCTL_API=3\netcdctl endpoint health\n", True),
        ("command -v etcdctl >/dev/null\necho etcdctl is not here\n", True),
    ],
)
def test_an_api_is_told_before_the_first_call(script: str, said: bool) -> None:
    assert says_its_api(script) is said
