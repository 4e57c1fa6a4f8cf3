"""Plain commands as words and operators, so that a disguise can be put on the words it fits and on no others."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
BUILTINS = frozenset({"eval", "cd", ".", "source", ":", "trap", "exec", "set"})
_TOKEN = re.compile(r"""(?:<\([^)]*\)|\$\([^)]*\)|'[^']*'|"[^"]*"|[^\s'"])+""")
_PIECE = re.compile(
    r"""(?P<raw><\([^)]*\)|\$\([^)]*\)|"[^"]*[$`][^"]*"|\$\{[^}]*\}|\$\w+|^~/?|[*?\[\]])"""
    r"""|'(?P<single>[^']*)'|"(?P<double>[^"]*)"|(?P<bare>.)"""
)
_CONTROL = frozenset({"|", ";", "&&", "||"})
_REDIRECT = frozenset({">", ">>", "<", ">&"})
_COMPLETE = frozenset({"2>&1", "0>&1"})


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a word: text that stands for itself, or (`raw`) an expansion or pattern that must stay as written."""

    text: str
    raw: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """A word of pieces, or an operator. `target` follows a redirection, `first` is the name of a command."""

    pieces: tuple[Piece, ...] = ()
    operator: str = ""
    target: bool = False
    first: bool = False

    @property
    def literal(self) -> str | None:
        """The text of a word without expansions, None otherwise."""
        return None if self.operator or any(p.raw for p in self.pieces) else "".join(p.text for p in self.pieces)

    @property
    def source(self) -> str:
        """The token as Bash, literal parts quoted only where they must be."""
        return self.operator or "".join(p.text if p.raw else quote(p.text) for p in self.pieces)

    @property
    def control(self) -> bool:
        return self.operator in _CONTROL


def quote(text: str) -> str:
    """`text` as one shell word, bare where that is enough."""
    return shlex.quote(text)


def pieces(source: str) -> tuple[Piece, ...]:
    """The pieces of one word as written, neighbouring literal ones joined."""
    found: list[Piece] = []
    for match in _PIECE.finditer(source):
        raw = match["raw"] is not None
        text = (
            match["raw"] if raw else next(t for t in (match["single"], match["double"], match["bare"]) if t is not None)
        )
        if not raw and found and not found[-1].raw:
            found[-1] = Piece(found[-1].text + text)
        else:
            found.append(Piece(text, raw))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Line:
    """One plain command: its family, its text and its tokens."""

    family: str
    text: str
    tokens: tuple[Token, ...]

    @property
    def simple(self) -> bool:
        """One program with arguments: no operator, no builtin, so that another program can start it."""
        return not any(token.operator for token in self.tokens) and self.tokens[0].literal not in BUILTINS

    @property
    def posix(self) -> str:
        """The same command for a shell that need not be Bash."""
        needs_bash = re.search(r"<\(|>&\s|/dev/tcp/|^source ", self.text)
        return f"bash -c {quote(self.text)}" if needs_bash else self.text

    def write(
        self,
        change: Callable[[str, Token], str] = lambda text, token: quote(text),
        blank: Callable[[], str] = lambda: " ",
    ) -> str:
        """The command again, `change` put on each literal piece and `blank` between the tokens."""
        text = ""
        for token in self.tokens:
            text += blank() if text else ""
            text += token.operator or "".join(p.text if p.raw else change(p.text, token) for p in token.pieces)
        return text

    def stages(self) -> list[list[Token]]:
        """The tokens between control operators; each operator is a list of its own."""
        found: list[list[Token]] = [[]]
        for token in self.tokens:
            if token.control:
                found += [[token], []]
            else:
                found[-1].append(token)
        return found


def parse(text: str, family: str = "") -> Line:
    """A plain command as tokens."""
    tokens: list[Token] = []
    first, target = True, False
    for source in _TOKEN.findall(text):
        if source in _CONTROL | _REDIRECT | _COMPLETE:
            tokens.append(Token(operator=source))
            target = source in _REDIRECT
            first = source in _CONTROL
        else:
            tokens.append(Token(pieces=pieces(source), target=target, first=first))
            first = target = False
    return Line(family, text, tuple(tokens))


def plain_lines() -> dict[str, list[Line]]:
    """Every plain command of `actions.txt`, by family, in the order of the file."""
    families: dict[str, list[Line]] = {}
    family = ""
    for text in (HERE / "actions.txt").read_text(encoding="utf-8").splitlines():
        if text.startswith("["):
            family = text.strip("[]")
            families[family] = []
        elif text and not text.startswith("#"):
            families[family].append(parse(text, family))
    return families
