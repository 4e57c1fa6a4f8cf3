"""Parameters and what is done to them between braces: `${X:-a}`, `${X##*/}`, `${X/a/b}`, `${A[@]}`, `${!X}`, …"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from ..bash.lexer import unescape
from ..bash.syntax import Lit, Param, WordNode
from . import patterns
from .arithmetic import solve
from .arithmetic_expansion import Arithmetic
from .execution import InterpreterState
from .model import Glob, Part, Unknown
from .values import APPENDED, OPTIONS, Content, Items, Options, Parts, plain
from .variables import ALWAYS_SET, Variables

BREAK = Glob(text="\0break")  # between two fields of one expansion; never part of a word
Flat: TypeAlias = list[Part]
# The environment gives these a path from the root: `${HOME:0:1}` is a slash whoever asks.
_FOLDERS = frozenset(("HOME", "PWD", "OLDPWD", "SHELL", "PATH", "BASH"))
_NAME = re.compile(r"[A-Za-z_]\w*\Z|\d+\Z")
_SAMPLES = ("/a1/b2/c3", "/d4", "/efg/hi")


class Words(Protocol):
    """What parameter expansion needs of the expansion of the words between its braces."""

    def value(self, word: WordNode | None) -> Options:
        """Every value of a word that is not split."""

    def single(self, word: WordNode | None) -> Parts:
        """One value of a word."""

    def known(self, word: WordNode | None) -> str | None:
        """The exact text of a word, or None."""

    def pattern(self, word: WordNode | None) -> str | None:
        """A word as a pattern, or None."""

    def ifs(self) -> str:
        """The characters at which words are split."""

    def emit(self, parts: Parts, quoted: bool) -> Flat:
        """`parts` as they stand in a word: split where they are not quoted."""

    def expand_again(self, text: str, *, quoted: bool = False) -> str | None:
        """What `text` becomes when it is expanded once more: as an arithmetic expression, or as if in double quotes."""


@dataclass(slots=True, eq=False)
class ParameterExpander:
    """Expands parameters in the state."""

    execution: InterpreterState
    variables: Variables
    expander: Words
    arithmetic: Arithmetic

    def expand(self, piece: Param, whole: bool) -> list[Flat]:
        quoted = piece.quoted or whole
        if piece.indirect and not piece.operator and (array := self._pointed_array(piece)) is not None:
            piece = array
        joined = False
        if piece.name in ("@", "*") and not piece.indirect:
            lists: list[Sequence[Parts]] = [self._arguments(piece)]
        elif piece.subscript is not None and piece.subscript.literal in ("@", "*", None) and not piece.indirect:
            key = piece.subscript.literal
            if key is None and self.expander.known(piece.subscript) not in ("@", "*"):
                return self._scalar(piece, quoted)
            lists = [self._elements(content, piece) for content in self.variables.lookup(piece.name)]
            joined = (key or self.expander.known(piece.subscript)) == "*"
        else:
            return self._scalar(piece, quoted)
        star = piece.name == "*" or joined
        out: list[Flat] = []
        for elements in lists:
            if piece.length:
                many = any(isinstance(part, Unknown) and part.splits for each in elements for part in each)
                out.append([Unknown(source=piece.source, empty=False) if many else str(len(elements))])
                continue
            if piece.operator:
                elements = self._each(elements, piece)
            if star and quoted:
                joiner = self.expander.ifs()[:1]
                parts = [part for index, each in enumerate(elements) for part in ((joiner, *each) if index else each)]
                out.append(parts or [""])
                continue
            flat: Flat = []
            for index, each in enumerate(elements):
                if index:
                    flat.append(BREAK)
                flat.extend(self.expander.emit(each, quoted))
            out.append(flat)
        return out

    def _arguments(self, piece: Param) -> Sequence[Parts]:
        known = self.execution.state.arguments
        if known is not None:
            return known
        return ((Unknown(source=piece.source, kind="argument", empty=True, splits=True),),)

    def _elements(self, content: Content, piece: Param) -> Sequence[Parts]:
        if isinstance(content, Items):
            return [parts for _, parts in content.entries]
        if content is None:
            return ((replace(self.variables.environment(piece.name, piece.source), splits=True),),)
        return (content,) if content else ()

    def _each(self, elements: Sequence[Parts], piece: Param) -> Sequence[Parts]:
        if piece.operator == ":":
            texts = self._window(piece)
            if texts is not None and (listing := _slice(elements, *texts)) is not None and piece.name not in ("@", "*"):
                return listing
            if texts is None:
                return ((Unknown(source=piece.source, kind="argument", splits=True),),)
            start, size = texts
            if piece.name in ("@", "*"):
                start = max(start - 1, 0)
            return elements[start : None if size is None else start + size]
        if piece.operator in (":-", "-"):
            return elements if elements else [self.expander.single(piece.word)]
        if piece.operator in (":+", "+"):
            return [self.expander.single(piece.word)] if elements else []
        out: list[Parts] = []
        for each in elements:
            out.extend(self._operate(each, piece)[:1])
        return out

    def _scalar(self, piece: Param, quoted: bool) -> list[Flat]:
        out: list[Flat] = []
        bare = piece.operator in (":-", "-") and piece.word is not None and piece.word.literal == ""
        if bare and _NAME.match(piece.name):
            return self._or_nothing(piece, quoted)
        for content in self._contents(piece):
            if isinstance(content, Items):
                first = dict(content.entries).get("0", ())
                content = first
            if content is None:
                content = (self.variables.environment(piece.name, piece.source),)
                results = self._operate(content, piece, unset=True)
            else:
                results = self._operate(content, piece)
            for parts in results:
                flat = self.expander.emit(self.variables.refine(parts), quoted)
                if flat not in out:
                    out.append(flat)
        return out

    def _or_nothing(self, piece: Param, quoted: bool) -> list[Flat]:
        """`${X:-}` is `$X`, for which `nounset` says nothing."""
        sure = self.execution.state.nonempty
        outside = ("argument", "environment", "unset")
        return [
            [
                replace(part, empty=part.empty or (part.kind in outside and part.source not in sure))
                if isinstance(part, Unknown)
                else part
                for part in flat
            ]
            for flat in self._scalar(piece._replace(operator="", word=None, source=f"${piece.name}"), quoted)
        ]

    def _pointed_array(self, piece: Param) -> Param | None:
        """`${!n}` where n is `A[@]`: all of that array."""
        for target in self.variables.lookup(piece.name):
            pointed = plain(target) if isinstance(target, tuple) else None
            if pointed and (found := re.fullmatch(r"([A-Za-z_]\w*)\[([@*])\]", pointed)):
                key = WordNode((Lit(found[2], False),), 0, 0, found[2])
                return piece._replace(name=found[1], subscript=key, indirect=False)
        return None

    def _contents(self, piece: Param) -> Options:
        name = piece.name
        if piece.indirect:
            targets = self.variables.lookup(name)
            if piece.operator in ("@", "*") and piece.word is None:
                return ((Unknown(source=piece.source),),)
            out: list[Content] = []
            for target in targets:
                pointed = plain(target) if isinstance(target, tuple) else None
                if pointed and re.fullmatch(r"[A-Za-z_]\w*|\d+", pointed):
                    out.extend(self.variables.lookup(pointed))
                elif pointed and (found := re.fullmatch(r"([A-Za-z_]\w*)\[(\w+|@|\*)\]", pointed)):
                    out.extend(self.variables.indexed(found[1], found[2]))
                else:
                    if pointed:
                        self.expander.expand_again(pointed)
                    out.append((Unknown(source=piece.source),))
            return tuple(out)
        if piece.subscript is not None:
            key = self.key(name, piece.subscript)
            if key is None:
                return self._any_of_table(name) or ((Unknown(source=piece.source),),)
            return self.variables.indexed(name, key)
        return self.variables.lookup(name)

    def _any_of_table(self, name: str) -> Options:
        """The values of a table of names, `declare -A`, when the key is not known: one of them, or nothing."""
        content = self.variables.lookup(name)
        items = content[0] if len(content) == 1 else None
        if not isinstance(items, Items) or not 0 < len(items.entries) < OPTIONS:
            return ()
        if any(key.isdigit() or plain(parts) is None for key, parts in items.entries):
            return ()
        return (*dict.fromkeys(parts for _, parts in items.entries), ())

    def key(self, name: str, index: WordNode) -> str | None:
        text = self.expander.known(index)
        keys = [content for content in self.execution.state.variables.get(name, ()) if isinstance(content, Items)]
        if text is not None and any(text == key for content in keys for key, _ in content.entries):
            return text
        if "A" in self.execution.state.attributes.get(name, ""):
            return text  # the key of an associative array is a text
        number = self.arithmetic.sum(index)
        if number is not None and number < 0 and len(keys) == 1:
            number += len(keys[0].entries)
        return str(number) if number is not None else text

    def _operate(self, parts: Parts, piece: Param, *, unset: bool = False) -> list[Parts]:
        operator = piece.operator
        if piece.length:
            text = plain(parts)
            return [(str(len(text)),) if text is not None else (Unknown(source=piece.source, empty=False),)]
        if not operator:
            return [parts]
        base = operator.lstrip(":") if len(operator) == 2 and operator[0] == ":" else operator
        if base in "-=?+" and operator not in ("^", ",", "~", "@"):
            return self._default(parts, piece, base, unset)
        text = plain(parts)
        made = self._transform(text, piece) if text is not None else None
        if text is None:
            if unset and piece.name in _FOLDERS and operator[0] in "#%/:":
                ways = {self._transform(sample, piece) for sample in _SAMPLES}
                made = ways.pop() if len(ways) == 1 else None
            elif operator == ":":
                self._window(piece)
            elif operator[0] in "#%/^,~":
                self.expander.pattern(piece.word)
                self.expander.single(piece.second)
        if made is not None:
            return [(made,) if made else ()]
        empty = operator[0] in "#%/:" and not (piece.word is not None and piece.word.literal == "/")
        return [self._widened(parts, piece, empty)]

    def _widened(self, parts: Parts, piece: Param, empty: bool) -> Parts:
        first = next((part for part in parts if isinstance(part, Unknown)), None)
        kind = first.kind if first is not None else "command"
        source = APPENDED if first is not None and first.source == APPENDED else piece.source
        stays = any(isinstance(part, str) and part for part in parts) or bool(first and not first.empty)
        return (Unknown(source=source, kind=kind, empty=empty or not stays),)

    def _default(self, parts: Parts, piece: Param, base: str, unset: bool) -> list[Parts]:
        execution = self.execution
        sources = {part.source for part in parts if isinstance(part, Unknown)} | {"$" + piece.name}
        sure = (piece.name in ALWAYS_SET and unset) or self._not_empty(parts, sources, unset)
        full = tuple(replace(part, empty=False) if isinstance(part, Unknown) else part for part in parts)
        if len(parts) > 1:
            full = parts
        others = [option for option in self.expander.value(piece.word) if isinstance(option, tuple)]
        if base == "?":
            execution.state.nonempty |= sources
            execution.state.guards += (piece.source,)
            return [full]
        if base == "+":
            return ([] if not parts else others) + ([] if sure else [()])
        if base == "=" and not sure:
            execution.state.variables[piece.name] = tuple(([full] if parts else []) + list(others))
        if sure:
            return [full]
        return ([full] if parts else []) + others if parts or others else [()]

    def _not_empty(self, parts: Parts, sources: set[str], unset: bool) -> bool:
        """Whether a parameter is set and not empty whatever its unknown parts are, so that its default is not used."""
        text = any(isinstance(part, str) and part for part in parts)
        unknowns = [part for part in parts if isinstance(part, Unknown)]
        sure = text or any(not part.empty for part in unknowns)
        if unset or any(part.kind in ("argument", "environment") for part in unknowns):
            # nounset does not speak of an expansion that has a default of its own
            state = self.execution.state
            return bool(text or (sure and ("nounset" not in state.flags or sources & state.nonempty)))
        return bool(sure)

    def _transform(self, text: str, piece: Param) -> str | None:
        operator = piece.operator
        if operator[0] in "#%/":
            return self._match(text, piece)
        if operator == ":":
            window = self._window(piece)
            if window is None:
                return None
            start, size = window
            if start < 0:
                start += len(text)
                if start < 0:
                    return ""
            return text[start:] if size is None else text[start : start + size if size >= 0 else size]
        if operator[0] in "^,~":
            change = str.upper if operator[0] == "^" else str.lower if operator[0] == "," else str.swapcase
            only = self.expander.pattern(piece.word)
            if only != "":
                chosen = patterns.regex(only) if only is not None else None
                if chosen is None:
                    return None
                reach = len(text) if len(operator) == 2 else 1
                return "".join(change(each) if chosen.fullmatch(each) else each for each in text[:reach]) + text[reach:]
            return change(text) if len(operator) == 2 else change(text[:1]) + text[1:]
        if operator == "@":
            letter = self.expander.known(piece.word)
            match letter:
                case "U":
                    return text.upper()
                case "L":
                    return text.lower()
                case "u":
                    return text[:1].upper() + text[1:]
                case "E":
                    return unescape(text)
                case "P":
                    return self.expander.expand_again(text, quoted=True) if "$" in text or "`" in text else None
                case "Q":
                    return "'" + text.replace("'", "'\\''") + "'"
        return None

    def _window(self, piece: Param) -> tuple[int, int | None] | None:
        """Offset and length of `${X:offset:length}`, the length None when it is left out."""
        text = self.expander.known(piece.word)
        if text is None:
            return None
        start, *more = text.split(":", 1)
        offset = solve(start, self.arithmetic.number_of, self.arithmetic.store)
        size = solve(more[0], self.arithmetic.number_of, self.arithmetic.store) if more else None
        return None if offset is None or (more and size is None) else (offset, size)

    def _match(self, text: str, piece: Param) -> str | None:
        source = self.expander.pattern(piece.word)
        compiled = patterns.regex(source) if source is not None else None
        if compiled is None or not patterns.affordable(text, compiled):
            return None
        operator = piece.operator
        if operator[0] in "#%":
            return patterns.trim(text, compiled, operator)
        new = self.expander.known(piece.second)
        if new is None or source == "":
            return None if new is None else text
        anchored = compiled.pattern
        if operator == "/#":
            anchored = r"\A(?:" + anchored + ")"
        elif operator == "/%":
            anchored = "(?:" + anchored + r")\Z"
        return re.sub(anchored, lambda _: new, text, count=0 if operator == "//" else 1, flags=re.DOTALL)


def _slice(elements: Sequence[Parts], start: int, size: int | None) -> Sequence[Parts] | None:
    """A part of an array that one unknown listing has filled: what the listing yields cut by `tail` or `head`; None
    where the elements are known."""
    only = elements[0][0] if len(elements) == 1 and len(elements[0]) == 1 else None
    if not isinstance(only, Unknown) or not only.splits:
        return None
    source = only.source
    if source[:2] in ("<(", "$(") and source[-1:] == ")" and start >= 0 and (size is None or size >= 0):
        cut = f" | tail -n +{start + 1}" if start else ""
        source = f"{source[:-1]}{cut}{'' if size is None else f' | head -n {size}'})"
    return ((replace(only, source=source, empty=True),),)
