"""What of a pair decides how it is looked at: what is probed beside output, and what is known of a world."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable

from ..model import Pair
from . import places, spelling, statics
from .agreement import AgreementContext
from .information_kind import named, topics
from .requirements import Asks
from .statics import Difference
from .worlds import World

_SHAPERS = frozenset(
    ["column", "tr", "paste", "expand", "sort", "cut", "uniq", "grep", "head", "tail", "wc", "shuf", "jq"]
)
"""Programs whose options choose or shape what is printed, rather than tell more."""
_LISTERS = frozenset(
    [
        "find",
        "ls",
        "du",
        "tree",
        "locate",
        "env",
        "printenv",
        "ps",
        "stat",
        "file",
        "md5sum",
        "sha1sum",
        "sha256sum",
        "grep",
        "dirname",
        "basename",
    ]
)
_TIMES = (
    "find {} -maxdepth 6 -printf '%T@ %p\\n' 2>/dev/null | sort -k2 | "
    "awk -v n=$(date +%s) '{{t = int($1); print (t > n - 900 && t < n + 60 ? \"now\" : t), $2}}'"
)


def stateful(asks: Asks, pair: Pair) -> bool:
    return bool(
        asks.shell
        and re.search(
            r"(?:^|[;&]\s*)(?:cd |umask \S|alias \w|export \w|unset|set [-+]|shopt -|declare \w|pushd|\w+=)", pair.first
        )
    )


def probe(asks: Asks, pair: Pair) -> str:
    """Bash that tells what of the shell and of times belongs to the answer."""
    parts = []
    if asks.shell:
        names = re.findall(r"\b([A-Za-z_]\w*)=", pair.first)
        parts += ["pwd", "umask", "alias"] + [
            f'echo "{name}=${{{name}-}}"' for name in dict.fromkeys(names) if not name.startswith("_")
        ]
    if (asks.times and asks.changes) or re.search(r"\btouch\b", pair.first):
        top = {"/" + path.split("/")[1] for path in re.findall(r"/[\w./-]+", f"{pair.first} {pair.second}")}
        tops = sorted(top - {"/usr", "/bin", "/dev", "/etc", "/"})
        where = " ".join(shlex.quote(each) for each in (*tops, pair.workdir if pair.workdir != "/" else "/*.*"))
        parts.append(_TIMES.format(where.replace("'/*.*'", "/*.*")))
    return "; ".join(parts)


def _roots(command: str) -> frozenset[str]:
    """The words of `command`; of a path with a pattern its folder too."""
    found = spelling.words(command)
    return frozenset(found) | {re.split(r"/[^/]*[*?]", word)[0] for word in found if re.search(r"/[^/]*[*?]", word)}


def _bare(command: str) -> bool:
    """Whether `command` lists with `ls` or by a pattern, which leave hidden files out."""
    listed = re.search(r"\bls\b(?! -\w*[aA])|/\*(?=\s|$)", command)
    return bool(listed) and not re.search(r"\bfind\b", command)


def _kinds(pair: Pair) -> bool:
    """Whether one of two `find` says `-type f` and the other no type, and the action is about files of any kind."""
    typed = [re.findall(r"-type (\w)", command) for command in (pair.first, pair.second)]
    both = all(re.match(r"\s*find\b", command) for command in (pair.first, pair.second))
    about = re.search(r"\bfiles\b", pair.action) and not re.search(
        r"director|folder|regular|normal|entries", pair.action
    )
    return bool(both and about and sorted(typed) == [[], ["f"]])


def _piped(command: str, action: str) -> bool:
    """Whether `command` has a pipeline that takes more out than lines with a word of `action`."""
    said = action.lower()
    kept = re.sub(r"\| *e?grep (?:-\w+ )*['\"]?(\w+)['\"]?", lambda it: "" if it[1].lower() in said else it[0], command)
    return "|" in kept


def setting(world: World, pair: Pair, difference: Difference, made: Iterable[str]) -> AgreementContext:
    """What is known of `pair` in `world` when its outputs are compared; `made` are paths that came to be."""
    known = {each.path for each in world.fixture} | set(made)
    folders = {each.path for each in world.fixture if each.kind == "dir"}
    for path in list(known):
        while path.count("/") > 1:
            path = path.rsplit("/", 1)[0]
            known.add(path)
            folders.add(path)
    about = named(pair.first, pair.second, pair.action)
    piped = [_piped(command, pair.action) for command in (pair.first, pair.second)]
    programs = frozenset(word for command in (pair.first, pair.second) for word in spelling.words(command))
    return AgreementContext(
        known=places.KnownPaths(paths=frozenset(known), workdir=pair.workdir, folders=frozenset(folders)),
        strict=difference.kind == "literal",
        suspect=difference.small,
        host=bool(topics(pair.first))
        or (
            difference.kind == "option"
            and not (difference.added and difference.removed)
            and not re.search(r"\d", "".join(difference.added + difference.removed))
            and not _SHAPERS & statics.touched(pair.first, pair.second)
        ),
        lister=bool(_LISTERS & programs),
        kin=bool(topics(pair.first) & topics(pair.second)),
        asked=about and not piped[0] and not piped[1],
        whole=about and not all(piped),
        kinds=_kinds(pair),
        unsure=difference.kind == "program",
        related=bool(statics.programs(pair.first) & statics.programs(pair.second)),
        bare=_bare(pair.first) != _bare(pair.second),
        roots=_roots(pair.first) & _roots(pair.second),
        added=difference.added,
        removed=difference.removed,
        programs=programs,
    )
