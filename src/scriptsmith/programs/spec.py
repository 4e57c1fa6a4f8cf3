"""The spec of a program: its options and what they take, its operands, its subcommands, what it wraps; read from text.

`data/README.md` describes the format. A file is indexed by program when it is first asked for, and the blocks of a
program are parsed when somebody asks about that program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

Takes: TypeAlias = Literal["nothing", "required", "attached", "lenient"]
"""Whether an option has a value: no, always, only when it is attached, or as the next word when that is no option."""

_ROLES = """
reads writes appends begins edits moves deletes folder runs command code sql host url unit namespace user group process
signal device image container package ref name pattern amount format text key secret variable
"""
ROLES = frozenset(_ROLES.split())
DATA = Path(__file__).parent / "data"


class Option(NamedTuple):
    """One option under all its spellings. `arity` is the number of words that it takes, `role` what the value is to
    the program, `says` what is told of it (None: nobody has put it into words)."""

    spellings: tuple[str, ...]
    takes: Takes = "nothing"
    arity: int = 0
    role: str = ""
    says: str | None = None


class Operand(NamedTuple):
    """What an operand is to the program, and what is told of it."""

    role: str = ""
    says: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """What is known of one program or subcommand.

    `closed`: an option that is not here does not exist; `subcommands_closed`: the same of subcommands. `shared`: the
    options hold behind the subcommand too. `word_options`: one dash and several letters is one option. `exact`: no
    abbreviations. `first`: options end at the first operand. `wraps`: how many operands stand before the command that
    it starts. `letters`: the first word may be options without a dash. `verbs`: the first operand is a subcommand, and
    not all of them are here. `traits` are further flags: of a wrapper, `looks`, what it needs. `conditional` is what
    operands (and values, by the spelling of their option) are when an option is given, by that option's spelling;
    `makes` begins the names of the files that are written where no beginning is given.
    """

    name: str
    says: str | None = None
    options: Mapping[str, Option] = field(default_factory=dict)
    operands: Mapping[str, Operand] = field(default_factory=dict)
    conditional: Mapping[str, Mapping[str, Operand]] = field(default_factory=dict)
    makes: str = ""
    subcommands: Mapping[str, Spec] = field(default_factory=dict)
    closed: bool = False
    subcommands_closed: bool = False
    shared: bool = False
    word_options: bool = False
    exact: bool = False
    first: bool = False
    wraps: int | None = None
    letters: bool = False
    verbs: bool = False
    traits: frozenset[str] = frozenset()
    plus: bool = False
    numbers: bool = False

    @property
    def has_subcommands(self) -> bool:
        """Whether the first operand is a subcommand."""
        return self.verbs or bool(self.subcommands)

    def wide(self, name: str) -> tuple[Option, ...]:
        """The options whose long spelling begins with `name`, each once."""
        return tuple({id(it): it for full, it in self.options.items() if full.startswith(name)}.values())


class BadSpec(ValueError):
    """A line of the data that is not in the format; the message names the line."""


def spec_of(program: str) -> Spec | None:
    """What is known of a program, None when nothing is."""
    return _shipped(program) if program in shipped_blocks() else None


@cache
def wrapping() -> frozenset[str]:
    """The programs that start another one, as such or by one of their subcommands."""
    blocks = {block for found in shipped_blocks().values() for block in found if "\n  @ wraps " in block}
    return frozenset(index(blocks))


@cache
def needing(what: str) -> frozenset[str]:
    """The programs that need what a sandbox has not: `network` (another machine to talk to) or `service` (a service, a
    cluster or the kernel to ask)."""
    blocks = {block for found in shipped_blocks().values() for block in found if f"\n  @ {what}" in block}
    return frozenset(index(blocks))


@cache
def _shipped(program: str) -> Spec | None:
    return read_spec(program, shipped_blocks())


@cache
def shipped_blocks() -> Mapping[str, list[str]]:
    """The blocks of the shipped data by the program's name, unread."""
    return index(file.read_text(encoding="utf-8") for file in sorted(DATA.glob("*.txt")))


def index(texts: Iterable[str]) -> dict[str, list[str]]:
    """The blocks of texts by the first word of every name in their headers, as they are written."""
    found: dict[str, list[str]] = {}
    for text in texts:
        for block in _BLOCK.findall(text):
            header = block.partition("\n")[0].partition(": ")[0]
            for program in dict.fromkeys(
                program for name in header.split(", ") for program in name.partition(" ")[0].split("|")
            ):
                found.setdefault(program, []).append(block)
    return found


_BLOCK = re.compile(r"^[^\s#].*(?:\n(?:[ \t].*|#.*|)$)*", re.MULTILINE)


@dataclass(slots=True)
class _Draft:
    """A spec that is being read."""

    says: str | None = None
    options: dict[str, Option] = field(default_factory=dict)
    operands: dict[str, Operand] = field(default_factory=dict)
    conditional: dict[str, dict[str, Operand]] = field(default_factory=dict)
    makes: str = ""
    flags: set[str] = field(default_factory=set)
    like: list[str] = field(default_factory=list)
    below: list[tuple[str, ...]] = field(default_factory=list)


def read_spec(program: str, blocks: Mapping[str, list[str]]) -> Spec | None:
    """The spec of `program` with all its subcommands; raises `BadSpec`."""
    drafts: dict[tuple[str, ...], _Draft] = {}
    for block in blocks.get(program, ()):
        header, *lines = block.splitlines()
        names, colon, says = header.partition(": ")
        told = [line.strip() for line in lines if line.strip() and line[0] != "#"]
        for path in header_paths(names, program):
            draft = _draft(path, drafts)
            draft.says = says.strip() if colon else draft.says
            for line in told:
                _read_line(line, draft)
    return _finished((program,), drafts, blocks) if (program,) in drafts else None


def _draft(path: tuple[str, ...], drafts: dict[tuple[str, ...], _Draft]) -> _Draft:
    """The draft of `path`; what leads to it is there too, with or without a block of its own."""
    found = drafts.get(path)
    if found is None:
        found = drafts[path] = _Draft()
        if len(path) > 1:
            _draft(path[:-1], drafts).below.append(path)
    return found


def header_paths(names: str, program: str) -> Iterator[tuple[str, ...]]:
    """The paths of words that begin with `program`: of `docker|podman rm, git push` and docker, `docker rm`."""
    for name in names.split(", "):
        first, *rest = name.split()
        if program in first.split("|"):
            yield from product((program,), *(word.split("|") for word in rest))


def _finished(path: tuple[str, ...], drafts: Mapping[tuple[str, ...], _Draft], blocks: Mapping[str, list[str]]) -> Spec:
    draft = drafts[path]
    subcommands = {other[-1]: _finished(other, drafts, blocks) for other in draft.below}
    options: dict[str, Option] = {}
    closed = "closed" in draft.flags
    for name in draft.like:
        other = _named(name, path, drafts, blocks)
        options.update(other.options)
    _add(draft.options, options)
    if "-NUM" in options:  # a program that takes any number is seen to take each digit when it is asked
        options = {name: it for name, it in options.items() if not re.fullmatch(r"-\d", name) or len(it.spellings) > 1}
    wraps = next((int(flag.split()[1]) for flag in draft.flags if flag.startswith("wraps ")), None)
    return Spec(
        name=" ".join(path),
        says=draft.says,
        options=options,
        operands=draft.operands,
        conditional=draft.conditional,
        makes=draft.makes,
        subcommands=subcommands,
        closed=closed,
        subcommands_closed="subcommands closed" in draft.flags,
        shared="global" in draft.flags,
        word_options="words" in draft.flags,
        exact="exact" in draft.flags,
        first="first" in draft.flags or wraps is not None,
        wraps=wraps,
        letters="letters" in draft.flags,
        verbs="verbs" in draft.flags,
        traits=frozenset(draft.flags & _TRAITS),
        plus=any(spelling[0] == "+" for spelling in options),
        numbers="-NUM" in options,
    )


def _add(own: Mapping[str, Option], options: dict[str, Option]) -> None:
    """Lay a block's own options over those of the block that it is like; words and role stay where it tells none."""
    for option in {id(it): it for it in own.values()}.values():
        known = next((options[name] for name in option.spellings if name in options), None)
        if known is not None:
            says = known.says if option.says is None else option.says
            option = option._replace(role=option.role or known.role, says=says)
        for name in option.spellings:
            options[name] = option


def _named(
    name: str,
    path: tuple[str, ...],
    drafts: Mapping[tuple[str, ...], _Draft],
    blocks: Mapping[str, list[str]],
) -> Spec:
    """The spec whose options another one has too; raises `BadSpec` when there is none."""
    program, *rest = name.split()
    found: Spec | None
    if program == path[0]:
        if (program, *rest) not in drafts or (program, *rest) == path:
            raise BadSpec(f"{' '.join(path)} is like {name}, which is not there")
        return _finished((program, *rest), drafts, blocks)
    found = read_spec(program, blocks)
    for word in rest:
        found = found.subcommands.get(word) if found else None
    if found is None:
        raise BadSpec(f"{' '.join(path)} is like {name}, which is not there")
    return found


_TRAITS = frozenset(
    ("assigns", "privileged", "shown", "host", "text", "adjusts", "looks", "changes", "network", "service")
)
_FLAGS = _TRAITS | {
    "closed", "subcommands closed", "global", "words", "exact", "first", "letters", "verbs",
}  # fmt: skip
_GAP = re.compile(r"\s{2,}")
_OPTION = re.compile(r"(?P<name>[-+][^\s=\[]*(?:\[no-\][^\s=\[]*)?)(?P<value>.*)")
_OPERAND = re.compile(
    r"=(?P<at>-?\d*|-[-\w]+)(?: with (?P<given>\S+))?(?:\s+(?P<role>[a-z]+))?(?:\s{2,}(?P<says>.*))?\Z"
)


def _read_line(line: str, draft: _Draft) -> None:
    if line[0] == "@":
        for flag in line[1:].split(","):
            _read_flag(flag.strip(), draft)
    elif line[0] == "=":
        found = _OPERAND.match(line)
        if found is None or (found["role"] and found["role"] not in ROLES):
            raise BadSpec(f"no operand line: {line}")
        told = Operand(found["role"] or "", found["says"])
        if found["given"]:
            for name in found["given"].split("|"):
                draft.conditional.setdefault(name, {})[found["at"]] = told
        else:
            old = draft.operands.get(found["at"], Operand())
            draft.operands[found["at"]] = Operand(told.role or old.role, old.says if told.says is None else told.says)
    elif line[0] in "-+":
        for option in _read_option(line):
            known = next((draft.options[name] for name in option.spellings if name in draft.options), None)
            if known is not None:
                option = _united(known, option)
            for name in option.spellings:
                draft.options[name] = option
    else:
        raise BadSpec(f"neither option nor operand nor flag: {line}")


def _read_flag(flag: str, draft: _Draft) -> None:
    name, _, rest = flag.partition(" ")
    if name == "like":
        draft.like.append(rest)
        return
    if name == "makes":
        draft.makes = rest
        return
    if name == "wraps":
        number, *traits = rest.split()
        if not number.isdigit() or not _TRAITS.issuperset(traits):
            raise BadSpec(f"no flag: {flag}")
        draft.flags |= {f"wraps {number}", *traits}
        return
    if flag not in _FLAGS:
        raise BadSpec(f"no flag: {flag}")
    draft.flags.add(flag)


@cache
def _read_option(line: str) -> tuple[Option, ...]:
    """The option of a line, two where `--[no-]x` stands for both; many blocks share a line."""
    spelled, *rest = _GAP.split(line, maxsplit=1)
    names: list[str] = []
    value = ""
    for piece in spelled.split(", "):
        found = _OPTION.fullmatch(piece)
        if found is None or len(found["name"]) < 2:
            raise BadSpec(f"no option line: {line}")
        names.append(found["name"])
        value = found["value"] or value
    takes, count, role = _read_value(value, line)
    says = rest[0].strip() if rest else None
    plain = tuple(name.replace("[no-]", "") for name in names)
    negated = tuple(name.replace("[no-]", "no-") for name in names if "[no-]" in name)
    return (Option(plain, takes, count, role, says), *((Option(negated),) if negated else ()))


def _read_value(value: str, line: str) -> tuple[Takes, int, str]:
    if not value:
        return "nothing", 0, ""
    takes: Takes = "required"
    inner = value
    if value[0] == "[":
        if value[-1] != "]":
            raise BadSpec(f"no option line: {line}")
        inner = value[1:-1]
        takes = "lenient" if inner[:1] == " " else "attached"
    words = inner.lstrip("= ").split()
    role = next((word for word in words if word.islower()), "")
    if role and role not in ROLES:
        raise BadSpec(f"no role {role!r}: {line}")
    return takes, max(1, len(words)), role


def _united(old: Option, new: Option) -> Option:
    """One option told twice: the later value, and the words and the role of whichever has them."""
    return new._replace(
        spellings=tuple(dict.fromkeys((*old.spellings, *new.spellings))),
        role=new.role or old.role,
        says=new.says if new.says is not None else old.says,
    )


UNKNOWN_PROGRAM = Spec(name="")
"""What is assumed of a program that nobody knows: no option takes the next word."""
