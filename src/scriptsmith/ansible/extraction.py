"""Getting the playbook out of whatever a model wrote: a whole one, or one sentence that says what to do.

As for scripts (`replies.extraction`), nothing of a reply that was cut off is used, several playbooks are chosen from by
the words around them, and what is in a playbook is not repaired.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from ..core.thoughts import split_thoughts
from ..replies import problems
from ..replies.block_choice import preferred
from ..replies.blocks import fence_of
from ..replies.extraction import REFUSAL, Extraction
from ..replies.text_cleanup import EDGE, INVISIBLE, dedent, tidy, unnumber
from .recognise import is_playbook

_YAML = frozenset(("yaml", "yml", "ansible", "ansible-playbook", "playbook"))
_OPEN_LABELS = frozenset(("", "text", "txt", "plaintext", "none", "jinja", "jinja2", "?"))
_KEYS = ("playbook", "yaml", "script", "code", "content")
_LEFT_OUT = re.compile(
    r"\s*#\s*(?:\.{3,}|…)|\s+(?:-\s*)?(?:\.{3,}|…)\s*\Z"
    r"|\s*#\s*[(\[<]?(?:the )?(?:(?:rest|remainder) of|remaining) (?:the |your )?"
    r"(?:playbook|plays?|tasks|handlers|file)\b",
    re.IGNORECASE,
)
_STARTS = re.compile(r"(?:---\s*|-\s+(?:name|hosts|import_playbook|ansible\.builtin\.import_playbook)\s*:.*)\Z")


@dataclass(frozen=True, slots=True)
class _Block:
    label: str
    text: str
    before: str
    cue: str
    closed: bool


@dataclass(frozen=True, slots=True)
class _Found:
    text: str = ""
    before: str = ""
    problem: str = ""


def extract(reply: str) -> Extraction:
    """The playbook that `reply` holds, or the reason why it holds none. Total, and linear in its length."""
    text = tidy(reply)
    thought, answer = split_thoughts(text)
    found = _Found(problem=problems.THINKING) if answer is None else _read(answer)
    if not found.problem:
        found = _finished(found)
    before = text if found.problem else f"{thought}\n\n{found.before}"
    reasoning = re.sub("[\0\ud800-\udfff]", "\ufffd", before).strip()
    problem = problems.of_playbook(found.problem)
    return Extraction(script=None if problem else found.text, reasoning=reasoning, problem=problem)


def _read(text: str) -> _Found:
    if not text.strip(EDGE):
        return _Found(problem=problems.EMPTY)
    if text.lstrip(EDGE).startswith("{") and (found := _from_json(text)):
        return found
    blocks = _blocks(text)
    meant = [block for block in blocks if block.label in _YAML or block.label in _OPEN_LABELS]
    if any(not block.closed for block in meant):
        return _Found(problem=problems.CUT_OFF)
    playbooks = [block for block in meant if is_playbook(block.text)] or [b for b in meant if b.label in _YAML]
    distinct = list({block.text.strip(): block for block in reversed(playbooks)}.values())[::-1]
    if distinct:
        at = 0 if len(distinct) == 1 else preferred([block.cue for block in distinct])
        if at is None:
            return _Found(problem=problems.SEVERAL)
        return _Found(distinct[at].text, distinct[at].before)
    if blocks:
        return _Found(problem=problems.other_language(blocks[0].label))
    if bare := _bare(text):
        return bare
    return _Found(problem=problems.REFUSED if REFUSAL.search(text[:400]) else problems.NO_SCRIPT)


def _blocks(text: str) -> list[_Block]:
    """The fenced blocks, in order; what a fence wraps is not looked into."""
    lines = text.split("\n")
    found: list[_Block] = []
    at = prose = 0
    while at < len(lines):
        opened = fence_of(lines[at])
        if not opened:
            at += 1
            continue
        lead, mark, _ = opened
        label = lines[at].strip(EDGE).lstrip("`~").strip().partition(" ")[0].lower()
        end = at + 1
        while end < len(lines) and lines[end].strip(EDGE) != mark:
            end += 1
        body = dedent(lines[at + 1 : end], len(lead))
        cue = "\n".join(lines[prose:at]).strip()[-300:]
        found.append(_Block(label, body, "\n".join(lines[:at]), cue, end < len(lines)))
        at = prose = end + 1
    return found


def _bare(text: str) -> _Found | None:
    """A playbook that stands in no block: from where it begins to the first line that cannot be one of its own."""
    lines = text.split("\n")
    begin = next((at for at, line in enumerate(lines) if _STARTS.fullmatch(line)), None)
    if begin is None:
        return None
    end = begin + 1
    while end < len(lines) and (not lines[end].strip() or lines[end][0] in " -#" or lines[end] == "..."):
        end += 1
    body = "\n".join(lines[begin:end])
    return _Found(body, "\n".join(lines[:begin])) if is_playbook(body) else None


def _from_json(text: str) -> _Found | None:
    """The playbook in `{"playbook": "..."}`; None where this is no such thing."""
    try:
        data: Any = json.loads(text.strip(EDGE))
    except (ValueError, RecursionError):
        return _Found(problem=problems.CUT_OFF) if re.match(r'\{\s*"[\w ]{1,40}"\s*:', text) else None
    values = [data.get(key) for key in _KEYS] if isinstance(data, dict) else []
    said = next((value for value in values if isinstance(value, str)), None)
    if said is None:
        return None
    blocks = _blocks(said)
    return _Found(blocks[0].text if len(blocks) == 1 else said)


def _finished(found: _Found) -> _Found:
    """The playbook as the text of a file, or what is wrong with it."""
    lines = unnumber(found.text).split("\n")
    while lines and not lines[0].strip(EDGE):
        del lines[0]
    text = "\n".join(lines).lstrip(INVISIBLE).rstrip(EDGE) + "\n"
    problem = ""
    if re.search("[\0\ud800-\udfff]", text):
        problem = problems.BAD_TEXT
    elif not text.strip():
        problem = problems.NO_SCRIPT
    elif any(fence_of(line) for line in lines):
        problem = problems.UNCLEAR_END
    elif any(_LEFT_OUT.match(line) for line in lines):
        problem = problems.LEFT_OUT
    return _Found(problem=problem) if problem else _Found(text, found.before)
