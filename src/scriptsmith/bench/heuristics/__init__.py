"""Functional equivalence heuristics (NL2SH, section 4): each a function of a pair of commands, found by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from ...errors import NeedsPerson, NotFound
from ...ports import Embedder, Model
from ..command_observer import Observer
from ..model import Heuristic
from .execution import REWARD, executing, executing_and_asking, executing_with
from .model import asking
from .text import THRESHOLD, bleu, nl2cmd, of_meaning, of_texts, reading, tfidf


def no_model() -> Model:
    """Raises `NeedsPerson`: there is none."""
    raise NeedsPerson("no model is configured: set models.assessor.model, or choose a heuristic that asks none")


@dataclass(frozen=True, slots=True, kw_only=True)
class HeuristicTools:
    """What heuristics are made with; each is only asked for by a heuristic that uses it, and may raise why not."""

    observer: Callable[[], Observer]
    embedder: Callable[[], Embedder]
    model: Callable[[], Model] = no_model


Factory: TypeAlias = Callable[[HeuristicTools], Heuristic]


def _ours(tools: HeuristicTools) -> Heuristic:
    from ..equivalence.ours import ours

    return ours(tools.observer(), tools.embedder())


HEURISTICS: dict[str, Factory] = {
    "bleu": lambda _: reading(of_texts(bleu)),
    "nl2cmd": lambda _: reading(of_texts(nl2cmd)),
    "tfidf": lambda _: reading(of_texts(tfidf)),
    "embed": lambda tools: reading(of_meaning(tools.embedder())),
    "exec": lambda tools: executing(tools.observer()),
    "exec+bleu": lambda tools: executing_with(tools.observer(), of_texts(bleu), REWARD),
    "exec+bleu@0.75": lambda tools: executing_with(tools.observer(), of_texts(bleu), THRESHOLD),
    "exec+nl2cmd": lambda tools: executing_with(tools.observer(), of_texts(nl2cmd), REWARD, of_commands=True),
    "exec+nl2cmd@0.75": lambda tools: executing_with(tools.observer(), of_texts(nl2cmd), THRESHOLD, of_commands=True),
    "exec+tfidf": lambda tools: executing_with(tools.observer(), of_texts(tfidf), REWARD),
    "exec+tfidf@0.75": lambda tools: executing_with(tools.observer(), of_texts(tfidf), THRESHOLD),
    "exec+embed": lambda tools: executing_with(tools.observer(), of_meaning(tools.embedder()), REWARD),
    "exec+embed@0.75": lambda tools: executing_with(tools.observer(), of_meaning(tools.embedder()), THRESHOLD),
    "llm": lambda tools: asking(tools.model()),
    "exec+llm": lambda tools: executing_and_asking(tools.observer(), tools.model()),
    "ours": _ours,
}
"""Every heuristic by its name. Those with execution and a similarity are read as published (reward == 1, a similarity
of 0.985); with `@0.75` as the paper states it."""

WITHOUT_MODEL = tuple(name for name in HEURISTICS if "llm" not in name)
"""Those that ask no language model."""

PUBLISHED: dict[str, tuple[float, float, float]] = {
    "bleu": (0.99, 0.39, 0.69),
    "nl2cmd": (0.98, 0.20, 0.60),
    "tfidf": (0.99, 0.46, 0.73),
    "exec+tfidf": (0.99, 0.65, 0.82),
}
"""Precision, recall and accuracy that NL2SH publishes (section 4.1) on 300 + 300 pairs, where no model is needed."""


def heuristics(names: Iterable[str], tools: HeuristicTools) -> dict[str, Heuristic]:
    """The heuristics of these names, each once; raises `NotFound` with the names that there are, and what tools raise.

    Nothing is made before all names are known.
    """
    chosen = tuple(dict.fromkeys(names))
    if unknown := [name for name in chosen if name not in HEURISTICS]:
        raise NotFound(f"there is no heuristic {unknown[0]!r}: there are {', '.join(HEURISTICS)}")
    return {name: HEURISTICS[name](tools) for name in chosen}
