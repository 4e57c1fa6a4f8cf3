"""Reading what a judge answered: tolerant of the wrapping, strict about the word, and closed when in doubt.

Only a well-formed verdict counts. A reader that looked for "CORRECT" found it inside "INCORRECT"; nothing here looks
for words in prose.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from .thoughts import split_thoughts
from .types import Explanation, Verdict

VERDICT_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {  # the reason comes first, so that it is not written to fit the verdict
        "reason": {"type": "string"},
        "verdict": {"type": "string", "enum": [verdict.value for verdict in Verdict]},
    },
    "required": ["reason", "verdict"],
    "additionalProperties": False,
}
EXPLANATION_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "wrong": {"type": "boolean"},
        "explanation": {"type": "string"},
        "quote": {"type": "string"},
        "counterexample": {"type": "string"},
        "scenario_at_fault": {"type": "string"},
    },
    "required": ["wrong", "explanation", "quote", "counterexample", "scenario_at_fault"],
    "additionalProperties": False,
}


_REASON_LENGTH = 1000
_TEXT_LENGTH = 600
_SHORTEST_QUOTE = 4


def read_verdict(text: str) -> tuple[Verdict, str]:
    """The verdict and its reason, from a JSON object or a last line `VERDICT: yes`; anything else is UNSURE.

    Prose and fences may stand around the object. Where several objects differ the last one counts if the answer ends
    with it, and none counts if prose follows. A verdict line that contradicts the object or another line is no verdict.
    """
    unsure = Verdict.UNSURE, _bounded(f"unparsable answer: {text.strip()[:200]}", 300)
    _, answer = split_thoughts(text)
    if answer is None:  # cut off while it was still weighing both sides
        return unsure
    found, prose, rest = objects(answer, "verdict")
    said = [_verdict(each["verdict"]) for each in found]
    lines = [_verdict(line[1]) for line in _VERDICT_LINE.finditer(prose)]
    if any(line != lines[-1] for line in lines):
        return unsure
    if not found:
        ends_with_it = _VERDICT_LINE.match(answer.rstrip().rpartition("\n")[2])
        verdict, reason = (lines[-1] if ends_with_it and lines else None), _VERDICT_LINE.sub("", answer)
    else:
        agreed = all(each == said[-1] for each in (lines + said if rest else lines))
        verdict, reason = (said[-1] if agreed else None), _string(found[-1], "reason")
    return (verdict, _bounded(reason.strip(), _REASON_LENGTH)) if verdict else unsure


def read_explanation(text: str, script_text: str) -> Explanation:
    """What is wrong with a script, or that nothing is; an answer that cannot be read says that something is.

    The text has at most 600 characters. `grounded` says that the quote, of four characters or more, stands in the
    script, white space aside.
    """
    _, answer = split_thoughts(text)
    found, _, rest = objects(answer or "", "wrong")
    said = [each["wrong"] for each in found]
    agreed = said and isinstance(said[-1], bool) and not (rest and any(each is not said[-1] for each in said))
    if not agreed:
        return Explanation(wrong=True, text=_bounded(text.strip(), _TEXT_LENGTH))
    last = found[-1]
    quote = _string(last, "quote").strip()
    return Explanation(
        wrong=said[-1],
        text=_bounded(_string(last, "explanation").strip(), _TEXT_LENGTH),
        quote=_bounded(quote, _TEXT_LENGTH),
        counterexample=_bounded(_string(last, "counterexample").strip(), _TEXT_LENGTH),
        grounded=any(_stands_in(each, script_text) for each in (quote, quote.strip("`").strip())),
        scenario_at_fault="" if said[-1] else _bounded(_string(last, "scenario_at_fault").strip(), _TEXT_LENGTH),
    )


_VERDICT_LINE = re.compile(r"^[ \t*_#>`]{0,20}verdict[ \t*_`]{0,20}[:=](.*)$", re.MULTILINE | re.IGNORECASE)
_WRAPPING = re.compile(r"\s*(?:[`~]{3,}\s*)?(?:</\w{1,20}>\s*)?")
_START = re.compile(r'\{\s{0,99}"')
_INTRODUCTION = re.compile(r"(?:^|\n|[:>])[\s\[(*_`#-]*\Z")


def _verdict(value: object) -> Verdict | None:
    """The verdict when `value` is exactly one of the three words; decoration of a Markdown line is not part of it."""
    word = value.strip().strip(" \t*_`\"'.").lower() if isinstance(value, str) else ""
    return Verdict(word) if word in {"yes", "no", "unsure"} else None


def objects(answer: str, key: str) -> tuple[list[dict[str, Any]], str, str]:
    """Every complete JSON object that has `key`, the prose outside of objects, and what follows the last of them.

    An object that begins but cannot be read makes all of it worthless: it may be the real answer, broken off or badly
    escaped, around an object that it only quotes. One in the middle of a sentence is a quotation and is passed over.
    """
    decoder = json.JSONDecoder(object_pairs_hook=_pairs)
    if answer.lstrip().startswith("["):  # a list is read as a whole, so that its last element counts
        try:
            return [each for each in _flat(decoder.decode(answer)) if key in each], "", ""
        except (ValueError, RecursionError):
            pass
    found: list[dict[str, Any]] = []
    prose: list[str] = []
    at = end = 0
    while start := _START.search(answer, at):
        try:
            value, stop = decoder.raw_decode(answer, start.start())
        except (ValueError, RecursionError):
            return [], "", ""
        prose.append(answer[at : start.start()])
        at = stop
        if key in value and _INTRODUCTION.search(answer[max(0, start.start() - 80) : start.start()]):
            found.append(value)
            end = stop
    rest = answer[end:]
    return found, "".join([*prose, answer[at:]]), "" if _WRAPPING.fullmatch(rest) else rest


def _flat(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, list):
        return [each for part in value for each in _flat(part)]
    return [value] if isinstance(value, dict) else []


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object with lower-case keys; a key that is given twice with different values is worth nothing."""
    made: dict[str, Any] = {}
    for name, value in pairs:
        name = name.strip().lower()
        made[name] = value if made.get(name, value) == value else None
    return made


def _string(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key)
    return value if isinstance(value, str) else ""


def _bounded(text: str, length: int) -> str:
    """At most `length` characters, all of which a file or a database takes."""
    text = re.sub("[\0\ud800-\udfff]", "\ufffd", text)
    return text if len(text) <= length else text[: length - 1] + "…"


def _stands_in(quote: str, script: str) -> bool:
    quote = " ".join(quote.split())
    return len(quote) >= _SHORTEST_QUOTE and quote in " ".join(script.split())


def read_word(text: str) -> Verdict:
    """The verdict in an answer that is one word, whatever marks stand around it; anything else is UNSURE."""
    _, answer = split_thoughts(text)
    word = re.sub(r"[\W_]+", " ", answer or "").strip().lower()
    return Verdict(word) if word in list(Verdict) else Verdict.UNSURE
