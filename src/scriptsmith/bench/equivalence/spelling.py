"""Mere spelling of commands: long and short options, their order and bundling, aliases, quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ...bash.word_list import word_list
from ...programs.argv import Arguments, GivenOption, parse
from ...programs.find import PRINTS, Search, search
from ...programs.spec import Option, spec_of

OPERATORS = frozenset(("|", "||", "&&", ";", "&", ">", ">>", "<", "<<<", "2>", "|&", "&>", ">&", "(", ")"))
_KEYWORDS = frozenset(("if", "then", "elif", "else", "while", "until", "do", "!", "{", "time"))
_AS_WRITTEN = frozenset(("echo", "printf", "test", "[", "[[", "expr", "dd", "ulimit"))
"""Programs for which the order of their words counts, or whose options are words of a language of their own."""
_SAME = {("tail", "--follow"): "-f", ("diff", "--unified"): "-U", ("diff", "-u"): "-U"}
"""Options that do the same and are two in the table, because only one of them has a value."""


@lru_cache(maxsize=4096)
def words(command: str) -> tuple[str, ...]:
    """The words and operators of `command`, quotes taken away."""
    return word_list(command)


@lru_cache(maxsize=4096)
def normal(command: str) -> tuple[str, ...]:
    """The words of `command` with mere spelling taken away: names of options, their order and bundling, aliases."""
    out: list[str] = []
    simple: list[str] = []
    for word in (*words(command.strip()), ";"):
        if word in OPERATORS:
            out += [*_simple(simple), word]
            simple = []
        else:
            simple.append(word)
    while out[-1:] == [";"]:
        del out[-1]
    text = " ".join(out)
    text = re.sub(r"^cat (\S+) \| (wc|grep|sort|head|tail|awk|sed|cut|uniq|tr|nl)\b([^|]*)", r"\2\3 < \1", text)
    text = re.sub(r"\$\{(\w+)\}", r"$\1", text)
    return tuple(text.split())


def _simple(words: Sequence[str]) -> list[str]:
    """One command: its program, its options in one order and spelling, its operands, and the command that it starts."""
    if words and (words[0] in _KEYWORDS or re.match(r"\w+=", words[0])):
        return [words[0], *_simple(words[1:])]
    if words and words[0] == "sudo" and words[1:] and words[1][0] != "-":
        return _simple(words[1:])
    if not words:
        return []
    program = words[0].rsplit("/", 1)[-1] if words[0].startswith(("/bin/", "/usr/bin/")) else words[0]
    rest = list(words[1:])
    if program in ("egrep", "fgrep"):
        rest, program = ["-E" if program[0] == "e" else "-F", *rest], "grep"
    if program in _AS_WRITTEN:
        return [program, *rest]
    if program == "find":
        return [program, *_search(search(rest), rest)]
    read = parse(spec_of(program), rest)
    options = sorted(_option(program, given, read, rest) for given in read.given)
    inner = [] if read.inner is None else _simple(rest[read.inner :])
    path = read.words[: len(read.path)]
    assigned = (rest[at] for at in read.assigned)
    operands = (rest[at] for at in read.operands)
    return [program, *(rest[at] for at in path), *(it for each in options for it in each), *assigned, *operands, *inner]


def _option(program: str, given: GivenOption, read: Arguments, texts: Sequence[str]) -> tuple[str, ...]:
    """An option as it is written everywhere: the shortest of its spellings, with its value."""
    values: list[str] = []
    if given.value_at is not None:
        more = given.option.arity if given.option is not None and given.value_at != given.at else 1
        values = [texts[given.value_at][given.start :], *texts[given.value_at + 1 : given.value_at + more]]
    if given.option is None:
        return (given.name + "".join(f"={value}" for value in values),)
    name = next(
        (_SAME[program, it] for it in given.option.spellings if (program, it) in _SAME), _shortest(given.option)
    )
    if read.spec.word_options or len(values) > 1:
        return (name, *values)
    return (name + "".join(f"={_ESCAPED.sub('', value)}" for value in values),)


_ESCAPED = re.compile(r"\\(?=[|&;()<>]+\Z)")
"""What marks a word that looks like an operator, which a value cannot be taken for."""


def _shortest(option: Option) -> str:
    return min((it for it in option.spellings if it != "-NUM"), key=len, default="-n")


def _search(read: Search, texts: Sequence[str]) -> list[str]:
    """The arguments of a `find`: its tests in their order, what is done without being asked for left out."""
    found = [*(term.name for term in read.settings), *(texts[at] for at in read.roots)]
    plain = not any(term.name in ("-o", ",") or term.kind == "run" for term in read.terms)
    acts = [term.name for term in read.terms if term.name in PRINTS or term.name == "-delete"]
    for term in read.terms:
        if term.name == "-a" or (term.name == "-print" and plain and acts == ["-print"]):
            continue
        name = term.option.spellings[0] if term.option else term.name
        found += [name, *(texts[at] for at in term.values)]
        if term.kind == "run" and term.finished:
            found.append(texts[term.values[-1] + 1] if term.values else ";")
    return found
