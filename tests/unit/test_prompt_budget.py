"""A draft's prompt is filled with examples up to a budget, and no example is cut."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import given

from scriptsmith.core.types import Action, Entry, Match, Parameter, Script
from scriptsmith.drafting import drafting, shown_entries
from scriptsmith.examples import ExamplePair, cost, estimated_tokens, fitting
from scriptsmith.strategies import with_examples
from scriptsmith.testing.doubles import ScriptedModel
from scriptsmith.wiring import SEED, catalogue_in

ACTION = Action(text="show how full each file system is")


def match_of(text: str, title: str = "an entry") -> Match:
    return Match(entry=Entry(id="x", title=title, script=Script(text=text)), confidence=0.5)


@given(sizes=st.lists(st.integers(min_value=1, max_value=6000), max_size=5, unique=True), tokens=st.integers(0, 3000))
async def test_a_prompt_stays_within_its_budget(sizes: list[int], tokens: int) -> None:
    """Examples are added as long as the estimate allows; the question itself always goes out."""
    model = ScriptedModel()
    await drafting(model, tokens)(ACTION, (), 0)
    await drafting(model, tokens)(ACTION, [match_of("é" * size, f"entry {at}") for at, size in enumerate(sizes)], 0)
    bare, filled = model.asked
    assert estimated_tokens(filled.system, filled.text) <= max(tokens, estimated_tokens(bare.system, bare.text))
    for at, size in enumerate(sizes):
        assert (f"entry {at}\n" in filled.text) == ("\n" + "é" * size + "\n" in filled.text)


def test_what_is_too_long_leaves_its_room_to_the_next() -> None:
    """The best come first; one that does not fit is no reason to leave the others out."""
    long, short = match_of("x" * 9000), match_of("date\n")
    assert [pair.script for pair in shown_entries([long, short, long], 500)] == ["date\n"]
    pairs = [ExamplePair(text="a", script="y" * 900), ExamplePair(text="b", script="date")]
    assert fitting(pairs, cost(pairs[1])) == [pairs[1]]
    assert fitting(pairs, sum(map(cost, pairs))) == pairs


async def test_a_long_script_is_shown_in_its_short_form() -> None:
    """With its values bound, without usage and option loop, and never half of it."""
    entry = await catalogue_in(SEED).get("show-disk-usage")
    values = {each.name: each.default for each in entry.parameters if each.default is not None}
    match = Match(entry=entry, confidence=0.5, parameters=values)
    whole = cost(ExamplePair(text=entry.title, script=entry.script.text))
    (shown,) = shown_entries([match], whole - 1)
    assert cost(shown) < whole
    assert "Bound by ScriptSmith" not in shown.script
    assert shown.script.startswith("#!/usr/bin/env bash\n")
    assert [pair.script for pair in shown_entries([match], whole)] == [entry.script.text]


async def test_pairs_go_before_whole_scripts() -> None:
    """Where examples are chosen by meaning, the short pairs are what a small model learns from."""

    async def pick(text: str) -> list[ExamplePair]:
        return [ExamplePair(text="show the date", script="date"), ExamplePair(text="list files", script="ls")]

    model = ScriptedModel()
    await with_examples(model, pick, 300, matches=3)(ACTION, [match_of("z" * 700)], 0)
    assert "\ndate\n" in model.asked[0].text
    assert "\nls\n" in model.asked[0].text
    assert "zzz" not in model.asked[0].text


def test_an_entry_without_its_values_has_no_short_form() -> None:
    """What lacks a value is shown whole or not at all."""
    entry = Entry(
        id="x",
        title="t",
        script=Script(text="#!/usr/bin/env bash\n" + "date\n" * 999),
        parameters=(Parameter(name="p", type="path", option="--p", required=True),),
    )
    assert shown_entries([Match(entry=entry, confidence=0.5, missing=("p",))], 500) == []
