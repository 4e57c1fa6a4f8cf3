"""Which words mean the same and which are ordinary language: a concept is what two words share."""

from __future__ import annotations

from functools import lru_cache

from .vocabulary import (
    ADJECTIVES,
    CONDITIONS,
    ENTITIES,
    FILLER_LINES,
    IDIOM_LINES,
    KIN,
    LIGHT,
    NEGATIONS,
    NOUN_LINES,
    PRODUCT_LINES,
    READING,
    SCOPES,
    STATE_LINES,
    TOOLS,
    VERB_LINES,
)

__all__ = [
    "ADJECTIVES",
    "CONDITIONS",
    "ENTITIES",
    "FILLER",
    "IDIOMS",
    "KIN",
    "LIGHT",
    "NEGATIONS",
    "NOUNS",
    "NOUN_CONCEPTS",
    "PRODUCTS",
    "READING",
    "SCOPES",
    "STATES",
    "STATE_CONCEPTS",
    "TOOLS",
    "VERBS",
    "VERB_CONCEPTS",
    "concept",
    "kin",
    "known",
    "noun",
    "product",
    "products",
    "stem",
    "verb",
]


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """The word without plural, -ing, -ed and a final e, so that its forms meet; a short word stays as it is.

    >>> {stem(w) for w in ("delete", "deletes", "deleting", "deleted")}
    {'delet'}
    """
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif word.endswith(("sses", "ches", "shes", "xes", "zes")):
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for suffix in ("ing", "ed"):
        if len(word) >= len(suffix) + 3 and word.endswith(suffix):
            word = word[: -len(suffix)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def _table(lines: str) -> dict[str, str]:
    """word -> concept, under the word itself and its stem."""
    table: dict[str, str] = {}
    concept = ""
    for line in lines.replace(";", "\n").strip().splitlines():
        head, colon, tail = line.partition(":")
        words = tail.split() if colon else line.split()
        if colon:
            concept = head.strip()
            words.insert(0, concept)
        for word in words:
            table[word] = concept
            table.setdefault(stem(word), concept)
    return table


VERBS = _table(VERB_LINES)
NOUNS = _table(NOUN_LINES)
del NOUNS["set"]  # the stem of "settings", and no thing
STATES = _table(STATE_LINES)
FILLER = frozenset(FILLER_LINES.split())
PRODUCTS = _table(PRODUCT_LINES)
VERB_CONCEPTS, NOUN_CONCEPTS, STATE_CONCEPTS = (frozenset(table.values()) for table in (VERBS, NOUNS, STATES))
IDIOMS: dict[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]] = {}
"""First word -> the rests of idioms that begin with it, longest first, each with its concepts."""
for _line in IDIOM_LINES.replace("\n", ";").strip(";").split(";"):
    _words, _, _concepts = _line.partition("=")
    _first, *_rest = _words.split()
    IDIOMS[_first] = tuple(
        sorted((*IDIOMS.get(_first, ()), (tuple(_rest), tuple(_concepts.split()))), key=lambda it: -len(it[0]))
    )


@lru_cache(maxsize=16384)
def verb(word: str) -> str:
    """The concept of `word` read as a verb, or an empty string."""
    return VERBS.get(word) or VERBS.get(stem(word), "")


@lru_cache(maxsize=16384)
def noun(word: str) -> str:
    """The concept of `word` read as a thing, or an empty string."""
    return NOUNS.get(word) or NOUNS.get(stem(word), "")


@lru_cache(maxsize=16384)
def concept(word: str) -> str:
    """What `word` means away from a verb's place: a thing, a state, a verb, or else its own stem."""
    found = STATES.get(word) or noun(word)
    if found:
        return found
    if word.endswith("ed") and verb(word):
        return verb(word) + "+ed"  # "stopped" describes; "stop" asks
    return STATES.get(stem(word)) or verb(word) or PRODUCTS.get(word) or stem(word)


@lru_cache(maxsize=16384)
def known(word: str) -> bool:
    """Whether `word` is ordinary language here, so that it cannot be somebody's name for a thing."""
    return (
        word in FILLER
        or word in PRODUCTS
        or word in TOOLS
        or word in ADJECTIVES
        or word in CONDITIONS
        or word in SCOPES
        or word in NEGATIONS
        or word in STATES
        or bool(noun(word))
        or bool(verb(word))
        or stem(word) in STATES
    )


def product(word: str) -> str:
    """The product that a word is a short or another name of ("pg", "k8s", "ES"), or else the word itself."""
    return PRODUCTS.get(word.lower(), word.lower())


@lru_cache(maxsize=1024)
def products(known: frozenset[str]) -> frozenset[str]:
    """Each word of `known` as `product` says it."""
    return frozenset(map(product, known))


def kin(one: str, other: str) -> bool:
    """Whether two verb concepts are near enough to be said for each other now and then, and are no opposites."""
    return any({one, other} <= near for near in KIN)
