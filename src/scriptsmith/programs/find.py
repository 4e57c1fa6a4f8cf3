"""The one reader of `find`: where it starts, and its expression term by term, as `data/find.txt` knows its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from .spec import Option, Spec, spec_of

Kind: TypeAlias = Literal["operator", "test", "setting", "action", "run", "misplaced", "unknown"]
"""What a term is: `setting` holds for the whole search, `run` starts a command; `misplaced` is a word where a test
should be, `unknown` begins with a dash and is no word of find."""


class Term(NamedTuple):
    """One term of the expression. `name` is its word, operators as `(`, `)`, `!`, `-a`, `-o` or `,`; `at` is its index
    among the arguments, and `values` those of what belongs to it: its values, or the command that it runs."""

    name: str
    kind: Kind
    at: int
    values: tuple[int, ...] = ()
    finished: bool = True

    @property
    def option(self) -> Option | None:
        """What the table says of it."""
        return _spec().options.get(self.name)


@dataclass(frozen=True, slots=True)
class Search:
    """A call of `find`: the settings before its starting points, the starting points, the expression."""

    settings: tuple[Term, ...]
    roots: tuple[int, ...]
    terms: tuple[Term, ...]

    @property
    def runs(self) -> Iterator[Term]:
        """The terms that run a command."""
        return (term for term in self.terms if term.kind == "run")


_OPERATORS = {"!": "!", "-not": "!", "(": "(", "\\(": "(", ")": ")", "\\)": ")", ",": ","}
_OPERATORS |= {"-o": "-o", "-or": "-o", "-a": "-a", "-and": "-a"}
_RUNS = frozenset(("-exec", "-execdir", "-ok", "-okdir"))
_ENDS = frozenset((";", "\\;", "+"))
PRINTS = frozenset(("-print", "-print0", "-printf", "-fprint", "-fprint0", "-fprintf", "-ls", "-fls"))
_ACTIONS = PRINTS | {"-delete", "-prune", "-quit"}
_LEADING = frozenset(("-H", "-L", "-P", "-E", "-X", "-x", "-D", "-O0", "-O1", "-O2", "-O3"))
_SETTINGS = _LEADING | {
    "-maxdepth", "-mindepth", "-xdev", "-mount", "-depth", "-d", "-follow", "-daystart", "-regextype", "-files0-from",
    "-noleaf", "-warn", "-nowarn", "-ignore_readdir_race", "-noignore_readdir_race",
}  # fmt: skip


SIZES = {"": 512, "b": 512, "c": 1, "w": 2} | {unit: 1024**power for power, unit in enumerate("kMGTP", 1)}
"""The bytes of each unit of `-size`."""


def search(texts: Sequence[str]) -> Search:
    """Read the arguments of a `find`, without its name. Never raises."""
    at = 0
    settings: list[Term] = []
    while at < len(texts) and texts[at] in _LEADING:
        term = _term(texts, at)
        settings.append(term)
        at += 1 + len(term.values)
    roots: list[int] = []
    while at < len(texts) and texts[at][:1] != "-" and texts[at] not in _OPERATORS:
        roots.append(at)
        at += 1
    terms: list[Term] = []
    while at < len(texts):
        term = _term(texts, at)
        terms.append(term)
        at += 1 + len(term.values) + (term.kind == "run" and term.finished)
    return Search(tuple(settings), tuple(roots), tuple(terms))


def _term(texts: Sequence[str], at: int) -> Term:
    text = texts[at]
    if operator := _OPERATORS.get(text):
        return Term(operator, "operator", at)
    following = range(at + 1, len(texts))
    if text in _RUNS:
        end = next((index for index in following if texts[index] in _ENDS), len(texts))
        return Term(text, "run", at, tuple(range(at + 1, end)), end < len(texts))
    option = _spec().options.get(text)
    if option is None:
        return Term(text, "unknown" if text[:1] == "-" else "misplaced", at)
    kind: Kind = "action" if text in _ACTIONS else "setting" if text in _SETTINGS else "test"
    return Term(text, kind, at, tuple(following[: option.arity]))


@cache
def _spec() -> Spec:
    found = spec_of("find")
    assert found is not None
    return found
