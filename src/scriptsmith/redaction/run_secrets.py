"""The secrets of one run, kept in a vault apart from its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from ..core.events import Event
from ..core.secret_tokens import tokens_in
from ..core.types import Script
from ..ports import Vault
from . import shell_quoting
from .records import redacted
from .redactor import Redactor

T = TypeVar("T")
Place: TypeAlias = Callable[[str, dict[str, str]], str]
"""Writes what tokens stand for in their place: text, and spellings by token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """A script with its secrets in place. `missing` are tokens that stay: their secret is lost or has no room."""

    text: str
    secrets: int = 0
    missing: tuple[str, ...] = ()


class RunSecrets:
    """Takes the secrets out of everything about one run, and keeps them in the vault before anything is recorded.

    Without a vault they last as long as the object.
    """

    def __init__(self, run: str, vault: Vault | None) -> None:
        self._run = run
        self._vault = vault
        self._redactor = Redactor()
        self._saved = 0

    @classmethod
    async def of(cls, run: str, vault: Vault | None, events: Iterable[Event] = ()) -> RunSecrets:
        """The secrets of a run that has begun. A token in its log whose secret is lost stands for no other one."""
        secrets = cls(run, vault)
        if vault is not None:
            secrets._redactor = Redactor(await vault.read(run))
            secrets._saved = len(secrets._redactor.kept)
        secrets._redactor.reserve(repr(events))
        return secrets

    def redacted(self, value: T) -> T:
        """`value`, whatever it is made of, with a token in the place of every secret."""
        return redacted(value, self._redactor)

    async def save(self) -> None:
        """Keep what came up since the last time; raises `Conflict` when somebody else works on the same run."""
        new = self._redactor.kept[self._saved :]
        if self._vault is not None and new:
            await self._vault.add(self._run, self._saved, new)
        self._saved += len(new)

    def restored(self, script: Script, place: Place = shell_quoting.place) -> Restored:
        """`script` for the person who gave its secrets; `place` writes them as the script's language wants."""
        tokens = tokens_in(script.text)
        known = {token: spelling for token in tokens if (spelling := self._redactor.spelling(token)) is not None}
        values = {one.token: one.spelling for one in self._redactor.kept if one.letter}
        text = place(script.text, values)
        return Restored(text=text, secrets=len(known), missing=tuple(t for t in tokens if t not in known or t in text))
