"""What programs and their options do, by family: tables in our own words, and the few that need more than a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..controlled_language import Clause
from . import clusters, files, git, network, services, shell, system, text_tools
from .options import Manual, manuals, parsed, spoken, told
from .patterns import GREP, awk, grep, sed
from .tar import tar

MANUALS: Mapping[str, Manual] = {
    name: manual
    for family in (text_tools, files, system, services, network, git, clusters, shell)
    for name, manual in manuals(family.TABLE).items()
}
XARGS, SSH = manuals(shell.XARGS)["xargs"], manuals(shell.SSH)["ssh"]
_OWN: Mapping[str, Callable[[Sequence[str]], list[Clause]]] = {
    **dict.fromkeys(("grep", "zgrep", "rg", "ag", "egrep", "fgrep"), grep),
    **dict.fromkeys(("sed", "gsed"), sed),
    **dict.fromkeys(("awk", "gawk", "mawk", "nawk"), awk),
    **dict.fromkeys(("tar", "gtar", "bsdtar"), tar),
}
_PLAIN = {"echo": frozenset("neE"), "test": frozenset(), "[": frozenset(), "expr": frozenset(), "yes": frozenset()}
_MERGED = frozenset(("git", "kubectl"))  # options of the program itself hold behind the subcommand too


def known(name: str) -> bool:
    """Whether anything is known of the program."""
    return name in MANUALS or name in _OWN or name in shell.RUNNERS or name in ("find", "xargs", "ssh", "parallel")


def tell(name: str, arguments: Sequence[str]) -> list[Clause]:
    """The clauses for a call of `name`; of an unknown program, its arguments."""
    if name in _OWN:
        return _OWN[name](arguments)
    if name in _PLAIN:
        return _plainly(name, arguments)
    manual = MANUALS.get(name)
    if manual is None:
        return [Clause("runs the unknown program {}", (name,)), *(Clause("with {}", (it,)) for it in arguments)]
    if sub := _subcommand(name, manual, arguments):
        return sub
    return _ps(manual, arguments) if name == "ps" else told(manual, arguments)


def _plainly(name: str, arguments: Sequence[str]) -> list[Clause]:
    """A builtin for which only a first few letters are options, and all else is text."""
    manual = MANUALS[name]
    count = 0
    while (
        count < len(arguments)
        and arguments[count][:1] == "-"
        and arguments[count][1:]
        and _PLAIN[name] >= set(arguments[count][1:])
    ):
        count += 1
    head, *more = told(manual, arguments[:count])
    rest = [it for it in arguments[count:] if it != "]" or name != "["]
    return [head, *more, *spoken(manual.operands, rest)]


def _subcommand(name: str, manual: Manual, arguments: Sequence[str]) -> list[Clause] | None:
    """What `git commit …` does, where the program is one of those that have subcommands."""
    _, operands = parsed(manual, arguments)
    for count in (2, 1):
        sub = MANUALS.get(" ".join((name, *operands[:count]))) if len(operands) >= count else None
        if sub is None:
            continue
        rest = list(arguments)
        for word in operands[:count]:
            rest.remove(word)
        options = {**manual.options, **sub.options} if name in _MERGED else sub.options
        return told(Manual(sub.head, options, sub.operands), rest)
    return None


def _ps(manual: Manual, arguments: Sequence[str]) -> list[Clause]:
    """`ps`, whose first argument may be letters without a dash."""
    if arguments and arguments[0].isalpha() and not arguments[0].startswith("-"):
        letters, rest = arguments[0], arguments[1:]
        says = [Clause("of all users")] * ("a" in letters) + [Clause("with users and load")] * ("u" in letters)
        says += [Clause("as a tree")] * ("f" in letters)
        head, *more = told(manual, rest)
        return [head, *says, *more]
    return told(manual, arguments)


__all__ = ["GREP", "MANUALS", "SSH", "XARGS", "known", "tell"]
