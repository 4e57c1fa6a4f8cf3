"""Retrieval on the seed catalogue: the right entry, or none."""

from __future__ import annotations

import asyncio
import math
import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scriptsmith
from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.core.types import Action, Entry, Parameter, Script
from scriptsmith.retrieval.call_text import EntryOdds
from scriptsmith.retrieval.search import Index
from scriptsmith.testing.hashing import HashingEmbedder
from tests.thoroughness import some

from . import retrieval_cases as cases
from .shipped import Search

CATALOGUE = Path(scriptsmith.__file__).parent / "catalogue"


MOST_SERVED = 6
"""How many of 397 near misses may be served, by entries that are not dangerous: the rules before the verifier were made
until none was."""


@cache
def entries() -> tuple[Entry, ...]:
    folders = [toml.parent for toml in sorted(CATALOGUE.glob("*/*/entry.toml")) if toml.parent.name in cases.KNOWN]
    return tuple(map(read_entry, folders))


@cache
def index() -> Index:
    return Index(entries())


@cache
def search() -> Search:
    return Search(cases.KNOWN)


@pytest.mark.parametrize("case", cases.DEV_ASKED, ids=lambda case: case.text)
def test_what_the_catalogue_holds_comes_first(case: cases.Asked) -> None:
    """An action that an entry answers brings that entry first, with the values that the words give and no objection."""
    match = search().nearest(case.text)[0]
    assert match.entry.id == case.entry
    assert match.objections == ()
    assert {name: match.parameters[name] for name, _ in case.values} == dict(case.values)


@pytest.mark.parametrize("asked", [cases.DEV_ASKED, cases.HELD_ASKED], ids=["made from", "held out"])
def test_what_is_served_is_right(asked: tuple[cases.Asked, ...]) -> None:
    """Seven of ten are sure enough to be served, and none is served wrongly."""
    matches = [(case, search().served(case.text)) for case in some(asked, 8)]
    wrong = [case.text for case, match in matches if match and match.entry.id != case.entry]
    wrong += [
        case.text for case, match in matches if match and any(match.parameters[name] != it for name, it in case.values)
    ]
    assert wrong == []
    assert sum(match is not None for _, match in matches) >= 0.7 * len(matches)


def test_what_only_looks_alike_is_hardly_ever_served() -> None:
    """Opposites, near objects, changed scopes and actions outside the catalogue bring no script."""
    texts = (*cases.DEV_REFUSED, *cases.DEV_OUTSIDE, *cases.HELD_REFUSED, *cases.HELD_OUTSIDE, *cases.LATER_REFUSED)
    served = {text: match.entry for text in some(texts, 15) if (match := search().served(text))}
    assert len(served) <= MOST_SERVED, {text: entry.id for text, entry in served.items()}
    assert not [entry.id for entry in served.values() if entry.risk == "dangerous"]


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("stop the redis service", "stop-service"),
        ("start the redis service", "start-service"),
        ("restart the redis service", "restart-service"),
        ("enable the redis service at boot", "enable-service-at-boot"),
        ("disable the redis service at boot", "disable-service-at-boot"),
        ("lock the user bob", "lock-user-account"),
        ("unlock the user bob", "unlock-user-account"),
        ("install the package jq", "install-package"),
        ("remove the package jq", "remove-package"),
        ("cordon node worker-1", "cordon-node"),
        ("uncordon node worker-1", "uncordon-nodes"),
    ],
)
def test_opposites_bring_their_own_entries(text: str, entry: str) -> None:
    """One word apart, another script."""
    match = search().served(text)
    assert match is not None
    assert match.entry.id == entry


def test_all_without_a_namespace_asks_for_it() -> None:
    """ "Restart all of the Deployment workloads." finds its entry first and says what is missing."""
    first = search().nearest("Restart all of the Deployment workloads.")[0]
    assert (first.entry.id, first.missing, first.objections) == ("restart-all-deployments", ("namespace",), ())


def test_other_targets_and_unverified_entries_are_left_out() -> None:
    """A draft, a retired entry or one for another target is never offered."""
    text = "restart the nginx service"
    chosen = next(entry for entry in entries() if entry.id == "restart-service")
    for status in ("draft", "retired"):
        assert Index([replace(chosen, status=status)]).nearest(Action(text=text)) == ()
    assert Index([chosen]).nearest(Action(text=text, target="ansible")) == ()
    assert Index([]).nearest(Action(text=text)) == ()


def test_twins_are_not_guessed_between() -> None:
    """Of two entries that fit equally well neither is served, however sure the verifier is of one."""
    chosen = next(entry for entry in entries() if entry.id == "restart-service")
    both = Index([chosen, replace(chosen, id="bounce-service")])
    twins = both.nearest(Action(text="restart the redis service"), verify=lambda *_: EntryOdds(9.0))
    assert len(twins) == 2
    assert all(match.objections for match in twins)


@given(st.text(max_size=120), st.integers(min_value=1, max_value=8))
def test_any_text_can_be_searched(text: str, limit: int) -> None:
    """No text fails, answers are repeatable, ordered, at most `limit`, and confidence lies in [0, 1]."""
    found = index().nearest(Action(text=text), limit)
    assert found == index().nearest(Action(text=text), limit)
    assert len(found) <= limit
    assert all(0.0 <= match.confidence <= 1.0 for match in found)


@pytest.mark.thorough
@given(st.permutations(range(12)))
def test_the_order_of_the_entries_does_not_matter(order: list[int]) -> None:
    """A catalogue read in another order gives the same matches."""
    some = entries()[:12]
    action = Action(text="check when the certificate of example.com expires")
    assert Index([some[number] for number in order]).nearest(action) == Index(some).nearest(action)


def embed(*texts: str) -> list[tuple[float, ...]]:
    return [tuple(vector) for vector in asyncio.run(HashingEmbedder().embed(texts))]


def near(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


@given(st.text(max_size=80))
def test_vectors_have_length_one_or_none(text: str) -> None:
    """Every vector has the promised dimension and length 1, or is zero when the text carries no word."""
    (vector,) = embed(text)
    assert len(vector) == HashingEmbedder().dimension == 512
    length = math.sqrt(near(vector, vector))
    assert length == pytest.approx(1.0) or length == 0.0


def test_like_texts_are_near() -> None:
    """The same in other words, or with a typing error, is nearer than something else."""
    asked, same, typo, other = embed(
        "compress old log files", "gzip stale logs", "compres old log fils", "lock the user account"
    )
    assert near(asked, same) > near(asked, other) + 0.2
    assert near(asked, typo) > near(asked, other) + 0.2


def test_vectors_are_equal_in_every_process() -> None:
    """Python's random string hashes play no part."""
    program = (
        "import asyncio; from scriptsmith.testing.hashing import HashingEmbedder;"
        "print(asyncio.run(HashingEmbedder(8).embed(['restart the nginx service'])))"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(CATALOGUE.parent.parent)},
            capture_output=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(seen) == 1


def test_an_embedder_needs_a_dimension() -> None:
    """No dimension is refused at once."""
    with pytest.raises(ValueError, match="at least one"):
        HashingEmbedder(0)


def test_what_is_read_ahead_changes_no_answer() -> None:
    """Every entry can be read before anybody asks, each once, and the answers are those of an index that was not."""
    ahead, fresh = Index(entries()), Index(entries())
    assert ahead.worded() == {}
    assert sum(1 for _ in ahead.read_ahead()) == len(ahead.worded()) == len(ahead.entries)
    assert list(ahead.read_ahead()) == []
    for case in cases.DEV_ASKED[::5]:
        assert ahead.nearest(Action(text=case.text)) == fresh.nearest(Action(text=case.text))


def test_a_catalogue_that_changed_reads_only_what_changed() -> None:
    """An index takes over what an earlier one read of the same entries; an entry that is another now is read anew."""
    earlier = Index(entries())
    list(earlier.read_ahead())
    changed, *same = earlier.entries
    now = replace(changed, phrases=(*changed.phrases, "knit a pullover for the lighthouse"))
    later = Index([*reversed(same), now], earlier)
    assert later.worded().keys() == {it.id for it in same}
    assert later.nearest(Action(text="knit a pullover for the lighthouse"))[0].entry == now
    for case in cases.DEV_ASKED[::5]:
        assert later.nearest(Action(text=case.text)) == Index(later.entries).nearest(Action(text=case.text))


def test_signs_alone_are_nobodys_phrase() -> None:
    """An entry whose title is made of signs is not served to whoever types another sign."""
    index = Index([replace(entries()[0], title="!!!", phrases=("...",))])
    assert not index.knows(".")
    assert all(match.confidence < 1.0 for match in index.nearest(Action(text=".")))


WEIGHS = """
from scriptsmith.retrieval.search import Index
from scriptsmith.core.types import Action
from tests.unit.test_retrieval_search import CATALOGUE, read_entry

index = Index([read_entry(path.parent) for path in sorted(CATALOGUE.glob("*/*/entry.toml"))])
for match in index.nearest(Action(text="Show the vertical pod autoscaler recommendations")):
    print(match.entry.id, match.confidence, match.parts)
"""


def test_an_answer_does_not_depend_on_the_process() -> None:
    """Two processes that order their sets in different ways give an entry the same confidence."""
    told = [
        subprocess.run(
            [sys.executable, "-c", WEIGHS], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1] != b""


def test_no_word_is_the_value_of_two_parameters() -> None:
    """Where the rules give it to one and the verifier points at it for another, it is asked about and nothing is served."""
    match = search().nearest("kill process 1234")[0]
    assert match.entry.id == "stop-process-by-name"
    assert match.objections == ("ambiguous value: '1234' could be name or max",)


def test_a_required_value_is_asked_for_and_never_an_example() -> None:
    """A playbook has a default for each of its variables, so that it can be proven; who asks has named none of them."""
    entry = Entry(
        id="x",
        title="Mount a volume",
        script=Script(text="true", target="ansible"),
        phrases=("mount /dev/sdb1 on /mnt/data",),
        parameters=(
            Parameter(name="point", type="path", option="point", required=True, default="/mnt/data"),
            Parameter(name="kind", type="name", option="kind", default="auto"),
        ),
    )
    match = Index([entry]).nearest(Action(text="mount a volume", target="ansible"))[0]
    assert (match.missing, match.defaults, dict(match.parameters)) == (("point",), ("kind",), {"kind": "auto"})
