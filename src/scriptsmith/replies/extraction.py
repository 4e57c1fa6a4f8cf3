"""Getting the Bash script out of whatever a model wrote.

A reply without a whole script is a finding that drives the next draft, never a guess. What is decided here:

* An unclosed block, tag or thought is a reply that was cut off: nothing of it is used, not even a block that was
  closed before it, because the rest may have been the better half.
* Several scripts are chosen from by the words around them, and where these do not say, that is a problem.
* The inside of a script is never repaired, beyond undoing a transport (numbers, prompts, HTML escapes, indentation).
  What `bash -n` and shellcheck can say they say; what they let pass (a here-document that never ends, a part left out)
  is a problem here.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from ..core.thoughts import split_thoughts
from . import problems
from .block_choice import choose
from .blocks import Document, FencedBlock, bare_commands, fence_of
from .shell_lines import ShellText, begins_foreign, code_lines, other_interpreter
from .text_cleanup import EDGE, INVISIBLE, tidy, unescape, unnumber


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
    text = tidy(reply)
    thought, answer = split_thoughts(text)
    found = _Found(problem=problems.THINKING) if answer is None else _read(answer, 0)
    if found.script is not None:
        found = _finish(found.script, found.before)
    before = text if found.script is None else f"{thought}\n\n{found.before}"
    reasoning = re.sub("[\0\ud800-\udfff]", "\ufffd", before).strip()  # as every store takes it
    return Extraction(script=found.script, reasoning=reasoning, problem=found.problem)


# --- which part of a reply is the script ------------------------------------------------------------------------------


def _read(text: str, depth: int) -> _Found:
    if not text.strip(EDGE):
        return _Found(problem=problems.EMPTY)
    if _PATCH_BEGINS.match(text):
        return _Found(problem=problems.PATCH)
    if text.lstrip(EDGE).startswith("{") and (found := _from_json(text, depth)):
        return found
    document = Document(text)
    if text.startswith("#!"):
        return _bare(document, 0)
    blocks = document.blocks()
    if document.swamped:
        return _Found(problem=problems.SEVERAL)
    fenced = [block for block in blocks if block.kind != "tag"]
    for tag in reversed(blocks if depth < 3 else ()):
        if tag.kind == "tag":
            found = _read(tag.text.strip(EDGE), depth + 1)
            if found.script is not None or not fenced:
                return _Found(found.script, f"{document.before(tag.start)}\n{found.before}", found.problem)
    if any(not block.closed and block.kind in ("bash", "console", "unlabelled") for block in fenced):
        return _Found(problem=problems.CUT_OFF)
    if candidates := [block for block in fenced if block.is_candidate]:
        chosen = choose(candidates)
        if isinstance(chosen, str):
            return _Found(problem=chosen)
        return _Found("\n".join(block.script for block in chosen), document.before(chosen[0].start))
    for block in fenced:
        if block.label.startswith("json") and (found := _from_json(block.text.strip(), depth)):
            return _Found(found.script, f"{document.before(block.start)}\n{found.before}", found.problem)
    if problem := _why_none(fenced, bool(document.open_tags)):
        return _Found(problem=problem)
    if depth < 3 and (wrapped := _WRAPPED.fullmatch(text.strip(EDGE))):  # as requests are quoted in prompts
        return _read(wrapped[2].strip("\n"), depth + 1)
    if (start := document.shebang()) is not None:
        return _bare(document, start)
    if commands := bare_commands(text):
        return _Found(commands)
    return _Found(problem=problems.REFUSED if REFUSAL.search(text[:400]) else problems.NO_SCRIPT)


_WRAPPED = re.compile(r'("{3,})(?:bash|sh)?[ \t]*\n(?=[^"])((?:(?!"{3}).)*)\n\1', re.DOTALL)
_PATCH_BEGINS = re.compile(r"diff --git |--- \S.*\n\+\+\+ |@@ -\d|\*\*\* Begin Patch|<{7} |Index: \S+\n={9}")
REFUSAL = re.compile(
    r"\b(?:I['’]?m sorry|I apologi[sz]e|(?:can(?:no|['’])t|can not|unable to|won['’]t|not able to|must decline)"
    r"\s+(?:\w+\s+)?(?:help|assist|provide|write|create|do|fulfil|comply|generate|to)\b)",
    re.IGNORECASE,
)


def _bare(document: Document, start: int) -> _Found:
    script = document.bare(start)
    return _Found(problem=problems.SEVERAL) if script is None else _Found(script, document.before(start))


def _why_none(fenced: list[FencedBlock], open_tag: bool) -> str:
    if open_tag or any(not block.closed for block in fenced):
        return problems.CUT_OFF
    if any(block.label in ("diff", "patch") or _PATCH_BEGINS.match(block.text) for block in fenced):
        return problems.PATCH
    if any(block.kind in ("bash", "console") for block in fenced):
        return problems.NO_COMMAND
    for block in fenced:
        if block.kind == "foreign" or begins_foreign(block.text) or other_interpreter(block.text):
            return problems.other_language(block.label)
    return problems.NO_SCRIPT if fenced else ""


_KEYS = ("script", "bash_script", "bash", "code", "command")


def _from_json(text: str, depth: int) -> _Found | None:
    """The script in `{"script": "..."}`; None when this is no such thing, a `{ ...; }` group for example."""
    try:
        data: Any = json.loads(text.strip(EDGE))
    except (ValueError, RecursionError):
        return _Found(problem=problems.CUT_OFF) if re.match(r'\{\s*"[\w ]{1,40}"\s*:', text) else None
    if not isinstance(data, dict) or depth >= 3:
        return None
    script = next((data[key] for key in _KEYS if isinstance(data.get(key), str)), None)
    if script is None:
        return _Found(problem=problems.NO_SCRIPT)
    before = "\n".join(data[key] for key in ("reasoning", "thought", "explanation") if isinstance(data.get(key), str))
    script = tidy(script)
    if script.startswith("#!") or not re.search(r"^\s{0,12}(?:```|~~~)", script, re.MULTILINE):
        return _Found(script, before)
    found = _read(script, depth + 1)
    return _Found(found.script, f"{before}\n{found.before}", found.problem)


_LEFT_OUT = re.compile(
    r"\s*(?:#\s*)?(?:\.{3,}|…)\s*(?:\Z|.*\b(?:rest|remaining|unchanged|same|existing|previous|before|omitted|here)\b)"
    r"|\s*#\s*[(\[<]?(?:the )?(?:rest|remainder) of (?:the |your )?(?:script|code)\b",
    re.IGNORECASE,
)


def _finish(text: str, before: str) -> _Found:
    """The script as the text of a file, or what is wrong with it."""
    lines = unescape(unnumber(text)).split("\n")
    while lines and not lines[0].strip(EDGE):
        del lines[0]
    while lines and not lines[-1].strip(EDGE):
        del lines[-1]
    script = "\n".join(lines).lstrip(INVISIBLE).rstrip(INVISIBLE) + "\n"
    code = list(ShellText(script).code())
    endless = next((word for _, _, word in code if word), "")
    problem = ""
    if re.search("[\0\ud800-\udfff]", script):
        problem = problems.BAD_TEXT
    elif _PATCH_BEGINS.match(script):
        problem = problems.PATCH
    elif not code_lines(script):
        problem = problems.NO_COMMAND
    elif interpreter := other_interpreter(script):
        problem = problems.written_for(interpreter)
    elif any(fence_of(line) for _, line, _ in code):
        problem = problems.UNCLEAR_END
    elif endless:
        problem = problems.endless(endless)
    elif any(_LEFT_OUT.match(line) for _, line, _ in code):
        problem = problems.LEFT_OUT
    return _Found(problem=problem) if problem else _Found(script, before)
