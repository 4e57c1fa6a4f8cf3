"""What an action asks to change: the kinds of change that its words name, the areas that they speak of, and names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..retrieval import words
from ..retrieval.action_reading import read
from ..retrieval.vocabulary import several
from .areas import PROGRAMS, WORDS, rows_of
from .change import ScriptChange

ASKING: Mapping[str, frozenset[str]] = {
    name: frozenset(said)
    for name, said in rows_of(
        """
delete: delete prune clear flush truncate free uninstall revoke detach reset rotate expire vacuum close evict compact
  trim rollback replace rebuild reindex reinstall quarantine squash rebase restore move rename compress archive sync
  limit disable downgrade undo
stop: stop restart reboot disable turn_off mask drain move migrate failover unmount cancel pause hold block lock revoke
  delete uninstall detach prevent close quarantine limit shutdown_machine switch cordon evict clear free kick reset
  demote promote logout reload replace upgrade restore rollback rerun
send: send upload push sync copy backup deploy test trigger kick call post create set edit run schedule apply notify
  publish submit attach import export silence annotate request query install restore move migrate rerun replicate
""".replace("\n  ", " ")
    )
}
"""The vocabulary's verbs that ask for a kind of change. What takes the place of something takes that away."""

_MORE = {
    "delete": "rid gone away out remove removal deletion rm cleanup reclaim shed dispose vanish disappear kill stop "
    "destroy undo revert less exclude forget drop format reformat overwrite wipe cut down bin throw off out "
    "withdraw withdrawn retire dismantle abolish abolished dump lift deactivate longer empty",
    "stop": "down off out kill stop end away rid sleep hibernate suspend halt quit bounce reload hup restart outage "
    "terminate eject force fence empty flush back standstill unstartable impossible never swapoff unmount "
    "umount interrupt signal",
    "send": "http https url webhook api mail slack remote to server endpoint upload post put ssh host",
}
_SAID: Mapping[str, frozenset[str]] = {kind: frozenset(text.split()) for kind, text in _MORE.items()}
_COMMON = several(
    "the and for var etc usr lib opt srv home root tmp bin sbin local share data all any from with into new old "
    "run  com org net www http https true false yes now log default main name type file path none system user"
)
"""Pieces of names and paths by which nothing is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRequest:
    """What an action asks for.

    `said` are its words, their stems and their names in the vocabulary; `pieces` its words as they are written; `verbs`
    the vocabulary's verbs among them, `asked` those that stand where one asks for something; `areas` what it speaks of,
    with weights; `paths` those that it names, `named` the identifiers of resources. `looks` says that it begins as one
    does who asks to be shown something.
    """

    said: frozenset[str]
    pieces: frozenset[str]
    verbs: frozenset[str]
    asked: frozenset[str]
    areas: Mapping[str, float]
    paths: tuple[str, ...]
    named: frozenset[str]
    looks: bool

    def asks_for(self, kind: str) -> bool:
        """Whether its words name that kind of change. What is to be shown is no order: "show which were killed"."""
        return not self.verbs.isdisjoint(ASKING[kind]) or (not self.looks and not self.pieces.isdisjoint(_SAID[kind]))

    def names_another(self, pieces: tuple[str, ...]) -> bool:
        """Whether it names a service or a resource, and these pieces name another one."""
        if self.named and pieces and not self.names(pieces):
            return True
        mine = {words.product(each) for each in self.pieces if each in words.ENTITIES}
        theirs = {words.product(each) for each in pieces if each in words.ENTITIES}
        return bool(mine and theirs) and mine.isdisjoint(theirs)

    def speaks_of(self, change: ScriptChange) -> bool:
        """Whether it speaks of the area of a change or of its program, or of no area at all.

        Where the script does not say what is changed, whoever calls it does: then one word of the area will do.
        """
        program = words.stem(re.sub(r"(?:ctl|d|-cli)(?:\.sh)?\Z", "", change.program))
        most = max(self.areas.values(), default=0.0)
        if program in self.said or change.program in self.said:
            return True
        weight = self.areas.get(change.area, 0.0)
        if not change.fixed and (weight or (change.kind == "change" and not self.looks)):
            return True
        return not most or weight >= _CLEAR * most

    @property
    def changes(self) -> bool:
        """Whether a verb of it may ask for a change at all, as far as its verbs are known."""
        return not self.looks or bool(self.verbs - words.READING)

    def names(self, pieces: tuple[str, ...]) -> bool:
        """Whether it names one of these."""
        for piece in pieces:
            if piece in _COMMON:
                continue
            if piece in self.said or words.stem(piece) in self.said or words.product(piece) in self.said:
                return True
            if len(piece) > 3 and any(_akin(piece, each) for each in self.pieces):
                return True
        return False


def _akin(piece: str, said: str) -> bool:
    """Whether one begins with the other: `journald` and "journal"."""
    return len(said) > 3 and said not in _COMMON and (piece.startswith(said) or said.startswith(piece))


_CLEAR = 0.34
"""The share of the weight of the area that an action speaks of most from which on another one counts."""
_WEIGHT = {word: 1 / sum(word in each for each in WORDS.values()) for each in WORDS.values() for word in each}
"""A word of many areas says little of each."""
_SHOWS = several("which what how is are does do who where why has measure watch collect trace")
"""Words besides the reading verbs with which one begins who wants to be told something."""
_UNITS = frozenset(("time", "network", "journal", "kernel"))
"""Areas that units of systemd are named after: `systemd-timesyncd`."""
_WISHES = several("get give tell dump do can know")
"""Words that ask for a look only with "me" behind them, and otherwise for anything."""
_HEADING = re.compile(r"\A\W*(?:\w+\W+){1,3}?(?<=:)\s")
"""What stands before the action itself: "Review action: ..."."""
_POLITE = several("please kindly can could would you we just now then first next")
_LATER = re.compile(r"(?:\band|\bthen|[,;&:])\s+(?:then\s+)?(\w+)")
"""A second verb: "find the old ones and delete them"."""
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]+")
_IDENTIFIER = re.compile(r"(?<![\w./:-])[A-Za-z][\w]*(?:[-.][\w]+)*[-.]?\d[\w-]*(?![\w./:-])")
"""The name of a resource: letters and a digit, as in `web-1`."""
_PATH = re.compile(r"(?<![\w:/])(?:~|/)[\w.+@%/*{}-]+")


def request_of(text: str) -> ActionRequest:
    """The reading of an action. Never raises."""
    reading = read(text)
    asking = _HEADING.sub("", text)
    first = next((each[0].lower() for each in _WORD.finditer(asking) if each[0].lower() not in _POLITE), "")
    looks = (
        first not in _WISHES
        and (words.verb(first) in words.READING or first in _SHOWS)
        and set(reading.verbs[:1]) <= words.READING
    )
    said: set[str] = set()
    later = {words.verb(each) for each in _LATER.findall(text.lower())} - {""} - words.READING if looks else set()
    verbs: set[str] = {*reading.verbs, *later}
    pieces = {each.lower() for each in _WORD.findall(text)}
    for item in reading.items:
        for concept in item.concept.split("+"):
            said.add(concept.lstrip("~!"))
    for piece in pieces:
        said |= {piece, words.stem(piece), words.noun(piece), words.product(piece)}
        if verb := words.verb(piece):
            said.add(verb)
            if not looks:
                verbs.add(verb)
    said.discard("")
    paths = tuple(_PATH.findall(text))
    areas = {area: sum(_WEIGHT[each] for each in said & speaking) for area, speaking in WORDS.items()}
    for piece in pieces:
        if piece in PROGRAMS and not words.verb(piece):
            areas[PROGRAMS[piece]] += 1.0
    areas["service"] += float(not said.isdisjoint(words.ENTITIES))
    if paths:
        areas["files"] += 1.0
        areas["disk"] += 1.0
    return ActionRequest(
        said=frozenset(said),
        pieces=frozenset(pieces),
        verbs=frozenset(verbs),
        asked=frozenset((*reading.verbs, *later)),
        areas={area: weight for area, weight in areas.items() if weight},
        paths=paths,
        named=frozenset(each.lower() for each in _IDENTIFIER.findall(text) if not words.known(each.lower())),
        looks=looks,
    )
