"""What a rule is, and the pieces that expressions are made of.

A rule is tried only where one of its `anchors` (lower case) occurs: at that place (`at`), there if it is a whole word
(`word`), or at the beginning of the name around it (`name`) or of its line (`line`). The groups s, d, b and t are the
value: in single quotes, in double quotes, bare, and as text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

BARE = r"(?P<b>(?:[^\s'\"`\\;|&<>(){},]|\\[^\n]|,(?!\s|\w+=)){1,4096}+)"
WORD = rf"(?:\$?'(?P<s>(?:[^'\n]|'\\''|'\"'\"'){{1,4096}}+)'|\"(?P<d>(?:[^\"\\\n]|\\.){{1,4096}})\"|{BARE})"
GAP = r"(?:\\\n|[^\n|;&'\"\\]|\\[^\n]|'[^'\n]{0,400}'|\"[^\"\n]{0,400}\"){0,400}?"
NAME = r"(?<!\$)(?<!\$\{)(?<!\{\{)(?<!alias )(?P<name>-{0,2}[A-Za-z_][\w.-]{0,80}+)"
PAIR = (
    r"(?:'[^\s:'\"=]{1,80}:(?P<s>[^'\n]{1,400})'|\"[^\s:'\"=]{1,80}:(?P<d>(?:[^\"\\\n]|\\.){1,400})\""
    rf"|[^\s:'\"=]{{1,80}}:(?!//){BARE})"
)
OF = r"(?:\s+(?:for|of|from|on|at|in)\s+(?:the\s+)?(?:\S+\s+){0,3}?\S+)?"
_QUOTED = r"'(?P<s>[^'\n]{4,200})'|\"(?P<d>[^\"\n]{4,200})\"|[“`](?P<t>[^”`\n]{4,200})[”`]"
SAID = rf"(?:{_QUOTED}|(?P<b>[^\s'\"`“”<>(){{}}|;]{{6,400}}))"
QUOTED = rf"(?:{_QUOTED})"
SAYS = ("pass", "pwd", "secret", "token", "key", "psk", "cred", "auth", "pw", "pswd")


Must: TypeAlias = Literal["any", "phrase", "random", "opaque", "dense"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RedactionRule:
    """One place where secrets stand.

    The group `name`, where there is one, must be the name of a secret. `must` says what its value must be: a phrase, so
    no sentence, random, so no mere word, opaque, so no words with numbers either, or dense, so no name such as `web-2`
    either. `sure`: the form alone says it. `after` is what must stand before it in its line, `again` what a further
    value looks like that follows it.
    """

    kind: str
    anchors: tuple[str, ...]
    pattern: str
    ignore_case: bool = False
    where: Literal["at", "word", "name", "line"] = "at"
    must: Must = "any"
    sure: bool = False
    after: str = ""
    again: str = ""


@cache
def compiled(pattern: str, ignore_case: bool = False) -> re.Pattern[str]:
    """Each expression compiled when it is first needed: all of them at once would cost 60 ms."""
    return re.compile(pattern, re.IGNORECASE if ignore_case else 0)


def rule(kind: str, anchors: str, pattern: str, **more: Any) -> RedactionRule:
    return RedactionRule(kind=kind, anchors=tuple(anchors.split(",")), pattern=pattern, **more)


def command(kind: str, names: str, options: str, value: str = WORD, *, must: Must = "any") -> RedactionRule:
    """The values after options of certain programs, however many there are: `-w OLD -s NEW`."""
    anchors = tuple(names.split())
    programs = "|".join(re.escape(name) for name in anchors)
    here = rf"(?<![\w.-])(?<!name )(?<!name ['\"])(?:{programs})(?![\w.:/])"
    again = rf"{GAP}(?<=\s)(?:{options}){value}"
    return RedactionRule(kind=kind, anchors=anchors, pattern=here + again, where="word", must=must, again=again)


def named(pattern: str, *, must: Must = "phrase", after: str = "") -> RedactionRule:
    """A value after the name of a secret."""
    return RedactionRule(kind="named value", anchors=SAYS, pattern=pattern, where="name", must=must, after=after)
