"""What a text says that changes what would be done: a path cut short, a second act, another scope, a question.

These hold however well the words fit, also for an entry's own phrase with other values in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from ..core.types import Entry
from . import words
from .action_reading import Reading
from .binding import Binding
from .lexical import EntryProfile
from .vocabulary import several

_ENDS = re.compile(r"[.,;:!?)\]}\"'`]*(?:\s|$)")
_UP_TO = re.compile(r"\b(?:up|down) to (?:an? |one |about |the last )?[\w.,]+[ -]?\w*", re.IGNORECASE)
_DOUBT = re.compile(
    r"^\W*(?:(?:should|shall|may|must|ought|need) (?:i|we|one|it|this|they)\b|(?:is|are|was|were) (?:it|that|there)\b"
    r"|why\b|when (?:should|do|did|can|to)\b|what (?:if|happens|would)\b|how (?:often|long|much|many|risky|safe)\b)",
    re.IGNORECASE,
)
_KEEPS_OLD = re.compile(r"\b(?:keep\w*|retain\w*|leav\w+) (?:all |only )?(?:the )?old\w*", re.IGNORECASE)
_WIDE = re.compile(
    r"\b(?:on|across|in|for|from) (?:all|every|each|both|several|many|any)(?: of)?(?: the| our| my| these| those)?"
    r"(?: \w+)?? (?:servers?|hosts?|machines?|clusters?|boxes|vms?|instances|regions?|zones?|sites?|datacent\w+"
    r"|environments?)\b"
    r"|\b(?:everywhere|fleet[- ]wide|cluster[- ]wide|whole fleet|entire fleet)\b",
    re.IGNORECASE,
)
_RATE = re.compile(r"\bper (?:second|minute|hour|day|week|month|year)\b", re.IGNORECASE)
_WHOSE = re.compile(r"\bwhose \w+", re.IGNORECASE)
_BELONGING = re.compile(r"\bwith (?:all )?(?:of )?(?:its|their) \w+", re.IGNORECASE)
_SECOND = re.compile(
    r"(?:\b(?:and|then|also|afterwards|finally|plus)\b|[;,&])\s*(?:then |also |finally )?(\w+)(?: (\w+))?",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\b(?:after|before) (?:having )?(\w+ing)\b.*\bof (?:it|them)\b", re.IGNORECASE)
_BEFORE = frozenset({"it", "them", "that", "this", "those", "down", "off"})
_BEYOND = re.compile(
    r"(?P<dimension>\b(?:every|each) (?:other )?(?:(?:\d+|two|three|four|five|six|eight|ten|twelve|few) )?"
    r"(?:second|minute|min|hour|day|night|morning|evening|week|month|quarter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?"
    r"\b(?! of)"
    r"|\b(?:grouped |counted |split )?by (?:the )?(?:hour|minute|day|week|month)\b|\bfor each\b)"
    r"|(?P<told>\b(?:page|alert|notify|e-?mail|mail|ping|text|slack|message|wake) (?:me|us|him|her|them|on-?call"
    r"|the (?:on-?call|team|owner|user)s?)\b)"
    r"|(?P<together>\b(?:at the same time|in parallel|simultaneously|all at once|concurrently)\b)"
    r"|(?P<lasting>\b(?:at|on|after|across|upon|over|past|survives?) (?:every |each |all |any |the next )?"
    r"(?:boot|reboot|startup)s?\b|\bpermanent(?:ly)?\b|\bpersist\w*\b|\bfor good\b|\b(?:through|via|in) fstab\b)"
    r"|(?P<limited>\b(?:until|till) (?:the )?(?:end|next|tomorrow|\w+day|noon|midnight|\d))"
    r"|(?P<alone>\balone\b)"
    r"|(?P<ahead>\b(?:forwards?|ahead|upwards?)\b(?! of| to))"
    r"|(?P<back>\bback (?:to|into|in|onto|from)\b)"
    r"|(?P<off>\boff\b)"
    r"|(?P<relative>\bby (?:an? |another )?\d[\w.,]*)"
    r"|(?P<whole>\b(?:altogether|entirely|completely)\b(?! to\b))"
    r"|(?P<elsewhere>\bon (?:the|a|our) (?:standby|replica|secondary)\b)"
    r"|(?P<compared>\bthan (?:they|it|its|their) ?\w*)"
    r"|(?P<present>\b(?:existing|already (?:have|has|had|there)|reus(?:e|es|ing))\b)"
    r"|(?P<origin>\b(?:origin|upstream)\b)"
    r"|(?P<read>\b(?:accessed|opened|(?:were|was|been|not|last) read)\b)"
    r"|(?P<format>\b(?:zip|rar|7z|7-zip|cpio|jar|xlsx|csv|json|yaml|xml|html|pdf)"
    r"(?= (?:archive|file|format|output)s?\b))",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"(?<![,;:]) (?:that|which) "
    r"(?:have|has|had|are|is|were|was|do|does|no|only|runs?|occur|uses?|belong|contain|start)\b"
)
_USUAL = 4
"""From so many phrases with a clause that picks on, an entry is asked for with one."""
_OPTION = re.compile(r"(?<!\S)--?[A-Za-z][\w-]*")
_SAYS = {
    "dimension": ("dimension", "the entry does it once"),
    "told": ("second action", "the entry tells nobody"),
    "together": ("scope", "the entry does one after another"),
    "lasting": ("scope", "the entry acts on what is now"),
    "ahead": ("direction", "the entry does not mention one"),
    "limited": ("scope", "the entry knows no such bound"),
    "alone": ("scope", "the entry does not pick one"),
    "back": ("direction", "the entry does not undo it"),
    "off": ("direction", "the entry takes nothing off"),
    "relative": ("dimension", "the entry is given the whole amount"),
    "whole": ("scope", "the entry does not mention it"),
    "elsewhere": ("scope", "the entry acts on what is here"),
    "compared": ("scope", "the entry does not compare the two"),
    "present": ("scope", "the entry makes a new one"),
    "origin": ("scope", "the entry acts on what is here"),
    "read": ("other deed", "the entry does not go by that"),
    "format": ("other format", "the entry knows no such form"),
}
"""Of each kind of difference how its objection begins and ends."""
_ALWAYS = frozenset({"dimension", "told", "read", "format", "compared"})
"""Kinds that differ for an entry that only looks, too."""
_PLAIN = several(
    """
    a since even went goes go ago months weeks days years hours minutes visible aside broke breaks came comes became
    becomes ran runs grew grows filled fills ate eats died dies fell falls looks seems says said held holds contains
    belongs belonged appears shows showed got gets ended ends starts started made makes too together apart somewhere
    anywhere everywhere maybe perhaps possibly preferably recursively completely entirely afterwards beforehand today
    only alone first once twice without anymore yet soon please kindly because though although unless whereas versus
    """
)
"""Words that go on with a sentence, and are hardly the second half of a name that has a space in it."""
_FOLLOWS_NOTHING = frozenset(["data", "stuff", "things"])


def care(
    reading: Reading, entry: Entry, worded: EntryProfile, cut: Iterable[str], binding: Binding | None = None
) -> tuple[str, ...]:
    """Reasons not to serve `entry` that no likeness of words outweighs; `cut` is what `cut_paths` says."""
    placed = any(it.type == "path" for it in entry.parameters)
    found = [*(it for it in cut if placed or "'~/" not in it), *_second(reading, worded)]
    suspect = _suspect(reading)

    def beyond(pattern: re.Pattern[str]) -> str:
        said = suspect.get(pattern, "")
        return said if said and not any(map(pattern.search, entry.texts)) else ""

    if worded.changes and (said := beyond(_UP_TO)) and not _is_patience(said, reading, entry, binding):
        found.append(f"direction: {said!r} is a bound from above, and the entry does not mention one")
    if worded.changes and (said := beyond(_KEEPS_OLD)):
        found.append(f"direction: {said!r} turns what is kept round")
    if said := beyond(_RATE):
        found.append(f"dimension: the entry does not mention {said!r}")
    if said := beyond(_WHOSE):
        found.append(f"scope: {said!r} picks some, and the entry does not look at that")
    if worded.changes and (said := beyond(_BELONGING)):
        found.append(f"scope: {said!r} is more than the entry acts on")
    if worded.changes and _DOUBT in suspect:
        found.append("question: the action asks whether or when, and the entry changes something")
    if (clause := suspect.get(_CLAUSE)) and sum(_CLAUSE.search(each) is not None for each in entry.phrases) < _USUAL:
        found.append(f"clause: {clause.strip()!r} picks some, and few of the entry's phrases do")
    if (options := _options(reading)) or _differing(reading):
        phrases = entry.texts
        strange = [it for it in options if not any(it in each.split() for each in phrases)]
        found += [f"option: the entry is never asked for with {strange[0]!r}"] if strange else []
        found.extend(_beyond(reading, worded, phrases))
    if (said := beyond(_WIDE)) and not (worded.reads and entry.area == "kubernetes"):
        found.append(f"scope: {said!r} is more than the one place that the entry acts on")
    return tuple(found)


@lru_cache(maxsize=8)
def _suspect(reading: Reading) -> Mapping[re.Pattern[str], str]:
    """What the text says of each kind that may be more than an entry does; most texts say nothing of the sort."""
    kinds = (_UP_TO, _KEEPS_OLD, _RATE, _WHOSE, _BELONGING, _DOUBT, _WIDE, _CLAUSE)
    return {kind: said[0] for kind in kinds if (said := kind.search(reading.text))}


@lru_cache(maxsize=8)
def _differing(reading: Reading) -> Mapping[str, str]:
    """What the text says of each kind of `_BEYOND`."""
    return {it.lastgroup: it[0] for it in _BEYOND.finditer(reading.text) if it.lastgroup}


@lru_cache(maxsize=8)
def _options(reading: Reading) -> tuple[str, ...]:
    return tuple(sorted({it[0] for it in _OPTION.finditer(reading.text)}))


@lru_cache(maxsize=2048)
def _spoken(phrases: tuple[str, ...]) -> frozenset[str]:
    """The kinds of `_BEYOND` that an entry speaks of."""
    return frozenset(it.lastgroup for each in phrases for it in _BEYOND.finditer(each) if it.lastgroup)


def _beyond(reading: Reading, worded: EntryProfile, phrases: tuple[str, ...]) -> Iterable[str]:
    """Each kind of difference of `_BEYOND` that the text has and no phrase."""
    for kind, said in _differing(reading).items():
        if not (worded.changes or kind in _ALWAYS) or (kind == "present" and worded.verb != "create"):
            continue
        if kind not in _spoken(phrases):
            begins, ends = _SAYS[kind]
            yield f"{begins}: {said!r} is more than is done, {ends}"


def _is_patience(said: str, reading: Reading, entry: Entry, binding: Binding | None) -> bool:
    """Whether a bound from above is how long to wait: "wait up to 10 minutes"."""
    waits = [it for it in entry.parameters if set(it.name.split("_")) & {"timeout", "wait", "delay", "grace"}]
    if binding is None or not waits:
        return False
    timed = [value for value in reading.values if "duration" in value.kinds and value.text.split()[0] in said.split()]
    given = any(binding.values.get(it.name) != it.default for it in waits)
    return given and bool(timed) and all(value.first in binding.used for value in timed)


def cut_paths(reading: Reading) -> list[str]:
    """Paths of which more may follow than was read: nobody but the writer knows where they end."""
    found: list[str] = []
    for at, token in enumerate(reading.tokens):
        if token.kind != "path":
            continue
        raw = reading.text[token.start : token.end]
        rest = reading.text[token.end :]
        after = reading.tokens[at + 1] if at + 1 < len(reading.tokens) else None
        if raw.startswith("~") or ".." in raw.split("/") or re.search(r"[{}\\$]", raw):
            found.append(f"path: {raw!r} means another place to a script, write the whole absolute path")
        elif not _ENDS.match(rest) or (rest[:1] == "'" and rest[1:2].isalnum()):
            found.append(f"path: it is not clear where {raw!r} ends, put it in quotes")
        elif (
            rest[:1] in (" ", "\t")
            and after is not None
            and after.kind in ("plain", "word")
            and (len(after.raw) == 1 or after.text in _FOLLOWS_NOTHING or not words.known(after.text))
            and not (after.text in _PLAIN and at + 2 < len(reading.tokens))
        ):
            found.append(f"path: {after.raw!r} may belong to {raw!r}, put it in quotes if it does")
    return found


def _second(reading: Reading, worded: EntryProfile) -> list[str]:
    """A second act on the same thing ("and stop it") that no phrase of the entry asks for beside the first."""
    if not reading.verbs:
        return []
    first = reading.verbs[0]
    for verb, said in _seconds(reading) if worded.changes else ():
        if verb != first and not any(verb in frame.verbs and first in frame.verbs for frame in worded.frames):
            return [f"second action: {said!r} is more than the entry does"]
    return []


@lru_cache(maxsize=8)
def _seconds(reading: Reading) -> tuple[tuple[str, str], ...]:
    """The verbs of all acts on what was spoken of before, each with the words that say so."""
    asked = {reading.tokens[it.first].start: it.concept for it in reading.items if it.kind == "verb"}
    found = [
        (asked.get(it.start(1), words.verb(it[1].lower())), it[0].strip(" ,;&"))
        for it in _SECOND.finditer(reading.text)
        if (it[2] or "").lower() in _BEFORE or ("then" in it[0].lower() and (it[2] or "").lower() in ("its", "the"))
    ]
    found += [
        ("create" if it[1].lower() in ("taking", "making") else words.verb(it[1].lower()), it[0].strip())
        for it in _AFTER.finditer(reading.text)
    ]
    return tuple((verb, said) for verb, said in found if verb and verb not in words.READING)
