"""Settings that a command writes into a file, looked up in a table of files, contents and what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous
from .write_targets import content, targets
from .writes import inserted


def written_setting(call: Invocation, table: Iterable[tuple[re.Pattern[str], re.Pattern[str], str]]) -> Hit | None:
    """The first row (path, content, words) that what the command writes meets, as a dangerous hit."""
    for target in targets(call):
        if target.how in ("creates", "extracts into"):
            continue
        text = inserted(call) if target.how == "edits" else content(call.command) or ""
        for file, setting, words in table:
            if text and file.match(target.path) and setting.search(text):
                return dangerous(f"{words} ({target.path})")
    return None
