"""Reads the arguments of a command the way its program does: options, their values, the subcommand, operands.

Arguments are texts; what is not known of one is `…` (`interpreter.model.Word.shape`). What is found is told by the
index of the argument, and for a value that is attached to its option by where in the argument it begins, so that a
caller finds it in whatever it holds instead of texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .spec import UNKNOWN_PROGRAM, Option, Spec

UNKNOWN = "…"


class GivenOption(NamedTuple):
    """An option as it was given. `name` is the spelling that stands there (one letter of a cluster: `-r`), `at` the
    index of its argument; the value is the argument `value_at` from character `start` on (None: it has none).
    `option` is None for an option that the table does not have."""

    name: str
    at: int
    option: Option | None
    value_at: int | None = None
    start: int = 0


@dataclass(frozen=True, slots=True)
class Arguments:
    """What the arguments of a command are.

    `words` are the indices of all that is neither option nor value; the first `len(path)` of them are the subcommand.
    `unknown_option` is the index in `given` of an option that a complete list lacks while a subcommand is still to
    come: it may take the next word. `unknown_subcommand` is the index of the word that should be a subcommand and is
    none that the table has. `inner` is the index at which the command begins that the program starts, `assigned` the
    indices of `NAME=value` before it.
    """

    spec: Spec
    given: tuple[GivenOption, ...]
    words: tuple[int, ...]
    path: tuple[str, ...] = ()
    unknown_option: int | None = None
    unknown_subcommand: int | None = None
    inner: int | None = None
    assigned: tuple[int, ...] = ()

    @property
    def operands(self) -> tuple[int, ...]:
        """The words behind the subcommand."""
        return self.words[len(self.path) :]

    @property
    def unknown(self) -> tuple[GivenOption, ...]:
        """The options that the table does not have."""
        return tuple(each for each in self.given if each.option is None)


def parse(spec: Spec | None, texts: Sequence[str], skipped: frozenset[int] = frozenset()) -> Arguments:
    """Read `texts`, the arguments without the program's name. A word of `skipped` before the subcommand is left out:
    the caller knows that it holds options. Never raises."""
    return _Parser(spec or UNKNOWN_PROGRAM, texts, skipped).parsed()


_ASSIGNMENT = re.compile(r"[A-Za-z_][^\s=/]*=")


class _Parser:
    """One reading of one list of arguments."""

    def __init__(self, spec: Spec, texts: Sequence[str], skipped: frozenset[int]) -> None:
        self.spec = spec
        self.shared: list[Spec] = []
        self.texts = texts
        self.skipped = skipped
        self.at = 0
        self.given: list[GivenOption] = []
        self.words: list[int] = []
        self.path: list[str] = []
        self.assigned: list[int] = []
        self.unknown_option: int | None = None
        self.unknown_subcommand: int | None = None
        self.inner: int | None = None

    def parsed(self) -> Arguments:
        texts = self.texts
        count = len(texts)
        if self.spec.letters and texts and texts[0].isalpha():
            self._letters(texts[0])
        while self.at < count:
            at = self.at
            text = texts[at]
            self.at += 1
            if text == "--":
                self._rest()
                break
            if len(text) > 1 and (text[0] == "-" or (text[0] == "+" and self.spec.plus)):
                known = len(self.given)
                if text[:2] == "--":
                    self._long(text, at)
                elif self.spec.word_options:
                    self._word_option(text, at)
                else:
                    self._short(text, at)
                self._watch(known)
            elif self._operand(text, at):
                break
        return Arguments(
            self.spec,
            tuple(self.given),
            tuple(self.words),
            tuple(self.path),
            self.unknown_option,
            self.unknown_subcommand,
            self.inner,
            tuple(self.assigned),
        )

    def _watch(self, known: int) -> None:
        """Note the first option that a complete list lacks, where a subcommand is still to come."""
        if self.unknown_option is not None or not (self.spec.closed and self.spec.has_subcommands):
            return
        if len(self.words) == len(self.path):
            found = (at for at in range(known, len(self.given)) if self.given[at].option is None)
            self.unknown_option = next(found, None)

    def _operand(self, text: str, at: int) -> bool:
        """Take a word that is no option; whether the arguments end there for this program."""
        spec = self.spec
        if at in self.skipped and not self.words and self.at < len(self.texts):
            return False
        if spec.wraps is not None:
            before = len(self.words) - len(self.path)
            if "assigns" in spec.traits and not before and _ASSIGNMENT.match(text):
                self.assigned.append(at)
                return False
            if text == "-" and not before:
                return False  # `env - command`
            if before == spec.wraps:
                self.inner = at
                return True
            self.words.append(at)
            if before + 1 < spec.wraps:
                return False
            if self.at < len(self.texts) and self.texts[self.at] == "--":
                self.at += 1
            self.inner = self.at if self.at < len(self.texts) else None
            return True
        self.words.append(at)
        if len(self.words) == len(self.path) + 1 and spec.subcommands and self.unknown_subcommand is None:
            self._descend(text, at)
        elif spec.first:
            self.words.extend(range(self.at, len(self.texts)))
            return True
        return False

    def _descend(self, text: str, at: int) -> None:
        """Go on with the subcommand that `text` names."""
        sub = self.spec.subcommands.get(text)
        if sub is None:
            self.unknown_subcommand = at
            return
        if self.spec.shared:
            self.shared.append(self.spec)
        self.spec = sub
        self.path.append(text)

    def _rest(self) -> None:
        """What stands behind `--`: no options any more."""
        if self.spec.wraps is None:
            self.words.extend(range(self.at, len(self.texts)))
            return
        while self.at < len(self.texts):
            at = self.at
            self.at += 1
            if self._operand(self.texts[at], at):
                return

    def _option(self, name: str) -> Option | None:
        found = self.spec.options.get(name)
        if found is None and self.shared:
            found = next((each.options[name] for each in self.shared if name in each.options), None)
        return found

    def _shortened(self, name: str) -> Option | None:
        """The one option of which `name` is the beginning."""
        if self.spec.exact or len(name) < 4:
            return None
        candidates = {id(it): it for each in (self.spec, *self.shared) for it in each.wide(name)}
        return next(iter(candidates.values())) if len(candidates) == 1 else None

    def _take(self, name: str, at: int, option: Option | None) -> None:
        """Note an option whose value, if it has one, is the next word."""
        takes = option.takes if option else "nothing"
        if takes == "required" and option is not None and self.at < len(self.texts):
            self.given.append(GivenOption(name, at, option, self.at))
            self.at += option.arity
        elif takes == "lenient" and self.at < len(self.texts) and self.texts[self.at][:1] != "-":
            self.given.append(GivenOption(name, at, option, self.at))
            self.at += 1
        else:
            self.given.append(GivenOption(name, at, option))

    def _long(self, text: str, at: int) -> None:
        name, equals, _ = text.partition("=")
        option = self._option(name) or self._shortened(name)
        if equals:
            self.given.append(GivenOption(name, at, option, at, len(name) + 1))
        else:
            self._take(name, at, option)

    def _word_option(self, text: str, at: int) -> None:
        name, equals, _ = text.partition("=")
        option = self._option(name) or (self._option("-" + name) if name[0] == "-" else None)
        if equals:
            self.given.append(GivenOption(name, at, option, at, len(name) + 1))
        else:
            self._take(name, at, option)

    def _short(self, text: str, at: int) -> None:
        whole = self._option(text)
        if whole is not None:
            self._take(text, at, whole)
            return
        position = 1
        if text[1].isdigit() and self.spec.numbers:
            while position < len(text) and text[position].isdigit():
                position += 1
            self.given.append(GivenOption("-NUM", at, self._option("-NUM"), at, 1))
        while position < len(text):
            name = text[0] + text[position]
            option = self._option(name)
            position += 1
            if option is not None and option.takes != "nothing" and position < len(text):
                self.given.append(GivenOption(name, at, option, at, position))
                return
            if position == len(text):
                self._take(name, at, option)
            else:
                self.given.append(GivenOption(name, at, option))

    def _letters(self, text: str) -> None:
        """`tar xzf ARCHIVE`: letters without a dash, whose values follow in their order."""
        self.at = 1
        for letter in text:
            self._take("-" + letter, 0, self._option("-" + letter))
