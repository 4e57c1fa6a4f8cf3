"""How fast a `local:` model reads and writes on this machine, and what that means for a run."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..core.types import Role
from ..errors import CutOff
from ..ports import Prompt
from ..schema import RoleSettings, Settings
from .output import hear

if TYPE_CHECKING:
    from ..adapters.model_streams import ModelProgress

_WORDS = "find the files that are older than seven days and larger than ten megabytes, and print their names; " * 15
_ASKED = 48
"""How many tokens it is asked to write."""
_PROMPT, _REPLY = 1000, 200
"""Tokens of a typical question and its reply, for what to expect."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """Tokens a second, 0 where nothing was measured."""

    reading: float
    writing: float

    @property
    def said(self) -> str:
        """One line for a person: what was measured, and what to expect of a draft."""
        if not (self.reading and self.writing):
            return "its speed could not be measured"
        seconds = _PROMPT / self.reading + _REPLY / self.writing
        return (
            f"reads {self.reading:.0f} and writes {self.writing:.1f} tokens a second: a question of {_PROMPT:,} tokens "
            f"with a reply of {_REPLY} takes about {seconds:.0f} s"
        )


class _Clock:
    """Hears one question, and notes when the reply began and how far it has come."""

    def __init__(self) -> None:
        self.read = 0
        self.asked = self.begun = self.ended = 0.0
        self.written = 0

    def hear(self, progress: ModelProgress) -> None:
        hear(progress)
        if progress.phase == "reading":
            self.read = max(self.read, progress.of)
            self.asked = self.asked or progress.seconds
        elif progress.phase == "writing":
            self.begun = self.begun or progress.seconds
            self.ended, self.written = progress.seconds, progress.done

    @property
    def speed(self) -> Speed:
        took, wrote = self.begun - self.asked, self.ended - self.begun
        return Speed(
            reading=self.read / took if took > 0 else 0.0,
            writing=(self.written - 1) / wrote if wrote > 0 else 0.0,
        )


async def measured(settings: Settings, role: Role, chosen: RoleSettings, environ: Mapping[str, str]) -> Speed:
    """Ask the model once, for something that it has not read before; raises `ModelError`."""
    from ..adapters.models import Connections
    from ..role_models import local_servers, role_model

    clock, connections = _Clock(), Connections()
    asked = replace(chosen, max_tokens=_ASKED, fallback="")
    model = role_model(role, asked, environ, connections, local_servers(settings), clock.hear)
    text = f"{secrets.token_hex(8)}: {_WORDS}\nSay this in other words."
    try:
        await model.ask(Prompt(name="doctor", system="", text=text))
    except CutOff:
        pass  # it has written as much as was wanted
    finally:
        await connections.aclose()
    return clock.speed
