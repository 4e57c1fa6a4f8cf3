"""Collects what programs' options are from the programs themselves: `src/scriptsmith/programs/data/collected-*.txt`.

    python scripts/read_help.py RECIPES.toml [FAMILY …] [--root FOLDER] [--out FOLDER]

A maintainer runs it where the programs are (`--root`: a folder into which Debian packages were unpacked, so that
nothing is installed and no service starts). Only names and whether they take a value are kept, no sentence.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from help_runner import Box
from option_syntax import Option, options_of, options_of_synopsis, subcommands_of, tags_of_help, tags_of_manual, united

OUT = Path(__file__).parents[1] / "src" / "scriptsmith" / "programs" / "data"


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a family of programs tells what its options are. `{}` is the program with its subcommand.

    `help` are the commands tried in turn, `manual` the page's name (empty: none), `listing` a command whose output is
    searched with `pattern` for subcommands (empty: headings of the help text). `dialect` changes what is read. `flags`
    are the block's, `below` those of its subcommands. `also` are further commands that tell the program's own options.
    `several`: options may take two words. `here`: run it on this machine's root.
    """

    programs: tuple[str, ...]
    version: str = ""
    help: tuple[str, ...] = ("{} --help",)
    manual: str = ""
    listing: str = ""
    pattern: str = r"(?m)^\s+([a-z][\w-]*)"
    subcommands: tuple[str, ...] = ()
    depth: int = 0
    synopsis: bool = False
    probe: bool = True
    hidden: bool = True
    flags: str = "closed"
    below: str = "closed"
    dialect: str = ""
    without: tuple[str, ...] = ()
    here: bool = False
    several: bool = False
    also: tuple[str, ...] = ()


@dataclass(slots=True)
class Block:
    """What was found of one program or subcommand."""

    name: str
    options: list[Option] = field(default_factory=list)
    flags: str = ""

    def body(self) -> str:
        lines = [f"  @ {self.flags}"] if self.flags else []
        return "\n".join(lines + [f"  {each.line()}" for each in self.options])


def collect(box: Box, recipe: Recipe, program: str) -> Iterator[Block]:
    """The blocks of a program and its subcommands, to the recipe's depth; nothing when it is not there."""
    box = replace(box, root=Path("/")) if recipe.here else box
    text = _help(box, recipe, [program]) + "".join(box.run(each.split()) for each in recipe.also)
    manual = _manual(box, recipe, [program])
    if not text and not manual:
        return
    for block in _block(box, recipe, [program], text, manual, depth=0):
        block.name = block.name.rpartition("/")[2]
        yield block


def _block(box: Box, recipe: Recipe, path: list[str], text: str, manual: str, depth: int) -> Iterator[Block]:
    options = _options(box, recipe, path, text, manual)
    names = _subcommands(box, recipe, path, text) if depth < recipe.depth else []
    flags = recipe.flags if depth == 0 else recipe.below
    if not options:
        flags = ", ".join(flag for flag in flags.split(", ") if flag not in ("closed", "global"))
    if not names:
        flags = ", ".join(flag for flag in flags.split(", ") if flag != "subcommands closed")
    yield Block(" ".join(path), options, flags)
    shared = set(options) if "global" in flags else set()
    for name in names:
        below = [*path, name]
        sub_text, sub_manual = _help(box, recipe, below), _manual(box, recipe, below)
        if sub_text and sub_text == text:
            yield Block(" ".join(below))
        else:
            for block in _block(box, recipe, below, sub_text, sub_manual, depth + 1):
                block.options = [each for each in block.options if each not in shared]
                yield block


def _help(box: Box, recipe: Recipe, path: Sequence[str]) -> str:
    for template in recipe.help:
        first, *rest = path
        command = [
            word
            for part in template.split()
            for word in (path if part == "{}" else (first,) if part == "{0}" else rest if part == "{1}" else (part,))
        ]
        text = box.run(command)
        if not text.startswith("bwrap: ") and ("-" in text) and len(text) > 40:
            return text
    return ""


def _manual(box: Box, recipe: Recipe, path: Sequence[str]) -> str:
    return box.manual(recipe.manual.replace("{}", "-".join(path).rpartition("/")[2])) if recipe.manual else ""


def _options(box: Box, recipe: Recipe, path: list[str], text: str, manual: str) -> list[Option]:
    text, manual = _dialect(recipe, text), _dialect(recipe, manual)
    known = {name: option for option in options_of(tags_of_help(text)) for name in option.spellings}
    from_manual = [
        *options_of(tags_of_manual(manual)),
        *(options_of_synopsis(text + manual) if recipe.synopsis else ()),
    ]
    for option in from_manual:
        fresh = tuple(name for name in option.spellings if name not in known)
        if (
            fresh == option.spellings
            or (known.get(next(iter(set(option.spellings) - set(fresh)))) or option).takes == option.takes
        ):
            united(known, option)
        elif fresh:
            united(known, replace(option, spellings=fresh))
    options = list({id(each): each for each in known.values()}.values())
    if recipe.dialect == "git":
        options = _negatable(options)
    options = [kept for each in options if (kept := _without(each, recipe.without))]
    if not recipe.several:
        options = [replace(each, values=each.values[:1]) for each in options]
    return _probed(box, recipe, path, options) if recipe.probe else options


def _without(option: Option, names: Sequence[str]) -> Option | None:
    kept = tuple(name for name in option.spellings if name not in names)
    return replace(option, spellings=kept) if kept else None


def _dialect(recipe: Recipe, text: str) -> str:
    """The text with what is particular to a family put in the common form."""
    text = re.sub(r" (\w+)\[=[^\]\n]*\]+", r"[=\1]", text)
    if recipe.dialect == "cobra":
        return re.sub(r"(?m)^(\s+-.*?)=(?:true|false):$", r"\1", text)
    if recipe.dialect == "terraform":
        return re.sub(r"(?m)^(\s+-[a-z-]+)=(?:true|false)\b", r"\1[=BOOL]", text)
    if recipe.dialect == "lvm":
        return re.sub(r"(?m)^[ \t]*\[?[ \t]*(-.*?)[ \t]*\]?[ \t]*(?:\(.*\))?$", r"  \1", text)
    return text


def _negatable(options: Sequence[Option]) -> list[Option]:
    """Git's options: every long one can be negated."""
    plain = {name for option in options for name in option.spellings}
    known: dict[str, Option] = {}
    for option in options:
        names = tuple(
            name if name[:2] != "--" or name.startswith(("--no-", "--[no-]")) else "--[no-]" + name[2:]
            for name in option.spellings
            if not (name.startswith("--no-") and {"--" + name[5:], "--[no-]" + name[5:]} & plain)
        )
        if names:
            united(known, replace(option, spellings=names))
    return list({id(each): each for each in known.values()}.values())


def _probed(box: Box, recipe: Recipe, path: list[str], options: list[Option]) -> list[Option]:
    """The options as the program itself takes them when it is asked: those it does not know are left out."""
    if recipe.dialect == "cobra":
        return _asked_for_values(box, path, options)
    manners = box.manners(path)
    if manners == "silent":
        return options
    known = {name for option in options for name in option.spellings}
    if recipe.hidden and manners == "getopt":
        options = options + [Option((name,)) for name in sorted(box.hidden(path, known))]
    answers = box.answers(path, list(dict.fromkeys(name for option in options for name in _plain(option))))
    found: list[Option] = []
    for option in options:
        alike: dict[Option, list[str]] = {}
        for name in option.spellings:
            kind = answers[name.replace("[no-]", "")]
            if kind != "unknown":
                alike.setdefault(_as_answered(option, kind, trusted=manners == "getopt"), []).append(name)
        found += [replace(kind, spellings=tuple(names)) for kind, names in alike.items()]
    return found


def _asked_for_values(box: Box, path: list[str], options: list[Option]) -> list[Option]:
    """The options of a Go program, which shows no difference between a value that must and one that may be given: one
    that the program does not miss may be given."""
    fresh = [each for each in options if each.takes == "required" and (path[0], each) not in _ASKED]
    answers = box.answers(path, [each.spellings[-1] for each in fresh], quick=True)
    for each in fresh:
        missed = answers[each.spellings[-1]] != "silent"
        _ASKED[path[0], each] = each if missed else replace(each, takes="attached")
    return [_ASKED.get((path[0], each), each) for each in options]


_ASKED: dict[tuple[str, Option], Option] = {}
"""Options of a program that were asked for already, under another subcommand."""


def _plain(option: Option) -> list[str]:
    return [name.replace("[no-]", "") for name in option.spellings]


def _as_answered(option: Option, kind: str, *, trusted: bool) -> Option:
    """What an option takes, of the text that names it and the program's answer; without GNU getopt no complaint proves
    nothing."""
    takes = option.takes
    if kind == "required":
        takes = "required"
    elif kind == "nothing":
        takes = "nothing"
    elif trusted and (takes == "required" or (kind == "optional" and takes == "nothing")):
        takes = "attached"
    return Option((), takes, () if takes == "nothing" else option.values or ("V",))


def _subcommands(box: Box, recipe: Recipe, path: Sequence[str], text: str) -> list[str]:
    if recipe.subcommands and len(path) == 1:
        return list(recipe.subcommands)
    if recipe.listing and len(path) == 1:
        listed = box.run(["sh", "-c", recipe.listing])
        return list(dict.fromkeys(re.findall(recipe.pattern, listed)))
    return [name for name in subcommands_of(text) if name not in ("help", path[-1])]


def written(blocks: Sequence[Block], version: str) -> str:
    """Blocks in the format of the data, names of equal blocks in one header."""
    names: dict[str, list[str]] = {}
    for block in blocks:
        names.setdefault(block.body(), []).append(block.name)
    text = "\n".join(f"{', '.join(_headers(shared))}\n{body}".rstrip() for body, shared in names.items())
    return f"# {version}\n{text}\n" if version else text + "\n"


def _headers(names: Sequence[str]) -> list[str]:
    """Names as a header has them: `git add|commit` for the subcommands of one program."""
    parents: dict[str, list[str]] = {}
    for name in names:
        parent, _, last = name.rpartition(" ")
        parents.setdefault(parent, []).append(last)
    return [
        header for parent, last in parents.items() for header in ([f"{parent} {'|'.join(last)}"] if parent else last)
    ]


def _told(box: Box, recipe: Recipe, program: str) -> list[Block]:
    """The blocks of one program, which is named on standard error with their number."""
    blocks = list(collect(box, recipe, program))
    print(program, len(blocks), sum(len(block.options) for block in blocks), file=sys.stderr, flush=True)
    return blocks


def _recipe(table: dict[str, object]) -> Recipe:
    ready = {
        key: (
            tuple(value.split())
            if key in ("programs", "subcommands", "without") and isinstance(value, str)
            else tuple(value)
            if isinstance(value, list)
            else value
        )
        for key, value in table.items()
    }
    return Recipe(**ready)  # type: ignore[arg-type]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("recipes", type=Path)
    asked.add_argument("family", nargs="*")
    asked.add_argument("--root", type=Path, default=Path("/"))
    asked.add_argument("--out", type=Path, default=OUT)
    given = asked.parse_args()
    box = Box(given.root)
    for family, tables in tomllib.loads(given.recipes.read_text()).items():
        if given.family and family not in given.family:
            continue
        parts: list[str] = []
        for table in tables:
            recipe = _recipe(table)
            with ThreadPoolExecutor(4) as pool:
                each = list(pool.map(partial(_told, box, recipe), recipe.programs))
            place = replace(box, root=Path("/")) if recipe.here else box
            version = place.run(["sh", "-c", recipe.version]).strip().splitlines()[:1] if recipe.version else []
            parts.append(written([block for blocks in each for block in blocks], version[0] if version else ""))
        (given.out / f"collected-{family}.txt").write_text("\n".join(parts))


if __name__ == "__main__":
    main()
