"""The rules for options that take a password, made from the table of programs (`programs/data/secrets.txt`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..programs.spec import DATA, Option, Spec, index, read_spec
from .rule import GAP, WORD, RedactionRule, command


def command_passwords() -> tuple[RedactionRule, ...]:
    """A rule for each set of options, for all the programs that have them."""
    blocks = index([(DATA / "secrets.txt").read_text(encoding="utf-8")])
    programs: dict[tuple[str, str], list[str]] = {}
    for program in blocks:
        spec = read_spec(program, blocks)
        for subcommands, options in _options(spec, ()) if spec is not None else ():
            programs.setdefault((subcommands, options), []).append(program)
    return tuple(
        command("password option", " ".join(names), subcommands + f"(?<=\\s)(?:{options})", WORD)
        for (subcommands, options), names in programs.items()
    )


def _options(spec: Spec, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The expressions for the subcommands that lead to a spec, and for its options that take a secret."""
    secret = {id(it): it for it in spec.options.values() if it.role == "secret"}.values()
    if secret:
        before = "".join(rf"{re.escape(word)}\s{GAP}" for word in path)
        yield before, "|".join(_option(it, words=spec.word_options) for it in secret)
    for name, below in spec.subcommands.items():
        yield from _options(below, (*path, name))


def _option(option: Option, *, words: bool) -> str:
    """The expression for an option up to its value: `-p VALUE` and `-pVALUE`, `--pass VALUE` and `--pass=VALUE`."""
    found = []
    for name in option.spellings:
        if name[:2] == "--":
            found.append(rf"{re.escape(name)}(?:=|\s{{1,2}}(?!-))")
        elif option.takes == "attached":
            found.append(rf"{re.escape(name)}(?=[^\s-])")
        else:
            found.append(rf"{re.escape(name)}\s{{{1 if words or len(name) > 2 else 0},2}}(?!-)")
    return "|".join(found)
