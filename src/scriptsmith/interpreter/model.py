"""The data of the interpreter: words whose value is known in part, and the commands made of them.

The interpreter turns a syntax tree into `Command`s after every expansion that can be known; the rules read
nothing but `Command`s, so that a disguise is undone in one place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from ..core.types import Finding, Severity

Kind: TypeAlias = Literal["argument", "environment", "command", "input", "network", "loop", "unset"]
Level: TypeAlias = Literal["notable", "dangerous", "unanalysable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """A part of a word whose value no reading of the text can tell.

    `source` is as written (`$1`, `$(hostname)`, `${DIR:-…}`). `empty` says that nothing in the script keeps it from
    being the empty string; `splits` that it may become several words, as an unquoted expansion does. `kind` says where
    the value comes from: an argument, the environment, a command, a file or stdin, the network, a loop.
    """

    source: str
    kind: Kind = "environment"
    empty: bool = True
    splits: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Glob:
    """A live pattern character sequence, `*`, `?`, `[a-z]`, as written."""

    text: str


class Home(str):
    """A live tilde, `~` or `~name`, as written. A plain `~` string is one that stood in quotes and stays a tilde."""

    __slots__ = ()


Part: TypeAlias = str | Unknown | Glob


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueCheck:
    """A test that an unknown value has passed (`holds`) or failed: `source` is that of the `Unknown`, `operator` is
    `==` with a Bash pattern in which `\\` protects, `=~` with a regular expression, or `-L`: `source` is then the
    `Word.written` of a whole path that is a symbolic link."""

    source: str
    operator: Literal["==", "=~", "-L"]
    pattern: str = ""
    holds: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One shell word after every expansion that can be known. `quoted` says that some of it was in quotes."""

    parts: tuple[Part, ...] = ()
    quoted: bool = False

    @property
    def text(self) -> str | None:
        """The exact text, or None when a part is unknown. Patterns count as written."""
        parts = self.parts
        if len(parts) == 1 and isinstance(parts[0], str):
            return str(parts[0])
        if any(isinstance(part, Unknown) for part in parts):
            return None
        return "".join(part.text if isinstance(part, Glob) else str(part) for part in parts)

    @property
    def shape(self) -> str:
        """The text with `…` for each unknown part: for messages, and for what can be said in any case."""
        return "".join(
            "…" if isinstance(part, Unknown) else part.text if isinstance(part, Glob) else part for part in self.parts
        )

    @property
    def written(self) -> str:
        """The text with the source of each unknown part: what tells one word from another."""
        return "".join(
            part.source if isinstance(part, Unknown) else part.text if isinstance(part, Glob) else part
            for part in self.parts
        )

    @property
    def emptied(self) -> str:
        """The text when every unknown part that may be empty is: `"$1"/*` is `/*`. Others are `…`."""
        return "".join(
            ("" if part.empty else "…") if isinstance(part, Unknown) else part.text if isinstance(part, Glob) else part
            for part in self.parts
        )

    @property
    def unknowns(self) -> tuple[Unknown, ...]:
        return tuple(part for part in self.parts if isinstance(part, Unknown))


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """`operator` as written (`>`, `>>`, `>|`, `<`, `<>`, `&>`, `<<<`, `<<`, `>&`, …); `target` the file or the text."""

    operator: str
    target: Word
    descriptor: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something stands in the script as it was given; lines and columns count from 1."""

    line: int
    column: int
    end_line: int
    end_column: int


def finding_at(place: Place, *, checker: str, code: str, severity: Severity, message: str) -> Finding:
    """What `checker` says of what stands at `place`."""
    return Finding(
        checker=checker,
        code=code,
        severity=severity,
        message=message,
        line=place.line,
        column=place.column,
        end_line=place.end_line,
        end_column=place.end_column,
    )


def in_text_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings as the text has them, at one place the gravest first."""
    return tuple(sorted(findings, key=lambda each: (each.line, each.column, each.severity.rank, each.code)))


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardFact:
    """What a test has shown of something other than the shape of a value, at the point where it stands.

    `absent`: nothing lies at the path `subject` (`value` is the letter of the test). `printed`: the output `subject`,
    the source of an `Unknown`, is the text or number `value`. `same`: the words `subject` and `value` are equal. `ran`:
    the pipeline `subject` succeeded, whose commands are `by`. Each can be known to be not so (`holds`).
    """

    kind: Literal["absent", "printed", "same", "ran"]
    subject: str
    value: str = ""
    holds: bool = True
    by: tuple[Command, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One simple command as it would be executed, whatever it was wrapped in.

    `name` is the program without its folder, `""` when it cannot be known (`program` is the word itself). `via` names
    what it was found inside, outermost first: `sudo`, `eval`, `bash -c`, `xargs`, `find -exec`, `ssh`, `function f`,
    `alias ll`, `trap`, `heredoc`, `pipe`. `upstream` are the commands that feed its standard input, `stdin` that input
    when it is known. `cwd` is the working directory when the script says it; `cd_unchecked` is the `cd` target whose
    failure would leave this command somewhere else. `host` is where it runs when not here (`ssh`, `kubectl exec`,
    `docker exec`: the word after them). `guards` are the tests known to have succeeded before it, as text, `checks`
    what they show of the shape of unknown values, and `facts` what else they and checking programs show. `loop` says
    that it stands in a loop, `captured` in a command substitution, `background` that nobody waits for it where it
    stands, and `tested` that what follows depends on whether it succeeds (`if`, `&&`, `|| exit`).
    """

    name: str
    program: Word
    arguments: tuple[Word, ...] = ()
    redirects: tuple[Redirect, ...] = ()
    place: Place
    source: str = ""
    assignments: tuple[tuple[str, Word], ...] = ()
    via: tuple[str, ...] = ()
    privileged: bool = False
    host: str = ""
    upstream: tuple[Command, ...] = ()
    stdin: Word | None = None
    cwd: Word | None = None
    cd_unchecked: str = ""
    conditional: bool = False
    guards: tuple[str, ...] = ()
    checks: frozenset[ValueCheck] = frozenset()
    facts: frozenset[GuardFact] = frozenset()
    loop: bool = False
    captured: bool = False
    background: bool = False
    tested: bool = False

    @property
    def written(self) -> str:
        """The command with its arguments, each unknown part as its source: what tells one command from another."""
        where = f"{self.host}: " * bool(self.host) + "sudo " * self.privileged
        return where + " ".join((self.name, *(word.written for word in self.arguments)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Unresolved:
    """Something in the script that no reading can see through, and why."""

    place: Place
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpretation:
    """What the interpreter made of a script: its commands in the order of the text, and what of it is unresolved."""

    commands: Sequence[Command]
    unresolved: Sequence[Unresolved] = field(default_factory=tuple)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """What one rule says of one command: how bad, one sentence about exactly this command, and where. `case` chooses
    among the safer ways that the rule knows; none is the one of the command's program."""

    level: Level
    message: str
    place: Place | None = None
    case: str = ""
