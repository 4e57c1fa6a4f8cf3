"""How sure a model is of its verdict, from the probabilities of the tokens that it wrote."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest

from scriptsmith.codesift import judging
from scriptsmith.core.token_odds import WrittenToken, log_probability, verdict_odds
from scriptsmith.core.types import Action, Verdict
from scriptsmith.ports import Prompt, Reply
from scriptsmith.testing.doubles import reply
from scriptsmith.weighed_replies import WeighedPrompt, WeighedReply


def written(*parts: str, odds: Mapping[str, float]) -> list[WrittenToken]:
    """Tokens with these texts, of which the last but one could have been others, too."""
    made = [WrittenToken(text=part, odds={part: 1.0}) for part in parts]
    made[-2] = WrittenToken(text=parts[-2], odds=odds)
    return made


@pytest.mark.parametrize(
    ("parts", "odds", "sure"),
    [
        (('{"verdict": "', "yes", '"}'), {"yes": 0.6, "no": 0.2, "unsure": 0.2}, 0.7),
        (('{"verdict": "', "no", '"}'), {"no": 0.75, "yes": 0.25}, 0.25),
        (('{"reason": "', "a", '", "verdict"', ': "', "un", 'sure"}'), {"un": 0.5, "yes": 0.25, "sure": 0.25}, 2 / 3),
        (('{"verdict":', ' "yes', '"}'), {' "yes': 0.5, ' "no': 0.5, "yes": 0.9}, 0.5),
        (('{"verdict": "', "y", 'es"}'), {"y": 0.5, "n": 0.5}, 0.5),
        (('{"reason": "\\"verdict\\": \\"no', '\\"", "verdict": "', "yes", '"}'), {"yes": 1.0}, 1.0),
    ],
)
def test_how_likely_yes_was_where_the_verdict_stands(
    parts: tuple[str, ...], odds: Mapping[str, float], sure: float
) -> None:
    """However the word is cut into tokens: the share of *yes* of what spells a verdict, *unsure* counting half."""
    verdict = Verdict("".join(parts).rpartition('"verdict"')[2].strip(':" }'))
    assert verdict_odds(written(*parts, odds=odds), verdict) == pytest.approx(sure)


@pytest.mark.parametrize(("parts", "sure"), [(("yes", ""), 0.75), ((" Yes", "."), 0.75), (("\n", "yes", "!"), 0.75)])
def test_how_likely_yes_was_where_one_word_is_the_answer(parts: tuple[str, ...], sure: float) -> None:
    """Without an object around it the first word counts."""
    word = parts[-2]
    odds = {word: 0.6, word.replace("yes", "no").replace("Yes", "No"): 0.2, "maybe": 0.2}
    assert verdict_odds(written(*parts, odds=odds), Verdict.YES) == pytest.approx(sure)


@pytest.mark.parametrize(
    ("part", "found"),
    [
        ("ls -a", 0.5 * 0.25),
        ("ls", None),
        ("a", None),
        ("rm", None),
        ("", None),
        ("```", 0.125),
        ("ls -a\n```", 0.015625),
    ],
)
def test_how_likely_a_script_was_to_be_written(part: str, found: float | None) -> None:
    """The product of its own tokens' shares, where the reply has its lines last; nobody knows of what is not there as whole lines."""
    shares = (("```bash", 0.125), ("\n", 1.0), ("ls", 0.5), (" -a", 0.25), ("\n", 1.0), ("```", 0.125))
    tokens = [WrittenToken(text=text, share=share) for text, share in shares]
    likely = log_probability(tokens, part)
    assert (likely is None) if found is None else (likely == pytest.approx(math.log(found)))


def test_a_script_of_which_a_token_is_not_told_has_no_probability() -> None:
    """A server that leaves one out tells nothing of the whole."""
    assert log_probability([WrittenToken(text="ls", share=0.5), WrittenToken(text=" -a")], "ls -a") is None


def test_tokens_that_do_not_tell_are_no_probability() -> None:
    """No token, no verdict, another verdict than was read, or nothing that spells one: nobody knows how sure it is."""
    tokens = written('{"verdict": "', "yes", '"}', odds={"maybe": 1.0})
    assert verdict_odds([], Verdict.YES) is None
    assert verdict_odds(written("It is", " right", ".", odds={"right": 1.0}), Verdict.YES) is None
    assert verdict_odds(tokens, Verdict.NO) is None
    assert verdict_odds(tokens, Verdict.YES) is None


class Weighing:
    """A model that says yes to everything and tells its odds where they are asked for."""

    name = "weighing"

    def __init__(self, *, tells: bool) -> None:
        self.tells = tells

    async def ask(self, prompt: Prompt, /) -> Reply:
        made = reply(self.name, prompt, '{"reason": "", "verdict": "yes"}')
        if not (self.tells and isinstance(prompt, WeighedPrompt)):
            return made
        tokens = tuple(written('{"reason": "", "verdict": "', "yes", '"}', odds={"yes": 0.75, "no": 0.25}))
        return WeighedReply(text=made.text, call=made.call, tokens=tokens)


@pytest.mark.parametrize(("tells", "confidence"), [(True, 0.75), (False, None)])
async def test_an_assessor_says_how_sure_it_is(tells: bool, confidence: float | None) -> None:
    """The opinion carries the probability where the server tells it, and none elsewhere; the verdict is the same."""
    assessment, calls = await judging(Weighing(tells=tells))(Action(text="show the date"), "It prints the date.")
    assert [(each.verdict, each.confidence) for each in assessment.opinions] == [(Verdict.YES, confidence)] * 2
    assert len(calls) == 2
