"""Stars in the place of secrets, in what is shown and never put back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from ..core.effects import Change, Execution
from ..core.types import Finding
from .detection import find_secrets, mask
from .records import redacted
from .redactor import anywhere_or_word, spellings
from .secret_names import secret_name
from .secret_values import is_secret, looks_random
from .shell_quoting import unescaped

T = TypeVar("T")


class Masker:
    """Masks what looks like a secret, and what did where it was learnt: `echo x | passwd --stdin` makes `x` one.

    A secret that is a mere word is hidden elsewhere only where it stands alone, and in no path, and a short one not.
    """

    def __init__(self, *texts: str) -> None:
        self._known: dict[str, str] = {}
        self._pattern: re.Pattern[str] | None = None
        for text in texts:
            self.learn(text)

    def learn(self, text: str) -> None:
        """Remember every secret of `text`, in all ways in which it may be written elsewhere."""
        for secret in find_secrets(text):
            self._keep(unescaped(text[secret.start : secret.end], secret.form))

    def redact(self, text: str) -> str:
        """`text` with stars, as long as it was."""
        text = mask(text)
        if not self._known:
            return text
        if self._pattern is None:
            self._pattern = re.compile("|".join(self._known[it] for it in sorted(self._known, key=len, reverse=True)))
        return self._pattern.sub(lambda found: _stars(found.group()), text)

    def redact_value(self, name: str, value: str) -> str:
        """`value` with stars, all of it when `name` says that it is a secret."""
        if secret_name(name) and is_secret(value, quote="'", must="phrase"):
            self._keep(value)
            return _stars(value)
        return self.redact(value)

    def data(self, data: bytes) -> bytes:
        """Output with stars, whatever its bytes are."""
        try:
            return self.redact(data.decode("utf-8")).encode("utf-8")
        except UnicodeDecodeError:
            return self.redact(data.decode("latin-1")).encode("latin-1")

    def diff(self, diff: str) -> str:
        """A unified diff with stars: either side is read as the text that it is, without the marks before its lines."""
        lines = diff.split("\n")
        shown = [self.redact(line) if line[:1] not in ("+", "-", " ") or _head(line) else line for line in lines]
        for mark in "-+":
            at = [place for place, line in enumerate(lines) if line[:1] in (mark, " ") and not _head(line)]
            side = self.redact("\n".join(lines[place][1:] for place in at))
            for place, text in zip(at, side.split("\n") if at else (), strict=True):
                shown[place] = shown[place][:1] + _both(shown[place][1:], text)
        return "\n".join(shown)

    def _keep(self, value: str) -> None:
        word = value.isalpha() or not looks_random(value)
        for written in dict.fromkeys((value, *spellings(value))):
            if not word:
                self._known[written] = anywhere_or_word(written)
            elif len(value) >= 8:
                self._known[written] = rf"(?<![\w/.-]){re.escape(written)}(?![\w/-]|\.\w)"
        self._pattern = None


def masked(value: T, *known: str) -> T:
    """`value`, whatever it is made of, with stars for its secrets and for those of the texts in `known`."""
    return redacted(value, Masker(*known))


def masked_findings(findings: Iterable[Finding], *known: str) -> tuple[Finding, ...]:
    """Findings with stars; a fix that would write a secret is left out, for nobody should write the stars."""
    masker = Masker(*known)
    return tuple(
        shown if shown.fix == finding.fix else replace(shown, fix=())
        for finding in findings
        for shown in (redacted(finding, masker),)
    )


def masked_execution(ran: Execution, *known: str) -> Execution:
    """What running showed, with stars in output, paths and diffs for the secrets of all of them and of `known`."""
    masker = Masker(*known)
    for text in (ran.stdout.decode("utf-8", "replace"), ran.stderr.decode("utf-8", "replace")):
        masker.learn(text)
    for change in ran.changes:
        for mark in "-+":
            masker.learn("\n".join(line[1:] for line in change.diff.split("\n") if line[:1] in (mark, " ")))
    changes = tuple(_change(change, masker) for change in ran.changes)
    return replace(ran, stdout=masker.data(ran.stdout), stderr=masker.data(ran.stderr), changes=changes)


def _change(change: Change, masker: Masker) -> Change:
    return replace(redacted(replace(change, diff=""), masker), diff=masker.diff(change.diff) if change.diff else "")


def _head(line: str) -> bool:
    """Whether a line of a diff names one of its files."""
    return line.startswith(("--- ", "+++ "))


def _both(first: str, second: str) -> str:
    """Stars where either has one; both are as long."""
    return "".join("*" if "*" in (a, b) else a for a, b in zip(first, second, strict=True))


def _stars(text: str) -> str:
    return re.sub(r"[^\n]", "*", text)
