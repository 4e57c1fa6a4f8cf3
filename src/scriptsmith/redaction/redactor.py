"""Secrets out of text and back, for one run: the same secret is the same token each time."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable
from urllib.parse import quote, quote_plus

from ..core.secret_tokens import TOKEN, SecretSpelling
from .detection import find_secrets
from .secret_names import secret_name
from .secret_values import is_secret
from .shell_quoting import Form, escaped, unescaped

LETTERS = "ABCDEFGH"
ANYWHERE = 8
"""A known secret of at least this many characters is replaced wherever it occurs, a shorter one as a whole word."""


class Redactor:
    """Replaces secrets by tokens and puts them back; `restore(redact(text)) == text`.

    A token that stands for nothing yet is never given out when it already occurs in a text: who writes
    `SS_SECRET_1A` into an alert does not get a secret put there. A token that is in use is a reference to its secret.
    """

    def __init__(self, kept: Iterable[SecretSpelling] = ()) -> None:
        self._kept: list[SecretSpelling] = []
        self._spellings: dict[str, str] = {}
        self._tokens: dict[str, str] = {}
        self._taken: set[int] = set()
        self._secrets: re.Pattern[str] | None = None
        self._known: re.Pattern[str] | None = None
        for one in kept:
            self._keep(one)

    @property
    def kept(self) -> tuple[SecretSpelling, ...]:
        """All that must be remembered to go on another time, in the order in which it came up."""
        return tuple(self._kept)

    def redact(self, text: str) -> str:
        """`text` with a token in the place of every secret, the ones known already in all their spellings."""
        self.reserve(text)
        while True:  # until nothing is found, so that redacting again changes nothing
            found = find_secrets(text)
            for secret in found:
                self._learn(text[secret.start : secret.end], secret.form)
            for secret in reversed(found):
                token = self._tokens[text[secret.start : secret.end]]
                text = text[: secret.start] + token + text[secret.end :]
            replaced = self._replace_known(text)
            if replaced == text and not found:
                return text
            text = replaced

    def redact_value(self, name: str, value: str) -> str:
        """`value` of something called `name`: all of it is a secret when its name says so."""
        redacted = self.redact(value)
        if redacted == value and secret_name(name) and is_secret(value, quote="'", must="phrase"):
            self._learn(value, "text")
            return self._tokens[value]
        return redacted

    def restore(self, text: str) -> str:
        """`text` with every known token replaced by exactly what it stood for."""
        if not self._spellings:
            return text
        if self._known is None:
            self._known = re.compile("|".join(map(re.escape, self._spellings)))
        return self._known.sub(lambda found: self._spellings[found.group()], text)

    def spelling(self, token: str) -> str | None:
        """What `token` stands for; None when it is not known."""
        return self._spellings.get(token)

    def reserve(self, text: str) -> None:
        """Never give out a number that occurs in a text before it stands for anything."""
        for found in TOKEN.finditer(text):
            number = int(found[1])
            if number not in self._taken:
                self._keep(SecretSpelling(number=number, letter="", spelling=""))

    def _replace_known(self, text: str) -> str:
        if not self._tokens:
            return text
        if self._secrets is None:
            longest = sorted(self._tokens, key=len, reverse=True)
            self._secrets = re.compile("|".join((TOKEN.pattern, *map(anywhere_or_word, longest))))
        return self._secrets.sub(lambda found: self._tokens.get(found.group(), found.group()), text)

    def _learn(self, spelling: str, form: Form) -> None:
        """Give tokens to a secret as it is written here, and to every other way in which it may be written."""
        if spelling in self._tokens:
            return
        number = next(n for n in range(1, 1_000_000) if n not in self._taken)
        value = unescaped(spelling, form)
        literal = escaped(value, form) == spelling  # otherwise it holds an expansion too, and is put back as it was
        letters = LETTERS if literal else LETTERS[1:]
        for letter, written in zip(letters, dict.fromkeys((value, spelling, *spellings(value))), strict=False):
            if written not in self._tokens:
                self._keep(SecretSpelling(number=number, letter=letter, spelling=written))

    def _keep(self, one: SecretSpelling) -> None:
        self._kept.append(one)
        self._taken.add(one.number)
        if one.letter:
            self._spellings[one.token] = one.spelling
            self._tokens[one.spelling] = one.token
            self._secrets = self._known = None


def spellings(value: str) -> Iterable[str]:
    """How `value` may be written elsewhere: in a URL, in JSON, in the shell's quotes, escaped, in base64."""
    yield quote(value, safe="", errors="surrogatepass")
    yield quote_plus(value, errors="surrogatepass")
    yield json.dumps(value, ensure_ascii=False)[1:-1]
    yield re.sub(r'([$`"\\])', r"\\\1", value)
    yield value.replace("'", "'\\''")
    yield value.replace("'", "'\"'\"'")
    data = value.encode("utf-8", "surrogatepass")
    yield base64.b64encode(data).decode()
    yield base64.b64encode(data + b"\n").decode()  # as `echo` gives it to `base64`


def anywhere_or_word(spelling: str) -> str:
    escaped = re.escape(spelling)
    return escaped if len(spelling) >= ANYWHERE else rf"(?<![^\W_]){escaped}(?![^\W_])"
