"""Reads one Bash word: its quotes undone, its expansions taken apart, nothing evaluated."""

from __future__ import annotations

import re
from typing import Self

from .syntax import ListNode, Lit, Param, Piece, Subst, Sum, Unreadable, WordNode

DEPTH = 48
NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_WORD = re.compile(r"[^ \t\n|&;()<>$`\"'\\]+")
_SIMPLE_WORD = re.compile(r"""(?:([^ \t\n|&;()<>$`"'\\]+)|'[^']*'|"[^"$`\\]*")(?=[ \t\n;|&)]|$)""")
_QUOTED = re.compile(r'[^"$`\\]+')
_BRACED = re.compile(r"[^}$`\"'\\]+")
_BRACED_QUOTED = re.compile(r"[^}$`\"\\]+")
_PATTERN = re.compile(r"[^}/$`\"'\\]+")
_BODY = re.compile(r"[^$`\\]+")
_REGEX = re.compile(r"[^ \t\n$`\"'\\()]+")
_ALL = re.compile(r"[^$`\\\"']+")
_PARAMETER = re.compile(r"[A-Za-z_]\w*|\d+|[@*#?$!\-]", re.ASCII)
_SHORT = re.compile(r"[A-Za-z_]\w*|[0-9@*#?$!\-]", re.ASCII)
_OPERATOR = re.compile(r":[-=?+]|##|%%|//|/[#%]|\^\^|,,|~~|[-=?+:#%/^,@~]")
_LIVE = re.compile(r"[*?]|\[.*\]|\{.*(?:,|\.\.).*\}|^~", re.DOTALL)
_MAYBE_LIVE = re.compile(r"[*?\[{,}]")  # a word in several pieces: the rest of the pattern may be in another
_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(.)|(.))", re.DOTALL
)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "v": "\v"}


def unescape(text: str, unknown: str = "\\") -> str:
    """`text` with the escapes of $'…' undone; an escape that means nothing keeps its backslash."""
    if "\\" not in text:
        return text
    out = bytearray()  # bytes, because \xe2\x82\xac is one character made of three escapes
    last = 0
    for match in _ESCAPE.finditer(text):
        out += text[last : match.start()].encode("utf-8", "surrogatepass")
        last = match.end()
        if match[1] or match[4]:
            out.append(int(match[1], 16) if match[1] else int(match[4], 8) & 255)
        elif match[2] or match[3]:
            code = int(match[2] or match[3], 16)
            out += chr(code).encode("utf-8", "surrogatepass") if code < 0x110000 else b"?"
        elif match[5]:
            out.append(ord(match[5]) & 31)
        elif match[6] in _SIMPLE:
            out += _SIMPLE[match[6]].encode()
        elif match[6] in "\\'\"?":
            out += match[6].encode()
        else:
            out += (unknown + match[6]).encode("utf-8", "surrogatepass")
    out += text[last:].encode("utf-8", "surrogatepass")
    try:
        return out.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return out.decode("utf-8", "replace")


class WordReader:
    """A cursor over `text` that reads words. Raises `Unreadable`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def substituted(self) -> ListNode:
        """The commands up to the closing parenthesis, which is consumed."""
        raise NotImplementedError

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEPTH:
            raise Unreadable(self.at, f"it is nested more than {DEPTH} deep")

    def word(self, *, regex: bool = False) -> WordNode | None:
        """The word that starts here, or None where none does."""
        start = self.at
        text = self.text
        if not regex and (found := _SIMPLE_WORD.match(text, start)) is not None:
            # most words: plain, or one pair of quotes around plain text
            self.at = end = found.end()
            plain = found[1]
            if plain is not None:
                return WordNode((Lit(plain, False),), start, end, None if _LIVE.search(plain) else plain)
            plain = found.group()[1:-1]
            return WordNode((Lit(plain, True),), start, end, plain, True)
        pieces = self._pieces(_REGEX if regex else _WORD, " \t\n" if regex else " \t\n|&;()<>", regex=regex)
        if self.at == start:
            return None
        return node(pieces, start, self.at)

    def quoted_text(self) -> WordNode:
        """The whole text as if between double quotes: the body of a here-document."""
        pieces = self._pieces(_BODY, "", quoted=True)
        return node(pieces, 0, self.at)

    def loose_text(self) -> WordNode:
        """The whole text as one word, blanks included: the inside of an arithmetic expression."""
        pieces = self._pieces(_ALL, "")
        return node(pieces, 0, self.at)

    def _pieces(self, plain: re.Pattern[str], stops: str, *, quoted: bool = False, regex: bool = False) -> list[Piece]:
        text = self.text
        size = len(text)
        out: list[Piece] = []
        group = 0
        while self.at < size:
            found = plain.match(text, self.at)
            if found is not None:
                out.append(Lit(found.group(), quoted))
                self.at = found.end()
                if self.at >= size:
                    break
            char = text[self.at]
            if char in stops and not (regex and group):
                if plain is _WORD and self._goes_on(char, out, found):
                    continue
                break
            if char == "\\":
                self._backslash(out, _ESCAPABLE.get(plain) if quoted else None)
            elif char == "$" and text.startswith('$"', self.at) and not quoted:
                self.at += 1
                self._double(out)
            elif char == "$":
                out.append(self._dollar(quoted))
            elif char == "`":
                out.append(self._backquote(quoted))
            elif char == "'" and not quoted:
                out.append(self._single())
            elif char == '"' and plain is not _BODY:
                self._double(out)
            else:
                if regex and char in "()":
                    group += 1 if char == "(" else -1
                    if group < 0:
                        break
                out.append(Lit(char, quoted))
                self.at += 1
        return out

    def _goes_on(self, char: str, out: list[Piece], found: re.Match[str] | None) -> bool:
        """Reads what belongs to a word although it begins like an operator: `<(…)`, and the pattern of `@(a|b)`."""
        if char in "<>" and self.text[self.at + 1 : self.at + 2] == "(":
            out.append(self._process(char))
            return True
        if char == "(" and out and found is not None and found.group()[-1] in "@?+*!":
            out.append(Lit(self._parenthesised(), False))
            return True
        return False

    def _backslash(self, out: list[Piece], escapable: str | None) -> None:
        follows = self.text[self.at + 1 : self.at + 2]
        self.at += 1 + len(follows)
        if follows == "\n":
            return
        kept = escapable is not None and (not follows or follows not in escapable)
        out.append(Lit("\\" + follows if kept else follows or "\\", True))

    def _single(self) -> Lit:
        start = self.at
        end = self.text.find("'", start + 1)
        if end < 0:
            raise Unreadable(start, "a single quote is never closed")
        self.at = end + 1
        return Lit(self.text[start + 1 : end], True)

    def _double(self, out: list[Piece]) -> None:
        start = self.at
        self.at += 1
        self.deeper()
        inside = self._pieces(_QUOTED, '"', quoted=True)
        self.depth -= 1
        if self.at >= len(self.text):
            raise Unreadable(start, "a double quote is never closed")
        self.at += 1
        out.extend(inside or [Lit("", True)])

    def _parenthesised(self) -> str:
        start = self.at
        end = self.balanced(start + 1, "(", ")")
        if end < 0:
            raise Unreadable(start, "a parenthesis is never closed")
        self.at = end
        return self.text[start:end]

    def balanced(self, at: int, opens: str, closes: str) -> int:
        """The offset after the character that closes what was opened before `at`, or -1; quotes are respected."""
        level = 1
        text = self.text
        pattern = _BALANCE[opens]
        while True:
            found = pattern.search(text, at)
            if found is None:
                return -1
            at = found.end()
            token = found.group()
            if token == opens:
                level += 1
            elif token == closes:
                level -= 1
                if level == 0:
                    return at

    def part(self, start: int, end: int) -> Self:
        """A reader of a part of the text, one level deeper than this one."""
        reader = type(self)(self.text[start:end])
        reader.depth = self.depth
        reader.deeper()
        return reader

    def _inner(self, start: int, end: int) -> WordNode:
        return self.part(start, end).loose_text()

    def _process(self, char: str) -> Subst:
        start = self.at
        self.at += 2
        self.deeper()
        body = self.substituted()
        self.depth -= 1
        return Subst("<(" if char == "<" else ">(", False, self.text[start : self.at], start, body)

    def _dollar(self, quoted: bool) -> Piece:
        text, start = self.text, self.at
        follows = text[start + 1 : start + 2]
        if follows == "(":
            return self._parenthesis(quoted)
        if follows == "{":
            return self._braced(quoted)
        if follows == "[":
            end = self.balanced(start + 2, "[", "]")
            if end < 0:
                raise Unreadable(start, "an arithmetic expansion is never closed")
            self.at = end
            return Sum(self._inner(start + 2, end - 1), quoted, text[start:end])
        if follows == "'" and not quoted:
            found = _ANSI.match(text, start + 1)
            if found is None:
                raise Unreadable(start, "a single quote is never closed")
            self.at = found.end()
            value = unescape(found[1])
            return Lit(value.split("\0")[0], True)
        match = _SHORT.match(text, start + 1)
        if match is None:
            self.at += 1
            return Lit("$", True)
        self.at = match.end()
        return Param(match.group(), quoted, match.string[start : self.at])

    def _parenthesis(self, quoted: bool) -> Piece:
        text, start = self.text, self.at
        if text.startswith("((", start + 1):
            end = self.balanced(start + 3, "(", ")")
            if end > 0 and text[end : end + 1] == ")":
                self.at = end + 1
                return Sum(self._inner(start + 3, end - 1), quoted, text[start : self.at])
        self.at += 2
        self.deeper()
        body = self.substituted()
        self.depth -= 1
        return Subst("$(", quoted, text[start : self.at], start, body)

    def _backquote(self, quoted: bool) -> Subst:
        start = self.at
        found = _BACKQUOTE.match(self.text, start)
        if found is None:
            raise Unreadable(start, "a backquote is never closed")
        self.at = found.end()
        # inside double quotes a backslash also protects the double quote
        inner = re.sub(r'\\([$`\\"])' if quoted else r"\\([$`\\])", r"\1", found[1])
        return Subst("`", quoted, found.group(), start, None, inner)

    def _braced(self, quoted: bool) -> Piece:
        text, start = self.text, self.at
        self.at += 2
        self.deeper()
        indirect = length = False
        lead = text[self.at : self.at + 1]
        if lead in "#!" and lead and text[self.at + 1 : self.at + 2] != "}":
            after = _PARAMETER.match(text, self.at + 1)
            beyond = text[after.end() : after.end() + 1] if after else ""
            if lead == "#" and after and (beyond == "}" or beyond == "["):
                length = True
                self.at += 1
            elif lead == "!" and after and (after.group()[0].isalnum() or after.group()[0] in "_@*#"):
                indirect = True
                self.at += 1
        found = _PARAMETER.match(text, self.at)
        if found is None:
            raise Unreadable(start, "a parameter expansion has no name")
        self.at = found.end()
        index: WordNode | None = None
        if text[self.at : self.at + 1] == "[":
            end = self.balanced(self.at + 1, "[", "]")
            if end < 0:
                raise Unreadable(start, "a subscript is never closed")
            index = self._inner(self.at + 1, end - 1)
            self.at = end
        operator = ""
        word = second = None
        if text[self.at : self.at + 1] != "}":
            match = _OPERATOR.match(text, self.at)
            if match is None:
                raise Unreadable(start, "a parameter expansion cannot be read")
            operator = match.group()
            self.at = match.end()
            word, second = self._operand(operator, quoted)
        if text[self.at : self.at + 1] != "}":
            raise Unreadable(start, "a parameter expansion is never closed")
        self.at += 1
        self.depth -= 1
        return Param(found.group(), quoted, text[start : self.at], operator, word, second, index, indirect, length)

    def _operand(self, operator: str, quoted: bool) -> tuple[WordNode, WordNode | None]:
        start = self.at
        if operator[0] == "/":
            pattern = node(self._pieces(_PATTERN, "}/"), start, self.at)
            if self.text[self.at : self.at + 1] != "/":
                return pattern, None
            self.at += 1
            start = self.at
            return pattern, node(self._pieces(_BRACED, "}"), start, self.at)
        if quoted and operator[-1] in "-=?+":
            return node(self._pieces(_BRACED_QUOTED, "}", quoted=True), start, self.at), None
        return node(self._pieces(_BRACED, "}"), start, self.at), None


_ANSI = re.compile(r"'((?:[^'\\]|\\.)*)'", re.DOTALL)
_BACKQUOTE = re.compile(r"`((?:[^`\\]|\\.)*)`", re.DOTALL)
_ESCAPABLE = {_QUOTED: '$`\\"', _BRACED_QUOTED: '$`\\"}', _BODY: "$`\\"}
_SKIP = r"\\.|'[^']*'|\"(?:[^\"\\]|\\.)*\""
_BALANCE = {
    "(": re.compile(_SKIP + r"|[()]", re.DOTALL),
    "[": re.compile(_SKIP + r"|[\[\]]", re.DOTALL),
    "{": re.compile(_SKIP + r"|[{}]", re.DOTALL),
}


def node(pieces: list[Piece], start: int, end: int) -> WordNode:
    """A word of these pieces; its `literal` is set when nothing in it can expand."""
    quoted = False
    texts: list[str] | None = []
    for index, piece in enumerate(pieces):
        if isinstance(piece, Lit):
            if piece.quoted:
                quoted = True
            elif (_LIVE if len(pieces) == 1 else _MAYBE_LIVE).search(piece.text) or (
                index == 0 and piece.text[:1] == "~"
            ):
                texts = None
            if texts is not None:
                texts.append(piece.text)
        else:
            texts = None
            quoted = quoted or piece.quoted
    return WordNode(tuple(pieces), start, end, None if texts is None else "".join(texts), quoted)
