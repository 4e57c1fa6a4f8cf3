"""Ways to draft: each asks as it says, reads the reply as it says, and never shows the answer as an example."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.adapters.models import ModelSpec, build
from scriptsmith.adapters.pairs import read_pairs
from scriptsmith.core.types import Action, Entry, Match, Script
from scriptsmith.errors import BadInput, BadSettings, ModelError, NotFound
from scriptsmith.examples import ExamplePair, central, distinct, nearest, typical
from scriptsmith.ports import Drafting
from scriptsmith.replies.extraction import extract
from scriptsmith.schema import GeneratorSettings, reference, settings_of
from scriptsmith.settings import load
from scriptsmith.strategies import STRATEGIES, UTILITIES, DraftingTools, Strategy, first_word_grammar, strategy
from scriptsmith.testing import Provider
from scriptsmith.testing.doubles import ScriptedModel
from scriptsmith.testing.hashing import HashingEmbedder
from scriptsmith.wiring import build as build_app

ACTION = Action(text="count the lines of all log files")
PAIRS = (
    ExamplePair(text="Count the lines of all log files.", script="wc -l *.log"),
    ExamplePair(text="count the lines of all the log files", script="cat *.log | wc -l"),
    ExamplePair(text="count words in a log file", script="wc -w log"),
    ExamplePair(text="show the date", script="date"),
    ExamplePair(text="remove empty folders", script="find . -type d -empty -delete"),
)
FENCED = "Here it is:\n\n```bash\nwc -l *.log\n```\n"


def tools(pairs: Sequence[ExamplePair] = PAIRS) -> DraftingTools:
    """Tools with an embedder of words."""
    return DraftingTools(embedder=lambda: HashingEmbedder(), pairs=lambda: pairs)


async def drafted(name: str, reply: str, matches: Sequence[Match] = ()) -> tuple[Drafting, ScriptedModel]:
    """What a strategy makes of one reply, and the model that was asked."""
    model = ScriptedModel(dict.fromkeys(("draft", "plain", "markdown", "examples"), reply))
    return await strategy(name, model, tools())(ACTION, matches, 0), model


@pytest.mark.parametrize("name", STRATEGIES)
async def test_every_strategy_asks_once_and_brings_a_script(name: Strategy) -> None:
    """Each asks by its own prompt, and what it brings is a file of Bash with the call that it cost."""
    made, model = await drafted(name, "wc -l *.log")
    assert made.script == Script(text="wc -l *.log\n")
    assert (model.names, len(made.calls)) == (
        [{"reasoning": "draft", "nearest": "examples", "constrained": "plain"}.get(name, name)],
        1,
    )
    assert ACTION.text in model.asked[0].text
    assert bool(model.asked[0].grammar) == (name == "constrained")


@pytest.mark.parametrize("name", ["reasoning", "markdown", "examples", "nearest"])
async def test_a_block_is_taken_out_of_the_reply(name: str) -> None:
    """Where a block is asked for, what stands around it is no part of the script; without one there is none."""
    made, _ = await drafted(name, FENCED)
    assert made.script == Script(text="wc -l *.log\n")
    made, _ = await drafted(name, "I cannot help with that.")
    assert made.script is None
    assert made.findings[0].message == extract("I cannot help with that.").problem


async def test_plain_takes_the_reply_as_it_is() -> None:
    """A fence is left in, as Bash would meet it; only thoughts and the blank edge go, and nothing is no script."""
    made, _ = await drafted("plain", FENCED)
    assert made.script == Script(text=FENCED)
    made, _ = await drafted("plain", "<think>\nlogs...\n</think>\n\n  wc -l *.log  \n")
    assert (made.script, made.reasoning) == (Script(text="wc -l *.log\n"), "logs...")
    made, _ = await drafted("plain", "<think>\nlogs...")
    assert (made.script, made.findings[0].code, len(made.calls)) == (None, "SS0010", 1)


async def test_an_example_never_gives_the_answer_away() -> None:
    """Pairs whose action equals the one asked for, or nearly, are never shown; others are, catalogue entries too."""
    entry = Entry(id="x", title="Show free space", script=Script(text="df -h\n"))
    same = Entry(id="y", title="Count the lines of all log files", script=Script(text="wc -l secret\n"))
    matches = [Match(entry=each, confidence=0.5) for each in (entry, same)]
    for name in ("examples", "nearest"):
        _, model = await drafted(name, FENCED, matches)
        text = model.asked[0].text
        assert "wc -w log" in text
        assert "wc -l" not in text
        assert ("df -h" in text) == (name == "nearest")


async def test_the_nearest_pair_stands_last() -> None:
    """Of nearest pairs the best is next to the action, and there are no more than asked for."""
    pick = nearest(lambda: PAIRS, HashingEmbedder, 2)
    assert [pair.script for pair in await pick("count words in files")][-1] == "wc -w log"
    assert len(await pick("count words in files")) == 2
    assert await nearest(lambda: (), HashingEmbedder, 2)("anything") == ()


async def test_typical_pairs_are_chosen_once() -> None:
    """The same examples go with every action, and pairs are read once, however many actions come at the same time."""
    read = 0

    def pairs() -> Sequence[ExamplePair]:
        nonlocal read
        read += 1
        return PAIRS

    pick = typical(pairs, HashingEmbedder, 3)
    one, another = await asyncio.gather(pick("one thing"), pick("another"))
    assert one == another
    assert (read, len(await pick("more"))) == (1, 3)


@given(
    groups=st.lists(st.integers(2, 6), min_size=2, max_size=5),
    seed=st.integers(0, 3),
)
def test_central_rows_are_one_of_each_cluster(groups: list[int], seed: int) -> None:
    """Of clusters that lie far apart each gives one row, and equal seeds give equal rows."""
    random = np.random.default_rng(0)
    rows = np.concatenate(
        [100.0 * np.eye(8)[at] + 0.01 * random.standard_normal((size, 8)) for at, size in enumerate(groups)]
    ).astype(np.float32)
    owner = np.repeat(np.arange(len(groups)), groups)
    found = central(rows, len(groups), seed)
    assert sorted(owner[found]) == list(range(len(groups)))
    assert found == central(rows, len(groups), seed)


@given(rows=st.integers(1, 12), count=st.integers(1, 12), same=st.booleans())
def test_central_rows_are_distinct_even_among_equal_ones(rows: int, count: int, same: bool) -> None:
    """However many rows are equal, each is chosen once, and all where there are too few."""
    vectors = (
        np.ones((rows, 4), dtype=np.float32) if same else np.random.default_rng(1).random((rows, 4), dtype=np.float32)
    )
    found = central(vectors, count)
    assert len(set(found)) == len(found) == min(rows, count)


@given(text=st.text(alphabet="abc .,!", max_size=20), extra=st.text(alphabet=".,! ", max_size=5))
def test_punctuation_and_case_hide_no_leak(text: str, extra: str) -> None:
    """An action in other punctuation and capitals is the same action."""
    assert distinct([ExamplePair(text=extra + text.upper(), script="x")], text) == []


def grammar_matches(grammar: str, text: str) -> bool:
    """Whether `text` satisfies a grammar of ours, read as the regular expression that it is."""
    rules = dict(line.split(" ::= ", 1) for line in grammar.strip().splitlines())
    literal = json.loads(rules["shebang"])
    words = "|".join(re.escape(json.loads(word)) for word in rules["utility"].split(" | "))
    assert rules["root"] == "shebang? utility (behind any*)?"
    return bool(re.fullmatch(f"(?:{re.escape(literal)})?(?:{words})(?:{rules['behind']}{rules['any']}*)?", text))


def test_the_grammar_takes_scripts_and_no_prose() -> None:
    """A script begins with a known word, behind `#!` or not; prose, fences and unknown words do not pass."""
    grammar = first_word_grammar(UTILITIES)
    for text in ("ls", "find . -name 'a b'\n", "#!/usr/bin/env bash\nset -euo pipefail\nls\n", "ls\nls", "w;w"):
        assert grammar_matches(grammar, text), text
    for text in ("", "Here is it: ls", "```bash\nls\n```", "lsx", "#!/usr/bin/env bash\n", " ls"):
        assert not grammar_matches(grammar, text), text
    assert len(UTILITIES) == len(set(UTILITIES))


async def test_a_reply_that_left_the_grammar_out_is_no_draft() -> None:
    """A server that does not know the field would measure something else: it is an error of the server, by name."""
    with pytest.raises(ModelError, match=r"did not keep to the grammar .*begins with 'Here'"):
        await drafted("constrained", "Here it is: wc -l")
    made, _ = await drafted("constrained", "#!/usr/bin/env bash\nset -eu\nwc -l *.log\n")
    assert made.script


@pytest.mark.parametrize(("provider", "field"), [("llamacpp", "grammar"), ("vllm", "structured_outputs")])
async def test_the_grammar_goes_over_the_wire(provider: str, field: str) -> None:
    """llama.cpp gets it as `grammar`, vLLM as `structured_outputs.grammar`, beside the usual fields of the request."""
    with Provider({"plain": "df -h"}) as server:
        async with build(ModelSpec(role="generator", model=f"{provider}:m", base_url=server.url)) as model:
            made = await strategy("constrained", model, tools())(ACTION, (), 0)
            plain = await strategy("plain", model, tools())(ACTION, (), 0)
    assert made.script == plain.script == Script(text="df -h\n")
    constrained, bare = (request.body for request in server.requests)
    sent: Any = constrained[field]
    assert (sent["grammar"] if provider == "vllm" else sent) == first_word_grammar(UTILITIES)
    assert set(constrained) - set(bare) == {field}
    assert constrained["messages"] == bare["messages"]


async def test_a_server_without_grammars_is_not_asked() -> None:
    """Others are not sent a field that they would leave out in silence: what to use is said."""
    with Provider() as server:
        async with build(ModelSpec(role="generator", model="openai-chat:m", base_url=server.url)) as model:
            with pytest.raises(
                ModelError,
                match=r"takes no grammar: set models\.generator\.model to `llamacpp:…` or `local:…` or `vllm:…`",
            ):
                await strategy("constrained", model, tools())(ACTION, (), 0)
    assert server.requests == []


def test_settings_choose_the_strategy(tmp_path: Path) -> None:
    """The setting takes every strategy and no other word; `examples` wants a file of pairs before anything is asked."""
    for name in STRATEGIES:
        assert load({"SCRIPTSMITH_MODELS__GENERATOR__STRATEGY": name}).settings.models.generator.strategy == name
    with pytest.raises(BadSettings, match="it takes reasoning, plain, markdown"):
        load({"SCRIPTSMITH_MODELS__GENERATOR__STRATEGY": "guess"})
    model = {"SCRIPTSMITH_MODELS__GENERATOR__MODEL": "openai-chat:m", "SCRIPTSMITH_PATHS__RUNS": str(tmp_path)}
    chosen = load(model | {"SCRIPTSMITH_MODELS__GENERATOR__STRATEGY": "examples"})
    with pytest.raises(BadSettings, match=r"models\.generator\.pairs must name their file"):
        build_app(chosen, {}).kit()
    for name in ("plain", "markdown", "nearest", "constrained", "reasoning"):
        assert build_app(load(model | {"SCRIPTSMITH_MODELS__GENERATOR__STRATEGY": name}), {}).kit().draft
    with pytest.raises(BadSettings, match="there is no strategy 'guess'"):
        strategy("guess", ScriptedModel(), tools())
    assert isinstance(
        settings_of({name: default for name, default, _ in reference()}).models.generator, GeneratorSettings
    )


def test_pairs_are_read_or_named(tmp_path: Path) -> None:
    """A file of pairs has a line for each; what is missing or malformed is said with its line."""
    path = tmp_path / "pairs.jsonl"
    with pytest.raises(NotFound, match="is not there"):
        read_pairs(path)
    path.write_text('{"nl": "show the date", "bash": "date", "source": "me"}\n\n')
    assert read_pairs(path) == (ExamplePair(text="show the date", script="date"),)
    for line, said in (("{", "line 2: this is not JSON"), ('{"nl": 1, "bash": "x"}', "line 2: a pair has the texts")):
        path.write_text(f'{{"nl": "a", "bash": "b"}}\n{line}\n')
        with pytest.raises(BadInput, match=said):
            read_pairs(path)
    path.write_text("\n")
    with pytest.raises(BadInput, match="holds no pair"):
        read_pairs(path)
