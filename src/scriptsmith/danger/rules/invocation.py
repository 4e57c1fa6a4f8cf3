"""A command as its own program reads it: flags, options with values, operands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from ...interpreter.model import Command, Unknown, Word
from .options import SAME, SUBCOMMANDS, VALUES, WORDY


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


@lru_cache(maxsize=512)
def _options(name: str) -> tuple[frozenset[str], bool]:
    listed = VALUES.get(SAME.get(name, name), "")
    return frozenset(word for word in listed.split() if word[-1] not in ":="), name in WORDY


_GIVEN = frozenset(("argument", "environment"))
_SIGNS = frozenset(("-", "+"))
_NONE: frozenset[str] = frozenset()
_NOTHING: Mapping[str, tuple[Word, ...]] = {}


def invocation(command: Command) -> Invocation:
    """Read the arguments of a command the way its program does."""
    arguments = command.arguments
    texts = [
        str(word.parts[0]) if len(word.parts) == 1 and isinstance(word.parts[0], str) else word.shape
        for word in arguments
    ]
    if not any(text[:1] in _SIGNS or text == "…" for text in texts):
        return Invocation(
            command=command,
            name=command.name,
            flags=_NONE,
            operands=arguments,
            words=tuple(texts),
            texts=tuple(texts),
            text=" ".join(texts),
        )
    taking, wordy = _options(command.name)
    flags: set[str] = set()
    values: dict[str, list[Word]] = {}
    operands: list[Word] = []
    words: list[str] = []
    abridged: list[str] = []
    loose = False
    count = len(arguments)
    index = 0
    while index < count:
        word, shape = arguments[index], texts[index]
        index += 1
        if len(shape) < 2 or shape[0] not in "-+" or shape == "--" or (shape[0] == "+" and command.name != "chattr"):
            if shape == "--":
                operands.extend(arguments[index:])
                words.extend(texts[index:])
                break
            if shape == "…" and any(part.splits and part.kind in _GIVEN for part in word.unknowns):
                loose = True
            if shape == "…" and not operands and index < count and _only_options(command.name, word):
                loose = True
                continue
            operands.append(word)
            words.append(shape)
            continue
        if shape.startswith("--"):
            name, equals, _ = shape.partition("=")
            if equals:
                values.setdefault(name, []).append(_after(word, len(name) + 1))
                flags.add(name)
            elif name in taking and index < count:
                values.setdefault(name, []).append(arguments[index])
                index += 1
            else:
                flags.add(name)
            if len(name) > 4 and name in flags:
                abridged.append(name)
            continue
        if wordy:
            name, equals, _ = shape.partition("=")
            flags.add(name)
            if equals:
                values.setdefault(name, []).append(_after(word, len(name) + 1))
            elif name in taking and index < count:
                values.setdefault(name, []).append(arguments[index])
                index += 1
            continue
        if shape in taking and index < count:  # `-oN` of nmap, and plain short ones
            values.setdefault(shape, []).append(arguments[index])
            index += 1
            continue
        for position in range(1, len(shape)):
            letter = shape[0] + shape[position]
            if letter in taking:
                if position + 1 < len(shape):
                    values.setdefault(letter, []).append(_after(word, position + 1))
                elif index < count:
                    values.setdefault(letter, []).append(arguments[index])
                    index += 1
                else:
                    flags.add(letter)
                break
            if shape[position] == "…":
                loose = True
            flags.add(letter)
        else:
            flags.add(shape)
    return Invocation(
        command=command,
        name=command.name,
        flags=frozenset(flags),
        values={name: tuple(found) for name, found in values.items()} if values else _NOTHING,
        operands=tuple(operands),
        words=tuple(words),
        texts=tuple(texts),
        text=" ".join(texts),
        abridged=tuple(abridged),
        loose=loose,
    )


_OPTIONS_SAID = re.compile(r"\$\{?\w*(?:opt|arg|flag|param|extra)\w*", re.IGNORECASE)


def _only_options(name: str, word: Word) -> bool:
    """Whether an unquoted variable before a subcommand holds options going by its name: `kubectl $KUBE_OPTS get`."""
    return name in SUBCOMMANDS and all(part.splits and _OPTIONS_SAID.match(part.source) for part in word.unknowns)


def _after(word: Word, length: int) -> Word:
    """The word without its first `length` characters, which are known."""
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
