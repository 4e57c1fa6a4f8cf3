"""Groups of drafts that do the same, as a pure matter, and scripts in canonical form."""

from __future__ import annotations

import gzip
import shutil
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.comparing.canonical_form import canonical, needs_more_than_a_box
from scriptsmith.comparing.drafts import shows
from scriptsmith.comparing.situations import content, situation
from scriptsmith.core.attempts import Attempt, with_comparison
from scriptsmith.core.comparison import ComparedDraft, agreement_line, comparison_line, groups, leading
from scriptsmith.core.effects import Execution
from scriptsmith.core.types import Finding, Script, Severity

ERROR = Finding(checker="x", code="X", severity=Severity.ERROR, message="it blocks")


def draft(group: int, size: int, of: int = 5) -> ComparedDraft:
    return ComparedDraft(group=group, size=size, of=of, basis="run" if group else "")


@st.composite
def _things(draw: st.DrawFn) -> tuple[list[int], set[tuple[int, int]]]:
    weights = draw(st.lists(st.integers(1, 4), max_size=7))
    pairs = list(combinations(range(len(weights)), 2))
    return weights, set(draw(st.lists(st.sampled_from(pairs)))) if pairs else set()


@given(_things())
def test_each_thing_is_in_one_group_within_which_all_are_the_same(
    things: tuple[list[int], set[tuple[int, int]]],
) -> None:
    """Groups are a partition, largest first, and no two in a group differ, although being the same may not pass on."""
    weights, same = things
    found = groups(weights, same)
    assert sorted(it for group in found for it in group) == list(range(len(weights)))
    sizes = [sum(weights[it] for it in group) for group in found]
    assert sizes == sorted(sizes, reverse=True)
    assert all(pair in same for group in found for pair in combinations(group, 2))


@given(_things(), st.data())
def test_the_order_of_a_pair_does_not_matter(
    things: tuple[list[int], set[tuple[int, int]]], data: st.DataObject
) -> None:
    weights, same = things
    turned = {pair[::-1] if data.draw(st.booleans()) else pair for pair in same}
    assert groups(weights, turned) == groups(weights, same)


def test_what_is_the_same_as_most_is_taken_first() -> None:
    """Of a chain the middle one gathers those that agree with each other."""
    assert groups([1, 1, 1, 1], {(0, 1), (1, 2), (0, 2), (2, 3)}) == [[0, 1, 2], [3]]
    assert groups([3, 1, 1], {(1, 2)}) == [[0], [1, 2]]


def test_a_group_leads_only_with_more_than_half_of_all_drafts() -> None:
    """Neither a half nor the largest of several is enough against the first draft; a lone draft agrees with nobody."""
    assert leading([draft(2, 1), draft(1, 2), draft(1, 2)]) == 1
    assert leading([draft(1, 3), draft(1, 3), draft(1, 3), draft(2, 1)]) == 1
    assert leading([draft(2, 1), draft(1, 2), draft(1, 2), draft(3, 1)]) == 0
    assert leading([draft(1, 2), draft(1, 2), draft(2, 2), draft(2, 2)]) == 0
    assert leading([draft(1, 1)]) == leading([draft(0, 0), draft(0, 0)]) == leading([]) == 0


def test_where_the_first_draft_cannot_be_compared_the_largest_group_leads() -> None:
    """A first draft that hung stands against nobody: of the others two that agree are enough, if no other two do."""
    assert leading([draft(0, 0), draft(1, 2), draft(1, 2), draft(2, 1), draft(3, 1)]) == 1
    assert leading([draft(0, 0), draft(1, 2), draft(1, 2), draft(2, 2), draft(2, 2)]) == 0


def test_the_best_of_the_group_that_leads_stands_for_it() -> None:
    """Fewer findings decide within the group, then who came first; what blocks a draft keeps it from standing."""
    noisy = Attempt(
        script=Script(text="a"), checks=(Finding(checker="x", code="X", severity=Severity.INFO, message="m"),)
    )
    clean, blocked = Attempt(script=Script(text="b"), checks=()), Attempt(script=Script(text="c"), checks=(ERROR,))
    groups = [draft(1, 4), draft(1, 4), draft(1, 4), draft(1, 4), draft(2, 1)]
    found = with_comparison([noisy, clean, blocked, clean, clean], groups)
    assert [each.leads for each in found] == [False, True, False, False, False]
    assert [each.first for each in found] == [True, False, False, False, False]
    assert [each.agreeing for each in found] == [4, 4, 4, 4, 1]


def test_what_agrees_is_told_in_words() -> None:
    """How many do the same, how many were left out, and that nothing was found to agree."""
    some = [*[draft(1, 4, 6)] * 4, draft(2, 1, 6), ComparedDraft(of=6, problem="it hung")]
    assert comparison_line(some) == "4 of 6 drafts do the same; 1 in no group"
    assert comparison_line([draft(1, 1, 2), draft(2, 1, 2)]) == "no two of 2 drafts do the same"
    assert comparison_line([*[draft(1, 2, 4)] * 2, *[draft(2, 2, 4)] * 2]) == "no more than 2 of 4 drafts do the same"
    assert agreement_line(some[-1]) == "agrees with none of 6 drafts: it hung"
    alike = ComparedDraft(group=1, size=4, forms=1, of=4, basis="run")  # a server may say the same again
    assert agreement_line(alike) == "4 of 4 drafts have the same text but for spelling"
    told = ComparedDraft(group=1, size=3, of=4, basis="text", problem="a box has nothing for kubectl to talk to")
    assert agreement_line(told).startswith("3 of 4 drafts have the same text but for spelling (a box has nothing")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "#!/usr/bin/env bash\nset -euo pipefail\n# why\nkubectl get pods -n web\n",
            "kubectl --namespace=web get pods",
        ),
        ("sudo systemctl restart nginx", "systemctl restart nginx.service"),
        ("service nginx restart", "systemctl restart nginx"),
        ("ls -a -l\n\n\ndf", "ls -la; df"),
    ],
)
def test_spelling_does_not_tell_scripts_apart(one: str, other: str) -> None:
    """Comments, options that only make the shell stricter, and ways to write an option or a name are no difference."""
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("systemctl restart nginx", "systemctl stop nginx"),
        ("kubectl get pods -n web", "kubectl get pods -n prod"),
        ("kubectl apply -f - <<EOF\na: 1\nEOF\n", "kubectl apply -f - <<EOF\na: 2\nEOF\n"),
        ("set -f\nls", "ls"),
    ],
)
def test_more_than_spelling_tells_scripts_apart(one: str, other: str) -> None:
    """Another verb, value, here-document or shell option is another script."""
    assert canonical(one) != canonical(other)


def test_programs_that_talk_to_what_no_box_has_are_not_run() -> None:
    """Where such a program is started, behind a keyword and a wrapper too; not where its name is an argument."""
    assert "kubectl" in needs_more_than_a_box("if true; then sudo kubectl get pods | wc -l; fi")
    assert "systemctl" in needs_more_than_a_box("#!/bin/bash\nset -e\nsystemctl stop x\n")
    assert needs_more_than_a_box("grep docker /etc/group") == ""
    assert needs_more_than_a_box("find /var/log -name '*.gz' | wc -l") == ""


def test_how_a_script_is_to_be_called_shows_nothing() -> None:
    """A usage text with a bad status tells nothing of a script; what awk calls `$1` is no argument of a script."""
    printed = Execution(exit=2, stdout=b"usage: purge FILE\n")
    assert not shows('[ $# -gt 0 ] || { echo "usage: purge FILE"; exit 2; }', printed)
    assert shows("awk '{print $1}' list | grep x", replace(printed, exit=1))
    assert not shows("true", Execution(exit=0))


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.tgz", "a.gz", "a.zip", "a.txt"])
def test_a_file_holds_what_its_name_says(name: str, tmp_path: Path) -> None:
    """An archive can be opened, and is the same each time."""
    path = tmp_path / name
    path.write_bytes(content(str(path), "some text\n"))
    assert path.read_bytes() == content(str(path), "some text\n")
    if name != "a.gz" and name != "a.txt":
        shutil.unpack_archive(path, tmp_path)
        assert (tmp_path / ("one.txt")).read_text() == "some text\n"
    else:
        opened = gzip.open if name == "a.gz" else open
        with opened(path, "rb") as file:
            assert file.read() == b"some text\n"


def test_what_is_named_is_planted() -> None:
    """A file where its name has an ending or it is read, a folder else, and nothing of the machine's own."""
    from scriptsmith.bench.equivalence.planting import read_hints

    commands = ("tail -n 3 /var/log/syslog", "find /srv/data -type f", "cp /srv/a.txt /etc/passwd", "ls /usr/bin/x.sh")
    found = {each.path: each.kind for each in situation("", read_hints("", commands, "/scene"), commands)}
    assert found == {"/scene": "dir", "/var/log/syslog": "file", "/srv/data": "dir", "/srv/a.txt": "file"}
    (_, bare) = situation("print the file list", read_hints("", ("cat list",), "/scene"), ("cat list", "grep x other"))
    assert (bare.path, bare.kind) == ("/scene/list", "file")
