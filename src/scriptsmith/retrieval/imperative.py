"""Which word in a verb's place asks for a deed, and which tells or names one: "who holds them", "rollout may take".

`reading` asks here; what is told is no second deed, and no deed at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from . import words
from .normalise import Item
from .units import SECONDS
from .vocabulary import several

_ARTICLES = several("a an the my our your their his her its this these those no")
_WHO = several("what which who whose where why how when")
_SUBJECTS = several("i we you they he she it")
_OTHERS = several("they he she it")
_MODALS = several("can could would will shall should may might must please")
_WISHES = several("want need wish would should could can may have must please like 'd")
_SINCE = several("before after because since while as until once when if although though so")
"""Conjunctions before a clause with a subject of its own."""
_FINITE = several(
    "is are was were may might must can will should has had takes took fails failed hangs hang hung coming done"
    " says said went gets got needs looks seems"
)
"""What follows a subject, and never the verb of a request: "rollout may take long", "backup done"."""
_AT = several("after before since until at during following despite")
_PATIENT = several("allow give take wait")
_LISTED = several(", or - \u2013 \u2014")
_OBJECTS = _ARTICLES | several("it them that him all every each any everything everyone")
_CAUSES = several("have make tell ask get")
_PROGRAMS = several("docker podman git ip ufw crictl nft etcdctl rabbitmqctl")
"""Programs whose first word after the name is what they do."""
PLACES = several("in on under at for from within inside below")
"""First words of a text that says where before it says what."""
_PARTS = several("image container builder system volume network route addr link branch stack")


def closes(items: Sequence[Item], at: int, *, found: bool) -> bool:
    """Whether after a word that carries nothing no request can follow: "and the …", "and who …", "as it …"."""
    word = items[at].word
    before = items[at - 1].word if at else ""
    after = items[at + 1].word if at + 1 < len(items) else ""
    if word in ("i", "we") and after == "will":
        return True
    if word in ("i'll", "we'll", "i've", "we've"):
        return True
    if word in _SUBJECTS:
        polite = before in _MODALS or (word in ("i", "we", "you") and after in _WISHES)
        begins = at > 0 and items[at - 1].kind == "stop" and word in _OTHERS
        return (found or begins or before in _SINCE) and not polite
    return found and before not in ("keep", "keeping") and (word in _ARTICLES or word in _WHO)


def tells(items: Sequence[Item], at: int, *, found: bool, asks: bool) -> bool:
    """Whether a verb in a verb's place asks for nothing, by its form and its neighbours."""
    word = items[at].word
    before = items[at - 1].word if at else ""
    after = items[at + 1] if at + 1 < len(items) else None
    inflected = word.endswith(("s", "ing")) and not word.endswith("ss") and word not in words.VERBS
    if inflected and (found or asks):
        return True
    if inflected and (after is None or after.kind == "stop" or after.concept.endswith("+ed")):
        return True
    if inflected and after is not None and after.kind == "filler" and after.word not in _OBJECTS:
        return True  # "updates on db-1", "snapshots in the repository"
    if after is not None and after.word in _FINITE and words.verb(word) not in words.READING:
        return True
    if after is not None and after.kind == "value":
        if word in _PATIENT and after.word.rpartition(" ")[2] in SECONDS:
            return True  # "allow 20 minutes"
        if found and word == "output" and "/" in after.word:
            return True
    ends = after is None or after.kind in ("stop", "filler")
    if (before in _AT and ends) or (before in _ARTICLES and at > 1 and items[at - 2].word in _SINCE):
        return True  # "also after boot", "before the upgrade: …"
    listed = asks and before in _LISTED
    return listed and not (after is not None and (after.kind == "value" or after.word in _OBJECTS))


def caused(items: Sequence[Item], at: int) -> int | None:
    """Where the verb stands that something else is made to do: "have docker start on boot"."""
    if items[at].word not in _CAUSES:
        return None
    for far in range(at + 2, min(at + 6, len(items))):
        item, before = items[far], items[far - 1]
        if item.kind == "stop" or item.word in _WHO:
            return None
        verb = words.verb(item.word) if item.kind == "word" else ""
        bare = verb and verb not in words.READING and not item.word.endswith(("ed", "ing", "s"))
        named = before.kind == "value" or before.word in words.ENTITIES or before.word == "to"
        if bare and named and not (far + 1 < len(items) and items[far + 1].word == "of"):
            return far
    return None


def subcommand(items: Sequence[Item], at: int) -> bool:
    """Whether a word is a program, or a part of it, before what it is to do: "docker image prune"."""
    if not (at == 0 and items[0].word in _PROGRAMS) and not (
        at == 1 and items[0].word in _PROGRAMS and items[1].word in _PARTS
    ):
        return False
    after = items[at + 1] if at + 1 < len(items) else None
    if after is None or after.kind != "word":
        return False
    if at == 0 and after.word in _PARTS:
        return True
    further = items[at + 2] if at + 2 < len(items) else None
    verb = words.verb(after.word)
    return bool(verb) and verb not in words.READING and not (further is not None and bool(words.noun(further.word)))


def commanded(items: Sequence[Item]) -> str:
    """The thing that a program is told to do something to: the image in "docker image prune"."""
    three = [it.kind for it in items[:3]] == ["word", "word", "verb"]
    return items[1].concept if three and items[0].word in _PROGRAMS and items[1].word in _PARTS else ""


def after_place(items: Sequence[Item], at: int) -> bool:
    """Whether a verb after a first clause of place is the one that asks: "in /etc/app.conf change …"."""
    word, before = items[at].word, items[at - 1]
    sure = not (words.noun(word) or word in words.STATES or word.endswith(("s", "ing")))
    return sure and (before.kind == "value" or (before.kind == "word" and not words.known(before.word)))


def keeps(items: Sequence[Item], at: int) -> bool:
    """Whether what is dumped goes into a file: "dump the ruleset to /root/rules"."""
    near = items[at + 1 : at + 10]
    return any(it.word in ("to", "into") and to.kind == "value" and "/" in to.word for it, to in pairwise(near))
