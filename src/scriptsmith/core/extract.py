"""Getting the Bash script out of whatever a model wrote, and quoting foreign text so that it stays quoted.

A reply without a whole script is a finding that drives the next draft, never a guess. What is decided here:

* An unclosed block, tag or thought is a reply that was cut off: nothing of it is used, not even a block that was
  closed before it, because the rest may have been the better half.
* Several scripts: parts and steps are joined, of named alternatives the first is taken, of revisions the last, usage
  examples are left out; anything else is a problem, because the prompt asks for exactly one.
* The inside of a script is never repaired, beyond undoing a transport (numbers, prompts, HTML escapes, indentation).
  What `bash -n` and shellcheck can say they say; what they let pass (a here-document that never ends, a part left out)
  is a problem here.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

_ASK = "answer with the whole script in one ```bash block"
EMPTY = f"The reply was empty: {_ASK}."
NO_SCRIPT = f"The reply held no script: {_ASK}."
CUT_OFF = f"The reply broke off before its code was complete: {_ASK}, and write less around it."
THINKING = f"The reply broke off while still thinking: think more briefly, then {_ASK}."
REFUSED = f"The reply declined to write a script: if the action can be done at all, {_ASK}."
PATCH = f"The reply was a patch, not a script: {_ASK}."
SEVERAL = f"The reply held several scripts and does not say which one counts: {_ASK}."
NO_COMMAND = f"The code block held no command: {_ASK}."
BAD_TEXT = f"The script held characters that no text file can hold (NUL or half a surrogate pair): {_ASK}."
LEFT_OUT = f"The script left parts out (`...`): {_ASK}, without abbreviations."
UNCLEAR_END = f"It is not clear where the script ends, a code fence stands inside it: {_ASK}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """Either a whole script or one sentence that tells the model what to do; never both, never neither.

    `script` uses `\\n`, ends in exactly one, and holds no fence of the reply. `reasoning` is what stood before the
    script, thoughts included; without a script it is the whole reply.
    """

    script: str | None
    reasoning: str
    problem: str


@dataclass(frozen=True, slots=True)
class _Found:
    script: str | None = None
    before: str = ""
    problem: str = ""


def extract(reply: str) -> Extraction:
    """Gives the script that `reply` holds, or the reason why it holds none. Total, and linear in its length."""
    text = _tidy(reply)
    thought, answer = split_thoughts(text)
    found = _Found(problem=THINKING) if answer is None else _read(answer, 0)
    if found.script is not None:
        found = _finish(found.script, found.before)
    before = text if found.script is None else f"{thought}\n\n{found.before}"
    reasoning = re.sub("[\0\ud800-\udfff]", "\ufffd", before).strip()  # as every store takes it
    return Extraction(script=found.script, reasoning=reasoning, problem=found.problem)


_EDGE = " \t\n\u00a0\u200b\u200c\u200d\u2060\ufeff"
_STOP_TOKENS = re.compile(r"(?:\s{0,9}(?:<\|[\w ]{1,30}\|>|</s>))+\Z")
_QUOTED = re.compile(r"^ {0,3}> ?", re.MULTILINE)


def _tidy(reply: str) -> str:
    text = reply.replace("\r\n", "\n").replace("\r", "\n").strip(_EDGE)
    text = text[:-400] + _STOP_TOKENS.sub("", text[-400:])
    return _QUOTED.sub("", text) if re.search(r"^ {0,3}> ?(?:```|~~~)", text, re.MULTILINE) else text


_THOUGHT = r"(?:think|thinking|thoughts?|reasoning|analysis|reflection|scratchpad)"
_THINKS = re.compile(rf"^[ \t]*(?:(?P<fence>```|~~~)|[<\[](?P<tag>{_THOUGHT})[>\]])", re.MULTILINE | re.IGNORECASE)
_THOUGHT_ENDS = re.compile(rf"[<\[]/{_THOUGHT}[>\]]", re.IGNORECASE)
_ORPHAN_END = re.compile(r"^(?:.{0,2000}?)[<\[]/think(?:ing)?[>\]][ \t]*$", re.MULTILINE | re.IGNORECASE)


def split_thoughts(text: str) -> tuple[str, str | None]:
    """Parts what a model thought aloud from its answer; the answer is None when the thinking never ends.

    A thought begins before the first code block. An end without a beginning, as chat templates leave it, ends a
    thought that began with the text.
    """
    thoughts, at = [], 0
    while (begin := _THINKS.search(text, at)) and begin["tag"]:
        end = _THOUGHT_ENDS.search(text, begin.end())
        if not end:
            return text, None
        thoughts += [text[at : begin.start()], text[begin.end() : end.start()]]
        at = end.end()
    if not thoughts and (orphan := _ORPHAN_END.search(text)):
        thoughts, at = [text[: text.rindex(orphan[0][-1], 0, orphan.end())]], orphan.end()
    return "\n".join(thoughts).strip(), text[at:].strip("\n")
