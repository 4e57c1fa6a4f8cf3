"""What programs and their options do, by family: tables in our own words, and the few that need more than a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...programs.argv import parse
from ...programs.spec import UNKNOWN_PROGRAM, Spec, spec_of, wrapping
from ..steps import Clause
from .options import of_operands, spoken, told
from .patterns import awk, grep, sed
from .tar import tar

OWN: Mapping[str, Callable[[Sequence[str]], list[Clause]]] = {
    **dict.fromkeys(("grep", "zgrep", "rg", "ag", "egrep", "fgrep"), grep),
    **dict.fromkeys(("sed", "gsed"), sed),
    **dict.fromkeys(("awk", "gawk", "mawk", "nawk"), awk),
    **dict.fromkeys(("tar", "gtar", "bsdtar"), tar),
}
_PLAIN = {"echo": frozenset("neE"), "test": frozenset(), "[": frozenset(), "expr": frozenset(), "yes": frozenset()}


def known(name: str) -> bool:
    """Whether anything is known of the program."""
    if name in OWN or name in wrapping() or name in ("find", "ssh", "parallel"):
        return True
    spec = spec_of(name)
    return spec is not None and spec.says is not None


def tell(name: str, arguments: Sequence[str]) -> list[Clause]:
    """The clauses for a call of `name`; of an unknown program, its arguments."""
    if name in OWN:
        return OWN[name](arguments)
    if name in _PLAIN:
        return _plainly(name, arguments)
    spec = spec_of(name)
    if spec is None or (spec.says is None and not parse(spec, arguments).path):
        return [Clause("runs the unknown program {}", (name,)), *(Clause("with {}", (it,)) for it in arguments)]
    return _ps(spec, arguments) if name == "ps" else told(spec, arguments)


def _plainly(name: str, arguments: Sequence[str]) -> list[Clause]:
    """A builtin for which only a first few letters are options, and all else is text."""
    spec = spec_of(name) or UNKNOWN_PROGRAM
    count = 0
    while (
        count < len(arguments)
        and arguments[count][:1] == "-"
        and arguments[count][1:]
        and _PLAIN[name] >= set(arguments[count][1:])
    ):
        count += 1
    head, *more = told(spec, arguments[:count])
    rest = [it for it in arguments[count:] if it != "]" or name != "["]
    return [head, *more, *spoken(of_operands(spec), rest)]


def _ps(spec: Spec, arguments: Sequence[str]) -> list[Clause]:
    """`ps`, whose first argument may be letters without a dash."""
    if arguments and arguments[0].isalpha() and not arguments[0].startswith("-"):
        letters, rest = arguments[0], arguments[1:]
        says = [Clause("of all users")] * ("a" in letters) + [Clause("with users and load")] * ("u" in letters)
        says += [Clause("as a tree")] * ("f" in letters)
        head, *more = told(spec, rest)
        return [head, *says, *more]
    return told(spec, arguments)


__all__ = ["OWN", "known", "tell"]
