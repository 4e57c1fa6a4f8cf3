"""`tar`, whose first argument is a cluster of letters with or without a dash."""

from __future__ import annotations

from collections.abc import Sequence

from ...programs.spec import UNKNOWN_PROGRAM, spec_of
from ..steps import Clause
from .options import parsed, said

_DEEDS = ("-c", "--create", "-x", "--extract", "--get", "-t", "--list", "-r", "--append", "-u", "--update", "--delete")


def tar(arguments: Sequence[str]) -> list[Clause]:
    """`tar`: what is done with which archive, and the members."""
    words = list(arguments)
    if words and words[0][:1] not in "-" and words[0].isalpha():
        letters = words.pop(0)
        if "f" in letters and words:  # old style: the values follow in order
            words[:1] = [f"-{letters.replace('f', '')}"] * (letters != "f") + ["-f", words[0]]
        else:
            words.insert(0, f"-{letters}")
    spec, used, operands = parsed(spec_of("tar") or UNKNOWN_PROGRAM, words)
    head = spec.says or ""
    clauses: list[Clause] = []
    for name, value, says in used:
        if says is None:
            clauses.append(Clause("with the unknown option {}", (name,)))
        elif name in _DEEDS:
            head = says
        elif says != ".":
            clauses.append(said(says, value))
    return [Clause(head), *clauses, *(Clause("of {}", (it,)) for it in operands)]
