"""`find`: its whole expression language in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..controlled_language import Clause, Step

_TYPES = {
    "f": "regular files",
    "d": "directories",
    "l": "symbolic links",
    "p": "named pipes",
    "s": "sockets",
    "b": "block devices",
    "c": "character devices",
}
_NUMBERED = {
    "-mtime": ("last modified {} days ago", "days"),
    "-atime": ("last accessed {} days ago", "days"),
    "-ctime": ("with a status changed {} days ago", "days"),
    "-mmin": ("last modified {} minutes ago", "minutes"),
    "-amin": ("last accessed {} minutes ago", "minutes"),
    "-cmin": ("with a status changed {} minutes ago", "minutes"),
    "-used": ("used {} days after a change", "days"),
}
_VALUED = {
    "-name": "named {}",
    "-iname": "named in any case {}",
    "-path": "with a path like {}",
    "-wholename": "with a path like {}",
    "-ipath": "with a path in any case like {}",
    "-iwholename": "with a path in any case like {}",
    "-regex": "with a path matching the pattern {}",
    "-iregex": "with a path in any case matching the pattern {}",
    "-lname": "linking to {}",
    "-ilname": "linking in any case to {}",
    "-newer": "modified later than the file {}",
    "-mnewer": "modified later than the file {}",
    "-anewer": "accessed later than the file {}",
    "-cnewer": "with a status changed later than the file {}",
    "-newermt": "modified later than the date {}",
    "-newerat": "accessed later than the date {}",
    "-newerct": "with a status changed later than the date {}",
    "-user": "owned by user {}",
    "-uid": "owned by user {}",
    "-group": "belonging to group {}",
    "-gid": "belonging to group {}",
    "-inum": "with the inode {}",
    "-samefile": "being the same file as {}",
    "-fstype": "on a filesystem of type {}",
    "-context": "with the context {}",
    "-maxdepth": "at most {} levels deep",
    "-mindepth": "at least {} levels deep",
}
_PLAIN = {
    "-empty": "that are empty",
    "-executable": "that are executable",
    "-readable": "that are readable",
    "-writable": "that are writable",
    "-nouser": "without a known user",
    "-nogroup": "without a known group",
    "-xdev": "on the same filesystem only",
    "-mount": "on the same filesystem only",
    "-depth": "content before directories",
    "-d": "content before directories",
    "-follow": "following symbolic links",
    "-daystart": "counting from the start of the day",
    "-quit": "stopping after the first",
    "-false": "never",
}
_ACTS = {"-delete": "deletes them", "-ls": "lists them in long format with details"}
_WRITES = {"-fprint": "writes their paths", "-fls": "writes their details", "-fprint0": "writes their paths"}
_SILENT = frozenset(
    ("-print", "-true", "-noleaf", "-warn", "-nowarn", "-ignore_readdir_race", "-a", "-and", ",", "-H", "-P")
)
_OPTIONS = {
    "-L": "following symbolic links",
    "-H": "",
    "-P": "",
    "-O1": "",
    "-O2": "",
    "-O3": "",
    "-E": "",
    "-X": "",
    "-x": "",
}
_COMPARED = {"+": "more than ", "-": "less than ", "": "exactly "}
_DEEP = frozenset(("-maxdepth", "-mindepth"))


class Found(NamedTuple):
    """What a call of `find` says: the steps, and the commands it runs on what it finds, as argument lists."""

    step: Step
    acts: tuple[Step, ...]
    runs: tuple[tuple[str, tuple[str, ...]], ...]


def compared(value: str) -> tuple[str, str]:
    """How a number is compared, in words, and the number without its sign."""
    sign = value[:1] if value[:1] in "+-" else ""
    return _COMPARED[sign], value[len(sign) :]


def found(arguments: Sequence[str]) -> Found:
    """The meaning of `find ARGUMENTS`."""
    words = list(arguments)
    clauses: list[Clause] = []
    at = 0
    while at < len(words) and (words[at] in _OPTIONS):
        if says := _OPTIONS[words[at]]:
            clauses.append(Clause(says))
        at += 1
    roots = []
    while at < len(words) and not words[at].startswith("-") and words[at] not in ("(", ")", "!", ","):
        roots.append(words[at])
        at += 1
    types: list[str] = []
    acts: list[Step] = []
    runs: list[tuple[str, tuple[str, ...]]] = []
    shallow = False
    negated = either = 0
    groups: list[int] = []
    while at < len(words):
        word = words[at]
        at += 1
        value = words[at] if at < len(words) else ""
        lead = ("or " if either else "") + ("not " if negated % 2 else "")
        made: Clause | None = None
        if word in ("!", "-not"):
            negated += 1
            continue
        if word == "(":
            groups.append(negated)
            continue
        if word == ")":
            negated = 0
            if groups:
                groups.pop()
            either = 0
            continue
        if word in ("-o", "-or"):
            either, negated = 1, sum(groups[-1:])
            if clauses and clauses[-1].template == "not going into these":
                either = 0
            continue
        if word == "-type" or word == "-xtype":
            at += 1
            names = [_TYPES.get(letter, "") for letter in value.split(",")]
            if all(names) and not lead and not types:
                types = names
            else:
                made = Clause(f"{lead}being {' or '.join(name or 'something unknown' for name in names)}")
        elif word in _NUMBERED:
            at += 1
            sign, number = compared(value)
            template = _NUMBERED[word][0].replace("{}", sign + "{}")
            made = Clause(lead + template, (number,))
        elif word == "-size":
            at += 1
            sign, number = compared(value)
            made = Clause(f"{lead}of {sign}{{}} size", (number,))
        elif word == "-links":
            at += 1
            sign, number = compared(value)
            made = Clause(f"{lead}with {sign}{{}} hard links", (number,))
        elif word == "-perm":
            at += 1
            how = {"-": "with at least the permissions {}", "/": "with any of the permissions {}"}
            how["+"] = how["/"]
            sign = value[:1] if value[:1] in how else ""
            made = Clause(lead + how.get(sign, "with exactly the permissions {}"), (value[len(sign) :],))
        elif word in _VALUED or word.startswith("-newer"):
            at += 1
            template = _VALUED.get(word, "modified later than the file {}")
            if word == "-maxdepth":
                shallow = shallow or value == "1"
            made = Clause(("" if word in _DEEP else lead) + template, (value,))
        elif word in _PLAIN:
            made = Clause(lead + _PLAIN[word])
        elif word == "-prune":
            made = Clause("not going into these")
            negated = 0
        elif word in _ACTS:
            acts.append(Step((Clause(_ACTS[word]),), "and then"))
        elif word == "-print0":
            made = Clause("with zero bytes after names")
        elif word == "-printf":
            at += 1
            made = Clause("printing them in the format {}", (value,))
        elif word in _WRITES or word == "-fprintf":
            at += 1 + (word == "-fprintf")
            acts.append(
                Step((Clause(_WRITES.get(word, "writes their details")), Clause("into {}", (value,))), "and then")
            )
        elif word == "-regextype":
            at += 1
        elif word in ("-exec", "-execdir", "-ok", "-okdir"):
            end = next((n for n in range(at, len(words)) if words[n] in (";", "\\;", "+")), len(words))
            runs.append((word, tuple(words[at:end])))
            if end == len(words):
                made = Clause("with an unfinished {}", (word,))
            at = end + 1
        elif word in _SILENT:
            pass
        elif not word.startswith("-"):
            made = Clause("with the misplaced argument {}", (word,))
        else:
            made = Clause("with the unknown option {}", (word,))
        if word not in _SILENT and word not in _ACTS:
            negated = sum(groups[-1:])
            either = 0
        if made is not None:
            clauses.append(made)
    kinds = " and ".join(types) if types else "files and directories"
    where = "directly in {}" if shallow else "below {}"
    places = [Clause(where, (root,)) for root in roots] or [Clause(where.replace("{}", "the current directory"))]
    return Found(Step((Clause(f"finds {kinds}"), *places, *clauses)), tuple(acts), tuple(runs))
