"""Reads option syntax out of help texts and manual pages: names, values and subcommands, and no sentence of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Takes: TypeAlias = Literal["nothing", "required", "attached", "lenient"]


@dataclass(frozen=True, slots=True)
class Option:
    """One option under all its spellings, what it takes, and the names of its values (documentation only)."""

    spellings: tuple[str, ...]
    takes: Takes = "nothing"
    values: tuple[str, ...] = ()

    def line(self) -> str:
        """The option in the format of `src/scriptsmith/programs/data`."""
        return ", ".join(self.spellings) + self._value()

    def _value(self) -> str:
        name = self.values[0] if self.values else "V"
        if self.takes == "nothing":
            return ""
        if len(self.values) > 1:
            return "".join(" " + each for each in self.values)
        long = self.spellings[-1].startswith("--")
        if self.takes == "lenient":
            return f"[ {name}]"
        if self.takes == "attached":
            return f"[={name}]" if long else f"[{name}]"
        return f"={name}" if long else f" {name}"


_SPELLING = re.compile(r"-<(?:n|number|num)>|-NUM\b|--?(?:\[no-\])?[A-Za-z0-9?@#$%!][A-Za-z0-9_.+:-]*|--no-(?=\s|,|$)")
_SEPARATOR = re.compile(r"\s*(?:,|\||/)\s*|\s+or\s+|\s+(?=--?[A-Za-z0-9?])")
_GAP = re.compile(r"\t|\s{2,}|:$| : | - (?=\S)")
_BRACKETED = {"[": "]", "<": ">", "{": "}", "(": ")", "'": "'", '"': '"'}
_BARE = re.compile(r"[A-Za-z0-9_#%][^\s,|\[\]<>{}()=]*(?:\|[^\s,\[\]<>]+)*")


def option_of(tag: str) -> Option | None:
    """The option that a tag such as `-k, --key=KEY` names, None when it is no option syntax."""
    spellings: list[str] = []
    takes: Takes = "nothing"
    values: tuple[str, ...] = ()
    rest = tag.strip()
    while rest:
        found = _SPELLING.match(rest)
        if found is None:
            return None
        name = "-NUM" if found[0].startswith("-<") else found[0].rstrip(".:-")
        spellings.append(name)
        rest = rest[found.end() :]
        this, names, rest = _value(rest, name)
        if this != "nothing" and (takes == "nothing" or (takes, this) == ("required", "attached")):
            takes, values = this, names
        rest = rest.lstrip(".") if rest.strip(". ") == "" else rest
        if not rest.strip():
            break
        between = _SEPARATOR.match(rest)
        if between is None:
            return None
        rest = rest[between.end() :]
        if takes != "nothing" and not rest.startswith("-"):
            break  # alternatives of the value: `-t dsa | ecdsa`
    good = tuple(dict.fromkeys(each for each in spellings if each.strip("-")))
    return Option(good, takes, values) if good else None


def _value(rest: str, name: str) -> tuple[Takes, tuple[str, ...], str]:
    """What stands behind a spelling as its value, the values' names, and what is left of the tag."""
    if rest.startswith("[=") or (rest.startswith("[") and not rest.startswith("[-")):
        inner, rest = _bracket(rest)
        return "attached", (_metavariable(inner),), rest
    if rest.startswith("[-"):
        return "nothing", (), _bracket(rest)[1]
    if rest.startswith("="):
        inner, rest = _word(rest[1:])
        return "required", (_metavariable(inner),), rest
    if rest.startswith("<") and len(name) == 2:
        inner, rest = _word(rest)
        return "required", (_metavariable(inner),), rest
    if rest.startswith(" [") and not rest.startswith(" [-"):
        inner, after = _bracket(rest[1:])
        if after[:1].strip() and not after.startswith((",", "|", ".")):
            return "required", (_metavariable(inner),), _word(after)[1]  # `-D [address:]port`
        rest = after
        return ("nothing" if inner.startswith("=") else "lenient"), (_metavariable(inner),), rest
    names: list[str] = []
    while rest.startswith(" ") and not _SEPARATOR.match(rest) and rest.strip():
        inner, after = _word(rest[1:])
        if not inner:
            break
        if rest[1:2] == "[" and names:  # `-x A [A ...]`: one or more values
            return "required", (names[0],), after
        if inner.startswith("[=") or after.startswith('[="') or after.startswith("[="):
            _, after = _bracket(after) if after.startswith("[") else ("", after)
            return "attached", (_metavariable(inner),), after
        names.append(_metavariable(inner))
        rest = after
    while rest.startswith((" ...", "...")):
        rest = rest.lstrip(" ").removeprefix("...")
    return ("required", tuple(names), rest) if names else ("nothing", (), rest)


def _bracket(text: str) -> tuple[str, str]:
    """What stands within the bracket that `text` begins with, and what follows it."""
    close, depth = _BRACKETED[text[0]], 0
    for at, char in enumerate(text):
        if char == close and (depth == 1 or close in "'\""):
            if at:
                return text[1:at], text[at + 1 :]
        elif char == text[0]:
            depth += 1
        elif char == close:
            depth -= 1
    return text[1:], ""


def _word(text: str) -> tuple[str, str]:
    """The value's name that `text` begins with, and what follows it."""
    taken = ""
    while text and not text[0].isspace() and text[0] not in ",|":
        if text[0] in _BRACKETED:
            inner, text = _bracket(text)
            taken += inner
            if text[:1] == "|":
                text = text[1:]
            continue
        found = _BARE.match(text)
        piece = found[0] if found else text[0]
        taken += piece
        text = text[len(piece) :]
        if text[:1] == "|" and text[1:2] != "-":
            text = text[1:]
    return taken, text


def _metavariable(text: str) -> str:
    """The first word of a value's name in capitals; `V` where it has none."""
    name = re.sub(r"[^A-Z0-9]+", "_", text.upper()).strip("_").partition("_")[0][:12]
    return name if re.search(r"[A-Z]", name) else "V"


_SECTIONS_WITHOUT = re.compile(
    r"^(?:EXAMPLES?|SEE ALSO|ENVIRONMENT.*|BUGS|FILES|CONFIGURATION.*|AUTHORS?|HISTORY|NOTES|REPORTING BUGS|"
    r"EXIT STATUS|SYNOPSIS|COMPATIBILITY|STANDARDS|DIAGNOSTICS|CAVEATS|COPYRIGHT|AVAILABILITY|RETURN VALUE|SIGNALS)$"
)


def tags_of_help(text: str) -> Iterator[str]:
    """The lines of a help text that name options, without what is said about them."""
    lines = text.expandtabs(8).splitlines()
    column = 99
    for raw, following in zip(lines, [*lines[1:], ""], strict=False):
        line = re.sub(r"^(\s*-[A-Za-z0-9?]\w?,) {2,}(?=-)", r"\1 ", raw.replace("\b", ""))
        indent = len(line) - len(line.lstrip())
        if not line.lstrip().startswith("-"):
            if line and indent == 0:
                column = 99
            continue
        if indent > 12 or indent >= column:
            continue
        tag, _, said = _split(line.strip())
        if said:
            column = max(14, line.find(said, len(tag)) - 1)
        elif len(tag.split()) > 4 and not following.startswith(" " * (indent + 4)):
            continue
        yield tag


def tags_of_manual(text: str) -> Iterator[str]:
    """The lines of a rendered manual page that are tags of options."""
    without = False
    previous = ""
    for line in text.expandtabs(8).splitlines():
        indent = len(line) - len(line.lstrip())
        if line and indent == 0:
            without = bool(_SECTIONS_WITHOUT.match(line.strip()))
        tag_follows = (
            not previous.strip()
            or previous.lstrip().startswith("-")
            or len(previous) - len(previous.lstrip()) < min(indent, 7)
        )
        if line.lstrip().startswith("-") and not without and tag_follows and indent <= 16:
            yield _split(line.strip())[0]
        previous = line


def _split(line: str) -> tuple[str, str, str]:
    found = _GAP.search(line)
    if found is None:
        return line, "", ""
    return line[: found.start()], found[0], line[found.end() :].strip()


def options_of(tags: Iterable[str]) -> list[Option]:
    """The options of tags, each spelling once; of two that contradict, a value counts more than none."""
    known: dict[str, Option] = {}
    for tag in tags:
        option = option_of(re.sub(r"^(-\S+) \(([^|]*)\)$", r"\1", tag))
        if option is not None and len(option.values) <= 3:
            for each in _negations_apart(option):
                united(known, each)
    return list({id(each): each for each in known.values()}.values())


def _negations_apart(option: Option) -> list[Option]:
    """`--no-x, --x=VALUE` as two options: what is negated takes no value, and neither does a number."""
    bare = tuple(
        name
        for name in option.spellings
        if name == "-NUM" or (name.startswith("--no-") and "--" + name[5:] in option.spellings)
    )
    if not bare or option.takes == "nothing":
        return [option]
    rest = tuple(name for name in option.spellings if name not in bare)
    return [replace(option, spellings=rest), *(Option((name,)) for name in bare)] if rest else [Option(bare)]


def united(known: dict[str, Option], option: Option) -> None:
    """Add an option to those known by spelling.

    Names that a tag shares with an earlier one are synonyms of its other names only when it has all of the earlier
    tag's (`-c, --check` and `-C, --check` are two options). Of none and a value, the value counts.
    """
    fresh = tuple(name for name in option.spellings if name not in known)
    met = {id(known[name]): known[name] for name in option.spellings if name in known}
    for old in met.values():
        takes, values = (old.takes, old.values) if old.takes != "nothing" else (option.takes, option.values)
        same = set(old.spellings) <= set(option.spellings) and len(met) == 1
        wider = Option((*old.spellings, *fresh) if same else old.spellings, takes, values)
        if same:
            fresh = ()
        for name in wider.spellings:
            known[name] = wider
    known.update(dict.fromkeys(fresh, Option(fresh, option.takes, option.values)))


_SYNOPSIS = re.compile(r"\[\s*(-[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]")


def options_of_synopsis(text: str) -> list[Option]:
    """The options within the brackets of a synopsis: `[-abc] [-o FILE] [--colour[=WHEN]]`."""
    known: dict[str, Option] = {}
    for found in _SYNOPSIS.finditer(text):
        inside = " ".join(found[1].split()).rstrip(". ")
        for piece in _alternatives(inside):
            cluster = re.fullmatch(r"-([A-Za-z0-9]{2,})", piece)
            if cluster and not inside.startswith("--"):
                for letter in cluster[1]:
                    united(known, Option((f"-{letter}",)))
            elif (option := option_of(piece)) is not None:
                united(known, option)
    return list({id(each): each for each in known.values()}.values())


def _alternatives(inside: str) -> list[str]:
    """`-a|-b X|--c` as its parts; synonyms are not told from alternatives."""
    return [piece.strip() for piece in re.split(r"\s*\|\s*(?=-)", inside) if piece.startswith("-")]


_HEADING = re.compile(r"(?i)^.*\bcommands?\b.*:?\s*$|^.*\bactions?\b:?\s*$")
_COMMAND = re.compile(
    r"^\s{1,10}(?P<name>[a-z0-9][\w.:-]*(?:, [a-z][\w-]*)*)\*?:?(?:\s+[\[<A-Z{].*?)?(?:\s{2,}|\t| - |$)"
)


def subcommands_of(text: str) -> list[str]:
    """The subcommands that a help text lists under a heading with the word command."""
    found: list[str] = []
    listing = False
    for line in text.splitlines():
        if line and not line[0].isspace():
            listing = bool(_HEADING.match(line)) and not line.startswith(("Usage", "usage", "Run ", "Use "))
        elif listing and (name := _COMMAND.match(line.expandtabs(8))):
            indent = len(line.expandtabs(8)) - len(line.expandtabs(8).lstrip())
            if indent <= 10:
                found += name["name"].split(", ")
    return list(dict.fromkeys(found))
