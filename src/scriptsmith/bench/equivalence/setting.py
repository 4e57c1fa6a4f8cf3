"""What of a pair decides how it is looked at: what is probed beside output, and what is known of a world."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable

from ..model import Pair
from . import output, places, spelling
from .asks import Asks
from .statics import Difference
from .topics import named, topics
from .worlds import World

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


def _bare(command: str) -> bool:
    """Whether `command` lists with `ls` or by a pattern, which leave hidden files out."""
    return bool(re.search(r"\bls\b(?! -\w*[aA])", command)) and not re.search(r"\bfind\b", command)


def setting(world: World, pair: Pair, difference: Difference, made: Iterable[str]) -> output.Setting:
    """What is known of `pair` in `world` when its outputs are compared; `made` are paths that came to be."""
    known = {each.path for each in world.fixture} | set(made)
    for path in list(known):
        while path.count("/") > 1:
            path = path.rsplit("/", 1)[0]
            known.add(path)
    programs = frozenset(word for command in (pair.first, pair.second) for word in spelling.words(command))
    return output.Setting(
        known=places.Known(paths=frozenset(known), workdir=pair.workdir),
        strict=difference.kind == "literal",
        suspect=difference.small,
        host=bool(topics(pair.first))
        or (difference.kind == "option" and not (difference.added and difference.removed)),
        lister=bool(_LISTERS & programs),
        kin=bool(topics(pair.first) & topics(pair.second)),
        asked=named(pair.first, pair.second, pair.action) and "|" not in pair.first + pair.second,
        bare=_bare(pair.first) != _bare(pair.second),
        roots=frozenset(spelling.words(pair.first)) & frozenset(spelling.words(pair.second)),
        added=difference.added,
        removed=difference.removed,
        programs=programs,
    )
