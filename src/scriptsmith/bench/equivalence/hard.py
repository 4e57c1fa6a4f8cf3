"""Hard non-equivalents: commands made from a right one by one change that the action names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ...core.fixtures import Planted
from . import spelling

_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_MORE = (
    r"more|less|older|newer|over|last|within|larger|bigger|greater|smaller|above|below|under|exceed|at least|"
    r"past|ago|large"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A changed command, by which `rule`, and what was changed into what."""

    command: str
    rule: str
    before: str
    after: str


_DOWN = r"descending|reverse|largest|biggest|most|top|newest"
_CASE = r"\bcase|cased|insensitive"
_NOT = r"not|without|exclud|except|but|other than|n't"
_ONCE = r"uniq|distinct|without dup|duplicate"
_AGE = r"(?<=-size |mtime |-mmin |-amin |-cmin |atime |ctime )"

# What kind of change, where in a command, what it becomes (as `Match.expand` reads it), and what the action must have.
_RULES = (
    ("sign", _AGE + r"\+(?=\d)", "-", _MORE),
    ("sign", _AGE + r"-(?=\d)", "+", _MORE),
    ("unit", r"(?<=-size )([+-]?\d+)k\b", r"\1M", r"\bk|kilo|kb"),
    ("unit", r"(?<=-size )([+-]?\d+)M\b", r"\1k", r"mb|mega|\bm\b|\dm\b"),
    ("unit", r"(?<=-size )([+-]?\d+)c\b", r"\1k", r"byte"),
    ("unit", r"-mtime(?= [+-]?\d)", "-mmin", r"day|week|hour"),
    ("unit", r"-mmin(?= [+-]?\d)", "-mtime", r"min|hour"),
    ("type", r"-type f\b", "-type d", r"files?\b"),
    ("type", r"-type d\b", "-type f", r"director|folder"),
    ("type", r"-type l\b", "-type f", r"link"),
    ("case", r"-iname\b", "-name", _CASE),
    ("case", r"(grep) -i\b", r"\1", _CASE),
    ("case", r"(grep) -(\w*)i(\w+)", r"\1 -\2\3", _CASE),
    ("order", r"(sort(?: -\w+)*) -r\b", r"\1", _DOWN),
    ("order", r"(sort) -(\w*)r(\w+)", r"\1 -\2\3", _DOWN),
    ("order", r"(sort) -(\w+)r\b", r"\1 -\2", _DOWN),
    ("order", r"\bsort(?= *$| *\|)", "sort -r", r"sort|alphabetical|ascending"),
    ("ends", r"\bhead\b", "tail", r"first|top|largest|beginning|biggest|most|smallest|start"),
    ("ends", r"\btail\b", "head", r"last|end|bottom"),
    ("inverted", r"grep(?= )(?! -\w*v)(?! -q)", "grep -v", r"contain|match|with|search|find|filter|grep|line"),
    ("inverted", r"grep -v\b", "grep", _NOT + r"|ignor|differ"),
    ("negation", r"(?:-not|(?<= )\\?!) (?=-\w)", "", _NOT),
    ("junction", r"(?<= )-or?(?= -\w)", "-a", r"\bor\b|\band\b"),
    ("counted", r"wc -l\b", "wc -w", r"\blines?\b"),
    ("counted", r"wc -w\b", "wc -l", r"\bwords?\b"),
    ("counted", r"wc -[cm]\b", "wc -w", r"char|byte"),
    ("hidden", r"ls -a\b", "ls", r"hidden"),
    ("depth", r" -maxdepth \d+", "", r"sub|only|not in|depth|level|current|direct"),
    ("recursion", r"\b(cp|rm|chmod|chown|grep) -[rR]\b", r"\1 ", r"recurs|director|folder|tree|below|under"),
    ("verb", r"(?<!-)\bmv\b", "cp", r"mov|renam"),
    ("verb", r"(?<!-)\bcp\b", "mv", r"cop"),
    ("verb", r"-delete\b", "-print", r"delet|remov|prun"),
    ("verb", r"\brm\b", "ls", r"delet|remov"),
    ("verb", r"\bln -s\b", "cp", r"link"),
    ("append", r"(?<![>&\d])>>(?!>)", ">", r"append|add|end of"),
    ("digest", r"\bmd5sum\b", "sha1sum", r"md5"),
    ("field", r"\{ ?print \$1 ?\}", "{print $2}", r"first|ip|number|count|total|name|source|user|field|column"),
    ("field", r"\{ ?print \$2 ?\}", "{print $3}", r""),
    ("empty", r" -empty\b", "", r"empty"),
    ("mode", r"\b([0-7]{2})[0-6](?= )", r"\g<1>7", r"perm|mode|chmod|[0-7]{3}|read|writ|exec"),
    ("mode", r"\b([ugoa]*)\+([rwx])\b", r"\1-\2", r"perm|mode|chmod|read|writ|exec"),
    ("unique", r"sort -u\b(?= *$| *\| *wc)", "sort", _ONCE),
    ("unique", r" \| uniq\b(?! -)", "", _ONCE),
)


def mutants(action: str, command: str, fixture: tuple[Planted, ...] = ()) -> tuple[Mutant, ...]:
    """Commands that differ from `command` by one change that `action` names, the same ones each time.

    Each is labelled by construction: the changed value stands in the action, or the changed option is what a word of
    the action asks for. None is the same as `command` but for spelling.
    """
    found: dict[str, Mutant] = {}
    for each in (*_ruled(action, command), *_numbers(action, command), *_values(action, command, fixture)):
        if spelling.normal(each.command) != spelling.normal(command):
            found.setdefault(each.command, each)
    return tuple(found.values())


def _changed(command: str, rule: str, found: re.Match[str], after: str, group: int = 0) -> Mutant:
    start, end = found.span(group)
    return Mutant(command=command[:start] + after + command[end:], rule=rule, before=found[group], after=after)


def _ruled(action: str, command: str) -> Iterator[Mutant]:
    words = action.lower()
    for name, pattern, after, when in _RULES:
        found = re.search(pattern, command) if re.search(when, words) else None
        if found:
            yield _changed(command, name, found, found.expand(after))


def _numbers(action: str, command: str) -> Iterator[Mutant]:
    """Numbers that the action names, off by one; not those within names of files."""
    named = set(re.findall(r"(?<![\w./-])\d+(?![\w./]*[/.]\w)", action))
    named |= {str(_WORDS[word]) for word in re.findall(r"[a-z]+", action.lower()) if word in _WORDS}
    for found in re.finditer(r"(?<![\w./$-])([+-]?(?:n )?)(\d+)(?=[ckMG]?(?:[\s|;)}p]|$))", command):
        if found[2] in named and not re.search(r"-maxdepth $|-type $|-perm $|chmod $", command[: found.start()]):
            yield _changed(command, "off by one", found, str(int(found[2]) + 1), 2)


def _values(action: str, command: str, fixture: tuple[Planted, ...]) -> Iterator[Mutant]:
    """Another path of the fixture, another ending of names, another word, where the action names the one that was."""
    kinds = {each.path: each.kind for each in fixture}
    for path in sorted({found for found in re.findall(r"(?<![\w.])/[\w./-]*\w", command) if found in kinds}):
        whole = rf"{re.escape(path)}(?![\w-]|/\w|\.\w)"
        beside = sorted(
            (each for each in kinds if each != path and kinds[each] == kinds[path] and not each.startswith(f"{path}/")),
            key=lambda each: (each.rsplit("/", 1)[0] != path.rsplit("/", 1)[0], each),
        )
        place = re.search(whole, command)
        if beside and place and re.search(whole, action):
            yield _changed(command, "path", place, beside[0])
    for found in re.finditer(r"\*\.([a-z]{1,5})\b", command):
        if re.search(rf"\b{found[1]}\b", action.lower()):
            endings = sorted(
                {each.rsplit(".", 1)[-1] for each in kinds if re.search(r"\w\.[a-z]{1,5}$", each)} - {found[1]}
            )
            if endings:
                yield _changed(command, "ending", found, endings[len(found[1]) % len(endings)], 1)
    for quoted in re.finditer(r"(?<=['\"])(\w{3,})(?=['\"])", action):
        if place := re.search(rf"(?<![\w/.]){re.escape(quoted[1])}(?![\w/.])", command):
            yield _changed(command, "word", place, quoted[1][:-1] + ("x" if quoted[1][-1] != "x" else "y"))
