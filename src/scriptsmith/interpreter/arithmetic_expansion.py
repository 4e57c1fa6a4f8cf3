"""Arithmetic expansion: `$(( ))`, subscripts and offsets on the values that variables have."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from ..bash.syntax import Sum, WordNode
from .arithmetic import solve
from .execution import InterpreterState
from .model import Part, Unknown
from .patterns import admits
from .values import Parts, plain

# What a web server, or sshd, takes from a request and puts into the environment.
_REQUEST = re.compile(r"\$\{?(?:QUERY_STRING|PATH_INFO|REQUEST_URI|HTTP_\w+|SSH_ORIGINAL_COMMAND|CONTENT_LENGTH)\b")


# A number whatever is read, and what one has from an account, a cluster or a database of one's own.
_TRUSTED = re.compile(
    r"\|\s*(?:wc\s+-[clmwL]|grep\s+(?:-\w+\s+)*-\w*c\w*)(?:\s[^|]*)?(?:\|\|\s*(?:true|:)\s*)?\)\Z"
    r"|\A[$<]\(\s*(?:aws|gcloud|az|rclone|kubectl|oc|psql|mysql|mariadb|redis-cli)\s[^|]*(?:\|[^|]*)?\)\Z"
)
_READ_NAME = re.compile(r"\b[A-Za-z_]\w*\b(?!\s*=(?!=))")
_SUBSCRIPTS = ("a[$(b)]", "a[`b`]", "1+a[$(b)]", "a[$(b)]1", "a[b[$(c)]]")


class Operands(Protocol):
    """What arithmetic needs of the expansion of words."""

    def single(self, word: WordNode | None) -> Parts:
        """One value of a word."""

    def expand_again(self, text: str, *, quoted: bool = False) -> str | None:
        """What `text` becomes when it is expanded once more."""

    def note_unresolved(self, why: str) -> None:
        """Note that nobody can tell what runs at this place."""


@dataclass(slots=True, eq=False)
class Arithmetic:
    """Computes expressions whose operands are known."""

    execution: InterpreterState
    expander: Operands

    def expansion(self, piece: Sum) -> Part:
        value = self.sum(piece.word)
        return str(value) if value is not None else Unknown(source=piece.source, kind="command", empty=False)

    def sum(self, word: WordNode) -> int | None:
        """The value of an arithmetic expression, assignments in it done; None when it is not known."""
        return self.evaluate_arithmetic(self.expander.single(word))

    def evaluate_arithmetic(self, parts: Parts) -> int | None:
        """The value of `parts` as an arithmetic expression, in which Bash runs the substitutions of a subscript."""
        text = plain(parts)
        self.foreign(parts)
        for part in parts:
            if isinstance(part, str) and ("$(" in part or "`" in part):
                self.expander.expand_again(part)
        if text is None or len(text) > 2000:
            return None
        value = solve(text, self.number_of, self.store)
        if value is None:  # it ends at the first operand that is not known, and the others may be what strangers decide
            for name in dict.fromkeys(_READ_NAME.findall(text)):
                self.number_of(name)
        return value

    def number_of(self, name: str) -> str | None:
        options = self.execution.state.variables.get(name)
        for each in options or ():
            if isinstance(each, tuple):
                self.foreign(each)
        if options is None or len(options) > 1 or not isinstance(options[0], tuple):
            return None
        text = plain(options[0])
        if text is not None and ("$(" in text or "`" in text):
            self.expander.expand_again(text)
        return text

    def foreign(self, parts: Parts) -> None:
        """Note what strangers decide: Bash runs the command in `a[$(command)]` wherever it expects a number."""
        for part in parts:
            if not isinstance(part, Unknown) or _TRUSTED.search(part.source) or self._is_plain(part):
                continue
            if part.kind == "network" or _REQUEST.match(part.source):
                self.expander.note_unresolved(f"arithmetic runs the commands that {part.source or 'a download'} holds")

    def _is_plain(self, part: Unknown) -> bool:
        """Whether tests have shown that a value holds no subscript: `[[ $n =~ ^[0-9]+$ ]]`."""
        checks = [
            check for check in self.execution.state.checks if check.source == part.source and check.operator != "-L"
        ]
        return bool(checks) and not any(admits(checks, each) for each in _SUBSCRIPTS)

    def store(self, name: str, value: str) -> None:
        self.execution.state.variables[name] = ((value,),)
