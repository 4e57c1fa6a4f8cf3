"""What a find finds: where it starts, and which tests have held when it comes to an action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...interpreter.model import Word
from ...programs.find import PRINTS, search
from .invocation import Invocation
from .word_lists import row_of, set_of

NAMING = row_of("-name -iname -path -ipath -regex -iregex -wholename -iwholename")
AGES = set_of("-mtime -mmin -atime -amin -ctime -cmin -size -newer -newermt -empty")
NARROWING = frozenset(
    (
        *NAMING,
        *row_of(
            "-mtime -mmin -atime -amin -ctime -cmin -newer -anewer -cnewer -size -empty -user -uid -group -gid -nouser "
            "-nogroup -inum -samefile -perm -links -newermt -newerct -newerat -lname -xtype -fstype"
        ),
    )
)


@dataclass(frozen=True, slots=True)
class Check:
    """One test of a find that keeps something out, with its value."""

    name: str
    value: str
    negated: bool = False

    @property
    def narrows(self) -> bool:
        """Whether little is left: `! -name x` leaves nearly everything, and `-name '*'` does so too."""
        if self.name in ("-mtime", "-mmin", "-ctime", "-atime") and self.value in ("+0", "-1", "+-1"):
            return False
        return self.name not in NAMING or (not self.negated and bool(self.value.strip("*?")))


# Whether the words of an action, its name first, are what is asked about.
Acting = Callable[[Sequence[str]], bool]


def find_roots(call: Invocation) -> tuple[Word, ...]:
    """The folders at which a find starts."""
    return tuple(call.command.arguments[at] for at in search(call.texts).roots)


def checks(call: Invocation, acting: Acting) -> tuple[Check, ...]:
    """The tests that hold whenever a find comes to an action of that kind; of several such actions, those of the one
    that is tested least. Where there is none, what it prints counts as the action, as in `find … | xargs rm`."""
    reader = _Reader(call.texts, acting)
    whole = reader.alternatives(())
    if reader.reached:
        return min(reader.reached, key=narrow)
    if reader.printed:
        return min(reader.printed, key=narrow)
    return whole


def narrow(tests: Sequence[Check]) -> bool:
    """Whether one of the tests leaves little."""
    return any(test.narrows for test in tests)


class _Reader:
    """Reads the expression of one find; `reached` are the tests before each action that is asked about."""

    def __init__(self, texts: Sequence[str], acting: Acting) -> None:
        self.texts = texts
        self.terms = iter(search(texts).terms)
        self.acting = acting
        self.reached: list[tuple[Check, ...]] = []
        self.printed: list[tuple[Check, ...]] = []
        self.depth = 0

    def alternatives(self, outer: tuple[Check, ...]) -> tuple[Check, ...]:
        """Read up to the end or the closing bracket: the tests that hold in every alternative."""
        branches: list[tuple[Check, ...]] = []
        own: list[Check] = []
        negated = False
        for term in self.terms:
            name = term.name
            words = [self.texts[at] for at in term.values]
            if name == "!":
                negated = not negated
                continue
            if name in ("-o", ","):
                branches.append(tuple(own))
                own = []
            elif name == "(" and self.depth < 40:
                self.depth += 1
                inner = self.alternatives((*outer, *own))
                self.depth -= 1
                own.extend(Check(each.name, each.value, each.negated != negated) for each in inner)
            elif name == ")" and self.depth:
                break
            elif term.kind == "run":
                if self.acting((name, *words)):
                    self.reached.append((*outer, *own))
                if negated and words[:1] in (["test"], ["["]) and words[1:2] in (["-e"], ["-s"], ["-L"]):
                    own.append(Check("-exec", " ".join((name, *words)), negated))
            elif name == "-delete" or name in PRINTS:
                if self.acting((name,)):
                    self.reached.append((*outer, *own))
                elif name in PRINTS:
                    self.printed.append((*outer, *own))
            elif name in NARROWING or (name == "-type" and words == ["l"] and not negated):
                # where only links are found, a link goes, and what it points to stays
                own.append(Check(name, "".join(words), negated))
            negated = False
        branches.append(tuple(own))
        if len(branches) > 1 and not all(narrow(branch) for branch in branches):
            return ()
        return tuple(test for branch in branches for test in branch)
