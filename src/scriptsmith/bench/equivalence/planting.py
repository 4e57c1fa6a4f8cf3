"""What the words of an action and of two commands name, so that a world can be planted which tells them apart."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass

from ...programs.find import SIZES
from ...retrieval.units import BYTES, SECONDS
from . import spelling

_KINDS = dict(
    pair.split("=")
    for pair in (
        "text=txt", "python=py", "shell=sh", "bash=sh", "javascript=js", "php=php", "java=java", "html=html", "csv=csv",
        "json=json", "log=log", "sql=sql", "xml=xml", "markdown=md", "yaml=yaml", "jpg=jpg",
    )
)  # fmt: skip
_KNOWN = frozenset(
    (
        "PATH",
        "HOME",
        "PWD",
        "USER",
        "SHELL",
        "LANG",
        "TERM",
        "LOGNAME",
        "OLDPWD",
        "SHLVL",
        "RANDOM",
        "NR",
        "NF",
        "FS",
        "OFS",
        "UID",
        "EUID",
        "PPID",
        "BASHPID",
        "HOSTNAME",
        "IFS",
        "SECONDS",
        "BASH_VERSION",
        "HOSTTYPE",
        "OSTYPE",
        "BASH",
    )
)
_QUOTED = re.compile(r"\"([^\"]+)\"|'([^']+)'")
_CHUNK = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _@.-]*[A-Za-z0-9]|[A-Za-z0-9]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints:
    """What is named: paths, patterns of file names, words searched for, sizes in bytes with their unit, ages in
    minutes, modes, depths of folders, counts of lines, and variables that nothing sets."""

    paths: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    sizes: tuple[tuple[int, int], ...] = ()
    ages: tuple[float, ...] = ()
    modes: tuple[int, ...] = ()
    depth: int = 2
    lines: int = 12
    variables: tuple[str, ...] = ()


def read_hints(action: str, commands: tuple[str, ...], workdir: str) -> Hints:
    """What `action` and `commands` name, in the order they do; relative paths are read from `workdir`."""
    paths: dict[str, None] = {}
    patterns: dict[str, None] = {}
    terms: dict[str, None] = {}
    sizes: dict[tuple[int, int], None] = {}
    ages: dict[float, None] = {}
    modes: dict[int, None] = {}
    depth, lines = 2, 12
    variables: dict[str, None] = {}
    for command in commands:
        found = spelling.words(command)
        program = ""
        for before, word in zip(("", *found), found, strict=False):
            if before in ("", "|", ";", "&&", "||", "(", "xargs", "-exec"):
                program = word
                continue
            if before in ("-name", "-iname", "-path", "-wholename", "-ipath") or word.startswith("--include="):
                patterns[word.removeprefix("--include=")] = None
            elif before == "-size" and (size := re.fullmatch(r"[+-]?(\d+)([cbwkMG]?)", word)):
                sizes[(int(size[1]) * SIZES[size[2]], SIZES[size[2]])] = None
            elif before in ("-mtime", "-atime", "-ctime") and re.fullmatch(r"[+-]?\d+", word):
                ages[abs(int(word)) * 1440.0] = None
            elif before in ("-mmin", "-amin", "-cmin") and re.fullmatch(r"[+-]?\d+", word):
                ages[float(abs(int(word)))] = None
            elif before in ("-perm", "chmod", "-m") and (mode := re.fullmatch(r"[-/]?([0-7]{3,4})", word)):
                modes[int(mode[1], 8)] = None
            elif before in ("-maxdepth", "-mindepth") and word.isdigit():
                depth = max(depth, min(int(word), 5) + 1)
            elif program in ("head", "tail") and (count := re.fullmatch(r"[-+n]*(\d+)", word)):
                lines = max(lines, min(int(count[1]), 400) + 5)
            elif program in ("grep", "egrep", "fgrep", "zgrep", "awk", "sed", "ack", "rg") and not word.startswith("-"):  # noqa: SIM102
                if "/" not in word.strip("/") or (program in ("awk", "sed") and " " in word):
                    terms.update(
                        (part.strip(), None) for part in _CHUNK.findall(re.sub(r"\\[a-zA-Z]|\[[^\]]*\]", " ", word))
                    )
            if re.search(r"[*?\[]", word) and "/" in word and " " not in word:
                patterns[posixpath.basename(word)] = None
                word = posixpath.dirname(word)
            if _path(word, workdir):
                paths[_path(word, workdir)] = None
        variables.update(
            (name, None) for name in re.findall(r"\$\{?([A-Z][A-Z0-9_]{2,})\b", command) if f"{name}=" not in command
        )
    for quoted in _QUOTED.findall(action):
        word = quoted[0] or quoted[1]
        if re.search(r"[*?]", word):
            patterns[posixpath.basename(word)] = None
        elif _path(word, workdir):
            paths[_path(word, workdir)] = None
        else:
            terms.update((part.strip(), None) for part in _CHUNK.findall(word))
    patterns.update(
        (f"*.{kind.lower()}", None) for kind in re.findall(r"(?<![\w/])\*?\.([A-Za-z]{1,4})\b(?: files?)", action)
    )
    patterns.update(
        (f"*.{_KINDS[kind.lower()]}", None)
        for kind in re.findall(r"\b(\w+) files?\b", action)
        if kind.lower() in _KINDS
    )
    for number, unit in re.findall(r"\b(\d+) ?(bytes?|b|kb|k|kilobytes?|mb|m|megabytes?)\b", action.lower()):
        scale = BYTES[unit]
        sizes[(int(number) * scale, scale)] = None
    for number, unit in re.findall(r"\b(\d+) (second|minute|min|hour|day|week|month|year)s?\b", action.lower()):
        ages[int(number) * SECONDS[unit] / 60] = None
    return Hints(
        paths=tuple(paths),
        patterns=tuple(each for each in patterns if re.search(r"[\w*]", each))[:6],
        terms=tuple(each for each in terms if len(each) > 1 and not re.fullmatch(r"print|NR|NF|END|BEGIN|[a-z]", each))[
            :6
        ],
        sizes=tuple(sizes)[:4],
        ages=tuple(ages)[:4],
        modes=tuple(modes)[:3],
        depth=depth,
        lines=lines,
        variables=tuple(each for each in variables if each not in _KNOWN),
    )


def _path(word: str, workdir: str) -> str:
    """The absolute path that `word` is, empty where it does not look like one."""
    word = re.sub(r"^~(?=/|$)", "/root", word)
    if re.search(r"[\s*?\[\]{}$|()\\,;:=^<>@!'\"]", word) or word.startswith("-"):
        return ""
    if not word.startswith("/") and not re.fullmatch(
        r"(?:[\w.-]+/)+[\w.-]*|[\w-][\w.-]*\.[A-Za-z]\w{0,3}|\.|\.\.", word
    ):
        return ""
    path = "/" + posixpath.normpath(posixpath.join(workdir, word)).strip("/")
    return "" if path.split("/")[1] in ("dev", "proc", "sys", "") else path


def instances(pattern: str, tag: str) -> list[str]:
    """Names that match the file name `pattern`, with `tag` for what is free, and some just beside its ranges."""
    pattern = re.sub(r"^\*(?=[a-z]{1,4}$)", "*.", pattern)  # `*txt` is written for `*.txt`
    found = [""]
    for part in re.findall(r"\[[^\]]+\]|[^\[]+", pattern):
        if part.startswith("["):
            inner = part[1:-1].lstrip("!^")
            ends = [inner[0], inner[-1]]
            beside = [chr(ord(inner[0]) - 1), chr(ord(inner[-1]) + 1)] if "-" in inner else ["q"]
            letters = [each for each in dict.fromkeys(ends + beside) if re.match(r"[\w.]", each)]
        else:
            letters = [re.sub(r"\\(.)", r"\1", part).replace("*", tag).replace("?", tag[:1])]
        found = [name + letter for name in found for letter in letters][:6]
    return [name for name in found if name not in ("", ".", "..") and "/" not in name]


def prose(terms: tuple[str, ...], lines: int, seed: int, *, cased: bool, parts: bool, blank: bool = False) -> str:
    """Text of at least `lines` lines in which `terms` stand at the start, in the middle, twice and at the end of lines.

    With `cased` also in other cases, with `parts` also inside of longer words, with `blank` beside a
    blank line. The same arguments give the same text.
    """
    out = [
        "alpha beta gamma delta",
        "zeta,12,34.5,north",
        "the quick brown fox",
        "# a comment",
        "10 20 30 40",
        "alpha beta gamma delta",
    ]
    for at, term in enumerate(terms):
        out += [
            f"{term} begins line {at}",
            f"here is {term} in between",
            f"{term} and again {term}",
            f"at the end {term}",
        ]
        out += [f"{term.upper()} loud", f"{term.capitalize()} tall", f"{term.lower()} low"] if cased else []
        out += [f"pre{term}post"] if parts else []
    out += ["", "after a blank line"] if blank else []
    number = 0
    while len(out) < lines + seed:
        number += 1
        out.append(f"row {number * 7 % 23} of text,{number * 13 % 17},{'north' if number % 2 else 'south'} {number}")
    turn = seed * 5 % len(out)
    return "\n".join(out[turn:] + out[:turn]) + "\n"
