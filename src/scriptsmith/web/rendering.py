"""Templates to pages: everything is escaped, and every character that a reader could not see is spelled out."""

from __future__ import annotations

import hashlib
import unicodedata
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from ..core.escape_control import is_hidden, spelled, visible
from ..core.flow import UNDECIDED
from ..core.lookalikes import BLANK
from ..core.opinion_lines import shown_chance
from ..core.outcome import about_finding, about_opinion
from ..core.permissions import Person, may
from .plots import Plot
from .rule_links import rule_href
from .views import RAN, TONES, VERDICTS, dollars, said

HERE = Path(__file__).parent
STATIC = HERE / "static"


def shown(text: str) -> Markup:
    """Text of a script for a page: hidden characters are spelled out and marked, so that they cannot be mistaken."""
    return Markup("").join(
        Markup('<mark class="hidden-character" title="a character that is not shown">{0}</mark>').format(spelled(each))
        if is_hidden(each) or (unicodedata.category(each) == "Zs" and each != " ") or each in BLANK
        else escape(each)
        for each in text
    )


def raw(text: str) -> Markup:
    """Text for a field that is sent back: escaped, and nothing else, or it would come back as another text."""
    return escape(text)


def moment(at: str) -> Markup:
    """A moment (ISO 8601, UTC) as a `time` element, to the minute; nothing for none."""
    if not at:
        return Markup("")
    return Markup('<time datetime="{0}">{1}</time>').format(visible(at), visible(at[:16].replace("T", " ")))


def second(at: str) -> Markup:
    """A moment (ISO 8601, UTC) as a `time` element, to the second; nothing for none."""
    if not at:
        return Markup("")
    return Markup('<time datetime="{0}">{1}</time>').format(visible(at), visible(at[:19].replace("T", " ")))


def ago(at: str) -> Markup:
    """How long ago a moment was, in its largest unit, with the moment itself for whoever points at it."""
    try:
        seconds = (datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds()
    except (ValueError, TypeError):
        return moment(at)
    units = ((86400, "day"), (3600, "hour"), (60, "minute"))
    size, name = next(((size, name) for size, name in units if seconds >= size), (1, ""))
    many = int(seconds // size)
    told = f"{many} {name}{'' if many == 1 else 's'} ago" if name else "just now"
    return Markup('<time datetime="{0}" title="{1} UTC">{2}</time>').format(
        visible(at), visible(at[:16].replace("T", " ")), told
    )


def _final(value: object) -> object:
    """What every `{{ … }}` passes before it is escaped."""
    if value is None:
        return ""
    return value if isinstance(value, Markup) or not isinstance(value, str) else visible(value)


@cache
def _version() -> str:
    """Changes with the style sheet and the script: browsers may keep them for as long as it stays."""
    files = sorted(path for path in STATIC.iterdir() if path.is_file())
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


@cache
def environment() -> Environment:
    """The templates, with autoescape, and an error for a name that nobody gave."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_final,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "shown": shown,
        "raw": raw,
        "moment": moment,
        "second": second,
        "ago": ago,
        "dollars": dollars,
        "said": said,
    }
    made.globals |= {
        "TONES": TONES,
        "UNDECIDED": UNDECIDED,
        "VERDICTS": VERDICTS,
        "RAN": RAN,
        "version": _version,
        "Plot": Plot,
    }
    made.globals |= {"about_finding": about_finding, "about_opinion": about_opinion, "shown_chance": shown_chance}
    made.filters["rule_href"] = rule_href
    return made


def rendered(name: str, **context: Any) -> str:
    """The text of a template."""
    return environment().get_template(name).render(**context)


def page(
    request: Request, name: str, person: Person | None, *, status: int = 200, csrf: str = "", **context: Any
) -> HTMLResponse:
    """A page; `person` is who looks, None before login."""

    def can(act: Any) -> bool:
        return person is not None and may(person, act)

    text = rendered(name, here=request.url.path, person=person, can=can, csrf=csrf, **context)
    return HTMLResponse(text, status_code=status)
