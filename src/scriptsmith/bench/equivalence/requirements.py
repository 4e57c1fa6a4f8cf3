"""What an action in words asks for: which differences between two commands it fixes, and which it leaves open."""

from __future__ import annotations

import re
from dataclasses import dataclass

_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|`[^`]*`")
_PATH = re.compile(r"(?:~|\.{1,2})?/[\w.@%+*?/-]*")
_COUNTS = re.compile(
    r"\b(?:counts?|counting|how many|number of|totals?|sums?|add(?:s|ed|ing)?(?: \w+){0,4} up|add(?:s|ed|ing)? up|"
    r"amount of|calculate (?!the (?:md5|sha|check)))\b"
)
_ORDER = re.compile(
    r"\b(?:sort(?:ed|s|ing)?|order(?:ed|s|ing)?|descending|ascending|largest|smallest|biggest|newest|oldest|longest|"
    r"shortest|latest|first|last|top|bottom|alphabetical(?:ly)?|reversed?|chronological(?:ly)?|numerical(?:ly)?|"
    r"the most|the least|most recent(?:ly)?|rank(?:ed)?|increasing|decreasing|highest|lowest|backwards)\b"
)
_CRITERION = re.compile(
    r"\b(?:in|over|within|for|during) the (?:last|past|first)\b|\b(?:first|top)[- ]levels?\b|"
    r"\blast (?=\d|modified|accessed|changed|written|edited|updated|touched|week|month|day|hour)"
)
_SUBJECT = (
    r"(?:files?|folders?|director(?:y|ies)|subdirectories|subfolders|paths?|filenames?|names?|"
    r"(?:sym)?links?|scripts?)"
)
_FINDS = re.compile(
    rf"\b(?:find|finds|list|lists|search|searches|locate|look|get|show|display|print|prints|which)\b.*\b{_SUBJECT}\b"
)
_DETAILS = re.compile(
    r"\b(?:sizes|how (?:big|large) (?:are )?(?:they|it|each)|permissions of|"
    r"(?:with|and|along with|including|show|print|display|list|get) (?:their |its |the |"
    r"file |all )*"
    r"(?:size|permission|owner|group|modification|timestamp|date|inode|mode|type|attribute|mime|encoding|checksum|"
    r"md5|sha)s?"
    r"|disk usage|line numbers?|numbers? in file|number of|checksums?|md5sums?|sha\d+sums?|details|detailed|"
    r"(?:file )?information|attributes|metadata|long (?:format|listing)|statistics|stats)\b"
)
_CONTENT = re.compile(
    r"\b(?:contents?|lines?|text|words?|characters?|columns?|fields?|rows?|occurrences?|matches|dump|output|"
    r"values?|string|ip address)\b"
)
_EFFECT = re.compile(
    r"\b(?:creat|mak|mkdir|remov|delet|mov|copy|copi|renam|compress|archiv|extract|uncompress|decompress|unzip|unpack|"
    r"chang|set|replac|append|add|sav|writ|link|symlink|split|chmod|chown|touch|clear|empt(?:y|ies) the|truncat|"
    r"install|backup|back up|"
    r"prun|eras|convert|substitut|insert|updat|modif(?:y|ies)|gzip|zip|download|redirect|mount|kill|assign|store|"
    r"restor|strip|"
    r"allow|forbid|grant|revok|"
    r"sync|duplicat|transfer|put|wip|purg|clean|discard|generat)(?:e|es|ed|ing|s|y|ies)?\b"
)
_PRINT = re.compile(
    r"\b(?:print|display|show|list|output|count|report|tell|echo|view|see|stdout|standard output|dump|calculate|"
    r"find out|"
    r"verbose(?:ly)?|number of)(?:s|ing|ed)?\b"
)
_SHOW = re.compile(
    r"\b(?:print|display|show|echo|list(?! of)|stdout|standard output|console|verbose(?:ly)?)(?:s|ing|ed)?\b"
)
_UNIT = re.compile(
    r"\b(?:human|kilobytes?|megabytes?|gigabytes?|bytes?|[kmg]i?b|in blocks|units?|human-readable|minutes|seconds|"
    r"hours|percent(?:age)?)\b"
)
_DATE_FORM = re.compile(
    r"\b(?:format|iso|rfc|epoch|unix time|utc|yyyy|year|month|weekday|timezone|hh|seconds since|only)\b", re.I
)
_PATH_FORM = re.compile(
    r"\b(?:full path|absolute path|relative path|base ?names?|filenames? only|without (?:the )?(?:path|directory|"
    r"extension)|only the names?|just the names?)",
    re.I,
)
_BLANK = re.compile(r"\b(?:blank|empty) lines?\b")
_SPACE = re.compile(
    r"\b(?:whitespaces?|(?<!disk )(?<!swap )(?<!free )spaces?(?! (?:used|available|left|taken|on|of|in use))|"
    r"tabs?|indent\w*|newlines?|one line|single line|comma|separat\w+|delimit\w+|"
    r"line of|join\w*|per line|on (?:separate|single) lines|align\w*|table)\b"
)
_CHECK = re.compile(r"\b(?:check|test|verify|determine|see) (?:if|whether|that)\b|\bexit (?:status|code)\b|\bwhether\b")
_QUESTION = re.compile(r"\s*(?:is|are|do|does|did|has|have)\b")
_VERDICT = re.compile(r"\b(?:same|identical|equal|matche?s?|differs?|different|exists?)\b")
_MODES = re.compile(
    r"\b(?:permissions?|mode|chmod|writable|readable|executable|read-only|umask|access rights?|owner(?:ship)?|"
    r"chown|group|preserv\w+|[0-7]{3,4})\b"
)
_TIMES = re.compile(r"\b(?:timestamps?|touch|modification times?|access times?|preserv\w+|mtime|atime)\b")
_SHELL = re.compile(
    r"\b(?:umask|alias(?:es)?|variables?|export|shell option|working directory|change (?:the )?director(?:y|"
    r"ies) to|change to|go to|navigate|cd)\b"
)
_CASE = re.compile(r"\b(?:case|cased|insensitiv\w+|uppercase|lowercase|capital\w*|ignoring case)\b")
_HIDDEN = re.compile(r"\b(?:hidden|dot ?files?|everything)\b")
_NUMBERED = re.compile(
    r"\b(?:line numbers?|numbered|number (?:the|each|all) lines?|with (?:its|their|the) numbers?|its number|"
    r"numbers? in file|precede\w*)\b"
)


_ADDED_UP = re.compile(r"\badd(?:s|ed|ing)?(?: \w+){0,4} up\b|\badd(?:s|ed|ing)? up\b")
_RIGHTS = re.compile(
    r"\btak(?:e|es|ing)\b.*\b(?:away|off)\b|\b(?:let|give|gives|allow)\b.*\b(?:execute|read|write|run)\b"
)
_BELOW = re.compile(r"recurs|\bsub|below|beneath|tree|nested|depth|(?:not|only) in")


def below(action: str) -> bool:
    """Whether `action` says how far down it goes, so that commands which go down differently differ."""
    return bool(_BELOW.search(action.lower()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asks:
    """What an action fixes.

    `prints` and `changes` say which of output and files it is about; both may hold. `shows`: printing is asked for in
    a word that can mean nothing else. `ordered`: the sequence of the
    output matters. `counts`: the answer is a number. `finds`: the answer is a set of files, by whatever form of
    path; `details` asks for more than their names, `content` for what is in them. `unit`, `path_form`, `date_form`,
    `blank`, `spacing`, `numbered`, `case`, `hidden`: the action names such a thing, so that a difference in it
    counts. `modes`, `times`, `shell`, `checks`: permissions, times of files, the state of the shell, the exit
    status belong to the answer; `verdict`: it is a yes or a no about things that are the same, or that exist.
    """

    text: str
    prints: bool
    shows: bool
    changes: bool
    ordered: bool
    counts: bool
    finds: bool
    details: bool
    content: bool
    unit: bool
    path_form: bool
    date_form: bool
    blank: bool
    spacing: bool
    numbered: bool
    case: bool
    hidden: bool
    modes: bool
    times: bool
    shell: bool
    checks: bool
    verdict: bool


def read_asks(action: str) -> Asks:
    """What `action` asks for, read from its words with quoted strings and paths taken out."""
    plain = _PATH.sub(" PATH ", _QUOTED.sub(" QUOTED ", action)).lower()
    free = _CRITERION.sub(" ", plain)
    changes = bool(_EFFECT.search(_ADDED_UP.sub(" ", plain)) or _RIGHTS.search(plain))
    return Asks(
        text=action,
        prints=bool(_PRINT.search(plain)) or not changes,
        shows=bool(_SHOW.search(plain)),
        changes=changes,
        ordered=bool(_ORDER.search(free)),
        counts=bool(_COUNTS.search(plain)),
        finds=bool(_FINDS.search(plain)),
        details=bool(_DETAILS.search(plain)),
        content=bool(_CONTENT.search(plain)),
        unit=bool(_UNIT.search(plain)),
        path_form=bool(_PATH_FORM.search(plain)),
        date_form=bool(_DATE_FORM.search(plain)),
        blank=bool(_BLANK.search(plain)),
        spacing=bool(_SPACE.search(plain)),
        numbered=bool(_NUMBERED.search(plain)),
        case=bool(_CASE.search(plain)),
        hidden=bool(_HIDDEN.search(plain)),
        modes=bool(_MODES.search(plain)),
        times=bool(_TIMES.search(plain)),
        shell=bool(_SHELL.search(plain)),
        checks=bool(_CHECK.search(plain)),
        verdict=bool(_VERDICT.search(plain) and (_CHECK.search(plain) or _QUESTION.match(plain))),
    )
