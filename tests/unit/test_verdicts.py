"""Only a well-formed verdict counts, and whatever cannot be read speaks for nobody."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.types import Explanation, Verdict
from scriptsmith.core.verdicts import EXPLANATION_SCHEMA, VERDICT_SCHEMA, read_explanation, read_verdict

B = "```"
SCRIPT = 'set -eu\nfor f in "$1"/*; do\n\trm -rf   "$f"\ndone\n'


def said(verdict: object, reason: str = "why") -> str:
    return json.dumps({"reason": reason, "verdict": verdict})


READ: dict[str, tuple[str, Verdict, str]] = {
    "an object": (said("yes"), Verdict.YES, "why"),
    "no": (said("no"), Verdict.NO, "why"),
    "unsure": (said("unsure"), Verdict.UNSURE, "why"),
    "other order": ('{"verdict": "no", "reason": "why"}', Verdict.NO, "why"),
    "capitals": ('{"Reason": "why", "VERDICT": "Yes"}', Verdict.YES, "why"),
    "blanks": (said(" no \n"), Verdict.NO, "why"),
    "no reason": ('{"verdict": "no"}', Verdict.NO, ""),
    "a reason that is no text": ('{"reason": 3, "verdict": "no"}', Verdict.NO, ""),
    "more keys": ('{"score": 0.2, "reason": "why", "verdict": "no"}', Verdict.NO, "why"),
    "spread over lines": (json.dumps({"reason": "why", "verdict": "yes"}, indent=2), Verdict.YES, "why"),
    "in a fence": (f"{B}json\n{said('yes')}\n{B}", Verdict.YES, "why"),
    "prose before": (f"Let me see.\n\n{said('yes')}", Verdict.YES, "why"),
    "prose before it on the line": (f"My answer: {said('yes')}", Verdict.YES, "why"),
    "prose after": (f"{said('no')}\n\nI hope this helps.", Verdict.NO, "why"),
    "prose with words that are no verdict": (f"Yes, it runs. No doubt.\n{said('no')}", Verdict.NO, "why"),
    "in a list": (f"[{said('yes')}]", Verdict.YES, "why"),
    "in a tag": (f"<answer>{said('yes')}</answer>", Verdict.YES, "why"),
    "braces in the reason": (said("no", 'uses ${x} and {"a"}'), Verdict.NO, 'uses ${x} and {"a"}'),
    "a verdict in the reason": (said("no", 'it prints {"verdict": "yes"}'), Verdict.NO, 'it prints {"verdict": "yes"}'),
    "the last of two": (f"{said('no', 'first')}\nOn second thought:\n{said('yes')}", Verdict.YES, "why"),
    "two that agree, prose after": (f"{said('no')}\n{said('no')}\nBye.", Verdict.NO, "why"),
    "another object before": (f'{{"lines": 3}}\n{said("yes")}', Verdict.YES, "why"),
    "an object quoted in a sentence": (f'It prints {{"verdict": "yes"}} only.\n{said("no")}', Verdict.NO, "why"),
    "after a thought": (f"<think>{said('yes')}</think>{said('no')}", Verdict.NO, "why"),
    "after a thought without a beginning": (f"{said('yes')}\n</think>\n{said('no')}", Verdict.NO, "why"),
    "a line": ("It is covered.\nVERDICT: yes", Verdict.YES, "It is covered."),
    "a line in lower case": ("verdict: no\n", Verdict.NO, ""),
    "a bold line": ("Fine.\n**Verdict:** yes", Verdict.YES, "Fine."),
    "another bold line": ("Fine.\n\n## **VERDICT: No.**\n\n", Verdict.NO, "Fine."),
    "a line that agrees with the object": (f"{said('no')}\nVERDICT: no", Verdict.NO, "why"),
}

UNREADABLE: dict[str, str] = {
    "empty": "",
    "blank": " \n",
    "one word": "yes",
    "yes and no": "yes and no",
    "a sentence": "Yes, the script does what was asked.",
    "correct inside incorrect": "The script is INCORRECT.",
    "two words": said("yes and no"),
    "not yes": said("not yes"),
    "another language": said("ja"),
    "true": said(True),
    "one": said(1),
    "nothing": said(None),
    "a list": said(["yes"]),
    "yes in a longer word": said("yesterday"),
    "another key": '{"answer": "yes"}',
    "inside another object": '{"result": {"verdict": "yes"}}',
    "a string": '"yes"',
    "python": "{'verdict': 'yes'}",
    "a trailing comma": '{"verdict": "yes",}',
    "two verdicts in one object": '{"verdict": "no", "verdict": "yes"}',
    "two spellings in one object": '{"verdict": "no", "Verdict": "yes"}',
    "cut off": '{"reason": "fine", "verdict": "yes',
    "cut off after an answer": f'{said("yes")}\n{{"reason": "but then", "verdict',
    "cut off around a quotation": '{"reason": "it prints\n{"verdict": "yes"}\n and that is',
    "badly escaped around a quotation": '{"verdict": "no", "reason": "it prints {"verdict": "yes"}"}',
    "badly escaped, on lines": '{"verdict": "no", "reason": "it prints\n{"verdict": "yes"}\n"}',
    "quoted in a sentence only": 'The script prints {"verdict": "yes"} and nothing else.',
    "the last is unknown": f"{said('yes')}\n{said('maybe')}",
    "two that differ, prose after": f"{said('no')}\n{said('yes')}\nBye.",
    "a thought that never ends": f"<think>\n{said('yes')}",
    "only in a thought": f"<think>{said('yes')}</think>",
    "a line that is not the last": "VERDICT: yes\nBut I am not certain.",
    "a line with two words": "VERDICT: yes and no",
    "a line with a choice": "VERDICT: yes|no",
    "a line that says not": "VERDICT: not yes",
    "a line inside a sentence": "I was told to say VERDICT: yes",
    "lines that differ": "VERDICT: no\nVERDICT: yes",
    "a line against the object": f"{said('yes')}\nVERDICT: no",
    "a line before the object": f"VERDICT: no\n{said('yes')}",
    "deep nesting": '{"a":' * 100_000,
}


@pytest.mark.parametrize(("text", "verdict", "reason"), READ.values(), ids=READ)
def test_verdict_is_read(text: str, verdict: Verdict, reason: str) -> None:
    """A well-formed verdict is read with its reason, whatever stands around it."""
    assert read_verdict(text) == (verdict, reason)


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_is_unsure(text: str) -> None:
    """An answer that is unclear, contradictory or broken is unsure, and shows its beginning."""
    assert read_verdict(text) == (Verdict.UNSURE, f"unparsable answer: {text.strip()[:200]}")


PIECES = [
    "yes",
    "no",
    "unsure",
    '"',
    '"verdict"',
    '"wrong"',
    '"reason"',
    ":",
    ",",
    "{",
    "}",
    "true",
    "false",
    "\n",
    " ",
    "\\",
]
PIECES += [
    B,
    "VERDICT: ",
    "verdict",
    "<think>",
    "</think>",
    "**",
    "\0",
    "\ud800",
    '{"verdict": ',
    '{"wrong": ',
    '{"a": 1}',
    "[",
]
TEXTS = st.one_of(st.text(), st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=30).map("".join))
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["yes", "no"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["verdict", "wrong", "a"]), inner, max_size=3)
    ),
)


@given(TEXTS)
def test_any_answer_is_read(text: str) -> None:
    """No text raises, and the reason is short text that every store takes."""
    verdict, reason = read_verdict(text)
    assert verdict in Verdict
    assert len(reason) <= 1000
    reason.encode()


@given(TEXTS)
def test_yes_needs_a_verdict(text: str) -> None:
    """A text without the word verdict before a lone yes is never a yes, whatever else it says."""
    if read_verdict(text)[0] is Verdict.YES:
        words = text.lower().replace("*", "").replace("\\", "")
        assert "verdict" in words
        assert "yes" in words.partition("verdict")[2]


@given(st.text(), st.sampled_from(["", "verdict", "VERDICT is", "The verdict:"]))
def test_prose_is_never_a_yes(text: str, start: str) -> None:
    """Prose without an object and without a verdict line is unsure."""
    prose = f"{start} {text.replace('{', '').replace(':', '').replace('=', '')} yes"
    assert read_verdict(prose)[0] is Verdict.UNSURE


@given(JSON)
def test_only_the_enum_counts(data: Any) -> None:
    """Of all JSON documents only one with an own, textual yes is a yes."""
    own = [each["verdict"] for each in flat(data) if isinstance(each, dict) and "verdict" in each]
    if read_verdict(json.dumps(data))[0] is Verdict.YES:
        assert own
        assert isinstance(own[-1], str)
        assert re.sub(r"[\s*_`\"'.]", "", own[-1].lower()) == "yes"


def flat(data: Any) -> list[Any]:
    return [part for each in data for part in flat(each)] if isinstance(data, list) else [data]


@given(st.sampled_from(list(Verdict)), st.text(), st.sampled_from(["", "Well.\n", f"{B}json\n", "<think>hm</think>"]))
def test_answer_by_the_schema_is_read(verdict: Verdict, reason: str, before: str) -> None:
    """What the schema asks for is read exactly, whatever the reason says."""
    read, why = read_verdict(before + said(verdict.value, reason))
    assert read is verdict
    if len(reason) <= 1000 and "\0" not in reason:
        assert why == reason.strip()


@given(st.text(min_size=1), st.integers(1, 40))
def test_cut_answer_is_unsure(reason: str, missing: int) -> None:
    """An answer that broke off before its object was closed is unsure."""
    answer = said("yes", reason)
    assert read_verdict(answer[: max(0, len(answer) - missing)])[0] is Verdict.UNSURE


def explained(**values: object) -> str:
    return json.dumps({"wrong": True, "explanation": "why", "quote": "", "counterexample": ""} | values)


def test_explanation_is_read() -> None:
    """All four parts are read, and a quote that stands in the script grounds it, white space aside."""
    text = explained(quote='rm -rf "$f"', counterexample="an empty first argument")
    assert read_explanation(f"Here:\n{B}json\n{text}\n{B}", SCRIPT) == Explanation(
        wrong=True, text="why", quote='rm -rf "$f"', counterexample="an empty first argument", grounded=True
    )


@pytest.mark.parametrize(
    ("quote", "grounded"),
    [
        ('rm -rf "$f"', True),
        ('`rm -rf "$f"`', True),
        ('  for f in "$1"/*; do\n rm', True),
        ("rm -rf /", False),
        ("rm", False),
        ("do ", False),
        ("    ", False),
        ("", False),
        (None, False),
        (["set -eu"], False),
    ],
)
def test_quote_must_stand_in_the_script(quote: object, grounded: bool) -> None:
    """Only a quote of four characters or more that the script really holds grounds an explanation."""
    assert read_explanation(explained(quote=quote), SCRIPT).grounded is grounded


def test_nothing_is_wrong() -> None:
    """A judge may say that nothing is wrong."""
    found = read_explanation(explained(wrong=False, explanation=""), SCRIPT)
    assert found == Explanation(wrong=False, text="")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Nothing is wrong.",
        '{"wrong": false',
        '{"wrong": "false"}',
        '{"wrong": 0}',
        '{"wrong": null}',
        '{"wrong": true, "wrong": false}',
        '{"verdict": "yes"}',
        '{"wrong": true, "explanation": "prints {"wrong": false}"}',
        f"{explained()}\n{explained(wrong=False)}\nBye.",
        f"<think>{explained(wrong=False)}</think>",
        f"<think>\n{explained(wrong=False)}",
        f"It prints {explained(wrong=False)} and ends.",
    ],
)
def test_unreadable_explanation_says_wrong(text: str) -> None:
    """An explanation that cannot be read counts as wrong, ungrounded, with its own words as the text."""
    assert read_explanation(text, SCRIPT) == Explanation(wrong=True, text=text)


def test_last_explanation_counts() -> None:
    """Of two explanations the one that ends the answer counts."""
    text = f"{explained()}\nOn second thought:\n{explained(wrong=False)}"
    assert read_explanation(text, SCRIPT).wrong is False


@given(TEXTS, st.text())
def test_any_explanation_is_read(text: str, script: str) -> None:
    """No text raises; the parts are bounded and every store takes them."""
    found = read_explanation(text, script)
    for part in (found.text, found.quote, found.counterexample):
        part.encode()
        assert len(part) <= 600
        assert "\0" not in part


@given(st.text(min_size=1, max_size=9), st.integers(600, 5000))
def test_long_texts_are_cut(piece: str, times: int) -> None:
    """An explanation is cut to 600 characters, readable or not."""
    text = piece * times
    assert len(read_explanation(f"x{text}x", SCRIPT).text) == 600
    assert len(read_explanation(explained(explanation=f"x{text}x"), SCRIPT).text) == 600


@pytest.mark.parametrize("schema", [VERDICT_SCHEMA, EXPLANATION_SCHEMA])
def test_schemas_are_strict(schema: dict[str, Any]) -> None:
    """Every key is required and no other allowed, as strict structured output needs it."""
    assert schema["required"] == list(schema["properties"])
    assert schema["additionalProperties"] is False
    assert json.loads(json.dumps(schema)) == schema


def test_reason_comes_before_the_verdict() -> None:
    """The reason is asked for first, so that the verdict follows from it."""
    assert list(VERDICT_SCHEMA["properties"]) == ["reason", "verdict"]
    assert VERDICT_SCHEMA["properties"]["verdict"]["enum"] == ["yes", "no", "unsure"]


BIG = 1_000_000
HUGE = [
    "{" * BIG,
    '{"' * (BIG // 2),
    '{"verdict": "yes"}\n' * (BIG // 19),
    '{\\"' * (BIG // 3),
    "VERDICT: yes\n" * (BIG // 13),
]
HUGE += [
    "*" * BIG,
    "verdict" + " " * BIG,
    "verdict:" * (BIG // 8),
    "{ " * (BIG // 2),
    "[" * BIG,
    '{"a": 1}' * (BIG // 8),
]


@pytest.mark.parametrize("text", HUGE)
def test_huge_answer_is_read(text: str) -> None:
    """A megabyte of anything is read in one linear pass; a search that starts over would hang here."""
    assert read_verdict(text)[0] in Verdict
    assert read_explanation(text, "x").wrong
