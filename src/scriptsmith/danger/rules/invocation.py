"""A command as its own program reads it: flags, options with values, operands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ...interpreter.model import Command, Unknown, Word
from ...programs.argv import Arguments, parse
from ...programs.spec import Spec, spec_of


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Invocation:
    """A command, its flags (`-r`, `--recursive`; `-rf` is two), its options' values, and its operands in order.

    `words` are the operands as far as they are known, `…` for what is not, `texts` all arguments, `text` the same in
    one piece; `abridged` are the long flags, which may stand for longer ones. `loose` says that an argument which is
    not known at all may be a flag as well, `measured` that of what the command prints only a number, a digest or names
    are shown.
    """

    command: Command
    name: str
    flags: frozenset[str]
    values: Mapping[str, tuple[Word, ...]] = field(default_factory=lambda: _NOTHING)
    operands: tuple[Word, ...] = ()
    words: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    text: str = ""
    abridged: tuple[str, ...] = ()
    loose: bool = False
    measured: bool = False

    def has(self, *names: str) -> bool:
        """Whether one of the flags or options is given; long ones may be cut short, as getopt allows."""
        for name in names:
            if name in self.flags or name in self.values:
                return True
        for flag in self.abridged:
            for name in names:
                if name.startswith(flag):
                    return True
        return False

    def value(self, *names: str) -> str | None:
        """The last value of one of the options, `…` for what is not known of it; None when it is not given."""
        for name in names:
            if name in self.values:
                return self.values[name][-1].shape
        return None

    def all(self, *names: str) -> tuple[Word, ...]:
        """Every value of the options, in order of the names."""
        return tuple(word for name in names for word in self.values.get(name, ()))

    @property
    def verb(self) -> str:
        """The first operand: the subcommand of programs that have them."""
        return self.words[0] if self.words else ""


_GIVEN = frozenset(("argument", "environment"))
_SIGNS = frozenset(("-", "+"))
_NONE: frozenset[str] = frozenset()
_NOTHING: Mapping[str, tuple[Word, ...]] = {}


@lru_cache(maxsize=256)
def arguments(call: Invocation) -> Arguments:
    """The arguments of a call as the one parser reads them: its subcommand, and what of them the table lacks."""
    return _read(call.command, call.texts)


def _read(command: Command, texts: Sequence[str]) -> Arguments:
    spec = spec_of(command.name)
    return parse(spec, texts, _option_words(spec, command.arguments, texts))


def invocation(command: Command) -> Invocation:
    """Read the arguments of a command the way its program does."""
    given = command.arguments
    texts = [
        str(word.parts[0]) if len(word.parts) == 1 and isinstance(word.parts[0], str) else word.shape for word in given
    ]
    if not any(text[:1] in _SIGNS or text == "…" for text in texts):
        return Invocation(
            command=command,
            name=command.name,
            flags=_NONE,
            operands=given,
            words=tuple(texts),
            texts=tuple(texts),
            text=" ".join(texts),
        )
    read = _read(command, texts)
    flags: set[str] = set()
    values: dict[str, list[Word]] = {}
    abridged: list[str] = []
    valued: set[int] = set()
    loose = any(
        texts[at] == "…" and any(part.splits and part.kind in _GIVEN for part in word.unknowns)
        for at, word in enumerate(given)
    )
    for name, at, option, value_at, start in read.given:
        flags.add(name)
        loose = loose or name == "-…"
        if option is None or name not in option.spellings:
            if len(name) > 4 and name[:2] == "--":
                abridged.append(name)
            flags.update(() if option is None else option.spellings)
        if value_at is not None:
            values.setdefault(name, []).append(after(given[value_at], start))
            if option is None or option.takes == "required":
                valued.add(at)
    for _, at, _, _, _ in read.given:
        if at not in valued and len(texts[at]) > 2 and texts[at][:2] != "--":
            flags.add(texts[at])
    words = read.words if read.inner is None else (*read.words, *range(read.inner, len(texts)))
    return Invocation(
        command=command,
        name=command.name,
        flags=frozenset(flags),
        values={name: tuple(found) for name, found in values.items()} if values else _NOTHING,
        operands=tuple(given[at] for at in words),
        words=tuple(texts[at] for at in words),
        texts=tuple(texts),
        text=" ".join(texts),
        abridged=tuple(abridged),
        loose=loose,
    )


_OPTIONS_SAID = re.compile(r"\$\{?\w*(?:opt|arg|flag|param|extra)\w*", re.IGNORECASE)


def _option_words(spec: Spec | None, arguments: Sequence[Word], texts: Sequence[str]) -> frozenset[int]:
    """Unquoted variables that hold options going by their names, where a subcommand follows: `kubectl $OPTS get`."""
    if spec is None or not spec.has_subcommands or "…" not in texts:
        return _NONE_AT
    return frozenset(
        at
        for at, word in enumerate(arguments)
        if texts[at] == "…" and all(part.splits and _OPTIONS_SAID.match(part.source) for part in word.unknowns)
    )


_NONE_AT: frozenset[int] = frozenset()


def after(word: Word, length: int) -> Word:
    """The word without its first `length` characters, which are known."""
    if not length:
        return word
    if len(word.parts) == 1 and isinstance(word.parts[0], str):
        return Word(parts=(word.parts[0][length:],), quoted=word.quoted)
    parts = list(word.parts)
    while parts and length:
        part = parts[0]
        if isinstance(part, Unknown):
            break
        text = part if isinstance(part, str) else part.text
        if len(text) > length:
            parts[0] = text[length:]
            length = 0
        else:
            length -= len(text)
            parts.pop(0)
    return Word(parts=tuple(parts), quoted=word.quoted)
