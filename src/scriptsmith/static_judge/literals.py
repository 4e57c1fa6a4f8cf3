"""Names, paths, patterns and quoted texts that an action gives, and what each is for."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ..retrieval import words
from ..retrieval.vocabulary import several


class Literal(NamedTuple):
    """A piece of text that is meant as it stands. `role` is name, content, place, user, group, source, target, link
    or empty; `firm` says that it is certainly one: quoted, a path, a pattern."""

    text: str
    role: str
    firm: bool


class ParsedAction(NamedTuple):
    """The literals of an action, and its text with each firm one as a mark, in lower case."""

    literals: tuple[Literal, ...]
    bare: str


MARK = "\x01"
_QUOTED = re.compile(
    r"\"([^\"]+)\"|“([^”]+)”|‘([^’]+)’|«([^»]+)»|``?([^`']+)(?:''?|`)|(?<![\w\\])'([^']+)'(?!\w)", re.DOTALL
)
_TOKEN = re.compile(r"[^\s,;()\x01]+")
_FIRM = re.compile(
    r"^(?:~.*|\$\{?\w+.*|.*\*.*|.*\w/\w?.*|/.*|\.{1,2}/.*|[\w+-]+\.[A-Za-z]\w{0,9}(?:\.\w+)*|"
    r"\.\w[\w.-]*|[A-Z]{2,}[\w-]*|"
    r"\w+[_@]\w.*|[\w.-]+@[\w.-]+|--?\w[\w-]*|\w+-\w*\d\w*|[a-zA-Z]+\d+\w*|\w+\.\d[\w.]*|"
    r"[0-9a-f]{6,}|\d+\.\d+\.\d+\S*|[A-Za-z]\.[a-z])$"
)
_NOT_FIRM = re.compile(
    r"^(?:and/or|or/and|files?/\w+|director\w+/\w+|folders?/\w+|\w+/(?:director\w+|folders?|"
    r"files?|links?)|i\.e\.?|e\.g\.?|etc\.?|"
    r"[A-Z]{2,4}s?|\d+\*\d+|\d+[kKMGgmbB]{1,2}|non-\w+|regular/\w+|normal/\w+|[a-z]+-[a-z]+|"
    r"read/write|\d+/\d+|vs\.?|NOT|AND|OR|\d+\w?[bB]|24h|\d+hrs?)$"
)
_ROLES = (
    (
        "name",
        re.compile(
            r"(?:names?|files?|paths?|that|which|and|or)(?: that| which)? (?:end|start|begin)(?:s|"
            r"ing)?(?: in| with| by)?(?: the| a)?\W*$"
        ),
    ),
    (
        "user",
        re.compile(
            r"(?:user(?:name|s)?|owned by|owner(?:ship)?(?: is| to| of)?|belong\w* to|"
            r"belong\w* to (?:the )?user|account)(?: the| user| named| called)?\W*$"
        ),
    ),
    ("group", re.compile(r"group(?: is| named| called| name| ownership)?(?: the| to)?\W*$")),
    (
        "content",
        re.compile(
            r"(?:string|text|word|phrase|contain(?!er)\w*|lines?|occurrences? of|keyword|expression|regex\w*|"
            r"pattern|grep(?: for)?|search\w* for|content|lines? (?:with|starting with|beginning with|"
            r"ending with|that \w+ with)|instances? of|character)s?(?: the| a| of| for| with| string|"
            r" text| word)*\W*$"
        ),
    ),
    (
        "target",
        re.compile(
            r"(?:to|into|onto|as|output in|save (?:it |them )?(?:in|as|to))(?: the| a| file| directory|"
            r" folder| named| called| host| server| remote| name)*\W*$"
        ),
    ),
    (
        "place",
        re.compile(
            r"(?:under|below|in|within|inside|beneath|from|at|of|through\w*|search|on|down|starting (?:at|"
            r"from)|rooted at)(?: the| a| directory| directories| folder| folders| path| tree| dir| file|"
            r" all| files| hierarchy| subdirectories| of)*\W*$"
        ),
    ),
    (
        "name",
        re.compile(
            r"(?:named?|names?|called|extensions?|ending|ends?|end(?:ing)? (?:in|with)|suffix|prefix|"
            r"files?|filename|titled|start\w* with|begin\w* with|type|like|all|every|any|"
            r"file ?names?)(?: the| a| in| with| is| are| like| of| as| all| by| matching)*\W*$"
        ),
    ),
)
_WEAK_CUE = re.compile(
    r"(?:named|called|user|group|string|word|text|pattern|package|service|process|command|"
    r"variable|host|server|branch|"
    r"container|image|extension|directory|folder|file|database|table|owner|owned by|function|"
    r"alias|field|port|interface|"
    r"contains?|containing|for|in|to|of|by|with|from|as) (?:the |a |name |named |of |is )?$"
)


@lru_cache(maxsize=4096)
def asked(action: str) -> ParsedAction:
    """The literals that `action` gives, and the rest of it."""
    found: list[Literal] = []

    def keep(match: re.Match[str]) -> str:
        text = next(group for group in match.groups() if group is not None)
        glob = "*" in text or "?" in text
        found.append(Literal(text, _role(action[: match.start()].lower(), action[match.end() :].lower(), glob), True))
        return MARK

    rest = _QUOTED.sub(keep, action)
    out: list[str] = []
    at = 0
    for match in _TOKEN.finditer(rest):
        out.append(rest[at : match.start()].lower())
        at = match.end()
        raw = match.group()
        token = raw.rstrip(".:!?") if len(raw) > 1 and not raw.endswith("..") else raw
        before = rest[: match.start()].lower()
        if _FIRM.match(token) and not _NOT_FIRM.match(token) and not _plain_word(token):
            found.append(Literal(token, _role(before, rest[at:].lower(), "*" in token), True))
            out.append(MARK + raw[len(token) :])
            continue
        low = token.lower()
        if _FILES.match(rest, at) and low not in _ANY_FILES and re.fullmatch(r"[a-z][a-z+]*", low):
            found.append(Literal(token, "name", False))
            out.append(raw.lower())
            continue
        if len(low) > 1 and low.isascii() and not words.known(low) and not low[0].isdigit():
            cue = bool(_WEAK_CUE.search(before)) or token != low
            if cue and low not in _ORDINARY:
                found.append(Literal(token, _role(before, rest[at:].lower()), False))
        out.append(raw.lower())
    out.append(rest[at:].lower())
    return ParsedAction(tuple(found), "".join(out))


_FILES = re.compile(r"\s+(?:source |script |image |header )?files?\b")
_ANY_FILES = words.FILLER | several(
    """
    all regular empty hidden ordinary normal other only these those more such same different new old older newer
    large largest big biggest small smallest recent latest newest oldest modified accessed changed matching found
    original following ordinary non-hidden executable readable writable symbolic link linked system local remote
    single multiple first last two three four five ten current found directory directories and or of no many any
    special temporary tmp backup duplicate compressed archive input output config configuration log source
    sub-directory unique specified visible entire broken plain actual individual corresponding resulting deleted
    created existing open zero-length zero-byte sorted identical in under the their user's whose containing
    between for from on with locate find list search display show delete remove copy move print count rename name
    big hard soft per total every number different unix non-empty world-writable setuid suid sgid zero-size
    top-level one with swap device special named given several few about certain binary all-regular zero unneeded
    unwanted non-regular hard-linked size compress zip
    """
)


def _plain_word(token: str) -> bool:
    return token.istitle() and token.isalpha()


_ORDINARY = several(
    """
    regular normal ordinary extension extensions string strings text word words line lines name names path paths
    case pattern patterns matching size sizes byte bytes month months year years home root sub subdirectories
    subfolders subdirectory recursively user's parent level levels depth permission permissions current working
    character characters number numbers first last second third column columns field fields order output input
    standard error content contents variable value values result results format ending starting beginning
    containing having whose modification access time times date modified accessed changed created ago within hours
    older newer links symbolic soft hard target targets empty null space spaces newline newlines newline-separated
    tab tabs comma commas owner ownership mode execute executable total sum lowest unix linux bsd specific mac osx
    but their following respectively etc
    """
)


def _role(before: str, after: str, glob: bool = False) -> str:
    if re.match(r"\W{0,2}\s*(?:files?|extension|suffix)\b", after):
        return "name"
    if re.match(r"\W{0,2}\s*(?:director|folder|tree|hierarch|dir\b)", after) and not re.search(
        r"(?:named?|called)\W*$", before
    ):
        return "place"
    tail = before[-60:]
    for name, cue in _ROLES:
        if cue.search(tail):
            if name == "content" and glob:
                return ""
            if (
                name == "content"
                and re.search(r"search\w* for\W*$", tail)
                and re.match(r"\W{0,2}\s*(?:under|below|directly|on)\b|\W*$", after)
            ):
                return ""
            return name
    return ""
