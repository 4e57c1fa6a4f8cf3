"""Which of several code blocks is the script, by the prose that introduces each.

Parts and steps are joined, of named alternatives the first is taken, of revisions the last, usage examples are left
out; anything else is a problem, because the prompt asks for exactly one script.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .blocks import FencedBlock
from .problems import CUT_OFF, SEVERAL
from .shell_lines import code_lines


def _cue(*words: str) -> re.Pattern[str]:
    return re.compile("|".join(words), re.IGNORECASE | re.MULTILINE)


_NUMBER = r"\s{0,3}#?(?:\d+|one|two|three|four|first|second|[ABC]|I{1,3}|IV)\b"
_PART = _cue(
    rf"\b(?:part|section|chunk){_NUMBER}",
    r"\bcontinu(?:ed|ation)\b|\b(?:script|code) continues\b|\brest of the script\b",
)
_LATER_PART = _cue(r"\bcontinu", r"\brest of\b", r"\b(?:part|section|chunk)\s{0,3}#?(?:[2-9]|two|three|second|II)\b")
_OF = re.compile(r"\bpart\s{0,3}\d{1,3}\s{0,3}(?:of|/)\s{0,3}(\d{1,3})\b", re.IGNORECASE)
_STEP = _cue(rf"\bstep{_NUMBER}", r"^\s{0,9}\d+[.)]\s", r"\b(?:then|next|first|finally)\b")
_OPTION = _cue(
    rf"\b(?:option|alternative|approach|method|variant|solution){_NUMBER}",
    r"\balternative(?:ly)?\b|\banother (?:way|approach|option|version)\b",
)
_REVISED = _cue(
    r"\b(?:corrected|improved|final|updated|revised|fixed|complete|full|whole|better)\s(?:\w+\s)?(?:version|script)\b",
    r"\btogether\b",
)
_USAGE = _cue(
    r"\b(?:usage|use|examples?|run(?:ning)?|execut\w+|invok\w+|call|save|chmod|schedule|cron\w*|install\w*|test\w*|try"
    r"|verify|undo|roll ?back|revert|dry.run|prerequisites?|permissions?|executable|how to)\b"
)
_CALLS_IT = re.compile(r"(?:sudo )?(?:\./|chmod |crontab |(?:ba)?sh [\w./-]+\.sh)")


def _is_usage(block: FencedBlock) -> bool:
    """Whether this only shows how to use the script that stands elsewhere."""
    short = code_lines(block.script) <= 6 and not block.script.startswith("#!")
    return short and bool(_CALLS_IT.match(block.script) or _USAGE.search(block.cue))


def preferred(cues: Sequence[str]) -> int | None:
    """Which of several whole answers counts, by the prose that introduces each: the first of named alternatives, the
    last of revisions; None where it does not say."""
    if any(map(_OPTION.search, cues)):
        return 0
    return len(cues) - 1 if _REVISED.search(cues[-1]) else None


def choose(blocks: list[FencedBlock]) -> list[FencedBlock] | str:
    """Gives the block that is the script, the blocks that it was split into, or a problem."""
    blocks = list({block.script.strip(): block for block in reversed(blocks)}.values())[::-1]
    named = [at for at, block in enumerate(blocks) if _PART.search(block.cue) and not _CALLS_IT.match(block.script)]
    parts = named if len(blocks) > 1 else []
    if parts and parts[0] and _LATER_PART.search(blocks[parts[0]].cue):
        parts.insert(0, parts[0] - 1)
    if any(blocks[at].script.startswith("#!") for at in parts[1:]):  # each is a script of its own
        parts = []
    if any(int(total) > max(1, len(parts)) for block in blocks for total in _OF.findall(block.cue)):
        return CUT_OFF
    if len(parts) > 1:
        return [blocks[index] for index in parts]
    mains = [block for block in blocks if block.script.startswith("#!")]
    if len(blocks) == 1 or len(mains) == 1:
        main = (mains or blocks)[0]
        rivals = [block for block in blocks if block is not main and not _is_usage(block)]
        return SEVERAL if any(len(rival.script) > len(main.script) for rival in rivals) else [main]
    rivals = mains or [block for block in blocks if block.kind == "bash"] or blocks
    if any(_OPTION.search(block.cue) for block in rivals):
        return rivals[:1]
    if _REVISED.search(rivals[-1].cue) or len(rivals) == 1:
        return rivals[-1:]
    if mains:
        return SEVERAL
    rivals = [block for block in rivals if not _is_usage(block)] or rivals
    if len(rivals) > 1 and all(_STEP.search(block.cue) for block in rivals):
        return rivals
    long = [block for block in rivals if code_lines(block.script) > 3] if len(rivals) > 1 else rivals
    return long if len(long) == 1 else SEVERAL
