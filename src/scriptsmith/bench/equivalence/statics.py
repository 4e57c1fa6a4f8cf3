"""Two commands compared as text: what is mere spelling is taken away, and what is left of the difference is named."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from .spelling import OPERATORS, normal, words

Kind: TypeAlias = Literal["same", "literal", "option", "operator", "program", "structure"]
"""How two commands differ: not at all but in spelling; in one value; in options alone; in an operator such as `>` and
`>>` or a test's negation; in the name of a program; or in more than that."""

_HARMLESS = frozenset(["-v", "--verbose", "-print", "-p", "-depth", "-H"])
_KEYWORDS = frozenset(
    ("print", "printf", "NR", "NF", "END", "BEGIN", "OFS", "FS", "in", "do", "done", "read", "f", "i", "if", "then")
)
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?[a-zA-Z%]{0,3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What is left of the difference of two commands. `removed` and `added` are words; `alike` in [0, 1] is how much
    of both is the same, `literals` whether both carry the same values (numbers, paths, patterns)."""

    kind: Kind
    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    alike: float = 1.0
    literals: bool = True

    @property
    def small(self) -> bool:
        """Whether one command looks like the other with one thing changed."""
        return self.kind in ("literal", "option", "operator")


def _literal(word: str) -> bool:
    return not word.startswith("-") and word not in OPERATORS and word not in ("!", "{}", "+", "$", "\\;")


def literals(command: str) -> frozenset[str]:
    """The values that `command` carries: numbers, paths, patterns, without names of programs and options."""
    found = set()
    start = True
    for word in normal(command):
        if word in OPERATORS:
            start = word not in (">", ">>", "<")
            continue
        if word in ("do", "then", "else"):
            start = True
            continue
        word = re.sub(r"^--?[\w-]+=", "", word)  # the value of an option
        if not start and _literal(word):
            word = re.sub(r"\$\{[^}]*\}|\$[A-Za-z_]\w*", "", word)
            parts = {part for part in re.findall(r"[\w.*?/%~+-]+", word) if re.search(r"\w", part)} - _KEYWORDS
            for part in parts:  # a pattern with its folder is the folder and the pattern
                folder, slash, name = part.rpartition("/")
                found |= {folder, name} if slash and re.search(r"[*?]", name) else {part}
        elif re.fullmatch(r"-\w.+", word) and re.search(r"\d", word):  # one of find, as in `-mtime -5`
            found.add(word[2:])
        start = False
    return frozenset(each.strip("/") for each in found) - programs(command) - {""}


@lru_cache(maxsize=4096)
def difference(first: str, second: str) -> Difference:
    """What is left of the difference of `first` and `second` when their spelling is taken away."""
    one, other = normal(first), normal(second)
    same = literals(first) == literals(second)
    if one == other:
        return Difference(kind="same")
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    removed: list[str] = []
    added: list[str] = []
    edits = 0
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            edits += 1
            removed += one[a:b]
            added += other[c:d]
    kind = _kind(removed, added, edits)
    if kind == "operator" and "-v" in removed + added and not touched(first, second) & {"grep", "egrep", "zgrep"}:
        kind = "option"
    if "find" in one and sorted(removed) == sorted(added) and not {"-o", "!", "(", "-prune"} & set(one):
        kind = "structure"  # tests in another order
    if kind not in ("operator", "option") and programs(first) != programs(second):
        kind = "program" if len(removed) == len(added) == 1 else "structure"
    return Difference(
        kind=kind,
        removed=tuple(removed),
        added=tuple(added),
        alike=matcher.ratio(),
        literals=same,
    )


def _kind(removed: list[str], added: list[str], edits: int) -> Kind:
    changed = removed + added
    if edits > 2 or len(changed) > 4:
        return "structure"
    if (
        any(word in (">", ">>", "!", "-o", "&&", "||", "-v") for word in changed)
        and len(changed) <= 2
        and edits <= 2
        and (all(word in OPERATORS or word == "!" or word.startswith("-") for word in changed))
    ):
        return "operator" if "-v" not in changed or len(changed) == 1 else "option"
    if all(word.startswith("-") for word in changed):
        if len(removed) != 1 or len(added) != 1:
            return "option"
        (one, equals, _), (other, also, _) = (word.partition("=") for word in changed)
        if equals or also or one[:2] == "--":
            return "literal" if equals and one == other else "option"
        return "literal" if one[:2] == other[:2] and len(one) > 2 else "option"
    several = len(removed) == 2 and any(word.startswith("-") for word in changed)
    if (
        len(removed) == len(added) <= 2
        and not several
        and all(_pairs(one, other) for one, other in zip(removed, added, strict=True))
    ):
        return "literal"
    if all(word.startswith("-") or _NUMBER.fullmatch(word) or word in ("f", "d", "l") for word in changed):
        return "option"
    return "structure"


def _pairs(one: str, other: str) -> bool:
    """Whether `other` can stand where `one` stood, a value for a value."""
    if one in OPERATORS or other in OPERATORS:
        return False
    if one.startswith("-") or other.startswith("-"):
        return one[:1] == other[:1]
    return True


def paths(command: str) -> frozenset[str]:
    """The absolute paths that `command` names, with braces written out."""
    found = set()
    for word in words(command):
        if word.startswith("/"):
            opened = re.fullmatch(r"([^{}]*)\{([^{}]*,[^{}]*)\}([^{}]*)", word)
            found |= {f"{opened[1]}{part}{opened[3]}" for part in opened[2].split(",")} if opened else {word}
    return frozenset(path.rstrip("/") or "/" for path in found)


def contradicts(one: Difference, action: str) -> bool:
    """Whether the one value in which two commands differ is a word that `action` has and the other's is none."""
    if one.kind != "literal":
        return False
    said = {word.lower() for word in re.findall(r"\w+", action)}
    removed, added = (
        {word.lower() for each in words for word in re.findall(r"[A-Za-z]\w{2,}", each)}
        for words in (one.removed, one.added)
    )
    gone, new = removed - added, added - removed
    return bool(gone and new) and gone <= said and not new & said


def cased(one: Difference) -> bool:
    """Whether the two differ only in whether letter case counts."""
    changed = set(one.removed + one.added) - {"-type", "f"}
    return bool(changed) and (changed <= {"-i"} or changed == {"-name", "-iname"})


def harmless(one: Difference) -> bool:
    """Whether only options were added or dropped that change no more than how talkative a command is."""
    return one.kind == "option" and set(one.removed + one.added) <= _HARMLESS


def touched(first: str, second: str) -> frozenset[str]:
    """The programs that begin a part of one command which the other has not."""
    stages = []
    for command in (first, second):
        parts: list[tuple[str, ...]] = [()]
        for word in normal(command):
            parts = [*parts, ()] if word in OPERATORS else [*parts[:-1], (*parts[-1], word)]
        stages.append(set(parts))
    return frozenset(part[0] for part in stages[0] ^ stages[1] if part)


@lru_cache(maxsize=4096)
def programs(command: str) -> frozenset[str]:
    """The programs that `command` starts by name, those behind `xargs` and `-exec` included."""
    found, before = set(), ""
    for word in words(command):
        if before in OPERATORS - {">", ">>", "<", "<<<", "2>"} or before in ("", "xargs", "-exec", "sudo"):
            found |= {word} - {each for each in (word,) if "=" in each}
        before = word
    return frozenset(found)
