"""The arithmetic of `$(( ))` on known numbers."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping

_TOKEN = re.compile(
    r"\s*(?:(\d+#[\w@]+|0[xX][0-9a-fA-F]+|\d+)|([A-Za-z_]\w*)|(\*\*|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|[-+*/%&|^]=|[-+*/%<>=!~&|^?:,()]))"
)
# Loosest first.
_LEVELS = tuple(
    tuple(level.split()) for level in ("||", "&&", "|", "^", "&", "== !=", "< <= > >=", "<< >>", "+ -", "* / %")
)


class Unsolvable(Exception):
    """An arithmetic expression whose value cannot be told."""


class _Sums:
    def __init__(self, text: str, get: Callable[[str], str | None], put: Callable[[str, str], None]) -> None:
        self.tokens: list[tuple[str, str]] = []
        self.get, self.put, self.next, self.depth = get, put, 0, 0
        at = 0
        while at < len(text.rstrip()):
            found = _TOKEN.match(text, at)
            if found is None or len(self.tokens) > 400:
                raise Unsolvable
            kind = "number" if found[1] else "name" if found[2] else "operator"
            self.tokens.append((kind, found[1] or found[2] or found[3]))
            at = found.end()

    def peek(self) -> str:
        return self.tokens[self.next][1] if self.next < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        if self.next < len(self.tokens) and self.tokens[self.next][1] in wanted:
            self.next += 1
            return self.tokens[self.next - 1][1]
        return ""

    def whole(self) -> int:
        if not self.tokens:
            return 0
        value = self.comma()
        if self.next != len(self.tokens):
            raise Unsolvable
        return value

    def comma(self) -> int:
        value = self.assign()
        while self.take(","):
            value = self.assign()
        return value

    def assign(self) -> int:
        self.depth += 1
        if self.depth > 40:
            raise Unsolvable
        kind, name = self.tokens[self.next] if self.next < len(self.tokens) else ("", "")
        follows = self.tokens[self.next + 1][1] if self.next + 1 < len(self.tokens) else ""
        if kind == "name" and follows.endswith("=") and follows not in ("==", "!=", "<=", ">="):
            self.next += 2
            value = self.assign()
            if follows != "=":
                value = _apply(follows[:-1], self.value(name), value)
            self.put(name, str(value))
        else:
            value = self.level(0)
            if self.take("?"):
                yes = self.assign()
                if not self.take(":"):
                    raise Unsolvable
                no = self.assign()
                value = yes if value else no
        self.depth -= 1
        return value

    def level(self, at: int) -> int:
        if at == len(_LEVELS):
            return self.power()
        value = self.level(at + 1)
        while operator := self.take(*_LEVELS[at]):
            value = _apply(operator, value, self.level(at + 1))
        return value

    def power(self) -> int:
        value = self.unary()
        if self.take("**"):
            value = _apply("**", value, self.power())
        return value

    def unary(self) -> int:
        self.depth += 1
        if self.depth > 40:
            raise Unsolvable
        operator = self.take("-", "+", "!", "~", "++", "--")
        if operator in ("++", "--"):
            kind, name = self.tokens[self.next] if self.next < len(self.tokens) else ("", "")
            if kind != "name":
                raise Unsolvable
            self.next += 1
            value = self.value(name) + (1 if operator == "++" else -1)
            self.put(name, str(value))
        elif operator:
            inner = self.unary()
            value = {"-": -inner, "+": inner, "!": int(not inner), "~": ~inner}[operator]
        else:
            value = self.atom()
        self.depth -= 1
        return value

    def atom(self) -> int:
        if self.take("("):
            value = self.comma()
            if not self.take(")"):
                raise Unsolvable
            return value
        if self.next >= len(self.tokens):
            raise Unsolvable
        kind, text = self.tokens[self.next]
        self.next += 1
        if kind == "number":
            return _number(text)
        if kind != "name":
            raise Unsolvable
        value = self.value(text)
        step = self.take("++", "--")
        if step:
            self.put(text, str(value + (1 if step == "++" else -1)))
        return value

    def value(self, name: str) -> int:
        text = self.get(name)
        if text is None:
            raise Unsolvable
        text = text.strip() or "0"
        negative = text.startswith("-")
        if not re.fullmatch(r"-?(?:\d+#[\w@]+|0[xX][0-9a-fA-F]+|\d+)", text):
            raise Unsolvable
        return -_number(text[1:]) if negative else _number(text)


def _number(text: str) -> int:
    try:
        if "#" in text:
            base, digits = text.split("#", 1)
            return int(digits, int(base))
        if text[:2] in ("0x", "0X"):
            return int(text, 16)
        return int(text, 8) if text[0] == "0" and len(text) > 1 else int(text[:30])
    except ValueError:
        raise Unsolvable from None


_OPERATIONS: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "**": operator.pow,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "&&": lambda left, right: bool(left and right),
    "||": lambda left, right: bool(left or right),
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _apply(sign: str, left: int, right: int) -> int:
    if sign in ("/", "%"):
        if right == 0:
            raise Unsolvable
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return quotient if sign == "/" else left - quotient * right
    if sign in ("**", "<<", ">>") and not 0 <= right < 64:
        raise Unsolvable
    if sign == "**" and abs(left) > 1 << 16:
        raise Unsolvable
    value = int(_OPERATIONS[sign](left, right))
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


def solve(text: str, get: Callable[[str], str | None], put: Callable[[str, str], None]) -> int | None:
    """The value of an arithmetic expression, or None when it cannot be told. `get` knows variables, `put` sets them."""
    try:
        return _Sums(text, get, put).whole()
    except Unsolvable:
        return None
