"""What Slack shows to whoever wants to approve a script there: exactly what the approval would be for, or a link."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..core.escape_control import visible
from ..errors import BadInput
from .slack import FIELD, HEADER, SECTION, plain_block
from .texts import shown

LOOK, APPROVE = "scriptsmith-look", "scriptsmith-approve"
"""The actions of the two buttons: the first shows the script to who pressed it, the second approves what was shown."""
SCRIPT, FINDINGS = 6000, 10
"""Characters of a script and number of findings that are shown; whoever would have to read more reads it in the
console."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenRun:
    """What a message was about: a run after its event number `seq`, and the digest of what would be approved."""

    run: str
    seq: int
    binding: str

    def value(self) -> str:
        """As the value of a button."""
        return json.dumps([self.run, self.seq, self.binding])


def seen(value: str) -> SeenRun:
    """The run in the value of a button; raises `BadInput`."""
    try:
        run, seq, binding = json.loads(value)
    except (ValueError, TypeError, RecursionError):
        raise BadInput("this button is none of ours") from None
    if not (isinstance(run, str) and isinstance(seq, int) and isinstance(binding, str) and run and binding):
        raise BadInput("this button is none of ours")
    return SeenRun(run=run, seq=seq, binding=binding)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedScript:
    """What whoever approves has to have seen. `why_not` says why it cannot be approved by them, empty where it can."""

    about: SeenRun
    title: str
    sentence: str
    facts: Sequence[tuple[str, str]]
    findings: Sequence[str]
    script: str
    link: str = ""
    why_not: str = ""

    @property
    def fits(self) -> bool:
        """Whether all of it can be read in a message."""
        short = all(len(visible(f"{name}: {value}")) <= FIELD for name, value in self.facts)
        fitting = len(self.findings) <= FINDINGS and len(self.facts) <= 10
        return short and fitting and 0 < len(visible(self.script)) <= SCRIPT


def review(one: ReviewedScript) -> dict[str, Any]:
    """The message that shows it, to whoever asked alone; with a button to approve it where all of it is shown."""
    blocks: list[dict[str, Any]] = [{"type": "header", "text": plain_block("Approve this script?", HEADER)}]
    blocks.append({"type": "section", "text": plain_block(one.title or "a script", SECTION)})
    blocks.append({"type": "section", "text": plain_block(one.sentence, SECTION)})
    why_not = one.why_not
    if one.fits:
        if fields := [plain_block(f"{name}: {value}", FIELD) for name, value in one.facts]:
            blocks.append({"type": "section", "fields": fields})
        blocks += [{"type": "section", "text": plain_block(each, SECTION)} for each in one.findings]
        text = {"type": "text", "text": visible(one.script)}
        blocks.append({"type": "rich_text", "elements": [{"type": "rich_text_preformatted", "elements": [text]}]})
    else:
        why_not = why_not or "There is more to read than fits here: review it in the console."
    buttons: list[dict[str, Any]] = []
    if why_not:
        blocks.append({"type": "section", "text": plain_block(why_not, SECTION)})
    else:
        approve = {"type": "button", "style": "primary", "action_id": APPROVE, "value": one.about.value()}
        buttons.append({**approve, "text": plain_block("Approve exactly this", 75)})
    if one.link:
        buttons.append({"type": "button", "text": plain_block("Open", 75), "url": one.link, "action_id": "open"})
    if buttons:
        blocks.append({"type": "actions", "elements": buttons})
    return {"response_type": "ephemeral", "replace_original": False, "text": "Approve this script?", "blocks": blocks}


def told(sentence: str, link: str = "", *, replace: bool = False) -> dict[str, Any]:
    """A sentence for whoever asked alone, with a link; it may take the place of the message that they pressed in."""
    blocks: list[dict[str, Any]] = [{"type": "section", "text": plain_block(sentence, SECTION)}]
    if link:
        button = {"type": "button", "text": plain_block("Open", 75), "url": link, "action_id": "open"}
        blocks.append({"type": "actions", "elements": [button]})
    return {
        "response_type": "ephemeral",
        "replace_original": replace,
        "text": plain_block(shown(sentence, 300), SECTION)["text"],
        "blocks": blocks,
    }
