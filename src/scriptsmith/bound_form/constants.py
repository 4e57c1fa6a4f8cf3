"""What words, conditions and short statements come to when the values of some variables are known."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from ..bash.syntax import (
    AndOr,
    Compute,
    Function,
    GroupNode,
    ListNode,
    Lit,
    Node,
    Param,
    Pipeline,
    Simple,
    Subst,
    Sum,
    Test,
    WordNode,
)
from ..interpreter.arithmetic import solve
from . import patterns
from .patterns import Char, Undecidable

DEPTH = 12
_COMPARED = {
    "-eq": "==",
    "-ne": "!=",
    "-lt": "<",
    "-le": "<=",
    "-gt": ">",
    "-ge": ">=",
}


@dataclass(slots=True)
class KnownVariables:
    """Variables whose values are known, and the functions that a call may be followed into.

    Every method raises `Undecidable` for what depends on anything else, and for what only running it tells.
    """

    text: str
    values: Mapping[str, str]
    functions: Mapping[str, Function] = field(default_factory=dict)
    depth: int = 0

    # words

    def word(self, word: WordNode | None) -> str:
        """The value of a word that is not split: of an assignment, in `[[ ]]` or `case`, or in quotes."""
        if word is None:
            return ""
        if word.literal is not None:
            return word.literal
        first = word.pieces[0] if word.pieces else None
        if isinstance(first, Lit) and not first.quoted and first.text.startswith("~"):
            raise Undecidable
        if any(isinstance(p, Lit) and not p.quoted and ("~" in p.text or "\\" in p.text) for p in word.pieces):
            raise Undecidable
        return "".join(self._piece(piece) for piece in word.pieces)

    def argument(self, word: WordNode) -> str:
        """The value of a word that would be split and matched against file names if it is not quoted."""
        if word.literal is not None:
            return word.literal
        for piece in word.pieces:
            if isinstance(piece, Lit) and not piece.quoted and set(piece.text) & set("*?[{~\\"):
                raise Undecidable
            if isinstance(piece, Param | Sum) and not piece.quoted and not self._piece(piece).isalnum():
                raise Undecidable
        return self.word(word)

    def _piece(self, piece: Lit | Param | Subst | Sum) -> str:
        match piece:
            case Lit():
                return piece.text
            case Param():
                return self._parameter(piece)
            case Sum():
                return str(self.number(piece.word))
        raise Undecidable

    def _parameter(self, node: Param) -> str:
        if node.indirect or node.subscript is not None or node.name not in self.values:
            raise Undecidable
        value = self.values[node.name]
        if node.length:
            if not patterns.plain(value):
                raise Undecidable
            return str(len(value))
        match node.operator:
            case "":
                return value
            case ":-" | ":=" | ":?":
                return value or (self.word(node.word) if node.operator == ":-" else _unknown())
            case "-" | "=" | "?":
                return value
            case ":+":
                return self.word(node.word) if value else ""
            case "+":
                return self.word(node.word)
            case "#" | "##" | "%" | "%%":
                return patterns.without(patterns.glob(self.chars(node.word)), value, node.operator)
            case "/" | "//":
                matcher = patterns.glob(self.chars(node.word))
                new = self.word(node.second)
                return patterns.replaced(matcher, value, new, every=node.operator == "//")
            case ",," | "^^" if node.word is None or not node.word.pieces:
                if not patterns.plain(value):
                    raise Undecidable
                return value.lower() if node.operator == ",," else value.upper()
        raise Undecidable

    def chars(self, word: WordNode | None) -> list[Char]:
        """The characters of a pattern, each with whether it stands for itself."""
        out: list[Char] = []
        for piece in word.pieces if word is not None else ():
            out += ((char, piece.quoted) for char in self._piece(piece))
        return out

    def expression(self, word: WordNode) -> list[Char]:
        """Like `chars`, of a regular expression, in which a bare `$` is an anchor though the reader calls it quoted."""
        source = self.text[word.start : word.end]
        bare = not set(source) & set("'\"") and "\\$" not in source
        chars = self.chars(word)
        if ("$", True) in chars and not bare:
            raise Undecidable
        return [("$", False) if bare and each == ("$", True) else each for each in chars]

    # numbers

    def number(self, word: WordNode) -> int:
        """The value of an arithmetic expression that changes nothing."""
        text = "".join(piece.text if isinstance(piece, Lit) else f" {self._piece(piece)} " for piece in word.pieces)
        # `10#$value`: the base and the digits are one number
        text = text.replace("# ", "#")
        if re.search(r"[0-9]{18}", text):
            raise Undecidable  # near the width of Bash's numbers
        value = solve(text, self._digits, _unknown)
        if value is None or abs(value) >= 1 << 62:
            raise Undecidable
        return value

    def _digits(self, name: str) -> str | None:
        value = self.values.get(name)
        return value if value is not None and len(value) <= 18 and patterns.plain(value) else None

    # conditions

    def status(self, node: Node) -> bool:
        """Whether a command that only looks at values succeeds."""
        match node:
            case Test():
                return _Condition(self, node.items).whole()
            case Compute():
                return self.number(node.word) != 0
            case GroupNode() if not node.subshell:
                return self._last(node.body)
            case Pipeline() if node.negated and len(node.stages) == 1:
                return not self.status(node.stages[0])
            case AndOr():
                said = self.status(node.first)
                for operator, each in node.rest:
                    if (operator == "&&") == said:
                        said = self.status(each)
                return said
            case Simple():
                return self._call(node)
        raise Undecidable

    def _last(self, body: ListNode) -> bool:
        said = True
        for index, (node, background) in enumerate(body.items):
            if background:
                raise Undecidable
            said = self.status(node)
            if not said and index < len(body.items) - 1:
                raise Undecidable  # whether the script ends here depends on who asks
        return said

    def _call(self, node: Simple) -> bool:
        if node.assigns or node.redirects or not node.words or self.depth > DEPTH:
            raise Undecidable
        words = [self.argument(word) if isinstance(word, WordNode) else _unknown() for word in node.words]
        if words[0] in ("true", "false", ":"):
            return words[0] != "false"
        function = self.functions.get(words[0])
        if function is None or not isinstance(function.body, GroupNode) or function.body.subshell:
            raise Undecidable
        own = {str(number): value for number, value in enumerate(words[1:], 1)} | {"#": str(len(words) - 1)}
        inner = {name: value for name, value in self.values.items() if not name.isdigit()} | own
        return KnownVariables(self.text, inner, self.functions, self.depth + 1)._last(function.body.body)


@dataclass(slots=True)
class _Condition:
    """The inside of `[[ ]]`, read with its precedences; both sides of `&&` and `||` must be known."""

    known: KnownVariables
    items: Sequence[WordNode | str]
    at: int = 0

    def whole(self) -> bool:
        said = self._any()
        if self.at != len(self.items):
            raise Undecidable
        return said

    def _any(self) -> bool:
        said = self._all()
        while self._take("||"):
            said = self._all() or said
        return said

    def _all(self) -> bool:
        said = self._one()
        while self._take("&&"):
            said = self._one() and said
        return said

    def _take(self, mark: str) -> bool:
        taken = self.at < len(self.items) and self.items[self.at] == mark
        self.at += taken
        return taken

    def _said(self, ahead: int = 0) -> str:
        """The literal word or mark that comes, empty where there is none."""
        if self.at + ahead >= len(self.items):
            return ""
        item = self.items[self.at + ahead]
        return item if isinstance(item, str) else item.literal or "" if not item.quoted else ""

    def _operand(self) -> WordNode:
        if self.at >= len(self.items) or isinstance(item := self.items[self.at], str):
            raise Undecidable
        self.at += 1
        return item

    def _one(self) -> bool:
        if self._take("!") or (self._said() == "!" and self._skip()):
            return not self._one()
        if self._take("("):
            said = self._any()
            if not self._take(")"):
                raise Undecidable
            return said
        if self._said() in ("-n", "-z") and self._said(1) not in ("==", "!=", "=~", "="):
            sign = self._said()
            self.at += 1
            return bool(self.known.word(self._operand())) == (sign == "-n")
        if self._said().startswith("-"):
            raise Undecidable  # a question about files, or about variables
        left = self._operand()
        sign = self._said()
        if sign in ("", "&&", "||", ")"):
            return bool(self.known.word(left))
        self.at += 1
        right = self._operand()
        if sign in ("==", "!=", "="):
            return patterns.whole(patterns.glob(self.known.chars(right)), self.known.word(left)) == (sign != "!=")
        if sign == "=~":
            return patterns.anywhere(patterns.expression(self.known.expression(right)), self.known.word(left))
        if sign in _COMPARED:
            first, second = self._number(left), self._number(right)
            return {"-eq": first == second, "-ne": first != second, "-lt": first < second}.get(
                sign, {"-le": first <= second, "-gt": first > second, "-ge": first >= second}.get(sign, False)
            )
        raise Undecidable

    def _skip(self) -> bool:
        self.at += 1
        return True

    def _number(self, word: WordNode) -> int:
        value = solve(self.known.word(word), self.known._digits, _unknown)
        if value is None:
            raise Undecidable
        return value


def _unknown(*_: object) -> NoReturn:
    raise Undecidable
