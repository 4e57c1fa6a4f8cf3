"""What a find finds: where it starts, and which tests have held when it comes to an action."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...interpreter.model import Word
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
_EXECUTING = frozenset(("-exec", "-execdir", "-ok", "-okdir"))
_PRINTING = set_of("-print -print0 -printf -fprint -fprint0 -ls -fls")


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
    roots: list[Word] = []
    for word, shape in zip(call.command.arguments, call.texts, strict=True):
        if shape in ("-H", "-L", "-P") or re.match(r"-O\d\Z|-D\Z", shape):
            continue
        if shape[:1] == "-" or shape in ("!", "(", ")", ","):
            break
        roots.append(word)
    return tuple(roots)


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
        self.acting = acting
        self.at = 0
        self.reached: list[tuple[Check, ...]] = []
        self.printed: list[tuple[Check, ...]] = []
        self.depth = 0

    def alternatives(self, outer: tuple[Check, ...]) -> tuple[Check, ...]:
        """Read up to the end or the closing bracket: the tests that hold in every alternative."""
        branches: list[tuple[Check, ...]] = []
        own: list[Check] = []
        negated = False
        count = len(self.texts)
        while self.at < count:
            text = self.texts[self.at]
            self.at += 1
            following = self.texts[self.at] if self.at < count else ""
            if text in ("!", "-not"):
                negated = not negated
                continue
            if text in ("-o", "-or", ","):
                branches.append(tuple(own))
                own = []
            elif text in ("(", "\\(") and self.depth < 40:
                self.depth += 1
                inner = self.alternatives((*outer, *own))
                self.depth -= 1
                own.extend(Check(each.name, each.value, each.negated != negated) for each in inner)
            elif text in (")", "\\)"):
                if self.depth:
                    break
            elif text in _EXECUTING:
                words = self._executed(text, (*outer, *own))
                if words[1:2] in (["test"], ["["]) and negated and words[2:3] in (["-e"], ["-s"], ["-L"]):
                    own.append(Check("-exec", " ".join(words), negated))
            elif text == "-delete" or text in _PRINTING:
                if self.acting((text,)):
                    self.reached.append((*outer, *own))
                elif text in _PRINTING:
                    self.printed.append((*outer, *own))
            elif text == "-type" and following == "l" and not negated:
                own.append(Check(text, following))  # a link goes, what it points to stays
                self.at += 1
            elif text in NARROWING:
                own.append(Check(text, following, negated))
                self.at += text not in ("-empty", "-nouser", "-nogroup")
            negated = False
        branches.append(tuple(own))
        if len(branches) > 1 and not all(narrow(branch) for branch in branches):
            return ()
        return tuple(test for branch in branches for test in branch)

    def _executed(self, text: str, tests: tuple[Check, ...]) -> list[str]:
        words = [text]
        while self.at < len(self.texts):
            following = self.texts[self.at]
            self.at += 1
            if following in (";", "+", "\\;"):
                break
            words.append(following)
        if self.acting(words):
            self.reached.append(tests)
        return words
