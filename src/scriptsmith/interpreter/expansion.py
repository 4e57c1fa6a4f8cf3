"""The expansions of Bash on values that are known in part: one word in, every list of words that it may become out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ..bash.parser import Parser
from ..bash.syntax import Lit, Param, Piece, Subst, Sum, Unreadable, WordNode
from .arithmetic_expansion import Arithmetic
from .braces import TooMany, expanded
from .execution import InterpreterState
from .model import Glob, Home, Part, Unknown, Word
from .parameters import BREAK, Flat, ParameterExpander
from .recorder import Recorder
from .values import Content, Options, Parts, merged, plain
from .variables import Variables

WAYS = 8
PARTS = 200
LENGTH = 20_000
_GLOB = re.compile(r"[@?+*!]\([^()]*\)|[*?]+|\[[^\]\s]+\]")
_TILDE = re.compile(r"~[\w.+-]*(?=/|$)")
_HOLE = re.compile("[\U000f0000-\U000ffffd]")


@dataclass(slots=True, eq=False)
class Expander:
    """Expands words in the state. `substitute` tells what the commands of a substitution may print, one entry for each
    way; it is set when the part that reads commands is there."""

    execution: InterpreterState
    recorder: Recorder
    variables: Variables
    arithmetic: Arithmetic = field(init=False)
    parameters: ParameterExpander = field(init=False)
    substitute: Callable[[Subst], Sequence[Parts]] = field(init=False)

    def __post_init__(self) -> None:
        self.arithmetic = Arithmetic(self.execution, self)
        self.parameters = ParameterExpander(self.execution, self.variables, self, self.arithmetic)

    def note_unresolved(self, why: str) -> None:
        """Note that nobody can tell what runs at this place."""
        self.recorder.note_unresolved(why)

    def words(self, nodes: Iterable[WordNode]) -> list[list[Word]]:
        """Every list of words that `nodes` may become together; when there are too many ways, words become unknown."""
        ways: list[list[Word]] = [[]]
        for each in nodes:
            if each.literal is not None and not self.execution.unknowns:
                one = _literal(each.literal, each.quoted)
                for way in ways:
                    way.append(one)
                continue
            found = self.fields(each)
            if len(found) == 1:
                for way in ways:
                    way.extend(found[0])
            elif len(ways) * len(found) <= WAYS:
                ways = [way + more for way in ways for more in found]
            else:
                widened = _widened(found)
                # each value is read at least once, and every way once with this word unknown
                first = ways[0]
                ways = [[*way, widened] for way in ways] + [first + one for one in found]
                ways = ways[: WAYS * 2]
        return ways

    def fields(self, word: WordNode) -> list[list[Word]]:
        """The lists of fields that one word may become."""
        try:
            nodes = expanded(word)
        except TooMany:
            if not all(
                isinstance(piece, Lit) and re.fullmatch(r"[\w./-]*(?:\{\d+\.\.\d+\}[\w./-]*)+", piece.text)
                for piece in word.pieces
            ):
                self.recorder.note_unresolved("braces make more words than are read")
            return [[Word(parts=(Unknown(source="{…}", kind="loop", empty=False, splits=True),))]]
        ways: list[list[Word]] = [[]]
        for each in nodes:
            found = self._one(each)
            if len(ways) * len(found) > WAYS:
                found = [[_widened(found)]]
            ways = [way + more for way in ways for more in found]
        return ways

    def _one(self, word: WordNode) -> list[list[Word]]:
        out: list[list[Word]] = []
        # `$IFS$9` is written to part words without a blank: what is between is meant to be empty
        parted = any(isinstance(piece, Param) and piece.name == "IFS" and not piece.quoted for piece in word.pieces)
        for flat in self._flat(word):
            if parted:
                flat = [part for part in flat if not (isinstance(part, Unknown) and part.kind == "argument")]
            fields: list[Word] = []
            current: list[Part] | None = None
            for part in flat:
                if part is BREAK:
                    if current is not None:
                        fields.append(Word(parts=merged(current), quoted=word.quoted))
                    current = None
                elif current is None:
                    current = [part]
                else:
                    current.append(part)
            if current is not None:
                fields.append(Word(parts=merged(current), quoted=word.quoted))
            if fields not in out:
                out.append(fields)
        return out

    def value(self, word: WordNode | None) -> Options:
        """What `word` is worth where nothing is split: an assignment, a redirection's text, a `case`."""
        if word is None:
            return ((),)
        if word.literal is not None and not self.execution.unknowns:
            return ((word.literal,) if word.literal else (),)
        out: list[Content] = []
        for flat in self._flat(word, whole=True):
            joined = merged(" " if part is BREAK else part.text if isinstance(part, Glob) else part for part in flat)
            if len(joined) > PARTS or sum(len(part) for part in joined if isinstance(part, str)) > LENGTH:
                joined = (Unknown(source="…", kind="loop", empty=False),)
            out.append(joined)
        return tuple(dict.fromkeys(out))

    def single(self, word: WordNode | None) -> Parts:
        """One value of `word`: the only one, or an unknown for several."""
        options = self.value(word)
        first = options[0]
        if len(options) == 1 and isinstance(first, tuple):
            return first
        return (Unknown(source="…", kind="loop", empty=any(not option for option in options)),)

    def known(self, word: WordNode | None) -> str | None:
        """The exact text of `word`, or None."""
        return plain(self.single(word))

    def expand_again(self, text: str, *, quoted: bool = False) -> str | None:
        execution = self.execution
        if execution.context.depth > 20 or len(text) > 20_000:
            self.recorder.note_unresolved("a value is expanded too often")
            return None
        execution.spend(1 + len(text) // 200)
        reader = Parser(text)
        try:
            node = reader.quoted_text() if quoted else reader.loose_text()
        except Unreadable as problem:
            self.recorder.note_unresolved(f"in a value that is expanded again: {problem.why}")
            return None
        outer, execution.context = execution.context, replace(execution.context, depth=execution.context.depth + 1)
        made = self.known(node)
        execution.context = outer
        return made

    def _flat(self, word: WordNode, *, whole: bool = False) -> list[Flat]:
        ways: list[Flat] = [[]]
        for index, piece in enumerate(word.pieces):
            if isinstance(piece, Lit):
                more = self._literal(piece, index == 0, whole)
                for way in ways:
                    way.extend(more)
                continue
            found = self._piece(piece, whole)
            if len(found) > 1 and len(ways) * len(found) > WAYS:
                found = [[_widened([[Word(parts=tuple(flat))] for flat in found]).parts[0]]]
            ways = [way + more for way in ways for more in found]
        return ways

    def _literal(self, piece: Lit, first: bool, whole: bool) -> Flat:
        text = piece.text
        if self.execution.unknowns and _HOLE.search(text):
            out: Flat = []
            last = 0
            for hole in _HOLE.finditer(text):
                out.extend(self._literal(Lit(text[last : hole.start()], piece.quoted), first and not last, whole))
                number = ord(hole.group()) - 0xF0000
                if number < len(self.execution.unknowns):
                    out.append(replace(self.execution.unknowns[number], splits=not piece.quoted and not whole))
                last = hole.end()
            out.extend(self._literal(Lit(text[last:], piece.quoted), False, whole) if text[last:] else [])
            return out
        if piece.quoted:
            return [text]
        if first and text[:1] == "~" and (tilde := _TILDE.match(text)):
            return [Home(tilde.group()), *_globs(text[tilde.end() :], whole)]
        return _globs(text, whole)

    def _piece(self, piece: Piece, whole: bool) -> list[Flat]:
        if isinstance(piece, Sum):
            return [[self.arithmetic.expansion(piece)]]
        if isinstance(piece, Subst):
            return [self.emit(parts, piece.quoted or whole) for parts in self.substitute(piece)]
        if isinstance(piece, Param):
            return self.parameters.expand(piece, whole)
        return [[piece.text]]

    def emit(self, parts: Parts, quoted: bool) -> Flat:
        if quoted:
            return list(parts) or [""]
        out: Flat = []
        for part in parts:
            if isinstance(part, Unknown):
                out.append(part if part.splits else replace(part, splits=True))
            elif isinstance(part, str):
                out.extend(self._split(str(part)))
            else:
                out.append(part)
        return out

    def _split(self, text: str) -> Flat:
        separators = self.ifs()
        if not separators:
            return _globs(text, False) if text else []
        blanks = "".join(char for char in separators if char in " \t\n")
        others = "".join(char for char in separators if char not in " \t\n")
        out: Flat = []
        edge = f"[{re.escape(blanks)}]+" if blanks else ""
        hard = f"[{re.escape(blanks)}]*[{re.escape(others)}][{re.escape(blanks)}]*" if others and blanks else ""
        hard = hard or (f"[{re.escape(others)}]" if others else "")
        last = 0
        for found in re.finditer("|".join(filter(None, (hard, edge))), text):
            if found.start() > last:
                out.extend(_globs(text[last : found.start()], False))
            elif found.start() and others and found.group().strip(blanks):
                out.append("")
            out.append(BREAK)
            last = found.end()
        if last < len(text):
            out.extend(_globs(text[last:], False))
        return out

    def ifs(self) -> str:
        options = self.execution.state.variables.get("IFS")
        if options is None:
            return " \t\n"
        text = plain(options[0]) if isinstance(options[0], tuple) else None
        return " \t\n" if text is None else text

    def pattern(self, word: WordNode | None, *, widened: bool = False) -> str | None:
        """`word` as a pattern in which what was quoted is protected; None when it is not known.

        `widened`, what is not known of it may be any text: the pattern matches at least what `word` matches.
        """
        out: list[str] = []
        for piece in word.pieces if word is not None else ():
            if isinstance(piece, Lit):
                if widened and not piece.quoted and not _CLOSED.fullmatch(piece.text):
                    return None  # what stands in brackets may say what is left out
                out.append(_protected(piece.text) if piece.quoted else piece.text)
                continue
            found = self._piece(piece, True)
            text = plain(found[0]) if len(found) == 1 else None
            if text is None and not widened:
                return None
            out.append("*" if text is None else _protected(text) if piece.quoted else text)
        return "".join(out)


@lru_cache(maxsize=4096)
def _literal(text: str, quoted: bool) -> Word:
    return Word(parts=(text,) if text else (), quoted=quoted)


def _widened(found: Sequence[Sequence[Word]]) -> Word:
    """One unknown word for several lists of fields."""
    shapes = " or ".join(dict.fromkeys(" ".join(each.shape for each in one) for one in found))
    return Word(parts=(Unknown(source=shapes[:200], kind="loop", empty=[] in found, splits=True),))


_CLOSED = re.compile(r"(?:[^(\[]|\[[^\[]*\])*")


def _protected(text: str) -> str:
    return re.sub(r"([\\*?\[\]@+!()])", r"\\\1", text)


def _globs(text: str, whole: bool) -> Flat:
    """Unquoted text, its live patterns as parts of their own."""
    if whole or not _GLOB.search(text):
        return [text]
    out: Flat = []
    last = 0
    for found in _GLOB.finditer(text):
        if found.start() > last:
            out.append(text[last : found.start()])
        out.append(Glob(text=found.group()))
        last = found.end()
    if last < len(text):
        out.append(text[last:])
    return out
