"""Drafts compared in real boxes: those that do the same in other words, wrong ones, and some that do harm."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from time import perf_counter

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.comparing.drafts import LIMITS as comparing_limits
from scriptsmith.comparing.drafts import comparing
from scriptsmith.core.comparison import ComparedDraft, leading
from scriptsmith.core.types import Action, Script
from scriptsmith.ports import BoxLimits
from tests.boxes import boxed

pytestmark = boxed

LIMITS = replace(comparing_limits, wall=20)
"""A busy machine is no reason to be stopped."""


async def compared(action: str, *drafts: str | None, limits: BoxLimits = LIMITS) -> list[ComparedDraft]:
    scripts = [Script(text=each) if each else None for each in drafts]
    return list(await comparing(Bubblewrap(), limits)(Action(text=action), scripts))


async def test_drafts_that_do_the_same_in_other_words_are_one_group() -> None:
    """Of five drafts three count the same files; the two wrong ones agree with nobody, nor with each other."""
    action = "count the log files below /srv/app/logs that are larger than 10 kB"
    drafts = (
        "find /srv/app/logs -type f -name '*.log' -size +10k | wc -l",
        "find /srv/app/logs -type f -name '*.log' | wc -l",
        "#!/usr/bin/env bash\nset -euo pipefail\nfind /srv/app/logs -name '*.log' -type f -size +10k -print | wc -l\n",
        "ls /srv/app/logs | wc -l",
        "find /srv/app/logs -type f -size +10k -name '*.log' -exec echo x \\; | grep -c x",
    )
    found = await compared(action, *drafts)
    assert [each.group == 1 for each in found] == [True, False, True, False, True]
    assert [each.size for each in found] == [3, 1, 3, 1, 3]
    assert {each.basis for each in found} == {"run"}
    for order in list(permutations(range(5)))[7::70]:
        again = await compared(action, *(drafts[it] for it in order))
        assert [each.group == leading(again) for each in again] == [it in (0, 2, 4) for it in order]


async def test_changes_are_compared_in_folders_of_logs_too() -> None:
    """What becomes of files decides where the action is a change, whatever a draft says of its work."""
    found = await compared(
        "compress the log files older than 7 days in /var/log/app",
        'set -e\ndir="${1:-/var/log/app}"\nfind "$dir" -type f -name "*.log" -mtime +7 -exec gzip {} +\necho done\n',
        "find /var/log/app -name '*.log' -type f -mtime +7 -print0 | xargs -0 -r gzip --",
        "gzip /var/log/app/*.log",
    )
    assert [each.size for each in found] == [2, 2, 1]


async def test_what_talks_to_a_cluster_is_grouped_by_its_text() -> None:
    """Three spellings of one call are a group; another call is none of it, though a box would show the same of both."""
    found = await compared(
        "restart the deployment web in namespace prod",
        "kubectl rollout restart deployment/web -n prod",
        "kubectl -n prod rollout restart deployment/web",
        "#!/bin/bash\nset -e\nkubectl rollout restart --namespace=prod deployment/web\n",
        "kubectl delete pods --all -n prod | wc -l",
    )
    assert [each.size for each in found] == [3, 3, 3, 1]
    assert {each.basis for each in found} == {"text"}


async def test_what_hangs_or_removes_everything_is_in_no_group() -> None:
    """The host is untouched, the others are compared, and the time is bounded by one stay in a box."""
    started = perf_counter()
    found = await compared(
        "list the files in /data",
        "ls /data",
        "rm -rf --no-preserve-root /*; rm -rf --no-preserve-root /*",
        "while :; do :; done",
        ":(){ :|:& };:; sleep 60",
        None,
        "ls -1 /data",
        limits=replace(LIMITS, wall=3),
    )
    assert [each.group for each in found] == [1, 0, 0, 0, 0, 1]
    assert all(each.problem for each in found[1:5])
    assert perf_counter() - started < 60


async def test_drafts_with_nothing_to_see_are_grouped_by_their_text() -> None:
    """A draft that wants arguments, or a program that is not there, agrees only with one of the same text."""
    found = await compared(
        "purge the frobnicator",
        "frobnicate --purge",
        "#!/bin/bash\nfrobnicate --purge # all\n",
        "frobnicate --all | wc -l",
        'if [ $# -lt 1 ]; then echo "usage: x" ; exit 2; fi; rm "$1"',
        "true",
    )
    assert [each.size for each in found] == [2, 2, 1, 1, 1]
    assert {each.basis for each in found} == {"text"}
    assert [bool(each.problem) for each in found] == [True] * 5


async def test_files_that_are_only_named_are_there() -> None:
    """Drafts run over what their own words and the action's name: a file that they read, here, in a world of its own."""
    drafts = ("cat /testbed/dir1/notes.txt", "cat </testbed/dir1/notes.txt", "head -1 /testbed/dir1/notes.txt")
    found = await compared("print the notes in /testbed/dir1/notes.txt", *drafts)
    assert [each.size for each in found] == [2, 2, 1]
    found = await compared("print the file list", "cat list", "while read -r it; do echo $it; done <list", "ls")
    assert [each.size for each in found] == [2, 2, 1]


async def test_what_is_to_be_made_is_made() -> None:
    """Where an action makes something, drafts also run where it is not yet there; `~` and archives are what they say."""
    found = await compared(
        "create a directory /testbed/new", "mkdir /testbed/new", "mkdir -v /testbed/new", "touch /testbed/new"
    )
    assert [each.size for each in found] == [2, 2, 1]
    found = await compared("print the bash profile in the home directory", "cat ~/.bashrc", "nl ~/.bashrc", "ls ~")
    assert [each.size for each in found] == [2, 2, 1]
    drafts = (
        "tar -xzf /srv/in/a.tar.gz -C /srv/out",
        "gzip -dc /srv/in/a.tar.gz | tar -xf - -C /srv/out",
        "cp /srv/in/a.tar.gz /srv/out",
    )
    assert [each.size for each in await compared("extract /srv/in/a.tar.gz to /srv/out", *drafts)] == [2, 2, 1]
