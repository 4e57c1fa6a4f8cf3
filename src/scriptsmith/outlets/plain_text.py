"""A notice as lines of text, for a note at PagerDuty and for mail."""

from __future__ import annotations

from .notice import Notice
from .texts import shown

LONGEST = 5000
"""Characters of a note."""
_LINE = 1000


def note(notice: Notice) -> str:
    """The notice in lines; the last one is its id, by which a second try finds the first one's note."""
    lines = [f"{notice.headline}: {_line(notice.title)}" if notice.title else notice.headline]
    lines += [f"{name}: {_line(value)}" for name, value in notice.facts()]
    if notice.text:
        lines.append(_line(notice.text))
    if notice.actions:
        lines.append("Recommended:")
        lines += [f"- {_line(each.text)} ({each.kind}, from {each.source})" for each in notice.actions]
    end = "\n".join([*([notice.link] if notice.link else []), reference(notice)])
    return shown("\n".join(lines), LONGEST - len(end) - 1) + "\n" + end


def reference(notice: Notice) -> str:
    """The line that names the notice."""
    return f"ScriptSmith {notice.id}"


def _line(text: str) -> str:
    return shown(" ".join(text.split()), _LINE)
